"""An evening in WebKit and in Firefox: one walk through each, in the dark, without a fault. Every
day only WebKit, which differs most from Chromium, does the whole walk.

Every visited page has no script error, is no wider than the screen, and its text fits its
boxes.
"""

import json
import re
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from werkzeug.serving import make_server

from companion.app import create_app
from companion.settings import Settings
from companion.store import Store
from companion.store.migrate import upgrade
from tests.browser.driver import TWICE
from tests.browser.engines import in_engines, until
from tests.daily import LONG

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
WATCH = """(() => {
  const keep = (said) => sessionStorage.setItem("wrong",
    JSON.stringify([...JSON.parse(sessionStorage.getItem("wrong") || "[]"), String(said)]));
  addEventListener("error", (e) => keep(e.message || `not loaded: ${e.target.src || e.target.href}`), true);
  addEventListener("unhandledrejection", (e) => keep(e.reason));
  addEventListener("securitypolicyviolation", (e) => keep(`${e.effectiveDirective}: ${e.blockedURI}`));
  const error = console.error;
  console.error = (...all) => { keep(all.join(" ")); error(...all); };
})();"""  # noqa: E501
"""The first script of every page: WebKit's driver does not report errors."""
COMPLAINTS = """const said = sessionStorage.getItem("wrong");
sessionStorage.removeItem("wrong");
return JSON.parse(said || "[]");"""
AWAY = re.compile("Load failed|NetworkError when attempting")
"""The errors that browsers report if the server is away."""
RESTED = """const root = document.documentElement, one = (what) => document.querySelector(what);
return document.readyState === "complete" && !root.classList.contains("resting")
  && !one(".htmx-request") && (!one("script[src*='table.']") || root.dataset.rested
    === [location.pathname, one("main [name=at]")?.value, one("h1")?.textContent].join(""));"""
DARK = "rgb(21, 23, 26)"
NEWS = """const one = (what) => document.querySelector(what);
return location.href + one("main [name=at]")?.value + one("h1")?.textContent;"""
"""This text differs between questions."""


class Served:
    """The app in this process, with a script that watches for errors in each page."""

    def __init__(self, folder):
        url = f"sqlite:///{folder / 'companion.db'}"
        upgrade(url)
        self.store = Store(url)
        settings = Settings(limits=False, compress=False, rest=0)
        self.app = create_app(self.store, data=folder, settings=settings)
        script = {"Content-Type": "text/javascript"}
        self.app.add_url_rule("/watch.js", view_func=lambda: (WATCH, script))
        self.app.after_request(self.watched)
        self.port = 0
        self.start()

    @staticmethod
    def watched(response):
        if response.mimetype == "text/html" and not response.is_streamed:
            script = b'<head><script src="/watch.js"></script>'
            response.set_data(response.get_data().replace(b"<head>", script, 1))
        return response

    def start(self):
        self.server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        process = self.server.process_request
        self.connections: list[socket.socket] = []

        def noted(connection, address):
            self.connections.append(connection)
            process(connection, address)

        setattr(self.server, "process_request", noted)  # noqa: B010 (mypy refuses a method)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        # A browser opens connections ahead of its requests: they go with the network, too.
        for each in self.connections:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def watched(tmp_path):
    found = Served(tmp_path)
    yield found
    found.stop()
    found.store.close()


