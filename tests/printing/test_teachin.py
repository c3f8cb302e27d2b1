"""A deal to lay out and play: the print has the results of the referee and the engine."""

import re
from dataclasses import replace
from functools import cache

import pytest

from companion.games import all_games, find
from companion.printing import build, kinds_of
from companion.printing.lesson import lesson
from companion.printing.people import party
from companion.printing.teachin import leaves_alone, scores
from companion.questions import Refused
from companion.testing.evenings import values
from companion.testing.lessons import checked
from tests.printing.papers import on_paper

GAMES = [game for game in all_games().values() if game.teach]
every_lesson = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
BY_TRICK = [game for game in GAMES if "\ntrick " in game.teach]
BY_TURN = [game for game in GAMES if "\nturn " in game.teach]


@cache
def lesson_of(key):
    return lesson(find(key))


def taught(game, text):
    """The game with another lesson."""
    found = replace(game)
    found.__dict__["teach"], found.__dict__["rules"] = text, game.rules
    return found


@every_lesson
def test_every_game_lesson_reaches_a_score(game):
    found = checked(game)
    assert found
    hand = found.replay.hands[0]
    assert hand.over
    assert hand.lines
    assert bool(found.tricks) != bool(found.turns)
    assert (game in BY_TURN, game in BY_TRICK) == (bool(found.turns), bool(found.tricks))
    played = sum(len(trick.cards) for trick in found.tricks)
    if found.tricks:
        drawn = found.draws[0] * found.draws[1] * len(found.players)
        taken = sum(len(taken) - len(thrown) for _, thrown, taken in found.changes)
        assert played == sum(map(len, found.deals.values())) + drawn + taken
        assert {trick.winner for trick in found.tricks} <= set(found.players)


def changed(text, pattern, new):
    found, count = re.subn(pattern, new, text, count=1, flags=re.MULTILINE)
    assert count == 1
    return found


@pytest.mark.parametrize("game", BY_TRICK, ids=lambda game: game.key)
@pytest.mark.parametrize(
    ("pattern", "new", "said"),
    [
        (r"^deal (\w+):", r"deal \1: XX", "is not"),
        (r"^deal (\w+): \S+", r"deal \1:", "are not the pack"),
        (r"^trick .*\n", "", "leads|does not play third|the record|cannot play|is not played"),
        (r"^pitch", "pitcher", "is no line"),
    ],
    ids=["card", "pack", "trick", "word"],
)
def test_check_names_the_mistake_of_a_lesson(game, pattern, new, said):
    with pytest.raises((ValueError, KeyError), match=said):
        checked(taught(game, changed(game.teach, pattern, new)))


@pytest.mark.parametrize(
    ("key", "old", "new", "said"),
    [
        # A card that may not be played: the referee names those that may.
        ("jo-jotte", "trick Ada: 8D JH", "trick Ada: 8D AS", "Ben cannot play the A♠"),
        ("back-alley", "trick Pia: LB 6H", "trick Pia: LB KH", "Quin cannot play the K♥"),
        ("tres", "trick Ann Ben Ann: KC AC 5C", "trick Ann Ben Ann: KC AC 5D",
         "cannot play the 5♦"),
        ("dilemma", "trick Ann Ben Ben Ann: 8S", "trick Ann Ben Ann Ben: 8S",
         "does not play third"),
        ("kaiser", "tricks: 5; 5H: A", "tricks: 4; 5H: A", "the tricks say"),
        ("nine-card-don", "trick 9: Jo", "trick 9: Huw", "gives trick 9 to Huw, Jo won it"),
        ("jo-jotte", "points Ada: 35", "points Ada: 30", "The pile counts 35"),
        ("dealers-dilemma", "trick 2: 6C 7C 8C", "trick 2: 6C 8C 7C", "as trick 2"),
        ("scotch-whist", "trick 9: Cat", "trick 9: Cat; honours 9: none", "nobody asks for"),
        # Turns are compared with the cards and the engine.
        ("carousel", "=6S =8S |", "=6S =KS |", "Lou has no K♠ to move"),
        ("carousel", "| +QD =QD", "| +QC =QD", "cannot take the Q♣"),
        ("carousel", "/ 6S 7S 8S / 9D 10D JD QD KD / 3S 3H 3C\nturn Kim: | The ten",
         "/ 6S 7S / 9D 10D JD QD KD / 3S 3H 3C\nturn Kim: | The ten", "turn 4: No"),
        ("panguingue", "^KD =KD", "^KC =KC", "Cruz cannot take the K♣"),
        ("panguingue", "cards 17: 7D 7H 7S", "cards 17: 7D 7H 6S", "refused|does not come"),
        ("leopard", "place 1: own 5", "place 1: own 6", "refused"),
        ("tadmur", "move 3: 8", "move 3: 9", "refused"),
    ],
)  # fmt: skip
def test_lesson_is_checked_against_referee_and_record(key, old, new, said):
    game = find(key)
    assert old in game.teach
    with pytest.raises(ValueError, match=said):
        checked(taught(game, game.teach.replace(old, new)))


def test_lesson_scores_separate_above_and_below_line():
    found = lesson(find("jo-jotte"))
    assert found
    lines = found.replay.hands[0].lines
    assert [(each.to, each.points) for each in scores(lines, apart=True)] == [
        ("Ben", 60), ("Ben", 60),
    ]  # fmt: skip
    assert [(each.to, each.points) for each in scores(lines)] == [("Ben", 120)]


@every_lesson
def test_lesson_prints_only_under_unrelated_house_rules(game):
    options = game.rules.options.values()
    other = {o.key: v for o in options for v in values(o)}
    found = lesson_of(game.key)
    alone = [k for k, v in other.items() if leaves_alone(found, party(game, rules={k: v}))]
    assert alone
    body = build("teach", game, rules={alone[0]: other[alone[0]]}).body
    title = game.rules.options[alone[0]].title
    assert f"played the same with {title}" in body.replace("&#39;", "'")
    touched = next(key for key in other if key not in alone)
    with pytest.raises(Refused, match="deal of the teach-in"):
        build("teach", game, rules={touched: other[touched]})


@pytest.mark.parametrize(
    ("key", "rule", "value", "alone"),
    [
        ("kaiser", "target", "62", True),
        ("kaiser", "defender_limit", "46", True),
        ("kaiser", "first_lead", "bid_winner", False),
        ("kaiser", "min_bid", "7", False),
        ("leopard", "out_penalty", "2", False),
    ],
)
def test_lesson_deal_depends_on_rules_it_uses(key, rule, value, alone):
    assert leaves_alone(lesson_of(key), party(find(key), rules={rule: value})) == alone


def test_game_without_lesson_has_no_lesson_document(tmp_path):
    bare = replace(GAMES[0], room=str(tmp_path / "x.py"))
    bare.__dict__["rules"] = GAMES[0].rules
    assert "teach" not in kinds_of(bare)
    with pytest.raises(KeyError):
        build("teach", bare)


@pytest.mark.kinds
@on_paper
@every_lesson
def test_a_lesson_is_one_page_with_every_trick(printed, game):
    paper, found = printed(build("teach", game)), lesson_of(game.key)
    assert (paper.pages, paper.complaints()) == (1, [])
    words = re.sub(r"[\s*]", "", paper.page_texts[0])
    told = [each.words for each in (*found.tricks, *found.turns)]
    assert [said for said in told if re.sub(r"[\s*]", "", said)[:12] not in words] == []
