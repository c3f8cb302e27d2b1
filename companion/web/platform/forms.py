"""Forms that create something. Submitted again, as after a double tap or a lost reply, a form
creates nothing more and leads to the thing it created."""

from __future__ import annotations

import json

from flask import current_app, request

from companion.engine.record import Record
from companion.store import write_access
from companion.store.rows import digest
from companion.tables import Sent, Snapshot
from companion.web.platform import browser, signals


def form_id(*more: str) -> str:
    """Return the id of the submitted form with all its fields; "" without a submission id.

    `more` are values of the request other than its fields."""
    if not request.form.get("submission"):
        return ""
    fields = sorted(request.form.items(multi=True))
    return digest(json.dumps([request.path, fields, more]))


def again() -> Snapshot | None:
    """The table that this very form has begun before, which this browser scores."""
    code = browser.store().made(form_id())
    return _scored(browser.tables().get(code)) if code else None


def begin(record: Record, edition: int, before: Snapshot | None = None) -> Snapshot:
    """Creates a table with this browser as scorer.

    With `before`, the table that follows it, which is one as long as it is played, from whatever
    page it is asked for: phones let in at that table are let in here too.
    """
    signals.send(signals.CREATE)
    instead = ""
    if before:
        done = len(before.stored.state.done)
        instead = digest(f"{request.endpoint} {before.stored.key} {done}")
    return _scored(
        browser.tables().begin(record, edition, Sent(0, form_id(), browser.who()), instead), before
    )


def _scored(begun: Snapshot, before: Snapshot | None = None) -> Snapshot:
    """The same table, with this browser as the scorer from now on."""
    browser.remember(begun, begun.stored.key)
    if not current_app.config.get("ALONE"):
        write_access.begun(
            browser.store(),
            begun.code,
            browser.phone(),
            browser.who(),
            before.stored if before else None,
        )
    return begun
