"""People at the table in a real browser: the first minute, names, seats, history, files, demos."""

import json
import re
from datetime import date

import pytest
from playwright.sync_api import expect

from companion import games
from companion.engine.record import Record
from tests.browser.axe import violations
from tests.browser.driver import TWICE, Scorer, golden, imported
from tests.browser.test_pages import BREADTH, SMALL, TARGETS, UNFOLDED

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLE = re.compile(r"/t/[A-Z]{6}$")
FOUR = ["Nell", "Omar", "Pia", "Quin"]


@pytest.fixture(params=[True, False], ids=["js", "plain"])
def page(request, phone):
    return phone(java_script_enabled=request.param)


def begin(page, served, **names):
    """A Kaiser table from the first page on; its code."""
    page.goto(f"{served.url}/new/kaiser")
    for place, name in enumerate(names.values() or FOUR, 1):
        page.locator(f"[name='name.{place}']").fill(name)
    page.locator("footer button[value=begin]").tap()
    page.wait_for_url(TABLE)
    return page.url[-6:]


def brought_in(page, served, key="kaiser"):
    """A finished evening, pasted in as text; its code."""
    page.goto(f"{served.url}/import")
    page.locator("summary").tap()
    page.locator("#text").fill(games.find(key).file("evening.txt"))
    page.get_by_role("button", name="Import").tap()
    link = page.locator("main li a.stretch")
    link.wait_for()
    return link.get_attribute("href")[-6:]


def totals(page):
    return page.locator(".sc .tot").all_inner_texts()


# -- the first minute ----------------------------------------------------------------------------


def test_a_newcomer_is_at_a_table_after_two_taps_and_typed_nothing(page, served):
    page.goto(served.url)
    assert page.locator(".intro").is_visible()
    page.locator(".tile[href='/new/kaiser']").tap()
    page.get_by_role("button", name="Deal the first hand").tap()
    page.wait_for_url(TABLE)
    assert page.locator("h1").inner_text() == "East: bid or pass"


def test_what_this_is_stands_on_the_first_screen(phone, served):
    page = phone()
    page.goto(served.url)
    last, bar = page.locator(".tile").last, page.locator("footer.bar")
    assert page.locator(".tile").count() == len(games.shelf())
    bottom = last.bounding_box()["y"] + last.bounding_box()["height"]
    assert bottom <= bar.bounding_box()["y"]
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert (width, page.locator(".tile b").evaluate_all(cut)) == (width, [])


def labels(page):
    """What the page of a new table says of who sits where, from top to bottom."""
    return {
        "beside": page.locator(".seat > label:first-child").all_inner_texts(),
        "dealer": page.locator("button[value=begin] small").inner_text(),
        "spoken": page.locator(".seat .deals .sr").all_text_contents(),
        "here": page.locator("[data-put][aria-pressed=true]").all_inner_texts(),
    }


def test_every_label_follows_the_names_as_they_are_typed(phone, served):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    assert labels(page)["dealer"] == "North deals"
    for place, name in enumerate(FOUR, 1):
        page.locator(f"[name='name.{place}']").press_sequentially(name)
    said = labels(page)
    assert said["beside"] == ["with Pia", "with Quin", "with Nell", "with Omar"]
    assert said["dealer"] == "Nell deals"
    assert said["spoken"][2] == "Pia deals first"
    page.locator("[name=dealer][value='3']").check(force=True)
    assert labels(page)["dealer"] == "Pia deals"
    page.locator("[name='name.3']").fill("")
    assert labels(page)["dealer"] == "South deals"


def test_the_return_key_goes_round_the_table_and_the_last_name_ends_it(phone, served):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    page.locator("[name='name.1']").tap()
    for name in FOUR:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    assert page.url.endswith("/new/kaiser")
    assert [page.locator(f"[name='name.{n}']").input_value() for n in range(1, 5)] == FOUR
    assert page.evaluate("document.activeElement === document.body")
    top, east, south, west = (page.locator(".seat").nth(n).bounding_box() for n in range(4))
    assert top["y"] < east["y"] == west["y"] < south["y"]
    assert west["x"] < top["x"] == south["x"] < east["x"]


def test_labels_follow_over_remembered_names_too(phone, served):
    page = phone()
    page.goto(f"{served.url}/new/kaiser")
    for place, name in enumerate(FOUR, 1):
        page.locator(f"[name='name.{place}']").fill(name)
    page.get_by_role("button", name="Deal the first hand").tap()
    page.wait_for_url(TABLE)
    page.goto(f"{served.url}/new/kaiser")
    assert labels(page)["here"] == FOUR
    page.locator("[name='name.1']").fill("Maximilian")
    said = labels(page)
    assert said["beside"][2] == "with Maximilian"
    assert said["dealer"] == "Maximilian deals"
    assert said["here"] == ["Omar", "Pia", "Quin"]


def test_the_names_of_friends_choose_the_way_in_which_they_entered_last(phone, served):
    page = phone()
    chosen = page.locator("[name=entry]:checked")
    for names, way in (("Ada", "Bo"), "totals"), (("Cy", "Di"), "guided"):
        page.goto(f"{served.url}/new/tres")
        for place, name in enumerate(names, 1):
            page.locator(f"[name='name.{place}']").fill(name)
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


