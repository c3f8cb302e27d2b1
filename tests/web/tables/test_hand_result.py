"""The result page of a hand, the end of an evening, its picture, and the large screen."""

from __future__ import annotations

import json
import re
import struct
from urllib.parse import unquote

import pytest

from companion import games, printing
from tests.finding import match_in
from tests.texts import JUST_THE_RESULT
from tests.web.phones import HTMX, NAMES, golden, plain

KEYS = list(games.all_games())
SEVEN = {"bidder": "2", "contract": "7 no", "tricks": "5", "5H": "B", "3S": "A"}


@pytest.fixture
def evening(phone):
    """Begins a recorded evening, up to `hands` hands; returns the scorer's phone."""
    return lambda key="kaiser", hands=None: phone(golden(key, hands))


def test_a_contract_made_shows_at_a_glance(evening):
    text = evening(hands=6).get("hand/6").text
    words = plain(text)
    assert '<section class="blaze a"' in text
    assert "Made Pia makes 7 in ♠ +10 Nell & Pia go from 36 to 46." in words
    # Figures have their new value from the start.
    assert re.search(r'<b class="big" data-from="0">\+10</b>', text)
    assert 'data-moves="36,10"' in text
    assert 'data-result="6"' in text
    # It names the next dealer and the changes; no question interrupts it.
    assert "What changes Nell & Pia: frozen above 45." in words
    assert "Omar deals" in words
    assert "vibration" not in text


def test_hand_shows_gain_when_others_were_set(evening):
    text = evening(hands=5).get("hand/5").text
    assert '<section class="blaze a"' in text
    assert re.search(r"Omar & Quin: set \w+ goes down on .* \+11 Nell & Pia go from", plain(text))


def test_set_contract_is_grey_if_nobody_gains(evening):
    one = evening(hands=8)
    text = one.get("hand/8").text
    assert '<section class="blaze b set"' in text
    assert "Quin goes down on 8 no-trump −12 Omar & Quin go from 30 to 18." in plain(text)
    assert "What changes" not in plain(text)  # frozen before and after
    # The page of an older hand has no effects.
    assert 'data-result=""' in one.get("hand/6").text


@pytest.mark.parametrize("key", KEYS)
def test_only_open_games_offer_their_end(evening, key):
    one = evening(key, 1)
    assert one.replay.table.open == (key == "panguingue")
    assert ("/pause#end" in one.get("hand/1").text) == one.replay.table.open


def test_last_result_is_shown_once_above_next_page(phone):
    one = phone()
    one.begin(**NAMES, entry="quick")
    one.client.application.config["REST"] = 350  # taps are guarded, as in production
    form = one.filled(SEVEN) | {"at": ""}  # the page has been open for a while
    page = one.post("answer", form, headers=HTMX).text
    brief = match_in(r'<div class="brief b" id="brief" aria-hidden="true".*?</div>', page, re.S)[0]
    assert plain(brief).startswith("Omar makes 7 no-trump Omar & Quin +20 5 tricks")
    assert 'data-moves="0,0"' in brief
    assert "Bidder?" in page  # the next question is there
    assert "brief" not in one.get("").text
    assert "brief" not in one.post("check?live=1", one.filled({}), headers=HTMX).text


def test_last_hand_figures_match_its_summary(evening):
    """Agreed extra points are separate."""
    one = evening(hands=5)
    line = match_in(r'<a class="said".*?</a>', one.get("").text, re.DOTALL)[0]
    assert re.findall(r"[+−]\d+", line) == ["+11", "−2"]
    board = one.words("board")
    assert "+11 Omar & Quin −2" in board


def test_outcome_is_first_and_antes_one_line(evening):
    words = evening("panguingue", 2).words("hand/2")
    assert words.index("takes the pot of 11") < words.index("earlier payments")
    assert words.count("ante of 1 to the pot") == 1 + 7  # one line, which opens to seven
    assert "Ana, Ben, Cruz, Dee, Eli, Gil and Fay −1 each" in words


