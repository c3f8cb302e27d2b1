"""The rule sheet: in order of play, on two pages or a few more, in type that can be read."""

import re
from dataclasses import replace
from itertools import pairwise

import pikepdf
import pytest

from companion.engine.table import Outcome
from companion.games import find
from companion.printing import build
from companion.printing.in_force import ended, worked
from companion.printing.people import party
from companion.printing.rulesheet import disputes, drawing, first_of, running
from companion.rules.pieces import VariedText
from companion.testing.evenings import houses
from companion.testing.test_documents import body_of
from tests.printing.papers import GAMES, boldest, on_paper


def bold(game):
    """One option on another value than the standard one."""
    for key, option in game.rules.options.items():
        if others := [value.key for value in option.values if value.key != option.default]:
            return {key: others[-1]}
    return {}


@pytest.mark.kinds
@on_paper
@pytest.mark.parametrize(
    "house",
    [pytest.param(False, id="standard"), pytest.param(True, id="house", marks=pytest.mark.kinds)],
)
def test_rule_sheet_fits_two_or_three_pages(printed, game, house):
    rules = bold(game) if house else {}
    document = build("rules", game, rules=rules)
    paper = printed(document)
    assert paper.complaints() == []
    assert paper.pages <= 2 or (house and paper.pages == 3)
    assert min(paper.filled[1:], default=1) > 0.78 or house
    assert paper.filled[0] > 0.78
    # A note that floats at the end of a page can be set twice.
    written = "".join(re.sub("<[^>]+>", "", document.body).split()).casefold()
    sections = body_of(party(game, rules=rules))
    notes = [n.title for s in sections for each in (s, *s.rules) for n in each.sides]
    heads = {"".join(title.split()).casefold() for title in notes if title}
    text = paper.letters
    assert [h for h in heads if text.casefold().count(h) > written.count(h)] == []
    ids = [rule.id for section in sections for rule in section.rules]
    ids += [row.rule for section in sections for row in section.rows]
    assert [id for id in ids if id not in text] == []


@pytest.mark.kinds
@on_paper
def test_rule_sheet_is_whole_under_all_house_rules(printed, game):
    paper = printed(build("rules", game, rules=boldest(game)))
    assert paper.complaints() == []
    assert paper.pages <= 3
    sections = running(party(game, rules=boldest(game)))
    for section in (each for each in sections if each.intro and each.rules and not each.rows):
        end = "".join(section.intro.striptags().split())[-30:].casefold()
        pages = [p for p in paper.page_texts if end in "".join(p.split()).casefold()]
        assert any(section.rules[0].id in page for page in pages), section.id
    scored = [row.rule for each in sections if len(each.rows) > 2 for row in each.rows]
    text = paper.letters
    assert ("Wheretablesdiffer" in text) == ("playedhere" in text.casefold())
    for page in paper.page_texts:
        # An example cites rules, too.
        table = re.split(r"For example |Examples ", page)[0]
        assert sum(f"{id} " in table for id in scored) not in (1, 2)


@pytest.mark.kinds
@on_paper
def test_lines_and_scores_have_a_good_width(printed, game):
    """A line has at most 90 letters, and a short score is one line."""
    lines = printed(build("rules", game)).lines
    assert [line for line in lines if len(line) > 90 and "Named rule sets" not in line] == []
    rows = [row for section in running(party(game)) for row in section.rows if not row.also]
    scores = [plain(row.points.text) for row in rows]
    known = [plain(line) for line in lines]
    broken = [each for each in scores if not any(each in line for line in known)]
    assert [each for each in broken if len(each) <= 34] == []


def plain(text):
    """The text without marks and spaces."""
    return "".join(re.sub(r"[*_\ufe0e]", "", text).split())


def test_no_row_of_a_table_is_told_twice(game):
    """Neither in another rule of the sheet nor in its drawing."""
    who = party(game)
    drawn = re.findall("<text[^>]*>([^<]*)", str(drawing(who)))
    sections = running(who)
    rules = {r.id: words(r.html.striptags()) for s in sections for r in (*s.before, *s.rules)}
    tables = [(s.id, s.intro) for s in sections]
    tables += [(r.id, r.html) for s in sections for r in (*s.before, *s.rules)]
    twice = []
    for id, html in tables:
        for row in re.findall("<tr>(.*?)</tr>", str(html), re.DOTALL):
            _, *cells = re.split("<t[dh][^>]*>", row)
            found = [re.sub("<[^>]+>", "", each).strip() for each in cells]
            told = words(" ".join(found[1:]))
            others = [other for at, other in rules.items() if at != id]
            if all(each in drawn for each in found) or (
                len(told) > 4 and any(len(told & each) > 0.8 * len(told) for each in others)
            ):
                twice.append((id, found))
    assert twice == []


def words(text):
    return set(re.findall(r"[a-z]+|\d+", text.casefold()))


