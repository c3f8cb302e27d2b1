"""The content of a scoresheet before layout: boxes, totals, corrections, parts."""

import re

import pytest

from companion.engine.panels import Square
from companion.engine.record import Act, Record
from companion.engine.sheets import (
    BlockSheet,
    CrossSheet,
    EventSheet,
    RowSheet,
    SquareSheet,
    StripSheet,
)
from companion.engine.transcript import Transcript
from companion.games import find
from companion.paths import PACKAGE, PRINTABLES
from companion.printing import PAPERS, Journalled, PrintSettings, build, text
from companion.printing.chart import progress
from companion.printing.figures import ordinal, said
from companion.printing.grid import PORTRAIT, plan, plans, widths
from companion.printing.in_force import in_force
from companion.printing.layouts import draw
from companion.printing.layouts.rows import SPARE
from companion.printing.people import NOBODY, numbered, party
from companion.printing.scoresheet import corrected, hands_of, once, result, teams
from companion.questions import Refused
from tests.printing.papers import GAMES, evening, full, on_paper, played


def by_layout(layout):
    """The first game whose sheet is drawn so."""
    return next(game for game in GAMES if isinstance(game.sheet, layout))


PARTNERS = next(
    game
    for game in GAMES
    if isinstance(game.sheet, RowSheet) and game.players == (4,) and not game.sheet.parts
)
"""The first game of two sides of two with a row for each hand."""


def filled(game, record=None):
    """The party of an evening's sheet; of the recorded one if there is no other."""
    return party(game, replay=game.replay(record or evening(game)))


def inner(who, rows=0):
    """The first grid that is drawn."""
    return grids(who, rows)[0]


def grids(who, rows=0):
    return draw(who, rows).grids


MANY = {"target": "62", "failed_contract": "bid_amount", "nt_doubles_defenders": "yes"}
MANY |= {"defender_limit": "46", "win_rule": "bidders_first", "first_lead": "bid_winner"}


def blocks(who):
    return draw(who).blocks


def texts(grid):
    """Every row of a grid as the texts of its cells."""
    return [[cell.text for cell in row.cells] for body in grid.bodies for row in body.rows]


def test_filled_sheet_totals_match_the_points(game):
    replay = played(game)
    shape = plan(game.sheet.under(replay.table.rules), replay.table.seating)
    before = dict.fromkeys(replay.table.sides, replay.ledger.opening)
    for hand in replay.hands:
        for place in shape.places:
            text = said(place, hand).replace("−", "-")
            if text and place.column.key == "total":
                assert text == str(hand.totals[place.side])
            elif text and place.column.key == "points":
                adjusted = sum(
                    line.change(place.side) for line in hand.lines if line.column == "adjust"
                )
                assert int(text) == hand.totals[place.side] - before[place.side] - adjusted
        before = hand.totals


@pytest.mark.parametrize("count", ["fewest", "most"])
def test_columns_fill_the_page_and_no_more(game, count):
    who = party(game, seats=min(game.players)) if count == "fewest" else full(game)
    for grid in grids(who, 0):
        wide = sum(grid.widths)
        assert wide in (178, 255) or (
            bool(getattr(game.sheet, "track", 0)) and wide == pytest.approx(130)
        )
        assert min(grid.widths) > 0
        for body in grid.bodies:
            for row in body.rows:
                assert sum(cell.span for cell in row.cells) >= grid.columns - 1


def test_column_widths_share_rounding_and_split_pages():
    assert sum(widths([7, 7, 7], PORTRAIT)) == PORTRAIT
    assert widths([10, 20], 90) == (30, 60)
    game = by_layout(EventSheet)
    shapes = plans(game.sheet, party(game, seats=max(game.players)).seating)
    sides = [place.owner for shape in shapes for place in shape.places if place.owner]
    assert len(shapes) > 1
    assert len(sides) == max(game.players)


