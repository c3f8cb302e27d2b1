"""The pencil on the phone: asking for it, agreeing, the rescue code, and phones that are let in."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.seating import Seat
from companion.store import PhoneRow, pencils
from companion.store.pencils import Asking, NotLetIn, digest
from companion.store.store import LETTERS
from companion.tables import Snapshot
from companion.web.platform import browser, limits
from companion.web.platform.pages import number, partial, render, sent_to, shown
from companion.web.tables.view import Note, View, look

pages = Blueprint("pencil", __name__)
MINUTES = 10
"""For which a code on the scorer's phone lets another phone in, or hands the pencil over."""
RESCUE = 12
"""Letters of a rescue code: some 51 bits."""
JOIN, TAKE = "join", "take"


# -- codes ---------------------------------------------------------------------------------------


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="companion-pencil")


def pass_link(table: Snapshot, kind: str) -> str:
    """A link for one phone: it lets it in, or hands the pencil over to it."""
    place = pencils.next_place(browser.store(), table.code) if kind == JOIN else 0
    said = [kind, table.stored.id, place, digest(table.stored.key)]
    return url_for(
        "tables.pencil.join", code=table.code, token=_signer().dumps(said), _external=True
    )


def _read(table: Snapshot, token: str) -> tuple[str, int, str] | None:
    """(kind, place, digest of the key) of a link of this table that is good still."""
    try:
        kind, id, place, key = _signer().loads(token, max_age=60 * MINUTES)
    except (BadSignature, ValueError, TypeError):
        return None
    return (kind, place, key) if id == table.stored.id else None


def rescue_code(table: Snapshot) -> str:
    """The table's rescue code, for whoever writes there. It follows from the server's own key, so
    that nothing but a digest of it has to be kept. "" where no other phone can reach the table."""
    if current_app.config.get("ALONE"):
        return ""
    store = browser.store()
    kept, last = pencils.rescue_kept(store, table.code)
    known = _rescue(table, last)
    if pencils.fits(kept, known):
        return known
    fresh = _rescue(table, last + 1)
    pencils.keep_rescue(store, table.code, fresh, last + 1)
    return fresh


def _rescue(table: Snapshot, which: int) -> str:
    said = f"rescue {table.stored.id} {which}".encode()
    found = hmac.new(str(current_app.secret_key).encode(), said, hashlib.sha256).digest()
    value, letters = int.from_bytes(found, "big"), ""
    for _ in range(RESCUE):
        value, place = divmod(value, len(LETTERS))
        letters += LETTERS[place]
    return letters


def in_fours(code: str) -> str:
    return " ".join(code[place : place + 4] for place in range(0, len(code), 4))


def typed_rescue() -> str:
    return "".join(each for each in request.form.get("rescue", "").upper() if each.isalnum())[:20]


# -- this phone ----------------------------------------------------------------------------------


def named(table: Snapshot, seat: str | None) -> str:
    """Who sits in a seat; "" for none."""
    seats = table.replay.table.seats
    return next((each.name for each in seats if each.code == seat), "")


def people(table: Snapshot) -> dict[str, str]:
    """Whose phone is meant by what the journal calls it."""
    there = pencils.phones(browser.store(), table.code)
    return {each.who: named(table, each.seat) for each in there if each.seat and each.who}


def seat_typed(table: Snapshot) -> str:
    """The seat that the form names, "" for none of the table's."""
    seat = request.form.get("seat", "")
    return seat if named(table, seat) else ""


