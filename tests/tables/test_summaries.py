"""The summary stored with each entry equals a replay; lists and statistics read it."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

import pytest
from click.testing import CliRunner

from companion import clock, games
from companion.cli.backups import check
from companion.engine.game import Game
from companion.engine.record import Act, Record
from companion.questions import fold
from companion.results.tally import people, played
from companion.store import Store
from companion.store.erasing import erase_name
from companion.store.keeping import bring_back, discard
from companion.store.listing import Listing, Scope
from companion.store.statistics import Statistics
from companion.store.summaries import SummaryRow
from companion.tables import Sent, Tables
from companion.tables.carrying import canonical
from companion.tables.copies import take_in
from companion.tables.filling import Filling, remove_other
from companion.tables.summaries import fill, summarised
from companion.testing.evenings import evening
from tests.daily import daily
from tests.databases import prepared
from tests.tables.conftest import summary_holds

NAMES = ["Nell", "Omar", "Pia", "Quin", "Rosa", "North", "Zoë"]
EVER = Scope()


def begun(tables: Tables, game: Game, seed: int, names: list[str], hands: int = 4) -> str:
    """A table with a random evening, entered as one submission."""
    record, _ = evening(game, seed, hands=hands, answers=400)
    record = canonical(game, record)
    for seat in range(1, len(record.players) + 1):
        others = (seat - 1) // len(names)
        name = names[(seat - 1) % len(names)] + (f" {others}" if others else "")
        record.head[f"player {seat}"] = name.upper() if seed == 2 else name
    start = Record(game.key, dict(record.head))
    table = tables.begin(start, game.edition, Sent(0, f"{game.key} {seed} {names[0]}"))
    acts = [Act("answer", number, hand) for number, hand in enumerate(record.hands, 1) if hand]
    if acts:
        table = tables.do(table, acts, Sent.now(table))
    return table.code


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A store with tables of all games, at which the same people play in changing seats; codes."""
    url = f"sqlite:///{tmp_path_factory.mktemp('club') / 'club.db'}"
    prepared(url)
    chance = random.Random("club")
    with closing(Store(url)) as store:
        tables = Tables(store)
        codes = [
            begun(tables, game, seed, chance.sample(NAMES, len(NAMES)), hands=9 if seed else 2)
            for game in games.all_games().values()
            for seed in range(3)
        ]
        yield store, codes


# -- what is stored ------------------------------------------------------------------------------


@pytest.mark.kinds
def test_summary_follows_whatever_changes_a_table(game, tables, store):
    code = begun(tables, game, 1, NAMES)
    summary_holds(store, code)
    table = tables.undo(code, Sent.now(tables.get(code)))
    summary_holds(store, code)
    table = tables.redo(code, Sent.now(table))
    summary_holds(store, code)
    head = {"player 1": "Vera", "earlier 1 1": "Nell"}
    table = tables.do(table, [Act("amend", 0, head)], Sent.now(table, why="came later"))
    summary_holds(store, code)
    assert store.summaries.of(code).summary.by_hand
    tables.abandon(code)
    summary_holds(store, code)
    tables.resume(code)
    summary_holds(store, code)
    received = take_in(tables, [store.saved(code)])
    summary_holds(store, received[0].code)


def test_names_are_erased_from_what_is_stored(tables, store):
    code = begun(tables, games.find("kaiser"), 1, NAMES)
    erase_name(store, code, "Nell", "somebody")
    assert store.summaries.of(code) is None
    assert "Nell" not in [one.name for one in Statistics(store).people(EVER, 60)]
    assert fill(store, 5) == 0
    summary_holds(store, code)


def test_deleted_table_counts_nowhere_until_restored(tables, store):
    code = begun(tables, games.find("kaiser"), 1, NAMES)
    before = Statistics(store).people(EVER, 60)
    discard(store, code)
    assert Statistics(store).people(EVER, 60) == []
    assert Statistics(store).pairs(EVER, 60) == []
    assert [each.code for each in Listing(store).listed(Scope(deleted=True))] == [code]
    bring_back(store, code)
    assert fill(store, 5) == 0
    assert Statistics(store).people(EVER, 60) == before
    tables.forget(tables.get(code))
    assert Statistics(store).people(EVER, 60) == []
    assert store.summaries.left() == 0


# -- an older database ---------------------------------------------------------------------------


def test_older_database_is_filled_once_while_it_serves(store, tables, monkeypatch):
    codes = [begun(tables, games.find("kaiser"), seed, NAMES, hands=2) for seed in range(5)]
    for code in codes:
        store.summaries.drop(code)
    filling = Filling(store)
    filling.start()
    filling.join(60)
    assert store.summaries.left() == 0
    for code in codes:
        summary_holds(store, code)
    monkeypatch.setattr(Game, "replay", lambda *_: pytest.fail("replayed"))
    assert fill(store, 5) == 0


