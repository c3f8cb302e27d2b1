"""What a scoresheet says, before it is a page: boxes, totals, corrections, parts."""

import re
from dataclasses import replace

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
from companion.games import find, shelf
from companion.printing import Journalled, Wish, build
from companion.printing.chart import progress
from companion.printing.figures import called, ordinal, said
from companion.printing.grid import PORTRAIT, plan, plans, widths
from companion.printing.in_force import in_force
from companion.printing.layouts import draw
from companion.printing.layouts.rows import SPARE
from companion.printing.people import NOBODY, numbered, party
from companion.printing.scoresheet import corrected, hands_of, once, result, teams
from companion.printing.text import initials
from companion.questions import Refused

GAMES = list(shelf().values())


def by_layout(layout):
    """The first game whose sheet is drawn so."""
    return next(game for game in GAMES if isinstance(game.sheet, layout))


def partners():
    """The first game of two sides of two with a row for each hand."""
    return next(
        game
        for game in GAMES
        if isinstance(game.sheet, RowSheet) and game.players == (4,) and not game.sheet.parts
    )


def full(game):
    """As many people as the printed rules let play."""
    for seats in sorted(game.players, reverse=True):
        try:
            return party(game, seats=seats)
        except Refused:
            continue
    raise AssertionError("nobody can play")


def evening(game, hands=None):
    record = Transcript.read(game.file("evening.txt"), game.key).record
    if hands is not None:
        del record.hands[hands:]
    return record


def grids(who, rows=0):
    return draw(who, rows).grids


MANY = {"target": "62", "failed_contract": "bid_amount", "nt_doubles_defenders": "yes"}
MANY |= {"defender_limit": "46", "win_rule": "bidders_first", "first_lead": "bid_winner"}


def blocks(who):
    return draw(who).blocks


def texts(grid):
    """Every row of a grid as the texts of its cells."""
    return [[cell.text for cell in row.cells] for body in grid.bodies for row in body.rows]


def test_filled_sheet_has_every_total_of_every_hand(game):
    replay = game.replay(evening(game))
    shape = plan(game.sheet.under(replay.table.rules), replay.table.seating)
    totals = [place for place in shape.places if place.column.key == "total"]
    for hand in replay.hands:
        shown = {place.side: said(place, hand) for place in totals}
        for side, text in shown.items():
            assert text in ("", str(hand.totals[side]).replace("-", "−"))


def test_points_of_a_hand_add_up_to_what_its_total_moved(game):
    replay = game.replay(evening(game))
    shape = plan(game.sheet.under(replay.table.rules), replay.table.seating)
    keys = {place.column.key for place in shape.places if place.column.kind == "points"}
    if "points" not in keys:
        pytest.skip("the sheet of this game has no column of all points")
    before = dict.fromkeys(replay.table.sides, replay.ledger.opening)
    for hand in replay.hands:
        for place in shape.places:
            if place.column.key == "points" and (text := said(place, hand)):
                adjusted = sum(
                    line.change(place.side) for line in hand.lines if line.column == "adjust"
                )
                moved = hand.totals[place.side] - before[place.side] - adjusted
                assert int(text.replace("−", "-")) == moved
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


def test_widths_share_what_rounding_leaves():
    assert sum(widths([7, 7, 7], PORTRAIT)) == PORTRAIT
    assert widths([10, 20], 90) == (30, 60)


def test_too_many_players_get_a_page_for_some_of_them_each():
    game = by_layout(EventSheet)
    who = party(game, seats=max(game.players))
    shapes = plans(game.sheet, who.seating)
    sides = [place.owner for shape in shapes for place in shape.places if place.owner]
    assert len(shapes) > 1
    assert len(sides) == max(game.players)


def test_a_blank_sheet_names_the_players_that_are_known():
    game = partners()
    names = ["Ann", "Bo", "Cy", "Di"]
    html = build("sheet", game, players=names).body
    assert [f'class="player">{name}<' in html for name in names] == [True] * 4
    assert "A B C D" in html


def test_a_blank_sheet_without_names_has_lines_for_them():
    html = build("sheet", partners()).body
    assert "1 2 3 4" in html
    assert not any(chr(NOBODY + seat) in html for seat in range(1, 16))


