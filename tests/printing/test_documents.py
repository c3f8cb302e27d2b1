"""Every document of every game, read back from its PDF."""

import re
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from unittest.mock import Mock

import pikepdf
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine.record import Record
from companion.engine.sheets import EventSheet
from companion.games import find
from companion.printing import PAPERS, PrintSettings, build, kinds_of
from companion.printing.cards import faces, sides
from companion.printing.documents import name_of
from companion.printing.library import card_set, library
from companion.printing.people import party
from companion.printing.text import without
from companion.printing.worker import Sheets
from companion.testing.evenings import houses
from tests.printing.papers import GAMES, Paper, evening, full, on_paper, played, runs

MOST = {"rules": 2, "cards": 2, "house-card": 1, "sheet": 4}
"""The most pages of a kind under the standard rules."""
HEAVIEST = {"sheet": 90}
"""The most kilobytes of a document, if not a hundred."""
LEFT = PrintSettings(
    url="http://192.168.1.20:8000/t/BCDFGH", code="BCDFGH", date="20 November 2026"
)
"""The print settings of a table's sheet."""
FOUR = next(game for game in GAMES if game.players == (4,))


@pytest.mark.kinds
@on_paper
@pytest.mark.parametrize(
    "kind",
    ["rules", "sheet", *(pytest.param(kind, marks=pytest.mark.kinds)
                         for kind in ("cards", "house-card"))],
)  # fmt: skip
def test_document_is_whole_and_alike_on_both_papers(printed, kind, game):
    """Pairwise: the second paper with every kind and every game, but not every kind of every game.
    `companion.testing` tests the room on it for all of them together with house rules; a deal
    to teach has a test of its own.
    """
    turn = GAMES.index(game) + [*MOST].index(kind)
    papers = [*PAPERS][: 2 if turn % 4 == 0 else 1]
    read = [printed(build(kind, game, settings=PrintSettings(paper=paper))) for paper in papers]
    assert [word for paper in read for word in paper.complaints()] == []
    # Running text fills the higher paper.
    assert kind == "rules" or read[0].page_texts == read[-1].page_texts
    assert read[0].pages <= MOST[kind]
    # Small enough to send; if cells draw their lines twice, it is far larger.
    assert max(paper.size for paper in read) <= HEAVIEST.get(kind, 100) * 1024


def test_file_name_loses_accents_but_no_letter():
    assert name_of("Très", "rules", PrintSettings()) == "tres-rules-a4"
    assert name_of("Dealer’s Dilemma", "rules", PrintSettings()) == "dealers-dilemma-rules-a4"


@pytest.mark.kinds
@on_paper
def test_filled_sheet_is_whole_and_names_every_rule(printed, game):
    """A finished evening is on one page, a long ledger on three. Winner and date are on the first.
    Ids in boxes have no prefix."""
    replay, most = played(game), 3 if game.key == "panguingue" else 1
    for paper in [*PAPERS][: 1 + (GAMES.index(game) % 4 == 1)]:
        read = printed(build("sheet", game, settings=replace(LEFT, paper=paper), replay=replay))
        assert read.complaints() == []
        assert paper != "a4" or read.pages == most
        cited = {entry.line.rule for entry in replay.ledger.entries}
        missing = {id for id in cited if without(id, game.prefix) not in read.letters}
        assert missing == set()
        head = {word.casefold() for *_, y2, word in read.boxes[0] if y2 < 150}
        named = " ".join(s.name for s in replay.outcome.winners) if replay.outcome else ""
        wanted = f"{named} {LEFT.date}".replace("&", "&amp;").casefold().split()
        assert set(wanted) - head == set()


@pytest.mark.long
def test_copies_are_the_same_pages(printed):
    """Each copy has page numbers of its own. All copies are laid out and painted once."""
    one, many = (
        printed(build("sheet", FOUR, settings=PrintSettings(copies=n, rows=60))) for n in (1, 12)
    )
    assert many.complaints() == []
    assert many.page_texts == one.page_texts * 12
    assert one.pages > 1
    assert many.size < one.size + 12 * 1024


