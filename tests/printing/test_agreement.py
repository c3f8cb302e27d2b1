"""No part of a paper contradicts another one, for any game and number of players."""

import re
from contextlib import suppress

import pytest

from companion.games import find
from companion.paths import PRINTABLES
from companion.printing import PrintSettings, build
from companion.printing.housecard import agreements, ticks
from companion.printing.layouts import draw
from companion.printing.people import party
from companion.printing.rulesheet import running
from companion.questions import Refused
from companion.rules import markdown
from companion.rules.marks import HERE, without
from companion.testing.evenings import houses, values
from companion.testing.test_documents import sentences
from tests.printing.papers import on_paper, played


def test_option_without_effect_is_not_mentioned(game):
    moot = [
        (option, party(game, rules={key: other}))
        for option in game.rules.options.values()
        for key, meant in option.given
        for other in values(game.rules.options[key])
        if other not in meant.split("/")
    ]
    for option, who in moot:
        titles = [each.title for each in agreements(who)]
        titles += [each.question for each in ticks(who, landscape=True)]
        assert option.title not in titles
        assert f"{option.title}:" not in build("sheet", who.game, rules=dict(who.rules)).body


@pytest.mark.parametrize(
    ("count", "rules", "words", "first"),
    [
        (4, {}, "13 to 1, 1 to 13", 13),
        (5, {}, "10 to 1, 1 to 10", 10),
        (6, {}, "8 to 1, 1 to 8", 8),
        (4, {"bloopers": "none"}, "12 to 1, 1 to 12", 12),
        (4, {"bloopers": "none", "deal_schedule": "every_other_14"}, "11, 9, 7, 5, 3, 1, 1", 11),
    ],
)
def test_hand_count_matches_rows_folded_in_middle(count, rules, words, first):
    game = find("back-alley")
    body = build("sheet", game, rules=rules, players="ABCDEF"[:count]).body
    assert f": {words}" in re.sub("</?b>", "", body)
    assert re.findall(r'class="[^"]*given[^"]*">(\d+)<', body)[0] == str(first)
    (grid,) = draw(party(game, seats=count, rules=rules)).grids
    rows = [len(each.rows) for each in grid.bodies[:2]]
    assert rows == [first + 1, first] or rules.get("deal_schedule")
    assert "fold" in grid.bodies[0].rows[-1].cells[0].text
    bids = [cell for row in grid.heads for cell in row if cell.text in ("1st", "4th", "5th")]
    assert len(bids) == (2 if count == 4 else 0)


def test_a_sheet_and_its_foot_name_one_target():
    body = build("sheet", find("scotch-whist"), rules={"target_rule": "exceed"}).body
    assert "42" not in re.sub("<[^>]+>", " ", body)


@pytest.mark.parametrize(
    ("key", "rule", "words"),
    [
        ("kaiser", {"first_lead": "bid_winner"}, ">leads<"),
        ("jo-jotte", {"first_lead": "defender"}, ">leads<"),
        ("scotch-whist", {"partners": "two_sides"}, "your quota"),
        ("scotch-whist", {"both_home": "higher_total"}, "in this order"),
        ("back-alley", {"partners": "solo"}, "over a partner’s board"),
    ],
)
def test_drawings_and_text_follow_the_house_rule(key, rule, words):
    game = find(key)
    for kind in ("rules", "cards", "sheet"):
        assert words not in build(kind, game, rules=rule).body, kind
    assert words in build("rules", game).body


def test_the_word_here_stands_before_a_clause(game):
    """Never between an article and its noun, nor before unchanged text."""
    for rules in houses(game).values():
        for _, piece in party(game, rules=rules).text.pieces():
            for found in re.finditer(f"(.?.?){HERE}", piece.marked):
                assert re.search(r"(^|[\s.;:,!?–…(|*_“>-])$", found[1]), piece.marked
                assert not re.search(r"\b(the|a|an|to|of) $", piece.marked[: found.start(0) + 2])


def test_changed_table_row_gets_no_extra_cell(game):
    """With another number of cells a table would be printed as text with bars."""
    for rules in houses(game).values():
        for _, piece in party(game, rules=rules).text.pieces():
            plain, marked = markdown.html(without(piece.marked)), markdown.html(piece.marked)
            for cell in ("<table", "<th", "<td"):
                assert marked.count(cell) == plain.count(cell), piece.marked


def test_what_a_kaiser_wins_is_on_the_sheet():
    game = find("kaiser")
    for value in ("on", "twelve_no", "twelve"):
        said = "".join(map(str, sentences(party(game, rules={"kaiser_bid": value}))))
        assert "wins or loses the game" in said
    paid = party(game, rules={"kaiser_bid": "on", "kaiser_pays": "52"})
    assert "wins or loses 52 points" in "".join(map(str, sentences(paid)))


def seated(game):
    """A party of every number that can play."""
    for count in game.players:
        with suppress(Refused):
            yield party(game, seats=count)


