"""What stays on top of a table's page: who has how many, what is missing, who deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Replay
from companion.panels import Meter
from companion.seating import Seat, Side
from companion.table import Badge, Played


@dataclass(frozen=True)
class Bar:
    """The track under a total: how far of `length`, and where the mark is."""

    length: int
    run: int
    mark: int | None


@dataclass(frozen=True)
class Place:
    """One side in the standing."""

    side: Side
    total: int
    state: str
    badges: Sequence[Badge]
    dealer: Seat | None
    bar: Bar | None
    speaks: bool = False


@dataclass(frozen=True)
class Standing:
    """The standing bar."""

    title: str
    more: str
    places: Sequence[Place]
    hand: Played | None
    meter: Meter | None

    @property
    def wide(self) -> bool:
        """Too many sides for the bar: it shows one line, and the page a ledger."""
        return len(self.places) > 4

    @property
    def crowded(self) -> bool:
        """More sides than two lines hold, or chips that change hands: the leader stands there."""
        return len(self.places) > 8 or (self.wide and self.meter is not None)

    @property
    def about(self) -> str:
        """What the top line has room for beside the game: the hand, not how far the game goes."""
        hand = self.more.rpartition(" · ")[2]
        return hand if len(hand) < 17 else hand.partition(",")[0]

    @property
    def leaders(self) -> list[Place]:
        """Those with the highest total."""
        high = max(place.total for place in self.places)
        return [place for place in self.places if place.total == high]

    @property
    def dealer(self) -> Seat | None:
        return self.hand.dealer if self.hand else None


def standing(replay: Replay, hand: Played | None = None, totals: bool = False) -> Standing:
    """The standing of a table, or with `totals` as it was after this hand."""
    hand = hand or replay.hand
    amounts = hand.totals if totals and hand else replay.ledger.totals
    live = hand is replay.hand and not replay.over
    places = [place(replay, hand, side, amounts.get(side, 0), live) for side in replay.table.sides]
    meters = [p for p in hand.panels.values() if isinstance(p, Meter)] if hand else []
    return Standing(
        replay.game.title, about(replay, hand), places, hand, meters[0] if meters else None
    )


def about(replay: Replay, hand: Played | None) -> str:
    """ "to 52 · hand 8"."""
    target = f"to {replay.table.target}" if replay.table.target is not None else ""
    if replay.over:
        return "finished" if replay.outcome else "closed"
    title = (hand.title or f"hand {hand.number}") if hand else "hand 1"
    return " · ".join(part for part in (target, title) if part)


def place(replay: Replay, hand: Played | None, side: Side, total: int, live: bool) -> Place:
    """One side's part of the standing."""
    table = replay.table
    bar = None
    if table.target:
        most = max(table.target, *(max(0, n) for n in replay.ledger.totals.values()), 1)
        mark = table.mark if table.mark is not None and 0 < table.mark < most else None
        bar = Bar(most, max(0, min(total, most)), mark)
    dealer = hand.dealer if hand and live and hand.dealer in side else None
    badges = [badge for badge in hand.badges if badge.side is side] if hand and live else []
    state = state_of(replay, hand, side, total, live)
    return Place(side, total, state, badges, dealer, bar, speaks(replay, side))


def state_of(replay: Replay, hand: Played | None, side: Side, total: int, live: bool) -> str:
    target = replay.table.target
    if replay.outcome:
        if side in replay.outcome.winners:
            return "won" if len(replay.outcome.winners) == 1 else "shared"
        return f"{target - total} short" if target is not None and total < target else ""
    if hand and live and side in hand.status:
        return hand.status[side]
    if target is not None:
        return f"{target - total} to go" if total < target else f"{target} reached"
    return ""


def speaks(replay: Replay, side: Side) -> bool:
    """True if the page asks for something this side says or does."""
    if replay.pending is None:
        return False
    words = [replay.pending.title, replay.pending.page[0].prompt]
    return any(
        text.startswith((f"{seat} ", f"{seat}:", f"{seat},", f"{seat}’"))
        for seat in side.seats
        for text in words
    )
