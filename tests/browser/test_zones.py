"""Times and days in the phone's own time zone, in a real browser."""

import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from companion import clock
from companion.engine.record import Act
from companion.web.rules import words
from tests.finding import match_in
from tests.web.phones import golden, kept, plain

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  const watch = (list) => list.getEntries().forEach((each) => { sum += each.value; });
  new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum)));
})"""
"""How far the page has moved by itself since it was opened; 0 for not at all."""


@pytest.mark.long
@pytest.mark.parametrize(("zone", "later"), [("Etc/GMT+12", -1), ("Pacific/Kiritimati", 1)])
def test_days_are_shown_in_the_phones_time_zone(served, store, phone, zone, later):
    """At 11 o'clock UTC it is the day before in the one and the day after in the other."""
    at = clock.now().replace(hour=11, minute=0) - timedelta(days=40)
    name = f"Nell {'after' if later > 0 else 'before'}"
    stored = kept(store, at=at, player_1=name)
    day = at + timedelta(days=later)
    short, long = f"{day.day} {day:%b}", f"{day.day} {day:%B} {day.year}"
    page = phone(timezone_id=zone)
    page.goto(f"{served.url}/t/{stored.code}/score/{stored.key}")
    for path, form, shown in (
        (f"/t/{stored.code}", "day mon", short),
        (f"/history?q={name}", "day mon", short),
        (f"/people/{name}", "day month year", long),
    ):
        page.goto(f"{served.url}{path}")
        # The server has other tables, too, and reads the latest first.
        while page.get_by_text("not counted yet").count():
            page.reload()
        expect(page.locator(f"time[data-form='{form}']").first).to_have_text(shown)
        assert page.evaluate(SHIFTS) < 0.01, path


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Pacific/Kiritimati"])
def test_correction_time_uses_the_phones_time_zone(store, scored, zone):
    page = scored(golden(hands=2), timezone_id=zone)
    code = match_in(r"/t/([A-Z]{6})", page.url)[1]
    store.act(code, Act("amend", 1, {"@dealer": "2"}), seen=store.seq(code), submission=zone)
    page.goto(f"{page.url.partition(code)[0]}{code}/sheet?show=log")
    shown = page.locator(".log time").first
    at = datetime.fromisoformat(shown.get_attribute("datetime"))
    expect(shown).to_have_text(f"{at.astimezone(ZoneInfo(zone)):%H:%M}")


@pytest.fixture
def in_utc(monkeypatch):
    """This process writes days in UTC."""
    with monkeypatch.context() as here:
        here.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def test_script_writes_a_moment_as_the_server_does(served, phone, in_utc):
    """If both have the same time zone, nothing on the page moves."""
    page = phone(timezone_id="UTC")
    page.goto(served.url)
    moments = [datetime(2026, month, 5 + month, 9, 4, tzinfo=UTC) for month in range(1, 13)]
    forms = words.clock, words.on_day, words.short_day, words.in_month, words.on_weekday
    written = [make(moment) for moment in moments for make in forms]
    page.evaluate(
        """html => {
          document.querySelector("main").innerHTML = html.replaceAll(/>[^<]+</g, ">?<");
          document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: {} }));
        }""",
        " ".join(written),
    )
    assert page.locator("main time").all_text_contents() == [plain(each) for each in written]
