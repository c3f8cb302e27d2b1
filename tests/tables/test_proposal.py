"""Changes of any kind, anywhere in any game: the preview equals the saved result, line by line and
in the log. Dropped answers are named, the game goes on, and the record equals one with the same
answers entered in order."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial

import pytest

from companion.engine.record import Act, Record
from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.questions import Count, Refused
from companion.store import Store
from companion.store.exchange import dump, read
from companion.tables import Sent
from companion.tables.answering import answered, questions
from companion.tables.carrying import canonical
from companion.tables.changes import (
    adjusting,
    dealing,
    deciding,
    inserting,
    next_hand,
    removing,
    throwing_in,
)
from companion.tables.decisions import in_force, values
from companion.tables.log import log_of
from companion.tables.many_hands import HandRow, many_hands, ways
from companion.tables.proposal import answering, propose, read_acts, written_acts
from companion.tables.seats import rematch_head, seated, seats_of
from companion.testing.evenings import Supplied, answer, evening
from tests.daily import LONG
from tests.replays import tabled
from tests.tables.conftest import summary_holds

EVENINGS, CHANGES, PAGES, TRIES, ON = (30, 20, 60, 60, 12) if LONG else (3, 6, 60, 40, 4)
"""Random evenings of a game, changes in each, pages of a hand put in, draws for a page, and pages
that are played on."""


def sure(typed):
    """A form with the typed answers, for any questions."""
    return lambda asked: {q.key: typed[q.key] for q in asked if q.key in typed}


def lines(hand):
    """A hand's lines, as a ledger has them."""
    return [
        (line.side.code, line.points, line.rule, line.why, [s.code for s in line.by])
        for line in hand.lines
    ]


def as_drawn(made, at):
    """The untouched form of a preview page: a count has only its number."""
    said, answers = {}, made.record.hands[at - 1] if at <= len(made.record.hands) else {}
    for question in questions(made.replay, made.was(at), at):
        if question.key in answers:
            text = question.written(answers[question.key])
            whose = question.of if isinstance(question, Count) else None
            said[question.key] = text.removeprefix(f"{whose.code} ") if whose else text
    return said


# -- changes drawn at random ----------------------------------------------------------------------


def answered_on(made, chance):
    """Answers the new questions of the change, as far as random draws succeed."""
    for _ in range(PAGES):
        page = made.open_page
        if page is None:
            break
        for _ in range(TRIES):
            try:
                tried = answered(made, page.hand, sure(page.sample(chance.randrange)))
            except (LookupError, ValueError, Refused):
                continue
            there = tried.open_page
            if there is None or there.page[0].key != page.page[0].key:
                break
        else:
            return made
        made = tried
    return made


def corrected(table, chance):
    every = [(hand.number, asked) for hand in table.replay.hands for asked in hand.asked]
    for number, asked in chance.choices(every, k=20) if every else ():
        for _ in range(20):
            try:
                drawn = asked.question.sample(chance.randrange)
            except ValueError:
                break  # none that it knows of by itself
            if asked.question.written(drawn) != asked.question.written(asked.text):
                made = answered(propose(table, []), number, sure({asked.question.key: drawn}))
                if made.ready:
                    return made
    return None


def put_in(table, chance):
    number, modes = chance.randint(1, entered(table)), table.replay.hands[0].modes
    made = inserting(table, number, chance.choice(modes) if modes else "")
    return dealing(answered_on(made, chance), chance.choice([None, ""]))


def taken_out(table, chance):
    made = removing(table, chance.randint(1, entered(table)))
    made = dealing(made, chance.choice([None, ""]))
    return answered_on(made, chance) if chance.random() < 0.5 else made


def thrown_in(table, chance):
    """A hand thrown in, or dealt by another player."""
    number = chance.randint(1, entered(table))
    seat = chance.choice(table.replay.table.seats)
    void, dealer = {"@void": "nine cards"}, {"@dealer": seat.code}
    own = chance.choice([void, dealer, void | dealer])
    made = answered(propose(table, []), number, sure({}), own)
    return answered_on(made, chance) if chance.random() < 0.5 else made


def redealt(table, chance):
    """The running hand thrown in."""
    pending = table.pending
    return throwing_in(table, pending.hand, "misdeal") if pending else None


def dealt_by(table, chance):
    """The running hand dealt by another player."""
    pending, seat = table.pending, chance.choice(table.replay.table.seats)
    return (
        propose(table, [Act("answer", pending.hand, {"@dealer": seat.code})]) if pending else None
    )