def test_blank_sheet_names_players_or_has_lines():
    names = ["Ann", "Bo", "Cy", "Di"]
    html = build("sheet", PARTNERS, players=names).body
    assert [f'class="player">{name}<' in html for name in names] == [True] * 4
    assert "A B C D" in html
    long = ["Bartholomew Featherstonehaugh-Cholmo", "<b>X</b>", "Cyrus Montgomery-Fitzwilliam", "D"]
    html = build("sheet", PARTNERS, players=long).body
    written = [name.replace("<", "&lt;").replace(">", "&gt;") for name in long]
    assert [html.count(f'class="player">{name}<') for name in written] == [1] * 4
    assert "<b>X</b>" not in html
    assert 'class="longest two-lines"' in html
    html = build("sheet", PARTNERS).body
    assert "1 2 3 4" in html
    assert not any(chr(NOBODY + seat) in html for seat in range(1, 16))
    assert numbered(f"{chr(NOBODY + 3)} deals") == "3 deals"
    with pytest.raises(Refused, match="exactly 4"):
        build("sheet", PARTNERS, players=["Ann", "Bo"])


def test_running_game_continues_in_blank_rows():
    assert len(texts(inner(party(PARTNERS), 5))) == 5
    replay = played(PARTNERS, 2)
    rows = texts(inner(party(PARTNERS, replay=replay)))
    assert len(rows) >= PARTNERS.sheet.rows - SPARE
    assert [row[0] for row in rows[:5]] == ["1", "2", "3", "4", "5"]
    assert result(replay).label.startswith("Not finished")


def test_amendment_strikes_old_value_until_undone():
    game, whole, replay = PARTNERS, evening(PARTNERS), played(PARTNERS)
    start = Record(game.key, dict(whole.head))
    key, right, wrong = _count(game, whole)
    acts = [Act("answer", number, hand) for number, hand in enumerate(whole.hands, 1)]
    back = [Journalled(act) for act in (*acts, Act("amend", 1, {key: wrong}), Act("undo"))]
    who, found = corrected(party(game, replay=replay), start, back)
    assert (found, dict(who.struck)) == ([], {})
    acts[0] = Act("answer", 1, {**whole.hands[0], key: wrong})
    journal = [Journalled(act, "phone 1", "20:15") for act in acts]
    journal.append(Journalled(Act("amend", 1, {key: right}), "Pia", "21:40"))
    who, found = corrected(party(game, replay=replay), start, journal)
    assert [(c.hand, c.who, c.when) for c in found] == [(1, "Pia", "21:40")]
    assert found[0].old != found[0].new
    assert {hand for hand, _ in who.struck} == {1}
    html = build("sheet", game, replay=replay, journal=journal, start=start).body
    assert "<del>" in html
    assert "by Pia, 21:40" in html


def _count(game, record):
    """A number asked in hand 1: its key, its text, and another legal answer."""
    for asked in game.replay(record).hands[0].asked:
        text = asked.text
        if not text.isdecimal() or "trick" not in asked.question.key:
            continue
        for other in range(10):
            changed = record.copy()
            changed.hands[0][asked.question.key] = str(other)
            if str(other) != text and not game.replay(changed).refused:
                return asked.question.key, text, str(other)
    raise AssertionError("no number to change in hand 1")


def test_changed_house_rules_come_first_in_words():
    game = next(g for g in GAMES if any(o.ask for o in g.rules.options.values()))
    asked = next(o for o in game.rules.options.values() if o.ask)
    other = next(v for v in asked.values if v.key != asked.default)
    found = in_force(game, game.rules.chosen({asked.key: other.key}), min(game.players))
    assert (found[0].rule.key, found[0].words, found[0].changed) == (asked.key, other.words, True)


def test_cross_sheet_is_written_outward_with_totals():
    replay = played(by_layout(CrossSheet))
    above, below, *_, foot = inner(party(by_layout(CrossSheet), replay=replay)).bodies
    numbers = [
        [float(row.cells[0].text) for row in body.rows if row.cells[0].text]
        for body in (above, below)
    ]
    assert numbers == [sorted(numbers[0], reverse=True), sorted(numbers[1])]
    rows = [[int(c.text.replace("−", "-")) for c in row.cells[1:]] for row in foot.rows]
    adjusted = [
        sum(e.line.change(s) for e in replay.ledger.entries if e.line.column == "adjust")
        for s in replay.table.sides
    ]
    summed = [sum(column) for column in zip(*rows[:-1], strict=True)]
    assert rows[-1] == list(replay.ledger.totals.values())
    assert [a + b for a, b in zip(summed, adjusted, strict=True)] == rows[-1]