def test_a_demo_is_opened_tried_and_thrown_away(page, served):
    page.goto(f"{served.url}/more")
    page.locator("#demo-game").select_option("kaiser")
    page.locator("form[action='/demo'] button").tap()
    page.wait_for_url(TABLE)
    demo = page.url
    assert page.get_by_text("A demo evening").is_visible()
    assert len(totals(page)) == 2
    asked = page.locator("h1").inner_text()
    page.locator("form.ask-form button[name^='a.']").first.click()
    expect(page.locator("h1")).not_to_have_text(asked)
    page.get_by_role("button", name="Throw it away").tap()
    page.wait_for_url(re.compile(r":\d+/$"))
    assert page.goto(demo).status == 404


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


def seated(page, served, where, people=FOUR):
    page.goto(f"{served.url}/new/{where}")
    for place, name in enumerate(people, 1):
        page.locator(f"[name='name.{place}']").fill(name)


def sit(page, *names):
    for place, name in enumerate(names, 1):
        expect(page.locator(f"[name='name.{place}']")).to_have_value(name)


@pytest.mark.parametrize("drag", [by_mouse, by_finger])
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
    assert page.evaluate("document.activeElement.name || ''") == ""  # no keyboard comes up


@pytest.mark.parametrize("where", ["tadmur", "panguingue?players=8", "panguingue?players=15"])
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
        )  # who leaves, leaves an empty seat
    page.locator("[name='name.1']").tap()  # seats take names again
    assert page.evaluate("document.activeElement.name") == "name.1"


def test_names_are_suggested_at_the_next_table(page, served):
    begin(page, served)
    page.goto(f"{served.url}/new/carousel?players=3")
    page.locator("#order summary").tap()
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Empty all chairs, the standard rules").tap()
    page.get_by_text("All chairs empty").wait_for()
    page.get_by_role("button", name="Pia", exact=True).tap()
    expect(page.locator("[name='name.1']")).to_have_value("Pia")


def test_a_player_is_renamed_and_another_takes_over_in_mid_game(phone, served):
    scorer = Scorer(phone(), served.url)
    record = golden("kaiser")
    scorer.sit(record, 2)
    before = totals(scorer.page)
    page = scorer.page
    page.goto(f"{served.url}/t/{scorer.code}/seats")
    page.locator("[name='name.1']").fill("Nelly")
    page.locator("[name=when][value=start]").check(force=True)
    page.get_by_role("button", name="Save the seats").tap()
    page.wait_for_url(TABLE)
    assert totals(page) == before
    assert "Nelly" in page.locator(".sc").inner_text()
    page.goto(f"{served.url}/t/{scorer.code}/seats")
    page.locator("[name='name.2']").fill("Rosa")
    assert page.locator("[name=when][value=now]").is_checked()
    page.get_by_role("button", name="Save the seats").tap()
    page.wait_for_url(TABLE)
    scorer.play(record, 3, 3)
    assert "Rosa" in page.locator(".sc").inner_text()
    page.goto(f"{served.url}/t/{scorer.code}/seats")
    assert page.get_by_text("Omar to hand 2").is_visible()


def test_a_rematch_rotates_the_deal(page, served):
    code = brought_in(page, served)
    page.goto(f"{served.url}/t/{code}")
    button = page.get_by_role("button", name="Rematch")
    dealer = button.locator("small").inner_text()
    button.tap()
    page.wait_for_url(lambda url: TABLE.search(url) and code not in url)
    page.goto(f"{page.url}/sheet")
    assert dealer.removeprefix("same seats, ") in page.locator("footer").inner_text()
    replay = games.find("kaiser").replay(golden("kaiser"))
    assert replay.hand
    assert dealer == f"same seats, {replay.hand.dealer.left} deals"


# -- history -------------------------------------------------------------------------------------


def delete(page):
    """Opens the first game of the history, and deletes it from its own page."""
    page.locator(".past a").first.tap()
    page.get_by_role("link", name="Menu").tap()
    page.get_by_role("link", name="Pause or end this game").tap()
    page.locator("summary", has_text="Delete").tap()
    page.get_by_role("button", name="Delete it").tap()
    page.get_by_text("It can be brought back").wait_for()


def test_history_is_searched_deleted_and_undone(page, served):
    code = begin(page, served, a="Zoë", b="Yan", c="Xenia", d="Wim")
    asked = page.locator("h1").first.inner_text()
    page.locator("form.ask-form button[name^='a.']").first.click()
    # A table without an answer is not kept.
    expect(page.locator("h1").first).not_to_have_text(asked)
    page.goto(f"{served.url}/history")
    page.locator("#q").fill("xenia kaiser")
    page.get_by_role("button", name="Find").tap()
    page.get_by_text("1 found.").wait_for()
    row = page.locator(f"li:has(a[href='/t/{code}'])")
    assert "Zoë & Xenia" in row.inner_text()
    assert page.get_by_role("button", name="Delete").count() == 0
    delete(page)
    assert page.locator(f"li a[href='/t/{code}']").count() == 0
    page.get_by_role("button", name="Undo").tap()
    page.wait_for_url(TABLE)
    page.goto(f"{served.url}/history?until={date.today().isoformat()}&q=zoë")
    assert page.locator(f"li a[href='/t/{code}']").count() == 1
    delete(page)
    page.goto(f"{served.url}/deleted")
    item = page.locator("main li", has_text="Zoë, Yan").first
    item.locator("summary").tap()
    item.get_by_role("button", name="for good").tap()
    page.get_by_text("Nothing of that table is left here").wait_for()
    assert page.goto(f"{served.url}/t/{code}").status == 404


