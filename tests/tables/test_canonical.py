"""Every golden evening, put into its own form, scores the same and survives other names."""

import pytest

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.tables.carrying import canonical, same_result


@pytest.mark.parametrize("key", games.all_games())
def test_an_evening_scores_the_same_under_other_names(key):
    game = games.find(key)
    record = Transcript.read(game.file("evening.txt"), key).record
    fresh = canonical(game, record)
    before, after = game.replay(record), game.replay(fresh)
    assert same_result(before, after)
    for place in range(1, len(fresh.players) + 1):
        fresh.head[f"player {place}"] = f"Somebody {'abcdefghijklmno'[place - 1]}"
    renamed = game.replay(fresh)
    assert list(renamed.ledger.totals.values()) == list(before.ledger.totals.values())
    assert renamed.over == before.over


def test_adjustments_and_dealers_lose_their_names():
    record = Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"])
    record.hands = [{"@dealer": "Pia", "@void": "misdeal", "@adjust 1": "Omar & Quin -5 late"}]
    hand = canonical(games.find("kaiser"), record).hands[0]
    assert hand == {"@dealer": "3", "@void": "misdeal", "@adjust 1": "B -5 late"}
