"""A player who is replaced: the pages of a hand name those who played it."""

import csv
import io
import json
import re

import pytest

from companion import games
from companion.engine.record import Act
from companion.engine.transcript import Transcript
from companion.tables.carrying import canonical
from tests.web.phones import golden, plain

NEW, LAST = "Zebedee", 2
"""The new player of the second seat, and the last hand of the old one."""
KEYS = [key for key in games.all_games() if len(golden(key).hands) > LAST]


def evening(key):
    """The recorded evening with the replacement, and who played before."""
    game = games.find(key)
    record = canonical(game, golden(key))
    old = record.players[1]
    record.head |= {"player 2": NEW, f"earlier 2 {LAST}": old}
    return record, old


@pytest.fixture(params=KEYS)
def table(phone, request):
    record, old = evening(request.param)
    return phone(record), old


def wrong(text, hand, old):
    """The texts about a hand that name a player who did not play it."""
    return re.findall(rf".{{0,60}}\b{NEW if hand <= LAST else old}\b.{{0,60}}", text)


def rows(html):
    """(hand, text) of the rows of the sheet."""
    found = re.findall(r'<tr id="h(\d+)"(.*?)</tr>', html, re.DOTALL)
    return [(int(number), plain(f"<tr {text}")) for number, text in found]


def test_sheet_names_who_played_a_hand(table):
    one, old = table
    found = rows(one.get("sheet").text)
    assert len(found) > LAST
    assert [text for hand, row in found for text in wrong(row, hand, old)] == []
    assert f"{old}, in the seat of {NEW}, to the end of" in one.words()


@pytest.mark.kinds
def test_hand_page_names_who_played_it(table):
    one, old = table
    for hand in one.replay.hands:
        if hand.over and hand.number != LAST:  # its page names who deals the next one
            assert wrong(one.words(f"hand/{hand.number}"), hand.number, old) == []
    assert old in one.words(f"hand/{LAST}")


@pytest.mark.kinds
def test_why_page_names_who_played_a_hand(table):
    one, old = table
    for hand in one.replay.hands:
        for place in range(1, len(hand.lines) + 1)[:6]:
            assert wrong(one.words(f"why/{hand.number}/{place}"), hand.number, old) == []


@pytest.mark.kinds
def test_correction_names_who_played_a_hand(table):
    one, old = table
    for hand in one.replay.hands[: LAST + 1]:
        if hand.over and not hand.void:
            page = one.get(f"amend/{hand.number}").text
            main = page[page.index("<main") : page.index("</main")]
            assert wrong(plain(main), hand.number, old) == []


@pytest.mark.kinds
def test_exports_name_who_played_a_hand(table):
    one, old = table
    data = json.loads(one.get(f"/t/{one.code}.json").text)
    for hand in data["hands"]:
        assert wrong(json.dumps(hand, ensure_ascii=False), hand["number"], old) == []
    assert [player["name"] for player in data["players"]] == one.record.players
    text = one.get("record.txt").text
    assert Transcript.read(text).record == one.record


def test_ledger_as_csv_names_who_played_a_hand(table):
    one, old = table
    head, *found = csv.reader(io.StringIO(one.get("/export.csv").text))
    hand = next(place for place, name in enumerate(head) if "hand" in name.lower())
    assert found
    for row in found:
        assert wrong(" | ".join(row), int(row[hand]), old) == []


PLAIN = "kaiser"
"""A game of partners."""


def test_other_pages_name_each_hands_players(phone):
    record, old = evening(PLAIN)
    record.hands = record.hands[: LAST + 1]
    one = phone(record)
    one.enter(Act("amend", 1, {"@note": "noted", "@dealer": "2"}))
    log = one.words("sheet?show=log")
    assert f"{old} dealt" in log
    assert f"{NEW} dealt" not in log
    chart = one.get("sheet?show=chart").text
    assert NEW in chart
    watcher = phone(one.code)
    assert NEW in watcher.words("")


def test_points_agreed_earlier_go_to_earlier_players(phone):
    record, old = evening(PLAIN)
    record.hands = record.hands[:LAST]
    one = phone(record)
    page = one.words("more")
    asked = page[page.index("To whom?") : page.index("Points, with")]
    assert (old in asked, NEW in asked) == (True, False)
    one.enter(Act("answer", LAST, {"@adjust 1": f"{old} -3 revoke"}))
    assert old in one.get("").text  # the label of undo
