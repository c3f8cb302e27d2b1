"""Jo-Jotte by whole deals: played at random, declared truthfully, and scored a second way."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.engine.record import Record
from companion.engine.table import Pending
from companion.games.jo_jotte.facts import (
    Contract,
    KnownCards,
    Result,
    check_pile,
    check_played,
    check_sum,
)
from companion.games.jo_jotte.house import House
from companion.games.jo_jotte.melds import (
    LENGTHS,
    Run,
    all_runs,
    better_four,
    better_run,
    four,
    impossible_sums,
    readings,
    run_rule,
    run_worth,
)
from companion.games.jo_jotte.pack import (
    IN_TRUMPS,
    NATURAL,
    PACK,
    PLAIN,
    four_order,
    legal_cards,
    most_in,
    span,
    value,
)
from companion.games.jo_jotte.page import points_question, tricks_question
from companion.games.jo_jotte.score import nullo_line, slam_lines
from companion.questions import Refused
from companion.seating import Seating
from companion.tricks import winner as winning
from tests.games.written import enquired, game_of, golden, replayed
from tests.replays import ruled

GAME = game_of("jo-jotte")

ADA, BEN = 1, 2
SEATS = ADA_SITS, BEN_SITS = Seating(["Ada", "Ben"]).seats

trumps = st.sampled_from([None, *Suit])


def trick_winner(lead: Card, follow: Card, trump: Suit | None) -> str:
    return ("lead", "follow")[winning((lead, follow), trump, PLAIN, IN_TRUMPS)]


chances = st.integers(0, 2**32).map(random.Random)


def rules(**values: str) -> House:
    return ruled(GAME, House, values)


USUAL = rules()


def refusal_of(check: Callable[[], object]) -> tuple[str, str]:
    """The reason and the place of a refusal; both "" if there is none."""
    try:
        check()
    except Refused as no:
        return no.message, no.key
    return "", ""


card_values = st.sampled_from(["source", "tens_count"]).map(lambda key: rules(card_values=key))


# -- a deal played at random -----------------------------------------------------------------------


@dataclass
class Deal:
    """Two holdings, the cards out of play, and the result of the play. Ada deals, Ben leads."""

    trump: Suit | None
    upcard: Card
    stub: Card
    holdings: dict[int, list[Card]]
    points: dict[int, int] = field(default_factory=lambda: {ADA: 0, BEN: 0})
    tricks: dict[int, int] = field(default_factory=lambda: {ADA: 0, BEN: 0})
    piles: dict[int, list[Card]] = field(default_factory=lambda: {ADA: [], BEN: []})
    last: int = 0


def dealt(chance: random.Random, trump: Suit | None, house: House) -> Deal:
    pack = list(PACK)
    chance.shuffle(pack)
    deal = Deal(trump, pack[18], pack[19], {ADA: pack[:9], BEN: pack[9:18]})
    held = {seat: list(cards) for seat, cards in deal.holdings.items()}
    leader = BEN
    for number in range(9):
        lead = held[leader].pop(chance.randrange(len(held[leader])))
        other = 3 - leader
        legal = legal_cards(held[other], lead, trump)
        assert legal
        assert set(legal) <= set(held[other])
        reply = chance.choice(legal)
        held[other].remove(reply)
        winner = leader if trick_winner(lead, reply, trump) == "lead" else other
        deal.tricks[winner] += 1
        deal.piles[winner] += [lead, reply]
        deal.points[winner] += value(lead, trump, house) + value(reply, trump, house)
        deal.points[winner] += 10 * (number == 8)
        leader = deal.last = winner
    return deal


@given(chances, trumps, card_values)
def test_every_deal_lies_within_the_bounds(chance, trump, house):
    deal = dealt(chance, trump, house)
    total = sum(deal.points.values())
    out = (deal.upcard, deal.stub)
    shown = deal.holdings[ADA][: chance.randrange(10)]
    for low, high in (
        span(trump, house),
        span(trump, house, out[:1]),
        span(trump, house, out),
        span(trump, house, out, shown),
        span(trump, house, out, [*deal.holdings[ADA], *deal.holdings[BEN]]),
    ):
        assert low <= total <= high
    for seat, points in deal.points.items():
        assert points % 5 == 0
        assert points <= most_in(deal.tricks[seat], trump, house, out)
        assert most_in(deal.tricks[seat], trump, house, out) <= most_in(
            deal.tricks[seat], trump, house
        )


@pytest.mark.parametrize("house", [USUAL, rules(card_values="tens_count")])
@pytest.mark.parametrize("suit", list(Suit))
def test_bounds_are_those_of_the_rule_sheet(suit, house):
    trump_hand = [0, 45, 65, 85, 105, 125, 135, 145, 155, 165]
    no_trump = [0, 30, 50, 70, 90, 100, 110, 120, 130, 130]
    assert span(suit, house) == (30, 165)
    assert span(None, house) == (20, 130)
    for total in span(suit, house):  # neither is refused
        check_sum({ADA_SITS: total, BEN_SITS: 0}, suit, house, KnownCards(), "points 2")
    assert [most_in(tricks, suit, house) for tricks in range(10)] == trump_hand
    assert [most_in(tricks, None, house) for tricks in range(10)] == no_trump
    for card in PACK:
        assert span(suit, house, [card]).high == 165 - value(card, suit, house)


def test_bounds_are_exact_when_every_card_is_known():
    held = [card for card in PACK if card.suit in (Suit.HEARTS, Suit.SPADES)]
    held += [Card("7", Suit.CLUBS), Card("7", Suit.DIAMONDS)]
    assert span(Suit.HEARTS, USUAL, (), held) == (105, 105)


def test_stated_total_lowers_trump_ceilings_by_five():
    stated = rules(trump_ceiling="160")
    assert span(Suit.CLUBS, stated) == (30, 160)
    assert span(None, stated) == (20, 130)
    assert most_in(9, Suit.CLUBS, stated) == 160
    assert most_in(8, Suit.CLUBS, stated) == 155


# -- what may be played ----------------------------------------------------------------------------


@given(chances, trumps)
def test_legal_cards_match_the_rules(chance, trump):
    pack = list(PACK)
    chance.shuffle(pack)
    lead, holding = pack[0], pack[1 : 2 + chance.randrange(9)]
    legal = set(legal_cards(holding, lead, trump))
    suit = {card for card in holding if card.suit is lead.suit}
    ruffs = {card for card in holding if card.suit is trump}
    if suit and lead.suit is trump:
        over = {card for card in suit if trick_winner(lead, card, trump) == "follow"}
        assert legal == (over or suit)
    else:
        assert legal == (suit or ruffs or set(holding))


@given(st.sampled_from(list(PACK)), st.sampled_from(list(PACK)), trumps)
def test_trick_winner_ignores_lead_when_suits_agree(one, other, trump):
    first, second = trick_winner(one, other, trump), trick_winner(other, one, trump)
    if one.suit is other.suit and one != other:
        assert first != second
    elif one.suit is not other.suit and trump not in (one.suit, other.suit):
        assert (first, second) == ("lead", "lead")
    elif one.suit is trump and other.suit is not trump:
        assert (first, second) == ("lead", "follow")


# -- which melds are better, and their possible sums -----------------------------------------------

runs = st.sampled_from([run for length in LENGTHS for run in all_runs(length)])


def test_every_run_is_read_back_from_its_cards():
    every = [run for length in LENGTHS for run in all_runs(length)]
    assert len(every) == 4 * (6 + 5 + 4 + 3 + 2 + 1)
    for run in every:
        assert Run.of(tuple(run.cards)) == run
        assert len(run.cards) == run.length


@given(runs, runs, runs, trumps)
def test_runs_are_in_one_order(one, other, third, trump):
    assert better_run(one, other, trump) == -better_run(other, one, trump)
    if better_run(one, other, trump) >= 0 and better_run(other, third, trump) >= 0:
        assert better_run(one, third, trump) >= 0
    if one.length > other.length:
        assert better_run(one, other, trump) == 1
    if better_run(one, other, trump) == 0:
        assert (one.length, one.top) == (other.length, other.top)
        assert one == other or trump not in (one.suit, other.suit)


@given(trumps)
def test_fours_are_in_the_order_of_the_tricks(trump):
    for one, other in combinations(NATURAL, 2):
        higher = trick_winner(Card(one, Suit.CLUBS), Card(other, Suit.CLUBS), Suit.CLUBS)
        plain = trick_winner(Card(one, Suit.CLUBS), Card(other, Suit.CLUBS), None)
        assert better_four(one, other, trump) == ((higher if trump else plain) == "lead")
        assert better_four(one, other, trump) != better_four(other, one, trump)


def melds_of(holding: list[Card], reuse: bool = True) -> tuple[list[str], list[Run]]:
    """Every four and every run of a holding at full length; runs without cards of fours if so."""
    fours = [rank for rank in NATURAL if four(rank) <= set(holding)]
    cards = set(holding) - (set() if reuse else {c for rank in fours for c in four(rank)})
    found: list[Run] = []
    for suit in Suit:
        length = 0
        for place in range(len(NATURAL) + 1):
            if place < len(NATURAL) and Card(NATURAL[place], suit) in cards:
                length += 1
            else:
                if length >= 3:
                    found.append(Run(suit, NATURAL[place - length], length))
                length = 0
    return fours, found


@st.composite
def rich_holdings(draw: st.DrawFn) -> list[Card]:
    """Nine cards with many melds: whole ranks and stretches of suits, then anything."""
    chance = draw(chances)
    cards: list[Card] = []
    for _ in range(3):
        if chance.random() < 0.5:
            rank = chance.choice(NATURAL)
            cards += [Card(rank, suit) for suit in Suit]
        else:
            cards += sorted(chance.choice(all_runs(chance.choice(LENGTHS))).cards, key=str)
    pack = list(PACK)
    chance.shuffle(pack)
    return list(dict.fromkeys([*cards, *pack]))[:9]


@given(rich_holdings(), st.booleans())
def test_every_holdings_melds_form_a_possible_sum(holding, reuse):
    house = rules(meld_card_reuse="yes" if reuse else "no")
    fours, found = melds_of(holding, reuse)
    total = 100 * len(fours) + sum(run_worth(run.length) for run in found)
    lengths = tuple(sorted(run.length for run in found))
    assert (len(fours), lengths) in readings(total, house)


def test_possible_meld_sums_are_exactly_these():
    runs_alone = {0, 20, 40, 50, 60, 70, 80, 90}
    beside_a_four = {100, 120, 140, 150, 160}
    usual = {points for points in range(0, 500, 5) if readings(points, USUAL)}
    assert usual == runs_alone | beside_a_four | {200, 220}
    once = rules(meld_card_reuse="no")
    apart = {points for points in range(0, 500, 5) if readings(points, once)}
    assert apart == runs_alone | {100, 120, 140, 150} | {200}


@pytest.mark.parametrize(
    ("points", "found"),
    [
        (0, [(0, ())]),
        (50, [(0, (length,)) for length in (5, 6, 7, 8)]),
        (60, [(0, (3, 3, 3)), (0, (3, 4))]),
        (70, [(0, (3, 5)), (0, (3, 6))]),
        (90, [(0, (4, 5))]),
        (220, [(2, (3,))]),
        (300, []),
    ],
)
def test_every_reading_of_a_sum_is_given_once(points, found):
    assert sorted(readings(points, USUAL)) == found


@pytest.mark.parametrize(
    ("reuse", "never"),
    [("yes", "10 30 110 130 170 180 190 210"), ("no", "10 30 110 130 160 170 180 190 210 220")],
)
def test_impossible_meld_sums_are_struck_with_reason(reuse, never):
    struck = impossible_sums(rules(meld_card_reuse=reuse))
    assert sorted(struck) == [int(points) for points in never.split()]
    assert struck[10] == (
        "10 cannot be: nine cards hold no fours (100 each) and runs (20, 40, 50) of that sum."
    )


# -- whole hands, declared truthfully and scored a second way --------------------------------------


@dataclass
class Teller:
    """Answers a hand's questions truthfully from the cards of a deal."""

    deal: Deal
    declarer: int
    times: int
    jotte: int
    answers: dict[str, str] = field(default_factory=dict)

    def bids(self) -> None:
        upcard, trump = self.deal.upcard, self.deal.trump
        self.answers |= {"upcard": upcard.code, "stub": self.deal.stub.code}
        name = trump.value if trump else "no trump"
        if trump is upcard.suit:
            calls = {BEN: ["accept"], ADA: ["pass", "accept"]}[self.declarer]
            keys = ["first 2", "first 1"]
        else:
            calls = {BEN: ["pass"] * 2 + [name], ADA: ["pass"] * 3 + [name]}[self.declarer]
            keys = ["first 2", "first 1", "second 2", "second 1"]
        self.answers |= dict(zip(keys, calls, strict=False))
        self.answers["double"] = "yes" if self.times > 1 else "no"
        if self.times > 1:
            self.answers["redouble"] = "yes" if self.times == 4 else "no"
        self.answers |= {"nullo": "no", "slam": "no"}

    def fours(self) -> tuple[int, list[str]]:
        """The dialogue about fours; returns the scorer of each."""
        order = four_order(self.deal.trump)
        held = {
            seat: sorted(melds_of(cards)[0], key=order.index)
            for seat, cards in self.deal.holdings.items()
        }
        one, other = 3 - self.declarer, self.declarer
        self.answers[f"four {one}"] = held[one][0] if held[one] else "none"
        self.answers[f"four {other}"] = "good" if held[one] else "none"
        winner = one
        if held[other] and (
            not held[one] or better_four(held[other][0], held[one][0], self.deal.trump)
        ):
            winner = other
            self.answers[f"four {other}"] = held[other][0]
        if held[winner]:
            more = held[winner][1] if len(held[winner]) > 1 else "none"
            self.answers[f"other four {winner}"] = more
        return winner, held[winner]

    def runs(self) -> tuple[int, list[Run]]:
        """The dialogue about runs; returns the scorer of each."""
        trump = self.deal.trump
        held = {seat: melds_of(cards)[1] for seat, cards in self.deal.holdings.items()}
        best = {
            seat: max(found, key=lambda r: (r.length, r.height, r.suit is trump), default=None)
            for seat, found in held.items()
        }
        one, other = 3 - self.declarer, self.declarer
        mine, theirs = best[one], best[other]
        self.answers[f"run {one}"] = str(mine.length) if mine else "none"
        winner = one
        if mine is None:
            self.answers[f"run {other}"] = str(theirs.length) if theirs else "none"
            winner = other
        elif theirs is None or theirs.length < mine.length:
            self.answers[f"run {other}"] = "good"
        elif theirs.length > mine.length:
            self.answers[f"run {other}"] = str(theirs.length)
            winner = other
        else:
            winner = self.level(one, other, mine, theirs)
        if held[winner]:
            self.answers[f"runs {winner}"] = " / ".join(map(codes, held[winner]))
        return winner, held[winner]

    def level(self, one: int, other: int, mine: Run, theirs: Run) -> int:
        """Runs of one length: how high?"""
        trump = self.deal.trump
        self.answers[f"run {other}"] = "how high"
        self.answers[f"top {one}"] = mine.top
        if theirs.height < mine.height:
            self.answers[f"top {other}"] = "good"
            return one
        if theirs.height > mine.height:
            self.answers[f"top {other}"] = theirs.top
            return other
        self.answers[f"top {other}"] = "same"
        if trump is None:
            return one
        if trump in (mine.suit, theirs.suit):
            winner = one if mine.suit is trump else other
            self.answers["trump run"] = str(winner)
            return winner
        self.answers["trump run"] = "neither"
        return one

    def quick(self, expected: dict[int, list[tuple[int, str]]]) -> dict[str, str]:
        """The same hand as its contract and result alone."""
        melds = {
            seat: sum(points for points, rule in lines if rule.startswith(("JOJ-FOUR", "JOJ-RUN")))
            for seat, lines in expected.items()
        }
        kept = {
            key: text
            for key, text in self.answers.items()
            if key.startswith(("points", "took", "revoke"))
        }
        return kept | {
            "@entry": "quick",
            "declarer": str(self.declarer),
            "trump": self.deal.trump.value if self.deal.trump else "no trump",
            "stakes": {1: "plain", 2: "doubled", 4: "redoubled"}[self.times],
            "special": "none",
            "melds 1": str(melds[ADA]),
            "melds 2": str(melds[BEN]),
            "jotte": str(self.jotte) if self.jotte else "nobody",
        }

    def results(self) -> None:
        points, tricks = self.deal.points, self.deal.tricks
        self.answers |= {f"points {seat}": str(points[seat]) for seat in points}
        self.answers["revoke"] = "nobody"
        if self.deal.trump:
            self.answers["jotte"] = str(self.jotte) if self.jotte else "nobody"
        for seat in points:
            if not points[seat]:
                self.answers[f"took {seat}"] = "yes" if tricks[seat] else "no"


