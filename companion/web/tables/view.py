"""A table as its pages show it to one browser, with its current question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

# Unlike functools.cached_property before Python 3.12, it has no lock that all threads share.
from werkzeug.utils import cached_property

from companion.engine.game import Game, Replay
from companion.engine.panels import Calls, Meter
from companion.engine.table import Hand, Pending, Tell
from companion.engine.ways import WayToEnter
from companion.questions import Refused
from companion.results.hand_result import HandResult
from companion.seating import Seat, Side
from companion.store import Stored
from companion.tables import Snapshot
from companion.tables.comparing import last_whole
from companion.tables.proposal import Proposal
from companion.tables.snapshot import Standing, standing
from companion.tables.unused import UnusedText, unused
from companion.tables.write_access import WriteAccess
from companion.web.platform import browser
from companion.web.questions import Page, page_of
from companion.web.tables import filling
from companion.words import capital, signed, with_minus

Panels = Sequence[tuple[str, Any]]
"""(kind, panel) in display order."""
IN_LINE = 9
"""Most cards that fit in the line above the answers."""


@dataclass(frozen=True)
class Notice:
    """A notice at the top of a page: title, sentences, and whether it is a refusal."""

    title: str
    words: Sequence[str] = ()
    stop: bool = False
    rule: str = ""
    look: str = ""
    """CSS classes beside those of a refusal."""


@dataclass(frozen=True)
class View:
    """A table as a page shows it to one browser, with its question as it is filled in.

    All else follows from these fields, once a template asks for it.
    """

    table: Snapshot
    hand: Hand | None
    """The hand shown."""
    writes: bool
    submission: str
    note: Notice | None = None
    page: Page | None = None
    """The current question, as it is filled in."""
    proposal: Proposal | None = None
    """The change that the question's answers propose."""
    kept: Sequence[tuple[str, str]] = ()
    """(name, text) of answers to questions that only another way of entry asks."""
    brief: HandResult | None = None
    """The result of the hand just saved, shown for a moment above the question."""

    def refusing(self, title: str, *words: str, rule: str = "") -> View:
        """The same with why something was not done."""
        return replace(self, note=Notice(title, words, stop=True, rule=rule))

    # -- the table

    @property
    def stored(self) -> Stored:
        return self.table.stored

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def replay(self) -> Replay:
        return self.table.replay

    @property
    def pending(self) -> Pending | None:
        return self.table.pending

    @property
    def title(self) -> str:
        """The game's title at this table."""
        return self.replay.title

    @property
    def word(self) -> str:
        """The game's word for a hand."""
        return self.replay.word

    @property
    def code(self) -> str:
        return self.table.code

    @cached_property
    def url(self) -> str:
        """URL of the table."""
        return browser.table_url(self.code)

    @property
    def seen(self) -> int:
        """The journal position shown."""
        return self.table.seq

    @property
    def since(self) -> int:
        """When this question was first shown (ms): a tap too soon after it is ignored."""
        return round(self.stored.touched.timestamp() * 1000)

    @cached_property
    def undo(self) -> str:
        """The act that undo would undo, or ""."""
        return self.table.undo_label if self.writes else ""

    @cached_property
    def redo(self) -> str:
        """The act that redo would redo, or ""."""
        return self.table.redo_label if self.writes else ""

    @cached_property
    def unused(self) -> Sequence[UnusedText]:
        """Answers that are not used any more, in words."""
        return unused(self.replay, browser.store().saved(self.code)) if self.replay.unused else ()

    @cached_property
    def scored(self) -> Sequence[Hand]:
        return [each for each in self.replay.hands if each.over]

    @property
    def confirming(self) -> bool:
        """True if the other side confirms each hand."""
        return "confirm" in self.table.record.head

    @cached_property
    def unconfirmed(self) -> Sequence[int]:
        """Numbers of scored hands that wait for confirmation."""
        return [h.number for h in self.scored if self.confirming and "@ok" not in h.answers]

    # -- the hand

    @cached_property
    def standing(self) -> Standing:
        """The standing after the hand; while the hand is played, the current one."""
        hand = self.hand
        if hand is not self.replay.hand or (hand is not None and hand.over):
            return standing(self.replay, hand, totals=True)
        return self.table.standing

    @cached_property
    def tells(self) -> Sequence[Tell]:
        hand = self.hand
        return [t for t in hand.tells if t.keep or t.page == hand.pages] if hand else ()

    @cached_property
    def panels(self) -> Panels:
        crowded = self.standing.meter is not None and self.standing.crowded
        return panels_of(self.hand, *(Meter,) if crowded else ())

    @cached_property
    def calls(self) -> Calls | None:
        """Bids of the running hand."""
        panels = () if self.replay.over else panels_of(self.hand)
        return next((panel for _, panel in panels if isinstance(panel, Calls)), None)

    @property
    def modes(self) -> Sequence[str]:
        """Ways of entry to choose from; none once the hand has answers."""
        hand = self.hand if self.hand is self.replay.hand else None
        return hand.modes if hand and not hand.asked and len(hand.modes) > 1 else ()

    @cached_property
    def ways(self) -> Sequence[tuple[str, str, WayToEnter]]:
        """The other ways of entry: mode, name, and their questions in words."""
        ways, now = self.game.way_texts, self.hand.mode if self.hand else ""
        return [(mode, self.game.way(mode), ways.get(mode, WayToEnter("")))
                for mode in self.modes if mode != now]  # fmt: skip

    @cached_property
    def last(self) -> Hand | None:
        """The hand scored last, for who writes, until something of the next one is saved."""
        here = self.writes and self.hand is self.replay.hand
        if not here or self.hand is None or self.hand.asked or self.hand.number < 2:
            return None
        before = self.replay.hands[self.hand.number - 2]
        return before if before.over else None

    @property
    def so_far(self) -> str:
        """The last answer of a hand under way, where nothing else tells them."""
        asked = self.hand.asked if self.hand and not (self.hand.over or self.panels) else ()
        asked = [a for a in asked if not a.question.secret and a.text not in ("none", "no")]
        return capital(asked[-1].sentence) if asked else ""

    # -- the question

    @cached_property
    def preview(self) -> filling.Preview | None:
        return filling.preview_of(self.proposal) if self.proposal and self.proposal.ready else None

    @property
    def previewing(self) -> bool:
        """True if the lines above the answers preview some that are not saved."""
        return bool(self.proposal and self.proposal.answers) and not self.typed

    @cached_property
    def context(self) -> tuple[str, Any]:
        """(kind, panel) shown above the answers: the hand in play, the bids, or a few cards."""
        play = self.hand.in_play if self.hand and not (self.page and self.page.packed) else None
        if play and (play.contracts or (play.trump and not self.last)):
            return "in_play", play
        lying = [each for each in self.panels if each[0] == "tray" and each[1].lying]
        for kind, panel in [*lying, *self.panels]:
            cards = sum(len(each) for _, each in panel.groups) if kind == "tray" else 0
            if kind in ("calls", "won") or (cards and cards <= IN_LINE and len(panel.groups) <= 2):
                return kind, panel
        return "", None

    @property
    def typed(self) -> bool:
        """True if the page has number keys: the preview is above them, not above the answers."""
        return self.page is not None and bool(self.page.keypad)

    @property
    def lines(self) -> bool:
        """True if there is a line above the answers; number keys need its place."""
        return bool(self.context[0]) or not self.typed

    @cached_property
    def boxed(self) -> bool:
        """True if the preview's summary takes the place of the context."""
        grows = self.page is not None and self.page.single is not None and self.page.single.grows
        elsewhere = self.context[0] or grows or self.typed
        return bool(self.preview and self.preview.summary) and not elsewhere

    @cached_property
    def below(self) -> Panels:
        """The other panels, below the answers, without squares that serve as buttons."""
        keys = "square" if self.page and self.page.on_squares else ""
        return [each for each in self.panels
                if each[1] is not self.context[1] and each[0] != keys]  # fmt: skip

    @cached_property
    def helps(self) -> Sequence[tuple[str, str]]:
        """(sentence, rule) of all help, each once: acts first, then the question's own words."""
        one = self.page.single if self.page else None
        acts = sum(tell.now for tell in self.tells)
        hints = [(t.words, t.rule) for t in sorted(self.tells, key=lambda t: (not t.now, t.keep))]
        if one and one.question.hint:
            hints.insert(acts, (str(one.question.hint), one.question.rule))
        if one and self.page and one.question.prompt != self.page.title:
            hints.insert(acts, (one.question.prompt, one.question.rule))
        return list({words: (words, rule) for words, rule in reversed(hints)}.values())[::-1]

    @property
    def help(self) -> Sequence[tuple[str, str]]:
        """The help as it is folded; () if the message says it all."""
        return self.helps if len(self.helps) > 1 or any(rule for _, rule in self.helps) else ()

    @cached_property
    def message(self) -> Notice:
        return message_of(self)

    def beside(self, who: Seat | Side) -> filling.BesideEntry:
        """The parts of a row beside the number that is typed for a player or side."""
        return filling.beside_entry(who, self.standing, self.preview)

    @property
    def stopped(self) -> bool:
        """True if an answer is refused; the submit button names it."""
        return bool(self.page and self.page.problem)

    @cached_property
    def open(self) -> tuple[str, str]:
        """Label of the disabled submit button: the refused answer, or the missing one."""
        if self.page and self.page.problem:
            wrong = next((each for each in self.page.fields if each.problem), None)
            if wrong is None:
                return "This does not add up", ""
            who = wrong.at_fault
            return f"{who}: {wrong.given_by(who)}" if who else wrong.label, "cannot be right"
        if missing := self.missing:
            return missing[0], f"{len(missing) - 1} more" if len(missing) > 1 else ""
        problems = self.proposal and self.proposal.problems
        typed = problems and self.page and any(each.typed for each in self.page.fields)
        return ("Enter the number" if typed else "What is missing?"), ""

    @property
    def missing(self) -> Sequence[str]:
        """The questions still unanswered; of one with a number for each, for whom."""
        fields = {each.question.key: each for each in self.page.fields} if self.page else {}
        if self.proposal:
            return [filling.asks_for(fields.get(q.key), q.prompt) for q in self.proposal.missing]
        return [filling.asks_for(each, each.question.prompt) for each in fields.values()
                if not (each.text or each.skipped or each.question.confirms)]  # fmt: skip

    @cached_property
    def key_texts(self) -> Mapping[str, str]:
        """Each answer that the page's buttons can send, in words, for the message while it waits
        for the network."""
        one = self.page.single if self.page and self.writes else None
        if one is None or not one.at_once or one.question.secret:
            return {}
        keys = [o for o in getattr(one.question, "answers", ()) if not (o.hidden or o.refusal)]
        return {each.text: one.question.in_words(each.value) for each in keys}

    @cached_property
    def access(self) -> WriteAccess | None:
        """The scorer, and whether this phone may take over."""
        return None if self.writes else browser.access(self.table)


