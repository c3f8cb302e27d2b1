"""Nine-Card Don: no possible hand is ever refused, which examples cannot show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.engine.ledger import Entry, Line
from companion.engine.record import Record
from companion.games.nine_card_don.facts import (
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
from companion.games.nine_card_don.page import REST, fits, winner
from companion.games.nine_card_don.score import (
    first_home,
    game_lines,
    most_lines,
    too_late,
)
from companion.questions import Refused
from companion.seating import PAIRS, Seating
from tests.games.written import game_of, golden, replayed
from tests.replays import ruled

GAME = game_of("nine-card-don")

SEATING = Seating(["Gwen", "Huw", "Idris", "Jo"], PAIRS)
PHAT = {"cards_each": "13", "trump_nine_points": "18", "plain_nine_points": "9"}


@pytest.mark.parametrize("trump", list(Suit))
def test_counters_total_44_but_80_in_phat(trump):
    here = counters(trump, ruled(GAME, House, {}))
    phat = counters(trump, ruled(GAME, House, PHAT))
    assert (sum(c.points for c in here.values()), len(here)) == (44, 9)
    assert (sum(c.points for c in phat.values()), len(phat)) == (80, 12)
    assert sum(map(game_value, PACK)) == 80


@given(
    st.permutations(list(PACK)),
    st.sampled_from(list(Suit)),
    st.sampled_from([9, 13]),
    st.data(),
)
def test_true_counts_are_never_refused(cards, trump, each, data):
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


def before_the_fifth_trick():
    """The golden evening's first hand, A with 19 points and B with 16."""
    record = golden(GAME).record
    record.hands = record.hands[:1]
    for key in ("trick 5", "counting", "count A", "count B"):
        del record.hands[0][key]
    return GAME.replay(record)


def test_trick_winner_choices_show_resulting_totals():
    pending = before_the_fifth_trick().pending
    for cards, hints in (("5D", ["19 + 5 = 24", "16 + 5 = 21"] * 3), ("none", [""] * 6)):
        asked = pending.page_for({"counters 5": cards})[1]
        assert asked.sends
        assert [str(option.hint) for option in asked.answers] == [*hints, ""]


def test_back_peg_shows_the_sides_previous_place():
    track = before_the_fifth_trick().hand.panels["Cribbage board"]
    pegs = [(side.code, front, back) for side, front, back in track.runners]
    assert pegs == [("A", 19, 14), ("B", 16, 9)]


def test_a_peg_stops_in_the_last_hole():
    hand = golden(GAME).hand
    assert [front for _, front, _ in hand.panels["Cribbage board"].runners] == [117, 121]
    assert list(hand.totals.values()) == [117, 130]


@pytest.mark.parametrize("nine", [9, 18])
def test_each_counter_says_its_points_and_its_rules(nine):
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
def test_why_a_card_scores_nothing(card, words):
    assert scores_nothing(Card.parse(card), Suit.SPADES) == words


@pytest.mark.parametrize(
    ("entries", "totals", "home"),
    [
        ([("A", 120), ("B", 121), ("A", 125)], (125, 121), "B"),
        ([("A", 122), ("B", 121)], (122, 121), "A"),
        # A penalty took A back under the target, so B was first of the sides that are on it.
        ([("A", 122), ("B", 121), ("A", 112)], (112, 121), "B"),
        ([("A", 121), ("A", 101)], (101, 0), ""),
        ([("A", 120), ("B", 119)], (120, 119), ""),
    ],
)
def test_who_was_first_home(entries, totals, home):
    sides = {side.code: side for side in SEATING.sides}
    posted = [Entry(1, Line(sides[code], 1, "DON-5", ""), total) for code, total in entries]
    first = first_home(posted, 121, dict(zip(SEATING.sides, totals, strict=True)))
    assert (first.code if first else "") == home


def bounds_of(each: int, *held: str) -> Bounds:
    """The bounds after both sides, with `each` cards, have captured these counters."""
    pitch = Pitch(Suit.SPADES, counters(Suit.SPADES, ruled(GAME, House, {})), each)
    tricks = Tricks(pitch, SEATING.sides)
    for side, cards in zip(SEATING.sides, held, strict=True):
        tricks.add(Take(side, tuple(Card.parse(card) for card in cards.split())))
    return Bounds.of(tricks)


EVERY = ("5S AS KS QS JS 5H", "9S 5C 5D")


