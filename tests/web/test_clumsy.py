"""A clumsy phone and a stranger's at a table of every game: they answer, tap any key of a page,
send forms twice, go back to old pages and send those, undo, correct, and follow every link.

No page fails, the stranger changes nothing, and the table equals a replay of its journal.
"""

from __future__ import annotations

import random
import re
from urllib.parse import urldefrag, urlencode, urljoin

import pytest

from companion import games, printing
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.store import Store
from companion.store.exchange import dump, read
from companion.testing.evenings import evening
from tests.daily import LONG
from tests.tables.test_proposal import state
from tests.web.hostile import harmless
from tests.web.phones import HOSTED, Form, Page

STEPS, SEEDS = (150, 10) if LONG else (32, 1)
TYPED = ["", "Nell", "Zoe", "0", "3", "7", "45", "-10", "late", "AS KH", "9" * 30, "♥", "no"]
"""Texts typed into the fields of pages."""


def filled(form: Form, chance: random.Random) -> tuple[str, dict[str, list[str]]]:
    """Address and fields of a form, randomly filled in."""
    data = {name: [value] for name, value in form.hidden.items()}
    for name, values in form.chosen.items():
        if chance.random() < 0.8:
            data[name] = [chance.choice(values)]
    for name, value in form.ticked:
        if chance.random() < 0.4:
            data.setdefault(name, []).append(value)
    for name, value in form.typed.items():
        data[name] = [value if chance.random() < 0.5 else chance.choice(TYPED)]
    action, name, value = form.action, "", ""
    if form.pressed:
        own, name, value = chance.choice(form.pressed)
        action = own or action
    return action, data | ({name: [value]} if name else {})


def unlike(path: str) -> str:
    return re.sub(r"/([A-Z]{6}|\d+)\b", "/…", path.partition("?")[0])


class Clumsy:
    """A phone that does anything that its pages allow."""

    def __init__(self, app, chance: random.Random) -> None:
        self.client, self.chance = app.test_client(), chance
        self.page = Page("")
        self.pages: list[Page] = []
        self.posts: list[tuple[str, dict[str, list[str]]]] = []
        self.met: set[str] = set()

    def heard(self, reply, what):
        for each in (*reply.history, reply):
            harmless(each, what)
        path = reply.request.full_path.rstrip("?")
        self.met.add(unlike(reply.request.path))
        if reply.mimetype == "text/html" and reply.status_code == 200:
            self.page = Page(reply.text, path)
            self.pages.append(self.page)

    def get(self, path):
        self.heard(self.client.get(path, follow_redirects=True), path)

    def post(self, path, data):
        self.posts.append((path, data))
        self.heard(self.client.post(path, data=data, follow_redirects=True), (path, data))

    def link(self):
        """Follows a few links, those not followed yet if there are any."""
        for _ in range(3):
            links = [urldefrag(urljoin(self.page.path, link)).url for link in self.page.links]
            ours = [link for link in links if link.startswith("/")]
            new = [link for link in ours if unlike(link) not in self.met]
            if ours:
                self.get(self.chance.choice(new or ours))

    def form(self):
        """Fills in a form of the page at random, and sends it."""
        if self.page.forms:
            form = self.chance.choice(self.page.forms)
            action, data = filled(form, self.chance)
            if form.get:
                self.get(f"{action.partition('?')[0]}?{urlencode(data, doseq=True)}")
            else:
                self.post(action, data)

    def back(self):
        """Goes back to an old page without a new request, and sends a form of that page."""
        if self.pages:
            self.page = self.chance.choice(self.pages[-8:])
            self.form()

    def twice(self):
        """Sends something once more."""
        if self.posts:
            self.post(*self.chance.choice(self.posts[-4:]))


