"""The offline version's folder on a server: sent like from a file host, with its own policy."""

import pytest

from companion.app import create_app
from companion.settings import Settings

FILES = ("index.html", "sw.js", "worker.js", "manifest.webmanifest", "files/0a.bin")


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "pocket"
    (place / "files").mkdir(parents=True)
    for name in (*FILES, "edition.json"):
        (place / name).write_text(name)
    (tmp_path / "secret.txt").write_text("a secret")
    return place


def client(store, tmp_path, folder):
    settings = Settings(pocket=folder)
    return create_app(store, testing=True, data=tmp_path, settings=settings).test_client()


def test_offline_files_have_own_types_policy_and_caching(store, tmp_path, folder):
    ask = client(store, tmp_path, folder).get
    assert ask("/pocket").headers["Location"] == "/pocket/"
    told = {name: ask(f"/pocket/{name}") for name in FILES}
    assert {name: reply.text for name, reply in told.items()} == {name: name for name in FILES}
    assert ask("/pocket/").text == "index.html"
    types = {name: reply.mimetype for name, reply in told.items()}
    assert types["sw.js"] == types["worker.js"] == "text/javascript"
    assert types["manifest.webmanifest"] == "application/manifest+json"
    for name, reply in told.items():
        policy = reply.headers["Content-Security-Policy"]
        assert ("wasm-unsafe-eval" in policy) == (name == "worker.js"), name
        assert ("frame-src 'self'" in policy) == (name != "worker.js"), name
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        lasting = "immutable" in reply.headers["Cache-Control"]
        assert lasting == name.startswith("files/"), name
        assert lasting or reply.headers["Cache-Control"] == "no-cache", name
    assert "wasm-unsafe-eval" not in ask("/").headers["Content-Security-Policy"]
    assert "frame-src" not in ask("/").headers["Content-Security-Policy"]


def test_nothing_outside_the_folder_is_sent(store, tmp_path, folder):
    ask = client(store, tmp_path, folder).get
    for name in (
        "../secret.txt",
        "%2e%2e/secret.txt",
        "files/../../secret.txt",
        "nothing",
        "files",
    ):
        assert ask(f"/pocket/{name}").status_code == 404, name


def test_offline_version_is_offered_only_where_usable(store, tmp_path, folder):
    with_it = client(store, tmp_path, folder)
    assert 'href="/pocket/"' in with_it.get("/more").text
    by_http = with_it.get("/more", base_url="http://192.168.0.7:8000")
    assert 'href="/pocket/"' not in by_http.text
    (folder / "edition.json").unlink()
    without = client(store, tmp_path, folder)
    assert without.get("/pocket/").status_code == 404
    assert 'href="/pocket/"' not in without.get("/more").text
