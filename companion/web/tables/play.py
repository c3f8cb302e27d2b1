"""The table itself: the question page, its answers, undo and redo, and what watchers see."""

from __future__ import annotations

import time
from dataclasses import replace

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from companion.moment import Ending
from companion.record import Act
from companion.table import Pending
from companion.tables import Snapshot, Stale, act_labels
from companion.tables.preview import Attempt, settled
from companion.web.platform import browser
from companion.web.platform.pages import number, partial, render, sent_to, shown
from companion.web.tables.chart import progress
from companion.web.tables.drafts import Form, draft, tapped, typed
from companion.web.tables.fields import Page
from companion.web.tables.hands import hand_page
from companion.web.tables.view import (
    Note,
    View,
    half_amended,
    look,
    other_edition,
    passed,
    question_page,
)

pages = Blueprint("play", __name__)


# -- showing -------------------------------------------------------------------------------------


def table_page(view: View, status: int = 200, url: str = "") -> ResponseReturnValue:
    """The table as it stands: its question, or how it ended."""
    note = view.note or other_edition(view)
    if note is None and view.replay.half_amended:
        note = half_amended(view)
    if browser.lost(view.table):
        note = note or passed(view)
    if view.replay.over:
        view = replace(view, note=note)
        return shown("tables/end.html", status, url or view.url, v=view,
                     chart=progress(view.replay), ending=Ending(view.replay))  # fmt: skip
    view = replace(view, page=view.page or question_page(view), note=note)
    view = replace(view, tried=view.tried or standing_answers(view))
    template = "tables/table.html" if view.writes else "tables/watch.html"
    return shown(template, status, v=view, url=url or view.url)


@pages.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table's page, to write or to watch."""
    found = browser.table(code)
    if code != found.code:
        return redirect(f"/t/{found.code}")
    browser.remember(found)
    return table_page(look(found.going_on))


@pages.get("/t/<code>/live")
def live(code: str) -> ResponseReturnValue:
    """What a watcher's page asks for every few seconds: 304 while nothing has happened."""
    if browser.has_seen(code):
        return Response(status=304)
    found = browser.table(code)
    if browser.may_write(found) or browser.lost(found):
        response = make_response(table_page(look(found.going_on)))
    else:
        key = partial(), session.get("suits")
        page = found.drawn(key, lambda: watched(found))
        response = Response(page)
    response.headers["HX-PTag"] = str(found.seq)
    response.headers.pop("HX-Push-Url", None)
    return response


def watched(table: Snapshot) -> bytes:
    """The page of those who watch."""
    return make_response(table_page(look(table.going_on))).get_data()


# -- changing ------------------------------------------------------------------------------------


def go_to(table: Snapshot, path: str = "") -> ResponseReturnValue:
    """The answer to a change: the page it leads to, by redirect or at once for htmx."""
    url = f"/t/{table.code}{path}"
    if path.startswith("/hand/") and partial():
        return hand_page(look(table), int(path[6:]), url=url)
    if path or not partial():
        return sent_to(url)
    return table_page(look(table.going_on), url=url)


def go_to_result(table: Snapshot, before: Snapshot) -> ResponseReturnValue:
    """The hand that a change has scored, or the table's page."""
    scored = table.scored_since(before.replay)
    return go_to(table, f"/hand/{scored}" if scored else "")


def stale_page(stale: Stale) -> ResponseReturnValue:
    """The fresh page, what happened meanwhile, and what was not used."""
    view, act = look(stale.table.going_on), stale.acts[-1]
    did = [act_labels.happened(view.replay, row) for row in stale.rows][-3:]
    mine = ", ".join(
        act_labels.said(view.replay, act.hand, key, text) if not key.startswith("@")
        else act_labels.own_words(view.replay, key, text)
        for key, text in act.answers.items()
    )  # fmt: skip
    words = [f"Your entry ({mine}) was not used." if mine else "Your tap was not used."]
    title = f"Already entered: {'; '.join(did)}." if did else "The table has moved on."
    keep = {key: text for key, text in act.answers.items() if text}
    page = question_page(view)
    if page and any(field.question.key in keep for field in page.fields):
        page = question_page(view, keep, {})
    note = Note(title, words, stop=True)
    return table_page(replace(view, page=page, note=note), 409)


@pages.post("/t/<code>/answer")
def answer(code: str) -> ResponseReturnValue:
    view = look(browser.writable(code).going_on)
    if browser.seen() != view.seen:
        return sent_again(view.table)
    if view.pending is None:
        return go_to(view.table)
    if "tap" in request.form:
        return check_page(view)
    if too_soon():
        return too_soon_page(view)
    entered = told(view.pending, request.form)
    tried = browser.tables().preview(view.table, entered)
    if not tried.ready:
        return refused_page(view, tried)
    act = Act("answer", view.pending.hand, {**way_kept(view.table), **tried.answers})
    after = browser.tables().enter(code, act, browser.sent(), tried.replay)
    if tried.over and tried.together and not (view.confirming or after.replay.over):
        return go_to(after)  # its result stands above the first question of the next
    return go_to_result(after, view.table)


def way_kept(table: Snapshot) -> dict[str, str | None]:
    """What is stored with the first answer of a hand that goes on as the one before was entered."""
    return {"@entry": table.kept[1]} if table.kept else {}


