"""What a Carousel table asks its referee; what concerns melds is in referee_table.py."""

from __future__ import annotations

from collections import Counter

from companion.game import SCORED, Enquiry, Ruling
from companion.games.carousel import show
from companion.games.carousel.entry import NOBODY
from companion.games.carousel.facts import Result, all_deadwood, left_over, may_knock
from companion.games.carousel.holding import melded
from companion.games.carousel.house import Desk
from companion.games.carousel.melds import value
from companion.games.carousel.referee_table import best, can_play, melds, of_the_pack, packed, turn
from companion.games.carousel.score import lines
from companion.questions import Cards, Choice, Shares, option
from companion.seating import Seat


def count(desk: Desk) -> Ruling:
    """What cards left in hand count, and may they knock."""
    holding = desk.ask(
        Cards("holding", "The cards left", "CAR-VALUES", packed(desk), 1, 40),
        title="What does this count?",
        check=lambda held: of_the_pack(desk, held, "holding"),
    )
    total = left_over(holding, desk.rules)
    parts = " + ".join(f"{value(card)} ({card})" for card in holding)
    steps = [f"{parts} = {sum(map(value, holding))}."]
    rules = ["CAR-VALUES", "CAR-KNOCK"]
    if desk.rules.hand_melds == "deduct":
        steps.append(f"Melds among them take away {melded(holding)}: {total} are left.")
        rules.append("CAR-R2")
    may = "may" if may_knock(total, desk.rules) else "may not"
    return Ruling(f"{total}.", tuple(rules), (*steps, f"That {may} knock."))


def points(desk: Desk) -> Ruling:
    """What a hand scores."""
    most = all_deadwood(len(desk.seats), desk.rules)
    knocker, left = desk.ask(
        Choice[object](
            "knocker", "Who knocked?", "CAR-KNOCK", [*desk.seats, option(NOBODY, set_apart=True)]
        ),
        Shares("left", "Deadwood of each", "CAR-VALUES", desk.seats, 0, most),
        title="What does this hand score?",
    )
    seat = knocker if isinstance(knocker, Seat) else None
    if seat is None and desk.rules.stock_out == "void":
        return Ruling("Nobody scores: the stock ran out.", ("CAR-VOID",))
    if seat and not may_knock(left[seat], desk.rules):
        words = show.too_high(seat, left[seat], desk.rules.knock_limit)
        return Ruling(f"No knock: {words}", ("CAR-KNOCK",))
    empty = frozenset(s for s, number in left.items() if not number)
    others = [s for s in desk.seats if s in empty and s is not seat]
    if others and desk.rules.empty_ends == "yes" and desk.rules.hand_melds == "count_all":
        return Ruling(f"No. {show.has_knocked(others[0])}", ("CAR-R4",))
    found = list(lines(Result(seat, left, empty), desk.rules))
    if not found:
        return Ruling("Nobody scores: all are level.", ("CAR-R5",))
    totals: Counter[str] = Counter()
    for line in found:
        totals[str(line.to)] += line.points
    words = ", ".join(f"{who} {number}" for who, number in totals.items())
    rules = tuple(dict.fromkeys(rule for line in found for rule in (line.rule, *line.also)))
    return Ruling(f"{words}.", rules, tuple(map(str, found)))


def draw(desk: Desk) -> Ruling:
    """What a player may do after a draw."""
    drawn, melded_ = desk.ask(
        Choice(
            "drawn",
            "How many cards have you drawn this turn?",
            "CAR-TURN",
            ["1", "2", "3"],
            columns=3,
        ),
        Choice("melded", "Have you melded?", "CAR-TURN", ["no", "yes"]),
        title="May I draw, meld or stop?",
    )
    knock = f"You may knock with {desk.rules.knock_limit} or less, before the next player starts."
    if drawn == "3":
        words = "Your turn is over: the third draw ends it without melding."
        if melded_ == "yes":
            words = "No: the third draw ends the turn, so that meld comes back to your hand."
        return Ruling(words, ("CAR-TURN", "CAR-KNOCK"), (knock,))
    if melded_ == "yes":
        return Ruling("Your turn is over: melding ends it.", ("CAR-TURN", "CAR-KNOCK"), (knock,))
    must = "must" if desk.rules.draws == "compulsory" else "may"
    answer = f"You may meld, which ends the turn; otherwise you {must} draw again."
    return Ruling(answer, ("CAR-TURN", "CAR-R20"))


ENQUIRIES = (
    Enquiry(
        "melds",
        "Are these melds valid?",
        melds,
        ("CAR-SET", "CAR-RUN", "CAR-JOKER"),
        at={"knocker": ""},
    ),
    Enquiry(
        "turn",
        "Was that turn legal?",
        turn,
        ("CAR-TABLE", "CAR-NOTAKE", "CAR-JOKER", "CAR-JOKER-SWAP"),
        at={"knocker": ""},
    ),
    Enquiry(
        "can-play",
        "Can these cards go down?",
        can_play,
        ("CAR-TABLE", "CAR-JOKER-SWAP"),
        at={"knocker": ""},
    ),
    Enquiry(
        "best",
        "What is the lowest deadwood I can reach?",
        best,
        ("CAR-TABLE",),
        at={"deadwood": "", "left *": ""},
    ),
    Enquiry(
        "count",
        "What does this count?",
        count,
        ("CAR-VALUES",),
        at={"deadwood": "", "left *": "", "empty": ""},
    ),
    Enquiry(
        "points",
        "What does this hand score?",
        points,
        ("CAR-DIFF", "CAR-UNDERCUT"),
        at={"left *": "", SCORED: ""},
    ),
    Enquiry("draw", "May I draw, meld or stop?", draw, ("CAR-TURN", "CAR-OUT"), at={"knocker": ""}),
)
