"""The offline version from a Companion's own server, beside the pages of that server."""

import threading

import pytest
from werkzeug.serving import make_server

from companion import games
from companion.app import create_app
from companion.settings import Settings
from companion.store import Store

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]


@pytest.fixture
def club(built, tmp_path):
    """A club's server that has the edition."""
    store = Store(f"sqlite:///{tmp_path / 'club.db'}")
    app = create_app(store, data=tmp_path, settings=Settings(limits=False, pocket=built[0]))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()
    store.close()


def test_offline_version_works_with_and_without_server(phone, club):
    one = phone(f"{club}pocket/")
    first = one.context.new_page()
    first.goto(club)
    first.evaluate("async () => { await navigator.serviceWorker.ready }")
    first.close()
    one.open()
    assert one.told["problem"] == ""
    one.close()
    one.flight()
    one.open()
    assert one.frame.locator(".tile").count() == len(games.all_games())
