"""The text of a rule sheet under house rules: rendered, strict, marked, examples replayed."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.engine.examples import here, played
from companion.games import all_games, find
from companion.rules import RuleSheet, marks, read
from companion.rules.marks import GONE, HERE, marked
from companion.rules.wording import under

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game"
BLOCK = r"^````markdown\n(# {}.*?)^````$"
SHEETS = re.findall(
    BLOCK.format("Seven Up"), (GUIDE / "rules-format.md").read_text("utf-8"), re.M | re.S
)
EXAMPLES = re.findall(
    BLOCK.format("Worked"), (GUIDE / "other-files.md").read_text("utf-8"), re.M | re.S
)

SHEET = read(
    """# Some Game
pitch: Two lines
  of it
glance: Deal: 8, each | Game: {{ target }}, points

```names
far: target + 10
```

## Scoring
### Over {{ limit }} {#SG-LIMIT}
Nobody over {{ limit }} adds.
  Far is {{ far }}.
source: The book
  and another
row: Over {{ limit }} | {{ "−1" if limit == 45 else "nothing" }}
dispute: Who adds? | {{ said.limit }} | {% if limit == 45 %}all{% endif %}
see: SG-END
paper: no

```option limit
title: Limit
none: everybody adds
45*: 45 or less
effect: -
```

### The end {#SG-END}
{% if target < 100 %}
Win at {{ target }}.
{% endif %}

| | made |
|---|---|
| all | {{ target }} |

```option target
title: Game
20..200 = 52: 52 points
effect: -
```
```aside The ladder
{{ target }} is the top.
```

### Only sometimes {#SG-SOME}
{% if target > 100 %}A long game.{% endif %}

## Sheet {#sheet}
- Game {{ target }}.
- Piles make 10.
""",
    examples="""## SG-END
