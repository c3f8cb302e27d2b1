"""`companion export`, `companion import` and `companion print`: tables to files and to paper."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.record import Act
from companion.engine.transcript import Transcript
from companion.results.club import Club, ClubGame
from companion.store import Store, default_url

CLUB = Club("Thursday", ("Nell", "Omar"), (ClubGame("kaiser", {"target": "62"}),),
            notes={"2026-11-05": "9 no"}, stake=10)  # fmt: skip


def code_of(done) -> str:
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.split()[0]


@pytest.fixture
def stored(run):
    """The scores the commands have written."""
    stores = []

    def open_() -> Store:
        stores.append(Store(default_url()))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


def test_an_imported_evening_is_exported_and_imported_to_the_same_ledger(
    run, game, evening, tmp_path
):
    first = code_of(run("import", evening))
    file = tmp_path / "export.json"
    assert run("export", first, "-o", file).exit_code == 0
    second = code_of(run("import", file))
    assert second != first
    assert run("export", second, "-o", tmp_path / "again.json").exit_code == 0
    ledgers = [run("score", source, "--json").stdout for source in (file, tmp_path / "again.json")]
    assert ledgers[0] == ledgers[1]
    script = Transcript.read(evening.read_text(encoding="utf-8"), game.key)
    replay = game.replay(script.record)
    assert [each["total"] for each in json.loads(ledgers[0])["standing"]] == list(
        replay.ledger.totals.values()
    )


def test_an_export_keeps_the_journal_and_everything_in_the_order_it_began(run, stored, tmp_path):
    head = "game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"
    codes = [code_of(run("import", "-", input=head)) for _ in range(2)]
    stored().act(codes[0], Act("answer", 1, {"bid 2": "7"}), seen=0, submission="s", who="Nell")
    data = json.loads(run("export").stdout)
    assert {table["code"] for table in data["tables"]} == set(codes)
    (table,) = [table for table in data["tables"] if table["code"] == codes[0]]
    assert table["journal"][0]["who"] == "Nell"
    text = run("export", codes[0].lower(), "--text").stdout
    assert text.endswith("hand 1\nbid 2: 7\n")


def test_an_import_that_cannot_be_read_whole_stores_nothing(run, stored):
    start = Transcript.read("game: kaiser\nplayers: A, B, C, D").record.json()
    good = {
        "code": "", "game": "kaiser", "edition": 1, "status": "playing",
        "begun": "2026-11-20T20:00:00+00:00", "touched": "2026-11-20T20:00:00+00:00",
        "start": start, "journal": [],
    }  # fmt: skip
    unknown = json.loads(json.dumps(good).replace("kaiser", "whist"))
    few = {**good, "start": {**start, "head": {"player 1": "A"}}}
    for bad, message in [(unknown, "no game “whist”"), (few, "exactly 4 players"), ({}, "has no")]:
        text = json.dumps({"format": "companion-export", "version": 1, "tables": [good, bad]})
        done = run("import", "-", input=text)
        assert (done.exit_code, done.stdout, message in done.stderr) == (2, "", True)
    assert run("export").stdout.count('"code"') == 0


@pytest.mark.parametrize("text", ["", "nonsense", '{"tables"', "[]"])
def test_what_is_no_export_and_no_record_is_refused(run, text):
    assert run("import", "-", input=text).exit_code == 2


def test_an_unknown_watch_code_is_named(run):
    for arguments in (
        ["export", "nosuch"],
        ["print", "kaiser", "sheet", "-o", "-", "--table", "x"],
    ):
        done = run(*arguments)
        assert (done.exit_code, "There is no table" in done.stderr.capitalize()) == (2, True)


def test_a_database_that_cannot_be_used_is_named(run, tmp_path):
    scores = tmp_path / "scores"
    scores.mkdir()
    (scores / "companion.db").write_bytes(b"not a database, whatever it says" * 40)
    done = run("export")
    assert (done.exit_code, "companion.db cannot be used" in done.stderr) == (1, True)
    (tmp_path / "file").write_text("in the way")
    done = run("export", "--data", tmp_path / "file" / "scores")
    assert (done.exit_code, "Not a directory" in done.stderr) == (1, True)


def test_documents_are_listed_and_an_unknown_one_is_named(run):
    assert "sheet " in run("print", "kaiser").stdout
    done = run("print", "kaiser", "poster", "-o", "-")
    assert (done.exit_code, "There are: rules, sheet" in done.stderr) == (2, True)
    assert run("print", "kaiser", "sheet").exit_code == 2


def test_a_filled_sheet_is_printed_as_a_page_without_pango(run, evening, game, tmp_path):
    out = tmp_path / "sheet.html"
    done = run("print", game.key, "sheet", "--record", evening, "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    page = out.read_text(encoding="utf-8")
    players = Transcript.read(evening.read_text(encoding="utf-8"), game.key).record.players
    assert [name for name in players if name not in page] == []


@pytest.mark.needs("pango")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_stored_table_is_printed_as_pdf(run, tmp_path, paper):
    head = "game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"
    code, out = code_of(run("import", "-", input=head)), tmp_path / "sheet.pdf"
    done = run("print", "kaiser", "sheet", "--table", code, "--paper", paper, "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "A,B"], "exactly 4 players; 2 are named"),
        (["--rule", "colour=red"], "no house rule “colour”"),
        (["--suits", "pink"], "“pink” are no suits"),
        (["--rows", "999"], "999 rows"),
        (["--record", "-"], "That is a record of somethingelse, not of kaiser."),
    ],
)
def test_what_cannot_be_printed_is_said(run, tmp_path, arguments, message):
    text = "game: somethingelse\nplayers: A, B, C, D\n"
    done = run("print", "kaiser", "sheet", "-o", tmp_path / "x.html", *arguments, input=text)
    assert (done.exit_code, message in done.stderr) == (2, True)
    assert not Path(tmp_path / "x.html").exists()


def test_the_scores_of_one_folder_are_not_those_of_another(run, tmp_path):
    head = "game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"
    code = code_of(run("import", "-", "--data", tmp_path / "one", input=head))
    assert run("export", code, "--data", tmp_path / "one").exit_code == 0
    assert run("export", code, "--data", tmp_path / "two").exit_code == 2
    shutil.rmtree(tmp_path / "one")


def test_a_sheet_is_printed_under_a_named_set(run, stored, tmp_path):
    run("export")  # makes the database
    kept = stored().sets.keep("kaiser", "Harbour house", {"target": "62"})
    out = tmp_path / "sheet.html"
    done = run("print", "kaiser", "sheet", "--set", "harbour house", "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    page = out.read_text(encoding="utf-8")
    assert "Harbour house" in page
    assert "<b>Points to reach:</b> 62 points" in page
    assert run("print", "kaiser", "sheet", "--set", kept.id, "-o", out).exit_code == 0
    other = run("print", "tres", "sheet", "--set", kept.id, "-o", out)
    assert (other.exit_code, f"There is no set “{kept.id}” of Très." in other.stderr) == (2, True)


def test_an_imported_record_speaks_of_seats_by_number(run):
    run(
        "import",
        "-",
        input="game: kaiser\nplayers: Nell, Omar, Pia, Quin\ndealer: Pia\nhand 1\n@dealer: Quin\n",
    )
    record = json.loads(run("export").stdout)["tables"][0]["record"]
    assert record["head"]["dealer"] == "3"
    assert record["hands"][0]["@dealer"] == "4"


def test_clubs_go_along_in_exports_and_backups(run, tmp_path):
    code = code_of(run("import", "-", input="game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"))
    with closing(Store(default_url())) as store:
        store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="s", who="Nell")
        key = store.clubs.found(replace(CLUB, tables=(code,)))
    file, backup = tmp_path / "export.json", tmp_path / "backup.db"
    assert run("export", "-o", file).exit_code == 0
    assert run("backup", backup).exit_code == 0
    with closing(Store(default_url())) as store:
        store.clubs.forget(key)
    assert "/club/" in run("import", file).stdout
    with closing(Store(default_url())) as store:
        ((again, club),) = store.clubs.all().items()
        assert (again != key, replace(club, tables=())) == (True, CLUB)
        assert (len(club.tables), code in club.tables) == (1, False)
    done = run("restore", backup)
    assert done.exit_code == 0, done.output
    with closing(Store(default_url())) as store:
        assert store.clubs.all() == {key: replace(CLUB, tables=(code,))}
    assert run("check").exit_code == 0
