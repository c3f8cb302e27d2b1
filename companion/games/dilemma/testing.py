"""Cases of Dilemma for the tests of every game package. Only tests use them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials, given
from companion.games.dilemma.facts import PACK
from companion.questions import Cards


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    pending = replay.pending
    question = pending.page[0] if pending and pending.hand == hand.number else None
    key = question.key if question else ""
    seat = replay.table.seating.seat
    if re.fullmatch(r"trick \d+ card \d", key):
        assert isinstance(question, Cards)
        gone = question.impossible
        held = [card for card in PACK if not str(gone.get(card, "")).startswith("The ")]
        holding = held[::4]
        legal = " ".join(str(card) for card in holding if card not in gone)
        answers = {"played": hand.facts["legal.played"]}
        answers["holding"] = " ".join(card.code for card in holding)
        yield Case("legal", answers, f"You may play: {legal}." if legal else "Nothing")
    if re.fullmatch(r"trick \d+ card 1", key) and "trick.cards" in hand.facts:
        answers = {"leader": hand.facts["trick.leader"], "cards": hand.facts["trick.cards"]}
        yield Case("trick", answers, f"{seat(hand.facts['leader'])} wins and scores ")
    if re.fullmatch(r"trick \d+ card 3", key) and pending:
        answers = {"leader": hand.facts["leader"], "first": hand.facts["third.first"]}
        answers["second"] = hand.facts["third.second"]
        who = pending.page[0].prompt.split(": ")[1].removesuffix(" plays")
        yield Case("third", answers, f"{who} plays third")


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    deal, again = hand.result, given(hand, "forfeit", "card")
    at_once = hand.rules.end_when == "at_once"
    if hand.mode == "guided":
        kept = [each.words for each in hand.tells if " keeps the " in each.words]
        answers = dict(again)
        for number, words in enumerate(kept, 1):
            who, _, card = words.split(":")[0].partition(" keeps the ")
            answers[f"winner {number}"] = replay.table.seating.seat(who).code
            answers[f"last {number}"] = card
        yield "tricks", answers
    if hand.mode in ("guided", "tricks") and not at_once:
        ranks = {11: "J", 12: "Q", 13: "K", 14: "A"}
        answers = {
            f"cards {seat.code}": " ".join(ranks.get(n, str(n)) for n in pile.kept) or "none"
            for seat, pile in deal.piles.items()
        }
        yield "scores", answers | again
    if hand.mode != "quick" and not at_once and not deal.forfeit:
        yield (
            "quick",
            {
                "tricks": " ".join(str(pile.tricks) for pile in deal.piles.values()),
                "points": " ".join(str(pile.points) for pile in deal.piles.values()),
                **again,
            },
        )


TWO = "Ann, Ben"
IMPOSSIBLE = (
    Impossible(TWO, "guided", "trick 1 card 1: KS; trick 1 card 2: QS"),
    Impossible(TWO, "tricks", "winner 1: Ann; last 1: KS; winner 2: Ann; last 2: KS"),
    Impossible(TWO, "scores", "cards Ann: K K K K K; cards Ben: 2"),
    Impossible(TWO, "quick", "tricks: 13 0; points: 170 0"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"legal", "third", "trick"}, told=by_mode,
    shorter={"quick", "scores", "tricks"}, impossible=IMPOSSIBLE, rare={"forfeit"},
)  # fmt: skip
