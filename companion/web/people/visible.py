"""The tables this browser may see, and their results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from flask import Flask, current_app

from companion.store.keeping import TableHead, heads
from companion.tables import Tables
from companion.tables.statistics import SECONDS, Gathered, Statistics
from companion.web.platform import browser

EXTENSION = "companion-statistics"


def listed_for_all() -> bool:
    """True if every client sees all tables; otherwise each sees those it opened before."""
    return bool(current_app.config.get("LISTED", True))


def visible(*, deleted: bool = False, demo: bool = False) -> list[TableHead]:
    """Tables this browser may see, newest first; with `deleted`, only those it may write to."""
    known = browser.known()
    if listed_for_all() and not deleted and not demo:
        return heads(browser.store())
    found = heads(browser.store(), known, deleted=deleted, demo=demo)
    return [head for head in found if known[head.code]] if deleted else found


def listed(*, demo: bool = False) -> list[TableHead]:
    """Those at which something was entered: the tables of every list."""
    return [head for head in visible(demo=demo) if head.played]


def gather(found: Iterable[TableHead], seconds: float = SECONDS) -> Gathered:
    """The results of these tables, as many as fit in `seconds`."""
    return cast(Statistics, current_app.extensions[EXTENSION]).gather(found, seconds)


def init_app(app: Flask, tables: Tables) -> None:
    app.extensions[EXTENSION] = Statistics(tables)
