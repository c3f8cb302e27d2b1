"""rules.md and examples.md read into sections, rules, house rules, presets and examples."""

from __future__ import annotations

import pytest

from companion.questions import Refused
from companion.rules import Options, read, read_folder
from companion.rules.wording import under

EXAMPLES = """# Worked examples of Some Game

## SG-LOST

```ask lost What is lost?
a: 1
```

## SG-MADE

```example M1 Seven made
players: A, B
= A +7 SG-MADE
```

```example M2 Again
hand 1
tell: Nell deals.
```

## table

```ask seat Who sits where?
```
"""
RULES = """# Some Game
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

```text
kept as it is
```

### Lost {#SG-LOST}
```option lost
title: Lost
all*: everything
half: one half | Quin’s
```
```preset Short
from: the club
target 20, lost half
lost all
```
"""
SHEET = read(RULES, where="some/rules.md", examples=EXAMPLES)


def test_lines_under_title_describe_the_game():
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


def test_rule_has_text_source_relations_and_words():
    made = under(SHEET).rules["SG-MADE"]
    assert made.text == (
        "Adds **points**.\n\nAnd more.\n\n#### A note\nA line.\n\n```text\nkept as it is\n```"
    )
    assert (made.title, made.section, made.source) == ("Made", "scoring", "The book")
    assert (made.see, made.words) == (("SG-LOST", "SG-R1"), "success, made it")


def test_examples_belong_to_the_rule_of_their_heading():
    holders = {holder.id: [each.name for each in holder.examples] for holder in SHEET.holders}
    assert holders == {"table": ["seat"], "scoring": [], "SG-MADE": ["M1", "M2"],
                       "SG-LOST": ["lost"]}  # fmt: skip
    first = SHEET.rules["SG-MADE"].examples[0]
    assert (first.kind, first.title.source) == ("example", "Seven made")
    assert first.text == "players: A, B\n= A +7 SG-MADE"
    assert (first.title.place, first.title.lines) == ("some/examples.md, rule SG-MADE", (11,))


def test_a_telling_names_its_line_of_examples():
    telling = SHEET.rules["SG-MADE"].examples[1].telling[1]
    assert (telling.source, telling.lines) == ("Nell deals.", (18,))
    assert telling.place == "some/examples.md, rule SG-MADE"


def test_folder_without_examples_is_read(tmp_path):
    (tmp_path / "rules.md").write_text("# T\n\n## S\n### A {#A-1}\n")
    assert read_folder(tmp_path).examples == []
    (tmp_path / "examples.md").write_text("# T\n\n## A-1\n\n```ask x Y\n```\n")
    (example,) = read_folder(tmp_path).rules["A-1"].examples
    assert example.title.place == f"{tmp_path.name}/examples.md, rule A-1"


def test_example_in_rules_file_belongs_to_rule():
    """Earlier packages have no examples.md."""
    (example,) = read("# T\n\n## S\n### A {#A-1}\n```ask X Y\n```\n").rules["A-1"].examples
    assert (example.kind, example.name, example.title.source) == ("ask", "X", "Y")


def test_house_rule_has_values_default_and_rule():
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
def test_house_rule_takes_number_in_bounds_or_word(text, value):
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
        ("# T\n\n## S\n```aside X\n", "line 4: the block is not closed"),
        ("# T\n\n```ask X Y\n```\n", "line 3: the block “ask” stands before the first section"),
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
def test_mistake_in_sheet_names_its_line(text, words):
    with pytest.raises(ValueError, match=words):
        read(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("## SG-MADE\n\n## SG-NONE\n", "line 3: rules.md has no rule “SG-NONE”"),
        ("```ask x Y\n```\n", "line 1: only “example” and “ask” blocks are below “## RULE”"),
        ("## SG-MADE\n```ask x Y\n", "line 2: the block is not closed"),
        (
            "## SG-MADE\n```option o\n```\n",
            "line 2: only “example” and “ask” blocks are below “## RULE”",
        ),
        ("## SG-MADE\nhand 1\n", "line 2: only “example” and “ask” blocks are below “## RULE”"),
    ],
)
def test_mistake_in_examples_names_file_and_line(text, words):
    with pytest.raises(ValueError, match=f"^some/examples.md, {words}$"):
        read(RULES, where="some/rules.md", examples=text)