def test_seats_without_a_name_are_called_by_number():
    assert numbered(f"{chr(NOBODY + 3)} deals") == "3 deals"


def test_names_are_text_never_markup():
    html = build("sheet", partners(), players=["<b>X</b>", 'O"K', "&amp;", "‮tra"]).body
    assert "<b>X</b>" not in html
    assert "&lt;b&gt;X&lt;/b&gt;" in html


def test_wrong_number_of_players_is_refused_in_words():
    with pytest.raises(Refused, match="exactly 4"):
        build("sheet", partners(), players=["Ann", "Bo"])


def test_rows_can_be_asked_for():
    grid = grids(party(partners()), 5)[0]
    assert len(texts(grid)) == 5


def test_a_running_game_goes_on_in_blank_rows():
    game = partners()
    replay = game.replay(evening(game, hands=2))
    rows = texts(grids(party(game, replay=replay), 0)[0])
    assert len(rows) >= game.sheet.rows - SPARE
    assert [row[0] for row in rows[:5]] == ["1", "2", "3", "4", "5"]
    assert result(replay).label.startswith("Not finished")


def test_an_amendment_strikes_out_what_stood_there():
    game = partners()
    whole = evening(game)
    start = Record(game.key, dict(whole.head))
    acts = [Act("answer", number, hand) for number, hand in enumerate(whole.hands, 1)]
    key, right, wrong = _count(game, whole)
    acts[0] = Act("answer", 1, {**whole.hands[0], key: wrong})
    journal = [Journalled(act, "phone 1", "20:15") for act in acts]
    journal.append(Journalled(Act("amend", 1, {key: right}), "Pia", "21:40"))
    who, found = corrected(party(game, replay=game.replay(whole)), start, journal)
    assert [(c.hand, c.who, c.when) for c in found] == [(1, "Pia", "21:40")]
    assert found[0].old != found[0].new
    struck = {hand for hand, _ in who.struck}
    assert struck == {1}
    html = build("sheet", game, replay=game.replay(whole), journal=journal, start=start).body
    assert "<del>" in html
    assert "by Pia, 21:40" in html


def test_an_amendment_taken_back_strikes_nothing():
    game = partners()
    whole = evening(game)
    start = Record(game.key, dict(whole.head))
    acts = [Act("answer", number, hand) for number, hand in enumerate(whole.hands, 1)]
    key, _, wrong = _count(game, whole)
    acts += [Act("amend", 1, {key: wrong}), Act("undo")]
    who, found = corrected(
        party(game, replay=game.replay(whole)), start, [Journalled(act) for act in acts]
    )
    assert (found, dict(who.struck)) == ([], {})


def _count(game, record):
    """A number asked for in hand 1: its key, what stands there, and another legal answer."""
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


def test_house_rules_that_differ_come_first_and_in_words():
    game = next(g for g in GAMES if any(o.ask for o in g.rules.options.values()))
    asked = next(o for o in game.rules.options.values() if o.ask)
    other = next(v for v in asked.values if v.key != asked.default)
    found = in_force(game, game.rules.chosen({asked.key: other.key}))
    assert (found[0].rule.key, found[0].words, found[0].changed) == (asked.key, other.words, True)


def test_the_cross_is_written_upward_above_and_downward_below():
    game = by_layout(CrossSheet)
    replay = game.replay(evening(game))
    grid = grids(party(game, replay=replay), 0)[0]
    above, below = grid.bodies[0], grid.bodies[1]
    numbers = [float(row.cells[0].text) for row in above.rows if row.cells[0].text]
    assert numbers == sorted(numbers, reverse=True)
    numbers = [float(row.cells[0].text) for row in below.rows if row.cells[0].text]
    assert numbers == sorted(numbers)


def test_the_foot_of_the_cross_comes_to_the_totals():
    game = by_layout(CrossSheet)
    replay = game.replay(evening(game))
    foot = grids(party(game, replay=replay), 0)[0].bodies[-1]
    rows = [[int(c.text.replace("−", "-")) for c in row.cells[1:]] for row in foot.rows]
    adjusted = [
        sum(e.line.change(s) for e in replay.ledger.entries if e.line.column == "adjust")
        for s in replay.table.sides
    ]
    summed = [sum(column) for column in zip(*rows[:-1], strict=True)]
    assert rows[-1] == list(replay.ledger.totals.values())
    assert [a + b for a, b in zip(summed, adjusted, strict=True)] == rows[-1]


