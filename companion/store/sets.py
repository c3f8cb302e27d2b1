"""Named sets of house rules: a name and values."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion.store.models import RuleSetRow


class NoSuchSet(LookupError):
    """No set of house rules has that id."""


class Database(Protocol):
    """The part of a Store that is needed here."""

    def _reading(self) -> AbstractContextManager[Session]: ...

    def _writing(self) -> AbstractContextManager[Session]: ...


class RuleSets:
    """The sets of house rules in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, game: str = "") -> list[RuleSetRow]:
        """Every set, or every set for one game, by name."""
        wanted = select(RuleSetRow).order_by(
            col(RuleSetRow.game), col(RuleSetRow.name), col(RuleSetRow.id)
        )
        if game:
            wanted = wanted.where(RuleSetRow.game == game)
        with self._database._reading() as session:
            return list(session.exec(wanted))

    def get(self, id: str) -> RuleSetRow:
        """A set by id; NoSuchSet if there is none."""
        with self._database._reading() as session:
            found = session.get(RuleSetRow, id) or session.get(RuleSetRow, id.upper())
        if found is None:
            raise NoSuchSet(f"there is no set {id}")
        return found

    def keep(self, game: str, name: str, rules: Mapping[str, str], id: str = "") -> RuleSetRow:
        """Stores a set; with `id`, overwrites that one."""
        row = RuleSetRow(id=id or secrets.token_hex(6), game=game, name=name, rules=dict(rules))
        with self._database._writing() as session:
            return session.merge(row)

    def forget(self, id: str) -> None:
        """Deletes a set; tables begun with it keep their rules."""
        with self._database._writing() as session:
            session.exec(delete(RuleSetRow).where(col(RuleSetRow.id) == id))
