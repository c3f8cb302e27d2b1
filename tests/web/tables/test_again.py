"""Earlier bids of the running hand are changed from the table, with the preview of every change."""

import re

import pytest

from companion.engine.record import Act, Record
from tests.texts import PIA_BIDS
from tests.web.phones import Phone, plain

LINK = re.compile(r'<a href="(/t/[A-Z]{6}/amend/\d+/[^"]+)">')
KEY = re.compile(r'<(?:button|a) class="k ([^"]*)"[^>]*?(?: value="([^"]*)")?>')


@pytest.fixture
def bidding(scorer):
    """A Kaiser table: Omar bids 7, Pia 8, Quin is asked."""
    scorer.enter(Act("answer", 1, {"bid 2": "7", "bid 3": "8"}))
    return scorer


def test_each_running_bid_links_its_question(bidding):
    links = LINK.findall(bidding.get("").text)
    assert [link.rpartition("/")[2] for link in links] == ["bid%202", "bid%203"]
    text = bidding.get(links[1]).text
    assert "Change Pia’s 8" in plain(text)
    chosen = [value for look, value in KEY.findall(text) if " on" in look]
    assert chosen == ["8"]
    # Only bids of that turn: earlier bids are struck out.
    assert len(re.findall(r'class="k cannot', text)) == 3


def test_changed_bid_is_shown_before_saving(bidding):
    seq = bidding.seq
    bidding.get("amend/1/bid 3")
    bidding.fill("amend/1", **{"a.bid 3": "9"})
    assert "Pia bids 9 instead of: Pia bids 8" in bidding.words()
    assert bidding.seq == seq
    page = bidding.send("amend/1", do="save")
    assert page.request.path == f"/t/{bidding.code}"
    assert bidding.record.hands[0] == {"bid 2": "7", "bid 3": "9"}


def test_a_bid_that_becomes_impossible_is_asked_again(bidding):
    bidding.get("amend/1/bid 2")
    bidding.fill("amend/1", **{"a.bid 2": "9"})
    assert "1 answer falls away. The next question: Pia: bid or pass." in bidding.words()
    assert "Go on" not in bidding.words()  # it is asked at the table
    bidding.send("amend/1", do="save")
    assert bidding.record.hands[0] == {"bid 2": "9"}
    assert bidding.replay.pending.title == PIA_BIDS


def test_a_changed_bid_names_the_next_question(phone):
    """Answers that fall away need not be asked again: the first bidder of Jo-Jotte accepts."""
    scorer = phone()
    scorer.take(scorer.store.begin(Record.begin("jo-jotte", ("Ann", "Ben"), entry="guided")))
    answers = {"upcard": "9H", "first 2": "pass", "first 1": "pass", "second 2": "S"}
    scorer.enter(Act("answer", 1, answers))
    scorer.get("amend/1/first 2")
    scorer.fill("amend/1", **{"a.first 2": "accept"})
    words = scorer.words()
    assert "Ben accepts ♥ instead of: Ben passes" in words
    assert "2 answers fall away. The next question:" in words
    assert "asked again" not in words
    assert "Ben: name another suit or no-trump, or pass: ♠ kept in case it is asked" in words
    scorer.send("amend/1", do="save")
    assert scorer.replay.pending.title in words


def test_bids_can_be_changed_during_play(scorer):
    answers = {"bid 2": "7", "bid 3": "rest pass", "trump": "D"}
    scorer.enter(Act("answer", 1, answers))
    page = scorer.get("").text
    assert "inplay" in page
    assert [link.rpartition("/")[2] for link in LINK.findall(page)] == ["bid%202", "bid%203"]


@pytest.mark.parametrize("path", ["amend/1/bid 4", "amend/1/trump", "amend/2/bid 2"])
def test_only_a_given_bid_can_be_changed(bidding, path):
    assert bidding.get(path).status_code == 404


def test_watchers_cannot_change_a_bid(bidding, app):
    watcher = Phone(app, bidding.code)
    assert not LINK.findall(watcher.get("").text)
    assert watcher.get("amend/1/bid 2").status_code in (302, 303, 403)