def test_the_ledger_has_a_row_for_each_event_and_balances_after_it():
    game = by_layout(EventSheet)
    replay = game.replay(evening(game))
    events = [e for hand in replay.hands for e in hand.events if e.lines or e.cells]
    rows = [row for row in texts(grids(party(game, replay=replay), 0)[0]) if row[0]]
    assert [row[0] for row in rows] == [str(n) for n in range(1, len(events) + 1)]
    for row, event in zip(rows, events, strict=True):
        for total in event.totals.values():
            assert str(total).replace("-", "−") in row


def test_a_blank_ledger_is_carried_from_page_to_page():
    rows = texts(grids(party(by_layout(EventSheet)), 40)[-1])
    assert (rows[0][0], rows[-1][0]) == ("Brought forward", "At the end")


def test_squares_show_cards_and_the_values_of_lines():
    game = by_layout(SquareSheet)
    found = blocks(party(game, replay=game.replay(evening(game))))
    boards = [board for block in found for board in block.boards]
    assert any(space.text for board in boards for row in board.rows for space in row)
    assert all(len(board.feet) == 5 and len(board.ends) == 3 for board in boards)


def test_a_name_of_three_lines_takes_its_room_from_the_rows():
    game = next(
        g for g in GAMES if isinstance(g.sheet, RowSheet) and set(g.players) == {2, 3, 4, 5}
    )
    names = ["Ann", "Bea", "Cal", "Dot"]
    short, long = (
        grids(party(game, players=[*names, last]))[0]
        for last in ("Eve", "Bartholomew Featherstonehaugh-Cholmondeley")
    )
    assert len(short.bodies[0].rows) == len(long.bodies[0].rows)
    assert 5 < sum(len(body.rows) for body in short.bodies) * (short.height - long.height) < 15


def test_how_many_hands_there_were_is_said_once():
    for game in GAMES:
        replay = game.replay(evening(game))
        assert result(replay).why.count(hands_of(replay)) <= 1


def test_a_square_that_is_still_filled_has_no_values_printed_at_its_lines():
    game = by_layout(SquareSheet)
    found = blocks(party(game, replay=game.replay(evening(game, 2))))
    worth = [any(board.ends + board.feet) for block in found for board in block.boards]
    assert worth == [True, True] * 2 + [False, False] * 2


def test_a_page_of_squares_holds_whole_games():
    game = by_layout(SquareSheet)
    told = [block.title for block in blocks(party(game, rules={"hands": "2"}))]
    assert told == ["Game 1, hand 1", "Game 1, hand 2", "Game 2, hand 1", "Game 2, hand 2"]
    assert len(blocks(party(game, rules={"hands": "8"}))) == 8


@pytest.mark.parametrize(("option", "value", "games"), [("rounds", "3", 4), ("deals", "4", 3)])
def test_games_of_few_hands_fill_the_page_with_their_own_rows(option, value, games):
    game = next(game for game in GAMES if option in game.rules.options)
    drawn = grids(party(game, rules={option: value}))
    assert [len(grid.bodies[0].rows) for grid in drawn] == [int(value)] * games
    high = sum(int(value) * grid.height + 25 for grid in drawn)
    assert 190 < high < 235


def test_every_hand_of_blocks_has_all_its_boxes():
    game = by_layout(BlockSheet)
    grid = grids(party(game), 0)[0]
    assert len(grid.bodies) == game.sheet.rows
    for body in grid.bodies:
        assert sum(cell.span for cell in body.rows[0].cells) == grid.columns


def test_a_hand_thrown_in_takes_no_row_of_its_part():
    game = next(g for g in GAMES if isinstance(g.sheet, RowSheet) and g.sheet.parts)
    record = evening(game)
    record.hands.insert(0, {"@void": "misdealt"})
    who = party(game, replay=game.replay(record))
    plain = party(game, replay=game.replay(evening(game)))
    assert isinstance(game.sheet, RowSheet)
    first = game.sheet.parts[0]
    counts = [
        sum(row.kind != "void" for row in grids(each, 0)[0].bodies[0].rows) - bool(first.foot)
        for each in (who, plain)
    ]
    assert counts == [first.rows, first.rows]


