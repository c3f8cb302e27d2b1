"""The table itself: the question page, its answers, undo and redo, and what watchers see."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import checking
from companion.game import Replay
from companion.record import Act
from companion.store import Marks, Stale, Stored, Trouble
from companion.web import deeds, keys, turns
from companion.web.chart import chart, figures
from companion.web.drafts import draft, tapped, typed
from companion.web.hands import hand_page
from companion.web.pages import partial, render, shown
from companion.web.preview import Attempt, attempt
from companion.web.replays import adopt
from companion.web.view import Note, View, half_amended, look, other_edition, question_page

pages = Blueprint("play", __name__)
turns.init_pages(pages)


# -- showing -------------------------------------------------------------------------------------


def table_page(view: View, status: int = 200, url: str = "") -> ResponseReturnValue:
    """The table as it stands: its question, or how it ended."""
    note = view.note or other_edition(view)
    if note is None and view.replay.half_amended:
        note = half_amended(view, keys.store().journal(view.code))
    with turns.drawing():
        return _drawn(view, note, status, url)


def _drawn(view: View, note: Note | None, status: int, url: str) -> ResponseReturnValue:
    if view.replay.over:
        view = replace(view, note=note)
        return shown("tables/end.html", status, url or view.url, v=view, chart=chart(view.replay),
                     figures=figures(view.replay))  # fmt: skip
    drawn = None if note else view.drawn
    view = replace(view, page=view.page or question_page(view), note=note)
    template = "tables/table.html" if view.writes else "tables/watch.html"
    return shown(template, status, v=view, url=url or view.url, drawn=drawn)


@pages.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table's page, to write or to watch."""
    stored = keys.table(code)
    if code != stored.code:
        return redirect(f"/t/{stored.code}")
    keys.remember(stored)
    return table_page(look(stored))


@pages.get("/t/<code>/live")
def live(code: str) -> ResponseReturnValue:
    """What a watcher's page asks for every few seconds: 304 while nothing has happened."""
    with contextlib.suppress(LookupError):
        if request.headers.get("HX-PTag") == str(keys.store().seq(code)):
            return Response(status=304)
    turns.give_way()
    stored = keys.table(code)
    if keys.may_write(stored) or not partial():
        response = make_response(table_page(look(stored)))
    else:
        response = Response(watched(stored))
    response.headers["HX-PTag"] = str(stored.seq)
    response.headers.pop("HX-Push-Url", None)
    return response


WATCHED = 64
"""Views of watchers that are kept: a room full of them asks for the same one."""
_watched: OrderedDict[str, bytes] = OrderedDict()


def watched(stored: Stored) -> bytes:
    """The table as a watcher sees it, made once for all of them.

    It is kept under all that it depends on: the row and the record as the database has them, and
    what this browser has of its own; so it need not be known by which process they came to be.
    """
    own = {name: value for name, value in session.items() if name not in PERSONAL}
    record = stored.record
    key = repr((stored.id, stored.seq, stored.status, stored.edition, stored.marks, record.head,
                record.hands, own))  # fmt: skip
    page = _watched.get(key)
    if page is None:
        with turns.drawing():
            page = _watched.get(key)  # somebody else may have drawn it meanwhile
            if page is None:
                page = _watched[key] = make_response(table_page(look(stored))).get_data()
                while len(_watched) > WATCHED:
                    _watched.popitem(last=False)
    return page


PERSONAL = ("tables", "names", "me", "_permanent")
"""What a browser has of its own that no watcher's page shows."""


# -- changing ------------------------------------------------------------------------------------


def number(name: str) -> int:
    """A whole number out of the form; a 400 page when it is none."""
    text = request.form.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        abort(400, f"The form says nothing of “{name}”.")
    return int(text)


def enter(stored: Stored, act: Act, why: str = "", tried: Replay | None = None) -> Stored:
    """Enters an act as the form was sent, and settles a game that it ends. Raises Stale.

    `tried` is what the act was found to come to before.
    """
    store = keys.store()
    submission, seen = request.form.get("submission", "")[:64] or keys.submission(), number("seen")
    after = store.act(
        stored.code, act, seen=seen, submission=submission, who=keys.who(), why=why,
        marks=new_marks(stored, tried, seen + 1) if tried else None,
    )  # fmt: skip
    if tried:
        adopt(after, tried)
    return settled(after)


