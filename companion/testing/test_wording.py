"""One text that is true under any house rules: every option, every value, every page and paper.
Every sentence called is in rules.md, gets the values it names, and is used."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from jinja2 import meta

from companion.app import create_app
from companion.cli.rulebook import sheet
from companion.engine.examples import own_rules
from companion.engine.game import Game
from companion.printing.documents import KINDS
from companion.rules import HouseRule
from companion.rules.marks import GONE, HERE, units, without
from companion.rules.pieces import VariedText
from companion.rules.wording import SheetText, under
from companion.said import Sentences, environment, word
from companion.store import Store
from companion.store.migrate import upgrade
from companion.testing import Cases, trials
from companion.testing.evenings import PLURALS, houses, values
from companion.testing.test_documents import of_a_phone, printed

MIXTURES = 200 if os.environ.get("COMPANION_TEST_LONG") else 20
"""Random sets of house rules under which the text is rendered."""
ORDER = ("seats", "bidding", "play", "scoring", "end", "rulings", "house-rules", "sheet",
         "card-front", "card-back", "credits")  # fmt: skip


def texts(game: Game, option: HouseRule, value: str) -> tuple[SheetText, SheetText]:
    """The sheet without this value and with it, if the option matters."""
    given = {key: values.partition("/")[0] for key, values in option.given}
    chosen = game.rules.chosen
    return under(game.rules, chosen(given)), under(game.rules, chosen({**given, option.key: value}))


def said(text: SheetText, id: str) -> str:
    """The whole text of a rule on phone or paper, "" if it does not apply."""
    rule = text.rules.get(id)
    return f"{rule.title}\n{rule.text}" if rule else ""


def related(game: Game, option: HouseRule) -> Iterator[str]:
    """The rule of an option, the rules that name it in `see:`, and those it names."""
    if not option.rule:
        return
    rules = game.rules.rules
    ids = {option.rule, *rules[option.rule].see}
    ids |= {rule.id for rule in rules.values() if option.rule in rule.see}
    yield from (id for id in rules if id in ids and id not in option.apart)


def unchanged(before: SheetText, after: SheetText) -> Iterator[tuple[str, str]]:
    """The paragraphs, rows and items that say the same with and without the value."""
    for (place, piece), (_, old) in zip(after.pieces(), aligned(before, after), strict=True):
        same = Counter(units(piece.text)) & Counter(units(old))
        yield from ((place, unit) for unit in same if unit.strip())


def aligned(before: SheetText, after: SheetText) -> Iterator[tuple[str, str]]:
    """For each piece of the one sheet what the other says in its place, "" for nothing."""
    known: dict[tuple[str, int], str] = {}
    for key, piece in numbered(before):
        known[key] = piece.text
    for key, _ in numbered(after):
        yield key[0], known.get(key, "")


def numbered(text: SheetText) -> Iterator[tuple[tuple[str, int], VariedText]]:
    """Every piece with its place and its number there."""
    counts: dict[str, int] = {}
    for place, piece in text.pieces():
        counts[place] = counts.get(place, 0) + 1
        yield (place, counts[place]), piece


def every(game: Game) -> Cases:
    for option in game.rules.options.values():
        for value in values(option):
            yield pytest.param(option, value, id=f"{option.key}-{value}")


@pytest.mark.each("option value", every)
def test_changed_value_rewords_and_marks_the_sheet(
    game: Game, option: HouseRule, value: str
) -> None:
    before, after = texts(game, option, value)
    same = [*unchanged(before, after)]
    assert [id for id in related(game, option) if said(before, id) == said(after, id)] == []
    assert rows_that_say_the_same(game, option, value) <= trials(game).same_rows
    assert [*default_numbers(game, option, same)] == []
    assert [*default_clauses(option, same)] == []
    all_that_differs_is_marked(after)


def rows_that_say_the_same(game: Game, option: HouseRule, value: str) -> set[str]:
    """Rules that say something else, but not their row of the scoring table, which on paper stands
    for the text of the rule."""
    rules = under(game.rules, game.rules.chosen({option.key: value})).rules.values()
    return {r.id for r in rules if r.row and r.body.here and not r.row.here}


def default_numbers(
    game: Game, option: HouseRule, same: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The places where the default number is not marked."""
    if not option.default.lstrip("-").isdecimal():
        return
    number = int(option.default)
    spelt = {str(abs(number))} | ({word(number)} if 1 < number <= 20 else set())
    pattern = re.compile(rf"(?<![\w−-])({'|'.join(spelt)})(?![\w♥♠♦♣]|[ -]\d)", re.IGNORECASE)
    near = {*related(game, option), "glance", "sheet", "card-front", "card-back"} - {*option.apart}
    for place, unit in same:
        if (
            pattern.search(re.sub(r"^\d+\. ", "", unit))
            and place not in (*option.apart, "length", "source", "credits")
            and (number >= 20 or place in near)
        ):
            yield place, unit


