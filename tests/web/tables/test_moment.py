"""The moment: a hand's result, the end of an evening, its picture, and the large screen."""

from __future__ import annotations

import itertools
import re
import struct

import pytest

from companion import games, printing
from companion.engine.record import Transcript
from companion.tables import Sent
from companion.web.platform.browser import TABLES
from tests.web.phones import plain

KEYS = list(games.shelf())


@pytest.fixture
def evening(app, phone):
    """Begins the evening that a room has stored; a phone that writes at it."""

    forms = itertools.count()

    def begin(key, hands=None):
        game = games.find(key)
        record = Transcript.read(game.file("evening.txt"), key).record
        record.hands = record.hands[:hands]
        table = app.extensions[TABLES].begin(
            record, game.edition, Sent(0, f"form{next(forms)}", "test")
        )
        one = phone()
        one.code = table.code
        one.get(f"/t/{table.code}/score/{table.stored.key}")
        return one

    return begin


def page(one, path="", status=200):
    reply = one.get(f"/t/{one.code}{path}")
    assert reply.status_code == status, reply.text
    return reply.text


def test_a_contract_made_shows_at_a_glance(evening):
    text = page(evening("kaiser", 6), "/hand/6")
    assert '<section class="blaze a"' in text
    assert "Made Pia makes 7 in ♠ +10 Nell & Pia go from 36 to 46." in plain(text)


def test_a_contract_that_was_set_shows_in_grey_with_the_sides_line(evening):
    text = page(evening("kaiser", 8), "/hand/8")
    assert '<section class="blaze b set"' in text
    assert "Set Quin goes down on 8 no-trump −12 Omar & Quin go from 30 to 18." in plain(text)


def test_the_figures_of_the_last_hand_are_those_of_its_summary(evening):
    """Extra points that were agreed on stand by themselves."""
    one = evening("kaiser", 5)
    line = re.search(r'<a class="said".*?</a>', page(one), re.DOTALL)
    assert line
    assert re.findall(r"[+−]\d+", line[0]) == ["+11", "−2"]
    assert "Nell & Pia +11" in plain(page(one, "/board"))


def test_figures_have_their_new_value_from_the_start(evening):
    text = page(evening("kaiser", 6), "/hand/6")
    assert re.search(r'<b class="big" data-from="0">\+10</b>', text)
    assert 'data-moves="36,10"' in text
    assert 'data-moment="6"' in text
    # An older hand is looked at, not lived through.
    assert 'data-moment=""' in page(evening("kaiser", 8), "/hand/6")


def test_who_deals_next_and_what_changes_is_said(evening):
    words = plain(page(evening("kaiser", 6), "/hand/6"))
    assert "What changes Nell & Pia: frozen above 45." in words
    assert "Omar deals" in words
    # Frozen before and after, nothing changes.
    assert "What changes" not in plain(page(evening("kaiser", 8), "/hand/8"))


def test_the_outcome_comes_first_and_antes_are_one_line(evening):
    text = page(evening("panguingue", 2), "/hand/2")
    words = plain(text)
    assert words.index("takes the pot of 11") < words.index("earlier payments")
    assert words.count("ante of 1 to the pot") == 1 + 7  # one line, which opens to seven
    assert "Ana, Ben, Cruz, Dee, Eli, Gil and Fay −1 each" in words


@pytest.mark.parametrize("key", KEYS)
def test_every_room_ends_with_its_winner_the_score_and_why(evening, key):
    one = evening(key)
    text = page(one)
    words = plain(text)
    game = games.find(key)
    replay = game.replay(Transcript.read(game.file("evening.txt"), key).record)
    assert replay.outcome
    assert re.search(r'<div id="table" class="app win \w+"', text)
    assert str(replay.outcome.winners[0]) in words
    why = replay.outcome.why
    assert plain(str(why))[1:20] in words
    for total in replay.ledger.totals.values():
        assert f">{total}<".replace("-", "−") in text
    for path in ("/picture", "/print", "/sheet"):
        assert f'href="/t/{one.code}{path}"' in text
    assert f'action="/t/{one.code}/rematch"' in text


def test_the_end_tells_what_was_best_and_how_much_was_played(evening):
    words = plain(page(evening("kaiser")))
    assert "Best hand +20 Nell & Pia Nell makes 8 no-trump" in words
    assert "Bids made 6 of 8" in words
    assert "Played 8 hands, 1 thrown in" in words
    assert "dotted: 52 wins" in words
    assert "dashed: 45, above it a side is frozen" in words


def test_who_watches_is_offered_no_rematch(evening, phone):
    one = evening("kaiser")
    other = phone()
    assert "rematch" not in other.get(f"/t/{one.code}").text


