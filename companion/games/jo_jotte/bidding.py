"""The bidding of Jo-Jotte: the upcard, two rounds, doubles, the last cards, nullo and slam."""

from __future__ import annotations

from dataclasses import replace

from companion.cards import Card, Suit
from companion.games.jo_jotte.facts import Contract, Seen
from companion.games.jo_jotte.pack import PACK, suit_name
from companion.panels import Calls
from companion.questions import Cards, Choice, Option, option, yes_no
from companion.rules import Options
from companion.seating import Seat
from companion.table import Hand

ACCEPT, PASS, NO_TRUMP, NOBODY = "accept", "pass", "no trump", "nobody"


def bidding(hand: Hand) -> tuple[Contract, Seen] | None:
    """Every step in turn: the contract and the cards out of play; None when both pass twice."""
    upcard, suit = turned_up(hand)
    bid = auction(hand, suit)
    hand.panels.pop(Calls(()).title, None)
    if bid is None:
        return None
    declarer, named = overcalled(hand, *bid)
    contract = Contract(declarer, named, doubling(hand, declarer, named))
    contract_known(hand, contract)
    seen = deal_on(hand, contract, upcard)
    return specials(hand, contract), seen


def turned_up(hand: Hand) -> tuple[Card | None, Suit]:
    """The upcard, or at least its suit."""
    cards = hand.ask(
        Cards(
            "upcard",
            f"{hand.dealer} deals: which card is turned up?",
            "JOJ-PACK",
            PACK,
            0,
            1,
            none="Not noted",
            hint="It cannot be in a meld.",
        )
    )
    if cards:
        hand.facts["out"] = cards[0].code
        suit = cards[0].suit
        assert suit is not None
        return cards[0], suit
    return None, hand.ask(Choice("turned", "Then which suit is turned up?", "JOJ-BID", list(Suit)))


# -- two rounds ------------------------------------------------------------------------------------


def auction(hand: Hand, suit: Suit) -> tuple[Seat, Suit | None] | None:
    """Who fixed which trump (None is no trump); None when both passed twice."""
    order = (hand.dealer.left, hand.dealer)
    calls: list[tuple[Seat, str | None]] = []
    for seat in order:
        if said(hand, calls, first_round(seat, hand.dealer, suit)) == ACCEPT:
            return seat, suit
    for seat in order:
        call = said(hand, calls, second_round(seat, hand.dealer, suit))
        if call != PASS:
            return seat, call if isinstance(call, Suit) else None
    return None


def said(
    hand: Hand, calls: list[tuple[Seat, str | None]], turn: tuple[Seat, Choice[object]]
) -> object:
    """A player's call, with those before it in sight."""
    seat, question = turn
    if calls:
        hand.show(Calls([*calls, (seat, None)]))
    call = hand.ask(question)
    calls.append((seat, str(call)))
    return call


def speaker(seat: Seat, dealer: Seat) -> str:
    """The player's name, with the office."""
    return f"{seat}, dealer" if seat is dealer else str(seat)


def first_round(seat: Seat, dealer: Seat, suit: Suit) -> tuple[Seat, Choice[object]]:
    """Accept the suit of the upcard, or pass."""
    options: list[Option[object]] = [
        option(ACCEPT, f"{suit} is trump", label=f"accept {suit}"),
        option(PASS, loud=True),
    ]
    prompt = f"{speaker(seat, dealer)}: accept {suit} as trump, or pass"
    return seat, Choice[object](f"first {seat.code}", prompt, "JOJ-BID", options)


def second_round(seat: Seat, dealer: Seat, refused: Suit) -> tuple[Seat, Choice[object]]:
    """One of the three other suits, no trump, or pass."""
    word = refused.word.capitalize()
    no = f"{word} was turned down by both players; name one of the other three suits or no trump."
    options: list[Option[object]] = [
        option(suit, no=no if suit is refused else "", code="refused_suit") for suit in Suit
    ]
    options += [option(NO_TRUMP), option(PASS, loud=True)]
    prompt = f"{speaker(seat, dealer)}: name another suit, no trump, or pass"
    return seat, Choice[object](f"second {seat.code}", prompt, "JOJ-BID", options)


