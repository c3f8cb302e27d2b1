"""What a table can do besides answering: throw a hand in, change the dealer, adjust, end, rest."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.questions import Refused
from companion.record import MAX_ANSWERS, Act, Record
from companion.store import Stale, Stored
from companion.table import adjustment
from companion.web import keys, new, turns
from companion.web.hands import house_rules
from companion.web.pages import shown
from companion.web.play import enter, goes_to, number, stale_page, table_page, went
from companion.web.seats import rematch_head
from companion.web.view import Note, View, look

pages = Blueprint("more", __name__)
turns.init_pages(pages)


def more_page(view: View, status: int = 200, **typed: str) -> ResponseReturnValue:
    """Everything the table can do."""
    options = view.game.rules.options
    now = dict(view.replay.hand.rules if view.replay.hand else view.replay.table.rules)
    return shown("tables/more.html", status, v=view, typed=typed, options=options, now=now,
                 house=house_rules(view))  # fmt: skip


@pages.get("/t/<code>/more")
def more(code: str) -> ResponseReturnValue:
    """The page of everything else."""
    return more_page(look(keys.writable(code)))


def done(stored: Stored, act: Act, why: str = "") -> ResponseReturnValue:
    """Enters an act of the table's own and shows where it leads."""
    before = look(stored).replay
    # What would break the record is refused before it is entered.
    trial = stored.record.copy()
    trial.put(act.hand, act.answers)
    look(stored).game.replay(trial)
    try:
        after = enter(stored, act, why)
    except Stale as stale:
        return stale_page(stale, act)
    return went(after, goes_to(before, look(after).replay))


def text(name: str, most: int = 300) -> str:
    """A line of words out of the form."""
    return " ".join(request.form.get(name, "").split())[:most]


@pages.post("/t/<code>/void")
def void(code: str) -> ResponseReturnValue:
    """Throws a hand in: it scores nothing and the same dealer deals again."""
    stored = keys.writable(code)
    return done(stored, Act("answer", number("hand"), {"@void": text("reason") or "thrown in"}))


@pages.post("/t/<code>/dealer")
def dealer(code: str) -> ResponseReturnValue:
    """Sets who deals a hand."""
    stored = keys.writable(code)
    seat = text("seat", 3)
    view = look(stored)
    if not any(each.code == seat for each in view.replay.table.seats):
        note = Note("Nobody sits there", ["Choose who deals this hand."], stop=True)
        return more_page(replace(view, note=note), 422)
    return done(stored, Act("answer", number("hand"), {"@dealer": seat}))


@pages.post("/t/<code>/entry")
def entry(code: str) -> ResponseReturnValue:
    """Chooses how a hand is entered."""
    stored = keys.writable(code)
    view, mode = look(stored), text("mode", 20)
    # What a hand has entered in one way would be asked by no question of another.
    if number("seen") == stored.seq and mode not in view.modes:
        words = ["Undo what is entered of it first; then it can be entered another way."]
        note = Note("This hand has begun", words, stop=True)
        return table_page(replace(view, note=note), 422)
    return done(stored, Act("answer", number("hand"), {"@entry": mode}))


@pages.post("/t/<code>/adjust")
def adjust(code: str) -> ResponseReturnValue:
    """Adds or takes points by agreement, with a note; listed apart from the rules' lines."""
    stored = keys.writable(code)
    view = look(stored)
    side, points, words = text("side", 40), text("points", 20).replace("−", "-"), text("words")
    line = f"{side} {points} {words}".strip()
    game = view.game
    try:
        adjustment(line, view.replay.table.seating, game.adjust_rule)
    except Refused as refusal:
        said = [f"“{points}” is not a number of points: say 5, −10 or a sum such as 12+7."]
        note = Note("Not saved", said if side else [refusal.message], stop=True,
                    rule=refusal.rule)  # fmt: skip
        typed = {"side": side, "points": points, "words": words}
        return more_page(replace(view, note=note), 422, **typed)
    hand = number("hand")
    there = stored.record.hands[hand - 1] if 0 < hand <= len(stored.record.hands) else {}
    free = next(n for n in range(1, MAX_ANSWERS + 2) if f"@adjust {n}" not in there)
    answers: dict[str, str | None] = {f"@adjust {free}": line}
    if "@ok" in there:
        if not words:
            said = ["The other side has confirmed this hand: say why it is changed."]
            note = Note("Not saved yet", said, stop=True)
            typed = {"side": side, "points": points, "words": words}
            return more_page(replace(view, note=note), 422, **typed)
        answers["@ok"] = None
    return done(stored, Act("answer", hand, answers))


@pages.post("/t/<code>/close")
def close(code: str) -> ResponseReturnValue:
    """Ends the evening before the next deal."""
    stored = keys.writable(code)
    view = look(stored)
    hand = view.pending.hand if view.pending else len(stored.record.hands) + 1
    return done(stored, Act("answer", hand, {"@close": "yes"}))


@pages.post("/t/<code>/house")
def house(code: str) -> ResponseReturnValue:
    """Plays a house rule otherwise from the present hand on."""
    stored = keys.writable(code)
    view = look(stored)
    key, value = text("key", 60), text("value", 60)
    try:
        view.game.rules.chosen({key: value})
    except Refused as refusal:
        note = Note("Not changed", [refusal.message], stop=True, rule=refusal.rule)
        return more_page(replace(view, note=note), 422)
    hand = view.pending.hand if view.pending else len(stored.record.hands) + 1
    return done(stored, Act("answer", hand, {f"@rule {key}": value}))


@pages.post("/t/<code>/confirming")
def confirming(code: str) -> ResponseReturnValue:
    """Whether the other side is to confirm each hand."""
    stored = keys.writable(code)
    wish = "yes" if text("wish", 3) == "yes" else None
    return done(stored, Act("answer", 0, {"confirm": wish}))


@pages.post("/t/<code>/confirm")
def confirm(code: str) -> ResponseReturnValue:
    """The other side has looked at a hand and found it right."""
    stored = keys.writable(code)
    hand, view = number("hand"), look(stored)
    if not any(each.number == hand for each in view.scored):
        note = Note("Nothing to confirm", [f"Hand {hand} is not scored."], stop=True)
        return more_page(replace(view, note=note), 422)
    return done(stored, Act("answer", hand, {"@ok": "yes"}))


@pages.post("/t/<code>/stray")
def stray(code: str) -> ResponseReturnValue:
    """Takes out an answer that nothing asks for any more."""
    stored = keys.writable(code)
    return done(stored, Act("amend", number("hand"), {text("key", 60): None}), "not asked for")


@pages.post("/t/<code>/abandon")
def abandon(code: str) -> ResponseReturnValue:
    """Sets a table aside."""
    stored = keys.writable(code)
    keys.store().abandon(stored.code, who=keys.who())
    return redirect("/", 303)


@pages.post("/t/<code>/resume")
def resume(code: str) -> ResponseReturnValue:
    """Takes an abandoned table up again."""
    stored = keys.writable(code)
    return went(keys.store().resume(stored.code, who=keys.who()))


@pages.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    """The same players and rules again; the deal goes on round the table."""
    stored = keys.writable(code)
    view = look(stored)
    hand = view.replay.hand
    first = hand.dealer.left if hand else view.replay.table.first_dealer
    record = Record(stored.game, rematch_head(stored))
    record.head["dealer"] = first.code
    begun = new.once(record, view.game.edition)
    keys.remember(begun, begun.key)
    return new.went_to(begun)
