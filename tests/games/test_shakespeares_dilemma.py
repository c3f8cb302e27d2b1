"""Shakespeare's Dilemma: packs and deals by number, the winner of a trick, the sheet."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.games.shakespeares_dilemma.facts import (
    DEALS,
    RANKS,
    SUITS,
    FirstLead,
    Running,
    named,
    winner,
)
from companion.questions import Refused
from companion.seating import Seating
from tests.games.written import game_of, golden, replayed
from tests.replays import options, page

GAME = game_of("shakespeares-dilemma")


@pytest.mark.parametrize(("players", "cards"), [(3, 60), (4, 56), (5, 60), (6, 60)])
def test_the_pack_of_a_number_of_players(players, cards):
    deal = DEALS[players]
    assert len(deal.pack) == cards
    assert deal.tricks * players + (15 if players == 3 else 0) == cards


def test_every_card_beats_those_below_it():
    pack = [named(rank, suit) for suit in SUITS for rank in RANKS]
    assert all(winner([low, high]) == 1 for high, low in pairwise(pack))


def test_the_sheet_names_who_doubles_by_its_letter():
    replay = golden(GAME)
    cells = replay.hands[0].cells
    assert [cells[f"doubler {seat}"] for seat in "1234"] == ["–", "V", "S", "–"]


def test_revoke_is_announced_where_it_costs_hand():
    text = """players: Ada, Bo, Cy, Di
rules: revoke offender_zero
entry: quick
hand 1
tricks: 6 5 3 0; Galaxy Venus: Bo; Galaxy Saturn: Cy
revoke: """
    told = {}
    for name in ("Bo", "nobody"):
        replay = replayed(GAME, text + name)
        told[name] = [tell.words for tell in replay.hands[0].tells]
    words = "Bo revoked and scores nothing for the hand."
    assert words in told["Bo"]
    assert not any("revoked" in each for each in told["nobody"])


def test_last_hand_names_who_reached_target():
    replay = golden(GAME)
    told = [
        any(tell.words == "Bo has reached 100." for tell in hand.tells) for hand in replay.hands
    ]
    assert told == [False] * (len(told) - 1) + [True]


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        ("6 5 3 0", "Di scores most, 14 with no tricks"),
        ("0 4 6 4", "Ada scores most, 14 with no tricks"),
        ("4 4 6 0", "Di scores most, 14 with no tricks"),
        ("4 3 4 3", "Cy scores most, 8 with 4 tricks"),
        ("8 4 1 1", "Ada and Bo score most, 8 each"),
    ],
)
def test_a_hand_is_called_by_who_scores_most(tricks, words):
    text = f"""players: Ada, Bo, Cy, Di