def look(table: Snapshot, hand: Hand | None = None) -> View:
    """The view of a table; `hand` is the hand shown, by default the last."""
    return View(table, hand or table.replay.hand, browser.may_write(table), browser.submission())


def panels_of(hand: Hand | None, *without: type) -> Panels:
    """Panels of a hand except those of these classes."""
    panels = hand.panels.values() if hand else ()
    return [(type(each).__name__.lower(), each) for each in panels if not isinstance(each, without)]


# -- the current question --------------------------------------------------------------------------


def message_of(view: View) -> Notice:
    """The one message of the page, by priority. For a whole hand the deal is only in the help."""
    page, preview = view.page, view.preview
    if page and (wrong := page.problem):
        return Notice("", [wrong.reason if page.nearest else wrong.message], True, wrong.rule)
    if note := view.note or undone(view):
        return note
    if preview and view.boxed:
        return Notice("", [preview.reasons])
    gained = [gain for gain in preview.gains if gain.points] if preview else []
    if preview and not view.typed and (gained or preview.summary):
        sums = ", ".join(f"{gain.side} {signed(gain.points)}" for gain in gained)
        return Notice(f"{sums}." if sums else "", [preview.summary] if preview.summary else [])
    if page and any(getattr(each.control, "dashed", False) for each in page.fields):
        return Notice("", ["Dashed answers are worked out."])
    if (play := view.hand and view.hand.in_play) and not any(tell.now for tell in view.tells):
        return Notice("", [] if view.context[0] == "in_play" else [play.line])
    first = [words for words, _ in view.helps[:1]]
    if page and page.together and view.help and first == [t.words for t in view.tells if t.deals]:
        size = view.hand.size if view.hand else ""
        first = [t.words for t in view.tells if t.keep] or [f"{capital(size)}."] * bool(size)
    return Notice("", first)


