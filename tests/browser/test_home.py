"""The first view of the home page on small screens."""

import pytest

from companion import games
from companion.engine.record import Record
from tests.browser.axe import violations
from tests.browser.driver import golden, imported, renamed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STILL = """() => new Promise((done) => {
  let sum = 0;
  const watch = (list) => list.getEntries().forEach((each) => { sum += each.value; });
  new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum)));
})"""
"""JavaScript: how far the page has moved by itself since it was opened."""
LATE = """() => {
  const name = (url) => new URL(url, location).pathname;
  const early = [...document.querySelectorAll("link[rel=preload]")].map((one) => name(one.href));
  return performance.getEntriesByType("resource").map((one) => name(one.name))
    .filter((one) => one.endsWith(".woff2") && !one.includes("-ext.") && !early.includes(one));
}"""
"""JavaScript: typefaces of the page that it does not preload."""
SEEN = """what => [...document.querySelectorAll(what)].every(each => {
  const box = each.getBoundingClientRect(), bar = document.querySelector(".bar");
  const end = bar.contains(each) ? innerHeight : bar.getBoundingClientRect().top;
  return box.height > 40 && box.top >= 0 && box.bottom <= end && box.left >= 0
    && box.right <= innerWidth;
})"""
"""JavaScript: true if everything of this kind is whole in the first view, above the bar."""


def test_first_visit_shows_every_game_at_once(served, phone):
    page = phone()
    page.goto(served.url)
    assert page.locator(".tile p").count() == page.locator(".tile").count()
    assert page.evaluate(SEEN, ".tile")
    assert page.evaluate(SEEN, ".find")
    cut = "[...document.querySelectorAll('.tile *')].filter(e => e.scrollWidth > e.clientWidth + 1)"
    assert page.evaluate(f"{cut}.map(e => e.textContent)") == []


def test_games_fit_the_last_number_of_people(served, phone):
    """All of them are in the first view, and any number can be chosen."""
    page = phone()
    page.goto(served.url)
    assert page.locator(".players").count() == 0
    imported(page, served.url, golden("kaiser"))
    page.goto(served.url)
    tiles = page.locator(".tile:visible")
    assert page.locator(".players :checked").get_attribute("value") == "4"
    assert page.evaluate(SEEN, ".tiles > [data-n~='4'] > .tile")
    names = tiles.locator("b").all_inner_texts()
    assert {"Kaiser", "Back Alley", "Another game"} <= {*names}
    assert "Tadmur" not in names
    for value, some in (("2", "Tadmur"), ("3", "Tribello"), ("6", "Panguingue")):
        page.locator(f".players [value='{value}']").check()
        assert some in tiles.locator("b").all_inner_texts()
        assert "Kaiser" not in tiles.locator("b").all_inner_texts()
    page.locator(".players [value='Any']").check()
    assert tiles.count() == len(games.all_games())
    page.locator(".players [value='6']").check()
    tiles.filter(has_text="Panguingue").tap()
    page.wait_for_url("**/new/panguingue*")
    assert page.locator("[name^='name.']").count() == 6
    page.go_back()
    page.locator(".players [value='Any']").check()
    tiles.filter(has_text="Panguingue").tap()
    page.wait_for_url("**/new/panguingue*")
    assert page.locator("[name^='name.']").count() == 4


def test_page_without_a_question_names_none(served, phone):
    page = phone()
    page.goto(served.url)
    rested = page.evaluate("document.documentElement.dataset.rested")
    assert rested == "/The Companion"


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)], ids=str)
@pytest.mark.long
def test_search_box_and_running_game_are_whole(size, served, phone):
    page = phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(served.url)
    assert page.evaluate(SEEN, ".find")
    record = golden("back-alley")
    del record.hands[2:]
    imported(page, served.url, record)
    page.goto(served.url)
    assert page.evaluate(SEEN, ".going, .onward, .find, .bar .bt")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_pages_around_the_table_do_not_shift(served, phone):
    """And axe finds nothing on them, light or dark."""
    page = phone(bypass_csp=True)
    code = imported(page, served.url, golden("kaiser"))
    page.request.post(f"{served.url}/clubs", form={"name": "Still club"})
    page.goto(f"{served.url}/clubs")
    club = page.locator(".ls a").first.get_attribute("href")
    page.request.post(served.url + club, form={"do": "come", "person": "Nell, Omar, Pia, Quin"})
    page.request.post(f"{served.url}{club}/in", form={"table": code})
    own = "/new/another?title=Hand+%26+Foot&lines=Books+500"
    asked = f"/t/{code}/disputed?q=may+i+lead+trumps"
    for path in ("/", club, f"{club}/season", "/people", "/people/Nell", f"/t/{code}/share", own,
                 f"/t/{code}", f"/t/{code}/sheet", "/new/kaiser", asked):  # fmt: skip
        page.goto(served.url + path)
        page.wait_for_function("document.fonts.status === 'loaded'")
        assert page.evaluate(STILL) < 0.001, path  # a typeface may come after the first frame
        assert page.evaluate(LATE) == [], path
        page.reload()
        page.wait_for_function("document.fonts.status === 'loaded'")
        assert page.evaluate(STILL) == 0, path
        assert violations(page, "light", "dark") == [], path
    page.goto(f"{served.url}/people/Nell")
    assert page.locator(".form li").first.is_visible()


