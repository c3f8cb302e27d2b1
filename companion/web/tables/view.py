"""A table as its pages show it to one browser, which may write or watch, and its current question:
a dataclass each, filled once per response."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from cachetools import LRUCache
from flask import current_app
from markupsafe import Markup

from companion.engine.game import Game, Replay
from companion.engine.panels import Calls, Meter
from companion.engine.table import Hand, Pending, Tell
from companion.engine.ways import WayToEnter
from companion.questions import Refused
from companion.store import Stored
from companion.tables import Snapshot
from companion.tables.pencil import Pencil
from companion.tables.proposal import Proposal
from companion.tables.snapshot import Standing, standing
from companion.tables.strays import StrayAnswer
from companion.web.platform import browser
from companion.web.questions import Field, Page, page_of
from companion.web.rules.words import clock
from companion.web.tables.filling import Preview, preview_of
from companion.words import capital, signed, with_minus

Panels = Sequence[tuple[str, Any]]
"""(kind, panel) in display order."""


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
    """Data of every page of a table."""

    table: Snapshot
    stored: Stored
    game: Game
    replay: Replay
    pending: Pending | None
    title: str
    """The game's title at this table."""
    code: str
    url: str
    """URL of the table."""
    seen: int
    """The journal position shown."""
    since: int
    """When this question was first shown (ms): a tap too soon after it is ignored."""
    submission: str
    writes: bool
    hand: Hand | None
    """The hand shown."""
    standing: Standing
    tells: Sequence[Tell]
    calls: Calls | None
    """Bids of the running hand."""
    scored: Sequence[Hand]
    strays: Sequence[StrayAnswer]
    """Answers that are not used any more, in words."""
    undo: str
    """What undo would undo; "" for nothing."""
    redo: str
    """What redo would redo; "" for nothing."""
    modes: Sequence[str]
    """Ways of entry to choose from; none once the hand has answers."""
    confirming: bool
    """The other side confirms each hand."""
    unconfirmed: Sequence[int]
    """Numbers of scored hands that wait for confirmation."""
    note: Notice | None = None

    @property
    def word(self) -> str:
        """What the game calls a hand."""
        return self.replay.word

    def refusing(self, title: str, *words: str, rule: str = "") -> View:
        """The same with why something was not done."""
        return replace(self, note=Notice(title, words, stop=True, rule=rule))


def look(table: Snapshot, hand: Hand | None = None) -> View:
    """The view of a table; `hand` is the hand shown, by default the last."""
    replay, writes = table.replay, browser.may_write(table)
    hand = hand or replay.hand
    fresh = hand is not None and not hand.asked and hand is replay.hand and len(hand.modes) > 1
    over = hand is not replay.hand or (hand is not None and hand.over)
    shown = hand.panels.values() if hand and not replay.over else ()
    scored = [each for each in replay.hands if each.over]
    confirming = "confirm" in table.record.head
    return View(
        table=table, stored=table.stored, game=table.game, replay=replay, pending=table.pending,
        title=replay.title, code=table.code, url=f"/t/{table.code}", seen=table.seq,
        since=round(table.stored.touched.timestamp() * 1000),
        submission=browser.submission(), writes=writes,
        hand=hand,
        standing=standing(replay, hand, totals=True) if over else table.standing,
        tells=[t for t in hand.tells if t.keep or t.page == hand.pages] if hand else (),
        calls=next((panel for panel in shown if isinstance(panel, Calls)), None),
        scored=scored,
        strays=browser.tables().strays(table),
        undo=table.undo_label if writes else "", redo=table.redo_label if writes else "",
        modes=hand.modes if hand and fresh else (), confirming=confirming,
        unconfirmed=[h.number for h in scored if confirming and "@ok" not in h.answers],
    )  # fmt: skip


def panels_of(hand: Hand | None, *without: type) -> Panels:
    """Panels of a hand except those of these classes."""
    found = hand.panels.values() if hand else ()
    return [(type(each).__name__.lower(), each) for each in found if not isinstance(each, without)]


# -- what a page says first ----------------------------------------------------------------------


def comes_to_something_else(view: View) -> Notice | None:
    """A warning that this version scores a finished table differently."""
    if not (found := view.table.differences):
        return None
    title = "The rules of today make something else of this game"
    return Notice(title, [f"{capital(each)}." for each in found], stop=True)