def codes(run: Run) -> str:
    start = NATURAL.index(run.top)
    return " ".join(rank + run.suit.value for rank in NATURAL[start : start + run.length])


def told(chance: random.Random, deal: Deal) -> tuple[Teller, dict[int, list[tuple[int, str]]]]:
    """A truthful hand, and its expected lines, per player, as (points, rule)."""
    declarer = chance.choice([ADA, BEN])
    royal = [
        seat
        for seat, cards in deal.holdings.items()
        if deal.trump and {Card("K", deal.trump), Card("Q", deal.trump)} <= set(cards)
    ]
    jotte = chance.choice([0, *royal])
    teller = Teller(deal, declarer, chance.choice([1, 1, 2, 4]), jotte)
    teller.bids()
    expected: dict[int, list[tuple[int, str]]] = {ADA: [], BEN: []}
    seat, ranks = teller.fours()
    expected[seat] += [(100, "JOJ-FOUR")] * len(ranks)
    seat, found = teller.runs()
    for run in sorted(found, key=lambda run: (-run.length, -run.height)):
        expected[seat].append((run_worth(run.length), run_rule(run.length)))
    teller.results()
    if jotte:
        expected[jotte].append((20, "JOJ-JOTTE"))
    expected_play(teller, expected)
    return teller, expected


