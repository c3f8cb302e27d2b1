"""The bidding of Jo-Jotte: the upcard, two rounds, doubles, the last cards, nullo and slam."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.cards import Card, Suit
from companion.engine.panels import Calls
from companion.games.jo_jotte.facts import Contract, KnownCards, may_bid_slam
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.in_play import in_play
from companion.games.jo_jotte.pack import PACK, first_leader, say, suit_name
from companion.questions import Cards, Choice, Question, option, yes_no
from companion.said import Text
from companion.seating import Seat

ACCEPT, PASS, NO_TRUMP, NOBODY = "accept", "pass", "no trump", "nobody"
PASSES = option(PASS, set_apart=True)
NO_SUIT = option(NO_TRUMP, label="no-trump")
NO_ONE = option(NOBODY, set_apart=True)
NO_MELDS = option(False, text="none", label="no melds")


def bidding(hand: Hand) -> tuple[Contract, KnownCards, bool] | None:
    """Every step in turn: the contract, the cards out of play, and whether there are melds; None
    when both pass twice."""
    upcard, suit = turned_up(hand)
    calls: list[tuple[Seat, str]] = []
    bid = auction(hand, suit, calls)
    keys = keys_of(calls)
    hand.panels.pop(Calls(()).title, None)
    if bid is None:
        return None
    declarer, named = overcalled(hand, *bid)
    if declarer is not bid[0]:
        calls.append((declarer, str(NO_SUIT.label)))
    contract = Contract(declarer, named, doubling(hand, declarer, named))
    contract_known(hand, contract)
    contract, seen, melded = specials(hand, contract, *last_cards(hand, contract, upcard))
    hand.plays = partial(in_play, hand, contract, seen, calls, keys)
    return contract, seen, melded


def turned_up(hand: Hand) -> tuple[Card | None, Suit]:
    """The upcard, or at least its suit."""
    cards = hand.ask(Cards(
        "upcard", say.upcard(dealer=hand.dealer), "", PACK, 0, 1, none="Not noted",
        hint=say.helps(),
    ))  # fmt: skip
    if not cards:
        return None, hand.ask(Choice("turned", say.which_suit(), options=list(Suit)))
    suit = cards[0].suit
    assert suit is not None
    out_known(hand, KnownCards({cards[0]: "the upcard"}))
    return cards[0], suit


# -- two rounds ------------------------------------------------------------------------------------


def auction(
    hand: Hand, suit: Suit, calls: list[tuple[Seat, str]]
) -> tuple[Seat, Suit | None] | None:
    """The declarer and the trumps (None is no-trump). None if both passed twice. Add to `calls`."""
    order = (hand.dealer.left, hand.dealer)
    for seat in order:
        if said(hand, calls, seat, first_round(seat, seat is hand.dealer, suit)) == ACCEPT:
            return seat, suit
    for seat in order:
        call = said(hand, calls, seat, second_round(seat, seat is hand.dealer, suit))
        if call != PASS:
            return seat, call if isinstance(call, Suit) else None
    return None


def said(hand: Hand, calls: list[tuple[Seat, str]], seat: Seat, question: Choice[object]) -> object:
    """A player's bid, with those before it in sight and a place for each of both rounds."""
    if calls:
        places = [hand.dealer.left, hand.dealer] * 2
        to_come = [(each, None) for each in places[len(calls) :]]
        hand.show(Calls([*calls, *to_come], keys=keys_of(calls)))
    call = hand.ask(question)
    calls.append((seat, question.show(call).replace(ACCEPT, "accepts")))
    return call


def keys_of(calls: Sequence[tuple[Seat, str]]) -> list[str]:
    """The keys of the bids of both rounds, in order. A tap on a bid changes its answer."""
    rounds = ("first", "first", "second", "second")
    return [f"{name} {seat.code}" for name, (seat, _) in zip(rounds, calls, strict=False)]


