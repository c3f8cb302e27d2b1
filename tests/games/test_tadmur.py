"""Tadmur: roads round the circle compared with a step-by-step walk, secrets, rare endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.record import Record
from companion.games.tadmur.facts import (
    CIRCLE,
    can_reach,
    joins,
    neighbours,
    road,
    road_with,
    safe_next,
)
from companion.questions import Choice, Option, Question
from tests.games.written import game_of
from tests.replays import page

GAME = game_of("tadmur")

some_rank = st.sampled_from(CIRCLE)


def ends(last: str, cards: int) -> set[str]:
    """Every rank on which a chain of that many cards can end, by walking."""
    found = {last}
    for _ in range(cards):
        found = {near for rank in found for near in neighbours(rank)}
    return found


@given(some_rank, some_rank, st.integers(0, 18))
def test_target_is_reachable_exactly_by_some_walk(last, target, spaces):
    walked = any(joins(rank, target) for rank in ends(last, spaces))
    assert can_reach(last, target, spaces) == walked


@given(some_rank, some_rank, st.integers(1, 16))
def test_safe_cards_let_the_walk_continue(last, target, spaces):
    walked = [
        near
        for near in neighbours(last)
        if any(joins(rank, target) for rank in ends(near, spaces - 1))
    ]
    assert safe_next(last, target, spaces) == walked


@given(some_rank, some_rank, st.integers(1, 16))
def test_a_road_shown_is_a_good_chain(last, target, spaces):
    shown = road(last, target, spaces)
    if shown is None:
        assert not can_reach(last, target, spaces)
        return
    chain = [last, *shown, target]
    assert len(shown) == spaces
    assert all(joins(one, two) for one, two in pairwise(chain))


@given(some_rank, some_rank, st.integers(1, 7), st.lists(some_rank, max_size=10))
def test_hand_road_is_found_exactly_when_possible(last, target, spaces, held):
    def walks(rank: str, left: int, held: Counter[str]) -> bool:
        if not left:
            return joins(rank, target)
        return any(
            held[near] and walks(near, left - 1, held - Counter([near]))
            for near in neighbours(rank)
        )

    holding = Counter(held)
    found = road_with(last, target, spaces, holding)
    assert (found is not None) == walks(last, spaces, holding)
    if found is not None:
        assert not Counter(found) - holding
        assert all(joins(one, two) for one, two in pairwise([last, *found, target]))


def test_tables_of_the_rules_are_right():
    shut = {
        spaces: [up for up in range(13) if not can_reach("A", CIRCLE[up], spaces)]
        for spaces in range(7, 20)
    }
    assert shut[7] == [1, 3, 10, 12]
    assert shut[8] == [0, 2, 11]
    assert shut[9] == [1, 12]
    assert shut[10] == [0]
    assert all(not shut[spaces] for spaces in range(11, 20))


def test_sixteen_of_fifty_one_starts_are_shut():
    cards = [rank for rank in CIRCLE for _ in range(4)]
    cards.remove("A")
    assert (len(cards), sum(not can_reach("A", rank, 7) for rank in cards)) == (51, 16)


def test_wrong_guesses_can_open_a_blocked_road():
    def opens(up: int) -> list[int]:
        return [n for n in range(1, 7) if can_reach("A", CIRCLE[up], 7 + n)]

    assert opens(3) == opens(10) == [1, 2, 3, 4, 5, 6]
    assert opens(1) == opens(12) == [1, 3, 4, 5, 6]


# -- deals ----------------------------------------------------------------------------------------


def choices(asked: Sequence[Question[object]]) -> list[Option[object]]:
    return [each for q in asked if isinstance(q, Choice) for each in q.answers]


def roads(replay):
    """The panel of the first deal."""
    return replay.hands[0].panels["The two roads"]


START = {"starter 1": "4", "starter 2": "10", "target 1": "not entered", "target 2": "not entered"}


def begun(rules: dict[str, str] | None = None, answers: Mapping[str, str] | None = None) -> Record:
    """A deal in which Ann plays first, both starters on the table, no target entered."""
    record = Record.begin("tadmur", ["Ann", "Ben"], 2, rules)
    record.put(1, {**START, **(answers or {})})
    return record


def test_cards_thrown_away_run_out():
    record = begun({"stuck": "discard"})
    record.put(1, {f"move {turn}": "cannot play" for turn in range(1, 48)})
    replay = GAME.replay(record)
    assert [question.key for question in page(replay)] == ["shown 1", "shown 2"]
    record.put(1, {"shown 1": "not shown", "shown 2": "not shown"})
    replay = GAME.replay(record)
    (line,) = replay.hands[0].lines
    assert replay.unused == []
    assert (str(line.to), line.rule, line.also) == ("Ben", "TAD-OUTWIN", ("TAD-MATCH", "TAD-R4"))
    assert line.why == "Ann has no cards left, with 7 spaces left in the chain"


def test_player_who_named_all_ranks_cannot_guess():
    record = begun({"repeat_guess": "refused", "guess_freeze": "off", "stuck": "pass"})
    for turn, rank in enumerate(CIRCLE):
        guess = {f"guess {2 * turn + 1}": rank, f"right {2 * turn + 1}": "no"}
        record.put(1, {f"move {2 * turn + 1}": "guess"} | guess)
        record.put(
            1, {f"card {2 * turn + 1}": "cannot play", f"move {2 * turn + 2}": "cannot play"}
        )
    record.put(1, {"move 27": "guess"})
    (refusal,) = GAME.replay(record).refused
    assert (refusal.code, refusal.rule) == ("all_guessed", "TAD-R7")


@pytest.mark.parametrize("last", ["move 3", "guess 3", "move 4"])
def test_entered_target_stays_hidden_until_end(last):
    def seen(target: str) -> object:
        record = begun({}, {"target 1": target})
        keys = {"move 1": "5", "move 2": "guess", "guess 2": "2", "card 2": "J", "move 3": "guess"}
        keys |= {"guess 3": "3", "right 3": "no", "card 3": "6", "move 4": "guess"}
        for key, text in keys.items():
            record.put(1, {key: text})
            if key == last:
                break
        replay = GAME.replay(record)
        hand, asked = replay.hands[0], page(replay)
        return (
            [tell.words for tell in hand.tells],
            hand.panels,
            list(hand.status.values()),
            [(badge.word, badge.more) for badge in hand.badges],
            hand.facts,
            hand.cells,
            [(option.label, option.hint, option.refusal) for option in choices(asked)],
        )

    assert seen("Q") == seen("8") == seen("5")


def near(answers: Mapping[str, str]) -> Record:
    """Ann has one of five spaces left, Ben two of six; Ann has guessed a 2, Ben an ace."""
    moves = {"move 1": "guess", "guess 1": "2", "right 1": "no", "card 1": "5"}
    moves |= {"move 2": "guess", "guess 2": "A", "right 2": "no", "card 2": "J"}
    moves |= {"move 3": "6", "move 4": "Q", "move 5": "7", "move 6": "K", "move 7": "8"}
    moves |= {"move 8": "A", "move 9": "9"}
    return begun({"spaces": "5", "stuck": "pass"}, {**moves, **answers})


NINES = {"starter 1": "9", "starter 2": "9", "move 1": "10", "move 2": "10", "move 3": "9",
         "move 4": "9", "move 5": "10", "move 6": "10"}  # fmt: skip
"""Four nines are on the table at Ann's fourth turn."""
GUESSED = {"move 1": "guess", "guess 1": "2", "right 1": "no", "card 1": "5", "move 2": "J",
           "move 3": "guess"}  # fmt: skip
