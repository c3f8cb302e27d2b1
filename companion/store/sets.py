"""Named sets of house rules: kept edition by edition, never overwritten."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from companion.late import Late

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy import Row as SqlRow

    from companion.store import sql
else:
    sql = Late("companion.store.sql")

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
CODE_LENGTH = 5
"""One letter less than a table's watch code, so that nobody takes one for the other."""


class NoSuchSet(LookupError):
    """There is no set of house rules with that code."""


@dataclass(frozen=True)
class KeptSet:
    """One edition of a named set of house rules."""

    code: str
    """Short, in its address and read out: who has it may use the set."""
    edition: int
    key: str
    """For those who may change it."""
    game: str
    name: str
    source: str
    note: str
    rules: Mapping[str, str]
    who: str
    at: datetime


class Database(Protocol):
    """What a store lends its sets."""

    @property
    def _reader(self) -> Engine: ...

    def _writing(self) -> AbstractContextManager[Connection]: ...


class RuleSets:
    """The sets of one database, reached through its store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, game: str = "") -> list[KeptSet]:
        """The newest edition of every set, or of every set for one game, by name."""
        wanted = sql.SETS_LISTED.where(sql.rule_sets.c.game == game) if game else sql.SETS_LISTED
        with self._database._reader.connect() as connection:
            return [_kept(row) for row in connection.execute(wanted)]

    def editions(self, code: str) -> list[KeptSet]:
        """Every edition of a set, the newest first; NoSuchSet when there is none."""
        with self._database._reader.connect() as connection:
            found = [
                _kept(row) for row in connection.execute(sql.SET_BY_CODE, {"code": _plain(code)})
            ]
        if not found:
            raise NoSuchSet(f"there is no set {_plain(code)}")
        return found

    def get(self, code: str, edition: int = 0) -> KeptSet:
        """A set, newest edition if none is named; NoSuchSet when there is none."""
        for kept in self.editions(code):
            if edition in (0, kept.edition):
                return kept
        raise NoSuchSet(f"the set {_plain(code)} has no edition {edition}")

    def keep(
        self,
        game: str,
        name: str,
        rules: Mapping[str, str],
        *,
        source: str = "",
        note: str = "",
        who: str = "",
    ) -> KeptSet:
        """A new set, under a code of its own."""
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            new = KeptSet(
                code, 1, secrets.token_urlsafe(24), game, name, source, note, dict(rules), who,
                datetime.now(UTC),
            )  # fmt: skip
            try:
                return self._enter(new)
            except sql.IntegrityError:
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
    ) -> KeptSet:
        """The next edition of a set by somebody who has seen edition `seen`.

        Where it has moved on since, or nothing is different, the edition that stands is returned.
        """
        now = self.get(code)
        changed = KeptSet(
            now.code, now.edition + 1, now.key, now.game, name, source, note, dict(rules), who,
            datetime.now(UTC),
        )  # fmt: skip
        if now.edition != seen or _matter(changed) == _matter(now):
            return now
        try:
            return self._enter(changed)
        except sql.IntegrityError:
            return self.get(code)  # somebody was quicker

    def forget(self, code: str) -> None:
        """Deletes a set with all its editions. Tables begun with it keep their rules."""
        with self._database._writing() as connection:
            connection.execute(sql.FORGET_SET, {"which": _plain(code)})

    def _enter(self, kept: KeptSet) -> KeptSet:
        row = {
            "code": kept.code, "edition": kept.edition, "key": kept.key, "game": kept.game,
            "name": kept.name, "source": kept.source, "note": kept.note, "who": kept.who,
            "rules": json.dumps(kept.rules, ensure_ascii=False), "at": kept.at,
        }  # fmt: skip
        with self._database._writing() as connection:
            connection.execute(sql.ENTER_SET, row)
        return kept


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]


def _matter(kept: KeptSet) -> tuple[object, ...]:
    return kept.name, kept.source, kept.note, dict(kept.rules)


def _kept(row: SqlRow[*tuple[Any, ...]]) -> KeptSet:
    return KeptSet(
        row.code, row.edition, row.key, row.game, row.name, row.source, row.note,
        json.loads(row.rules), row.who, row.at,
    )  # fmt: skip