def undone(view: View) -> Notice | None:
    """A notice with the act that the undo took back, and the changes of its answers since."""
    if not view.redo or view.page is None:
        return None
    before, fields = view.table.taken_back, view.page.fields
    if not before:
        fresh = all(each.text in ("", each.question.default) for each in fields)
        return Notice("", [f"Undone: {view.redo}."]) if fresh else None
    changed = [
        f"{(each.question.short or each.question.prompt).rstrip('?')}: {now}, not {was}"
        for each in fields
        if not (each.skipped or each.question.decided)
        and (now := shown(each.question, each.text))
        != (was := shown(each.question, before.get(each.question.key, "")))
    ]
    if changed:
        return Notice("Not saved.", [f"{'; '.join(changed)}."], look="wait changed")
    if view.proposal is None:
        return None
    totals = view.proposal.here.totals
    stood, stands = (" : ".join(map(with_minus, each)) for each in totals)
    if stood == stands or len(totals[0]) > 3:
        return Notice("Not saved.", ["Change what was wrong, or save it again."], look="wait")
    return Notice(f"Not saved: {stands} is {stood} again.", ["Change what was wrong."], look="wait")


def shown(question: Any, text: str) -> str:
    """An answer in words; "open" for none."""
    return str(question.put(text, question.show)) if text else "open"