def test_ledger_has_balanced_row_per_event():
    game = by_layout(EventSheet)
    replay = played(game)
    events = [e for hand in replay.hands for e in hand.events if e.lines or e.cells]
    rows = [row for row in texts(inner(party(game, replay=replay))) if row[0]]
    assert [row[0] for row in rows] == [str(n) for n in range(1, len(events) + 1)]
    assert game.sheet.rows >= len(events)
    for row, event in zip(rows, events, strict=True):
        for total in event.totals.values():
            assert str(total).replace("-", "−") in row


def test_full_squares_show_their_line_values():
    game = by_layout(SquareSheet)
    boards = [board for block in blocks(filled(game)) for board in block.boards]
    assert any(space.text for board in boards for row in board.rows for space in row)
    assert all(len(board.feet) == 5 and len(board.ends) == 3 for board in boards)
    found = blocks(filled(game, evening(game, 2)))
    worth = [any(board.ends + board.feet) for block in found for board in block.boards]
    assert worth == [True, True] * 2 + [False, False] * 2


def test_a_page_of_squares_holds_whole_games():
    game = by_layout(SquareSheet)
    told = [block.title for block in blocks(party(game, rules={"hands": "2"}))]
    assert told == ["Game 1, hand 1", "Game 1, hand 2", "Game 2, hand 1", "Game 2, hand 2"]
    assert len(blocks(party(game, rules={"hands": "8"}))) == 8


def test_three_line_name_takes_space_from_rows():
    game = next(
        g for g in GAMES if isinstance(g.sheet, RowSheet) and set(g.players) == {2, 3, 4, 5}
    )
    names = ["Ann", "Bea", "Cal", "Dot"]
    short, long = (
        inner(party(game, players=[*names, last]))
        for last in ("Eve", "Bartholomew Featherstonehaugh-Cholmondeley")
    )
    assert len(short.bodies[0].rows) == len(long.bodies[0].rows)
    assert 5 < sum(len(body.rows) for body in short.bodies) * (short.height - long.height) < 15


@pytest.mark.parametrize(
    ("key", "rules", "rows", "games"),
    [
        ("dealers-dilemma", {"rounds": "3"}, 3, 4),
        ("tres", {"deals": "4"}, 4, 3),
        ("dilemma", {}, 4, 3),
    ],
)
def test_short_games_fill_page_with_own_rows(key, rules, rows, games):
    drawn = grids(party(find(key), rules=rules))
    assert [len(grid.bodies[0].rows) for grid in drawn] == [rows] * games
    assert 190 < sum(rows * grid.height + 25 for grid in drawn) < 235


def test_block_hands_have_boxes_and_open_mark():
    game = by_layout(BlockSheet)
    grid = inner(party(game))
    assert len(grid.bodies) == game.sheet.rows
    for body in grid.bodies:
        assert sum(cell.span for cell in body.rows[0].cells) == grid.columns
    grid = inner(filled(game, evening(game, 1)))
    assert [body.rows[0].cells[0].small for body in grid.bodies][:3] == ["", "open", ""]


def test_thrown_in_hand_takes_no_part_row():
    game = next(g for g in GAMES if isinstance(g.sheet, RowSheet) and g.sheet.parts)
    record = evening(game)
    record.hands.insert(0, {"@void": "misdealt"})
    assert isinstance(game.sheet, RowSheet)
    first = game.sheet.parts[0]
    counts = [
        sum(row.kind != "void" for row in inner(who).bodies[0].rows) - bool(first.foot)
        for who in (filled(game, record), filled(game))
    ]
    assert counts == [first.rows, first.rows]


def test_result_names_winners_and_hands_once(game):
    replay = played(game)
    found = result(replay)
    assert found.why.count(hands_of(replay)) <= 1
    if replay.outcome:
        assert all(side.name in found.words for side in replay.outcome.winners)
        assert found.rule == replay.outcome.rule


