"""Records: their content, their two written forms, and the acts that make them."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.record import (
    MAX_ANSWERS,
    MAX_HANDS,
    MAX_PLAYERS,
    MAX_RECORD,
    Act,
    BadRecord,
    Record,
    clean,
    derive,
)
from companion.engine.transcript import Transcript
from tests.spent import spent

NAMES = ["Nell", "Omar", "Pia", "Quin"]


def record(*hands: dict[str, str]) -> Record:
    found = Record.begin("some-game", NAMES, 2, {"target": 52}, "quick")
    found.hands = [dict(hand) for hand in hands]
    return found


# -- what a record holds -------------------------------------------------------------------------


def test_new_record_head_has_players_and_settings():
    new = record()
    assert new.players == NAMES
    assert (new.dealer, new.rules, new.head["entry"]) == ("2", {"target": "52"}, "quick")
    assert Record("some-game").dealer == "1"


def test_names_are_written_with_single_spaces():
    assert Record.begin("g", ["  Mary\n Jane ", "Bo"]).players == ["Mary Jane", "Bo"]


def test_players_are_counted_up_to_the_first_gap():
    assert Record("g", {"player 1": "A", "player 3": "C"}).players == ["A"]


def test_answers_go_into_their_hand_or_head():
    it = record()
    it.put(1, {"bid 2": " 7   no "})
    it.put(1, {"trump": "H", "bid 2": "8"})
    it.put(2, {"bid 3": "pass"})
    it.put(0, {"player 1": "Nora"})
    assert it.hands == [{"bid 2": "8", "trump": "H"}, {"bid 3": "pass"}]
    assert it.players[0] == "Nora"


def test_removed_answer_also_drops_trailing_empty_hands():
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
    with pytest.raises(BadRecord, match=f"hand {hand}: hand 1 is the last"):
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
    full = {str(number): "1" for number in range(MAX_RECORD // 10)}
    for bad, words in [
        (Record("g"), "0 players"),
        (Record.begin("g", ["A"] * (MAX_PLAYERS + 1)), "16 players; 1 to 15 are possible"),
        (Record.begin("g", ["A", " "]), "a name has 1 to 40 letters"),
        (Record.begin("g", ["A" * 41]), "a name has 1 to 40 letters"),
        (Record("g", {"player 1": "A"}, [{}] * (MAX_HANDS + 1)), "501 hands; 500 is the most"),
        (Record("g", {"player 1": "A"}, [dict.fromkeys(map(str, range(2001)), "1")]), "hand 1: mo"),
        (Record("g", {"player 1": "A"}, [full] * 10 + [{"k": "x"}]), "in all hands together"),
    ]:
        with pytest.raises(BadRecord, match=words):
            bad.limited()
        with pytest.raises(BadRecord):
            Record.from_json(bad.json())


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


def test_json_is_normalised_into_record_form():
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
def test_malformed_record_is_refused_where_it_fails(text, words):
    with pytest.raises(BadRecord, match=words):
        Transcript.read(text)


def test_line_over_the_letter_limit_is_refused():
    head = "game: x\nplayers: a,b\nhand 1\n"
    with pytest.raises(BadRecord, match="line 4: 2004 letters; 2000 are the most"):
        Transcript.read(f"{head}x: {'a' * 2001}")
    assert Transcript.read(f"{head}x: {'a' + ' ' * 5000 + 'b'}").record.hands == [{"x": "a b"}]


@pytest.mark.parametrize("piece", [" ", "; ", " ;", ";a"])
def test_reading_time_grows_with_text_length(piece):
    def seconds(letters: int) -> float:
        text = f"game: x\nplayers: a,b\nhand 1\nx: a{piece * (letters // len(piece))}b"
        tries = []
        for _ in range(5):
            with spent() as work, suppress(BadRecord):
                Transcript.read(text)
            tries.append(work.seconds)
            if tries[-1] > 1:
                break
        return min(tries)

    # Twice the letters take twice the time, or four times if it grows with the square.
    # A hundredth of a second is the tolerance for the machine.
    assert seconds(200_000) < 3 * seconds(100_000) + 0.01


def test_player_named_like_seat_keeps_answers_apart():
    it = Record.begin("g", ["2", "1", "Out", "5"])
    it.put(1, {"bid 1": "7", "bid 2": "8", "lead out": "x", "trick 5": "y"})
    assert Transcript.read(Transcript(it).text()).record.json() == it.json()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand 1\ntricks: 6\ntricks: 2", "line 5: hand 1 says “tricks” twice"),
        ("hand 1\ntricks: 6; tricks: 6", "line 4: hand 1 says “tricks” twice"),
        ("hand 1\na: 1\nhand 2\nbid Bo: 7; bid 2: 8", "line 6: hand 2 says “bid 2” twice"),
        ("hand 1\n@entry: quick\n@entry:: quick", "line 5: hand 1 says “@entry” twice"),
    ],
)
def test_repeated_key_is_refused_with_line_and_hand(text, words):
    with pytest.raises(BadRecord, match=words):
        Transcript.read("game: g\nplayers: Ann, Bo\n" + text)


def test_side_named_like_player_needs_two_colons():
    head = "game: g\nplayers: B, A, C, D\nhand 1\n"
    with pytest.raises(BadRecord, match="for the side write “count A:: …”"):
        Transcript.read(f"{head}count 2: 3\ncount A: 40")
    assert Transcript.read(f"{head}count 2: 3\ncount A:: 40").record.hands == [
        {"count 2": "3", "count A": "40"}
    ]


def test_answer_resembling_two_is_read_as_one():
    it = record({"reason": "late; bid 2: 7", "winner": "1", "a; b": "2"})
    assert Transcript.read(Transcript(it).text()).record.json() == it.json()


keys = st.from_regex(r"[a-zA-Z@0-9;./,'♥-]{1,8}( [a-zA-Z0-9;=!?#-]{1,5}){0,2}", fullmatch=True)
texts = st.text(max_size=30)
people = st.lists(
    st.text(min_size=1, max_size=12).filter(lambda name: name.strip()), min_size=1, max_size=6
)


@given(people, st.lists(st.dictionaries(keys, texts, max_size=4), max_size=4), keys)
def test_record_survives_text_and_json_unchanged(names, hands, extra):
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
    assert Transcript.read(Transcript(it).text()).record.json() == it.json()


# -- acts ----------------------------------------------------------------------------------------


def answer(**answers: str) -> Act:
    return Act("answer", 1, answers)


def test_amendment_keeps_place_and_undo_restores_text():
    acts = [answer(a="1"), answer(b="2"), Act("amend", 1, {"a": "9"})]
    assert list(derive(record(), acts).hands[0].items()) == [("a", "9"), ("b", "2")]
    assert derive(record(), [*acts, Act("undo")]).hands == [{"a": "1", "b": "2"}]


def test_deriving_leaves_the_start_alone():
    start = record({"z": "0"})
    assert derive(start, [answer(a="1")]).hands == [{"z": "0", "a": "1"}]
    assert start.hands == [{"z": "0"}]


def test_empty_inserted_hand_waits_unless_it_is_last():
    it = record({"a": "1"})
    it.insert(2, {})
    assert it.hands == [{"a": "1"}]
    it.insert(1, {})
    assert it.hands == [{}, {"a": "1"}]


@pytest.mark.parametrize("hand", [0, 3, -1])
def test_only_existing_hand_allows_removal_or_insertion(hand):
    with pytest.raises(BadRecord, match=f"hand {hand}: hand 1 is the last"):
        record({"a": "1"}).remove(hand)
    with pytest.raises(BadRecord, match="is the last"):
        record({"a": "1"}).insert(hand, {"a": "1"})


def test_a_full_record_takes_no_other_hand():
    it = record(*[{"a": "1"}] * MAX_HANDS)
    with pytest.raises(BadRecord, match="500 hands are the most"):
        it.insert(1, {"a": "1"})


def test_former_player_stays_with_renumbered_hand():
    it = record({"a": "1"}, {"a": "2"}, {"a": "3"})
    it.head |= {"earlier 2 1": "Ugo", "earlier 2 2": "Vera", "earlier 3 3": "Wim"}
    it.insert(2, {"a": "new"})
    assert [key for key in it.head if key.startswith("earlier")] == [
        "earlier 2 1", "earlier 2 3", "earlier 3 4",
    ]  # fmt: skip
    it.remove(2)
    assert (it.head["earlier 2 1"], it.head["earlier 2 2"], it.head["earlier 3 3"]) == (
        "Ugo", "Vera", "Wim",
    )  # fmt: skip
    it.remove(2)
    assert (it.head["earlier 2 1"], "earlier 2 2" in it.head) == ("Ugo", False)
    it.remove(1)
    assert [key for key in it.head if key.startswith("earlier")] == ["earlier 3 1"]


def test_record_with_edited_hands_survives_as_text():
    it = record({"a": "1"}, {"a": "2"})
    for act in (Act("insert", 1, {"b": "x"}), Act("remove", 3), Act("insert", 2, {})):
        it.apply(act)
    assert Transcript.read(Transcript(it).text()).record.json() == it.json()
