"""The script gives each tap the effect in tests/taps.json, as the questions do without it."""

import pytest

from companion.web.platform.making import joined
from tests.test_tap_effects import CASES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def drawn(number, case):
    """A form as a question of that kind has it."""
    size = f' data-size="{case["size"]}"' if case["size"] else ""
    return f"""<form id="f{number}"><input name="a.it" data-list="it" value="{case["text"]}"{size}>
        <button name="tap" value="{case["act"]} it|{case["told"]}">tap</button></form>"""


def test_scripted_tap_matches_tap_without_script(chromium):
    page = chromium.new_page()
    # A page of no origin keeps nothing, so that the script would not begin.
    page.route("**/*", lambda route: route.fulfill(body="<main></main>", content_type="text/html"))
    page.goto("http://localhost/")
    forms = "".join(drawn(number, case) for number, case in enumerate(CASES))
    page.set_content(f'<main>{forms}</main><dialog id="up"></dialog>')
    page.add_script_tag(content=joined((), ()).decode())
    for number, case in enumerate(CASES):
        page.locator(f"#f{number} button").click()
        assert page.input_value(f"#f{number} input") == case["after"], case["what"]
    page.close()
