"""Print pages and documents: choices, refusals, cache, and data that they never show."""

from __future__ import annotations

import io
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape

import pikepdf
import pytest

from companion import games, printing
from companion.engine.record import Act
from companion.printing import documents, library
from companion.printing.fingerprints import edition as press_edition
from companion.printing.fingerprints import fingerprint
from companion.printing.worker import NoPango
from tests.finding import match_in
from tests.web.clubs.club import Club
from tests.web.conftest import printed, sheets_of
from tests.web.phones import HTMX, NAMES, plain

KINDS = list(printing.KINDS)


def counted_builds(monkeypatch):
    """A list that grows by one with each document that is built."""
    built, build = [], documents.build

    def counting(*words, **more):
        built.append(words)
        return build(*words, **more)

    monkeypatch.setattr(library, "build", counting)
    return built


def preview(page):
    return match_in(r'<iframe[^>]* src="([^"]*)"', page)[1]


def test_print_page_offers_every_document(phone, print_queue):
    page = phone().get("/print/kaiser").text
    assert all(f'value="{kind}"' in page for kind in KINDS)
    assert "/print/kaiser/sheet.html?paper=a4" in page
    assert re.search(r'href="/print/cards.pdf[^"]*">Pocket cards of all games<', page)


def test_preview_follows_form_and_htmx_gets_it_alone(phone, print_queue):
    path = "/print/kaiser?kind=rules&paper=letter&suits=four&large=1"
    page, alone = phone().get(path).text, phone().get(path, headers=HTMX).text
    for text in (page, alone):
        assert "/print/kaiser/rules.html?paper=letter&amp;suits=four&amp;large=1" in text
    assert ("<form" in page, "<form" in alone) == (True, False)
    assert alone.lstrip().startswith('<section id="made"')


def test_print_address_has_only_differing_house_rules(phone, print_queue):
    one, preset = phone(), games.find("kaiser").rules.presets[0]
    page = one.get("/print/kaiser?rule.target=62&rule.min_bid=6").text
    assert "rule.target=62" in preview(page)
    assert "rule.min_bid" not in preview(page)
    query = {"preset": preset.name, "preset_shown": "", "rule.min_bid": "6"}
    assert "rule.min_bid=7" in preview(one.get("/print/kaiser", query_string=query).text)


def test_documents_come_as_pdf_under_a_sensible_name(phone, print_queue):
    assert phone().get("/print/cards.pdf").mimetype == "application/pdf"  # a card of each game
    for kind in KINDS:
        got = phone().get(f"/print/kaiser/{kind}.pdf?paper=letter")
        assert (got.status_code, got.mimetype) == (200, "application/pdf")
        assert got.headers["Content-Disposition"] == f'inline; filename="kaiser-{kind}-letter.pdf"'
    named = phone().get("/print/tres/rules.pdf").headers["Content-Disposition"]
    assert named == 'inline; filename="tres-rules-a4.pdf"'


