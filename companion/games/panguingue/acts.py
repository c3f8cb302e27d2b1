"""What players can do in a hand of Panguingue, and why they cannot do it now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.panguingue import refusals
from companion.games.panguingue.board import Board, following
from companion.games.panguingue.facts import ALL, Meld
from companion.games.panguingue.melds import Packs, lenders
from companion.questions import Choice, Option, Person, fold, option
from companion.seating import Side
from companion.words import with_minus

TABLE = ("buy-in", "abandon", "split", "other", "else")
"""Acts of no player; the last two lead to pages of their own: another’s turn, and what is rare."""


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody does something; nobody in particular buys in, splits or abandons."""

    side: Side | None
    what: str
    place: int = 0
    """The meld that is added to, from 1, where it was named; otherwise 0."""

    @property
    def code(self) -> str:
        """The short text of a record: "3 lay", "3 add 2"."""
        code = f"{self.side.code} {self.what}" if self.side else self.what
        return f"{code} {self.place}" if self.place else code

    def __str__(self) -> str:
        return f"{self.side}: {self.what}" if self.side else self.what


@dataclass(frozen=True, slots=True)
class No:
    """Why something cannot be done now."""

    words: str
    code: str
    rule: str


@dataclass(frozen=True, slots=True)
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
    pot: int
    mixed: bool
    force_hand: bool
    extend: bool
    split: bool
    chips: Mapping[Side, tuple[str, str]]
    """(balance, "chips") of everybody."""

    # -- reading ---------------------------------------------------------------------------------

    def accept(self, text: str) -> Act | None:
        """A legal act written as a record keeps it, or with the player’s name."""
        if found := self.named_meld(text):
            return found if not self.why_not_to(found) else None
        who, _, what = text.rpartition(" ")
        if not who and what in TABLE:
            return None if what == "split" and self.no_split() else Act(None, what)
        side = self.names.get(who) or self.names.get(fold(who))
        if side is None or what not in WHY_NOT or self.why_not(side, what):
            return None
        return Act(side, what)

    def named_meld(self, text: str) -> Act | None:
        """The act "3 add 2", where the text says that of a meld that lies there."""
        to, _, place = text.rpartition(" ")
        who, _, what = to.rpartition(" ")
        side = self.names.get(who) or self.names.get(fold(who))
        there = place.isdecimal() and side and 0 < int(place) <= len(self.melds[side])
        return Act(side, "add", int(place)) if what == "add" and there else None

    def why_not_to(self, act: Act) -> No | None:
        """Why nothing can be added to the meld that an act names."""
        side = act.side
        assert side is not None
        if no := self.why_not(side, "add"):
            return no
        base = self.melds[side][act.place - 1]
        if any(self.packs.fitting([base], self.mixed)):
            return None
        return No(refusals.nothing_fits(side, [base]), "no_melds", "PAN-EXTEND")

    def people(self) -> list[Person]:
        """Everybody in order of play, with what they have melded."""
        after = following(self.sides, self.fates, self.current)
        found: list[Person] = []
        for side in self.sides:
            fate, here = self.fates.get(side, ""), side is (self.going or self.current)
            note = fate or ("plays now" if here else "next" if after[:1] == [side] else "")
            acts = [Act(side, "add", n) for n in range(1, len(self.melds[side]) + 1)]
            lying = [
                (meld.cards, "" if self.why_not_to(act) else act.code)
                for meld, act in zip(self.melds[side], acts, strict=True)
            ]
            turn = "" if self.why_not(side, "turn") else Act(side, "turn").code
            figures = [("–" if fate else str(self.melded(side)), f"of {ALL}"), self.chips[side]]
            found.append(Person(side, note, figures, turn, lying, here, bool(fate)))
        return found

    def accept_turn(self, text: str) -> Act | None:
        """Like `accept`, where only a turn is asked for."""
        found = self.accept(text)
        return found if found and found.what == "turn" else None

    def accept_rare(self, text: str) -> Act | None:
        """Like `accept`, where only what seldom happens is asked for."""
        found, side = self.accept(text), self.going or self.current
        rare = (None, "buy-in"), (side, "foul"), (side, "drop"), (None, "split"), (None, "abandon")
        return found if found and (found.side, found.what) in rare else None

    # -- why not ---------------------------------------------------------------------------------

    def why_not(self, side: Side, what: str) -> No | None:
        """Why a player cannot do that now, if so."""
        if fate := self.fates.get(side):
            return No(refusals.GONE[fate].format(side), "not_active", "PAN-R4")
        if self.going and (side is not self.going or what not in ("out", "borrow")):
            return No(refusals.eleven(self.going), "eleven_melded", "PAN-OUT")
        return WHY_NOT[what](self, side)

    def melded(self, side: Side) -> int:
        """How many cards a player has melded."""
        return sum(map(len, self.melds[side]))

    def fits(self, side: Side) -> bool:
        """True if some card that is left fits a meld of the player."""
        return any(self.packs.fitting(self.melds[side], self.mixed))

    def no_lay(self, side: Side) -> No | None:
        """A new meld needs three cards."""
        have = self.melded(side)
        return None if have + 3 <= ALL else No(refusals.twelve(side, have), "twelve", "PAN-OUT")

    def no_add(self, side: Side) -> No | None:
        """There must be a meld to add to."""
        if self.fits(side):
            return None
        words = refusals.nothing_fits(side, self.melds[side])
        return No(words, "no_melds", "PAN-EXTEND")

    def no_borrow(self, side: Side) -> No | None:
        """Something must be left of the meld that lends."""
        room, held = ALL - self.melded(side), self.melds[side]
        if lenders(self.packs, held, room, self.extend, self.mixed):
            return None
        return No(refusals.nothing_to_borrow(side, held), "no_melds", "PAN-BORROW-RULE")

    def no_force(self, side: Side) -> No | None:
        """The upcard must fit something the others can see, or here the player’s hand."""
        if (self.force_hand and self.melded(side) + 3 <= ALL) or self.fits(side):
            return None
        return No(refusals.no_force(side), "cannot_force", "PAN-FORCE")

    def no_out(self, side: Side) -> No | None:
        """Eleven and no other number."""
        have = self.melded(side)
        return None if have == ALL else No(refusals.not_eleven(have), "not_eleven", "PAN-OUT")

    def no_drop(self, side: Side) -> No | None:
        """Only before the first play."""
        return No(refusals.UNDER_WAY, "under_way", "PAN-DROP") if self.played else None

    def no_split(self) -> No | None:
        """Only before the first play, and only where the table does that."""
        if not self.split:
            return No(refusals.NO_SPLIT, "not_here", "PAN-R27")
        return No(refusals.TOO_LATE_TO_SPLIT, "under_way", "PAN-R27") if self.played else None

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
                self.option(side, "lay", "Lay a meld", best=True),
                self.option(side, "force", "Upcard forced"),
                self.option(side, "borrow", "Borrow"),
                self.option(after[0], "turn", f"Next: {after[0]}", set_apart=True),
            ]
        shown.append(Option(Act(None, "else"), "else", "Something else", set_apart=True))
        shown.append(Option(Act(None, "other"), "other", "Someone else plays", hidden=True))
        hidden = [option(Act(None, what), hidden=True) for what in ("buy-in", "abandon")]
        typed = [self.option(side, what, hidden=True) for side in self.sides for what in WHY_NOT]
        return [*shown, *self.placed(), *hidden, self.split_option(hidden=True), *typed]

    def placed(self) -> Iterator[Option[Act]]:
        """What a tap on a player or on a meld says."""
        for side in self.sides if not self.going else ():
            if not self.why_not(side, "turn"):
                yield Option(Act(side, "turn"), f"{side.code} turn", f"{side} plays", placed=True)
            for place in range(1, len(self.melds[side]) + 1):
                act = Act(side, "add", place)
                no = self.why_not_to(act) or No("", "", "")
                yield Option(
                    act, act.code, f"{side} adds to meld {place}", refusal=no.words, rule=no.rule,
                    code=no.code, placed=True,
                )  # fmt: skip

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
            *([self.split_option()] if self.split else ()),
            option(Act(None, "abandon"), "nobody goes out", label="Abandon"),
        ]

    def split_option(self, *, hidden: bool = False) -> Option[Act]:
        """The pot shared instead of played for."""
        no = self.no_split() or No("", "", "")
        hint = f"{self.pot} in the pot"
        return Option(
            Act(None, "split"), "split", "Split the pot", hint,
            refusal=no.words, rule=no.rule, code=no.code, hidden=hidden,
        )  # fmt: skip

    def option(
        self,
        side: Side,
        what: str,
        label: str = "",
        hint: str = "",
        *,
        best: bool = False,
        set_apart: bool = False,
        hidden: bool = False,
    ) -> Option[Act]:
        """One act as an answer, struck out where it cannot be done."""
        no = self.why_not(side, what) or No("", "", "")
        act = Act(side, what)
        text, label = act.code, label or f"{side} {what}"
        best, set_apart = best and not no.words, set_apart and not no.words
        return Option(
            act, text, label, hint, refusal=no.words, rule=no.rule, code=no.code,
            best=best, set_apart=set_apart, hidden=hidden,
        )  # fmt: skip


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


def stand(board: Board) -> Stand:
    """What can be done as the table lies now."""
    rules = board.hand.rules
    return Stand(
        board.sides, board.names, board.current, board.fates, board.melds, board.packs,
        board.played, board.going, rules.drop_fee, board.pot, board.rates.mixed,
        rules.force_scope == "table_or_hand", rules.borrow_to_extend == "yes",
        rules.split_tops == "yes",
        {s: (with_minus(n), "chips") for s, n in board.hand.table.ledger.totals.items()},
    )  # fmt: skip


def event_question(board: Board, now: Stand) -> Choice[Act]:
    """What happens next."""
    prompt = f"{board.going} goes out" if board.going else f"{board.current} plays"
    return Choice(
        f"event {board.event}", prompt, "PAN-TURN", now.options,
        accept=now.accept, people=now.people, columns=3,
    )  # fmt: skip


def turn_question(board: Board, now: Stand) -> Choice[Act]:
    return Choice(f"who {board.event}", "Who plays?", "PAN-TURN", now.turns, accept=now.accept_turn)


def rare_question(board: Board, now: Stand) -> Choice[Act]:
    key = f"else {board.event}"
    return Choice(key, "What else?", "PAN-TURN", now.rare, columns=1, accept=now.accept_rare)