entry: quick
hand 1
tricks: {tricks}; Galaxy Venus: Bo; Galaxy Saturn: Cy"""
    replay = replayed(GAME, text)
    assert replay.hands[0].summary == words


def test_venus_cards_that_lie_aside_cannot_fall_later():
    head = "players: Ada, Bo, Cy\ndealer: Cy\nentry: cards\nhand 1\n"
    passed = "widow 1 bid 1: pass; widow 1 bid 2: pass; widow 1 bid 3: pass\n"
    lowest = "one of Venus: nobody; lowest Venus: Bo\ntrick 1: 3-V 4-V 5-V\n"
    for text in (
        f"{lowest}trick 2: 2-V 6-V 7-V",
        "one of Venus: nobody; lowest Venus: nobody\ntrick 1: 1-E 2-E 3-E\ntrick 2: 2-V 5-E 4-E",
    ):
        replay = replayed(GAME, head + passed + text)
        (refusal,) = replay.refused
        assert (refusal.code, refusal.key) == ("card_gone", "trick 2")
        assert "lies aside" in refusal.message


@pytest.mark.parametrize(
    ("lead", "led", "aside"),
    [
        ("none", "", "Galaxy Sun Moon 7 6 5 4 3 2 1"),
        ("one", "", ""),
        ("one", "1", ""),
        ("lowest", "", "1"),
        ("lowest", "4", "3 2 1"),
        ("any", "", "1"),
        ("any", "4", "1"),
    ],
)
def test_which_venus_cards_cannot_be_in_play(lead, led, aside):
    first = FirstLead(Seating(["Ada", "Bo", "Cy"]).seats[0], lead)
    pack = list(DEALS[3].pack)
    found = first.aside(pack, named(led, "Venus") if led else None)
    assert found == [named(rank, "Venus") for rank in aside.split()]


@pytest.mark.parametrize(
    ("lead", "card", "why"),
    [
        ("one", "1 Venus", ""),
        ("one", "2 Venus", "Ada has the 1 of Venus and must lead it, not the 2-V."),
        ("lowest", "2 Venus", ""),
        ("lowest", "2 Mars", "Ada must lead the lowest Venus card, not the 2-M."),
        ("any", "2 Mars", ""),
    ],
)
def test_which_card_opens_the_first_trick(lead, card, why):
    first = FirstLead(Seating(["Ada", "Bo", "Cy"]).seats[0], lead)
    assert first.refusal(named(*card.split())) == why


def test_doubler_is_shown_with_its_winner():
    ada, bo, _ = Seating(["Ada", "Bo", "Cy"]).seats
    running = Running(DEALS[3], FirstLead(ada, "one"), {}, {"Venus": ada, "Saturn": bo})
    assert (running.galaxies(ada), running.galaxies(bo)) == (["Venus"], ["Saturn"])


@pytest.mark.parametrize(("house", "bids", "least"), [("1", "", 1), ("5", "", 5), ("2", "7", 8)])
def test_widow_bid_must_exceed_the_last(house, bids, least):
    called = f"; widow 1 bid 2: {bids}" if bids else ""
    text = f"players: Ada, Bo, Cy\ndealer: Ada\nrules: widow_min {house}\nhand 1\n{called[2:]}"
    replay = replayed(GAME, text)
    shown = [(each.text, bool(each.refusal), each.hidden) for each in options(replay)]
    low = [(str(least - 1), True, False)]
    high = [(str(n), False, False) for n in range(least, least + 15)]
    assert shown == [*low, *high, ("pass", False, False)]
    assert f"say {least} or more, or pass" in str(options(replay)[0].refusal)
    (question,) = page(replay)
    assert options(replay)[-1].hint == (f"Bo pays {bids}" if bids else "")
    taken = [str(least), "9999", "pass"]
    for text in [*taken, str(least - 1), "0", "10000", f"0{least}", "٣", "x", ""]:
        assert read(question, text) == (text if text in taken else None)


@pytest.mark.parametrize(
    ("timing", "calls", "said"),
    [
        (
            "before_pass",
            {"2": "3", "3": "pass", "1": "pass"},
            ["Bo bids 3", "Cy passes", "Ada passes",
             "You bid for the widow before the pass.",
             "Bo pays 3, lays the dealt hand aside unseen and takes the widow."],
        ),
        (
            "after_pass",
            {"2": "pass", "3": "pass", "1": "pass"},
            ["Bo passes", "Cy passes", "Ada passes",
             "You bid for the widow after the pass.",
             "All three pass: the widow stays aside and nobody pays."],
        ),
    ],
)  # fmt: skip
def test_the_auction_for_the_widow_is_told(timing, calls, said):
    bids = "; ".join(f"widow 1 bid {seat}: {call}" for seat, call in calls.items())
    head = f"players: Ada, Bo, Cy\ndealer: Ada\nrules: widow_timing {timing}\nhand 1\n"
    hand = replayed(GAME, head + bids).hands[0]
    told = [tell.words for tell in hand.tells if tell.rule in ("SHK-R4", "SHK-R7", "SHK-WIDOW")]
    assert [each.sentence for each in hand.asked] + told == said


def read(question, text):
    try:
        return question.parse(text)
    except Refused:
        return None


@pytest.mark.parametrize("count", [4, 5, 6])
def test_tricks_without_galaxy_ask_for_fallen_doublers(count):
    """Every card is dealt: no forgotten tap lets a doubler vanish."""
    names = ", ".join(["Ada", "Bo", "Cy", "Di", "Ed", "Flo"][:count])
    taps = "".join(f"trick {n}: Ada\n" for n in range(1, DEALS[count].tricks + 1))
    text = f"players: {names}\nhand 1\none of Venus: Ada\n{taps}"
    replay = replayed(GAME, text)
    assert not replay.hands[0].over
    assert [question.key for question in replay.pending.page] == ["Galaxy Venus"]
