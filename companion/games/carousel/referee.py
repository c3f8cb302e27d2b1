"""What a Carousel table asks its referee; what concerns melds is in referee_table.py."""

from __future__ import annotations

from companion.engine.game import Ruling, enquiry, ruled
from companion.games.carousel.facts import left_over, melded
from companion.games.carousel.house import Desk
from companion.games.carousel.melds import say, value
from companion.games.carousel.referee_table import (
    are_melds,
    best,
    can_play,
    of_the_pack,
    packed,
    turn,
)
from companion.questions import Cards, Choice


@enquiry("count", "What does this count?", "CAR-VALUES", "deadwood left_* empty")
def count(desk: Desk) -> Ruling:
    holding = desk.ask(
        Cards("holding", "The cards left", "CAR-VALUES", packed(desk), 1, 40),
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


@enquiry("draw", "May I draw, meld or stop?", "CAR-TURN CAR-OUT", "knocker")
def draw(desk: Desk) -> Ruling:
    drawn, melded_ = desk.ask(
        Choice(
            "drawn", "How many cards have you drawn this turn?", "CAR-TURN", ["1", "2", "3"],
            columns=3,
        ),
        Choice("melded", "Have you melded?", "CAR-TURN", ["no", "yes"]),
    )  # fmt: skip
    knock = say.may_knock_then(limit=desk.rules.knock_limit)
    if drawn == "3":
        return ruled(say.third_draw(melded=melded_ == "yes"), "CAR-KNOCK", steps=[knock])
    if melded_ == "yes":
        return ruled(say.melding_ends(), "CAR-KNOCK", steps=[knock])
    return ruled(say.may_meld(must=desk.rules.draws == "compulsory"), "CAR-R20")


ENQUIRIES = (are_melds, turn, can_play, best, count, draw)
