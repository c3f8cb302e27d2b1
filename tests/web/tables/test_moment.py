"""The moment: a hand's result, the end of an evening, its picture, and the large screen."""

from __future__ import annotations

import itertools
import json
import re
import struct
from urllib.parse import unquote

import pytest

from companion import games, printing
from companion.engine.transcript import Transcript
from companion.tables import Sent
from companion.web.platform.browser import TABLES
from tests.finding import match_in
from tests.web.phones import NAMES, plain

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
    assert not re.search(r"\wThe last:", words)
    for total in replay.ledger.totals.values():
        assert f">{total}<".replace("-", "−") in text
    for path in ("/picture", "/print", "/sheet"):
        assert f'href="/t/{one.code}{path}"' in text
    assert f'action="/t/{one.code}/rematch"' in text


def test_the_end_tells_what_was_best_and_how_much_was_played(evening):
    words = plain(page(evening("kaiser")))
    assert "Best hand +20 Nell & Pia Picture" in words
    assert "Bids made 6 of 8" in words
    assert "8 hands, 1 thrown in" in words
    assert "dotted" not in words
    assert "dashed" not in words


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
    assert re.search(r"6 Pia makes 7 in ♠ 46 10 5 Omar .* 36 10", words)
    assert "Omar deals. Pia bids first." in words
    assert "6 to go" in words
    assert "frozen above 45" in words
    assert '<svg class="chart' in text
    assert '<div class="qr"><svg' in text


# -- sound and touch -----------------------------------------------------------------------------


def test_sound_and_vibration_are_a_switch_of_the_phone_and_off(evening):
    """No result is interrupted by the question; the three switches look and read as such."""
    one = evening("kaiser", 6)
    assert "vibration" not in page(one, "/hand/6")
    more = one.get("/more").text
    assert 'data-switch="felt" data-first="off"' in more
    assert more.count('<input type="checkbox" role="switch"') == 3


def test_what_each_player_got_is_told_once(evening):
    """Where every line is of another player, no table repeats them; nothing goes from 0 to 0."""
    one = evening("tribello")
    replay = games.find("tribello").replay(
        Transcript.read(games.find("tribello").file("evening.txt"), "tribello").record
    )
    met = set()
    for hand in replay.hands:
        own = len({str(line.to) for line in hand.lines}) == len(hand.lines)
        assert ('class="moves"' in page(one, f"/hand/{hand.number}")) != own
        met.add(own)
    assert met == {True, False}


# -- who watches ---------------------------------------------------------------------------------


def test_who_watches_sees_what_is_played_the_last_hand_and_the_evening(phone):
    """Whatever form the scorer has open."""
    one = phone()
    code = one.begin(**NAMES, entry="quick")
    watcher = phone()
    page = plain(watcher.get(f"/t/{code}").text)
    assert "Hand 1 is being played" in page
    assert "Just the result" not in page
    assert "Nell deals" in page
    assert "Last hand" not in page
    one.answer(code, {"bidder": "2", "contract": "7 no", "tricks": "5", "5H": "B", "3S": "A"})
    html = watcher.get(f"/t/{code}").text
    page = plain(html)
    assert "Hand 2 is being played" in page
    assert page.count("Omar makes 7 no-trump") == 1  # in its block alone
    assert re.search(r'class="hand1 b" href="/t/\w+/hand/1"', html)
    assert "Omar deals" in plain(watcher.get(f"/t/{code}/board").text)
    assert "Just the result" not in plain(watcher.get(f"/t/{code}/board").text)


# -- the end: best of three, streak, a play for an app --------------------------------------------


def won_game(one, phone_names=NAMES, code=""):
    """A game that the winners of one hand win; returns its code."""
    code = code or one.begin(**phone_names, entry="quick", **{"rule.target": "20"})
    bid = {"bidder": "2", "contract": "8 no", "tricks": "6", "5H": "B", "3S": "A"}
    one.answer(code, bid)
    one.get(f"/t/{code}")
    return code


def test_a_best_of_three_goes_on_from_game_to_game(phone, store):
    one = phone()
    code = won_game(one)
    page = plain(one.last.text)
    assert "One game Make it best of three" in page
    assert "Won in a row" not in page
    reply = one.send(f"/t/{code}/series")
    assert reply.request.path == f"/t/{code}"  # nothing is begun
    assert re.search("Best of three *0 : 1, one more win", plain(reply.text))
    assert "best of three" in match_in(r'class="bt un undo">.*?</button>', reply.text)[0]
    begun = {one.send(f"/t/{code}/rematch").request.path}
    one.get(f"/t/{code}")  # back, and tapped again
    begun.add(one.send(f"/t/{code}/rematch").request.path)
    (path,) = begun
    second = path.removeprefix("/t/")
    assert store.table(second).record.head["series"] == "B"
    won_game(one, code=second)
    page = plain(one.last.text)
    assert "Best of three" in page
    assert "Omar & Quin win it, 0 : 2" in page
    assert "Won in a row 2, these two" in page
    reply = one.send(f"/t/{second}/rematch")
    third = match_in(r"/t/([A-Z]{6})", reply.request.path)[1]
    assert "series" not in store.table(third).record.head


def test_a_finished_game_is_a_play_that_an_app_takes_over(phone):
    one = phone()
    code = won_game(one)
    app = r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"'
    link = match_in(app, one.last.text)[1]
    play = json.loads(unquote(link.partition("data=")[2]))
    assert play["game"] == {"name": "Kaiser", "sourceGameId": "kaiser", "highestWins": True}
    assert play["sourcePlayId"] == code
    assert [(p["name"], p["rank"], p["winner"]) for p in play["players"]] == [
        ("Nell", 2, False), ("Omar", 1, True), ("Pia", 2, False), ("Quin", 1, True),
    ]  # fmt: skip
    assert [p["startPlayer"] for p in play["players"]].count(True) == 1
    assert play["durationMin"] >= 1
    assert set(play) >= {"playDate", "location", "comments"}
    assert 'class="k on-phones"' in one.last.text
