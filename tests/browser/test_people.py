"""People at the table in a real browser: the first minute, names, seats, history, files, demos."""

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Record
from tests.browser.axe import SCHEMES, violations
from tests.browser.driver import TWICE, golden, imported
from tests.browser.test_pages import BREADTH, SMALL, TARGETS, UNFOLDED
from tests.daily import daily
from tests.texts import DEAL_THE_FIRST_HAND

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLE = re.compile(r"/t/[A-Z]{6}$")
FOUR = ["Nell", "Omar", "Pia", "Quin"]


# -- the first minute ----------------------------------------------------------------------------


def test_what_this_is_stands_on_the_first_screen(phone, served):
    page = phone()
    page.goto(served.url)
    last, bar = page.locator(".tile").last, page.locator("footer.bar")
    assert page.locator(".tile").count() == len(games.all_games())
    bottom = last.bounding_box()["y"] + last.bounding_box()["height"]
    assert bottom <= bar.bounding_box()["y"]
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert (width, page.locator(".tile b").evaluate_all(cut)) == (width, [])


def labels(page):
    """The labels of the seats on the page of a new table, from top to bottom."""
    return {
        "beside": page.locator(".seat > label:first-child").all_inner_texts(),
        "dealer": page.locator("button[value=begin] small").inner_text(),
        "spoken": page.locator(".seat .deals .sr").all_text_contents(),
        "here": page.locator("[data-put][aria-pressed=true]").all_inner_texts(),
    }


def seated(page, served, where, people=FOUR):
    page.goto(f"{served.url}/new/{where}")
    for place, name in enumerate(people, 1):
        page.locator(f"[name='name.{place}']").fill(name)


def test_labels_follow_names_as_they_are_typed(phone, served):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    assert labels(page)["dealer"] == "North deals, East bids first"
    for place, name in enumerate(FOUR, 1):
        page.locator(f"[name='name.{place}']").press_sequentially(name)
    said = labels(page)
    assert said["beside"] == ["with Pia", "with Quin", "with Nell", "with Omar"]
    assert said["dealer"] == "Nell deals, Omar bids first"
    assert said["spoken"][2] == "Pia deals first"
    page.locator("[name=dealer][value='3']").check(force=True)
    assert labels(page)["dealer"] == "Pia deals, Quin bids first"
    page.locator("[name='name.3']").fill("")
    assert labels(page)["dealer"] == "South deals, Quin bids first"
    seated(page, served, "kaiser")
    page.locator("[name=dealer][value='1']").check(force=True)
    page.get_by_role("button", name=DEAL_THE_FIRST_HAND).tap()
    page.wait_for_url(TABLE)
    page.goto(f"{served.url}/new/kaiser")
    assert labels(page)["here"] == FOUR
    page.locator("[name='name.1']").fill("Maximilian")
    said = labels(page)
    assert said["beside"][2] == "with Maximilian"
    assert said["dealer"] == "Maximilian deals, Omar bids first"
    assert said["here"] == ["Omar", "Pia", "Quin"]


def test_return_key_visits_each_name_until_last(phone, served):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    page.locator("[name='name.1']").tap()
    for name, told in zip(FOUR, ("East", "South", "West", ""), strict=True):
        expect(page.locator(".goes")).to_have_text(f"Next: {told}" if told else "The last name")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator(".goes")).to_have_text("clockwise")
    assert page.url.endswith("/new/kaiser")
    assert [page.locator(f"[name='name.{n}']").input_value() for n in range(1, 5)] == FOUR
    assert page.evaluate("document.activeElement === document.body")
    top, east, south, west = (page.locator(".seat").nth(n).bounding_box() for n in range(4))
    assert top["y"] < east["y"] == west["y"] < south["y"]
    assert west["x"] < top["x"] == south["x"] < east["x"]


def test_return_key_goes_to_the_next_seat(phone, served):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    page.locator("[name='name.2']").fill("Omar")
    page.locator("[name='name.3']").tap()
    for name, told in ("Pia", "West"), ("Quin", "North"), ("Nell", ""):
        expect(page.locator(".goes")).to_have_text(f"Next: {told}" if told else "The last name")
        hint = "document.activeElement.enterKeyHint"
        assert page.evaluate(hint) == ("next" if told else "done")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator(".goes")).to_have_text("clockwise")
    assert [page.locator(f"[name='name.{n}']").input_value() for n in range(1, 5)] == FOUR


