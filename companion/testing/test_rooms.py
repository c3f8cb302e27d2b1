"""Every room alike: examples, golden evenings, random evenings, rule ids, sheets, import habits."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from companion.cli.new_room import source
from companion.desk.examples import run, transcript
from companion.desk.expected import RULE_ID
from companion.engine.game import Game, Replay
from companion.engine.record import Act, Record, derive
from companion.engine.transcript import Transcript
from companion.games import covers
from companion.questions import Refused
from companion.rules.sheet import Example
from companion.rules.wording import under
from companion.testing import Cases, trials
from companion.testing.evenings import evening, houses, inexact, whole

SEEDS = range(30)


def examples(game: Game) -> Cases:
    for number, each in enumerate(game.rules.examples):
        yield pytest.param(each, id=f"{each.kind}-{each.name}-{number}")


@pytest.mark.each("example", examples)
def test_worked_example_comes_out_as_it_says(game: Game, example: Example) -> None:
    assert run(game, example).differences == []


def test_golden_evening_is_played_to_its_end(game: Game) -> None:
    result = transcript(game, game.file("evening.txt"))
    assert result.differences == []
    assert result.replay is not None
    assert result.replay.outcome is not None


def test_golden_evening_states_every_line_and_total(game: Game) -> None:
    script = Transcript.read(game.file("evening.txt"), game.key)
    signs = {(each.hand, each.sign) for each in script.expected}
    hands = range(1, len(script.record.hands) + 1)
    replay = game.replay(script.record)
    assert [
        n for n in hands if (n, "==") not in signs and "@close" not in script.record.hands[n - 1]
    ] == []
    assert [n for n in hands if replay.ledger.of_hand(n) and (n, "=") not in signs] == []
    assert list(inexact(game, game.file("evening.txt"))) == []


def came_to(replay: Replay) -> tuple[object, ...]:
    """Every line, the totals after every hand, and how it ended."""
    lines = [str(entry.line) for entry in replay.ledger.entries]
    totals = [list(hand.totals.values()) for hand in replay.hands]
    end = replay.outcome
    return lines, totals, end and ([side.code for side in end.winners], end.rule, end.why)


@pytest.mark.parametrize("seeds", [SEEDS[:4], pytest.param(SEEDS[4:], marks=pytest.mark.slow)],
                         ids=["few", "many"])  # fmt: skip
def test_random_evenings_hold_to_their_end(game: Game, seeds: range) -> None:
    ended = 0
    for seed in seeds:
        record, replay = whole(game, seed)
        about = (game.key, seed)
        assert replay.over, about
        assert list(game.holds(replay) if game.holds else []) == [], about
        again = game.replay(Record.from_json(record.json()))
        assert [*replay.strays, *again.strays, *again.refused] == [], about
        assert came_to(again) == came_to(replay), about
        assert Transcript.read(Transcript(record).text()).record.json() == record.json(), about
        posted = {e.line.column for e in replay.ledger.entries} - {"", "adjust"}
        assert posted <= {column.key for column in game.sheet.columns}, about
        ended += not replay.closed
    assert ended * 2 > len(seeds) or trials(game).endless


def test_undo_and_redo_are_inverse(game: Game) -> None:
    record, _ = evening(game, 99, hands=3, answers=40)
    start = Record(game.key, dict(record.head))
    acts = [
        Act("answer", number, {key: text})
        for number, hand in enumerate(record.hands, 1)
        for key, text in hand.items()
    ]
    assert derive(start, acts).json() == record.json()
    back = [Act("undo")] * len(acts)
    assert derive(start, [*acts, *back]).json() == start.json()
    assert derive(start, [*acts, *back, *[Act("redo")] * len(acts)]).json() == record.json()


def test_every_scoring_rule_is_cited_by_an_example(game: Game) -> None:
    cited: set[str] = set()
    for example in game.rules.examples:
        cited |= run(game, example).cited
    scoring = game.rules.section("scoring")
    assert scoring is not None
    assert [rule.id for rule in scoring.rules if rule.id not in cited] == []


def test_every_play_rule_is_decided_by_an_enquiry(game: Game) -> None:
    play = game.rules.section("play")
    assert play is not None
    decided = {rule for enquiry in game.referee for rule in enquiry.rules}
    cited: set[str] = set()
    for example in game.rules.examples:
        cited |= run(game, example).cited
    assert [rule.id for rule in play.rules if rule.id not in decided | cited] == []


def test_every_enquiry_has_an_example(game: Game) -> None:
    asked = {example.name for example in game.rules.examples if example.kind == "ask"}
    assert [enquiry.key for enquiry in game.referee if enquiry.key not in asked] == []


def test_rule_sheet_is_whole(game: Game) -> None:
    sheet = game.rules
    assert {"pitch", "players", "origin", "source"} <= set(sheet.meta)
    assert {s.id for s in sheet.sections} >= {
        "table", "scoring", "play", "rulings", "card-front", "card-back", "credits",
    }  # fmt: skip
    assert game.adjust_rule in sheet.rules
    known = set(sheet.rules)
    assert [id for rule in sheet.rules.values() for id in rule.see if id not in known] == []
    assert [
        id
        for rule in sheet.rules.values()
        for id in RULE_ID.findall(rule.text.source)
        if id not in known
    ] == []
    assert [rule for rule in known if not rule.startswith(game.prefix + "-")] == []
    for preset in sheet.presets:
        sheet.chosen(preset.rules)


def test_every_house_rule_is_read_by_the_room(game: Game) -> None:
    room = Path(game.room).parent
    code = "".join(path.read_text(encoding="utf-8") for path in room.glob("*.py"))
    assert [key for key in game.rules.options if not re.search(rf"\b{key}\b", code)] == []


def test_house_rules_are_typed_as_the_rule_sheet_declares_them(game: Game) -> None:
    assert game.file("house.py") == source(game.rules)
    assert type(game.rules.chosen({})).__name__ == "House"


def test_a_house_rule_is_compared_where_the_type_checker_sees_it(game: Game) -> None:
    # Of `rules.x in ("a", "b")` it does not see a misspelt value; of `rules.x == "a"` it does.
    unseen = re.compile(r"rules\.\w+ (?:not )?in [({\[].*")
    files = Path(game.room).parent.glob("*.py")
    found = {path.name: unseen.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_who_begins_is_the_player_whom_the_first_hand_names(game: Game) -> None:
    names = [f"Seat {n}" for n in range(1, max(game.players) + 1)]
    for players, rules in product(game.players, houses(game).values()):
        with suppress(Refused):
            hand = game.replay(Record.begin(game.key, names[:players], 1, rules)).hand
            told = "".join(tell.words for tell in hand.tells) if hand else ""
            first = players if game.turned(rules) else 2
            assert not game.begins or f"Seat {first} {game.begins}" in told, (players, rules)


def test_a_cover_says_what_its_room_says(game: Game) -> None:
    cover = covers()[game.key]
    said = (game.key, game.title, tuple(game.players), under(game.rules).meta["pitch"])
    assert (cover.key, cover.title, cover.players, cover.pitch) == said
