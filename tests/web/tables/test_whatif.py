"""Variants side by side, and a decision: previewed before saving, stored with name and reason."""

from __future__ import annotations

import re

import pytest

from companion import games, printing
from companion.engine.record import Act
from companion.printing import Journalled
from tests.web.phones import golden, plain

KEY = "failed_contract"
HERE = f"readings/{KEY}"


@pytest.fixture
def evening(phone):
    """A scorer's phone at a table with five hands; the last one, in no-trump, was set."""
    record = golden("kaiser", 5)
    hands, record.hands = record.hands, []
    one = phone(record)
    for number, answers in enumerate(hands, 1):
        one.enter(Act("answer", number, answers))
    return one


def decide(one, value="bid_amount", since=0, **fields):
    return one.fill(HERE, on=f"{HERE}?value={value}&from={since}", **fields)


def test_every_rule_that_changes_evening_is_listed(evening):
    words = evening.words("readings")
    assert "Try other rules on this game" in words
    assert "the bid, doubled in no-trump 36 : −6 1 hand differs" in words
    assert "the points taken 36 : 10 your rule" in words
    head, idle = words.split("Would change nothing so far")
    assert "Passing a card" not in head or "Passing a card" in idle


def test_what_changes_is_shown_before_anybody_decides(evening):
    words = evening.words(f"{HERE}?value=bid_amount")
    assert "Omar & Quin" in words
    assert "−2 −18" in words
    assert "Use this rule the whole evening: 36 : −6" in words
    assert "rule failed_contract" not in evening.record.head


def test_evening_decision_rescores_hands_and_names_decider(evening, store):
    before = evening.seq
    words = plain(decide(evening, by="Pia", word="as at the <b>club</b>").text)
    assert evening.record.head["rule failed_contract"] == "bid_amount"
    assert evening.totals == [36, -6]
    row = store.journal(evening.code)[-1]
    assert (row.seq, row.why) == (before + 1, "as at the <b>club</b>")
    assert row.who.startswith("Pia, phone ")
    assert "Decided at this table 1" in words
    assert "The whole evening, Going down costs: the bid, doubled in no-trump" in words
    assert "as at the <b>club</b>" in words
    assert re.search(r"Pia, \d\d:\d\d", words)
    assert "UTC" not in words
    saved, game = store.saved(evening.code), games.find("kaiser")
    journal = [Journalled(row.act, row.who, "21:14", row.why) for row in saved.rows]
    document = printing.build("sheet", game, replay=game.replay(saved.record), journal=journal,
                              start=saved.start)  # fmt: skip
    page = plain(document.body)
    assert re.search("Decided by the table The whole evening ?, Going down costs", page)
    assert "21:14: “as at the <b>club</b>”" in page


def test_page_of_other_rules_lists_decisions(evening):
    decide(evening, by="Pia")
    for page in ("readings", "house"):
        assert "Decided at this table The whole evening, Going down costs" in evening.words(page)


def test_a_decision_is_undone_like_any_act(evening):
    before = evening.record
    decide(evening)
    assert "Undo the house rule, going down costs" in evening.words("")
    evening.send("undo")
    assert evening.record == before
    assert "Decided at this table" not in evening.get("sheet").text
    evening.fill("redo", on="")
    assert "Decided at this table" in evening.get("sheet").text


def test_decision_can_start_at_next_deal(evening):
    evening.enter(Act("answer", 6, dict([*golden().hands[5].items()][:1])))
    page = evening.words(HERE)
    assert "From this hand hand 6 on From the next deal hand 7 on The whole evening" in page
    decide(evening, since=7)
    assert evening.record.hands[6] == {"@rule failed_contract": "bid_amount"}
    replay = evening.replay
    assert not replay.half_amended
    assert replay.unused == []
    assert replay.hands[5].rules.failed_contract == "trick_value"
    assert "one more answer is needed" not in evening.words("")


def test_evening_decision_overrides_that_of_one_hand(evening):
    decide(evening, since=6)
    decide(evening, value="trick_value", since=0)
    assert evening.record.head["rule failed_contract"] == "trick_value"
    assert not any("@rule failed_contract" in hand for hand in evening.record.hands)


def test_impossible_reading_is_not_decided(evening):
    words = evening.words("readings/dealer_equal?value=no")
    assert "Does not fit the hands played" in words
    assert "Hand 4: 8 is not enough" in words
    assert "decide" not in evening.page.ids
    form = {"seen": evening.seq, "submission": "s", "value": "no", "from": "0"}
    assert evening.post("readings/dealer_equal", form).status_code == 422


def test_invalid_number_is_refused_beside_field(evening):
    page = evening.get("readings/target?other=many")
    assert page.status_code == 200
    assert "“many” is not a value; say" in plain(page.text)
    assert 'value="many"' in page.text


def test_a_target_below_a_total_is_named(evening):
    said = "36 of 20: the next hand can end the game"
    words = evening.words("readings/target?other=20&from=6")
    assert "No hand scored so far would differ." in words
    assert f"Nell & Pia, {said}." in words
    assert said not in evening.words("readings/target?other=40&from=6")
    assert said not in evening.words("")
    link = "readings/target"
    evening.fill(link, on=f"{link}?other=20&from=6")
    assert evening.record.hands[5]["@rule target"] == "20"
    assert f"Nell & Pia, {said}." in evening.words("")


def test_why_shows_readings_and_links_decision(evening):
    words = evening.words("why/5/1")
    assert "the bid, doubled in no-trump" in words
    assert "−18" in words
    link = next(each for each in evening.page.links if f"/{HERE}?value=bid_amount" in each)
    assert "From hand 5 and every hand after it" in evening.words(link)