def default_clauses(option: HouseRule, same: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The places where the first words of the default value are not marked."""
    clause = re.split(r"[,;:(]", option.value(option.default).words.casefold())[0].strip()
    if len(clause.split()) < 4:  # “the defender scores” stands everywhere
        return
    for place, unit in same:
        if clause in plainly(unit).casefold() and place not in (*option.apart, "credits"):
            yield place, unit


def all_that_differs_is_marked(after: SheetText) -> None:
    for _, piece in after.pieces():
        assert without(piece.marked) == piece.text
        new = Counter(units(piece.text)) - Counter(units(piece.standard))
        marked = bool({HERE, GONE} & {*piece.marked})
        assert marked == any(unit.strip() for unit in new), piece
        assert not re.search(r"\{\{|\{%|%\}|\}\}|  +\S", piece.text.replace("\n  ", "\n"))
    assert after.changed


def plainly(text: str) -> str:
    """Words alone: of Markdown without its marks, of a page without its tags."""
    text = re.sub(r"<(script|style|title)\b.*?</\1>", " ", text, flags=re.DOTALL)
    text = re.sub(r'<b class="here">here</b>', " ", text)
    text = unescape(re.sub(r"</?(span|b|strong|em|a)\b[^>]*>", "", text))
    text = re.sub(r"<[^>]*>", " ", text).replace("[here]", " ")
    return " ".join(re.sub(r"[|*_`#\ufe0e\u00a0]|^- ", " ", text, flags=re.MULTILINE).split())


def changed_units(after: SheetText) -> tuple[set[str], set[str]]:
    """(sentences only of the standard sheet, sentences only of this one), in words."""
    old, new, everything = set[str](), set[str](), []
    for _, piece in after.pieces():
        here, standard = Counter(units(piece.text)), Counter(units(piece.standard))
        old |= {plainly(unit) for unit in standard - here}
        new |= {plainly(unit) for unit in here - standard}
        everything.append(plainly(piece.text))
    kept = " ".join(everything)
    return {each for each in old if len(each) > 7 and each not in kept}, new


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    folder = tmp_path_factory.mktemp("wording")
    url = f"sqlite:///{folder / 'companion.db'}"
    upgrade(url)
    store = Store(url)
    yield create_app(store, testing=True, data=folder).test_client()
    store.close()


def sets(game: Game) -> Cases:
    # Every document and page takes a second: the ordinary run has one set of each game. What
    # presets bundle is among the values of the sets where every option is another.
    for place, (name, rules) in enumerate(reversed(houses(game).items())):
        rare = [] if name.startswith("all otherwise") else [pytest.mark.long]
        yield pytest.param(rules, id=name, marks=[*rare, *[pytest.mark.slow] * (place > 0)])


@pytest.mark.kinds
@pytest.mark.each("rules", sets)
def test_pages_and_documents_omit_rules_not_played(
    game: Game, rules: dict[str, str], browser: FlaskClient
) -> None:
    after = under(game.rules, game.rules.chosen(rules))
    bodies = {kind: printed(kind, game.key, tuple(after.house)) for kind in KINDS}
    assert [kind for kind, body in bodies.items() if of_a_phone(body)] == []
    query = urlencode({f"rule.{key}": text for key, text in rules.items()})
    bodies["page"] = browser.get(f"/rules/{game.key}?{query}").text
    bodies["terminal"] = "\n".join(sheet(after))
    old, new = changed_units(after)
    for name, body in bodies.items():
        # Rules of other tables are in a separate column, the standard rule among them.
        # The phone's page shows the standard rule beside it, struck out.
        words = plainly(
            re.sub(r'<td class="else">.*?</td>|<del>.*?</del>', "", body, flags=re.DOTALL)
        )
        assert [each for each in old if each in words] == [], name
        assert not re.search(r"\{\{|\{%", body), name
        mark = "[here]" if name == "terminal" else 'class="here'
        assert mark in body or not any(each in words for each in new if len(each) > 20), name


def test_sections_stand_in_order_of_play(game: Game) -> None:
    ids = [section.id for section in game.rules.sections]
    places = [ORDER.index(id) for id in ids if id in ORDER]
    assert places == sorted(places)
    assert set(ids) >= set(ORDER) - {"bidding", "house-rules"}
    own = [n for n, id in enumerate(ids) if id not in ORDER]
    assert [ids[n] for n in own if not ids.index("seats") < n < ids.index("end")] == []


def test_a_converted_sheet_has_what_its_paper_needs(game: Game) -> None:
    text = under(game.rules)
    assert [box.label for box in text.glance][:1] == ["Players"]
    assert len(text.glance) == 6
    assert not any(piece.here for _, piece in text.pieces())
    questions, rows = len(text.disputes), len(text.scoring)
    assert 6 <= questions <= 10, (
        f"{questions} house rules ask “dispute:”, paper has room for 6 to 10"
    )
    assert rows, "no rule has a “row:” in the scoring table"
    count = sum(each.teaches and not own_rules(game, each.example) for each in text.examples)
    assert 1 <= count <= 5, f"the sheet tells 1 to 5 worked examples, {count} have “tell:”"
    assert 1 <= len(text.reminders) <= 6
    assert not any(note for note in game.sheet.notes)
    assert not text.rules[game.adjust_rule].paper


def test_any_mixture_of_house_rules_has_its_text(game: Game) -> None:
    chance = Random(16)
    for _ in range(MIXTURES):
        rules = {
            option.key: chance.choice([option.default, *values(option)])
            for option in game.rules.options.values()
        }
        text = under(game.rules, game.rules.chosen(rules))
        # A line that ends in `%}` takes the next one along, unless it ends in `+%}`.
        wrong = r"\{\{|\{%|[.!?]- "
        assert [place for place, piece in text.pieces() if re.search(wrong, piece.text)] == []
        for id in game.rules.rules:
            assert text.rule(id).title


def test_every_preset_has_complete_rule_text(game: Game) -> None:
    for preset in game.rules.presets:
        text = under(game.rules, game.rules.chosen(preset.rules))
        assert {option.key for option in text.changed} == set(preset.rules)
        assert [id for id, piece in text.pieces() if "{" in piece.text] == []


def calls(game: Game) -> list[tuple[str, set[str] | None]]:
    """Every `say.name(...)` of a game with its keyword names; None if a mapping is passed."""
    uses: list[tuple[str, set[str] | None]] = []
    for file in Path(game.room).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("say."):
                names = {each.arg for each in node.keywords if each.arg}
                whole = len(names) == len(node.keywords)
                uses.append((ast.unparse(node.func)[4:], names if whole else None))
    return uses


def wanted(text: str) -> set[str]:
    return set(meta.find_undeclared_variables(environment().parse(text)))


NUMBER = re.compile(rf"\{{\{{ [\w.]+(?: [-+] \w+)? \}}\}} {PLURALS}")
"""A number before a plural in a sentence's source: "{{ tricks }} tricks"."""


def test_a_number_agrees_with_its_noun(game: Game) -> None:
    """`units` and `counted` write "1 trick"."""
    sentences = Sentences(game.room).known.items()
    assert [name for name, (_, source) in sentences if NUMBER.search(source)] == []


def test_sentences_exist_and_receive_their_named_values(game: Game) -> None:
    texts = {name: text for name, (_, text) in Sentences(game.room).known.items()}
    uses = calls(game)
    answers = {n[5:]: wanted(texts.pop(n)) - {"answer"} for n in [*texts] if n.startswith("told ")}
    needs = {name: wanted(text) | answers.get(name, set()) for name, text in texts.items()}
    assert {name for name, _ in uses} | set(answers) <= set(texts)
    assert [(n, g) for n, g in uses if g is not None and g != needs[n]] == []
    unused = set(texts) - {name for name, _ in uses}
    assert {name for name in unused if not name.startswith("frozen_")} == set()