def test_result_names_the_winners(game):
    replay = game.replay(evening(game))
    found = result(replay)
    if replay.outcome:
        assert all(side.name in found.words for side in replay.outcome.winners)
        assert found.rule == replay.outcome.rule


def test_a_filled_sheet_names_the_house_rules_that_its_foot_has_no_room_for():
    game = find("kaiser")
    record = evening(game)
    record.head |= {f"rule {key}": text for key, text in MANY.items()}
    replay = game.replay(record)
    body = build("sheet", game, replay=replay).body
    _, said, rest = body.partition("named after the score")
    assert said
    told = rest.partition("This table plays</h2>")[2].partition("</section>")[0]
    for each in in_force(game, replay.table.rules):
        assert not each.changed or f"<b>{each.rule.title}:</b>" in told
    assert (
        "This table plays</h2>" not in build("sheet", game, replay=game.replay(evening(game))).body
    )


def test_chart_says_every_total_in_words(game):
    replay = game.replay(evening(game))
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


def test_wishes_that_cannot_be_are_refused_in_words():
    for wrong in ({"paper": "a5"}, {"suits": "gold"}, {"copies": 0}, {"rows": 99}):
        with pytest.raises(ValueError, match=r"say|can be printed"):
            Wish(**wrong)


def test_copies_are_whole_sheets():
    once = build("sheet", partners()).body
    thrice = build("sheet", partners(), wish=replace(Wish(), copies=3)).body
    assert thrice.count("<table") == 3 * once.count("<table")


def test_no_game_is_named_by_what_prints():
    from companion.paths import PACKAGE, PRINTABLES

    sources = [
        *PACKAGE.glob("printing/*.py"),
        *PRINTABLES.glob("html/*"),
        *PRINTABLES.glob("css/*"),
    ]
    text = "\n".join(file.read_text(encoding="utf-8") for file in sources).lower()
    words = {"another"}  # a key that is a word of the language, too
    keys = {g.key for g in GAMES} - words
    named = [g.title for g in GAMES if g.title.lower() in text]
    named += [key for key in keys if f'"{key}"' in text]
    assert named == []


# -- what hands are called, and whose is what ------------------------------------------------------


def titled():
    """The first game with a row for each hand that counts its hands: "hand 3 of 26"."""
    for game in GAMES:
        replay = game.replay(evening(game))
        if isinstance(game.sheet, RowSheet) and any(" of " in hand.title for hand in replay.hands):
            return game
    raise AssertionError("no game counts its hands")


def test_a_hand_thrown_in_takes_no_number_where_the_game_counts_its_hands():
    game = titled()
    record = evening(game)
    record.hands.insert(1, {"@void": "a card fell"})
    del record.hands[3:]
    replay = game.replay(record)
    who = party(game, replay=replay)
    numbers = [row[0] for row in texts(grids(who, 0)[0]) if row[0].isdecimal() or row[0] == "–"]
    assert numbers[:2] == ["1", "–"]
    counted = [int(number) for number in numbers if number != "–"]
    assert counted == list(range(1, len(counted) + 1))
    assert replay.named(3).startswith("hand 2 of")


def test_a_hand_is_called_by_its_game_and_its_number_in_it():
    game = by_layout(CrossSheet)
    hands = game.replay(evening(game)).hands
    assert (called(hands[0]), ordinal(hands[0], True)) == ("Game 1, hand 1", "1.1")
    later = next(hand for hand in hands if hand.title.startswith("game 2"))
    assert ordinal(later, True).startswith("2.")


def test_each_has_the_own_square_though_one_name_begins_the_other():
    game = by_layout(SquareSheet)
    record = evening(game)
    record.head |= {"player 1": "Ann", "player 2": "Anna"}
    del record.hands[1:]
    replay = game.replay(record)
    block = blocks(party(game, replay=replay))[0]
    cells = [
        [space.text for row in board.rows for space in row if space.text] for board in block.boards
    ]
    panels = {str(p.of): [c for c in p.cells if c] for p in replay.hands[0].panels.values()
              if isinstance(p, Square)}  # fmt: skip
    assert cells == [panels["Ann"], panels["Anna"]]
    assert cells[0] != cells[1]


