"""Nobody in: one test for each way that somebody might try, and that every route keeps to it."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from werkzeug.routing import AnyConverter

from companion import games, printing
from companion.engine.record import (
    MAX_HANDS,
    MAX_NAME,
    Act,
    Record,
)
from companion.results.club import Club
from companion.store import Store
from companion.store.exchange import Saved, dump
from companion.store.rows import MAX_ACTS
from companion.tables.carrying import packed
from companion.web import create_app
from companion.web.platform import gate, limits
from companion.web.platform.settings import Settings
from tests.finding import match_in
from tests.web.hostile import CRLF, ELSEWHERE, MARK, PATHS, SCRIPTS, harmless, no_script
from tests.web.phones import NAMES, Phone, plain


def routes(app, method: str, table: str = "", club: str = "x"):
    """Every address of a method; the codes of a table and a club, and likely parts filled in."""
    given = {"code": table or "BCDFGH", "key": "kaiser", "kind": "sheet", "number": 1, "hand": 1,
             "place": 1, "name": "companion.css", "id": "KAI-MADE", "asked": "trick",
             "edition": "0", "day": "2026-01-31"}  # fmt: skip
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if method in rule.methods and rule.arguments <= given.keys():
                parts = {name: given[name] for name in rule.arguments}
                if rule.rule.startswith("/club/"):
                    parts["key"] = club
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


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_route_takes_a_change_that_another_site_sends(played, app, store, headers):
    """Cross-site request forgery."""
    before = store.seq(played.code)
    found = list(routes(app, "POST", played.code))
    assert len(found) > 20
    for _, path in found:
        form = {"seen": str(before), "do": "begin", **NAMES, "side": "A", "points": "5"}
        assert played.post(path, form, headers=headers).status_code == 403, path
    assert store.seq(played.code) == before
    assert len(store.tables()) == 1


def test_no_page_is_framed_or_lets_scripts_or_styles_stand_in_it(played, app):
    framed = []
    for rule, path in routes(app, "GET", played.code):
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
    assert set(framed) <= {
        *(f"paper.prints.{page}" for page in ("game_page", "table_page", "game_pdf",
                                              "table_pdf", "shelf_pdf")),
    }  # fmt: skip


# -- scripts -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("few", [SCRIPTS[:4], SCRIPTS[4:]])
def test_a_script_in_a_name_a_note_or_a_file_stands_in_no_page(phone, app, store, few):
    """Script injection: by the form, by every note there is, and by an imported file."""
    one, script = phone(), " ".join(few)
    named = {f"name.{place}": each[:MAX_NAME] for place, each in enumerate(few, 1)}
    name = named["name.1"]
    one.get("/new/kaiser")
    reply = one.send("/new/kaiser", do="begin", **(NAMES | named))
    no_script(reply.text, name)
    code = store.tables()[0].code
    for place, own in enumerate(({"@adjust 1": f"A 5 {script}"}, {"@void": script})):
        store.act(code, Act("answer", 1, own), seen=place, submission=f"own{place}")
    store.act(code, Act("amend", 2, {"bid 2": script, "nosuch": script}), seen=store.seq(code),
              submission="amend", who=script, why=script)  # fmt: skip
    for times in (1, 2):  # a table that is known here, and two that are taken in as they are
        export = json.dumps({"format": "companion-export", "version": 1,
                             "tables": [store.saved(code).json()] * times})  # fmt: skip
        reply = one.post("/import", {"text": export})
        no_script(reply.text, "import")
    codes = [stored.code for stored in store.tables()]
    assert len(codes) == 3
    club = store.clubs.found(Club(f"C {name}", (name,), notes={"2026-01-31": script}))
    looked = 0
    for code in codes:
        for rule, path in routes(app, "GET", code, club):
            if rule.endpoint.endswith("_pdf"):
                continue
            # Parts are drawn by the same templates: of one table they are looked at, too.
            for headers in ({}, {"HX-Request": "true"})[: 2 if code == codes[0] else 1]:
                reply = one.get(path, headers=headers)
                if (reply.mimetype or "").startswith("text/html"):
                    no_script(reply.text, path)
                    looked += MARK in reply.text
    assert looked > 10


# -- ways out and ways up ------------------------------------------------------------------------


@pytest.mark.parametrize("place", ELSEWHERE)
def test_nothing_leads_to_another_site(played, place):
    """Open redirects."""
    for path, form in [("/look", {"back": place}), (f"/t/{played.code}/abandon", {"back": place})]:
        harmless(played.post(path, form), (path, place))
    for name in ("code", "back", "next", "url", "from", "table"):
        for path in ("/watch", "/", "/rules", "/new/kaiser"):
            harmless(played.get(path, query_string={name: place}), (path, name, place))


@pytest.mark.parametrize("place", PATHS)
@pytest.mark.parametrize("folder", ["/static/", "/paper/0/", "/paper/0/css/", "/rules/", "/print/"])
def test_no_path_leads_out_of_its_folder(played, folder, place):
    """Path tricks."""
    if folder.strip("/").split("/")[0] in place.split("/"):
        pytest.skip("leads out and in again")
    for path in (folder + place, folder + place.replace("/", "%2f"), folder + "x/" + place):
        reply = played.get(path)
        assert reply.status_code in (400, 404, 308), path
        assert b"root:" not in reply.data
        assert b"[project]" not in reply.data


@pytest.mark.parametrize("text", CRLF)
def test_nothing_that_is_sent_becomes_a_header(played, phone, app, text):
    """Header injection: in every field that comes back in an address, a cookie or a file name."""
    harmless(played.post("/look", {"back": f"/{text}", "suits": text}), text)
    harmless(played.get("/watch", query_string={"code": text}), text)
    one = phone()
    one.get("/new/kaiser")
    reply = one.send("/new/kaiser", follow=False, do="begin", **(NAMES | {"name.1": text[:30]}))
    harmless(reply, text)
    code = reply.headers["Location"].rpartition("/")[2]
    for _, path in share(routes(app, "GET", code), CRLF, text):
        harmless(one.get(path, query_string={"players": text, "q": text, "kind": text}), path)


ODD = ["\r\n", "\0", "\udcff\x85\u2028"]


def share(of, among, one):
    """All of them where there is time; else as many as fall to one of several, in turn."""
    whole = bool(os.environ.get("COMPANION_TEST_LONG"))
    return [*of] if whole else [*of][among.index(one) :: len(among)]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_an_address_that_cannot_be_read_is_no_fault_of_ours(played, app, odd):
    """As bytes that no browser would send, in the path and in the query of every route."""
    raw = odd.encode("utf-8", "surrogateescape").decode("latin-1")
    for rule, path in share(routes(app, "GET", played.code), ODD, odd):
        sent = [{"QUERY_STRING": f"a={raw}"}]
        if rule.arguments & {"code", "name", "key"}:
            sent.append({"PATH_INFO": re.sub("BBBBBB|kaiser|companion.css", raw, path)})
            sent.append({"PATH_INFO": path.replace(played.code, raw)})
        for environ in sent:
            harmless(played.get(path, environ_overrides=environ), (path, environ))


def test_watchers_write_by_no_route(played, phone, app, store):
    """Watcher writing: every route that takes a change of a table, as it comes from the map."""
    before, key = store.saved(played.code).json(), store.table(played.code).key
    found = [(rule, path) for rule, path in routes(app, "POST", played.code)
             if "code" in rule.arguments and rule.rule.startswith("/t/")]  # fmt: skip
    assert len(found) >= 20
    for rule, path in found:
        one = phone()
        one.get(f"/t/{played.code}")
        last = before["journal"][-1]["seq"]
        form = {"seen": str(last), "hand": "4", "a.bid 1": "7", "do": "save",
                "side": "A", "points": "5", "mode": "quick", "seat": "1", "sure": "yes",
                "name.1": "Z", "key": "target", "value": "40"}  # fmt: skip
        reply = one.post(path, form)
        assert reply.status_code == 403, (rule.endpoint, reply.status_code)
        harmless(reply, path)
        assert store.saved(played.code).json() == before, rule.endpoint
        assert store.table(played.code).key == key, rule.endpoint


def test_watchers_are_never_told_the_key(played, phone, app, store):
    key = store.table(played.code).key
    for rule, path in routes(app, "GET", played.code):
        if rule.endpoint.endswith("_pdf"):
            continue  # packed: the page it is made of is looked at
        reply = phone().get(path)
        assert key.encode() not in reply.data, path
        assert key not in str(reply.headers), path


# -- guessing ------------------------------------------------------------------------------------


@pytest.fixture
def guarded(store, tmp_path):
    return create_app(store, testing=True, data=tmp_path, settings=Settings())


def guess(app, number: int, address: str = "203.0.113.9", **headers: str) -> int:
    code = "".join("BCDFGHJKMN"[int(digit)] for digit in f"{number:06d}")
    client = app.test_client()
    for path in (f"/t/{code}", f"/t/{code}/live"):
        reply = client.get(path, environ_base={"REMOTE_ADDR": address},
                           headers={"HX-PTag": "0", **headers})  # fmt: skip
    return reply.status_code


def test_whoever_guesses_at_codes_is_stopped_and_nobody_else(guarded, store):
    """Table enumeration."""
    codes = store.begin(Record.begin("kaiser", "ABCD"))
    answers = [guess(guarded, number) for number in range(60)]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert answers.count(404) <= 30
    there = {"REMOTE_ADDR": "198.51.100.2"}  # a right one counts for nothing
    right = [
        guarded.test_client().get(f"/t/{codes.code}", environ_base=there).status_code
        for _ in range(60)
    ]
    assert right == [200] * 60
    client = guarded.test_client()
    there = {"REMOTE_ADDR": "203.0.113.9"}
    # A right guess is not told from a wrong one any more, by no route.
    for path in (f"/t/{codes.code}", f"/t/{codes.code}/live", f"/t/{codes.code}.json",
                 f"/rules/kaiser?table={codes.code}"):  # fmt: skip
        reply = client.get(path, environ_base=there, headers={"HX-PTag": "0"})
        assert reply.status_code == 429, path
        assert int(reply.headers["Retry-After"]) >= 1
    assert "Try again in" in plain(client.get(f"/t/{codes.code}", environ_base=there).text)
    assert client.get(f"/t/{codes.code}", environ_base={"REMOTE_ADDR": "198.51.100.2"}
                      ).status_code == 200  # fmt: skip
    assert client.get(f"/t/{codes.code}", environ_base=there).status_code == 200


def test_a_house_of_many_addresses_counts_as_one(guarded):
    answers = [guess(guarded, n, f"2001:db8:1:2::{n:x}") for n in range(60)]
    assert answers[-1] == 429
    assert guess(guarded, 99, "2001:db8:1:3::1") == 429
    assert guess(guarded, 99, "2001:db8:2::1") == 404
    assert guess(guarded, 99, "::ffff:198.51.100.2") == 404


def test_an_address_that_a_client_makes_up_counts_for_nothing_without_a_trusted_proxy(guarded):
    answers = [guess(guarded, n, X_Forwarded_For=f"192.0.2.{n}") for n in range(60)]
    assert answers[-1] == 429


def test_behind_a_trusted_proxy_the_clients_own_address_counts(store, tmp_path):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=1))
    client = app.test_client()
    answers = [
        client.get("/t/BBBBBB", headers={"X-Forwarded-For": f"10.9.9.9, 192.0.2.{n}"}).status_code
        for n in range(60)
    ]
    assert set(answers) == {404}
    again = [
        client.get("/t/BBBBBB", headers={"X-Forwarded-For": f"10.9.9.{n}, 192.0.2.1"}).status_code
        for n in range(60)
    ]
    assert again[-1] == 429


def test_scorers_keys_cannot_be_tried_out(guarded, store):
    stored = store.begin(Record.begin("kaiser", "ABCD"))
    client = guarded.test_client()
    answers = [client.get(f"/t/{stored.code}/score/guess{n}").status_code for n in range(60)]
    assert (answers[0], answers[-1]) == (403, 429)


def test_nobody_fills_the_club_with_tables_or_keeps_the_press_to_himself(guarded, store):
    client = guarded.test_client()
    form = {"do": "begin", **NAMES}
    replies = [client.post("/new/kaiser", data=form) for _ in range(50)]
    assert (replies[0].status_code, replies[-1].status_code) == (303, 429)
    assert re.search(
        r"Too many new tables from here\. Try again in \d+ (seconds|minutes)\.",
        page := replies[-1].text,
    )
    assert f'value="{NAMES["name.1"]}"' in page  # what was typed stays
    assert len(store.tables(limit=100)) == 40
    answers = [client.get("/print/kaiser/sheet.html").status_code for _ in range(70)]
    assert (answers[0], answers[-1]) == (200, 429)


def test_whatever_makes_tables_is_counted_alike(guarded, store, monkeypatch):
    """Begun, demonstrated, brought by a link or a file, played again: each counts."""
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


def test_what_an_address_stores_by_files_is_counted(guarded, store, monkeypatch):
    monkeypatch.setattr(limits, "STORED", "2 per day")
    code = store.begin(Record.begin("kaiser", "ABCD")).code
    for seen in range(101):
        store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=seen, submission=f"{seen}")
    text = json.dumps(dump([store.saved(code)]))
    strangers = (guarded.test_client() for _ in range(2))
    answers = [each.post("/import", data={"text": text}).status_code for each in strangers]
    assert answers == [200, 429]


def test_who_has_a_network_of_addresses_guesses_no_more_often(guarded, store):
    assert limits.WRONG == "30 per minute"
    code = store.begin(Record.begin("kaiser", "ABCD")).code
    client = guarded.test_client()

    def asks(path, number):
        at = {"REMOTE_ADDR": f"2001:db8:1:{number:x}00::1"}
        return client.get(path, environ_base=at).status_code

    assert [asks("/t/BBBBBB", n) for n in range(35)] == [404] * 30 + [429] * 5
    known = Phone(guarded)
    mine = known.begin(**NAMES)
    assert known.get(f"/t/{mine}").status_code == 200
    assert asks(f"/t/{code}", 99) == 429


def test_many_who_guess_raise_an_alarm_and_shut_nobody_out(guarded, store, lines):
    stored = store.begin(Record.begin("kaiser", "ABCD"))
    client = guarded.test_client()

    def asks(path, number):
        at = {"REMOTE_ADDR": f"198.18.{number // 256}.{number % 256}"}
        return client.get(path, environ_base=at).status_code

    assert limits.WRONG_OF_ALL == "600 per minute"
    assert {asks("/t/BBBBBB", n) for n in range(605)} == {404}
    (said,) = map(json.loads, lines)
    assert (said["event"], said["level"]) == ("guessing by many", "warning")
    assert asks(f"/t/{stored.code}", 700) == 200
    assert asks(f"/t/{stored.code}/score/{stored.key}", 701) == 302


def test_a_right_key_is_never_refused(guarded, store):
    """Not even from an address that has guessed too often: a club may share it."""
    stored = store.begin(Record.begin("kaiser", "ABCD"))
    for number in range(40):
        last = guess(guarded, number, "127.0.0.1")
    assert last == 429
    client = guarded.test_client()
    assert client.get(f"/t/{stored.code}/score/{stored.key}").status_code == 302
    other = guarded.test_client()
    assert other.post(f"/t/{stored.code}/pencil", data={"key": "x" * 32}).status_code == 429
    assert other.post(f"/t/{stored.code}/pencil", data={"key": stored.key}).status_code == 303


@pytest.mark.parametrize(
    ("address", "named"), [("203.0.113.9",) * 2, ("2001:db8:1::7", "2001:db8:1::/48")]
)
def test_the_log_names_the_address_that_guesses_as_the_ban_reads_it(guarded, lines, address, named):
    for number in range(40):
        guess(guarded, number, address)
    (said,) = map(json.loads, lines)
    assert (said["event"], said["address"]) == ("guessing", named)
    hosting = (Path(__file__).parents[3] / "HOSTING.md").read_text(encoding="utf-8")
    pattern = match_in(r"failregex = (.*)", hosting)[1]
    # What fail2ban makes of it, and of <HOST>, which has no network.
    pattern = pattern.replace("<SUBNET>", r"(?P<host>[\da-f.:]+(/\d+)?)")
    pattern = pattern.replace("<HOST>", r"(?P<host>[\da-f.:]+)")
    found = re.search(pattern, json.dumps(said))
    assert found
    assert found["host"] == named


@pytest.mark.parametrize("listed", [True, False], ids=["at home", "hosted"])
def test_where_anybody_may_come_by_codes_are_longer_and_only_ones_own_are_listed(
    store, tmp_path, listed
):
    app = create_app(store, testing=True, data=tmp_path, settings=Settings(listed=listed))
    app.config["REST"] = 0
    one, other = Phone(app), Phone(app)
    code = one.begin(**NAMES)
    assert len(code) == (6 if listed else 8)
    assert store.table(code).code == code
    one.answer(code, {"bid 2": "7"})
    assert code in one.get("/").text
    assert (code in other.get("/").text) is listed
    if not listed:
        assert code not in other.get("/history").text


# -- cookies and proxies -------------------------------------------------------------------------


def test_by_https_cookies_stay_on_https(store, tmp_path):
    """As a proxy that is trusted says; what others say of themselves counts for nothing."""
    by = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    for proxies, secure in ((1, True), (0, False)):
        app = create_app(store, testing=True, data=tmp_path, settings=Settings(proxies=proxies))
        client = app.test_client()
        reply = client.post("/look", data={"suits": "four"}, headers=by)
        assert bool(re.search(r"; Secure\b", reply.headers["Set-Cookie"])) is secure
        strict = reply.headers.get("Strict-Transport-Security", "")
        assert strict.startswith("max-age=") is secure
        code = store.begin(Record.begin("kaiser", "ABCD")).code
        assert ("cards.example" in client.get(f"/t/{code}/share", headers=by).text) is secure


def test_only_the_names_that_are_set_are_answered(store, tmp_path):
    app = create_app(
        store, testing=True, data=tmp_path, settings=Settings(hosts=("cards.example",))
    )
    client = app.test_client()
    assert client.get("/", headers={"Host": "cards.example"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/health", headers={"Host": "cards.example:8000"}).status_code == 200


# -- how much ------------------------------------------------------------------------------------


def test_there_is_a_limit_to_everything_that_is_sent(played, store):
    post, get = played.post, played.get
    path = f"/t/{played.code}/answer"
    assert post(path, {"a": "x" * 300_000}).status_code == 413
    assert get("/rules", query_string={"q": "x" * 9000}).status_code == 414
    assert get("/rules", query_string={"q": "zz yy xx " * 22}).status_code == 200
    many = {f"name.{n}": f"P{n}" for n in range(1, 30)}
    assert post("/new/kaiser", {"do": "begin", **many}).status_code == 422
    long = {**NAMES, "name.1": "N" * (MAX_NAME + 1)}
    assert post("/new/kaiser", {"do": "begin", **long}).status_code == 422
    seq = str(store.seq(played.code))
    reply = post(path, {"seen": seq, "a.bid 1": "7" * 501})
    assert (reply.status_code, store.seq(played.code)) == (400, int(seq))
    assert "500" in plain(reply.text)


def test_a_journal_has_its_limit_and_the_table_stays_as_it_is(store: Store, scorer, monkeypatch):
    monkeypatch.setattr("companion.store.rows.MAX_ACTS", 3)
    for seen in range(3):
        mode = ("quick", "guided")[seen % 2]
        form = {"seen": str(seen), "hand": "1", "mode": mode}
        assert scorer.post(f"/t/{scorer.code}/entry", form).status_code == 303
    reply = scorer.post(f"/t/{scorer.code}/entry", {"seen": "3", "hand": "1", "mode": "guided"})
    assert reply.status_code == 400
    assert "takes no more" in plain(reply.text)
    assert store.seq(scorer.code) == 3
    assert scorer.get(f"/t/{scorer.code}").status_code == 200
    assert MAX_ACTS > 4000  # the longest evening has some 900


def test_a_page_to_print_has_its_limits(played, monkeypatch):
    monkeypatch.setattr(printing, "can_print", lambda: False)
    for query in ("copies=51", "rows=61", "copies=999", "paper=a0", "seats=99"):
        reply = played.get(f"/print/kaiser/sheet.pdf?{query}")
        assert reply.status_code in (200, 400, 422), query
        assert len(reply.data) < 2_000_000
    assert printing.lane.SECONDS <= 30


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


UNSEEN = ["\x00", "\x1b[31m", "\ud800", "\u202e", "\u2066", "\x7f", "\uffff"]


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_characters_nobody_sees_are_left_out_of_what_is_kept(phone, store, unseen):
    """Some no database takes, some turn the words after them round."""
    one = phone()
    players = {f"player {n}": f"P{n}{unseen}x" for n in range(1, 5)}
    record = {"game": "kaiser", "head": {**players, "dealer": "1"},
              "hands": [{"@void": f"be{unseen}cause"}]}  # fmt: skip
    reply = one.post("/import", {"text": json.dumps(record)})
    assert reply.status_code == 200
    (stored,) = store.tables()
    kept = str(stored.record.json())
    assert unseen not in kept
    assert "P1" in kept
    if unseen != "\ud800":
        names = {f"name.{n}": f"N{n}{unseen}" for n in range(1, 5)}
        one.get("/new/kaiser")
        reply = one.send("/new/kaiser", do="begin", submission=f"s{unseen}", **names)
        assert reply.status_code == 200
        assert unseen not in str([table.record.json() for table in store.tables()])


# -- pages that replay again and again -----------------------------------------------------------


def huge(phone) -> str:
    """A table of as many answers as a record may have; its code."""
    hand = "\n@void: rain\n" + "".join(f"@adjust {n}: A 1 late\n" for n in range(19))
    text = "game: kaiser\nplayers: A,B,C,D\n" + "".join(
        f"hand {n}{hand}" for n in range(1, MAX_HANDS + 1)
    )
    one = phone()
    reply = one.post("/import", {"text": text})
    assert reply.status_code == 200
    (code,) = set(re.findall(r'href="/t/([A-Z]{6})"', reply.text))
    return code


def test_a_page_of_many_replays_stops_in_time_and_says_so(phone, monkeypatch):
    code = huge(phone)
    replays, game = [], games.find("kaiser")
    replay = type(game).replay

    def counted(*it):
        replays.append(1)
        return replay(*it)

    monkeypatch.setattr(type(game), "replay", counted)
    monkeypatch.setattr(gate, "SECONDS", 0.0)
    page = phone().get(f"/t/{code}/readings")
    assert page.status_code == 200
    assert "could not be tried in time" in page.text
    assert len(replays) <= 3
    replays.clear()
    key = next(iter(game.rules.options))
    assert phone().get(f"/t/{code}/readings/{key}").status_code == 200
    assert len(replays) <= 3


def test_few_pages_of_many_replays_are_made_at_a_time(played, phone, monkeypatch):
    monkeypatch.setattr(gate, "PATIENCE", 0.01)
    others = [f"192.0.2.{number}" for number in range(gate.AT_ONCE)]
    assert all(gate.TURNS.take(other, 0) for other in others)
    reply = phone().get(f"/t/{played.code}/readings")
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "3")
    assert reply.headers["Refresh"] == "3"
    assert phone().get(f"/t/{played.code}").status_code == 200
    for other in others:
        gate.TURNS.give_back(other)
    assert phone().get(f"/t/{played.code}/readings").status_code == 200


def test_a_file_that_takes_too_long_to_replay_is_left_to_the_command_line(phone, monkeypatch):
    monkeypatch.setitem(gate.BUDGETS, "tables.exports.take_in", 0.0)
    reply = phone().post("/import", {"text": "game: kaiser\nplayers: A,B,C,D\n"})
    assert reply.status_code == 422
    assert "“companion import” takes it" in plain(reply.text)


def test_the_first_page_replays_no_table_beyond_any_evening(phone, monkeypatch):
    code = huge(phone)
    phone().get("/")  # rooms are opened
    monkeypatch.setattr(type(games.find("kaiser")), "replay", lambda *_: 1 / 0)
    page = phone().get("/").text
    assert f"/t/{code}" in page
    assert "a long evening" in page


# -- an export that somebody made ----------------------------------------------------------------


WRONG = [
    ("edition", 2**63), ("edition", 1e999), ("edition", True), ("edition", 0),
    ("begun", "0001-01-01T00:00:00+14:00"), ("touched", "9999-12-31T23:59:59-14:00"),
    ("journal.0.hand", 1e999), ("journal.0.hand", 2**70), ("journal.0.at", "0001-01-01T00:00:00"),
    ("came_to", {"totals": {"A": 1e999}, "winners": []}),
    ("came_to", {"totals": {"A": 10**40}, "winners": []}),
    ("came_to", {"totals": {str(n): 1 for n in range(99)}, "winners": []}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), WRONG)
def test_a_number_or_a_time_beyond_all_reason_is_refused(played, phone, path, value):
    data = played.get(f"/t/{played.code}/export.json").json
    place = data["tables"][0]
    *way, last = path.split(".")
    for step in way:
        place = place[int(step)] if step.isdecimal() else place[step]
    place[last] = value
    text = json.dumps(data).replace("Infinity", "1e999")
    reply = phone().post("/import", {"text": text})
    assert reply.status_code == 422, plain(reply.text)
    assert "That cannot be read" in plain(reply.text)


def test_text_in_an_export_is_cleaned_and_a_time_to_come_is_now(played, phone, store):
    data = played.get(f"/t/{played.code}/export.json").json
    table = data["tables"][0]
    table["who"] = "No\u202ebody\0"
    table["journal"][0]["why"] = "\ud800late\0"
    table["came_to"] = {"totals": {"A\ud800": 3}, "winners": ["B\0"]}
    table["touched"] = table["journal"][0]["at"] = "2999-01-01T00:00:00+00:00"
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
    assert [each.name for each in store.sets.all()] == ["Friday night"]
