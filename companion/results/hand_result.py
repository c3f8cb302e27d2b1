"""Result summaries of a hand and of an evening, for page, board, picture and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter, itemgetter

from companion.engine.game import Replay
from companion.engine.ledger import Line, reasons
from companion.engine.table import Hand
from companion.results.game_summary import contract_results
from companion.results.summary import seen_by
from companion.seating import Side
from companion.words import capital, counted, does, listed, signed, with_minus

FEW = 6
"""Up to so many score lines are all shown at once."""


@dataclass(frozen=True)
class Move:
    """One side's total before and after a hand."""

    side: Side
    before: int
    after: int
    change: int
    """Points of the hand or evening, without agreed adjustments."""


@dataclass(frozen=True)
class Numbered:
    """A score line with its position in the hand, from 1, which is part of its link."""

    place: int
    line: Line


@dataclass(frozen=True)
class LineGroup:
    """One line, or several that differ only in the player."""

    lines: Sequence[Numbered]

    @property
    def words(self) -> str:
        """Several lines in one: "Ana, Ben and Cruz −1 each: ante to the pot"."""
        names = listed([each.line.to for each in self.lines], "and")
        first = self.lines[0].line
        return f"{names} {signed(first.points)} each: {first.why}"


@dataclass(frozen=True)
class HandResult:
    """The result of a finished hand."""

    hand: Hand
    moves: Sequence[Move]
    contracts: Mapping[Side, bool]
    """True by side for a contract made, False for one broken."""
    lowest: bool = False
    """The lowest total is best."""

    @cached_property
    def first(self) -> Move | None:
        """The side to name first: the only one with a contract that it made, else the one that
        gained most. If nobody gained, the only one with a contract. None if several qualify."""
        with_contract = [move for move in self.moves if move.side in self.contracts]
        one = with_contract[0] if len(with_contract) == 1 else None
        if one and self.contracts[one.side]:
            return one
        changes = [move.change for move in self.moves]
        best = min(changes) if self.lowest else max(changes)
        best_moves = [move for move in self.moves if move.change == best]
        if best > 0 or self.lowest:
            return best_moves[0] if len(best_moves) == 1 else None
        return one

    @property
    def gain(self) -> int | None:
        """The points of the side in `first`, else of each that gained most; None if none did."""
        if self.first:
            return self.first.change
        best = max((move.change for move in self.moves), default=0)
        return best if best > 0 and not self.lowest else None

    @property
    def ranking(self) -> list[Move]:
        """Every side, from the best total down."""
        return sorted(self.moves, key=lambda move: move.after if self.lowest else -move.after)

    @property
    def why(self) -> str:
        """The reasons for the points of the side in `first`."""
        first = self.first.side if self.first else None
        return reasons(line for line in self.hand.lines if line.side == first)

    @property
    def stamp(self) -> str:
        """ "Made" or "Set" if one side played a contract."""
        if len(self.contracts) != 1:
            return ""
        return "Made" if all(self.contracts.values()) else "Set"

    @property
    def stamps(self) -> list[tuple[str, Side | None]]:
        """(stamp, side) of each contract; the side is None if the only one was made."""
        if self.stamp == "Made":
            return [(self.stamp, None)]
        return [("made" if success else "set", side) for side, success in self.contracts.items()]

    @property
    def made(self) -> bool:
        """False if the side in `first` broke its contract."""
        return self.first is None or self.contracts.get(self.first.side, True)

    @property
    def words(self) -> str:
        return capital(self.hand.came_to)

    @property
    def title(self) -> str:
        """The same in few words if every side had a contract, and all made or all broke them."""
        ends = set(self.contracts.values())
        if len(ends) != 1 or not 1 < len(self.moves) == len(self.contracts):
            return self.words
        every = "Both sides" if len(self.moves) == 2 else "All"
        return f"{every} make their bids" if True in ends else f"{every} are set"

    @property
    def goes(self) -> str:
        """The change of total of the side in `first`: "Nell & Pia go from 36 to 46"."""
        if self.first is None:
            return ""
        first = self.first
        if first.before == first.after:
            return with_minus(f"{does(first.side, 'stay')} at {first.after}")
        agreed = ", agreed points included" if first.after - first.before != first.change else ""
        return with_minus(f"{does(first.side, 'go')} from {first.before} to {first.after}{agreed}")

    @cached_property
    def groups(self) -> list[LineGroup]:
        """The lines to show: all, or those of the last event if there are more than `FEW`."""
        return list(_grouped(self._outcome))

    @property
    def shown(self) -> int:
        """The number of lines in `groups`."""
        return len(self._outcome)

    @cached_property
    def earlier(self) -> list[LineGroup]:
        """The lines not in `groups`: payments during the hand."""
        places = {each.place for each in self._outcome}
        return list(_grouped([each for each in self._numbered if each.place not in places]))

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


