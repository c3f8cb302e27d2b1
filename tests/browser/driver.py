"""Plays a record in a browser by tapping the controls of the real pages."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from tests.daily import LONG

GAME_KEYS = sorted(games.all_games() if LONG else ("jo-jotte", "kaiser", "panguingue"))
"""Games that a test walks through: at night all, every day one of each kind."""


def golden(key: str) -> Record:
    return Transcript.read(games.find(key).file("evening.txt"), key).record


def written(record: Record) -> list[list[dict[str, str]]]:
    """The pages of a record, hand by hand, with their answers as form values."""
    replay = games.find(record.game).replay(record)
    assert not replay.refused
    assert not replay.unused
    hands: list[list[dict[str, str]]] = []
    for hand in replay.hands:
        pages: dict[int, dict[str, str]] = {}
        for asked in hand.asked:
            text = asked.question.write(asked.value)
            of = getattr(asked.question, "of", None)
            text = (
                text.removeprefix(f"{of.code} ") if of else text
            )  # values on a page include the owner
            pages.setdefault(asked.page, {})[asked.question.key] = text
        hands.append([pages[number] for number in sorted(pages)])
    return hands


def tapped(record: Record) -> Record:
    """The same evening with the finer events that taps produce.

    Typed text can put several into one: turn, meld and cards.
    """
    found = record.copy()
    replay = games.find(record.game).replay(record)
    for hand, kept in zip(replay.hands, record.hands, strict=False):
        if "event 1" not in kept:
            continue
        told = {key: text for key, text in kept.items() if key.startswith("@")}
        events: dict[str, dict[str, str]] = {}
        for asked in hand.asked:
            word, _, number = asked.question.key.rpartition(" ")
            text = asked.question.write(asked.value)
            if number.isdecimal() and f"event {number}" in kept:
                events.setdefault(number, {})[word] = text
            else:
                told[asked.question.key] = text
        at = 0
        for event in events.values():
            parts = [event]
            if event["event"] == "other":
                parts = [{"event": event["who"]}]
            elif event["event"].endswith(" add"):
                act = f"{event['event']} {event.get('meld', 1)}"
                # A rope grows downwards from its lowest card.
                cards = event["cards"].split()
                low = [card for card in cards if card[0] in "A23"][::-1]
                cards = [*low, *(card for card in cards if card not in low)]
                parts = [{"event": act, "cards": card} for card in cards]
            for part in parts:
                at += 1
                told |= {f"{word} {at}": text for word, text in part.items()}
        found.hands[hand.number - 1] = told
    return found


def renamed(record: Record, names: Iterable[str], hands: int | None = None) -> Record:
    """The first hands of a record, played by others: answers say seats by their numbers."""
    code = {name: str(place) for place, name in enumerate(record.players, 1)}
    found = record.copy()
    found.hands = [
        {key: " ".join(code.get(word, word) for word in text.split(" "))
         for key, text in hand.items()} for hand in record.hands[:hands]
    ]  # fmt: skip
    if dealer := code.get(found.head.get("dealer", "")):
        found.head["dealer"] = dealer
    for place, name in zip(code.values(), names, strict=False):
        found.head[f"player {place}"] = name
    return found


def stopped(record: Record, hand: int, place: int) -> Record:
    """The record up to a page of a hand, which is the open question."""
    asked = games.find(record.game).replay(record).hands[hand - 1].asked
    left = sorted({each.page for each in asked})[place:]
    open_still = {each.question.key for each in asked if each.page in left}
    open_still |= {key for key in record.hands[hand - 1] if left and key.startswith("@adjust")}
    kept = record.copy()
    kept.hands = record.hands[:hand]
    kept.hands[-1] = {k: t for k, t in kept.hands[-1].items() if k not in open_still}
    return kept


def first_with(wanted) -> tuple[Record, int, int, str] | None:
    """(record, hand, page, key) of the first matching question in any recorded evening."""
    for key in games.all_games():
        record = golden(key)
        replay = games.find(key).replay(record)
        for hand in replay.hands:
            if any(k.startswith(("@void", "@dealer", "@rule")) for k in hand.answers):
                break
            for asked in hand.asked:
                if wanted(asked.question):
                    return record, hand.number, asked.page, asked.question.key
    return None


RESTED = """() => {
  const one = (what) => document.querySelector(what), root = document.documentElement;
  return !one('.htmx-request') && !one('#brief') && root.dataset.rested
    === [location.pathname, one('main [name=at]')?.value, one('h1')?.textContent].join('');
}"""
"""JavaScript: true once the scripts run and taps count again."""


TWICE = 160
"""Milliseconds after which the same key may be tapped again: sooner, it is a double tap."""


def rested(page) -> None:
    page.wait_for_function(RESTED)


def until(page, script: str, arg=None) -> None:
    """Waits until a script that waits itself is true: `wait_for_function` takes its promise for
    that."""
    end = time.monotonic() + 120
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)


def quiet(page) -> None:
    """Waits until htmx has no request pending."""
    page.wait_for_timeout(20)
    page.wait_for_function("() => !document.querySelector('.htmx-request')")


POLLS = """async () => {
  const statuses = [], live = document.getElementById('live'), once = {once: true};
  let swaps = 0;
  document.addEventListener('htmx:after:swap', () => { swaps += 1; });
  for (let n = 0; n < 3; n++) {
    const asked = new Promise((done) => live.addEventListener('htmx:after:request', done, once));
    live.dispatchEvent(new Event('ask'));
    statuses.push((await asked).detail.ctx.response.status);
    await new Promise((done) => setTimeout(done, 100));
  }
  return [statuses, swaps];
}"""
"""JavaScript: polls three times; returns the responses, and how often the page was replaced."""


HOUSE = """() => Object.fromEntries([...document.querySelectorAll("[name^='rule.']")]
  .filter(e => e.type != 'radio' || e.checked).map(e => [e.name.slice(5), e.value]))"""
"""JavaScript: the house rules selected on the page of a new table."""


def imported(page, url, record: Record) -> str:
    """Imports a record as a table the page may write to; returns its code."""
    reply = page.request.post(f"{url}/import", form={"text": Transcript(record).text()})
    return re.findall(r'href="/t/([A-Z]+)"', reply.text())[0]


def beside(page, phone, url):
    """Another window of the same browser at a table, with the same right to score."""
    other = phone()
    other.context.add_cookies(page.context.cookies())
    other.goto(url)
    return other


class Scorer:
    """A scorer with a phone; with the server's store, tables to sit at are put there at once."""

    def __init__(self, page, url, store=None):
        self.page = page
        self.url = url
        self.store = store
        self.code = ""
        self.acted = 0.0

    # -- a new table -------------------------------------------------------------------------

    def sit(self, record: Record, hands: int | None = None) -> str:
        """Opens the record's first hands as a table; returns its code."""
        first = record.copy()
        first.hands = first.hands[:hands]
        self.page.goto(f"{self.url}/t/{self.put(first)}")
        return self.code

    def put(self, record: Record) -> str:
        """Puts a table into the server's store; returns its address."""
        if not self.store:
            self.code = imported(self.page, self.url, record)
            return self.code
        stored = self.store.begin(record)
        self.code = stored.code
        return f"{self.code}/score/{stored.key}"

    def begin(self, record: Record) -> str:
        """Creates the table by tapping, with the record's players and rules; returns its code."""
        page, game = self.page, games.find(record.game)
        page.goto(self.url)
        tile = page.locator(f".tile[href$='/new/{game.key}']")
        if not tile.is_visible():  # another number of players is chosen
            page.locator(".players label", has_text="Any").click()
        tile.click()
        page.locator(".seat").first.wait_for()
        self.chairs(len(record.players))
        for place, name in enumerate(record.players, 1):
            page.locator(f"[name='name.{place}']").fill(name)
        seat = game.replay(record).table.first_dealer.code
        page.locator(f"[name=dealer][value='{seat}']").check()
        shown = page.evaluate(HOUSE)
        for key, value in (game.rules.defaults | record.rules).items():
            if shown.get(key, value) != value:
                self.house_rule(key, value)
        # A record does not mention the default entry mode; a new table may preselect another one.
        way = page.locator(f"[name=entry][value='{record.head.get('entry', 'guided')}']")
        if way.count():
            # A user would scroll it out from under the bar first.
            way.first.evaluate("e => e.scrollIntoView({ block: 'center' })")
            with self.apart():
                way.first.check(force=True)
        page.locator("html:not([data-shut])").wait_for()  # the choices closed a moment ago
        page.locator("button[name=do][value=begin]").click()
        page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
        self.code = page.url.rsplit("/", 1)[1]
        return self.code

    def chairs(self, wanted: int) -> None:
        """Adds or removes seats."""
        inputs = self.page.locator(".seat input[type=text]")
        for _ in range(20):
            there = inputs.count()
            if there == wanted:
                return
            do = "add" if there < wanted else "remove"
            with self.apart():
                self.page.locator(f"button[name=do][value={do}]").click()
            self.page.wait_for_function(
                "n => document.querySelectorAll('.seat input[type=text]').length != n", arg=there
            )
        raise AssertionError(f"no way to {wanted} chairs")

    def house_rule(self, key: str, value: str) -> None:
        """Sets a house rule, after opening the sections around it."""
        control = self.page.locator(f"[name='rule.{key}']").first
        control.evaluate(
            "e => { for (let d = e; (d = d.parentElement?.closest('details')); ) d.open = true;"
            " e.closest('[popover]')?.showPopover() }"
        )
        with self.apart():
            if control.get_attribute("type") == "radio":
                self.page.locator(f"[name='rule.{key}'][value='{value}']").check()
            else:
                control.fill(value)
                control.evaluate("e => e.closest('[popover]')?.hidePopover()")

    # -- an evening --------------------------------------------------------------------------

    def play(self, record: Record, first: int = 1, last: int | None = None) -> None:
        """Answers every page of hands `first` to `last`."""
        self.seating = games.find(record.game).replay(record).table.seating
        pages = written(record)
        for number in range(first, (last or len(record.hands)) + 1):
            own = {k: v for k, v in record.hands[number - 1].items() if k.startswith("@")}
            # A new hand keeps the last entry mode; a record does not mention that.
            own.setdefault("@entry", record.head.get("entry", "guided"))
            if "@close" in own:
                self.more("close")
                return
            self.opening(number, own)
            if "@void" in own:
                self.deal()
                self.more("void", why=own["@void"])
                continue
            for answers in pages[number - 1] if number <= len(pages) else []:
                self.deal()
                self.answer(number, answers)
            self.adjust(own)
        self.deal()

    def opening(self, number: int, own: dict[str, str]) -> None:
        """Sets dealer, house rules and entry mode before a hand."""
        if not own:
            return
        self.deal()
        for key, text in own.items():
            if key == "@dealer":
                self.more("dealer", seat=text)
            elif key.startswith("@rule "):
                self.more_rule(key[6:], text)
        if "@entry" in own:
            # The current entry mode has no button.
            button = self.page.locator(f"button[name=mode][value='{own['@entry']}']")
            if button.count():
                self.moves(lambda: button.evaluate("e => e.click()"))

    def adjust(self, own: dict[str, str]) -> None:
        """Enters agreed points for the hand just scored."""
        for key, text in own.items():
            if key.startswith("@adjust"):
                side, points, words = [*text.split(" ", 2), ""][:3]
                side = self.seating.side(side).code
                self.more("adjust", side=side, points=points, why=words)

    def deal(self) -> None:
        """Goes from a scored hand to the next deal, if the page shows one."""
        if "/hand/" in self.page.url:
            rested(self.page)
            self.unguarded()
            with self.apart():
                self.page.locator("footer a.go").click()
            self.page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))

    def unguarded(self) -> None:
        self.page.wait_for_function("() => !document.documentElement.dataset.later")

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Waits as long before a tap as a finger does: sooner, it is a double tap."""
        left = TWICE / 1000 - (time.monotonic() - self.acted)
        if left > 0:
            self.page.wait_for_timeout(left * 1000)
        yield
        self.acted = time.monotonic()

    def moves(self, act) -> None:
        """Does something and waits until the page shows a newer journal position.

        Polling may replace the form before the response arrives, so the position decides.
        """
        rested(self.page)
        before = self.page.locator("[name=seen]").first.input_value()
        with self.apart():
            act()
        self.page.wait_for_function(
            "was => { const i = document.querySelector('[name=seen]');"
            " return (i && i.value != was) || location.pathname.includes('/hand/') }",
            arg=before,
        )

    def answer(self, number: int, answers: dict[str, str]) -> None:
        """Enters the answers of one page and saves them."""
        rested(self.page)
        form = self.page.locator("form.ask-form")
        assert form.locator("[name=hand]").input_value() == str(number)
        self.uncover()
        answers = self.crossed(answers)
        found = "button[name='a.{}'][value='{}']".format
        sends = [each for each in answers.items() if self.page.locator(found(*each)).count()][-1:]
        for key, text in answers.items():
            if (key, text) not in sends:
                with self.apart():
                    self.choose(key, text)
        for key, text in sends:  # this tap saves the page
            quiet(self.page)
            folded = self.page.locator(f":is(.twice, .rare:not([open])):has(> * [value='{text}'])")
            if folded.count():
                folded.first.locator("summary").tap()
            # The most likely answer is repeated in the bar.
            self.moves(self.page.locator(found(key, text)).first.click)
            return
        self.save()

    def crossed(self, answers: dict[str, str]) -> dict[str, str]:
        """Two questions that one tap answers as one answer, by the name of its control."""
        control = self.page.locator(".crossed input").first
        if not control.count():
            return answers
        name = (control.get_attribute("name") or "")[2:]
        keys = name.split("+")
        both = " ".join(answers[key] for key in keys if key in answers)
        return {name: both} | {key: text for key, text in answers.items() if key not in keys}

    def save(self) -> None:
        """Waits for the preview, then saves."""
        button = self.page.locator("footer.bar button.go")
        quiet(self.page)
        button.wait_for()
        self.unguarded()
        self.moves(button.click)

    def uncover(self) -> None:
        """Uncovers hidden questions."""
        for cover in self.page.locator("details.secret:not([open]) > summary").all():
            cover.tap()
            self.page.wait_for_timeout(TWICE)  # the answers are in the place of the cover

    def choose(self, key: str, text: str) -> None:
        """Enters one answer, with any control."""
        page = self.page
        self.uncover()
        control = page.locator(f"[name='a.{key}']")
        if not control.count() and text == "none":
            return
        # On a whole-hand page an answer may enable the next question.
        any_part = f"[name='a.{key}'], [name^='a.{key}.'], [name='t.{key}']"
        page.locator(any_part).first.wait_for(state="attached")
        kind = control.first.get_attribute("type") if control.count() else "shares"
        if kind == "hidden":
            self.list(key, text)
        elif kind == "radio":
            self.pick(key, text)
        elif kind == "checkbox":
            wanted = set() if text == "none" else set(text.split())
            chosen = {box.get_attribute("value") for box in control.all() if box.is_checked()}
            for part in sorted(wanted ^ chosen):
                page.locator(f"[name='a.{key}'][value='{part}']").tap(force=True)
        elif kind == "shares":
            for place, part in enumerate(text.split()):
                self.share(key, place, part)
        else:
            self.type(control, text)

    def pick(self, key: str, text: str) -> None:
        """Chooses an answer; opens folded ones, and skips one that is implied."""
        row = self.page.locator(f".fs:has([name='a.{key}'])")
        one = row.locator(f"[name='a.{key}'][value='{text}']")
        folded = row.locator(":is(.rare, .pack):not([open])")
        if one.count() and folded.locator(f"[name='a.{key}'][value='{text}']").count():
            folded.locator("summary").tap()
            self.page.wait_for_timeout(TWICE)
        if one.count() or not row.locator(".calc").count():
            # Out from under the keypad, as a finger would.
            one.evaluate("e => e.closest('label').scrollIntoView({block: 'center'})")
            one.tap(force=True)

    def share(self, key: str, place: int, part: str) -> None:
        """Enters one number of several, typed or tapped; the last one may be implied."""
        control = self.page.locator(f"[name='a.{key}.{place}']")
        row = self.page.locator(f".fs:has([name^='a.{key}.'])")
        if control.count() and control.first.get_attribute("type") != "radio":
            self.type(control, part)
            return
        one = self.page.locator(f"[name='a.{key}.{place}'][value='{part}']")
        # Of two players one has buttons, which show the other's number too.
        worked_out = row.locator(".mrow .calc, .mrow:only-of-type :checked ~ small")
        one.or_(worked_out).first.wait_for(state="attached")
        if one.count():
            tab = self.page.locator(f".tabs > .mrow:nth-child({place + 1}) .tab")
            for it in (*tab.all(), one):
                with self.apart():
                    it.tap(force=True)
            quiet(self.page)
        else:
            assert part in worked_out.inner_text().split(), (key, place, part)

    def type(self, control, text: str) -> None:
        """Types a number on the keypad, or words."""
        control.tap()
        if not re.fullmatch(r"[-−+\d]+", text):
            control.fill(text)
            control.dispatch_event("change")
            return
        control.fill("")
        for letter in text.replace("-", "−"):
            with self.apart():
                self.page.locator(f"[data-press='{letter}']").tap()

    def list(self, key: str, text: str) -> None:
        """Enters a list of cards, groups of cards, or the spaces of a square."""
        hidden = self.page.locator(f"[name='a.{key}'][type=hidden]")
        if hidden.get_attribute("data-size"):
            for letter in text.replace("/", ""):
                self.tap(f"mark {key}|next {letter}", hidden)
            return
        fold = self.page.locator(f".pack:not([open]):has([value^='add {key}|']) > summary")
        if text != "none" and fold.count():
            fold.tap()
            self.page.wait_for_timeout(TWICE)
        for place, group in enumerate([] if text == "none" else text.split("/")):
            if place:
                self.tap(f"part {key}|", hidden)
            for code in group.split():
                self.tap(f"add {key}|{code}", hidden)

    def tap(self, value: str, hidden) -> None:
        """Taps one card or space, and waits for the effect."""
        before = hidden.input_value()
        with self.apart():
            self.page.locator(f"button[name=tap][value='{value}']").tap()
        assert hidden.input_value() != before

    def up_to(self, record: Record, hand: int, place: int) -> dict[str, str]:
        """Opens a table that stops at a page of a hand; returns that page's answers."""
        if place:
            self.sit(stopped(record, hand, place))
        else:
            self.sit(record, hand - 1)
        return written(record)[hand - 1][place]

    def plays(self, record: Record, hand: int, place: int) -> None:
        """Answers one page of a hand, which is open."""
        own = {"@entry": record.head.get("entry", "guided")} | record.hands[hand - 1]
        if not place:
            self.opening(hand, {"@entry": own["@entry"]})
        self.answer(hand, written(record)[hand - 1][place])

    def tells(self, record: Record, hand: int) -> None:
        """Enters the acts of a hand beside answers: a redeal, agreed points, the end."""
        own = {key: text for key, text in record.hands[hand - 1].items() if key.startswith("@")}
        self.seating = games.find(record.game).replay(record).table.seating
        before = record.copy()
        told = {key for key in own if key.startswith("@adjust")}
        if told:
            before.hands[hand - 1] = {
                k: t for k, t in record.hands[hand - 1].items() if k not in told
            }
            self.sit(before, hand)
            self.adjust(own)
        else:
            self.sit(before, hand - 1)
            self.play(record, hand, hand)

    # -- everything else ---------------------------------------------------------------------

    def more(self, what: str, **fields: str) -> None:
        """Submits a form of "Redeal, wrong dealer, agreed points", or of "Pause or end"."""
        self.propose(what, **fields)
        if what in ("void", "adjust"):
            self.page.locator("button[form=proposal][value=save]").click()
        self.page.wait_for_url(re.compile(r"/t/[A-Z]{6}(/hand/\d+)?$"))

    def propose(self, what: str, **fields: str) -> None:
        """The same, but for saving what it shows."""
        page = self.page
        page.goto(f"{self.url}/t/{self.code}/{'pause' if what == 'close' else 'more'}")
        form = page.locator(f"form[action$='/{what}']")
        form.evaluate("e => { const d = e.closest('details'); if (d) d.open = true }")
        for name, text in fields.items():
            control = form.locator(f"[name={name}]")
            if control.first.get_attribute("type") == "radio":
                form.locator(f"[name={name}][value='{text}']").check(force=True)
            elif control.evaluate("e => e.tagName") == "SELECT":
                control.select_option(text)
            else:
                control.fill(text)
        form.locator("button").last.click()

    def more_rule(self, key: str, value: str) -> None:
        """Changes a house rule from here on."""
        page = self.page
        page.goto(f"{self.url}/t/{self.code}/more")
        form = page.locator(f"form[action$='/readings/{key}']")
        form.evaluate("e => { e.closest('details').open = true }")
        control = form.locator("[name=value]")
        if control.evaluate("e => e.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
        form.locator("button").click()
        page.locator("button[form=decide]").click()
        page.wait_for_url(re.compile(r"/sheet"))
        page.goto(f"{self.url}/t/{self.code}")

    def exported(self) -> Record:
        """The table's record, exported."""
        reply = self.page.request.get(f"{self.url}/t/{self.code}/record.txt")
        return Transcript.read(reply.text()).record
