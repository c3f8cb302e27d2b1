"""Panguingue beyond its examples: properties of every meld, and evenings full of melds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.cards import Card
from companion.engine.record import Record
from companion.engine.table import Pending, Replay
from companion.games.panguingue.facts import (
    ALL,
    CARDS,
    CONDITIONS,
    Collected,
    Deck,
    Meld,
    deck,
    is_meld,
    least_cards,
    ordered,
)
from companion.games.panguingue.house import House
from companion.games.panguingue.melds import (
    completions,
    fitting,
    grown,
    loans,
    meld,
    missing,
    next_cards,
    no_meld,
    part,
    parts,
    some_melds,
    without,
)
from companion.games.panguingue.score import (
    each_pays,
    for_adding,
    for_borrowing,
    for_laying,
    for_out,
)
from companion.questions import Refused
from companion.testing.evenings import NAMES, Supplied, scored_hands
from companion.testing.test_ways import same
from tests.games.written import game_of, replayed
from tests.replays import ruled

GAME = game_of("panguingue")
RULES = ruled(GAME, House, {})

card = st.sampled_from(CARDS.cards)
handful = st.lists(card, min_size=1, max_size=ALL).map(ordered)
some_meld = st.sampled_from(some_melds(ALL)).map(
    lambda text: meld(tuple(CARDS.parse(code) for code in text.split()))
)


@st.composite
def long_meld(draw: st.DrawFn) -> Meld:
    """A meld that has grown by cards that fit."""
    found = draw(some_meld)
    for _ in range(draw(st.integers(0, 7))):
        fits = next_cards(found)
        if not fits or len(found) == ALL:
            break
        after = grown(found, (draw(st.sampled_from(fits)),))
        assert after
        found = after
    return found


@given(handful)
def test_non_melds_are_refused_with_a_reason(cards):
    if is_meld(cards):
        assert meld(cards).cards == cards
    else:
        with pytest.raises(Refused, match=r"\w"):
            meld(cards)
        assert no_meld(cards).rule in GAME.rules.rules


@given(long_meld())
@settings(deadline=None)
def test_spread_pays_the_same_card_by_card(whole):
    if whole.kind == "rope" or (whole.kind == "several" and not whole.conditions):
        return
    first = next(
        three
        for three in (ordered(p) for p in _threes(whole))
        if is_meld(three) and meld(three).kind == whole.kind
    )
    base, paid = meld(first), each_pays(for_laying(meld(first), RULES))
    for more in without(whole, first):
        after = grown(base, (more,))
        assert after
        paid += each_pays(for_adding(base, after, RULES))
        base = after
    assert base is whole
    assert each_pays(for_laying(whole, RULES)) == paid


def _threes(whole: Meld) -> list[tuple[Card, ...]]:
    cards = whole.cards
    size = range(len(cards))
    return [(cards[a], cards[b], cards[c]) for a in size for b in size for c in size if a < b < c]


@given(long_meld())
@settings(deadline=None, max_examples=60)
def test_borrowed_cards_leave_and_make_melds(whole):
    for space in range(3):
        for taken in loans(whole, space):
            rest = parts(without(whole, taken))
            assert rest
            assert Counter(c for each in rest for c in each.cards) + Counter(taken) == Counter(
                whole.cards
            )
            assert missing(taken) <= space
            assert completions(taken, space)


@given(long_meld())
@settings(deadline=None)
def test_split_pays_same_whichever_half_is_new(whole):
    if len(whole) != 6:
        return
    for taken in loans(whole, 0):
        rest = parts(without(whole, taken))
        if len(rest) == 1 and len(taken) == 3:
            one = for_borrowing(whole, taken, (), rest, RULES)
            other = for_borrowing(whole, rest[0].cards, (), parts(taken), RULES)
            assert each_pays(one) == each_pays(other)


@given(long_meld())
def test_house_rules_only_lower_payments(whole):
    full = each_pays(for_laying(whole, RULES))
    for key, value in (
        ("big_meld", "once"), ("rope_extension_pays", "no"), ("valle_layoff", "reduced"),
    ):  # fmt: skip
        assert each_pays(for_laying(whole, ruled(GAME, House, {key: value}))) <= full
    again = ruled(GAME, House, {"out_again": "with_layoffs"})
    assert each_pays(for_out([whole], RULES)) <= each_pays(for_out([whole], again))


# -- evenings in which melds are made ------------------------------------------------------------


ACTS = ("lay", "lay", "add", "borrow", "force", "turn", "other")


def busy(
    players: int, events: int, seed: int, rules: dict[str, str], acts: Sequence[str] = ACTS
) -> Replay:
    """An evening of players who do these acts if they can, and go out with eleven."""
    chance, pages = random.Random(seed), count()
    record = Record.begin(GAME.key, NAMES[:players], 1, rules)
    drawn = Supplied(record, chance, lambda page: next(pages) < events, partial(wished, acts))
    return GAME.replay(record, drawn)


def wished(acts: Sequence[str], page: Pending, chance: random.Random) -> dict[str, str]:
    """Answers to a page; the next event is one of these acts or the end, if possible."""
    found: dict[str, str] = {}
    for place in range(len(page.page)):
        question = page.page_for(found)[place]
        if question.off or question.decided:
            continue
        text = question.sample(chance.randrange)
        if question.key == "drops":
            text = "none"
        elif question.key.startswith("event"):
            legal = [o for o in question.answers if not o.refusal and not o.hidden]  # type: ignore[attr-defined]
            wish = chance.choice(acts)
            able = [o for o in legal if o.value.what in ("out", wish)]
            text = chance.choice(able or [o for o in legal if o.value.what != "else"]).text
        found[question.key] = text
    return found


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {}),
        (7, {"borrow_to_extend": "yes", "ak_mixed_layoff": "yes", "out_again": "with_layoffs"}),
        (15, {"packs": "5", "force_scope": "table_or_hand", "complete_and_extend": "once"}),
        (4, {"stack": "6", "short_stack": "buy_in_first", "claim": "on_request"}),
        (5, {"packs": "5", "spades_out": "yes", "split_tops": "yes", "foul": "redeal"}),
    ],
)
def test_a_busy_evening_holds(players, rules):
    replay = busy(players, 170, players, rules)
    assert list(GAME.holds(replay) if GAME.holds else []) == []
    assert replay.unused == []
    seen = Counter(event.cells["event"] for hand in replay.hands for event in hand.events)
    assert {"lay", "add", "borrow", "out"} <= set(seen)
    told = {each.question.key.split()[0]: each.sentence for h in replay.hands for each in h.asked}
    assert {"drops", "event", "cards"} <= set(told)
    assert all(words and "None" not in words for words in told.values())
    again = GAME.replay(Record.from_json(replay.record.json()))
    assert list(again.ledger.totals.values()) == list(replay.ledger.totals.values())


def test_pot_equals_payments_in_minus_out():
    record = Record.begin(GAME.key, ["Ana", "Ben", "Cruz", "Dee"], 1)
    record.put(1, {"drops": "Dee", "event 1": "Ana lay", "cards 1": "3S 3H 3D"})
    replay = GAME.replay(record)
    assert [event.cells["pot"] for event in replay.hands[0].events] == ["4", "6", "6"]
    assert [event.cells["check"] for event in replay.hands[0].events] == ["400"] * 3


def test_the_page_shows_what_going_out_would_bring():
    record = Record.begin(GAME.key, ["Ana", "Ben", "Cruz"], 1)
    record.put(1, {"drops": "none", "event 1": "Ben lay", "cards 1": "7C 7D 7H"})
    replay = GAME.replay(record)
    rows = replay.hand.panels["Players"].rows
    assert [row[1:] for row in rows] == [
        ("0/11", "98", "+5"),
        ("3/11", "101", "+7"),
        ("0/11", "98", "+5"),
    ]


@pytest.mark.parametrize("cards", ["2C 2C", "KH KS", "4D 5D", "7S", ""])
def test_fewer_than_three_cards_are_no_meld(cards):
    assert not is_meld(tuple(Card.parse(card) for card in cards.split()))


@pytest.mark.parametrize(
    ("base", "taken", "words"),
    [
        ("4D 5D 6D", "5D", "Taking the 5 leaves 4-6, which is not a meld."),
        ("4D 5D 6D", "4D 5D 6D", "Taking the 4-5-6 leaves nothing of the meld."),
        ("5S 5H 5D", "5D", "Taking the 5♦ leaves 5♥ 5♠, which is not a meld."),
        ("4D 5D 6D", "7D", "7♦ is more than 4-5-6♦ has."),
    ],
)
def test_impossible_loan_says_what_it_leaves(base, taken, words):
    cards, gone = (tuple(ordered(map(Card.parse, text.split()))) for text in (base, taken))
    with pytest.raises(Refused) as refused:
        part(meld(cards), gone)
    assert refused.value.message == words


# -- corrections, and the facts kept afterwards ---------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_legal_answers_work_after_an_amended_meld(seed):
    chance = random.Random(seed)
    record = busy(3, 25, seed, {}).record
    amended, laid = max(
        (number, keys)
        for number, hand in enumerate(record.hands, 1)
        if (keys := [key for key in hand if key.startswith("cards")])
    )
    record.put(amended, {chance.choice(laid): chance.choice(some_melds(4))})
    for _ in range(60):
        replay = GAME.replay(record)
        if not replay.refused:
            break
        for question in replay.pending.page:
            texts = [question.sample(chance.randrange) for _ in range(6)]
            for text in texts:
                record.put(amended, {question.key: text})
                after = GAME.replay(record)
                assert question.key not in [each.key for each in after.refused], text
    else:
        pytest.fail("the table still asks for answers after sixty of them")


def test_hand_entered_later_matches_event_entry():
    events = """players: Ana, Ben, Cruz