def _grouped(lines: Sequence[Numbered]) -> Iterator[LineGroup]:
    """Groups three or more adjacent lines that differ only in the player."""
    alike = attrgetter("line.rule", "line.points", "line.why", "line.by")
    for _, run in groupby(lines, key=alike):
        same = list(run)
        yield from [LineGroup(same)] if len(same) > 2 else [LineGroup([each]) for each in same]


def hand_result(replay: Replay, hand: Hand) -> HandResult:
    sides, after = hand.table.sides, hand.totals or replay.ledger.totals
    moves = [Move(side, after[side] - hand.points(side), after[side], hand.brought(side))
             for side in sides]  # fmt: skip
    rules = replay.game.contracts
    by_code = contract_results(hand, rules) if rules else {}
    contracts = {side: by_code[side.code] for side in sides if side.code in by_code}
    return HandResult(hand, moves, contracts, replay.ledger.lowest)


# -- the evening ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class BestHand:
    """The hand with most points for one side."""

    hand: int
    points: int
    side: Side
    words: str
    """Its summary from that side's point of view."""
    title: str
    """ "Best hand", or "Most in a round" if the lowest total is best."""


@dataclass(frozen=True)
class Ending:
    """The result of an evening, finished or not."""

    replay: Replay

    @cached_property
    def winners(self) -> Sequence[Side]:
        """The winners; several share the win, none for a draw or an unfinished game."""
        return self.replay.outcome.winners if self.replay.outcome else ()

    @property
    def title(self) -> str:
        """ "Nell & Pia win", "Ada and Bo share it", "A draw"."""
        if self.replay.outcome is None:
            return "This game is closed" if self.replay.closed else self._leading
        if not self.winners:
            return "A draw"
        if len(self.winners) == 1:
            return does(self.winners[0], "win")
        return f"{listed(self.winners, 'and')} share the win"

    @property
    def _leading(self) -> str:
        leaders = self.replay.ledger.leaders()
        level = len(leaders) == len(self.replay.table.sides)
        return "All level" if level else does(leaders, "lead")

    @property
    def why(self) -> str:
        words = self.replay.outcome.why if self.replay.outcome else self.replay.unfinished
        return capital(words).rstrip(".") + "." if words else ""

    @cached_property
    def ranking(self) -> list[Move]:
        """Every side with its total: winners first, then from the best total down."""
        totals = self.replay.ledger.totals
        order = sorted(self.replay.ledger.ranked(), key=lambda side: side not in self.winners)
        return [Move(side, 0, totals[side], totals[side]) for side in order]

    @cached_property
    def every(self) -> list[HandResult]:
        """The result of each hand that was dealt."""
        return [hand_result(self.replay, hand) for hand in self.replay.hands]

    @property
    def results(self) -> list[HandResult]:
        """Those that were played to their end."""
        return [each for each in self.every if each.hand.over and not each.hand.void]

    @cached_property
    def best(self) -> BestHand | None:
        """The hand with most points for one side; of equal ones, one with a contract made."""
        every = [(points, each.contracts.get(move.side, False), move, each)
                 for each in self.results for move in each.moves
                 if (points := move.change - each.hand.bonus(move.side)) > 0]  # fmt: skip
        if not every:
            return None
        points, _, move, best_hand = max(every, key=itemgetter(0, 1))
        defending = bool(best_hand.contracts) and move.side not in best_hand.contracts
        words = seen_by(best_hand.hand.summary, defending)
        word = self.replay.word
        title = f"Most in a {word}" if self.replay.ledger.lowest else f"Best {word}"
        return BestHand(best_hand.hand.number, points, move.side, words, title)

    @property
    def hands(self) -> str:
        """ "8 hands, 1 thrown in", or "9 rounds" if the game uses this word."""
        over = [hand for hand in self.replay.hands if hand.over]
        scored = [hand for hand in over if not hand.void and hand.lines]
        out = len(over) - len(scored)
        return counted(len(scored), self.replay.word) + (f", {out} thrown in" if out else "")

    @property
    def bids(self) -> str:
        """The contracts made of all: "6 of 8", or "" if the game has none."""
        results = [success for each in self.results for success in each.contracts.values()]
        return f"{sum(results)} of {len(results)}" if results else ""

    @property
    def ahead(self) -> str:
        """Since when a sole winner has led: "since hand 4", "from the first deal"; else ""."""
        if len(self.winners) != 1 or len(self.results) < 2:
            return ""
        since = ""
        for place, each in enumerate(self.results):
            totals, way = {m.side: m.after for m in each.moves}, -1 if each.lowest else 1
            mine = totals.pop(self.winners[0])
            if all(way * mine > way * other for other in totals.values()):
                now = f"since {each.hand.short_name}" if place else ""
                since = since or now or f"from the first {self.replay.word}"
            else:
                since = ""
        return since
