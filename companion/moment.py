"""What a hand and an evening came to, at a glance: for the page, the board, a picture, paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.game import Replay
from companion.game_summary import kept, seen_by
from companion.ledger import Line
from companion.seating import Side
from companion.table import Played
from companion.words import counted, does, listed, signed, with_minus

FEW = 6
"""Score lines that are all shown at once."""


@dataclass(frozen=True)
class Move:
    """One side's total before and after a hand."""

    side: Side
    before: int
    after: int
    change: int
    """What the hand or the evening itself brought or cost, without extra points that were agreed on
    beside a hand."""


@dataclass(frozen=True)
class Numbered:
    """A score line with its place in the hand, from 1: the address of its "why"."""

    place: int
    line: Line


@dataclass(frozen=True)
class Group:
    """Lines that are shown together: one, or several that say the same of several players."""

    lines: Sequence[Numbered]

    @property
    def words(self) -> str:
        """What lines of the same kind come to: "Ana, Ben and Cruz −1 each: ante to the pot"."""
        names = listed([each.line.to for each in self.lines], "and")
        first = self.lines[0].line
        return f"{names} {signed(first.points)} each: {first.why}"


@dataclass(frozen=True)
class Moment:
    """A hand that is over."""

    hand: Played
    moves: Sequence[Move]
    contracts: Mapping[Side, bool]
    """Who made a contract (True) or was set."""

    @cached_property
    def first(self) -> Move | None:
        """Whose result this is: the one side with a contract, else the one that gained most."""
        with_contract = [move for move in self.moves if move.side in self.contracts]
        if len(with_contract) == 1:
            return with_contract[0]
        best = max((move.change for move in self.moves), default=0)
        found = [move for move in self.moves if move.change == best]
        return found[0] if len(found) == 1 and best else None

    @property
    def stamp(self) -> str:
        """ "Made" or "Set" where one side played a contract."""
        if len(self.contracts) != 1:
            return ""
        return "Made" if self.made else "Set"

    @property
    def stamps(self) -> list[tuple[str, Side | None]]:
        """A stamp for each contract; whose, where there are several."""
        if self.stamp:
            return [(self.stamp, None)]
        return [("made" if made else "set", side) for side, made in self.contracts.items()]

    @property
    def made(self) -> bool:
        """True unless the side it is about was set."""
        return self.first is None or self.contracts.get(self.first.side, True)

    @property
    def words(self) -> str:
        if self.hand.void and self.hand.void != "thrown in":
            return f"Thrown in: {self.hand.void}"
        return "Thrown in" if self.hand.void else self.hand.summary

    @property
    def goes(self) -> str:
        """How the total moved of the side it is about: "Nell & Pia go from 36 to 46"."""
        if self.first is None:
            return ""
        first = self.first
        agreed = ", agreed points included" if first.after - first.before != first.change else ""
        return with_minus(f"{does(first.side, 'go')} from {first.before} to {first.after}{agreed}")

    @cached_property
    def groups(self) -> list[Group]:
        """The lines that settled the hand, in order."""
        return list(_grouped(self._outcome))

    @property
    def settled(self) -> int:
        """How many lines that are."""
        return len(self._outcome)

    @cached_property
    def earlier(self) -> list[Group]:
        """What was paid on the way, where that is much: what settled the hand comes first."""
        shown = {each.place for each in self._outcome}
        return list(_grouped([each for each in self._numbered if each.place not in shown]))

    @cached_property
    def _numbered(self) -> list[Numbered]:
        return [Numbered(place, line) for place, line in enumerate(self.hand.lines, 1)]

    @cached_property
    def _outcome(self) -> list[Numbered]:
        events = [event for event in self.hand.events if event.lines]
        if len(self._numbered) <= FEW or len(events) < 2:
            return self._numbered
        before = sum(len(event.lines) for event in events[:-1])
        return self._numbered[before:]


def _grouped(lines: Sequence[Numbered]) -> Iterator[Group]:
    """Lines one by one; three and more in a row that only differ in whose they are, together."""
    place = 0
    while place < len(lines):
        line, end = lines[place].line, place + 1
        while end < len(lines) and _alike(line, lines[end].line):
            end += 1
        if end - place > 2:
            yield Group(lines[place:end])
        else:
            yield from (Group([each]) for each in lines[place:end])
        place = end