def settled(stored: Stored) -> Stored:
    """A table whose game has come to its end keeps what it came to as an assertion."""
    if stored.status == "finished":
        return stored
    view = look(stored)
    noted(stored, view.replay)
    came_to = checking.ending(view.replay)
    if came_to is None:
        return stored
    return keys.store().settle(stored.code, *came_to, who=keys.who())


def new_marks(stored: Stored, replay: Replay, seq: int) -> Marks | None:
    """What the totals were after each hand, if the table does not say so already.

    Not of a table that another edition scores than the one it began with: what it came to then is
    what the present one is held against.
    """
    hands = checking.totals_by_hand(replay)
    known = stored.marks.hands if stored.marks else {}
    if hands == known or stored.edition != replay.game.edition:
        return None
    return Marks(stored.edition, seq, hands)


def noted(stored: Stored, replay: Replay) -> None:
    """Keeps what the totals were after each hand, where the entry itself did not bring it along.

    That entry is saved already, so no trouble here may say that it was not.
    """
    if marks := new_marks(stored, replay, stored.seq):
        with contextlib.suppress(Trouble):
            keys.store().mark(stored, marks.edition, marks.hands)


def goes_to(before: Replay, after: Replay) -> str:
    """Where the table goes when a record has moved on: to the hand just scored, or on."""
    scored = {hand.number for hand in before.hands if hand.over and not hand.void}
    new = [h.number for h in after.hands if h.over and not h.void and h.number not in scored]
    return f"/hand/{new[-1]}" if len(new) == 1 and not after.over else ""


def went(stored: Stored, path: str = "") -> ResponseReturnValue:
    """The answer to a change: the page it leads to, by redirect or at once for htmx."""
    url = f"/t/{stored.code}{path}"
    if not partial():
        return redirect(url, 303)
    if path.startswith("/hand/"):
        return hand_page(look(stored), int(path[6:]), url=url)
    if path:
        response = make_response("")
        response.headers["HX-Redirect"] = url
        return response
    return table_page(look(stored), url=url)


def stale_page(stale: Stale, act: Act) -> ResponseReturnValue:
    """The fresh page, what happened meanwhile, and what was not used."""
    view = look(stale.stored)
    did = [deeds.happened(view.replay, row) for row in stale.rows][-3:]
    mine = ", ".join(
        deeds.said(view.replay, act.hand, key, text) if not key.startswith("@")
        else deeds.own_words(view.replay, key, text)
        for key, text in act.answers.items()
    )  # fmt: skip
    words = [f"Your entry ({mine}) was not used." if mine else "Your tap was not used."]
    title = f"Already entered: {'; '.join(did)}" if did else "The table has moved on"
    keep = {key: text for key, text in act.answers.items() if text}
    page = question_page(view)
    if page and any(field.question.key in keep for field in page.fields):
        page = question_page(view, keep, {})
    note = Note(title, words, stop=True)
    return table_page(replace(view, page=page, note=note), 409)


@pages.post("/t/<code>/answer")
def answer(code: str) -> ResponseReturnValue:
    """Answers to the page that is asked."""
    stored = keys.writable(code)
    if number("seen") != stored.seq:
        return late(stored)
    view = look(stored)
    if view.pending is None:
        return went(stored)
    questions = view.pending.page
    if "tap" in request.form:
        return check_page(view)
    tried = attempt(view.game, stored.record, view.replay, view.pending,
                    typed(request.form, questions))  # fmt: skip
    if not tried.ready:
        return refused_page(view, tried)
    act = Act("answer", view.pending.hand, tried.answers)
    if len(act.answers) == 1 and not tried.over:
        # The page that was answered has its options; the replay would have to make them again.
        tried.replay.extra["undo"] = act, deeds.short(view.replay, act)
    try:
        after = enter(stored, act, tried=tried.replay)
    except Stale as stale:
        return stale_page(stale, act)
    return went(after, goes_to(view.replay, look(after).replay))


