"""Exports: JSON in and out, and CSV."""

import csv
import io
import json

import jsonschema
import pytest

from companion import games
from companion.engine.record import Act, Record
from companion.store.exchange import dump, schema
from companion.store.keeping import discard
from companion.tables.carrying import canonical
from tests.finding import match_in
from tests.web.phones import NAMES, golden, plain

SCHEMA = jsonschema.Draft202012Validator(json.loads(schema()))


def finished(phone, key="kaiser", **head):
    """The scorer's phone at a table where the golden evening was played, hand by hand."""
    game = games.find(key)
    record = canonical(game, golden(key))
    record.head |= {name.replace("_", " "): text for name, text in head.items()}
    hands, record.hands = record.hands, []
    one = phone(record)
    for number, hand in enumerate(hands, 1):
        one.enter(Act("answer", number, hand))
    replay = one.replay
    totals = {side.code: total for side, total in replay.ledger.totals.items()}
    winners = [side.code for side in replay.outcome.winners] if replay.outcome else []
    one.store.settle(one.code, totals, winners)
    return one


def entered(one):
    return [row.model_dump(exclude={"table_id", "submission"}) for row in
            one.store.journal(one.code)]  # fmt: skip


def lines(one):
    """The ledger of a table, line by line."""
    return [(entry.hand, str(entry.line), entry.total) for entry in one.replay.ledger.entries]


def rows(reply):
    """The rows of a CSV file."""
    return [*csv.DictReader(io.StringIO(reply.text.removeprefix("\ufeff")))]


def take_in(phone, text, name="export.json"):
    # Written out: the test client would put a large upload into a file and leave it open.
    head = f'--xyz\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    body = f"{head}Content-Type: application/json\r\n\r\n{text}\r\n--xyz--\r\n"
    kind = "multipart/form-data; boundary=xyz"
    return phone.client.post("/import", data=body.encode(), content_type=kind)


# -- the schema ----------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_is_served(phone):
    SCHEMA.check_schema(SCHEMA.schema)
    assert phone().get("/export.schema.json").json == SCHEMA.schema


@pytest.mark.kinds
@pytest.mark.parametrize("key", games.all_games())
def test_every_export_fits_schema_and_reads_back(key, phone, elsewhere):
    one, two = finished(phone, key), elsewhere
    reply = one.get("export.json")
    assert "attachment" in reply.headers["Content-Disposition"]
    SCHEMA.validate(reply.json)
    back = take_in(two, reply.text)
    assert back.status_code == 200
    assert "The same totals as when it was exported" in plain(back.text)
    two.code = match_in(r'href="/t/([A-Z]{6})"', back.text)[1]
    assert two.code != one.code
    assert lines(two) == lines(one)
    assert entered(two) == entered(one)
    assert "<form" in two.get("more").text

    told, ledger = rows(one.get("ledger.csv")), one.replay.ledger
    last = {row["side"]: int(row["total"]) for row in told}
    assert last == {side: total for side, total in one.stored.totals.items() if side in last}
    assert len(told) >= len(ledger.entries)
    for side, total in ledger.totals.items():
        moved = sum(int(row["points"]) for row in told if row["side"] == side.code)
        assert moved + ledger.opening == total


def test_every_kind_of_row_fits_the_schema(phone, store):
    one = phone(Record.begin("kaiser", list(NAMES.values())))
    for act in (
        Act("answer", 1, {"bid 2": "7"}),
        Act("amend", 1, {"bid 2": None}),
        Act("undo"),
        Act("redo"),
        Act("amend", 0, {"player 2": "Rosa", "earlier 2 1": "Omar"}),
    ):
        one.enter(act)
    store.mark_as(one.code, "abandon", "abandoned")
    store.mark_as(one.code, "resume", "playing")
    store.settle(one.code, {"A": 5, "B": -1}, [])
    store.mark_as(one.code, "reopen", "playing", "")
    discard(store, one.code)
    SCHEMA.validate(json.loads(json.dumps(dump([store.saved(one.code)]))))


