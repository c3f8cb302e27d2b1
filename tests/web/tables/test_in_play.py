"""The hand in play on the scorer's page, the watching page and the large screen, compared with
the table of all games in docs/in-play.md."""

from __future__ import annotations

import re
from random import Random

import pytest
import tinyhtml5

from companion import games
from companion.cards import Suit
from companion.engine.record import Record
from companion.testing.evenings import answer, begin
from tests.in_play import PLAYED, contracts, shown, words
from tests.web.phones import golden

pytestmark = pytest.mark.slow
EVENINGS, PAGES, LOOKS = 5, 40, 2
"""Random evenings of a game, their pages, and the pages of one kind checked in each."""


def positions(game, seed):
    """A random evening with random house rules, entered step by step, after each page."""
    chance = Random(f"in play {game.key} {seed}")
    record = begin(game, chance)
    record.head["entry"] = "guided"
    replay = game.replay(record)
    for _ in range(PAGES):
        if replay.pending is None:
            return
        yield replay
        replay = answer(game, record, replay, chance)


def test_each_game_has_a_row_of_known_rules():
    assert sorted(PLAYED) == sorted(games.all_games())
    for key, row in PLAYED.items():
        known = games.find(key).rules.rules
        assert [rule for rule in row.rules if rule not in known] == []


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("key", sorted(PLAYED))
def test_pages_in_play_show_contract_trump_and_leader(key, phone):
    game, row, met = games.find(key), PLAYED[key], 0
    for seed in range(EVENINGS):
        looked: dict[str, int] = {}
        for replay in positions(game, seed):
            asked = {question.key.split()[0] for question in replay.pending.page}
            plays = bool(asked & row.asked) and replay.hand.mode != "quick"
            assert bool(replay.hand.in_play) == plays, asked
            kind = " ".join(sorted(asked))
            looked[kind] = looked.get(kind, 0) + 1
            if not plays or looked[kind] > LOOKS:
                continue
            met += 1
            scorer = phone(replay.record.copy())
            pages = [scorer.get(""), scorer.get("board"), phone(scorer.code).get("")]
            for page in pages:
                compare(
                    row, replay, shown(tinyhtml5.parse(page.text, namespace_html_elements=False))
                )
    assert met or not row.asked


def compare(row, replay, text):
    """Compares the hand in play on a page with the answers and the rules."""
    facts, play = replay.hand.facts, replay.hand.in_play
    if row.trump:
        trump = facts["trump"]
        assert (Suit(trump).symbol if trump != "none" else "NT") in text
    else:
        assert not play.trump
    if row.leader and play.leader:
        leader = replay.table.seating.seat(facts["leader"])
        assert any(f"{leader} {verb}" in text for verb in ("leads", "pitched")), text
    assert bool(row.leader) or not play.leader
    for who, figure in contracts(replay):
        assert f"{who}" in text
        assert figure in text
    assert bool(row.contract) or not play.bidders


@pytest.mark.parametrize("turned", ["H", "BB"])
def test_trump_turned_up_is_shown_while_bidding(turned, phone):
    record = Record.begin("back-alley", ("Ann", "Ben", "Cat", "Dan"))
    record.hands = [{"turn-up": turned, **({"holder": "nobody"} if turned == "BB" else {})}]
    scorer = phone(record)
    for page in (scorer.get(""), scorer.get("board"), phone(scorer.code).get("")):
        body = tinyhtml5.parse(page.text, namespace_html_elements=False)
        text = " ".join(words(body).replace("\ufe0e", "").split())
        assert f"Trump {'♥' if turned == 'H' else 'NT'}" in text


def test_staircase_marks_the_hand_in_play(phone):
    """The sizes of Back Alley's hands go down and up again; other games have no staircase."""
    record = golden("back-alley", 3)
    del record.hands[2]["tricks"]
    scorer = phone(record)
    for page in (scorer.get(""), scorer.get("board"), phone(scorer.code).get("")):
        steps = re.findall(
            r'<rect class="(\w*)" x="\d+" y="\d+" width="3" height="(\d+)"', page.text
        )
        sizes = [int(height) // 2 for _, height in steps]
        assert sizes == [*range(13, 0, -1), *range(1, 14)]
        assert [kind for kind, _ in steps[:4]] == ["past", "now", "", ""]
    record = golden("kaiser", 4)
    del record.hands[3]["tricks"]
    assert 'class="stairs"' not in phone(record).get("").text
