"""Acts beside scoring, each once by finger, in the offline version and with no network."""

import io
import json
import re
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from companion import games
from companion.engine.transcript import Transcript
from companion.store import exchange
from tests.browser.driver import POLLS, TWICE, golden, quiet, rested
from tests.browser.test_evenings import ledger
from tests.pocket.conftest import Pocketed
from tests.texts import SHOW_WHAT_CHANGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLE = re.compile(r"/app/t/[A-Z]{6}$")


@pytest.fixture
def demo(at):
    """Opens a demo evening; its code."""

    def opened(key="kaiser"):
        page = at("more")
        page.locator("#demo-game").select_option(key)
        page.locator("#demo button").tap()
        page.wait_for_url(TABLE)
        rested(page)
        return page.url[-6:]

    return opened


@pytest.fixture
def replayed(flying):
    """The result of a table, replayed here from its exported record."""

    def found(code):
        one = Pocketed(flying)
        one.code = code
        return games.find("kaiser").replay(one.exported())

    return found


def choose(page, key, text):
    """Taps one of several keys, scrolled out from under the bar first."""
    one = page.locator(f"[name='a.{key}'][value='{text}']")
    one.evaluate("e => e.scrollIntoView({ block: 'center' })")
    one.check(force=True)


def totals(replay):
    return list(replay.ledger.totals.values())


def test_record_copy_and_ledger_export_and_import(at, flying, read, replayed, tmp_path):
    record = golden("kaiser")
    page = at("import")
    page.locator("summary").tap()
    page.locator("#text").fill(Transcript(record).text())
    page.get_by_role("button", name="Import").tap()
    code = page.locator("main li a.stretch").get_attribute("href")[-6:]
    Pocketed(flying).put(golden("tribello"))
    assert ledger(replayed(code).record) == ledger(record)
    status, copy = read("export.json")
    assert status == 200
    file = tmp_path / "copy.json"
    file.write_text(copy)
    page = at("import")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Import").tap()
    page.locator("main li a.stretch").first.wait_for()
    assert page.get_by_text("It is here already, with every entry.").count() == len(
        json.loads(copy)["tables"]
    )
    status, lines = read(f"t/{code}/ledger.csv")
    assert status == 200
    assert len(lines.strip().splitlines()) == 1 + len(ledger(record)[0])


def test_answer_is_undone_and_demo_restored_by_picture(demo, at, flying, read):
    code = demo()
    picture = at(f"t/{code}/take").locator(".qr svg").screenshot()
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).resize((1200, 1200)))
    assert found.text.startswith(f"{flying.url}#take=")
    page = at(f"t/{code}")
    asked = page.locator("h1").inner_text()
    page.locator("form.ask-form button[name^='a.']").first.tap()
    page.wait_for_function("was => document.querySelector('h1').innerText != was", arg=asked)
    rested(page)
    page.locator("form[action$='/undo'] button").tap()
    page.wait_for_function("was => document.querySelector('h1').innerText == was", arg=asked)
    rested(page)
    page.get_by_role("button", name="Discard the demo").tap()
    page.wait_for_url(re.compile(r"/app/$"))
    assert read(f"t/{code}")[0] == 404
    flying.page.evaluate("at => { location.hash = new URL(at).hash }", found.text)
    page.locator("button[value=write]").click()
    page.wait_for_url(TABLE)
    assert page.locator("h1").inner_text() == asked


def test_a_hand_is_corrected_removed_and_put_back(demo, at, replayed):
    code = demo()
    before = replayed(code)
    page = at(f"t/{code}/sheet")
    page.locator("table.sheet tbody a", has_text="4").first.tap()
    page.get_by_role("link", name="Correct 4").tap()
    page.locator("summary", has_text="the result").wait_for()
    rested(page)
    page.locator("summary", has_text="the result").tap()
    was = before.record.hands[3]["5H"]
    choose(page, "5H", "B" if was == "A" else "A")
    page.get_by_role("button", name=SHOW_WHAT_CHANGES).tap()
    page.locator("#effect .news ins").first.wait_for()
    rested(page)
    page.wait_for_timeout(TWICE)  # the key that saves is in the place of this one
    page.get_by_role("button", name="Correct it").tap()
    page.wait_for_url(re.compile(f"/{code}$"))
    after = replayed(code)
    assert totals(after) != totals(before)

    page = at(f"t/{code}/remove/2")
    said = page.locator("#effect .news").inner_text()
    page.get_by_role("button", name="Remove hand 2").tap()
    page.wait_for_url(re.compile(f"/{code}$"))
    gone = replayed(code)
    assert len(gone.record.hands) == len(after.record.hands) - 1
    assert " : ".join(str(each).replace("-", "−") for each in totals(gone)) in said

    page = at(f"t/{code}/insert/2")
    again = {"bidder": "1", "contract": "8 no", "tricks": "5", "5H": "A", "3S": "B"}
    for key, text in again.items():
        choose(page, key, text)
        quiet(page)
    page.get_by_role("button", name="Go on").last.tap()
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Add the hand").tap()
    page.wait_for_url(re.compile(f"/{code}$"))
    assert totals(replayed(code)) == totals(after)