@pytest.mark.parametrize(
    ("path", "value"),
    [("version", 2), ("format", "x"), ("tables 0 status", "lost"), ("tables 0 journal 0 seq", 0),
     ("tables 0 start head", {}), ("tables 0 journal 0 kind", "drop"), ("tables 0 begun", None)],
)  # fmt: skip
def test_the_schema_refuses_what_an_import_refuses(path, value, played, store):
    data = played.get("export.json").json
    *way, last = [int(part) if part.isdecimal() else part for part in path.split()]
    place = data
    for part in way:
        place = place[part]
    place[last] = value
    assert not SCHEMA.is_valid(data)
    reply = take_in(played, json.dumps(data))
    assert reply.status_code == 422
    assert "Nothing was imported" in plain(reply.text)
    assert len(store.tables()) == 1


# -- out and in ----------------------------------------------------------------------------------


def test_export_has_only_this_browsers_tables(phone):
    one, other = phone(), phone()
    mine = [one.begin(**NAMES), one.begin("tres", **{"name.1": "Ada", "name.2": "Bo"})]
    theirs = other.begin(**NAMES)
    data = one.get("/export.json").json
    assert [table["code"] for table in data["tables"]] == mine
    SCHEMA.validate(data)
    assert theirs not in one.last.text
    assert other.get(f"/t/{mine[0]}/export.json").status_code == 403


def test_imported_text_record_lets_players_be_renamed(phone):
    one = phone()
    reply = one.post("/import", {"text": games.find("jo-jotte").file("evening.txt")})
    one.code = match_in(r'href="/t/([A-Z]{6})"', reply.text)[1]
    before = [total for *_, total in lines(one)]
    reply = one.fill("seats", follow=False, do="save", when="start", **{"name.1": "Zoe"})
    assert reply.status_code == 303
    assert [total for *_, total in lines(one)] == before


def test_record_pasted_twice_makes_two_tables(phone, store):
    """Also within one second, the precision of a table's start time."""
    text, one = games.find("kaiser").file("evening.txt"), phone()
    for _ in range(3):
        assert "1 table imported" in one.post("/import", {"text": text}).text
    assert len(store.tables()) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "No file was chosen"), ("{", "cannot be read"), ("{}", "cannot be read"),
     ("game: whist\nplayers: A, B", "No game “whist”"), ("hello", "cannot be read"),
     ('{"tables": 3}', "cannot be read"), ("game: kaiser\nplayers: Ann", "Kaiser is for exactly")],
)  # fmt: skip
def test_unreadable_file_is_refused_and_stays_shown(text, words, phone, store):
    reply = phone().post("/import", {"text": text})
    assert reply.status_code == 422
    assert words in plain(reply.text)
    assert plain(text) in plain(reply.text)
    assert store.tables() == []


def test_a_copy_without_a_table_says_so(phone):
    one = phone()
    assert json.loads(one.get("/export.json").text)["tables"] == []
    reply = take_in(one, one.last.text)
    assert reply.status_code == 422
    assert "There is no table in that file." in plain(reply.text)


@pytest.mark.long
@pytest.mark.slow
def test_large_export_imports_and_huge_one_fails(phone):
    one = finished(phone, "back-alley")
    data = one.get("export.json").json
    data["tables"] *= 35
    text = json.dumps(data)
    assert len(text) > 300_000  # larger than a form may be
    assert take_in(one, text).status_code == 200
    assert take_in(one, " " * (5 << 20)).status_code == 413
    data["tables"] *= 2
    reply = take_in(one, json.dumps(data))
    assert reply.status_code == 422
    assert "40 at once are the most here" in plain(reply.text)


# -- CSV -----------------------------------------------------------------------------------------


def test_csv_cells_are_no_formulas_and_stay_whole(phone):
    text = finished(phone, team_A="=1+1", player_2="@x;=1+1").get("ledger.csv").text
    cells = {cell for row in csv.reader(io.StringIO(text)) for cell in row}
    assert {"'=1+1", "'@x;=1+1 & Quin"} <= cells
    assert any(cell.startswith("-") and cell[1:].isdecimal() for cell in cells)
    lines = text.removeprefix("\ufeff").splitlines()
    assert all(line.startswith('"') and line.endswith('"') for line in lines)


def test_all_ledgers_in_one_file(played):
    codes = [played.code]
    codes.append(played.begin("tres", **{"name.1": "Ada", "name.2": "Bo"}, entry="totals"))
    played.enter(Act("answer", 1, {"@void": "rain", "@adjust 1": "1 5 won"}))
    assert list(dict.fromkeys(row["table"] for row in rows(played.get("/export.csv")))) == codes
