"""Attacks: one test for each kind, over every route."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from werkzeug.routing import AnyConverter

from companion import budget, games, printing
from companion.app import create_app
from companion.clubs.club import Club
from companion.engine.record import MAX_HANDS, MAX_NAME, Act, Record
from companion.hosting import admission, limits
from companion.nights.night import Night
from companion.paths import inside
from companion.settings import Settings
from companion.store.clubs import Clubs, RuleSets
from companion.store.exchange import dump
from companion.store.nights import Nights
from companion.store.rows import MAX_ACTS
from companion.store.saved import Saved
from companion.tables.carrying import packed
from tests.daily import LONG, daily
from tests.finding import match_in
from tests.web.hostile import CRLF, ELSEWHERE, MARK, PATHS, SCRIPTS, harmless, no_script
from tests.web.phones import NAMES, Phone, plain


def routes(app, method: str, table: str = "", club: str = "x", night: str = "x"):
    """Every address of a method; the codes of a table, a club and a night, and likely parts filled
    in."""
    given = {"code": table or "BCDFGH", "key": "kaiser", "kind": "sheet", "number": 1, "hand": 1,
             "place": 1, "name": "companion.css", "id": "KAI-MADE", "asked": "trick",
             "edition": "0", "day": "2026-01-31"}  # fmt: skip
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if method in rule.methods and rule.arguments <= given.keys():
                parts = {name: given[name] for name in rule.arguments}
                if rule.rule.startswith("/club/"):
                    parts["key"] = club
                if rule.rule.startswith("/night/"):
                    parts["key"] = night
                if isinstance(one := rule._converters.get("kind"), AnyConverter):
                    parts["kind"] = min(one.items)
                yield rule, app.url_map.bind("localhost").build(rule.endpoint, parts)


# -- other sites ---------------------------------------------------------------------------------

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


def test_no_route_accepts_cross_site_changes(played, app, store):
    """Cross-site request forgery."""
    before = played.seq
    found = list(routes(app, "POST", played.code))
    assert len(found) > 20
    form = {"seen": str(before), "do": "begin", **NAMES, "side": "A", "points": "5"}
    for _, path in found:
        for headers in FOREIGN:
            assert played.post(path, form, headers=headers).status_code == 403, (path, headers)
    assert played.seq == before
    assert len(store.tables()) == 1


@pytest.fixture
def hall(store):
    """The keys of a club and of its night."""
    club = Clubs(store).found(Club("Thursday", tuple("ABCDEFGH")))
    return club, Nights(store).found(club, Night("2026-01-31", "kaiser", tuple("ABCDEFGH")))


@pytest.mark.usefixtures("print_queue")
def test_no_page_allows_framing_or_inline_scripts(played, app, hall):
    framed = []
    for rule, path in routes(app, "GET", played.code, *hall):
        policy = played.get(path).headers["Content-Security-Policy"]
        assert "unsafe-eval" not in policy, path
        assert "default-src 'none'" in policy, path
        scripts = re.search(r"script-src ([^;]*)", policy)
        assert scripts is None or "unsafe-inline" not in scripts[1], path
        if "prints." not in path:
            assert "unsafe-inline" not in policy, path
        if "frame-ancestors 'none'" not in policy:
            framed.append(rule.endpoint)
            assert "frame-ancestors 'self'" in policy
    pages = ("game_page", "table_page", "game_pdf", "table_pdf", "cards_pdf")
    assert set(framed) <= {f"paper.prints.{page}" for page in pages}


# -- scripts -------------------------------------------------------------------------------------


@pytest.mark.slow
@daily("few", [SCRIPTS[:4], SCRIPTS[4:]], [SCRIPTS[:4]])
def test_injected_script_appears_in_no_page(phone, app, store, few):
    """Script injection: by the form, by every kind of note, and by an imported file."""
    one, script = phone(), " ".join(few)
    named = {f"name.{place}": each[:MAX_NAME] for place, each in enumerate(few, 1)}
    name = named["name.1"]
    reply = one.fill("/new/kaiser", do="begin", **(NAMES | named))
    no_script(reply.text, name)
    code = store.tables()[0].code
    for place, own in enumerate(({"@adjust 1": f"A 5 {script}"}, {"@void": script})):
        store.act(code, Act("answer", 1, own), seen=place, submission=f"own{place}")
    store.act(code, Act("amend", 2, {"bid 2": script, "nosuch": script}), seen=store.seq(code),
              submission="amend", who=script, why=script)  # fmt: skip
    table = store.saved(code).json()
    others = [table | {"code": f"MKTRW{day}", "begun": f"2026-01-0{day}"} for day in (1, 2)]
    for tables in ([table], others):  # one that is known here, and two that are taken in
        export = json.dumps({"format": "companion-export", "version": 1, "tables": tables})
        reply = one.post("/import", {"text": export})
        no_script(reply.text, "import")
    codes = [stored.code for stored in store.tables()]
    assert len(codes) == 3
    club = Clubs(store).found(Club(f"C {name}", (name,), notes={"2026-01-31": script}))
    people = (name, *(f"{n} {few[-1]}"[:MAX_NAME].strip() for n in range(7)))
    night = Nights(store).found(club, Night("2026-01-31", "kaiser", people, {"title": script}))
    looked = 0
    for code in codes:
        for rule, path in routes(app, "GET", code, club, night):
            if rule.endpoint.endswith("_pdf"):
                continue
            # The same templates render parts: those of one table are checked, too.
            for headers in ({}, {"HX-Request": "true"})[: 2 if code == codes[0] else 1]:
                reply = one.get(path, headers=headers)
                if (reply.mimetype or "").startswith("text/html"):
                    no_script(reply.text, path)
                    looked += MARK in reply.text
    assert looked > 10


# -- ways out and ways up ------------------------------------------------------------------------


def test_nothing_leads_to_another_site(played):
    """Open redirects."""
    fields = [("code",), ("table",), ("back", "next", "url", "from")]
    for place in ELSEWHERE:
        for path in ("/look", "abandon"):
            harmless(played.post(path, {"back": place}), (path, place))
        for path in ("/watch", "/", "/rules", "/new/kaiser"):
            for names in fields:
                query = dict.fromkeys(names, place)
                harmless(played.get(path, query_string=query), (path, query))


@pytest.mark.parametrize("folder", ["/static/", "/paper/0/", "/paper/0/css/", "/rules/", "/print/"])
def test_no_path_leads_out_of_its_folder(phone, folder):
    """Path tricks."""
    one, own = phone(), folder.split("/")[1]
    for place in (each for each in PATHS if own not in each.split("/")):  # out and in again
        for path in (folder + place, folder + place.replace("/", "%2f"), folder + "x/" + place):
            reply = one.get(path)
            assert reply.status_code in (400, 404, 308), path
            assert b"root:" not in reply.data
            assert b"[project]" not in reply.data


def test_file_outside_its_folder_is_not_found(tmp_path):
    """Neither by a path upwards, nor by an absolute one, nor by a link."""
    folder, secret = tmp_path / "folder", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("a key")
    (folder / "own").write_text("a file")
    (folder / "link").symlink_to(secret)
    assert inside(folder, "own") == folder / "own"
    for name in ("../secret", str(secret), "link", "own/../../secret"):
        assert inside(folder, name) is None, name


@pytest.mark.usefixtures("print_queue")
@pytest.mark.parametrize("text", CRLF)
def test_nothing_that_is_sent_becomes_a_header(played, phone, app, hall, text):
    """Header injection: in every field that is returned in an address, a cookie or a file name."""
    harmless(played.post("/look", {"back": f"/{text}", "suits": text}), text)
    harmless(played.get("/watch", query_string={"code": text}), text)
    one = phone()
    reply = one.fill("/new/kaiser", follow=False, do="begin", **(NAMES | {"name.1": text[:30]}))
    harmless(reply, text)
    code = one.go(reply)
    for _, path in share(routes(app, "GET", code, *hall), CRLF, text):
        harmless(one.get(path, query_string={"players": text, "q": text, "kind": text}), path)


ODD = ["\r\n", "\0", "\udcff\x85\u2028"]


def share(of, among, one):
    """All of them in the long run; else the share of this one among several, in turn."""
    return [*of] if LONG else [*of][among.index(one) :: len(among)]


@pytest.mark.usefixtures("print_queue")
@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_unreadable_address_causes_no_server_fault(played, app, hall, odd):
    """Bytes that no browser would send, in the path and in the query of every route."""
    raw = odd.encode("utf-8", "surrogateescape").decode("latin-1")
    for rule, path in share(routes(app, "GET", played.code, *hall), ODD, odd):
        sent = [{"QUERY_STRING": f"a={raw}"}]
        if rule.arguments & {"code", "name", "key"}:
            sent.append({"PATH_INFO": re.sub("BBBBBB|kaiser|companion.css", raw, path)})
            sent += [{"PATH_INFO": path.replace(own, raw)} for own in (played.code, *hall)
                     if own in path]  # fmt: skip
        for environ in sent:
            harmless(played.get(path, environ_overrides=environ), (path, environ))


def test_watchers_write_by_no_route(played, phone, app, store):
    """Watcher writing: every route of the URL map that changes a table."""
    before, key = store.saved(played.code).json(), played.stored.key
    found = [(rule, path) for rule, path in routes(app, "POST", played.code)
             if "code" in rule.arguments and rule.rule.startswith("/t/")]  # fmt: skip
    assert len(found) >= 20
    last = before["journal"][-1]["seq"]
    form = {"seen": str(last), "hand": "4", "a.bid 1": "7", "do": "save",
            "side": "A", "points": "5", "mode": "quick", "seat": "1", "sure": "yes",
            "name.1": "Z", "key": "target", "value": "40"}  # fmt: skip
    for rule, path in found:
        one = phone(played.code)
        one.get("")
        reply = one.post(path, form)
        assert reply.status_code == 403, (rule.endpoint, reply.status_code)
        harmless(reply, path)
        assert store.saved(played.code).json() == before, rule.endpoint
        assert played.stored.key == key, rule.endpoint


def test_watchers_are_never_told_the_key(played, phone, app):
    key = played.stored.key
    for rule, path in routes(app, "GET", played.code):
        if rule.endpoint.endswith("_pdf"):
            continue  # the page from which it is made is checked
        reply = phone().get(path)
        assert key.encode() not in reply.data, path
        assert key not in str(reply.headers), path


# -- guessing ------------------------------------------------------------------------------------


@pytest.fixture
def guarded(store, tmp_path):
    return create_app(store, testing=True, data=tmp_path, settings=Settings())


@pytest.fixture
def stored(store):
    return store.begin(Record.begin("kaiser", "ABCD"))


def asked(app, path, address="127.0.0.1", **headers: str):
    """The response to a client at this address."""
    at = {"REMOTE_ADDR": address}
    return app.test_client().get(path, environ_base=at, headers=headers)


def guess(app, number: int, address: str = "203.0.113.9", **headers: str) -> int:
    code = "".join("BCDFGHJKMN"[int(digit)] for digit in f"{number:06d}")
    asked(app, f"/t/{code}", address, **headers)
    return asked(app, f"/t/{code}/live", address, **{"HX-PTag": "0", **headers}).status_code


def test_code_guessing_stops_the_guesser_alone(guarded, stored):
    """Table enumeration."""
    answers = [guess(guarded, number) for number in range(60)]
    assert (answers[0], answers[-1]) == (404, 429)
    assert answers.count(404) <= 30
    table, other = f"/t/{stored.code}", "198.51.100.2"
    # A right one does not count.
    assert {asked(guarded, table, other).status_code for _ in range(60)} == {200}
    client, there = guarded.test_client(), {"REMOTE_ADDR": "203.0.113.9"}
    # Now a right guess gets the same response as a wrong one, on every route.
    for path in (table, f"{table}/live", f"{table}.json", f"/rules/kaiser?table={stored.code}"):
        reply = client.get(path, environ_base=there, headers={"HX-PTag": "0"})
        assert reply.status_code == 429, path
        assert int(reply.headers["Retry-After"]) >= 1
    assert "Try again in" in plain(client.get(table, environ_base=there).text)
    # A phone that already knows the table continues.
    assert client.get(table, environ_base={"REMOTE_ADDR": other}).status_code == 200
    assert client.get(table, environ_base=there).status_code == 200


def test_a_house_of_many_addresses_counts_as_one(guarded):
    answers = [guess(guarded, n, f"2001:db8:1:2::{n:x}") for n in range(60)]
    assert answers[-1] == 429
    assert guess(guarded, 99, "2001:db8:1:3::1") == 429
    assert guess(guarded, 99, "2001:db8:2::1") == 404
    assert guess(guarded, 99, "::ffff:198.51.100.2") == 404


def test_forged_client_address_is_ignored_without_proxy(guarded):
    answers = [guess(guarded, n, X_Forwarded_For=f"192.0.2.{n}") for n in range(60)]
    assert answers[-1] == 429


def test_trusted_proxy_passes_on_client_address(store, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=1))

    def answers(chain):
        return [asked(app, "/t/BBBBBB", **{"X-Forwarded-For": chain.format(n)}).status_code
                for n in range(60)]  # fmt: skip

    assert set(answers("10.9.9.9, 192.0.2.{}")) == {404}
    assert answers("10.9.9.{}, 192.0.2.1")[-1] == 429


def test_scorers_keys_cannot_be_tried_out(guarded, stored):
    path = f"/t/{stored.code}/score/guess"
    answers = [asked(guarded, f"{path}{n}").status_code for n in range(60)]
    assert (answers[0], answers[-1]) == (403, 429)


def test_new_tables_and_prints_are_limited(guarded, store):
    client = guarded.test_client()
    form = {"do": "begin", **NAMES}
    replies = [client.post("/new/kaiser", data=form) for _ in range(50)]
    assert (replies[0].status_code, replies[-1].status_code) == (303, 429)
    page = replies[-1].text
    assert re.search(r"Too many new tables from here\. Try again in \d+ (second|minute)s\.", page)
    assert f'value="{NAMES["name.1"]}"' in page  # what was typed stays
    assert len(store.tables(limit=100)) == 40
    answers = [client.get("/print/kaiser/sheet.html").status_code for _ in range(70)]
    assert (answers[0], answers[-1]) == (200, 429)


def test_whatever_makes_tables_is_counted_alike(guarded, store, monkeypatch):
    """New tables, demos, imports by link or file, rematches: each counts."""
    monkeypatch.setattr(limits, "TABLES", "3 per hour")
    link = packed(Saved.beginning(Record.begin("kaiser", "ABCD"), 1))
    text = "game: kaiser\nplayers: A,B,C,D\n"
    ways = {
        "/new/kaiser": {"do": "begin", **NAMES},
        "/demo": {"game": "kaiser"},
        "/take": {"table": f"#take={link}", "do": "write"},
        "/import": {"text": text},
    }
    for number, (path, form) in enumerate(ways.items()):
        client, at = guarded.test_client(), {"REMOTE_ADDR": f"192.0.2.{number}"}
        answers = [client.post(path, data=form, environ_base=at).status_code for _ in range(4)]
        assert answers[2] < 400, path
        assert answers[3] == 429, path
    assert guarded.test_client().post("/take", data={"table": f"#take={link}"}).status_code == 200
    many = json.dumps(dump([Saved.beginning(Record.begin("kaiser", "ABCD"), 1)] * 4))
    assert guarded.test_client().post("/import", data={"text": many}).status_code == 429
    assert len(store.tables(limit=100)) == 3 + 1 + 3 + 3  # a demo takes the place of the last one


def test_what_an_address_stores_by_files_is_counted(guarded, phone, store, monkeypatch):
    monkeypatch.setattr(limits, "STORED", "2 per day")
    one = phone(Record.begin("kaiser", "ABCD"))
    for _ in range(101):
        one.enter(Act("answer", 1, {"bid 2": "7"}))
    export, answers = dump([store.saved(one.code)]), []
    for day in (1, 2):
        export["tables"][0]["begun"] = f"2026-01-0{day}"
        text = json.dumps(export)
        answers.append(guarded.test_client().post("/import", data={"text": text}).status_code)
    assert answers == [200, 429]


def test_texts_that_an_address_stores_are_counted(guarded, monkeypatch):
    """A note of a club, a club in a file, and a record: 1, 2 and 1 of the 4 allowed."""
    monkeypatch.setattr(limits, "STORED", "4 per day")
    one = guarded.test_client()
    where = one.post("/clubs", data={"name": "Thursday"}).headers["Location"]
    day, note = {"do": "note", "day": "2026-01-01"}, "\U0001f0cf" * 500
    answers = [one.post(where.removesuffix("/agreed"), data=day | {"note": note}).status_code]
    notes = {f"2026-01-{number:02}": note for number in range(1, 7)}
    club = {"name": "Friday", "notes": notes}
    data = {"format": "companion-export", "version": 1, "tables": [], "clubs": [club]}
    answers.append(one.post("/import", data={"text": json.dumps(data)}).status_code)
    head = "game: kaiser\nplayers: A, B, C, D\n"
    answers.append(one.post("/import", data={"text": f"{head}note: {note[:400]}"}).status_code)
    answers.append(one.post("/import", data={"text": json.dumps(data)}).status_code)
    assert answers == [303, 303, 200, 429]


def test_network_of_addresses_guesses_no_more_often(guarded, stored):
    assert limits.WRONG == "30 per minute"
    asks = lambda code, n: asked(guarded, f"/t/{code}", f"2001:db8:1:{n:x}00::1")  # noqa: E731
    answers = [asks("BBBBBB", n).status_code for n in range(35)]
    assert answers == [404] * 30 + [429] * 5
    known = Phone(guarded)
    known.begin(**NAMES)
    assert known.get("").status_code == 200
    assert asks(stored.code, 99).status_code == 429


def test_many_guessers_raise_alarm_and_block_nobody(guarded, stored, lines):
    def asks(path, n):
        return asked(guarded, path, f"198.18.{n // 256}.{n % 256}").status_code

    assert limits.WRONG_OF_ALL == "600 per minute"
    assert {asks("/t/BBBBBB", n) for n in range(605)} == {404}
    (said,) = map(json.loads, lines)
    assert (said["event"], said["level"]) == ("guessing by many", "warning")
    assert asks(f"/t/{stored.code}", 700) == 200
    assert asks(f"/t/{stored.code}/score/{stored.key}", 701) == 302


def test_a_right_key_is_never_refused(guarded, stored):
    """Not even from an address that has guessed too often: a club may share it."""
    assert [guess(guarded, number, "127.0.0.1") for number in range(40)][-1] == 429
    assert asked(guarded, f"/t/{stored.code}/score/{stored.key}").status_code == 302
    other = Phone(guarded, stored.code)
    assert other.post("pencil", {"key": "x" * 32}).status_code == 429
    assert other.post("pencil", {"key": stored.key}).status_code == 303


@pytest.mark.parametrize(
    ("address", "named"), [("203.0.113.9",) * 2, ("2001:db8:1::7", "2001:db8:1::/48")]
)
def test_log_names_guessing_address_as_ban_expects(guarded, lines, address, named):
    for number in range(40):
        guess(guarded, number, address)
    (said,) = map(json.loads, lines)
    assert (said["event"], said["address"]) == ("guessing", named)
    hosting = (Path(__file__).parents[3] / "HOSTING.md").read_text(encoding="utf-8")
    pattern = match_in(r"failregex = (.*)", hosting)[1]
    # The line as fail2ban reads it, and <HOST>, which has no network.
    pattern = pattern.replace("<SUBNET>", r"(?P<host>[\da-f.:]+(/\d+)?)")
    pattern = pattern.replace("<HOST>", r"(?P<host>[\da-f.:]+)")
    found = re.search(pattern, json.dumps(said))
    assert found
    assert found["host"] == named


@pytest.mark.parametrize("listed", [True, False], ids=["at home", "hosted"])
def test_public_server_has_longer_codes_and_private_lists(store, tmp_path, listed):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(listed=listed))
    app.config["REST"] = 0
    one, other = Phone(app), Phone(app)
    code = one.begin(**NAMES)
    assert len(code) == (6 if listed else 8)
    assert one.stored.code == code
    one.answer({"bid 2": "7"})
    assert code in one.get("/").text
    assert (code in other.get("/").text) is listed
    if not listed:
        assert code not in other.get("/history").text


# -- cookies and proxies -------------------------------------------------------------------------


def test_by_https_cookies_stay_on_https(store, stored, tmp_path):
    """As a trusted proxy says; the headers of other clients do not count."""
    by = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    for proxies, secure in ((1, True), (0, False)):
        app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=proxies))
        client = app.test_client()
        reply = client.post("/look", data={"suits": "four"}, headers=by)
        assert bool(re.search(r"; Secure\b", reply.headers["Set-Cookie"])) is secure
        strict = reply.headers.get("Strict-Transport-Security", "")
        assert strict.startswith("max-age=") is secure
        page = client.get(f"/t/{stored.code}/share", headers=by).text
        assert ("cards.example" in page) is secure


def test_only_the_names_that_are_set_are_answered(store, tmp_path):
    settings = Settings(hosts=("cards.example",))
    app = create_app(store, testing=True, data=tmp_path, settings=settings)
    for path, host, status in (("/", "cards.example", 200), ("/", "evil.example", 400),
                               ("/health", "cards.example:8000", 200)):  # fmt: skip
        assert asked(app, path, Host=host).status_code == status


@pytest.mark.parametrize("host", ["a..b", ".a", "..", f"{'x' * 64}.example"])
@pytest.mark.parametrize("path", ["/", "/health", "/nowhere", "/static/companion.css"])
def test_an_impossible_host_is_a_bad_request(app, host, path):
    """Not a server error, which would raise an alarm."""
    assert asked(app, path, Host=host).status_code == 400


# -- how much ------------------------------------------------------------------------------------


def test_everything_sent_has_a_limit(played):
    seq = played.seq
    many = {f"name.{n}": f"P{n}" for n in range(1, 30)}
    long = {**NAMES, "name.1": "N" * (MAX_NAME + 1)}
    for path, form, status in (
        ("answer", {"a": "x" * 300_000}, 413),
        ("/new/kaiser", {"do": "begin", **many}, 422),
        ("/new/kaiser", {"do": "begin", **long}, 422),
        ("answer", {"seen": str(seq), "a.bid 1": "7" * 501}, 400),
    ):
        assert played.post(path, form).status_code == status
    assert "500" in played.words()
    assert played.seq == seq
    for text, status in (("x" * 9000, 414), ("zz yy xx " * 22, 200)):
        assert played.get("/rules", query_string={"q": text}).status_code == status


def test_full_journal_leaves_table_as_it_is(scorer, monkeypatch):
    monkeypatch.setattr("companion.store.rows.MAX_ACTS", 3)
    sent = [scorer.post("entry", {"seen": str(seen), "hand": "1", "mode": mode}).status_code
            for seen, mode in enumerate(["quick", "guided"] * 2)]  # fmt: skip
    assert sent == [303] * 3 + [400]
    assert "takes no more" in scorer.words()
    assert scorer.seq == 3
    assert scorer.get("").status_code == 200
    assert MAX_ACTS >= 4 * 900  # the longest evening has some 900


def test_a_page_to_print_has_its_limits(played, monkeypatch):
    monkeypatch.setattr(printing, "can_print", lambda: False)
    for query in ("copies=51", "rows=61", "copies=999", "paper=a0", "seats=99"):
        reply = played.get(f"/print/kaiser/sheet.pdf?{query}")
        assert reply.status_code in (200, 400, 422), query
        assert len(reply.data) < 2_000_000
    assert printing.print_queue.SECONDS <= 30


def test_a_file_to_import_has_its_limits(phone, store):
    one = phone()
    for text in ('{"a":' * 50_000, "[" * 50_000, '{"tables": [' * 9000, "9" * 5000,
                 "hand 1\n" * 3, "game: kaiser\nplayers: A, B, C, D\n" + "hand\n" * 501,
                 json.dumps({"game": "kaiser", "head": {"player 1": "\ud800"}, "hands": []}),
                 ):  # fmt: skip
        reply = one.post("/import", {"text": text})
        assert reply.status_code in (413, 422), text[:40]
        harmless(reply, text[:40])
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    big, kind = head + b"x" * (5 << 20) + b"\r\n--x--\r\n", "multipart/form-data; boundary=x"
    assert one.post("/import", big, content_type=kind).status_code == 413
    assert store.tables() == []


UNSEEN = ["\x00", "\x1b[31m", "\u202e", "\u2066", "\x7f", "\uffff"]


def test_invisible_characters_are_not_stored(phone, store):
    """Some are refused by databases, some reverse the text after them."""
    for unseen in ("\ud800", *UNSEEN):
        players = {f"player {n}": f"P{n}{unseen}x" for n in range(1, 5)}
        record = {"game": "kaiser", "head": {**players, "dealer": "1"},
                  "hands": [{"@void": f"be{unseen}cause"}]}  # fmt: skip
        page = phone().post("/import", {"text": json.dumps(record)}).text
        kept = str(store.table(match_in(r'href="/t/([A-Z]{6})"', page)[1]).record.json())
        assert (unseen in kept, "P1" in kept) == (False, True), ascii(unseen)
    for unseen in UNSEEN:
        names = {f"name.{n}": f"N{n}{unseen}" for n in range(1, 5)}
        one = phone()
        one.begin(submission=f"s{unseen}", **names)
        assert unseen not in str(one.record.json()), ascii(unseen)


# -- pages that replay again and again -----------------------------------------------------------


def huge(phone) -> str:
    """A table of as many answers as a record may have; its code."""
    hand = "\n@void: rain\n" + "".join(f"@adjust {n}: A 1 late\n" for n in range(19))
    text = "game: kaiser\nplayers: A,B,C,D\n" + "".join(
        f"hand {n}{hand}" for n in range(1, MAX_HANDS + 1)
    )
    reply = phone().post("/import", {"text": text})
    assert reply.status_code == 200
    return match_in(r'href="/t/([A-Z]{6})"', reply.text)[1]


def test_page_of_many_replays_stops_in_time(phone, monkeypatch):
    code = huge(phone)
    replays, game = [], games.find("kaiser")
    replay = type(game).replay

    def counted(*it):
        replays.append(1)
        return replay(*it)

    monkeypatch.setattr(type(game), "replay", counted)
    monkeypatch.setattr(budget, "in_time", lambda: False)
    page = phone().get(f"/t/{code}/readings")
    assert page.status_code == 200
    assert "could not be tried in time" in page.text
    assert len(replays) <= 3
    replays.clear()
    key = next(iter(game.rules.options))
    assert phone().get(f"/t/{code}/readings/{key}").status_code == 200
    assert len(replays) <= 3


def test_slow_import_is_left_to_command_line(phone, monkeypatch):
    monkeypatch.setattr(admission, "SECONDS", 0.0)
    reply = phone().post("/import", {"text": "game: kaiser\nplayers: A,B,C,D\n"})
    assert reply.status_code == 422
    assert "“companion import” takes it" in plain(reply.text)


# -- an export that somebody made ----------------------------------------------------------------


WRONG = [
    ("edition", 2**63), ("edition", 1e999), ("edition", True), ("edition", 0),
    ("begun", "0001-01-01T00:00:00+14:00"), ("touched", "9999-12-31T23:59:59-14:00"),
    ("journal.0.hand", 1e999), ("journal.0.hand", 2**70), ("journal.0.at", "0001-01-01T00:00:00"),
    ("came_to", {"totals": {"A": 1e999}, "winners": []}),
    ("came_to", {"totals": {"A": 10**40}, "winners": []}),
    ("came_to", {"totals": {str(n): 1 for n in range(99)}, "winners": []}),
]  # fmt: skip


def test_absurd_number_or_time_is_refused(played, phone):
    text = played.get("export.json").text
    for path, value in WRONG:
        data = json.loads(text)
        place = data["tables"][0]
        *way, last = path.split(".")
        for step in way:
            place = place[int(step)] if step.isdecimal() else place[step]
        place[last] = value
        sent = json.dumps(data).replace("Infinity", "1e999")
        reply = phone().post("/import", {"text": sent})
        assert reply.status_code == 422, (path, value, plain(reply.text))
        assert "The link or file cannot be read" in plain(reply.text)


def test_imported_text_is_cleaned_and_time_capped(played, phone, store):
    data = played.get("export.json").json
    table = data["tables"][0]
    table["who"] = "No\u202ebody\0"
    table["journal"][0]["why"] = "\ud800late\0"
    table["came_to"] = {"totals": {"A\ud800": 3}, "winners": ["B\0"]}
    table["touched"] = table["journal"][0]["at"] = "2999-01-01T00:00:00+00:00"
    table["begun"] = "2026-01-01"
    one = phone()
    one.post("/import", {"text": json.dumps(data)})
    assert one.last.status_code == 200
    (code,) = set(re.findall(r'href="/t/([A-Z]{6})"', one.last.text)) - {played.code}
    saved = store.saved(code)
    assert (saved.rows[0].why, saved.who) == ("late", "Nobody")
    assert saved.touched <= datetime.now(UTC)
    assert saved.rows[0].at <= datetime.now(UTC)


def test_a_name_of_house_rules_keeps_nothing_unseen(phone, store):
    form = {"do": "keep", "set": "Fri\u202eday\0 \u2066night", "rule.min_bid": "7"}
    assert phone().post("/new/kaiser", form).status_code == 200
    assert [each.name for each in RuleSets(store).all()] == ["Friday night"]
