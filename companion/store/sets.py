"""Named sets of house rules: kept edition by edition, never overwritten."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol

from sqlalchemy import delete, func, tuple_
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from companion.store.models import RuleSetRow
from companion.store.stored import normalised

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
CODE_LENGTH = 5
"""One letter less than a table's watch code, so that nobody takes one for the other."""


class NoSuchSet(LookupError):
    """There is no set of house rules with that code."""


class Database(Protocol):
    """What a store lends its sets."""

    def _reading(self) -> AbstractContextManager[Session]: ...

    def _writing(self) -> AbstractContextManager[Session]: ...


class RuleSets:
    """The sets of one database, reached through its store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, game: str = "") -> list[RuleSetRow]:
        """The newest edition of every set, or of every set for one game, by name."""
        newest = select(RuleSetRow.code, func.max(RuleSetRow.edition)).group_by(
            col(RuleSetRow.code)
        )
        wanted = (
            select(RuleSetRow)
            .where(tuple_(col(RuleSetRow.code), col(RuleSetRow.edition)).in_(newest))
            .order_by(col(RuleSetRow.game), col(RuleSetRow.name), col(RuleSetRow.code))
        )
        if game:
            wanted = wanted.where(RuleSetRow.game == game)
        with self._database._reading() as session:
            return list(session.exec(wanted))

    def editions(self, code: str) -> list[RuleSetRow]:
        """Every edition of a set, the newest first; NoSuchSet when there is none."""
        wanted = (
            select(RuleSetRow)
            .where(RuleSetRow.code == normalised(code))
            .order_by(col(RuleSetRow.edition).desc())
        )
        with self._database._reading() as session:
            found = list(session.exec(wanted))
        if not found:
            raise NoSuchSet(f"there is no set {normalised(code)}")
        return found

    def get(self, code: str, edition: int = 0) -> RuleSetRow:
        """A set, newest edition if none is named; NoSuchSet when there is none."""
        for kept in self.editions(code):
            if edition in (0, kept.edition):
                return kept
        raise NoSuchSet(f"the set {normalised(code)} has no edition {edition}")

    def keep(
        self,
        game: str,
        name: str,
        rules: Mapping[str, str],
        *,
        source: str = "",
        note: str = "",
        who: str = "",
    ) -> RuleSetRow:
        """A new set, under a code of its own."""
        said = {"name": name, "rules": dict(rules), "source": source, "note": note, "who": who}
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            key = secrets.token_urlsafe(24)
            try:
                return self._enter(code=code, edition=1, key=key, game=game, **said)
            except IntegrityError:
                continue  # the code is taken

    def change(
        self,
        code: str,
        name: str,
        rules: Mapping[str, str],
        *,
        seen: int,
        source: str = "",
        note: str = "",
        who: str = "",
    ) -> RuleSetRow:
        """The next edition of a set by somebody who has seen edition `seen`.

        Where it has moved on since, or nothing is different, the edition that stands is returned.
        """
        now = self.get(code)
        said = {"name": name, "rules": dict(rules), "source": source, "note": note}
        if now.edition != seen or said == now.model_dump(include=set(said)):
            return now
        same = now.model_dump(include={"code", "key", "game"})
        try:
            return self._enter(**same, **said, edition=now.edition + 1, who=who)
        except IntegrityError:
            return self.get(code)  # somebody was quicker

    def forget(self, code: str) -> None:
        """Deletes a set with all its editions. Tables begun with it keep their rules."""
        with self._database._writing() as session:
            session.exec(delete(RuleSetRow).where(col(RuleSetRow.code) == normalised(code)))

    def _enter(self, **values: Any) -> RuleSetRow:
        row = RuleSetRow(**values, at=datetime.now(UTC))
        with self._database._writing() as session:
            session.add(row)
        return row
