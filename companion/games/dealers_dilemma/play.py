"""Dealer's Dilemma, for three players: so many rounds as agreed; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards import Card
from companion.game import Replay
from companion.games.dealers_dilemma import score, show
from companion.games.dealers_dilemma.bidding import bidding, face_up, reveal
from companion.games.dealers_dilemma.facts import PACK, RANK, TRICKS, Bid, Round, Running
from companion.games.dealers_dilemma.house import Hand, Table
from companion.games.dealers_dilemma.quick import at_once
from companion.questions import Cards, Choice, Option, Refused, option
from companion.seating import Seat
from companion.tricks import winner


def play(table: Table) -> None:
    """Round after round; the highest total wins once the last is scored."""
    dealer, scored = table.first_dealer, 0
    while scored < table.rules.rounds:
        hand = table.deal(dealer)
        scored += 1
        table.length = hand.rules.rounds
        show.opening(hand, scored, hand.rules.rounds)
        quick = hand.entry("guided", "cards", "quick") == "quick"
        bids, tricks = at_once(hand) if quick else step_by_step(hand)
        hand.result = found = Round(bids, tricks, offender(hand))
        lines = list(score.lines(found, hand.rules))
        show.result(hand, found, lines)
        hand.post(lines)
        dealer = hand.dealer.left
    table.outcome = score.ending(table.ledger.totals)


def offender(hand: Hand) -> Seat | None:
    """Who failed to follow suit, where the house scores that player nothing (DD-R8)."""
    if hand.rules.revoke != "offender_zero":
        return None
    nobody: Option[object] = option("nobody", set_apart=True)
    who = hand.ask(
        Choice[object]("revoke", "Did anybody revoke?", "DD-R8", [*hand.table.seats, nobody])
    )
    return who if isinstance(who, Seat) else None


def step_by_step(hand: Hand) -> tuple[dict[Seat, Bid], dict[Seat, int]]:
    """Face-up cards, bids and tricks one by one."""
    found = face_up(hand)
    bidding(hand, found)
    tricks = trick_by_trick(hand, found)
    reveal(hand, found)
    return {seat: found.bids[seat] for seat in hand.table.seats}, tricks


def trick_by_trick(hand: Hand, found: Running) -> dict[Seat, int]:
    """Who won each of the ten tricks, tapped, or found from the three cards."""
    tricks = dict.fromkeys(hand.table.seats, 0)
    leader = hand.dealer
    show.to_play(hand, found)
    for number in range(1, TRICKS + 1):
        show.bids(hand, found, tricks)
        if hand.mode == "cards":
            leader = trick_cards(hand, found, leader, number)
        else:
            prompt, seats = f"Trick {number}: who won it?", hand.table.seats
            leader = hand.ask(Choice(f"trick {number}", prompt, "DD-TRICK", seats, columns=3))
        tricks[leader] += 1
        hand.facts["leader"] = leader.code
    return tricks


def trick_cards(hand: Hand, found: Running, leader: Seat, number: int) -> Seat:
    """The three cards of a trick, and who wins it."""

    def check(cards: tuple[Card, ...]) -> None:
        if number == 1 and cards[0] != found.lead:
            message = f"{leader} must lead the {found.lead}; no other card may open trick 1."
            raise Refused(message, "DD-FORCEDLEAD", "forced_lead", f"trick {number}")
        for seat, card in zip(leader.round, cards, strict=True):
            if card == found.taken and seat is not found.dealer:
                message = f"The {card} is the card {found.dealer} took; {seat} cannot play it."
                raise Refused(message, "DD-R4", "not_held", f"trick {number}")
        if number == TRICKS and found.holds_taken and found.taken not in cards:
            raise Refused(show.still_held(found), "DD-TRUMP", "still_held", f"trick {number}")

    gone = {card: why for card, why in found.lying.items() if card != found.lead or number > 1}
    cards = hand.ask(
        Cards(
            f"trick {number}",
            f"Trick {number}: {leader} leads",
            "DD-TRICK",
            PACK,
            3,
            3,
            order=True,
            gone=gone,
            check=check,
        )
    )
    for card in cards:
        found.lying[card] = f"The {card} went in trick {number}."
    return leader.round[winner(cards, found.trump, RANK)]


def holds(replay: Replay) -> Iterator[str]:
    """Ten tricks a round, and only scores the rules can produce."""
    for hand in replay.hands:
        if isinstance(hand.result, Round) and sum(hand.result.tricks.values()) != TRICKS:
            yield f"round {hand.number}: {sum(hand.result.tricks.values())} tricks"
        for each in hand.lines:
            if each.points not in (8, 6, 4, 2, 0) and each.points > 0 and each.rule != "DD-ADJ":
                yield f"round {hand.number}: a score of {each.points}"
