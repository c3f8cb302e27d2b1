"""Tricks of Scotch Whist tapped as they fall, with the honours in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.cards import Card, Suit
from companion.games.scotch_whist.deck import (
    HONOURS,
    POINTS,
    columns,
    needed,
    quota,
    side_quota,
)
from companion.games.scotch_whist.score import Haul
from companion.panels import Grid
from companion.questions import Choice, Option, Several, option
from companion.seating import Seat, Side
from companion.table import Hand

REST = "rest"


@dataclass
class Live:
    """What has fallen so far in a hand."""

    hand: Hand
    trump: Suit
    cards: dict[Side, int] = field(default_factory=dict)
    honours: dict[str, Side] = field(default_factory=dict)
    tags: dict[str, Option[str]] = field(default_factory=dict)
    """The honours as answers; those that have fallen cannot fall again."""
    claimant: Side | None = None
    """Who stands on the target in mid-hand, at a table that stops then."""

    def __post_init__(self) -> None:
        self.cards = dict.fromkeys(self.hand.table.sides, 0)
        for rank in HONOURS:
            label = str(Card(rank, self.trump))
            self.tags[rank] = option(rank, label=label)

    def add(self, winner: Seat, honours: Iterable[str]) -> None:
        """One trick more."""
        self.cards[winner.side] += len(self.hand.table.seats)
        for rank in honours:
            self.honours[rank] = winner.side
            no = f"The {Card(rank, self.trump)} has fallen already, to {winner}."
            self.tags[rank] = replace(self.tags[rank], no=no, code="honour_captured_twice")

    def haul(self) -> Haul:
        """What everybody has captured so far."""
        players = len(self.hand.table.seats)
        return Haul(dict(self.cards), dict(self.honours), self.trump, players)

    def total(self, side: Side) -> int:
        """Where a side stands with what it has captured so far."""
        over = self.cards[side] - side_quota(side, len(self.hand.table.seats))
        honours = sum(POINTS[rank] for rank, owner in self.honours.items() if owner is side)
        return self.hand.table.ledger.total(side) + max(0, over) + honours


def trick_by_trick(hand: Hand, trump: Suit) -> Live:
    """The tricks in order until all are tapped, the table stops tapping, or somebody claims."""
    live, last = Live(hand, trump), quota(len(hand.table.seats))
    rows = [row(live, side) for side in hand.table.sides]
    hand.show(Grid("So far", ["", "cards", "honours", "stands on", "needs"], rows))
    for number in range(1, last + 1):
        hand.tell(remaining(last - number + 1))
        winner, honours = trick(hand, live, number)
        if winner is None:
            break
        live.add(winner, honours)
        hand.facts["leader"] = winner.code
        rows[winner.side.number - 1][:] = row(live, winner.side)
        hand.tell(f"{winner} leads.", "SCW-WINTRICK")
        stop = hand.rules.stop_when_reached == "yes" and number < last
        if stop and live.total(winner.side) >= needed(hand.rules):
            live.claimant = winner.side
            break
    return live


def remaining(tricks: int) -> str:
    """How many tricks are left, in words."""
    return f"{tricks} trick{'s' * (tricks != 1)} left."


def row(live: Live, side: Side) -> list[str]:
    """One side's line in the panel."""
    total = live.total(side)
    mine = [rank for rank, owner in live.honours.items() if owner is side]
    words = " ".join(str(Card(rank, live.trump)) for rank in mine)
    need = max(0, needed(live.hand.rules) - total)
    return [str(side), str(live.cards[side]), words or "–", str(total), str(need)]


def trick(hand: Hand, live: Live, number: int) -> tuple[Seat | None, tuple[str, ...]]:
    """Who won a trick, and which honours were in it; nobody when the table stops tapping."""
    seats = hand.table.seats
    left = quota(len(seats)) - number + 1

    def options() -> list[Option[object]]:
        words = f"Stop tapping, count the last {left} at the end"
        found: list[Option[object]] = [option(seat) for seat in seats]
        return [*found, option(REST, label=words, loud=True)]

    def accept(text: str) -> object | None:
        known = next((s for s in seats if text in (s.code, s.name)), None)
        return REST if text == REST else known

    title = f"Trick {number} of {quota(len(seats))}"
    who = Choice[object](
        f"trick {number}",
        "Who won it?",
        "SCW-WINTRICK",
        options,
        accept=accept,
        columns=columns(len(seats)),
    )
    if len(live.honours) == len(HONOURS):
        winner = hand.ask(who, title=title)
        return (winner, ()) if isinstance(winner, Seat) else (None, ())
    winner, honours = hand.ask(who, tags(live, number), title=title)
    return (winner, honours or ()) if isinstance(winner, Seat) else (None, ())


def tags(live: Live, number: int) -> Several:
    """The honours in a trick."""
    return Several(
        f"honours {number}",
        "Honours in it?",
        "SCW-TURNUP",
        tuple(live.tags.values()),
        most=len(live.hand.table.seats),
        columns=5,
        hint="Or leave it for the count.",
        unless=(f"trick {number}", REST),
    )