def test_filled_sheet_names_overflowing_house_rules():
    game = find("kaiser")
    record = evening(game)
    record.head |= {f"rule {key}": text for key, text in MANY.items()}
    replay = game.replay(record)
    _, said, rest = build("sheet", game, replay=replay).body.partition("named after the score")
    assert said
    told = rest.partition("This table plays</h2>")[2].partition("</section>")[0]
    for each in in_force(game, replay.table.rules, len(replay.table.seats)):
        assert not each.changed or f"<b>{each.rule.title}:</b>" in told
    assert "This table plays</h2>" not in build("sheet", game, replay=played(game)).body


def test_chart_says_every_total_in_words(game):
    replay = played(game)
    drawn = str(progress(replay))
    over = [hand for hand in replay.hands if hand.over and not hand.void]
    if len(over) < 2:
        assert drawn == ""
        return
    title = drawn.partition("<title>")[2].partition("</title>")[0]
    assert f">{replay.word}</text>" in drawn
    assert f"after each {replay.word}." in title
    for side, total in over[-1].totals.items():
        words = str(total).replace("-", "minus ")
        name = side.name.replace("&", "&amp;")
        assert f"{name}: " in title
        assert f"{words}." in title


@pytest.mark.parametrize(
    "wrong",
    [{"paper": "a5"}, {"suits": "gold"}, {"copies": 0}, {"rows": 99}, {"set": "x" * 200},
     {"club": "x" * 99}],
)  # fmt: skip
def test_impossible_print_settings_are_refused_in_words(wrong):
    with pytest.raises(ValueError, match=r"say|choose 1 to|letters|name of a club"):
        PrintSettings(**wrong)


def test_copies_are_whole_sheets():
    once, thrice = (
        build("sheet", PARTNERS, settings=PrintSettings(copies=n)).linked("") for n in (1, 3)
    )
    assert thrice.count("<table") == 3 * once.count("<table")


def test_no_game_is_named_by_what_prints():
    files = [*PACKAGE.glob("printing/*.py"), *PRINTABLES.glob("html/*"), *PRINTABLES.glob("css/*")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files).lower()
    keys = {g.key for g in GAMES} - {"another"}  # a key that is a word of the language, too
    named = [g.title for g in GAMES if g.title.lower() in text]
    named += [key for key in keys if f'"{key}"' in text]
    assert named == []


# -- what hands are called, and whose is what ------------------------------------------------------


def test_thrown_in_hand_takes_no_counted_number():
    game = find("back-alley")  # "hand 3 of 26"
    record = evening(game)
    record.hands.insert(1, {"@void": "a card fell"})
    del record.hands[3:]
    first = [row[0] for row in texts(inner(filled(game, record)))]
    numbers = [text for text in first if text.isdecimal() or text == "–"]
    assert numbers[:2] == ["1", "–"]
    counted = [int(number) for number in numbers if number != "–"]
    assert counted == list(range(1, len(counted) + 1))
    assert game.replay(record).named(3).startswith("hand 2 of")


def test_hand_is_called_by_game_and_number():
    game = by_layout(CrossSheet)
    hands = played(game).hands
    assert (hands[0].name, ordinal(hands[0], True)) == ("game 1, hand 1", "1.1")
    later = next(hand for hand in hands if hand.title.startswith("game 2"))
    assert ordinal(later, True).startswith("2.")


def test_players_with_similar_names_keep_own_squares():
    game = by_layout(SquareSheet)
    record = evening(game, 1)
    record.head |= {"player 1": "Ann", "player 2": "Anna"}
    replay = game.replay(record)
    block = blocks(party(game, replay=replay))[0]
    cells = [
        [space.text for row in board.rows for space in row if space.text] for board in block.boards
    ]
    panels = {str(p.of): [c for c in p.cells if c] for p in replay.hands[0].panels.values()
              if isinstance(p, Square)}  # fmt: skip
    assert cells == [panels["Ann"], panels["Anna"]]
    assert cells[0] != cells[1]


def test_sheet_names_earlier_player_of_a_seat():
    record = evening(PARTNERS)
    record.head["earlier 2 1"] = "Yvonne"
    document = build("sheet", PARTNERS, replay=PARTNERS.replay(record))
    now = record.players[1]
    assert f"<b>Yvonne</b>, in the seat of {now}, to the end of hand 1" in document.body
    assert "sat here earlier" not in build("sheet", PARTNERS, players=record.players).body