def test_result_is_shared_as_picture_and_words(at, flying):
    page = at(f"t/{Pocketed(flying).put(golden('tribello'))}/picture")
    page.locator("#save-picture[href^='blob:']").wait_for()
    inked = """() => {
        const picture = document.querySelector("img.sent-picture"), sizes = [1080, 1350];
        const canvas = new OffscreenCanvas(...sizes).getContext("2d");
        canvas.drawImage(picture, 0, 0, ...sizes);
        const { data } = canvas.getImageData(0, 0, ...sizes);
        return [picture.naturalWidth, new Set(new Uint32Array(data.buffer)).size > 100];
    }"""
    assert page.evaluate(inked) == [1080, True]
    assert f"{flying.url}#take=" in page.locator("#words").input_value()
    said = page.inner_text("body")
    assert [word for word in ("server", "Python", "can watch") if word in said] == []
    page.goto(page.url.replace("/picture", "/menu"))
    assert "Watch" not in page.inner_text("body")
    assert "Watch" not in at().inner_text("body")


def test_club_is_founded_played_printed_and_passed_on(at, read, flying):
    page = at("clubs")
    page.locator("#name").fill("Goose club")
    page.get_by_role("button", name="Create club").tap()
    page.locator("#in-names").fill("Ada, Bo, Cy")
    page.get_by_role("button", name="Add").tap()
    page.locator("#people li").nth(2).wait_for()
    page.get_by_role("button", name="Tonight").tap()
    page.locator("button.chip", has_text="Cy").tap()
    page.locator(".chip.off", has_text="Cy").wait_for()
    club = page.url.partition("/app/")[2]
    page.get_by_role("link", name="Another game").tap()
    page.locator("[name='rule.title']").fill("Darts")
    page.locator("[name='rule.title']").blur()
    page.get_by_role("button", name="Who wins").tap()
    page.locator("#word-best [value=down]").tap()
    page.get_by_role("button", name="Everybody begins with").tap()
    page.locator("[name='rule.start']").fill("60")
    page.locator("[name='rule.start']").press("Enter")
    page.locator("html:not([data-shut])").wait_for()  # the choices closed a moment ago
    page.locator("footer button[value=begin]").tap()
    page.wait_for_url(TABLE)
    rested(page)
    for key in ("6", "0", "next", "4", "5"):
        page.locator(f"[data-press='{key}']").tap()
        page.wait_for_timeout(TWICE)
    page.locator("footer.bar button.go").tap()
    page.get_by_role("heading", name="Ada wins").wait_for()
    page = at(club)
    page.locator(f"a[href*='{club}/evening/']").first.tap()
    page.get_by_role("heading", name="Ada won the evening").wait_for()
    page.get_by_role("link", name="Settle up").tap()
    page.get_by_role("link", name="Set a stake").tap()
    page.locator("[name=stake][value='10']").check()
    page.get_by_role("button", name="Save settings").tap()
    page.locator("[name=stake][value='10'][checked]").wait_for(state="attached")
    page = at(club)
    page.locator(f"a[href*='{club}/evening/']").first.tap()
    page.get_by_role("link", name="Settle up").tap()
    page.get_by_role("heading", name="1 payment").wait_for()
    assert re.search(r"Bo\s+pays\s+Ada.*1\.50", page.inner_text("main"), re.DOTALL)  # 15 points
    page = at(f"{club}/season")
    assert re.search(r"1\s+Ada.*5\s+2\s+Bo.*4", page.inner_text("table"), re.DOTALL)
    assert read(f"{club}/season.csv")[1].count("Ada") == 1
    page.get_by_role("link", name="Print").tap()
    page.get_by_text("Season table, ").first.wait_for()
    assert "Pango" not in page.inner_text("body")
    flying.page.locator("#paper").get_by_role("button", name="Back").tap()
    page.wait_for_url(re.compile(f"{club}/season$"))
    page = at(f"{club}/along")
    link = page.locator("#link").input_value()
    assert link.startswith(f"{flying.url}#take=")
    flying.page.evaluate("at => { location.hash = new URL(at).hash }", link)
    page.get_by_text("This club is here already.").wait_for()
    page.get_by_role("button", name="Update the club").tap()
    page.wait_for_url(re.compile(f"{club}$"))
    assert len(json.loads(read(f"{club}/club.json")[1])["tables"]) == 1


def test_unchanged_page_is_not_sent_again(demo, flying):
    demo()
    assert flying.frame.evaluate(POLLS) == [[304, 304, 304], 0]


def test_a_finished_evening_is_saved_as_a_file(at, flying):
    record = golden("kaiser")
    code = Pocketed(flying).put(record)
    at(f"t/{code}").locator("details.sm summary").last.tap()
    alone, kept = saved(flying, "Export")
    assert kept == f"kaiser-{code}.json"
    at("saved")
    everything, kept = saved(flying, "Save a copy")
    assert kept == "companion-export.json"
    assert alone["tables"][0] in everything["tables"]
    (table,) = exchange.read(alone)
    assert table.row.status == "finished"
    assert ledger(table.record) == ledger(record)


def saved(flying, link):
    """The file that a link saves, read, and its name."""
    with flying.page.expect_download() as kept:
        flying.frame.get_by_role("link", name=link).tap()
    return json.loads(Path(kept.value.path()).read_text()), kept.value.suggested_filename