def question_page(
    view: View,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, Refused] | None = None,
    missing: Sequence[str] = (),
) -> Page | None:
    """The pending questions as a page, filled with the typed texts or the record's answers.

    A refused value in the record is not filled in, so that tapped cards are not appended to it.
    """
    pending = view.pending
    if pending is None:
        return None
    stands = {key: text for key, text in pending.given.items() if key not in pending.problems}
    lifted = {key for key in pending.problems if pending.confirming(key, pending.given)}
    stands |= {key: pending.given[key] for key in lifted}
    entered = view.table.taken_back | stands if typed is None else typed
    confirming = {question.key for question in pending.page if question.confirms}
    entered = {key: text for key, text in entered.items() if key not in confirming}
    return page_of(
        f"f{pending.hand}-{view.hand.pages or view.hand.mode if view.hand else 0}",
        pending.title,
        pending.page_for(entered),
        entered,
        pending.problems if problems is None else problems,
        at_once=True if view.table.moves_on else None,
        missing=missing,
        game=view.game.key,
        together=pending.together,
        confirms=False,
    )


# -- what a page says first ----------------------------------------------------------------------


def comes_to_something_else(view: View) -> Notice | None:
    """A warning that this version scores a finished table differently."""
    if not (differences := view.table.differences):
        return None
    title = "Under the current rules this game would score differently"
    return Notice(title, [f"{capital(each)}." for each in differences], stop=True)


def half_amended(view: View) -> Notice | None:
    """A warning that a corrected hand lacks answers, with the last complete totals."""
    pending = view.pending
    if pending is None or not view.replay.half_amended:
        return None
    later = len(view.table.record.hands) - pending.hand
    word = view.replay.word
    waits = f"The next {word} cannot be scored until then."
    if later != 1:
        waits = f"The {later} {word}s after it are not scored until then."
    words = [f"Missing answer: {pending.title}. {waits}"]
    if whole := last_whole(view.game, browser.store().saved(view.code), view.seen):
        words.append(f"Before the correction the score was {whole.ledger.text}.")
    return Notice(f"{capital(word)} {pending.hand}: one more answer is needed", words)
