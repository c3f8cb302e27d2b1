"""Another bidder is one tap; the sheet then has the totals that the button has shown."""

from __future__ import annotations

import re

import pytest

from companion import games
from companion.tables.changes import bidder_of
from companion.words import with_minus
from tests.daily import LONG
from tests.finding import match_in
from tests.texts import NELL_BIDS
from tests.web.phones import golden, plain

FEW = 10
"""Number of bidders of an evening tested in an ordinary run, spread over its hands."""
BIDDING = [game for game in games.all_games().values() if game.bids]


@pytest.mark.parametrize("game", BIDDING, ids=lambda game: game.key)
def test_bidder_change_is_one_tap_saved_as_shown(game, phone):
    record, done = golden(game.key), 0
    found = ((hand.number, bidder_of(game, hand)) for hand in game.replay(record).hands)
    every = [(n, each, who) for n, each in found if each for who in each.others]
    was = " : ".join(map(with_minus, game.replay(record).ledger.totals.values()))
    for hand, bidder, who in every if LONG else every[:: -(-len(every) // FEW)]:
        one, path = phone(record), f"amend/{hand}"
        assert f"Bid not by {bidder.who}, but by" in one.words(path)
        page = one.send(path, instead=who.code).text
        if 'id="open"' in page:  # an answer is missing
            assert "New score" not in page
            assert 'class="err"' not in page, "nobody has answered it here"
            continue
        assert 'class="sc ' in page  # the current score, above
        assert 'value="check"' not in page  # the save key has room for it
        said = match_in(r"Correct it\s*<small>(.*?)</small>", page, re.DOTALL)[1]
        one.send(path, do="save")
        now, stands = one.replay, one.record.hands[hand - 1]
        totals = " : ".join(map(with_minus, now.ledger.totals.values()))
        words = f"still {totals}" if was == totals else f"{was} becomes {totals}"
        assert plain(said).strip() == words or len(now.ledger.totals) > 3
        assert bidder.others[who].items() <= {**bidder.others[who], **stands}.items()
        assert not now.refused or now.half_amended
        done += 1
    assert done


def test_a_wrong_bidder_takes_four_taps_at_most(played):
    """Correct this hand, the name, at most one answer that is asked under it, Correct it."""
    played.fill("amend/2", instead="4")  # Quin had bid 7 no-trump, and Nell 8
    words = played.words()
    assert re.search("Quin: bid or pass 7 (NT|no-trump) 8 (NT|no)", words)
    assert words.index(NELL_BIDS) < words.index("Wrong dealer")
    assert '<button class="k' in played.last.text, "a tap answers what is asked"
    played.send("amend/2", **{"a.bid 1": "pass"})
    assert "Quin bid it, not Nell" in played.words()
    played.send("amend/2", do="save")
    hand = played.record.hands[1]
    assert (hand["bid 4"], hand["bid 1"], hand["tricks"]) == ("8 no", "pass", "A 5")
