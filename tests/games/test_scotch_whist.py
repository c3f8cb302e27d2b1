"""Scotch Whist: the race compared with a plain count, and packs by number of players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Suit
from companion.engine.record import Record
from companion.games.scotch_whist.facts import (
    HONOURS,
    POINTS,
    Haul,
    Step,
    quota,
    say,
)
from companion.games.scotch_whist.house import House
from companion.games.scotch_whist.play import initials
from companion.games.scotch_whist.score import Race, after_dead_heat, score, steps
from companion.seating import Seating, Side, from_left
from tests.games.written import enquired, game_of, golden, replayed
from tests.replays import ruled

GAME = game_of("scotch-whist")

RULES = ruled(GAME, House, {})
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]


@st.composite
def hands(draw: st.DrawFn) -> tuple[Haul, dict[Side, int]]:
    """A possible hand: whole tricks, honours only for players with cards, totals before."""
    players = draw(st.integers(2, 7))
    seating = Seating(NAMES[:players])
    winners = draw(
        st.lists(st.sampled_from(seating.sides), min_size=quota(players), max_size=quota(players))
    )
    cards = {side: winners.count(side) * players for side in seating.sides}
    owners = draw(st.lists(st.sampled_from(winners), min_size=5, max_size=5))
    before = {side: draw(st.integers(0, 40)) for side in seating.sides}
    trump = draw(st.sampled_from([None, *Suit]))
    return Haul(cards, dict(zip(HONOURS, owners, strict=True)), trump, players), before


@given(hands())
def test_honours_make_thirty_and_cards_the_excess(hand):
    haul, before = hand
    lines = list(score(haul, before, RULES))
    assert sum(line.points for line in lines if line.rule != "SCW-CARDS") == 30
    over = [max(0, cards - quota(haul.players)) for cards in haul.cards.values()]
    assert sum(line.points for line in lines if line.rule == "SCW-CARDS") == sum(over)
    assert all(line.points > 0 for line in lines)


def on_fingers(haul: Haul, before: dict[Side, int], need: int) -> set[str]:
    """The winner by the rules, counted without the game's own code."""
    total = {side.code: points for side, points in before.items()}
    final = dict(total)
    for side, cards in haul.cards.items():
        final[side.code] += max(0, cards - quota(haul.players))
    for rank, side in haul.honours.items():
        final[side.code] += POINTS[rank]
    for what in ("10", "cards", "A", "K", "Q", "J"):
        if what == "cards":
            for side, cards in haul.cards.items():
                total[side.code] += max(0, cards - quota(haul.players))
        else:
            total[haul.honours[what].code] += POINTS[what]
        there = [code for code, points in total.items() if points >= need]
        if there:
            best = max((total[code], final[code]) for code in there)
            return {code for code in there if (total[code], final[code]) == best}
    return set()


@given(hands())
def test_the_race_is_won_as_on_ones_fingers(hand):
    haul, before = hand
    seats = list(from_left(next(iter(before)).seats[0]))
    race = Race(steps(before, score(haul, before, RULES)), 41, RULES, seats)
    outcome = race.outcome()
    found = {side.code for side in outcome.winners} if outcome else set()
    assert found == on_fingers(haul, before, 41)


def test_the_panel_marks_the_step_that_decided():
    hand = golden(GAME).hand
    grid = hand.panels["In counting order"]
    (place,) = grid.marked
    assert list(grid.rows[place]) == ["the queen of trumps", "36", "41", "25", "6"]
    assert hand.cells["race"] == "Q"


def test_box_initials_tell_players_apart():
    plain = Seating(["Ann", "Amy", "Bob"])
    assert list(initials(plain.sides).values()) == ["An", "Am", "B"]
    same = Seating(["Ann", "ann", "Bob"])
    assert list(initials(same.sides).values()) == ["1", "2", "3"]
    pairs = Seating(NAMES[:4], ((1, 3), (2, 4)))
    assert list(initials(pairs.sides).values()) == ["A", "B"]


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((41, 30), "Ann"), ((40, 30), ""), ((45, 45), ""), ((30, 47), "Bob"), ((30, 20), "")],
)
def test_highest_at_target_wins_after_dead_heat(totals, winner):
    found = Seating(["Ann", "Bob"]).sides
    outcome = after_dead_heat(dict(zip(found, totals, strict=True)), 41)
    words = f"level before, and now {winner} stands highest, at {max(totals)}"
    assert (outcome.why if outcome else "") == (words if winner else "")


