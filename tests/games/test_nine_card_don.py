"""Nine-Card Don: what examples cannot say, namely that no real hand is ever refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.games.nine_card_don import GAME
from companion.games.nine_card_don.count import span
from companion.games.nine_card_don.counters import (
    PACK,
    Bounds,
    Pitch,
    Take,
    Tricks,
    count_of,
    counters,
    game_value,
    scores_nothing,
)
from companion.games.nine_card_don.house import House
from companion.games.nine_card_don.reading import read_tricks
from companion.games.nine_card_don.score import first_home, game_lines
from companion.games.nine_card_don.show import Board
from companion.ledger import Entry, Line
from companion.panels import Track
from companion.questions import Refused
from companion.record import Transcript
from companion.seating import PAIRS, Seating
from tests.games.evenings import ruled

SEATING = Seating(["Gwen", "Huw", "Idris", "Jo"], PAIRS)
PHAT = {"cards_each": "13", "trump_nine_points": "18", "plain_nine_points": "9"}


@pytest.mark.parametrize("trump", list(Suit))
def test_counters_are_worth_44_here_and_80_in_phat(trump: Suit) -> None:
    here = counters(trump, ruled(GAME, House, {}))
    phat = counters(trump, ruled(GAME, House, PHAT))
    assert (sum(c.points for c in here.values()), len(here)) == (44, 9)
    assert (sum(c.points for c in phat.values()), len(phat)) == (80, 12)


def test_the_whole_pack_counts_80_for_game() -> None:
    assert sum(map(game_value, PACK)) == 80


@given(
    st.permutations(list(PACK)),
    st.sampled_from(list(Suit)),
    st.sampled_from([9, 13]),
    st.data(),
)
def test_true_counts_are_never_refused(
    cards: Sequence[Card], trump: Suit, each: int, data: st.DataObject
) -> None:
    awake = cards[: 4 * each]
    tricks = [tuple(awake[n : n + 4]) for n in range(0, 4 * each, 4)]
    winners = data.draw(
        st.lists(st.sampled_from(SEATING.sides), min_size=each, max_size=each), label="winners"
    )
    pitch = Pitch(trump, counters(trump, ruled(GAME, House, {})), each)
    played = Tricks(pitch, SEATING.sides)
    counts = dict.fromkeys(SEATING.sides, 0)
    for side, trick in zip(winners, tricks, strict=True):
        played.add(Take(side, tuple(card for card in trick if card in pitch.counters)))
        counts[side] += count_of(trick)
    bounds = Bounds.of(played)
    assert bounds.low <= sum(counts.values()) <= bounds.high
    bounds.check(counts, dict.fromkeys(SEATING.sides, "count"))


def test_the_back_peg_stands_where_the_side_was_before() -> None:
    script = Transcript.read(GAME.file("evening.txt"))
    script.record.hands = script.record.hands[:1]
    del script.record.hands[0]["trick 5"]
    for key in ("counting", "count A", "count B"):
        del script.record.hands[0][key]
    hand = GAME.replay(script.record).hand
    assert hand is not None
    track = hand.panels["Cribbage board"]
    assert isinstance(track, Track)
    pegs = [(side.code, front, back) for side, front, back in track.runners]
    assert pegs == [("A", 19, 14), ("B", 16, 9)]


def test_a_peg_stops_in_the_last_hole() -> None:
    replay = GAME.replay(Transcript.read(GAME.file("evening.txt")).record)
    assert replay.hand is not None
    track = replay.hand.panels["Cribbage board"]
    assert isinstance(track, Track)
    assert [front for _, front, _ in track.runners] == [117, 121]
    assert list(replay.hand.totals.values()) == [117, 130]


def test_a_new_board_has_its_pegs_off() -> None:
    assert Board(dict.fromkeys(SEATING.sides, 0)).back == {}


def test_tricks_are_read_by_name_seat_or_side() -> None:
    text = "Gwen & Idris 5C / Huw 9C JC/B/ jo 5h"
    read = [(t.side.code, [c.code for c in t.cards]) for t in read_tricks(text, SEATING, 9)]
    assert read == [("A", ["5C"]), ("B", ["9C", "JC"]), ("B", []), ("B", ["5H"])]


def test_a_trick_without_a_side_is_refused() -> None:
    with pytest.raises(Refused, match="begin with a side"):
        read_tricks("5C 9C", SEATING, 9)


@pytest.mark.parametrize("nine", [9, 18])
def test_each_counter_says_its_points_and_its_rules(nine: int) -> None:
    rules = ruled(GAME, House, {"trump_nine_points": str(nine)})
    found = {card.code: (c.points, c.rules) for card, c in counters(Suit.SPADES, rules).items()}
    assert found == {
        "5S": (10, ("DON-T5",)),
        "9S": (nine, ("DON-T9",) if nine == 9 else ("DON-T9", "DON-R7")),
        "AS": (4, ("DON-TA",)),
        "KS": (3, ("DON-TK",)),
        "QS": (2, ("DON-TQ",)),
        "JS": (1, ("DON-TJ",)),
        **dict.fromkeys(("5C", "5D", "5H"), (5, ("DON-5",))),
    }


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("9H", "The 9♥ scores nothing unless hearts are trump."),
        ("AH", "The A♥ scores nothing unless hearts are trump; it counts 4 for game."),
        ("10H", "The 10♥ scores nothing; it counts 10 for game."),
        ("10S", "The 10♠ scores nothing; it counts 10 for game."),
        ("9S", "The 9♠ scores nothing."),
        ("4H", "The 4♥ scores nothing."),
    ],
)
def test_why_a_card_scores_nothing(card: str, words: str) -> None:
    assert scores_nothing(Card.parse(card), Suit.SPADES) == words


@pytest.mark.parametrize(
    ("counts", "points", "expected"),
    [
        ((34, 29), 8, [("A", 8, "DON-GAME", ("DON-COUNT",))]),
        ((29, 34), 8, [("B", 8, "DON-GAME", ("DON-COUNT",))]),
        (
            (30, 30),
            8,
            [("A", 0, "DON-LEVEL", ("DON-COUNT",)), ("B", 0, "DON-LEVEL", ("DON-COUNT",))],
        ),
    ],
)
def test_the_points_for_game(
    counts: tuple[int, int], points: int, expected: list[tuple[object, ...]]
) -> None:
    rules = ruled(GAME, House, {"game_points": str(points)})
    lines = game_lines(dict(zip(SEATING.sides, counts, strict=True)), rules)
    assert [(line.side.code, line.points, line.rule, line.also) for line in lines] == expected


@pytest.mark.parametrize(
    ("entries", "totals", "home"),
    [
        ([("A", 120), ("B", 121), ("A", 125)], (125, 121), "B"),
        ([("A", 122), ("B", 121)], (122, 121), "A"),
        # A penalty took A back under the target, so B was first of those who stand on it.
        ([("A", 122), ("B", 121), ("A", 112)], (112, 121), "B"),
        ([("A", 121), ("A", 101)], (101, 0), ""),
        ([("A", 120), ("B", 119)], (120, 119), ""),
    ],
)
def test_who_was_first_home(
    entries: list[tuple[str, int]], totals: tuple[int, int], home: str
) -> None:
    sides = {side.code: side for side in SEATING.sides}
    posted = [Entry(1, Line(sides[code], 1, "DON-5", ""), total) for code, total in entries]
    first = first_home(posted, 121, dict(zip(SEATING.sides, totals, strict=True)))
    assert (first.code if first else "") == home


def bounds_of(each: int, *held: str) -> Bounds:
    """The bounds once both sides, with so many cards each, have captured these counters."""
    pitch = Pitch(Suit.SPADES, counters(Suit.SPADES, ruled(GAME, House, {})), each)
    tricks = Tricks(pitch, SEATING.sides)
    for side, cards in zip(SEATING.sides, held, strict=True):
        tricks.add(Take(side, tuple(Card.parse(card) for card in cards.split())))
    return Bounds.of(tricks)


EVERY = ("5S AS KS QS JS 5H", "9S 5C 5D")


def test_what_both_counts_together_can_make() -> None:
    # Sixteen cards asleep can hide the tens and all plain honours: seventy.
    assert span(bounds_of(9, *EVERY)) == "at least 10, at most 80"
    # The king and the jack of trumps are asleep, so only fourteen others are: two jacks are not.
    assert span(bounds_of(9, "5S AS QS 5H", "9S 5C 5D")) == "at least 8, at most 76"
    assert span(bounds_of(13, *EVERY)) == "exactly 80"


@pytest.mark.parametrize(
    ("each", "counts", "key", "words"),
    [
        (9, (9, 20), "A", ("Gwen & Idris captured the ace, king, queen and jack of trumps: their "
         "count is at least 10, not 9.")),
        (9, (41, 40), "B", ("41 + 40 makes 81; all aces, kings, queens, jacks and tens together "
         "count 80.")),
        (13, (41, 38), "B", ("41 + 38 makes 79; with 13 cards each nothing is asleep, so both "
         "counts together make 80.")),
        (9, (80, 0), "", ""),
        (9, (10, 0), "", ""),
        (13, (43, 37), "", ""),
    ],
)  # fmt: skip
def test_game_counts_that_cannot_be(
    each: int, counts: tuple[int, int], key: str, words: str
) -> None:
    bounds = bounds_of(each, *EVERY)
    said = dict(zip(SEATING.sides, counts, strict=True))
    if not words:
        bounds.check(said, {side: side.code for side in SEATING.sides})
        return
    with pytest.raises(Refused) as refused:
        bounds.check(said, {side: side.code for side in SEATING.sides})
    assert (refused.value.message, refused.value.key) == (words, key)


@pytest.mark.parametrize(
    ("answers", "totals"),
    [
        ("counting: totals; count A: 80; count B: 0", [33, 19]),
        ("counting: cards; pile A: none; pile B: none", [33, 19]),
        ("counting: totals; count A: -1; count B: 80", None),
        ("counting: totals; count A: 0; count B: 81", None),
    ],
)
def test_the_limits_of_a_game_count(answers: str, totals: list[int] | None) -> None:
    text = f"""players: Gwen, Huw, Idris, Jo
