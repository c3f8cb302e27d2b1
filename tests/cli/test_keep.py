"""`companion export`, `import`, `print` and `key`: tables to files, to paper and to phones."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace

import pikepdf
import pytest

from companion.app import create_app
from companion.clubs.club import Club, ClubGame
from companion.engine.record import Act
from companion.engine.transcript import Transcript
from companion.games import find
from companion.store import JournalRow, Store, default_url
from companion.store.clubs import Clubs, RuleSets
from companion.store.exchange import dump
from companion.tables.carrying import tables_of
from tests.cli.conftest import HEAD

CLUB = Club("Thursday", ("Nell", "Omar"), (ClubGame("kaiser", {"target": "62"}),),
            notes={"2026-11-05": "9 no"}, stake=10)  # fmt: skip
KAISER = find("kaiser")


def code_of(done) -> str:
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.split()[0]


def begun(run) -> str:
    return code_of(run("import", "-", input=HEAD))


def entered(code) -> None:
    """An entry of Nell's at that table."""
    with closing(Store(default_url())) as store:
        store.act(code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="s", who="Nell")


@pytest.mark.parametrize("game", [KAISER], ids=["kaiser"])
def test_imported_evening_keeps_ledger_after_reexport(run, told, game, evening, whole, tmp_path):
    files = tmp_path / "export.json", tmp_path / "again.json"
    codes = []
    for source, file in zip((evening, files[0]), files, strict=True):
        data = ("--data", tmp_path / file.stem)
        codes.append(code_of(run("import", source, *data)))
        assert run("export", codes[-1], "-o", file, *data).exit_code == 0
    assert codes[0] != codes[1]
    one, two = (told("score", file) for file in files)
    assert one == two
    totals = game.replay(whole).ledger.totals
    assert [each["total"] for each in one["standing"]] == [*totals.values()]


def test_export_holds_only_this_folders_journals_and_seats(run, tmp_path):
    codes = [begun(run) for _ in range(2)]
    entered(codes[0])
    data = json.loads(run("export").stdout)
    assert {table["code"] for table in data["tables"]} == set(codes)
    (table,) = [table for table in data["tables"] if table["code"] == codes[0]]
    assert table["journal"][0]["who"] == "Nell"
    text = run("export", codes[0].lower(), "--text").stdout
    assert text.endswith("hand 1\nbid 2: 7\n")
    other = ("--data", tmp_path / "other")
    assert run("import", "-", *other, input=f"{HEAD}dealer: Pia\nhand 1\n@dealer: Quin\n")
    assert run("export", codes[0], *other).exit_code == 2
    record = json.loads(run("export", *other).stdout)["tables"][0]["record"]
    assert (record["head"]["dealer"], record["hands"][0]["@dealer"]) == ("3", "4")


def test_partly_unreadable_import_stores_nothing(run):
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


