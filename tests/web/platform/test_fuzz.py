"""Every route, with any input: a response with a message, never a server error."""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections import Counter
from urllib.parse import quote

import hypothesis
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games, printing
from companion.app import create_app
from companion.clubs.club import Club
from companion.engine.record import Record
from companion.nights.night import Night
from companion.store import NotFound, Store
from companion.store.clubs import ClubRow
from companion.store.migrate import upgrade
from companion.store.nights import NightRow
from companion.testing.evenings import evening
from companion.web.platform.browser import STORE
from tests.daily import LONG
from tests.spent import spent
from tests.web.hostile import MARK, SLOW, TEXTS, VALUES, fields, harmless, values

NAMES = [f"<script>{MARK}</script>", "O'Brien\"", "Ω♥ & Co", "Q"]
CLUBS = ["first", "second", "third"]
TRIES = 3
"""Requests to each route in an ordinary run."""


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """An app over a club: a table of every game, half played, with hostile names."""
    folder = tmp_path_factory.mktemp("club")
    upgrade(f"sqlite:///{folder}/club.db")
    store = Store(f"sqlite:///{folder}/club.db")
    app = create_app(store, testing=True, data=folder)
    stored = []
    for number, game in enumerate(games.all_games().values()):
        record, _ = evening(game, number, hands=3, answers=25)
        for place, name in zip(range(1, len(record.players) + 1), NAMES, strict=False):
            record.head[f"player {place}"] = name
        stored.append(store.begin(record))
    people = (*NAMES[:4], *"EFGHIJ")
    for club in CLUBS:
        with store.writing() as session:
            codes = tuple(each.code for each in stored)
            session.add(ClubRow(key=club, club=Club(club, tuple(NAMES), tables=codes)))
            session.flush()
            night = Night("2026-01-31", "kaiser", people, scores={"1.1": "54 31"})
            session.add(NightRow(key=f"night-{club}", club=club, night=night))
    yield app, stored
    store.close()


def rules_of(app):
    return sorted(
        ((rule, method) for rule in app.url_map.iter_rules() for method in ("GET", "POST")
         if method in (rule.methods or ())),
        key=lambda pair: (pair[0].rule, pair[1]),
    )  # fmt: skip


def address(rule, draw, stored) -> str:
    """An address of the route, its parts right or hostile."""
    parts = {}
    for name in rule.arguments:
        good = {
            "code": st.sampled_from([each.code for each in stored]),
            "key": st.sampled_from(
                CLUBS
                if rule.rule.startswith("/club/")
                else [f"night-{club}" for club in CLUBS]
                if rule.rule.startswith("/night/")
                else list(games.all_games())
            ),
            "day": st.just("2026-01-31"),
            "kind": st.sampled_from(
                ["chart", "ranking"] if rule.rule.startswith("/night/") else sorted(printing.KINDS)
            ),
            "number": st.integers(0, 6).map(str),
            "hand": st.integers(0, 6).map(str),
            "place": st.integers(0, 6).map(str),
            "name": st.sampled_from(["companion.css", "css/base.css", "Nell", NAMES[0]]),
            "id": st.sampled_from(["KAI-MADE", "kai-made"]),
        }.get(name, values)
        parts[name] = draw(st.one_of(good, good, good, values))
    path = rule.rule
    for name, value in parts.items():
        for shape in (f"<{name}>", f"<int:{name}>", f"<path:{name}>"):
            path = path.replace(shape, quote(value, safe="/" if "path" in shape else ""))
    return path


def sent(club, draw, chosen, seen: Counter[str]) -> None:
    app, stored = club
    rule, method = chosen
    client = app.test_client()
    if draw(st.booleans()):
        with client.session_transaction() as session:
            session["tables"] = {each.code: each.key for each in stored}
    path = address(rule, draw, stored)
    query, form = draw(fields), {}
    headers = {"HX-Request": "true"} if draw(st.booleans()) else {}
    if method == "POST":
        form = draw(fields)
        code = next((each for each in stored if each.code in path), None)
        if code and draw(st.booleans()):
            # A form with the last journal position gets further.
            with contextlib.suppress(NotFound):
                form |= {"seen": str(app.extensions[STORE].seq(code.code)), "hand": "1"}
    with spent() as worked:
        reply = client.open(path, method=method, query_string=query,
                            data=form if method == "POST" else None, headers=headers)  # fmt: skip
    what = (method, path[:200], query, form)
    harmless(reply, what)
    assert worked.seconds < SLOW, what
    seen[rule.rule] += 1
    seen[f"status {reply.status_code}"] += 1
    reply.close()


