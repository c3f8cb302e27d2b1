"""The rule sheet: in order of play, on two pages or a few more, in type that can be read."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pikepdf
import pytest

from companion.engine.table import Outcome
from companion.games import find, shelf
from companion.printing import build
from companion.printing.in_force import ended, worked
from companion.printing.people import party
from companion.printing.rulesheet import disputes, first_of, running, view
from companion.rules.pieces import Text
from tests.printing.papers import Paper, boldest

GAMES = list(shelf().values())
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")


def bold(game):
    """Every option on another value than the standard one, as far as they stand alone."""
    changed: dict[str, str] = {}
    for key, option in game.rules.options.items():
        others = [value.key for value in option.values if value.key != option.default]
        if others and not changed:
            changed[key] = others[-1]
    return changed


@pytest.mark.slow
@read_back
@pytest.mark.parametrize(
    "house",
    [pytest.param(False, id="standard"), pytest.param(True, id="house", marks=pytest.mark.kinds)],
)
def test_a_rule_sheet_is_whole_on_two_pages_or_three_with_house_rules(game, house, tmp_path, press):
    document = build("rules", game, rules=bold(game) if house else None)
    printed = press.print(document.sheets)
    warnings = list(printed.warnings)
    paper = Paper(tmp_path / "rules.pdf", printed.pdf)
    assert (warnings, paper.complaints()) == ([], [])
    assert paper.pages <= 2 or (house and paper.pages == 3)
    assert min(paper.filled[1:], default=1) > 0.85 or house
    text = "".join("".join(paper.page_texts).split())
    shown: dict[str, Any] = {**view(party(game, rules=bold(game) if house else None))}
    # A note that floats at the end of a page can be set twice.
    written = "".join(re.sub("<[^>]+>", "", document.body).split()).casefold()
    notes = [n.title for s in shown["running"] for each in (s, *s.rules) for n in each.sides]
    heads = {"".join(title.split()).casefold() for title in notes if title}
    assert [h for h in heads if text.casefold().count(h) > written.count(h)] == []
    ids = [rule.id for section in shown["running"] for rule in section.rules]
    ids += [row.rule for section in shown["running"] for row in section.rows]
    assert [id for id in ids if id not in text] == []
    assert paper.filled[0] > 0.78


@pytest.mark.kinds
@pytest.mark.slow
@read_back
def test_a_rule_sheet_is_whole_under_all_house_rules_at_once(press, tmp_path, game):
    printed = press.print(build("rules", game, rules=boldest(game)).sheets)
    paper = Paper(tmp_path / "rules.pdf", printed.pdf)
    assert (list(printed.warnings), paper.complaints()) == ([], [])
    assert printed.pages <= 3
    sections = running(party(game, rules=boldest(game)))
    for section in (each for each in sections if each.intro and each.rules and not each.rows):
        end = "".join(section.intro.striptags().split())[-30:].casefold()
        pages = [p for p in paper.page_texts if end in "".join(p.split()).casefold()]
        assert any(section.rules[0].id in page for page in pages), section.id
    scored = [row.rule for each in sections if len(each.rows) > 2 for row in each.rows]
    text = "".join("".join(paper.page_texts).split())
    assert ("Wheretablesdiffer" in text) == ("playedhere" in text.casefold())
    for page in paper.page_texts:
        # An example cites rules, too.
        table = re.split(r"For example |Examples ", " ".join(page.split()))[0]
        assert sum(f"{id} " in table for id in scored) not in (1, 2)


def test_a_scoring_table_has_the_heads_and_the_columns_that_the_room_names():
    pan = build("rules", find("panguingue")).body
    table = pan[pan.index('<table class="scoring">') :].partition("</table>")[0]
    assert re.findall(r'<th class="label[^>]*>(?:<[^>]*>)*([^<]+)', table) == [
        "What you lay", "♣", "♠",
    ]  # fmt: skip
    valle = table[table.index('id="PAN-VALLE-SUIT"') :].partition("</tr>")[0]
    assert re.findall(r'<td class="pts half">(\d)</td>', valle) == ["2", "4"]
    added = table[table.index('id="PAN-LAYOFF"') :].partition("</tr>")[0]
    assert re.findall('<td class="pts" colspan="2">([^<]+)', added) == [
        "the condition’s rate again"
    ]
    duel = build("rules", find("jo-jotte")).body
    assert re.findall(r'<tr class="part">.*?<th[^>]*>([^<]+)<', duel) == [
        "Below the line: trick points", "Above the line",
    ]  # fmt: skip


def test_the_questions_played_as_everywhere_are_left_out_first():
    asked = disputes(party(find("scotch-whist")))
    assert len(asked) > 8
    mine = asked[:8] + [replace(e, question=Text("Here?", "There?")) for e in asked[8:]]
    assert first_of(asked, 8) == asked[:8]
    kept = first_of(mine, 8)
    assert ([e for e in kept if e.here], kept) == (mine[8:], [e for e in mine if e in kept])
    assert "More that tables differ on" in build("rules", find("scotch-whist")).body
    assert "More that tables differ on" not in build("rules", find("jo-jotte")).body


def test_scoring_comes_after_the_play_and_begins_the_second_page(game):
    sections = running(party(game))
    ids = [section.id for section in sections]
    if "scoring" in ids:
        assert ids.index("play") < ids.index("scoring")
    assert sum(section.second for section in sections) == 1


def test_headings_go_down_one_step_at_a_time_and_hold_no_id(game):
    html = build("rules", game).body
    found = re.findall(r"<h([1-6])[^>]*>(.*?)</h", html, re.DOTALL)
    levels = [int(level) for level, _ in found]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert [words for _, words in found if game.prefix + "-" in words] == []


@read_back
def test_bookmarks_read_as_words(press, tmp_path):
    game = GAMES[0]
    paper = Paper(tmp_path / "x.pdf", press.print(build("rules", game).sheets).pdf)
    with pikepdf.open(paper.file) as pdf, pdf.open_outline() as outline:
        todo, titles = list(outline.root), []
        while todo:
            each = todo.pop()
            titles.append(each.title)
            todo += each.children
    assert game.title in titles
    assert [title for title in titles if game.prefix + "-" in title] == []


def test_a_house_rule_is_marked_where_it_changes_the_sheet(game):
    rules = bold(game)
    if not rules:
        pytest.skip("no options")
    html = build("rules", game, rules=rules).body
    assert "This table plays:" in html
    assert "standard:" in html
    assert "This table plays:" not in build("rules", game).body


def test_a_room_without_a_drawing_has_a_band_of_facts_alone(tmp_path):
    game = GAMES[0]
    assert "band drawn" in build("rules", game).body
    rules = game.rules
    bare = replace(game, room=str(tmp_path / "x.py"))
    bare.__dict__["rules"] = rules
    assert "band drawn" not in build("rules", bare).body


def test_the_score_after_an_example_is_that_of_the_hands_it_plays():
    # The next hand of the replay has begun by itself: its antes are no part of the example.
    after = {e.name: e.after for e in worked(party(find("panguingue")), frozenset())}
    assert after["E7"] == "Score now: Ana 93, Ben 117, Cruz 90."


def test_what_is_said_of_other_tables_is_a_house_rule_or_has_a_source(game):
    text = party(game).text
    options = {option.rule for option in text.options.values()}
    sources = {rule.id: rule.source for section in text.sections for rule in section.rules}
    unfounded = [
        (each.rule, each.elsewhere.text)
        for each in text.disputes
        if each.rule not in options
        and not sources.get(each.rule)
        and not re.match(r"The source|.*\(.*\)$", each.elsewhere.text)
    ]
    assert unfounded == []
    assert [each.rule for each in text.disputes if each.elsewhere.text in ("", "–")] == []


def told(key):
    """What the examples of a rule sheet tell, by their titles, in words alone."""
    found = worked(party(find(key)), frozenset())
    words = {each.title: " ".join(str(hand.told) for hand in each.hands) for each in found}
    return {title: re.sub("<[^>]+>", "", text) for title, text in words.items()}


def test_a_question_that_teaches_is_printed_with_its_answer():
    assert told("jo-jotte")["Count a pile"].endswith("The pile counts 85.")


def test_a_hand_is_told_after_many_that_only_lead_there():
    assert "Ruth takes no trick, Sol 4, Tess 9." in told("tribello")["Nullo, from level totals"]


def test_the_final_score_of_an_example_says_who_won_and_why():
    whist = worked(party(find("scotch-whist")), frozenset())
    (final,) = [each.after for each in whist if each.after.startswith("Final")]
    assert final.endswith(
        "Bob reaches 41 first, with the queen of trumps; Ann only with the jack of trumps."
    )
    won = Outcome((party(find("kaiser")).seating.sides[0],), "KAI-WIN", "52 and more")
    assert ended(won).endswith(": 52 and more.")
    assert ended(won) != "52 and more."
