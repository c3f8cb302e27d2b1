"""Dealer's Dilemma: what is told where a revoke costs the round."""

from __future__ import annotations

import pytest

from companion.games.dealers_dilemma import GAME
from companion.record import Transcript

TEXT = """players: Ana, Ben, Cai
rules: revoke offender_zero
entry: quick
hand 1
kind 1: top; kind 2: zero; kind 3: zero
top 1: 10; tricks: 10 0 0
revoke: """


@pytest.mark.parametrize(
    ("offender", "told"),
    [("Ana", ["Ana revoked and scores nothing this round."]), ("nobody", [])],
)
def test_who_scores_nothing_for_a_revoke_is_told(offender: str, told: list[str]) -> None:
    replay = GAME.replay(Transcript.read(TEXT + offender, GAME.key).record)
    assert [tell.words for tell in replay.hands[0].tells if tell.rule == "DD-R8"] == told
    assert [line.points for line in replay.hands[0].lines] == ([0, 6, 6] if told else [8, 6, 6])


def test_the_round_is_named_once_and_its_best_score_told() -> None:
    hand = GAME.replay(Transcript.read(TEXT + "nobody", GAME.key).record).hands[0]
    assert (hand.title, hand.summary) == ("Round 1 of 6", "Ana +8: Top bid of 10, made")


def test_nobody_has_won_a_game_closed_before_its_last_round() -> None:
    record = Transcript.read(f"{TEXT}nobody\nhand 2\n@close: tired", GAME.key).record
    assert GAME.replay(record).outcome is None