def at_route(club, chosen, seen: Counter[str], tries: int, seed: int) -> None:
    """Sends random requests to one route."""

    @hypothesis.seed(seed)
    @settings(max_examples=tries, deadline=None, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.data())
    def one(data):
        sent(club, data.draw, chosen, seen)

    one()


def replenish(club) -> None:
    """Replaces a table that some request has deleted, under another code."""
    app, stored = club
    for place, table in enumerate(stored):
        try:
            app.extensions[STORE].seq(table.code)
        except NotFound:
            stored[place] = app.extensions[STORE].begin(table.record)


def fuzz(club, monkeypatch, tries: int, seconds: float = 0) -> Counter[str]:
    """Sends `tries` requests to every route, repeated for `seconds`."""
    monkeypatch.setattr(printing, "can_print", lambda: False)
    every, seen = rules_of(club[0]), Counter[str]()
    until, round_ = time.monotonic() + seconds, 0
    while not round_ or time.monotonic() < until:
        replenish(club)
        for number, chosen in enumerate(every):
            at_route(club, chosen, seen, tries, 1000 * round_ + number)
        round_ += 1
    statuses = {name: count for name, count in sorted(seen.items()) if name.startswith("status")}
    print(f"\nFUZZ {sum(statuses.values())} requests to {len(every)} routes: {statuses}")
    return seen


@pytest.mark.slow
def test_every_route_answers_whatever_is_sent(club, monkeypatch):
    seconds = float(os.environ.get("COMPANION_TEST_SECONDS", 0))
    seen = fuzz(club, monkeypatch, 25 if LONG else TRIES, seconds)
    assert {rule.rule for rule, _ in rules_of(club[0])} <= set(seen)


# -- every pending page, answered with anything -------------------------------------------------


def pages(game, tries: int):
    """Pages of random evenings, at any point."""
    for seed in range(tries):
        chance = random.Random(seed)
        with contextlib.suppress(LookupError):  # no legal answers found by drawing
            yield evening(game, 1000 + seed, hands=4, answers=chance.randrange(30))


def answered(club, game, tries: int) -> int:
    app, _ = club
    store, sent_ = app.extensions["companion-store"], 0
    chance = random.Random(game.key)
    for record, replay in pages(game, tries):
        if replay.pending is None:
            continue
        stored = store.begin(Record(record.game, record.head, record.hands))
        client = app.test_client()
        with client.session_transaction() as session:
            session["tables"] = {stored.code: stored.key}
        for path in ("check", "answer", "answer", "answer"):
            form = {"seen": str(store.seq(stored.code)), "hand": str(replay.pending.hand)}
            legal = replay.pending.sample(chance.randrange)
            for question in replay.pending.page:
                hostile = (
                    chance.choice(VALUES) if chance.random() < 0.7 else legal.get(question.key, "")
                )
                form[f"a.{question.key}"] = hostile or ""
            if chance.random() < 0.3:
                act = chance.choice(["add", "drop", "mark", "part", "clear"])
                form["tap"] = f"{act} {replay.pending.page[0].key}|{chance.choice(TEXTS)}"
            with spent() as worked:
                reply = client.post(f"/t/{stored.code}/{path}", data=form)
            harmless(reply, form)
            assert worked.seconds < SLOW, form
            sent_ += 1
        harmless(client.get(f"/t/{stored.code}"), stored.code)
        store.forget(stored.code)
    return sent_


@pytest.mark.slow
@pytest.mark.kinds
@pytest.mark.parametrize("key", list(games.all_games()))
def test_every_game_page_takes_or_refuses_any_answer(club, key):
    assert answered(club, games.find(key), 200 if LONG else 4) > 0