def claim(before: int, *answers: str, players: str = "Ann, Bob, Cat, Dan", target: int = 41):
    """A hand in which Ann may claim, having begun it on a total."""
    lines = [f"players: {players}", f"rules: stop_when_reached yes, target {target}"]
    lines += ["entry: quick", "hand 1", "@void: dealt wrong", f"@adjust 1: Ann {before} before"]
    return replayed(GAME, "\n".join([*lines, "hand 2", *answers]))


@pytest.mark.parametrize(
    ("before", "target", "players", "words"),
    [
        # 30 for the honours, and eight of nine tricks of four, nine of them dealt: 30 + 23 = 53
        (0, 53, "Ann, Bob, Cat, Dan", ""),
        (0, 54, "Ann, Bob, Cat, Dan", "Ann can have 53 at most before the last trick."),
        (40, 95, "Ann, Bob, Cat, Dan", "Ann can have 93 at most before the last trick."),
        # two players, eighteen tricks: 17 × 2 − 18 = 16
        (0, 47, "Ann, Bob", "Ann can have 46 at most before the last trick."),
    ],
)
def test_a_claim_is_out_of_reach(before, target, players, words):
    replay = claim(before, "ended: claim 1", players=players, target=target)
    assert [refusal.message for refusal in replay.refused] == [words] * bool(words)


@pytest.mark.parametrize(
    ("turned", "who", "target", "words"),
    [
        # As above, but the turned-up jack is with Ann, the dealer: its 11 count only for her.
        ("JH", 2, 42, ""),
        ("JH", 2, 43, "Bob can have 42 at most before the last trick."),
        ("JH", 1, 53, ""),
        ("10H", 2, 53, ""),
    ],
)
def test_turned_up_jack_supports_no_claim(turned, who, target, words):
    text = f"""players: Ann, Bob, Cat, Dan
dealer: Ann
rules: stop_when_reached yes, target {target}
hand 1
turn-up: {turned}; ended: claim {who}"""
    replay = replayed(GAME, text)
    assert [refusal.message for refusal in replay.refused] == [words] * bool(words)


@pytest.mark.parametrize(
    ("before", "honours", "struck"),
    [
        (
            0,
            "10 J",
            {n: f"With {n} tricks Ann stands on 21, not 41." for n in (0, 2)}
            | {
                1: "With 1 trick Ann stands on 21, not 41.",
                3: "With 3 tricks Ann stands on 24, not 41.",
                4: "With 4 tricks Ann stands on 28, not 41.",
                5: "With 5 tricks Ann stands on 32, not 41.",
                6: "With 6 tricks Ann stands on 36, not 41.",
                7: "With 7 tricks Ann stands on 40, not 41.",
            },
        ),
        (35, "10 J", {0: "0 tricks cannot hold 2 honours."}),
        (35, "10 A K J", {0: "0 tricks cannot hold 4 honours."}),
        (35, "10 A K Q J", {0: "0 tricks cannot hold 5 honours.",
                            1: "1 trick cannot hold 5 honours."}),
        (38, "A", {0: "0 tricks cannot hold 1 honour."}),
        (40, "none", {0: "With 0 tricks Ann stands on 40, not 41.",
                      1: "With 1 trick Ann stands on 40, not 41.",
                      2: "With 2 tricks Ann stands on 40, not 41.",
                      8: "With 8 tricks no room is left for the other honours."}),
    ],
)  # fmt: skip
def test_tricks_that_make_no_claim_good(before, honours, struck):
    replay = claim(before, "ended: claim 1", f"claim honours: {honours}")
    (question,) = replay.pending.page
    assert (question.key, question.low, question.high) == ("claim tricks", 0, 8)
    assert dict(question.impossible) == struck


