"""Every document of every game, read back from its PDF."""

import re
from contextlib import suppress
from dataclasses import replace

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine.record import Record
from companion.engine.sheets import EventSheet
from companion.engine.transcript import Transcript
from companion.games import find, shelf
from companion.printing import PAPERS, Wish, build, kinds_of
from companion.printing.cards import faces, sides
from companion.printing.library import card_set, library
from companion.printing.people import party
from companion.questions import Refused
from companion.testing.evenings import houses
from tests.printing.papers import Paper

GAMES = list(shelf().values())
read_back = pytest.mark.needs("pango", "pdfinfo", "qpdf")
MOST = {"rules": 2, "cards": 2, "house-card": 1, "sheet": 4}
"""The most pages of a kind under the standard rules."""
HEAVIEST = {"sheet": 90}
"""Kilobytes of a document, where it is not a hundred."""


def evening(game):
    """The game's golden evening, replayed."""
    return game.replay(Transcript.read(game.file("evening.txt"), game.key).record)


def printed(press, tmp_path, kind, game, paper="a4", **more):
    document = build(kind, game, wish=Wish(paper=paper), **more)
    result = press.print(document.sheets)
    assert list(result.warnings) == []
    paper = Paper(tmp_path / f"{document.name}.pdf", result.pdf)
    assert paper.pages == result.pages
    # Small enough to send; where cells draw their lines twice it is far heavier.
    assert len(result.pdf) <= HEAVIEST.get(kind, 100) * 1024
    paper.qpdf()
    return paper


@pytest.mark.slow
@read_back
@pytest.mark.parametrize(
    "kind",
    ["rules", "sheet", *(pytest.param(kind, marks=pytest.mark.kinds)
                         for kind in ("cards", "house-card"))],
)  # fmt: skip
def test_document_is_whole_and_alike_on_both_papers(press, tmp_path, kind, game):
    """Pairwise: the second paper with every kind and every game, but not every kind of every game.
    Whether all of them have room on it is tried beside house rules (`companion.testing`), and
    a deal to teach by itself.
    """
    turn = GAMES.index(game) + [*MOST].index(kind)
    papers = [*PAPERS][: 2 if turn % 4 == 0 else 1]
    read = [printed(press, tmp_path, kind, game, paper) for paper in papers]
    assert [word for paper in read for word in paper.complaints()] == []
    assert read[0].page_texts == read[-1].page_texts
    assert read[0].pages <= MOST[kind]


LEFT = Wish(url="http://192.168.1.20:8000/t/BCDFGH", code="BCDFGH", date="20 November 2026")
"""What stands on the sheet of a table."""


@pytest.mark.slow
@read_back
def test_filled_sheet_is_whole_and_names_every_rule(press, tmp_path, game):
    """A finished evening stands on one page; Nine-Card Don's takes two: its boxes have room for a
    pencil."""
    replay, most = evening(game), {"nine-card-don": 2, "panguingue": 3}.get(game.key, 1)
    for paper in [*PAPERS][: 1 + (GAMES.index(game) % 4 == 1)]:
        result = press.print(
            build("sheet", game, wish=replace(LEFT, paper=paper), replay=replay).sheets
        )
        read = Paper(tmp_path / f"{paper}.pdf", result.pdf)
        read.qpdf()
        assert (list(result.warnings), read.complaints()) == ([], [])
        assert paper != "a4" or result.pages == most
        text = "".join("".join(read.page_texts).split())
        cited = {entry.line.rule for entry in replay.ledger.entries}
        assert {rule for rule in cited if rule not in text} == set()
        for side in replay.outcome.winners if replay.outcome else ():
            assert "".join(side.name.split()) in text


