"""The papers of a night of tables, read back: chart, cards, signs, ranking, scoresheets."""

import re
from html import unescape

import pikepdf
import pytest

from companion.nights.night import Night, NightPlace
from companion.nights.rotation import PEOPLE, SEATS, Chair, schedule
from companion.printing import PrintSettings
from companion.printing.night import (
    NightTitle,
    cards_page,
    chart_page,
    ranking_page,
    sheets_page,
    signs_page,
)
from tests.daily import daily
from tests.printing.papers import on_paper, runs

LONG = "Annabelle-Louise van der Meer-Hohenl"
FIRST = ("Anna", "Ben", "Carla", "Dmytro", "Edna", "Frank", "Greta", "Hal", "Iris", "Jake", "Kay")
LAST = ("Kowalchuk", "Haddad", "Sanders", "Byrne", "Olson", "Friesen", "Yuzicapi", "Petryk")
A4 = PrintSettings()
TITLE = NightTitle("Weyburn Club", "Kaiser", "https://cards.example/night/AbCdEfGhIjKlMnOpQr")
SIZES = [
    ("chart", 8, 12, "partners", "a4", False), ("chart", 60, 12, "partners", "letter", True),
    ("chart", 60, 12, "three", "a4", False), ("cards", 22, 6, "partners", "letter", True),
    ("cards", 23, 7, "three", "a4", False), ("signs", 22, 6, "partners", "letter", False),
    ("ranking", 22, 6, "partners", "a4", True), ("ranking", 60, 12, "partners", "letter", True),
]  # fmt: skip
"""Papers, people, rounds, shape, paper, long names."""


def group(pattern, text):
    """The first group of a match, or ""."""
    match = re.search(pattern, text)
    return match[1] if match else ""


def night_of(people, rounds=6, shape="partners", long=False, late=(), names=()):
    invented = [f"{LONG} {n:02}" if long else f"{FIRST[n % 11]} {LAST[n % 8]}" for n in range(60)]
    names = (*names, *invented)[:people]
    day = "2026-11-27"
    return Night(day, "kaiser", names, {}, shape, rounds, late=late)


def ranking_of(night):
    """Everybody level, with no points in a round that the person sits out."""
    lines = []
    for number, name in enumerate(night.people, 1):
        points = tuple(-1024 if night.plan.table(number, each) else None
                       for each in range(1, night.rounds + 1))  # fmt: skip
        played = sum(each is not None for each in points)
        lines.append(NightPlace(number, name, points, 8 * played, 3, number))
    return lines


PAPERS = {
    "chart": chart_page, "cards": cards_page, "signs": signs_page,
    "ranking": lambda night, *more: ranking_page(night, ranking_of(night), *more),
}  # fmt: skip


