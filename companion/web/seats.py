"""Who sits at a running table: spelt anew, swapped, replaced, joining, leaving; names of teams.

Answers belong to seats by number, so a name can change without touching them. A change "from the
start" corrects who it was; one "from this hand on" keeps in the head who sat there before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.digest import EARLIER, earlier
from companion.game import Game, Replay
from companion.questions import Refused, fold
from companion.record import MAX_NAME, Act, Record
from companion.seating import Side
from companion.store import Stale, Stored
from companion.web import keys, new, places
from companion.web.pages import shown
from companion.web.play import enter, number, stale_page, went
from companion.web.view import Note, View, look

pages = Blueprint("seats", __name__)
START, NOW = "start", "now"
MIDDLE = "middle"
"""In a record’s head: what lies in the middle before the first hand."""


@dataclass(frozen=True)
class Seats:
    """The page: names and teams as typed, and from when they hold."""

    names: list[str]
    teams: dict[str, str]
    when: str
    hand: int
    """The hand from which a change "from now on" holds."""
    said: str = ""


def hand_now(replay: Replay) -> int:
    """The number of the hand that is being played, or that comes next."""
    over = [hand.number for hand in replay.hands if hand.over]
    return max(over, default=0) + 1


def stands(view: View) -> Seats:
    """The page as the table stands."""
    teams = {
        side.code: view.stored.record.head.get(f"team {side.code}", "")
        for side in view.replay.table.sides
        if len(side.seats) > 1
    }
    hand = hand_now(view.replay)
    return Seats(view.stored.record.players, teams, START if hand == 1 else NOW, hand)


def typed(view: View) -> Seats:
    """The page as the form has it."""
    seats = stands(view)
    names = [
        " ".join(request.form.get(f"name.{place}", name).split())
        for place, name in enumerate(seats.names, 1)
    ]
    teams = {code: " ".join(request.form.get(f"team.{code}", "").split()) for code in seats.teams}
    when = NOW if request.form.get("when") == NOW else START
    return replace(seats, names=names, teams=teams, when=when)


def seats_page(view: View, seats: Seats, status: int = 200) -> ResponseReturnValue:
    """The page of the seats."""
    before = earlier(view.stored.record)
    return shown(
        "tables/seats.html", status, v=view, s=seats, before=before, known=keys.names(),
        max_name=MAX_NAME,
    )  # fmt: skip


@pages.get("/t/<code>/seats")
def seats(code: str) -> ResponseReturnValue:
    """Who sits where at a running table."""
    view = look(keys.writable(code))
    return seats_page(view, stands(view))


@pages.post("/t/<code>/seats")
def change(code: str) -> ResponseReturnValue:
    """Moves names about; saves them when asked to."""
    stored = keys.writable(code)
    view = look(stored)
    seats = typed(view)
    do = request.form.get("do", "save")
    if do != "save":
        said = places.shift(seats.names, do)
        return seats_page(view, replace(seats, said=said))
    act = changes(stored.record, seats)
    if not act.answers:
        note = Note("Nothing is different", ["Change a name or a seat first."], stop=True)
        return seats_page(replace(view, note=note), seats, 422)
    problem = wrong(view.game, stored.record, act, seats)
    if problem:
        note = Note("Not saved yet", [problem], stop=True)
        return seats_page(replace(view, note=note), seats, 422)
    keys.remember_names(seats.names)
    why = "corrected" if seats.when == START else f"from hand {seats.hand} on"
    try:
        return went(enter(stored, act, why))
    except Stale as stale:
        return stale_page(stale, act)


def changes(record: Record, seats: Seats) -> Act:
    """The act that makes the record say what the page says."""
    answers: dict[str, str | None] = {}
    for place, (was, now) in enumerate(zip(record.players, seats.names, strict=True), 1):
        if was == now:
            continue
        answers[f"player {place}"] = now
        if seats.when == NOW and seats.hand > 1:
            answers |= before_now(record, place, seats.hand - 1)
    for code, now in seats.teams.items():
        if record.head.get(f"team {code}", "") != now:
            answers[f"team {code}"] = now or None
    return Act("amend", 0, answers)


def before_now(record: Record, seat: int, last: int) -> dict[str, str | None]:
    """Who sat in a seat up to a hand, unless somebody else did after that hand already."""
    there = earlier(record).get(seat, [])
    if there and there[-1][0] >= last:
        return {}
    return {f"{EARLIER}{seat} {last}": record.players[seat - 1]}


def wrong(game: Game, record: Record, act: Act, seats: Seats) -> str:
    """Why the names cannot stand; "" when they can."""
    for name in seats.names:
        if not name:
            return "Every seat needs a name: write who sits there."
        if len(name) > MAX_NAME:
            return f"“{name[:20]}…” is too long: a name has at most {MAX_NAME} letters."
        if name.isdecimal():
            return f"“{name}” would be taken for a seat’s number: add a letter."
    teams = [fold(team) for team in seats.teams.values() if team]
    if len(set(teams)) < len(teams):
        return "Two teams have one name: add a word to tell them apart."
    if any(len(team) > MAX_NAME for team in seats.teams.values()):
        return f"The name of a team has at most {MAX_NAME} letters."
    trial = record.copy()
    trial.put(0, act.answers)
    try:
        game.replay(trial)
    except Refused as refusal:
        return refusal.message
    return ""


# -- joining and leaving -------------------------------------------------------------------------


@pages.post("/t/<code>/company")
def company(code: str) -> ResponseReturnValue:
    """Somebody joins or leaves: the table is closed, and goes on as a new one with its balances."""
    stored = keys.writable(code)
    view = look(stored)
    if not view.game.come_and_go:
        words = f"{view.game.title} is played to its end by those who began it."
        more = "Somebody else can take over a seat."
        note = Note("Not in this game", [words, more], stop=True)
        return seats_page(replace(view, note=note), stands(view), 422)
    joins = " ".join(request.form.get("joins", "").split())
    leaves = {text for text in request.form.getlist("leaves") if text.isdecimal()}
    record, problem = going_on(view, joins, leaves)
    if record is None:
        note = Note("Not changed", [problem], stop=True)
        return seats_page(replace(view, note=note), stands(view), 422)
    hand = view.pending.hand if view.pending else None
    try:
        if hand:
            enter(stored, Act("answer", hand, {"@close": "yes"}), joined(view, joins, leaves))
    except Stale as stale:
        return stale_page(stale, Act("answer", number("hand"), {"@close": "yes"}))
    begun = new.once(record, view.game.edition)
    keys.remember(begun, begun.key)
    keys.remember_names(record.players)
    return new.went_to(begun)


def joined(view: View, joins: str, leaves: set[str]) -> str:
    """Why the table was closed, in words."""
    gone = [seat.name for seat in view.replay.table.seats if seat.code in leaves]
    parts = [f"{joins} joins" if joins else "", f"{', '.join(gone)} leaves" if gone else ""]
    return "; ".join(filter(None, parts))


def going_on(view: View, joins: str, leaves: set[str]) -> tuple[Record | None, str]:
    """The record of the table that goes on, or why there is none.

    What everybody has comes over as adjustments in a hand that is not played, a pot that waits
    in the head.
    """
    table = view.replay.table
    if not joins and not leaves:
        return None, "Write who joins, or mark who leaves."
    running = view.replay.hand
    if running and not running.over and running.asked:
        return None, f"Hand {running.number} is being played: finish it, or throw it in, first."
    staying = [seat for seat in table.seats if seat.code not in leaves]
    names = [seat.name for seat in staying] + ([joins] if joins else [])
    head = {k: v for k, v in view.stored.record.head.items()
            if not k.startswith(("player ", "team ", MIDDLE, EARLIER))}  # fmt: skip
    head |= {f"player {place}": name for place, name in enumerate(names, 1)}
    head["dealer"] = next_dealer(view, names)
    # A pot that waits stays on the table: whoever leaves gives up a share in it.
    if table.middle:
        head[MIDDLE] = str(table.middle)
    opening, totals = view.replay.ledger.opening, after_the_last_hand(view.replay)
    carried = {"@void": f"balances brought over from table {view.code}"}
    for place, seat in enumerate(staying, 1):
        points = totals.get(seat.side, opening) - opening
        if points:
            carried[f"@adjust {place}"] = f"{place} {points} brought over"
    record = Record(view.game.key, head, [carried])
    try:
        view.game.replay(record.limited())
    except (Refused, ValueError) as refusal:
        return None, refusal.message if isinstance(refusal, Refused) else str(refusal)
    return record, ""


def after_the_last_hand(replay: Replay) -> Mapping[Side, int]:
    """Everybody’s total, without what the hand that is just dealt has moved (antes)."""
    over = [hand for hand in replay.hands if hand.over]
    return over[-1].totals if over else {}


def next_dealer(view: View, names: list[str]) -> str:
    """The seat of whoever deals next, or of the first after who stays."""
    hand = view.replay.hand
    for seat in hand.dealer.round if hand else view.replay.table.seats:
        if seat.name in names:
            return str(names.index(seat.name) + 1)
    return "1"


def rematch_head(stored: Stored) -> dict[str, str]:
    """The head of a table as another one begins with it: the people who sit there now."""
    gone = (EARLIER, MIDDLE, "demo")
    return {k: v for k, v in stored.record.head.items() if not k.startswith(gone)}
