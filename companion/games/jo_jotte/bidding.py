"""The bidding of Jo-Jotte: the upcard, two rounds, doubles, the last cards, nullo and slam."""

from __future__ import annotations

from dataclasses import replace

from companion.cards import Card, Suit
from companion.games.jo_jotte import show
from companion.games.jo_jotte.facts import Contract, Seen, may_bid_slam
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.pack import PACK, suit_name
from companion.panels import Calls
from companion.questions import Cards, Choice, Option, option, yes_no
from companion.seating import Seat

ACCEPT, PASS, NO_TRUMP, NOBODY = "accept", "pass", "no trump", "nobody"
NT: Option[object] = option(NO_TRUMP, label="no-trump")


def bidding(hand: Hand) -> tuple[Contract, Seen] | None:
    """Every step in turn: the contract and the cards out of play; None when both pass twice."""
    upcard, suit = turned_up(hand)
    bid = auction(hand, suit)
    hand.panels.pop(Calls(()).title, None)
    if bid is None:
        return None
    declarer, named = overcalled(hand, *bid)
    contract = Contract(declarer, named, doubling(hand, declarer, named))
    show.contract_known(hand, contract)
    seen = last_cards(hand, contract, upcard)
    return specials(hand, contract), seen


def turned_up(hand: Hand) -> tuple[Card | None, Suit]:
    """The upcard, or at least its suit."""
    prompt = f"{hand.dealer} deals: which card is turned up?"
    hint = "Helps to check melds."
    cards = hand.ask(Cards("upcard", prompt, "JOJ-PACK", PACK, 0, 1, none="Not noted", hint=hint))
    if not cards:
        return None, hand.ask(Choice("turned", "Which suit is turned up?", "JOJ-BID", list(Suit)))
    suit = cards[0].suit
    assert suit is not None
    show.out_known(hand, Seen({cards[0]: "the upcard"}))
    return cards[0], suit


# -- two rounds ------------------------------------------------------------------------------------


def auction(hand: Hand, suit: Suit) -> tuple[Seat, Suit | None] | None:
    """Who chose which trumps (None is no-trump); None when both passed twice."""
    order = (hand.dealer.left, hand.dealer)
    calls: list[tuple[Seat, str | None]] = []
    for seat in order:
        if said(hand, calls, seat, first_round(seat, hand.dealer, suit)) == ACCEPT:
            return seat, suit
    for seat in order:
        call = said(hand, calls, seat, second_round(seat, hand.dealer, suit))
        if call != PASS:
            return seat, call if isinstance(call, Suit) else None
    return None


def said(
    hand: Hand, calls: list[tuple[Seat, str | None]], seat: Seat, question: Choice[object]
) -> object:
    """A player's bid, with those before it in sight."""
    if calls:
        hand.show(Calls([*calls, (seat, None)]))
    call = hand.ask(question)
    calls.append((seat, question.show(call)))
    return call


def first_round(seat: Seat, dealer: Seat, suit: Suit) -> Choice[object]:
    """Accept the suit of the upcard, or pass."""
    options: list[Option[object]] = [
        option(ACCEPT, f"trumps are {suit}", label=f"accept {suit}"),
        option(PASS, set_apart=True),
    ]
    prompt = f"{show.bidder(seat, dealer)}: accept {suit} as trumps, or pass"
    return Choice(f"first {seat.code}", prompt, "JOJ-BID", options)


def second_round(seat: Seat, dealer: Seat, refused: Suit) -> Choice[object]:
    """One of the three other suits, no-trump, or pass."""
    no = f"Both players turned {refused} down: name one of the other three suits, or no-trump."
    options: list[Option[object]] = [
        option(suit, refusal=no if suit is refused else "", code="refused_suit") for suit in Suit
    ]
    options += [NT, option(PASS, set_apart=True)]
    prompt = f"{show.bidder(seat, dealer)}: name another suit or no-trump, or pass"
    return Choice(f"second {seat.code}", prompt, "JOJ-BID", options)


