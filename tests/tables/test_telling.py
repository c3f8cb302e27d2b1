"""What was entered, in the words of the game: on the undo key, in the log, in the waiting line."""

import json
import re
from html import unescape

import pytest

from companion import games
from companion.record import Act, Record, Transcript
from companion.tables.act_labels import short
from companion.tables.telling import told

WORDS = {
    "back-alley": ("Omar bids 3", "Pia passes", "Nell & Pia: 7 tricks", "Nell & Pia bid 5"),
    "carousel": ("Kim knocked", "Kim has 3♠ left", "Lou has nothing left"),
    "dealers-dilemma": ("Ana takes 9♣", "Ana won trick 1", "The card on top: 4♦"),
    "dilemma": ("Ann plays 9♠", "Ann cannot play"),
    "jo-jotte": ("Ada accepts ♥", "Ben names ♠", "Ben doubles Ada’s ♣", "Ben does not bid nullo",
                 "Ada: 60 trick points", "nobody declared Jo-Jotte", "Ben: a run of 3"),
    "kaiser": ("Omar bids 7", "Pia passes", "trumps are ♦", "Omar & Quin took the 5♥"),
    "leopard": ("Ann plays 5♠", "Ben plays on", "5♠ to Ann 5"),
    "nine-card-don": ("Huw pitches first", "Huw took counters 1"),
    "panguingue": ("Dee drops out", "nobody drops out", "Gil buys in"),
    "scotch-whist": ("10♥ turned up", "Bob captured the 10♥"),
    "shakespeares-dilemma": ("Ada won trick 1", "Di took Galaxy Venus"),
    "tadmur": ("Ben guesses", "Ben plays K", "Ann won the deal"),
    "tribello": ("Ruth draws 5", "♥ turned up"),
    "tres": ("Ann leads Q♠", "Ann won trick 1"),
}  # fmt: skip


@pytest.mark.parametrize("key", games.shelf())
def test_every_game_tells_its_answers_in_its_own_words(key):
    game = games.find(key)
    replay = game.replay(Transcript.read(game.file("evening.txt"), key).record)
    said = {
        short(replay, Act("answer", hand.number, {asked.question.key: asked.text}))
        for hand in replay.hands
        for asked in hand.asked
    }
    assert set(WORDS[key]) <= said


def test_a_side_is_told_in_the_plural():
    table = (
        games.find("nine-card-don")
        .replay(Record.begin("nine-card-don", ["Gwen", "Huw", "Idris", "Jo"]))
        .table
    )
    ask = "Who has most for game?"
    assert told(table, ask, "Gwen & Idris") == "Gwen & Idris have most for game"
    assert told(table, ask, "Huw") == "Huw has most for game"
    assert told(table, "Does Huw bid slam?", "yes") == "Huw bids slam"


def test_the_page_carries_the_words_of_every_answer(tmp_path):
    from companion.store import Store, upgrade
    from companion.web import create_app

    url = f"sqlite:///{tmp_path / 'c.db'}"
    upgrade(url)
    client = create_app(Store(url), data=tmp_path, testing=True).test_client()
    page = client.post("/new/kaiser", data={"do": "begin", "name.1": "Nell", "name.2": "Omar",
                       "name.3": "Pia", "name.4": "Quin"}, follow_redirects=True).text  # fmt: skip
    found = re.search(r'data-told="([^"]+)"', page)
    assert found is not None
    words = json.loads(unescape(found[1]))
    assert words["7"] == "Omar bids 7"
    assert words["pass"] == "Omar passes"
