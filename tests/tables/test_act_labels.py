"""What a page calls an entry: in the words it was given in, however long ago."""

from __future__ import annotations

from companion.engine.game import Game
from companion.engine.record import Transcript
from companion.tables import act_labels


def test_an_answer_is_called_what_it_was_when_it_was_given(game: Game) -> None:
    replay = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    for hand in replay.hands:
        for each in hand.asked:
            said = act_labels.said(replay, hand.number, each.question.key, each.text)
            assert said == each.told, each.question.key