@dataclass(frozen=True)
class Pencil:
    """The pencil of a table as one phone sees it."""

    asking: Asking | None
    """The request that can be answered now."""
    phones: Sequence[PhoneRow]
    seats: Sequence[Seat]
    me: str
    """This phone, as a digest."""
    before: Asking | None = None
    """The request before, where there is none now."""

    @property
    def own(self) -> PhoneRow | None:
        """This phone, if it was let in."""
        return next((each for each in self.phones if each.phone == self.me), None)

    @property
    def mine(self) -> bool:
        """True if this phone asks."""
        return self.asking is not None and self.asking.asker == self.me

    @property
    def asked(self) -> bool:
        """True if the others wait for this phone's answer, which may be changed."""
        found = self.asking
        return found is not None and not self.mine and self.own in found.at_table

    @property
    def answered(self) -> bool:
        """True if this phone has answered the request."""
        own = self.own
        return self.asking is not None and own is not None and own.asking == self.asking.number

    @property
    def free(self) -> list[Seat]:
        """Whose phone this may be: nobody's whose phone is in already."""
        taken = {each.seat for each in self.phones if each.phone != self.me}
        return [seat for seat in self.seats if seat.code not in taken]

    def name(self, seat: str | None) -> str:
        """Whose phone it is, or what to say instead."""
        return next((each.name for each in self.seats if each.code == seat), "")

    @property
    def who(self) -> str:
        return self.name(self.asking.seat if self.asking else "")

    @property
    def scorer(self) -> str:
        """Who keeps the score; "" where no phone has said whose it is."""
        found = self.asking.scorer if self.asking else ""
        return self.name(next((each.seat for each in self.phones if each.phone == found), None))

    @property
    def others(self) -> list[PhoneRow]:
        """The phones whose word counts now: neither the one that asks nor the scorer's."""
        found = self.asking
        if found is None:
            return []
        return [each for each in found.at_table if each.phone not in (found.asker, found.scorer)]

    @property
    def silence(self) -> int:
        """Minutes for which the scorer's phone was not heard of, once that is long."""
        found = self.asking
        return int((found.now - found.heard).total_seconds() // 60) if found and found.silent else 0

    @property
    def left(self) -> str:
        """What is left until it passes by itself: "1:24"; "" where it does not."""
        found = self.asking
        if found is None or found.passes is None:
            return ""
        seconds = max(0, int((found.passes - found.now).total_seconds()))
        return f"{seconds // 60}:{seconds % 60:02}"

    def says(self, row: PhoneRow) -> str:
        """What a phone has answered: "agrees", "says no", or nothing yet."""
        if self.asking is None or row.asking != self.asking.number:
            return ""
        return "agrees" if row.agrees else "says no"


def pencil_of(table: Snapshot) -> Pencil:
    store = browser.store()
    found = pencils.asking(store, table.code)
    now = found if found and found.open else None
    me = digest(str(session["phone"])) if "phone" in session else ""
    there = pencils.phones(store, table.code)
    return Pencil(now, there, table.replay.table.seats, me, None if now else found)


# -- the page ------------------------------------------------------------------------------------


def pencil_page(view: View, status: int = 200) -> ResponseReturnValue:
    """Who asks for the pencil and who agrees; or how to ask for it."""
    return shown("tables/pencil.html", status, v=view, p=pencil_of(view.table),
                 lost=browser.lost(view.table))  # fmt: skip


@pages.get("/t/<code>/pencil")
def pencil(code: str) -> ResponseReturnValue:
    table = browser.table(code)
    browser.remember(table)
    return pencil_page(look(table))


@pages.post("/t/<code>/pencil")
def ask(code: str) -> ResponseReturnValue:
    table = browser.table(code)
    if browser.may_write(table):
        return redirect(f"/t/{table.code}", 303)
    browser.remember(table)
    seat = seat_typed(table)
    if pencils.ask(browser.store(), table.code, browser.phone(), seat, browser.who()) is None:
        why = "Another phone asks already, or the scorer has said no."
        note = Note("Not asked", [why, "The rescue code works all the same."], stop=True)
        return pencil_page(look(table, note=note), 409)
    return sent_to(f"/t/{table.code}/pencil")


@pages.post("/t/<code>/pencil/stop")
def stop(code: str) -> ResponseReturnValue:
    table = browser.table(code)
    pencils.stop(browser.store(), table.code, browser.phone())
    return sent_to(f"/t/{table.code}")


@pages.post("/t/<code>/pencil/answer")
def answer(code: str) -> ResponseReturnValue:
    """This phone says yes or no to whoever asks."""
    table = browser.table(code)
    key = table.stored.key if browser.may_write(table) else ""
    agrees = request.form.get("agrees") == "yes"
    counted = pencils.answer(
        browser.store(), table.code, browser.phone(), number("number"), agrees, key, browser.who()
    )
    if not counted:
        why = "The request is over, or this phone is not at the table: the scorer’s lets it in."
        return pencil_page(look(table, note=Note("That does not count", [why], stop=True)), 403)
    return sent_to(f"/t/{table.code}" + ("" if key else "/pencil"))


@pages.post("/t/<code>/pencil/take")
def take(code: str) -> ResponseReturnValue:
    """Asked by the page that waits: the table itself, once the pencil has passed to this phone."""
    table = browser.table(code)
    if key := pencils.take(browser.store(), table.code, browser.phone()):
        browser.remember(table, key)
        return sent_to(f"/t/{table.code}")
    return pencil_page(look(table)) if partial() else sent_to(f"/t/{table.code}/pencil")


@pages.post("/t/<code>/rescue")
def rescue(code: str) -> ResponseReturnValue:
    """The pencil for whoever types the rescue code. Wrong ones are counted."""
    table = browser.table(code)
    if browser.may_write(table):
        return redirect(f"/t/{table.code}", 303)
    key = pencils.rescue(
        browser.store(),
        table.code,
        browser.phone(),
        typed_rescue(),
        seat_typed(table),
        browser.who(),
    )
    if not key:
        limits.missed()
        why = "It has twelve letters, and stands on the sheet that was printed of this table."
        note = Note("That is not the rescue code", [why, "Each one is good once."], stop=True)
        return pencil_page(look(table, note=note), 403)
    browser.remember(table, key)
    return sent_to(f"/t/{table.code}")


@pages.get("/t/<code>/pencil/word")
def word(code: str) -> ResponseReturnValue:
    """Asked now and then by every page of a table: is anything to be said of the pencil here?

    By it the scorer's phone tells that somebody has it before them.
    """
    table = browser.table(code)
    writes = browser.may_write(table)
    if writes:
        pencils.heard(browser.store(), table.code, browser.phone(), table.stored.key)
    return render("tables/pencil_word.html", v=look(table), p=pencil_of(table), writes=writes)


# -- letting phones in ---------------------------------------------------------------------------


@pages.get("/t/<code>/join/<token>")
def join(code: str, token: str) -> ResponseReturnValue:
    """What a code on the scorer's phone leads to; nothing happens before its key is pressed."""
    table = browser.table(code)
    browser.remember(table)
    if browser.may_write(table):
        return redirect(f"/t/{table.code}/share")
    read = _read(table, token)
    if read is None:
        return _too_late(table)
    return shown("tables/pencil_join.html", v=look(table), p=pencil_of(table), token=token,
                 takes=read[0] == TAKE)  # fmt: skip


@pages.post("/t/<code>/join")
def joined(code: str) -> ResponseReturnValue:
    """Lets this phone in, or gives it the pencil."""
    table = browser.table(code)
    read = _read(table, request.form.get("token", ""))
    if read is None:
        limits.missed()
        return _too_late(table)
    kind, place, key = read
    seat, who = seat_typed(table), browser.who()
    if kind == TAKE:
        fresh = pencils.hand_over(browser.store(), table.code, browser.phone(), key, seat, who)
        if not fresh:
            return _too_late(table)
        browser.remember(table, fresh)
        return sent_to(f"/t/{table.code}")
    try:
        pencils.let_in(browser.store(), table.code, browser.phone(), place, seat, who)
    except NotLetIn:
        return _too_late(table)
    browser.remember(table)
    return sent_to(f"/t/{table.code}")


def _too_late(table: Snapshot) -> ResponseReturnValue:
    browser.remember(table)
    why = "A code is for one phone and ten minutes. Scan the one the scorer’s phone shows now."
    return pencil_page(look(table, note=Note("This code is used up", [why], stop=True)), 403)


@pages.post("/t/<code>/mine")
def mine(code: str) -> ResponseReturnValue:
    """The scorer says whose phone this is."""
    table = browser.writable(code)
    if seat := seat_typed(table):
        pencils.named(browser.store(), table.code, browser.phone(), seat, browser.who())
    return redirect(f"/t/{table.code}/share", 303)


@pages.post("/t/<code>/phones/<int:place>")
def take_out(code: str, place: int) -> ResponseReturnValue:
    """The scorer says that a phone is not at the table."""
    table = browser.writable(code)
    if not 0 < place <= pencils.PLACES:
        abort(404)
    pencils.take_out(browser.store(), table.code, place)
    return redirect(f"/t/{table.code}/share", 303)