def expected_play(teller: Teller, expected: dict[int, list[tuple[int, str]]]) -> None:
    declarer, times, points = teller.declarer, teller.times, teller.deal.points
    mine, theirs = points[declarer], points[3 - declarer]
    if mine == theirs:
        expected[declarer].append((0, "JOJ-TIE"))
    else:
        made = mine > theirs
        winner, worth = (declarer, mine) if made else (3 - declarer, mine + theirs)
        expected[winner].append((worth, "JOJ-MADE" if made else "JOJ-BEATEN"))
        if times > 1:
            rule = {2: "JOJ-DOUBLE", 4: "JOJ-REDOUBLE"}[times]
            expected[winner].append((worth * (times - 1), rule))
    for seat, tricks in teller.deal.tricks.items():
        if tricks == 9:
            expected[seat].append((100, "JOJ-SLAM-LUCKY"))


def entered(answers: dict[str, str]):
    record = Record.begin("jo-jotte", ["Ada", "Ben"])
    record.put(1, answers)
    replay = GAME.replay(record)
    assert [str(refusal) for refusal in replay.refused] == []
    assert replay.unused == []
    assert replay.pending.hand == 2
    return replay.hands[0]


def by_player(hand) -> dict[int, list[tuple[int, str]]]:
    return {
        seat: [(x.points, x.rule) for x in hand.lines if x.side.code == str(seat)]
        for seat in (ADA, BEN)
    }


