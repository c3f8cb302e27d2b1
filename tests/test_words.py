"""Words that agree with their number or subject."""

import pytest

from companion.seating import PAIRS, Seating
from companion.words import (
    counted,
    does,
    in_units,
    listed,
    plural,
    signed,
    told_apart,
    units,
    verb,
    with_minus,
)

PAIRED = Seating(["Ann", "Bo", "Cat", "Di"], PAIRS)
ALONE = Seating(["Ann", "Bo", "Cat"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (-3, "−3"),
        (0, "0"),
        ("27 : -4", "27 : −4"),
        ("-3 and -12", "−3 and −12"),
        ("cards 12-14", "cards 12-14"),
        ("take-away", "take-away"),
    ],
)
def test_only_negative_numbers_get_true_minus(text, said):
    assert with_minus(text) == said


def test_gains_have_plus_and_nought_has_none():
    assert [signed(n) for n in (9, -3, 0)] == ["+9", "−3", "0"]


def test_what_is_counted_agrees_with_its_number():
    assert [counted(n, "trick") for n in (0, 1, 2, -1)] == [
        "no tricks", "1 trick", "2 tricks", "−1 tricks",
    ]  # fmt: skip
    assert counted(2, "pass", "passes") == "2 passes"
    assert [units(n, "trick") for n in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert [in_units(n, "tricks") for n in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert in_units(-1, "") == "−1"


def test_words_stand_in_a_row():
    assert [listed("678"[:n]) for n in range(4)] == ["", "6", "6 or 7", "6, 7 or 8"]
    assert listed(["Ann", "Bo"], "and") == "Ann and Bo"


def test_pair_is_plural_and_player_singular():
    pair, (ann, bo, _) = PAIRED.sides[0], ALONE.sides
    assert [plural(each) for each in (pair, [ann, bo], [pair], 2, 0)] == [True] * 5
    assert [plural(each) for each in (ann, ann.seats[0], [ann], 1)] == [False] * 4


def test_a_verb_agrees_with_who_does_it():
    pair, (ann, bo, _) = PAIRED.sides[0], ALONE.sides
    assert does(pair, "win") == "Ann & Cat win"
    assert does(ann, "win") == "Ann wins"
    assert does(ann.seats[0], "go down on 9") == "Ann goes down on 9"
    assert does([ann, bo], "share the win") == "Ann and Bo share the win"


@pytest.mark.parametrize(
    ("base", "one", "many"),
    [
        ("be", "is", "are"),
        ("have", "has", "have"),
        ("do", "does", "do"),
        ("go", "goes", "go"),
        ("reach", "reaches", "reach"),
        ("pass", "passes", "pass"),
        ("carry on", "carries on", "carry on"),
        ("play", "plays", "play"),
        ("lie there", "lies there", "lie there"),
    ],
)
def test_verbs_are_known_in_both_numbers(base, one, many):
    assert (verb(base, 1), verb(base, 2)) == (one, many)


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ("Nell Omar Pia Quin", "N O P Q"),
        ("Nell Ned Omar", "Nl Nd O"),
        ("Anna Annika", "An Ai"),
        ("Ngọc Νίκος Ольга Oto", "Ng Νί Ол Ot"),
        ("Anna Annika Anneke Annabell Anne", "An Ai Ak Ab Ae"),
        ("Maximilian Maximiliane", "Ma Me"),
        ("Jo Joe Joan", "Jo Je Ja"),
        ("Ana Anna", "An Aa"),
        ("José Jose", "Jé Je"),
        ("M’Ba <b>ob Bert", "M Bo Be"),
        ("“Zoë” Čeněk Ćira", "Z Č Ć"),
        ("梅 Player1 Player2", "梅 P1 P2"),
    ],
)
def test_similar_names_get_their_own_letter(names, short):
    assert told_apart(names.split()) == short.split()


@pytest.mark.parametrize("names", [["Ann", "ann"], ["Jan", "Jana", "Janna"], ["🂡", "Bo"]])
def test_indistinguishable_names_get_no_letter(names):
    found = told_apart(names)
    assert "" in found
    assert len({each for each in found if each}) == len([each for each in found if each])
