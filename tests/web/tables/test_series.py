"""A best of three: each page with its games reads them again."""

from __future__ import annotations

import json

import pytest

from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.store import Store
from companion.store.exchange import dump
from companion.store.keeping import discard
from companion.tables import Tables
from tests.web.phones import NAMES, plain

WON = {"bidder": "2", "contract": "8 no", "trump": "none", "tricks": "B 6", "5H": "B", "3S": "A"}
"""A hand with which Omar and Quin win a game to 20."""
OPEN = {"contract": "7"}
"""With this correction they do not."""

BY_OTHERS = {"bidder": "1", "contract": "8 no", "tricks": "A 6", "5H": "A", "3S": "B"}
"""With this one Nell and Pia do."""


@pytest.fixture
def series(phone):
    """The phone at the second game of a series, won like the first; `games` are their codes."""
    one = phone()
    one.games = [one.begin(**NAMES, entry="quick", **{"rule.target": "20"})]
    win(one)
    one.fill("series", on="")
    rematch(one)
    win(one)
    return one


def win(one):
    hand = {"@entry": "quick", **WON}
    one.enter(Act("answer", 1, hand))
    assert one.replay.over


def rematch(one):
    one.games.append(one.go(one.fill("rematch", on="", follow=False)))


def correct(one, game, answers):
    """Corrects the hand of a game, past the pages."""
    code, one.code = one.code, one.games[game - 1]
    one.enter(Act("amend", 1, answers))
    one.code = code


def test_corrected_game_counts_as_it_is_now(series):
    first = series.games[0]
    assert "Omar & Quin win it, 0 : 2" in series.words("")
    correct(series, 1, OPEN)
    page = series.words("")
    assert "0 : 1, one more win" in page
    assert "Game 1 is open again" in page
    assert f'href="/t/{first}">Game 1 is open again' in series.last.text
    assert "Rematch game 3 of 3" in page
    rematch(series)
    assert series.record.head["series"] == "- B"
    win(series)
    assert "Omar & Quin win it, 0 : 2" in series.words("")
    # Won after all, by the others: they have one.
    correct(series, 1, BY_OTHERS)
    page = series.words("")
    assert "1 : 2" in page
    assert "open again" not in page


def test_third_game_knows_both_before(series):
    correct(series, 1, BY_OTHERS)
    assert "1 : 1, the next decides" in series.words("")
    rematch(series)
    head = series.record.head
    assert [head[f"series {n}"].partition(" ")[0] for n in (1, 2)] == series.games[:2]
    assert Transcript.read(Transcript(series.record).text()).record.head == head
    win(series)
    assert "Omar & Quin win it, 1 : 2" in series.words("")
    series.fill("rematch", on="", follow=False)
    series.go(series.last)
    assert not [key for key in series.record.head if key.startswith("series")]


@pytest.mark.parametrize("go", [Store.forget, discard])
def test_game_that_is_gone_counts_as_stored(series, go):
    go(series.store, series.games[0])
    page = series.words("")
    assert "Omar & Quin win it, 0 : 2" in page
    assert "Game 1 counts as stored at the rematch" in page


def test_record_of_an_earlier_release_counts_as_stored(phone):
    record = Record.begin("kaiser", [*NAMES.values()], rules={"target": "20"}, entry="quick")
    record.head["series"] = "B"
    one = phone(record)
    win(one)
    page = one.words("")
    assert "Omar & Quin win it, 0 : 2" in page
    assert "Game 1 counts as stored at the rematch" in page


def test_imported_series_reads_its_own_games(series, elsewhere):
    """Their watch codes are others there."""
    export = dump(Tables(series.store).export(series.games))
    elsewhere.post("/import", {"text": json.dumps(export)})
    codes = {table.state.start.head.get("series", "first"): table.code
             for table in elsewhere.store.tables()}  # fmt: skip
    elsewhere.games = [codes["first"], codes["B"]]
    elsewhere.code = codes["B"]
    page = elsewhere.words("")
    assert "Omar & Quin win it, 0 : 2" in page
    assert "counts as stored" not in page
    correct(elsewhere, 1, OPEN)
    page = elsewhere.words("")
    assert "0 : 1, one more win" in page
    assert f'href="/t/{codes["first"]}">Game 1 is open again' in elsewhere.last.text


def test_imported_game_alone_counts_the_others_as_stored(series, elsewhere):
    reply = elsewhere.post("/import", {"text": series.get("export.json").text})
    assert "1 table imported" in plain(reply.text)
    (table,) = elsewhere.store.tables()
    elsewhere.code = table.code
    page = elsewhere.words("")
    assert "Omar & Quin win it, 0 : 2" in page
    assert "Game 1 counts as stored at the rematch" in page


def test_code_in_a_record_reveals_no_other_table(series, phone):
    """A code alone finds nothing: the time of the first deal must match the record."""
    record = Record.begin("kaiser", [*NAMES.values()], rules={"target": "20"}, entry="quick")
    record.head |= {"series": "A", "series 1": f"{series.games[0]} 2026-01-01T20:00:00Z"}
    one = phone(record)
    win(one)
    page = one.words("")
    assert "1 : 1, the next decides" in page
    assert "Game 1 counts as stored at the rematch" in page
    assert series.games[0] not in one.last.text
