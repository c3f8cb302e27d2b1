"""Entries in the words of the game: on the undo key, in the log, in the queue."""

import json
import re
from html import unescape

import pytest

from companion import games
from companion.engine.record import Act
from companion.engine.transcript import Transcript
from companion.tables.names import act_named
from companion.testing.evenings import evening

WORDS = {
    "another": ("round 1",),
    "back-alley": ("Omar bids 3", "Pia passes", "Nell & Pia: 7 tricks", "Nell & Pia bid 5"),
    "carousel": ("Kim knocked", "Kim has 3♠ left", "Lou has nothing left"),
    "dealers-dilemma": ("Ana takes 9♣", "Ana won trick 1", "Ana’s card on top: 4♦",
                        "Ana turns up 9♣ 6♥", "Ben bids Easy", "Ben turns over 2♠"),
    "dilemma": ("Ann plays 9♠", "Ann cannot play", "Ann gets a card from Ben", "Ann gives back 3♠"),
    "jo-jotte": ("Ada accepts ♥", "Ben names ♠", "Ben doubles Ada’s ♣", "Ben does not bid nullo",
                 "Ada: 60 trick points", "nobody declared Jo-Jotte", "Ben: a run of 3"),
    "kaiser": ("Omar bids 7", "Pia passes", "trumps are ♦", "Omar & Quin took the 5♥"),
    "leopard": ("Ann plays 5♠", "Ben plays on", "5♠ to Ann 5"),
    "nine-card-don": ("Huw pitches first", "Huw took group 1 of counters"),
    "panguingue": ("Dee drops out", "nobody drops out", "Ben lays 3♦ 3♥ 3♠", "Gil buys in"),
    "scotch-whist": ("10♥ turned up", "Bob captured the 10♥"),
    "shakespeares-dilemma": ("Cy has the 1 of Venus", "Ada won trick 1", "Di took Galaxy Venus"),
    "tadmur": ("Ben guesses", "Ben plays K", "Ann won the game"),
    "tribello": ("Ruth draws 5", "♥ turned up"),
    "tres": ("Ann leads Q♠", "Ann won trick 1", "Ben: no more diamonds"),
}  # fmt: skip


@pytest.mark.parametrize("key", games.all_games())
def test_every_game_describes_answers_in_own_words(key):
    game = games.find(key)
    replay = game.replay(Transcript.read(game.file("evening.txt"), key).record)
    said = {
        act_named(replay, Act("answer", hand.number, {asked.question.key: asked.text}))
        for hand in replay.hands
        for asked in hand.asked
    }
    assert set(WORDS[key]) <= said


def test_page_has_the_words_of_its_keys_only(tmp_path):
    from companion.app import create_app
    from companion.store import Store
    from companion.store.migrate import upgrade

    url = f"sqlite:///{tmp_path / 'c.db'}"
    upgrade(url)
    client = create_app(Store(url), data=tmp_path, testing=True).test_client()
    page = client.post("/new/kaiser", data={"do": "begin", "name.1": "Nell", "name.2": "Omar",
                       "name.3": "Pia", "name.4": "Quin"}, follow_redirects=True).text  # fmt: skip
    found = re.search(r'data-texts="([^"]+)"', page)
    assert found is not None
    words = json.loads(unescape(found[1]))
    assert words["7"] == "Omar bids 7"
    assert words["pass"] == "Omar passes"
    keys = re.findall(r'<button class="k[^>]* name="a.bid 2" value="([^"]+)"', page)
    assert sorted(words) == sorted(keys)


@pytest.mark.kinds
@pytest.mark.parametrize("key", games.all_games())
def test_every_key_of_a_page_can_be_told(key):
    """Every option has words, also one that is not possible or hidden now."""
    game = games.find(key)
    for seed in range(6):
        _, replay = evening(game, seed, 4, 120)
        questions = [asked.question for hand in replay.hands for asked in hand.asked]
        for question in questions + (list(replay.pending.page) if replay.pending else []):
            for option in getattr(question, "answers", ()) if question.kind == "choice" else ():
                assert question.in_words(option.value).strip()