@pytest.mark.parametrize(
    ("each", "held", "span"),
    [
        # With thirteen cards each no card is asleep, even if a revoke stopped the play.
        (13, ("5S AS KS", "9S"), (77, 77)),
        (13, EVERY, (80, 80)),
        # Sixteen cards asleep can hide the tens and all plain honours: seventy.
        (9, EVERY, (10, 80)),
        # The king and jack of trumps are asleep, so only fourteen others are: two jacks are not.
        (9, ("5S AS QS 5H", "9S 5C 5D"), (8, 76)),
    ],
)
def test_what_both_counts_together_can_make(each, held, span):
    bounds = bounds_of(each, *held)
    assert (bounds.low, bounds.high) == span


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
def test_game_counts_that_cannot_be(each, counts, key, words):
    bounds = bounds_of(each, *EVERY)
    said = dict(zip(SEATING.sides, counts, strict=True))
    keys = {side: f"count of {side.code}" for side in SEATING.sides}
    if not words:
        bounds.check(said, keys)
        return
    with pytest.raises(Refused) as refused:
        bounds.check(said, keys)
    assert (refused.value.message, refused.value.key) == (words, f"count of {key}")


@pytest.mark.parametrize(
    ("answers", "totals"),
    [
        ("counting: totals; count A: 80; count B: 0", [33, 19]),
        ("counting: cards; pile A: none; pile B: none", [33, 19]),
        ("counting: totals; count A: -1; count B: 80", None),
        ("counting: totals; count A: 0; count B: 81", None),
    ],
)
def test_the_limits_of_a_game_count(answers, totals):
    text = f"""players: Gwen, Huw, Idris, Jo
entry: quick
hand 1
trump: S
counters A: {EVERY[0]}; counters B: {EVERY[1]}
{answers}"""
    replay = replayed(GAME, text)
    if totals is None:
        assert [refusal.code for refusal in replay.refused] == ["game_count_out_of_range"]
    else:
        assert list(replay.hands[0].totals.values()) == totals


def test_agreed_points_in_thrown_in_hand_end_game():
    text = """players: Gwen, Huw, Idris, Jo
dealer: Gwen
rules: target 20
hand 1
@void: a card was exposed
@adjust 1: A 20 brought forward"""
    replay = replayed(GAME, text)
    assert [side.code for side in replay.outcome.winners] == ["A"]
    assert [hand.number for hand in replay.hands] == [1]


def pitched(**house: str) -> Pitch:
    """A hand pitched in diamonds, nine cards each unless a house rule says thirteen."""
    rules = ruled(GAME, House, house)
    return Pitch(Suit.DIAMONDS, counters(Suit.DIAMONDS, rules), int(house.get("cards_each", "9")))


def test_counter_keys_keep_places_between_hands():
    plain, phat = pitched(), pitched(**PHAT)
    assert (plain.plain_nines, phat.plain_nines) == (False, True)
    assert (plain.asleep, phat.asleep) == (16, 0)
    assert " ".join(card.code for card in plain.laid) == "5C 5D 5H 5S 9D AD KD QD JD"
    assert " ".join(card.code for card in phat.laid) == "5C 5D 5H 5S 9C 9D 9H 9S AD KD QD JD"


@pytest.mark.parametrize(
    ("house", "taken", "cards", "refused"),
    [
        ({}, 8, "", ""),
        ({}, 0, "5C 5D 5H 5S", ""),
        ({}, 0, "5C 5D 5H 5S 9D", "That is 5 cards: four cards make a trick."),
        (PHAT, 10, "5C 5D 5H 5S", ""),
        (PHAT, 10, "5C 5D 5H", "With 2 tricks to come, 9♦, A♦, K♦, Q♦, J♦, 5♠, 9♣, 9♥ and 9♠"),
        (PHAT, 9, "", ""),
        (PHAT, 12, "5C", "With no tricks to come, 5♦"),
    ],
)
def test_trick_takes_four_cards_that_can_fall(house, taken, cards, refused):
    tricks = Tricks(pitched(**house), SEATING.sides)
    for _ in range(taken):
        tricks.add(Take(SEATING.sides[0], ()))
    said = ""
    try:
        fits(tricks)(tuple(Card.parse(card) for card in cards.split()))
    except Refused as no:
        said = no.message
    assert said.startswith(refused) if refused else said == ""