def _alike(one: Line, other: Line) -> bool:
    return (one.rule, one.points, one.why, one.by) == (
        other.rule,
        other.points,
        other.why,
        other.by,
    )


def moment(replay: Replay, hand: Played) -> Moment:
    sides, after = replay.table.sides, hand.totals or replay.ledger.totals
    moves = [
        Move(side, after[side] - sum(line.change(side) for line in hand.lines), after[side],
             hand.brought(side))
        for side in sides
    ]  # fmt: skip
    rules = replay.game.contracts
    by_code = kept(hand, rules) if rules else {}
    contracts = {side: by_code[side.code] for side in sides if side.code in by_code}
    return Moment(hand, moves, contracts)


# -- the evening ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    """The hand that brought one side most."""

    hand: int
    points: int
    side: Side
    words: str
    """What happened in it, from that side's place at the table."""


@dataclass(frozen=True)
class Ending:
    """How an evening ended, or how it stands."""

    replay: Replay

    @cached_property
    def winners(self) -> Sequence[Side]:
        """Who won; several share it, none where it is a draw or has no end."""
        return self.replay.outcome.winners if self.replay.outcome else ()

    @property
    def title(self) -> str:
        """ "Nell & Pia win", "Ada and Bo share it", "A draw"."""
        if self.replay.outcome is None:
            return "The evening is closed" if self.replay.closed else self._leading
        if not self.winners:
            return "A draw"
        if len(self.winners) == 1:
            return does(self.winners[0], "win")
        return f"{listed(self.winners, 'and')} share the win"

    @property
    def _leading(self) -> str:
        leaders = self.replay.ledger.leaders()
        if len(leaders) == len(self.replay.table.sides):
            return "All level"
        return does(leaders, "lead")

    @property
    def why(self) -> str:
        words = self.replay.outcome.why if self.replay.outcome else self.replay.unfinished
        return f"{words[:1].upper()}{words[1:]}".rstrip(".") + "." if words else ""

    @cached_property
    def ranking(self) -> list[Move]:
        """Every side with its total, the winners first, then from the highest down."""
        totals = self.replay.ledger.totals
        order = sorted(totals, key=lambda side: (side not in self.winners, -totals[side]))
        return [Move(side, 0, totals[side], totals[side]) for side in order]

    @cached_property
    def moments(self) -> list[Moment]:
        hands = [hand for hand in self.replay.hands if hand.over and not hand.void]
        return [moment(self.replay, hand) for hand in hands]

    @cached_property
    def best(self) -> Best | None:
        """The hand that brought one side most; of equal ones that with a contract made."""
        every = [(move, each) for each in self.moments for move in each.moves if move.change > 0]
        if not every:
            return None
        move, found = max(
            every, key=lambda each: (each[0].change, each[1].contracts.get(each[0].side, False))
        )
        defending = bool(found.contracts) and move.side not in found.contracts
        return Best(
            found.hand.number, move.change, move.side, seen_by(found.hand.summary, defending)
        )

    @property
    def contracts(self) -> tuple[int, int]:
        kept = [made for each in self.moments for made in each.contracts.values()]
        return sum(kept), len(kept)

    @property
    def hands(self) -> str:
        """ "8 hands, 1 thrown in"."""
        over = [hand for hand in self.replay.hands if hand.over]
        scored = [hand for hand in over if not hand.void and hand.lines]
        out = len(over) - len(scored)
        return counted(len(scored), "hand") + (f", {out} thrown in" if out else "")

    @property
    def bids(self) -> str:
        """ "6 of 8"; "" where the game has no contracts."""
        made, every = self.contracts
        return f"{made} of {every}" if every else ""

    @property
    def ahead(self) -> str:
        """Since when the winner has been ahead: "since hand 4", "from the first hand"."""
        if len(self.winners) != 1 or len(self.moments) < 2:
            return ""
        since = ""
        for place, each in enumerate(self.moments):
            totals = {move.side: move.after for move in each.moves}
            mine = totals.pop(self.winners[0])
            if all(mine > other for other in totals.values()):
                since = since or ("from the first hand" if not place else _since(each.hand))
            else:
                since = ""
        return since


def _since(hand: Played) -> str:
    return f"since {hand.title[:1].lower()}{hand.title[1:]}" if hand.title else (
        f"since hand {hand.number}"
    )  # fmt: skip