@settings(max_examples=150, deadline=None)
@given(chances, trumps)
def test_truthful_hand_scores_same_in_every_way(chance, trump):
    deal = dealt(chance, trump, USUAL)
    teller, expected = told(chance, deal)
    step = entered(teller.answers)
    assert by_player(step) == expected
    assert all(line.why for line in step.lines)
    piles = {key: text for key, text in teller.answers.items() if not key.startswith("points")}
    piles = {key: text for key, text in piles.items() if not key.startswith("took")}
    for seat, cards in deal.piles.items():
        piles[f"pile {seat}"] = " ".join(card.code for card in cards) or "none"
    by_cards = entered(piles | {"@entry": "cards", "last": str(deal.last)})
    assert [str(line) for line in by_cards.lines] == [str(line) for line in step.lines]
    quick = entered(teller.quick(expected))
    assert list(quick.totals.values()) == list(step.totals.values())
    above = {"JOJ-FOUR", "JOJ-RUN3", "JOJ-RUN4", "JOJ-RUN5", "JOJ-MELD-RUNS"}
    assert [str(line) for line in quick.lines if line.rule not in above] == [
        str(line) for line in step.lines if line.rule not in above
    ]


@settings(max_examples=200, deadline=None)
@given(chances, trumps, st.data())
def test_truthful_declarations_of_rich_holdings_are_taken(chance, trump, data):
    first = data.draw(rich_holdings())
    taken = set(first)
    second = [card for card in data.draw(rich_holdings()) if card not in taken]
    rest = [card for card in PACK if card not in {*first, *second}]
    chance.shuffle(rest)
    second += rest[: 9 - len(second)]
    rest = [card for card in rest if card not in second]
    deal = Deal(trump, rest[0], rest[1], {ADA: first, BEN: second})
    cards = [*first, *second]
    deal.points[ADA] = sum((value(card, trump, USUAL) for card in cards), 10)
    deal.tricks |= {ADA: 9, BEN: 0}
    teller, expected = told(chance, deal)
    assert by_player(entered(teller.answers)) == expected


