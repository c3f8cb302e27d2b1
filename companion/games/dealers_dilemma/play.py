"""Dealer's Dilemma, for three players: so many rounds as agreed; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card
from companion.engine.game import Replay
from companion.engine.table import Part
from companion.games.dealers_dilemma import facts, score
from companion.games.dealers_dilemma.bidding import NAMED, bidding, face_up, reveal, show_bids
from companion.games.dealers_dilemma.facts import EASY, RANK, TOP, TRICKS, Bid, Round, Running, say
from companion.games.dealers_dilemma.house import Hand, Table
from companion.questions import Cards, Choice, Points, Question, Refused, Shares, option
from companion.seating import Seat
from companion.tricks import winner
from companion.words import signed


def play(table: Table) -> None:
    scored = 0
    while scored < table.rules.rounds:
        hand, scored = table.deal(), scored + 1
        table.length = hand.rules.rounds
        opening(hand, scored, hand.rules.rounds)
        hand.result = found = result(hand)
        for seat, bid in found.bids.items():
            hand.cell("bid", bid, seat)
            hand.cell("tricks", found.tricks[seat], seat)
        if found.offender:
            hand.tell(say.revoked(who=found.offender))
        hand.panels.clear()
        lines = list(score.lines(found, hand.rules))
        best = max(lines, key=lambda each: each.points)
        hand.summary = f"{best.to} {signed(best.points)}: {best.why}"
        hand.post(lines)
    table.outcome = score.ending(table.ledger.totals)


def opening(hand: Hand, number: int, rounds: int) -> None:
    hand.numbered(Part("round", number, rounds))
    hand.tell(say.deals(dealer=hand.dealer), "DD-END" if number == rounds else "")


def result(hand: Hand) -> Round:
    """What a round came to, card by card, step by step or at once."""
    seats, whole = hand.table.seats, partial(page, hand)
    if hand.entry("guided", "cards", "quick") == "quick":
        told = hand.ask_whole(whole, title="Just the result")
        bids, tricks = {seat: bid_of(told, seat) for seat in seats}, told["tricks"]
    else:
        running = face_up(hand)
        bidding(hand, running)
        tricks = trick_by_trick(hand, running)
        reveal(hand, running)
        bids = {seat: running.bids[seat] for seat in seats}
        revokes = hand.rules.revoke == "offender_zero"
        told = hand.ask_rest(whole, {}, "revoke") if revokes else {}
    offender = told.get("revoke")
    return Round(bids, tricks, offender if isinstance(offender, Seat) else None)


NUMBERS = {"shown": EASY, "hidden": EASY, "top": TOP, "difference": facts.DIFFERENCE}
"""The numbers of bids, in the order they are told, and whose kind they are."""
SHORT = {"shown": "shown", "hidden": "hidden", "top": "on top", "difference": "by"}


def bid_of(told: Mapping[str, Any], seat: Seat) -> Bid:
    numbers = (told[f"{key} {seat.code}"] for key in NUMBERS)
    return Bid(told[f"kind {seat.code}"], *(n for n in numbers if n is not None))


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All there is to know of a round: bids by their numbers, tricks, perhaps a revoke."""
    found: list[Question[Any]] = []
    ranks: list[int] = []
    seats = hand.table.seats
    zero = {0: say.not_allowed__zero()} if hand.rules.equal_difference == "refuse" else {}
    for seat in hand.dealer.round:
        kind = Choice[str](
            f"kind {seat.code}", say.bid_of(who=seat, kinds=facts.KINDS), options=NAMED, columns=4,
            short=str(seat), by=seat,
        )  # fmt: skip
        found.append(kind)
        said = kind.read_in(given)
        for key in NUMBERS:
            ranked = key != "difference"
            fifth = {
                rank: say.too_many_copies(rank=rank) for rank in ranks if ranks.count(rank) > 3
            }
            which = say.number(who=seat, which=SHORT[key]) if ranked else say.difference(who=seat)
            number = Points(
                f"{key} {seat.code}", which, "", 2 if ranked else 0, 10 if ranked else 8,
                impossible=fifth if ranked else zero, short=SHORT[key], off=off(key, said),
                instead=True, beside=True, by=seat,
            )  # fmt: skip
            rank = number.read_in(given)
            ranks += [rank] if ranked and rank else []
            found.append(number)
    found.append(Shares(
        "tricks", say.tricks_won(), "", seats, 0, TRICKS, total=TRICKS, unit="tricks", typed=True,
    ))  # fmt: skip
    if hand.rules.revoke == "offender_zero":
        nobody = option("nobody", set_apart=True)
        found.append(Choice[object]("revoke", say.who_revoked(), options=[*seats, nobody]))
    return found


def off(key: str, said: str | None) -> str:
    """Why a number is not asked for beside this kind of bid."""
    if said is None:
        return "the kind of bid is open"
    return "" if NUMBERS[key] == said else f"the bid was {said}"


def trick_by_trick(hand: Hand, found: Running) -> dict[Seat, int]:
    """Who won each of the ten tricks, tapped, or found from the three cards."""
    seats = hand.table.seats
    tricks = dict.fromkeys(seats, 0)
    leader = hand.dealer
    hand.tell(say.ten_tricks(dealer=leader, lead=found.lead))
    for number in range(1, TRICKS + 1):
        show_bids(hand, found, tricks)
        if hand.mode == "cards":
            leader = trick_cards(hand, found, leader, number)
        else:
            asks = say.who_won(number=number)
            leader = hand.ask(Choice(f"trick {number}", asks, options=seats, columns=3))
        tricks[leader] += 1
        hand.facts["leader"] = leader.code
    return tricks


def trick_cards(hand: Hand, found: Running, leader: Seat, number: int) -> Seat:
    """The three cards of a trick, and who wins it."""

    def check(cards: tuple[Card, ...]) -> None:
        dealer, taken = found.dealer, found.taken
        if number == 1 and cards[0] != found.lead:
            raise Refused(say.forced_lead(leader=leader, lead=found.lead))
        for seat, card in zip(leader.round, cards, strict=True):
            if card == taken and seat is not dealer:
                raise Refused(say.not_held(card=card, dealer=dealer, who=seat))
        if number == TRICKS and found.holds_taken and taken not in cards:
            raise Refused(say.still_held(dealer=dealer, card=taken))

    gone = {card: why for card, why in found.lying.items() if card != found.lead or number > 1}
    cards = hand.ask(Cards(
        f"trick {number}", say.leads_trick(number=number, leader=leader), "", facts.PACK, 3, 3,
        order=True, gone=gone, check=check,
    ))  # fmt: skip
    for card in cards:
        found.lying[card] = say.card_gone__played(card=card, number=number)
    return leader.round[winner(cards, found.trump, RANK)]


def holds(replay: Replay) -> Iterator[str]:
    """Ten tricks a round, and only scores the rules can produce."""
    for hand, found in replay.results(Round):
        if sum(found.tricks.values()) != TRICKS:
            yield f"round {hand.number}: {sum(found.tricks.values())} tricks"
        for each in hand.lines:
            if each.points not in (8, 6, 4, 2, 0) and each.points > 0 and not each.agreed:
                yield f"round {hand.number}: a score of {each.points}"