def test_the_sheet_says_who_sat_in_a_seat_before():
    game = partners()
    record = evening(game)
    record.head["earlier 2 1"] = "Yvonne"
    document = build("sheet", game, replay=game.replay(record))
    now = record.players[1]
    assert f"<b>Yvonne</b>, in the seat of {now}, to the end of hand 1" in document.body
    assert "sat here earlier" not in build("sheet", game, players=record.players).body


def test_a_blank_sheet_says_what_its_house_rules_are_called():
    game = partners()
    body = build("sheet", game, wish=Wish(set="Legion, min 7 (KTRWM, edition 2)")).body
    assert "This table plays, Legion, min 7 (KTRWM, edition 2):" in body
    with pytest.raises(ValueError, match="letters"):
        Wish(set="x" * 200)


def test_a_strip_is_heavy_where_a_fresh_track_ends_and_ranks_have_boxes():
    game = by_layout(StripSheet)
    spaces = next(key for key, text in game.rules.defaults.items() if text == game.sheet.under(
        game.rules.chosen({})).heavy)  # fmt: skip
    for number in ("5", "7"):
        who = party(game, rules={spaces: number})
        board = blocks(who)[0].boards[0]
        assert [space.name for row in board.rows for space in row if space.heavy] == [number]
        assert [len(field.boxes) for field in board.fields if field.boxes] == [13]


def test_a_hand_under_way_is_marked_in_its_block():
    game = by_layout(BlockSheet)
    record = evening(game)
    del record.hands[1:]
    grid = grids(party(game, replay=game.replay(record)), 0)[0]
    marks = [body.rows[0].cells[0].small for body in grid.bodies]
    assert marks[:3] == ["", "open", ""]


# -- names that fit, and what stands at the end of a row -------------------------------------------


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
def test_short_forms_of_names_are_apart_and_fit_their_box(names, short):
    assert initials(names, 13) == short


def test_players_circled_by_number_have_their_numbers_beside_their_names():
    game = partners()
    who = party(game, players=["Nell", "Nora", "Ned", "Nat"])
    assert who.by_number
    assert [team.players for team in teams(who)] == [
        (("1", "Nell"), ("3", "Ned")), (("2", "Nora"), ("4", "Nat")),
    ]  # fmt: skip
    assert [team.players for team in teams(party(game))] == [
        (("1", ""), ("3", "")), (("2", ""), ("4", "")),
    ]  # fmt: skip


def test_the_chart_numbers_players_whose_names_begin_alike():
    game = find("scotch-whist")
    text = game.file("evening.txt").replace("Ann", "Bartholomew Hay").replace("Bob", "Bartholomea")
    body = build("sheet", game, replay=game.replay(Transcript.read(text, game.key).record)).body
    assert re.findall(r"<tspan[^>]*>([12] Bartho)", body) == ["1 Bartho", "2 Bartho"]


def test_names_of_which_a_box_shows_the_same_letters_have_their_numbers_there():
    game = find("kaiser")
    text = game.file("evening.txt")
    long = {"Nell": "Bartholomew Hay", "Omar": "Bartholomea Fay", "Pia": "Bartholdy", "Quin": "Bo"}
    for short, name in long.items():
        text = text.replace(short, name)
    replay = game.replay(Transcript.read(text, game.key).record)
    body = build("sheet", game, replay=replay).body
    assert '<span class="clip">1 Bartholomew Hay</span>' in body
    assert '<span class="clip">2 Bartholomea Fay</span>' in body
    assert '<span class="number">4</span> <span class="player">Bo</span>' in body
    assert party(game, players=["Christian", "Christopher", "Pia", "Quin"]).alike is False


@pytest.mark.slow
@pytest.mark.needs("pango")
@pytest.mark.parametrize(
    ("key", "pages"), [("back-alley", (1, 2)), ("nine-card-don", (2, 2)), ("panguingue", (3, 3))]
)
def test_a_finished_evening_keeps_to_its_pages_whatever_the_names_are(press, key, pages):
    game = find(key)
    plain = evening(game)
    long = ["Bartholomew Featherstonehaugh", "Bartholomea Fitzgerald-Smythe", "Barthold Hohenlohe"]
    long += ["Bartolomeo dei Conti Rossi", "Bartina Meulen", "Bartok Nagy", "Barthel Saint"]
    text = game.file("evening.txt")
    for short, name in zip(plain.players, long, strict=False):
        text = text.replace(short, name)
    both = zip((plain, Transcript.read(text, game.key).record), pages, strict=True)
    for record, most in both:
        wish = Wish(date="22 November 2026", code="ABCDEF")
        sheets = build("sheet", game, wish=wish, replay=game.replay(record)).sheets
        assert press.print(sheets).pages <= most


