"""An own game of five people with long names, as its pages show it on phones."""

import pytest
from playwright.sync_api import expect

from companion.engine.record import Act
from companion.engine.transcript import Transcript
from tests.browser.test_watching import FOLLOWED

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUNDS = ("1540 635 680 1310 1555", "1185 1600 390 160 500", "1015 1505 1830 1630 885")


def record(rounds=2, rules="ends=rounds, rounds=3"):
    text = (
        "game: another\nplayers: O'Neill, Zoë, Jean-Luc, Maximiliane, <b>Bo</b>\n"
        f"rules: title=Hand & Foot, {rules}\nentry: quick\n"
    )
    hands = [f"hand {n}\npoints: {each}\n" for n, each in enumerate(ROUNDS[:rounds], 1)]
    return Transcript.read(text + "".join(hands)).record


def test_watching_phones_show_the_chart_at_the_end(served, store, phone):
    code, page = store.begin(record()).code, phone()
    page.goto(f"{served.url}/t/{code}")
    expect(page.locator(".watched")).to_be_visible()
    store.act(code, Act("answer", 3, {"points": ROUNDS[2]}), seen=0, submission="last")
    page.evaluate("window.shifts = []")
    page.evaluate(FOLLOWED)
    expect(page.locator(".won h1")).to_have_text("O'Neill and Zoë share the win")
    assert page.locator("svg.chart").bounding_box()["height"] > 100


def test_largest_type_keeps_margins_and_headings_whole(served, store, phone):
    page = phone()
    page.goto(f"{served.url}/t/{store.begin(record(3)).code}")
    page.evaluate("document.documentElement.dataset.type = 'largest'")
    assert page.locator(".win .rank").bounding_box()["x"] > 10


def test_winners_share_one_size_of_figures(served, store, phone):
    page = phone()
    page.goto(f"{served.url}/t/{store.begin(record(3)).code}")
    sizes = page.locator(".rank .fig").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).fontSize)"
    )
    assert sizes[0] == sizes[1] > sizes[2]


def test_open_game_can_be_ended_from_a_result(scored):
    page = scored(record(1, "ends=open"), "/hand/1")
    page.locator(".bar").get_by_role("link", name="End").tap()
    page.get_by_role("button", name="End this game").tap()
    expect(page.locator(".won h1")).to_have_text("<b>Bo</b> wins")
    rays = "() => getComputedStyle(document.querySelector('.won'), '::before').backgroundImage"
    assert "conic" in page.evaluate(rays)  # the mark of a sole winner


def test_preview_of_many_gains_fits(scored):
    page = scored(record(1))
    boxes = page.locator("[name^='a.points.']")
    for place, points in enumerate(ROUNDS[1].split()):
        boxes.nth(place).fill(points)
    preview = page.locator(".due .preview")
    expect(preview.locator(".head")).to_have_text("Zoë best with 1600")
    box, due = preview.bounding_box(), page.locator(".due").bounding_box()
    assert box["y"] + box["height"] <= due["y"] + due["height"]


def test_largest_type_has_keys_on_the_first_screen(scored):
    page = scored(record(1))
    page.evaluate("document.documentElement.dataset.type = 'largest'")
    assert page.locator(".due").bounding_box()["height"] < 120
    heads = page.locator(".entry-heads > *")
    heights = heads.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert max(heights) < 40


def test_sheet_shows_the_mark_of_every_player(scored):
    page = scored(record(2), "/sheet")
    widths = page.locator(".sheet thead .mk").evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each, '::before').width))"
    )
    assert len(widths) == 5
    assert min(widths) > 6


def test_refused_member_is_explained_in_sight(served, phone):
    page = phone()
    page.goto(f"{served.url}/clubs")
    page.locator("[name=name]").fill("Sunday")
    page.locator("[name=name]").press("Enter")
    members = page.get_by_label("Names, separated by commas")
    members.fill(", ".join(f"Nell {number}" for number in range(12)))
    members.press("Enter")
    expect(page.get_by_text("Nell 11")).to_be_visible()
    members.fill("Ada, Ada")
    members.press("Enter")
    expect(page.locator("#problem")).to_be_visible()
    page.get_by_text("Delete the club").scroll_into_view_if_needed()
    expect(page.locator("#problem")).to_be_in_viewport()