def replaced(table, chance):
    """A seat taken over by another player, from now on or from an earlier hand."""
    seats = seats_of(table)
    seats.names[chance.randrange(len(seats.names))] = f"New {table.seq}"
    return propose(table, [seated(table, replace(seats, since=chance.randint(0, entered(table))))])


def closed(table, chance):
    """The evening closed; the next change undoes it or begins a rematch."""
    if not table.pending or chance.randrange(3):
        return None
    return propose(table, [Act("answer", next_hand(table), {"@close": "yes"})])


def agreed(table, chance):
    side = chance.choice(table.replay.table.sides)
    number = chance.randint(1, entered(table))
    return adjusting(table, number, f"{side.code} {chance.randint(-20, 20)} revoke")


def decided(table, chance):
    """A changed house rule, from now on or all evening; None if it is not possible."""
    option = chance.choice(list(table.game.rules.options.values()))
    value = chance.choice(values(table.game, option, in_force(table.replay, option.key)))
    first = chance.choice([0, next_hand(table)])
    try:
        made = deciding(table, {option.key: value.key}, first)
    except Refused:
        return None
    return None if made.effect.other_sides or made.replay.refused else made


def from_paper(table, chance):
    """Two hands at once, each in the quickest entry mode."""
    record, replay, rows = table.record.copy(), table.replay, list[HandRow]()
    way = (ways(replay) or [""])[0]
    while replay.pending and len(rows) < 2:
        number = replay.pending.hand
        if number <= len(record.hands) and record.hands[number - 1]:
            return None  # it was begun
        record.put(number, {"@entry": way or None})
        replay = table.game.replay(record)
        for _ in range(12):
            if replay.pending and replay.pending.hand == number:
                try:
                    replay = answer(table.game, record, replay, chance)
                except LookupError:
                    return None
        hand = replay.hands[number - 1]
        if not hand.over:
            return None
        said = {asked.question.key: asked.text for asked in hand.asked}
        rows.append(HandRow(len(rows) + 1, partial(typed, said), set(said)))
    found = many_hands(table, way, rows)
    return found.proposal if found.ready else None


def typed(said, question):
    return said.get(question.key, "")


def entered(table):
    return min(len(table.record.hands), len(table.replay.hands))


KINDS = (corrected, corrected, put_in, taken_out, thrown_in, redealt, dealt_by, replaced, agreed,
         decided, closed, from_paper)  # fmt: skip


def change(table, chance):
    """A random change of any kind, as a page shows it; None if none is possible."""
    kind = chance.choice(KINDS) if entered(table) else from_paper
    made = kind(table, chance)
    if made and kind is corrected and chance.random() < 0.7:
        return answered_on(made, chance)
    return made


# -- what holds -----------------------------------------------------------------------------------


def holds(made, table, after, cold):
    """Checks that the preview equals the result, by hand, by side and by line."""
    assert [dict(hand) for hand in cold.record.hands] == made.record.hands
    shown = {each.now.number: each for each in made.effect.hands if each.now}
    gone = {each.was.number for each in made.effect.hands if each.was and not each.now}
    for hand in cold.hands:
        then = shown.get(hand.number)
        if made.open_page and hand.number >= made.open_page.hand:
            continue  # shown as the open page, and the hands after it
        if then is None:
            place = made.places[hand.number - 1] if hand.number <= len(made.places) else 0
            was = table.replay.hands[place - 1] if place else None
            if was is None:
                assert not lines(hand), "a hand that nobody was shown scores"
                continue
            assert lines(hand) == lines(was), f"hand {hand.number} changed unseen"
            assert hand.dealer.code == was.dealer.code
            continue
        assert [tuple(line) for line in then.lines[1]] == lines(hand)
        assert then.dealers[1] == hand.dealer.name
        assert then.totals[1] == list(hand.totals.values())
        assert then.words[1] == (hand.came_to if hand.over else "")
        sums = {each.side.code: each.now for each in then.sums}
        for side in cold.table.sides:
            old = sum(line.change(s) for s in table.replay.table.sides if s.code == side.code
                      for line in (then.was.lines if then.was else ()))  # fmt: skip
            new = sum(line.change(side) for line in hand.lines)
            if old != new:
                assert sums[side.code].replace("−", "-") == f"{new:+d}" if new else "0"
    for number in range(1, len(table.replay.hands) + 1):
        if number not in made.places:
            assert number in gone, f"hand {number} went unseen"
    totals = [now for _, _, now in made.effect.totals]
    # While an answer is missing there may be no totals, but never wrong ones.
    assert totals == list(cold.ledger.totals.values()) or (made.open_page and not totals)
    asks = cold.pending and cold.pending.hand
    assert asks == (made.replay.pending and made.replay.pending.hand)
    if made.open_page:
        assert asks == made.open_page.hand
    assert after.replay.over == cold.over


