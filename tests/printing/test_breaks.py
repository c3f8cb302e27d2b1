"""Page breaks: blocks stay together on a page, and each page names its first section."""

import re
from dataclasses import replace

import pytest

from companion.games import find
from companion.printing import PAPERS, PrintSettings, build, kinds_of
from companion.printing.lines import whole_lines
from companion.testing.evenings import houses
from tests.daily import LONG
from tests.printing.papers import boldest, on_paper, played


def orders(game):
    """The tested kinds, papers, types and house rules: each of them every day, all combinations
    every night."""
    names = [*houses(game)]
    if LONG:
        for paper in PAPERS:
            for large in (False, True):
                yield from (
                    (kind, PrintSettings(paper=paper, large=large), name)
                    for name in names
                    for kind in ("rules", "sheet")
                )
                yield from (
                    (kind, PrintSettings(paper=paper, large=large), "standard")
                    for kind in kinds_of(game)
                )
    else:
        yield ("rules", PrintSettings(paper="letter"), "standard")
        yield ("rules", PrintSettings(large=True), names[-1])


@pytest.mark.kinds
@on_paper
def test_no_scoring_section_rule_or_example_is_divided(fitting, game):
    wrong = []
    for kind, settings, name in orders(game):
        made = fitting.print(build(kind, game, settings=settings, rules=houses(game)[name]).sheets)
        many = made.pages > (2 if name == "standard" else 3) and kind == "rules"
        if made.warnings or (many and not settings.large):
            wrong.append((kind, settings.paper, settings.large, name, made.pages, made.warnings))
    assert wrong == []


@on_paper
def test_section_of_two_rows_stays_whole(printed):
    pages = printed(
        build("rules", find("back-alley"), settings=PrintSettings(large=True))
    ).page_texts
    assert any("The end" in page and "Scoring" in page for page in pages)


@pytest.mark.kinds("jo-jotte", "back-alley")
@on_paper
def test_totals_have_two_rows_above_them(fitting, game):
    """A block above the score moves its end over the end of the page."""
    document = build("sheet", game, settings=PrintSettings(large=True), replay=played(game))
    if 'class="foot"' not in document.body:
        return
    for height in range(40, 140, 20):
        space = f'<div style="height: {height}mm"></div>'
        body = document.body.replace('<table class="score', f'{space}<table class="score', 1)
        made = fitting.print(replace(document, body=body).sheets)
        assert [each for each in made.warnings if "totals" in each] == [], height


@pytest.mark.long
@on_paper
def test_long_credits_are_whole_and_never_alone(fitting):
    """A block of most of a page replaces the rules before the examples."""
    document = build("rules", find("kaiser"))
    sections = re.compile(r"(?<=<main>).*(?=<section[^>]*Example)", re.DOTALL)
    alone = list[str]()
    for height in range(120, 160, 4):
        body, count = sections.subn(f'<div style="height: {height}mm"></div>', document.body)
        assert (count, 'class="credits"' in body) == (1, True)
        made = fitting.print(replace(document, body=body).sheets)
        # Here the examples have no section before them.
        wrong = [each for each in made.warnings if "example" not in each]
        assert (made.pages <= 2, wrong) == (True, []), height
        loose = body.replace('class="credits"', 'class="credits" style="break-before: auto"')
        alone += fitting.print(replace(document, body=loose).sheets).warnings
    assert {each for each in alone if "example" not in each} == {"only credits on page 2"}


@on_paper
def test_an_example_is_never_alone_on_a_page(printed):
    game = find("leopard")
    rules = houses(game)["all otherwise, 2"]
    large = build("rules", find("dealers-dilemma"), settings=PrintSettings(large=True))
    for document in (
        build("rules", game, settings=PrintSettings(paper="letter"), rules=rules),
        large,
    ):
        paper = printed(document)
        assert ("Where tables differ" in paper.page_texts[-1], paper.wrong) == (True, [])
    loose = large.body.replace('class="examples"', 'class="examples" style="break-before: page"')
    assert printed(replace(large, body=loose)).wrong == ["only example and examples on page 4"]


@on_paper
def test_rule_sheet_pages_are_headed_by_section(printed):
    game = find("kaiser")
    for paper in PAPERS:
        first, second = printed(
            build("rules", game, settings=PrintSettings(paper=paper))
        ).page_texts
        assert ("KAISER · SCORING" in second, "KAISER ·" in first) == (True, False)
    copies = printed(build("rules", game, settings=PrintSettings(copies=2))).page_texts
    assert ["KAISER · SCORING" in text for text in copies] == [False, True] * 2


@on_paper
def test_running_text_fills_the_height_of_its_paper(printed):
    """The foot of a page begins 20 mm above the edge of A4, 19.4 mm above that of Letter."""
    text = "<p>A line of text.</p>" * 140
    for paper, high in (("a4", 277), ("letter", 260)):
        document = build("rules", find("kaiser"), settings=PrintSettings(paper=paper))
        body = re.sub("(?<=<main>)", text, document.body, count=1)
        pages = printed(replace(document, body=body)).boxes
        lowest = max(y2 for *_, y2, word in pages[1] if word == "text.") * 25.4 / 72
        assert high - 6 < lowest < high


@on_paper
def test_long_table_breaks_between_rows_and_repeats_head(printed):
    document = build("rules", find("nine-card-don"))
    start = document.body.index("<tbody>", document.body.index('class="scoring"'))
    end = document.body.index("</tbody>", start)
    rows = re.sub(' id="[^"]+"', "", document.body[start:end].removeprefix("<tbody>"))
    long = document.body[:end] + 9 * rows + document.body[end:]
    paper = printed(replace(document, body=long))
    assert paper.complaints() == []
    found = [text.count("WHAT HAPPENS SCORE") for text in paper.page_texts]
    assert found.count(1) == 2


@pytest.mark.long
@on_paper
def test_every_sheet_names_its_source(printed):
    game = find("kaiser")
    for rules in ({}, {"target": "62"}, boldest(game)):
        pages = printed(build("rules", game, rules=rules)).page_texts
        assert all("Denexa Games, ten-game compilation, “Kaiser”" in page for page in pages)


def test_text_with_room_stays_on_one_line():
    """As WeasyPrint does if the space before a tag has no room."""

    def split(text, width):
        fits = text == text.rstrip(" ") and len(text) <= width
        end = None if fits else text.index(" ") + 1
        return text[:end].rstrip(), end or len(text), end

    broken, whole = split("first and leads ", 15), whole_lines(split)("first and leads ", 15)
    assert (broken[2], whole) == (6, ("first and leads", 15, 16))
    assert whole_lines(split)("first and leads ", 9) == split("first and leads ", 9)


@on_paper
def test_line_is_filled_up_to_a_tag(printed):
    """Here WeasyPrint alone leaves one word on a line."""
    words = "first and leads. Each side takes six tricks. Nell &amp; Pia <b>−35</b>"
    body = "".join(f'<p style="width: {wide / 4}pt">{words}</p>' for wide in range(760, 840))
    document = build("rules", find("kaiser"))
    page = replace(document, body=re.sub("(?<=<main>)", body, document.body, count=1))
    assert [each for each in printed(page).wrong if "ends early" in each] == []
