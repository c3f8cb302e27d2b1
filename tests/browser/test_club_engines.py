"""Pages of clubs, people and history in WebKit and Firefox: a club is founded, changed and read."""

import json
from contextlib import closing

import pytest

from tests.browser.driver import golden
from tests.browser.engines import in_engines
from tests.browser.test_engines import Served, Walk

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def written(walk, css, text):
    walk.browser.js(f"document.querySelector({json.dumps(css)}).value = {json.dumps(text)}")


@pytest.mark.long
@in_engines
def test_clubs_and_people_have_no_faults(engine, tmp_path):
    (tmp_path / "browser").mkdir()
    served = Served(tmp_path)
    stored = served.store.begin(golden("kaiser"))
    try:
        with closing(engine(tmp_path / "browser")) as browser:
            walk = Walk(browser, served.url)
            walk.goto("/clubs")
            written(walk, "#name", "Thursday <i>club</i>")
            walk.tap("main form button.go", brings="#in-names")
            written(walk, "#in-names", "Nell, Omar, Pia, Quin")
            walk.tap("button[value='do=come']", brings="[aria-label='Remove Omar']")
            walk.tap("[aria-label='Remove Omar']", brings="button[value^='do=put']")
            walk.look("a removed member")
            walk.tap("button[value^='do=put']", brings="[aria-label='Remove Omar']")
            club = browser.js("return location.pathname").removesuffix("/agreed")
            table = f"/t/{stored.code}"
            for path in (f"{club}/agreed", club, f"{club}/season", f"{club}/along", "/people",
                         "/people/Nell", "/pair?one=Nell&two=Pia", "/played/kaiser", "/history",
                         "/more", "/watch", table, f"{table}/sheet"):  # fmt: skip
                walk.goto(path)
                walk.look(path)
        assert walk.faults == []
    finally:
        served.stop()
        served.store.close()