def test_two_processes_fill_summaries_during_an_entry(store, tables):
    codes = [begun(tables, games.find("kaiser"), seed, NAMES, hands=2) for seed in range(4)]
    given = [(each.id, each.seq, summarised(each.record)) for each in map(store.table, codes)]
    for code in codes:
        store.summaries.drop(code)
    table = tables.get(codes[0])
    entered = tables.do(table, [Act("amend", 0, {"player 1": "Vera"})], Sent.now(table))
    with closing(Store(store.url)) as other:
        other.summaries.add(given[:2])
    store.summaries.add(given)
    assert store.summaries.left() == 0
    assert entered.seq == store.summaries.of(codes[0]).seq
    for code in codes:
        summary_holds(store, code)


def test_summaries_of_another_release_are_made_anew(store, tables):
    code = begun(tables, games.find("kaiser"), 1, NAMES)
    remove_other(store)
    assert store.summaries.left() == 0
    store.summaries.remove_other({"kaiser": "a later release", "tres": "any"})
    assert store.summaries.of(code) is None
    assert fill(store, 5) == 0
    summary_holds(store, code)


def test_table_of_uninstalled_game_is_listed_not_counted(store):
    code = store.begin(Record("chess", {"player 1": "Nell"}, [{"a": "1"}])).code
    assert fill(store, 5) == 0
    assert [each.code for each in Listing(store).listed(EVER)] == [code]
    assert Statistics(store).people(EVER, 60) == []


# -- the statistics ------------------------------------------------------------------------------


def figures(entries):
    return [(one.name, one.played, one.won, one.lost, one.open) for one in people(entries)]


def partners(entries):
    """Games together, won and lost, by the folded names of two partners."""
    found: dict[tuple[str, str], list[int]] = {}
    for entry in entries:
        summary = entry.summary
        counted = {fold(s.name): s for s in reversed(summary.finishers)}
        for one, two in combinations(sorted(counted), 2):
            if not summary.ended or "north" in (one, two):
                continue
            if counted[one].side == counted[two].side:
                won = counted[one].side in summary.winners
                games_of = found.setdefault((one, two), [0, 0, 0])
                games_of[0] += 1
                games_of[1] += won
                games_of[2] += bool(summary.winners) and not won
    return found


@daily("chosen", ["all", "some", "lately"], ["all"])
def test_database_counts_agree_with_summaries(chosen, club):
    store, codes = club
    scope = {
        "all": EVER,
        "some": Scope(codes=codes[::2]),
        "lately": EVER.later(sorted(store.table(code).touched for code in codes)[len(codes) // 2]),
    }[chosen]
    entries = Listing(store).entries(scope)
    assert len(entries) == Listing(store).count(scope) > 10
    told = [(one.name, one.played, one.won, one.lost, one.open)
            for one in Statistics(store).people(scope, 60)]  # fmt: skip
    assert told == figures(entries)
    pairs = {tuple(sorted(map(fold, pair.names))): [pair.played, pair.won, pair.lost]
             for pair in Statistics(store).pairs(scope, 600)}  # fmt: skip
    assert pairs == partners(entries)
    assert pairs
    for game in Statistics(store).games(scope):
        mine = [entry for entry in entries if entry.summary.game == game.key]
        one = played(mine, game.key)
        assert one
        assert (game.played, game.hands) == (one.played, one.hands)


def test_tables_are_found_by_people_words_and_time(club):
    store, codes = club
    every = {each.code: each for each in Listing(store).listed(EVER)}
    both = Listing(store).listed(Scope(people=("nell", "PIA")))
    assert [each.code for each in both] == [
        code for code, each in every.items()
        if each.summary and {"nell", "pia"} <= {fold(s.name) for s in each.summary.sitters}
    ]  # fmt: skip
    kaisers = [code for code, each in every.items() if each.game == "kaiser"]
    for words in (("kais",), ("ser", "kai"), (kaisers[0].lower(),)):
        found = [each.code for each in Listing(store).listed(Scope(words=words))]
        assert found == (kaisers if len(words[0]) < 6 else kaisers[:1])
    for odd in ("%", "_", "100%"):
        assert Listing(store).listed(Scope(words=(odd,))) == []
    now = clock.now()
    assert Listing(store).count(Scope(since=now + timedelta(days=1))) == 0
    assert Listing(store).count(Scope(before=now - timedelta(days=1))) == 0
    assert Listing(store).count(Scope(words=(f"{now.astimezone():%A}"[:4].lower(),))) == len(codes)
    pages = [Listing(store).listed(EVER, 7, offset) for offset in range(0, len(every), 7)]
    assert [each.code for page in pages for each in page] == [*every]


def test_check_corrects_summary_that_differs_from_replay(store, tables, monkeypatch):
    monkeypatch.setenv("COMPANION_DATABASE_URL", store.url)
    codes = [begun(tables, games.find("kaiser"), seed, NAMES) for seed in (1, 2)]
    with store.writing() as session:
        row = session.get(SummaryRow, store.table(codes[0]).id)
        row.summary = replace(row.summary, totals={"A": 99, "B": 0})
    run = CliRunner()
    done = run.invoke(check)
    assert done.exit_code == 1, done.output
    assert f"{codes[0]}  kaiser: the stored summary differed" in done.output
    assert "2 tables replayed, 1 with differences." in done.output
    assert fill(store, 5) == 0
    for code in codes:
        summary_holds(store, code)
    assert run.invoke(check).exit_code == 0
