"""rules.md read into sections, rules, house rules, presets and examples."""

from __future__ import annotations

import pytest

from companion.questions import Refused
from companion.rules import Options, read
from companion.rules.wording import under

SHEET = read(
    """# Some Game
Pitch: Two lines
  of it
Players: 2 to 4

## At the table {#table}
Sit down.

```option target
title: Game
ask: yes
0..99 = 52: fifty-two | the book
none: no end |
effect: The score that wins.
```

## Scoring
### Made {#SG-MADE}
Adds **points**.


And more.
source: The book
see: SG-LOST, SG-R1
words: success, made it

#### A note
A line.

```example M1 Seven made
players: A, B
= A +7 SG-MADE
```
```text
kept as it is
```

### Lost {#SG-LOST}
```option lost
title: Lost
all*: everything
half: one half | Quin’s
```
```ask lost What is lost?
a: 1
```

```preset Short
from: the club
target 20, lost half
lost all
```
"""
)


def test_the_lines_under_the_title_are_about_the_game():
    assert SHEET.title == "Some Game"
    assert under(SHEET).meta == {"pitch": "Two lines of it", "players": "2 to 4"}


def test_sections_have_ids_and_rules():
    assert [(s.id, s.title) for s in under(SHEET).sections] == [
        ("table", "At the table"), ("scoring", "Scoring"),
    ]  # fmt: skip
    assert list(SHEET.rules) == ["SG-MADE", "SG-LOST"]
    table, scoring = under(SHEET).section("table"), under(SHEET).section("scoring")
    assert table
    assert scoring
    assert (table.text, [rule.id for rule in scoring.rules]) == (
        "Sit down.",
        ["SG-MADE", "SG-LOST"],
    )
    assert SHEET.section("none") is None


def test_a_rule_has_text_source_relations_and_other_words():
    made = under(SHEET).rules["SG-MADE"]
    assert made.text == (
        "Adds **points**.\n\nAnd more.\n\n#### A note\nA line.\n\n```text\nkept as it is\n```"
    )
    assert (made.title, made.section, made.source) == ("Made", "scoring", "The book")
    assert (made.see, made.words) == (("SG-LOST", "SG-R1"), "success, made it")


def test_examples_stand_with_their_rule_in_order():
    assert [(e.kind, e.name, e.title.source) for e in SHEET.examples] == [
        ("example", "M1", "Seven made"), ("ask", "lost", "What is lost?"),
    ]  # fmt: skip
    assert SHEET.examples[0].text == "players: A, B\n= A +7 SG-MADE"


def test_a_house_rule_has_values_default_and_where_it_is_declared():
    lost = SHEET.options["lost"]
    assert [(v.key, v.words, v.source) for v in lost.values] == [
        ("all", "everything", ""), ("half", "one half", "Quin’s"),
    ]  # fmt: skip
    assert (lost.default, lost.rule, lost.ask, lost.effect) == ("all", "SG-LOST", False, "")
    target = SHEET.options["target"]
    assert (target.low, target.high, target.default, target.ask) == (0, 99, "52", True)
    assert target.rule == ""


def test_without_a_choice_the_defaults_are_in_force():
    rules = SHEET.chosen({})
    assert isinstance(rules, Options)
    assert (rules.target, rules.lost) == (52, "all")
    assert dict(rules) == {"target": "52", "lost": "all"}
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        _ = rules.colour


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("99", 99), ("040", 40), ("none", "none")])
def test_a_number_in_bounds_or_a_word_may_be_chosen(text, value):
    rules = SHEET.chosen({"target": text})
    assert isinstance(rules, Options)
    assert rules.target == value


@pytest.mark.parametrize("text", ["100", "-1", "--5", "", "five", "5.5", "٣", "²", "9" * 5000])
def test_another_value_is_refused_with_what_would_do(text):
    with pytest.raises(Refused) as refused:
        SHEET.chosen({"target": text})
    assert refused.value.message == (
        f"Game: “{text}” is not a value; say none or a number from 0 to 99."
    )
    assert refused.value.code == "bad_option"


def test_an_unknown_house_rule_or_word_is_refused():
    with pytest.raises(Refused, match="There is no house rule “colour” in Some Game"):
        SHEET.chosen({"colour": "red"})
    with pytest.raises(Refused, match="Lost: “most” is not a value; say all or half"):
        SHEET.chosen({"lost": "most"})


def test_a_preset_bundles_house_rules():
    (short,) = SHEET.presets
    assert (short.name, short.source) == ("Short", "the club")
    assert short.rules == {"target": "20", "lost": "all"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# T\n\n## S\n```example X Y\n", "line 4: the block is not closed"),
        ("# T\n\n## S\n### A {#A-1}\n### B {#A-1}\n", "rule A-1 stands twice"),
        (
            "# T\n\n## S\n```option o\nno colon\n```\n",
            "line 4: “no colon” in option o has no colon",
        ),
        ("# T\n\n## S\n```option o\na: b\n```\n", "line 4: option o has no default"),
        (
            "# T\n\n## S\n### A {#A-1}\nrow: B | + 10\nrow: C | + 20\n",
            "line 6: a second “row:” in rule A-1",
        ),
    ],
)
def test_a_mistake_in_the_sheet_is_named_by_its_line(text, words):
    with pytest.raises(ValueError, match=words):
        read(text)