def test_known_friends_choose_their_last_way_of_entry(phone, served):
    page = phone()
    chosen = page.locator("[name=entry]:checked")
    for names, way in (("Ada", "Bo"), "totals"), (("Cy", "Di"), "guided"):
        seated(page, served, "tres", names)
        page.locator(f"[name=entry][value='{way}']").check(force=True)
        page.get_by_role("button", name=re.compile("^Deal")).tap()
        page.wait_for_url(TABLE)
    page.goto(f"{served.url}/new/tres")
    assert chosen.get_attribute("value") == "guided"
    for place, name in enumerate(("Bo", "Ada"), 1):
        page.locator(f"[name='name.{place}']").fill(name)
    assert chosen.get_attribute("value") == "totals"
    quick = page.locator("[name=entry][value='quick']")
    quick.evaluate("e => e.scrollIntoView({block: 'center'})")  # out from under the bar
    quick.check(force=True)
    for place, name in enumerate(("Cy", "Di"), 1):
        page.locator(f"[name='name.{place}']").fill(name)
    assert chosen.get_attribute("value") == "quick"


# -- names and seats -----------------------------------------------------------------------------


def by_mouse(page, start, end, over):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    expect(page.locator(over)).to_have_class(re.compile(r"\bover\b"))
    page.mouse.up()


def by_finger(page, start, end, over):
    touch = page.context.new_cdp_session(page)

    def send(kind, *places):
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    send("touchMove", middle)
    send("touchMove", end)
    expect(page.locator(over)).to_have_class(re.compile(r"\bover\b"))
    send("touchEnd")


def sit(page, *names):
    for place, name in enumerate(names, 1):
        expect(page.locator(f"[name='name.{place}']")).to_have_value(name)