@pytest.mark.kinds
@pytest.mark.slow
@read_back
def test_the_sheet_of_a_game_under_way_stays_on_its_page(press, tmp_path, game):
    if sum(part.rows for part in getattr(game.sheet, "parts", ())) > 24 or isinstance(
        game.sheet, EventSheet
    ):
        pytest.skip("a long sheet goes on over the page")
    record = Transcript.read(game.file("evening.txt"), game.key).record
    del record.hands[max(1, len(record.hands) // 2) :]
    result = press.print(build("sheet", game, wish=LEFT, replay=game.replay(record)).sheets)
    assert (list(result.warnings), result.pages) == ([], 1)


@pytest.mark.slow
@read_back
@pytest.mark.parametrize("key", ["nine-card-don", "shakespeares-dilemma", "carousel"])
def test_rows_give_way_to_the_house_rules_that_the_foot_has_no_room_for(press, key):
    game = find(key)
    rules = houses(game)["all otherwise, 1"]
    begun = game.replay(Record.begin(key, [*"ABCD"][: max(2, min(most(game), 4))], 1, rules))
    wish = Wish(url="http://192.168.1.20:8000/t/BCDFGH", code="BCDFGH")
    result = press.print(build("sheet", game, wish=wish, replay=begun).sheets)
    assert (list(result.warnings), result.pages) == ([], 1)


@pytest.mark.slow
@read_back
def test_names_in_cyrillic_greek_and_vietnamese_are_set_in_the_book_s_own_face(press, tmp_path):
    game = next(game for game in GAMES if game.players == (4,))
    names = ["Дмитрий", "Ελένη", "Ngọc Nguyễn", "Żółć"]
    result = press.print(build("sheet", game, players=names).sheets)
    paper = Paper(tmp_path / "names.pdf", result.pdf)
    assert (list(result.warnings), paper.complaints()) == ([], [])


@pytest.mark.slow
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


@pytest.mark.kinds
@pytest.mark.slow
@read_back
def test_large_print_breaks_no_box(press, tmp_path, game):
    for kind in ("rules", "sheet"):
        wish = Wish(large=True, suits="black")
        result = press.print(build(kind, game, wish=wish).sheets)
        paper = Paper(tmp_path / f"{game.key}-{kind}.pdf", result.pdf)
        assert (list(result.warnings), paper.complaints()) == ([], [])
        if kind == "rules":
            tops = [page for page in paper.page_texts if page.lower().startswith("question")]
            assert tops == []


@pytest.mark.parametrize(
    ("game", "kind"),
    [*((game, "rules") for game in GAMES if game.drawing), (find("kaiser"), "sheet")],
)
def test_what_is_drawn_in_black_is_all_black(game, kind):
    filled = {"replay": evening(game)} if kind == "sheet" else {}
    red, black = (
        build(kind, game, wish=Wish(suits=suits), **filled).body for suits in ("two", "black")
    )
    assert "<svg" in red
    assert ("#93191d" in red, "#93191d" in black) == (True, False)


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


def test_the_library_is_every_document_of_every_game_on_both_papers():
    names = [document.name for document in library(GAMES)]
    assert (
        len(set(names))
        == len(names)
        == len(PAPERS) * (sum(len(kinds_of(game)) for game in GAMES) + 1)
    )


@pytest.mark.slow
@pytest.mark.long
@read_back
def test_everything_of_a_club_s_games_comes_in_one_file(tmp_path):
    file = tmp_path / "club.pdf"
    words = ["club", "tres", "tadmur", "-o", str(file), "--club", "Ours"]
    assert CliRunner().invoke(main, words).exit_code == 0
    paper = Paper(tmp_path / "read.pdf", file.read_bytes())
    assert (paper.complaints(), paper.title) == ([], "Ours: Très, Tadmur")
    text = " ".join(paper.page_texts)
    assert [text.count(f"{name} · house card") for name in ("Très", "Tadmur")] == [1, 1]
    assert text.count("teach-in ·") == 2
    # Printed on both sides, nothing lies behind a house card or a teach-in.
    single = [
        n for n, page in enumerate(paper.page_texts) if re.search("house card,|teach-in ·", page)
    ]
    assert [n % 2 for n in single] == [0, 0, 0, 0]
    assert [paper.page_texts[n + 1] for n in single] == ["", "", "", ""]


def test_a_club_s_game_that_is_not_there_is_named():
    told = CliRunner().invoke(main, ["club", "nothing", "-o", "-"])
    assert (told.exit_code, "No game “nothing”; there are: " in told.output) == (2, True)


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


def test_the_house_cards_of_a_library_name_the_club():
    few = list(library(GAMES[:1], ["a4"], "Ours"))
    named = [document.kind.key for document in few if "Ours" in document.body]
    assert named == ["house-card"]


def most(game):
    """The most that can play under the standard rules."""
    for seats in sorted(game.players, reverse=True):
        with suppress(Refused):
            party(game, seats=seats)
            return seats
    raise AssertionError(game.key)


@pytest.mark.slow
@pytest.mark.kinds
@pytest.mark.needs("pdfinfo")
def test_a_sheet_of_as_many_as_can_play_keeps_to_its_pages(press, tmp_path, game):
    for seats in {min(game.players), most(game)}:
        for large in (False, True):
            wish = Wish(seats=seats, large=large)
            printed = press.print(build("sheet", game, wish=wish).sheets)
            paper = Paper(tmp_path / f"{seats}{large}.pdf", printed.pdf)
            assert (printed.warnings, paper.outside(), paper.covered()) == ((), [], [])