class Evening:
    """A table in the middle of a random evening, with a clumsy phone that scores, and a stranger
    who knows only its code."""

    def __init__(self, app, url: str, key: str, chance: random.Random) -> None:
        self.game, self.url, self.chance = games.find(key), url, chance
        self.store: Store = app.extensions["companion-store"]
        self.phone, self.stranger = Clumsy(app, chance), Clumsy(app, chance)
        self.code = ""
        self.there()

    def there(self) -> str:
        """The table's code; of a new one if the last was deleted."""
        if not self.code or self.record() is None:
            record, _ = evening(self.game, self.chance.randrange(99), hands=3, answers=40)
            self.code = self.store.begin(record).code
            self.let_in()
        return self.code

    def record(self) -> Record | None:
        """The record as the app hands it out; None if the table is gone."""
        reply = self.phone.client.get(f"/t/{self.code}/record.txt")
        if reply.status_code != 200:
            return None
        return Transcript.read(reply.text, self.game.key).record

    def let_in(self) -> None:
        """The scorer's link: the phone may write."""
        stored = self.store.table(self.code)
        self.phone.get(f"/t/{stored.code}/score/{stored.key}")
        self.phone.post(f"/t/{stored.code}/pencil", {"key": [stored.key]})

    def answer(self) -> None:
        """Answers the open questions with legal answers."""
        pending = self.game.replay(self.store.table(self.there()).record).pending
        self.phone.get(f"/t/{self.code}")
        form = next((f for f in self.phone.page.forms if f.action.endswith("/answer")), None)
        if form is None or pending is None:
            return
        try:
            said = pending.sample(self.chance.randrange)
        except LookupError:
            return
        data = {name: [value] for name, value in form.hidden.items() if not name.startswith("a.")}
        for question in pending.page:
            if (text := said.get(question.key)) is not None:
                of = getattr(question, "of", None)
                data[f"a.{question.key}"] = [text.removeprefix(f"{of.code} ") if of else text]
        for path in ("check", "answer"):
            self.phone.post(f"/t/{self.code}/{path}", data)

    def alter(self) -> None:
        """Opens a page that alters the evening, and sends forms of it."""
        hands = len(self.store.table(self.there()).record.hands) or 1
        one = self.chance.randint(1, hands)
        hand = (f"amend/{one}", f"amend/{one}", f"insert/{one}", f"remove/{one}")
        whole = ("more", "more", "seats", "readings", "pause", "many")
        self.phone.get(f"/t/{self.code}/{self.chance.choice([*hand, *whole])}")
        self.phone.form()
        self.phone.form()

    def take_back(self) -> None:
        seen, act = str(self.store.seq(self.there())), self.chance.choice(["undo", "undo", "redo"])
        self.phone.post(f"/t/{self.code}/{act}", {"seen": [seen], "submission": [f"u{seen}"]})

    def watch(self) -> None:
        """The stranger visits pages and sends their forms; nothing changes."""
        self.there()
        before = self.written()
        if self.chance.random() < 0.3 or not self.stranger.pages:
            self.stranger.get(f"/t/{self.code}")
        for step in (self.stranger.link, self.stranger.form, self.stranger.twice):
            step()
        assert self.written() == before

    def written(self) -> tuple[object, ...]:
        """The data that only the scorer's phone can change, without the count of wrong codes."""
        stored = self.store.table(self.code)
        return stored.seq, stored.key, stored.row.scorer, stored.record

    def holds(self) -> int:
        """Checks that every page equals one from a fresh replay of the journal."""
        code = self.there()
        cold = Store(self.url)
        try:
            alone = self.game.replay(read(dump([cold.saved(code)]))[0].record)
        finally:
            cold.close()
        told = self.record()
        assert told is not None
        assert state(self.game.replay(told)) == state(alone)
        return self.store.seq(code)


def clumsily(app, url, key: str, seed: int) -> tuple[int, set[str]]:
    """The peak number of rows in the journal, and the visited pages."""
    chance = random.Random(f"{key} {seed} clumsy")
    table = Evening(app, url, key, chance)
    phone, rows = table.phone, 0
    doing = {table.answer: 12, phone.form: 4, phone.link: 6, phone.back: 3, phone.twice: 2,
             table.alter: 4, table.take_back: 2, table.let_in: 1, table.watch: 3}  # fmt: skip
    for number, step in enumerate(chance.choices([*doing], [*doing.values()], k=STEPS), 1):
        table.there()
        step()
        if number % 16 == 0:
            rows = max(rows, table.holds())
    return rows, phone.met | table.stranger.met


@pytest.mark.skipif(HOSTED, reason="one store, whose journal is read beside the app")
@pytest.mark.slow
@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", sorted(games.all_games()))
def test_clumsy_phone_and_stranger_break_nothing(app, url, key, monkeypatch):
    monkeypatch.setattr(printing, "can_print", lambda: False)
    found = [clumsily(app, url, key, seed) for seed in range(SEEDS)]
    assert min(rows for rows, _ in found) > 3
    assert min(len(met) for _, met in found) >= 8