def overcalled(hand: Hand, seat: Seat, suit: Suit | None) -> tuple[Seat, Suit | None]:
    """House rule `nt_overcall`: the other player may take a suit bid over at no trump."""
    if hand.rules.nt_overcall == "off" or suit is None:
        return seat, suit
    over = hand.ask(
        yes_no(
            "overcall",
            f"{seat.left}: bid no trump over {suit}?",
            "JOJ-R22",
            hint=f"then {seat.left} is declarer",
        )
    )
    return (seat.left, None) if over else (seat, suit)


# -- stakes and what is known ----------------------------------------------------------------------


def doubling(hand: Hand, declarer: Seat, suit: Suit | None) -> int:
    """1, 2 or 4 times."""
    no = "Only the bidder’s opponent may double."
    other = f"There is no double to redouble; {declarer.left} may double first."
    named: Option[object] = option(declarer, no=no, code="double_by_bidder", hidden=True)
    again: Option[object] = option(
        "redouble", no=other, code="no_double", rule="JOJ-REDOUBLE", hidden=True
    )
    options: list[Option[object]] = [
        option(True), option(False), named, again
    ]  # fmt: skip
    what = f"{declarer}’s {suit_name(suit)}"
    prompt = f"{declarer.left}: double {what}?"
    hint = "×2, below the line only"
    doubled = hand.ask(Choice[object]("double", prompt, "JOJ-DOUBLE", options, hint=hint))
    if doubled is not True:
        return 1
    prompt = f"{declarer}: redouble?"
    redoubled = hand.ask(
        yes_no("redouble", prompt, "JOJ-REDOUBLE", hint="×4, below the line only"),
    )
    return 4 if redoubled else 2


def contract_known(hand: Hand, contract: Contract) -> None:
    """Guidance, facts and cells that follow from the contract."""
    hand.cell("declarer", contract.declarer)
    hand.cell("trump", contract.suit or "NT")
    hand.cell("stakes", {1: "", 2: "×2", 4: "×4"}[contract.times])
    leader = leads(hand.rules, hand.dealer, contract.declarer)
    trump = contract.suit.value if contract.suit else NO_TRUMP
    hand.facts |= {"trump": trump, "declarer": contract.declarer.code, "leader": leader.code}
    words = f"{contract.declarer} plays {suit_name(contract.suit)}"
    if contract.times > 1:
        words += f", {'redoubled' if contract.times == 4 else 'doubled'}: ×{contract.times}"
        words += " (below the line only)"
    hand.tell(f"{words}. {leader} leads.", "JOJ-LEAD", keep=True)


def leads(rules: Options, dealer: Seat, declarer: Seat) -> Seat:
    """Who leads to the first trick; house rule `first_lead`."""
    return dealer.left if rules.first_lead == "non_dealer" else declarer.left


def deal_on(hand: Hand, contract: Contract, upcard: Card | None) -> Seen:
    """Three more cards each; the stub’s bottom card; perhaps the seven taken for the upcard."""
    hand.tell(f"{hand.dealer} deals three more cards each and turns the stub over.", "JOJ-DEAL")
    out = {upcard: "the upcard"} if upcard else {}
    lies = "The {} is the upcard: it lies apart from the stub."
    cards = hand.ask(
        Cards(
            "stub",
            "Which card shows at the bottom of the stub?",
            "JOJ-STUB",
            PACK,
            0,
            1,
            gone={card: lies.format(card) for card in out},
            none="Not noted",
            hint="It cannot be in a meld.",
        )
    )
    out |= dict.fromkeys(cards, "the bottom card of the stub")
    seen = exchanged(hand, contract, upcard, Seen(out))
    hand.facts["out"] = " ".join(card.code for card in seen.out) or "none"
    return seen


