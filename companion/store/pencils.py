"""The pencil: the right to write at a table, and how it passes to another phone.

A table has one scorer's key. Who has it writes; the pencil passes by a new key for another phone.
That phone asks for it, and gets it in a request of its own and no other's: when the scorer's phone
says yes, when enough of the phones that were let in say yes, when the scorer's phone is silent for
long and the phone that asks was let in, or at once by the rescue code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select
from werkzeug.security import check_password_hash, generate_password_hash

from companion.record import Act
from companion.store.models import JournalRow, PencilRow, PhoneRow, TableRow
from companion.store.state import RECORD_ACTS
from companion.store.store import Store, enter, new_key

SILENT = timedelta(minutes=3)
"""After which a scorer's phone that was not heard of counts as silent."""
GRACE = timedelta(seconds=90)
"""What a scorer's phone has to say no, whatever others say; and what silence lasts on top."""
LASTS = timedelta(minutes=10)
"""How long a request stands, and how long a key that was made for it is handed out again."""
QUIET = timedelta(hours=1)
"""For how long, after a no of the scorer's, phones that were not let in ask no more."""
HEARD = timedelta(seconds=15)
"""How much a scorer's phone must have to tell, to be written down again."""
AGREE = 2
"""Others who must agree, where there are so many besides the scorer and the one who asks."""
PLACES = 200
"""Phones that one table lets in, those that were taken out again among them."""
OUT = "out "
"""What stands in the place of a phone that was taken out: no other gets it."""
HASHING = "scrypt:4096:8:1"
"""Some ten milliseconds for one rescue code: it is long, and wrong ones are counted."""
OPEN = ("open", "granted")


class NotLetIn(Exception):
    """The code that lets a phone in was used before, or there is no room for another one."""


def _now() -> datetime:
    return datetime.now(UTC)


def digest(secret: str) -> str:
    """What is kept of a secret that has as many letters as a key."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _at(moment: datetime | None) -> datetime | None:
    """A time as it was stored: SQLite leaves the zone out, which is always UTC."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment


@dataclass(frozen=True)
class Asking:
    """A request for the pencil as it stands now."""

    number: int
    asker: str
    seat: str
    """Whose phone asks, as it says itself; "" where it does not say."""
    status: str
    asked: datetime
    heard: datetime
    """When the scorer's phone was heard of last."""
    now: datetime
    phones: Sequence[PhoneRow]
    players: int
    scorer: str
    """The phone that was heard of then, as a digest."""

    @property
    def open(self) -> bool:
        """True while it can be answered."""
        return self.status in OPEN and self.now - self.asked < LASTS

    @property
    def let_in(self) -> bool:
        """True if the phone that asks was let in before it asked."""
        return any(each.phone == self.asker for each in self.at_table)

    @property
    def at_table(self) -> list[PhoneRow]:
        """The phones that were let in before the request was made: the others do not count."""
        return [each for each in self.phones if (_at(each.since) or self.now) < self.asked]

    def answers(self, agrees: bool) -> list[PhoneRow]:
        """The phones at the table that said yes, or no, to this very request."""
        return [
            each for each in self.at_table if each.asking == self.number and each.agrees is agrees
        ]

    @property
    def needed(self) -> int:
        """How many others must agree; 0 where there are none to be asked."""
        return max(0, min(AGREE, self.players - 2))

    @property
    def enough(self) -> bool:
        """True if as many as must have agreed."""
        return 0 < self.needed <= len(self.answers(True))

    @property
    def silent(self) -> bool:
        """True if the scorer's phone was not heard of for long."""
        return self.now - self.heard >= SILENT

    @property
    def alone(self) -> datetime | None:
        """When it passes without anybody's word; None where somebody at the table said no, or the
        phone that asks was never let in."""
        if not self.let_in or self.answers(False):
            return None
        return max(self.asked, self.heard + SILENT) + GRACE

    @property
    def passes(self) -> datetime | None:
        """When it passes unless somebody says something more; None if it does not."""
        if self.enough and not self.silent:
            return self.asked + GRACE
        return self.alone

    @property
    def how(self) -> str:
        """By what the pencil passes now; "" while it does not."""
        if not self.open:
            return ""
        if self.status == "granted":
            return "scorer"
        if self.enough and (self.silent or self.now >= self.asked + GRACE):
            return "agreed"
        return "silent" if self.alone is not None and self.now >= self.alone else ""


