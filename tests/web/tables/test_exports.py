"""What people take along: JSON in and out, and CSV."""

import csv
import io
import json

import jsonschema
import pytest

from companion import games
from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.store.exchange import dump, schema
from companion.store.keeping import discard
from companion.tables.carrying import canonical
from tests.finding import match_in
from tests.web.phones import NAMES, plain


def finished(phone, store, key="kaiser", **head):
    """A table at which the golden evening was played, hand by hand; its code."""
    game = games.find(key)
    record = canonical(game, Transcript.read(game.file("evening.txt"), key).record)
    record.head |= {name.replace("_", " "): text for name, text in head.items()}
    hands, record.hands = record.hands, []
    stored = store.begin(record, game.edition)
    for number, hand in enumerate(hands, 1):
        stored = store.act(
            stored.code, Act("answer", number, hand), seen=stored.seq, submission=f"h{number}"
        )
    replay = game.replay(stored.record)
    totals = {side.code: total for side, total in replay.ledger.totals.items()}
    winners = [side.code for side in replay.outcome.winners] if replay.outcome else []
    store.settle(stored.code, totals, winners)
    phone.get(f"/t/{stored.code}/score/{stored.key}")
    return stored.code


def entered(store, code):
    return [row.model_dump(exclude={"table_id", "submission"}) for row in store.journal(code)]


def lines(stored):
    """The ledger of a table, line by line."""
    replay = games.find(stored.game).replay(stored.record)
    return [(entry.hand, str(entry.line), entry.total) for entry in replay.ledger.entries]


def take_in(phone, text, name="export.json"):
    # Written out: the test client would put a large upload into a file and leave it open.
    head = f'--xyz\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    body = f"{head}Content-Type: application/json\r\n\r\n{text}\r\n--xyz--\r\n"
    kind = "multipart/form-data; boundary=xyz"
    return phone.client.post("/import", data=body.encode(), content_type=kind)


# -- the schema ----------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_is_served(phone):
    data = json.loads(schema())
    jsonschema.Draft202012Validator.check_schema(data)
    assert phone().get("/export.schema.json").json == data


@pytest.mark.parametrize("key", games.shelf())
def test_an_export_of_every_game_fits_the_schema_and_comes_back_to_the_same_ledger(
    key, phone, store
):
    one, two = phone(), phone()
    code = finished(one, store, key)
    reply = one.get(f"/t/{code}/export.json")
    assert "attachment" in reply.headers["Content-Disposition"]
    jsonschema.validate(reply.json, json.loads(schema()))
    back = take_in(two, reply.text)
    assert back.status_code == 200
    assert "The same totals as when it was exported" in plain(back.text)
    fresh = match_in(r'href="/t/([A-Z]{6})"', back.text)[1]
    assert fresh != code
    assert lines(store.table(fresh)) == lines(store.table(code))
    assert entered(store, fresh) == entered(store, code)
    assert "<form" in two.get(f"/t/{fresh}/more").text


def test_every_kind_of_row_fits_the_schema(store):
    record = Record.begin("kaiser", list(NAMES.values()))
    code = store.begin(record).code
    acts = [
        Act("answer", 1, {"bid 2": "7"}),
        Act("amend", 1, {"bid 2": None}),
        Act("undo"),
        Act("redo"),
        Act("amend", 0, {"player 2": "Rosa", "earlier 2 1": "Omar"}),
    ]
    for seen, act in enumerate(acts):
        store.act(code, act, seen=seen, submission=str(seen))
    store.abandon(code)
    store.resume(code)
    store.settle(code, {"A": 5, "B": -1}, [])
    store.mark_as(code, "reopen", "playing", "")
    discard(store, code)
    data = json.loads(json.dumps(dump([store.saved(code)])))
    jsonschema.validate(data, json.loads(schema()))


@pytest.mark.parametrize(
    ("path", "value"),
    [("version", 2), ("format", "x"), ("tables 0 status", "lost"), ("tables 0 journal 0 seq", 0),
     ("tables 0 start head", {}), ("tables 0 journal 0 kind", "drop"), ("tables 0 begun", None)],
)  # fmt: skip
def test_the_schema_refuses_what_an_import_refuses(path, value, phone, store):
    one = phone()
    data = one.get(f"/t/{finished(one, store)}/export.json").json
    *way, last = [int(part) if part.isdecimal() else part for part in path.split()]
    place = data
    for part in way:
        place = place[part]
    place[last] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, json.loads(schema()))
    count = len(store.tables())
    reply = take_in(one, json.dumps(data))
    assert reply.status_code == 422
    assert "Nothing was taken in" in plain(reply.text)
    assert len(store.tables()) == count


# -- out and in ----------------------------------------------------------------------------------


