"""What players can do in a hand of Panguingue, and why they cannot do it now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from companion.cards import Card
from companion.facts import fact
from companion.games.panguingue.board import GONE, Board, following
from companion.games.panguingue.melds import (
    ALL,
    Meld,
    completions,
    in_numbers,
    loans,
    moves,
    next_cards,
)
from companion.questions import Choice, Option, fold, option
from companion.seating import Side

TABLE = ("buy-in", "abandon", "other", "else")
"""Acts of no player; the last two lead to pages of their own: another’s turn, and what is rare."""
UNDER_WAY = "The hand is under way; nobody can drop now."


@fact
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


@fact
class No:
    """Why something cannot be done now."""

    words: str
    code: str
    rule: str


@fact
class Packs:
    """How many of each card there are, and how many lie melded."""

    lying: Mapping[Card, int]
    copies: int

    def left(self, cards: Iterable[Card]) -> bool:
        """Whether there are these cards beside all that lies on the table."""
        wanted = Counter(cards)
        return all(n + self.lying.get(card, 0) <= self.copies for card, n in wanted.items())

    def finishes(self, taken: tuple[Card, ...], room: int) -> bool:
        """Whether borrowed cards can become a meld, with so many from the hand at most."""
        return any(self.left(more) for more in completions(taken, room))

    def can_lend(self, base: Meld, room: int) -> bool:
        """Whether anything can be borrowed from a meld to make a new one."""
        return len(base) > 3 and any(self.finishes(taken, room) for taken in loans(base, room))

    def fitting(self, held: Iterable[Meld], mixed: bool) -> Iterator[Card]:
        """Every card that fits some meld by itself, if there is one more of it."""
        for each in held:
            for card in next_cards(each, mixed):
                if self.lying.get(card, 0) < self.copies:
                    yield card


def lenders(packs: Packs, held: Sequence[Meld], room: int, extend: bool, mixed: bool) -> list[int]:
    """The melds that can lend, by place: to a new meld, or where R12 allows it to another."""
    return [
        place
        for place, each in enumerate(held)
        if packs.can_lend(each, room)
        or (extend and any(moves(each, other, mixed) for other in held if other is not each))
    ]


@fact
class Stand:
    """What can be done as the table lies now. A snapshot: it does not change with the board."""

    sides: Sequence[Side]
    names: Mapping[str, Side]
    current: Side
    fates: Mapping[Side, str]
    melds: Mapping[Side, tuple[Meld, ...]]
    packs: Packs
    played: bool
    going: Side | None
    drop_fee: int
    mixed: bool
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

    def accept_turn(self, text: str) -> Act | None:
        """Like `accept`, where only a turn is asked for."""
        found = self.accept(text)
        return found if found and found.what == "turn" else None

    def accept_rare(self, text: str) -> Act | None:
        """Like `accept`, where only what seldom happens is asked for."""
        found, side = self.accept(text), self.going or self.current
        return found if found and (found.side, found.what) in _rare(side) else None

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

    def fits(self, side: Side) -> bool:
        """Whether some card that is left fits a meld of the player."""
        return any(self.packs.fitting(self.melds[side], self.mixed))

    def no_lay(self, side: Side) -> No | None:
        """A new meld needs three cards."""
        have = self.melded(side)
        if have + 3 <= ALL:
            return None
        words = f"{side} has {in_numbers(have)} melded; a new meld would make twelve or more."
        return No(words, "twelve", "PAN-OUT")

    def no_add(self, side: Side) -> No | None:
        """There must be a meld to add to."""
        held = self.melds[side]
        if self.fits(side):
            return None
        words = f"Nothing on the table yet: {side} has no meld to add to."
        if held:
            words = f"No card is left in the packs that fits a meld of {side}."
        return No(words, "no_melds", "PAN-EXTEND")

    def no_borrow(self, side: Side) -> No | None:
        """Something must be left of the meld that lends."""
        room, held = ALL - self.melded(side), self.melds[side]
        if lenders(self.packs, held, room, self.extend, self.mixed):
            return None
        words = (
            f"{side} has no meld to borrow from: every meld that remains needs three cards."
            if held
            else f"Nothing on the table yet: {side} has no meld to borrow from."
        )
        return No(words, "no_melds", "PAN-BORROW-RULE")

    def no_force(self, side: Side) -> No | None:
        """The upcard must fit something the others can see."""
        if self.force_hand and self.melded(side) + 3 <= ALL:
            return None
        if self.fits(side):
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
        """What the player in turn can do, the next player, and everything else when typed."""
        if self.going:
            shown = [
                self.option(self.going, "out", f"{self.going} goes out", best=True),
                self.option(self.going, "borrow", "Borrow", "first"),
            ]
        else:
            side, after = self.current, following(self.sides, self.fates, self.current)
            shown = [
                self.option(side, "lay", "Lay", "a new meld", best=True),
                self.option(side, "force", "Forced", "upcard"),
                self.option(side, "add", "Add", "to meld"),
                self.option(side, "borrow", "Borrow", "cards"),
            ]
            if len(after) > 1:
                shown.append(Option(Act(None, "other"), "other", "Another", "player"))
            shown.append(self.option(after[0], "turn", "Next player", str(after[0]), loud=True))
        shown.append(Option(Act(None, "else"), "else", "Else", "buy-in …"))
        hidden = [option(Act(None, what), hidden=True) for what in ("buy-in", "abandon")]
        typed = [self.option(side, what, hidden=True) for side in self.sides for what in WHY_NOT]
        return [*shown, *hidden, *typed]

    def turns(self) -> list[Option[Act]]:
        """Whose turn it may be: the players in turn, and those who are out struck out."""
        shown = []
        for side in (*self.sides[self.current.number :], *self.sides[: self.current.number]):
            hint = f"{self.melded(side)}/{ALL}" if side not in self.fates else ""
            shown.append(self.option(side, "turn", str(side), hint))
        return shown

    def rare(self) -> list[Option[Act]]:
        """What seldom happens."""
        side = self.going or self.current
        return [
            option(Act(None, "buy-in"), "more chips", label="Buy-in"),
            self.option(side, "foul", f"{side}: foul hand", "wrong number"),
            self.option(side, "drop", f"{side}: drop", f"pays {self.drop_fee}"),
            option(Act(None, "abandon"), "nobody goes out", label="Abandon"),
        ]

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


def _rare(side: Side) -> tuple[tuple[Side | None, str], ...]:
    return (None, "buy-in"), (side, "foul"), (side, "drop"), (None, "abandon")


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


def packs_of(board: Board) -> Packs:
    """The packs as they are on the table now."""
    return Packs(board.lying, board.hand.rules.packs)


def stand(board: Board, names: Mapping[str, Side]) -> Stand:
    """What can be done as the table lies now."""
    rules = board.hand.rules
    return Stand(
        board.sides, names, board.current, board.fates, board.melds, packs_of(board),
        board.played, board.going, rules.drop_fee, board.rates.mixed,
        rules.force_scope == "table_or_hand", rules.borrow_to_extend == "yes",
    )  # fmt: skip


def event_question(board: Board, now: Stand) -> Choice[Act]:
    """What happens next."""
    prompt = f"{board.going} goes out" if board.going else f"{board.current} plays"
    return Choice(f"event {board.event}", prompt, "PAN-TURN", now.options, accept=now.accept)


def turn_question(board: Board, now: Stand) -> Choice[Act]:
    """Whose turn it is."""
    return Choice(f"who {board.event}", "Who plays?", "PAN-TURN", now.turns, accept=now.accept_turn)


def rare_question(board: Board, now: Stand) -> Choice[Act]:
    """Which of the rare events."""
    return Choice(
        f"else {board.event}",
        "What else?",
        "PAN-TURN",
        now.rare,
        columns=1,
        accept=now.accept_rare,
    )
