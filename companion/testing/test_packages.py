"""Tests of every game: examples, golden evenings, random evenings, rule ids, sheets, imports."""

from __future__ import annotations

import gc
import re
from collections import deque
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from companion.cli.new_game import source
from companion.engine.examples import run, transcript
from companion.engine.expected import RULE_ID
from companion.engine.game import Game, Replay
from companion.engine.hand import Hand
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import covers
from companion.printing.cards import faces
from companion.printing.people import party
from companion.questions import Refused
from companion.rules.sheet import Example
from companion.rules.wording import under
from companion.testing import Cases, trials
from companion.testing.evenings import houses, inexact, positions, values, whole

SEEDS = range(30)


def examples(game: Game) -> Cases:
    for number, each in enumerate(game.rules.examples):
        yield pytest.param(each, id=f"{each.kind}-{each.name}-{number}")


@pytest.mark.each("example", examples)
def test_worked_example_comes_out_as_it_says(game: Game, example: Example) -> None:
    place = f"{example.title.place}, line {example.title.lines[0]}"
    assert run(game, example).differences == [], place


def test_golden_evening_ends_and_states_lines_and_totals(game: Game) -> None:
    text = game.file("evening.txt")
    result, script = transcript(game, text), Transcript.read(text, game.key)
    assert result.differences == []
    replay, hands = result.replay, script.record.hands
    assert replay is not None
    assert replay.outcome is not None
    signs = {(each.hand, each.sign) for each in script.expected}
    for number, hand in enumerate(hands, 1):
        assert (number, "==") in signs or "@close" in hand, number
        assert (number, "=") in signs or not replay.ledger.of_hand(number), number
    assert list(inexact(game, text)) == []


def came_to(replay: Replay) -> tuple[object, ...]:
    """Every line, the totals after every hand, and how it ended."""
    lines = [str(entry.line) for entry in replay.ledger.entries]
    totals = [list(hand.totals.values()) for hand in replay.hands]
    end = replay.outcome
    return lines, totals, end and ([side.code for side in end.winners], end.rule, end.why)


@pytest.mark.parametrize("seeds", [SEEDS[:4], pytest.param(SEEDS[4:], marks=pytest.mark.long)],
                         ids=["few", "many"])  # fmt: skip
def test_random_evenings_hold_to_their_end(game: Game, seeds: range) -> None:
    ended = 0
    for seed in seeds:
        record, replay = whole(game, seed)
        about = (game.key, seed)
        assert replay.over, about
        assert list(game.holds(replay) if game.holds else []) == [], about
        again = game.replay(Record.from_json(record.json()))
        assert [*replay.unused, *again.unused, *again.refused] == [], about
        assert came_to(again) == came_to(replay), about
        assert Transcript.read(Transcript(record).text()).record.json() == record.json(), about
        posted = {e.line.column for e in replay.ledger.entries} - {"", "adjust"}
        assert posted <= {column.key for column in game.sheet.columns}, about
        ended += not replay.closed
    assert ended * 2 > len(seeds) or trials(game).endless


def test_rules_are_cited_and_enquiries_have_examples(game: Game) -> None:
    """Every rule of scoring is cited by an example, every rule of play by one or by an enquiry."""
    examples = game.rules.examples
    cited = {rule for example in examples for rule in run(game, example).cited}
    decided = {rule for enquiry in game.referee for rule in enquiry.rules}
    for section, coverage in (("scoring", cited), ("play", cited | decided)):
        chapter = game.rules.section(section)
        assert chapter is not None
        assert [rule.id for rule in chapter.rules if rule.id not in coverage] == []
    asked = {example.name for example in examples if example.kind == "ask"}
    assert [enquiry.key for enquiry in game.referee if enquiry.key not in asked] == []


