"""Takes screenshots of all states of all pages, light and dark: `python scripts/states.py FOLDER`.

It serves a database of its own. Besides single screenshots it makes sheets of four, for review.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

from conftest import PHONE, Server  # noqa: E402
from driver import first_with, golden, written  # noqa: E402

from companion import games  # noqa: E402
from companion.engine.record import Act, Record  # noqa: E402
from companion.questions import Question  # noqa: E402
from companion.store import Store, Stored, write_access  # noqa: E402
from tests.chromium import ARGS, executable  # noqa: E402

GAME = "kaiser"
ACROSS = 4
"""Screenshots on a sheet."""
KINDS: dict[str, Callable[[Question[Any]], bool]] = {
    "choice": lambda q: q.kind == "choice",
    "several": lambda q: q.kind == "several",
    "count": lambda q: q.kind == "count",
    "points": lambda q: q.kind == "points",
    "shares": lambda q: q.kind == "shares",
    "card": lambda q: q.kind == "cards" and q.most == 1,
    "cards": lambda q: q.kind == "cards" and q.most > 1,
    "cards in order": lambda q: q.kind == "cards" and q.order and q.most > 1,
    "melds": lambda q: q.kind == "melds",
    "cells": lambda q: q.kind == "cells",
    "words": lambda q: q.kind == "words",
    "covered": lambda q: q.secret,
}


def cut(record: Record, hand: int, page: int) -> Record:
    """The record up to a page of a hand."""
    shorter = record.copy()
    own = {k: v for k, v in record.hands[hand - 1].items() if k in ("@entry", "@dealer")}
    for answers in written(record)[hand - 1][:page]:
        own |= answers
    shorter.hands = [*shorter.hands[: hand - 1], own]
    return shorter


class Studio:
    """A phone, and the store it is served from."""

    def __init__(self, page: Page, store: Store, url: str) -> None:
        self.page, self.store, self.url = page, store, url

    def table(self, record: Record, hands: int | None = None, **head: str) -> Stored:
        """A table with the first hands of a record, one act each; the phone is its scorer."""
        stored = self.store.begin(Record(record.game, record.head | head))
        for seen, hand in enumerate(record.hands[:hands]):
            act = Act("answer", seen + 1, hand)
            self.store.act(stored.code, act, seen=seen, submission=f"h{seen}")
        self.page.goto(f"{self.url}/t/{stored.code}/score/{stored.key}")
        return stored

    def go(self, path: str) -> None:
        """Opens a page and waits for htmx."""
        self.page.goto(self.url + path)
        self.page.wait_for_timeout(120)

    def unfold(self, words: str) -> None:
        """Opens a <details>."""
        self.page.locator("summary", has_text=words).first.tap()

    def quiet(self) -> None:
        """Waits for an htmx swap."""
        self.page.wait_for_timeout(350)


def outside(s: Studio) -> Iterator[str]:
    """Pages outside tables: home, new table, rules, referee, print, people, files, errors."""
    s.go("/")
    yield "home, first visit"
    s.go(f"/new/{GAME}")
    yield "new, seats"
    s.page.locator("[name='name.1']").fill("Nell")
    s.page.locator("[name='name.2']").fill("Nell")
    s.page.locator("footer .go").tap()
    s.quiet()
    yield "new, refused"
    s.go("/new/carousel?players=5")
    yield "new, five chairs"
    s.unfold("Move seats")
    s.page.locator("#order").scroll_into_view_if_needed()
    yield "new, move seats"
    s.go(f"/new/{GAME}")
    s.page.locator("#presets").evaluate("e => e.scrollIntoView()")
    yield "new, house rules"
    s.go("/rules")
    yield "rules"
    s.go("/rules?q=frozen+over+45")
    yield "search"
    s.go("/rules?q=xyzzy")
    yield "search, nothing"
    s.go(f"/rules/{GAME}")
    yield "rule page"
    s.go(f"/rules/{GAME}#KAI-LIMIT")
    yield "rule page, a rule"
    s.go("/rules/words")
    yield "words"
    s.go("/referee")
    yield "referee"
    s.go(f"/referee/{GAME}")
    yield "referee of a game"
    s.go(f"/referee/{GAME}/trick")
    yield "referee form"
    s.go(f"/referee/{GAME}/trick?a.trump=H&a.leader=2&a.cards=AS+3S+5H+KS")
    s.page.locator("#ruling").evaluate("e => e.scrollIntoView()")
    yield "ruling"
    s.go(f"/print/{GAME}")
    yield "print page"
    s.go("/sets")
    yield "house rule sets"
    s.go("/import")
    yield "import"
    s.go("/away")
    yield "out of reach"
    s.go("/t/ABCDEF")
    yield "error 404"


def questions(s: Studio) -> Iterator[str]:
    """All kinds of question."""
    for name, wanted in KINDS.items():
        found = first_with(wanted)
        if found is None:
            continue
        record, hand, page, _ = found
        s.table(cut(record, hand, page))
        yield f"question, {name}"
    s.page.locator("details.secret summary").first.tap()
    yield "question, uncovered"


def running(s: Studio) -> Iterator[str]:
    """A table in mid game."""
    record = golden(GAME)
    pages = written(record)
    code = s.table(cut(record, 7, 2)).code
    yield "auction"
    s.page.locator("a.cannot").first.tap()
    yield "auction, why not"
    s.page.locator("main button.key").first.tap()
    s.page.locator("footer .undo").wait_for()
    s.quiet()
    yield "undo named"
    s.page.locator("footer .undo").tap()
    s.quiet()
    yield "redo named"
    seen = s.page.locator("[name=seen]").first.input_value()
    bid = s.page.locator("main button.key").first.get_attribute("value")
    key = s.page.locator("main button.key").first.get_attribute("name") or ""
    act = Act("answer", 7, {key[2:]: bid})
    s.store.act(code, act, seen=int(seen), submission="other")
    s.page.locator("main button.key").nth(2).tap()
    s.page.locator("#note").wait_for()
    yield "stale"
    s.page.context.set_offline(True)
    s.page.locator("footer .undo").tap()
    s.page.locator("#offline").wait_for()
    yield "not saved yet"
    s.page.context.set_offline(False)
    s.page.locator("#again").tap()
    s.quiet()
    s.table(cut(record, 7, len(pages[6]) - 1))
    yield "result"
    for name, text in pages[6][-1].items():
        s.page.locator(f"[name='a.{name}'][value='{text}']").tap(force=True)
    s.quiet()
    yield "result, preview"
    s.page.reload()
    s.page.locator("footer button").last.tap()
    s.quiet()
    yield "result, refused"
    yield from scored(s, s.table(record, 6, confirm="yes").code)


def scored(s: Studio, code: str) -> Iterator[str]:
    """Pages of a table with scored hands."""
    s.go(f"/t/{code}/hand/6")
    yield "scored, to be confirmed"
    s.page.get_by_role("button", name="Yes").tap()
    s.quiet()
    yield "scored, confirmed"
    s.go(f"/t/{code}/why/5/1")
    yield "why"
    s.go(f"/t/{code}/sheet")
    yield "sheet"
    s.go(f"/t/{code}/amend/5")
    yield "amend"
    s.unfold("the result")
    s.page.locator("[name='a.tricks']:not(:checked)").nth(1).tap(force=True)
    s.page.get_by_role("button", name="See what changes").tap()
    s.quiet()
    yield "amend, preview"
    s.go(f"/t/{code}/readings")
    yield "readings"
    s.go(f"/t/{code}/readings/failed_contract?value=bid_amount")
    yield "what if"
    s.go(f"/t/{code}/more")
    yield "more"
    s.unfold("Adjust points")
    s.page.locator("#points").tap()
    yield "more, adjust"
    s.go(f"/t/{code}/seats")
    yield "seats"
    s.go(f"/t/{code}/share")
    yield "share"
    s.go(f"/t/{code}/pencil")
    yield "let a phone in"
    s.unfold("If this phone is lost")
    yield "scorer’s link"
    s.go(f"/t/{code}/print")
    yield "print, of a table"
    write_access.take(s.store, code, "another phone", s.store.table(code).key)
    s.go(f"/t/{code}")
    yield "another phone took the pencil"
    s.go(f"/t/{code}/seats")
    yield "error 403"


def several(s: Studio) -> Iterator[str]:
    """Tables of many players, boards, panels, results, people, history."""
    for key in ("panguingue", "carousel", "jo-jotte", "leopard", "nine-card-don", "tadmur"):
        record = golden(key)
        code = s.table(record).code
        replay = games.find(key).replay(record)
        last = [hand for hand in replay.hands if hand.over and not hand.void][-1]
        yield f"end, {key}"
        s.go(f"/t/{code}/hand/{last.number}")
        yield f"scored, {key}"
        s.go(f"/t/{code}/sheet")
        yield f"sheet, {key}"
    for _ in range(3):
        code = s.table(golden(GAME)).code
    yield "end"
    s.go(f"/t/{code}/board")
    yield "board"
    s.go("/")
    yield "home"
    s.go("/people")
    yield "people"
    s.go("/people/Nell")
    yield "person"
    s.page.locator("form[action='/people/erase']").first.evaluate(
        "e => { e.closest('details').open = true; e.scrollIntoView({block: 'center'}) }"
    )
    yield "person, erase"
    s.go("/pair?one=Nell&two=Pia")
    yield "pair"
    s.go(f"/played/{GAME}")
    yield "game"
    s.go("/history")
    yield "history"
    s.go(s.page.locator(".past a").first.get_attribute("href") + "/pause")
    s.page.locator("summary", has_text="Delete").tap()
    s.page.get_by_role("button", name="Delete it").tap()
    s.page.get_by_text("It can be brought back").wait_for()
    yield "history, deleted"
    s.go("/deleted")
    yield "deleted"
    s.go("/")
    s.page.locator("form[action='/demo'] button").tap()
    s.page.wait_for_url("**/t/*")
    yield "demo"


def sheets(pictures: list[Path], out: Path) -> None:
    """Combines screenshots, four to a sheet."""
    for place in range(0, len(pictures), ACROSS):
        row = [Image.open(path) for path in pictures[place : place + ACROSS]]
        wide, high = PHONE["width"] + 8, PHONE["height"]
        sheet = Image.new("RGB", (wide * ACROSS, high), "#888")
        for column, picture in enumerate(row):
            sheet.paste(picture, (wide * column, 0))
        sheet.save(out / f"sheet-{place // ACROSS + 1:02}.png")


def take(browser: Browser, store: Store, url: str, scheme: str, out: Path) -> None:
    """All screenshots in one colour scheme."""
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": scheme}
    out.mkdir(parents=True, exist_ok=True)
    pictures: list[Path] = []
    for part in (outside, questions, running, several):
        page = browser.new_context(**options).new_page()
        page.set_default_timeout(8000)
        for state in part(Studio(page, store, url)):
            name = state.replace(", ", "-").replace(" ", "-").replace("’", "")
            pictures.append(out / f"{len(pictures) + 1:02}-{name}.png")
            page.screenshot(path=pictures[-1])
        page.context.close()
    sheets(pictures, out)


def main(folder: str) -> None:
    """Serves, takes the screenshots, stops."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data)).start()
        store = Store(f"sqlite:///{Path(data) / 'companion.db'}")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGS)
        try:
            for scheme in ("light", "dark"):
                take(browser, store, server.url, scheme, Path(folder) / scheme)
        finally:
            browser.close()
            store.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