# -- looking -------------------------------------------------------------------------------------


def asking(store: Store, code: str) -> Asking | None:
    """The request that was made last; None where there is none."""
    with store._reading() as session:
        table = store._row(session, code)
        return _asking(session, table, session.get(PencilRow, table.id))


def phones(store: Store, code: str) -> list[PhoneRow]:
    """The phones that are in, in the order in which they were let in."""
    with store._reading() as session:
        return _phones(session, store._row(session, code))


def _phones(session: Session, table: TableRow) -> list[PhoneRow]:
    return [each for each in _places(session, table) if not each.phone.startswith(OUT)]


def _next(session: Session, table: TableRow) -> int:
    return max((each.place for each in _places(session, table)), default=0) + 1


def _places(session: Session, table: TableRow) -> list[PhoneRow]:
    wanted = select(PhoneRow).where(PhoneRow.table_id == table.id).order_by(col(PhoneRow.place))
    return list(session.exec(wanted))


def _asking(session: Session, table: TableRow, pencil: PencilRow | None) -> Asking | None:
    if pencil is None or not pencil.status or pencil.asked is None:
        return None
    wrote = select(func.max(JournalRow.at)).where(
        JournalRow.table_id == table.id,
        col(JournalRow.kind).in_(RECORD_ACTS),
        JournalRow.seq > table.seq - 20,
    )
    signs = (pencil.heard, session.exec(wrote).first(), table.begun)
    heard = max(moment for moment in map(_at, signs) if moment)
    players = sum(key.startswith("player ") for key in table.start["head"])
    return Asking(
        pencil.asking, pencil.asker, pencil.seat, pencil.status, _at(pencil.asked) or _now(),
        heard, _now(), _phones(session, table), players, pencil.phone,
    )  # fmt: skip


def _pencil(session: Session, table: TableRow) -> PencilRow:
    """The row of a table whose own row is locked."""
    found = session.get(PencilRow, table.id)
    if found is None:
        found = PencilRow(table_id=table.id or 0, phone="", rescues=0, asking=0, asker="", seat="",
                          who="", status="", key="")  # fmt: skip
        session.add(found)
        session.flush()
    return found


def _asks(found: Asking, phone: str) -> bool:
    return found.asker == digest(phone)


def heard(store: Store, code: str, phone: str, key: str) -> None:
    """A phone that writes was heard of; written down now and then, and of no other phone."""
    with store._reading() as session:
        table = store._row(session, code)
        pencil = session.get(PencilRow, table.id)
        last = _at(pencil.heard) if pencil else None
        if table.key != key or (last and abs(_now() - last) < HEARD):
            return
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        if table.key == key:
            pencil = _pencil(session, table)
            pencil.heard, pencil.phone = _now(), digest(phone)


# -- letting phones in ---------------------------------------------------------------------------


def next_place(store: Store, code: str) -> int:
    """The place that the next phone gets that is let in."""
    with store._reading() as session:
        return _next(session, store._row(session, code))


def let_in(store: Store, code: str, phone: str, place: int, seat: str = "", who: str = "") -> None:
    """Lets a phone in at a place, once; a phone that is in already stays where it is.

    NotLetIn when the place is taken, or is not the next one. Who says to be somebody whose phone
    is in already is let in without a name.
    """
    try:
        with store._writing() as session:
            table = store._row(session, code, lock=True)
            _let_in(session, table, digest(phone), place, seat, who)
    except IntegrityError:
        raise NotLetIn from None


