"""Pages for paper, printed by the browser in flight mode: whole, and on the right paper."""

import pikepdf
import pytest

from companion import games, printing
from tests.daily import LONG
from tests.printing.papers import Paper

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.needs("pango", "pdfinfo"),
]

OVER = """() => [...document.querySelectorAll('.card, .panel')]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map(e => e.innerText.slice(0, 40))"""
"""Boxes of a fixed size whose content overflows."""
OURS = ("Vollkorn", "FiraSansCondensed", "NotoSansSymbols2")
ONE = "kaiser"
EVERY = [
    pytest.param(key, marks=() if key == ONE else pytest.mark.long)
    for key in sorted(games.all_games())
]


@pytest.fixture(scope="module")
def print_queue():
    found = printing.PrintQueue(seconds=120)
    yield found
    found.close()


def printed(flying, place, file):
    """A page for paper as the browser prints it; and its parts that are cut or in another type."""
    page = flying.context.new_page()
    page.goto(f"{flying.url}app/{place}")
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready.then(() => 0)")  # as the key that prints does
    pdf = page.pdf(prefer_css_page_size=True, tagged=True)
    cut = page.evaluate(OVER)
    words = page.inner_text("body").casefold().split()
    page.close()
    paper = Paper(file, pdf)
    text = "".join("".join(paper.page_texts).casefold().split())
    cut += [name for name, whole in paper.fonts if not whole or not name[7:].startswith(OURS)]
    return paper, cut + paper.outside(4) + [word for word in words if word not in text]


def sizes(file):
    """The size of each page, in millimetres."""
    with pikepdf.open(file) as opened:
        return [tuple(round(float(side) * 25.4 / 72) for side in page.mediabox[2:])
                for page in opened.pages]  # fmt: skip


@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.long)])
@pytest.mark.long
def test_documents_match_those_of_the_print_worker(flying, print_queue, tmp_path, key, paper):
    """Every day the shorter document of each stylesheet."""
    game, settings = games.find(key), printing.PrintSettings(paper=paper)
    for kind in printing.kinds_of(game) if LONG else ("sheet", "cards", "teach"):
        file, ours = tmp_path / f"{kind}.pdf", tmp_path / f"{kind} of the worker.pdf"
        _, missing = printed(flying, f"print/{key}/{kind}.html?paper={paper}", file)
        ours.write_bytes(
            print_queue.print(printing.build(kind, game, settings=settings).sheets).body
        )
        assert (kind, sizes(file)) == (kind, sizes(ours))
        assert (kind, missing) == (kind, [])


@pytest.mark.parametrize("key", EVERY)
def test_evening_sheet_prints_everything_on_it(flying, tmp_path, key):
    code = flying.frame.evaluate(
        """async ([at, game]) => {
            const body = new URLSearchParams({ game });
            const answer = await fetch(at + "demo", { method: "POST", body });
            return answer.url.split("/").pop();
        }""",
        [f"{flying.url}app/", key],
    )
    paper, missing = printed(flying, f"t/{code}/print/sheet.html", tmp_path / "filled.pdf")
    assert missing == []
    assert {(210, 297), (297, 210)} >= set(sizes(tmp_path / "filled.pdf"))
    names = flying.frame.evaluate(
        "async at => (await (await fetch(at)).text()).match(/(?<=player \\d: ).*/g)",
        f"{flying.url}app/t/{code}/record.txt",
    )
    assert names
    assert all(name in " ".join(paper.page_texts) for name in names)


def test_paper_page_has_print_and_back_keys(flying):
    page, frame = flying.page, flying.frame
    frame.goto(f"{flying.url}app/print/kaiser?kind=cards&paper=letter")
    keys = page.locator("#paper")
    assert keys.is_hidden()
    frame.get_by_role("link", name="Open as a page").last.tap()
    keys.wait_for()
    frame.evaluate(
        """() => {
            window.print = () => { window.top.printed = location.pathname };
            const ready = new Promise((done) => { window.top.load = done });
            Object.defineProperty(document, "fonts", { value: { ready } });
        }"""
    )
    keys.get_by_role("button", name="Print").tap()
    assert page.evaluate("() => window.printed") is None, "its typefaces are not there yet"
    page.evaluate("() => window.load()")
    page.wait_for_function("() => window.printed?.endsWith('/app/print/kaiser/cards.html')")
    keys.get_by_role("button", name="Back").tap()
    frame.locator("#order [name=kind][value=cards]:checked").wait_for(state="attached")
    assert frame.locator("[name=paper][value=letter]").is_checked()
    keys.wait_for(state="hidden")