def half_amended(view: View) -> Notice | None:
    """A warning that a corrected hand lacks answers, with the last complete totals."""
    pending = view.pending
    if pending is None or not view.replay.half_amended:
        return None
    later = len(view.table.record.hands) - pending.hand
    word = view.replay.word
    waits = f"The {word} after it waits." if later == 1 else f"The {later} {word}s after it wait."
    words = [f"It still needs: {pending.title}. {waits}"]
    if whole := browser.tables().last_whole(view.table):
        words.append(f"Before the correction it stood {whole.ledger.told}.")
    return Notice(f"{capital(word)} {pending.hand}: one more answer is needed", words)


def passed(view: View, took: bool = False) -> Notice | None:
    """The notice that another phone scores now, for the old and the new scorer and for watchers."""
    lost = browser.lost(view.table)
    told = browser.tables().pencil_moved(view.table, took and view.writes, lost)
    if told is None:
        return None
    words = Markup("{} at {}.").format(told.words, clock(told.at)) if told.at else told.words
    words = "Your answers went along." if lost and half_entered(view.table) else words
    return Notice(told.title, [words] if words else [])


# -- what the scorer has filled in -----------------------------------------------------------------


HALF = "companion-half-entered"
"""Extension key of what was filled in last at each table, for a phone that takes the pencil. It is
kept in this process alone: where another answers, the page is merely empty."""
_guard = threading.Lock()


