"""Questions: every kind reads what players write, keeps one form of it, and refuses in words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.cards import Card, Pack, Suit
from companion.questions import (
    Cards,
    Cells,
    Choice,
    Count,
    Melds,
    Option,
    Points,
    Question,
    Refused,
    Several,
    Shares,
    Words,
    fold,
    number,
    option,
    text_of,
    yes_no,
)
from companion.seating import PAIRS, Seating
from companion.testing.evenings import PLURAL_OF_ONE
from companion.words import listed

PACK = Pack.of(("A", "K", "10", "9"), extra=("Joker",))
TWO = Pack.of(("A", "2"), copies=2)
TABLE = Seating(["Nell", "Mary Jane", "Pia", "2"], PAIRS)
SEATS, SIDES = TABLE.seats, TABLE.sides
BIDS: list[Option[Any]] = [
    option("6"),
    option("6 no"),
    option("7", refusal="“7” is taken.", rule="B-1", code="taken"),
    option("5", refusal="6 is the lowest.", hidden=True),
    option("pass", set_apart=True),
]


def refusal(question, text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        question.parse(text)
    assert caught.value.key == question.key
    return caught.value


# -- words and numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), (" 0 ", 0), ("12+7", 19), ("40 + 3", 43), ("−5", -5), ("-5 + 12", 7), ("+4", 4),
     ("–2", -2), ("1+1+1+1", 4)],
)  # fmt: skip
def test_a_number_may_be_a_sum(text, value):
    assert number(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "x", "1.5", "1,5", "12 7", "+-5", "1++2", "1234567", "3-", "²", "9 -1", "40 − 3", "10–2"],
)
def test_other_texts_are_no_number(text):
    with pytest.raises(ValueError):  # noqa: PT011
        number(text)


def test_words_stand_in_a_row():
    assert [listed([]), listed([1]), listed([1, 2]), listed("abc", "and")] == [
        "", "1", "1 or 2", "a, b and c",
    ]  # fmt: skip


def test_text_comparison_ignores_case_space_and_sign_kind():
    assert fold(" 7  NO ") == "7 no"
    assert fold("5♥\ufe0f") == fold("5♥\ufe0e") == "5♥"
    assert fold("can’t − now") == "can't - now"


def test_values_have_short_texts():
    values = [True, False, Suit.HEARTS, Card("5", Suit.HEARTS), SEATS[2], SIDES[0], 7, "7 no"]
    assert [text_of(v) for v in values] == ["yes", "no", "H", "5H", "3", "A", "7", "7 no"]


# -- choice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "text", "value"),
    [
        (BIDS, "6 NO", "6 no"),
        (list(Suit), "h", Suit.HEARTS),
        (list(Suit), "♥\ufe0f", Suit.HEARTS),
        (list(Suit), "Hearts", Suit.HEARTS),
        (list(Suit), "spade", Suit.SPADES),
        (SEATS, "mary jane", SEATS[1]),
        (SEATS, "4", SEATS[3]),
        (SIDES, "b", SIDES[1]),
        (SIDES, "nell & pia", SIDES[0]),
        ([Card("10", Suit.CLUBS)], "c10", Card("10", Suit.CLUBS)),
        ([True, False], "no", False),
        (["little", "big"], "Big", "big"),
    ],
)
def test_choice_reads_text_label_sign_or_word(options, text, value):
    question = Choice("k", "Which?", "R-1", options)
    assert question.parse(text) == value
    lazily = Choice("k", "Which?", "R-1", lambda: options)
    assert lazily.parse(text) == value


def test_seat_number_wins_over_same_player_name():
    for options in (SEATS, lambda: SEATS):
        assert Choice("k", "Who?", "", options).parse("2") is SEATS[1]


def test_impossible_choice_gives_reason_rule_and_code():
    question = Choice("bid 1", "Bid?", "R-1", BIDS)
    taken = refusal(question, "7")
    assert (taken.message, taken.rule, taken.code) == ("“7” is taken.", "B-1", "taken")
    low = refusal(question, "5")
    assert (low.message, low.rule, low.code) == ("6 is the lowest.", "R-1", "not_allowed")
    other = refusal(question, "grand")
    assert other.message == "“grand” is not an answer here: 6, 6 no or pass."
    assert other.code == "unreadable"


def test_typed_choice_is_checked_before_accepted():
    def why_not(value: int) -> str | None:
        return f"{value} is odd." if value % 2 else None

    question = Choice[int](
        "k", "?", "", lambda: [option(2), option(7, code="odd")],
        reads=lambda text: int(text) if text.isdecimal() else None, why_not=why_not,
    )  # fmt: skip
    assert [question.parse(text) for text in ("2", "40")] == [2, 40]
    odd = refusal(question, "7")
    assert (odd.message, odd.code) == ("7 is odd.", "odd")
    assert refusal(question, "seven").code == "unreadable"


def test_yes_may_be_impossible():
    question = yes_no("k", "Again?", "R-1", refusal="Once only.")
    assert question.parse("no") is False
    assert refusal(question, "yes").message == "Once only."
    assert (question.write(True), question.show(False)) == ("yes", "no")


# -- several -------------------------------------------------------------------------------------

WHO = Several("who", "Who?", "R-1", SEATS, least=0, most=3)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("", []), ("none", []), ("nobody", []), ("3 1", [1, 3]), ("1,1", [1]),
     ("pia, mary jane", [2, 3]),
     ("1, 3,", [1, 3]), ("Mary Jane", [2]), ("nell pia", [1, 3])],
)  # fmt: skip
def test_several_keep_their_order_however_typed(text, numbers):
    value = WHO.parse(text)
    assert [seat.number for seat in value] == numbers
    assert WHO.write(value) == (" ".join(map(str, numbers)) or "none")


def test_wrong_number_of_several_is_counted():
    assert refusal(WHO, "1 2 3 4").message == "That is 4; choose 0 to 3."
    two = Several("k", "?", "", SEATS, least=2, most=2)
    assert (refusal(two, "1").message, refusal(two, "1").code) == (
        "That is 1; choose 2.", "wrong_number",
    )  # fmt: skip
    assert refusal(WHO, "1 zoe").code == "unreadable"


def test_several_refuse_what_speaks_against_one_of_them():
    question = Several("k", "?", "", SEATS, why_not=lambda seat: "away" * (seat is SEATS[0]))
    assert refusal(question, "1 2").message == "away"
    assert question.parse("2 3") == tuple(SEATS[1:3])


# -- numbers -------------------------------------------------------------------------------------

TRICKS = Count("tricks", "Tricks?", "R-1", 0, 8, complement_of="they", unit="tricks")


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5), ("0", 0), ("5 3", 5), ("5,3", 5), ("2+3", 5)]
)
def test_a_count_may_be_given_with_its_rest(text, value):
    assert TRICKS.parse(text) == value


@pytest.mark.parametrize(
    ("question", "text", "message", "code"),
    [
        (TRICKS, "9", "9 cannot be right: say 0 to 8.", "out_of_range"),
        (TRICKS, "5 4", "5 + 4 is 9; there are 8 tricks.", "wrong_total"),
        (TRICKS, "all", "“all” is not a number: say a number from 0 to 8.", "unreadable"),
        (Count("k", "?", "", 0, 8, impossible={7: "Nobody can take seven."}), "7",
         "Nobody can take seven.", "not_allowed"),
        (Points("k", "?", "", -20, 20, step=5), "-7",
         "−7 cannot be right: it goes in steps of 5. Did you mean −10 or −5?", "wrong_step"),
        (Points("k", "?", "", -20, 20, code="far"), "-21",
         "−21 cannot be right: say −20 to 20.", "far"),
    ],
)  # fmt: skip
def test_impossible_number_is_refused_in_words(question, text, message, code):
    found = refusal(question, text)
    assert (found.message, found.code) == (message, code)


def test_count_grid_has_only_possible_numbers():
    for low in range(-7, 8):
        question = Count("k", "?", "", low, 20, step=5)
        assert [question.parse(str(value)) for value in question.choices()] == list(
            question.choices()
        )
        assert len(question.choices()) == len([n for n in range(low, 21) if n % 5 == 0])


# -- cards ---------------------------------------------------------------------------------------

TRICK = Cards("cards", "Cards?", "R-1", PACK, 2, 3)


@pytest.mark.parametrize(
    ("text", "codes"),
    [("KH AC", "AC KH"), ("kh,ac", "AC KH"), ("K♥\ufe0f, A♣", "AC KH"),
     ("h10 9H joker", "10H 9H Joker"),
     ("th AC,", "AC 10H")],
)  # fmt: skip
def test_cards_in_any_writing_keep_pack_order(text, codes):
    assert TRICK.write(TRICK.parse(text)) == codes


def test_the_cards_of_a_trick_keep_their_order():
    question = Cards("cards", "?", "", PACK, 2, 2, order=True)
    assert question.show(question.parse("KH AC")) == "K♥ A♣"


@pytest.mark.parametrize(
    ("text", "message", "code"),
    [
        ("AC XX", "“XX” is not a card.", "unknown_card"),
        ("AC 7H", "The 7♥ is not in the pack.", "unknown_card"),
        ("AC AC", "There is only one A♣ in this pack.", "too_many_copies"),
        ("AC", "That is 1: say 2 to 3 cards.", "wrong_number"),
        ("", "That is 0: say 2 to 3 cards.", "wrong_number"),
    ],
)
def test_cards_that_cannot_be_are_refused(text, message, code):
    found = refusal(TRICK, text)
    assert (found.message, found.code, found.rule) == (message, code, "R-1")


def test_a_card_that_is_gone_says_where():
    question = Cards("k", "?", "", PACK, gone={Card("A", Suit.CLUBS): "Nell has it."}, code="seen")
    assert (refusal(question, "AC").message, refusal(question, "AC").code) == (
        "Nell has it.",
        "seen",
    )


def test_a_pack_of_two_has_every_card_twice():
    question = Cards("k", "?", "", TWO, 1, 3)
    assert question.write(question.parse("AC AC 2H")) == "AC AC 2H"
    assert refusal(question, "AC AC AC").message == "There are only two A♣ in this pack."
    jokers = Cards("k", "?", "", Pack((Card("Joker", None),), copies=2), 0, 9)
    assert refusal(jokers, "Joker Joker Joker").message == "There are only two jokers in this pack."


def no_aces(cards) -> None:
    if any(card.rank == "A" for card in cards):
        raise Refused("No aces here.", code="aces")


def test_check_refuses_answer_under_its_questions_rule():
    question = Cards("k", "?", "R-1", PACK, 1, 3, check=no_aces)
    assert question.parse("KH")
    found = refusal(question, "KH AC")
    assert (found.message, found.rule, found.code) == ("No aces here.", "R-1", "aces")


MELDS = Melds("melds", "Melds?", "R-1", TWO, 0, 2, samples=("none", "AC AD / 2C 2D"))


def test_melds_are_groups_of_cards():
    value = MELDS.parse("ac ad/ 2C 2D ")
    assert MELDS.write(value) == "AC AD / 2C 2D"
    assert MELDS.show(value) == "A♣ A♦, 2♣ 2♦"
    assert (MELDS.parse("none"), MELDS.write(())) == ((), "none")
    assert refusal(MELDS, "AC AC / AC 2D").code == "too_many_copies"
    assert refusal(MELDS, "AC / AD / AH").message == "That is 3 groups; 0 to 2 are possible."
    assert refusal(MELDS, "AC / XX").code == "unknown_card"


# -- shares, cells, words ------------------------------------------------------------------------

SHARES = Shares("points", "Points?", "R-1", SEATS, 0, 100, total=36, unit="points")


@pytest.mark.parametrize(
    "text", ["20 8 4 4", "20, 8, 4, 4", "12+8, 8, 2+2, 4", "Pia 4, Nell 20, 2 4, Mary Jane 8"]
)
def test_shares_are_given_in_turn_or_by_name(text):
    value = SHARES.parse(text)
    assert SHARES.write(value) == "20 8 4 4"
    assert SHARES.show(value) == "Nell 20, Mary Jane 8, Pia 4, 2 4"


@pytest.mark.parametrize(
    ("text", "message", "code"),
    [
        ("20 8 4", "That is 3 numbers; one number each for Nell, Mary Jane, Pia and 2.",
         "wrong_number"),
        ("20 8 4 4 4", "That is 5 numbers; one number each for Nell, Mary Jane, Pia and 2.",
         "wrong_number"),
        ("20 8 4 5", "20 + 8 + 4 + 5 makes 37 points; there are 36.", "wrong_total"),
        ("20 8 4 x", "“x” is not a number: one number each for Nell, Mary Jane, Pia and 2.",
         "unreadable"),
        ("101 8 4 4", "101 for Nell cannot be right: say 0 to 100.", "out_of_range"),
        ("30, 8, 4, -6", "−6 for 2 cannot be right: say 0 to 100.", "out_of_range"),
    ],
)  # fmt: skip
def test_shares_that_do_not_come_out_are_refused(text, message, code):
    found = refusal(SHARES, text)
    assert (found.message, found.code) == (message, code)


@pytest.mark.parametrize(
    ("text", "message", "whose"),
    [
        (", 435, , ", "435 for Mary Jane cannot be right: say 0 to 100.", 1),
        ("20, , 17, ", "20 + 17 makes 37 points; there are 36.", None),
        (", 3+, , ", "“3+” is not a number", 1),
    ],
)
def test_hopeless_unfinished_shares_are_refused(text, message, whose):
    with pytest.raises(Refused) as told:
        SHARES.check_part(text)
    assert message in told.value.message
    assert told.value.about_whom == (() if whose is None else (SEATS[whose],))


def test_unfinished_shares_that_may_fit_are_accepted():
    for text in ("", ", , , ", "36, , , 0", "20, 10+6, , "):
        SHARES.check_part(text)
    Shares("k", "?", "", SEATS, -9, 9, total=0).check_part("9, 9, , ")


def test_shares_may_be_given_in_lots():
    question = Shares("k", "?", "", SIDES, 0, 32, total=32, step=4, lot="trick", unit="cards")
    assert question.write(question.parse("5 3")) == "20 12"
    assert question.write(question.parse("20 12")) == "20 12"
    assert refusal(question, "21 11").message == (
        "21 for Nell & Pia cannot be right: every trick holds 4 cards."
    )


def test_shares_below_nought_are_added_with_true_signs():
    question = Shares("k", "?", "", SIDES, -9, 9, total=0)
    assert refusal(question, "5, -4").message == "5 − 4 makes 1; there are 0."


MARKS: list[Option[str | None]] = [
    option("H", text="H", label="heart"),
    option("S", text="S", label="spade"),
    option(None, text="-", label="empty"),
]
CELLS = Cells("square", "The square?", "R-1", 2, 2, MARKS)


@pytest.mark.parametrize("text", ["HS/H-", "hsh-", "H S / H .", "hs h·"])
def test_a_square_is_read_row_by_row(text):
    value = CELLS.parse(text)
    assert value == ("H", "S", "H", None)
    assert (CELLS.write(value), CELLS.show(value)) == ("HS/H-", "HS / H-")


def test_a_square_that_cannot_be_is_refused():
    assert refusal(CELLS, "HSH").message == (
        "That is 3 spaces; there are 4: row by row, H for heart, S for spade or - for empty."
    )
    assert refusal(CELLS, "HSHX").code == "unknown_mark"


def read_words(text: str) -> str:
    if not text:
        raise Refused("Say something.", code="silence")
    return text.upper()


def test_words_are_read_by_the_game():
    question = Words("k", "?", "R-1", read=read_words, samples=("a", "b"), most=5)
    assert question.parse("abc") == "ABC"
    assert (refusal(question, "").rule, refusal(question, "").code) == ("R-1", "silence")
    assert refusal(question, "abcdef").message == "That is 6 letters; 5 is the most."
    assert question.legal() == "a or b"


# -- every kind alike ----------------------------------------------------------------------------

EVERY = [
    Choice("k", "?", "", BIDS), Choice("k", "?", "", SEATS), Choice("k", "?", "", list(Suit)),
    yes_no("k", "?"), WHO, TRICKS, Points("k", "?", "", -20, 20, step=5), TRICK,
    Cards("k", "?", "", TWO, 0, 4, order=True), MELDS, SHARES,
    Shares("k", "?", "", SIDES, -5, 60, step=5, total=50), CELLS,
    Words("k", "?", read=read_words, samples=("A", "BC")),
]  # fmt: skip
every_kind = pytest.mark.parametrize("question", EVERY, ids=lambda q: type(q).__name__)


@every_kind
def test_sample_is_legal_and_written_one_way(question):
    chance = random.Random(question.kind)
    for _ in range(60):
        value = question.parse(question.sample(chance.randrange))
        written = question.write(value)
        assert question.parse(written) == value
        assert question.write(question.parse(written)) == written
        assert question.show(value) != ""
    assert question.legal() != ""


ONES = "none|1|1 3|3 1|2 3 1|1, 3|ana|Ana bo|1 1|4|2 4|-|nobody|1 3 9|Bo, 1|1  3"


@pytest.mark.parametrize("text", ONES.split("|"))
def test_quick_reading_of_several_gives_same_result(text, monkeypatch):
    options = [Option(name, str(place), name, refusal="gone" if name == "Dan" else "")
               for place, name in enumerate(["Ana", "Bo", "Cy", "Dan"], 1)]  # fmt: skip
    question = Several("who", "Who?", "X-1", options, most=3)

    def read() -> object:
        try:
            return question.parse(text)
        except Refused as refusal:
            return refusal.message

    quickly = read()
    monkeypatch.setattr(Several, "_exactly", lambda self, text: None)
    assert read() == quickly


def test_count_by_side_means_same_for_either_side():
    sides = Seating(["Nell", "Omar", "Pia", "Quin"], PAIRS).sides
    of_a = Count("tricks", "Tricks", low=0, high=8, of=sides[0], complement_of=str(sides[1]))
    of_b = Count("tricks", "Tricks", low=0, high=8, of=sides[1], complement_of=str(sides[0]))
    assert of_a.write(of_a.parse("6")) == "A 6"
    assert (of_a.parse("A 6"), of_b.parse("A 6"), of_b.parse("6 2")) == (6, 2, 6)
    with pytest.raises(Refused, match="say 0 to 8"):
        of_b.parse("A 9")


# -- as a field of a form ------------------------------------------------------------------------


def test_check_refusal_is_about_question_unless_naming_another():
    def wrong(cards: object) -> None:
        raise Refused("No.", code="wrong")

    def elsewhere(cards: object) -> None:
        raise Refused("No.", "X-1", "wrong", "other")

    for check, told in ((wrong, ("k", "R-1")), (elsewhere, ("other", "X-1"))):
        with pytest.raises(Refused) as caught:
            Cards("k", "?", "R-1", TWO, 1, 1, check=check).parse("2C")
        assert (caught.value.key, caught.value.rule) == told


def test_tap_adds_and_removes_cards_by_group():
    question = Melds("k", "?", "R-1", TWO, 0, 2)
    text = ""
    for act, what in [("add", "AC"), ("add", "AD"), ("part", ""), ("part", ""), ("add", "2C")]:
        text = question.tapped(text, act, what)
    assert text == "AC AD / 2C"
    assert question.tapped(text, "drop", "2") == "AC AD"
    assert question.tapped(text, "drop", "0") == "AD / 2C"
    assert (question.tapped(text, "drop", "x"), question.tapped(text, "clear", "")) == (text, "")


def test_a_square_is_marked_space_by_space():
    marks = [option("H"), option("S")]
    square = Cells("k", "?", "R-1", 2, 2, marks)
    text = square.tapped("", "mark", "next H")
    assert (text, square.unfinished(text)) == ("H___", True)
    text = square.tapped(square.tapped(text, "mark", "3 S"), "mark", "next S")
    assert square.marked(text) == ["H", "S", "_", "S"]
    assert square.tapped(text, "mark", "9 H") == text


def test_last_share_follows_where_total_is_known():
    shares = Shares("k", "?", "R-1", SEATS, 0, 9, total=12)
    boxes = ["3", "4", "", "1"]
    assert (shares.joined(boxes), shares.joined(boxes, fill=False)) == ("3, 4, 4, 1", "3, 4, , 1")
    assert shares.unfinished("3, 4, , 1")
    assert shares.joined(["x", "4", "", "1"]) == "x, 4, , 1"


@pytest.mark.parametrize(
    ("question", "control", "keypad", "at_once", "optional"),
    [
        (Choice("k", "?", "", BIDS), "select", False, True, False),
        (Several("k", "?", "", ["a", "b"]), "checks", False, False, True),
        (Count("k", "?", "", 0, 8), "number", False, False, False),
        (Count("k", "?", "", 0, 80), "number", True, False, False),
        (Points("k", "?", "", 0, 8), "number", True, False, False),
        (Cards("k", "?", "", TWO), "text", False, True, False),
        (Cards("k", "?", "", TWO, 0, 2), "text", False, False, True),
        (Melds("k", "?", "", TWO), "text", False, False, True),
        (Shares("k", "?", "", SEATS), "shares", True, False, False),
        (Cells("k", "?", "", 2, 2, BIDS), "text", False, False, False),
    ],
)
def test_question_says_how_its_form_asks(question, control, keypad, at_once, optional):
    assert (question.control, question.keypad) == (control, keypad)
    assert (question.at_once, question.optional) == (at_once, optional)


ONE = [
    (Shares("k", "?", "", SEATS), "1"),
    (Shares("k", "?", "", SEATS[:1], total=5, unit="tricks"), "1"),
    (Shares("k", "?", "", SEATS[:1], total=1, unit="tricks"), "5"),
    (Shares("k", "?", "", SEATS[:1], step=3, lot="trick", unit="cards", total=1), "1"),
    (Shares("k", "?", "", SEATS[:1], 1, 1), "2"),
    (Count("k", "?", "", 0, 1, complement_of="B", unit="tricks"), "1 1"),
    (Count("k", "?", "", 1, 1), "2"),
    (Points("k", "?", "", 1, 1), "x"),
    (Cards("k", "?", "", PACK, 2, 2), "AS"),
    (Cards("k", "?", "", PACK, 0, 1), "AS KS"),
    (Cards("k", "?", "", PACK, 1, 1), "none"),
    (Cards("k", "?", "", PACK, 1, 2), "AS AS"),
    (Melds("k", "?", "", PACK, 2, 3), "AS"),
    (Melds("k", "?", "", PACK, 1, 1), "AS / KS"),
    (Cells("k", "?", "", 3, 3, [option("H")]), "H"),
    (Cells("k", "?", "", 1, 1, [option("H")]), "HH"),
    (Choice("k", "?", options=["a"]), "1"),
    (Several("k", "?", options=["a", "b", "c"], least=2), "a"),
    (Several("k", "?", options=["a", "b"], least=1, most=1), "a b"),
    (Words("k", "?", most=1, read=str), "ab"),
    (Words("k", "?", most=0, read=str), "a"),
]
"""A question of every kind, and an answer whose refusal has a singular noun."""


@pytest.mark.parametrize(("question", "text"), ONE)
def test_a_refusal_about_one_is_singular(question, text):
    assert not PLURAL_OF_ONE.search(refusal(question, text).message)


def test_every_kind_of_question_is_asked_for_one():
    assert {type(question) for question, _ in ONE} == set(kinds(Question))


def kinds(base: type[Any]) -> Iterator[type[Any]]:
    for kind in list[type[Any]](base.__subclasses__()):
        yield from kinds(kind)
        # A class with slots replaces the one it was declared as, which may not be collected yet.
        if kind.__module__.startswith("companion.questions") and "__slots__" in vars(kind):
            yield kind


def test_usual_answer_comes_first_and_is_highlighted():
    answers = {usual: yes_no("q", "Well?", usual=usual).answers for usual in (None, True, False)}
    assert [[each.text for each in keys] for keys in answers.values()] == [
        ["yes", "no"], ["yes", "no"], ["no", "yes"],
    ]  # fmt: skip
    assert [[each.best for each in keys] for keys in answers.values()] == [
        [False, False], [True, False], [True, False],
    ]  # fmt: skip
