"""The edition in WebKit, which has no files for a site here, and in Firefox: it keeps a table and
opens from the image of its memory."""

import pytest

from tests.browser.engines import Firefox, WebKit, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENT = 180
BEGIN = """const form = new URLSearchParams({ game: "kaiser" });
return (await fetch("app/demo", { method: "POST", body: form })).url;"""


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(each, marks=pytest.mark.needs(*each.NEEDS), id=each.__name__)
        for each in (WebKit, Firefox)
    ],
)
def test_it_keeps_a_table_and_opens_again_in_another_engine(engine, host, tmp_path):
    (tmp_path / "browser").mkdir()
    browser = engine(tmp_path / "browser")

    def opened():
        browser.goto(host.url)
        return until("it is open", lambda: browser.js("return window.companion"), PATIENT)

    try:
        told = opened()
        assert (told["problem"], told["restored"]) == ("", False)
        table = browser.js(BEGIN)
        assert "/app/t/" in table
        browser.js("dispatchEvent(new Event('companion:quiet'))")
        made = "return window.companion.imaged === '' || window.companion.imaged"
        assert until("the image", lambda: browser.js(made), PATIENT) is True
        told = opened()
        assert (told["problem"], told["restored"]) == ("", True)
        assert browser.js(f"return (await fetch('{table}')).status") == 200
    finally:
        browser.close()
