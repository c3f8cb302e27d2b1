"""The cards turned up and the bids of Dealer's Dilemma, card by card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from companion.cards import Card
from companion.engine.panels import Grid
from companion.games.dealers_dilemma import facts
from companion.games.dealers_dilemma.facts import EASY, KINDS, PACK, TOP, ZERO, Bid, Running, say
from companion.games.dealers_dilemma.house import Hand, House
from companion.questions import Cards, Choice, Question, Refused, option
from companion.said import Text
from companion.seating import Seat

NAMED = [option(kind, label=name) for kind, name in KINDS.items()]
"""The four kinds of bid."""


def face_up(hand: Hand) -> Running:
    """The two cards before the dealer: one is taken and makes trumps, the other is led."""
    dealer = hand.dealer
    up = hand.ask(
        Cards("up", say.two_cards(), "", PACK, 2, 2, by=dealer,
              told=lambda up: f"{dealer} turns up {up[0]} {up[1]}"),
        title=say.turns_up(dealer=dealer),
    )  # fmt: skip
    hand.facts["up"] = " ".join(card.code for card in up)
    taken = hand.ask(Choice("taken", say.which_taken(dealer=dealer), options=up, by=dealer))
    hand.facts["taken"] = taken.code
    wish = True
    if up[0].suit is up[1].suit:
        options = [option(taken.suit), option("none", label="no-trump")]
        asks = say.trumps_or_none(dealer=dealer)
        wish = hand.ask(Choice[object]("trump", asks, options=options, by=dealer)) != "none"
    trump, lead = facts.trump_and_lead(up, taken, wish)
    found = Running(dealer, lead, taken, trump)
    found.lying[lead] = say.card_gone__lead(card=lead, dealer=dealer)
    hand.cell("trump", trump or "none")
    hand.facts["trump"] = trump.value if trump else "none"
    hand.tell(say.trumps_are(trump=trump, dealer=dealer, lead=lead), keep=True)
    hand.tell(say.bids_first(dealer=dealer))
    hand.tell(say.change(allowed=hand.rules.bid_change == "until_next"))
    return found


def bidding(hand: Hand, found: Running) -> None:
    hand.tell(say.which_numbers())
    for seat in hand.dealer.round:
        found.bids[seat] = bid(hand, seat, found)
        show_bids(hand, found, {})


def bid(hand: Hand, seat: Seat, found: Running) -> Bid:
    pays = {EASY: say.easy_pays(), ZERO: say.zero_pays()}
    kind = hand.ask(Choice[str](
        f"bid {seat.code}", say.which_kind(who=seat, kinds=KINDS), options=NAMED, columns=1,
        hints=lambda kind: pays.get(kind, say.others_pay()), by=seat,
    ))  # fmt: skip
    answers = hand.ask(
        *bid_cards(seat, kind, found),
        title=f"{seat}’s bid",
        check=bid_check(hand.rules, kind, seat),
    )
    cards: list[Card] = list(chain(*answers) if isinstance(answers[0], tuple) else answers)
    for card in cards:
        found.lying[card] = say.card_gone__bid(card=card, who=seat)
    return facts.of_numbers(kind, [int(card.rank) for card in cards])


def bid_cards(seat: Seat, kind: str, found: Running) -> list[Question[tuple[Card, ...]]]:
    """What is asked of a bid of this kind."""

    def some(key: str, asks: Text, least: int = 1, most: int = 1, secret: str = "") -> Cards:
        return Cards(
            f"{key} {seat.code}", asks, "", PACK, least, most, gone=found.gone(seat),
            secret=secret, by=seat,
        )  # fmt: skip

    if kind == EASY:
        hidden = some("hidden", say.card_hidden(who=seat), least=0, secret=str(seat))
        return [some("shown", say.card_shown(who=seat)), hidden]
    if kind == TOP:
        return [some("top", say.card_on_top(who=seat)), some("under", say.card_under(who=seat))]
    return [some("pair", say.pair(who=seat), 2, 2)]


def bid_check(rules: House, kind: str, seat: Seat) -> Callable[..., None]:
    """No card twice in a bid; a difference of zero is no Difference bid (DD-R1)."""
    last = {EASY: "hidden", TOP: "under"}.get(kind, "pair")

    def check(*answers: tuple[Card, ...]) -> None:
        cards = list(chain(*answers))
        if len(set(cards)) < len(cards):
            raise Refused(say.card_gone__twice(card=cards[0]), key=f"{last} {seat.code}")
        equal = kind == facts.DIFFERENCE and cards[0].rank == cards[1].rank
        if equal and rules.equal_difference == "refuse":
            raise Refused(say.equal_difference(), key=f"{last} {seat.code}")

    return check


def reveal(hand: Hand, found: Running) -> None:
    """The hidden cards of Easy bids that nobody named before, after the tenth trick."""
    for seat, made in found.bids.items():
        if made.kind != EASY or made.second is not None:
            continue
        gone: dict[Card, Text] = found.gone(seat)
        if hand.mode == "cards" and seat is found.dealer and found.taken not in found.lying:
            only = say.card_gone__only(dealer=seat, card=found.taken)
            others = [card for card in PACK if card != found.taken]
            gone = dict[Card, Text](dict.fromkeys(others, only)) | gone
        asked = Cards(f"reveal {seat.code}", say.turn_over(who=seat), "", PACK, gone=gone, by=seat)
        (card,) = hand.ask(asked)
        found.lying[card] = say.card_gone__bid(card=card, who=seat)
        found.bids[seat] = Bid(EASY, made.first, int(card.rank))


def show_bids(hand: Hand, found: Running, tricks: Mapping[Seat, int]) -> None:
    """The public bids, what each has won, and what each still needs."""
    rows, single = [], 0
    for seat, bid in found.bids.items():
        won = tricks.get(seat, 0)
        public = Bid(EASY, bid.first) if bid.kind == EASY else bid
        single += bid.number or 0
        rows.append((str(seat), str(public), str(won), need(public, won) if tricks else ""))
    foot = () if tricks else ("Single bids", str(single), f"of {facts.TRICKS}", "")
    hand.show(Grid("Bids", ("", "Bid", "Won", "Needs"), rows, foot))


def need(public: Bid, won: int) -> str:
    """What a bid still needs: so many, there, or over."""
    number = public.first if public.number is None else public.number
    if won > number:
        return f"{won - number} over"
    return "there" if won == number else f"{number - won} more"
