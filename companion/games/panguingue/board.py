"""The table in a running hand: who is in, what lies melded, the pot, and what is paid for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card
from companion.games.panguingue import refusals, score, show
from companion.games.panguingue.facts import ALL, MOST_CHIPS, Collected, Meld, Moment, deck
from companion.games.panguingue.house import Hand
from companion.games.panguingue.melds import Packs
from companion.games.panguingue.score import Payment, Tariff, each_pays, lines, tariff
from companion.ledger import Line
from companion.questions import Points, Refused, yes_no
from companion.seating import Side


def following(sides: Sequence[Side], fates: Mapping[Side, str], side: Side) -> list[Side]:
    """Everybody else who is still in, in turn order, beginning after this player."""
    place = side.number
    around = [*sides[place:], *sides[: place - 1]]
    return [each for each in around if each not in fates]


@dataclass
class Board:
    """Chips, melds and turns of one hand. Every change goes through `enter`."""

    hand: Hand
    names: Mapping[str, Side]
    """Everybody by name and by code."""
    pot: int
    chips: int
    """What all balances and the pot come to; only a buy-in changes it."""
    bought: int
    """What they came to if no adjustment had been left without its counterpart."""
    melds: Mapping[Side, tuple[Meld, ...]] = field(default_factory=dict)
    fates: Mapping[Side, str] = field(default_factory=dict)
    """Who is no longer in, and how that came: "dropped" or "out"."""
    event: int = 0
    page: str = ""
    """What is asked now: "event" shows everybody, "melds" one player’s melds, "all" all melds."""
    played: bool = False
    over: bool = False
    winner: Side | None = None
    going: Side | None = None
    """Who has eleven cards melded and has only to say so."""

    def __post_init__(self) -> None:
        self.sides: list[Side] = self.hand.table.sides
        self.rates: Tariff = tariff(self.hand.rules)
        self.deck = deck(self.hand.rules)
        self.active: tuple[Side, ...] = tuple(self.sides)
        self.melds = dict.fromkeys(self.sides, ())
        self.first = self.current = self.hand.dealer.left.side
        self.lying: Mapping[Card, int] = {}
        self.moments: list[Moment] = []
        self.hand.result = self.moments
        self._opponents: dict[Side, tuple[Side, ...]] = {}

    # -- who is in -------------------------------------------------------------------------------

    def after(self, side: Side) -> list[Side]:
        """Everybody else still in, in turn order, beginning after this player."""
        return following(self.sides, self.fates, side)

    def opponents(self, side: Side) -> tuple[Side, ...]:
        """Everybody else who is still in: who pays."""
        if side not in self._opponents:
            self._opponents[side] = tuple(each for each in self.active if each is not side)
        return self._opponents[side]

    def acting(self, side: Side) -> None:
        """The pages that follow are about this player, whose melds they show."""
        self.current, self.page = side, "melds"

    def leave(self, side: Side, fate: str) -> None:
        """A player is in this hand no more."""
        self.fates = {**self.fates, side: fate}
        self.active = tuple(each for each in self.sides if each not in self.fates)
        self._opponents = {}
        if side is self.current:
            self.current = self.after(side)[0]

    def melded(self, side: Side) -> int:
        """How many cards a player has melded."""
        return sum(map(len, self.melds[side]))

    def room(self, side: Side) -> int:
        """How many more cards a player can meld."""
        return ALL - self.melded(side)

    # -- melds -----------------------------------------------------------------------------------

    @property
    def packs(self) -> Packs:
        """The packs as they are on the table now."""
        return Packs(self.lying, self.deck)

    def place(self, side: Side, melds: tuple[Meld, ...], fresh: Iterable[Card]) -> None:
        """What a player has melded from now on; `fresh` are the cards that came to the table."""
        self.melds = {**self.melds, side: melds}
        lying = dict(self.lying)
        for card in fresh:
            lying[card] = lying.get(card, 0) + 1
        self.lying = lying
        self.played, self.current = True, side
        if self.melded(side) == ALL:
            self.going = side

    def may_come(self, side: Side, key: str, fresh: Sequence[Card]) -> None:
        """Refused when cards that come to the table make twelve, or more than the packs hold."""
        have = self.melded(side)
        if have + len(fresh) > ALL:
            words = refusals.too_many(side, have, len(fresh))
            raise Refused(words, "PAN-OUT", "twelve", key)
        if short := self.deck.missing(fresh, self.lying):
            words = refusals.no_more_copies(short, self.deck, self.lying.get(short, 0))
            raise Refused(words, "PAN-PACK", "too_many_copies", key)

    # -- chips -----------------------------------------------------------------------------------

    def enter(
        self,
        event: str,
        side: Side | None,
        entered: Sequence[Line],
        cards: str = "",
        *,
        last: bool = False,
    ) -> None:
        """Enters the lines of one event. What nobody pays comes from the pot or goes to it."""
        each = 0
        for line in entered:
            if line.by:
                each += line.each
            else:
                self.pot -= line.points
        if entered and not each:
            each = abs(entered[0].points)
        melded = self.melded(side) if side and self.hand.mode != "quick" else None
        gone = frozenset(self.fates)
        self.moments.append(Moment(event, side, melded, gone, self.pot, self.chips))
        cells = {
            "player": side or "all",
            "event": event,
            "cards": cards,
            "each": each,
            "pot": self.pot,
            "check": self.chips,
        }
        self.hand.post(entered, live=not last, cells=cells)

    def pay(
        self,
        side: Side,
        payments: Sequence[Payment],
        event: str,
        cards: str,
        also: tuple[str, ...] = (),
    ) -> None:
        """Every opponent still in pays, at once; or nobody, where the player did not ask."""
        each = each_pays(payments)
        if also:
            payments = [replace(one, also=(*one.also, *also)) for one in payments]
        if each and self.hand.rules.claim == "on_request" and not self.claimed(side, each):
            words = show.not_asked_for(payments[0].why, each)
            line = Line(side, 0, "PAN-R17", words, also=(payments[0].rule,))
            self.enter(event, side, [line], cards)
            return
        self.collect(side, payments, event, cards)

    def collect(self, side: Side, payments: Sequence[Payment], event: str, cards: str) -> None:
        """Every opponent still in pays."""
        each, payers = each_pays(payments), self.opponents(side)
        self.fund(dict.fromkeys(payers, each) if each else {})
        self.enter(event, side, list(lines(side, payments, payers)), cards)

    def claimed(self, side: Side, each: int) -> bool:
        """Asks if the payment was asked for in time."""
        key, prompt = f"claim {self.event}", f"Did {side} ask for {each} before the discard?"
        return self.hand.ask(yes_no(key, prompt, "PAN-R17"))

    def fund(self, owed: Mapping[Side, int], label: str = "") -> None:
        """Where nobody may owe, players who cannot pay buy chips first."""
        if self.hand.rules.short_stack == "debt":
            return
        for side, chips in owed.items():
            have = self.hand.table.ledger.total(side)
            if have < chips:
                prompt = f"{side} owes {chips} and has {have}: how many chips does {side} buy?"
                key, least = f"chips {label or self.event} {side.code}", chips - have
                bought = self.hand.ask(
                    Points(key, prompt, "PAN-R16", least, least + MOST_CHIPS, unit="chips")
                )
                self.buy(side, bought, ("PAN-R16",))

    def buy(self, side: Side, chips: int, also: tuple[str, ...] = ()) -> None:
        """Chips from outside: all there is at the table grows by them."""
        self.chips += chips
        self.bought += chips
        self.pot += chips
        line = Line(side, chips, "PAN-BUY", show.buys(chips, self.chips), also=also)
        self.enter("buy-in", side, [line])

    # -- endings ---------------------------------------------------------------------------------

    def if_out(self, side: Side) -> int:
        """What going out would bring, with the melds as they lie."""
        again = each_pays(score.for_out(self.melds[side], self.rates))
        return self.pot + again * len(self.opponents(side))

    def out(self, side: Side) -> None:
        """The hand is over: the pot, one from each, and every condition once more."""
        self.out_with(side, list(score.for_out(self.melds[side], self.rates)))

    def out_collected(self, side: Side, held: Iterable[Collected]) -> None:
        """The same, with conditions that somebody remembers."""
        self.out_with(side, list(score.for_out_collected(held, self.rates)))

    def out_with(self, side: Side, again: Sequence[Payment]) -> None:
        """The hand is over, and everybody pays for what is held."""
        payers = self.opponents(side)
        self.fund(dict.fromkeys(payers, each_pays(again)))
        entered = score.out_lines(side, self.pot, again, payers)
        self.end(side, "out", entered, show.goes_out(side))

    def drop(self, side: Side) -> None:
        """A player pays the fee and is out of the hand."""
        self.fund({side: self.hand.rules.drop_fee}, "drop")
        self.leave(side, "dropped")
        self.enter("drop", side, [score.drop_line(side, self.hand.rules)])
        self.last_one_in()

    def last_one_in(self) -> None:
        """If everybody else is gone, the pot goes to the one who is left."""
        if len(self.active) > 1:
            return
        (side,) = self.active
        line = score.last_in_line(side, self.pot)
        self.end(side, "last in", [line], show.last_in(side))

    def split(self) -> None:
        """Everybody still in takes a share of the pot without playing for it (PAN-R27)."""
        entered = score.split_lines(self.active, self.pot)
        self.end(None, "split", entered, show.split(self.active, entered[0].points))

    def abandon(self) -> None:
        """The hand is not finished: what was paid stays paid, the pot waits or antes go back."""
        entered = score.refunds(self.sides, self.hand.rules)
        left = self.pot - sum(line.points for line in entered)
        self.end(None, "abandoned", entered, show.abandoned(left))

    def end(self, winner: Side | None, event: str, entered: Sequence[Line], words: str) -> None:
        """Closes the hand."""
        self.over, self.winner = True, winner
        self.hand.before_pending = None
        self.hand.summary = words
        self.enter(event, winner, entered, last=True)
        self.hand.cell("pot", self.pot)
