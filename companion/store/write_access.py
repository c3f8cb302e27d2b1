"""The right to score at a table: one phone has it, every admitted phone may take it over.

A phone is identified by a secret in its cookie, stored as a digest. It is admitted once: by an
invitation (short-lived, on the scorer's phone), or by the scorer's link, which contains the
table's key. A takeover needs no consent. The journal has the new and the former scorer.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion import clock
from companion.engine.record import Act
from companion.store.models import Invitation, JournalRow, PhoneRow, Stored, TableRow
from companion.store.rows import digest, enter, new_key, same
from companion.store.store import Store

LASTS = timedelta(minutes=2)
"""Life of an invitation after the scorer's phone last showed it."""
TRIES = 5
"""Failed attempts after which an invitation's digits are refused. Its long code still works."""
MOST = 60
"""Most phones let in at one table."""


# -- who is in -----------------------------------------------------------------------------------


def phones(store: Store, code: str) -> list[PhoneRow]:
    """The phones let in, in that order."""
    with store.looking(code) as (session, table):
        return _phones(session, table.id)


def _phones(session: Session, table: int | None) -> list[PhoneRow]:
    wanted = select(PhoneRow).where(PhoneRow.table_id == table)
    return list(session.exec(wanted.order_by(col(PhoneRow.since), col(PhoneRow.phone))))


def _let_in(
    session: Session, table: TableRow, phone: str, seat: str, who: str, since: datetime
) -> PhoneRow:
    """Add or update a phone's row. A seat has one phone: it moves to the latest one, unless its
    phone is the scorer's. Then the new phone gets no seat."""
    rows = {row.phone: row for row in _phones(session, table.id)}
    for row in rows.values():
        if seat and row.seat == seat and row.phone != phone:
            if row.phone == table.scorer:
                seat = ""
            else:
                row.seat = ""
    own = rows.get(phone) or PhoneRow(
        table_id=table.id or 0, phone=phone, seat="", who="", since=since
    )
    own.seat, own.who = seat or own.seat, who or own.who
    session.add(own)
    return own


def named(store: Store, code: str, phone: str, seat: str, who: str) -> None:
    """Sets seat and name of the phone that writes."""
    with store.changing(code) as (session, table):
        _let_in(session, table, digest(phone), seat, who, clock.now())


def begun(store: Store, code: str, phone: str, who: str, before: Stored | None = None) -> None:
    """Make the phone that began a table the scorer. Admit the phones of a table that it continues
    (`before`) too, at the present seats of their players."""
    with store.changing(code) as (session, table):
        if table.seq:
            return
        seats = {name: seat for seat, name in _names(table.start["head"]).items()}
        was = _names(before.record.head) if before else {}
        for row in _phones(session, before.id) if before else ():
            seat = seats.get(was.get(row.seat, ""), "")
            _let_in(session, table, row.phone, seat, row.who, row.since)
        _let_in(session, table, digest(phone), "", who, clock.now())
        table.scorer = digest(phone)


def _names(head: Mapping[str, str]) -> dict[str, str]:
    """Players' names by seat code."""
    return {key[7:]: name for key, name in head.items() if key.startswith("player ")}


# -- invitations ---------------------------------------------------------------------------------


def invitation(store: Store, code: str, *, fresh: bool = False) -> Invitation:
    """Create an invitation to the table for `LASTS`, or extend it. With `fresh` (its page is
    opened, not polled), digits with too many failed attempts are replaced."""
    with store.looking(code) as (_, table):
        invitation = _open(table, fresh)
    if invitation and invitation.until - clock.now() > LASTS / 2:
        return invitation
    with store.changing(code) as (_, table):
        valid = _open(table, fresh) or Invitation(secrets.token_urlsafe(16), _digits(), clock.now())
        table.invitation = replace(valid, until=clock.now() + LASTS)
        return table.invitation


def _open(table: TableRow, fresh: bool = False) -> Invitation | None:
    invitation = table.invitation
    # One that is open for much longer is from before the clock was set back.
    if not invitation or not timedelta(0) <= invitation.until - clock.now() <= 2 * LASTS:
        return None
    return None if fresh and exhausted(invitation) else invitation


def exhausted(invitation: Invitation) -> bool:
    """True after `TRIES` failed attempts."""
    return invitation.wrong >= TRIES


def _digits() -> str:
    return f"{secrets.randbelow(10_000):04}"


def shut(store: Store, code: str) -> None:
    """End the invitation: its code and digits become invalid."""
    with store.changing(code) as (_, table):
        table.invitation = None


def let_in(store: Store, code: str, phone: str, token: str, seat: str = "", who: str = "") -> bool:
    """Admit a phone that gives the code or the digits shown. Both are then replaced.

    False if they are wrong, there is no offer, or `MOST` phones are in.
    """
    with store.changing(code) as (session, table):
        offer = _open(table)
        if offer is None or len(_phones(session, table.id)) >= MOST:
            return False
        typed = same(token, offer.digits) and not exhausted(offer)
        if not (typed or same(token, offer.code)):
            table.invitation = replace(offer, wrong=offer.wrong + 1)
            return False
        row = _let_in(session, table, digest(phone), seat, who, clock.now())
        table.invitation = replace(offer, code=secrets.token_urlsafe(16), digits=_digits(), wrong=0)
        _log_access(session, table, "link", {"seat": row.seat}, who)
        return True


# -- takeover of scoring -------------------------------------------------------------------------


def take(store: Store, code: str, phone: str, key: str = "", who: str = "") -> str:
    """Make a phone the scorer if it was admitted or knows the table's key, and return the key.

    "" if the phone is not entitled; then nothing changes.
    """
    me = digest(phone)
    with store.changing(code) as (session, table):
        own = session.get(PhoneRow, (table.id, me))
        if not me or (own is None and not same(key, table.key)):
            return ""
        if table.scorer != me:
            before = session.get(PhoneRow, (table.id, table.scorer or ""))
            own = _let_in(session, table, me, "", who, clock.now())
            table.scorer = me
            answers = {"how": "taken", "seat": own.seat, "from": before.seat if before else ""}
            _log_access(session, table, "pencil", answers, who)
        return table.key


def rekey(store: Store, code: str, phone: str = "", who: str = "") -> str:
    """Replaces the key: all other phones are out, and the printed scorer's link is invalid.

    Without a phone, the first that opens the new link becomes the scorer.
    """
    me = digest(phone)
    with store.changing(code) as (session, table):
        others = delete(PhoneRow).where(col(PhoneRow.table_id) == table.id)
        session.exec(others.where(col(PhoneRow.phone) != me))
        table.key, table.invitation, table.scorer = new_key(), None, me or None
        if me:
            _let_in(session, table, me, "", who, clock.now())
        _log_access(session, table, "rekey", {}, who)
        return table.key


def moved(store: Store, code: str) -> JournalRow | None:
    """The journal row of the last change of the scorer, or None."""
    with store.looking(code) as (session, table):
        wanted = (
            select(JournalRow)
            .where(JournalRow.table_id == table.id, col(JournalRow.kind).in_(("pencil", "rekey")))
            .order_by(col(JournalRow.seq).desc())
        )
        return session.exec(wanted).first()


def _log_access(
    session: Session, table: TableRow, kind: str, answers: dict[str, str], who: str
) -> None:
    """Adds an access-control row, which does not change the game or the "last played" order."""
    touched = table.touched
    enter(session, table, [(Act(kind, 0, dict(answers)), {})], who)
    table.touched = touched
