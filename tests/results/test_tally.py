"""Statistics of people: games, wins, contracts made, highest scores, partners and opponents."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from companion import games
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.results.game_summary import hand_results, summary_of
from companion.results.summary import BestScore, SummaryEntry, somebody
from companion.results.tally import (
    Company,
    people,
    played,
    together,
)
from companion.tables.carrying import canonical

BEGAN = datetime(2026, 11, 20, 19, tzinfo=UTC)


def entry(key: str, day: int = 0, hands: int | None = None, **head: str) -> SummaryEntry:
    """The golden evening of a game on some day, with another head, perhaps cut short."""
    game = games.find(key)
    record = canonical(game, Transcript.read(game.file("evening.txt"), key).record)
    record.head |= {name.replace("_", " "): text for name, text in head.items()}
    record.hands = record.hands[:hands]
    return SummaryEntry(f"{key}{day}", BEGAN + timedelta(days=day), summary_of(game.replay(record)))


def hands_of(key):
    """The finished hands of a game's golden evening."""
    game = games.find(key)
    return hand_results(game.replay(Transcript.read(game.file("evening.txt"), key).record))


def one(entries, name):
    return next(person for person in people(entries) if person.name == name)


def test_an_evening_counts_for_its_four_players():
    kaiser = entry("kaiser")
    found = {person.name: (person.played, person.won) for person in people([kaiser])}
    won = {"Nell": kaiser.summary.sitters[0].side in kaiser.summary.winners}
    assert sum(played for played, _ in found.values()) == 4
    assert sorted(found) == ["Nell", "Omar", "Pia", "Quin"]
    assert found["Nell"] == found["Pia"] == (1, int(won["Nell"]))
    assert found["Omar"] == found["Quin"] == (1, 1 - int(won["Nell"]))


def test_contracts_are_those_the_score_lines_name():
    nell = one([entry("kaiser")], "Nell").games["kaiser"]
    omar = one([entry("kaiser")], "Omar").games["kaiser"]
    assert (nell.made, nell.broken) == (4, 0)
    assert (omar.made, omar.broken) == (2, 2)


def test_contract_paid_to_opponents_counts_as_broken():
    ada, ben = (one([entry("jo-jotte")], name).games["jo-jotte"] for name in ("Ada", "Ben"))
    paid = ("JOJ-BEATEN", "JOJ-NULLO-LOST", "JOJ-SLAM-LOST")
    record = Transcript.read(games.find("jo-jotte").file("evening.txt"), "jo-jotte").record
    lines = [e.line for e in games.find("jo-jotte").replay(record).ledger.entries]
    lost = {
        name: sum(str(e.to) != name for e in lines if e.rule in paid) for name in ("Ada", "Ben")
    }
    assert (ada.broken, ben.broken) == (lost["Ada"], lost["Ben"])
    assert ada.broken + ben.broken == sum(line.rule in paid for line in lines) > 0


def test_a_game_without_contracts_counts_none():
    for person in people([entry("tres")]):
        assert (person.games["tres"].made, person.games["tres"].broken) == (0, 0)


def test_best_hand_brings_the_most_points():
    kaiser = entry("kaiser")
    best = one([kaiser], "Nell").games["kaiser"].best
    points = {hand.number: hand.points["A"] for hand in hands_of("kaiser")}
    assert best.points == points[best.score.hand] == max(points.values())


def test_average_counts_only_finished_games():
    full, cut = entry("kaiser"), entry("kaiser", 1, hands=3)
    nell = one([full, cut], "Nell")
    assert (nell.played, nell.open) == (1, 1)
    assert nell.games["kaiser"].average == full.summary.totals["A"]


def test_head_to_head():
    first, second = entry("kaiser"), entry("kaiser", 1, player_3="Rosa")
    nell = one([first, second], "Nell")
    assert nell.partners["Pia"].played == nell.partners["Rosa"].played == 1
    assert nell.opponents["Omar"].played == 2
    omar = one([first, second], "Omar")
    assert nell.opponents["Omar"].won + omar.opponents["Nell"].won == 2


def test_game_closed_early_keeps_winning_streak():
    met = Company()
    for won, closed in ((True, False), (False, True), (True, False), (False, False), (True, False)):
        met.met("kaiser", won, not won and not closed, closed)
    assert (met.in_a_row, met.won, met.played) == (2, 3, 5)


def test_game_after_midnight_counts_for_evening_before():
    late = [
        replace(entry("kaiser", hands=None), at=datetime(2026, 11, day, hour).astimezone())
        for day, hour in ((20, 22), (21, 1))
    ]
    day, _, games_played = one(late, "Nell").evening
    assert (day, games_played) == (date(2026, 11, 20), 2)