def test_everything_of_this_browser_is_exported_and_nothing_else(phone, store):
    one, other = phone(), phone()
    mine = [finished(one, store), finished(one, store, "carousel")]
    theirs = other.begin(**NAMES)
    data = one.get("/export.json").json
    assert [table["code"] for table in data["tables"]] == mine
    jsonschema.validate(data, json.loads(schema()))
    assert theirs not in one.last.text
    assert other.get(f"/t/{mine[0]}/export.json").status_code == 403


def test_a_record_as_text_is_taken_in_and_its_players_can_be_renamed(phone, store):
    one = phone()
    text = games.find("jo-jotte").file("evening.txt")
    reply = one.post("/import", {"text": text})
    code = match_in(r'href="/t/([A-Z]{6})"', reply.text)[1]
    before = [total for *_, total in lines(store.table(code))]
    one.get(f"/t/{code}/seats")
    reply = one.send(f"/t/{code}/seats", follow=False, do="save", when="start", **{"name.1": "Zoe"})
    assert reply.status_code == 303
    assert [total for *_, total in lines(store.table(code))] == before


def test_a_record_that_is_pasted_twice_is_two_tables(phone, store):
    """Also within one second, which is all that a beginning tells."""
    text, one = games.find("kaiser").file("evening.txt"), phone()
    for _ in range(3):
        page = one.post("/import", {"text": text}).text
        assert "1 table taken in" in page
    assert len(store.tables()) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "No file was chosen"), ("{", "cannot be read"), ("{}", "cannot be read"),
     ("game: whist\nplayers: A, B", "No game “whist”"), ("hello", "cannot be read"),
     ('{"tables": 3}', "cannot be read"), ("game: kaiser\nplayers: Ann", "Kaiser is for exactly")],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_refused_in_words(text, words, phone, store):
    one = phone()
    reply = one.post("/import", {"text": text})
    assert reply.status_code == 422
    assert words in plain(reply.text)
    assert store.tables() == []


def test_a_copy_without_a_table_says_so(phone):
    one = phone()
    assert json.loads(one.get("/export.json").text)["tables"] == []
    reply = take_in(one, one.get("/export.json").text)
    assert reply.status_code == 422
    assert "There is no table in that file." in plain(reply.text)


def test_what_was_written_stays_on_the_page_of_a_refusal(phone):
    assert "game: whist" in phone().post("/import", {"text": "game: whist"}).text


def test_a_large_export_is_taken_in_and_a_huge_one_is_not(phone, store):
    one = phone()
    data = one.get(f"/t/{finished(one, store, 'back-alley')}/export.json").json
    data["tables"] *= 35
    text = json.dumps(data)
    assert len(text) > 300_000  # more than a form may hold
    assert take_in(one, text).status_code == 200
    assert take_in(one, " " * (5 << 20)).status_code == 413
    data["tables"] *= 2
    reply = take_in(one, json.dumps(data))
    assert reply.status_code == 422
    assert "40 at once are the most here" in plain(reply.text)


# -- CSV -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", games.shelf())
def test_the_csv_adds_up_to_the_totals(key, phone, store):
    one = phone()
    code = finished(one, store, key)
    reply = one.get(f"/t/{code}/ledger.csv")
    rows = list(csv.DictReader(io.StringIO(reply.text.removeprefix("\ufeff"))))
    stored = store.table(code)
    last = {row["side"]: int(row["total"]) for row in rows}
    assert last == {side: total for side, total in stored.totals.items() if side in last}
    replay = games.find(key).replay(stored.record)
    assert len(rows) >= len(replay.ledger.entries)
    for side, total in replay.ledger.totals.items():
        moved = sum(int(row["points"]) for row in rows if row["side"] == side.code)
        assert moved + replay.ledger.opening == total


def test_a_name_is_no_formula(phone, store):
    one = phone()
    code = finished(one, store, team_A="=1+1", player_2="@Omar")
    rows = list(csv.reader(io.StringIO(one.get(f"/t/{code}/ledger.csv").text)))
    cells = {cell for row in rows for cell in row}
    assert "'=1+1" in cells
    assert "'@Omar & Quin" in cells
    assert any(cell.startswith("-") and cell[1:].isdecimal() for cell in cells)


def test_a_cell_stays_one_where_semicolons_part_columns(phone, store):
    one = phone()
    code = finished(one, store, player_2="x;=1+1")
    text = one.get(f"/t/{code}/ledger.csv").text
    assert '"x;=1+1 & Quin"' in text
    lines = text.removeprefix("\ufeff").splitlines()
    assert all(line.startswith('"') and line.endswith('"') for line in lines)


def test_all_ledgers_in_one_file(phone, store):
    one = phone()
    codes = [finished(one, store), finished(one, store, "tres")]
    rows = csv.DictReader(io.StringIO(one.get("/export.csv").text.removeprefix("\ufeff")))
    assert list(dict.fromkeys(row["table"] for row in rows)) == codes