hand 1
drops: Cruz
event 1: Ana lay; cards 1: 5S 5S 5S 5S
event 2: Ben lay; cards 2: 4H 5H 6H
event 3: Ben add; cards 3: AH 2H 3H
event 4: Ana add; cards 4: 5S
event 5: Ana lay; cards 5: JD QD KD
event 6: Ana lay; cards 6: 2C 2D 2H
event 7: Ana out
"""
    afterwards = """players: Ana, Ben, Cruz
entry: quick
hand 1
drops: Cruz
collected 1: Ana; condition 1: valle spades; further 1: 2
collected 2: Ben; condition 2: low; further 2: 0
collected 3: Ana; condition 3: high; further 3: 0
collected 4: nobody
out: Ana; held: 1 3
"""
    for rules in ({}, {"out_again": "with_layoffs"}, {"valle_layoff": "reduced"},
                  {"claim": "on_request"}, {"rope_extension_pays": "no"}):  # fmt: skip
        found = []
        for text in (events, afterwards):
            house = ", ".join(f"{key} {value}" for key, value in rules.items())
            told = text.replace("hand 1", f"rules: {house}\nhand 1")
            if rules.get("claim") and text is events:
                told += "".join(f"claim {n}: yes\n" for n in (1, 3, 4, 5))
            replay = replayed(GAME, told)
            assert [replay.refused, replay.hands[0].over] == [[], True], rules
            found.append(list(replay.ledger.totals.values()))
        assert found[0] == found[1], rules


def test_unchanged_result_page_scores_like_events():
    """Without loans all collected conditions are on the table at the end, and preselected."""
    tried = 0
    for seed in range(6):
        replay = busy(3 + seed % 3, 120, seed, {}, ("lay", "lay", "add", "turn"))
        for hand in scored_hands(replay):
            if hand.events[-1].cells["event"] == "out":
                tried += same(GAME, replay.record, replay, hand)["guided", "quick"]
    assert tried > 20


@pytest.mark.parametrize(
    ("further", "extend", "cards"),
    [([], False, 0), ([0], False, 3), ([8], False, 11), ([8, 8], False, 14), ([8, 8], True, 11),
     ([8, 0], False, 11), ([2, 2], False, 8), ([0, 0, 0], True, 9), ([1, 2, 0, 0], False, 12)],
)  # fmt: skip
def test_conditions_held_need_so_many_cards_at_least(further, extend, cards):
    side = GAME.replay(Record.begin(GAME.key, ["Ana", "Ben"], 1)).table.sides[0]
    held = [Collected(n, side, CONDITIONS["valle"], each) for n, each in enumerate(further, 1)]
    assert least_cards(held, extend) == cards


def test_next_deal_reports_unbalanced_adjustment():
    record = Record.begin(GAME.key, ["Ana", "Ben", "Cruz"], 1)
    record.put(1, {"drops": "1 3", "@adjust 1": "1 -3 agreed"})
    found = []
    for more in ({}, {"@adjust 2": "2 +3 agreed"}):
        record.put(1, more)
        words = [tell.words for tell in GAME.replay(record).hands[-1].tells]
        found.append([each[:19] for each in words if "missing" in each])
    assert found == [["3 chips are missing"], []]


@pytest.mark.parametrize("spades_out", ["no", "yes"])
def test_pack_sizes_follow_the_house_rules(spades_out):
    out = spades_out == "yes"
    cards = deck(GAME.rules.chosen({"packs": "5", "spades_out": spades_out}))
    assert cards.size == 200 - 10 * out
    assert cards.copies(Card.parse("3S")) == 5 - out
    assert cards.copies(Card.parse("3H")) == 5
    assert cards.stock_left(4) == 159 - 10 * out
    assert CONDITIONS["valle spades"].most(cards) == 5 - out
    assert CONDITIONS["suit"].most(cards) == 5
    assert CONDITIONS["low"].most(cards) == 10


def test_cards_laid_never_exceed_the_packs():
    cards = Deck(5, spades_out=True)
    three, spade = Card.parse("3H"), Card.parse("3S")
    assert cards.missing([three] * 5, {}) is None
    assert cards.missing([three] * 6, {}) == three
    assert cards.missing([three] * 2, {three: 3}) is None
    assert cards.missing([three] * 3, {three: 3}) == three
    assert cards.missing([three, *[spade] * 5], {spade: 0}) == spade


def afterwards(answers: dict[str, str], **house: str):
    """A hand of two entered afterwards, as far as these answers."""
    record = Record.begin(GAME.key, ["Ana", "Ben"], 1, house, "quick")
    record.put(1, {"drops": "none", **answers})
    return GAME.replay(record)


def collected(
    number: int, who: str = "1", condition: str = "valle", further: int = 0
) -> dict[str, str]:
    told = {"collected": who, "condition": condition, "further": str(further)}
    return {f"{key} {number}": text for key, text in told.items()}


def test_older_records_claim_is_unused_with_reason():
    (unused,) = afterwards({**collected(1), "claim 1": "no"}, claim="on_request").unused
    assert (unused.key, unused.why) == ("claim 1", "a collected payment was claimed")


@pytest.mark.parametrize(
    ("condition", "further", "refused"),
    [
        ("valle", 8, ()),
        ("valle", 9, ("further 1", "PAN-LAYOFF")),
        ("low", 7, ()),
        ("low", 8, ("further 1", "PAN-PACK")),
        ("low", 9, ("further 1", "PAN-LAYOFF")),
        ("low", -1, ("further 1", "PAN-LAYOFF")),
        ("valle spades", 2, ()),
        ("valle spades", 3, ("further 1", "PAN-PACK")),
    ],
)
def test_condition_cards_fit_packs_and_winner(condition, further, refused):
    replay = afterwards(collected(1, condition=condition, further=further), packs="5")
    assert [(each.key, each.rule) for each in replay.refused] == ([refused] if refused else [])


@pytest.mark.parametrize(
    ("reading", "words"),
    [("once", "Cards added to it?"), ("", "Cards beyond three?")],
)
def test_condition_cards_are_asked_as_they_pay(reading, words):
    house = {"big_meld": reading} if reading else {}
    assert afterwards({"collected 1": "1"}, **house).pending.page[1].prompt.startswith(words)


@pytest.mark.parametrize(
    ("extend", "further", "refused"),
    [
        ("no", [8, 0], []),
        ("no", [3, 3, 3], ["twelve"]),
        ("yes", [3, 3, 3], []),
        ("no", [2] * 3, []),
    ],
)
def test_winner_holds_at_most_eleven_condition_cards(extend, further, refused):
    answers, numbers = dict[str, str](), range(1, len(further) + 1)
    for number, more in zip(numbers, further, strict=True):
        answers |= collected(number, further=more)
    answers |= {f"collected {len(further) + 1}": "nobody", "out": "1"}
    answers["held"] = " ".join(map(str, numbers))
    replay = afterwards(answers, borrow_to_extend=extend)
    assert [each.code for each in replay.refused] == refused


def test_late_entry_asks_chips_for_each_payment():
    answers = collected(1, condition="valle spades")
    answers |= {"collected 2": "nobody", "out": "1", "held": "1"}
    replay = afterwards(answers, stack="2", short_stack="buy_in_first")
    for key, chips in (("chips 1 2", "3"), ("chips 2 2", "5")):
        assert [question.key for question in replay.pending.page] == [key]
        replay.record.put(1, {key: chips})
        replay = GAME.replay(replay.record)
    assert [replay.refused, replay.unused, replay.hands[0].over] == [[], [], True]
    assert list(replay.hands[0].totals.values()) == [12, 0]


@pytest.mark.parametrize(
    ("who", "further", "refused"),
    [
        ("2", 8, [("further 2", "Ana had eleven cards melded, so Ana went out.")]),
        ("2", 7, []),
        ("1", 8, []),
    ],
)
def test_two_players_cannot_both_have_had_eleven_cards(who, further, refused):
    replay = afterwards(collected(1, further=8) | collected(2, who, further=further))
    assert [(each.key, each.message) for each in replay.refused] == refused


def test_matching_cards_for_a_choice_are_known():
    def fit(text: str) -> str:
        return " ".join(card.code for card in CARDS if card in fitting(cards_of(text)))

    assert {"4S", "5S", "AS", "2S", "3S", "3H"} <= set(fit("3S").split())
    assert "KH" not in fit("3S")
    assert set(fit("3S 4S").split()) == {"AS", "2S", "5S", "6S"}
    assert set(fit("3S 4S 5S").split()) == {"2S", "6S"}
    assert not fit("3S 7H")
    assert not fit("3S 3S 4S 4S"), "no rope has a card twice"


@given(st.lists(st.sampled_from(CARDS.cards), min_size=1, max_size=6))
def test_any_cards_may_be_tapped_together(cards):
    assert fitting(cards) <= set(CARDS.cards)


def cards_of(text: str) -> list[Card]:
    return [Card.parse(each) for each in text.split()]


def test_nobody_else_collected_only_after_somebody():
    """The last answer of the question who collected for a condition."""
    table = Record.begin("panguingue", ["Ana", "Ben", "Cat"], entry="quick")
    labels, none = list[str](), dict[str, str]()
    for told in (none, {"collected 1": "Ben", "condition 1": "valle", "further 1": "0"}):
        table.hands = [{"drops": "none", **told}]
        pending = games.find("panguingue").replay(table).pending
        assert pending
        question: Any = pending.page[0]
        labels.append(question.answers[-1].label)
    assert labels == ["Nobody", "Nobody else"]
