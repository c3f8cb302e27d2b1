"""Named sets of house rules: kept edition by edition, never overwritten."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select
from sqlalchemy import Row as SqlRow
from sqlalchemy.exc import IntegrityError

from companion.store.models import rule_sets

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
CODE_LENGTH = 5
"""One letter less than a table's watch code, so that nobody takes one for the other."""

_ALL = select(rule_sets)
_BY_CODE = _ALL.where(rule_sets.c.code == bindparam("code")).order_by(rule_sets.c.edition.desc())
_NEWEST = (
    select(rule_sets.c.code, func.max(rule_sets.c.edition).label("edition"))
    .group_by(rule_sets.c.code)
    .subquery()
)
_LISTED = _ALL.join(
    _NEWEST,
    (rule_sets.c.code == _NEWEST.c.code) & (rule_sets.c.edition == _NEWEST.c.edition),
).order_by(rule_sets.c.game, rule_sets.c.name, rule_sets.c.code)
_ENTER = insert(rule_sets)
_FORGET = delete(rule_sets).where(rule_sets.c.code == bindparam("which"))


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


class RuleSets:
    """The sets of one database, reached through its store."""

    def __init__(
        self, reader: Engine, writing: Callable[[], AbstractContextManager[Connection]]
    ) -> None:
        self._reader = reader
        self._writing = writing

    def all(self, game: str = "") -> list[KeptSet]:
        """The newest edition of every set, or of every set for one game, by name."""
        wanted = _LISTED.where(rule_sets.c.game == game) if game else _LISTED
        with self._reader.connect() as connection:
            return [_kept(row) for row in connection.execute(wanted)]

    def editions(self, code: str) -> list[KeptSet]:
        """Every edition of a set, the newest first; NoSuchSet when there is none."""
        with self._reader.connect() as connection:
            found = [_kept(row) for row in connection.execute(_BY_CODE, {"code": _plain(code)})]
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
        except IntegrityError:
            return self.get(code)  # somebody was quicker

    def forget(self, code: str) -> None:
        """Deletes a set with all its editions. Tables begun with it keep their rules."""
        with self._writing() as connection:
            connection.execute(_FORGET, {"which": _plain(code)})

    def _enter(self, kept: KeptSet) -> KeptSet:
        row = {
            "code": kept.code, "edition": kept.edition, "key": kept.key, "game": kept.game,
            "name": kept.name, "source": kept.source, "note": kept.note, "who": kept.who,
            "rules": json.dumps(kept.rules, ensure_ascii=False), "at": kept.at,
        }  # fmt: skip
        with self._writing() as connection:
            connection.execute(_ENTER, row)
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
