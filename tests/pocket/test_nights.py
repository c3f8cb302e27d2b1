"""A night of tables in the offline version, by finger and with no network."""

from __future__ import annotations

import json
import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou")
POINTS = (("40", "8"), ("30", "20"), ("10", "0"))
"""Of the tables of round 1: N and S, E and W."""
RATES = ("10.00", "7.50", "5.00", "2.50", "2.00", "0.00")
"""The points a hand of the six pairs after a round of four hands, the best first."""


def test_night_is_drawn_entered_and_ranked_offline(at, read, flying):
    page = at("clubs")
    page.locator("#name").fill("Hall club")
    page.get_by_role("button", name="Create club").tap()
    page.locator("#in-names").fill(", ".join(NAMES))
    page.get_by_role("button", name="Add").tap()
    page.locator("#people li").nth(11).wait_for()
    page.get_by_role("button", name="Tonight").tap()
    page.get_by_role("link", name="A night of tables").wait_for()
    club = page.url.partition("/app/")[2]
    page.get_by_role("link", name="A night of tables").tap()
    page.locator("#game").select_option(label="Kaiser")
    page.locator("#rounds").select_option("4")
    page.locator("#hands").fill("4")
    page.get_by_role("button", name="Draw the numbers").tap()
    page.wait_for_url(re.compile(r"/app/night/[\w-]+$"))
    night = page.url.partition("/app/")[2]
    for name, words in (("Rotation chart", "4 rounds of 4 hands"), ("Player cards", "Hall club"),
                        ("Table signs", "stays here"), ("Scoresheets", "1, round 1")):  # fmt: skip
        page.get_by_role("link", name=name).tap()
        page.get_by_text(words).first.wait_for()
        bar = flying.page.locator("#paper")
        bar.get_by_role("button", name="Print").wait_for()
        assert page.locator(".qr, .code svg").count() == 0
        assert not [word for word in ("Pango", "on your phone") if word in page.inner_text("body")]
        bar.get_by_role("button", name="Back").tap()
        page.wait_for_url(re.compile(f"{night}$"))
    page.get_by_role("link", name="Enter points").tap()
    page.wait_for_url(re.compile(f"{night}/round/1$"))
    pairs = {}
    for table, points in enumerate(POINTS):
        labels = page.locator("fieldset.night").nth(table).locator("label")
        for side, text in enumerate(points):
            names = re.findall(r"[NESW]\s+\d+\s+(\w+)", labels.nth(side).inner_text())
            assert len(names) == 2
            pairs[f"{int(text) / 4:.2f}"] = {*names}
            labels.nth(side).locator("input").fill(text)
    page.get_by_role("button", name="Save round 1").tap()
    page.wait_for_url(re.compile(f"{night}$"))
    page.get_by_text("3 of 3 tables entered").wait_for()
    rows = [each.split() for each in page.locator("table.folk tbody tr").all_inner_texts()]
    assert [row[0] for row in rows] == [
        "1",
        "1",
        "3",
        "3",
        "5",
        "5",
        "7",
        "7",
        "9",
        "9",
        "11",
        "11",
    ]
    assert [row[-1] for row in rows] == [rate for rate in RATES for _ in "NS"]
    assert [{row[2] for row in rows[at : at + 2]} for at in range(0, 12, 2)] == [
        pairs[rate] for rate in RATES
    ]
    page.get_by_role("link", name="Ranking with the points").tap()
    page.get_by_text("won the night with 10.00 points a hand").wait_for()
    bar.get_by_role("button", name="Back").tap()
    page.wait_for_url(re.compile(f"{night}$"))
    (kept,) = json.loads(read(f"{club}/club.json")[1])["clubs"][0]["nights"]
    assert kept["scores"] == {f"1.{n}": " ".join(each) for n, each in enumerate(POINTS, 1)}