@pytest.mark.parametrize("key", KEYS)
def test_every_game_ends_with_winner_score_reason(evening, key):
    one = evening(key)
    text = one.get("").text
    words, replay = plain(text), one.replay
    assert re.search(r'<div id="table" class="app win \w+"', text)
    assert str(replay.outcome.winners[0]) in words
    assert plain(str(replay.outcome.why))[1:20] in words
    assert not re.search(r"\wThe last (hand|round|game|deal):", words)
    for total in replay.ledger.totals.values():
        assert f">{total}<".replace("-", "−") in text
    for path in ("picture", "print", "sheet"):
        assert f'href="/t/{one.code}/{path}"' in text
    assert f'action="/t/{one.code}/rematch"' in text


def test_end_shows_best_hand_and_hands_played(evening, phone):
    one = evening()
    words = one.words("")
    assert "Best hand +20 Nell & Pia Picture" in words
    assert "Bids made 6 of 8" in words
    assert "8 hands, 1 thrown in" in words
    assert "dotted" not in words
    assert "dashed" not in words
    assert "rematch" not in phone(one.code).get("").text  # nor is it offered to watchers


# -- pictures ------------------------------------------------------------------------------------


@pytest.fixture
def painted(monkeypatch):
    print_queue = printing.PrintQueue(seconds=120, patience=(120, 120))
    monkeypatch.setattr(printing, "QUEUE", print_queue)
    yield
    print_queue.close()


