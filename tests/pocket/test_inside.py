"""The start-up code of the browser's Python, tested in this one: database, addresses, keys."""

import json
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
import tinyhtml5

from companion import games
from companion.engine.record import Act, Record
from companion.pocket import inside, site
from companion.store import Trouble, engine
from companion.store.exchange import dump
from companion.store.migrate import upgrade
from companion.tables import Tables
from companion.tables.carrying import packed
from companion.tables.copies import take_in
from companion.tables.series import next_head
from companion.web.platform.making import built
from tests.browser.driver import golden
from tests.finding import match_in
from tests.in_play import shown
from tests.texts import IT_IS_KEPT, NOTHING_IS_KEPT, PHONE_TAKES_NO_MORE, TAKE_OVER_SCORING
from tests.web.tables.test_series import WON

BASE = "/somewhere/app"
HOST = "https://files.example"
DUMPS = Path(__file__).parent.parent / "store" / "revisions"
ROOTED = re.compile(r"""\s(?:href|src|action|formaction|hx-\w+)=["'](/[^"']*)""")


@pytest.fixture(scope="module")
def ready():
    return site.ready()


@pytest.fixture
def told(ready):
    return {"ready": ready, "static": built().names, "base": BASE, "version": "1", "phone": {}}


@pytest.fixture
def pocket(told, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.printing.can_print", lambda: False)
    monkeypatch.setattr(engine, "PRAGMAS", inside.IN_MEMORY)
    found = inside.Pocket(told, tmp_path / "companion.db")
    yield found
    found.store.close()


def get(pocket, path, **headers):
    return pocket.answer("GET", f"{HOST}{BASE}{path}", headers, b"")


def post(pocket, path, form):
    kind = {"content-type": "application/x-www-form-urlencoded"}
    return pocket.answer("POST", f"{HOST}{BASE}{path}", kind, form.encode())


def demo(pocket, key="kaiser"):
    """The address of a demo evening."""
    status, headers, _ = post(pocket, "/demo", f"game={key}")
    assert status == 303
    return dict(headers)["Location"].removeprefix(BASE)


def dumped(file):
    with closing(sqlite3.connect(file)) as database:
        return "\n".join(database.iterdump())


def schemed(file):
    with closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return sorted(" ".join(row[0].split()) for row in found)


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda each: each.stem)
def test_ready_sql_matches_migrations_of_stored_clubs(dump, ready, tmp_path):
    files = [tmp_path / name for name in ("ours", "theirs")]
    for file in files:
        upgrade(f"sqlite:///{file}", dump.stem)
        with closing(sqlite3.connect(file)) as database:
            database.executescript(dump.read_text(encoding="utf-8"))
    inside.prepare(files[0], ready)
    upgrade(f"sqlite:///{files[1]}")
    ours, theirs = map(dumped, files)
    assert ours == theirs


def test_fresh_database_matches_the_migrations(ready, tmp_path):
    inside.prepare(tmp_path / "ours", ready)
    upgrade(f"sqlite:///{tmp_path / 'theirs'}")
    assert schemed(tmp_path / "ours") == schemed(tmp_path / "theirs")


def test_scores_of_a_newer_edition_are_left_alone(ready, tmp_path):
    file = tmp_path / "companion.db"
    inside.prepare(file, ready)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(Trouble, match="newer"):
        inside.prepare(file, ready)
    assert file.read_bytes() == before


def test_page_addresses_keep_the_site_path(pocket):
    table = demo(pocket)
    key = next(iter(games.all_games()))
    paths = ["/", f"/new/{key}", f"/rules/{key}", f"/print/{key}", "/referee", "/people",
             "/history", "/import", "/sets", "/rules", f"/print/{key}/sheet.html", table,
             f"{table}/sheet", f"{table}/more", f"{table}/share", f"{table}/readings",
             "/nothing"]  # fmt: skip
    for path in paths:
        status, headers, body = get(pocket, path)
        assert status == 404 if path == "/nothing" else status == 200, path
        addresses = ROOTED.findall(body.decode())
        assert addresses or path.endswith("sheet.html"), path
        assert [each for each in addresses if not each.startswith((f"{BASE}/", f"{BASE}?"))] == []
        assert "frame-ancestors 'self'" in dict(headers)["Content-Security-Policy"]


def test_redirects_keep_the_site_path(pocket):
    for path, form in (("/demo", "game=kaiser"), ("/look", "suits=four&back=/rules")):
        status, headers, _ = post(pocket, path, form)
        assert status == 303
        assert dict(headers)["Location"].startswith(f"{BASE}/")
    assert pocket.placed(f"{BASE}/t/X") == f"{BASE}/t/X"
    assert pocket.placed("https://elsewhere.example/") == "https://elsewhere.example/"