def test_rule_sheet_is_whole(game: Game) -> None:
    sheet = game.rules
    assert {"pitch", "players", "origin", "source"} <= set(sheet.meta)
    assert {s.id for s in sheet.sections} >= {
        "seats", "scoring", "play", "rulings", "card-front", "card-back", "credits",
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


def test_every_rule_names_its_source(game: Game) -> None:
    for name, rules in houses(game).items():
        text = under(game.rules, game.rules.chosen(rules))
        assert text.meta["source"]
        assert [rule.id for rule in text.rules.values() if not rule.source] == [], name


def test_every_house_rule_is_read_by_the_package(game: Game) -> None:
    folder = Path(game.room).parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert [key for key in game.rules.options if not re.search(rf"\b{key}\b", code)] == []


def test_house_rule_types_match_the_rule_sheet(game: Game) -> None:
    assert game.file("house.py") == source(game.rules)
    assert type(game.rules.chosen({})).__name__ == "House"


def test_type_checker_sees_house_rule_comparisons(game: Game) -> None:
    # Of `rules.x in ("a", "b")` it does not see a misspelt value; of `rules.x == "a"` it does.
    unseen = re.compile(r"rules\.\w+ (?:not )?in [({\[].*")
    files = Path(game.room).parent.glob("*.py")
    matches = {path.name: unseen.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in matches.items() if lines} == {}


def test_first_hand_names_the_player_who_begins(game: Game) -> None:
    names = [f"Seat {n}" for n in range(1, max(game.players) + 1)]
    for players, rules in product(game.players, houses(game).values()):
        with suppress(Refused):
            hand = game.replay(Record.begin(game.key, names[:players], 1, rules)).hand
            guidance = "".join(tell.words for tell in hand.tells) if hand else ""
            first = players if game.turned(rules) else 2
            assert not game.begins or f"Seat {first} {game.begins}" in guidance, (players, rules)


def test_a_cover_says_what_its_package_says(game: Game) -> None:
    cover = covers()[game.key]
    facts = (game.key, game.title, tuple(game.usual), under(game.rules).meta["pitch"])
    assert (cover.key, cover.title, cover.players, cover.pitch) == facts


def numbers(words: str) -> list[int]:
    """The numbers that "2 to 7, each alone; 8 by house rule" names before its semicolon."""
    ranges = re.findall(r"(\d+)(?: to |–)?(\d+)?", words.partition(";")[0])
    return [n for few, many in ranges for n in range(int(few), int(many or few) + 1)]


def test_paper_shows_player_counts_house_rules_allow(game: Game) -> None:
    """In the head of the rule sheet, in its first box, and on the pocket card."""
    every = [{}, *houses(game).values()]
    every += [{o.key: value} for o in game.rules.options.values() for value in values(o)]
    for rules in every:
        who = party(game, rules=rules)
        box = who.text.meta.get("glance", "").partition(":")[2].partition("|")[0]
        assert not box or numbers(box) == game.counts(who.rules), rules
        assert numbers(who.text.meta["players"]) == game.counts(who.rules), rules
        foot = faces(who)[0].foot.partition(" ·")[0]
        assert numbers(foot) == game.counts(who.rules), rules


def in_memory() -> list[str]:
    """The hands in memory, each with the keys of its questions."""
    every = (each for each in gc.get_objects() if isinstance(each, Hand))
    return [f"{hand.name}: {[each.question.key for each in hand.asked]}" for hand in every]


@pytest.mark.kinds
def test_replay_is_freed_at_once(game: Game) -> None:
    """Otherwise only a full collection frees it, which stops every phone. A function of a question
    must not use `hand`, but what it needs of it: `dealer = hand.dealer`."""
    records = [whole(game, seed)[0] for seed in SEEDS[:4]]
    gc.collect()
    gc.disable()
    try:
        before = in_memory()
        for record in records:
            game.replay(record)
        for seed in SEEDS[:4]:
            deque(positions(game, seed, 12), maxlen=0)
        assert in_memory() == before
    finally:
        gc.enable()
