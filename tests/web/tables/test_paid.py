"""Lines that several sides pay: every number on the pages includes the payments."""

from companion import games
from companion.results.chart import chart
from companion.tables.sheet import sheet_view
from tests.finding import match_in
from tests.web.phones import golden, plain


def paid():
    """A replay with a payment between two sides, and its record."""
    for key, game in games.all_games().items():
        record = golden(key)
        replay = game.replay(record)
        if any(entry.line.by for entry in replay.ledger.entries):
            return record, replay
    raise LookupError("no room has payments")


def whole(text):
    return int(text.replace("−", "-").replace("+", "") or 0)


def test_sheet_chart_and_why_count_payments(phone):
    record, replay = paid()
    before = [replay.ledger.opening] * len(replay.table.sides)
    sheet = sheet_view(replay)
    adjusted = {hand for hand, _ in sheet.adjustments}
    for row in sheet.rows:
        totals = [whole(each.total) for each in row.sums]
        if row.hand.number not in adjusted:
            steps = [whole(each.change) for each in row.sums]
            assert [b + s for b, s in zip(before, steps, strict=True)] == totals
        before = totals

    drawn = chart(replay)
    assert drawn
    assert len({curve.points[0] for curve in drawn.curves}) == 1  # where everybody began

    number, place = next(
        (hand.number, place)
        for hand in replay.hands
        for place, line in enumerate(hand.lines, 1)
        if line.by
    )
    hand = replay.hands[number - 1]
    side = hand.lines[place - 1].side
    start = replay.ledger.opening if number == 1 else replay.hands[number - 2].totals[side]
    text = phone(record).get(f"why/{number}/{place}").text
    end = match_in(r'<div class="end"><dt>.*?</dt><dd>(.*?)</dd>', text)[1]
    assert whole(end) == hand.totals[side] - start
    assert str(side) in plain(text)