def test_titles_with_suits_stand_in_one_piece(served, phone):
    """A summary lays out its parts beside each other: a title with a suit is one of them."""
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    parts = page.locator("#house summary").evaluate_all(
        """all => all.filter((each) => getComputedStyle(each).display === "flex").map((each) =>
          [...each.childNodes].filter((part) => part.textContent.trim()).length)"""
    )
    assert len(parts) > 10
    assert max(parts) <= 2


@pytest.mark.long
def test_pages_of_people_keep_their_parts_apart(served, phone):
    """Discs of different people differ, keys have a frame, a sentence has no gap before a comma."""
    page = phone()
    imported(page, served.url, renamed(golden("kaiser"), ["Ana", "Ben", "Cat", "Dan"]))
    page.request.post(f"{served.url}/clubs", form={"name": "Framed club"})
    page.goto(f"{served.url}/clubs")
    club = page.locator(".ls a").first.get_attribute("href")
    page.request.post(served.url + club, form={"do": "come", "person": "Ana, Ben, Cat, Dan"})
    page.goto(f"{served.url}/people")
    discs = page.locator(".folk .face").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert len({*discs[:5]}) == min(5, len(discs))  # others of this server follow
    for path in ("/people", "/people/Ana"):
        page.goto(served.url + path)
        gap = """e => e.getBoundingClientRect().top - (e.previousElementSibling
          ?? document.querySelector("header")).getBoundingClientRect().bottom"""
        assert page.locator(".days").evaluate(gap) >= 8, path
    page.goto(f"{served.url}{club}/agreed")
    keys = page.locator(".btn.slim")
    assert keys.count() > 4
    assert {*keys.evaluate_all("all => all.map((e) => getComputedStyle(e).borderTopStyle)")} == {
        "solid"
    }
    page.goto(f"{served.url}/new/another")
    close = """all => all.filter((e) => /^[,.]/.test(e.nextSibling?.data ?? "")).map((e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      const ends = Math.max(...[...range.getClientRects()].map((box) => box.right));
      range.setStart(e.nextSibling, 0);
      range.setEnd(e.nextSibling, 1);
      return range.getBoundingClientRect().left - ends;
    })"""
    gaps = page.locator(".sentence button").evaluate_all(close)
    assert len(gaps) > 2
    assert max(gaps) < 1


def test_change_seats_is_clear_of_the_title(served, phone):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    for size in ("normal", "large", "largest"):
        page.evaluate("size => { document.documentElement.dataset.type = size; }", size)
        key, title = page.locator(".change"), page.locator("#main h1")
        apart = """(key, title) => {
          const range = document.createRange();
          range.selectNodeContents(key.querySelector("span") ?? key);
          const one = range.getBoundingClientRect();
          range.selectNodeContents(title);
          const two = range.getBoundingClientRect();
          return one.left >= two.right || one.top >= two.bottom;
        }"""
        assert key.evaluate(apart, title.element_handle()), size


def test_code_of_a_table_fills_the_width(served, phone):
    page = phone()
    code = imported(page, served.url, golden("kaiser"))
    page.goto(f"{served.url}/t/{code}/take")
    box = page.locator("svg:has(title)").last.bounding_box()
    assert box["width"] >= 320
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_names_of_seats_and_partners_are_whole(scored, served):
    names = ["Maximilian", "Bartholomew", "Christopher", "Alexandrine"]
    page = scored(Record.begin("kaiser", names))
    page.goto(f"{served.url}/new/kaiser")
    cut = page.locator(".seat :is(input[type=text], label)").evaluate_all(
        "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML)"
    )
    assert cut == []


def test_keys_of_a_code_leave_no_hole(scored):
    page = scored(Record.begin("kaiser", ["Ana", "Ben", "Cat", "Dan"]), "/pencil", watched=True)
    for height in (844, 568):
        page.set_viewport_size({"width": 390, "height": height})
        last, above = (page.locator(f"[data-press='{key}']").bounding_box() for key in "03")
        edge = above["x"] + above["width"]
        assert abs(last["x"] + last["width"] - edge) < 1 or last["width"] > 300
