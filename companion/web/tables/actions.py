"""What a table can do besides answering: throw a hand in, change the dealer, adjust, end, rest."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.questions import Refused
from companion.record import Act, Record
from companion.tables import Snapshot
from companion.tables.seats import rematch_head
from companion.web.platform import browser
from companion.web.platform.pages import number, sent_to, shown
from companion.web.tables.hands import house_rules
from companion.web.tables.play import go_to, go_to_result, table_page
from companion.web.tables.view import Note, View, look

pages = Blueprint("actions", __name__)


def more_page(view: View, status: int = 200, **typed: str) -> ResponseReturnValue:
    """What a table can do that is no answer."""
    options = view.game.rules.options
    now = dict(view.replay.hand.rules if view.replay.hand else view.replay.table.rules)
    return shown("tables/actions.html", status, v=view, typed=typed, options=options, now=now,
                 house=house_rules(view))  # fmt: skip


def refused(view: View, title: str, *words: str, rule: str = "", **typed: str) -> (
    ResponseReturnValue
):  # fmt: skip
    """The page again, with why nothing was done."""
    return more_page(replace(view, note=Note(title, words, stop=True, rule=rule)), 422, **typed)


@pages.get("/t/<code>/more")
def more(code: str) -> ResponseReturnValue:
    """Redeal, wrong dealer, agreed points."""
    return more_page(look(browser.writable(code)))


@pages.get("/t/<code>/pause")
def pause(code: str) -> ResponseReturnValue:
    """Put the table away, end the evening, or delete it."""
    return shown("tables/pause.html", v=look(browser.writable(code)))


def done(before: Snapshot, act: Act, why: str = "") -> ResponseReturnValue:
    """Enters an act of the table's own and shows where it leads."""
    return go_to_result(browser.tables().enter(before.code, act, browser.sent(why)), before)


def text(name: str, most: int = 300) -> str:
    return " ".join(request.form.get(name, "").split())[:most]


@pages.post("/t/<code>/void")
def void(code: str) -> ResponseReturnValue:
    """Throws a hand in: it scores nothing and the same dealer deals again."""
    table = browser.writable(code)
    return done(table, Act("answer", number("hand"), {"@void": text("reason") or "thrown in"}))


@pages.post("/t/<code>/dealer")
def dealer(code: str) -> ResponseReturnValue:
    table, seat = browser.writable(code), text("seat", 3)
    if not any(each.code == seat for each in table.replay.table.seats):
        return refused(look(table), "Nobody sits there", "Choose who deals this hand.")
    return done(table, Act("answer", number("hand"), {"@dealer": seat}))


@pages.post("/t/<code>/entry")
def entry(code: str) -> ResponseReturnValue:
    """Chooses how a hand is entered."""
    view, mode = look(browser.writable(code)), text("mode", 20)
    # What a hand has entered in one way would be asked by no question of another.
    if browser.seen() == view.seen and mode not in view.modes:
        words = ["Undo what is entered of it first; then it can be entered another way."]
        note = Note("This hand has begun", words, stop=True)
        return table_page(replace(view, note=note), 422)
    return done(view.table, Act("answer", number("hand"), {"@entry": mode}))


@pages.post("/t/<code>/adjust")
def adjust(code: str) -> ResponseReturnValue:
    """Adds or takes points by agreement, with a note; listed apart from the rules' lines."""
    table = browser.writable(code)
    side, points, words = text("side", 40), text("points", 20).replace("−", "-"), text("words")
    hand, line = number("hand"), f"{side} {points} {words}".strip()
    try:
        after = browser.tables().adjust(code, hand, line, browser.sent())
    except Refused as refusal:
        typed = {"side": side, "points": points, "words": words}
        if refusal.code == "confirmed":
            return refused(look(table), "Not saved yet", refusal.message, **typed)
        said = f"“{points}” is not a number of points: say 5, −10 or a sum such as 12+7."
        said = said if side and refusal.code == "bad_adjustment" else refusal.message
        return refused(look(table), "Not saved", said, rule=refusal.rule, **typed)
    return go_to_result(after, table)


@pages.post("/t/<code>/close")
def close(code: str) -> ResponseReturnValue:
    """Ends the evening before the next deal."""
    before = browser.writable(code)
    return go_to_result(browser.tables().close(code, browser.sent()), before)


@pages.post("/t/<code>/house")
def house(code: str) -> ResponseReturnValue:
    """Plays a house rule otherwise from the present hand on."""
    table = browser.writable(code)
    key, value = text("key", 60), text("value", 60)
    try:
        table.game.rules.chosen({key: value})
    except Refused as refusal:
        return refused(look(table), "Not changed", refusal.message, rule=refusal.rule)
    hand = browser.tables().next_hand(code)
    return go_to_result(browser.tables().decide(code, {key: value}, hand, browser.sent()), table)


@pages.post("/t/<code>/confirming")
def confirming(code: str) -> ResponseReturnValue:
    """The other side is to confirm each hand from now on, or not."""
    wish = "yes" if text("wish", 3) == "yes" else None
    return done(browser.writable(code), Act("answer", 0, {"confirm": wish}))


@pages.post("/t/<code>/confirm")
def confirm(code: str) -> ResponseReturnValue:
    """The other side has looked at a hand and found it right."""
    view, hand = look(browser.writable(code)), number("hand")
    if not any(each.number == hand for each in view.scored):
        return refused(view, "Nothing to confirm", f"Hand {hand} is not scored.")
    return done(view.table, Act("answer", hand, {"@ok": "yes"}))


@pages.post("/t/<code>/stray")
def stray(code: str) -> ResponseReturnValue:
    """Takes out an answer that nothing asks for any more."""
    act = Act("amend", number("hand"), {text("key", 60): None})
    return done(browser.writable(code), act, "not asked for")


@pages.post("/t/<code>/abandon")
def abandon(code: str) -> ResponseReturnValue:
    browser.tables().abandon(browser.writable(code).code, browser.who())
    return redirect("/", 303)


@pages.post("/t/<code>/resume")
def resume(code: str) -> ResponseReturnValue:
    """Takes an abandoned table up again."""
    return go_to(browser.tables().resume(browser.writable(code).code, browser.who()))


@pages.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    """The same players and rules again; the deal goes on round the table."""
    table = browser.writable(code)
    hand = table.replay.hand
    first = hand.dealer.left if hand else table.replay.table.first_dealer
    record = Record(table.record.game, rematch_head(table.record) | {"dealer": first.code})
    return sent_to(f"/t/{browser.begin(record, table.game.edition).code}")
