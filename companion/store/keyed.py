"""Rows that only a secret key opens, each with one value as JSON text."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Text, delete, literal, type_coerce, update
from sqlmodel import Session, col, select

from companion.store.made import made, make, unmake
from companion.store.models import Json, NotFound

if TYPE_CHECKING:
    from companion.store.store import Store

V = TypeVar("V")
KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Keyed(Generic[V]):
    """The rows of one table."""

    row: type[Any]
    """Its model, with `key`."""
    column: str
    """The field of the model with the value."""
    json: Json
    missing: NotFound

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, session: Session, key: str, text: str) -> V:
        """The value of a row, with all that is in other rows."""
        value: V = self.json.adapter.validate_json(text)
        return value

    def kept(self, value: V) -> V:
        """The part of the value that is in its own row."""
        return value

    def changed(self, session: Session, key: str, before: V, after: V) -> None:
        """Stores what is in other rows; called in the transaction of a change."""

    def create(self, value: V, form: str = "", **more: str) -> str:
        """Stores a new value and returns its key, 144 random bits; that of the value which the form
        has made before, if it has. `more` are other fields of the row."""
        key = secrets.token_urlsafe(18)

        def create(session: Session) -> str:
            if before := made(session, form):
                return before
            self.checked(session, **more)
            session.add(self.row(key=key, **{self.column: self.kept(value)}, **more))
            session.flush()
            self.changed(session, key, self.kept(value), value)
            make(session, form, key)
            return key

        return self._store.creating(create)

    def checked(self, session: Session, **more: str) -> None:
        """Raise an error if no such row may be added; called in the transaction."""

    def text(self, session: Session, key: str, lock: bool = False) -> str:
        """A value as it is stored; `missing` if there is none."""
        wanted = select(type_coerce(getattr(self.row, self.column), Text))
        wanted = wanted.where(col(self.row.key) == key)
        # A text that is no key may be one that a database cannot search for.
        known = KEY.fullmatch(key)
        text = session.exec(wanted.with_for_update() if lock else wanted).first() if known else None
        if text is None:
            raise type(self.missing)(*self.missing.args)
        return text

    def change(self, key: str, change: Callable[[V], V]) -> V:
        """Stores what `change` makes of the value as it is now; `missing` if there is none."""
        while True:
            # All other entries wait for the write transaction, so texts are read and written
            # outside it.
            with self._store.reading() as session:
                text = self.text(session, key)
                before = self.read(session, key, text)
            after = change(before)
            new = self.json.adapter.dump_json(self.kept(after)).decode()
            with self._store.writing() as session:
                if self.text(session, key, lock=True) == text:
                    value = {self.column: literal(new, Text)}
                    session.execute(update(self.row).where(col(self.row.key) == key).values(value))
                    self.changed(session, key, before, after)
                    return after

    def forget(self, key: str) -> None:
        """Deletes a row; the database deletes the rows that refer to it."""
        with self._store.writing() as session:
            session.exec(delete(self.row).where(col(self.row.key) == key))
            unmake(session, key)
