"""What the tests of every room try in Panguingue; nothing else reads it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Trials


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    event = ""
    for asked in hand.asked:
        word = asked.question.key.split()[0]
        if word == "event":
            event = asked.text
        elif word == "cards" and event.endswith("lay"):
            yield Case("meld_info", {"cards": asked.text}, "Yes")
        elif word in ("event", "cards") or hand.mode == "quick":
            continue
    known = {key.removeprefix("out_payment."): text for key, text in hand.facts.items()}
    if hand.over and "melds" in known and event.endswith(" out"):
        active, pot = int(known["active"]), int(known["pot"])
        winner = replay.table.seating.side(event[:-4])
        gain = sum(line.points for line in hand.events[-1].lines if line.side is winner)
        words = f"Pot {pot} + {(gain - pot) // active} from each of {active} = {gain} chips"
        yield Case("out_payment", {key: known[key] for key in ("melds", "active", "pot")}, words)


THREE = "Ann, Bo, Cy"
SPADES = "drops: nobody; collected 1: Bo; condition 1: valle; further 1: 9"
IMPOSSIBLE = (
    Impossible(THREE, "guided", "drops: none; event 1: Bo lay; cards 1: 3S 4D 9H"),
    Impossible(THREE, "quick", SPADES),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"meld_info"}, impossible=IMPOSSIBLE, rare={"claim *"}, undisputed={"buyer"},
    same_rows={"PAN-BORROW", "PAN-COMPLETE"},
)  # fmt: skip
