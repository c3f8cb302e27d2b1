"""The acts of players in a hand of Panguingue, and the reasons why they are not legal now."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from companion.games.panguingue.board import Board
from companion.games.panguingue.facts import ALL, in_numbers, say
from companion.games.panguingue.melds import lenders
from companion.questions import Choice, Option, Person, fold, option
from companion.said import Sentence
from companion.seating import Side
from companion.words import signed, with_minus

OF_PLAYER = ("lay", "add", "borrow", "force", "out", "drop", "foul", "turn")
OF_TABLE = ("buy-in", "abandon", "split", "other", "else")
"""Acts of no player. The last two open a page each: another player’s turn, and rare acts."""


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody does something; nobody in particular buys in, splits or abandons."""

    side: Side | None
    what: str
    place: int = 0
    """The number of the meld that the cards go to, from 1, or 0 if it was not given."""

    @property
    def code(self) -> str:
        """The short text of a record: "3 lay", "3 add 2"."""
        code = f"{self.side.code} {self.what}" if self.side else self.what
        return f"{code} {self.place}" if self.place else code

    def __str__(self) -> str:
        return f"{self.side}: {self.what}" if self.side else self.what


@dataclass(frozen=True, slots=True)
class Position:
    """The possible acts at the table now. A copy of the board that does not change finds them."""

    board: Board
    chips: Mapping[Side, int]
    """Everybody’s balance."""

    @classmethod
    def of(cls, board: Board) -> Position:
        seen = copy(board)
        del seen.hand  # its questions keep this
        return cls(seen, board.hand.table.ledger.totals)

    @property
    def here(self) -> Side:
        return self.board.going or self.board.current

    # -- reading ---------------------------------------------------------------------------------

    def named(self, text: str) -> Move | None:
        """The act from its text in a record, or with the player’s name. "3 add 2" names a meld
        on the table."""
        who, _, what = text.rpartition(" ")
        if not who:
            return Move(None, what) if what in OF_TABLE else None
        if what.isdecimal():
            who, _, what, place = *who.rpartition(" "), int(what)
            side = self._player(who)
            there = side and what == "add" and 0 < place <= len(self.board.melds[side])
            return Move(side, what, place) if there else None
        side = self._player(who)
        return Move(side, what) if side and what in OF_PLAYER else None

    def turn_of(self, text: str) -> Move | None:
        """The turn of the player named, alone or as a record keeps it."""
        side = self._player(text.removesuffix(" turn"))
        return Move(side, "turn") if side else None

    def _player(self, name: str) -> Side | None:
        return self.board.names.get(name) or self.board.names.get(fold(name))

    # -- why not ---------------------------------------------------------------------------------

    def why_not(self, act: Move) -> Sentence | None:
        """Why that cannot be done now, if so."""
        side, board = act.side, self.board
        if side is None:
            return self.no_split() if act.what == "split" else None
        if fate := board.fates.get(side):
            return say.not_active(who=side, fate=fate)
        if board.going and (side is not board.going or act.what not in ("out", "borrow")):
            return say.eleven_melded(who=board.going)
        if act.place and not self.fits(side, act.place):
            return say.no_melds(who=side, any=True)
        return self.no(act.what, side)

    def fits(self, side: Side, place: int = 0) -> bool:
        """True if some card that is left fits a meld of the player, or the one at that place."""
        held = self.board.melds[side]
        some = held[place - 1 : place] if place else held
        return any(self.board.packs.fitting(some, self.board.mixed))

    def no(self, what: str, side: Side) -> Sentence | None:
        """Why a player who is in cannot do that, if so."""
        board, rules = self.board, self.board.rules
        have, held = board.melded(side), board.melds[side]
        match what:
            case "lay" if have + 3 > ALL:
                return say.twelve__lay(who=side, have=in_numbers(have))
            case "add" if not self.fits(side):
                return say.no_melds(who=side, any=bool(held))
            case "borrow":
                extend = rules.borrow_to_extend == "yes"
                if not lenders(board.packs, held, board.free(side), extend, board.mixed):
                    return say.no_melds__lend(who=side, any=bool(held))
            case "force":  # to something the others can see, or here from the player's hand
                from_hand = rules.force_scope == "table_or_hand" and have + 3 <= ALL
                if not from_hand and not self.fits(side):
                    return say.cannot_force(who=side)
            case "out" if have != ALL:
                return say.not_eleven(cards=in_numbers(have) if have else "")
            case "drop" if board.played:
                return say.under_way()
            case "turn" if side is board.current:
                return say.same_turn(who=side)
        return None

    def no_split(self) -> Sentence | None:
        """Only before the first play, and only if the house rules have it."""
        if self.board.rules.split_tops != "yes":
            return say.not_here()
        return say.under_way__split() if self.board.played else None

    # -- the options -----------------------------------------------------------------------------

    def options(self) -> list[Option[Move]]:
        """The acts of the player in turn, the next player, and every other act if it is typed."""
        board, side = self.board, self.here
        if board.going:
            choices = [
                act(side, "out", f"{side} goes out", signed(board.if_out(side)), main=True),
                act(side, "borrow", "Borrow", "first"),
            ]
        else:
            after = board.after(side)[0]
            choices = [
                act(side, "lay", "Lay a meld", best=True),
                act(side, "force", "Take upcard", "must take it"),
                act(side, "borrow", "Borrow"),
                act(after, "turn", f"Next: {after}", main=True),
            ]
        choices += [
            act(None, "else", "Other", "buy-in, foul hand, drop, stop", set_apart=True),
            act(None, "other", "Someone else plays", hidden=True),
            *(() if board.going else self.placed()),
        ]
        players = [(side, what) for side in board.sides for what in OF_PLAYER]
        return choices + [
            act(*one, f"{one[0]} {one[1]}" if one[0] else one[1], hidden=True)
            for one in ((None, "buy-in"), (None, "abandon"), (None, "split"), *players)
        ]

    def placed(self) -> list[Option[Move]]:
        """The options of a tap on a player or on a meld."""
        options: list[Option[Move]] = []
        for side in self.board.sides:
            if not self.why_not(Move(side, "turn")):
                options.append(act(side, "turn", f"{side} plays", placed=True))
            for place in range(1, len(self.board.melds[side]) + 1):
                words = f"{side} adds to meld {place}"
                options.append(act(side, "add", words, place=place, placed=True))
        return options

    def people(self) -> list[Person]:
        """All players in order of play, with their melds."""
        board = self.board
        after = board.after(board.current)[:1]
        people: list[Person] = []
        for side in board.sides:
            fate, here = board.fates.get(side, ""), side is self.here
            note = fate or ("plays" if here else "next" if after == [side] else "")
            adds = [Move(side, "add", n) for n in range(1, len(board.melds[side]) + 1)]
            lying = [
                (meld.cards, "" if self.why_not(add) else add.code)
                for meld, add in zip(board.melds[side], adds, strict=True)
            ]
            turn = "" if self.why_not(Move(side, "turn")) else Move(side, "turn").code
            melded = "–" if fate else f"{board.melded(side)}/{ALL}"
            figures = [(melded, ""), (with_minus(self.chips[side]), "chips")]
            people.append(Person(side, note, figures, turn, lying, here, bool(fate)))
        return people

    def turns(self) -> list[Option[Move]]:
        """The players whose turn it may be, in order. Players who are out are struck out."""
        board, place = self.board, self.board.current.number
        return [
            act(side, "turn", str(side), f"{board.melded(side)}/{ALL}" * (side not in board.fates))
            for side in (*board.sides[place:], *board.sides[:place])
        ]

    def rare(self) -> list[Option[Move]]:
        """The rare acts."""
        board, side = self.board, self.here
        split = act(None, "split", "Split the pot", f"{board.pot} in the pot")
        return [
            act(None, "buy-in", "Buy-in", "more chips"),
            act(side, "foul", f"{side}: foul hand", "wrong number"),
            act(side, "drop", f"{side}: drop", f"pays {board.rules.drop_fee}"),
            *([split] if board.rules.split_tops == "yes" else ()),
            act(None, "abandon", "Abandon", "nobody goes out"),
        ]


def act(
    side: Side | None, what: str, label: str, hint: str = "", *, place: int = 0, **more: Any
) -> Option[Move]:
    """An act as an answer."""
    move = Move(side, what, place)
    return option(move, hint, text=move.code, label=label, **more)


def event_question(board: Board, now: Position) -> Choice[Move]:
    """The question for the next act."""
    side, asks = now.here, say.what_next(who=now.here, out=board.going is not None)
    return Choice(
        f"event {board.event}", asks, "", now.options, reads=now.named, why_not=now.why_not,
        people=now.people, columns=3, about="turn", by=side, told=happens,
    )  # fmt: skip


def turn_question(board: Board, now: Position) -> Choice[Move]:
    return Choice(
        f"who {board.event}", say.who_plays(), options=now.turns, reads=now.turn_of,
        why_not=now.why_not, told=happens,
    )  # fmt: skip


def rare_question(board: Board, now: Position) -> Choice[Move]:
    key = f"else {board.event}"
    return Choice(
        key, say.what_else(), "", now.rare(), why_not=now.why_not, columns=1, told=happens
    )


def happens(act: Move) -> Sentence:
    return say.happens(who=act.side, what=act.what, place=act.place)
