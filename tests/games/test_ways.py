"""All ways of entry accept the same hands: what one scores, a shorter one scores the same."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.game import Game, Replay
from companion.games import shelf
from companion.played import Played
from companion.questions import Refused
from companion.record import Record, Transcript
from tests.games.evenings import answer, entered
from tests.games.ways import WAYS

LONG = bool(os.environ.get("COMPANION_TEST_LONG"))
EVENINGS, HANDS, ANSWERS = (120, 4, 150) if LONG else (10, 2, 100)
"""Random evenings of a game, hands of each at most, and pages answered in each."""


def came_to(replay: Replay, number: int) -> tuple[object, ...]:
    """What a hand came to: every side's points, the totals, who won."""
    hand = replay.hands[number - 1]
    points = Counter[str]()
    for line in hand.lines:
        points[line.side.code] += line.points
    last = number == len(replay.hands) and replay.outcome
    ended = [side.code for side in replay.outcome.winners] if last and replay.outcome else None
    totals = {side.code: total for side, total in hand.totals.items()}
    return hand.over, {key: n for key, n in points.items() if n}, totals, ended


def rewritten(record: Record, number: int, way: str, told: dict[str, str]) -> Record:
    """The record with one hand entered in another way."""
    found = record.copy()
    kept = {key: text for key, text in found.hands[number - 1].items() if key.startswith("@")}
    answers = {key: text for key, text in told.items() if key != "@entry"}
    found.hands[number - 1] = kept | answers | {"@entry": way}
    return found


def same(game: Game, record: Record, replay: Replay, hand: Played) -> Counter[tuple[str, str]]:
    """Holds that each shorter way comes to the same; counts from and to which."""
    tried = Counter[tuple[str, str]]()
    for way, told in WAYS[game.key](replay, hand):
        again = game.replay(rewritten(record, hand.number, way, told))
        where = (hand.mode, way, dict(hand.answers), told, hand.rules)
        refused = [str(each) for each in again.refused]
        assert not refused or len(again.hands) > hand.number, (refused, where)
        assert came_to(again, hand.number) == came_to(replay, hand.number), where
        tried[hand.mode, way] += 1
    return tried


@pytest.mark.parametrize("key", WAYS)
def test_a_hand_scores_the_same_in_every_shorter_way(key: str) -> None:
    game, tried = shelf()[key], Counter[tuple[str, str]]()
    for seed in range(EVENINGS):
        chance = random.Random(f"{key} ways {seed}")
        record = entered(game, chance, seed)
        replay, done = game.replay(record), 0
        for _ in range(ANSWERS):
            if replay.pending is None or done >= HANDS:
                break
            try:
                replay = answer(game, record, replay, chance)
            except LookupError:  # the one card that must be led is seldom drawn
                assert key == "shakespeares-dilemma"
                break
            scored = scored_hands(replay)
            for hand in scored[done:]:
                tried += same(game, record, replay, hand)
            done = len(scored)
    assert {way for _, way in tried} >= SHORTER[key], tried


def scored_hands(replay: Replay) -> list[Played]:
    """The hands that came to a score."""
    return [hand for hand in replay.hands if hand.over and hand.lines and hand.result]


def written(game: Game) -> Iterator[str]:
    """The golden evening and the worked examples of a room that is entered hand by hand."""
    yield game.file("evening.txt")
    yield from (each.text for each in game.rules.examples if each.kind == "example")


@pytest.mark.parametrize("key", WAYS)
def test_golden_evening_and_examples_score_the_same_in_every_shorter_way(key: str) -> None:
    game, tried = shelf()[key], Counter[tuple[str, str]]()
    for text in written(game):
        record = Transcript.read(text, key).record
        try:
            replay = game.replay(record)
        except Refused:  # an example of a table that cannot be
            continue
        for hand in [] if replay.refused else scored_hands(replay):
            tried += same(game, record, replay, hand)
    assert tried.keys() >= WRITTEN.get(key, {("guided", "quick")}), tried


WRITTEN = {
    "leopard": {("guided", "cards"), ("guided", "quick"), ("cards", "quick")},
    "tres": {("guided", "keys"), ("guided", "quick"), ("keys", "quick")},
    "scotch-whist": {("tricks", "guided"), ("guided", "quick")},
}
"""From and to which ways at least; everywhere else from guided to quick. Cards drawn at random
revoke, and turns drawn at random take a hundred answers: those two are tried here alone."""