def test_sheet_and_foot_agree_for_all_player_counts(game):
    """If the sheet has its own text for a house rule, the foot uses it."""
    for who in seated(game):
        foot = build("sheet", game, players=[f"P{n}" for n in range(len(who.seating.seats))]).body
        foot = foot[foot.index('class="imprint"') :].partition("</footer>")[0]
        assert [key for key, words in who.sheet.plays.items() if words not in foot] == []


@pytest.mark.parametrize("count", [5, 6])
@pytest.mark.parametrize("rules", [{}, {"trump_source": "spades"}])
def test_ticks_name_only_hands_that_can_be_dealt(count, rules):
    who = party(find("back-alley"), seats=count, rules=rules)
    (tick,) = (each for each in ticks(who, landscape=True) if "Hands" in each.question)
    sizes = [int(size) for answer in tick.answers for size in re.findall(r"\d+", answer)]
    assert max(sizes) == max(int(row["cards"]) for row in who.known)
    assert max(sizes) * count <= 54 < (max(sizes) + 1) * count + ("trump_source" not in rules)
    assert len(set(tick.answers)) == len(tick.answers) > 4


@pytest.mark.parametrize(("count", "number"), [(4, 2), (5, 0), (6, 3)])
def test_ticks_leave_out_what_so_many_cannot_play(count, number):
    who = party(find("scotch-whist"), seats=count)
    found = {each.question: each.answers for each in ticks(who, landscape=True)}
    assert len(found.get("Partnerships", ())) == number


def test_every_box_is_large_enough_to_write(game):
    """A box to write in is 9 mm wide and 6 mm high at least, the number of its hand apart."""
    for grid in (grid for who in seated(game) for grid in draw(who).grids):
        rows = [row for body in grid.bodies for row in body.rows]
        assert min(row.height or grid.height for row in rows) >= 6
        if grid.kind != "blocks":
            assert min(grid.widths[1:]) >= 9
            continue
        for row in rows:
            start = 1
            for cell in (each for each in row.cells if not each.head):
                assert sum(grid.widths[start : start + cell.span]) >= 9, cell.name
                start += cell.span


def test_crossed_off_ranks_have_writable_boxes():
    sheet = (PRINTABLES / "css" / "sheet.css").read_text("utf-8")
    (box,) = re.findall(r"(?m)^\.strips \.boxes \.tick \{([^}]*)\}", sheet)
    wide, high = (
        float(re.findall(rf" {side}: ([\d.]+)mm", box)[0]) for side in ("width", "height")
    )
    assert (wide >= 9, high >= 6) == (True, True)


def test_names_of_a_sheet_have_one_size():
    names = ["Bartholomew Featherstonehaugh", "O'Neill-Montgomery", "Bartholomäus", "Bo"]
    body = build("sheet", find("kaiser"), players=names).body
    assert len(set(re.findall(r'<li class="(\w*)"><b class="key">', body))) == 1
    body = build("sheet", find("back-alley"), players=["Øyvind", "Wolfesbane", *"ABCD"]).body
    assert len(set(re.findall(r"given who (s\d|)", body))) == 1


def test_two_sided_or_filled_sheet_adds_no_questions():
    kaiser, pan = find("kaiser"), find("panguingue")
    for asked, body in (
        (True, build("sheet", kaiser).body),
        (False, build("sheet", kaiser, replay=played(kaiser)).body),
        (False, build("sheet", pan).body),
        (False, build("sheet", pan, settings=PrintSettings(seats=9)).body),
    ):
        assert ("Agree before the first deal" in body) == asked


@on_paper
@pytest.mark.parametrize("game", [find("kaiser")], ids=["kaiser"])
def test_long_documents_print_duplex_with_matching_punch(printed, game):
    for kind in ("rules", "sheet", "cards", "house-card"):
        paper = printed(build(kind, game))
        assert paper.both_sides == ("/DuplexFlipLongEdge" if paper.pages > 1 else "")
        if kind in ("rules", "sheet"):
            front, back = paper.boxes
            assert min(box[0] for box in front) - min(box[0] for box in back) > 20  # 8 mm


@on_paper
@pytest.mark.long
def test_rule_sheet_is_drawn_in_reading_order(printed, game):
    """Text extracted from a PDF is in the order in which it was drawn."""
    paper, who = printed(build("rules", game)), party(game)
    text = paper.letters
    for fact in who.text.glance:
        box = "".join(f"{fact.label}{fact.figure}{fact.words}".split())
        assert box.casefold() in text.casefold()
    rules = [each for section in running(who) for each in (*section.before, *section.rules)]
    begin = [f"{''.join(e.ids)}{''.join(e.html.striptags().split())[:12]}" for e in rules]
    assert [words for words in begin if words not in text] == []
    places = [text.index(words) for words in begin]
    assert places == sorted(places)
    # An id is beside the first line of its rule, with or without side notes.
    told = {each.id: each.html.striptags().split()[0] for each in rules}

    found: dict[str, str] = {}
    for page in paper.boxes:
        for x1, y1, x2, y2, word in page:
            line = [(w[0], w[4]) for w in page if w[0] > x2 and w[1] < (y1 + y2) / 2 < w[3]]
            if word in told and x1 < 130:
                found.setdefault(word, min(line, default=(0, ""))[1])
    assert found == told