@pytest.mark.parametrize("drag", [by_mouse, by_finger])
@pytest.mark.long
def test_seats_are_dragged(phone, served, drag):
    """In the list of a large table the others move up; round a table two change places."""
    finger = drag is by_finger
    page = phone(has_touch=finger, is_mobile=finger)
    seated(page, served, "panguingue?players=9")
    page.locator("#order summary").click()
    page.locator("[data-place='3']").evaluate("e => e.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(100)
    grip = page.locator("[data-place='1'] [data-grip]").bounding_box()
    there = page.locator("[data-place='3']").bounding_box()
    start, end = ((box["x"] + 15, box["y"] + 20) for box in (grip, there))
    drag(page, start, end, "[data-place='3']")
    sit(page, "Omar", "Pia", "Nell", "Quin")
    seated(page, served, "kaiser")
    boxes = [page.locator(f"[data-seat='{seat}']").bounding_box() for seat in (1, 4)]
    start, end = ((box["x"] + 30, box["y"] + 20) for box in boxes)
    drag(page, start, end, "[data-seat='4']")
    sit(page, "Quin", "Omar", "Pia", "Nell")
    assert page.evaluate("document.activeElement.name || ''") == ""  # no keyboard opens


WHERE = ["tadmur", "panguingue?players=8", "panguingue?players=15"]


@daily("where", WHERE, WHERE[:1])
def test_two_seats_that_are_tapped_change_places(phone, served, where):
    page = phone()
    seated(page, served, where, ["Ann", "Bo"])
    for key in (".change", "[data-seat='2'] .swap", "[data-seat='1'] .swap"):
        page.wait_for_timeout(TWICE)
        page.locator(key).tap()
    sit(page, "Bo", "Ann")
    if page.locator("[data-seat='3']").count():
        for key in (".change", "[data-seat='1'] .swap", "[data-seat='3'] .swap"):
            page.wait_for_timeout(TWICE)
            page.locator(key).tap()
        expect(page.locator("[name='name.3']")).to_have_value("Bo")
        expect(page.locator("[name='name.1']")).to_have_value(
            ""
        )  # a leaving player leaves an empty seat
    page.locator("[name='name.1']").tap()  # seats take names again
    assert page.evaluate("document.activeElement.name") == "name.1"


# -- for everyone --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def club(served, chromium):
    """A browser with a running table, a finished one, a deleted one and a club."""
    context = chromium.new_context(
        viewport=SMALL, bypass_csp=True, has_touch=True, service_workers="block"
    )
    page = context.new_page()
    fresh = [Record.begin("kaiser", names) for names in (FOUR, ["Ida", "Jan", "Kai", "Lea"])]
    evenings = [fresh[0], golden("kaiser"), golden("kaiser"), fresh[1]]
    running, finished, _, gone = (imported(page, served.url, record) for record in evenings)
    page.request.post(f"{served.url}/t/{gone}/delete")
    page.goto(f"{served.url}/clubs")
    page.locator("#name").fill("Goose & Gridiron")
    page.get_by_role("button", name="Create club").tap()
    page.locator("#in-names").fill("Nell, Omar, Nelly, Annabelle-Louise van der Meer, <b>O'Neill")
    page.get_by_role("button", name="Add").tap()
    page.locator("#people li").nth(4).wait_for()
    mine = page.url.removeprefix(served.url).removesuffix("/agreed")
    page.request.post(served.url + mine, form={"do": "agree", "stake": "5"})
    page.request.post(f"{served.url}{mine}/in", form={"table": finished})
    page.goto(served.url + mine)
    tonight = page.locator(f"a[href^='{mine}/evening/']").first.get_attribute("href")
    pages = {
        "clubs": "/clubs",
        "club": mine,
        "settings": f"{mine}/agreed",
        "season": f"{mine}/season",
        "evening": tonight,
        "settle": tonight.replace("evening", "settle"),
        "seats": f"/t/{running}/seats",
        "search": "/history?q=nell&since=2020-01-01",
        "undo": f"/history?deleted={gone}",
        "deleted": "/deleted",
        "people": "/people",
        "person": "/people/Nell",
        "pair": "/pair?one=Nell&two=Pia",
        "played": "/played/kaiser",
        "import": "/import",
        "gone": f"/t/{gone}",
    }
    yield page, served.url, pages
    context.close()


def test_names_and_settings_are_saved_together(club):
    """By any button, and by the return key."""
    page, url, _ = club
    page.goto(f"{url}/clubs")
    page.locator("#name").fill("Sunday")
    page.get_by_role("button", name="Create club").tap()
    members = page.locator("#people b")
    page.locator("#in-names").fill("Ada, Bo")
    page.locator(".bar").get_by_text("Save settings").tap()
    expect(members).to_have_text(["Ada", "Bo"])
    page.locator("[name=stake][value='10']").tap()
    page.locator("#in-names").fill("Cy")
    page.locator("#in-names").press("Enter")
    expect(members).to_have_text(["Ada", "Bo", "Cy"])
    expect(page.locator("[name=stake][value='10']")).to_be_checked()
    page.locator("[name=points][value='3 2 1']").tap()
    page.locator("#people li", has_text="Bo").get_by_text("Up").tap()
    expect(members).to_have_text(["Bo", "Ada", "Cy"])
    page.locator("[name=stake][value='100']").tap()
    page.locator(".bar").get_by_text("Tonight").tap()
    expect(page.locator("h1")).to_contain_text("Tonight")
    page.goto(f"{page.url}/agreed")
    expect(page.locator("[name=stake][value='100']")).to_be_checked()
    expect(page.locator("[name=points][value='3 2 1']")).to_be_checked()


def test_club_change_waits_for_the_network(club):
    page, url, pages = club
    page.goto(url + pages["evening"])
    page.context.set_offline(True)
    page.locator("summary", has_text="On the whole evening").tap()
    page.locator("#text").fill("Nine no, and made.")
    page.get_by_role("button", name="Save note").tap()
    banner = page.locator("#offline")
    expect(banner).to_have_text("Waiting for the network: the note.")
    assert page.locator("#text").input_value() == "Nine no, and made."
    with page.expect_navigation():
        page.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(page.locator("#text")).to_have_value("Nine no, and made.")
    assert page.url == url + pages["evening"]


NAMES = ["seats", "search", "undo", "deleted", "people", "person", "pair", "played", "import",
         "gone", "clubs", "club", "settings", "season", "evening", "settle"]  # fmt: skip
"""Every template that test_pages and test_hand_result do not test."""


@daily("name", NAMES, ["seats", "import", "club", "settle"])
def test_a_page_is_for_everybody(club, name):
    """It fits a small phone and a thumb, and axe finds nothing."""
    page, url, pages = club
    page.emulate_media(color_scheme="light")
    page.goto(url + pages[name])
    page.evaluate(UNFOLDED)
    assert page.evaluate(BREADTH) <= SMALL["width"]
    assert page.evaluate(TARGETS) == []
    assert violations(page, *SCHEMES) == []


def test_known_names_say_what_a_tap_does(phone, served):
    """They fill seats, or free them once all are taken."""
    page = phone()
    seated(page, served, "kaiser")
    page.get_by_role("button", name=DEAL_THE_FIRST_HAND).tap()
    page.wait_for_url(TABLE)
    page.goto(f"{served.url}/new/kaiser")
    legend = page.locator("legend", has=page.locator(".frees"))
    assert legend.inner_text() == "All are seated: tap a name to free its seat"
    page.locator("[data-put]", has_text="Nell").tap()
    page.locator("[data-put][aria-pressed=false]", has_text="Nell").wait_for()
    assert legend.inner_text() == "Tap a name to fill the next seat"