def test_unchanged_document_is_not_printed_again(phone, print_queue, monkeypatch):
    one = phone()
    tag = one.get("/print/kaiser/rules.pdf").headers["ETag"]
    print_queue._run = None
    built = counted_builds(monkeypatch)
    again = one.get("/print/kaiser/rules.pdf", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert one.get("/print/kaiser/rules.pdf").status_code == 200
    assert built == []
    other = one.get("/print/kaiser/rules.html?rule.target=62")
    assert other.status_code == 200


def test_rule_sheet_is_two_taps_from_a_table(played, print_queue):
    """The score leads to the sheet, and that to the rule sheet with the table's house rules."""
    path = f"/t/{played.code}"
    assert f'href="{path}/sheet"' in played.get("").text
    link = f"{path}/print/rules.pdf"
    assert f'<a href="{link}">' in played.get("sheet").text
    assert played.get(link).mimetype == "application/pdf"


def test_table_pdf_is_rebuilt_only_after_entry(played, print_queue, monkeypatch):
    built = counted_builds(monkeypatch)
    path = "print/sheet.pdf"
    tags = {played.get(path).headers["ETag"] for _ in range(3)}
    assert (len(built), len(tags)) == (1, 1)
    assert played.get(path, headers={"If-None-Match": tags.pop()}).status_code == 304
    assert len(built) == 1
    played.fill("undo", on="")
    assert played.get(path).status_code == 200
    assert len(built) == 2


def test_another_house_rule_is_another_document(phone, print_queue):
    queries = ("", "?rule.target=62", "?suits=four", "?paper=letter")
    got = [phone().get(f"/print/kaiser/rules.pdf{query}") for query in queries]
    assert len({each.headers["ETag"] for each in got}) == 4


def test_missing_pango_gives_page_with_reason(phone, print_queue, monkeypatch):
    def lacking(wanted, long):
        raise NoPango("no libpango")

    print_queue._run = lacking
    assert phone().get("/print/kaiser/sheet.pdf").mimetype == "text/html"
    monkeypatch.setattr(printing, "can_print", lambda: False)
    got = phone().get("/print/kaiser/sheet.pdf")
    assert (got.status_code, got.mimetype) == (200, "text/html")
    assert "make pango" in plain(got.text)
    page = phone().get("/print/kaiser").text
    assert ".pdf?" not in page
    assert "make pango" in plain(page)


def test_page_of_full_print_queue_retries(phone, print_queue):
    print_queue.waiting = 0
    got = phone().get("/print/kaiser/cards.pdf")
    assert got.status_code == 503
    assert int(got.headers["Retry-After"]) > 0
    assert got.headers["Refresh"] == got.headers["Retry-After"]
    assert "queue is full" in plain(got.text)


def test_slow_document_opens_by_itself(phone, print_queue):
    """The waiting page retries; the print queue continues meanwhile, and prints it once."""
    free, made = threading.Event(), []

    def slow(wanted, long):
        made.append(free.wait(60))
        return printed(wanted, long)

    print_queue._run, print_queue.patience = slow, (0.05, 0.05)
    one = phone()
    for _ in range(3):
        got = one.get("/print/kaiser/cards.pdf")
        assert (got.status_code, got.headers["Refresh"]) == (202, "3")
        assert "opens here by itself" in plain(got.text)
    free.set()
    print_queue.patience = (60, 60)
    got = one.get("/print/kaiser/cards.pdf?save=1")
    assert (got.status_code, got.mimetype) == (200, "application/pdf")
    assert got.headers["Content-Disposition"].startswith("attachment")
    assert made == [True]


def test_thirty_sheets_at_once_are_all_printed(phone, print_queue, monkeypatch):
    """At the end of an evening all players print, through one router; no request is refused."""

    def busy(wanted, long):
        time.sleep(0.01)
        return printed(wanted, long)

    print_queue._run, print_queue.patience = busy, (0.05, 0.05)
    waiting = {f"/print/kaiser/sheet.pdf?rows={rows}" for rows in range(5, 35)}
    seen: list[int] = []

    def asks(path):
        got = phone().get(path)
        seen.append(got.status_code)
        return path if got.status_code == 202 else ""

    with ThreadPoolExecutor(8) as pool:
        while waiting:
            waiting = set(pool.map(asks, waiting)) - {""}
    assert set(seen) <= {200, 202}
    assert seen.count(200) == 30


SIX = "&game=".join([*games.all_games()][:6])


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("kaiser/sheet.pdf?paper=a5", 400, "say a4 or letter"),
        ("kaiser/sheet.html?rule.target=7", 400, "from 20 to 200"),
        ("kaiser/sheet.pdf?players=Ann,Bo", 400, "exactly 4 players"),
        ("kaiser/poster.pdf", 404, "no document “poster”"),
        ("nothing", 404, "There is no game"),
        ("/t/AAAAAA/print", 404, "no table"),
        ("/paper/x/../companion/paths.py", 404, ""),
        ("/paper/x/fonts/fonts.conf", 404, ""),
        ("cards.pdf?paper=a5", 400, "say a4 or letter"),
        ("cards.pdf?game=nothing", 404, "There is no game"),
        ("club.pdf?club=Ours", 400, "Choose one to 5 games"),
        (f"club.pdf?game={SIX}", 400, "any number"),
        ("club.pdf?game=tres&game=nothing", 404, "There is no game"),
        ("club.pdf?game=tres&club=" + 61 * "x", 400, "at most 60 letters"),
        ("kaiser?players=Ann,Bo", 200, "exactly 4 players"),  # the page stays
    ],
)
def test_what_cannot_be_printed_is_said_in_words(phone, print_queue, path, status, words):
    got = phone().get(path if path.startswith("/") else f"/print/{path}")
    assert got.status_code == status
    assert words in plain(got.text)


def test_print_pages_allow_own_frames_and_nothing_foreign(phone, print_queue):
    page = phone().get("/print/kaiser/sheet.html")
    policy = page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    assert "unsafe" not in policy
    assert " style=" not in page.text
    assert "<script" not in page.text
    assert "frame-src 'self'" in phone().get("/print/kaiser").headers["Content-Security-Policy"]


def test_page_stylesheets_and_fonts_exist_and_last(phone, print_queue):
    one = phone()
    page = one.get("/print/kaiser/sheet.html").text
    for href in re.findall(r'<link rel="stylesheet" href="([^"]+)"', page):
        got = one.get(href)
        assert got.status_code == 200
        assert "immutable" in got.headers["Cache-Control"]
    font = one.get(f"/paper/{press_edition()[:12]}/fonts/Vollkorn-Regular.ttf")
    assert font.mimetype == "font/ttf"