def half_entered(table: Snapshot, found: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """What the scorer has filled in of the page that is asked now; with `found`, keeps it."""
    hand, record = table.pending.hand if table.pending else 0, table.record
    page = hand, str(record.answers(hand) if hand else {})
    with _guard:
        kept: LRUCache[str, tuple[tuple[int, str], Mapping[str, str]]]
        kept = current_app.extensions.setdefault(HALF, LRUCache(500))
        if found is not None:
            kept[table.code] = page, dict(found)
        at, texts = kept.get(table.code, (None, {}))
        return texts if at == page else {}


# -- the current question --------------------------------------------------------------------------


IN_LINE = 9
"""Most cards that fit in the line above the answers."""


@dataclass(frozen=True, kw_only=True)
class AskView(View):
    """A table with its current question."""

    page: Page | None
    preview: Preview | None
    told: bool
    """True if the message previews answers that are not saved."""
    last: Hand | None
    """The hand scored last, until something of the next one is saved."""
    panels: Panels
    context: tuple[str, Any]
    """(kind, panel) shown above the answers: the bids, or a few cards."""
    boxed: bool
    """What the answers come to stands there instead."""
    so_far: str
    """What was answered last in this hand, where nothing else tells it."""
    below: Panels
    """The other panels, below the answers, without squares that serve as buttons."""
    message: Notice
    """The one message: a refusal, the preview, what is missing, or the first line of the help."""
    help: Sequence[tuple[str, str]]
    """(sentence, rule) of all that helps here, folded; () if the message says it all."""
    open: tuple[str, str]
    """Label of the disabled submit button."""
    stopped: bool
    """An answer is refused: the submit button says which."""
    ways: Sequence[tuple[str, str, WayToEnter]]
    """The other ways of entry."""
    kept: Sequence[tuple[str, str]]
    """(name, text) of what was filled in in another way of entry and has no place in this one."""
    keys_told: Mapping[str, str]
    """Each answer in words, for the message while it waits for the network."""
    pencil: Pencil | None
    """Who keeps score, and whether this phone may take over."""


def asked(
    view: View,
    page: Page | None = None,
    made: Proposal | None = None,
    kept: Sequence[tuple[str, str]] = (),
) -> AskView:
    """The table with its question; `page` is the form as filled in, `made` what it proposes."""
    page = page or question_page(view)
    missing = missing_of(page, made)
    preview = preview_of(made) if made and made.ready else None
    refusal = page.problem if page else None
    crowded = view.standing.meter is not None and view.standing.crowded
    panels = [each for each in panels_of(view.hand) if not (crowded and isinstance(each[1], Meter))]
    above, help = context_of(view, page, panels), help_of(view, page)
    grows = page is not None and page.single is not None and page.single.grows
    boxed = bool(preview and preview.summary) and not (above[0] or grows)
    card = above[0] == "in_play"
    message = message_of(view, page, made, preview, help, boxed=boxed, card=card)
    keys = "square" if page and page.on_squares else ""
    return AskView(
        **{each.name: getattr(view, each.name) for each in fields(View)},
        page=page, preview=preview, told=bool(made and made.answers), last=last_of(view),
        panels=panels, context=above, boxed=boxed,
        so_far="" if panels else so_far(view),
        below=[each for each in panels if each[1] is not above[1] and each[0] != keys],
        message=message, help=help if len(help) > 1 or any(rule for _, rule in help) else (),
        open=open_of(page, refusal, missing, made), stopped=bool(refusal),
        ways=other_ways(view), kept=kept,
        keys_told=keys_told(view, page) if view.writes else {},
        pencil=None if view.writes else browser.pencil(view.table),
    )  # fmt: skip


def missing_of(page: Page | None, made: Proposal | None) -> list[str]:
    """The questions still unanswered; of one with a number for each, for whom."""
    fields = {each.question.key: each for each in page.fields} if page else {}
    if made:
        return [asks_for(fields.get(q.key), q.prompt) for q in made.missing]
    return [asks_for(each, each.question.prompt) for each in fields.values()
            if not (each.text or each.skipped or each.question.confirms)]  # fmt: skip


def asks_for(field: Field | None, prompt: str) -> str:
    """What a question still asks for: "Cy, Dee?", "Eve’s tricks?"."""
    if field is None:
        return prompt
    who = [str(each) for each in getattr(field.control, "open", ())]
    unit = getattr(field.question, "lot", "") or getattr(field.question, "unit", "")
    if not who or not field.text:
        return prompt
    if len(who) == 2 or not unit:
        return f"{', '.join(who[:2])}{' …' * (len(who) > 2)}?"
    return f"{who[0]}’s {unit}{'s' * (unit == 'trick')}?"


def context_of(view: View, page: Page | None, panels: Panels) -> tuple[str, Any]:
    """(kind, panel) to show above the answers: the hand in play, the bids, or a few cards."""
    play = view.hand.in_play if view.hand and not (page and page.packed) else None
    if play and (play.contracts or (play.trump and not last_of(view))):
        return "in_play", play
    lying = [each for each in panels if each[0] == "tray" and each[1].lying]
    for kind, panel in [*lying, *panels]:
        cards = sum(len(each) for _, each in panel.groups) if kind == "tray" else 0
        if kind in ("calls", "won") or (cards and cards <= IN_LINE and len(panel.groups) <= 2):
            return kind, panel
    return "", None


def last_of(view: View) -> Hand | None:
    """The hand scored last, for who writes, until something of the next one is saved."""
    here = view.writes and view.hand is view.replay.hand
    fresh = here and view.hand is not None and not view.hand.asked
    before = view.hand.number - 1 if fresh and view.hand else 0
    found = view.replay.hands[before - 1] if before else None
    return found if found and found.over else None


def open_of(
    page: Page | None, refusal: Refused | None, missing: Sequence[str], made: Proposal | None
) -> tuple[str, str]:
    """Label of the disabled submit button: what is refused, or missing."""
    if refusal:
        wrong = next((each for each in page.fields if each.problem), None) if page else None
        if wrong is None:
            return "This does not add up", ""
        if wrong.at_fault is not None:
            return f"{wrong.at_fault}: {wrong.given_by(wrong.at_fault)}", "cannot be right"
        return wrong.label, "cannot be right"
    if missing:
        return missing[0], f"and {len(missing) - 1} more" if len(missing) > 1 else ""
    typed = made and made.problems and page and any(each.typed for each in page.fields)
    return ("Another digit?" if typed else "What is missing?"), ""


def so_far(view: View) -> str:
    """The last answer of a hand under way, where nothing else tells them."""
    asked = view.hand.asked if view.hand and not view.hand.over else ()
    told = [a.told for a in asked if not a.question.secret and a.text not in ("none", "no")]
    return capital("".join(told[-1:]))


def message_of(
    view: View, page: Page | None, made: Proposal | None,
    preview: Preview | None, help: Sequence[tuple[str, str]], *, boxed: bool, card: bool,
) -> Notice:  # fmt: skip
    """The one message of the page, by priority. With `boxed` what the answers come to stands in the
    line above, with `card` what counts in play."""
    if page and page.problem:
        return Notice("", [page.problem.message], True, page.problem.rule)
    if note := view.note or undone(view, page, made):
        return note
    gained = [gain for gain in preview.gains if gain.points] if preview else []
    if preview and not boxed and (gained or preview.summary):
        said = ", ".join(f"{gain.side} {signed(gain.points)}" for gain in gained)
        return Notice(f"{said}." if said else "", [preview.summary] if preview.summary else [])
    fields = page.fields if page else ()
    if left := [text for each in fields if (text := getattr(each.control, "left", ""))]:
        return Notice("", [f"{each}." for each in left])
    keys = [key for each in fields for key in getattr(each.control, "keys", ())]
    if any(getattr(key, "way", "") == "calc" for key in keys):
        return Notice("", ["Dashed: worked out."])
    play = view.hand.in_play if view.hand and not card else None
    return Notice("", [] if card else [play.line] if play else [words for words, _ in help[:1]])


def undone(view: View, page: Page | None, made: Proposal | None) -> Notice | None:
    """What an undo took back, and what has been changed of it since."""
    if not view.redo or page is None:
        return None
    before = view.table.taken_back
    if not before:
        fresh = all(each.text in ("", each.question.default) for each in page.fields)
        return Notice("", [f"Undone: {view.redo}."]) if fresh else None
    changed = [
        f"{(each.question.short or each.question.prompt).rstrip('?')}: {now}, not {was}"
        for each in page.fields
        if not (each.skipped or each.question.decided)
        and (now := shown(each.question, each.text))
        != (was := shown(each.question, before.get(each.question.key, "")))
    ]
    if changed:
        return Notice("Not saved.", [f"{'; '.join(changed)}."], look="wait changed")
    if made is None:
        return None
    stood, stands = (" : ".join(map(with_minus, each)) for each in made.here.totals)
    if stood == stands or len(made.here.totals[0]) > 3:
        return Notice("Not saved.", ["Change what was wrong, or save it again."], look="wait")
    return Notice(f"Not saved: {stands} is {stood} again.", ["Change what was wrong."], look="wait")


def shown(question: Any, text: str) -> str:
    """An answer in words; "open" for none."""
    return str(question.put(text, question.show)) if text else "open"


def help_of(view: View, page: Page | None) -> list[tuple[str, str]]:
    """(sentence, rule) of all that helps to answer a page, each once: the question's own words
    first, what the game says last."""
    one = page.single if page else None
    found = [(tell.words, tell.rule) for tell in sorted(view.tells, key=lambda tell: tell.keep)]
    if one and one.question.hint:
        found.insert(0, (str(one.question.hint), one.question.rule))
    if one and page and one.question.prompt != page.title:
        found.insert(0, (one.question.prompt, one.question.rule))
    return list({words: (words, rule) for words, rule in reversed(found)}.values())[::-1]


def other_ways(view: View) -> list[tuple[str, str, WayToEnter]]:
    """The ways of entry beside the one the hand is entered in: mode, name, and what it asks."""
    if not view.modes:
        return []
    told, now = view.game.ways_told, view.hand.mode if view.hand else ""
    return [(mode, view.game.way(mode), told.get(mode, WayToEnter("")))
            for mode in view.modes if mode != now]  # fmt: skip


def keys_told(view: View, page: Page | None) -> dict[str, str]:
    """Each answer that a page of buttons can send, in words."""
    one = page.single if page else None
    if page is None or one is None or not one.at_once or one.question.secret:
        return {}
    keys = [o for o in getattr(one.question, "answers", ()) if not (o.hidden or o.refusal)]
    return {each.text: one.question.in_words(each.value) for each in keys}


def question_page(
    view: View,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, Refused] | None = None,
    missing: Sequence[str] = (),
) -> Page | None:
    """The pending questions as a page, filled with what was typed or is in the record.

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
        f"f{pending.hand}-{view.hand.pages if view.hand else 0}",
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
