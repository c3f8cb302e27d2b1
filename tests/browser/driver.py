"""Plays a record in a browser: every answer is given by tapping the controls of the real pages."""

from __future__ import annotations

import re

from companion import games
from companion.record import Record, Transcript


def golden(key: str) -> Record:
    """The record of a room's golden evening."""
    return Transcript.read(games.find(key).file("evening.txt"), key).record


def written(record: Record) -> list[list[dict[str, str]]]:
    """The pages of a record, hand by hand, with their answers as a page has them."""
    replay = games.find(record.game).replay(record)
    assert not replay.refused
    assert not replay.strays
    hands: list[list[dict[str, str]]] = []
    for hand in replay.hands:
        pages: dict[int, dict[str, str]] = {}
        for asked in hand.asked:
            text = asked.question.write(asked.value)
            of = getattr(asked.question, "of", None)
            text = text.removeprefix(f"{of.code} ") if of else text  # a page says whose it is
            pages.setdefault(asked.page, {})[asked.question.key] = text
        hands.append([pages[number] for number in sorted(pages)])
    return hands


def tapped(record: Record) -> Record:
    """The same evening as it is told by tapping: a tap on a player says whose turn it is, one on a
    meld to which of them a card comes, card by card. Typed, an event may say more at once."""
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


def first_with(wanted) -> tuple[Record, int, int, str] | None:
    """(record, hand, page, key) of the first question in any golden evening that fits."""
    for key in games.shelf():
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
  return !one('.htmx-request') && root.dataset.rested
    === location.pathname + one('main [name=at]')?.value + one('h1')?.textContent;
}"""
"""Whether the page's scripts run and the rest after the change to this very question is over."""


def rested(page) -> None:
    """Waits as a hand does: what is tapped sooner is shaken off."""
    page.wait_for_function(RESTED)


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
"""Asks three times what is new at a table: what came, and how often the page was made anew."""


HOUSE = """() => Object.fromEntries([...document.querySelectorAll("[name^='rule.']")]
  .filter(e => e.type != 'radio' || e.checked).map(e => [e.name.slice(5), e.value]))"""
"""The house rules on the page of a new table: those of the last one where there was one."""