# -- files ---------------------------------------------------------------------------------------


def test_an_export_is_brought_in_again_to_the_same_ledger(page, phone, served, tmp_path):
    code = brought_in(page, served)
    page.goto(f"{served.url}/t/{code}")
    page.locator("main details > summary", has_text="More").tap()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Export").tap()
    file = tmp_path / "kept.json"
    kept.value.save_as(file)
    other = phone()
    other.goto(f"{served.url}/import")
    other.locator("#file").set_input_files(file)
    other.get_by_role("button", name="Import").tap()
    link = other.locator("main li a.stretch")
    link.wait_for()
    assert other.get_by_text("The same totals as when it was exported").is_visible()
    fresh = link.get_attribute("href")[-6:]
    first, second = (
        json.loads(other.request.get(f"{served.url}/t/{each}.json").text())
        for each in (code, fresh)
    )
    assert first["hands"] == second["hands"]
    assert first["standing"] == second["standing"]


# -- for everyone --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def club(served, chromium):
    """A browser with a running table, a finished one, a deleted one and a demo."""
    context = chromium.new_context(
        viewport=SMALL, bypass_csp=True, has_touch=True, service_workers="block"
    )
    page = context.new_page()
    fresh = [Record.begin("kaiser", names) for names in (FOUR, ["Ida", "Jan", "Kai", "Lea"])]
    evenings = [fresh[0], golden("kaiser"), golden("kaiser"), fresh[1]]
    running, finished, _, gone = (imported(page, served.url, record) for record in evenings)
    codes = {"running": running, "finished": finished}
    page.request.post(f"{served.url}/t/{gone}/delete")
    page.goto(f"{served.url}/more")
    page.locator("form[action='/demo'] button").tap()
    page.wait_for_url(TABLE)
    codes["demo"] = page.url[-6:]
    page.goto(f"{served.url}/clubs")
    page.locator("#name").fill("Goose & Gridiron")
    page.get_by_role("button", name="Found it").tap()
    page.locator("#in-person").fill("Nell, Omar, Nelly, Annabelle-Louise van der Meer, <b>O'Neill")
    page.get_by_role("button", name="Add them").tap()
    page.locator("#people li").nth(4).wait_for()
    mine = page.url.removeprefix(served.url).removesuffix("/agreed")
    page.request.post(served.url + mine, form={"do": "stake", "stake": "5"})
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
        "home": "/",
        "new": "/new/kaiser",
        "chairs": "/new/carousel?players=5",
        "seats": f"/t/{codes['running']}/seats",
        "history": "/history",
        "search": "/history?q=nell&since=2020-01-01",
        "bad day": "/history?since=never",
        "undo": f"/history?deleted={gone}",
        "deleted": "/deleted",
        "people": "/people",
        "person": "/people/Nell",
        "pair": "/pair?one=Nell&two=Pia",
        "played": "/played/kaiser",
        "import": "/import",
        "demo": f"/t/{codes['demo']}",
        "gone": f"/t/{gone}",
        "more": f"/t/{codes['running']}/more",
        "end": f"/t/{codes['finished']}",
        "picture": f"/t/{codes['finished']}/picture",
        "lately": "/people/Nell?days=30",
    }
    yield page, served.url, pages
    context.close()


def test_what_is_changed_of_a_club_waits_for_the_network(club):
    page, url, pages = club
    page.goto(url + pages["evening"])
    page.context.set_offline(True)
    page.locator("#text").fill("Nine no, and made.")
    page.get_by_role("button", name="Keep the note").tap()
    banner = page.locator("#offline")
    expect(banner).to_have_text("Waiting for the network: the note.")
    assert page.locator("#text").input_value() == "Nine no, and made."
    with page.expect_navigation():
        page.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(page.locator("#text")).to_have_value("Nine no, and made.")
    assert page.url == url + pages["evening"]


NAMES = ["home", "new", "chairs", "seats", "history", "search", "bad day", "undo", "deleted",
         "people", "person", "pair", "played", "import", "demo", "gone", "more",
         "end", "picture", "lately",
         "clubs", "club", "settings", "season", "evening", "settle"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_for_everybody(club, name):
    """It fits a small phone and a thumb, and axe finds nothing in light and dark."""
    page, url, pages = club
    page.emulate_media(color_scheme="light")
    page.goto(url + pages[name])
    page.evaluate(UNFOLDED)
    assert page.evaluate(BREADTH) <= SMALL["width"]
    assert name == "page" or page.evaluate(TARGETS) == []
    assert violations(page, "light", "dark") == []