# -- pictures ------------------------------------------------------------------------------------


@pytest.fixture
def painted(monkeypatch):
    press = printing.Press(seconds=120, patience=(120, 120))
    monkeypatch.setattr(printing, "PRESS", press)
    yield
    press.close()


@pytest.mark.usefixtures("painted")
def test_the_picture_and_the_preview_are_png_of_their_sizes(evening):
    one = evening("kaiser")
    for path, size in (("picture", (1080, 1350)), ("preview", (1200, 630))):
        reply = one.get(f"/t/{one.code}/{path}.png")
        assert reply.status_code == 200
        assert reply.content_type == "image/png"
        assert struct.unpack(">II", reply.data[16:24]) == size
        again = one.get(
            f"/t/{one.code}/{path}.png", headers={"If-None-Match": reply.headers["ETag"]}
        )
        assert (again.status_code, again.data) == (304, b"")


def test_the_picture_can_be_sent_saved_and_said(evening):
    one = evening("kaiser")
    text = page(one, "/picture")
    assert re.search(r'<button[^>]* data-share="/t/\w+/picture\.png\?v=\d+"[^>]* hidden>', text)
    assert re.search(r'download="kaiser-\d{4}-\d\d-\d\d\.png"', text)
    assert "Kaiser: Nell &amp; Pia win, 55 : 19." in text


def test_without_the_library_the_page_says_so_and_has_the_words(evening, monkeypatch):
    monkeypatch.setattr(printing, "can_paint", lambda: False)
    one = evening("kaiser")
    text = page(one, "/picture")
    assert "This server cannot draw pictures" in text
    assert "<img" not in text
    assert "55 : 19" in text
    assert "resvg-py is missing" in page(one, "/picture.png", 503)


def test_a_link_shows_the_score_and_no_name_until_the_table_allows_it(evening, phone):
    one = evening("kaiser", 8)
    head = phone().get(f"/t/{one.code}").text.split("</head>")[0]
    assert 'property="og:title" content="Kaiser, hand 9: 46 : 18"' in head
    assert re.search(
        r'property="og:image" content="http://localhost/t/\w+/preview\.png\?v=\d+"', head
    )
    assert "Nell" not in re.sub(r"<title>.*</title>", "", head)
    page(one, "/picture")
    one.send(f"/t/{one.code}/links", wish="names")
    assert "Leave names out of links" in page(one, "/picture")
    head = phone().get(f"/t/{one.code}").text.split("</head>")[0]
    assert "Nell &amp; Pia 46, Omar &amp; Quin 18" in head
    page(one, "/picture")
    one.send(f"/t/{one.code}/links", wish="score")
    head = phone().get(f"/t/{one.code}").text.split("</head>")[0]
    assert "Nell" not in re.sub(r"<title>.*</title>", "", head)


def test_watchers_do_not_decide_what_links_show(evening, phone):
    one = evening("kaiser", 8)
    other = phone()
    reply = other.post(f"/t/{one.code}/links", {"wish": "names", "seen": "1", "submission": "x"})
    assert reply.status_code == 403


# -- the large screen ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_board_has_everything_in_one_view(evening, key):
    one = evening(key, 2)
    words = plain(page(one, "/board"))
    game = games.find(key)
    record = Transcript.read(game.file("evening.txt"), key).record
    record.hands = record.hands[:2]
    replay = game.replay(record)
    for side, total in replay.ledger.totals.items():
        assert str(side) in words
        assert str(total).replace("-", "−") in words
    if not replay.over:
        assert replay.hand
        assert f"{replay.hand.dealer} deals." in words
    assert f"{one.code[:3]} {one.code[3:]}" in words
    assert "Follow on your phone" in words


def test_the_board_shows_the_bids_of_the_running_hand_and_the_last_one(evening):
    one = evening("kaiser", 6)
    page(one)
    one.send(f"/t/{one.code}/entry", mode="guided")  # the hands before were entered at once
    one.answer(one.code, {"bid 3": "7"})
    text = page(one, "/board")
    words = plain(text)
    assert re.search(r"Last hand Pia makes 7 in ♠ ?\+10", words)
    assert re.search(r'<li aria-current="step"><span><bdi class="nm">Quin.*?<b>\?</b>', text)
    assert "6 to go" in words
    assert "frozen above 45" in words
    assert '<svg class="chart' in text
    assert '<div class="qr"><svg' in text


# -- sound and touch -----------------------------------------------------------------------------


def test_sound_and_vibration_are_offered_and_off(evening):
    one = evening("kaiser", 6)
    assert '<div class="note" id="offer" hidden>' in page(one, "/hand/6")
    assert 'data-switch="felt" data-first="off"' in one.get("/more").text