def log_tells(made, before, cold, saved, game):
    """Checks that the last rows of the log name the changes, and nothing else."""
    entries = log_of(game, saved)
    words = " | ".join(entry.words for entry in entries[: len(made.acts)])
    assert not re.search(r": ([^:;]+), not \1(;|$)", words), words
    for act in made.acts:
        if act.kind in ("insert", "remove"):
            assert f"Hand {act.hand}: {'added' if act.kind == 'insert' else 'taken away'}" in words
    last = made.acts[-1]
    if last.kind == "amend" and last.hand <= len(cold.hands):
        for asked in cold.hands[last.hand - 1].asked:
            if last.answers.get(asked.question.key) and not asked.question.secret:
                assert asked.shown in words, (asked.shown, words)


def is_correction(acts):
    """True if this changes answers of one hand, and no decision of the table."""
    return (
        len(acts) == 1
        and acts[0].kind == "amend"
        and acts[0].hand > 0
        and not any(key.startswith("@") for key in acts[0].answers)
    )


def falls_are_said(made, table):
    """Checks that the page lists questions that no longer apply: dropped, waiting, or required."""
    number = made.acts[0].hand
    was = {asked.question.key for asked in table.replay.hands[number - 1].asked}
    hands = made.replay.hands
    now = {a.question.key for a in hands[number - 1].asked} if number <= len(hands) else set()
    assert was <= now or made.effect.falls or made.effect.waits or made.open_page, (was, now)


def state(replay):
    """The visible state of a replay: lines, totals, dealers, open questions, the end."""
    asked = replay.pending and (replay.pending.hand, [q.key for q in replay.pending.page],
                                sorted(replay.pending.problems))  # fmt: skip
    return ([(hand.number, hand.dealer.code, hand.over, hand.void, lines(hand),
              list(hand.totals.values())) for hand in replay.hands],
            asked, replay.outcome and [side.code for side in replay.outcome.winners])  # fmt: skip


def cleanly(replay):
    """The record with the answers of every hand in the order of their questions."""
    record = replay.record.copy()
    for place, hand in enumerate(replay.hands[: len(record.hands)]):
        asked = [each.question.key for each in hand.asked]
        told = record.hands[place]
        keys = sorted(told, key=lambda key: asked.index(key) if key in asked else -1)
        record.hands[place] = {key: told[key] for key in keys}
    return record


def goes_on(table, chance):
    """Checks that the next questions can be answered, for some pages."""
    record, replay = table.record.copy(), table.replay
    for _ in range(ON):
        if replay.pending is None:
            return
        for _ in range(5 * TRIES):
            answers = replay.pending.sample(chance.randrange)
            tried = answering(tabled(table.game, record, replay), answers)
            if tried.ready:
                break
        assert tried.ready, (replay.pending.title, dict(replay.pending.problems))
        record, replay = tried.record, tried.replay


def went_on(table, kind, tables, chance):
    """The table after an undo of its end, or its rematch after some answers."""
    if kind == "undo":
        return tables.undo(table.code, Sent.now(table))
    record = Record(table.game.key, rematch_head(table.record))
    assert not [key for key in record.head if key.startswith("earlier")]
    answers = Supplied(record, chance, lambda page: page.hand < 3)
    replay = table.game.replay(record, answers)
    assert [seat.name for seat in replay.table.seats] == table.record.players
    return tables.begin(canonical(table.game, record), 1, Sent.now(table))