def test_blank_sheet_names_its_set_of_rules():
    body = build(
        "sheet", PARTNERS, settings=PrintSettings(set="Legion, min 7 (KTRWM, edition 2)")
    ).body
    assert "This table plays, Legion, min 7 (KTRWM, edition 2):" in body


def test_strip_marks_track_end_and_rank_boxes():
    game = by_layout(StripSheet)
    spaces = next(key for key, text in game.rules.defaults.items() if text == game.sheet.under(
        game.rules.chosen({})).heavy)  # fmt: skip
    for number in ("5", "7"):
        who = party(game, rules={spaces: number})
        board = blocks(who)[0].boards[0]
        assert [space.name for row in board.rows for space in row if space.heavy] == [number]
        assert [len(field.boxes) for field in board.fields if field.boxes] == [13]


# -- names that fit, and the end of a row ----------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Ann", "Bo", "Cy", "Di"], ["A", "B", "C", "D"]),
        (["<b>O'Neill</b>", "Pia", "Quin", "Ruth"], ["B", "P", "Q", "R"]),
        (["Nell", "Nora"], ["Ne", "No"]),
        (["Nell", "Ned"], ["Nl", "Nd"]),
        (["Nell", "Nora", "Ned", "Nat"], ["1", "2", "3", "4"]),
        (["Ann", "ann"], ["1", "2"]),
        (["🂡", "Bo"], ["1", "2"]),
    ],
)
def test_short_names_differ_and_fit_boxes(names, short):
    assert text.initials(names, 13) == short


def test_signs_and_their_figures_stay_on_one_line():
    for words in ("Each hand won: + 25.", "undercut, + 10", "8 + 5 − 3"):
        assert not re.search(r"[+−] |\d [+−]", text.bound(words))


def test_unprintable_letters_are_listed_once(monkeypatch):
    with monkeypatch.context() as patch:  # fonts that every machine has are not looked up
        patch.setattr(text, "_known", None)
        assert text.unspelt(["Żółć", "Ελένη", "Дмитрий"]) == ""
    with monkeypatch.context() as patch:
        patch.setattr(text, "FOLDERS", text.FOLDERS[:1])
        assert text.unspelt(["李明", "O’Neill", "明子"]) == "李明子"
    monkeypatch.setattr(text, "_known", lambda folders: frozenset(map(ord, "李明")))
    assert text.unspelt(["李明", "明子"]) == "子"


def test_numbered_players_have_numbers_beside_names():
    who = party(PARTNERS, players=["Nell", "Nora", "Ned", "Nat"])
    assert who.by_number
    assert [team.players for team in teams(who)] == [
        (("1", "Nell"), ("3", "Ned")), (("2", "Nora"), ("4", "Nat")),
    ]  # fmt: skip
    assert [team.players for team in teams(party(PARTNERS))] == [
        (("1", ""), ("3", "")), (("2", ""), ("4", "")),
    ]  # fmt: skip


def sheet_of(game, *names, **how):
    """The sheet of the evening as it was played by others."""
    text = game.file("evening.txt")
    for short, name in zip(evening(game).players, names, strict=False):
        text = text.replace(short, name)
    return build("sheet", game, replay=game.replay(Transcript.read(text, game.key).record), **how)


def test_the_chart_numbers_players_whose_names_begin_alike():
    body = sheet_of(find("scotch-whist"), "Bartholomew Hay", "Bartholomea").body
    assert re.findall(r"<tspan[^>]*>([12] Bartho)", body) == ["1 Bartho", "2 Bartho"]


def test_names_alike_in_a_box_are_numbered():
    game = find("kaiser")
    body = sheet_of(game, "Bartholomew Hay", "Bartholomea Fay", "Bartholdy", "Bo").body
    assert '<span class="clip">1 Bartholomew Hay</span>' in body
    assert '<span class="clip">2 Bartholomea Fay</span>' in body
    assert '<span class="number">4</span> <span class="player">Bo</span>' in body
    assert party(game, players=["Christian", "Christopher", "Pia", "Quin"]).alike is False


