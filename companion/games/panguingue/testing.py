"""Cases of Panguingue for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials
from companion.games.panguingue import melds
from companion.games.panguingue.acts import Move
from companion.games.panguingue.facts import Meld, mixes
from companion.seating import Side


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


class Collecting:
    """The payments collected in a hand without loans, in the order of play."""

    def __init__(self, mixed: bool) -> None:
        self.mixed = mixed
        self.held: dict[Side, list[Meld]] = {}
        self.found: list[tuple[Side, str, int]] = []
        """The player who collected, the condition, and the number of further cards."""
        self.paid: dict[tuple[Side, int], int] = {}
        """For a meld, by its place: the entry of `found` that its further cards belong to."""

    def done(self, act: Move, number: str, given: Mapping[str, Any]) -> bool:
        """Takes a meld, or cards added to one; False if no result of a hand tells that."""
        side = act.side
        assert side is not None
        held, cards = self.held.setdefault(side, []), given[f"cards {number}"].value
        if act.what == "lay":
            held.append(melds.meld(cards))
            self._conditions(side, len(held) - 1, held[-1], held[-1].further)
            return True
        which = given.get(f"meld {number}")
        places = [which.value] if which else [act.place - 1] if act.place else range(len(held))
        grown = {at: melds.grown(held[at], cards, self.mixed) for at in places}
        return any(self._added(side, at, after) for at, after in grown.items() if after)

    def _added(self, side: Side, place: int, after: Meld) -> bool:
        """False for cards that complete a condition beside another one or beside others."""
        before = self.held[side][place]
        self.held[side][place] = after
        if not before.conditions:
            self._conditions(side, place, after, 0)
            return not after.conditions or len(after) == len(before) + 1
        at = self.paid[side, place]
        who, condition, further = self.found[at]
        self.found[at] = who, condition, further + len(after) - len(before)
        return before.conditions == after.conditions

    def _conditions(self, side: Side, place: int, new: Meld, further: int) -> None:
        for each in new.conditions:
            self.paid.setdefault((side, place), len(self.found))
            self.found.append((side, each.code, further if each is new.condition else 0))

    def answers(self, winner: Side | None) -> dict[str, str]:
        answers: dict[str, str] = {}
        for number, (side, condition, further) in enumerate(self.found, 1):
            answers |= {
                f"collected {number}": side.code, f"condition {number}": condition,
                f"further {number}": str(further),
            }  # fmt: skip
        answers[f"collected {len(self.found) + 1}"] = "nobody"
        return answers | {"out": winner.code if winner else "nobody"}


def by_result(replay: Replay, hand: Hand) -> Iterator[Told]:
    """A hand without loans, as what was collected and who went out; the page of the conditions
    that lie there at the end is saved as it opens."""
    given = {asked.question.key: asked for asked in hand.asked}
    words = {key.split()[0] for key in given}
    plain = words <= {"drops", "event", "who", "cards", "meld"} and "event" in words
    if hand.mode != "guided" or hand.rules.out_again != "base" or not plain:
        return
    collecting, winner = Collecting(mixes(hand.rules)), None
    for key, asked in given.items():
        act = asked.value
        if not isinstance(act, Move) or act.what in ("turn", "other"):
            continue
        number = key.split()[1]
        if act.what == "out":
            winner = act.side
        elif act.what not in ("lay", "add") or not collecting.done(act, number, given):
            return
    answers = {"drops": given["drops"].text} | collecting.answers(winner)
    yield "quick", answers | as_it_opens(replay, hand, answers)


def as_it_opens(replay: Replay, hand: Hand, answers: dict[str, str]) -> dict[str, str]:
    """The answers of the page after these that are chosen when it opens."""
    record = replay.record.copy()
    record.hands = [*record.hands[: hand.number - 1], {"@entry": "quick", **answers}]
    page = replay.game.replay(record).pending
    here = page.page if page and page.hand == hand.number else []
    return {each.key: each.default for each in here}


def began(replay: Replay, hand: Hand) -> Mapping[str, str]:
    before = [each.cells["pot"] for each in replay.hands[: hand.number - 1] if "pot" in each.cells]
    return {"pot": before[-1] if before else "0"}


THREE = "Ann, Bo, Cy"
SPADES = "drops: nobody; collected 1: Bo; condition 1: valle; further 1: 9"
IMPOSSIBLE = (
    Impossible(THREE, "guided", "drops: none; event 1: Bo lay; cards 1: 3S 4D 9H"),
    Impossible(THREE, "quick", SPADES),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, began=began, asked={"meld_info"}, told=by_result, impossible=IMPOSSIBLE,
    rare={"claim *"}, undisputed={"buyer"}, same_rows={"PAN-BORROW", "PAN-COMPLETE"},
)  # fmt: skip
