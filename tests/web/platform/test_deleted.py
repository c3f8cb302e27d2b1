"""If another phone deletes data during a request, the request does not crash."""

from __future__ import annotations

from contextlib import suppress

from flask import request, request_started

from companion.clubs.club import Club
from companion.store import NotFound, Store
from companion.store.clubs import Clubs, RuleSets
from companion.store.portions import import_tables
from tests.daily import daily
from tests.largest import LARGEST, Scorer, long

ALONE = {"/import", "/take"}
"""Routes that only add, and take long with their largest input."""
DAILY = {"/club/<key>", "/new/<key>", "/night/<key>", "/t/<code>/answer", "/t/<code>/many",
         "/t/<code>/undo"}  # fmt: skip
"""The routes that are tested by day."""


@daily("rule", sorted(LARGEST.keys() - ALONE), DAILY)
def test_deleting_meanwhile_breaks_no_request(app, store, rule, monkeypatch):
    phone = Scorer(app)
    (stored,) = import_tables(store, [long(20)])
    phone.take(stored)
    phone.club = Clubs(store).found(Club("Thursday", ("Nell", "Omar"), tables=(stored.code,)))
    phone.prepare(rule)
    phone.get(f"/club/{phone.club}/agreed")
    writing, due = store.writing, []

    def begun(*_, **__):
        if str(request.url_rule) == rule and request.method == "POST":
            due.append(rule)

    def delayed():
        if due:
            due.clear()
            delete(store.url)
        return writing()

    def delete(url):
        other = Store(url)
        for row in other.tables():
            other.forget(row.code)
        for key in Clubs(other).all():
            Clubs(other).forget(key)
        for each in RuleSets(other).all():
            RuleSets(other).forget(each.id)
        other.close()

    monkeypatch.setattr(store, "writing", delayed)
    with request_started.connected_to(begun, app):
        answer = LARGEST[rule](phone)
    assert answer.status_code < 500
    assert answer.status_code != 404 or "here is no" in answer.text
    with suppress(NotFound):  # what is there is whole
        store.journal(stored.code)