def first_round(seat: Seat, dealer: bool, suit: Suit) -> Choice[object]:
    """Accept the suit of the upcard, or pass."""
    accept = option(ACCEPT, f"trumps are {suit}", label=f"accept {suit}")
    return Choice[object](
        f"first {seat.code}", say.first_round(who=seat, dealer=dealer, suit=suit),
        options=[accept, PASSES], about=f"accept {suit}", by=seat,
    )  # fmt: skip


def second_round(seat: Seat, dealer: bool, refused: Suit) -> Choice[object]:
    """One of the three other suits, no-trump, or pass."""
    return Choice[object](
        f"second {seat.code}", say.second_round(who=seat, dealer=dealer),
        options=[*Suit, NO_SUIT, PASSES],
        why_not=lambda call: say.refused_suit(suit=refused) if call is refused else None, by=seat,
    )  # fmt: skip


def overcalled(hand: Hand, seat: Seat, suit: Suit | None) -> tuple[Seat, Suit | None]:
    """House rule `nt_overcall`: the other player may take a suit bid over at no-trump."""
    if hand.rules.nt_overcall == "off" or suit is None:
        return seat, suit
    other = seat.left
    asks, hint = say.overcalls(who=other, suit=suit), say.then_declarer(who=other)
    taken = hand.ask(yes_no("overcall", asks, hint=hint, by=other, usual=False))
    return (other, None) if taken else (seat, suit)


# -- stakes, the last cards, nullo and slam --------------------------------------------------------


def doubling(hand: Hand, declarer: Seat, suit: Suit | None) -> int:
    """1, 2 or 4 times."""
    defender, trump = declarer.left, suit_name(suit)

    def why_not(call: object) -> Text | None:
        if call is declarer:
            return say.double_by_bidder(declarer=declarer, defender=defender)
        return say.no_double(defender=defender) if call == "redouble" else None

    may_double(hand, declarer, defender, "double")
    double = Choice[object](
        "double", say.doubles(who=defender, declarer=declarer, trump=trump),
        options=[False, True], best=False, unseen=lambda: [declarer, "redouble"],
        why_not=why_not, hint="×2, below the line only", by=defender,
    )  # fmt: skip
    if hand.ask(double) is not True:
        return 1
    may_double(hand, declarer, declarer, "redouble")
    asks, hint = say.redoubles(who=declarer), "×4, below the line only"
    return 4 if hand.ask(yes_no("redouble", asks, hint=hint, by=declarer, usual=False)) else 2


def last_cards(hand: Hand, contract: Contract, upcard: Card | None) -> tuple[KnownCards, bool]:
    """Deal three more cards each, perhaps exchange the seven. True if the stub card was asked."""
    hand.tell(say.deals_on(dealer=hand.dealer))
    seen = KnownCards({upcard: "the upcard"} if upcard else {})
    on = hand.rules.seven_exchange == "on" and upcard and upcard.suit is contract.suit
    if on and upcard and upcard.rank != "7":
        return exchanged(hand, upcard, with_bottom(seen, hand.ask(bottom(seen)))), True
    return seen, False


def bottom(seen: KnownCards) -> Cards:
    """The question for the stub's bottom card. The optional answer helps to check melds."""
    return Cards(
        "stub", say.bottom_card(), "", PACK, 0, 1, none="Not shown",
        gone={card: say.card_gone(card=card) for card in seen.out}, default="none", aside=True,
    )  # fmt: skip


def with_bottom(seen: KnownCards, cards: Sequence[Card]) -> KnownCards:
    """The cards out of play, with the bottom card of the stub."""
    return KnownCards(
        {**seen.out, **dict.fromkeys(cards, "the bottom card of the stub")}, seen.held
    )


def exchanged(hand: Hand, upcard: Card, seen: KnownCards) -> KnownCards:
    """House rule `seven_exchange`: the seven of trumps for the upcard."""
    seven = Card("7", upcard.suit)

    def why_not(who: object) -> Text | None:
        gone = isinstance(who, Seat) and seven in seen.out
        return say.seven_gone(seven=seven, where=seen.out[seven]) if gone else None

    who = hand.ask(
        Choice[object](
            "exchange", say.exchanges(upcard=upcard, seven=seven), why_not=why_not,
            options=[NO_ONE, *hand.table.seats],
        )
    )  # fmt: skip
    if not isinstance(who, Seat):
        return seen
    rest = {card: where for card, where in seen.out.items() if card != upcard}
    return KnownCards(rest | {seven: "lying where the upcard was"}).showing(who, [upcard])