# -- the referee at a running table ----------------------------------------------------------------


def test_enquiries_take_over_running_hand_facts():
    replay = golden(GAME)
    taken: set[object] = set()
    for hand in replay.hands:
        for enquiry in GAME.referee:
            desk, ruling = GAME.enquire(enquiry, hand.facts, hand.rules, replay.table.seating)
            if isinstance(ruling, Pending):
                assert [str(refusal) for refusal in ruling.problems.values()] == []
                taken |= ruling.given.keys()
            taken |= {asked.question.key for asked in desk.asked}
    assert taken == {"dealer", "declarer", "leader", "out", "trump"}


# -- at the edges ----------------------------------------------------------------------------------


def evening(text: str):
    return replayed(GAME, f"players: Ada, Ben\ndealer: Ada\n{text}")


BIDS = "upcard: 7S; first Ben: accept; double: no; stub: {}; nullo: no; slam: no\n"
NO_MELDS = "four Ada: none; four Ben: none; run Ada: none; run Ben: none\n"


def keys(replay) -> list[str]:
    return [question.key for question in replay.pending.page]


def test_jo_jotte_is_asked_only_where_declarable():
    seen = evening("hand 1\n" + BIDS.format("QS") + NO_MELDS)
    assert keys(seen) == ["points 1", "points 2", "revoke"]
    unseen = evening("hand 1\n" + BIDS.format("QH") + NO_MELDS)
    assert keys(unseen) == ["points 1", "points 2", "jotte", "revoke"]
    noted = "points Ada: 50; points Ben: 60; jotte: nobody; revoke: nobody"
    old = evening("hand 1\n" + BIDS.format("QS") + NO_MELDS + noted)  # as in records
    assert (old.unused, list(old.hands[0].totals.values())) == ([], [0, 60])


