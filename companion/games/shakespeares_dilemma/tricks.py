"""Shakespeare's Dilemma step by step: the auction of three, the first lead, the tricks."""

from __future__ import annotations

from companion.cards import Card
from companion.engine.panels import Grid, Won
from companion.games.shakespeares_dilemma import facts
from companion.games.shakespeares_dilemma.facts import NOBODY, Deal, FirstLead, Running, say
from companion.games.shakespeares_dilemma.house import Hand
from companion.questions import Cards, Choice, Refused, Several, option
from companion.said import Text
from companion.seating import Seat, from_left
from companion.words import counted

PASS = "pass"
SO_FAR = "Tricks so far"

# -- the auction for the widow, with three players (SHK-WIDOW, SHK-R5) ---------------------------


def auction(hand: Hand) -> tuple[Seat | None, int]:
    """Who takes the widow and at what price; nobody when all three pass."""
    hand.tell(say.when_to_bid(late=hand.rules.widow_timing == "after_pass"))
    high, holder = 0, None
    bidding = list(from_left(hand.dealer))
    turn = 0
    while True:
        turn += 1
        for seat in list(bidding):
            if holder is seat:
                break
            call = hand.ask(bid(hand, seat, turn, high, holder))
            if call == PASS:
                bidding.remove(seat)
            else:
                high, holder = int(call), seat
        over = not bidding or bidding == [holder]
        if over or hand.rules.widow_auction == "one_round":
            break
    hand.tell(say.takes_widow(who=holder, price=high) if holder else say.all_pass())
    return holder, high


def bid(hand: Hand, seat: Seat, turn: int, high: int, holder: Seat | None) -> Choice[str]:
    lowest = hand.rules.widow_min
    least = facts.least_price(high, lowest)

    def why_not(call: str) -> Text:
        if call == PASS or int(call) >= least:
            return ""
        return say.bid_not_higher(high=high, lowest=lowest, least=least)

    return Choice[str](
        f"widow {turn} bid {seat.code}", say.bid_or_pass(who=seat), columns=4, reads=a_price,
        options=[*map(str, range(least - 1, least + 15)), option(PASS, set_apart=True)],
        why_not=why_not,
        hints=lambda call: say.pays(who=holder, price=high) if holder and call == PASS else "",
        by=seat,
    )  # fmt: skip


def a_price(text: str) -> str | None:
    """A price that has no key of its own, as a record keeps it."""
    plain = text.isascii() and text.isdecimal() and len(text) <= 4 and text == str(int(text))
    return text if plain and int(text) <= facts.MOST else None


def first_lead(hand: Hand, dealt: Deal) -> FirstLead:
    """The holder of the 1 of Venus; with three players it may lie aside (SHK-FIRSTLEAD)."""
    seats = hand.table.seats
    aside = [option(NOBODY, "it lies aside", set_apart=True)] if dealt.players == 3 else []
    asked = Choice[object]("one of Venus", say.who_has_one(), options=[*seats, *aside])
    holder = hand.ask(asked)
    if isinstance(holder, Seat):
        return FirstLead(holder, "one")
    if hand.rules.no_one_venus == "left_of_dealer":
        hand.tell(say.leads_anything(who=hand.dealer.left))
        return FirstLead(hand.dealer.left, "any")
    none = option(NOBODY, "no Venus card in play", set_apart=True)
    asked = Choice[object]("lowest Venus", say.who_has_lowest(), options=[*seats, none])
    lowest = hand.ask(asked)
    if isinstance(lowest, Seat):
        return FirstLead(lowest, "lowest")
    hand.tell(say.leads_anything(who=hand.dealer.left), "SHK-R9")
    return FirstLead(hand.dealer.left, "none")


def trick_by_trick(hand: Hand, found: Running) -> None:
    leader = found.first.leader
    for number in range(1, found.dealt.tricks + 1):
        hand.facts["leader"] = leader.code
        so_far(hand, found, found.dealt.tricks - number + 1)
        before = len(found.doublers)
        by_cards = hand.mode == "cards"
        leader = (
            trick_cards(hand, found, leader, number) if by_cards
            else trick_winner(hand, found, number)
        )  # fmt: skip
        found.tricks[leader] += 1
        found.won.append(leader)
        if len(found.doublers) > before:
            found.doubled.append(number - 1)


def so_far(hand: Hand, found: Running, left: int) -> None:
    """Tricks and doublers so far; who is still at nothing."""
    rows = [
        (str(seat), str(count) if count else "no trick yet", ", ".join(found.galaxies(seat)))
        for seat, count in found.tricks.items()
    ]
    hand.show(Grid("Tricks", ("", "Tricks", "Doublers"), rows, ("Left", str(left), "")))
    hand.show(Won(SO_FAR, list(found.won), list(found.doubled)))
    for seat, count in found.tricks.items():
        twice = ", ×" + str(2 ** len(found.galaxies(seat))) if found.galaxies(seat) else ""
        some = counted(count, "trick") + twice
        hand.status[seat.side] = some if count else f"none: {found.dealt.tricks}"


def trick_winner(hand: Hand, found: Running, number: int) -> Seat:
    """The winner of a trick in one tap, or with a doubler in it."""
    left = [name for name in facts.DOUBLERS if name not in found.doublers]
    seats = hand.table.seats
    fell_in = option("galaxy", label="A Galaxy was in this trick", set_apart=True)

    options = [*seats, *[fell_in] * bool(left)]
    won = hand.ask(Choice[object](f"trick {number}", say.who_won(number=number), options=options))
    if isinstance(won, Seat):
        return won
    who, fell = hand.ask(
        Choice(f"won {number}", say.who_won_it(number=number), options=seats),
        Several(
            f"galaxy {number}", say.which_doubler(), "",
            [option(name, label=f"Galaxy {name}") for name in left], least=1,
        ),
        title=say.galaxy_in_it(number=number),
    )  # fmt: skip
    found.doublers |= dict.fromkeys(fell, who)
    return who


def trick_cards(hand: Hand, found: Running, leader: Seat, number: int) -> Seat:
    """The cards of a trick; its winner and the doublers in it follow."""
    dealt, first = found.dealt, found.first

    def check(cards: tuple[Card, ...]) -> None:
        if number > 1:
            return
        if forced := first.refusal(cards[0]):
            raise Refused(forced)
        low = [card for card in first.aside(list(dealt.pack), cards[0]) if card in cards[1:]]
        if low:
            raise Refused(say.not_held(card=low[0], led=cards[0]))

    cards = hand.ask(Cards(
        f"trick {number}", say.leads_trick(number=number, leader=leader), "", dealt.pack,
        dealt.players, dealt.players, order=True, gone=dict(found.played), check=check,
    ))  # fmt: skip
    if number == 1:
        aside = first.aside(list(dealt.pack), cards[0])
        found.played |= {card: say.card_gone__aside(card=card) for card in aside}
    place = facts.winner(cards, hand.rules.galaxy_rank == "above_all")
    who = leader.round[place]
    found.played |= {card: say.card_gone(card=card, number=number) for card in cards}
    both = zip(facts.DOUBLERS, (facts.VENUS, facts.SATURN), strict=True)
    found.doublers |= {name: who for name, card in both if card in cards}
    hand.tell(say.wins_trick(who=who, number=number, card=cards[place]))
    return who
