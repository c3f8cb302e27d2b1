"""Dealer's Dilemma, for three players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Pack, Suit
from companion.game import Replay
from companion.games.dealers_dilemma.score import (
    DIFFERENCE,
    EASY,
    KINDS,
    TOP,
    ZERO,
    Bid,
    score,
)
from companion.panels import Grid
from companion.questions import Cards, Choice, Count, Option, Question, Refused, Shares, option
from companion.rules import Options
from companion.seating import Seat
from companion.table import Hand, Table
from companion.tricks import ranking, winner

PACK = Pack.of(("10", "9", "8", "7", "6", "5", "4", "3", "2"))
RANK = ranking(("10", "9", "8", "7", "6", "5", "4", "3", "2"))
TRICKS = 10


@dataclass
class Round:
    """What is known of a round: the forced lead, the trump, the bids and their cards."""

    lead: Card | None = None
    trump: Suit | None = None
    bids: dict[Seat, Bid] = field(default_factory=dict)
    lying: dict[Card, str] = field(default_factory=dict)
    """Cards that cannot be named any more, with the reason."""


def play(table: Table) -> None:
    """So many rounds as agreed; the highest total wins."""
    dealer = table.first_dealer
    number, rounds = 1, table.rules.rounds
    while number <= rounds:
        hand = table.deal(dealer)
        rounds = hand.rules.rounds
        opening(hand, number, rounds)
        if hand.entry("guided", "cards", "quick") == "quick":
            bids, tricks = quick(hand)
        else:
            bids, tricks = guided(hand)
        offender = revoked(hand)
        close(hand, bids, tricks, offender)
        dealer = hand.dealer.left
        number += 1
    best = table.ledger.leaders()
    total = table.ledger.high
    words = " and ".join(str(side) for side in best)
    if len(best) > 1:
        table.end(best, "DD-TIE", f"{words} share the win on {total}")
    else:
        table.end(best, "DD-WINNER", f"{words} has the highest total, {total}".replace("-", "−"))


def opening(hand: Hand, number: int, rounds: int) -> None:
    """Which round, who deals how many."""
    hand.title = f"Round {number} of {rounds}"
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    rule = "DD-END" if number == rounds else "DD-DEAL"
    hand.tell(
        f"{hand.title}: {hand.dealer} deals twelve to each of the others, ten to {hand.dealer}, "
        "and turns the last two face up.",
        rule,
    )


def revoked(hand: Hand) -> Seat | None:
    """Who failed to follow suit, where the house scores that player nothing."""
    if hand.rules.revoke != "offender_zero":
        return None
    nobody: Option[object] = option("nobody", loud=True)
    who = hand.ask(
        Choice[object]("revoke", "Did anybody revoke?", "DD-R8", [*hand.table.seats, nobody])
    )
    return who if isinstance(who, Seat) else None


def close(
    hand: Hand, bids: dict[Seat, Bid], tricks: dict[Seat, int], offender: Seat | None
) -> None:
    """Scores the round."""
    lines = []
    for seat in hand.table.seats:
        hand.cell("bid", bids[seat], seat)
        hand.cell("tricks", tricks[seat], seat)
        if seat is offender:
            continue
        lines += list(score(seat, bids[seat], tricks[seat], hand.rules))
    if offender:
        hand.tell(f"{offender} revoked and scores nothing this round.", "DD-R8")
    hand.panels.clear()
    best = max(lines, key=lambda each: each.points)
    hand.summary = f"{hand.title}: {best.to} {best.points:+d}".replace("-", "−")
    hand.post(lines)


# -- guided --------------------------------------------------------------------------------------


def guided(hand: Hand) -> tuple[dict[Seat, Bid], dict[Seat, int]]:
    """Face-up cards, bids and tricks one by one."""
    state = face_up(hand)
    hand.tell(
        "0 only by Zero, 1 only by Difference, 2 to 8 by Easy, Top or Difference, "
        "9 and 10 by Easy or Top.",
        "DD-BIDS",
    )
    for seat in hand.dealer.round:
        state.bids[seat] = bid(hand, seat, state)
        show_bids(hand, state, {})
    tricks = trick_by_trick(hand, state)
    for seat, made in state.bids.items():
        if made.kind == EASY and made.second is None:
            state.bids[seat] = reveal(hand, seat, made, state)
    return state.bids, tricks


def face_up(hand: Hand) -> Round:
    """The two cards before the dealer: one is taken and makes trumps, the other is led."""
    dealer = hand.dealer
    up = hand.ask(
        Cards("up", "The two face-up cards", "DD-TRUMP", PACK, 2, 2),
        title=f"{dealer} turns two cards face up",
    )
    taken = hand.ask(Choice("taken", f"{dealer}: which card is taken?", "DD-TRUMP", up))
    (lead,) = (card for card in up if card != taken)
    state = Round(lead, taken.suit)
    state.lying[lead] = f"The {lead} is {dealer}’s forced lead and cannot be bid."
    if up[0].suit is up[1].suit:
        trump: object = hand.ask(
            Choice[object](
                "trump",
                f"{dealer}: trump or no trump?",
                "DD-TRUMP",
                [option(taken.suit), option("none", label="no trump")],
            )
        )
        state.trump = trump if isinstance(trump, Suit) else None
    words = f"{state.trump} is trump" if state.trump else "no trump"
    hand.cell("trump", state.trump or "none")
    hand.facts |= {"trump": state.trump.value if state.trump else "none", "forced": lead.code}
    hand.tell(
        f"{words[:1].upper()}{words[1:]}; {dealer} leads the {lead}.", "DD-FORCEDLEAD", keep=True
    )
    hand.tell(f"{dealer} bids first, then clockwise.", "DD-BIDORDER")
    change = hand.rules.bid_change == "until_next"
    words = "may be changed until the next player has bid" if change else "cannot be changed"
    hand.tell(f"A bid {words}.", "DD-R6")
    return state


def bid(hand: Hand, seat: Seat, state: Round) -> Bid:
    """The kind of a bid, then its cards."""
    hints = {
        EASY: "shown +4, hidden +2, miss −1 each",
        TOP: "+8, miss −2 each",
        DIFFERENCE: "+8, miss −2 each",
        ZERO: "+6, miss −2 each",
    }
    kinds = [option(kind, hints[kind], label=kind.capitalize()) for kind in KINDS]
    kind = hand.ask(
        Choice[str](f"bid {seat.code}", f"{seat}: which kind of bid?", "DD-BIDS", kinds, columns=1)
    )
    cards = hand.ask(
        *bid_cards(seat, kind, state), title=f"{seat}’s bid", check=bid_check(hand.rules, kind)
    )
    flat = [
        card for answer in (cards if isinstance(cards[0], tuple) else (cards,)) for card in answer
    ]
    for card in flat:
        state.lying[card] = f"The {card} is already {seat}’s bid."
    return made_of(kind, flat)


def bid_cards(seat: Seat, kind: str, state: Round) -> list[Question[tuple[Card, ...]]]:
    """What is asked of a bid of this kind."""

    def one(key: str, prompt: str, least: int = 1, most: int = 1, secret: bool = False) -> Cards:
        return Cards(
            f"{key} {seat.code}",
            prompt,
            "DD-BIDOUT",
            PACK,
            least,
            most,
            gone=state.lying,
            secret=secret,
        )

    if kind == EASY:
        hidden = one(
            "hidden", "The hidden card: now, under cover, or after the tenth trick", 0, 1, True
        )
        return [one("shown", "The face-up card"), hidden]
    if kind == TOP:
        return [one("top", "The card on top: the bid"), one("under", "The card underneath")]
    return [one("pair", "The two cards", 2, 2)]


def bid_check(rules: Options, kind: str) -> Callable[..., None]:
    """No card twice in a bid; a difference of nothing is no Difference bid."""

    def check(*answers: tuple[Card, ...]) -> None:
        cards = [card for answer in answers for card in answer]
        if len(set(cards)) < len(cards):
            message = f"The {cards[0]} cannot lie in both places; a bid takes two cards."
            raise Refused(message, "DD-BIDOUT", "card_gone")
        equal = kind == DIFFERENCE and cards[0].rank == cards[1].rank
        if equal and rules.equal_difference == "refuse":
            message = (
                "Equal cards make a difference of 0. "
                "To aim for no tricks, make a Zero bid (6 points)."
            )
            raise Refused(message, "DD-R1", "equal_difference")

    return check


def made_of(kind: str, cards: list[Card]) -> Bid:
    """The bid that the cards say."""
    numbers = [int(card.rank) for card in cards]
    if kind == DIFFERENCE:
        return Bid(kind, max(numbers), min(numbers))
    if kind == ZERO:
        return Bid(kind)
    return Bid(kind, numbers[0], numbers[1] if len(numbers) > 1 else None)


def reveal(hand: Hand, seat: Seat, made: Bid, state: Round) -> Bid:
    """The hidden card of an Easy bid, turned over after the tenth trick."""
    (card,) = hand.ask(
        Cards(
            f"reveal {seat.code}",
            f"Turn over {seat}’s hidden card",
            "DD-SECRET",
            PACK,
            gone=state.lying,
        )
    )
    state.lying[card] = f"The {card} is already {seat}’s bid."
    return Bid(EASY, made.first, int(card.rank))


def trick_by_trick(hand: Hand, state: Round) -> dict[Seat, int]:
    """Who won each of the ten tricks, tapped, or found from the three cards."""
    tricks = dict.fromkeys(hand.table.seats, 0)
    leader = hand.dealer
    hand.tell(
        f"Ten tricks. {leader} leads the {state.lead}; the winner of a trick leads the next.",
        "DD-LEADNEXT",
    )
    for number in range(1, TRICKS + 1):
        show_bids(hand, state, tricks)
        if hand.mode == "cards":
            leader = trick_cards(hand, state, leader, number)
        else:
            leader = hand.ask(
                Choice(
                    f"trick {number}",
                    f"Trick {number}: who won it?",
                    "DD-TRICK",
                    hand.table.seats,
                    columns=3,
                )
            )
        tricks[leader] += 1
        hand.facts["leader"] = leader.code
    return tricks


def trick_cards(hand: Hand, state: Round, leader: Seat, number: int) -> Seat:
    """The three cards of a trick; the app finds the winner."""

    def check(cards: tuple[Card, ...]) -> None:
        if number == 1 and cards[0] != state.lead:
            message = f"{leader} must lead the {state.lead}; no other card may open trick 1."
            raise Refused(message, "DD-FORCEDLEAD", "forced_lead")

    gone = {card: why for card, why in state.lying.items() if card != state.lead or number > 1}
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
        state.lying[card] = f"The {card} went in trick {number}."
    return leader.round[winner(cards, state.trump, RANK)]


def show_bids(hand: Hand, state: Round, tricks: dict[Seat, int]) -> None:
    """The public bids, what each has won, and what each still needs."""
    rows = []
    single = 0
    for seat, made in state.bids.items():
        won = tricks.get(seat, 0)
        shown = Bid(EASY, made.first) if made.kind == EASY else made
        single += made.number or 0
        rows.append((str(seat), str(shown), str(won), need(shown, won) if tricks else ""))
    foot = () if tricks else ("Single bids", str(single), f"of {TRICKS}", "")
    hand.show(Grid("Bids", ("", "Bid", "Won", "Needs"), rows, foot))


def need(shown: Bid, won: int) -> str:
    """What a bid still needs: so many, safe, or over."""
    number = shown.first if shown.number is None else shown.number
    if won > number:
        return f"{won - number} over"
    return "there" if won == number else f"{number - won} more"


# -- quick ---------------------------------------------------------------------------------------


def quick(hand: Hand) -> tuple[dict[Seat, Bid], dict[Seat, int]]:
    """Kinds, then numbers and tricks."""
    seats = hand.table.seats
    kinds = hand.ask(
        *(Choice[str](f"kind {seat.code}", f"{seat}’s bid", "DD-BIDS",
                 [option(kind, label=kind.capitalize()) for kind in KINDS], columns=4)
          for seat in seats),
        title="Which kind of bid did each make?",
    )  # fmt: skip
    page: list[Question[object]] = []
    for seat, kind in zip(seats, kinds, strict=True):
        page += numbers(seat, kind, hand.rules)
    shares = Shares(
        "tricks", "Tricks won", "DD-TENTRICKS", seats, 0, TRICKS, total=TRICKS, unit="tricks"
    )
    asked = hand.ask(*page, shares, title="Bids and tricks")
    # Where everybody bids zero there are no numbers, and the page has one question.
    answers: list[Any] = list(asked) if page else [asked]
    tricks: dict[Seat, int] = answers.pop()
    bids: dict[Seat, Bid] = {}
    for seat, kind in zip(seats, kinds, strict=True):
        said = [answers.pop(0) for _ in numbers(seat, kind, hand.rules)]
        bids[seat] = quick_bid(kind, said)
    return bids, tricks


def numbers(seat: Seat, kind: str, rules: Options) -> list[Question[object]]:
    """The numbers a bid of this kind has."""

    def one(key: str, prompt: str, low: int, high: int) -> Question[object]:
        return Count(f"{key} {seat.code}", f"{seat}: {prompt}", "DD-BIDS", low, high)  # type: ignore[return-value]

    if kind == EASY:
        return [one("shown", "the number shown", 2, 10), one("hidden", "the number hidden", 2, 10)]
    if kind == TOP:
        return [one("top", "the number on top", 2, 10)]
    if kind == DIFFERENCE:
        return [
            one("difference", "the difference", 0 if rules.equal_difference != "refuse" else 1, 8)
        ]
    return []


def quick_bid(kind: str, said: list[int]) -> Bid:
    """The bid of a kind with its numbers; a difference is kept as the one number it makes."""
    return Bid(kind, *said)


def holds(replay: Replay) -> Iterator[str]:
    """Ten tricks a round, and only scores the rules can produce."""
    for hand in replay.hands:
        tricks = [int(text) for key, text in hand.cells.items() if key.startswith("tricks ")]
        if tricks and sum(tricks) != TRICKS:
            yield f"round {hand.number}: {sum(tricks)} tricks"
        for each in hand.lines:
            if each.points not in (8, 6, 4, 2) and each.points >= 0 and each.rule != "DD-ADJ":
                yield f"round {hand.number}: a score of {each.points}"