def exchanged(hand: Hand, contract: Contract, upcard: Card | None, seen: Seen) -> Seen:
    """House rule `seven_exchange`: the seven of trumps for the upcard."""
    on = hand.rules.seven_exchange == "on" and upcard and upcard.suit is contract.suit
    if not on or upcard is None or upcard.rank == "7":
        return seen
    seven = Card("7", upcard.suit)
    no = f"The {seven} is {seen.out[seven]}." if seven in seen.out else ""
    options: list[Option[object]] = [option(NOBODY, loud=True)]
    for seat in hand.table.seats:
        options.append(option(seat, no=no, code="seven_gone"))
    prompt = f"Did anybody take the {upcard} for the {seven}?"
    who = hand.ask(Choice[object]("exchange", prompt, "JOJ-R21", options))
    if not isinstance(who, Seat):
        return seen
    rest = {card: where for card, where in seen.out.items() if card != upcard}
    return Seen(rest | {seven: "lying where the upcard was"}).showing(who, [upcard])


def specials(hand: Hand, contract: Contract) -> Contract:
    """Nullo by the defender, slam by the declarer."""
    defender, declarer = contract.defender, contract.declarer
    nullo = hand.ask(
        yes_no(
            "nullo",
            f"{defender}: nullo?",
            "JOJ-NULLO",
            hint="no trick at all, at no trump: 200",
        )
    )
    slam = False
    if nullo or hand.rules.slam_needs_nullo == "no":
        over = " over the nullo" if nullo else ""
        slam = hand.ask(
            yes_no("slam", f"{declarer}: slam{over}?", "JOJ-SLAM", hint="all nine tricks: 500")
        )
    contract = replace(contract, nullo=nullo, slam=slam)
    special_known(hand, contract)
    return contract


def special_known(hand: Hand, contract: Contract) -> None:
    """What a nullo or slam changes."""
    trump = contract.trump(hand.rules)
    hand.cell("special", {"nullo": "N", "slam": "S", "": ""}[contract.special])
    if not contract.special:
        return
    hand.facts["trump"] = trump.value if trump else NO_TRUMP
    hand.tell("No meld counts in this hand, for either player.", "JOJ-NOMELD", keep=True)
    if contract.slam:
        words = f"Slam: {contract.declarer} must take all nine tricks, {suit_name(trump)}."
        hand.tell(words, "JOJ-SLAM", keep=True)
    else:
        words = f"Nullo: {contract.defender} must take no trick; played at no trump."
        hand.tell(words, "JOJ-NULLO", keep=True)


# -- the quick path --------------------------------------------------------------------------------


def quick_contract(hand: Hand) -> Contract | None:
    """Declarer, trump, stakes and special bid on one page; None when both pass twice."""
    unless = ("declarer", NOBODY)
    nobody = option(NOBODY, "both passed twice", loud=True)
    players: list[object] = [*hand.table.seats, nobody]
    suits: list[object] = [*Suit, NO_TRUMP]
    declarer, trump, times, special = hand.ask(
        Choice[object]("declarer", "Who fixed the trump?", "JOJ-BID", players),
        Choice[object]("trump", "Trump?", "JOJ-BID", suits, columns=5, unless=unless),
        Choice[int]("stakes", "Doubled?", "JOJ-DOUBLE", STAKES, columns=3, unless=unless),
        Choice[str]("special", "Nullo or slam?", "JOJ-SLAM", special_bids(hand), unless=unless),
        title="The contract",
    )
    if not isinstance(declarer, Seat):
        return None
    suit = trump if isinstance(trump, Suit) else None
    contract = Contract(declarer, suit, times, special.endswith("nullo"), "slam" in special)
    contract_known(hand, contract)
    special_known(hand, contract)
    return contract


STAKES = [
    option(1, text="plain", label="plain"),
    option(2, "×2", text="doubled", label="doubled"),
    option(4, "×4", text="redoubled", label="redoubled"),
]


def special_bids(hand: Hand) -> list[Option[str]]:
    """What may stand beside the contract; house rule `slam_needs_nullo`."""
    needs = hand.rules.slam_needs_nullo == "yes"
    no = "Here a slam may only be bid over a nullo." if needs else ""
    return [
        option("none", loud=True),
        option("nullo"),
        option("slam", no=no, rule="JOJ-R11", code="slam_without_nullo"),
        option("slam over nullo"),
    ]
