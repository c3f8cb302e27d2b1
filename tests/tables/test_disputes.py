"""The disputes offered in each state of a table, and their known facts."""

from __future__ import annotations

from companion.engine.game import Enquiry, Ruling
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.tables.disputes import disputes, known, last_scored


def test_enquiry_specific_fact_precedes_plain_fact():
    enquiry = Enquiry("trick", "Who wins?", lambda desk: Ruling("", ()), ())
    hand = all_games()["kaiser"].replay(Record.begin("kaiser", ["Ann", "Bo", "Cy", "Di"])).hands[0]
    hand.facts = {"cards": "5", "trick.cards": "KS", "bid.cards": "6", "trump": "H"}
    assert known(enquiry, hand) == {"cards": "KS", "trump": "H"}


def test_disputed_bid_has_previous_bid_filled_in():
    game = all_games()["kaiser"]
    script = "players: Nell, Omar, Pia, Quin\ndealer: Nell\nhand 1\nbid Omar: 7; bid Pia: pass"
    replay = game.replay(Transcript.read(script, game.key).record)
    bid = next(each for each in disputes(replay) if each.enquiry.key == "bid")
    assert (bid.known, bid.asks) == ({"high": "7", "who": "another player"}, "call")
    assert bid.ruling is None


def test_after_a_hand_its_own_facts_are_disputed():
    game = all_games()["scotch-whist"]
    script = """players: Ann, Bob
dealer: Ann
hand 1
turn-up: 8H
cards: 20 16
10: Ann; J: Bob; Q: Ann; K: Ann; A: Bob"""
    replay = game.replay(Transcript.read(script, game.key).record)
    assert last_scored(replay) is replay.hands[0]
    race = next(each for each in disputes(replay) if each.enquiry.key == "race")
    assert race.ruling
    assert race.known["cards"] == "20 16"
