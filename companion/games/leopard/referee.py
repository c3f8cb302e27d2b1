"""What a Leopard table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Card, Suit
from companion.game import Enquiry, Ruling
from companion.games.leopard import show
from companion.games.leopard.entry import MARKS, marks_of, value_question
from companion.games.leopard.facts import (
    DOWN,
    EMPTY,
    KINDS,
    NAMES,
    NOTHING,
    ONE_SUIT,
    SPACES,
    STOCK,
    TURNS,
    WHERE,
    Space,
)
from companion.games.leopard.house import Desk
from companion.games.leopard.putting import rule_of, slip
from companion.games.leopard.square import judge, judged
from companion.questions import Cells, Choice, Count
from companion.words import counted

FACE_UP = "a card face up"
RANKED = (*SPACES, "10", "J", "Q", "K")


def legal(desk: Desk) -> Ruling:
    """May a card go to a space, and what does it do there?"""
    rank, whose, name, there = desk.ask(
        Choice("card", "The card", "LEO-PIP", RANKED, columns=5),
        Choice("whose", "On whose square?", "LEO-TEN", ["own", "opponent’s"]),
        Choice("space", "Which space?", "LEO-PIP", list(SPACES), columns=3),
        Choice("there", "What lies there?", "LEO-EMPTY", ["nothing", "a card face down", FACE_UP]),
        title="May this card go there?",
    )
    own, place = whose == "own", SPACES.index(name)
    # Neither its suit nor which card lies face up there makes a difference (LEO-R5).
    card = Card(rank, Suit.CLUBS)
    space = {"nothing": EMPTY, "a card face down": DOWN}.get(there, Space(card))
    wrong = slip(card, own, place, space, desk.rules.king_anywhere == "yes")
    step = f"Space {name} is the {WHERE[place]} one."
    rule = rule_of(card)
    if wrong:
        also = ("LEO-R16",) if rank == "K" else ()
        rules = tuple(dict.fromkeys((wrong.rule, rule, *also)))
        steps = (step, "You may discard it instead.")
        return Ruling(f"No. {wrong.message}", rules, steps)
    words = (
        f"{show.named(rank)} to space {name} of {'your own' if own else 'the opponent’s'} square"
    )
    turned = card.rank in ("J", "Q")
    effect = "It lies face down and the space becomes empty." if turned else "It lies face up."
    cited = [rule]
    if turned or space is DOWN:
        cited.append("LEO-EMPTY")
    if rank in SPACES and not own:
        cited.append("LEO-R14")
    if rank == "K" and not own:
        cited.append("LEO-R16")
    return Ruling(f"Yes: {words}. {effect}", tuple(cited), (step,))


def out(desk: Desk) -> Ruling:
    """May a player go out now, and what would it score?"""
    value, moment, stock = desk.ask(
        value_question("value", "What is the player’s square worth?", desk.rules),
        Choice(
            "moment",
            "When?",
            "LEO-OUTWHEN",
            [
                "own turn, before drawing",
                "own turn, after drawing",
                "own turn, after playing or discarding",
                "the opponent’s turn",
            ],
            columns=1,
        ),
        Choice("stock", "The stock?", "LEO-DRY", ["cards left", "empty"]),
        title="May I go out now?",
    )
    needs = desk.rules.out_at
    if value < needs:
        words = show.too_little("the square", value, desk.rules)
        return Ruling(f"No: {words}", ("LEO-OUTWHEN",))
    if moment == "the opponent’s turn":
        return Ruling("No: only on your own turn.", ("LEO-OUTWHEN",))
    if moment == "own turn, after playing or discarding":
        step = "Wait for the next turn, if the opponent does not go out before."
        return Ruling(f"No. {show.TOO_LATE}", ("LEO-OUTWHEN",), (step,))
    if moment == "own turn, before drawing" and stock == "cards left":
        return Ruling("Not yet: draw first, then go out.", ("LEO-OUTWHEN",))
    steps = [f"It would score {show.reckoning(value, True, desk.rules)}."]
    steps.append("The hand ends at once: the opponent has no further turn.")
    if stock == "empty":
        steps.append("With the stock gone there is nothing to draw first.")
    answer = f"Yes: the square is worth {value}, and {needs} is enough. Nobody has to go out."
    also = ("LEO-R11",) if stock == "empty" else ()
    return Ruling(answer, ("LEO-OUTWHEN", "LEO-R7", *also), tuple(steps))


def square_worth(desk: Desk) -> Ruling:
    """The eight lines of a square and what it is worth."""
    rules = desk.rules
    suits = desk.ask(
        Cells(
            "square",
            "The suit in each space",
            "LEO-WORTH",
            3,
            3,
            MARKS,
            names=SPACES,
            hint="Face down counts as empty.",
            judge=judge(rules.suit_line),
        ),
        title="What is this square worth?",
    )
    square = judged(marks_of(suits), rules.suit_line)
    words = {ONE_SUIT: "one suit", KINDS[1]: "one colour", NOTHING: "neither"}
    steps = tuple(
        f"{name}: {words[kind]}, {worth}."
        for name, kind, (_, worth) in zip(NAMES, square.kinds, square.worths, strict=True)
    )
    cited = ["LEO-WORTH", "LEO-VALUE", *square.rules]
    cited += ["LEO-COLOUR"] * (KINDS[1] in square.kinds) + ["LEO-EMPTY"] * (None in suits)
    cited += ["LEO-BONUS"] * (square.value > rules.bonus_over)
    may = "enough" if square.value >= rules.out_at else "not enough"
    scores = show.reckoning(square.value, False, rules)
    answer = f"The square is worth {square.value}, {may} to go out; it scores {scores}."
    return Ruling(answer, tuple(cited), steps)


MAY = {
    "discard a card instead of playing one": (
        "Yes: any card may be discarded; a jack or queen then lies face up like the others.",
        ("LEO-DISCARD", "LEO-TURN"),
    ),
    "play or discard nothing": (
        "No: every turn ends with one card played or discarded, with or without a stock.",
        ("LEO-TURN", "LEO-DRY"),
    ),
    "take a card back into the hand": (
        "No: cards on the squares and in the discard pile never return to a hand.",
        ("LEO-NOTAKE",),
    ),
    "ask which space a card is in": (
        "Yes: on request a player must say which space a ten or king is in.",
        ("LEO-SAY",),
    ),
    "have one more turn when the other goes out": (
        "No: the hand ends at once.",
        ("LEO-OUTWHEN", "LEO-R7"),
    ),
    "play a card that helps the opponent": (
        "Yes: an ace to nine may go to its space on either square, whomever it helps.",
        ("LEO-PIP", "LEO-R14"),
    ),
}


def may(desk: Desk) -> Ruling:
    """What a turn allows besides putting a card."""
    wish = desk.ask(
        Choice("wish", "What would you like to do?", "LEO-TURN", list(MAY), columns=1),
        title="May I …?",
    )
    answer, rules = MAY[wish]
    return Ruling(answer, rules)


def draw(desk: Desk) -> Ruling:
    """Is there a card to draw, by the number of turns played?"""
    turns = desk.ask(
        Count(
            "turns",
            "How many turns have been played, both players together?",
            "LEO-DRY",
            0,
            TURNS,
            hint="Each player has eight cards and forty-four draws.",
        ),
        title="Is there still a card to draw?",
    )
    if turns == TURNS:
        answer = "Neither: both hands have run out, and the hand is scored."
        return Ruling(answer, ("LEO-DRY", "LEO-NOOUT"))
    if turns < STOCK:
        answer = f"Yes: {show.stock_left(turns)}; draw one before anything else."
        step = f"{STOCK} cards begin in the stock; each turn takes one."
        return Ruling(answer, ("LEO-TURN",), (step,))
    held = (TURNS - turns + 1) // 2
    answer = "No: the stock is gone. Play or discard one card without drawing."
    step = f"The player to move holds {counted(held, 'card')}."
    return Ruling(answer, ("LEO-DRY",), (step,))


ENQUIRIES = (
    Enquiry(
        "legal",
        "May this card go there?",
        legal,
        ("LEO-PIP", "LEO-TEN", "LEO-JACK", "LEO-QUEEN", "LEO-KING", "LEO-EMPTY"),
        at={"place *": ""},
    ),
    Enquiry("out", "May I go out now?", out, ("LEO-OUTWHEN",), at={"out": "", "card *": ""}),
    Enquiry(
        "worth",
        "What is this square worth?",
        square_worth,
        ("LEO-WORTH", "LEO-COLOUR"),
        at={
            "square *": "square",
            "lines *": "",
            "space *": "",
            "value *": "",
        },
    ),
    Enquiry(
        "may",
        "May I …?",
        may,
        ("LEO-DISCARD", "LEO-NOTAKE", "LEO-SAY", "LEO-TURN"),
        at={"card *": "", "place *": ""},
    ),
    Enquiry("draw", "Is there still a card to draw?", draw, ("LEO-DRY",), at={"card *": ""}),
)
