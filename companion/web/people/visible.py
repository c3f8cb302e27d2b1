"""What this browser may look back on: the tables it can see, and what they came to."""

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
    """True if everybody sees every table; otherwise a browser sees those it has met."""
    return bool(current_app.config.get("LISTED", True))


def visible(*, deleted: bool = False, demo: bool = False) -> list[TableHead]:
    """The tables this browser may look back on, the latest first. Deleted ones: only its own."""
    known = browser.known()
    if listed_for_all() and not deleted and not demo:
        return heads(browser.store())
    found = heads(browser.store(), known, deleted=deleted, demo=demo)
    return [head for head in found if known[head.code]] if deleted else found


def gather(found: Iterable[TableHead], seconds: float = SECONDS) -> Gathered:
    """What these tables came to, as far as the time of one page allows."""
    return cast(Statistics, current_app.extensions[EXTENSION]).gather(found, seconds)


def init_app(app: Flask, tables: Tables) -> None:
    app.extensions[EXTENSION] = Statistics(tables)