entry: quick
hand 1
trump: S
counters A: {EVERY[0]}; counters B: {EVERY[1]}
{answers}"""
    replay = GAME.replay(Transcript.read(text, GAME.key).record)
    if totals is None:
        assert [refusal.code for refusal in replay.refused] == ["game_count_out_of_range"]
    else:
        assert list(replay.hands[0].totals.values()) == totals


@pytest.mark.parametrize(
    ("said", "rules", "lines"),
    [
        ("A", "target 121", [[("A", 8, "DON-GAME", ("DON-COUNT",))]]),
        ("B", "target 121", [[("B", 8, "DON-GAME", ("DON-COUNT",))]]),
        (
            "level",
            "target 121",
            [[("A", 0, "DON-LEVEL", ("DON-COUNT",)), ("B", 0, "DON-LEVEL", ("DON-COUNT",))]],
        ),
        (
            "level B",
            "level_count carried",
            [
                [
                    ("A", 0, "DON-LEVEL", ("DON-COUNT", "DON-R4")),
                    ("B", 0, "DON-LEVEL", ("DON-COUNT", "DON-R4")),
                ],
                [("B", 8, "DON-GAME", ("DON-COUNT",)), ("B", 8, "DON-R4", ("DON-GAME",))],
            ],
        ),
    ],
)
def test_who_has_most_for_game_may_be_said_at_once(said, rules, lines) -> None:
    text = f"players: Gwen, Huw, Idris, Jo\nentry: quick\nrules: {rules}\n" + "".join(
        f"hand {number}\ntrump: S\ncounters A: 5H; counters B: 5D; counting: {who}\n"
        for number, who in enumerate(said.split(), 1)
    )
    replay = GAME.replay(Transcript.read(text, GAME.key).record)
    assert not replay.refused
    assert [
        [(x.side.code, x.points, x.rule, x.also) for x in hand.lines if x.column == "game"]
        for hand in replay.hands[: len(lines)]
    ] == lines


def test_points_agreed_in_a_hand_thrown_in_end_the_game_without_another_hand() -> None:
    text = """players: Gwen, Huw, Idris, Jo
dealer: Gwen
rules: target 20
hand 1
@void: a card was exposed
@adjust 1: A 20 brought forward"""
    replay = GAME.replay(Transcript.read(text, GAME.key).record)
    assert replay.outcome is not None
    assert [side.code for side in replay.outcome.winners] == ["A"]
    assert [hand.number for hand in replay.hands] == [1]
