"""Every page and document of every game, in the states of a random evening."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from html import unescape

import pytest

from companion import games, printing
from companion.engine.game import Game
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.testing.evenings import evening
from tests.daily import LONG
from tests.web.hostile import harmless

STATES = 3
"""Number of states of a game; each page is requested in about one of them."""
ALWAYS = re.compile(r"/(print/sheet\.html|sheet|picture|print)?$")
"""Pages that are requested in every state: the table, its sheets, its picture."""


ASIDE = re.compile(r"<(script|style|svg|textarea)\b.*?</\1>", re.S)
IN_LINE = re.compile(
    r"</?(a|b|bdi|button|cite|code|em|i|label|mark|q|s|small|span|strong|sub|sup|time|u)\b[^>]*>"
)
SPACED = re.compile(r".{0,20}\w\s+[,;.)](?=\s).{0,9}|.{0,9}\(\s+\w.{0,20}")
"""A space before a comma or a stop, or after a bracket."""
GLUED = re.compile(r".{0,20}[a-z][.:;,?!][A-Z][a-z].{0,9}")
"""Two sentences without a space."""


def torn(page: str) -> list[str]:
    """Words with a space too many or too few: the line breaks of templates decide it."""
    text = unescape(re.sub("<[^>]*>", "\n", IN_LINE.sub("", ASIDE.sub("", page))))
    return [part[0] for each in (SPACED, GLUED) for part in each.finditer(text)]


def states(game: Game, seed: int, many: int) -> Iterator[Record]:
    """The first hand thrown in; nothing answered; then records on the way to an evening's end."""
    _, replay = evening(game, seed, hands=4, answers=40)
    whole, chance = replay.record, random.Random(f"{game.key} {seed}")
    yield Record(whole.game, whole.head, [{"@void": "a card was seen"}])
    yield Record(whole.game, whole.head, [])
    for _ in range(max(0, many - 3)):
        hands = [dict(hand) for hand in whole.hands[: chance.randrange(1, len(whole.hands) + 1)]]
        hands[-1] = dict(list(hands[-1].items())[: chance.randrange(len(hands[-1]) + 1)])
        yield Record(whole.game, whole.head, hands)
    yield whole


def pages(app, table: str, game: Game, record: Record) -> list[str]:
    """Every address with data of a table, its last hand, or a document of its game; other pages of
    a game do not depend on a state."""
    hand = str(max(1, len(record.hands)))
    given = {"code": table, "key": game.key, "place": "1", "hand": hand, "number": hand}
    found = []
    for rule in app.url_map.iter_rules():
        about = "code" in rule.arguments or rule.rule.endswith("<kind>.html")
        about = about and rule.arguments <= {*given, "kind"}
        if "GET" not in (rule.methods or ()) or not about or rule.rule.endswith((".pdf", ".png")):
            continue
        for kind in printing.kinds_of(game) if rule.rule.endswith("<kind>.html") else ["amend"]:
            parts = given | {"kind": kind}
            if "readings" in rule.rule:
                parts["key"] = next(iter(game.rules.options))
            found.append(_filled(rule.rule, parts))
    return found


def _filled(rule: str, parts: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: parts[part[1]], rule)


def looked_at(phone, game: Game, seed: int, many: int, share: float) -> int:
    """Requests pages in so many states: those of ALWAYS, and a share of the others each time."""
    chance, asked = random.Random(seed), 0
    for record in states(game, seed, many):
        one = phone(record)
        every = pages(one.client.application, one.code, game, record)
        assert len(every) > 30
        for path in every:
            own = path.removeprefix(f"/t/{one.code}")
            if (own != path and ALWAYS.search(own)) or chance.random() < share:
                page = one.get(path)
                harmless(page, (path, Transcript(record).text()))
                if page.mimetype == "text/html":
                    assert torn(page.get_data(as_text=True)) == [], path
                asked += 1
    return asked


@pytest.mark.kinds
@pytest.mark.slow
@pytest.mark.parametrize("key", games.all_games())
def test_every_page_and_document_works_throughout_evening(phone, key):
    game = games.find(key)
    assert looked_at(phone, game, 28, STATES, 1 / STATES) > 30
    if LONG:
        for seed in range(int(os.environ.get("COMPANION_TEST_EVENINGS", 3))):
            looked_at(phone, game, seed, 12, 1.0)
