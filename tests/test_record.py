"""Records: what they hold, their two written forms, and the acts that make them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record import (
    MAX_ANSWERS,
    MAX_HANDS,
    MAX_PLAYERS,
    Act,
    BadRecord,
    Record,
    Transcript,
    answers_of,
    clean,
    derive,
    standing_acts,
)

NAMES = ["Nell", "Omar", "Pia", "Quin"]


def record(*hands: dict[str, str]) -> Record:
    found = Record.begin("some-game", NAMES, 2, {"target": 52}, "quick")
    found.hands = [dict(hand) for hand in hands]
    return found


# -- what a record holds -------------------------------------------------------------------------


def test_a_new_record_has_its_players_dealer_rules_and_way_of_entry_in_the_head():
    new = record()
    assert new.players == NAMES
    assert (new.dealer, new.rules, new.head["entry"]) == ("2", {"target": "52"}, "quick")
    assert Record("some-game").dealer == "1"


def test_names_are_written_with_single_spaces():
    assert Record.begin("g", ["  Mary\n Jane ", "Bo"]).players == ["Mary Jane", "Bo"]


def test_players_are_counted_up_to_the_first_gap():
    assert Record("g", {"player 1": "A", "player 3": "C"}).players == ["A"]


def test_answers_are_put_into_a_hand_or_the_next_one_or_the_head():
    it = record()
    it.put(1, {"bid 2": " 7   no "})
    it.put(1, {"trump": "H", "bid 2": "8"})
    it.put(2, {"bid 3": "pass"})
    it.put(0, {"player 1": "Nora"})
    assert it.hands == [{"bid 2": "8", "trump": "H"}, {"bid 3": "pass"}]
    assert it.players[0] == "Nora"
    assert list(answers_of(it)) == [(1, "bid 2", "8"), (1, "trump", "H"), (2, "bid 3", "pass")]


def test_an_answer_of_none_is_taken_out_and_empty_hands_at_the_end_go():
    it = record({"a": "1"}, {"b": "2"}, {"c": "3"})
    it.put(2, {"b": None, "never": None})
    assert it.hands == [{"a": "1"}, {}, {"c": "3"}]
    it.put(3, {"c": None})
    assert it.hands == [{"a": "1"}]


def test_a_copy_is_a_copy():
    it = record({"a": "1"})
    other = it.copy()
    other.put(1, {"a": "2"})
    other.put(0, {"dealer": "4"})
    assert (it.hands, it.dealer) == ([{"a": "1"}], "2")


@pytest.mark.parametrize("hand", [-1, 3, MAX_HANDS + 1])
def test_a_hand_out_of_turn_is_refused(hand):
    with pytest.raises(BadRecord, match=f"hand {hand}: the record has 1 hands"):
        record({"a": "1"}).put(hand, {"b": "1"})


@pytest.mark.parametrize("key", ["", " a", "a  b", "a:b", "a\nb", "= a", "?", "#1", "x" * 61])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(BadRecord, match="is not the key of an answer"):
        record().put(1, {key: "1"})


def test_a_record_keeps_to_its_limits():
    with pytest.raises(BadRecord, match=f"more than {MAX_ANSWERS} answers"):
        record().put(1, {f"a {n}": "1" for n in range(MAX_ANSWERS + 1)})
    it = record()
    it.put(1, {"a": "x" * 999})
    assert len(it.hands[0]["a"]) == 500
    for bad, words in [
        (Record("g"), "0 players"),
        (Record.begin("g", ["A"] * (MAX_PLAYERS + 1)), "16 players; 1 to 15 are possible"),
        (Record.begin("g", ["A", " "]), "a name has 1 to 40 letters"),
        (Record.begin("g", ["A" * 41]), "a name has 1 to 40 letters"),
        (Record("g", {"player 1": "A"}, [{}] * (MAX_HANDS + 1)), "501 hands; 500 is the most"),
        (Record("g", {"player 1": "A"}, [dict.fromkeys(map(str, range(2001)), "1")]), "hand 1: mo"),
    ]:
        with pytest.raises(BadRecord, match=words):
            bad.limited()


# -- as JSON -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [None, [], "text", {}, {"game": "g"}, {"game": 1, "head": {}, "hands": []},
     {"game": "g", "head": {"player 1": 1}, "hands": []},
     {"game": "g", "head": {"player 1": "A"}, "hands": {}, "more": 1},
     {"game": "g", "head": {"player 1": "A"}, "hands": [["a"]]},
     {"game": "g", "head": {"player 1": "A"}, "hands": [{"a": None}]},
     {"game": "g", "head": {"player 1": "A"}, "hands": [{"a:": "1"}]},
     {"game": "g", "head": {"player 1": "A"}, "hands": 3},
     {"game": "g", "head": {}, "hands": []}],
)  # fmt: skip
def test_other_json_is_no_record(data):
    if isinstance(data, dict) and data.get("hands") == {}:
        assert Record.from_json(data).hands == []
        return
    with pytest.raises(BadRecord):
        Record.from_json(data)


def test_json_is_brought_into_the_form_a_record_keeps():
    data = {"game": "g", "head": {"player 1": " A\nhand 1 "}, "hands": [{"a": " 1  2 "}]}
    assert Record.from_json(data).json() == {
        "game": "g", "head": {"player 1": "A hand 1"}, "hands": [{"a": "1 2"}],
    }  # fmt: skip


def test_json_with_hands_that_were_emptied_is_read():
    data = record({}, {}, {"a": "1"}).json()
    assert Record.from_json(data).hands == [{}, {}, {"a": "1"}]


# -- as text -------------------------------------------------------------------------------------


def test_the_text_form_can_be_typed():
    script = Transcript.read(
        """
        # An evening
        game: some-game
        players: Nell, Omar,Pia , Quin
        dealer: Omar
        rules: target 40, failed=bid

        hand
        bid Omar: 7  no; bid pia: pass;  note: a; b
        = A +9 RULE words: more
        == 9 0
        hand 2
        @adjust 1: A -5 late; really: late
        ! code key
        ? bid 2
        winner: A
        """
    )
    it = script.record
    assert it.players == NAMES
    assert (it.game, it.dealer, it.rules) == (
        "some-game",
        "Omar",
        {"target": "40", "failed": "bid"},
    )
    assert it.hands == [
        {"bid 2": "7 no", "bid 3": "pass", "note": "a; b"},
        {"@adjust 1": "A -5 late; really: late"},
    ]
    assert [(e.hand, e.sign, e.text) for e in script.expected] == [
        (1, "=", "A +9 RULE words: more"),
        (1, "==", "9 0"),
        (2, "!", "code key"),
        (2, "?", "bid 2"),
        (2, "winner", "A"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players: A\nhand 2\n", "line 2: hand 1 comes next"),
        ("players: A\nhand 1\nhand 1\n", "line 3: hand 2 comes next"),
        ("players: A\nhand 1\nbid 7\n", "line 3: “bid 7” is not “key: answer”"),
        ("players: A\nhand 1\n: 7\n", "is not “key: answer”"),
        ("players: A,,B\n", "a name has 1 to 40 letters"),
        ("dealer: 1\n", "0 players"),
        ("players: A\n" + "hand\n" * 501, "line 502: 500 hands are the most"),
        (f"players: A\nhand\n{'k' * 61}: 1", "is not the key of an answer"),
    ],
)
def test_a_text_that_is_no_record_is_refused_where_it_stumbles(text, words):
    with pytest.raises(BadRecord, match=words):
        Transcript.read(text)


def test_a_player_called_like_a_seat_does_not_take_its_answers():
    it = Record.begin("g", ["2", "1", "Out", "5"])
    it.put(1, {"bid 1": "7", "bid 2": "8", "lead out": "x", "trick 5": "y"})
    assert Transcript.read(it.text()).record.json() == it.json()


def test_an_answer_that_looks_like_two_comes_back_as_one():
    it = record({"reason": "late; bid 2: 7", "winner": "1", "a; b": "2"})
    assert Transcript.read(it.text()).record.json() == it.json()


keys = st.from_regex(r"[a-zA-Z@0-9;./,'♥-]{1,8}( [a-zA-Z0-9;=!?#-]{1,5}){0,2}", fullmatch=True)
texts = st.text(max_size=30)
people = st.lists(
    st.text(min_size=1, max_size=12).filter(lambda name: name.strip()), min_size=1, max_size=6
)


@given(people, st.lists(st.dictionaries(keys, texts, max_size=4), max_size=4), keys)
def test_a_record_comes_back_from_text_and_from_json_as_it_was(names, hands, extra):
    it = Record.begin("some-game", names, 1)
    it.head[extra] = "something; a: b"
    for number, hand in enumerate(hands, 1):
        it.hands.append({})
        it.hands[number - 1] |= {key: clean(text) for key, text in hand.items()}
    try:
        it.limited()
    except BadRecord:
        return
    assert Record.from_json(json.loads(json.dumps(it.json()))).json() == it.json()
    assert Transcript.read(it.text()).record.json() == it.json()


# -- acts ----------------------------------------------------------------------------------------


def answer(**answers: str) -> Act:
    return Act("answer", 1, answers)


def test_undo_takes_the_last_act_back_and_redo_brings_it_again():
    one, two = answer(a="1"), answer(b="2")
    undo, redo = Act("undo"), Act("redo")
    assert standing_acts([one, two, undo]) == ([one], [two])
    assert standing_acts([one, two, undo, undo, redo]) == ([one], [two])
    assert standing_acts([one, two, undo, undo, redo, redo]) == ([one, two], [])
    assert standing_acts([undo, redo, one]) == ([one], [])


def test_a_new_act_after_an_undo_leaves_nothing_to_bring_back():
    one, two, three = answer(a="1"), answer(b="2"), answer(c="3")
    assert standing_acts([one, two, Act("undo"), three, Act("redo")]) == ([one, three], [])


def test_an_amendment_keeps_the_place_of_the_answer_and_its_undo_the_old_text():
    acts = [answer(a="1"), answer(b="2"), Act("amend", 1, {"a": "9"})]
    assert list(derive(record(), acts).hands[0].items()) == [("a", "9"), ("b", "2")]
    assert derive(record(), [*acts, Act("undo")]).hands == [{"a": "1", "b": "2"}]


def test_deriving_leaves_the_start_alone():
    start = record({"z": "0"})
    assert derive(start, [answer(a="1")]).hands == [{"z": "0", "a": "1"}]
    assert start.hands == [{"z": "0"}]
