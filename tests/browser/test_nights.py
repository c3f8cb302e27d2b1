"""A night of tables on a phone: targets for a thumb, accessibility, points that stay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.clubs.club import Club
from companion.store.clubs import Clubs
from companion.store.nights import Nights
from tests.browser.axe import SCHEMES, violations
from tests.browser.test_pages import SMALL, TARGETS
from tests.nights.test_night import by_hand

LARGE_TARGETS = TARGETS.replace(": 44;", ": 48;")
"""Targets of a finger, each of 48 pixels."""
pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def hall(phone, served, store):
    """A phone of a club with a night, and the addresses of both."""
    night = by_hand()
    club = Clubs(store).found(Club("Thursday club", night.people, here=night.people[:12]))
    key = Nights(store).found(club, replace(night, scores={}))
    page = phone(bypass_csp=True)
    page.goto(f"{served.url}/club/{club}")
    return page, f"{served.url}/club/{club}", f"{served.url}/night/{key}"


@pytest.mark.long
def test_pages_of_a_night_are_accessible(hall):
    page, club, night = hall
    for path in (f"{club}/night", night, f"{night}/round/1"):
        page.goto(path)
        for each in page.locator("details").all():
            each.evaluate("each => each.open = true")
        assert (path, page.evaluate(TARGETS), violations(page, *SCHEMES)) == (path, [], [])
        page.set_viewport_size(SMALL)
        assert (path, page.evaluate(LARGE_TARGETS)) == (path, [])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_refused_points_stay_until_they_are_right(hall, store):
    page, _, night = hall
    page.goto(f"{night}/round/1")
    fields = page.locator(".night").first.locator("input:not([type=hidden])")
    for place, text in enumerate(("54", "3x")):
        fields.nth(place).fill(text)
    page.get_by_role("button", name="Save round 1").tap()
    expect(page.locator("#err-1")).to_contain_text("“54 3x”: write 2 whole numbers")
    expect(fields.nth(0)).to_have_value("54")
    fields.nth(1).fill("−31")
    page.get_by_role("button", name="Save round 1").tap()
    page.wait_for_url(night)
    assert Nights(store).get(night.rpartition("/")[2])[1].scores == {"1.1": "54 -31"}
    row = page.locator(".folk tr").nth(1)
    expect(row).to_contain_text("6.75")