def test_scoring_table_has_the_games_own_columns():
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


def test_common_questions_are_left_out_first():
    asked = disputes(party(find("scotch-whist")))
    assert len(asked) > 8
    mine = asked[:8] + [replace(e, question=VariedText("Here?", "There?")) for e in asked[8:]]
    assert first_of(asked, 8) == asked[:8]
    kept = first_of(mine, 8)
    assert ([e for e in kept if e.here], kept) == (mine[8:], [e for e in mine if e in kept])
    assert "More variants" in build("rules", find("scotch-whist")).body
    assert "More variants" not in build("rules", find("jo-jotte")).body


def test_scoring_comes_after_the_play(game):
    sections = running(party(game))
    ids = [section.id for section in sections]
    if "scoring" in ids:
        assert ids.index("play") < ids.index("scoring")
    assert any(section.scores for section in sections)


def test_headings_descend_stepwise_without_ids(game):
    html = build("rules", game).body
    found = re.findall(r"<h([1-6])[^>]*>(.*?)</h", html, re.DOTALL)
    levels = [int(level) for level, _ in found]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert [words for _, words in found if game.prefix + "-" in words] == []


@on_paper
def test_bookmarks_read_as_words(printed):
    game = GAMES[0]
    with pikepdf.open(printed(build("rules", game)).file) as pdf, pdf.open_outline() as outline:
        todo, titles = list(outline.root), []
        while todo:
            each = todo.pop()
            titles.append(each.title)
            todo += each.children
    assert game.title in titles
    assert [title for title in titles if game.prefix + "-" in title] == []


def test_changed_house_rule_is_marked_on_sheet(game):
    html = build("rules", game, rules=bold(game)).body
    assert "This table plays:" in html
    assert "standard:" in html
    assert "This table plays:" not in build("rules", game).body


def test_game_without_drawing_has_facts_alone(tmp_path):
    assert "band drawn" in build("rules", GAMES[0]).body
    bare = replace(GAMES[0], room=str(tmp_path / "x.py"))
    bare.__dict__["rules"] = GAMES[0].rules
    assert "band drawn" not in build("rules", bare).body


def test_claims_about_other_tables_have_sources(game):
    text = party(game).text
    options = {option.rule for option in text.options.values()}
    sources = {rule.id: rule.source for section in text.sections for rule in section.rules}
    unfounded = [
        (each.rule, each.elsewhere.text)
        for each in text.disputes
        if each.rule not in options
        and not sources.get(each.rule)
        and not re.match(r"not settled$|.*\(.*\)$", each.elsewhere.text)
    ]
    assert unfounded == []
    nothing = re.compile("–?$|The source does not")
    assert [each.rule for each in text.disputes if nothing.match(each.elsewhere.text)] == []


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("panguingue", "6 to 8 is best"),
        ("panguingue", "the same dealer deals again, and the pot waits for the next hand"),
        ("panguingue", "as many melds as you like"),
        ("jo-jotte", "set aside, undoubled"),
        ("jo-jotte", "neither tied nor a nullo"),
        ("carousel", "without a meld. You may knock then, too"),
        ("leopard", "even on your own king"),
        ("tribello", "left, right, widow, dealer"),
        ("tribello", "if nothing is left, they play the cards dealt"),
    ],
)
def test_sheet_answers_what_players_had_to_guess(key, answer):
    body = re.sub("<[^>]+>", "", build("rules", find(key)).body)
    assert answer in " ".join(body.split())


def told(key):
    """The plain text of the examples of a rule sheet."""
    hands = [hand for each in worked(party(find(key)), frozenset()) for hand in each.hands]
    return re.sub("<[^>]+>", "", " ".join(str(hand.text) for hand in hands))


def test_worked_examples_tell_answer_result_and_reason():
    assert "The pile counts 85." in told("jo-jotte")
    assert "Ruth takes no trick, Sol 4, Tess 9." in told("tribello")
    whist = worked(party(find("scotch-whist")), frozenset())
    (final,) = [each.after for each in whist if each.after.startswith("Final")]
    assert final.endswith(
        "Bob reaches 41 first, with the queen of trumps; Ann only with the jack of trumps."
    )
    won = Outcome((party(find("kaiser")).seating.sides[0],), "KAI-WIN", "52 and more")
    assert ended(won).endswith(": 52 and more.")
    assert ended(won) != "52 and more."
    # The next hand of the replay has begun by itself: its antes are no part of the example.
    after = {e.name: e.after for e in worked(party(find("panguingue")), frozenset())}
    assert after["E7"] == "Score now: Ana 93, Ben 117, Cruz 90."


@pytest.mark.kinds
def test_each_id_is_an_anchor_once(game):
    for rules in houses(game).values():
        body = build("rules", game, rules=rules).body
        anchors = re.findall(r' id="([A-Z]+-[^"]+)"', body)
        assert sorted(set(anchors)) == sorted(anchors)
