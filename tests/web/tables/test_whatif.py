"""Readings side by side, and "we play it so": seen before it is saved, kept with who and why."""

from __future__ import annotations

import re

import pytest

from companion import games, printing
from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.printing import Journalled
from tests.web.phones import plain

KEY = "failed_contract"


@pytest.fixture
def evening(store, phone):
    """A scorer's phone at a table with five hands, the last one broken at no trump."""
    record = Transcript.read(games.find("kaiser").file("evening.txt"), "kaiser").record
    stored = store.begin(Record("kaiser", record.head))
    for number, answers in enumerate(record.hands[:5], 1):
        seen = store.seq(stored.code)
        store.act(stored.code, Act("answer", number, answers), seen=seen, submission=f"h{number}")
    one = phone()
    one.code, one.url = stored.code, f"/t/{stored.code}"
    one.get(f"{one.url}/score/{stored.key}")
    one.first = dict([next(iter(record.hands[5].items()))])
    return one


def decide(phone, value="bid_amount", since=0, **fields):
    phone.get(f"{phone.url}/readings/{KEY}?value={value}&from={since}")
    return phone.send(f"{phone.url}/readings/{KEY}", **fields)


def test_every_house_rule_that_would_change_the_evening_is_listed(evening):
    words = plain(evening.get(f"{evening.url}/readings").text)
    assert "What if we played it another way?" in words
    assert "the bid, doubled in no-trump 36 : −6 1 hand differs" in words
    assert "the points taken 36 : 10 your rule" in words
    head, idle = words.split("Would change nothing so far")
    assert "Passing a card" not in head or "Passing a card" in idle


def test_what_changes_is_shown_before_anybody_decides(evening, store):
    words = plain(evening.get(f"{evening.url}/readings/{KEY}?value=bid_amount").text)
    assert "Omar & Quin" in words
    assert "−2 −18" in words
    assert "We play it so the whole evening: 36 : −6" in words
    assert "rule failed_contract" not in store.table(evening.code).record.head


def test_a_decision_for_the_whole_evening_scores_every_hand_again(evening, store):
    before = store.seq(evening.code)
    decide(evening, by="Pia", word="as at the club")
    record = store.table(evening.code).record
    assert record.head["rule failed_contract"] == "bid_amount"
    assert list(games.find("kaiser").replay(record).ledger.totals.values()) == [36, -6]
    row = store.journal(evening.code)[-1]
    assert (row.seq, row.why) == (before + 1, "as at the club")
    assert row.who.startswith("Pia, phone ")


def test_the_sheet_says_who_decided_when_and_why(evening, store):
    reply = decide(evening, by="Pia", word="as at the <b>club</b>")
    words = plain(reply.text)
    assert "Decided at this table 1" in words
    assert "The whole evening, Going down costs: the bid, doubled in no-trump" in words
    assert "as at the <b>club</b>" in words
    assert re.search(r"Pia, \d\d:\d\d", words)
    assert "UTC" not in words


def test_a_decision_is_undone_like_any_act(evening, store):
    before = store.table(evening.code).record
    decide(evening)
    evening.get(evening.url)
    assert "Undo the house rule, going down costs" in plain(evening.last.text)
    evening.send(f"{evening.url}/undo")
    assert store.table(evening.code).record == before
    assert "Decided at this table" not in evening.get(f"{evening.url}/sheet").text
    evening.get(evening.url)
    evening.send(f"{evening.url}/redo")
    assert "Decided at this table" in evening.get(f"{evening.url}/sheet").text


def test_a_decision_can_hold_from_the_next_deal_while_a_hand_is_played(evening, store):
    seen = store.seq(evening.code)
    store.act(evening.code, Act("answer", 6, evening.first), seen=seen, submission="open")
    page = plain(evening.get(f"{evening.url}/readings/{KEY}").text)
    assert "From this hand hand 6 on From the next deal hand 7 on The whole evening" in page
    decide(evening, since=7)
    record = store.table(evening.code).record
    assert record.hands[6] == {"@rule failed_contract": "bid_amount"}
    replay = games.find("kaiser").replay(record)
    assert not replay.half_amended
    assert replay.strays == []
    assert replay.hands[5].rules.failed_contract == "trick_value"
    assert "half amended" not in evening.get(evening.url).text


def test_the_whole_evening_takes_back_what_one_hand_had_decided(evening, store):
    decide(evening, since=6)
    decide(evening, value="trick_value", since=0)
    record = store.table(evening.code).record
    assert record.head["rule failed_contract"] == "trick_value"
    assert not any("@rule failed_contract" in hand for hand in record.hands)


def test_a_reading_that_the_evening_cannot_stand_is_not_decided(evening, store):
    url = f"{evening.url}/readings/dealer_equal"
    words = plain(evening.get(f"{url}?value=no").text)
    assert "Cannot be carried through" in words
    assert "Hand 4: 8 is not enough" in words
    assert "decide" not in evening.page.ids
    form = {"seen": store.seq(evening.code), "submission": "s", "value": "no", "from": "0"}
    assert evening.post(url, form).status_code == 422


def test_a_number_that_is_none_is_refused_beside_its_field(evening):
    page = evening.get(f"{evening.url}/readings/target?other=many")
    assert page.status_code == 200
    assert "“many” is not a value; say" in plain(page.text)
    assert 'value="many"' in page.text


def test_why_gives_this_hand_under_each_reading_and_leads_to_the_decision(evening):
    page = evening.get(f"{evening.url}/why/5/1")
    words = plain(page.text)
    assert "the bid, doubled in no-trump" in words
    assert "−18" in words
    links = [link for link in evening.page.links if f"/readings/{KEY}?value=bid_amount" in link]
    assert "From hand 5 and every hand after it" in plain(evening.get(links[0]).text)


def test_the_filled_sheet_prints_the_decision(evening, store):
    decide(evening, by="Pia", word="as at the club")
    saved = store.saved(evening.code)
    journal = [Journalled(row.act, row.who, "21:14", row.why) for row in saved.rows]
    game = games.find("kaiser")
    document = printing.build("sheet", game, replay=game.replay(saved.record), journal=journal,
                              start=saved.start)  # fmt: skip
    page = plain(document.body)
    assert "Decided by the table The whole evening , Going down costs" in page.replace(
        "evening,", "evening ,"
    )
    assert "21:14: “as at the club”" in page
