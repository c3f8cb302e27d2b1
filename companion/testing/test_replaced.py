"""A player who is replaced after some hand: each hand names those who played it, in every room."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.cli import show
from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.table import Hand
from companion.engine.transcript import Transcript
from companion.games import find
from companion.printing import build
from companion.printing.layouts import draw
from companion.printing.people import party
from companion.questions import Choice
from companion.results.game_summary import hand_results
from companion.results.moment import moment
from companion.results.report import as_json, report
from companion.tables.sheet import sheet_view
from companion.testing.evenings import evening

NEW = "Zebedee"
HANDS, ANSWERS = 5, 150
"""Hands of an evening at most, and pages answered in each."""
SEEDS = range(20 if os.environ.get("COMPANION_TEST_LONG") else 4)


class Replaced:
    """An evening in which somebody has taken over a seat after hand `last`."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, chance = game, random.Random(f"{game.key} replaced {seed}")
        self.whole, self.plain = evening(game, seed, HANDS, ANSWERS)
        self.seat = chance.randint(1, len(self.whole.players))
        self.old = self.whole.players[self.seat - 1]
        self.last = chance.randint(1, max(1, len(self.plain.hands) - 1))
        self.record = self.whole.copy()
        self.record.head |= {
            f"player {self.seat}": NEW,
            f"earlier {self.seat} {self.last}": self.old,
        }
        self.replay = game.replay(self.record)

    def wrong(self, hand: int) -> str:
        """The name of who did not play a hand."""
        return NEW if hand <= self.last else self.old

    def says(self, hand: int, text: str) -> list[str]:
        """Where a text about a hand names who did not play it."""
        name = re.escape(self.wrong(hand))
        return re.findall(rf".{{0,60}}\b{name}\b.{{0,60}}", text, re.DOTALL)


@cache
def replaced(key: str, seed: int) -> Replaced | None:
    """None where the evening has too few hands."""
    try:
        found = Replaced(find(key), seed)
    except LookupError:
        return None
    return found if len(found.plain.hands) > 1 else None


def evenings(game: Game) -> Iterator[Replaced]:
    found = [each for seed in SEEDS if (each := replaced(game.key, seed))]
    assert found, "no evening has two hands"
    yield from found


def points(replay: Replay, names: tuple[str, str] = ("", "")) -> list[Any]:
    """Every line, and how it ended. `names` are to be exchanged."""
    lines = [(e.hand, e.line.side.code, e.line.points, e.line.rule, e.total, e.line.why)
             for e in replay.ledger.entries]  # fmt: skip
    return [[(*each[:5], each[5].replace(*names)) for each in lines], replay.final]


def told(hand: Hand) -> Iterator[str]:
    """Everything that a hand says, wherever it is shown."""
    yield from (hand.summary, hand.deals, str(hand.cells), *map(str, hand.lines))
    for asked in hand.asked:
        one = asked.question
        yield from (asked.title, one.prompt, str(one.hint), asked.shown, asked.told, one.legal())
        yield str([str(who) for who in one.parts])
        if isinstance(one, Choice):
            yield from (f"{each.label} {each.hint} {each.aloud} {each.refusal}"
                        for each in one.answers)  # fmt: skip
    yield from (tell.words for tell in hand.tells)
    yield from (f"{each.side} {each.word} {each.more} {each.words}" for each in hand.badges)
    yield from (f"{side} {text}" for side, text in hand.status.items())
    yield from (f"{line.to} {[str(side) for side in line.by]}" for line in hand.lines)
    yield from map(str, hand.totals)
    for event in hand.events:
        yield f"{dict(event.cells)} {[str(side) for side in event.totals]}"


def test_replaced_player_changes_no_points(game: Game) -> None:
    for each in evenings(game):
        assert points(each.replay, (NEW, each.old)) == points(each.plain, (NEW, each.old))
        assert not game.holds or list(game.holds(each.replay)) == []