def overcalled(hand: Hand, seat: Seat, suit: Suit | None) -> tuple[Seat, Suit | None]:
    """House rule `nt_overcall`: the other player may take a suit bid over at no-trump."""
    if hand.rules.nt_overcall == "off" or suit is None:
        return seat, suit
    hint = f"then {seat.left} is declarer"
    prompt = f"Does {seat.left} bid no-trump over {suit}?"
    over = hand.ask(yes_no("overcall", prompt, "JOJ-R22", hint=hint))
    return (seat.left, None) if over else (seat, suit)


# -- stakes, the last cards, nullo and slam --------------------------------------------------------


def doubling(hand: Hand, declarer: Seat, suit: Suit | None) -> int:
    """1, 2 or 4 times."""
    no = f"{declarer} bid it: only {declarer.left} may double."
    none = f"There is no double to redouble: {declarer.left} may double first."
    more: list[Option[object]] = [
        option(declarer, refusal=no, code="double_by_bidder", hidden=True),
        option("redouble", refusal=none, code="no_double", rule="JOJ-REDOUBLE", hidden=True),
    ]
    prompt = f"Does {declarer.left} double {declarer}’s {suit_name(suit)}?"
    options = [option(True), option(False), *more]
    hint = "×2, below the line only"
    show.may_double(hand, declarer, declarer.left, "double")
    doubled = hand.ask(Choice[object]("double", prompt, "JOJ-DOUBLE", options, hint=hint))
    if doubled is not True:
        return 1
    hint = "×4, below the line only"
    show.may_double(hand, declarer, declarer, "redouble")
    again = yes_no("redouble", f"Does {declarer} redouble?", "JOJ-REDOUBLE", hint=hint)
    return 4 if hand.ask(again) else 2


def last_cards(hand: Hand, contract: Contract, upcard: Card | None) -> Seen:
    """Three more cards each; the stub’s bottom card; perhaps the seven taken for the upcard."""
    show.dealt_on(hand)
    out = {upcard: "the upcard"} if upcard else {}
    lies = "The {} is the upcard: it lies apart from the stub."
    gone = {card: lies.format(card) for card in out}
    hint = "Helps to check melds."
    prompt = "Bottom card of the stub?"
    cards = hand.ask(
        Cards("stub", prompt, "JOJ-STUB", PACK, 0, 1, gone=gone, none="Not shown", hint=hint)
    )
    out |= dict.fromkeys(cards, "the bottom card of the stub")
    seen = exchanged(hand, contract, upcard, Seen(out))
    show.out_known(hand, seen)
    return seen


def exchanged(hand: Hand, contract: Contract, upcard: Card | None, seen: Seen) -> Seen:
    """House rule `seven_exchange`: the seven of trumps for the upcard."""
    on = hand.rules.seven_exchange == "on" and upcard and upcard.suit is contract.suit
    if not on or upcard is None or upcard.rank == "7":
        return seen
    seven = Card("7", upcard.suit)
    no = f"The {seven} is {seen.out[seven]}." if seven in seen.out else ""
    options: list[Option[object]] = [option(NOBODY, set_apart=True)]
    for seat in hand.table.seats:
        options.append(option(seat, refusal=no, code="seven_gone"))
    prompt = f"Did anyone take the {upcard} for the {seven}?"
    who = hand.ask(Choice[object]("exchange", prompt, "JOJ-R21", options))
    if not isinstance(who, Seat):
        return seen
    rest = {card: where for card, where in seen.out.items() if card != upcard}
    return Seen(rest | {seven: "lying where the upcard was"}).showing(who, [upcard])


def specials(hand: Hand, contract: Contract) -> Contract:
    """Nullo by the defender, slam by the declarer."""
    defender, declarer = contract.defender, contract.declarer
    hint = "no trick at all, at no-trump: 200"
    show.may_bid(hand, defender, "nullo", False)
    nullo = hand.ask(yes_no("nullo", f"Does {defender} bid nullo?", "JOJ-NULLO", hint=hint))
    slam = False
    if may_bid_slam(nullo, hand.rules):
        prompt = f"Does {declarer} bid slam{' over the nullo' if nullo else ''}?"
        show.may_bid(hand, declarer, "slam", nullo)
        slam = hand.ask(yes_no("slam", prompt, "JOJ-SLAM", hint="all nine tricks: 500"))
    contract = replace(contract, nullo=nullo, slam=slam)
    show.special_known(hand, contract)
    return contract
