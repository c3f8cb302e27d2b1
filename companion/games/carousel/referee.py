"""What a Carousel table asks its referee; what concerns melds is in referee_table.py."""

from __future__ import annotations

from companion.engine.game import Ruling, enquiry, ruled
from companion.games.carousel.facts import left_over
from companion.games.carousel.holding import melded
from companion.games.carousel.house import Desk
from companion.games.carousel.melds import say, value
from companion.games.carousel.referee_table import best, can_play, melds, of_the_pack, packed, turn
from companion.questions import Cards, Choice


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
        steps.append(str(say.melds_take_away(worth=melded(holding), total=total)))
        rules.append("CAR-R2")
    may = total <= desk.rules.knock_limit
    return ruled(f"{total}.", *rules, steps=(*steps, say.that_may_knock(may=may)))


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
    knock = say.may_knock_then(limit=desk.rules.knock_limit)
    if drawn == "3":
        return ruled(say.third_draw(melded=melded_ == "yes"), "CAR-KNOCK", steps=[knock])
    if melded_ == "yes":
        return ruled(say.melding_ends(), "CAR-KNOCK", steps=[knock])
    return ruled(say.may_meld(must=desk.rules.draws == "compulsory"), "CAR-R20")


ENQUIRIES = (
    enquiry("melds", "Are these melds valid?", melds, "CAR-SET CAR-RUN CAR-JOKER", "knocker"),
    enquiry(
        "turn", "Was that turn legal?", turn, "CAR-TABLE CAR-NOTAKE CAR-JOKER CAR-JOKER-SWAP",
        "knocker",
    ),
    enquiry(
        "can-play", "Can these cards go down?", can_play, "CAR-TABLE CAR-JOKER-SWAP", "knocker"
    ),
    enquiry(
        "best", "What is the lowest deadwood I can reach?", best, "CAR-TABLE", "deadwood left_*"
    ),
    enquiry("count", "What does this count?", count, "CAR-VALUES", "deadwood left_* empty"),
    enquiry("draw", "May I draw, meld or stop?", draw, "CAR-TURN CAR-OUT", "knocker"),
)  # fmt: skip
