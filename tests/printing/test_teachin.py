"""A deal to lay out and play: what is printed is what the referee and the engine make of it."""

import re
from dataclasses import replace
from functools import cache

import pytest

from companion.games import find, shelf
from companion.printing import build, kinds_of
from companion.printing.people import party
from companion.printing.teachcheck import lesson
from companion.printing.teachin import leaves_alone, scores
from companion.questions import Refused
from companion.testing.evenings import values
from tests.printing.papers import Paper

GAMES = [game for game in shelf().values() if game.teach]
every_lesson = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
BY_TRICK = [game for game in GAMES if "\ntrick " in game.teach]
BY_TURN = [game for game in GAMES if "\nturn " in game.teach]
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")


@cache
def lesson_of(key):
    return lesson(find(key))


def taught(game, text):
    """The game with another lesson."""
    found = replace(game)
    found.__dict__["teach"], found.__dict__["rules"] = text, game.rules
    return found


@every_lesson
def test_every_room_has_a_lesson_that_comes_to_a_score(game):
    found = lesson(game)
    assert found
    hand = found.replay.hands[0]
    assert hand.over
    assert hand.lines
    assert bool(found.tricks) != bool(found.turns)
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
def test_a_lesson_with_a_mistake_is_told_never_printed(game, pattern, new, said):
    with pytest.raises((ValueError, KeyError), match=said):
        lesson(taught(game, changed(game.teach, pattern, new)))


@pytest.mark.parametrize(
    ("key", "old", "new", "said"),
    [
        # A card that may not be played: the referee names those that may.
        ("jo-jotte", "trick Ada: 8D JH", "trick Ada: 8D AS", "Ben cannot play the A♠"),
        ("back-alley", "trick Pia: LB 6H", "trick Pia: LB KH", "Quin cannot play the K♥"),
        (
            "tres",
            "trick Ann Ben Ann: KC AC 5C",
            "trick Ann Ben Ann: KC AC 5D",
            "cannot play the 5♦",
        ),
        (
            "dilemma",
            "trick Ann Ben Ben Ann: 8S",
            "trick Ann Ben Ann Ben: 8S",
            "does not play third",
        ),
        ("kaiser", "tricks: 5; 5H: A", "tricks: 4; 5H: A", "the tricks say"),
        ("nine-card-don", "trick 9: Jo", "trick 9: Huw", "gives trick 9 to Huw, Jo won it"),
        ("jo-jotte", "points Ada: 35", "points Ada: 30", "The pile counts 35"),
        ("dealers-dilemma", "trick 2: 6C 7C 8C", "trick 2: 6C 8C 7C", "as trick 2"),
        ("scotch-whist", "trick 9: Cat", "trick 9: Cat; honours 9: none", "nobody asks for"),
    ],
)
def test_a_lesson_is_held_against_the_referee_and_the_record(key, old, new, said):
    game = find(key)
    assert old in game.teach
    with pytest.raises(ValueError, match=said):
        lesson(taught(game, game.teach.replace(old, new)))


@pytest.mark.parametrize(
    ("key", "old", "new", "said"),
    [
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
def test_turns_are_held_against_the_cards_and_the_engine(key, old, new, said):
    game = find(key)
    assert old in game.teach
    with pytest.raises(ValueError, match=said):
        lesson(taught(game, game.teach.replace(old, new)))


def test_every_game_is_taught_by_tricks_or_by_turns():
    assert {game.key for game in BY_TURN} == {"carousel", "leopard", "panguingue", "tadmur"}
    assert len(BY_TRICK) + len(BY_TURN) == len(GAMES)


def test_scores_of_a_lesson_are_told_by_player_and_above_and_below_apart():
    found = lesson(find("jo-jotte"))
    assert found
    lines = found.replay.hands[0].lines
    assert [(each.to, each.points) for each in scores(lines, apart=True)] == [
        ("Ben", 60), ("Ben", 60),
    ]  # fmt: skip
    assert [(each.to, each.points) for each in scores(lines)] == [("Ben", 120)]


@every_lesson
def test_a_lesson_is_printed_under_house_rules_that_leave_its_deal_alone(game):
    options = game.rules.options.values()
    other = {o.key: v for o in options for v in values(o)}
    alone = {
        k: v for k, v in other.items() if leaves_alone(lesson_of(game.key), played(game, k, v))
    }
    assert alone
    assert set(alone) != set(other)
    key, value = next(iter(alone.items()))
    body = build("teach", game, rules={key: value}).body
    assert f"played the same with {game.rules.options[key].title}" in body.replace("&#39;", "'")
    key, value = next((k, v) for k, v in other.items() if k not in alone)
    with pytest.raises(Refused, match="deal of the teach-in"):
        build("teach", game, rules={key: value})


def played(game, key, value):
    return party(game, rules={key: value})


def test_a_deal_is_not_alone_under_a_rule_of_its_bidding_its_play_or_its_score():
    kaiser = find("kaiser")
    for key, value, alone in [
        ("target", "62", True),
        ("defender_limit", "46", True),
        ("first_lead", "bid_winner", False),
        ("min_bid", "7", False),
    ]:
        assert leaves_alone(lesson_of("kaiser"), played(kaiser, key, value)) == alone
    kept = played(find("leopard"), "out_penalty", "2")
    assert not leaves_alone(lesson_of("leopard"), kept)


def test_a_room_without_a_lesson_has_no_such_document(tmp_path):
    bare = replace(GAMES[0], room=str(tmp_path / "x.py"))
    bare.__dict__["rules"] = GAMES[0].rules
    assert "teach" not in kinds_of(bare)
    with pytest.raises(KeyError):
        build("teach", bare)


@pytest.mark.slow
@read_back
@every_lesson
def test_a_lesson_is_one_page_with_every_trick(press, tmp_path, game):
    printed = press.print(build("teach", game).sheets)
    paper = Paper(tmp_path / "teach.pdf", printed.pdf)
    assert (list(printed.warnings), printed.pages, paper.complaints()) == ([], 1, [])
    words = re.sub(r"[\s*]", "", paper.page_texts[0])
    found = lesson(game)
    assert found
    told = [trick.words for trick in found.tricks] + [turn.words for turn in found.turns]
    assert [said for said in told if re.sub(r"[\s*]", "", said)[:12] not in words] == []