def test_melds_are_one_question_older_hands_lack():
    asked = evening("hand 1\n" + BIDS.format("QS"))
    assert keys(asked) == ["nullo", "slam", "stub", "melds"]
    special = evening("hand 1\n" + BIDS.format("QS").replace("nullo: no", "nullo: yes"))
    assert keys(special) == ["tricks 1", "revoke"]  # it is played without melds
    none = evening("hand 1\n" + BIDS.format("QS") + "melds: none")
    assert keys(none) == ["points 1", "points 2", "revoke"]
    some = evening("hand 1\n" + BIDS.format("QS") + "melds: declared")
    assert keys(some) == ["four 1"]
    older = evening("hand 1\n" + BIDS.format("QS") + "four Ada: none")
    assert (keys(older), older.unused) == (["four 2"], [])


def test_two_fours_rule_out_king_and_queen():
    melds = "four Ada: A; four Ben: good; other four Ada: 10; run Ada: none; run Ben: none\n"
    points = "points Ada: 50; points Ben: 60; jotte: {}; revoke: nobody"
    replay = evening("hand 1\n" + BIDS.format("8S") + melds + points.format("Ada"))
    assert [(each.code, each.key) for each in replay.refused] == [("jotte_impossible", "jotte")]
    assert not evening("hand 1\n" + BIDS.format("8S") + melds + points.format("Ben")).refused


def test_house_rules_may_change_from_a_hand_on():
    passed = "first {0}: pass; first {1}: pass; second {0}: pass; second {1}: pass\n"
    text = "hand 1\nupcard: 9D; " + passed.format("Ben", "Ada")
    text += "hand 2\n@rule passout_dealer: other\nupcard: 9D; " + passed.format("Ben", "Ada")
    assert keys(evening(text + "hand 3\nupcard: 9H")) == ["first 1"]


RUBBER = "entry: quick\n" + "".join(
    f"hand {n}\n{rule}declarer: {who}; trump: H; stakes: plain; special: none; melds Ada: 0\n"
    f"melds Ben: 0; points {who}: 85; points {other}: 40; jotte: nobody; revoke: nobody\n"
    for n, who, other, rule in (
        (1, "Ada", "Ben", ""),
        (2, "Ben", "Ada", "@rule rubber: best_of_three\n"),
    )
)