TURNED = {"move 10": "2", "move 11": "10", "turned 11": "3", "move 12": "cannot play"}
FROZEN = "One space is left in Ann’s chain, so nobody may guess."
AGAIN = begun({"repeat_guess": "refused"}, {**GUESSED, "guess 3": "2", "right 3": "no"})


@pytest.mark.parametrize(
    ("record", "cited", "words"),
    [
        (begun({}, {"move 1": "9"}), "TAD-NEXT", "After a 4 only a 3 or a 5 will do."),
        (begun({}, {"move 1": "Ben 9"}), "TAD-TURN", "It is Ann’s turn."),
        (begun({}, {"move 1": "5 guess"}), "TAD-ONEGUESS", "Guess first, then play."),
        (
            begun({}, {"move 1": "Ben chain"}),
            "TAD-JOIN",
            "7 spaces in Ben’s chain are still empty.",
        ),
        (begun({}, {"move 1": "chain"}), "TAD-JOIN", "7 spaces in Ann’s chain are still empty."),
        (near(TURNED | {"move 11": "chain"}), "TAD-JOIN", "1 space in Ann’s chain is still empty."),
        (near({"move 10": "guess"}), "TAD-FREEZE", FROZEN),
        # A target turned up counts among the cards seen.
        (near(TURNED | {"move 13": "8"}), "TAD-JOIN", "An 8 does not join a 3."),
        (begun({}, NINES | {"move 7": "9"}), "TAD-PACK", "All four 9s lie on the table already."),
        (AGAIN, "TAD-R7", "Ann has guessed a 2 before, and it was wrong."),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(record, cited, words):
    (refusal,) = GAME.replay(record).refused
    assert (refusal.rule, refusal.message) == (cited, words)


def test_the_screen_shows_both_roads():
    replay = GAME.replay(near({}))
    assert [(x.side.name, x.word) for x in replay.hands[0].badges] == [("Ann", "one away")]
    panel = roads(replay)
    assert panel.heads == ("", "Ann", "Ben")
    assert panel.rows == (
        ("Starter", "4", "10"),
        ("Chain", "5 6 7 8 9", "J Q K A"),
        ("Cards laid", "5", "4"),
        ("Spaces left", "1", "2"),
        ("Wrong guesses", "2", "A"),
    )
    assert list(replay.hands[0].status.values()) == ["1 space left", "2 spaces left"]


def test_the_screen_marks_what_is_not_there_yet():
    rows = roads(GAME.replay(begun())).rows
    assert (rows[1], rows[4]) == (("Chain", "–", "–"), ("Wrong guesses", "–", "–"))


def test_moves_say_what_is_left():
    (question,) = page(GAME.replay(near({"move 10": "2"})))
    shown = [(o.label, o.hint, bool(o.refusal)) for o in choices([question]) if not o.hidden]
    assert shown == [
        ("8", "fills the chain", False),
        ("10", "fills the chain", False),
        ("Guess", "", True),
        ("Cannot play", "the turn passes", False),
    ]
    (question,) = page(GAME.replay(near({})))
    assert [o.hint for o in choices([question])[:2]] == ["1 space left", "1 space left"]


def turned(target: str) -> Record:
    """A false road: its target was turned up, and two more nines are seen."""
    rules = {"spaces": "5", "stuck": "pass", "guess_freeze": "off"}
    answers = {"starter 1": "9", "starter 2": "9", "turned 9": target, "move 10": "guess"}
    answers |= {f"move {turn}": "cannot play" for turn in (2, 4, 6, 8)}
    answers |= {"move 1": "8", "move 3": "9", "move 5": "8", "move 7": "7", "move 9": "6"}
    return begun(rules, answers)


@pytest.mark.parametrize(
    ("record", "hints"),
    [
        (begun({}, NINES | {"move 7": "guess"}), {"9": "all four seen", "10": "all four seen"}),
        (begun({}, GUESSED), {"2": "wrong before"}),
        (turned("9"), {"9": "all four seen"}),
        (turned("3"), {}),
    ],
)
def test_impossible_target_rank_is_marked(record, hints):
    question = page(GAME.replay(record))[0]
    assert question.key.startswith("guess")
    assert {option.label: option.hint for option in choices([question]) if option.hint} == hints


def test_the_sheet_shows_each_road_with_its_target():
    answers = {"target 1": "8", "move 1": "5", "move 2": "guess", "guess 2": "8"}
    replay = GAME.replay(begun({}, answers | {"shown 2": "not shown"}))
    hand = replay.hands[0]
    ann, ben = (hand.panels[f"{name}’s chain"] for name in ("Ann", "Ben"))
    assert list(ann.cells) == ["4", "5", *[""] * 11, "8"]
    assert list(ben.cells) == ["10", *[""] * 12, "–"]
    assert (hand.cells["wrong 1"], hand.cells["wrong 2"]) == ("–", "–")
    (line,) = hand.lines
    assert line.also == ("TAD-MATCH", "TAD-ONEGUESS", "TAD-FREEZE")


def test_long_road_shares_the_last_box():
    record = begun({"guess_freeze": "off", "stuck": "pass"}, {"target 1": "8", "target 2": "9"})
    chain = ["5", "4", "5", "4", "5", "4", "5", "6", "7", "8", "9", "10", "9"]
    for turn, rank in enumerate(chain):
        own, other = 2 * turn + 1, 2 * turn + 2
        guess = {f"move {own}": "guess", f"guess {own}": "2", f"card {own}": rank}
        record.put(1, guess if turn < 6 else {f"move {own}": rank})
        if turn < len(chain) - 1:
            record.put(1, {f"move {other}": "cannot play"})
    (line,) = GAME.replay(record).hands[0].lines
    assert line.why == "13 cards fill the 7 + 6 = 13 spaces, and the 9 joins the 8"
    track = GAME.replay(record).hands[0].panels["Ann’s chain"]
    assert list(track.cells) == ["4", *chain[:11], "10 9", "8"]


def test_a_target_is_asked_under_cover():
    record = Record.begin("tadmur", ["Ann", "Ben"])
    record.put(1, {"starter 1": "4", "starter 2": "10"})
    (question,) = page(GAME.replay(record))
    assert (question.key, question.rule, question.secret) == ("target 1", "TAD-TARGET", "Ann")


def told(record: Record) -> list[tuple[str, str]]:
    return [(tell.words, tell.rule) for tell in GAME.replay(record).hands[0].tells]


def test_moves_are_announced_with_their_rules():
    heads = [
        ("Ben deals two starters, two targets 7 spaces from them, and 24 each.", "TAD-DEAL"),
        ("Look at your own target only.", "TAD-TARGET"),
        ("Ann plays first.", "TAD-TURN"),
        ("Ann to play: after a 4, a 3 or a 5.", "TAD-NEXT"),
    ]
    moves = {"move 1": "guess", "guess 1": "8", "right 1": "no", "card 1": "cannot play"}
    assert told(begun({"stuck": "pass"}, moves))[:-1] == [
        *heads,
        ("Not an 8. Ann’s target moves one space further: 8 spaces left.", "TAD-WRONG"),
        ("Ann passes.", "TAD-R3"),
    ]
    assert told(begun({"stuck": "discard"}, {"move 1": "cannot play"}))[:-1] == [
        *heads,
        ("Ann throws a card away; 23 are left.", "TAD-R3"),
    ]


def test_a_card_that_does_not_join_goes_back():
    replay = GAME.replay(near(TURNED))
    words = [(tell.words, tell.rule) for tell in replay.hands[0].tells]
    assert ("A 10 does not join a 3. The card goes back.", "TAD-R6") in words
    assert roads(replay).rows[1][1] == "5 6 7 8 9"


def test_just_enough_cards_are_enough():
    assert road_with("9", "J", 3, Counter(["10", "9"])) is None
    assert road_with("9", "J", 3, Counter(["10", "9", "10"])) == ("10", "9", "10")


def test_card_that_cannot_join_returns_to_hand():
    moves = {"move 1": "5", "move 2": "J", "move 3": "6", "move 4": "Q", "move 5": "7"}
    moves |= {"move 6": "K", "move 7": "8", "move 8": "A", "move 9": "9", "turned 9": "4"}
    replay = GAME.replay(begun({"spaces": "5", "stuck": "discard"}, moves))
    told = [tell.words for tell in replay.hands[0].tells if tell.rule == "TAD-R3"]
    # 24 − 5 laid + 1 back − 1 thrown away
    assert told == ["Ann throws a card away; 19 are left."]


def test_wrong_guesses_of_quick_deal_reach_sheet():
    record = Record.begin("tadmur", ["Ann", "Ben"], 2, entry="quick")
    record.put(1, {"won": "Ann", "how": "guess", "wrong 1": "2", "wrong 2": "not kept"})
    cells = GAME.replay(record).hands[0].cells
    assert (cells["wrong 1"], cells["wrong 2"]) == ("2 times", "–")


@pytest.mark.parametrize(
    ("stuck", "why", "hint"),
    [
        ("lose", "Ben could not go on", "stuck, or no cards"),
        ("pass", "Ben had no card left", "no card left"),
        ("discard", "Ben had no card left", "no card left"),
    ],
)
def test_why_a_player_is_out_follows_the_rule(stuck, why, hint):
    record = Record.begin("tadmur", ["Ann", "Ben"], rules={"stuck": stuck}, entry="quick")
    how = page(GAME.replay(record))[1]
    assert isinstance(how, Choice)
    assert next(str(each.hint) for each in how.answers if each.text == "out") == hint
    record.put(1, {"won": "1", "how": "out", "wrong 1": "not kept", "wrong 2": "not kept"})
    assert [line.why for line in GAME.replay(record).hands[0].lines] == [why]
