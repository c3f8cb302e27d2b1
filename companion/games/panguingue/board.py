"""The table in a running hand: who is in, what lies melded, the pot, and what is paid for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card
from companion.games.panguingue.melds import ALL, Meld, in_numbers, pack
from companion.games.panguingue.pay import (
    Payment,
    Tariff,
    each_pays,
    for_out,
    lines,
    tariff,
)
from companion.ledger import Line, signed
from companion.panels import Grid, Meter, Tray
from companion.questions import Points, Refused, yes_no
from companion.seating import Side
from companion.table import Hand

MOST_CHIPS = 10_000
"""The most that is bought in at once, beyond what is owed."""
GONE = {
    "dropped": "{} dropped and can neither pay nor collect.",
    "out": "{} is out of this hand with a foul hand and can neither pay nor collect.",
}
"""Why a player who is not in takes no part, by how that came."""
HEADS = ("In order of play", "melded", "chips", "if out now")
MANY = 8
"""The longest table whose players are all shown above the question."""


def following(sides: Sequence[Side], fates: Mapping[Side, str], side: Side) -> list[Side]:
    """Everybody else who is still in, in turn order, beginning after this player."""
    place = side.number
    around = [*sides[place:], *sides[: place - 1]]
    return [each for each in around if each not in fates]


@dataclass
class Board:
    """Chips, melds and turns of one hand. Every change goes through `enter`."""

    hand: Hand
    first: Side
    pot: int
    chips: int
    """What all balances and the pot come to; only a buy-in changes it."""
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
        self.active: tuple[Side, ...] = tuple(self.sides)
        self.melds = dict.fromkeys(self.sides, ())
        self.current = self.first
        self.lying: Mapping[Card, int] = {}
        self._opponents: dict[Side, tuple[Side, ...]] = {}
        self.hand.pausing = self.picture

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

    def hint(self, side: Side) -> str:
        """How many more cards make eleven, once that is a limit."""
        room = self.room(side)
        return f"{room} more make eleven." if room < ALL - 3 else ""

    # -- melds -----------------------------------------------------------------------------------

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
            message = (
                f"{side} has {in_numbers(have)} melded; with {len(fresh)} more that makes "
                f"{have + len(fresh)}. Eleven is all: meld {ALL - have} of them at most."
            )
            raise Refused(message, "PAN-OUT", "twelve", key)
        copies, lying = self.hand.rules.packs, self.lying
        if all(lying.get(card, 0) + len(fresh) <= copies for card in fresh):
            return
        for card, number in Counter(fresh).items():
            there = lying.get(card, 0)
            if number + there > copies:
                message = (
                    f"There are {copies} {card} in {copies} packs, and {there} of them lie on the "
                    "table already."
                )
                raise Refused(message, "PAN-PACK", "too_many_copies", key)

    # -- chips -----------------------------------------------------------------------------------

    def enter(
        self,
        event: str,
        who: object,
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
        cells = {
            "player": who,
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
        each, payers = each_pays(payments), self.opponents(side)
        if also:
            payments = [replace(one, also=(*one.also, *also)) for one in payments]
        if each and self.hand.rules.claim == "on_request" and not self.claimed(side, each):
            words = f"{payments[0].why}: not asked for before the discard, {each} from each lost"
            self.enter(event, side, [Line(side, 0, "PAN-R17", words)], cards)
            return
        if each:
            self.fund(dict.fromkeys(payers, each))
        self.enter(event, side, list(lines(side, payments, payers)), cards)

    def claimed(self, side: Side, each: int) -> bool:
        """Whether a player asked for the chips in time."""
        prompt = f"Did {side} ask for {each} from each opponent before the discard?"
        return self.hand.ask(yes_no(f"claim {self.event}", prompt, "PAN-R17"))

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
        self.pot += chips
        words = f"buys {chips} chips: {self.chips} at the table now"
        self.enter("buy-in", side, [Line(side, chips, "PAN-BUY", words, also=also)])

    # -- endings ---------------------------------------------------------------------------------

    def out_lines(self, side: Side) -> list[Line]:
        """What going out brings, with the melds as they lie."""
        pot = Line(side, self.pot, "PAN-OUT-POT", f"takes the pot of {self.pot}")
        payments = for_out(self.melds[side], self.rates)
        return [pot, *lines(side, payments, self.opponents(side))]

    def out(self, side: Side) -> None:
        """The hand is over: the pot, one from each, and every condition once more."""
        each = each_pays(for_out(self.melds[side], self.rates))
        self.fund(dict.fromkeys(self.opponents(side), each))
        self.end(side, "out", self.out_lines(side), f"{side} goes out")

    def drop(self, side: Side) -> None:
        """A player pays the fee and is out of the hand."""
        fee = self.hand.rules.drop_fee
        self.fund({side: fee}, "drop")
        words = f"drops: {fee} to the pot" if fee else "drops: only the ante is lost here"
        self.leave(side, "dropped")
        self.enter("drop", side, [Line(side, -fee, "PAN-DROP", words, also=("PAN-R2",))])
        self.last_one_in()

    def last_one_in(self) -> None:
        """If everybody else is gone, the pot goes to the one who is left."""
        if len(self.active) > 1:
            return
        (side,) = self.active
        words = f"all others are gone: takes the pot of {self.pot}"
        line = Line(side, self.pot, "PAN-LAST", words, also=("PAN-R3",))
        self.end(side, "last in", [line], f"{side} is the last one in")

    def abandon(self) -> None:
        """The hand is not finished: what was paid stays paid, the pot waits or antes go back."""
        ante = self.hand.rules.ante
        entered: list[Line] = []
        if self.hand.rules.abandoned == "refund_antes" and ante:
            words = f"unfinished hand: the ante of {ante} goes back"
            entered = [Line(side, ante, "PAN-R19", words) for side in self.sides]
        left = self.pot - sum(line.points for line in entered)
        self.end(None, "abandoned", entered, f"Abandoned: {left} stay in the pot")

    def end(self, winner: Side | None, event: str, entered: Sequence[Line], words: str) -> None:
        """Closes the hand."""
        self.over, self.winner = True, winner
        self.hand.pausing = None
        gain = sum(line.points for line in entered)
        self.hand.summary = f"{words}, {signed(gain)}" if winner else words
        self.enter(event, winner or "all", entered, last=True)
        self.hand.cell("pot", self.pot)

    # -- the picture -----------------------------------------------------------------------------

    def picture(self) -> None:
        """Panels and guidance for the page that is asked now, and for no other."""
        hand, around = self.hand, sum(self.hand.table.ledger.totals.values())
        sums = (("Pot", self.pot), ("on the table", around), ("together", around + self.pot))
        hand.show(Meter("Pot", [(name, str(chips).replace("-", "−")) for name, chips in sums]))
        if self.page == "event":
            hand.show(Grid("Players", HEADS, *self.rows()))
            self.guide()
        elif self.page == "melds":
            hand.show(self.tray(f"{self.current}’s melds", [self.current]))
        elif self.page == "all":
            hand.show(self.tray("Melds on the table", self.active))
        self.standing()

    def rows(self) -> tuple[list[tuple[str, ...]], tuple[()], tuple[int, ...]]:
        """Everybody in order of play; at a long table only those who matter now."""
        totals, current = self.hand.table.ledger.totals, self.going or self.current
        shown = self.sides
        if len(shown) > MANY:
            near = {current, self.after(current)[0], *self.ten_down()}
            shown = [side for side in shown if side in near]
        found: list[tuple[str, ...]] = []
        for side in shown:
            name = f"{side} (dealer)" if self.hand.dealer in side else str(side)
            chips = str(totals[side]).replace("-", "−")
            if fate := self.fates.get(side):
                found.append((name, fate, chips, ""))
            else:
                would = signed(sum(line.points for line in self.out_lines(side)))
                found.append((name, f"{self.melded(side)}/{ALL}", chips, would))
        return found, (), (shown.index(current),)

    def tray(self, title: str, sides: Sequence[Side]) -> Tray:
        """What players have melded, each meld with its number."""
        many = len(sides) > 1
        groups = [
            (f"{side} {place}" if many else str(place), each.cards)
            for side in sides
            for place, each in enumerate(self.melds[side], 1)
        ]
        return Tray(title if groups else f"{title}: none yet", groups)

    def ten_down(self) -> list[Side]:
        """Who waits for one card."""
        return [each for each in self.active if self.melded(each) == ALL - 1]

    def standing(self) -> None:
        """A word per player, and what an enquiry can take over."""
        hand, side = self.hand, self.current
        for each in self.sides:
            if each in self.fates:
                hand.badge(each, self.fates[each], "", "PAN-R4")
            elif hand.mode != "quick":
                hand.status[each] = f"{self.melded(each)} of {ALL}"
        for each in self.ten_down():
            hand.badge(each, "ten down", "", "PAN-TENDOWN")
        held = self.melds[side]
        hand.facts |= {"active": str(len(self.opponents(side))), "pot": str(self.pot)}
        if held:
            hand.facts["meld"] = " ".join(card.code for card in held[-1].cards)
            hand.facts["melds"] = " / ".join(
                " ".join(card.code for card in each.cards) for each in held
            )

    def guide(self) -> None:
        """Who has ten down, and who goes out."""
        hand, side = self.hand, self.current
        if self.going:
            gain = signed(sum(line.points for line in self.out_lines(self.going)))
            hand.tell(f"{self.going} has eleven cards melded and goes out: {gain}.", "PAN-OUT")
            return
        ten = self.ten_down()
        for each in ten:
            hand.tell(f"{each} has ten down: draws until one fits.", "PAN-TENDOWN")
        after = self.after(side)[0]
        if after in ten:
            words = f"{side} may keep a drawn card that would put {after} out, and discard another."
            hand.tell(words, "PAN-HOLD")
        if not ten:
            hand.tell("Nobody has ten down. Going out needs 11.", "PAN-OUT")


def stock_left(players: int, packs: int) -> int:
    """Cards of the stock after the deal and the upcard."""
    return len(pack(packs)) - 10 * players - 1
