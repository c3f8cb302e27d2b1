"""The table in a running hand: the players in it, the melds, the pot, and the payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card
from companion.engine.ledger import Line, line
from companion.games.panguingue import facts, score
from companion.games.panguingue.facts import ALL, MOST_CHIPS, Aftermath, Collected, Deck, Meld, say
from companion.games.panguingue.house import Hand
from companion.games.panguingue.melds import Packs
from companion.games.panguingue.score import Payment, each_pays, lines
from companion.questions import Points, Refused, yes_no
from companion.said import Sentence, Text
from companion.seating import Side


@dataclass
class Board:
    """Chips, melds and turns of one hand. Every change goes through `enter`."""

    hand: Hand
    names: Mapping[str, Side]
    """Everybody by name and by code."""
    pot: int
    chips: int
    """The sum of all balances and the pot. Only a buy-in changes it."""
    bought: int
    """The same sum without the adjustments that have no counterpart."""
    melds: Mapping[Side, tuple[Meld, ...]] = field(default_factory=dict)
    fates: Mapping[Side, str] = field(default_factory=dict)
    """The players no longer in, with the reason: "dropped" or "out"."""
    event: int = 0
    page: str = ""
    """The current page: "event" shows everybody, "melds" one player’s melds, "all" all melds."""
    played: bool = False
    over: bool = False
    winner: Side | None = None
    going: Side | None = None
    """The player who has melded eleven cards and has only to declare it."""

    def __post_init__(self) -> None:
        self.sides: list[Side] = self.hand.table.sides
        self.rules = self.hand.rules
        self.mixed = facts.mixes(self.rules)
        self.deck = facts.deck(self.rules)
        self.active: tuple[Side, ...] = tuple(self.sides)
        self.melds = dict.fromkeys(self.sides, ())
        self.first = self.current = self.hand.dealer.left.side
        self.lying: Mapping[Card, int] = {}
        self.aftermaths: list[Aftermath] = []
        self.hand.result = self.aftermaths

    # -- who is in -------------------------------------------------------------------------------

    def after(self, side: Side) -> list[Side]:
        """Everybody else still in, in turn order, beginning after this player."""
        around = [*self.sides[side.number :], *self.sides[: side.number - 1]]
        return [each for each in around if each not in self.fates]

    def opponents(self, side: Side) -> tuple[Side, ...]:
        return tuple(each for each in self.active if each is not side)

    def acting(self, side: Side) -> None:
        self.current, self.page = side, "melds"

    def leave(self, side: Side, fate: str) -> None:
        self.fates = {**self.fates, side: fate}
        self.active = tuple(each for each in self.sides if each not in self.fates)
        if side is self.current:
            self.current = self.after(side)[0]

    def melded(self, side: Side) -> int:
        return sum(map(len, self.melds[side]))

    def free(self, side: Side) -> int:
        return ALL - self.melded(side)

    def hint(self, side: Side) -> Text:
        """The number of further cards that make eleven, if that is a limit now."""
        free = self.free(side)
        return say.cards_left(cards=free) if free < ALL - 3 else ""

    # -- melds -----------------------------------------------------------------------------------

    @property
    def packs(self) -> Packs:
        return Packs(self.lying, self.deck)

    def place(self, side: Side, melds: tuple[Meld, ...], fresh: Iterable[Card]) -> None:
        """Set a player's melds. `fresh` are the cards that are new on the table."""
        self.melds = {**self.melds, side: melds}
        lying = dict(self.lying)
        for card in fresh:
            lying[card] = lying.get(card, 0) + 1
        self.lying = lying
        self.played, self.current = True, side
        if self.melded(side) == ALL:
            self.going = side

    def may_come(self, side: Side, key: str, fresh: Sequence[Card]) -> None:
        """Raise Refused if new cards on the table make twelve, or more than the packs have."""
        have = self.melded(side)
        if have + len(fresh) > ALL:
            raise Refused(too_many(side, have, len(fresh)), key=key)
        if short := self.deck.missing(fresh, self.lying):
            raise Refused(no_more(short, self.deck, self.lying.get(short, 0)), key=key)

    # -- chips -----------------------------------------------------------------------------------

    def enter(
        self, event: str, side: Side | None, entered: Sequence[Line], cards: str = "", *,
        last: bool = False,
    ) -> None:  # fmt: skip
        """Enters the lines of one event. What nobody pays comes from the pot or goes to it."""
        each = 0
        for one in entered:
            if one.by:
                each += one.each
            else:
                self.pot -= one.points
        if entered and not each:
            each = abs(entered[0].points)
        melded = self.melded(side) if side and self.hand.mode != "quick" else None
        self.aftermaths.append(Aftermath(melded, frozenset(self.fates)))
        cells = {
            "player": side or "all", "event": event, "cards": cards, "each": each,
            "pot": self.pot, "check": self.chips,
        }  # fmt: skip
        self.hand.post(entered, live=not last, cells=cells)

    def pay(
        self, side: Side, payments: Sequence[Payment], event: str, cards: str,
        also: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Every opponent still in pays at once, or nobody if the player did not ask."""
        each = each_pays(payments)
        if also:
            payments = [replace(one, also=(*one.also, *also)) for one in payments]
        if each and self.rules.claim == "on_request" and not self.claimed(side, each):
            words = say.not_asked_for(why=payments[0].why, each=each)
            self.enter(event, side, [line(side, 0, words, payments[0].rule)], cards)
            return
        self.collect(side, payments, event, cards)

    def collect(self, side: Side, payments: Sequence[Payment], event: str, cards: str) -> None:
        """Every opponent still in pays."""
        each, payers = each_pays(payments), self.opponents(side)
        self.fund(dict.fromkeys(payers, each) if each else {})
        self.enter(event, side, list(lines(side, payments, payers)), cards)

    def claimed(self, side: Side, each: int) -> bool:
        """Ask if the player claimed the payment in time."""
        return self.hand.ask(yes_no(
            f"claim {self.event}", say.did_ask(who=side, each=each), by=side, usual=True,
        ))  # fmt: skip

    def fund(self, owed: Mapping[Side, int], label: str = "") -> None:
        """If the rules allow no debt, players who cannot pay buy chips first."""
        if self.rules.short_stack == "debt":
            return
        for side, chips in owed.items():
            have = self.hand.table.ledger.total(side)
            if have < chips:
                prompt = say.short_of_chips(who=side, chips=chips, have=have)
                key, least = f"chips {label or self.event} {side.code}", chips - have
                most = least + MOST_CHIPS
                question = Points(key, prompt, "", least, most, unit="chips", by=side)
                self.buy(side, self.hand.ask(question), ("PAN-R16",))

    def buy(self, side: Side, chips: int, also: tuple[str, ...] = ()) -> None:
        """Chips from outside: all there is at the table grows by them."""
        self.chips += chips
        self.bought += chips
        self.pot += chips
        words = say.buys(chips=chips, all=self.chips)
        self.enter("buy-in", side, [line(side, chips, words, *also)])

    # -- endings ---------------------------------------------------------------------------------

    def if_out(self, side: Side) -> int:
        """The gain of going out, with the current melds."""
        again = each_pays(score.for_out(self.melds[side], self.rules))
        return self.pot + again * len(self.opponents(side))

    def out(self, side: Side, collected: Iterable[Collected] = ()) -> None:
        """End the hand. Everybody pays for the melds on the table, and for those entered later."""
        again = list(score.for_out([*self.melds[side], *collected], self.rules))
        payers = self.opponents(side)
        self.fund(dict.fromkeys(payers, each_pays(again)))
        entered = [line(side, self.pot, say.takes_pot(pot=self.pot)), *lines(side, again, payers)]
        self.end(side, "out", entered, say.goes_out(who=side))

    def drop(self, side: Side) -> None:
        """A player pays the fee and is out of the hand."""
        fee = self.rules.drop_fee
        self.fund({side: fee}, "drop")
        self.leave(side, "dropped")
        words = say.drops(fee=fee, ante=self.rules.ante)
        self.enter("drop", side, [line(side, -fee, words, "PAN-R2")])
        self.last_one_in()

    def last_one_in(self) -> None:
        """If everybody else is gone, the pot goes to the one who is left."""
        if len(self.active) > 1:
            return
        (side,) = self.active
        entered = [line(side, self.pot, say.last_takes(pot=self.pot), "PAN-R3")]
        self.end(side, "last in", entered, say.last_in(who=side))

    def split(self) -> None:
        """Everybody still in takes a share of the pot without playing for it; what does not divide
        stays (PAN-R27)."""
        share = self.pot // len(self.active)
        why, words = (
            say.splits(share=share, pot=self.pot),
            say.split_it(who=self.active, share=share),
        )
        self.end(None, "split", [line(side, share, why) for side in self.active], words)

    def abandon(self) -> None:
        """Abandon the hand: payments remain, the pot stays or the antes are refunded."""
        ante = self.rules.ante if self.rules.abandoned == "refund_antes" else 0
        entered = [line(side, ante, say.refunded(chips=ante)) for side in self.sides if ante]
        left = self.pot - sum(line.points for line in entered)
        self.end(None, "abandoned", entered, say.abandoned(left=left))

    def end(
        self, winner: Side | None, event: str, entered: Sequence[Line], words: Sentence
    ) -> None:
        self.over, self.winner = True, winner
        self.hand.on_pending = None
        self.hand.summary = words
        self.enter(event, winner, entered, last=True)
        self.hand.cell("pot", self.pot)


def too_many(who: Side | str, have: int, fresh: int) -> Sentence:
    """Cards that would make twelve."""
    return say.twelve(
        who=who, have=facts.in_numbers(have), fresh=fresh, total=have + fresh, free=ALL - have
    )


def no_more(card: Card, packs: Deck, lying: int = 0) -> Sentence:
    """More of a card than the packs hold."""
    copies = packs.copies(card)
    return say.too_many_copies(packs=packs.packs, copies=copies, card=card, lying=lying)