def test_two_on_one_side_are_counted_as_one():
    first, second = entry("kaiser"), entry("kaiser", 1, player_3="Rosa")
    pair, nell = together([first, second], "pia", "Nell"), one([first], "Nell")
    assert pair.name == "Pia & Nell"
    assert (pair.played, pair.won) == (nell.played, nell.won) == (1, 1)
    ours, hers = pair.games["kaiser"], nell.games["kaiser"]
    assert (ours.made, ours.broken, ours.best) == (hers.made, hers.broken, hers.best)
    assert ours.average == first.summary.totals["A"]
    assert pair.partners == {}
    assert {name: (c.played, c.won) for name, c in pair.opponents.items()} == {
        "Omar": (1, 1),
        "Quin": (1, 1),
    }
    assert together([first, second], "Nell", "Omar").games == {}
    assert together([first, second], "Nell", "Nell").games == {}


def test_pair_counts_only_hands_both_played():
    changed = entry("kaiser", player_1="Rosa", earlier_1_4="Nell")
    left, came = (together([changed], name, "Pia") for name in ("Nell", "Rosa"))
    whole = one([changed], "Pia").games["kaiser"]
    assert (left.played, came.played) == (0, 1)
    assert left.games["kaiser"].made + came.games["kaiser"].made == whole.made
    earlier, later = left.games["kaiser"].best, came.games["kaiser"].best
    assert earlier
    assert later
    assert earlier.score.hand <= 4 < later.score.hand


def test_game_shows_winning_totals_and_best_hand():
    full, cut, other = entry("kaiser"), entry("kaiser", 1, hands=3), entry("tres", 2)
    found, tres = played([cut, full], "kaiser"), played([other], "tres")
    assert found
    assert tres
    assert tres.played == 1
    assert played([], "kaiser") is None
    assert (found.played, found.hands) == (1, full.summary.hands + 3)
    assert [result.total for result in found.winning] == [max(full.summary.totals.values())]
    assert found.best
    assert found.best.points == max(max(hand.points.values()) for hand in hands_of("kaiser"))
    assert found.best.score.by in full.summary.sides.values()


def test_best_hand_names_players_of_that_hand():
    full = entry("kaiser")
    found = full.summary.best
    assert found
    seat = next(s.seat for s in full.summary.sitters if s.name in found.by)
    old = full.summary.sitters[seat - 1].name
    head: dict[str, Any] = {f"player_{seat}": "Zed", f"earlier_{seat}_{found.hand}": old}
    changed = entry("kaiser", **head).summary.best
    assert changed
    assert (old in changed.by, "Zed" in changed.by) == (True, False)


def test_names_differing_only_in_case_are_one_person():
    found = people([entry("kaiser"), entry("kaiser", 1, player_1="NELL")])
    nell = [person for person in found if person.name.casefold() == "nell"]
    assert [(person.name, person.played) for person in nell] == [("NELL", 2)]


def test_replacement_gets_game_and_each_keeps_hands():
    changed = entry("kaiser", player_1="Rosa", earlier_1_4="Nell")
    nell, rosa = one([changed], "Nell"), one([changed], "Rosa")
    whole = one([entry("kaiser")], "Nell").games["kaiser"]
    assert (nell.played, rosa.played) == (0, 1)
    parts = [person.games["kaiser"] for person in (nell, rosa)]
    assert sum(part.made for part in parts) == whole.made
    assert all(part.made for part in parts)


@pytest.mark.parametrize("name", ["North", "west", "Player 2", "PLAYER 12"])
def test_empty_seats_are_nobody(name):
    assert not somebody(name)
    assert name not in [person.name for person in people([entry("kaiser", player_1=name)])]


@pytest.mark.parametrize("key", games.all_games())
def test_every_game_digest_points_add_up(key):
    found = entry(key).summary
    game = games.find(key)
    replay = game.replay(Transcript.read(game.file("evening.txt"), key).record)
    for side in replay.table.sides:
        gained = sum(hand.points[side.code] for hand in hand_results(replay))
        outside = sum(
            e.line.change(side) for e in replay.ledger.entries if replay.hands[e.hand - 1].void
        )
        assert gained + outside + replay.ledger.opening == found.totals[side.code]


def test_a_table_with_nothing_scored_has_a_digest():
    game = games.find("kaiser")
    found = summary_of(game.replay(Record.begin("kaiser", ["Nell", "Omar", "Pia", "Quin"])))
    assert (found.ended, found.hands, found.winners) == (False, 0, ())


@pytest.mark.parametrize(
    ("words", "by", "headline"),
    [
        ("Cat scores most, 14 with no tricks", "Ana", ""),
        ("Cat scores most, 14 with no tricks", "Cat", "Cat scores most, 14 with no tricks"),
        ("Cy makes 7 in ♦", "Ada & Cy", "Cy makes 7 in ♦"),
        ("defending: Bo goes down on 8", "Ada & Cy", "defending: Bo goes down on 8"),
        ("Passed out", "", "Passed out"),
    ],
)
def test_best_hand_names_its_side(words, by, headline):
    assert BestScore(5, words, 1, by).headline == headline