def test_longer_rubber_agreed_midway_goes_on():
    replay = evening(RUBBER)
    assert replay.outcome is None
    assert replay.hands[-1].title == "game 3, hand 1"


@pytest.mark.parametrize(
    ("one", "two", "house", "cited"),
    [
        ("A", "9", {}, {"JOJ-MELD-FOURS", "JOJ-FOUR"}),
        ("none", "9", {}, {"JOJ-MELD-FOURS", "JOJ-FOUR", "JOJ-R7"}),
        ("A", "none", {}, {"JOJ-MELD-FOURS", "JOJ-FOUR"}),
        ("A", "7", {}, {"JOJ-MELD-FOURS", "JOJ-FOUR", "JOJ-R8"}),
        ("none", "7", {"fours_ranks": "no_low"}, {"JOJ-FOUR", "JOJ-R8"}),
    ],
)
def test_fours_cite_only_the_deciding_rules(one, two, house, cited):
    answers = {"trump": "H", "declarer": "2", "four 1": one, "four 2": two}
    assert set(enquired(GAME, "fours", answers, Seating(["Ada", "Ben"]), **house).rules) == cited


def test_carry_cites_no_doubling_only_after_double():
    tie = "hand 1\ndeclarer: Ada; trump: H; stakes: plain; special: none; melds Ada: 0\n"
    tie += "melds Ben: 0; points Ada: 50; points Ben: 50; jotte: nobody; revoke: nobody\n"
    for stakes, also in (("plain", ()), ("doubled", ("JOJ-R16",))):
        won = f"hand 2\ndeclarer: Ada; trump: H; stakes: {stakes}; special: none; melds Ada: 0\n"
        won += "melds Ben: 0; points Ada: 60; points Ben: 50; jotte: nobody; revoke: nobody\n"
        lines = evening(f"entry: quick\n{tie}{won}").hands[1].lines
        assert [line.also for line in lines if line.rule == "JOJ-CARRY"] == [also]


@pytest.mark.parametrize(
    ("pile", "code"),
    [
        ("AS KS QS JS 7H 8H 9H 10H", ""),
        ("AS KS QS JS 10S 7H 8H 9H", "too_many_of_one_holding"),
        ("7H 8H 9H 10H QH KH 7C 8C", ""),
        ("7H 8H 9H 10H QH KH 7C 8C 9C 10C", "too_many_of_one_holding"),
    ],
)
def test_a_trick_has_one_card_of_each_player(pile, code):
    replay = evening(
        "entry: cards\nhand 1\nupcard: JH; first Ben: accept; double: no; stub: JC; nullo: no\n"
        "slam: no; four Ada: none; four Ben: none; run Ada: 5; run Ben: good\n"
        f"runs Ada: AS KS QS JS 10S; pile Ada: {pile}"
    )
    assert [each.code for each in replay.refused] == ([code] if code else [])


# -- messages about piles, sums and revokes --------------------------------------------------------


def cards_of(text: str) -> list[Card]:
    return [Card.parse(card) for card in text.split()]


def shown(text: str) -> KnownCards:
    return KnownCards({}, {ADA_SITS: frozenset(cards_of(text))})


@pytest.mark.parametrize(
    ("known", "pile", "left", "words"),
    [
        ("KS QS", "KS 7H", 16, ""),
        ("KS QS", "KS QS", 16, ("Ada took 1 trick, and K♠ and Q♠ would have to lie there: Ada has "
         "shown them, and each trick has one card of each player.")),
        ("KS QS 9S", "KS QS 9S 7H", 14, ("Ada took 2 tricks, and K♠, Q♠ and 9♠ would have to "
         "lie there: Ada has shown them, and each trick has one card of each player.")),
        ("KS", "7H 8H", 0, ("Ben took no tricks, and K♠ would have to lie there: Ada has shown it, "
         "and each trick has one card of each player.")),
        ("KS QS", "7H 8H", 2, ("Ben took 1 trick, and K♠ and Q♠ would have to lie there: Ada has "
         "shown them, and each trick has one card of each player.")),
        ("KS QS", "7H 8H", 4, ""),
        ("KS QS", "7H", 4, "1 card for Ada cannot be: every trick has two."),
    ],
)  # fmt: skip
def test_pile_has_one_card_per_player_and_trick(known, pile, left, words):
    said, _ = refusal_of(lambda: check_pile(ADA_SITS, cards_of(pile), shown(known), left))
    assert said == words