```example E1 {{ "Short" if target == 52 }}
players: A, B
tell: Ann bids {{ target }}.
hand 1
tell: She takes all.
bid: 1
```
""",
)


def text(**rules):
    return under(SHEET, SHEET.chosen(rules))


def test_prose_follows_house_rules_in_force():
    standard = text()
    assert standard.meta["pitch"] == "Two lines of it"
    assert standard.rules["SG-LIMIT"].title == "Over 45"
    assert standard.rules["SG-LIMIT"].text == "Nobody over 45 adds.\n  Far is 62."
    long = text(target="70")
    assert long.rules["SG-LIMIT"].text == "Nobody over 45 adds.\n  Far is 80."
    assert long.rules["SG-END"].text == "Win at 70.\n\n| | made |\n|---|---|\n| all | 70 |"
    assert [str(item) for item in long.reminders] == ["Game 70.", "Piles make 10."]


def test_notes_go_on_and_their_parts_vary():
    rule = text().rules["SG-LIMIT"]
    assert rule.source == "The book and another"
    assert (rule.see, rule.paper) == (("SG-END",), False)
    assert (str(rule.row.what), str(rule.row.points)) == ("Over 45", "−1")
    assert [str(rule.dispute.played), str(rule.dispute.elsewhere)] == ["45 or less", "all"]
    changed = text(limit="none").rules["SG-LIMIT"]
    assert (changed.row.here, changed.dispute.here, str(changed.dispute.elsewhere)) == (
        True, True, "",
    )  # fmt: skip


def test_scoring_rows_have_heads_and_second_column():
    sheet = read(
        "# T\n## Scoring\n### A {#T-A}\nText.\nhead: All pay | ♥ | ♠\nrow: A spread | 1 | 2\n"
        "### B {#T-B}\nText.\nhead: Above the line\nrow: A run | its rate\n"
    )
    first, second = under(sheet).scoring
    assert [str(head) for head in first.head] == ["All pay", "♥", "♠"]
    assert (str(first.points), str(first.also)) == ("1", "2")
    assert [str(head) for head in second.head] == ["Above the line"]
    assert (str(second.points), str(second.also)) == ("its rate", "")


def test_what_comes_to_nothing_is_left_out():
    assert "SG-SOME" not in text().rules
    long = text(target="150")
    assert long.rules["SG-SOME"].here
    assert long.rules["SG-SOME"].marked == f"{HERE}A long game."
    assert [each.title for each in text().examples] == ["Short"]
    assert long.examples == []
    assert long.rule("SG-END").id == "SG-END"
    with pytest.raises(KeyError):
        long.rule("SG-NONE")


def test_inapplicable_rule_is_still_shown_where_cited():
    option = "```option a\nx*: x\ny: y\n```\n"
    sheet = read("# T\n## S\n### R {#T-R}\n{% if a == 'x' %}Text.{% endif %}\n" + option)
    here = under(sheet, sheet.chosen({"a": "y"}))
    assert "T-R" not in here.rules
    assert here.rule("T-R").text == "Text."


def test_changed_text_is_marked_before_its_clause():
    long = text(target="70")
    end = long.rules["SG-END"]
    assert end.here
    assert end.marked == (f"{HERE}Win at 70.\n\n| | made |\n|---|---|\n| all | {HERE}70 |")
    assert [fact.here for fact in long.glance] == [False, True]
    assert [item.here for item in long.reminders] == [True, False]
    assert long.rules["SG-END"].asides[0].here
    assert not any(piece.here for _, piece in text().pieces())
    assert [option.key for option in long.changed] == ["target"]


@pytest.mark.parametrize(
    ("new", "old", "shown"),
    [
        ("same", "same", "same"),
        ("- **52** points", "- **62** points", f"- **{HERE}52** points"),
        ("one\ntwo three", "one\ntwo four", f"{HERE}one\ntwo three"),
        ("a\n\nnew\n\nb", "a\n\nb", f"a\n\n{HERE}new\n\nb"),
        ("| x | 7 |\n| y | 2 |", "| x | 6 |\n| y | 2 |", f"| x | {HERE}7 |\n| y | 2 |"),
        ("One, two three", "One, two four", f"One, {HERE}two three"),
        ("a b", "a b c", f"{GONE}a b"),
        ("a (b) c", "a, b, c, d", f"{GONE}a (b) c"),
        ("", "gone", ""),
    ],
)
def test_mark_precedes_clause_where_wording_differs(new, old, shown):
    assert marked(new, old) == shown


def test_mark_becomes_word_or_terminal_brackets():
    assert marks.words(f"at {HERE}62") == 'at <b class="here">here</b> 62'
    assert marks.bracketed(f"at {HERE}62") == "at [here] 62"
    assert marks.words(f"{GONE}Only barred") == "Only barred"


def test_telling_belongs_to_its_hand():
    (example,) = text().examples
    assert example.teaches
    assert example.telling == {0: "Ann bids 52.", 1: "She takes all."}
    assert "tell" not in example.example.text


@pytest.mark.parametrize(
    ("prose", "words"),
    [
        ("{{ targt }}", r"room/rules.md, rule T-A, line 5: 'targt' is undefined"),
        ("{{ said.targt }}", r"room/rules.md, rule T-A, line 5: .*'targt'"),
        ("{% if %}", r"room/rules.md, rule T-A, line 5: Expected an expression"),
        ("{% macro m() %}{% endmacro %}", "line 5: no “macro” in the text of a rule"),
        ("{% include 'x' %}", "line 5: no “include” in the text of a rule"),
        ("{% for x in [1, 2] %}{% endfor %}", "line 5: a loop goes over a name of the rules only"),
        ("{{ ''.__class__.__mro__ }}", "line 5: .*unsafe"),
    ],
)
def test_text_mistake_names_file_rule_and_line(prose, words):
    sheet = read(f"# T\n\n## S\n### A {{#T-A}}\n{prose}\n", where="room/rules.md")
    with pytest.raises(ValueError, match=words):
        under(sheet)


def test_mistake_below_block_names_its_own_line():
    head = "# T\n\n## S\n### A {#T-A}\nOne.\n```option o\na*: b\n```\nTwo\n"
    with pytest.raises(ValueError, match="line 10: 'x' is undefined"):
        under(read(head + "and {{ x }}.\n"))


def test_mistake_in_example_title_names_the_line():
    rules, examples = "# T\n\n## S\n### A {#T-A}\nText.\n", "## T-A\n\n```ask x {{ y }}\n```\n"
    sheet = read(rules, where="room/rules.md", examples=examples)
    with pytest.raises(ValueError, match=r"room/examples.md, rule T-A, line 3: 'y' is undefined"):
        under(sheet)


def test_unknown_name_in_names_block_reports_line():
    with pytest.raises(ValueError, match="line 3: 'x' is undefined"):
        under(read("# T\n```names\nfar: x + 1\n```\n## S\n"))


def test_preset_is_found_by_start_of_name():
    sheet = find("kaiser").rules
    preset = next(each for each in sheet.presets if each.name.startswith("Prairie"))
    assert sheet.preset("prairie") is preset
    assert sheet.preset("") is None
    assert sheet.preset("none such") is None


@pytest.mark.parametrize("source", SHEETS, ids=range(len(SHEETS)))
def test_guide_example_renders_under_every_value(source):
    sheet: RuleSheet = read(source, where="rules-format.md")
    values = [[value.key for value in option.values] for option in sheet.options.values()]
    for chosen in product(*values):
        rendered = under(sheet, sheet.chosen(dict(zip(sheet.options, chosen, strict=True))))
        assert rendered.sections
        for _, piece in rendered.pieces():
            assert not re.search(r"\{\{|\{%|%\}", piece.text)


def test_worked_examples_in_the_guide_are_read():
    (examples,) = EXAMPLES
    rules = next(source for source in SHEETS if "{#SU-MADE}" in source)
    sheet = read(rules, examples=examples)
    (example,) = under(sheet).rules["SU-MADE"].examples
    assert example.teaches


KAISER = find("kaiser")


def shown(**rules: str) -> dict[str, Any]:
    chosen = KAISER.rules.chosen(rules)
    text = under(KAISER.rules, chosen)
    return {
        each.example.name: result
        for rule in text.rules.values()
        for each, result in played(KAISER, rule, chosen)
        if each.example.kind == "example"
    }


def test_examples_are_replayed_under_the_rules_in_force():
    standard, bid = shown(), shown(failed_contract="bid_amount")
    assert [line.points for line in standard["K2"].replay.ledger.of_hand(1)] == [-8, 2]
    assert [line.points for line in bid["K2"].replay.ledger.of_hand(1)] == [-9, 2]


def test_example_invalid_under_current_rules_is_omitted():
    standard = shown()
    assert "K2b" not in standard
    assert "K2b" in shown(failed_contract="bid_amount")
    assert "K3" in standard
    assert "K1" not in shown(min_bid="8")  # a bid of 7 is refused
    assert "K6" not in shown(target="62")  # nobody has won yet


@pytest.mark.parametrize(("key", "value"), [("revoke", "offender_zero"), ("revoke", "lose_game")])
def test_examples_stay_when_house_rule_adds_question(key, value):
    games = [
        game
        for game in all_games().values()
        if key in game.rules.options
        and value in {each.key for each in game.rules.options[key].values}
    ]
    assert games
    for game in games:
        rules = game.rules.chosen({key: value})
        # An example with its own house rules is rendered under those.
        taught = [text for text in under(game.rules, rules).examples
                  if text.teaches and "rules:" not in text.example.text]  # fmt: skip
        assert [text.title for text in taught if not here(game, text.example, rules)] == []


def test_enquiry_with_different_outcome_is_omitted():
    chosen = KAISER.rules.chosen({"first_lead": "bid_winner"})
    lead = next(e for e in KAISER.rules.examples if e.name == "lead" and "rules:" not in e.text)
    assert here(KAISER, lead, KAISER.rules.chosen({})) is not None
    assert here(KAISER, lead, chosen) is None
