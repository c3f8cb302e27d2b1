"""The standing at the top of a table's page: totals, distance to the target, dealer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.game import Replay
from companion.engine.panels import Meter
from companion.engine.table import Badge, Hand
from companion.seating import Seat, Side


@dataclass(frozen=True)
class Progress:
    """The progress bar under a total, in points; `mark` is the threshold, if it is shown."""

    length: int
    run: int
    mark: int | None


@dataclass(frozen=True)
class SideStanding:
    """One side in the standing."""

    side: Side
    total: int
    state: str
    badges: Sequence[Badge]
    dealer: Seat | None
    bar: Progress | None
    speaks: bool = False


@dataclass(frozen=True)
class Standing:
    """The standing bar."""

    title: str
    more: str
    places: Sequence[SideStanding]
    hand: Hand | None
    meter: Meter | None
    lowest: bool = False
    """The lowest total is best."""

    @property
    def wide(self) -> bool:
        """True for more than four sides: one line here, and a ledger on the page."""
        return len(self.places) > 4

    @property
    def crowded(self) -> bool:
        """True if only the leader is shown: over eight sides, or over four with a meter."""
        return len(self.places) > 8 or (self.wide and self.meter is not None)

    @property
    def about(self) -> str:
        """The hand's title for the top line, shortened to what fits."""
        hand = self.more.rpartition(" · ")[2]
        parts = self.hand.parts if self.hand else ()
        return hand if len(hand) < 17 else str(parts[-1] if parts else hand.partition(",")[0])

    @property
    def leaders(self) -> list[SideStanding]:
        """The places with the best total."""
        best = (min if self.lowest else max)(place.total for place in self.places)
        return [place for place in self.places if place.total == best]

    @property
    def dealer(self) -> Seat | None:
        return self.hand.dealer if self.hand and self.hand.dealt else None


def standing(replay: Replay, hand: Hand | None = None, totals: bool = False) -> Standing:
    """The current standing, or with `totals` the one after `hand`."""
    hand = hand or replay.hand
    amounts = hand.totals if totals and hand else replay.ledger.totals
    live = hand is replay.hand and not replay.over
    places = [place(replay, hand, side, amounts.get(side, 0), live) for side in replay.table.sides]
    meters = [p for p in hand.panels.values() if isinstance(p, Meter)] if hand else []
    return Standing(
        replay.title, about(replay, hand), places, hand, meters[0] if meters else None,
        replay.ledger.lowest,
    )  # fmt: skip


def about(replay: Replay, hand: Hand | None) -> str:
    """ "to 52 · hand 8"."""
    target = f"to {replay.table.target}" if replay.table.target is not None else ""
    if replay.over:
        return "finished" if replay.outcome else "closed"
    title = (hand.title or f"hand {hand.number}") if hand else "hand 1"
    return " · ".join(part for part in (target, title) if part)


def place(replay: Replay, hand: Hand | None, side: Side, total: int, live: bool) -> SideStanding:
    """One side's place in the standing."""
    table = replay.table
    bar = None
    if table.target:
        most = max(table.target, *(max(0, n) for n in replay.ledger.totals.values()), 1)
        mark = (
            table.threshold if table.threshold is not None and 0 < table.threshold < most else None
        )
        bar = Progress(most, max(0, min(total, most)), mark)
    dealer = hand.dealer if hand and hand.dealt and live and hand.dealer in side else None
    badges = [badge for badge in hand.badges if badge.side is side] if hand and live else []
    state = state_of(replay, hand, side, total, live)
    return SideStanding(side, total, state, badges, dealer, bar, speaks(replay, side))


def state_of(replay: Replay, hand: Hand | None, side: Side, total: int, live: bool) -> str:
    target = replay.table.target
    if replay.outcome:
        if side in replay.outcome.winners:
            return "won" if len(replay.outcome.winners) == 1 else "shared"
        if target is None or replay.ledger.lowest:
            return ""
        return f"{target - total} short" if total < target else ""
    if hand and live and side in hand.status:
        return str(hand.status[side])
    if target is not None and not replay.ledger.lowest:
        return f"{target - total} to go" if total < target else f"{target} reached"
    return ""


def speaks(replay: Replay, side: Side) -> bool:
    """True if the pending page asks this side."""
    pending = replay.pending
    return pending is not None and any(who.side is side for who in pending.by)