REST = "AH KH QH JH 10H 9H 8H 7H AD KD QD JD 10D 9D 8D 7D"


@pytest.mark.parametrize(
    ("known", "mine", "theirs", "words", "key"),
    [
        ("AH KH", f"{REST} 7C 8C", "", "", ""),
        ("AH 9S", f"{REST} 7C 8C", "", ("Ada has shown 9♠: it has to lie in one of the piles, as "
         "every card held is played."), "pile 2"),
        ("AS 9S", f"{REST} 7C 8C", "", ("Ada has shown A♠ and 9♠: they have to lie in one of the "
         "piles, as every card held is played."), "pile 2"),
        ("KS QS", REST, "KS QS", ("Ben took 1 trick, and K♠ and Q♠ would have to lie there: "
         "Ada has shown them, and each trick has one card of each player."), "pile 1"),
    ],
)  # fmt: skip
def test_both_piles_hold_what_was_shown(known, mine, theirs, words, key):
    piles = {ADA_SITS: cards_of(mine), BEN_SITS: cards_of(theirs)}
    said = refusal_of(lambda: check_played(piles, shown(known), "pile 2"))
    assert said == (words, key)


@pytest.mark.parametrize("revoked", [None, ADA_SITS])
def test_a_revoke_is_cited_in_nullo_and_slam(revoked):
    cited = ("JOJ-R23",) if revoked else ()
    tricks = {ADA_SITS: 9, BEN_SITS: 0}
    result = Result({ADA_SITS: 170, BEN_SITS: 0}, tricks, revoked=revoked)
    assert nullo_line(Contract(ADA_SITS, Suit.SPADES, nullo=True), result).also == cited
    line, *_ = slam_lines(Contract(ADA_SITS, Suit.SPADES, slam=True), result, USUAL)
    assert [rule for rule in line.also if rule == "JOJ-R23"] == [*cited]


def test_asked_numbers_begin_at_zero():
    points = points_question(ADA_SITS, Suit.SPADES, 180)
    for question in (points, tricks_question(ADA_SITS)):
        assert question.parse("0") == 0
        for below in ("-1", "-5"):
            with pytest.raises(Refused):
                question.parse(below)
    with pytest.raises(Refused, match="sums of cards end in 0 or 5"):
        points.parse("7")


BY_CARDS = """entry: cards
hand 1
upcard: 7C
first Ben: pass; first Ada: accept; double: no; stub: 8D; nullo: no; slam: no
four Ben: none; four Ada: none; run Ben: none; run Ada: none
pile Ada: """


@pytest.mark.parametrize("sweeps", [True, False])
def test_pile_holds_at_most_every_played_card(sweeps):
    played = "JC 9C AC KC AS KS QS 8S JH 7H 10C QC AH KH QH 9H AD 10D"
    piles = (played, "none") if sweeps else ("none", played)
    who = "Ada" if sweeps else "Ben"
    last = f"\npile Ben: {piles[1]}\nlast: {who}; jotte: nobody; revoke: nobody"
    replay = evening(BY_CARDS + piles[0] + last)
    assert replay.refused == []
    swept = [str(line.to) for line in replay.hands[0].lines if line.rule == "JOJ-SLAM-LUCKY"]
    assert swept == [who]
    (refused,) = evening(f"{BY_CARDS}{played} KD QD").refused
    assert refused.message == "That is 20: say 0 to 18 cards."


@pytest.mark.parametrize("bid", ["nullo", "slam"])
def test_melds_stay_on_nullo_and_slam_page(bid):
    """Nothing below them moves. There are none, without asking."""
    record = Record.begin("jo-jotte", ["Ana", "Ben"], entry="guided")
    record.hands = [{"upcard": "9H", "first 2": "accept", "double": "no"}]
    pending = GAME.replay(record).pending
    before, after = pending.page_for({}), pending.page_for({bid: "yes"})
    assert [each.key for each in after] == [each.key for each in before]
    assert [each.decided for each in after if each.key == "melds"] == ["none"]