@pytest.mark.usefixtures("painted")
def test_picture_and_preview_are_correctly_sized_png(evening):
    one = evening()
    for path, size in (("picture.png", (1080, 1350)), ("preview.png", (1200, 630))):
        reply = one.get(path)
        assert (reply.status_code, reply.content_type) == (200, "image/png")
        assert struct.unpack(">II", reply.data[16:24]) == size
        again = one.get(path, headers={"If-None-Match": reply.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_the_picture_can_be_sent_saved_and_said(evening):
    text = evening().get("picture").text
    assert re.search(r'<button[^>]* data-share="/t/\w+/picture\.png\?v=\d+"[^>]* hidden>', text)
    assert re.search(r'download="kaiser-\d{4}-\d\d-\d\d\.png"', text)
    assert "Kaiser: Nell &amp; Pia win, 55 : 19." in text


def test_missing_picture_library_leaves_the_words(evening, monkeypatch):
    monkeypatch.setattr(printing, "can_paint", lambda: False)
    one = evening()
    text = one.get("picture").text
    assert "This server cannot draw pictures" in text
    assert "<img" not in text
    assert "55 : 19" in text
    reply = one.get("picture.png")
    assert (reply.status_code, "resvg-py is missing" in reply.text) == (503, True)


def test_shared_link_hides_names_until_allowed(evening, phone):
    one = evening(hands=8)
    head = lambda: phone(one.code).get("").text.split("</head>")[0]  # noqa: E731
    image = r'property="og:image" content="http://localhost/t/\w+/preview\.png\?v=\d+"'
    assert 'property="og:title" content="Kaiser, hand 9: 46 : 18"' in head()
    assert re.search(image, head())
    assert "Nell" not in re.sub(r"<title>.*</title>", "", head())
    one.fill("links", on="picture", wish="names")
    assert "Leave names out of links" in one.get("picture").text
    assert "Nell &amp; Pia 46, Omar &amp; Quin 18" in head()
    one.fill("links", on="picture", wish="score")
    assert "Nell" not in re.sub(r"<title>.*</title>", "", head())


# -- the large screen ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_board_has_everything_in_one_view(evening, key):
    one = evening(key, 2)
    words, replay = one.words("board"), one.replay
    for side, total in replay.ledger.totals.items():
        assert str(side) in words
        assert str(total).replace("-", "−") in words
    dealer = "D, dealer" if replay.hand.in_play else f"{replay.hand.dealer} deals."
    assert replay.over or dealer in words
    assert f"{one.code[:3]} {one.code[3:]}" in words
    assert "Follow on your phone" in words


def test_board_shows_running_bids_and_last_hand(evening):
    one = evening(hands=6)
    one.fill("entry", on="", mode="guided")  # the hands before were entered at once
    one.answer({"bid 3": "7"})
    words = one.words("board")
    text = one.last.text
    assert re.search(r"Last hand Pia makes 7 in ♠ Nell & Pia ?\+10", words)
    assert re.search(r'<li aria-current="step"><span><bdi class="nm">Quin.*?<b>\?</b>', text)
    assert re.search(r"6 Pia makes 7 in ♠ 46 10 5 Omar .* 36 10", words)
    for said in ("Omar deals. Pia bids first.", "6 to go", "frozen above 45"):
        assert said in words
    assert '<svg class="chart' in text
    assert '<div class="qr"><svg' in text


def test_sound_and_vibration_are_off_by_default(phone):
    """The four switches look and read as such."""
    more = phone().get("/more").text
    assert 'data-switch="felt" data-first="off"' in more
    assert more.count('<input type="checkbox" role="switch"') == 4


def test_what_each_player_got_is_told_once(evening):
    """If every line is of another player, no table repeats them; nothing goes from 0 to 0."""
    one, met = evening("tribello"), set()
    for hand in one.replay.hands:
        own = len({str(line.to) for line in hand.lines}) == len(hand.lines)
        assert ('class="moves"' in one.get(f"hand/{hand.number}").text) != own
        met.add(own)
    assert met == {True, False}


def test_watcher_sees_play_last_hand_and_evening(phone):
    """With any open form of the scorer."""
    one = phone()
    watcher = phone(one.begin(**NAMES, entry="quick"))
    page = watcher.words("")
    assert "Hand 1 is being played" in page
    assert JUST_THE_RESULT not in page
    assert "Nell deals" in page
    assert "Last hand" not in page
    one.answer(SEVEN)
    page = watcher.words("")
    assert "Hand 2 is being played" in page
    assert page.count("Omar makes 7 no-trump") == 1  # in its block alone
    assert re.search(r'class="hand1 b" href="/t/\w+/hand/1"', watcher.last.text)
    card = watcher.last.text.partition('class="hand1')[2].partition("</a>")[0]
    assert re.search(r"Omar & Quin ?\+\d", plain(card))
    board = watcher.words("board")
    assert ("Omar deals" in board, JUST_THE_RESULT in board) == (True, False)


def test_reason_of_a_result_is_above_its_keys(phone):
    """It is visible once: below the keys the bar would cut it. The preview is read aloud."""
    one = phone()
    one.begin(**NAMES, entry="quick")
    page = one.post("check", one.filled(SEVEN)).text
    message = plain(page.split('id="msg"')[1].split("</p>")[0])
    assert "5 tricks + 5 (5♥) = 10; bid 7 NT, made" in message
    assert re.search(r'<output class="preview[^"]* sr"', page)


# -- the end: best of three, streak, a play for an app --------------------------------------------


def won(one):
    """The page of a game that was won by one hand."""
    one.answer({**SEVEN, "contract": "8 no", "tricks": "6"})
    return one.words("")


def test_best_of_three_continues_across_games(phone):
    one = phone()
    first = one.begin(**NAMES, entry="quick", **{"rule.target": "20"})
    page = won(one)
    assert "Make it best of three" in page
    assert "One game" not in page
    assert "best of three" not in phone(first).words("")  # a watcher cannot begin one
    assert "Won in a row" not in page
    reply = one.send("series")
    assert reply.request.path == f"/t/{first}"  # nothing is begun
    assert re.search("Best of three *0 : 1, one more win", plain(reply.text))
    assert "best of three" in match_in(r'class="bt un undo">.*?</button>', reply.text)[0]
    begun = {one.send("rematch").request.path}
    begun.add(one.fill("rematch", on="").request.path)  # back, and tapped again
    (path,) = begun
    one.code = path.removeprefix("/t/")
    assert one.record.head["series"] == "B"
    page = won(one)
    assert "Best of three" in page
    assert "Omar & Quin win it, 0 : 2" in page
    assert "Won in a row 2, these two" in page
    one.go(one.send("rematch", follow=False))
    assert "series" not in one.record.head


def test_finished_game_links_to_statistics_app(phone):
    one = phone()
    code = one.begin(**NAMES, entry="quick", **{"rule.target": "20"})
    won(one)
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