@pytest.mark.parametrize(
    ("house", "ends"),
    [({}, True), (PHAT, False), ({**PHAT, "revoke_penalty": "league"}, True)],
)
def test_with_nothing_asleep_every_counter_falls(house, ends):
    hand = GAME.replay(Record.begin(GAME.key, map(str, SEATING.seats), 1, house)).hand
    question = winner(hand, Tricks(pitched(**house), SEATING.sides))
    rest = question.answers[-1]
    league = house.get("revoke_penalty") == "league"
    assert (rest.text, bool(rest.refusal)) == (REST, not ends)
    assert rest.label == ("No more counters" + ", or a revoke" * league)
    assert question.parse("Gwen") is hand.table.seats[0]


# -- who pitched first ---------------------------------------------------------------------------

V5 = """players: Ada, Bo, Cy, Di
dealer: Bo
rules: first_pitch two_of_diamonds, revoke_penalty league, trump_nine_points 18
"""
TRICKS = """trick 1: A; counters 1: 5D; trick 2: B; counters 2: 9C JC AC QC; trick 3: B
counters 3: KC 5S 5H 5C; revoke: A"""
AT_ONCE = "counters A: 5D; counters B: 9C 5S JC AC QC 5H KC 5C; revoke: A"


@pytest.mark.parametrize(("entry", "tricks"), [("guided", TRICKS), ("quick", AT_ONCE)])
def test_every_way_of_entry_asks_who_pitched_first(entry, tricks):
    text = f"{V5}entry: {entry}\nhand 1\n"
    assert replayed(GAME, text).pending.page[0].key == "pitcher"
    hand = replayed(GAME, f"{text}pitcher: Di; trump: C; {tricks}").hands[0]
    assert (str(hand.dealer), str(hand.dealer.left)) == ("Cy", "Di")
    assert [line.points for line in hand.lines if line.rule == "DON-R11"] == [-5]


def test_older_quick_hand_is_pitched_by_dealers_left():
    text = f"{V5}entry: quick\nhand 1\ntrump: C; {AT_ONCE}"
    hand = replayed(GAME, text).hands[0]
    assert str(hand.dealer.left) == "Cy"
    assert [line.points for line in hand.lines if line.rule == "DON-R11"] == [-5, 20]


@pytest.mark.parametrize(
    ("house", "counts", "carried", "expected"),
    [
        ({}, (34, 29), 0, ["A +8 DON-GAME DON-COUNT"]),
        ({}, (29, 34), 0, ["B +8 DON-GAME DON-COUNT"]),
        ({}, (50, 20), 16, ["A +8 DON-GAME DON-COUNT", "A +16 DON-R4 DON-GAME"]),
        ({}, (30, 30), 16, ["A +0 DON-LEVEL DON-COUNT", "B +0 DON-LEVEL DON-COUNT"]),
        (
            {"level_count": "carried"},
            (30, 30),
            16,
            ["A +0 DON-LEVEL DON-COUNT DON-R4", "B +0 DON-LEVEL DON-COUNT DON-R4"],
        ),
    ],
)
def test_game_points_match_whether_counted_or_direct(house, counts, carried, expected):
    rules, sides = ruled(GAME, House, house), SEATING.sides
    most = None if counts[0] == counts[1] else sides[counts[1] > counts[0]]
    for lines in (
        game_lines(dict(zip(sides, counts, strict=True)), rules, carried),
        most_lines(most, sides, rules, carried),
    ):
        assert [
            " ".join([x.side.code, f"{x.points:+}", x.rule, *x.also]) for x in lines
        ] == expected


def test_quick_entry_carries_a_level_game_count():
    text = "players: Gwen, Huw, Idris, Jo\nentry: quick\nrules: level_count carried\n" + "".join(
        f"hand {number}\ntrump: S\ncounters A: 5H; counters B: 5D; counting: {who}\n"
        for number, who in enumerate(("level", "B", "A"), 1)
    )
    hands = replayed(GAME, text).hands
    assert [[x.points for x in hand.lines if x.column == "game"] for hand in hands[:3]] == [
        [0, 0], [8, 8], [8],
    ]  # fmt: skip


@pytest.mark.parametrize(("total", "late"), [(120, False), (149, False), (150, True), (151, True)])
def test_late_total_allows_for_four_best_counters(total, late):
    assert too_late(total, [5, 10, 5, 9, 5, 1], 121) is late


def test_every_most_for_game_answer_has_words():
    record = golden(GAME).record
    hand = record.hands[0]
    del hand["counting"], hand["count A"], hand["count B"]
    record.hands = [hand]
    (question,) = GAME.replay(record).pending.page
    told = [str(question.in_words(option.value)) for option in question.answers]
    assert "the counts are level" in told
    assert told[-1] == "nothing is counted"