def test_claim_asks_how_many_tricks_were_played():
    asked = claim(30, "ended: claim 1", "claim honours: J", "claim tricks: 2")
    (played,) = asked.pending.page
    assert (played.key, played.low, played.high) == ("tricks played", 2, 8)
    last = claim(30, "ended: claim 1", "claim honours: J", "claim tricks: 8")
    assert last.outcome.why == "Ann claims 41 in mid-hand"
    assert "32 cards captured − 9 dealt = 23" in last.hands[1].lines[0].why
    answers = ["ended: claim 1", "claim honours: J", "claim tricks: 2", "tricks played: 4"]
    for players in ("Ann, Bob, Cat", "Ann, Bob, Cat, Dan"):
        shared = claim(30, *answers, players=players)
        assert shared.pending.page[0].prompt == "Cards captured by the others in 2 tricks"


def test_who_has_no_trick_has_no_honour():
    (ann, _) = Seating(["Ann", "Bob"]).sides
    words = "Ann took no trick, so the ten cannot be there."
    assert say.honour_without_trick(side=ann, name="ten") == words
    jack = str(say.honour_without_trick(side=ann, name="jack"))
    assert jack.endswith("the jack cannot be there. The jack always wins its trick.")


@pytest.mark.parametrize(
    ("answers", "prompt"),
    [
        ("turn-up: 8H\n@entry: guided", "Tricks taken by each"),
        (
            "@entry: tricks\nturn-up: 8H\ntrick 1: Ann; honours 1: none\ntrick 2: rest",
            "Tricks not tapped, taken by each",
        ),
    ],
)
def test_cards_are_asked_for_in_tricks_not_tapped(answers, prompt):
    replay = replayed(GAME, f"players: Ann, Bob, Cat\nhand 1\n{answers}")
    assert replay.pending.page[0].prompt == prompt


def test_two_players_share_claimed_hand_by_tricks():
    replay = claim(
        35, "ended: claim 1", "claim honours: J", "claim tricks: 3", "tricks played: 5",
        "10: Bob; A: Bob; K: Bob; Q: Bob", players="Ann, Bob",
    )  # fmt: skip
    assert [line.why for line in replay.hands[1].lines] == [
        "the ten of trumps: 10, makes 10",
        "the ace of trumps: 4, makes 14",
        "the king of trumps: 3, makes 17",
        "the queen of trumps: 2, makes 19",
        "the jack of trumps: 11, makes 46",
    ]
    full = claim(
        35, "ended: claim 1", "claim honours: J", "claim tricks: 3", "tricks played: 4",
        "10: Bob; A: Bob; K: Bob; Q: out", players="Ann, Bob",
    )  # fmt: skip
    words = "Bob: 2 cards cannot hold 3 honours."
    assert [refusal.message for refusal in full.refused] == [words]


@pytest.mark.parametrize(("players", "packets"), [(2, "yes"), (3, "yes"), (3, "no"), (4, "yes")])
def test_turned_up_card_is_in_last_packet(players, packets):
    answers = {"dealer": "1", "card": "KH"}
    ruling = enquired(GAME, "turn-up", answers, Seating(NAMES[:players]), packets=packets)
    in_packet = packets == "yes" and players < 4
    assert ("last packet" in ruling.answer) is in_packet
    assert ("SCW-R6" in ruling.rules) is in_packet


@pytest.mark.parametrize(
    ("totals", "won"),
    [((41, 20), "1 SCW-TARGET"), ((41, 42), "2 SCW-R13"), ((42, 42), " SCW-R13"), ((40, 40), "")],
)
def test_higher_total_decides_if_both_reach_target(totals, won):
    seats = Seating(["Nell", "Omar"]).seats
    sides = [seat.side for seat in seats]
    rules = ruled(GAME, House, {"both_home": "higher_total"})
    done = [
        Step("", dict.fromkeys(sides, 0)),
        Step("SCW-CARDS", dict(zip(sides, totals, strict=True))),
    ]
    end = Race(done, 41, rules, seats).outcome()
    assert (f"{' '.join(side.code for side in end.winners)} {end.rule}" if end else "") == won


def test_cards_captured_are_told_as_cards():
    record = Record.begin("scotch-whist", NAMES[:3], entry="quick")
    record.hands = [{"trump": "H", "cards": "12 12 12"}]
    told = [answer.sentence for answer in GAME.replay(record).hands[0].asked]
    assert told[-1] == "cards captured: Ann 12, Bob 12, Cat 12"