@pytest.mark.kinds("kaiser")
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_a_proposal_shows_is_what_is_saved(game, seed, tables, tmp_path):
    chance = random.Random(f"{game.key} proposals {seed}")
    record, _ = evening(game, seed, hands=5, answers=60)
    table = tables.begin(canonical(game, record), game.edition, Sent(0, f"{seed}"))
    saved = 0
    for _ in range(CHANGES):
        made = change(table, chance)
        if made is None or not made.ready:
            continue
        # The page sends it back unchanged, if the form is not touched.
        assert propose(table, read_acts(written_acts(made.acts))).digest == made.digest
        of_a_hand = all(act.hand and act.kind != "answer" for act in made.acts)
        for at in range(1, len(made.replay.hands) + 1) if of_a_hand else ():
            again = answered(made, at, sure(as_drawn(made, at)))
            assert again.acts == made.acts, f"hand {at}, sent as it was drawn"
        after = tables.enter(made, Sent.now(table, why="agreed"))
        other = Store(f"sqlite:///{tmp_path / 'test.db'}")
        there = other.saved(table.code)
        other.close()
        cold = game.replay(there.record)
        holds(made, table, after, cold)
        summary_holds(tables.store, table.code)
        log_tells(made, table, cold, there, game)
        if is_correction(made.acts):
            falls_are_said(made, table)
            goes_on(after, chance)
        assert read(dump([there]))[0].record.json() == there.record.json()
        reread = Transcript.read(Transcript(there.record).text()).record
        assert reread.json() == there.record.json()
        assert state(game.replay(reread)) == state(cold)
        assert state(game.replay(cleanly(cold))) == state(cold)
        saved += 1
        if chance.random() < 0.5:
            back = tables.undo(table.code, Sent.now(after))
            assert back.record == table.record, "one undo takes back all of it"
            summary_holds(tables.store, table.code)
            after = tables.redo(table.code, Sent.now(back))
            assert after.record.hands == made.record.hands
            summary_holds(tables.store, table.code)
        table = after
        if table.replay.over and (kind := chance.choice(["undo", "rematch", ""])):
            table = went_on(table, kind, tables, chance)
    assert saved


# -- Kaiser: a wrong bidder ------------------------------------------------------------------------

GUIDED = {"bid 2": "pass", "bid 3": "6", "bid 4": "7 no", "bid 1": "pass", "tricks": "B 6",
          "5H": "A", "3S": "B"}  # fmt: skip
QUICK = {"@entry": "quick", "bidder": "1", "contract": "8", "trump": "H", "tricks": "A 6",
         "5H": "A", "3S": "B"}  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "changes", "totals"),
    [
        (GUIDED, [{"bid 3": "7 no"}, {"bid 4": "pass"}], [14, 3]),
        (QUICK, [{"bidder": "2"}], None),
    ],
)
def test_tricks_stay_with_side_after_bidder_correction(tables, begun, hand, changes, totals):
    table = tables.do(begun, [Act("answer", 1, hand)], Sent.now(begun))
    made = propose(table, [])
    for typed in changes:
        made = answered(made, 1, sure(as_drawn(made, 1) | typed))
    made = answered(made, 1, sure(as_drawn(made, 1)))  # the page that was shown, sent by its button
    shown = [now for _, _, now in made.effect.totals]
    assert totals in (None, shown)
    assert "tricks" not in made.acts[0].answers
    after = tables.enter(made, Sent.now(table))
    assert list(after.replay.ledger.totals.values()) == shown
    takes = after.replay.hands[0].result.takes
    was = table.replay.hands[0].result.takes
    assert {s.code: t.tricks for s, t in takes.items()} == {
        s.code: t.tricks for s, t in was.items()
    }
    assert [
        (doubt.restated, doubt.now) for doubt in made.effect.doubts if "ricks" in doubt.now
    ] == [(True, made.effect.doubts[-1].now)]


# -- words, and nothing at all ---------------------------------------------------------------------


@pytest.mark.parametrize("key", ["back-alley", "tribello"])
def test_reworded_question_to_same_player_raises_no_doubt(key, tables):
    """ "Pia, dealer: bid or pass" is the same question as "Pia: bid or pass"."""
    game = all_games()[key]
    record, _ = evening(game, 3, hands=3, answers=60)
    table = tables.begin(canonical(game, record), game.edition, Sent(0, key))
    dealer = table.replay.hands[0].dealer
    made = propose(table, [Act("amend", 1, {"@dealer": dealer.left.code})])
    moved = {asked.question.prompt for asked in made.replay.hands[0].asked}
    assert moved != {asked.question.prompt for asked in table.replay.hands[0].asked}
    doubts = [doubt.was for doubt in made.effect.doubts]
    assert not [words for words in doubts if "bid or pass" in words or "drawn" in words]


def test_replays_that_are_alike_differ_in_nothing(begun):
    made = propose(begun, [])
    assert made.effect.nothing
    assert not made.ready