def test_hand_names_who_played_it_and_nobody_else(game: Game) -> None:
    for each in evenings(game):
        for hand in each.replay.hands:
            wrong = [found for text in told(hand) for found in each.says(hand.number, text)]
            assert wrong == [], (hand.number, each.last)


def test_report_and_terminal_name_who_played_a_hand(game: Game) -> None:
    for each in evenings(game):
        data = report(each.replay)
        assert [player.name for player in data.players] == each.record.players
        for hand in data.hands:
            assert each.says(hand.number, as_json(hand)) == []
            text = "\n".join(show.hand_lines(hand, data, answers=True))
            assert each.says(hand.number, text) == []
        shown = "\n".join(show.ledger(data))
        assert f"{NEW} takes over from {each.old}" in shown


def test_sheet_and_summary_name_who_played_a_hand(game: Game) -> None:
    for each in evenings(game):
        for row in sheet_view(each.replay).rows:
            shown = [*row.cells, *(f"{sum.side} {sum.cells}" for sum in row.sums)]
            assert each.says(row.hand.number, " ".join(shown)) == []
            short = moment(each.replay, row.hand)
            assert each.says(row.hand.number, f"{short.words} {short.goes}") == []
        for result in hand_results(each.replay):
            assert each.says(result.number, f"{result.words} {dict(result.sides)}") == []


def written(replay: Replay) -> list[list[str]]:
    """Runs of rows, of headings and of blocks of the printed sheet, each in the order of hands."""
    drawn = draw(party(replay.game, replay=replay))
    blocks = [
        f"{block.note} {[field.text for field in block.heads]}"
        f" {[(each.owner, [field.text for field in each.fields]) for each in block.boards]}"
        for block in drawn.blocks
    ]
    found = [blocks]
    for grid in drawn.grids:
        found.append([f"{body.title} {body.note}" for body in grid.bodies])
        for body in grid.bodies:
            rows = [" | ".join(cell.text for cell in row.cells) for row in body.rows]
            found.append(rows[::-1] if body.kind == "up" else rows)
    return found


def test_printed_sheet_names_who_played_a_hand(game: Game) -> None:
    """Its rows are those of the old player's sheet, and from some row on those of the new one's."""
    by_the_old_one = 0
    for each in evenings(game):
        renamed = each.whole.copy()
        renamed.head[f"player {each.seat}"] = NEW
        sheets = each.plain, each.replay, game.replay(renamed)
        for runs in zip(*map(written, sheets), strict=True):
            rows = [*zip(*runs, strict=True)]
            assert [row for row in rows if row[1] not in (row[0], row[2])] == []
            changed = [now == new for old, now, new in rows if old != new]
            assert changed == sorted(changed)
            by_the_old_one += changed.count(False)
    assert by_the_old_one


def test_printed_sheet_says_who_sat_there_earlier(game: Game) -> None:
    each = next(evenings(game))
    body = build("sheet", game, replay=each.replay).body
    assert f"<b>{each.old}</b>, in the seat of {NEW}, to the end of" in body


def test_record_read_back_scores_the_same(game: Game) -> None:
    for each in evenings(game):
        again = Transcript.read(Transcript(each.record).text()).record
        assert again == each.record
        assert points(game.replay(again)) == points(each.replay)


def named(each: Replaced) -> Record:
    """The record with the seats in answers written as the names of those who played the hand."""
    found = each.record.copy()
    for hand in each.replay.hands:
        for asked in hand.asked:
            one = asked.question
            if isinstance(one, Choice) and asked.value in hand.table.seats:
                found.hands[hand.number - 1][one.key] = one.show(asked.value)
    return found


def test_names_of_either_player_are_read_in_any_hand(game: Game) -> None:
    for each in evenings(game):
        known = named(each)
        assert points(game.replay(known)) == points(each.replay)
        for hand in known.hands:
            for key, text in hand.items():
                if text in (each.old, NEW):
                    hand[key] = NEW if text == each.old else each.old
        assert points(game.replay(known)) == points(each.replay)
