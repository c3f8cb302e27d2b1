"""What submitted forms have made: a form that is submitted again makes nothing more."""

from __future__ import annotations

from sqlalchemy import delete
from sqlmodel import Session, col

from companion.store.models import FormRow


def made(session: Session, form: str) -> str:
    """What a form has made: a watch code, or the id of a set or a club; "" if nothing."""
    row = session.get(FormRow, form) if form else None
    return row.thing if row else ""


def make(session: Session, form: str, thing: str) -> None:
    """Notes what a form has made. IntegrityError if it was submitted concurrently."""
    if form:
        session.add(FormRow(form=form, thing=thing))


def unmake(session: Session, thing: str) -> None:
    """Forgets which forms have made a thing, when it is deleted for good."""
    session.exec(delete(FormRow).where(col(FormRow.thing) == thing))