def late(stored: Stored) -> ResponseReturnValue:
    """A form from an earlier page: the same one sent again does no harm, another is stale.

    Sent again because its answer was lost, it is answered as it was then.
    """
    answers: dict[str, str | None] = {}
    for name in request.form:
        if name.startswith("a."):
            answers[name[2:]] = " ".join(request.form.getlist(name))
    hand = number("hand") if "hand" in request.form else 0
    act = Act("answer", hand, answers)
    try:
        after = enter(stored, act)
    except Stale as stale:
        return stale_page(stale, act)
    return went(after, scored_last(after, hand))


def scored_last(stored: Stored, hand: int) -> str:
    """Where an entry for a hand led, when it was the last one and the hand is over by it."""
    replay = look(stored).replay
    done = 0 < hand <= len(replay.hands) and replay.hands[hand - 1]
    alone = stored.seq == number("seen") + 1 and not replay.over
    return f"/hand/{hand}" if done and done.over and not done.void and alone else ""


def refused_page(view: View, tried: Attempt) -> ResponseReturnValue:
    """The page again, with what was entered and why it cannot stand."""
    page, note = with_problems(view, tried)
    return table_page(replace(view, page=page, note=note), 422)


def with_problems(view: View, tried: Attempt) -> tuple[Any, Note | None]:
    """The page with its refusals, and the note that heads it."""
    assert view.pending is not None
    entered = draft(tapped(request.form, view.pending.page), view.pending.page)
    missing = [question.prompt for question in tried.missing]
    page = question_page(view, entered, tried.problems, missing)
    if tried.problems:
        many = len(tried.problems) > 1
        title = "Not saved: some answers cannot stand" if many else "Not saved yet"
        alone = page is not None and page.single is not None
        words = [] if alone else ["Nothing else you entered is lost."]
        return page, Note(title, words, stop=True)
    if missing:
        return page, Note("Not saved yet: something is still open", missing, stop=True)
    return page, Note("Not saved yet", ["The same question is asked again."], stop=True)


# -- checking before saving ----------------------------------------------------------------------


@pages.post("/t/<code>/check")
def check(code: str) -> ResponseReturnValue:
    """What the answers would come to; nothing is saved."""
    stored = keys.writable(code)
    if number("seen") != stored.seq:
        return late_check(stored)
    view = look(stored)
    return check_page(view) if view.pending else went(stored)


def late_check(stored: Stored) -> ResponseReturnValue:
    """A preview asked for by a page that has been overtaken."""
    note = Note("The table has moved on", ["This is how it stands now."], stop=True)
    return table_page(look(stored, note=note), 409)


def check_page(view: View) -> ResponseReturnValue:
    """The page with its preview: the parts that change for htmx, all of it otherwise."""
    assert view.pending is not None
    questions = view.pending.page
    form = tapped(request.form, questions)
    tried = attempt(view.game, view.stored.record, view.replay, view.pending,
                    typed(form, questions))  # fmt: skip
    missing = [question.prompt for question in tried.missing]
    page = question_page(view, draft(form, questions), tried.problems, missing)
    fresh = replace(view, page=page, tried=tried)
    if partial() and "live" in request.args:
        return render("tables/check.html", v=fresh)
    asked = "tap" not in request.form and not tried.ready and not tried.problems
    note = Note("Still open", missing) if asked and missing else None
    return table_page(replace(fresh, note=note))


# -- undo and redo -------------------------------------------------------------------------------


@pages.post("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Takes the last act back."""
    return moved(code, "undo")


@pages.post("/t/<code>/redo")
def redo(code: str) -> ResponseReturnValue:
    """Brings back what was undone last."""
    return moved(code, "redo")


def moved(code: str, kind: str) -> ResponseReturnValue:
    """One step along the acts that were done."""
    stored = keys.writable(code)
    before = look(stored).replay
    try:
        after = enter(stored, Act(kind))
    except Stale as stale:
        return stale_page(stale, Act(kind))
    path = goes_to(before, look(after).replay) if kind == "redo" else ""
    return went(after, path)