SHORTER = {
    "dealers-dilemma": {"guided", "quick"},
    "dilemma": {"tricks", "scores", "quick"},
    "leopard": {"quick", "lines", "values"},
    "scotch-whist": {"guided", "quick"},
    "shakespeares-dilemma": {"guided", "quick"},
    "tres": {"quick", "totals"},
} | {key: {"quick"} for key in ("kaiser", "back-alley", "tribello", "carousel", "jo-jotte",
                                "nine-card-don", "tadmur")}  # fmt: skip
"""The ways that hands are written down for."""


# -- facts that no deal could give ----------------------------------------------------------------

FOUR, TWO, THREE = "Ann, Bob, Cat, Dan", "Ann, Ben", "Ann, Bo, Cy"
KAISER = "bid Bob: 7; bid Cat: pass; bid Dan: pass; bid Ann: pass; trump: C"
UP = "up: 6H 9C; taken: 9C; bid Bo: zero; pair Bo: 2H 2D; "
UP += "bid Cy: zero; pair Cy: 3H 3D; bid Ann: easy"
JOJ = "upcard: QD; first Ben: accept; double: no; stub: QD"
JACK = "turn-up: JH; cards: 16 12 4 4; 10: Ann; A: Ann; K: Ann; Q: Ann; J: Bob"
SPADES = "drops: nobody; collected 1: Bo; condition 1: valle; further 1: 9"
GALAXY = "tricks: 12 0 0 0; Galaxy Venus: Bob; Galaxy Saturn: Ann"
POINTS = "declarer: Ann; trump: H; stakes: plain; special: none; melds Ann: 0; melds Ben: 0; "
POINTS += "points Ann: 100; points Ben: 100; jotte: nobody; revoke: nobody"
BOARD = "turn-up: H; bid Bob: 1; bid Cat: 1; bid Dan: 1; bid Ann: 1"
SEVEN = "Ann, Bo, Cy, Di, Ed, Flo, Gus"
JACK_LEFT = "turn-up: JC; trick 1: Flo; honours 1: 10 K A; trick 2: Di; honours 2: Q; "
JACK_LEFT += "trick 3: Di; honours 3: none; trick 4: Di; honours 4: none; trick 5: Bo"
TAKEN = "up: 6S 4D; taken: 6S; bid Ann: zero; pair Ann: 4H 6C; bid Bo: easy; shown Bo: 8D; "
TAKEN += "hidden Bo: none; bid Cy: easy; shown Cy: 7S; hidden Cy: none; trick 1: 4D 3H 4S; "
TAKEN += "trick 2: 8H 5D 2S; trick 3: 7H 3S 6D; trick 4: 9S 5C 10S; trick 5: 10D 3C 4C; "
TAKEN += "trick 6: 6H 3D 5H; trick 7: 2D 9C 7D; trick 8: 5S 8C 7C; trick 9: 9H 9D 2C; "
TAKEN += "trick 10: 10C 10H 8S"
IMPOSSIBLE = [
    ("scotch-whist", SEVEN, "tricks", f"{JACK_LEFT}; honours 5: none"),
    ("dealers-dilemma", THREE, "cards", TAKEN),
    ("kaiser", FOUR, "guided", f"{KAISER}; tricks: 8; 5H: B; 3S: A"),
    ("kaiser", FOUR, "quick", "bidder: Bob; contract: 7; trump: C; tricks: 8; 5H: A; 3S: B"),
    ("back-alley", FOUR, "guided", f"{BOARD}; tricks: 14"),
    ("back-alley", FOUR, "quick", "A contract: 4; B contract: 4; tricks: 14"),
    ("tribello", THREE, "guided", "trump: S; draw Ann: 3; draw Bo: 11"),
    ("tribello", THREE, "guided", "trump: S; draw Ann: 3; draw Bo: 0; draw Cy: 0; tricks: 6 6 6"),
    ("tribello", THREE, "quick", "trump: S; tricks: 6 6 6"),
    ("carousel", THREE, "guided", "knocker: Bo; left Bo: AS AS AS"),
    ("carousel", THREE, "quick", "knocker: Bo; deadwood: 1 40 1"),
    ("dealers-dilemma", THREE, "guided", f"{UP}; shown Ann: 9C; hidden Ann: 9C"),
    ("dealers-dilemma", THREE, "cards", f"{UP}; shown Ann: 6H; hidden Ann: 9C"),
    ("dealers-dilemma", THREE, "quick", "kind 1: zero; kind 2: zero; kind 3: zero; tricks: 6 6 6"),
    ("dilemma", TWO, "guided", "trick 1 card 1: KS; trick 1 card 2: QS"),
    ("dilemma", TWO, "tricks", "winner 1: Ann; last 1: KS; winner 2: Ann; last 2: KS"),
    ("dilemma", TWO, "scores", "cards Ann: K K K K K; cards Ben: 2"),
    ("dilemma", TWO, "quick", "tricks: 13 0; points: 170 0"),
    ("leopard", TWO, "guided", "card 1: 5C; place 1: own A"),
    ("leopard", TWO, "lines", "lines Ann: 33333330"),
    ("leopard", TWO, "values", "value Ann: 23"),
    ("nine-card-don", FOUR, "guided", "pitcher: Ann; trump: H; trick 1: Ann; counters 1: 2S"),
    ("nine-card-don", FOUR, "quick", "trump: H; counters A: 5H 5S; counters B: 5H"),
    ("panguingue", THREE, "guided", "drops: none; event 1: Bo lay; cards 1: 3S 4D 9H"),
    ("panguingue", THREE, "quick", SPADES),
    ("scotch-whist", FOUR, "guided", JACK),
    ("scotch-whist", FOUR, "tricks", "turn-up: JH; trick 1: Bob; honours 1: J"),
    ("scotch-whist", FOUR, "quick", "cards: 36 4 0 0"),
    ("shakespeares-dilemma", FOUR, "quick", GALAXY),
    ("shakespeares-dilemma", FOUR, "cards", "one of Venus: Ann; trick 1: 1-V 2-V 2-V 3-V"),
    ("jo-jotte", TWO, "guided", JOJ),
    ("jo-jotte", TWO, "cards", JOJ),
    ("jo-jotte", TWO, "quick", POINTS),
    ("leopard", TWO, "cards", "space A Ann: 2C"),
    ("tadmur", TWO, "guided", "starter 1: 4; starter 2: 10; target 1: 7; target 2: A; move 1: 4"),
    ("tres", TWO, "guided", "trick 1 card 1: KH; trick 1 card 2: KH"),
    ("tres", TWO, "keys", "winner 1: Ann; keys 1: 2S; winner 2: Ann; keys 2: 2S"),
    ("tres", TWO, "quick", "ones: 9 9; twos: 0 0; fours: 0 0; eights: 0 0; sixteens: 0 0"),
    ("tres", TWO, "totals", "points: 200 200"),
]  # fmt: skip
"""Game, players, way of entry, and answers of which the last cannot be."""


