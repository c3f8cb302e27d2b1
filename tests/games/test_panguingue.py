"""Panguingue beyond its examples: what holds of every meld, and evenings full of melds."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card
from companion.game import Replay
from companion.games import find
from companion.games.panguingue.melds import (
    ALL,
    CARDS,
    Meld,
    completions,
    grown,
    is_meld,
    loans,
    meld,
    missing,
    next_cards,
    no_meld,
    ordered,
    part,
    parts,
    some_melds,
    without,
)
from companion.games.panguingue.pay import (
    Tariff,
    each_pays,
    for_adding,
    for_borrowing,
    for_laying,
    for_out,
)
from companion.questions import Refused
from companion.record import Record

GAME = find("panguingue")
RATES = Tariff()
NAMES = ["Nell", "Omar", "Pia", "Quin", "Rosa", "Sven", "Tove", "Ugo", "Vera", "Wim", "Xenia",
         "Yan", "Zoe", "Ada", "Ben"]  # fmt: skip

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
def test_cards_are_a_meld_or_there_is_a_reason(cards: tuple[Card, ...]) -> None:
    if is_meld(cards):
        assert meld(cards).cards == cards
    else:
        with pytest.raises(Refused, match=r"\w"):
            meld(cards)
        assert no_meld(cards).rule in GAME.rules.rules


@given(long_meld())
@settings(deadline=None)
def test_a_spread_pays_the_same_at_once_and_card_by_card(whole: Meld) -> None:
    if whole.kind == "rope" or (whole.kind == "several" and not whole.conditions):
        return
    first = next(
        three
        for three in (ordered(p) for p in _threes(whole))
        if is_meld(three) and meld(three).kind == whole.kind
    )
    base, paid = meld(first), each_pays(for_laying(meld(first), RATES))
    for more in without(whole, first):
        after = grown(base, (more,))
        assert after
        paid += each_pays(for_adding(base, after, RATES))
        base = after
    assert base is whole
    assert each_pays(for_laying(whole, RATES)) == paid


def _threes(whole: Meld) -> list[tuple[Card, ...]]:
    cards = whole.cards
    size = range(len(cards))
    return [(cards[a], cards[b], cards[c]) for a in size for b in size for c in size if a < b < c]


@given(long_meld())
@settings(deadline=None, max_examples=60)
def test_whatever_can_be_borrowed_leaves_melds_and_makes_one(whole: Meld) -> None:
    for room in range(3):
        for taken in loans(whole, room):
            rest = parts(without(whole, taken))
            assert rest
            assert Counter(c for each in rest for c in each.cards) + Counter(taken) == Counter(
                whole.cards
            )
            assert missing(taken) <= room
            assert completions(taken, room)


@given(long_meld())
@settings(deadline=None)
def test_a_split_into_threes_pays_the_same_whichever_half_is_called_the_new_one(
    whole: Meld,
) -> None:
    if len(whole) != 6:
        return
    for taken in loans(whole, 0):
        rest = parts(without(whole, taken))
        if len(rest) == 1 and len(taken) == 3:
            one = for_borrowing(whole, taken, (), rest, RATES)
            other = for_borrowing(whole, rest[0].cards, (), parts(taken), RATES)
            assert each_pays(one) == each_pays(other)


@given(long_meld())
def test_the_house_rules_only_ever_lower_what_is_paid(whole: Meld) -> None:
    full = each_pays(for_laying(whole, RATES))
    for less in (Tariff(per_card=False), Tariff(extension=False), Tariff(reduced=True)):
        assert each_pays(for_laying(whole, less)) <= full
    assert each_pays(for_out([whole], RATES)) <= each_pays(for_out([whole], Tariff(again=True)))


# -- evenings in which melds are made ------------------------------------------------------------


def busy(players: int, events: int, seed: int, rules: dict[str, str]) -> Replay:
    """An evening of players who lay, add and borrow when they can, and go out with eleven."""
    chance = random.Random(seed)
    record = Record.begin(GAME.key, NAMES[:players], 1, rules)
    replay = GAME.replay(record)
    for _ in range(events):
        assert replay.pending
        for _ in range(60):
            trial = record.copy()
            trial.put(replay.pending.hand, _answers(replay, chance))
            after = GAME.replay(trial)
            if not after.refused:
                break
        else:
            raise LookupError(f"no legal answer to {replay.pending.title!r}")
        record, replay = trial, after
    return replay


def _answers(replay: Replay, chance: random.Random) -> dict[str, str | None]:
    assert replay.pending
    found: dict[str, str | None] = {}
    for question in replay.pending.page:
        text = question.sample(chance.randrange)
        if question.key == "drops":
            text = "none"
        elif question.key.startswith("event"):
            legal = [o for o in question.answers if not o.no and not o.hidden]  # type: ignore[attr-defined]
            wish = chance.choice(["lay", "lay", "add", "borrow", "force", "turn", "other"])
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
    ],
)
def test_a_busy_evening_holds(players: int, rules: dict[str, str]) -> None:
    replay = busy(players, 170, players, rules)
    assert list(GAME.holds(replay) if GAME.holds else []) == []
    assert replay.strays == []
    seen = Counter(event.cells["event"] for hand in replay.hands for event in hand.events)
    assert {"lay", "add", "borrow", "out"} <= set(seen)
    again = GAME.replay(Record.from_json(replay.record.json()))
    assert list(again.ledger.totals.values()) == list(replay.ledger.totals.values())


def test_the_pot_is_what_went_in_less_what_came_out() -> None:
    record = Record.begin(GAME.key, ["Ana", "Ben", "Cruz", "Dee"], 1)
    record.put(1, {"drops": "Dee", "event 1": "Ana lay", "cards 1": "3S 3H 3D"})
    replay = GAME.replay(record)
    assert [event.cells["pot"] for event in replay.hands[0].events] == ["4", "6", "6"]
    assert [event.cells["check"] for event in replay.hands[0].events] == ["400"] * 3


def test_the_page_shows_what_going_out_would_bring() -> None:
    record = Record.begin(GAME.key, ["Ana", "Ben", "Cruz"], 1)
    record.put(1, {"drops": "none", "event 1": "Ben lay", "cards 1": "7C 7D 7H"})
    replay = GAME.replay(record)
    assert replay.hand
    rows = replay.hand.panels["Players"].rows  # type: ignore[union-attr]
    assert [row[1:] for row in rows] == [
        ("0/11", "98", "+5"),
        ("3/11", "101", "+7"),
        ("0/11", "98", "+5"),
    ]


@pytest.mark.parametrize("cards", ["2C 2C", "KH KS", "4D 5D", "7S", ""])
def test_fewer_than_three_cards_are_no_meld(cards: str) -> None:
    assert not is_meld(tuple(Card.parse(card) for card in cards.split()))


@pytest.mark.parametrize(
    ("base", "more", "mixed", "fits"),
    [
        ("AS AS AS", "AH", False, False),
        ("AS AS AS", "AH", True, True),
        ("5S 5S 5S", "5H", True, False),
        ("5S 5S 5S", "5S", False, True),
        ("5S 5H 5D", "5S", False, True),
        ("5S 5H 5D", "6S", False, False),
        ("5S 6S 7S", "JS", False, True),
        ("5S 6S 7S", "JH", False, False),
    ],
)
def test_what_a_meld_takes(base: str, more: str, mixed: bool, fits: bool) -> None:
    cards = tuple(Card.parse(card) for card in base.split())
    assert (grown(meld(cards), [Card.parse(more)], mixed) is not None) == fits


@pytest.mark.parametrize(
    ("base", "taken", "words"),
    [
        ("4D 5D 6D", "5D", "Taking the 5 leaves 4-6, which is not a meld."),
        ("4D 5D 6D", "4D 5D 6D", "Taking the 4-5-6 leaves nothing of the meld."),
        ("5S 5H 5D", "5D", "Taking the 5♦ leaves 5♥ 5♠, which is not a meld."),
        ("4D 5D 6D", "7D", "7♦ is more than 4-5-6♦ has."),
    ],
)
def test_a_loan_that_cannot_be_says_what_it_leaves(base: str, taken: str, words: str) -> None:
    cards, gone = (tuple(ordered(map(Card.parse, text.split()))) for text in (base, taken))
    with pytest.raises(Refused) as refused:
        part(meld(cards), gone)
    assert refused.value.message == words