def _let_in(
    session: Session, table: TableRow, phone: str, place: int, seat: str, who: str
) -> PhoneRow:
    there = _phones(session, table)
    taken = {each.seat for each in there if each.phone != phone}
    wish = seat if seat and seat not in taken else None
    known = next((each for each in there if each.phone == phone), None)
    if known is not None:
        known.seat, known.who = wish or known.seat, who or known.who
        return known
    if place != _next(session, table) or place > PLACES:
        raise NotLetIn
    row = PhoneRow(table_id=table.id or 0, place=place, phone=phone, seat=wish, who=who,
                   since=_now(), asking=0, agrees=False)  # fmt: skip
    session.add(row)
    session.flush()
    return row


def take_out(store: Store, code: str, place: int) -> None:
    """A phone is at the table no more. Nobody gets its place; its player's name is free."""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        row = session.get(PhoneRow, (table.id, place))
        if row is not None:
            row.phone, row.seat = f"{OUT}{place}", None


def named(store: Store, code: str, phone: str, seat: str, who: str) -> None:
    """Says whose a phone is that writes; it is at the table like any that was let in."""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        _let_in(session, table, digest(phone), _next(session, table), seat, who)


# -- asking --------------------------------------------------------------------------------------


def ask(store: Store, code: str, phone: str, seat: str, who: str = "") -> Asking | None:
    """A phone asks for the pencil. None where it may not now: another one asks, or the scorer has
    said no to phones that were not let in. Of these none keeps one waiting that was let in."""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        pencil = _pencil(session, table)
        before = _asking(session, table, pencil)
        there = _phones(session, table)
        own = next((each for each in there if each.phone == digest(phone)), None)
        if before and before.open:
            if before.asker == digest(phone):
                return before
            if own is None or before.let_in:
                return None
        quiet = _at(pencil.quiet)
        if own is None and quiet and _now() < quiet:
            return None
        taken = {each.seat for each in there if each is not own}
        pencil.asking += 1
        pencil.asker, pencil.asked, pencil.status = digest(phone), _now(), "open"
        pencil.seat = (own.seat if own else "") or ("" if seat in taken else seat)
        pencil.who, pencil.key = who, ""
        return _asking(session, table, pencil)


def stop(store: Store, code: str, phone: str) -> None:
    """The phone that asks does not any more."""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        pencil = _pencil(session, table)
        if pencil.status in OPEN and pencil.asker == digest(phone):
            pencil.status = "over"


def answer(
    store: Store, code: str, phone: str, number: int, agrees: bool, key: str = "", who: str = ""
) -> bool:
    """A phone says yes or no to request `number`; with the scorer's key that settles it.

    False where it does not count: the request is over or another one, the phone was not let in
    before it was made, or makes it itself.
    """
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        pencil = _pencil(session, table)
        found = _asking(session, table, pencil)
        if found is None or not found.open or found.number != number:
            return False
        if key and key == table.key:
            _settled(session, table, pencil, found, agrees, who)
            return True
        own = next((each for each in found.at_table if each.phone == digest(phone)), None)
        if own is None or _asks(found, phone):
            return False
        own.asking, own.agrees = number, agrees
        return True


def _settled(
    session: Session, table: TableRow, pencil: PencilRow, found: Asking, agrees: bool, who: str
) -> None:
    """The scorer has said what becomes of a request."""
    pencil.heard = _now()
    if agrees:
        pencil.status = "granted"
        return
    pencil.status = "refused"
    if not found.let_in:
        pencil.quiet = _now() + QUIET
    note(session, table, "kept", {"seat": pencil.seat}, who)


def take(store: Store, code: str, phone: str) -> str:
    """The new key for the phone that asks, as soon as the pencil is to pass to it; "" until then.

    Asked again, because the answer was lost, it is the same key.
    """
    with store._reading() as session:
        table = store._row(session, code)
        pencil = session.get(PencilRow, table.id)
        found = _asking(session, table, pencil)
        if pencil is None or found is None or not _asks(found, phone):
            return ""
        if pencil.status == "passed":
            again = pencil.key == digest(table.key) and found.now - found.asked < 2 * LASTS
            return table.key if again else ""
        if not found.how:
            return ""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        pencil = _pencil(session, table)
        found = _asking(session, table, pencil)
        if found is None or not _asks(found, phone) or not found.how:
            return ""
        agreed = " ".join(str(each.place) for each in found.answers(True))
        _passed(session, table, pencil, phone, found.seat, found.how, pencil.who, agreed)
        pencil.status = "passed"
        return table.key