NAMED = [
    "Bartholomew Featherstonehaugh", "Bartholomea Fitzgerald-Smythe", "Barthold Hohenlohe",
    "Bartolomeo dei Conti Rossi", "Bartina Meulen", "Bartok Nagy", "Barthel Saint",
]  # fmt: skip


@pytest.mark.kinds("back-alley")
@on_paper
@pytest.mark.parametrize(
    ("key", "pages"), [("back-alley", 2), ("nine-card-don", 2), ("panguingue", 3)]
)
def test_finished_evening_keeps_to_its_pages(printed, key, pages):
    settings = PrintSettings(date="22 November 2026", code="ABCDEF")
    paper = printed(sheet_of(find(key), *NAMED, settings=settings))
    assert paper.pages <= pages
    # The heading of a hand is never the last row of a page.
    assert [text for text in paper.page_texts if re.search(r"deals\D*This table plays", text)] == []


LONG_WORDS = [
    "Wolfeschlegelsteinhausen", "Theophilus-Alexander", "Bartholomew Featherstonehaugh",
    "Annabelle-Louise", "Christopherson-Smythe", "Konstantinopoulos", "Oyelowo-Adebayo",
]  # fmt: skip


def pieces_of(paper, names):
    """Words of a paper that begin or end like a word of a name, but are only part of it."""
    wanted = {part for name in names for part in re.findall(r"\w+", name)}
    found = {part for words in paper.boxes for *_, word in words
             for part in re.findall(r"\w+(?![\w…])", word)}  # fmt: skip
    ends = {each[-n:] for each in wanted for n in range(4, len(each))}
    begins = {each[:n] for each in wanted for n in range(4, len(each))}
    return (found & (ends | begins)) - wanted


@on_paper
@pytest.mark.parametrize("key", ["back-alley", "nine-card-don"])
def test_long_names_add_no_page(printed, key):
    for size in PAPERS:
        paper = printed(sheet_of(find(key), *LONG_WORDS, settings=PrintSettings(size)))
        assert (paper.pages, pieces_of(paper, LONG_WORDS)) == (1, set())
        assert all(name.split()[0] in paper.page_texts[0] for name in LONG_WORDS[:4])


@pytest.mark.kinds("panguingue")
@on_paper
@pytest.mark.parametrize("key", ["kaiser", "scotch-whist", "panguingue", "nine-card-don"])
def test_long_name_is_unbroken_and_whole_somewhere(printed, key):
    game = find(key)
    names = [*dict.fromkeys(LONG_WORDS + NAMED)][: len(full(game).seating.seats)]
    short = printed(build("sheet", game, players=[f"P{at}" for at, _ in enumerate(names)]))
    paper = printed(build("sheet", game, players=names))
    assert (paper.pages <= short.pages, pieces_of(paper, names)) == (True, set())
    assert [name for name in names if "".join(name.split()) not in paper.letters] == []


@on_paper
@pytest.mark.kinds("jo-jotte")
@pytest.mark.parametrize("key", ["leopard", "tadmur", "nine-card-don", "jo-jotte"])
def test_names_of_forty_letters_are_whole(printed, key):
    """Each is whole at the head. No box shows half a line of one."""
    game = find(key)
    names = ["Annabelle-Louise van der Meer-Hohenlohe", "Maximiliane von und zu Guttenberg-Rosen"]
    names += ["<b>O'Neill</b>", "Jo"][: len(full(game).seating.seats) - 2]
    blank = printed(build("sheet", game, players=names))
    for paper in (blank, printed(sheet_of(game, *names)), printed(
        sheet_of(game, *names, settings=PrintSettings("letter", large=True)))):  # fmt: skip
        assert (paper.wrong, paper.outside()) == ([], [])
        assert [name for name in names if "".join(name.split()) not in paper.letters] == []


def test_bid_that_wins_the_game_is_a_hand():
    game = find("kaiser")
    record = Record.begin(game.key, [*"ABCD"], 1, {"kaiser_bid": "on"}, "quick")
    record.hands.append({"bidder": "2", "contract": "kaiser", "kaiser": "yes"})
    found = game.replay(record)
    assert (bool(found.outcome), hands_of(found)) == (True, "1 hand")


