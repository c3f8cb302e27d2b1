"""Paper, report, terminal and sheet name the players of each hand after a replacement."""

from __future__ import annotations

import pytest

from companion.cli import show
from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.printing import build
from companion.printing.layouts import draw
from companion.printing.people import party
from companion.questions import Choice
from companion.results.game_summary import hand_results
from companion.results.hand_result import hand_result
from companion.results.report import as_json, report
from companion.tables.sheet import sheet_view
from companion.testing.test_replaced import NEW, Replaced, evenings, points


@pytest.mark.kinds
def test_report_and_terminal_name_who_played_a_hand(game: Game) -> None:
    for each in evenings(game):
        data = report(each.replay)
        assert [player.name for player in data.players] == each.record.players
        for hand in data.hands:
            assert each.says(hand.number, as_json(hand)) == []
            text = "\n".join(show.hand_lines(hand, data, answers=True))
            assert each.says(hand.number, text) == []
        shown = "\n".join(show.ledger(data))
        assert f"{NEW} takes over from {each.old}" in shown


def test_sheet_and_summary_name_who_played_a_hand(game: Game) -> None:
    for each in evenings(game):
        for row in sheet_view(each.replay).rows:
            shown = [*row.cells, *(f"{sum.side} {sum.cells}" for sum in row.sums)]
            assert each.says(row.hand.number, " ".join(shown)) == []
            short = hand_result(each.replay, row.hand)
            assert each.says(row.hand.number, f"{short.words} {short.goes}") == []
        for result in hand_results(each.replay):
            assert each.says(result.number, f"{result.words} {dict(result.sides)}") == []


def written(replay: Replay) -> list[list[str]]:
    """Runs of rows, of headings and of blocks of the printed sheet, each in the order of hands."""
    drawn = draw(party(replay.game, replay=replay))
    blocks = [
        f"{block.note} {[field.text for field in block.heads]}"
        f" {[(each.owner, [field.text for field in each.fields]) for each in block.boards]}"
        for block in drawn.blocks
    ]
    found = [blocks]
    for grid in drawn.grids:
        found.append([f"{body.title} {body.note}" for body in grid.bodies])
        for body in grid.bodies:
            rows = [" | ".join(cell.text for cell in row.cells) for row in body.rows]
            found.append(rows[::-1] if body.kind == "up" else rows)
    return found


@pytest.mark.kinds
def test_printed_sheet_names_who_played_a_hand(game: Game) -> None:
    """Its rows are those of the old player's sheet, and from some row on those of the new one's."""
    by_the_old_one = 0
    for each in evenings(game):
        renamed = each.whole.copy()
        renamed.head[f"player {each.seat}"] = NEW
        sheets = each.plain, each.replay, game.replay(renamed)
        for runs in zip(*map(written, sheets), strict=True):
            rows = [*zip(*runs, strict=True)]
            assert [row for row in rows if row[1] not in (row[0], row[2])] == []
            changed = [now == new for old, now, new in rows if old != new]
            assert changed == sorted(changed)
            by_the_old_one += changed.count(False)
    assert by_the_old_one


def test_printed_sheet_says_who_sat_there_earlier(game: Game) -> None:
    each = next(evenings(game))
    body = build("sheet", game, replay=each.replay).body
    assert f"<b>{each.old}</b>, in the seat of {NEW}, to the end of" in body


def test_record_read_back_scores_the_same(game: Game) -> None:
    for each in evenings(game):
        again = Transcript.read(Transcript(each.record).text()).record
        assert again == each.record
        assert points(game.replay(again)) == points(each.replay)


def named(each: Replaced) -> Record:
    """The record with the seats in answers written as the names of those who played the hand."""
    found = each.record.copy()
    for hand in each.replay.hands:
        for asked in hand.asked:
            one = asked.question
            if isinstance(one, Choice) and asked.value in hand.table.seats:
                found.hands[hand.number - 1][one.key] = one.show(asked.value)
    return found


def test_names_of_both_players_are_read(game: Game) -> None:
    for each in evenings(game):
        known = named(each)
        assert points(game.replay(known)) == points(each.replay)
        for hand in known.hands:
            for key, text in hand.items():
                if text in (each.old, NEW):
                    hand[key] = NEW if text == each.old else each.old
        assert points(game.replay(known)) == points(each.replay)