def specials(
    hand: Hand, contract: Contract, seen: KnownCards, known: bool
) -> tuple[Contract, KnownCards, bool]:
    """Nullo, slam, the stub’s bottom card and whether there are melds: one page, for most hands
    have none of them. Hands of earlier versions with melds lack the last question."""
    defender, declarer = contract.defender, contract.declarer
    melded = f"four {defender.code}" in hand.answers and "melds" not in hand.answers
    hand.tell(say.declares_first(who=defender, trump=contract.trump(hand.rules)))
    hand.facts |= {"special.who": defender.code, "special.call": "nullo", "special.nullo": "no"}

    def both(given: Mapping[str, str]) -> list[Question[Any]]:
        asks, hint = say.bids_nullo(who=defender), "no trick, no-trump: 200"
        nullo = yes_no("nullo", asks, hint=hint, by=defender, default="no")
        over = nullo.read_in(given) is True
        off = "" if may_bid_slam(over, hand.rules) else "slam is bid over a nullo alone"
        asks, hint = say.bids_slam(who=declarer, over=over), "every trick: 500"
        slam = yes_no("slam", asks, hint=hint, by=declarer, default="no", off=off)
        special = over or slam.read_in(given) is True
        reason = "A nullo or a slam is played without melds." if special else ""
        declared = option(True, text="declared", label="melds", refusal=reason)
        melds = Choice[bool]("melds", say.any_melds(), options=[NO_MELDS, declared], sends=True,
                             follows=True)  # fmt: skip
        stub = [] if known else [bottom(seen)]
        return [nullo, slam, *stub, *([] if melded else [melds])]

    answers = hand.ask_rest(both, {}, title="Nullo, slam, melds?")
    seen = with_bottom(seen, answers["stub"]) if "stub" in answers else seen
    out_known(hand, seen)
    contract = replace(contract, nullo=bool(answers["nullo"]), slam=bool(answers.get("slam")))
    special_known(hand, contract)
    return contract, seen, melded or bool(answers.get("melds"))


# -- what the page and the sheet say ---------------------------------------------------------------


def may_double(hand: Hand, declarer: Seat, who: Seat, call: str) -> None:
    """Set the facts that an enquiry takes over while a player may double or redouble."""
    hand.facts |= {
        "double.declarer": declarer.code, "double.who": who.code, "double.call": call,
        "double.doubled": "yes" if call == "redouble" else "no",
    }  # fmt: skip


def contract_known(hand: Hand, contract: Contract) -> None:
    """Show the facts that follow from the contract."""
    declarer, times = contract.declarer, contract.times
    hand.cell("declarer", declarer)
    hand.cell("trump", contract.suit or "NT")
    hand.cell("stakes", {1: "", 2: "×2", 4: "×4"}[times])
    leader = first_leader(hand.rules, hand.dealer, declarer)
    trump = contract.suit.value if contract.suit else "none"
    hand.facts |= {"trump": trump, "declarer": declarer.code, "leader": leader.code}
    trump = suit_name(contract.suit)
    hand.tell(say.plays(who=declarer, trump=trump, times=times, leader=leader), keep=True)


def out_known(hand: Hand, seen: KnownCards) -> None:
    hand.facts["out"] = " ".join(card.code for card in seen.out) or "none"


def special_known(hand: Hand, contract: Contract) -> None:
    """Show the effect of a nullo or slam."""
    trump = contract.trump(hand.rules)
    hand.cell("special", {"nullo": "N", "slam": "S", "": ""}[contract.special])
    if not contract.special:
        return
    hand.facts["trump"] = trump.value if trump else "none"
    hand.tell(say.no_meld(), keep=True)
    if contract.slam:
        hand.tell(say.slam_on(who=contract.declarer, trump=suit_name(trump)), keep=True)
    else:
        hand.tell(say.nullo_on(who=contract.defender), keep=True)
