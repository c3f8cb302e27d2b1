"""Every room alike: examples, golden evenings, random evenings, rule ids, sheets, import habits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.examples import RULE_ID, run, transcript
from companion.game import Game
from companion.games import shelf
from companion.house import source
from companion.record import Act, Record, Transcript, derive
from tests.games.evenings import evening, inexact, waiting

GAMES = list(shelf().values())
EXAMPLES = [(game, example) for game in GAMES for example in game.rules.examples]
SEEDS = range(6)
SOME = [seed if seed < 2 else pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS]
"""The ordinary run plays two evenings of each room."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.mark.parametrize(
    ("game", "example"),
    EXAMPLES,
    ids=[f"{game.key}-{ex.kind}-{ex.name}-{n}" for n, (game, ex) in enumerate(EXAMPLES)],
)
def test_worked_example_comes_out_as_it_says(game: Game, example) -> None:
    assert run(game, example).differences == []


@every_game
def test_golden_evening_is_played_to_its_end(game: Game) -> None:
    result = transcript(game, game.file("evening.txt"))
    assert result.differences == []
    assert result.replay is not None
    assert result.replay.outcome is not None


@every_game
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


@every_game
@pytest.mark.parametrize("seed", SOME)
def test_random_evening_holds(game: Game, seed: int) -> None:
    record, replay = evening(game, seed)
    assert replay.strays == []
    assert replay.refused == []
    assert list(game.holds(replay) if game.holds else []) == []
    again = game.replay(Record.from_json(record.json()))
    assert [str(e.line) for e in again.ledger.entries] == [
        str(e.line) for e in replay.ledger.entries
    ]
    assert [h.totals.values().__repr__() for h in again.hands] == [
        h.totals.values().__repr__() for h in replay.hands
    ]
    read = Transcript.read(record.text()).record
    assert read.json() == record.json()
    posted = {e.line.column for e in replay.ledger.entries} - {"", "adjust"}
    assert posted <= {column.key for column in game.sheet.columns}


@every_game
def test_a_replay_goes_at_once_when_nobody_wants_it_any_more(game: Game) -> None:
    golden = Transcript.read(game.file("evening.txt"), game.key).record
    halfway = golden.copy()
    halfway.hands[-1] = dict(list(halfway.hands[-1].items())[:-2])
    refused = golden.copy()
    refused.hands[0] = dict.fromkeys(refused.hands[0], "nonsense")
    records = [golden, halfway, refused, evening(game, 0)[0]]
    assert waiting(lambda: [game.replay(record) for record in records]) == []


@every_game
def test_a_question_can_be_read_when_its_replay_has_gone(game: Game) -> None:
    # As the columns of many hands do, which are made of questions of evenings played by the way.
    _, replay = evening(game, 0)
    kept = [each.question for hand in replay.hands for each in hand.asked]
    kept += replay.pending.page if replay.pending else []
    before = [question.legal() for question in kept]
    for question in kept:
        getattr(question, "__dict__", {}).pop("answers", None)  # what it remembers of reading
    del replay
    assert [question.legal() for question in kept] == before


@every_game
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


@every_game
def test_every_scoring_rule_is_cited_by_an_example(game: Game) -> None:
    cited: set[str] = set()
    for example in game.rules.examples:
        cited |= run(game, example).cited
    scoring = game.rules.section("scoring")
    assert scoring is not None
    assert [rule.id for rule in scoring.rules if rule.id not in cited] == []


@every_game
def test_every_play_rule_is_decided_by_an_enquiry(game: Game) -> None:
    play = game.rules.section("play")
    assert play is not None
    decided = {rule for enquiry in game.enquiries for rule in enquiry.rules}
    cited: set[str] = set()
    for example in game.rules.examples:
        cited |= run(game, example).cited
    assert [rule.id for rule in play.rules if rule.id not in decided | cited] == []


@every_game
def test_every_enquiry_has_an_example(game: Game) -> None:
    asked = {example.name for example in game.rules.examples if example.kind == "ask"}
    assert [enquiry.key for enquiry in game.enquiries if enquiry.key not in asked] == []


@every_game
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


@every_game
def test_every_house_rule_is_read_by_the_room(game: Game) -> None:
    room = Path(game.room).parent
    code = "".join(path.read_text(encoding="utf-8") for path in room.glob("*.py"))
    assert [key for key in game.rules.options if not re.search(rf"\b{key}\b", code)] == []


def test_no_game_is_named_outside_its_room() -> None:
    root = Path(__file__).parents[2]
    inside = root / "companion" / "games"
    files = [p for p in (root / "companion").rglob("*.py") if inside not in p.parents]
    files += [p for p in (root / "templates").rglob("*") if p.is_file()]
    words = [word for game in GAMES for word in (game.key, game.title)]
    words = [word for word in words if len(word) > 5 or word in ("kaiser",)]
    found = [
        (path.name, word)
        for path in files
        for word in words
        if re.search(rf"\b{re.escape(word)}\b", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert found == []


@every_game
def test_house_rules_are_typed_as_the_rule_sheet_declares_them(game: Game) -> None:
    assert game.file("house.py") == source(game.rules)
    assert type(game.rules.chosen({})).__name__ == "House"


@every_game
def test_a_house_rule_is_compared_where_the_type_checker_sees_it(game: Game) -> None:
    # Of `rules.x in ("a", "b")` it does not see a misspelt value; of `rules.x == "a"` it does.
    unseen = re.compile(r"rules\.\w+ (?:not )?in [({\[].*")
    files = Path(game.room).parent.glob("*.py")
    found = {path.name: unseen.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}
