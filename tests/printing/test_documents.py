"""Every document of every game, read back from its PDF."""

import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games import shelf
from companion.printing import KINDS, PAPERS, Wish, build, kinds_of
from companion.printing.cards import faces, sides
from companion.printing.library import book, card_set, library, subject
from companion.printing.people import party
from companion.printing.rulesheet import told
from companion.record import Transcript
from companion.sheets import EventSheet
from tests.finding import match_in
from tests.printing.papers import Paper

GAMES = list(shelf().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")


def evening(game):
    """The game's golden evening, replayed."""
    return game.replay(Transcript.read(game.file("evening.txt"), game.key).record)


def printed(press, tmp_path, kind, game, paper="a4", **more):
    document = build(kind, game, wish=Wish(paper=paper), **more)
    result = press.print(document.sheets)
    assert list(result.warnings) == []
    paper = Paper(tmp_path / f"{document.name}.pdf", result.pdf)
    assert paper.pages == result.pages
    paper.qpdf()
    return paper


@pytest.mark.slow
@read_back
@every_game
@pytest.mark.parametrize("kind", KINDS)
def test_document_is_whole_and_alike_on_both_papers(press, tmp_path, kind, game):
    papers = [printed(press, tmp_path, kind, game, paper) for paper in PAPERS]
    assert [paper.complaints() for paper in papers] == [[], []]
    assert papers[0].page_texts == papers[1].page_texts


@pytest.mark.slow
@read_back
@every_game
def test_filled_sheet_is_whole_and_names_every_rule(press, tmp_path, game):
    replay = evening(game)
    papers = [printed(press, tmp_path, "sheet", game, paper, replay=replay) for paper in PAPERS]
    assert [paper.complaints() for paper in papers] == [[], []]
    text = "".join("".join(papers[0].page_texts).split())
    cited = {entry.line.rule for entry in replay.ledger.entries}
    assert {rule for rule in cited if rule not in text} == set()
    for side in replay.outcome.winners if replay.outcome else ():
        assert "".join(side.name.split()) in text


@pytest.mark.slow
@read_back
def test_a_long_filled_sheet_gives_up_its_ids_before_it_takes_a_second_page(press):
    game = next(game for game in GAMES if game.key == "back-alley")
    printed = press.print(build("sheet", game, replay=evening(game)).sheets)
    assert (list(printed.warnings), printed.pages) == ([], 1)


@pytest.mark.slow
@read_back
@every_game
def test_the_sheet_of_a_game_under_way_stays_on_its_page(press, tmp_path, game):
    if sum(part.rows for part in getattr(game.sheet, "parts", ())) > 24 or isinstance(
        game.sheet, EventSheet
    ):
        pytest.skip("a long sheet goes on over the page")
    record = Transcript.read(game.file("evening.txt"), game.key).record
    del record.hands[max(1, len(record.hands) // 2) :]
    wish = Wish(url="http://192.168.1.20:8000/t/BCDFGH", code="BCDFGH", date="20 November 2026")
    result = press.print(build("sheet", game, wish=wish, replay=game.replay(record)).sheets)
    assert (list(result.warnings), result.pages) == ([], 1)


@read_back
def test_names_in_cyrillic_greek_and_vietnamese_are_set_in_the_book_s_own_face(press, tmp_path):
    game = next(game for game in GAMES if game.players == (4,))
    names = ["Дмитрий", "Ελένη", "Ngọc Nguyễn", "Żółć"]
    result = press.print(build("sheet", game, players=names).sheets)
    paper = Paper(tmp_path / "names.pdf", result.pdf)
    assert (list(result.warnings), paper.complaints()) == ([], [])


@read_back
def test_a_name_that_our_faces_cannot_spell_borrows_letters_for_itself_alone(press, tmp_path):
    game = next(game for game in GAMES if game.players == (4,))
    names = ["Дмитрий", "נועה", "Żółć", "Zoë"]
    result = press.print(build("sheet", game, players=names).sheets)
    paper = Paper(tmp_path / "names.pdf", result.pdf)
    others = [word for word in paper.complaints() if "DejaVu" not in word]
    assert (result.warnings, others) == ((), [])


@pytest.mark.slow
@read_back
def test_so_many_players_that_columns_need_pages_keep_every_name(press, tmp_path):
    game = max(GAMES, key=lambda game: max(game.players))
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNO"[: max(game.players)]]
    paper = printed(press, tmp_path, "sheet", game, players=names)
    assert [name for name in names if name not in " ".join(paper.page_texts)] == []
    assert paper.complaints() == []


@pytest.mark.slow
@read_back
@every_game
def test_large_print_fills_its_pages_and_breaks_no_box(press, tmp_path, game):
    for kind in ("rules", "sheet"):
        wish = Wish(large=True, suits="black")
        result = press.print(build(kind, game, wish=wish).sheets)
        paper = Paper(tmp_path / f"{game.key}-{kind}.pdf", result.pdf)
        assert (list(result.warnings), paper.complaints()) == ([], [])
        if kind == "rules":
            assert [n for n, full in enumerate(paper.filled, 1) if full < 0.28] == []
            tops = [page for page in paper.page_texts if page.lower().startswith("question")]
            assert tops == []


@pytest.mark.slow
@read_back
def test_the_book_has_contents_and_an_index_that_tell_the_page(press, tmp_path):
    few = GAMES[:2]
    document = book(few)
    result = press.print(document.sheets)
    paper = Paper(tmp_path / "book.pdf", result.pdf)
    assert (list(result.warnings), paper.complaints()) == ([], [])
    contents = paper.page_texts[1]
    for game in few:
        page = int(match_in(rf"{game.title}.*?(\d+)(?: |$)", contents)[1])
        assert game.title in paper.page_texts[page - 1]
    index = " ".join(paper.page_texts[-2:])
    rule = next(rule for rule in told(party(few[1])) if rule.section == "scoring")
    games = "|".join(game.title for game in few)
    found = match_in(rf"{subject(rule.title)}: ((?:(?:{games}) \d+(?:, )?)+)", index)[1]
    pages = [int(n) for n in re.findall(rf"{few[1].title} (\d+)", found)]
    assert any(rule.id in paper.page_texts[page - 1] for page in pages)


@pytest.mark.slow
@read_back
@pytest.mark.parametrize("paper", PAPERS)
def test_the_book_fills_its_pages_and_leads_to_every_game_and_rule(press, tmp_path, paper):
    document = book(GAMES, Wish(paper=paper))
    result = press.print(document.sheets)
    read = Paper(tmp_path / "book.pdf", result.pdf)
    assert (list(result.warnings), read.complaints(), read.pages) == ([], [], result.pages)
    read.qpdf()
    texts = read.page_texts
    first = next(n for n, text in enumerate(texts) if "Rules by name" in text and n > 2)
    contents, index = read.text.split("\f")[1], " ".join(texts[first:])
    starts = []
    for game in GAMES:
        line = match_in(rf"^ *{re.escape(game.title)} .*?(\d+)$", contents, re.MULTILINE)
        starts.append(int(line[1]))
        assert game.title in texts[starts[-1] - 1]
    assert starts == sorted(set(starts))
    flat = "".join(index.split())
    games = "|".join(re.escape("".join(game.title.split())) for game in GAMES)
    for game in GAMES:
        for rule in told(party(game)):
            name = re.escape("".join(subject(rule.title).split()))
            key = "".join(game.title.split())
            found = re.findall(rf"{name}:?((?:(?:{games})\d+,?)+)", flat)
            pages = [int(n) for each in found for n in re.findall(rf"{key}(\d+)", each)]
            assert any(rule.id in texts[n - 1] for n in pages), rule.id
    for game in GAMES:
        at = match_in(rf"{game.title} .*?card (\d+) · Scoresheet (\d+)", texts[1])
        assert "On the pocket card" in texts[int(at[1]) - 1]
        assert f"{game.title} scoresheet" in texts[int(at[2]) - 1]
    assert [n for n, full in enumerate(read.filled, 1) if full < 0.28] == []


@pytest.mark.slow
@read_back
@every_game
@pytest.mark.parametrize("paper", PAPERS)
def test_the_text_of_a_booklet_is_not_under_nine_points(press, game, paper):
    sheets = build("booklet", game, wish=Wish(paper=paper)).sheets
    readable = tuple(fit for fit in sheets.fits if "font-size: 9" in fit)
    assert press.print(replace(sheets, fits=readable)).warnings == ()


@every_game
def test_a_booklet_tells_an_example_that_fits_on_its_panel_and_keeps_it(game):
    document = build("booklet", game)
    panel = document.body.partition("For example<")[2]
    told = re.sub("<[^>]+>", "", panel.partition("How to fold")[0])
    assert 100 < len(told) < 700
    assert [fit for fit in document.sheets.fits if ".b1" in fit] == []


@every_game
@pytest.mark.parametrize("kind", ["rules", "sheet", "booklet"])
def test_what_is_drawn_in_black_is_all_black(game, kind):
    replay = game.replay(Transcript.read(game.file("evening.txt"), game.key).record)
    filled = {"replay": replay} if kind == "sheet" else {}
    red, black = (
        build(kind, game, wish=Wish(suits=suits), **filled).body for suits in ("two", "black")
    )
    assert "<svg" in red
    assert ("#93191d" in red, "#93191d" in black) == (True, False)


@every_game
def test_a_booklet_tells_nobody_what_to_write_in_a_scoresheet(game):
    panel = build("booklet", game).body.partition("Keep in mind<")[2].partition("</ul>")[0]
    assert 1 <= panel.count("<li") <= 6
    assert "<li>Write" not in panel
    written = build("sheet", game).body.count("<li>Write ")
    assert len(party(game).reminders) == panel.count("<li") + written


@pytest.mark.parametrize(("sides", "heads"), [(1, "I You"), (2, "We They")])
def test_the_pad_of_a_booklet_has_heads_for_two(sides, heads):
    found = [g for g in GAMES if [len(s.seats) for s in party(g).seating.sides] == [sides] * 2]
    for game in found:
        pad = build("booklet", game).body.partition('<table class="we">')[2].partition("</tr>")[0]
        assert re.findall(r">(\w+)</th>", pad) == heads.split()
    assert found


@pytest.mark.slow
@read_back
@pytest.mark.parametrize("paper", PAPERS)
def test_a_card_of_each_game_comes_on_few_sheets(press, tmp_path, paper):
    result = press.print(card_set(GAMES, Wish(paper=paper)).sheets)
    read = Paper(tmp_path / "set.pdf", result.pdf)
    assert (list(result.warnings), read.complaints()) == ([], [])
    assert read.pages == 2 * -(-len(GAMES) // 9)
    fronts = " ".join(read.page_texts[::2])
    assert [game.title for game in GAMES if game.title not in fronts] == []


def test_the_foot_of_a_card_says_every_number_of_players():
    game = next(game for game in GAMES if "partners" in game.rules.options and 7 in game.players)
    foot = faces(party(game, rules={"partners": "two_sides", "eight_players": "yes"}))[0].foot
    assert foot.startswith("4, 6 or 8 players")


def test_an_index_leaves_out_the_article_at_the_head_of_a_title():
    titles = ("The first deal.", "A revoke", "Who deals next?", "Another deal")
    assert [subject(title) for title in titles] == [
        "First deal", "Revoke", "Who deals next?", "Another deal"
    ]  # fmt: skip


def test_the_library_is_every_document_of_every_game_on_both_papers():
    names = [document.name for document in library(GAMES)]
    assert (
        len(set(names))
        == len(names)
        == len(PAPERS) * (sum(len(kinds_of(game)) for game in GAMES) + 2)
    )


def test_the_backs_of_cards_lie_behind_their_fronts():
    fronts, backs = sides([party(game) for game in GAMES[:9]])[:2]
    places = {slot.face.title: (slot.column, slot.row) for slot in fronts.slots}
    for slot in backs.slots:
        column, row = places[slot.face.title]
        assert (slot.column, slot.row) == (2 - column, row)


def test_a_page_for_a_browser_carries_its_fonts_and_no_style_of_its_own():
    linked = build("sheet", GAMES[0]).linked("/paper/x/css/")
    assert "/paper/x/css/sheet.css" in linked
    assert " style=" not in linked
    embedded = build("sheet", GAMES[0]).embedded()
    assert "data:font/ttf;base64," in embedded
    assert "</style>" in embedded


@pytest.mark.parametrize(
    "words", [["--all", "DIR", "--club", "Ours"], ["--club", "Ours", "--all", "DIR"]]
)
def test_the_whole_library_bears_the_name_of_the_club(words, tmp_path, monkeypatch):
    asked = []

    def few(games, club):
        asked.append(club)
        return []

    monkeypatch.setattr("companion.cli.papers.library", few)
    told = CliRunner().invoke(main, ["print", *(str(tmp_path) if w == "DIR" else w for w in words)])
    assert (told.exit_code, asked) == (0, ["Ours"]), told.output


def test_the_house_cards_and_the_book_of_a_library_name_the_club():
    few = list(library(GAMES[:1], ["a4"], "Ours"))
    named = [document.kind.key for document in few if "Ours" in document.body]
    assert named == ["house-card", "book"]
