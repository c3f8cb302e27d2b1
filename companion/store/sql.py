"""Every statement, built once: making one costs more than running it.

Whoever wants them imports this module, and SQLAlchemy with it, when the first one is run
(companion/store/late.py): a server shows its first page without.
"""

from __future__ import annotations

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from companion.store.models import journal, rule_sets, tables
from companion.store.state import RECORD_ACTS

__all__ = ["IntegrityError", "NoConnection", "journal", "rule_sets", "tables"]

# -- tables and journals -------------------------------------------------------------------------

HEAD = (
    tables.c.id, tables.c.code, tables.c.key, tables.c.game, tables.c.edition, tables.c.start,
    tables.c.seq, tables.c.status, tables.c.begun, tables.c.touched, tables.c.totals,
    tables.c.marks,
)  # fmt: skip
ACT = (journal.c.kind, journal.c.hand, journal.c.answers)
BY_CODE = select(*HEAD).where(tables.c.code == bindparam("code"))
LOCKED = BY_CODE.with_for_update()
BY_KEY = select(*HEAD).where(tables.c.key == bindparam("key"))
BY_FORM = select(*HEAD).where(tables.c.submission == bindparam("submission"))
REKEY = update(tables).where(tables.c.id == bindparam("which")).values(key=bindparam("fresh"))
LATEST = select(*HEAD).order_by(tables.c.touched.desc(), tables.c.id.desc())
SEQ = select(tables.c.seq).where(tables.c.code == bindparam("code"))
SENT = (
    select(journal.c.seq)
    .join(tables, tables.c.id == journal.c.table_id)
    .where(tables.c.code == bindparam("code"), journal.c.submission == bindparam("submission"))
)
WHO = select(tables.c.who).where(tables.c.id == bindparam("table"))
ACTS = (
    select(*ACT)
    .where(journal.c.table_id == bindparam("table"))
    .where(journal.c.seq > bindparam("since"), journal.c.seq <= bindparam("until"))
    .order_by(journal.c.seq)
)
ROWS = (
    select(journal.c.seq, *ACT, journal.c.at, journal.c.who, journal.c.why, journal.c.replaced)
    .where(journal.c.table_id == bindparam("table"), journal.c.seq > bindparam("since"))
    .order_by(journal.c.seq)
)
BEGIN = insert(tables).returning(tables.c.id)
ENTER = insert(journal)
# The version check is the statement itself: no row comes back when the journal has moved on.
ADVANCE = (
    update(tables)
    .where(tables.c.code == bindparam("which"), tables.c.seq == bindparam("seen"))
    .values(
        seq=tables.c.seq + 1,
        touched=bindparam("now"),
        status=bindparam("state"),
        totals=bindparam("came_to"),
        marks=func.coalesce(bindparam("marked", type_=tables.c.marks.type), tables.c.marks),
    )
    .returning(*HEAD)
)
MARK = (
    update(tables)
    .where(tables.c.code == bindparam("which"), tables.c.seq == bindparam("seen"))
    .values(marks=bindparam("marked"))
)
# A write that changes nothing: a file that may only be read lets a transaction begin, but not this.
NOTHING = update(tables).where(tables.c.id == -1).values(seq=tables.c.seq)
FORGET_ROWS = delete(journal).where(journal.c.table_id == bindparam("table"))
FORGET = delete(tables).where(tables.c.id == bindparam("table"))

# -- keeping and erasing -------------------------------------------------------------------------

LISTED = select(
    tables.c.id, tables.c.code, tables.c.game, tables.c.edition, tables.c.seq, tables.c.status,
    tables.c.begun, tables.c.touched, tables.c.start,
).order_by(tables.c.touched.desc(), tables.c.id.desc())  # fmt: skip
HEADS = (
    select(journal.c.table_id, journal.c.answers)
    .where(journal.c.hand == 0, journal.c.kind.in_(RECORD_ACTS))
    .where(journal.c.table_id.in_(bindparam("ids", expanding=True)))
)
ALL_ROWS = select(journal.c.seq, journal.c.answers, journal.c.replaced, journal.c.why).where(
    journal.c.table_id == bindparam("table")
)
START_OF = select(tables.c.id, tables.c.seq, tables.c.start).where(
    tables.c.code == bindparam("code")
)
REWRITE = (
    update(journal)
    .where(journal.c.table_id == bindparam("which"), journal.c.seq == bindparam("row"))
    .values(answers=bindparam("now"), replaced=bindparam("before"), why=bindparam("words"))
)
RESTART = update(tables).where(tables.c.id == bindparam("which")).values(start=bindparam("anew"))

# -- sets of house rules -------------------------------------------------------------------------

SETS = select(rule_sets)
SET_BY_CODE = SETS.where(rule_sets.c.code == bindparam("code")).order_by(rule_sets.c.edition.desc())
NEWEST_SETS = (
    select(rule_sets.c.code, func.max(rule_sets.c.edition).label("edition"))
    .group_by(rule_sets.c.code)
    .subquery()
)
SETS_LISTED = SETS.join(
    NEWEST_SETS,
    (rule_sets.c.code == NEWEST_SETS.c.code) & (rule_sets.c.edition == NEWEST_SETS.c.edition),
).order_by(rule_sets.c.game, rule_sets.c.name, rule_sets.c.code)
ENTER_SET = insert(rule_sets)
FORGET_SET = delete(rule_sets).where(rule_sets.c.code == bindparam("which"))