def told(pending: Pending, form: Form) -> dict[str, str]:
    """What a form says to the page that is asked.

    Beside the answers it has, a question may do with none that wanted one before: nothing chosen
    then is none, as it is where the page says so from the start.
    """
    found = typed(form, pending.page)
    if pending.together:
        wanted = {question.key for question in pending.page if not question.optional}
        for question in pending.page_for(found):
            if question.optional and question.key in wanted and not question.off:
                found.setdefault(question.key, "none")
    return settled(pending, found)


def too_soon() -> bool:
    """True for a tap on a page that was made a moment ago: the second half of a double tap."""
    made, rest = request.form.get("at", ""), current_app.config["REST"]
    return made.isdecimal() and len(made) < 16 and 0 <= time.time() * 1000 - int(made) < rest


def too_soon_page(view: View) -> ResponseReturnValue:
    """The page again; what was filled in stays, and a key that was tapped is not pressed."""
    assert view.pending is not None
    words = ["That tap came before the question could be read. Nothing was entered."]
    one, page = view.page.single if view.page else None, view.page
    if not (one and one.at_once):
        page = question_page(
            view, draft(tapped(request.form, view.pending.page), view.pending.page)
        )
    return table_page(replace(view, page=page, note=Note("", words)), 409)


def sent_again(table: Snapshot) -> ResponseReturnValue:
    """A form from an earlier page: the same one sent again does no harm, another is stale.

    Sent again because its answer was lost, it is answered as it was then.
    """
    answers: dict[str, str | None] = {}
    for name in request.form:
        if name.startswith("a."):
            answers[name[2:]] = " ".join(request.form.getlist(name))
    hand = number("hand") if "hand" in request.form else 0
    after = browser.tables().enter(table.code, Act("answer", hand, answers), browser.sent())
    hands = after.replay.hands
    done = 0 < hand <= len(hands) and hands[hand - 1].over and not hands[hand - 1].void
    alone = after.seq == browser.seen() + 1 and not after.replay.over
    return go_to(after, f"/hand/{hand}" if done and alone else "")


def refused_page(view: View, tried: Attempt) -> ResponseReturnValue:
    """The page again, with what was entered and why it cannot stand."""
    page, note = with_problems(view, tried)
    return table_page(replace(view, page=page, note=note), 422)


def with_problems(view: View, tried: Attempt) -> tuple[Page | None, Note | None]:
    assert view.pending is not None
    entered = draft(tapped(request.form, view.pending.page), view.pending.page)
    missing = [question.prompt for question in tried.missing]
    page = question_page(view, entered, tried.problems, missing)
    if tried.problems:
        return page, None
    if missing:
        return page, Note("Still open:", missing, stop=True)
    return page, Note("Not saved yet", ["The same question is asked again."], stop=True)


# -- checking before saving ----------------------------------------------------------------------


@pages.post("/t/<code>/check")
def check(code: str) -> ResponseReturnValue:
    """What the answers would come to; nothing is saved."""
    found = browser.table(code)
    if browser.overtaken(found):
        return Response(status=204)
    view = look(browser.allowed(found).going_on)
    if browser.seen() != view.seen:
        note = Note("The table has moved on.", ["This is how it stands now."], stop=True)
        return table_page(replace(view, note=note), 409)
    return check_page(view) if view.pending else go_to(view.table)


def check_page(view: View) -> ResponseReturnValue:
    """The page with its preview: the parts that change for htmx, all of it otherwise."""
    assert view.pending is not None
    questions = view.pending.page
    form = tapped(request.form, questions)
    entered = told(view.pending, form)
    tried = browser.tables().preview(view.table, entered)
    missing = [question.prompt for question in tried.missing]
    page = question_page(view, draft(form, questions), tried.problems, missing)
    live = "live" in request.args or "tap" in request.form
    fresh = replace(view, page=page, tried=tried, live=live)
    if partial() and "live" in request.args:
        return render("tables/check.html", v=fresh)
    note = Note("Still open:", missing) if missing and not live and not tried.problems else None
    return table_page(replace(fresh, note=note))


def standing_answers(view: View) -> Attempt | None:
    """What a page comes to as it opens, where every question on it has an answer already."""
    page = view.page
    if not view.writes or view.pending is None or page is None or page.at_once or page.problem:
        return None
    given = {each.question.key: each.text for each in page.fields if each.text}
    for each in page.fields:
        if not each.text and each.question.optional and each.question.kind != "choice":
            given[each.question.key] = "none"
    if not all(each.skipped or each.question.key in given for each in page.fields):
        return None
    tried = browser.tables().preview(view.table, given)
    return tried if tried.ready else None


# -- undo and redo -------------------------------------------------------------------------------


@pages.post("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Takes the last act back."""
    browser.writable(code)
    return go_to(browser.tables().undo(code, browser.sent()))


@pages.post("/t/<code>/redo")
def redo(code: str) -> ResponseReturnValue:
    """Brings back what was undone last."""
    before = browser.writable(code)
    return go_to_result(browser.tables().redo(code, browser.sent()), before)


def init_app(app: Flask) -> None:
    """Answers whatever came too late with the table as it stands."""
    app.register_error_handler(Stale, stale_page)
