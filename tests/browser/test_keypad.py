"""The keypad is the same in all games: a digit goes to the right box, and none is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion import games
from companion.web.platform.making import joined, stylesheet
from tests.browser.driver import TWICE, golden, quiet, rested
from tests.browser.taps import begin
from tests.daily import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KEYS = json.loads((Path(__file__).parents[1] / "keys.json").read_text(encoding="utf-8"))
PAGES = (
    ("jo-jotte", "quick", 2), ("carousel", "quick", 4), ("shakespeares-dilemma", "quick", 4),
    ("dealers-dilemma", "quick", 3), ("dilemma", "quick", 2), ("tres", "totals", 2),
    ("leopard", "values", 2),
)  # fmt: skip
"""Games that ask for numbers on the first page of a hand: key, entry mode, players."""


@pytest.fixture(scope="module")
def still(chromium):
    """A page with the scripts and nothing else."""
    page = chromium.new_page(has_touch=True, viewport={"width": 390, "height": 844})
    page.route("**/*", lambda route: route.fulfill(body="<main></main>", content_type="text/html"))
    page.goto("http://localhost/")
    page.set_content("""<div id="table" class="app" data-rest="400"><main><h1>First</h1>
        <form class="ask-form"><div id="in"></div></form></main><footer class="bar">
        <button type="button" class="bt go">Save</button></footer></div>
        <dialog id="up"></dialog>""")
    page.add_script_tag(content=joined((), ()).decode())
    page.wait_for_function("() => document.documentElement.dataset.rested")
    yield page
    page.close()


@pytest.mark.parametrize("case", KEYS, ids=lambda case: case["what"])
def test_digits_go_where_the_table_of_cases_says(still, case):
    limits = "".join(f' data-{key}="{case[key]}"' for key in ("most", "total") if key in case)
    boxes = "".join(
        f'<fieldset {"disabled" if text is None else ""}><label class="fld"{limits}>'
        f'<input name="a.it.{n}" maxlength="60" data-keys value="{text or ""}"></label>'
        "</fieldset>"
        for n, text in enumerate(case["boxes"])
    )
    pad = "".join(f'<button type="button" data-press="{key}">{key}</button>'
                  for key in [*"0123456789+−", "back", "next"])  # fmt: skip
    still.evaluate(
        """([what, boxes, pad]) => {
        document.querySelector("h1").textContent = what;
        document.querySelector("#in").innerHTML = boxes
          + `<label><input type="radio" name="a.who" id="chosen" checked>who</label>
            <div class="pad">${pad}</div>`;
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    }""",
        [case["what"], boxes, pad],
    )
    rested(still)
    for key in case["press"].split():
        what = {"again": "#chosen"}.get(key, f"[data-press='{key}']")
        what = f"[name='a.it.{key[3:]}']" if key.startswith("box") else what
        still.evaluate("what => document.querySelector(what).click()", what)
        if key.startswith("box"):
            still.focus(what)
    assert [each.input_value() for each in still.locator("[data-keys]").all()] == case["after"]


def test_same_digit_counts_twice_at_finger_speed(still):
    still.evaluate("""() => {
        document.querySelector("h1").textContent = "How many?";
        document.querySelector("#in").innerHTML = `<label class="fld"><input name="a.it" data-keys
          maxlength="9"></label>
          <div class="pad"><button type="button" data-press="0">0</button></div>`;
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    }""")
    rested(still)
    box = still.locator("[data-press='0']").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(3):
        tapped = still.evaluate("performance.now()")
        still.touchscreen.tap(*middle)
        still.wait_for_function("at => performance.now() - at > 60", arg=tapped)
    expect(still.locator("[data-keys]")).to_have_value("000")


def test_double_tap_counts_once_and_other_key_waits(still):
    still.evaluate("""() => {
        document.querySelector("h1").textContent = "First";
        document.querySelector("#in").innerHTML = `<button type="button" id="one">one</button>
          <button type="button" id="two" style="margin: 100px">two</button>`;
        window.told = [];
        document.querySelector("#in").onclick = (event) => told.push(event.target.id);
    }""")
    middle = {}
    for each in ("one", "two"):
        box = still.locator(f"#{each}").bounding_box()
        middle[each] = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    still.touchscreen.tap(*middle["one"])
    still.touchscreen.tap(*middle["one"])
    still.touchscreen.tap(*middle["two"])
    assert still.evaluate("told") == ["one", "two"]
    # The question changes: a tap on the same place belongs to a double tap; another waits.
    still.evaluate("""() => {
        told.length = 0;
        document.querySelector("h1").textContent = "Second";
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    }""")
    still.touchscreen.tap(*middle["two"])
    still.touchscreen.tap(*middle["one"])
    if still.evaluate("document.documentElement.classList.contains('resting')"):
        assert still.evaluate("told") == []
        assert still.locator("#one.held").count() == 1
    still.wait_for_function("() => !document.documentElement.classList.contains('resting')")
    assert still.evaluate("told")[:1] == ["one"]
    # The same question is redrawn while a tap waits: the tap counts on the new key in its place.
    still.evaluate("""() => {
        for (const each of document.querySelector("#in").children) each.value = each.id;
        told.length = 0;
        document.querySelector("h1").textContent = "Third";
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    }""")
    still.touchscreen.tap(*middle["one"])
    if still.evaluate("document.documentElement.classList.contains('resting')"):
        still.evaluate("""() => {
            const box = document.querySelector("#in");
            box.innerHTML = box.innerHTML;
        }""")
        assert still.evaluate("told") == []
    still.wait_for_function("() => !document.documentElement.classList.contains('resting')")
    assert still.evaluate("told") == ["one"]
    # The second tap on the key that closes an overlay does not reach the key below it. The second
    # tap on the key that saved a change does not reach the first answer of the next page.
    place = 'style="position: fixed; top: 300px; left: 300px; width: 50px; height: 50px"'
    still.evaluate(
        """place => {
        told.length = 0;
        one.insertAdjacentHTML("beforebegin",
          `<p class="hd"><button type="button" id="below" ${place}>b</button></p>`);
        const up = document.querySelector("#up");
        up.innerHTML = `<button type="button" id="over" data-close ${place}>x</button>`;
        up.showModal();
    }""",
        place,
    )
    still.touchscreen.tap(325, 325)
    still.touchscreen.tap(325, 325)
    still.wait_for_function("() => !document.querySelector('#up').open")
    assert still.evaluate("told") == []
    still.wait_for_timeout(TWICE)
    place = place.replace("left: 300px", "left: 200px")
    still.evaluate(
        """place => {
        document.querySelector("footer").insertAdjacentHTML("afterend",
          `<p class="actions"><button type="button" id="save" ${place}>s</button></p>`);
    }""",
        place,
    )
    still.touchscreen.tap(225, 325)
    still.evaluate(
        """place => {
        document.querySelector(".actions").remove();
        document.querySelector("#in").innerHTML =
          `<button type="button" id="next" ${place}>n</button>`;
        document.querySelector("h1").textContent = "Fourth";
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    }""",
        place,
    )
    still.touchscreen.tap(225, 325)
    still.wait_for_function("() => !document.documentElement.classList.contains('resting')")
    assert still.evaluate("told") == []


def test_undo_names_and_reverts_the_last_tap(still):
    still.evaluate("""() => {
        document.querySelector("form").dataset.draft = "here|1";
        document.querySelector(".bar").innerHTML = `
          <button type="button" class="bt un undo" disabled>
          <span><small>Undo</small><b>hand 1</b></span></button>`;
        document.querySelector("#in").innerHTML = `<div class="fs">
          <label><input type="radio" name="a.trump" value="H">hearts</label></div>
          <div class="fs" data-of="# tricks & more">
          <label><input type="radio" name="a.tricks" value="5">5<small>3</small></label></div>
          <input type="hidden" name="a.cards" data-list="cards" value="AS">
          <button name="tap" value="add cards|5H">5 of hearts</button>`;
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    }""")
    undo, said = still.locator(".undo"), []
    for key in ("[value=H]", "[value='5']", "[name=tap]"):
        still.locator(key).evaluate("e => e.click()")
        said.append(still.locator(".undo b").inner_text())
    assert said == ["hearts", "5 tricks & more", "5 of hearts"]
    told = "() => new URLSearchParams(new FormData(document.querySelector('form'))).toString()"
    left = []
    for _ in range(3):
        undo.evaluate("e => e.click()")
        left.append((still.evaluate(told), still.locator(".undo b").inner_text()))
    assert left == [
        ("a.trump=H&a.tricks=5&a.cards=AS", "5 tricks & more"),
        ("a.trump=H&a.cards=AS", "hearts"),
        ("a.cards=AS", "hand 1"),
    ]
    assert undo.is_disabled()  # the server undoes saved answers


@pytest.mark.parametrize(
    ("key", "longer"),
    [
        ('<button type="button" class="bt go" name="a.event 1" value="next">Next: Bo</button>', 0),
        ('<button type="button" class="bt go" id="save">Save hand 1</button>', 1),
        ('<a class="bt go" href="#deal">Deal hand 2</a>', 1),
    ],
)
def test_save_or_deal_key_rests_longer_visibly(still, key, longer):
    drawn = """() => {
        const key = getComputedStyle(document.querySelector(".bar .go"));
        const line = getComputedStyle(document.querySelector(".bar"), "::before");
        const clear = key.backgroundColor === "rgba(0, 0, 0, 0)";
        return [clear, parseFloat(line.animationDuration), line.content !== "none"];
    }"""
    still.add_style_tag(content=stylesheet("companion.css"))
    still.evaluate(
        """key => {
        document.querySelector(".bar").innerHTML = key;
        window.told = 0;
        document.querySelector(".bar .go").addEventListener("click", (event) => {
            event.preventDefault();
            told += 1;
            if (told > 1) return;
            document.querySelector("h1").textContent += " and the next";
            document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
        });
    }""",
        key,
    )
    still.wait_for_timeout(TWICE)
    still.locator(".bar .go").tap()
    assert still.evaluate(drawn) == [True, 0.7 if longer else 0.4, True]
    still.wait_for_function("() => !document.documentElement.classList.contains('resting')")
    kept = still.evaluate("() => [!!document.documentElement.dataset.later, performance.now()]")
    assert kept[0] == bool(longer)
    assert still.evaluate(drawn)[::2] == [bool(longer)] * 2
    still.locator(".bar .go").tap()
    late = still.evaluate("performance.now()") - kept[1] > 250
    assert late or still.evaluate("told") == (1 if longer else 2)
    still.wait_for_function("() => !document.documentElement.dataset.later")
    still.wait_for_timeout(TWICE)
    still.locator(".bar .go").tap()
    assert late or still.evaluate("told") == (2 if longer else 3)
    still.evaluate("document.querySelectorAll('style').forEach((each) => each.remove())")


PUT = """(tag) => {
  const main = document.querySelector("main"), it = document.createElement(tag);
  document.querySelector("#put")?.remove();
  it.id = "put";
  it.href = "#rule";
  it.type = "button";
  it.className = tag === "p" ? "msg" : "";
  it.tabIndex = 0;
  it.style = "position: fixed; top: 280px; left: 20px; width: 200px; height: 60px";
  it.addEventListener("click", (event) => {
    event.preventDefault();
    window.led ||= performance.now();
  });
  main.append(it);
  window.led = 0;
  window.swapped = performance.now();
  document.querySelector("h1").textContent += ` ${tag}`;
  document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
}"""


def test_link_under_the_last_tap_rests(still):
    """A bid that is tapped three times opens no rule in the same place on the next page."""
    still.evaluate(PUT, "button")
    rested(still)
    still.wait_for_timeout(TWICE)
    still.touchscreen.tap(60, 300)
    assert still.evaluate("led")
    still.evaluate(PUT, "a")
    while not still.evaluate("led"):
        still.touchscreen.tap(60, 300)
        still.wait_for_timeout(TWICE)
    assert still.evaluate("led - swapped") > 650
    # A message opened by such a tap would cover the keys.
    still.evaluate(PUT, "p")
    still.touchscreen.tap(60, 300)
    late = still.evaluate("performance.now() - swapped > 700")
    assert late or still.evaluate("document.activeElement.id !== 'put'")
    still.evaluate("document.querySelector('#put').remove()")


@pytest.mark.parametrize(("over", "least"), [("app", 350), ("app win", 650)])
def test_next_key_rests_longer_after_last_hand(still, over, least):
    took = still.evaluate(
        """(over) => new Promise((done) => {
        const root = document.documentElement, start = performance.now();
        document.querySelector("#table").className = over;
        document.querySelector("h1").textContent += over;
        new MutationObserver((_, it) => {
            if (root.classList.contains("resting")) return;
            it.disconnect();
            done(performance.now() - start);
        }).observe(root, { attributeFilter: ["class"] });
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
    })""",
        over,
    )
    still.evaluate("document.querySelector('#table').className = 'app'")
    assert took > least


def test_sum_stays_right_in_its_row(scored):
    """In the column of the numbers, where a single number has its last digit too."""
    record = golden("jo-jotte")
    told = {key: text for key, text in record.hands[0].items() if not key.startswith("points")}
    record.hands = [told]
    page = scored(record)
    box = page.locator(".entries .fld").first
    box.tap()
    for key in "5+6":
        page.locator(f"[data-press='{key}']").tap()
        page.wait_for_timeout(TWICE)
    assert box.get_attribute("data-sum")
    assert box.evaluate("e => getComputedStyle(e, '::after').textAlign") == "end"


@pytest.mark.long
def test_the_keypad_is_the_same_in_every_game(served, phone):
    """Next has one place, a digit goes to the first empty box, and a second tap on an answer
    removes none."""
    page, places = phone(), set()
    for key, way, players in PAGES if LONG else PAGES[:4]:
        begin(page, served.url, key, way, players)
        rested(page)
        radio = page.locator(".ans label:has([type=radio])").first
        if radio.count():
            with page.expect_response("**/check?live=1"):
                radio.evaluate("e => e.click()")
            quiet(page)
            radio.evaluate("e => e.click()")  # an old finger taps twice
        boxes, next_key = page.locator("[data-keys]"), page.locator("[data-press=next]")
        places.add(tuple(next_key.bounding_box().values()))
        first = boxes.nth([each.input_value() for each in boxes.all()].index(""))
        name = first.get_attribute("name")
        page.locator("[data-press='1']").evaluate("e => e.click()")
        assert page.locator(".keyed").get_attribute("name") == name, key
        assert page.locator(f"[name='{name}']").input_value() == "1", key
        next_key.evaluate("e => e.click()")
        page.locator("[data-press='2']").evaluate("e => e.click()")
        assert [each.input_value() for each in boxes.all()].count("2") == 1, key
    assert len(places) == 1, places


@pytest.mark.kinds
@pytest.mark.parametrize(("key", "way", "players"), PAGES, ids=[key for key, *_ in PAGES])
def test_extra_digit_marks_box_and_explains(served, phone, key, way, players):
    page = phone()
    begin(page, served.url, key, way, players)
    rested(page)
    box, wrong = page.locator("[data-keys]").last, page.locator(".fld.bad")
    box.tap()
    digits = 0
    while not wrong.count():
        assert digits < 8
        digits += 1
        page.wait_for_timeout(TWICE)
        with page.expect_response("**/check?live=1"):
            page.locator("[data-press='9']").tap()
        quiet(page)
    expect(wrong.locator("[data-keys]")).to_have_value("9" * digits)
    expect(page.locator("#msg.no")).to_be_visible()
    expect(page.locator(".bar > .bt").last).to_contain_text("cannot be right")
    page.locator("[data-press=back]").tap()
    expect(wrong).to_have_count(0)
    expect(page.locator("#msg.no")).to_have_count(0)


def test_every_game_with_a_keypad_is_tried():
    assert {key for key, _, _ in PAGES} <= set(games.all_games())


def test_next_hand_with_same_title_selects_no_box(still):
    draw = """hand => {
        document.querySelector("h1").textContent = "The result";
        const box = (n) => `<label class="fld"><input name="a.it.${n}" data-keys></label>`;
        document.querySelector("#in").innerHTML =
          `<input type="hidden" name="hand" value="${hand}">${box(1)}${box(2)}`;
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
        return [...document.querySelectorAll(".keyed")].map((box) => box.name);
    }"""
    still.evaluate(draw, 1)
    still.locator("[name='a.it.2']").focus()
    assert still.evaluate(draw, 1) == ["a.it.2"]
    assert still.evaluate(draw, 2) == []