@pytest.mark.parametrize("game", [KAISER], ids=["kaiser"])
def test_filled_sheet_prints_as_page_without_pango(run, evening, whole, tmp_path):
    assert "sheet " in run("print", "kaiser").stdout
    out = tmp_path / "sheet.html"
    done = run("print", "kaiser", "sheet", "--record", evening, "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    page = out.read_text(encoding="utf-8")
    assert [name for name in whole.players if name not in page] == []
    assert "1 May 2026" not in page
    run("print", "kaiser", "sheet", "--record", evening, "-o", out, "--date", "1 May 2026")
    assert "1 May 2026" in out.read_text(encoding="utf-8")


def test_sheet_of_a_stored_table_has_its_day(run, tmp_path):
    out, code = tmp_path / "sheet.html", begun(run)
    with closing(Store(default_url())) as store:
        day = store.saved(code).begun.astimezone()
    run("print", "kaiser", "sheet", "--table", code, "-o", out)
    assert f"{day.day} {day:%B %Y}" in out.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_a_stored_table_is_printed_as_pdf(run, tmp_path):
    out = tmp_path / "sheet.pdf"
    done = run("print", "kaiser", "sheet", "--table", begun(run), "--paper", "letter", "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    with pikepdf.open(out) as pdf:
        assert [float(side) for side in pdf.pages[0].mediabox] == [0, 0, 612, 792]


def test_a_sheet_is_printed_under_a_named_set(run, tmp_path):
    run("export")  # makes the database
    with closing(Store(default_url())) as store:
        kept = RuleSets(store).keep("kaiser", "Harbour house", {"target": "62"})
    out = tmp_path / "sheet.html"
    done = run("print", "kaiser", "sheet", "--set", "harbour house", "-o", out)
    assert (done.exit_code, done.stderr) == (0, "")
    page = out.read_text(encoding="utf-8")
    assert "Harbour house" in page
    assert "<b>Points to reach:</b> 62 points" in page
    assert run("print", "kaiser", "sheet", "--set", kept.id, "-o", out).exit_code == 0
    other = run("print", "tres", "sheet", "--set", kept.id, "-o", out)
    assert (other.exit_code, f"There is no set “{kept.id}” of Très." in other.stderr) == (2, True)


def test_exports_and_backups_include_clubs(run, tmp_path):
    code = begun(run)
    entered(code)
    with closing(Store(default_url())) as store:
        key = Clubs(store).found(replace(CLUB, tables=(code,)))
    file, backup = tmp_path / "export.json", tmp_path / "backup.db"
    assert run("export", "-o", file).exit_code == 0
    assert run("backup", backup).exit_code == 0
    assert "/club/" in run("import", file, "--data", tmp_path / "other").stdout
    with closing(Store(default_url(tmp_path / "other"))) as store:
        ((again, club),) = Clubs(store).all().items()
        assert (again != key, replace(club, tables=())) == (True, CLUB)
        assert (len(club.tables), code in club.tables) == (1, False)
    done = run("restore", backup)
    assert done.exit_code == 0, done.output
    with closing(Store(default_url())) as store:
        assert Clubs(store).all() == {key: replace(CLUB, tables=(code,))}
    assert run("check").exit_code == 0


def kept_of(store):
    """Of every table here its journal's length, by code; every club by key."""
    return {each.code: each.seq for each in store.tables()}, Clubs(store).all()


@pytest.mark.parametrize(("proxies", "letters"), [("0", 6), ("1", 8)])
def test_import_gives_hosted_tables_longer_codes(run, monkeypatch, proxies, letters):
    monkeypatch.setenv("COMPANION_TRUSTED_PROXIES", proxies)
    assert len(begun(run)) == letters


def test_import_of_an_empty_export_says_so(run, tmp_path):
    file = tmp_path / "export.json"
    assert run("export", "-o", file).exit_code == 0
    assert run("import", file).stdout == "No tables in this file.\n"


def test_import_adds_an_export_once(run, tmp_path):
    codes = [begun(run) for _ in range(2)]
    entered(codes[0])
    with closing(Store(default_url())) as store:
        Clubs(store).found(replace(CLUB, tables=(codes[0],)))
        # Another club of that name, of other people.
        Clubs(store).found(replace(CLUB, people=("Nell", "Zoe")))
        before = kept_of(store)
    file, newer = tmp_path / "export.json", tmp_path / "newer.json"
    assert run("export", "-o", file).exit_code == 0
    said = run("import", file).stdout
    assert said.count("is here already, with every entry") == 2
    assert said.count("Thursday, is here already") == 2
    with closing(Store(default_url())) as store:
        assert kept_of(store) == before
        store.act(codes[0], Act("answer", 1, {"bid 3": "8"}), seen=1, submission="t")
    assert run("export", "-o", newer).exit_code == 0
    assert "is here already, and further on" in run("import", file).stdout
    other, found = ("--data", tmp_path / "other"), []
    for each in (file, newer, newer, file):
        said = run("import", each, *other).stdout
        with closing(Store(default_url(tmp_path / "other"))) as store:
            found.append(kept_of(store))
    assert [sorted(tables.values()) for tables, _ in found] == [[0, 1], [0, 2], [0, 2], [0, 2]]
    assert found[1] == found[2] == found[3]
    assert len(found[3][1]) == 2
    assert said.count("is here already") == 4


def test_import_adds_nothing_to_a_diverged_table(run, tmp_path):
    code, file = begun(run), tmp_path / "export.json"
    entered(code)
    assert run("export", "-o", file).exit_code == 0
    with closing(Store(default_url())) as store:
        store.act(code, Act("undo"), seen=1, submission="u")
        store.act(code, Act("answer", 1, {"bid 2": "8"}), seen=2, submission="v")
        (came,) = tables_of(file.read_text())
        row = came.rows[0]
        came.rows.append(JournalRow(**row.model_dump() | {"seq": 2, "answers": {"bid 3": "8"}}))
        came.row.seq = 2
        file.write_text(json.dumps(dump([came])))
        before = kept_of(store)
    assert "went on in both places: nothing was added" in run("import", file).stdout
    with closing(Store(default_url())) as store:
        assert kept_of(store) == before


def writes(client, code: str) -> bool:
    """True on a phone that has the keys of the first bid; any other phone only watches."""
    page = client.get(f"/t/{code}").text
    assert ("Watching live" in page) != ('name="a.bid 2"' in page)
    return 'name="a.bid 2"' in page


def test_scorer_link_gives_write_access_until_replaced(run, tmp_path):
    code = begun(run)
    done = run("key", code.lower())
    assert (done.exit_code, done.stderr) == (0, "")
    link = done.stdout.split()[-1]
    with closing(Store(default_url())) as store:
        client = create_app(store, testing=True, data=tmp_path).test_client()
        assert not writes(client, code)
        client.get(link)
        assert writes(client, code)
        done = run("key", code, "--address", "http://192.168.1.5:8000/")
        assert done.stdout == f"http://192.168.1.5:8000{link}\n"
        fresh = run("key", code, "--new").stdout.split()[-1]
        assert not writes(client, code)
        client.get(fresh)
        assert writes(client, code)