def test_table_prints_score_and_blank_sheet(played, print_queue):
    page = played.get("print/sheet.html").text
    for words in ("Nell & Pia", "Not finished", played.code, "28"):
        assert words in plain(page)
    assert "QR code" in page
    page = played.get("print/sheet.html?blank=1").text
    assert "Nell & Pia" in plain(page)
    assert "Not finished" not in plain(page)
    assert "/new/kaiser?" in page


def test_a_correction_is_struck_through_on_paper(played, print_queue):
    played.enter(Act("amend", 1, {"tricks": "6"}), who="Pia")
    page = played.get("print/sheet.html").text
    assert "<del>" in page
    assert "by Pia" in plain(page)


def test_club_form_prints_documents_of_ticked_games(phone, print_queue):
    one, ordered = phone(), []

    def noted(wanted, long):
        ordered.append(sheets_of(wanted))
        return printed(wanted, long)

    print_queue._run = noted
    form = match_in(r'<form[^>]* action="(/print/club.pdf)">(.*?)</form>', one.get("/print").text)
    ticks = re.findall(r'type="checkbox" name="(\w+)" value="([a-z-]+)"', form[2])
    assert ticks == [("game", key) for key in games.covers()]
    assert '<input name="club" maxlength="60">' in form[2]
    got = one.get(form[1], query_string={"game": ["tres", "tadmur", "tres"], "club": " Ours "})
    assert (got.status_code, got.mimetype) == (200, "application/pdf")
    assert "club-ours-a4.pdf" in got.headers["Content-Disposition"]
    (sheets,) = ordered
    assert "<title>Ours: Très, Tadmur</title>" in sheets.html
    both = [sheets.html, *(each.html for each in sheets.more)]
    kinds = [*KINDS, "teach"]
    for name in ("Très", "Tadmur"):
        assert sum(f">{name}" in html for html in both) == len(kinds)
    assert len(both) == 2 * len(kinds)
    # Another set of games with the same first document is another file.
    other = one.get(form[1], query_string={"game": ["tres", "kaiser"], "club": "Ours"})
    assert other.headers["ETag"] != got.headers["ETag"]
    alone = replace(sheets, more=())
    assert len({fingerprint(each) for each in (alone, *ordered)}) == 3


def test_printing_stays_off_the_path_of_an_answer(scorer, print_queue):
    print_queue._run, print_queue.waiting = None, 0
    scorer.answer({"bid 2": "7"})
    assert scorer.last.status_code < 400


@pytest.mark.slow
@pytest.mark.needs("pango")
def test_a_real_pdf_comes_back(played):
    got = played.get("print/sheet.pdf")
    assert got.mimetype == "application/pdf"
    with pikepdf.open(io.BytesIO(got.data)) as pdf:
        assert len(pdf.pages) == 1


def test_unprintable_name_is_reported_beside_preview(phone, print_queue, monkeypatch):
    monkeypatch.setattr(
        "companion.web.paper.prints.unspelt", lambda names: "明" if "李明" in names else ""
    )
    page = phone().get("/print/kaiser?players=Nell,李明,Pia,Quin").text
    assert "No typeface on this machine has 明" in plain(page)
    assert "No typeface" not in phone().get("/print/kaiser?players=Nell,Omar,Pia,Quin").text


def test_paper_names_chosen_house_rule_bundle(phone, print_queue):
    one, preset = phone(), games.find("kaiser").rules.presets[-1]
    for name, said in ((preset.name, f", {preset.name}:"), ("no such bundle", ":")):
        page = one.get("/print/kaiser", query_string={"preset": name}).text
        assert f"This table plays{said}" in one.words(unescape(preview(page)))


def test_print_page_lists_games_last_played_first(phone):
    one = phone()
    assert 'href="/print"' in one.get("/more").text
    page = one.get("/print").text
    assert [f"/print/{key}" for key in games.covers()] == re.findall(r'"(/print/[a-z-]+)"', page)
    assert "played last" not in page
    one.begin("tribello")
    page = one.get("/print").text
    assert match_in(r'"(/print/[a-z-]+)"', page)[1] == "/print/tribello"
    assert page.count("played last") == 1


def test_club_papers_are_built_by_print_worker(app, print_queue):
    club, printed_html = Club(app).found(), []
    club.played(5)

    def noted(wanted, long):
        printed_html.append(sheets_of(wanted).html)
        return printed(wanted, long)

    print_queue._run = noted
    for path in ("season", "evening/2026-11-05"):
        assert club.get(f"{club.url}/{path}.pdf").mimetype == "application/pdf"
    season, evening = printed_html
    assert "Season table" in season
    assert "Kaiser" in evening


def test_sheet_without_scores_names_first_dealer(phone):
    """Back Alley's sheet prints who deals each hand."""
    one = phone()
    one.begin("back-alley", dealer="3", **NAMES)
    for query in ("", "?blank=1"):
        html = one.get(f"print/sheet.html{query}").text
        dealers = re.findall(r'who"><span class="clip">(\w+)', html)
        assert dealers[:4] == ["Pia", "Quin", "Nell", "Omar"], query
