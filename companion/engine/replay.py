"""Replay, the result of running a game on a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.ledger import Ledger
from companion.engine.record import Record
from companion.engine.table import Hand, Outcome, Pending, Stray, Table
from companion.questions import Refused
from companion.words import counted, does, with_minus

if TYPE_CHECKING:
    from companion.engine.game import Game


@dataclass
class Replay:
    """The result of running a game on a record: hands, ledger, and the next page if any."""

    game: Game
    record: Record
    table: Table
    hands: list[Hand]
    """Every hand that was dealt; the last one may be unfinished."""
    pending: Pending | None
    closed: bool

    @property
    def hand(self) -> Hand | None:
        """The last hand that was dealt; None before the first."""
        return self.hands[-1] if self.hands else None

    @property
    def title(self) -> str:
        """The game's title at this table."""
        return self.game.called(self.table.rules)

    @property
    def ledger(self) -> Ledger:
        return self.table.ledger

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on, and if it was closed early."""
        return self.table.outcome

    @property
    def over(self) -> bool:
        """True if the game ended or the evening was closed: nothing more is asked."""
        return self.pending is None

    @property
    def final(self) -> tuple[dict[str, int], list[str]]:
        """Its totals by side code, and the codes of the winners."""
        totals = {side.code: points for side, points in self.ledger.totals.items()}
        return totals, [side.code for side in self.outcome.winners] if self.outcome else []

    @property
    def unfinished(self) -> str:
        """The standing of an evening that was closed early, in a sentence or two; else "".

        A game of fixed length then has no winner. The leader is named in any case.
        """
        if not self.closed:
            return ""
        scored = sum(1 for hand in self.hands if hand.over and not hand.void)
        if not scored:
            return "Closed before anything was scored."
        length = self.table.length
        so_far = (
            f"{scored} of {length} hands: nobody has won" if length else counted(scored, "hand")
        )
        more = self.table.closing_note
        return f"Closed after {so_far}. {self._lead()}{'; ' if more else ''}{more}."

    def _lead(self) -> str:
        """Who is ahead and by what: "Nell & Pia lead, 28 to 12"."""
        totals = [self.ledger.total(side) for side in self.ledger.ranked()]
        leaders, high = self.ledger.leaders(), with_minus(totals[0])
        if len(leaders) == len(totals):
            return f"All are level at {high}"
        if len(leaders) > 1:
            return f"{does(leaders, 'lead')} with {high} each"
        return does(leaders, "lead") + (
            f", {high} to {with_minus(totals[1])}" if len(totals) == 2 else f" with {high}"
        )

    @property
    def notes(self) -> list[tuple[str, str]]:
        """(where, what) the players wrote: on the game, then hand by hand."""
        found = [("the game", self.record.head.get("note", ""))]
        found += [(hand.title or f"hand {hand.number}", hand.note) for hand in self.hands]
        return [(f"{where[:1].upper()}{where[1:]}", text) for where, text in found if text]

    @property
    def refused(self) -> list[Refused]:
        """The refusals of recorded answers on the pending page."""
        return list(self.pending.problems.values()) if self.pending else []

    @property
    def half_amended(self) -> bool:
        """True if the record has answers in hands after the pending one.

        A house rule agreed on for the next deal ("@rule KEY") does not count.
        """
        if self.pending is None:
            return False
        later = self.record.hands[self.pending.hand :]
        return any(not key.startswith("@rule ") for answers in later for key in answers)

    @property
    def strays(self) -> list[Stray]:
        """Recorded answers that no question asked for, except those of hands thrown in."""
        found = [stray for hand in self.hands if not hand.void for stray in hand.strays]
        if not self.half_amended:
            why = "the evening was closed" if self.closed else "the game was over"
            for number, answers in enumerate(self.record.hands, 1):
                if number > len(self.hands) and "@close" not in answers:
                    found += [
                        Stray(number, key, text, why)
                        for key, text in answers.items()
                        if not key.startswith("@rule ")
                    ]
        return found
