"""Actions other than answers: throw in, redeal, change the dealer, agreed points, end, pause."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.engine.record import REMARKS, Act, Record
from companion.questions import Refused
from companion.tables import Snapshot
from companion.tables.changes import next_hand
from companion.tables.seats import rematch_head
from companion.tables.series import FIRST, SERIES, next_head
from companion.web.clubs import clubs
from companion.web.platform import browser, forms
from companion.web.platform.browser import line, number, partial, sent_to, shown
from companion.web.tables import proposals
from companion.web.tables.ended import game_here
from companion.web.tables.play import go_to, go_to_result, other_way_page, table_page
from companion.web.tables.view import View, look
from companion.words import capital

pages = Blueprint("actions", __name__)
MAX_REASON = 200
"""Most letters of a reason."""


def more_page(view: View, status: int = 200, **typed: str) -> ResponseReturnValue:
    """The page of these actions."""
    options = view.replay.options
    now = dict(view.replay.hand.rules if view.replay.hand else view.replay.table.rules)
    return shown("tables/actions.html", status, v=view, typed=typed, options=options, now=now)


@pages.get("/t/<code>/more")
def more(code: str) -> ResponseReturnValue:
    """Redeal, wrong dealer, agreed points."""
    stands = request.args.get("stands", "")[:MAX_REASON]
    view = look(browser.writable(code))
    return more_page(view, words=stands, stands="yes") if stands else more_page(view)


@pages.get("/t/<code>/pause")
def pause(code: str) -> ResponseReturnValue:
    """Pause the table, end the evening, or delete it."""
    return shown("tables/pause.html", v=look(browser.writable(code)))


def done(before: Snapshot, act: Act, why: str = "") -> ResponseReturnValue:
    """Appends one act and redirects to its result."""
    return go_to_result(browser.tables().do(before, [act], browser.sent(why)), before)


@pages.post("/t/<code>/void")
def void(code: str) -> ResponseReturnValue:
    """Throws a hand in, once its page has shown what that changes."""
    return proposals.changed(look(browser.writable(code)), "void", number("hand"))


@pages.post("/t/<code>/dealer")
def dealer(code: str) -> ResponseReturnValue:
    table, seat = browser.writable(code), line("seat", 3)
    if not any(each.code == seat for each in table.replay.table.seats):
        return more_page(look(table).refusing("Nobody sits there", "Choose who deals."), 422)
    return done(table, Act("answer", number("hand"), {"@dealer": seat}))


@pages.post("/t/<code>/entry")
def entry(code: str) -> ResponseReturnValue:
    """Chooses the way of entry of a hand."""
    view, mode = look(browser.writable(code)), line("mode", 20)
    # Answers given in one way of entry are not asked for in another.
    if browser.seen() == view.seen and mode not in view.modes:
        words = "Undo this hand’s answers first. Then you can switch."
        return table_page(view.refusing(f"This {view.word} has begun", words), 422)
    act = Act("answer", number("hand"), {"@entry": mode})
    if not partial():
        return done(view.table, act)
    return other_way_page(browser.tables().do(view.table, [act], browser.sent()))


@pages.post("/t/<code>/adjust")
def adjust(code: str) -> ResponseReturnValue:
    """Adds agreed points, with a reason, once a page has shown what that changes; they are listed
    apart from the rules' lines."""
    view, hand = look(browser.writable(code)), number("hand")
    try:
        if "acts" not in request.form:
            proposals.begun(view, "adjust", hand)
    except Refused as refusal:
        side, typed = line("side", 40), proposals.points()
        message = f"“{typed}” is not a number of points: say 5, −10 or a sum such as 12+7."
        message = message if side and refusal.code == "bad_adjustment" else refusal.message
        refused_view = view.refusing("Not saved", message, rule=refusal.rule)
        return more_page(refused_view, 422, side=side, points=typed, words=proposals.reason())
    return proposals.changed(view, "adjust", hand)


@pages.post("/t/<code>/note")
def note(code: str) -> ResponseReturnValue:
    """Writes a remark on a hand, or on the game (hand 0); an empty one removes it."""
    view, hand = look(browser.writable(code)), number("hand")
    if not 0 <= hand <= len(view.replay.hands):
        message = f"There is no {view.word} {hand} to write a note on."
        return more_page(view.refusing("Not written", message), 422)
    at = "@" if hand else ""
    written = {at + each.key: line(each.key, each.most) or None
               for each in REMARKS if each.key in request.form}  # fmt: skip
    return done(view.table, Act("answer", hand, written))


@pages.post("/t/<code>/close")
def close(code: str) -> ResponseReturnValue:
    """Ends the evening before the next deal."""
    before = browser.writable(code)
    return done(before, Act("answer", next_hand(before), {"@close": "yes"}))


@pages.post("/t/<code>/confirming")
def confirming(code: str) -> ResponseReturnValue:
    """Switches on or off that the other side confirms each hand."""
    chosen = "yes" if line("wish", 3) == "yes" else None
    return done(browser.writable(code), Act("answer", 0, {"confirm": chosen}))


@pages.post("/t/<code>/confirm")
def confirm(code: str) -> ResponseReturnValue:
    """Records that the other side has confirmed a hand."""
    view, hand = look(browser.writable(code)), number("hand")
    if not any(each.number == hand for each in view.scored):
        message = f"{capital(view.word)} {hand} is not scored."
        return more_page(view.refusing("Nothing to confirm", message), 422)
    return done(view.table, Act("answer", hand, {"@ok": "yes"}))


@pages.post("/t/<code>/stray")
def unused(code: str) -> ResponseReturnValue:
    """Removes an answer that no question asks for any more."""
    act = Act("amend", number("hand"), {line("key", 60): None})
    return done(browser.writable(code), act, "not asked for")


@pages.post("/t/<code>/abandon")
def abandon(code: str) -> ResponseReturnValue:
    browser.tables().abandon(browser.writable(code).code, browser.who())
    return redirect("/", 303)


@pages.post("/t/<code>/resume")
def resume(code: str) -> ResponseReturnValue:
    """Resumes an abandoned table."""
    return go_to(browser.tables().resume(browser.writable(code).code, browser.who()))


@pages.post("/t/<code>/series")
def series(code: str) -> ResponseReturnValue:
    """Makes a game the first of a best of three, or a single one again; nothing is begun."""
    chosen = None if line("wish", 3) == "no" else FIRST
    return done(browser.writable(code), Act("answer", 0, {SERIES: chosen}))


@pages.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    """The next table of the same players and rules; the next player deals, and a best of three goes
    on."""
    table = browser.writable(code)
    begun = forms.again() or forms.begin(rematch_of(table), table.game.edition, table)
    clubs.goes_on(table, begun)
    return sent_to(browser.table_url(begun.code))


def rematch_of(table: Snapshot) -> Record:
    """The record of a rematch."""
    hand = table.replay.hand
    first = hand.dealer.left if hand else table.replay.table.first_dealer
    head = rematch_head(table.record) | {"dealer": first.code}
    return Record(table.record.game, head | next_head(table, game_here(table)))
