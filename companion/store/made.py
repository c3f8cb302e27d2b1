"""Forms that created something: submitted again, a form creates nothing more."""

from __future__ import annotations

from sqlalchemy import delete
from sqlmodel import Session, col

from companion.store.models import FormRow


def made(session: Session, form: str) -> str:
    """Return the watch code, or the id of the set or club, that a form created; "" if none."""
    row = session.get(FormRow, form) if form else None
    return row.thing if row else ""


def make(session: Session, form: str, thing: str) -> None:
    """Stores what a form created. IntegrityError if it was submitted concurrently."""
    if form:
        session.add(FormRow(form=form, thing=thing))


def unmake(session: Session, thing: str) -> None:
    """Deletes the forms of a thing that is deleted permanently."""
    session.exec(delete(FormRow).where(col(FormRow.thing) == thing))
