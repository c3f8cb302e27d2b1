"""Rows 7, 8, 15 and 16: engine, rule search and solver, without web or store."""

from __future__ import annotations

import random
import sqlite3
import time
from functools import cache, partial
from statistics import median

from companion import games
from companion.cards import Card
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games.carousel.melds import Laid, arrange, deadwood
from companion.rules.search import Index
from companion.rules.wording import under
from companion.store import State, Stored
from companion.store.saved import Saved
from companion.tables import Snapshot
from companion.tables.trial import contested
from tests.games.test_carousel import best_by_trying, some_hand, some_table
from tools.bench.frame import Figure, Scale, ratio, row, took
from tools.bench.tables import evening, long_evening, whole_evening

FEW, MANY = 130, 600
"""Answers of an average evening, and of a very long one."""


@row(
    7,
    "Replay",
    Figure(
        "growth", "growth from 130 to 600 answers", 1.1, bound=1.6,
        why="what stays in a small cache at 130 answers does not at 600 on a shared machine",
    ),
)  # fmt: skip
def replaying(scale: Scale) -> dict[str, float]:
    few, many = evening("kaiser", FEW), evening("kaiser", MANY)
    times = scale.of(200, 80)
    grown = ratio(lambda: many.game.replay(many.record), lambda: few.game.replay(few.record),
                  times // 2)  # fmt: skip
    return {"growth": grown / (many.answers / few.answers)}


@cache
def long_ones() -> dict[str, tuple[str, Record]]:
    """The two evenings that are long for their game."""
    back_alley = whole_evening("back-alley").record
    assert len(back_alley.hands) == 26
    return {"alley": ("back-alley", back_alley),
            "pan": ("panguingue", long_evening("panguingue", 15, 1000))}  # fmt: skip


@row(8, "Long evening", Figure("alley", "26 guided hands of Back Alley (wish: 1 ms)", unit="ms"),
     Figure("pan", "15 at Panguingue, 1,000 events (wish: 5 ms)", unit="ms"))  # fmt: skip
def evenings(scale: Scale) -> dict[str, float]:
    medians = {}
    for name, (key, record) in long_ones().items():
        game = games.find(key)
        assert not game.replay(record).refused
        times = [took(partial(game.replay, record))
                 for _ in range(scale.of(60, 15))]  # fmt: skip
        medians[name] = 1000 * median(times)
    return medians


# -- rule search ---------------------------------------------------------------------------------

QUERIES = ("revoke", "who deals first", "misdeal", "joker", "dealer bids last", "tie at the end",
           "no trump", "declarer fails", "wrong number of cards", "target", "first lead",
           "all pass", "KAI-LIMIT", "discard pile", "borrow a card")  # fmt: skip

PLAIN = """
    select title, snippet(rule, 1, '', '', '…', 28) from rule where rule match ?
    order by rank limit 20
"""


def bare_index() -> sqlite3.Connection:
    """The same texts in a plain FTS5 table."""
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table rule using fts5(title, body, tokenize='porter')")
    sheets = [under(game.rules, None) for game in games.all_games().values()]
    rules = [rule for sheet in sheets for rule in sheet.rules.values()]
    database.executemany("insert into rule values (?, ?)", [(r.title, r.text) for r in rules])
    return database


def found_by(bare: sqlite3.Connection, words: str) -> list[tuple[object, ...]]:
    """Results of a plain query."""
    return bare.execute(PLAIN, (words,)).fetchall()


@row(
    15,
    "Rules desk",
    Figure(
        "search", "search in all games to a bare FTS5 query", 3.0, bound=4.5,
        why="a search takes a fifth of a millisecond, which a busy machine stretches unevenly",
    ),
    Figure("whatif", "every house rule tried on the dearest evening", 1.0, "s"),
)  # fmt: skip
def desk(scale: Scale) -> dict[str, float]:
    index, bare = Index(games.all_games().values()), bare_index()
    ratios = []
    for query in QUERIES:
        words = " OR ".join(f'"{word}"' for word in query.split())
        ratios.append(ratio(partial(index.find, query),
                            partial(found_by, bare, words),
                            scale.of(40, 15)))  # fmt: skip
    return {"search": median(ratios), "whatif": max(map(tried, games.all_games()))}


def tried(key: str) -> float:
    """Seconds to try every value of every house rule on a game's recorded evening."""
    game = games.find(key)
    record = Transcript.read(game.file("evening.txt"), key).record
    table = Snapshot(Stored(Saved.beginning(record, game.edition).row, State.of(record)))
    return took(lambda: list(contested(table)))


# -- the solver ----------------------------------------------------------------------------------


def positions(number: int) -> list[tuple[list[list[Laid]], list[Card]]]:
    """Tables of about sixty cards, with ten cards in hand."""
    chance = random.Random(2026)
    positions: list[tuple[list[list[Laid]], list[Card]]] = []
    while len(positions) < number:
        table = some_table(chance, 17)
        if sum(map(len, table)) >= 60:
            laid = [[Laid(card) for card in meld] for meld in table]
            positions.append((laid, some_hand(chance, table, 10)))
    return positions


def disagreements(number: int) -> int:
    """How many small positions the solver and brute force disagree on."""
    chance, wrong = random.Random(7), 0
    for _ in range(number):
        table = some_table(chance, chance.randint(0, 4))
        holding = some_hand(chance, table, chance.randint(1, 6))
        plan = arrange([[Laid(card) for card in meld] for meld in table], holding, all_of_it=False)
        best = best_by_trying([card for meld in table for card in meld], holding)
        wrong += plan is None or deadwood(plan.played) != best
    return wrong


@row(
    16,
    "Carousel’s solver, 60 cards",
    Figure("median", "median position", unit="ms"),
    Figure("worst", "worst position", 2.0, "s"),
    Figure("wrong", "small positions not as by trying everything", 0, "wrong"),
    tries=1,
)
def solver(scale: Scale) -> dict[str, float]:
    times = []
    for table, holding in positions(scale.of(200, 40)):
        began = time.perf_counter()
        arrange(table, holding, all_of_it=False)
        times.append(time.perf_counter() - began)
    return {"median": 1000 * median(times), "worst": max(times),
            "wrong": disagreements(scale.of(60, 15))}  # fmt: skip
