"""Another bidder is one tap; what the button then says is what the sheet has once it is saved."""

from __future__ import annotations

import os
import re

import pytest
from werkzeug.datastructures import MultiDict

from companion import games
from companion.engine.transcript import Transcript
from companion.tables.changes import bidder_of
from companion.words import with_minus
from tests.finding import match_in
from tests.web.phones import plain

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
FEW = 10
"""Bidders of an evening that are tried in an ordinary run, spread over its hands."""
BIDDING = [game for game in games.shelf().values() if game.bids]


def send(one, path, **fields):
    """The form of the page last shown with every box as it stands, as a browser sends it."""
    data = MultiDict(one.page.forms[path])
    for name, text in fields.items():
        data.setlist(name, [text])
    return one.post(path, data, follow_redirects=True)


@pytest.mark.parametrize("game", BIDDING, ids=lambda game: game.key)
def test_another_bidder_is_one_tap_and_saved_as_shown(game, store, phone):
    record = Transcript.read(game.file("evening.txt"), game.key).record
    one, done = phone(), 0
    found = ((hand.number, bidder_of(game, hand)) for hand in game.replay(record).hands)
    every = [(n, each, who) for n, each in found if each for who in each.others]
    for hand, bidder, who in every if LONG else every[:: -(-len(every) // FEW)]:
        stored = store.begin(record, game.edition)
        path = f"/t/{stored.code}/amend/{hand}"
        one.get(f"/t/{stored.code}/score/{stored.key}")
        one.get(path)
        assert f"It was not {bidder.who}, but" in plain(one.last.text)
        send(one, path, instead=who.code)
        if 'id="open"' in one.last.text:  # an answer is missing
            assert "What will be saved" not in one.last.text
            assert 'class="err"' not in one.last.text, "nobody has answered it here"
            continue
        assert 'class="sc ' in one.last.text  # the score as it stands, above
        assert 'value="check"' not in one.last.text  # the key that saves has the room
        said = match_in(r"Correct it\s*<small>(.*?)</small>", one.last.text, re.DOTALL)[1]
        send(one, path, do="save")
        now = game.replay(store.table(stored.code).record)
        was, totals = (
            " : ".join(map(with_minus, each.ledger.totals.values()))
            for each in (game.replay(record), now)
        )
        words = f"still {totals}" if was == totals else f"{was} becomes {totals}"
        assert plain(said).strip() == words or len(now.ledger.totals) > 3
        stands = store.table(stored.code).record.hands[hand - 1]
        assert bidder.others[who].items() <= {**bidder.others[who], **stands}.items()
        assert not now.refused or now.half_amended
        done += 1
    assert done


def test_a_wrong_bidder_takes_four_taps_at_most(played, store):
    """Correct this hand, the name, at most one answer that is asked under it, Correct it."""
    path = f"/t/{played.code}/amend/2"
    played.get(path)
    send(played, path, instead="4")  # Quin had bid 7 no-trump, and Nell 8
    words = plain(played.last.text)
    assert re.search("Quin: bid or pass 7 no(-trump)? 8 no", words)
    assert words.index("Nell: bid or pass") < words.index("Wrong dealer")
    assert '<button class="k' in played.last.text, "a tap answers what is asked"
    send(played, path, **{"a.bid 1": "pass"})
    assert "It was Quin, not Nell" in plain(played.last.text)
    send(played, path, do="save")
    hand = store.table(played.code).record.hands[1]
    assert (hand["bid 4"], hand["bid 1"], hand["tricks"]) == ("8 no", "pass", "A 5")
