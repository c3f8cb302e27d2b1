"""Guesses of codes and keys are limited on every route, in its path, query and form."""

from __future__ import annotations

import itertools
import re

import pytest

from companion.app import create_app
from companion.clubs.club import Club
from companion.engine.record import Act, Record
from companion.hosting import limits
from companion.nights.night import Night
from companion.settings import Settings
from companion.store.clubs import Clubs
from companion.store.nights import Nights
from tests.daily import daily

OTHERS = {"kind": "amend", "number": "1", "hand": "1", "place": "1", "day": "2026-01-31",
          "name": "css/base.css", "edition": "1", "asked": "worth", "id": "KAI-MADE",
          "token": "1234", "key": "kaiser"}  # fmt: skip
"""Parts of paths that are no codes."""
PLACES = ("code", "key", "table", "club", "deleted")
"""Names under which a path, query or form has a code or a key."""
TRIES, MORE = 4, 3
LEAST = {
    "path": (("GET", "/night/<key>", "path", "key"), 80),
    "query": (("GET", "/rules/<key>", "query", "table"), 8),
    "form": (("POST", "/club/<key>/in", "form", "table"), 3),
}
"""By place of a guess, a request that looks a code up there, and the least number of them."""
NIGHT = Night("2026-01-31", "kaiser", tuple("ABCDEFGH"))


@pytest.fixture
def app(store, tmp_path):
    """As on the internet."""
    return create_app(store, testing=True, data=tmp_path, settings=Settings(listed=False))


@pytest.fixture
def owned(store):
    """(code, key of a club, key of a night) of another player."""
    stored = store.begin(Record.begin("kaiser", "ABCD"))
    store.act(stored.code, Act("answer", 1, {"bid 2": "7"}), seen=0, submission="x")
    club = Clubs(store).found(Club("Other", ("Ada", "Bo"), tables=(stored.code,)))
    return stored.code, club, Nights(store).found(club, NIGHT)


@pytest.fixture
def own(store):
    """(code, its key, key of a club, key of a night) of the guesser."""
    stored = store.begin(Record.begin("kaiser", "ABCD"))
    club = Clubs(store).found(Club("Own", tables=(stored.code,)))
    return stored.code, stored.key, club, Nights(store).found(club, NIGHT)


def path_with(rule, guess: dict[str, str], own) -> str:
    """The path of a route, with the guess if it has a part of that name."""
    keys = {"/club/": own[2], "/night/": own[3]}
    key = next((key for start, key in keys.items() if rule.startswith(start)), "kaiser")
    given = {**OTHERS, "code": own[0], "key": key} | guess
    return re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: given[part[1]], rule)


def requests(app, own):
    """(method, rule, place, name): every route, with a guess in every place."""
    for rule in sorted(app.url_map.iter_rules(), key=str):
        for method in sorted({"GET", "POST"} & (rule.methods or set())):
            for name in PLACES:
                # The keys in other paths are those of games and house rules.
                secret = re.search("/(club|night|score)/<", rule.rule) or "/score/" in rule.rule
                if name in rule.arguments and (name == "code" or secret):
                    yield method, rule.rule, "path", name
                yield method, rule.rule, "query", name
                if method == "POST":
                    yield method, rule.rule, "form", name


class Guesser:
    """Somebody with a table and a club of their own, at an address of their own each time."""

    def __init__(self, app, own) -> None:
        self.client, self.own, self.numbers = app.test_client(), own, itertools.count(1)
        self.knows()

    def knows(self) -> None:
        """Resets the cookie, so that earlier guesses have no effect on it."""
        code, key, club, _ = self.own
        with self.client.session_transaction() as session:
            session.clear()
            session.update(tables={code: key}, clubs={club: "club"}, phone="x" * 22)

    def asks(self, address, request, guess):
        """The response to a guess."""
        method, rule, place, name = request
        path = path_with(rule, {name: guess} if place == "path" else {}, self.own)
        form = {"seen": "0", "do": "look", "text": "x", "hand": "1"}
        form |= {name: guess} if place == "form" else {}
        self.knows()
        reply = self.client.open(
            path, method=method, query_string={name: guess} if place == "query" else {},
            data=form if method == "POST" else None, headers={"HX-PTag": "1"},
            environ_base={"REMOTE_ADDR": address},
        )  # fmt: skip
        reply.close()
        return reply

    def address(self) -> str:
        number = next(self.numbers)
        return f"198.18.{number // 250}.{number % 250 + 1}"


def wrong(name: str, number: int) -> str:
    letters = "BCDFGHJKMN"
    code = "".join(letters[int(digit)] for digit in f"{number:08d}")
    return code if name in ("code", "table", "deleted") else f"wrong{number:019d}"


@daily("where", LEAST, ["path"])
def test_codes_are_tried_out_through_no_route(app, owned, own, monkeypatch, where):
    """If the response to a right guess differs from that to a wrong one, guesses are limited."""
    monkeypatch.setattr("companion.printing.can_print", lambda: False)
    monkeypatch.setattr(limits, "WRONG", f"{TRIES} per minute")
    guesser, tells = Guesser(app, own), []
    for each in requests(app, own):
        if each[2] != where:
            continue
        if "/forget" in each[1] or "/delete" in each[1]:
            continue  # a right guess would delete it, and with it the difference
        if each[1:] == ("/take", "form", "table"):
            continue  # the field has a whole table, not its code
        name, at = each[3], guesser.address()
        right = owned[0] if name in ("code", "table", "deleted") else owned[1]
        right = owned[2] if name == "key" and each[1].startswith("/night/") else right
        answers = guesser.asks(at, each, right), guesser.asks(at, each, wrong(name, 0))
        shown = [(reply.status_code, len(reply.data)) for reply in answers]
        if shown[0] == shown[1]:
            continue
        tells.append(each)
        at = guesser.address()
        statuses = [guesser.asks(at, each, wrong(name, number)).status_code
                    for number in range(TRIES + MORE)]  # fmt: skip
        assert statuses == [statuses[0]] * TRIES + [429] * MORE, (each, statuses)
        # By then a right code gets the same response as a wrong one; a right key always works.
        if name in ("code", "table"):
            assert guesser.asks(at, each, right).status_code == 429, each
    print(f"\nGUESSES in the {where} of {len(tells)} routes at which a code can be looked up")
    one, many = LEAST[where]
    assert one in tells
    assert len(tells) >= many
