"""Summaries of a hand and an evening: the declarer, made or set, and the changes."""

from __future__ import annotations

import pytest

from companion.engine.game import Replay
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import find
from companion.results.game_summary import summary_of
from companion.results.hand_result import FEW, Ending, hand_result
from tests.texts import GAME_IS_CLOSED


def evening(key: str, hands: int | None = None) -> Replay:
    record = Transcript.read(find(key).file("evening.txt"), key).record
    record.hands = record.hands[:hands]
    return find(key).replay(record)


def seen(key: str, number: int):
    replay = evening(key)
    return hand_result(replay, replay.hands[number - 1])


def test_agreed_points_are_not_the_hands_gain():
    """The summary does not include them; the total does."""
    found = seen("tribello", 5)
    assert found.words.startswith("Ruth gains most, +2;")
    assert [(str(move.side), move.change) for move in found.moves] == [
        ("Ruth", 2), ("Sol", 0), ("Tess", -2),
    ]  # fmt: skip
    assert found.goes == "Ruth goes from 1 to 4, agreed points included"


def test_two_contracts_say_whose_each_was():
    found = seen("back-alley", 3)
    stamps = [(word, str(side)) for word, side in found.stamps]
    assert stamps == [("set", "Nell & Pia"), ("made", "Omar & Quin")]
    assert found.stamp == ""
    assert found.first
    assert str(found.first.side) == "Omar & Quin"


def test_lowest_gain_is_first_if_lowest_wins():
    found = seen("another", 1)
    assert found.lowest
    assert found.first
    assert found.first.change == min(move.change for move in found.moves)
    assert [move.after for move in found.ranking] == sorted(move.after for move in found.moves)


def test_nobody_is_in_front_where_nothing_was_scored():
    assert seen("kaiser", 3).first is None
    level = seen("tres", 3)  # 17 each
    assert level.first is None
    assert level.goes == ""


def test_scored_hands_name_somebody_and_add_up(game):
    replay = evening(game.key)
    before = dict.fromkeys(replay.table.sides, replay.ledger.opening)
    for hand in replay.hands:
        found = hand_result(replay, hand)
        assert {move.side: move.before for move in found.moves} == before
        before = {move.side: move.after for move in found.moves}
        names = [seat.name for seat in replay.table.seats]
        if hand.lines and found.first and not found.words.startswith("Abandoned"):
            assert any(name in found.words for name in names), found.words
    assert before == replay.ledger.totals


def test_gaining_side_is_first_when_others_are_set(game):
    replay = evening(game.key)
    for hand in replay.hands:
        found = hand_result(replay, hand)
        gained = [move for move in found.moves if move.change > 0]
        broke = [side for side, made in found.contracts.items() if not made]
        if found.first and gained:
            assert found.first in gained or found.first.side not in broke
        if len(gained) == 1 and broke:
            assert found.first in gained


def test_a_set_says_whose_contract_it_was():
    record = Transcript.read(find("kaiser").file("evening.txt"), "kaiser").record
    record.hands[1] |= {"tricks": "0", "5H": "B", "3S": "B"}
    replay = find("kaiser").replay(record)
    found = hand_result(replay, replay.hands[1])
    assert [(word, str(side)) for word, side in found.stamps] == [("set", "Nell & Pia")]
    assert found.first
    assert (str(found.first.side), found.first.change, found.made) == ("Omar & Quin", 10, True)
    assert found.stamp == "Set"


def test_each_line_appears_once_decisive_ones_first(game):
    replay = evening(game.key)
    for hand in replay.hands:
        found = hand_result(replay, hand)
        shown = [each.place for group in found.groups for each in group.lines]
        early = [each.place for group in found.earlier for each in group.lines]
        assert sorted(shown + early) == list(range(1, len(hand.lines) + 1))
        assert len(shown) == found.shown
        if len(hand.lines) <= FEW:
            assert early == []


def test_a_winner_with_the_lower_total_stands_first():
    ranked = [(str(row.side), row.after) for row in Ending(evening("scotch-whist")).ranking]
    assert ranked[:2] == [("Bob", 41), ("Ann", 47)]


def test_the_figures_of_an_evening():
    found = Ending(evening("kaiser"))
    assert found.best
    assert (found.best.hand, found.best.points, str(found.best.side)) == (2, 20, "Nell & Pia")
    assert found.bids == "6 of 8"
    assert found.hands == "8 hands, 1 thrown in"
    assert found.ahead == "since hand 2"
    assert Ending(evening("dilemma")).ahead == "from the first deal"


def test_defenders_best_hand_is_credited_as_defending():
    text = """players: Nell, Omar, Pia, Quin
hand 1
bid 2: 8; bid 3: pass; bid 4: pass; bid 1: pass
trump: S; tricks: 3; 5H: A; 3S: B
"""
    replay = find("kaiser").replay(Transcript.read(text, "kaiser").record)
    best = Ending(replay).best
    assert best
    assert str(best.side) == "Nell & Pia"
    assert best.words.startswith("defending: Omar goes down on 8")


def test_unfinished_game_has_leader_without_winner():
    found = Ending(evening("kaiser", 8))
    assert (found.title, found.winners) == ("Nell & Pia lead", ())
    fresh = find("kaiser").replay(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"]))
    assert Ending(fresh).title == "All level"
    assert Ending(fresh).best is None


def test_an_evening_closed_early_has_no_winner():
    record = Transcript.read(find("kaiser").file("evening.txt"), "kaiser").record
    record.hands = [*record.hands[:2], {"@close": "yes"}]
    found = Ending(find("kaiser").replay(record))
    assert found.title == GAME_IS_CLOSED
    assert "Nell & Pia lead" in found.why


def back_alley(tricks: str, *bids: str):
    """A hand of 13 cards: the bids of Nell's side, then those of Omar's."""
    told = "; ".join(f"{key} contract: {bid}" for key, bid in zip("AB", bids, strict=True))
    text = f"players: Nell, Omar, Pia, Quin\n\nhand 1\n@entry: quick\n{told}; tricks: {tricks}\n"
    replay = find("back-alley").replay(Transcript.read(text, "back-alley").record)
    assert not replay.refused
    return hand_result(replay, replay.hands[0])


def test_result_of_all_contracts_has_a_short_title():
    """A board that was lost is a contract, and the points are those of no side alone."""
    found = back_alley("11", "board", "3")
    stamps = [(word, str(side)) for word, side in found.stamps]
    assert stamps == [("set", "Nell & Pia"), ("set", "Omar & Quin")]
    assert (found.title, found.first, found.goes) == ("Both sides are set", None, "")
    assert back_alley("7", "5", "6").title == "Both sides make their bids"
    assert back_alley("13", "board", "0").stamps == [("Made", None)]
    mixed = back_alley("4", "5", "6")
    assert mixed.title == mixed.words


@pytest.mark.parametrize(
    ("key", "lines"), [("jo-jotte", ["JOJ-RUBBER300"]), ("carousel", ["CAR-GAME", "CAR-BOX"])]
)
def test_best_hand_leaves_out_bonuses_of_the_game(key, lines):
    """On screen and in the statistics."""
    replay = evening(key)
    bonuses = [line for line in replay.hands[-1].lines if line.bonus]
    assert list(dict.fromkeys(line.rule for line in bonuses)) == lines
    for hand in replay.hands:
        hand.lines[:] = [line for line in hand.lines if not line.bonus]
    least = max(hand.points(side) for hand in replay.hands for side in replay.table.sides)
    whole, stored = Ending(evening(key)).best, summary_of(evening(key)).best
    assert whole
    assert stored
    assert (whole.points, stored.points) == (least, least)