class Scorer:
    """Somebody with a phone who scores a table."""

    def __init__(self, page, url):
        self.page = page
        self.url = url
        self.code = ""
        self.taps = 0

    # -- a new table -------------------------------------------------------------------------

    def begin(self, record: Record) -> str:
        """Sets the table up as the record's head has it; returns its code."""
        page, game = self.page, games.find(record.game)
        page.goto(self.url)
        page.locator(f".tile[href$='/new/{game.key}']").click()
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
        # A record says nothing of entering step by step; a new table may open otherwise.
        way = page.locator(f"[name=entry][value='{record.head.get('entry', 'guided')}']")
        if way.count():
            # A finger would bring it from under the bar first.
            way.first.evaluate("e => e.scrollIntoView({ block: 'center' })")
            way.first.check(force=True)
        page.locator("button[name=do][value=begin]").click()
        page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))
        self.code = page.url.rsplit("/", 1)[1]
        return self.code

    def chairs(self, wanted: int) -> None:
        """Puts chairs to the table or takes them away."""
        inputs = self.page.locator(".seat input[type=text]")
        for _ in range(20):
            there = inputs.count()
            if there == wanted:
                return
            do = "add" if there < wanted else "remove"
            self.page.locator(f"button[name=do][value={do}]").click()
            self.page.wait_for_function(
                "n => document.querySelectorAll('.seat input[type=text]').length != n", arg=there
            )
        raise AssertionError(f"no way to {wanted} chairs")

    def house_rule(self, key: str, value: str) -> None:
        """Sets one house rule, unfolding all it stands in."""
        control = self.page.locator(f"[name='rule.{key}']").first
        control.evaluate(
            "e => { for (let d = e; (d = d.parentElement?.closest('details')); ) d.open = true }"
        )
        if control.get_attribute("type") == "radio":
            self.page.locator(f"[name='rule.{key}'][value='{value}']").check()
        else:
            control.fill(value)

    # -- an evening --------------------------------------------------------------------------

    def play(self, record: Record, first: int = 1, last: int | None = None) -> None:
        """Answers every page of the record's hands, from one hand to another."""
        self.seating = games.find(record.game).replay(record).table.seating
        pages = written(record)
        for number in range(first, (last or len(record.hands)) + 1):
            own = {k: v for k, v in record.hands[number - 1].items() if k.startswith("@")}
            # A fresh hand goes on in the way of the one before; a record says nothing of that.
            own.setdefault("@entry", record.head.get("entry", "guided"))
            if "@close" in own:
                self.more("close")
                return
            self.opening(number, own)
            if "@void" in own:
                self.deal()
                self.more("void", reason=own["@void"])
                continue
            for answers in pages[number - 1] if number <= len(pages) else []:
                self.deal()
                self.answer(number, answers)
            self.adjust(own)
        self.deal()

    def opening(self, number: int, own: dict[str, str]) -> None:
        """What is settled before a hand is entered: dealer, house rules, the way of entry."""
        if not own:
            return
        self.deal()
        for key, text in own.items():
            if key == "@dealer":
                self.more("dealer", seat=text)
            elif key.startswith("@rule "):
                self.more_rule(key[6:], text)
        if "@entry" in own:
            # The way in which a hand is entered already has no button.
            button = self.page.locator(f"button[name=mode][value='{own['@entry']}']")
            if button.count():
                self.moves(button.click)

    def adjust(self, own: dict[str, str]) -> None:
        """Adjustments agreed on in the hand just scored."""
        for key, text in own.items():
            if key.startswith("@adjust"):
                side, points, words = [*text.split(" ", 2), ""][:3]
                side = self.seating.side(side).code
                self.more("adjust", side=side, points=points, words=words)

    def deal(self) -> None:
        """From the scored hand on to the next deal, if the page stands there."""
        if "/hand/" in self.page.url:
            rested(self.page)
            self.page.locator("footer a.go").click()
            self.page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))

    def moves(self, act) -> None:
        """Does something and waits until the page shows a later state of the table.

        The page follows the table by itself as well, so its form may be made anew before the
        answer to this comes; the row it has seen tells.
        """
        rested(self.page)
        before = self.page.locator("[name=seen]").first.input_value()
        act()
        self.page.wait_for_function(
            "was => { const i = document.querySelector('[name=seen]');"
            " return (i && i.value != was) || location.pathname.includes('/hand/') }",
            arg=before,
        )

    def answer(self, number: int, answers: dict[str, str]) -> None:
        """Gives the answers of one page and saves them."""
        rested(self.page)
        form = self.page.locator("form.ask-form")
        assert form.locator("[name=hand]").input_value() == str(number)
        self.uncover()
        if len(answers) == 1:
            ((key, text),) = answers.items()
            button = self.page.locator(f"button[name='a.{key}'][value='{text}']")
            if button.count():
                self.taps += 1
                folded = self.page.locator(f".twice:has([value='{text}'])")
                if folded.count():
                    folded.locator("summary").tap()
                self.moves(button.first.click)  # the likeliest answer stands in the bar, too
                return
        for key, text in answers.items():
            self.choose(key, text)
        self.save()

    def save(self) -> None:
        """Waits for the preview, then saves."""
        button = self.page.locator("footer.bar button.go")
        self.quiet()
        button.wait_for()
        self.taps += 1
        self.moves(button.click)

    def uncover(self) -> None:
        """Looks at the questions that lie covered."""
        for cover in self.page.locator("details.secret:not([open]) > summary").all():
            cover.tap()

    def quiet(self) -> None:
        """Waits until htmx has nothing under way."""
        self.page.wait_for_timeout(20)
        self.page.wait_for_function("() => !document.querySelector('.htmx-request')")

    def choose(self, key: str, text: str) -> None:
        """One answer, by whatever control the question has."""
        page = self.page
        self.uncover()
        control = page.locator(f"[name='a.{key}']")
        if not control.count() and text == "none":
            return
        # A whole hand on one page: an answer may bring the next question.
        any_part = f"[name='a.{key}'], [name^='a.{key}.'], [name='t.{key}']"
        page.locator(any_part).first.wait_for(state="attached")
        kind = control.first.get_attribute("type") if control.count() else "shares"
        if kind == "hidden":
            self.list(key, text)
        elif kind == "radio":
            self.pick(key, text)
        elif kind == "checkbox":
            for part in [] if text == "none" else text.split():
                page.locator(f"[name='a.{key}'][value='{part}']").tap(force=True)
                self.taps += 1
        elif kind == "shares":
            for place, part in enumerate(text.split()):
                self.share(key, place, part)
        else:
            self.type(control, text)

    def pick(self, key: str, text: str) -> None:
        """One of several keys; some are folded away, and one that alone is left follows."""
        row = self.page.locator(f".fs:has([name='a.{key}'])")
        one = row.locator(f"[name='a.{key}'][value='{text}']")
        folded = row.locator("details.rare:not([open])")
        if one.count() and folded.locator(f"[name='a.{key}'][value='{text}']").count():
            folded.locator("summary").tap()
        if one.count() or not row.locator(".calc").count():
            one.tap(force=True)
            self.taps += 1

    def share(self, key: str, place: int, part: str) -> None:
        """One number of several: typed, or a key in a row; the last one follows by itself."""
        control = self.page.locator(f"[name='a.{key}.{place}']")
        row = self.page.locator(f".fs:has([name^='a.{key}.'])")
        if control.count() and control.first.get_attribute("type") != "radio":
            self.type(control, part)
            return
        one = self.page.locator(f"[name='a.{key}.{place}'][value='{part}']")
        # Of two players one has keys, on which the other's number stands, too.
        worked_out = row.locator(".mrow .calc, .mrow:only-of-type :checked ~ small")
        one.or_(worked_out).first.wait_for(state="attached")
        if one.count():
            one.tap(force=True)
            self.taps += 1
            self.quiet()
        else:
            assert part in worked_out.inner_text().split(), (key, place, part)

    def type(self, control, text: str) -> None:
        """A number on our own keys, words on the phone's."""
        control.tap()
        if not re.fullmatch(r"[-−+\d]+", text):
            control.fill(text)
            control.dispatch_event("change")
            return
        control.fill("")
        for letter in text.replace("-", "−"):
            self.page.locator(f"[data-press='{letter}']").tap()
            self.taps += 1
        done = self.page.locator("[data-press=done]")
        if done.count():
            done.tap()

    def list(self, key: str, text: str) -> None:
        """Cards in order, groups of cards, or the spaces of a square."""
        hidden = self.page.locator(f"[name='a.{key}'][type=hidden]")
        if hidden.get_attribute("data-size"):
            for letter in text.replace("/", ""):
                self.tap(f"mark {key}|next {letter}", hidden)
            return
        for place, group in enumerate([] if text == "none" else text.split("/")):
            if place:
                self.tap(f"part {key}|", hidden)
            for code in group.split():
                self.tap(f"add {key}|{code}", hidden)

    def tap(self, value: str, hidden) -> None:
        """One tap of a picker, and until it shows."""
        before = hidden.input_value()
        self.page.locator(f"button[name=tap][value='{value}']").tap()
        self.taps += 1
        assert hidden.input_value() != before

    def up_to(self, record: Record, hand: int, place: int) -> dict[str, str]:
        """Begins a table and plays to a page of a hand; returns the answers of that page."""
        self.begin(record)
        self.play(record, 1, hand - 1)
        way = record.head.get("entry", "guided")
        self.opening(hand, {"@entry": record.hands[hand - 1].get("@entry", way)})
        pages = written(record)[hand - 1]
        for answers in pages[:place]:
            self.deal()
            self.answer(hand, answers)
        self.deal()
        return pages[place]

    # -- everything else ---------------------------------------------------------------------

    def more(self, what: str, **fields: str) -> None:
        """A form of "Redeal, wrong dealer, agreed points", or of "Pause or end"."""
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
        page.wait_for_url(re.compile(r"/t/[A-Z]{6}(/hand/\d+)?$"))

    def more_rule(self, key: str, value: str) -> None:
        """Plays a house rule otherwise from here on."""
        page = self.page
        page.goto(f"{self.url}/t/{self.code}/more")
        form = page.locator(f"form[action$='/house']:has([name=key][value='{key}'])")
        form.evaluate("e => { e.closest('details').open = true }")
        control = form.locator("[name=value]")
        if control.evaluate("e => e.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
        form.locator("button").click()
        page.wait_for_url(re.compile(r"/t/[A-Z]{6}$"))

    def exported(self) -> Record:
        """The table's record as it is exported."""
        reply = self.page.request.get(f"{self.url}/t/{self.code}/record.txt")
        return Transcript.read(reply.text()).record