def test_every_table_on_phone_can_be_written(pocket):
    record = golden("kaiser")
    del record.hands[3:]
    codes = [pocket.store.begin(record).code for _ in range(45)]
    for code in (codes[0], codes[-1]):
        assert "ask-form" in get(pocket, f"/t/{code}")[2].decode()
    assert codes[-1] not in json.dumps(pocket.session.values)


def test_offline_page_shows_the_hand_in_play(pocket):
    record = Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"])
    record.hands = [{"bid 2": "6", "bid 3": "7", "bid 4": "pass", "bid 1": "pass", "trump": "D"}]
    code = pocket.store.begin(record).code
    for path in ("", "/board"):
        page = get(pocket, f"/t/{code}{path}")[2].decode()
        text = shown(tinyhtml5.parse(page, namespace_html_elements=False))
        assert "Omar leads" in text
        assert "♦ Nell & Pia need 7 of 10 points" in text
        bids = text.replace(" : change", "")  # read aloud where a tap changes a bid
        assert "Omar & Quin add points Omar 6 Pia 7 Quin – Nell –" in bids


def test_watched_table_stays_read_only(pocket, told, tmp_path):
    there = demo(pocket)
    page = get(pocket, f"{there}/take")[2].decode()
    letters = match_in(r"#take=[\w-]+", page)[0]
    pocket.store.forget(there.rsplit("/", 1)[1])
    status, headers, _ = post(pocket, "/take", urlencode({"table": letters, "do": "look"}))
    assert status == 303
    table = dict(headers)["Location"].removeprefix(BASE)
    assert "ask-form" not in get(pocket, table)[2].decode()
    kept = pocket.kept()
    assert kept
    assert pocket.kept() is None
    again = inside.Pocket(told, tmp_path / "companion.db", kept)
    assert "ask-form" not in get(again, table)[2].decode()
    again.store.close()


def test_import_adds_an_export_once(pocket):
    codes = [pocket.store.begin(golden(key)).code for key in ("kaiser", "tres")]
    text = json.dumps(dump(Tables(pocket.store).export(codes)))
    for code in codes:
        pocket.store.forget(code)
    for words in ("2 tables imported", "All of it is here already", "All of it is here already"):
        status, _, body = post(pocket, "/import", urlencode({"text": text}))
        assert (status, words in body.decode()) == (200, True)
        assert len(pocket.store.tables()) == 2


def test_import_updates_a_watched_copy(pocket):
    code = pocket.store.begin(Record.begin("kaiser", "ABCD")).code
    tables = Tables(pocket.store)
    older = packed(*tables.export([code]))
    pocket.store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="s")
    newer = packed(*tables.export([code]))
    pocket.store.forget(code)
    for letters, do in ((older, "look"), (newer, "bring"), (newer, "look"), (older, "bring")):
        post(pocket, "/take", urlencode({"table": f"#take={letters}", "do": do}))
    (table,) = pocket.store.tables()
    assert (table.code == code, table.record.hands) == (False, [{"bid 2": "7"}])
    assert "ask-form" not in get(pocket, f"/t/{table.code}")[2].decode()


def test_series_reads_its_games(pocket):
    tables, won = Tables(pocket.store), {"@entry": "quick", **WON}
    record = Record.begin("kaiser", "ABCD", rules={"target": "20"})
    record.head["series"] = "first"
    first = pocket.store.begin(record).code
    pocket.store.act(first, Act("answer", 1, won), seen=0, submission="a")
    head = record.head | next_head(tables.get(first), lambda *_: None)
    second = pocket.store.begin(Record("kaiser", head, [won])).code
    assert "win it, 0 : 2" in get(pocket, f"/t/{second}")[2].decode()
    pocket.store.act(first, Act("amend", 1, {"contract": "7"}), seen=1, submission="b")
    page = get(pocket, f"/t/{second}")[2].decode()
    assert "0 : 1, one more win" in page
    assert re.search(rf'href="{BASE}/t/{first}">\s*Game 1 is open again', page)


def test_the_database_keeps_no_log_beside_it(pocket, tmp_path):
    demo(pocket)
    assert [file.name for file in tmp_path.iterdir() if "companion.db" in file.name] == [
        "companion.db"
    ]


