"""A deal to lay out and play: what is printed is what the engine makes of it."""

from dataclasses import replace

import pytest

from companion.games import shelf
from companion.printing import build, kinds_of
from companion.printing.teachin import lesson
from companion.questions import Refused
from tests.printing.papers import Paper

GAMES = [game for game in shelf().values() if game.teach]
every_lesson = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")


def taught(game, text):
    """The game with another lesson."""
    found = replace(game)
    found.__dict__["teach"], found.__dict__["rules"] = text, game.rules
    return found


@every_lesson
def test_a_lesson_plays_every_card_and_comes_to_a_score(game):
    found = lesson(game)
    assert found
    dealt = sum(len(cards) for cards in found.deals.values())
    assert sum(len(trick.cards) for trick in found.tricks) == dealt
    assert found.replay.hands[0].over
    assert found.replay.hands[0].lines
    assert found.tallies


@every_lesson
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("deal ", "deal X", 1), "is not"),
        (lambda text: swapped(text), "leads"),
        (lambda text: text.replace("\ntricks: ", "\ntricks: 1", 1), "the record has"),
        (lambda text: text.replace("tally tricks", "tale tricks"), "is no line"),
    ],
    ids=["deal", "leader", "answer", "word"],
)
def test_a_lesson_with_a_mistake_is_told_never_printed(game, change, said):
    wrong = change(game.teach)
    assert wrong != game.teach
    with pytest.raises((ValueError, KeyError), match=said):
        lesson(taught(game, wrong))


def swapped(text):
    """The lesson with two tricks in each other's place."""
    lines = text.splitlines()
    tricks = [n for n, line in enumerate(lines) if line.startswith("trick ")]
    leaders = [lines[n].split(":")[0] for n in tricks]
    first = next(n for n in range(1, len(tricks)) if leaders[n] != leaders[n - 1])
    a, b = tricks[first - 1], tricks[first]
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


@every_lesson
def test_a_lesson_is_of_the_standard_rules_alone(game):
    option = next(o for o in game.rules.options.values() if len(o.values) > 1)
    other = next(value.key for value in option.values if value.key != option.default)
    with pytest.raises(Refused, match="standard rules"):
        build("teach", game, rules={option.key: other})


def test_a_room_without_a_lesson_has_no_such_document():
    bare = next(game for game in shelf().values() if not game.teach)
    assert "teach" not in kinds_of(bare)
    with pytest.raises(KeyError):
        build("teach", bare)


@read_back
@every_lesson
def test_a_lesson_is_one_page_with_every_trick(press, tmp_path, game):
    printed = press.print(build("teach", game).sheets)
    paper = Paper(tmp_path / "teach.pdf", printed.pdf)
    assert (list(printed.warnings), printed.pages, paper.complaints()) == ([], 1, [])
    words = paper.page_texts[0]
    found = lesson(game)
    assert found
    assert [t.words[:20] for t in found.tricks if t.words[:12] not in words] == []
