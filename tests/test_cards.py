"""Suits, cards and packs: read in any writing, written in one."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import RANKS, Card, Pack, Suit

STANDARD = Pack.of()


@pytest.mark.parametrize("suit", Suit)
def test_suit_reads_from_letter_sign_and_word(suit):
    writings = [suit.value, suit.value.lower(), suit.symbol, suit.symbol + "\ufe0f",
                suit.word, suit.word[:-1].title(), f" {suit.value} "]  # fmt: skip
    assert {Suit.parse(text) for text in writings} == {suit}
    assert str(suit) == suit.symbol


@pytest.mark.parametrize("text", ["", "X", "heartss", "♥♥"])
def test_other_words_are_no_suit(text):
    with pytest.raises(ValueError, match="is not a suit"):
        Suit.parse(text)


@pytest.mark.parametrize("card", STANDARD)
def test_a_card_is_read_in_every_writing(card):
    assert card.suit
    rank, suit = card.rank, card.suit
    writings = [rank + suit.value, suit.value + rank, f"{rank.lower()}{suit.value.lower()}",
                rank + suit.symbol + "\ufe0e", suit.symbol + rank, f"{rank} of {suit.word}",
                f"{rank} OF {suit.word[:-1]}"]  # fmt: skip
    assert {Card.parse(text) for text in writings} == {card}
    assert (card.code, str(card)) == (rank + suit.value, rank + suit.symbol)
    assert Card.parse(card.code) == Card.parse(str(card)) == card


@pytest.mark.parametrize(
    ("text", "code"),
    [("ten of hearts", "10H"), ("th", "10H"), ("1S", "AS"), ("ace of spades", "AS")],
)
def test_a_rank_may_be_a_word(text, code):
    assert Card.parse(text).code == code


@given(st.text(max_size=8))
def test_unreadable_card_raises_only_value_error(text):
    try:
        card = Card.parse(text)
    except ValueError:
        return
    assert card in STANDARD


def test_a_pack_has_every_suit_in_these_ranks():
    assert (len(STANDARD), len(set(STANDARD))) == (52, 52)
    assert [card.code for card in Pack.of(("A", "K"))] == [
        "AC", "KC", "AD", "KD", "AH", "KH", "AS", "KS",
    ]  # fmt: skip


def test_pack_omits_and_adds_cards_by_suit():
    pack = Pack.of(("A", "7"), without=("7H",), extra=("5H", "BB", "LB"))
    assert [card.code for card in pack] == [
        "AC", "7C", "AD", "7D", "AH", "5H", "AS", "7S", "BB", "LB",
    ]  # fmt: skip
    assert [card.suit for card in pack][-2:] == [None, None]


def test_a_pack_of_several_copies_counts_them():
    pack = Pack.of(RANKS, copies=8)
    assert (len(pack), len(pack.cards)) == (416, 52)
    aces = [Card("A", Suit.SPADES)] * 8
    assert pack.too_many(aces) is None
    assert pack.too_many([*aces, aces[0]]) == aces[0]


def test_card_missing_from_pack_is_too_many():
    pack = Pack.of(("A",))
    assert pack.too_many([Card("K", Suit.CLUBS)]) == Card("K", Suit.CLUBS)
    assert Card("K", Suit.CLUBS) not in pack


def test_pack_reads_only_its_own_cards():
    pack = Pack.of(("A", "K"), extra=("Joker",), about="aces and kings")
    assert pack.parse(" joker ") == Card("Joker", None)
    assert pack.parse("k♥") == Card("K", Suit.HEARTS)
    assert [pack.parse(card.code) for card in pack] == list(pack)
    with pytest.raises(ValueError, match="the Q♥ is not in the pack: aces and kings"):
        pack.parse("QH")
    with pytest.raises(ValueError, match="“zz” is not a card"):
        pack.parse("zz")


def test_card_from_another_process_is_found():
    card = Card("5", Suit.HEARTS)
    object.__setattr__(card, "_hash", 1)  # as it may have been there
    assert {Card("5", Suit.HEARTS): "here"}[pickle.loads(pickle.dumps(card))] == "here"