@on_paper
@daily(
    ("kind", "people", "rounds", "shape", "paper", "long"),
    SIZES,
    (SIZES[1], SIZES[3], SIZES[5]),
)
def test_papers_of_a_night_fit_their_pages(printed, kind, people, rounds, shape, paper, long):
    night = night_of(people, rounds, shape, long)
    read = printed(PAPERS[kind](night, TITLE, PrintSettings(paper)))
    on_page = 8 if rounds <= 6 else 6
    signs = people // len(SEATS[shape]) + bool(people % len(SEATS[shape]))
    most = {"chart": 2, "cards": -(-people // on_page), "signs": signs, "ranking": 1}[kind]
    assert read.complaints() == []
    assert read.pages <= most
    assert kind == "chart" or read.pages == most
    with pikepdf.open(read.file) as pdf:
        assert min(size for page in pdf.pages for size, _ in runs(page)) >= 5.9
    if kind != "signs":
        assert [n for n in night.people if "".join(n.split()) not in read.letters] == []


def followed(body):
    """The ways out of the chairs, as the signs say them."""
    ways = {}
    for sheet in body.split('<div class="tent">')[1:]:
        face = sheet.rpartition('<section class="face">')[2]
        table = group(r'<p class="big[^"]*">(.*?)</p>', face)
        at = 0 if table == "Sitting out" else int(table)
        for item in re.findall(r"<li>(.*?)</li>", face, re.DOTALL):
            words = " ".join(re.sub("<[^>]*>", " ", item).split())
            seat = words.split()[0] if words[0] in "NESW123" else "1"
            ways[Chair(at, seat)] = chair_of(words, Chair(at, seat))
    return ways


def chair_of(words, here):
    if words.endswith("stays here"):
        return here
    if moved := re.search("moves to ([NESW]) here", words):
        return Chair(here.table, moved[1])
    if goes := re.search(r"goes to table (\d+), ([NESW])$", words):
        return Chair(int(goes[1]), goes[2])
    assert re.search(r"sits out(, place \d)?$", words)
    return Chair(0, group(r"place (\d)$", words) or "1")


@pytest.mark.parametrize("shape", SEATS)
@pytest.mark.parametrize("rounds", [6, 12])
def test_printed_signs_lead_everybody_through_the_night(shape, rounds):
    for people in PEOPLE:
        plan = schedule(people, rounds, shape)
        ways = followed(signs_page(night_of(people, rounds, shape), TITLE, A4).body)
        at = {number: chair for chair, number in plan.chairs(1).items()}
        for each in range(2, rounds + 1):
            at = {number: ways[chair] for number, chair in at.items()}
            assert at == {number: chair for chair, number in plan.chairs(each).items()}


def words_of(body):
    return unescape(" ".join(re.sub("<[^>]*>", " ", body).split()))


def test_card_names_partner_and_opponents_each_round():
    night = night_of(22, names=tuple(f"P{number}" for number in range(1, 23)))
    cards = cards_page(night, TITLE, A4).body.split("<article")[1:]
    assert len(cards) == 22
    for number, card in enumerate(cards, 1):
        text = words_of(f"<{card}")
        assert text.startswith(f"{number} P{number} Rd Table Chair Partner Against Points Signed")
        for each in range(1, 7):
            chair, people = night.plan.chair(number, each), night.plan.table(number, each)
            row = f"{each} {chair.table} {chair.seat} "
            row += f"P{people[2]} {people[2]} {people[1]}, {people[3]}" if people else ""
            assert (row if people else f"{each} – sits out, place {chair.seat}") in text


def test_chart_has_every_round_and_number():
    night = night_of(22)
    text = words_of(chart_page(night, TITLE, A4).body)
    for number, (tables, bench) in enumerate(
        zip(night.plan.rounds, night.plan.benches, strict=True)
    ):
        cells = " ".join(f"{n} & {s} {e} & {w}" for n, e, s, w in tables)
        assert f"{number + 1} {cells} {bench[0]} · {bench[1]}" in text
    assert "6 rounds of 8 hands; nobody has a partner twice" in text
    assert all(f"{number} {name}" in text for number, name in enumerate(night.people, 1))


def test_chart_says_how_many_partners_repeat():
    def under(people, rounds, shape="partners"):
        body = chart_page(night_of(people, rounds, shape), TITLE, A4).body
        return words_of(group('<p class="under">(.*?)</p>', body))

    assert under(14, 8).endswith("2 pairs play together again")
    assert under(22, 12).endswith("1 pair plays together again")
    assert under(60, 4).endswith("nobody has a partner twice")
    assert under(21, 4, "three") == "4 rounds of 8 hands"


def test_papers_after_a_latecomer_have_new_tables():
    night = night_of(23, late=(3,))
    text = words_of(chart_page(night, TITLE, A4).body)
    assert "From round 3 on, the tables are for 23 people." in text
    assert words_of(cards_page(night, TITLE, A4).body).count("comes later") == 2
    assert followed(signs_page(night, TITLE, A4).body) == schedule(23, 6).ways


def test_names_on_papers_are_escaped():
    night = night_of(12, names=("<b>O'Neill</b>", ""))
    for paper in (chart_page, cards_page):
        body = paper(night, TITLE, A4).body
        assert "<b>O'Neill" not in body
        assert "&lt;b&gt;O&#39;Neill" in body
        assert "stand-in" in body


def test_ranking_has_places_and_points_of_each_round():
    night = night_of(8, 4, names=("Ada", "Bo", "Cy"))
    lines = [
        NightPlace(2, "Bo", (30, -4, 12, 9), 32, 3, 1),
        NightPlace(1, "Ada", (None, None, None, -6), 8, 0),
    ]
    body = ranking_page(night, lines, TITLE, A4).body
    text = words_of(body)
    assert re.search("<h1[^>]*>Bo</h1>", body)
    assert "won the night with 1.47 points a hand" in text
    assert "1. Bo 1.47 47 32 3 30 −4 12 9" in text
    assert "Ada −0.75 −6 8 0 · · · −6" in text
    assert "No place: fewer than half of the hands." in text


@on_paper
def test_scoresheets_have_names_and_a_row_a_hand(printed):
    names = ("Ada", "", *(f"{letter}ia" for letter in "CDEFGHIJKLMNOPQRZTUV"))
    night = night_of(22, names=names)
    document = sheets_page(night, 1, A4)
    read = printed(document)
    assert (read.complaints(), read.pages, document.name) == ([], 5, "night-2026-11-27-round-1-a4")
    for table, (text, people) in enumerate(
        zip(read.page_texts, night.plan.rounds[0], strict=True), 1
    ):
        assert f"{table}, round 1" in text
        n, e, s, w = (night.people[each - 1] or f"Stand-in {each}" for each in people)
        assert f"{n} & {s}" in text
        assert f"{e} & {w}" in text
        assert "Agree before the first deal" not in text
        rows = re.findall(r"(\d+)(?: [A-Z]\w?){8} A B A B", text)
        assert rows == [str(hand) for hand in range(1, 9)]