def hand_over(store: Store, code: str, phone: str, key: str, seat: str = "", who: str = "") -> str:
    """The new key for a phone that the scorer's has shown how to get it; "" where the key that was
    shown is the table's no more."""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        if digest(table.key) != key:
            return ""
        pencil = _pencil(session, table)
        _passed(session, table, pencil, phone, seat, "given", who)
        return table.key


def _passed(
    session: Session, table: TableRow, pencil: PencilRow, phone: str, seat: str, how: str,
    who: str, agreed: str = "",
) -> None:  # fmt: skip
    """Gives the table another key. Whoever had the old one watches, and may ask it back: but not a
    phone in whose place the rescue code was needed."""
    there = _phones(session, table)
    named = {str(each.place): each.seat for each in there}
    seats = " ".join(filter(None, (named.get(place) for place in agreed.split())))
    coming = [(digest(phone), seat, who)]
    if how != "rescue" and pencil.phone:
        coming.append((pencil.phone, "", ""))
    for each, wish, called in coming:
        place = _next(session, table)
        known = any(row.phone == each for row in there)
        if known or place <= PLACES:
            _let_in(session, table, each, place, wish, called)
    table.key = new_key()
    pencil.key, pencil.heard, pencil.phone = digest(table.key), _now(), digest(phone)
    if pencil.status in OPEN:
        pencil.status = "over"
    note(session, table, "pencil", {"seat": seat, "how": how, "agreed": seats}, who)


def note(
    session: Session, table: TableRow, kind: str, answers: dict[str, str], who: str = ""
) -> None:
    """A row that tells who may write. The table is not played at by it, and moves up no list."""
    touched = table.touched
    enter(session, table, [(Act(kind, 0, dict(answers)), {})], who)
    table.touched = touched


def opened(store: Store, code: str, who: str = "") -> None:
    """Somebody has opened the scorer's link on a phone that did not write before."""
    with store._writing() as session:
        note(session, store._row(session, code, lock=True), "link", {}, who)


def let_go(store: Store, code: str, who: str = "") -> None:
    """A phone gives up writing; who else has the key writes on."""
    with store._writing() as session:
        note(session, store._row(session, code, lock=True), "pencil", {"how": "laid down"}, who)


def forget_rescue(store: Store, code: str) -> None:
    with store._writing() as session:
        _pencil(session, store._row(session, code, lock=True)).rescue = None


# -- the rescue code -----------------------------------------------------------------------------


def rescue_kept(store: Store, code: str) -> tuple[str, int]:
    """The digest of the rescue code, or "", and how many there have been."""
    with store._reading() as session:
        pencil = session.get(PencilRow, store._row(session, code).id)
        return (pencil.rescue or "", pencil.rescues) if pencil else ("", 0)


def keep_rescue(store: Store, code: str, rescue: str, number: int) -> None:
    """Keeps a digest of rescue code `number`, unless there is a later one."""
    kept = generate_password_hash(rescue, HASHING)
    with store._writing() as session:
        pencil = _pencil(session, store._row(session, code, lock=True))
        if number > pencil.rescues:
            pencil.rescue, pencil.rescues = kept, number


def fits(kept: str, rescue: str) -> bool:
    """True if that is the code of which the digest was kept."""
    return bool(kept) and check_password_hash(kept, rescue)


def rescue(store: Store, code: str, phone: str, typed: str, seat: str, who: str = "") -> str:
    """The new key for whoever types the rescue code, which is used up by it; "" for a wrong one."""
    kept, number = rescue_kept(store, code)
    if not fits(kept, typed):
        return ""
    with store._writing() as session:
        table = store._row(session, code, lock=True)
        pencil = _pencil(session, table)
        if pencil.rescue != kept or pencil.rescues != number:
            return ""  # it was used just now
        pencil.rescue = None
        _passed(session, table, pencil, phone, seat, "rescue", who)
        return table.key