class Walk:
    """A scorekeeper in one browser."""

    def __init__(self, browser, url):
        self.browser, self.url, self.pressed = browser, url, 0.0
        self.faults = []

    def rested(self):
        until("a page that has come to rest", lambda: self.browser.js(RESTED))

    def goto(self, path):
        self.browser.goto(self.url + path)
        self.rested()

    def there(self, css):
        return bool(self.browser.js(f"return !!document.querySelector({json.dumps(css)})"))

    def wait(self, css):
        until(f"{css} on {self.browser.js('return location.href')}", lambda: self.there(css))

    def tap(self, css, *, brings="", new=False):
        """Taps the first such control where a finger would, and waits for the element `brings`."""
        self.rested()
        before = self.browser.js(NEWS)
        x, y, over = self.browser.js(f"""
          let it = document.querySelector({json.dumps(css)});
          if (!it) throw new Error("no " + {json.dumps(css)} + " on " + location.pathname);
          if (it.getBoundingClientRect().width < 3 && it.closest("label")) it = it.closest("label");
          it.scrollIntoView({{ block: "center", behavior: "instant" }});
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          const box = it.getBoundingClientRect();
          const x = Math.round(box.x + box.width / 2), y = Math.round(box.y + box.height / 2);
          const hit = document.elementFromPoint(x, y);
          const free = hit && (it.contains(hit) || hit.contains(it));
          return [x, y, free ? "" : String(hit?.outerHTML).slice(0, 80)]""")
        if over:
            self.faults.append(f"{css} is covered by {over}")
        self.press(x, y)
        if brings:
            self.wait(brings)
        if new:
            until(f"another question after {css}", lambda: self.browser.js(NEWS) != before)
        self.rested()

    def press(self, x, y):
        """Presses as long after the last tap as a finger does: sooner, it is a double tap."""
        time.sleep(max(0, self.pressed + TWICE / 1000 - time.monotonic()))
        self.browser.press(x, y)
        self.pressed = time.monotonic()

    def answer(self, key, value, **more):
        named = f"[name='a.{key}'][value='{value}']"
        if not self.there(f"input{named}"):
            return self.tap(f"main button{named}", **more)
        return self.tap(f"main input{named}", brings=f"{named}:checked", **more)

    def look(self, name):
        self.rested()
        complaints = [said for said in self.browser.js(COMPLAINTS) if not AWAY.search(said)]
        self.faults += [f"{name}: {said}" for said in (*complaints, *self.browser.js(FAULTS))]

    # -- the walk ----------------------------------------------------------------------------------

    def table(self, game, way, look=True):
        self.goto(f"/new/{game}")
        if self.there(f"[name=entry][value='{way}']"):
            self.tap(f"[name=entry][value='{way}']", brings=f"[name=entry][value='{way}']:checked")
        if look:
            self.look(f"new {game}")
        self.tap("button[name=do][value=begin]", brings="form.ask-form")
        return self.browser.js("return location.pathname")

    def kaiser(self, served):
        table = self.table("kaiser", "guided")
        entries = self.browser.js("return history.length")
        self.look("a bid")
        for key, bid in (("bid 2", "pass"), ("bid 3", "7")):
            self.answer(key, bid, new=True)
        # A bid too low is struck out and shows why; the last bid is undone and entered again.
        self.tap("main a.cannot", brings="a.cannot.explained")
        assert "7" in self.browser.js("return document.querySelector('#msg').textContent")
        for kind in ("undo", "redo"):
            self.tap(f".bar form[action$='/{kind}'] button", new=True)
        # The network fails, and returns: the bid waits, and is sent.
        served.stop()
        self.answer("bid 4", "rest pass", brings="#msg.wait")
        self.wait("#takeback")
        self.look("waiting for the network")
        served.start()
        self.wait("main [name='a.trump']")
        self.answer("trump", "S", brings="main [name='a.tricks']")
        self.answer("tricks", "5")
        # It fails again while the result is filled in: the page shows that, and is checked later.
        served.stop()
        self.answer("5H", "A")
        self.wait("#recheck")
        self.look("not checked for want of a network")
        served.start()
        until("a check", lambda: not self.there("#recheck") and not self.there("#msg.wait"))
        assert self.there("[name='a.5H'][value='A']:checked")
        self.answer("3S", "B")
        self.look("the result")
        self.tap(".bar .go", brings="[name='a.bid 3'], .blaze, footer a.go")
        self.look("scored")
        # One Back leaves the table, after any number of answers.
        assert self.browser.js("return history.length") == entries
        self.browser.js("setTimeout(() => history.back())")
        new = "return location.pathname === '/new/kaiser'"
        until("the page before the table", lambda: self.browser.js(new))
        self.goto(f"{table}/hand/1")
        self.tap("main a[href*='/why/']", brings="dialog[open] h1, dialog[open] h2")
        self.look("why")
        self.goto(table)
        self.tap("header a[href$='/menu']", brings="dialog[open] a")
        self.look("menu")
        return table

    def paper(self, table):
        self.goto(f"{table}/sheet")
        self.look("sheet")
        self.correct(table)
        self.many(table)

    def correct(self, table):
        self.goto(f"{table}/amend/1")
        self.look("to correct")
        fold = "details:not([open]):has([name='a.5H']) > summary"
        if self.there(fold):
            self.tap(fold, brings="details[open] [name='a.5H']")
        self.answer("5H", "B")
        self.tap(".actions button[value=check]", brings="table.diff tfoot ins")
        self.look("what changes")
        self.tap(".actions button[value=save]", new=True)
        self.look("corrected")

    def many(self, table):
        """A hand from paper: a list opens a window of the phone's own, so it is set."""
        self.goto(f"{table}/many")
        self.look("many hands")
        answers = {
            "bidder": "2",
            "contract": "7",
            "trump": "D",
            "tricks": "5",
            "5H": "B",
            "3S": "A",
        }
        self.browser.js(f"""for (const [key, text] of Object.entries({json.dumps(answers)})) {{
          const box = document.getElementsByName("r1.a." + key)[0];
          box.value = text;
          box.dispatchEvent(new Event("change", {{ bubbles: true }}));
        }}""")
        said = "return document.querySelector('#many-save').textContent.includes('Save')"
        until("a hand to be saved", lambda: self.browser.js(said))
        self.tap("#many-save", new=True)
        self.look("entered from paper")

    def seats(self):
        """Two players change places, by taps."""
        self.goto("/new/kaiser")
        self.browser.js("document.getElementsByName('name.1')[0].value = 'Zelda'")
        self.tap(".change", brings=".change[aria-pressed=true]")
        self.tap(".seat .swap", brings=".swap[aria-pressed=true]")
        self.tap(".seat:has([name='name.2']) .swap")
        names = "return [1, 2].map((n) => document.getElementsByName(`name.${n}`)[0].value).join()"
        until("seats changed", lambda: self.browser.js(names) == ",Zelda")
        self.look("seats changed")

    def jo_jotte(self):
        self.table("jo-jotte", "quick")
        self.answer("declarer+trump", "2 C")
        for key, digits in (("melds 1", "20"), ("points 1", "50")):
            self.tap(f"[name='a.{key}']", brings=f"[name='a.{key}'].keyed")
            for place, digit in enumerate(digits, 1):
                self.tap(f".pad [data-press='{digit}']")
                value = f"return document.getElementsByName('a.{key}')[0].value"
                assert until(key, lambda: self.browser.js(value)) == digits[:place]  # noqa: B023
        self.look("number keys")

    def panguingue(self):
        self.table("panguingue", "guided", look=False)
        self.tap(".bar .go", brings="[name='a.event 1']")
        self.look("an event")
        self.answer("event 1", "2 lay", brings="[name='a.cards 1']")
        for place, card in enumerate(("3S", "3H", "3D"), 1):
            self.tap(f"[name=tap][value='add cards 1|{card}']")
            value = "return document.getElementsByName('a.cards 1')[0].value.split(' ').length"
            until(card, lambda: self.browser.js(value) == place)  # noqa: B023
        self.look("a meld")
        self.tap(".bar .go", brings="[name='a.event 2']")
        self.look("melded")

    def named(self):
        """A game that the table names, with lines of its own, and the page Share."""
        self.goto("/new/another")
        self.tap("button[value='as Hand & Foot']", brings=".lines-of li")
        self.look("a named game")
        self.tap(".sentence [popovertarget='word-lines']", brings="#word-lines:popover-open")
        self.look("its lines")
        self.tap("#word-lines .go", brings="html:not([data-shut]) .lines-of li")
        self.tap("button[name=do][value=begin]", brings="form.ask-form")
        self.look("a line of a round")
        self.tap("header a[href$='/menu']", brings="dialog[open] a[href$='/share']")
        self.tap("dialog a[href$='/share']", brings="dialog[open] .scan")
        self.look("share")
        self.goto("/")
        self.tap(".players [value='4']", brings=".players [value='4']:checked")
        self.look("home with a game in play")

    def read(self):
        for path in ("/rules/kaiser", "/rules/kaiser?q=dealer", "/print/kaiser",
                     "/print/kaiser/rules.html", "/print/kaiser/cards.html",
                     "/print/jo-jotte/sheet.html", "/print/kaiser/house-card.html"):  # fmt: skip
            self.goto(path)
            self.look(path)


@pytest.mark.slow
@pytest.mark.browser
@in_engines
def test_an_evening_in_another_engine(engine, watched, tmp_path):
    (tmp_path / "browser").mkdir()
    browser = engine(tmp_path / "browser", dark=True)
    try:
        walk = Walk(browser, watched.url)
        walk.goto("/")
        walk.look("home")
        assert browser.js("return getComputedStyle(document.body).backgroundColor") == DARK
        walk.seats()
        table = walk.kaiser(watched)
        walk.named()
        if LONG:
            walk.paper(table)
            walk.jo_jotte()
            walk.panguingue()
            walk.read()
    finally:
        browser.close()
    assert walk.faults == []
