"""The table's page: questions, answers, undo, redo, and the watchers' poll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from companion import budget, clock
from companion.engine.record import Act
from companion.engine.table import Pending
from companion.tables import Snapshot, Stale
from companion.tables.names import CORRECTIONS, corrected_to
from companion.tables.proposal import Proposal, answering
from companion.web.platform import browser
from companion.web.platform.browser import number, partial, render, sent_to, shown
from companion.web.questions import Page, kept_for
from companion.web.questions.asking import draft, now_asked, read, tapped
from companion.web.tables.filling import refusals, shown_while_filled_in, tried
from companion.web.tables.hands import hand_page, hand_url
from companion.web.tables.result import result
from companion.web.tables.takeover import half_entered, passed, went_on
from companion.web.tables.view import (
    Notice,
    View,
    comes_to_something_else,
    half_amended,
    look,
    question_page,
)
from companion.words import capital

pages = Blueprint("play", __name__)
FRESH = timedelta(seconds=10)
"""Time for which the table's page shows that a hand was corrected. The sheet always shows it."""


# -- showing -------------------------------------------------------------------------------------


def table_page(
    view: View,
    status: int = 200,
    url: str = "",
    page: Page | None = None,
    proposal: Proposal | None = None,
    kept: Sequence[tuple[str, str]] = (),
) -> ResponseReturnValue:
    """The table's page: its question, with `page` as filled in, or the result."""
    view = replace(view, note=view.note or standing_note(view))
    if view.replay.over:
        return shown("tables/end.html", status, url or view.url, v=view, **result(view))
    # A phone that lost scoring still shows its unsaved answers, disabled, until the next save.
    rests = half_entered(view.table) if browser.lost(view.table) else {}
    opened = page is None
    page = page or (question_page(view, rests) if rests else question_page(view))
    proposal = proposal or standing_answers(view, page, refused=opened)
    if opened and proposal and proposal.problems:
        chosen = {key: text or "" for key, text in proposal.answers.items()}
        page = question_page(view, chosen, proposal.problems)
    view = replace(view, page=page, proposal=proposal, kept=kept)
    if view.writes:
        return shown("tables/table.html", status, url or view.url, v=view)
    last = view.table.ending.every[view.scored[-1].number - 1] if view.scored else None
    return shown("tables/watch.html", status, url or view.url, v=view, latest=last,
                 chart=view.table.chart, rests=rests)  # fmt: skip


def standing_note(view: View) -> Notice | None:
    """The notice at the top of the table's page, if any."""
    note = comes_to_something_else(view) or half_amended(view)
    fresh = view.writes and clock.now() - view.stored.touched < FRESH
    if note is None and fresh and any(a.kind in CORRECTIONS for a in view.stored.undoable):
        before = view.game.replay(view.stored.before)
        note = Notice(f"{capital(view.undo)}: {corrected_to(view.replay, before)}.")
    if not view.writes or "took" in request.args:
        note = note or passed(view, "took" in request.args)
    return note


@pages.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table's page, to write or to watch."""
    snapshot = browser.table(code)
    if code != snapshot.code:
        return redirect(browser.table_url(snapshot.code))
    browser.remember(snapshot)
    view, page = look(snapshot.with_entry_mode), None
    if view.writes and "took" in request.args and (left := half_entered(view.table)):
        page = question_page(view, left)
    return table_page(view, page=page)


@pages.get("/t/<code>/live")
def live(code: str) -> ResponseReturnValue:
    """The watchers' poll: 304 if nothing changed."""
    if browser.has_seen(code):
        return Response(status=304)
    table = browser.table(code, free=True)

    def page() -> Response:
        return make_response(table_page(look(table.with_entry_mode)))

    if browser.may_write(table) or browser.lost(table) or browser.may_take(table):
        budget.expect(table.cost)
        response = page()
    else:
        key = partial(), session.get("suits")
        response = Response(table.cached_page(key, lambda: page().get_data()))
    response.headers["HX-PTag"] = str(table.seq)
    for name in ("HX-Push-Url", "HX-Replace-Url"):
        response.headers.pop(name, None)
    return response


# -- changing ------------------------------------------------------------------------------------


def go_to(table: Snapshot, hand: int = 0, above: int = 0) -> ResponseReturnValue:
    """Redirects after a change to the table or to a hand; for htmx, the target page at once, with
    the result of the hand `above` it for a moment."""
    url = hand_url(table.code, hand) if hand else browser.table_url(table.code)
    if not partial():
        return sent_to(url)
    if hand:
        return hand_page(look(table), hand, url=url)
    brief = table.ending.every[above - 1] if above else None
    return table_page(replace(look(table.with_entry_mode), brief=brief), url=url)


def go_to_result(table: Snapshot, before: Snapshot) -> ResponseReturnValue:
    """Redirects to the hand that a change has scored, or to the table."""
    return go_to(table, table.scored_since(before.replay))


def stale_page(stale: Stale) -> ResponseReturnValue:
    """The current page after a stale submission, with the new acts and the discarded answers."""
    view, act = look(stale.table.with_entry_mode), stale.acts[-1]
    keep = {key: text for key, text in act.answers.items() if text}
    page = question_page(view)
    if page and any(field.question.key in keep for field in page.fields):
        page = question_page(view, keep, {})
    return table_page(view.refusing(*went_on(view, stale)), 409, page=page)


@pages.post("/t/<code>/answer")
def answer(code: str) -> ResponseReturnValue:
    """Saves the answers of a form."""
    table = browser.writable(code).with_entry_mode
    if other := instead(table):
        return other
    answers = read(request.form, table.pending, saving=True)
    entered = browser.tables().answer(table, answers, browser.sent())
    if not entered.proposal.ready:
        return refused_page(look(table), entered.proposal)
    return go_to(entered.table, entered.scored, entered.above)