@on_paper
def test_how_it_ended_is_beside_the_code(printed):
    settings = PrintSettings(url="http://192.168.1.20:8000/t/ABCDEF")
    paper = printed(sheet_of(find("back-alley"), *NAMED, settings=settings))
    (top,) = [y1 for _, y1, *_, word in paper.boxes[0] if word == "WINNER"]
    edge = paper.measured[0][0] - (12 + 15) * 72 / 25.4
    beside = [box for box in paper.boxes[0] if 0 <= box[1] - top < 15 * 72 / 25.4]
    assert len(beside) > 20
    assert [word for _, _, x2, _, word in beside if x2 > edge] == []


def test_hands_are_counted_as_they_were_scored():
    record = evening(PARTNERS)
    whole = hands_of(PARTNERS.replay(record))
    record.hands.insert(0, {"@void": "a card fell"})
    more = hands_of(PARTNERS.replay(record))
    assert re.fullmatch(r"\d+ hands(, and \w+ thrown in)?", whole)
    assert more.split(" ")[0] == whole.split(" ")[0]
    assert more.endswith("thrown in")


def test_a_row_whose_points_were_adjusted_says_so(game):
    record = evening(game)
    record.hands[0] |= {"@adjust 1": "1 -2 agreed"}
    replay = game.replay(record)
    if isinstance(game.sheet, CrossSheet | EventSheet):
        pytest.skip("it has no row for the hand; the note stands at the foot")
    assert "adjusted −2" in build("sheet", game, replay=replay).body


@pytest.mark.parametrize(
    ("key", "hands", "chart"),
    [("kaiser", None, True), ("kaiser", 3, False), ("back-alley", None, False)],
)
def test_chart_appears_where_game_leaves_space(key, hands, chart):
    body = build("sheet", find(key), replay=played(find(key), hands)).body
    assert ("progress" in body) == chart
    assert 'class="nut' not in body  # a reminder of how to write
    assert 'class="nut' in build("sheet", PARTNERS).body


@pytest.mark.parametrize(("players", "pages"), [(4, 2), (6, 2), (8, 2), (12, 4)])
def test_ledger_rows_fill_pages_evenly(players, pages):
    found = grids(party(find("panguingue"), seats=players))
    assert len(found) == pages
    last = texts(found[-1])
    assert (last[0][0], last[-1][0]) == ("Brought forward", "At the end")
    rows = [len(grid.bodies[0].rows) - 2 for grid in found]  # less what is carried
    assert sum(rows) >= 54
    assert len(set(rows)) == 1
    assert {grid.height for grid in found} <= {7, 7.5, 8, 8.5}


def test_blank_sheet_seats_all_players_rules_allow():
    game = find("scotch-whist")
    seats = [party(game, rules=rules).seating.seats for rules in ({}, {"partners": "three_sides"})]
    assert [len(each) for each in seats] == [4, 6]


def test_none_field_is_left_off_sheet_head():
    game = find("tribello")
    assert "Stake" not in dict(once(party(game)))
    assert dict(once(party(game, rules={"stake": "5"})))["Stake"] == "5"


def test_confirmed_round_is_marked_on_paper():
    text = "players: Nell, Omar\nrules: adds 26\nhand 1\npoints: 26 26; stands: yes\n"
    replay = find("another").replay(Transcript.read(text, "another").record)
    body = build("sheet", replay.game, replay=replay).body
    assert "<b>Round 1</b>: does not add up to 26: saved as it is" in body


def test_sheet_lists_hundred_items_and_counts_rest():
    text = "players: Nell, Omar\nrules: adds 26\nhand 1\npoints: 20 6\n"
    record = Transcript.read(text, "another").record
    record.hands[0] |= {f"@adjust {number}": "1 2 late" for number in range(1, 104)}
    record.hands[0]["@note"] = "a card fell"
    body = build("sheet", find("another"), replay=find("another").replay(record)).body
    assert body.count(": late") == 100
    assert "<p>And 3 more.</p>" in body
    assert body.count(" more.</p>") == 1