def test_single_phone_limits_say_what_to_do(pocket):
    table = demo(pocket)
    ways = get(pocket, f"{table}/share")[2].decode()
    assert "Move to another phone" in ways
    assert "Scan to watch" not in ways
    assert TAKE_OVER_SCORING not in ways
    for path in (f"{table}/take", f"{table}/pencil"):
        status, _, body = get(pocket, path)
        assert status == 200
        assert "other phones cannot watch live" in body.decode()
        assert f"{BASE}{table}/export.json" in body.decode()
    assert get(pocket, f"{table}/print/sheet.html")[0] == 200
    assert "tap Print" in get(pocket, f"{table}/print")[2].decode()


def test_full_disk_is_reported_on_a_page(pocket):
    status, headers, body = get(pocket, "/full")
    assert (status, dict(headers)["Content-Type"]) == (507, "text/html; charset=utf-8")
    said = body.decode()
    assert PHONE_TAKES_NO_MORE in said
    assert f'href="{BASE}/saved"' in said
    assert 'rel="stylesheet"' in said
    # A reply to htmx is the inner part of the page.
    assert "<html" not in get(pocket, "/full", **{"hx-request": "true"})[2].decode()


def test_saved_page_says_whether_phone_keeps_data(pocket, told, tmp_path):
    demo(pocket)
    said = get(pocket, "/saved")[2].decode()
    assert "All saved. No network needed." in said
    assert "Yes, when storage runs low" in said
    assert "none yet" in said
    assert f'href="{BASE}/saved"' in get(pocket, "/more")[2].decode()
    storage = {"persisted": True, "usage": 2_100_000, "quota": 10_800_000_000}
    kept = {**told, "phone": {"storage": storage, "problem": ""}}
    other = inside.Pocket(kept, tmp_path / "other.db")
    said = get(other, "/saved")[2].decode()
    assert IT_IS_KEPT in said
    assert "2.1 MB of at least 10.8 GB" in said
    other.store.close()
    refused = {**told, "phone": {"storage": {}, "problem": "SecurityError"}}
    other = inside.Pocket(refused, tmp_path / "third.db")
    said = get(other, "/saved")[2].decode()
    assert NOTHING_IS_KEPT in said
    assert "All saved" not in said
    other.store.close()


def test_an_iphone_is_told_where_its_scores_stay(told, tmp_path):
    for homed, words in ((False, "after seven days of use"), (True, "when storage runs low")):
        phone = {"storage": {}, "problem": "", "homed": homed}
        one = inside.Pocket({**told, "phone": phone}, tmp_path / f"{homed}.db")
        said = get(one, "/saved")[2].decode()
        assert words in said
        assert ("begins empty there" in said) == (not homed)
        one.store.close()


def test_warmed_app_continues_with_another_database(told, tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "PRAGMAS", inside.IN_MEMORY)
    monkeypatch.setattr(inside, "FILE", tmp_path / "companion.db")
    monkeypatch.setattr(inside, "_here", [])
    real, answered = inside.Pocket.answer, {}

    def answer(self, method, url, headers, body):
        found = real(self, method, url, headers, body)
        answered[method, url.rpartition("/")[2]] = found[0]
        return found

    monkeypatch.setattr(inside.Pocket, "answer", answer)
    inside.warm(json.dumps(told))
    assert answered["POST", "answer"] == 200  # the warm-up has answered a question
    assert set(answered.values()) <= {200, 303}
    assert list(tmp_path.iterdir()) == []
    (pocket,) = inside._here
    random.seed(5)
    before = random.random()
    random.seed(5)
    inside.begin(json.dumps({**told, "phone": {"problem": "refused"}}), '{"copied": ["", 0]}')
    assert random.random() != before
    assert f'href="{BASE}/t/' not in get(pocket, "/")[2].decode()
    assert NOTHING_IS_KEPT in get(pocket, "/saved")[2].decode()
    assert get(pocket, demo(pocket))[0] == 200
    pocket.store.close()


def due(pocket):
    return dict(get(pocket, "/")[1]).get("X-Companion-Uncopied")


def test_copy_is_requested_after_three_evenings_once(pocket):
    saved = pocket.store.saved(pocket.store.begin(golden("kaiser")).code)
    assert due(pocket) is None
    tables = Tables(pocket.store)
    take_in(tables, [saved] * 3)
    assert due(pocket) == "3"
    assert "3 evenings since the last copy" in get(pocket, "/saved")[2].decode()
    assert get(pocket, "/export.json")[0] == 200
    assert json.loads(pocket.kept())["copied"][1] == 3
    assert due(pocket) is None
    assert "since the last copy" not in get(pocket, "/saved")[2].decode()
    take_in(tables, [saved] * 2)
    assert due(pocket) is None
