"""What a table of Dilemma asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.game import Enquiry, Ruling
from companion.games.dilemma.house import Desk
from companion.games.dilemma.trick import PACK, judge, missing, second_plays_third, value
from companion.questions import Cards, Choice
from companion.words import listed


def trick(desk: Desk) -> Ruling:
    """Who wins a trick, and what it is worth."""
    leader, cards = desk.ask(
        Choice("leader", "Who led?", "DIL-LEADNEXT", desk.seats),
        Cards("cards", "The four cards in the order played", "DIL-SUITS", PACK, 4, 4, order=True),
        title="Who wins this trick?",
    )
    suits = [card.suit for card in cards]
    twice = next((card for n, card in enumerate(cards) if card.suit in suits[:n]), None)
    if twice:
        step = "Each trick takes one card of each suit."
        return Ruling(f"Not a trick: the {twice} repeats a suit.", ("DIL-SUITS",), (step,))
    other = leader.left
    third = other if second_plays_third(cards[0], cards[1]) else leader
    judged = judge(cards, (str(leader), str(other)))
    winner = leader if judged.leader_wins else other
    higher = "is" if third is other else "is not"
    steps = (
        f"The {cards[1]} {higher} higher than the {cards[0]}: {third} plays third.",
        f"{judged.why[:1].upper()}{judged.why[1:]}.",
        f"The last card is the {cards[3]}: {value(cards[3])}. {winner} leads next.",
    )
    rules = (judged.rule, "DIL-THIRD", "DIL-LAST", "DIL-LEADNEXT")
    return Ruling(f"{winner} wins and scores {value(cards[3])} for the {cards[3]}.", rules, steps)


def third(desk: Desk) -> Ruling:
    """Who plays the third card."""
    leader, (first,), (second,) = desk.ask(
        Choice("leader", "Who led?", "DIL-ANYLEAD", desk.seats),
        Cards("first", "The card led", "DIL-ANYLEAD", PACK),
        Cards("second", "The second card", "DIL-THIRD", PACK),
        title="Who plays third?",
    )
    if first.suit is second.suit:
        return Ruling(
            f"Nobody: the {second} may not follow, as {first.suit} is already there.",
            ("DIL-SUITS",),
        )
    higher = second_plays_third(first, second)
    who, last = (leader.left, leader) if higher else (leader, leader.left)
    step = f"{value(second)} against {value(first)}: {'higher' if higher else 'not higher'}."
    steps = (step, f"{last} plays the fourth card, which is what the trick is worth.")
    return Ruling(f"{who} plays third, {last} plays fourth.", ("DIL-THIRD", "DIL-FOURTH"), steps)


def legal(desk: Desk) -> Ruling:
    """Which cards may be played, and whether an exchange was justified."""
    played, holding = desk.ask(
        Cards("played", "The cards already in the trick", "DIL-SUITS", PACK, 0, 3),
        Cards("holding", "The cards still held", "DIL-SUITS", PACK, 1, 14),
        title="Which cards may I play?",
    )
    needed = missing(played)
    playable = [card for card in holding if card.suit in needed]
    if playable:
        words = " ".join(map(str, playable))
        step = "Nobody follows suit, and there are no trumps: a trick takes one card of each suit."
        steps = (step, "While you hold one of these you may not ask for an exchange.")
        return Ruling(f"You may play: {words}.", ("DIL-SUITS", "DIL-REVOKE"), steps)
    how = [
        f"Ask for {listed(needed)}: the other player must give you one, if they have one,",
        "and names another suit, in which you give a card back. You play the card you got.",
    ]
    if desk.rules.suit_nowhere == "redeal":
        how.append("If neither of you has it, the deal is thrown in here.")
    words = "Nothing: you may ask for an exchange."
    return Ruling(words, ("DIL-SWAP", "DIL-REVOKE"), tuple(how))


def draw(desk: Desk) -> Ruling:
    """Whether and how cards are drawn after a trick."""
    number = desk.ask(
        Choice(
            "trick", "After which trick?", "DIL-DRAW", [str(n) for n in range(1, 14)], columns=5
        ),
        title="Do we draw?",
    )
    if int(number) > 7:
        return Ruling("No: the stock ran out after trick 7.", ("DIL-DRAW",))
    first = desk.rules.draw_order == "winner_first"
    how = "the winner takes both first" if first else "one card in turn, the winner first"
    left = 28 - 4 * int(number)
    step = f"{left} cards are left in the stock afterwards."
    return Ruling(f"Yes, two each: {how}.", ("DIL-DRAW", "DIL-R4"), (step,))


ENQUIRIES = (
    Enquiry(
        "trick",
        "Who wins this trick?",
        trick,
        ("DIL-SUM", "DIL-PRODUCT", "DIL-FIRSTHIGH", "DIL-LEADNEXT", "DIL-LAST"),
        at={
            "trick * card *": "",
            "trick * from *": "",
            "tricks": "",
            "winner *": "",
            "cards *": "",
        },
    ),
    Enquiry(
        "third", "Who plays third?", third, ("DIL-THIRD", "DIL-FOURTH"), at={"trick * card *": ""}
    ),
    Enquiry(
        "legal",
        "Which cards may I play?",
        legal,
        ("DIL-SUITS", "DIL-ANYLEAD", "DIL-SWAP", "DIL-REVOKE"),
        at={"trick * card *": "", "trick * from *": "", "forfeit": ""},
    ),
    Enquiry(
        "draw",
        "Do we draw?",
        draw,
        ("DIL-DRAW",),
        at={
            "trick * card *": "",
            "winner *": "",
        },
    ),
)
