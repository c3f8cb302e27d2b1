"""Scotch Whist: the race held against a plain count on one's fingers, and packs by number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Suit
from companion.games.scotch_whist import GAME
from companion.games.scotch_whist.deck import (
    HONOURS,
    PACK,
    POINTS,
    cards_in_play,
    left_out,
    quota,
    sides,
)
from companion.games.scotch_whist.play import initials
from companion.games.scotch_whist.score import Haul, Race, score, steps
from companion.panels import Grid
from companion.questions import Refused
from companion.record import Transcript
from companion.seating import Seating, Side, from_left

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("removed", ["clubs", "spades"])
def test_the_pack_is_shared_out_without_rest(players: int, removed: str) -> None:
    out = left_out(players, GAME.rules.chosen({"removed_six": removed}))
    assert len(PACK) - len(out) == cards_in_play(players) == quota(players) * players
    assert all(card.rank == "6" for card in out)


@pytest.mark.parametrize(
    ("players", "partners", "expected"),
    [
        (4, "two_sides", ((1, 3), (2, 4))),
        (6, "two_sides", ((1, 3, 5), (2, 4, 6))),
        (6, "three_sides", ((1, 4), (2, 5), (3, 6))),
        (8, "two_sides", ((1, 3, 5, 7), (2, 4, 6, 8))),
        (7, "solo", None),
    ],
)
def test_partners_sit_alternately(players: int, partners: str, expected: object) -> None:
    rules = GAME.rules.chosen({"partners": partners, "eight_players": "yes"})
    assert sides(players, rules) == expected


@pytest.mark.parametrize(
    ("players", "partners"), [(2, "two_sides"), (7, "two_sides"), (4, "three_sides")]
)
def test_sides_that_cannot_be_are_refused(players: int, partners: str) -> None:
    with pytest.raises(Refused, match=f"{players} are named"):
        sides(players, GAME.rules.chosen({"partners": partners}))


@st.composite
def hands(draw: st.DrawFn) -> tuple[Haul, dict[Side, int]]:
    """A hand that can be: whole tricks, honours only with those who have cards, totals before."""
    players = draw(st.integers(2, 7))
    seating = Seating(NAMES[:players])
    winners = draw(
        st.lists(st.sampled_from(seating.sides), min_size=quota(players), max_size=quota(players))
    )
    cards = {side: winners.count(side) * players for side in seating.sides}
    owners = draw(st.lists(st.sampled_from(winners), min_size=5, max_size=5))
    before = {side: draw(st.integers(0, 40)) for side in seating.sides}
    trump = draw(st.sampled_from([None, *Suit]))
    return Haul(cards, dict(zip(HONOURS, owners, strict=True)), trump, players), before


@given(hands())
def test_honours_make_thirty_and_cards_what_lies_over_the_quota(
    hand: tuple[Haul, dict[Side, int]],
) -> None:
    haul, before = hand
    lines = list(score(haul, before))
    assert sum(line.points for line in lines if line.rule != "SCW-CARDS") == 30
    over = [max(0, cards - quota(haul.players)) for cards in haul.cards.values()]
    assert sum(line.points for line in lines if line.rule == "SCW-CARDS") == sum(over)
    assert all(line.points > 0 for line in lines)


def on_fingers(haul: Haul, before: dict[Side, int], need: int) -> set[str]:
    """Who wins by the book, counted without the room's own steps."""
    total = {side.code: points for side, points in before.items()}
    final = dict(total)
    for side, cards in haul.cards.items():
        final[side.code] += max(0, cards - quota(haul.players))
    for rank, side in haul.honours.items():
        final[side.code] += POINTS[rank]
    for what in ("10", "cards", "A", "K", "Q", "J"):
        if what == "cards":
            for side, cards in haul.cards.items():
                total[side.code] += max(0, cards - quota(haul.players))
        else:
            total[haul.honours[what].code] += POINTS[what]
        there = [code for code, points in total.items() if points >= need]
        if there:
            best = max((total[code], final[code]) for code in there)
            return {code for code in there if (total[code], final[code]) == best}
    return set()


@given(hands())
def test_the_race_is_won_as_on_ones_fingers(hand: tuple[Haul, dict[Side, int]]) -> None:
    haul, before = hand
    seats = list(from_left(next(iter(before)).seats[0]))
    race = Race(steps(before, score(haul, before)), 41, "higher_then_shared", seats)
    outcome = race.outcome()
    found = {side.code for side in outcome.winners} if outcome else set()
    assert found == on_fingers(haul, before, 41)


def test_the_panel_marks_the_step_that_decided() -> None:
    replay = GAME.replay(Transcript.read(GAME.file("evening.txt")).record)
    assert replay.hand is not None
    grid = replay.hand.panels["In counting order"]
    assert isinstance(grid, Grid)
    (place,) = grid.marked
    assert list(grid.rows[place]) == ["the queen of trumps", "36", "41", "25", "6"]
    assert replay.hand.cells["race"] == "Q"
    assert replay.outcome is not None
    assert replay.outcome.rule == "SCW-ORDER"
    assert "with the queen of trumps; Ann only with the jack" in replay.outcome.why


def test_boxes_name_players_by_the_shortest_beginning() -> None:
    plain = Seating(["Ann", "Amy", "Bob"])
    assert list(initials(plain.sides).values()) == ["An", "Am", "Bo"]
    pairs = Seating(NAMES[:4], ((1, 3), (2, 4)))
    assert list(initials(pairs.sides).values()) == ["A", "B"]
