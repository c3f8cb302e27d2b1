"""Tricks of Scotch Whist tapped as they fall, with the honours in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.cards import Card, Suit
from companion.games.scotch_whist import show
from companion.games.scotch_whist.deck import (
    HONOURS,
    POINTS,
    columns,
    dealt,
    needed,
    quota,
)
from companion.games.scotch_whist.facts import Haul, jack_captor
from companion.games.scotch_whist.house import Hand
from companion.games.scotch_whist.score import for_cards
from companion.panels import Grid
from companion.questions import Choice, Option, Refused, Several, option
from companion.seating import Seat, Side

REST = "rest"


@dataclass
class Live:
    """What has fallen so far in a hand."""

    hand: Hand
    trump: Suit
    jack: Side | None = None
    """Who must win the trump jack: the dealer's side, if it was turned up."""
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
            self.tags[rank] = replace(self.tags[rank], refusal=no, code="honour_captured_twice")

    def haul(self) -> Haul:
        """What everybody has captured so far."""
        players = len(self.hand.table.seats)
        return Haul(dict(self.cards), dict(self.honours), self.trump, players)

    def total(self, side: Side) -> int:
        """Where a side stands with what it has captured so far."""
        rules = self.hand.rules
        over = for_cards(self.cards[side], dealt(len(self.hand.table.seats), rules), rules)
        honours = sum(POINTS[rank] for rank, owner in self.honours.items() if owner is side)
        return self.hand.table.ledger.total(side) + over + honours


def trick_by_trick(hand: Hand, turned: Card, claims: bool) -> Live:
    """The tricks in order until all are tapped, the table stops tapping, or somebody claims."""
    assert turned.suit is not None
    live, last = (
        Live(hand, turned.suit, jack_captor(turned, hand.dealer)),
        quota(len(hand.table.seats)),
    )
    rows = [row(live, side) for side in hand.table.sides]
    hand.show(Grid("So far", ["", "cards", "honours", "has", "needs"], rows))
    for number in range(1, last + 1):
        hand.tell(show.tricks_left(last - number + 1))
        winner, honours = trick(hand, live, number)
        if winner is None:
            break
        live.add(winner, honours)
        hand.facts["leader"] = winner.code
        rows[winner.side.number - 1][:] = row(live, winner.side)
        hand.tell(f"{winner} leads.", "SCW-WINTRICK")
        if claims and number < last and live.total(winner.side) >= needed(hand.rules):
            live.claimant = winner.side
            break
    return live


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
        return [*found, option(REST, label=words, set_apart=True)]

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

    def check(winner: object, honours: tuple[str, ...] | None) -> None:
        other = isinstance(winner, Seat) and live.jack not in (None, winner.side)
        if other and "J" in (honours or ()):
            words = show.jack_of(hand.dealer, Card("J", live.trump))
            raise Refused(words, "SCW-R11", "not_the_dealers_jack", f"honours {number}")
        if other and left == 1 and live.jack and not live.cards[live.jack]:
            words = show.jack_of(hand.dealer, Card("J", live.trump))
            raise Refused(words, "SCW-R11", "not_the_dealers_jack", f"trick {number}")

    winner, honours = hand.ask(who, tags(live, number), title=title, check=check)
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
