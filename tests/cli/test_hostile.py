"""Any record is scored, or refused with a message; no command crashes."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.engine.record import Record
from companion.questions import Refused
from companion.results.report import as_json, report

TRIES, HANDS = 40, 3
ODD = ["", "?", "-1", "0", "999", "1 2 3", "AS AS", "x" * 60, "a/b", "pass", "yes", "no", "none",
       "1", "2", "7", "A", "KH QH JH", "nobody", "quick", "A -5 late", "Zoe"]  # fmt: skip
OWN = ["@void", "@dealer", "@adjust 1", "@entry", "@close"]


def spoilt(game, whole: Record, chance: random.Random) -> Record:
    """The first hands of the evening with some answers changed, gone, exchanged or added."""
    it = whole.copy()
    del it.hands[1 + chance.randrange(HANDS) :]
    for _ in range(chance.randint(1, 4)):
        hand = chance.choice(it.hands)
        keys = list(hand) or ["a"]
        match chance.randrange(6):
            case 0:
                hand[chance.choice(keys)] = chance.choice(ODD)
            case 1:
                hand.pop(chance.choice(keys), None)
            case 2:
                chance.shuffle(it.hands)
            case 3:
                hand[chance.choice(keys)] = chance.choice([*chance.choice(it.hands).values(), "1"])
            case 4:
                option = chance.choice(list(game.rules.options.values()))
                hand[f"@rule {option.key}"] = chance.choice([*option.values, *option.values]).key
            case _:
                hand[chance.choice(OWN)] = chance.choice(ODD)
    return it


@pytest.mark.kinds
def test_spoilt_evening_is_scored_or_clearly_refused(game, whole):
    chance, scored = random.Random(game.key), 0
    for _ in range(TRIES):
        try:
            found = report(game.replay(spoilt(game, whole, chance)))
        except Refused as refused:
            message = refused.message
        else:
            scored += 1
            message = as_json(found)
        assert message != ""
    assert scored > 0


lines = st.sampled_from(
    ["game: kaiser", "players: A, B, C, D", "players: ,", "hand 1", "hand 2", "hand", "bid 2: 7",
     "bid 3: 7 no; bid 4: pass", "@void: x", "@close: 1", "@dealer: Zoe", "@adjust 1: A x",
     "= A +1 X y", "= Zoe 1 2", "== 1", "! x", "? y", "winner: Zoe", "rules: target",
     "rule target: ²",
     "entry: quick", "a:: b", ":: x", ":", "team A: " + "x" * 600, "dealer: 9", "# x", "= "]
)  # fmt: skip
written = st.one_of(st.lists(lines, max_size=12).map("\n".join), st.text(max_size=60))
tree = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner)
    ),
    max_leaves=8,
)
shaped = st.fixed_dictionaries(
    {"game": st.one_of(tree, st.just("kaiser")), "head": tree, "hands": tree},
    optional={"tables": tree, "record": tree, "format": st.just("companion-export")},
).map(json.dumps)


@given(
    st.one_of(written, shaped),
    st.sampled_from([["score", "-"], ["score", "-", "--json"], ["import", "-", "--data"]]),
)
def test_any_text_is_scored_or_imported_or_refused(tmp_path_factory, text, arguments):
    folder = [str(tmp_path_factory.getbasetemp() / "hostile")] * ("import" in arguments)
    done = CliRunner().invoke(main, [*arguments, *folder], input=text)
    assert isinstance(done.exception, SystemExit | None), text
    assert done.exit_code in (0, 1, 2)
    assert done.exit_code == 0 or done.stderr != ""