@pytest.mark.parametrize(("key", "players", "way", "answers"), IMPOSSIBLE)
def test_what_no_deal_could_give_is_refused_with_the_rule(
    key: str, players: str, way: str, answers: str
) -> None:
    game = shelf()[key]
    text = f"players: {players}\ndealer: {players.split(', ')[0]}\nentry: {way}\nhand 1\n{answers}"
    replay = game.replay(Transcript.read(text, key).record)
    assert replay.hand
    assert replay.hand.mode == way
    assert replay.refused, replay.pending and [each.key for each in replay.pending.page]
    assert not replay.hand.lines or key == "panguingue"
    for refusal in replay.refused:
        assert refusal.message
        assert replay.pending
        asked = {each.key: each.rule for each in replay.pending.page}
        assert refusal.rule in game.rules.rules or asked[refusal.key or ""] in game.rules.rules


def test_every_way_of_every_room_refuses_something() -> None:
    ways = {(key, mode) for key, game in shelf().items() for mode in modes_of(game)}
    assert ways - {(key, way) for key, _, way, _ in IMPOSSIBLE} <= NOTHING


NOTHING = {("leopard", "quick"), ("shakespeares-dilemma", "guided"), ("tadmur", "quick")}
"""Ways of entry of which no impossible facts stand here."""


def modes_of(game: Game) -> tuple[str, ...]:
    """The room's ways of entry."""
    hand = game.replay(entered(game, random.Random(1), 0)).hand
    assert hand
    return hand.modes