@pytest.mark.kinds
@on_paper
def test_running_game_sheet_stays_on_its_page(printed, game):
    if sum(part.rows for part in getattr(game.sheet, "parts", ())) > 24 or isinstance(
        game.sheet, EventSheet
    ):
        pytest.skip("a long sheet goes on over the page")
    half = played(game, max(1, len(evening(game).hands) // 2))
    read = printed(build("sheet", game, settings=LEFT, replay=half))
    assert (read.wrong, read.pages) == ([], 1)


@on_paper
@pytest.mark.parametrize("key", ["nine-card-don", "shakespeares-dilemma", "carousel"])
def test_rows_give_way_to_overflowing_house_rules(printed, key):
    game = find(key)
    rules, players = houses(game)["all otherwise, 1"], len(full(game).seating.seats)
    begun = game.replay(Record.begin(key, [*"ABCD"][: max(2, min(players, 4))], 1, rules))
    read = printed(build("sheet", game, settings=replace(LEFT, date=""), replay=begun))
    assert (read.wrong, read.pages) == ([], 1)


@on_paper
@pytest.mark.parametrize(
    ("names", "borrowed"),
    [
        (["Дмитрий", "Ελένη", "Ngọc Nguyễn", "Żółć"], ""),
        (["Дмитрий", "נועה", "Żółć", "Zoë"], "DejaVu"),
    ],
    ids=["own face", "borrowed letters"],
)
def test_name_borrows_only_letters_our_fonts_lack(printed, names, borrowed):
    wrong = printed(build("sheet", FOUR, players=names)).complaints()
    assert [word for word in wrong if not borrowed or borrowed not in word] == []


@on_paper
def test_many_player_columns_keep_every_name(printed):
    game = max(GAMES, key=lambda game: max(game.players))
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNO"[: max(game.players)]]
    paper = printed(build("sheet", game, players=names))
    assert [name for name in names if name not in " ".join(paper.page_texts)] == []
    assert paper.complaints() == []


@pytest.mark.kinds("jo-jotte")
@on_paper
def test_large_print_breaks_no_box(printed, game):
    for kind in ("rules", "sheet"):
        paper = printed(build(kind, game, settings=PrintSettings(large=True, suits="black")))
        assert paper.complaints() == []
        if kind == "rules":
            tops = [page for page in paper.page_texts if page.lower().startswith("question")]
            assert tops == []


@pytest.mark.kinds
@on_paper
def test_nothing_but_ids_is_smaller_than_seven_points(printed, game):
    """On the printed paper, with drawings and the text in the corners of boxes."""
    rules = party(game).text.rules
    ids = {*rules, *(without(id, game.prefix) for id in rules)}
    documents = [build(kind, game) for kind in kinds_of(game)]
    for document in (*documents, build("sheet", game, settings=LEFT, replay=played(game))):
        with pikepdf.open(printed(document).file) as pdf:
            found = [run for page in pdf.pages for run in runs(page)]
        assert len(found) > 10
        small = [(round(size, 1), text) for size, text in found if size < 6.99]
        assert [run for run in small if run[1].strip() not in ids] == [], document.name
        assert min(size for size, text in found if text.strip()) > 6, document.name


@pytest.mark.parametrize(
    ("game", "kind"),
    [*((game, "rules") for game in GAMES if game.drawing), (find("kaiser"), "sheet")],
)
def test_what_is_drawn_in_black_is_all_black(game, kind):
    replay = played(game) if kind == "sheet" else None
    red, black = (
        build(kind, game, settings=PrintSettings(suits=suits), replay=replay).body
        for suits in ("two", "black")
    )
    assert "<svg" in red
    assert ("#93191d" in red, "#93191d" in black) == (True, False)


@on_paper
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.long)])
def test_game_cards_fit_on_few_sheets(printed, paper):
    read = printed(card_set(GAMES, PrintSettings(paper=paper)))
    assert read.complaints() == []
    assert read.pages == 2 * -(-len(GAMES) // 9)
    for page in read.boxes:
        feet = {round(y1) for _, y1, _, _, word in page if word == "players"}
        assert len(feet) <= 3  # one height in each row of cards
    fronts = " ".join(read.page_texts[::2])
    assert [game.title for game in GAMES if game.title not in fronts] == []
    shares = [share for page in read.measured for share in filled(*page)]
    assert len(shares) == 2 * len(GAMES)
    # The game without rules has two lines a side.
    assert sorted(shares)[2] > 0.75


MM = 72 / 25.4
CARD = (63 * MM, 88 * MM)
TITLE, FOOT = 13.5 * MM, 79.6 * MM
"""The upper and the lower end of the text of a card, in points."""


def filled(wide, high, words):
    """The filled height of each card of a page, from 0 to 1."""
    for x, y in product(range(3), repeat=2):
        left, top = (wide - 3 * CARD[0]) / 2 + x * CARD[0], (high - 3 * CARD[1]) / 2 + y * CARD[1]
        ends = [y2 - top for x1, y1, x2, y2, _ in words
                if left < x1 < x2 < left + CARD[0] and top + TITLE < y1 < top + FOOT]  # fmt: skip
        if ends:
            yield (max(ends) - TITLE) / (FOOT - TITLE)


def test_card_foot_states_every_player_count():
    game = next(game for game in GAMES if "partners" in game.rules.options and 7 in game.players)
    foot = faces(party(game, rules={"partners": "two_sides", "eight_players": "yes"}))[0].foot
    assert foot.startswith("4, 6 or 8 players")


def test_numbers_of_players_agree_on_all_papers(game):
    """What needs a house rule has words of its own in the list."""
    listed = game.people.partition(" players")[0]
    who = party(game)
    (fact,) = [each.figure for each in who.text.glance if each.label == "Players"]
    foot = faces(who)[0].foot.partition(" players")[0]
    assert re.findall(r"\d+", listed) == re.findall(r"\d+", fact) == re.findall(r"\d+", foot)


def test_library_has_every_document_on_both_papers():
    names = [document.name for document in library(GAMES[:3])]
    kinds = sum(len(kinds_of(game)) for game in GAMES[:3]) + 1
    assert len(set(names)) == len(names) == len(PAPERS) * kinds
    # The card set of all games takes longest to build and to print.
    assert "card-set" not in names[0] + names[-1]
    few = list(library(GAMES[:1], ["a4"], "Ours"))
    assert [each.kind.key for each in few if "Ours" in each.body] == ["house-card"]


@pytest.mark.long
@on_paper
def test_club_games_come_in_one_file(tmp_path):
    file = tmp_path / "club.pdf"
    words = ["club", "tres", "tadmur", "-o", str(file), "--club", "Ours"]
    assert CliRunner().invoke(main, words).exit_code == 0
    paper = Paper(tmp_path / "read.pdf", file.read_bytes())
    assert (paper.complaints(), paper.title) == ([], "Ours: Très, Tadmur")
    text = " ".join(paper.page_texts)
    assert [text.count(f"{name} · house card") for name in ("Très", "Tadmur")] == [1, 1]
    assert text.count("teach-in ·") == 2
    # In duplex printing the back of a house card or a teach-in is empty.
    single = [
        n for n, page in enumerate(paper.page_texts) if re.search("house card,|teach-in ·", page)
    ]
    assert [n % 2 for n in single] == [0, 0, 0, 0]
    assert [paper.page_texts[n + 1] for n in single] == ["", "", "", ""]


def boxes_of(paper):
    """The words of each page, with the corners of their boxes in tenths of points."""
    return [sorted((word, *(round(10 * at) for at in box)) for *box, word in page)
            for page in paper.boxes]  # fmt: skip


@pytest.mark.long
@on_paper
@pytest.mark.parametrize("paper", PAPERS)
def test_nine_equal_cards_are_laid_out_once(printed, paper):
    document = build("cards", find("jo-jotte"), settings=PrintSettings(paper=paper, copies=2))
    single = document.sheets.html.count("<article")
    once = printed(document)
    every = Sheets(document.body.replace(" data-nine", ""), document.styles, copies=2)
    nine = printed(SimpleNamespace(sheets=every))
    assert (single, every.html.count("<article")) == (2, 18)
    assert (once.complaints(), once.covered(), once.pages) == ([], [], 4)
    assert boxes_of(once) == boxes_of(nine)


def test_the_backs_of_cards_lie_behind_their_fronts():
    fronts, backs = sides([faces(party(game)) for game in GAMES[:9]])[:2]
    places = {slot.face.title: (slot.column, slot.row) for slot in fronts.slots}
    for slot in backs.slots:
        column, row = places[slot.face.title]
        assert (slot.column, slot.row) == (2 - column, row)


def test_browser_page_carries_fonts_without_inline_styles():
    linked = build("sheet", GAMES[0]).linked("/paper/x/css/")
    assert "/paper/x/css/sheet.css" in linked
    assert " style=" not in linked
    embedded = build("sheet", GAMES[0]).embedded()
    assert "data:font/ttf;base64," in embedded
    assert "</style>" in embedded


@pytest.mark.parametrize("words", ["--all DIR --club Ours", "--club Ours --all DIR"])
def test_whole_library_bears_the_club_name(words, tmp_path, monkeypatch):
    asked = Mock(return_value=[])
    monkeypatch.setattr("companion.cli.papers.library", asked)
    told = CliRunner().invoke(main, ["print", *words.replace("DIR", str(tmp_path)).split()])
    assert (told.exit_code, asked.call_args.kwargs) == (0, {"club": "Ours"}), told.output


@pytest.mark.kinds("kaiser")
@on_paper
def test_full_table_sheet_keeps_to_its_pages(printed, game):
    for seats in {min(game.players), len(full(game).seating.seats)}:
        for large in (False, True):
            paper = printed(build("sheet", game, settings=PrintSettings(seats=seats, large=large)))
            assert (paper.wrong, paper.outside(), paper.covered()) == ([], [], [])


SMALL = {"jo-jotte": ["less", "less"], "panguingue": ["less", "less"], "leopard": ["less"]}
"""Faces of pocket cards with so much text or so many rows that they are set below 9.6 points."""


def test_pocket_cards_have_large_type(game):
    sizes = [face.size for face in faces(party(game))]
    assert [size for size in sizes if size in ("less", "least")] == SMALL.get(game.key, [])
