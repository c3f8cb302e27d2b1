"""A database, an export and a game package from before the release give the same results today.

The code of commit a8cd33eb wrote earlier/a8cd33eb.tar.xz. old.db has a table of each built-in game,
two more of Kaiser, a table that is set aside, a club and two house rule sets. export.json has the
same without the sets. `companion_oh_hell` is the example package. results.json has the results of
that code for all of them.
"""

import json
import sys
import tarfile
from contextlib import closing
from dataclasses import asdict
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion import games
from companion.engine.transcript import Transcript
from companion.store import Store
from companion.store.clubs import Clubs, RuleSets
from companion.store.exchange import read, read_clubs
from companion.store.migrate import upgrade
from companion.store.portions import import_tables
from companion.tables.tables import Tables

ARCHIVE = Path(__file__).parent / "earlier" / "a8cd33eb.tar.xz"
PACKAGE = "companion_oh_hell"


@pytest.fixture(scope="module")
def earlier(tmp_path_factory):
    """The folder of the files, unpacked."""
    folder = tmp_path_factory.mktemp("earlier")
    with tarfile.open(ARCHIVE) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def results(earlier):
    return json.loads((earlier / "results.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def migrated(earlier):
    """The database, brought up to date."""
    url = f"sqlite:///{earlier / 'old.db'}"
    upgrade(url)
    with closing(Store(url)) as store:
        yield store


def result(replay):
    """The result of a replay, as in results.json."""
    entries, outcome = replay.ledger.entries, replay.outcome
    return {
        "players": [seat.name for seat in replay.table.seats],
        "totals": {side.code: total for side, total in replay.ledger.totals.items()},
        "over": bool(replay.over),
        "winners": [side.code for side in outcome.winners] if outcome else [],
        "hands": len(replay.hands),
        "lines": [[e.hand, e.line.to.code, e.line.points, e.line.rule, e.total] for e in entries],
    }


def tables_of(store, codes):
    """The results of these tables, their status and the lengths of their journals."""
    tables, every = Tables(store), {}
    for name, code in codes.items():
        table, saved = tables.get(code), store.saved(code)
        every[name] = result(table.replay) | {
            "game": table.record.game,
            "status": saved.row.status,
            "journal": len(saved.rows),
        }
    return every


def without_codes(tables):
    return {
        name: {key: value for key, value in table.items() if key != "code"}
        for name, table in tables.items()
    }


def plain(club, fields):
    """These fields of a club as plain data; later ones have their defaults."""
    data = json.loads(json.dumps(asdict(club)))
    return {name: data[name] for name in fields} | {"tables": sorted(data["tables"])}


def clubs_of(results):
    return [club | {"tables": sorted(club["tables"])} for club in results["clubs"]]


def test_earlier_database_opens_with_the_same_results(migrated, results):
    codes = {name: table["code"] for name, table in results["tables"].items()}
    assert len(codes) > 14
    assert tables_of(migrated, codes) == without_codes(results["tables"])


def test_earlier_database_keeps_clubs_and_rule_sets(migrated, results):
    (earlier,) = clubs_of(results)
    (club,) = Clubs(migrated).all().values()
    assert plain(club, earlier) == earlier
    sets = [[row.game, row.name, dict(row.rules)] for row in RuleSets(migrated).all()]
    assert sorted(sets) == sorted(results["sets"])


def test_earlier_export_is_imported_with_the_same_results(store, earlier, results):
    data = json.loads((earlier / "export.json").read_text(encoding="utf-8"))
    stored = import_tables(store, read(data))
    codes = dict(zip(results["tables"], (each.code for each in stored), strict=True))
    assert tables_of(store, codes) == without_codes(results["tables"])
    (before,) = clubs_of(results)
    (club,) = read_clubs(data)
    assert plain(club, before) == before


@pytest.fixture
def oh_hell(earlier, monkeypatch):
    """The game of the example package, loaded as that of an installed package."""
    monkeypatch.syspath_prepend(earlier)
    entries = [EntryPoint("oh-hell", PACKAGE, games.GROUP)]
    monkeypatch.setattr(games, "entry_points", lambda group: entries)
    forget()
    yield games.find("oh-hell")
    monkeypatch.undo()
    forget()


def forget():
    for each in (games.guests, games.packages, games.covers, games.all_games):
        each.cache_clear()
    for name in [*sys.modules]:
        if name.partition(".")[0] == PACKAGE:
            del sys.modules[name]


def test_earlier_game_package_scores_the_same(oh_hell, earlier, results):
    assert Path(oh_hell.room).parent == earlier / PACKAGE
    assert games.guests().failed == {}
    transcript = Transcript.read(oh_hell.file("evening.txt"), oh_hell.key)
    assert result(oh_hell.replay(transcript.record)) == results["package"]