def test_both_partners_stand_on_their_line_however_long_their_names():
    names = [
        "Bartholomew Featherstonehaugh-Cholmo",
        "Bo",
        "Cyrus Montgomery-Fitzwilliam-Smythe",
        "D",
    ]
    html = build("sheet", partners(), players=names).body
    assert [html.count(f'class="player">{name}<') for name in names] == [1] * 4
    assert 'class="longest"' in html


def test_hands_are_counted_as_they_were_scored():
    game = partners()
    record = evening(game)
    whole = hands_of(game.replay(record))
    record.hands.insert(0, {"@void": "a card fell"})
    more = hands_of(game.replay(record))
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


def test_reminders_of_how_to_write_stand_on_a_sheet_that_is_written_on():
    game = partners()
    assert 'class="nut' in build("sheet", game).body
    assert 'class="nut' not in build("sheet", game, replay=game.replay(evening(game))).body


def test_a_chart_stands_where_a_finished_game_leaves_it_room():
    game = find("kaiser")
    record = evening(game)
    assert "progress" in build("sheet", game, replay=game.replay(record)).body
    del record.hands[3:]
    assert "progress" not in build("sheet", game, replay=game.replay(record)).body
    long = find("back-alley")
    assert "progress" not in build("sheet", long, replay=long.replay(evening(long))).body


def test_a_short_game_is_drawn_as_often_as_the_page_holds():
    short = next(g for g in GAMES if isinstance(g.sheet, RowSheet) and g.sheet.rows == 4)
    found = grids(party(short))
    assert len(found) > 1
    assert {len(grid.bodies[0].rows) for grid in found} == {4}


def test_a_sheet_has_rows_for_an_evening():
    for game in GAMES:
        replay = game.replay(evening(game))
        if isinstance(game.sheet, EventSheet) and not game.sheet.parts:
            events = sum(bool(e.lines or e.cells) for hand in replay.hands for e in hand.events)
            assert game.sheet.rows >= events, game.key


@pytest.mark.parametrize(("players", "pages"), [(4, 2), (6, 2), (8, 2), (12, 4)])
def test_a_ledger_has_rows_of_seven_millimetres_on_pages_filled_alike(players, pages):
    found = draw(party(find("panguingue"), seats=players), 0).grids
    assert len(found) == pages
    rows = [len(grid.bodies[0].rows) - 2 for grid in found]  # less what is carried
    assert sum(rows) >= 54
    assert len(set(rows)) == 1
    assert {grid.height for grid in found} <= {7, 7.5, 8, 8.5}


def test_a_blank_sheet_has_as_many_players_as_its_house_rules_let_play():
    sides = {"partners": "three_sides"}
    game = next(
        each
        for each in GAMES
        for option in each.rules.options.values()
        if option.key == "partners" and "three_sides" in [value.key for value in option.values]
    )
    assert [len(party(game, rules=rules).seating.seats) for rules in ({}, sides)] == [4, 6]


@pytest.mark.parametrize(("players", "hands"), [(4, 26), (5, 20)])
def test_a_sheet_has_a_row_for_each_hand_that_so_many_play_folded_in_the_middle(players, hands):
    (grid,) = draw(party(find("back-alley"), seats=players), 0).grids
    first, second = grid.bodies[:2]
    assert len(first.rows) - 1 == len(second.rows) == hands // 2
    assert "fold" in first.rows[-1].cells[0].text
    bids = [cell for row in grid.heads for cell in row if cell.text in ("1st", "4th", "5th")]
    assert len(bids) == (2 if players == 4 else 0)


def test_a_field_that_says_none_is_left_off_the_head_of_a_sheet():
    game = find("tribello")
    assert "Stake" not in dict(once(party(game)))
    assert dict(once(party(game, rules={"stake": "5"})))["Stake"] == "5"