def instead(table: Snapshot) -> ResponseReturnValue | None:
    """The response to a form that saves nothing: stale, a tap on a card, or too soon."""
    if browser.seen() != table.seq:
        return sent_again(table)
    if table.pending is None:
        return go_to(table)
    if "tap" in request.form:
        return check_page(look(table), table.pending)
    return too_soon_page(look(table), table.pending) if too_soon() else None


def too_soon() -> bool:
    """True for the second half of a double tap: the page is only milliseconds old."""
    at, now = request.form.get("at", ""), clock.now().timestamp() * 1000
    return at.isdecimal() and len(at) < 16 and 0 <= now - int(at) < current_app.config["REST"]


def too_soon_page(view: View, pending: Pending) -> ResponseReturnValue:
    """The page again with its values, without the tap."""
    words = ["The question changed as you tapped. Nothing was saved."]
    page = question_page(view)
    if not (page and page.single and page.at_once):
        page = question_page(view, draft(tapped(request.form, pending.page), pending.page))
    return table_page(replace(view, note=Notice("", words)), 409, page=page)


def sent_again(table: Snapshot) -> ResponseReturnValue:
    """The response to a repeated submission, which has no effect, or to a stale one."""
    answers = {name[2:]: " ".join(request.form.getlist(name))
               for name in request.form if name.startswith("a.")}  # fmt: skip
    hand = number("hand") if "hand" in request.form else 0
    after = browser.tables().do(table, [Act("answer", hand, answers)], browser.sent())
    alone = after.seq == browser.seen() + 1 and not after.replay.over
    dealt = after.replay.dealt(hand)
    scored = dealt and dealt.over and not dealt.void
    return go_to(after, hand if scored and alone else 0)


def refused_page(view: View, proposal: Proposal) -> ResponseReturnValue:
    """The page again, with the entered answers and the reason for the refusal."""
    assert view.pending is not None
    form = tapped(request.form, view.pending.page)
    missing, problems = [q.prompt for q in proposal.missing], refusals(proposal, form, view.pending)
    page = question_page(view, draft(form, now_asked(form, view.pending)), problems, missing)
    if missing and not problems:
        view = view.refusing("Still open:", " · ".join(missing))
    elif not problems:
        view = view.refusing("Not saved yet", "The same question is asked again.")
    return table_page(view, 422, page=page, kept=kept_for(request.form, page))


# -- preview --------------------------------------------------------------------------------------


@pages.post("/t/<code>/check")
def check(code: str) -> ResponseReturnValue:
    """Previews what the answers score; nothing is saved."""
    table = browser.table(code)
    if browser.overtaken(table):
        return Response(status=204)
    view = look(browser.allowed(table).with_entry_mode)
    if browser.seen() != view.seen:
        return table_page(view.refusing("The table has changed.", "This is the table now."), 409)
    return check_page(view, view.pending) if view.pending else go_to(view.table)


def check_page(view: View, pending: Pending) -> ResponseReturnValue:
    """The page with its preview; for htmx, the parts that change."""
    form = tapped(request.form, pending.page)
    proposal = tried(view.table, form, pending)
    missing, problems = [q.prompt for q in proposal.missing], refusals(proposal, form, pending)
    live = "live" in request.args or "tap" in request.form
    typed = draft(form, now_asked(form, pending))
    covered = {question.key for question in pending.page if question.secret}
    half_entered(view.table, {k: v for k, v in typed.items() if k not in covered})
    page = question_page(view, typed, problems, missing)
    if live and problems:
        now = shown_while_filled_in(view.table, pending, form, page, problems, complete=not missing)
        page = question_page(view, typed, now, missing)
    if partial() and "live" in request.args:
        return render("tables/check.html", v=replace(view, page=page, proposal=proposal))
    if missing and not live and not problems:
        view = replace(view, note=Notice("Still open:", [" · ".join(missing)]))
    return table_page(view, page=page, proposal=proposal, kept=kept_for(request.form, page))


def other_way_page(table: Snapshot) -> ResponseReturnValue:
    """The page in another way of entry, with the entered answers that fit into it."""
    view = look(table.with_entry_mode)
    page = question_page(view)
    if view.pending and page and not page.at_once:
        page = question_page(view, draft(request.form, view.pending.page), {})
    return table_page(view, page=page, kept=kept_for(request.form, page))


def standing_answers(view: View, page: Page | None, *, refused: bool) -> Proposal | None:
    """The proposal of a page whose questions all have answers when it opens; else None. With
    `refused` also of answers that are refused together."""
    if not view.writes or view.pending is None or page is None or page.at_once or page.problem:
        return None
    given = {each.question.key: each.text for each in page.fields if each.text}
    refused = refused and bool(given)  # a page without any answer refuses nothing
    open_still = (each.question for each in page.fields if not each.text)
    given |= {q.key: "none" for q in open_still if q.optional and q.kind != "choice"}
    asked = (each for each in page.fields if not (each.skipped or each.question.confirms))
    if not all(each.question.key in given for each in asked):
        return None
    proposal = answering(view.table, given)
    return proposal if proposal.ready or (refused and proposal.problems) else None


# -- undo and redo -------------------------------------------------------------------------------


@pages.post("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """Undoes the last act."""
    browser.writable(code)
    return go_to(browser.tables().undo(code, browser.sent()))


@pages.post("/t/<code>/redo")
def redo(code: str) -> ResponseReturnValue:
    """Redoes what was undone last."""
    before = browser.writable(code)
    return go_to_result(browser.tables().redo(code, browser.sent()), before)


def init_app(app: Flask) -> None:
    """Registers the response to stale submissions."""
    app.register_error_handler(Stale, stale_page)
