"""What players can do in a hand of Panguingue, and why they cannot do it now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.games.panguingue.board import GONE, Board, following
from companion.games.panguingue.melds import ALL, Meld, in_numbers, loans
from companion.questions import Choice, Option, fold, option
from companion.seating import Side

TABLE = ("buy-in", "abandon")
"""Acts that belong to no player’s turn."""
MELDING = ("lay", "add", "borrow", "force")
UNDER_WAY = "The hand is under way; nobody can drop now."


@dataclass(frozen=True)
class Act:
    """Somebody does something; nobody in particular buys in or abandons the hand."""

    side: Side | None
    what: str

    @property
    def code(self) -> str:
        """The short text of a record: "3 lay"."""
        return f"{self.side.code} {self.what}" if self.side else self.what

    def __str__(self) -> str:
        return f"{self.side}: {self.what}" if self.side else self.what


@dataclass(frozen=True)
class No:
    """Why something cannot be done now."""

    words: str
    code: str
    rule: str


@cache
def can_lend(base: Meld, room: int) -> bool:
    """Whether anything can be borrowed from a meld, with so many cards from the hand at most."""
    return len(base) > 3 and bool(loans(base, room))


@dataclass(frozen=True)
class Stand:
    """What can be done as the table lies now. A snapshot: it does not change with the board."""

    sides: Sequence[Side]
    names: Mapping[str, Side]
    current: Side
    fates: Mapping[Side, str]
    melds: Mapping[Side, tuple[Meld, ...]]
    played: bool
    going: Side | None
    drop_fee: int
    force_hand: bool
    extend: bool

    def accept(self, text: str) -> Act | None:
        """A legal act written as a record keeps it, or with the player’s name."""
        who, _, what = text.rpartition(" ")
        if not who and what in TABLE:
            return Act(None, what)
        side = self.names.get(who) or self.names.get(fold(who))
        if side is None or what not in WHY_NOT or self.why_not(side, what):
            return None
        return Act(side, what)

    def why_not(self, side: Side, what: str) -> No | None:
        """Why a player cannot do that now, if so."""
        if fate := self.fates.get(side):
            return No(GONE[fate].format(side), "not_active", "PAN-R4")
        if self.going and (side is not self.going or what not in ("out", "borrow")):
            words = f"{self.going} has eleven cards melded and goes out."
            return No(words, "eleven_melded", "PAN-OUT")
        return WHY_NOT[what](self, side)

    def melded(self, side: Side) -> int:
        """How many cards a player has melded."""
        return sum(map(len, self.melds[side]))

    def no_lay(self, side: Side) -> No | None:
        """A new meld needs three cards."""
        have = self.melded(side)
        if have + 3 <= ALL:
            return None
        words = f"{side} has {in_numbers(have)} melded; a new meld would make twelve or more."
        return No(words, "twelve", "PAN-OUT")

    def no_add(self, side: Side) -> No | None:
        """There must be a meld to add to."""
        if self.melds[side]:
            return None
        words = f"Nothing on the table yet: {side} has no meld to add to."
        return No(words, "no_melds", "PAN-EXTEND")

    def no_borrow(self, side: Side) -> No | None:
        """Something must be left of the meld that lends."""
        room = ALL - self.melded(side)
        held = self.melds[side]
        if any(can_lend(each, room) for each in held):
            return None
        if self.extend and len(held) > 1 and any(len(each) > 3 for each in held):
            return None
        words = (
            f"{side} has no meld to borrow from: every meld that remains needs three cards."
            if held
            else f"Nothing on the table yet: {side} has no meld to borrow from."
        )
        return No(words, "no_melds", "PAN-BORROW-RULE")

    def no_force(self, side: Side) -> No | None:
        """The upcard must fit something the others can see."""
        if self.melds[side] or self.force_hand:
            return None
        words = f"{side} has no meld on the table that an upcard could fit."
        return No(words, "cannot_force", "PAN-FORCE")

    def no_out(self, side: Side) -> No | None:
        """Eleven and no other number."""
        have = self.melded(side)
        if have == ALL:
            return None
        are = "is" if have == 1 else "are"
        only = f"Only {in_numbers(have)} {are} melded" if have else "No card is melded yet"
        return No(f"{only}; eleven are needed.", "not_eleven", "PAN-OUT")

    def no_drop(self, side: Side) -> No | None:
        """Only before the first play."""
        return No(UNDER_WAY, "under_way", "PAN-DROP") if self.played else None

    def no_turn(self, side: Side) -> No | None:
        """The turn can only pass to somebody else."""
        if side is not self.current:
            return None
        return No(f"It is {side}’s turn already.", "same_turn", "PAN-TURN")

    def always(self, side: Side) -> No | None:
        """Nothing stands against it."""
        return None

    # -- the options -----------------------------------------------------------------------------

    def options(self) -> list[Option[Act]]:
        """What the player in turn can do, whose turn it may be instead, and all else when typed."""
        if self.going:
            shown = [
                self.option(self.going, "out", f"{self.going} goes out", best=True),
                self.option(self.going, "borrow", "Borrow", "before going out"),
            ]
        else:
            shown = [*self.of_player(self.current), *self.turns()]
        shown.append(option(Act(None, "buy-in"), "more chips", label="Buy-in"))
        shown.append(option(Act(None, "abandon"), "not finished", label="Abandon the hand"))
        typed = [self.option(side, what, hidden=True) for side in self.sides for what in WHY_NOT]
        return shown + typed

    def of_player(self, side: Side) -> list[Option[Act]]:
        """The acts of the player in turn."""
        shown = [
            self.option(side, "lay", "Lay", "a new meld", best=True),
            self.option(side, "add", "Add", "to an own meld"),
            self.option(side, "borrow", "Borrow", "from an own meld"),
            self.option(side, "force", "Forced", "upcard fits"),
            self.option(side, "out", "Out", "eleven melded"),
        ]
        if not self.played:
            shown.append(self.option(side, "drop", "Drop", f"pays {self.drop_fee}"))
        shown.append(self.option(side, "foul", "Foul hand", "wrong number"))
        return shown

    def turns(self) -> list[Option[Act]]:
        """Whose turn it is instead: the next player first and apart, then the others in turn."""
        after = following(self.sides, self.fates, self.current)
        shown = [
            self.option(after[0], "turn", f"{after[0]} plays", "next player", loud=True),
            *(self.option(each, "turn", f"{each} plays") for each in after[1:]),
        ]
        gone = [each for each in self.sides if each in self.fates]
        return shown + [self.option(each, "turn", f"{each} plays") for each in gone]

    def option(
        self,
        side: Side,
        what: str,
        label: str = "",
        hint: str = "",
        *,
        best: bool = False,
        loud: bool = False,
        hidden: bool = False,
    ) -> Option[Act]:
        """One act as an answer, struck out where it cannot be done."""
        no = self.why_not(side, what) or No("", "", "")
        act = Act(side, what)
        text, label = act.code, label or f"{side} {what}"
        why = {"no": no.words, "rule": no.rule, "code": no.code}
        best, loud = best and not no.words, loud and not no.words
        return Option(act, text, label, hint, **why, best=best, loud=loud, hidden=hidden)


WHY_NOT: dict[str, Callable[[Stand, Side], No | None]] = {
    "lay": Stand.no_lay,
    "add": Stand.no_add,
    "borrow": Stand.no_borrow,
    "force": Stand.no_force,
    "out": Stand.no_out,
    "drop": Stand.no_drop,
    "foul": Stand.always,
    "turn": Stand.no_turn,
}
"""Every act of a player, and what may stand against it."""


def event_question(board: Board, names: Mapping[str, Side]) -> Choice[Act]:
    """What happens next."""
    rules = board.hand.rules
    stand = Stand(
        board.sides, names, board.current, board.fates, board.melds, board.played,
        board.going, rules.drop_fee, rules.force_scope == "table_or_hand",
        rules.borrow_to_extend == "yes",
    )  # fmt: skip
    who = f"{board.going} has eleven melded" if board.going else f"{board.current} plays"
    return Choice(
        f"event {board.event}", f"{who}: what happens?", "PAN-TURN", stand.options,
        accept=stand.accept,
    )  # fmt: skip
