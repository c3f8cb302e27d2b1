"""Compare two replays, for corrections, previews and house rules, or one with its stored result.

The totals and winners of a table are stored when it finishes, as an assertion about every later
replay.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from companion.engine.game import Game, Replay
from companion.engine.interview import Asked
from companion.engine.table import Pending
from companion.questions import Count, Refused
from companion.store.models import OfTable
from companion.store.saved import Saved
from companion.tables.effect import Doubt, Effect, Then
from companion.words import with_minus


def compared(
    base: Replay, after: Replay, places: Sequence[int], at: Container[int] = (), stops: int = 0
) -> Effect:
    """Compares two replays. `places` has the old number of each hand (0 for an inserted one), `at`
    the hands that acts change, `stops` the hand in which `after` is stuck (0 for none)."""
    if base is after:
        return Effect((), [(side, n, n) for side, n in base.ledger.totals.items()], None)
    if _sides(base) != _sides(after):
        return Effect((), (), None, other_sides=True)
    gone = [hand for hand in base.hands if hand.number not in places]
    hands: list[Then] = []
    for place, number in enumerate(places, 1):
        while gone and number and gone[0].number < number:
            hands.append(Then(gone.pop(0), None, worked_at=True))
        was, now = base.dealt(number), after.dealt(place)
        if was or now:
            why = _why_it_stops(after, place, place == stops)
            hands.append(Then(was, now, why, place in at, number == 0))
    hands += [Then(hand, None, worked_at=True) for hand in gone]
    # A new hand may have lines at once: antes to the pot.
    hands += [
        Then(None, hand, worked_at=hand.number in at)
        for hand in after.hands[len(places) :]
        if hand.lines or hand.number in at
    ]
    if list(places) == list(range(1, len(places) + 1)):  # no hand has moved: the rest stay
        while hands and not (hands[-1].otherwise or hands[-1].worked_at):
            hands.pop()
    while hands and not (hands[0].otherwise or hands[0].worked_at):
        hands.pop(0)
    totals = [
        (side, base.ledger.totals[side], after.ledger.totals[there])
        for side, there in zip(base.table.sides, after.table.sides, strict=True)
    ]
    ends = how_it_stands(base), how_it_stands(after)
    falls, doubts = _answers_that_change(base, after, places)
    return Effect(
        hands,
        totals,
        ends if ends[0] != ends[1] else None,
        falls,
        doubts,
        _waits(base, after, places),
    )


def _sides(replay: Replay) -> list[list[str]]:
    return [[seat.code for seat in side.seats] for side in replay.table.sides]


def _why_it_stops(after: Replay, place: int, here: bool) -> str:
    pending = after.pending
    if place > len(after.hands):
        return f"waits for {after.word} {pending.hand}" if pending else "is played no more"
    if pending is None or not here:
        return ""
    problems = [refusal.message for refusal in pending.problems.values()]
    return problems[0] if problems else f"wants: {pending.title}"


def _answers_that_change(
    base: Replay, after: Replay, places: Sequence[int]
) -> tuple[list[str], list[Doubt]]:
    """(removed answers in words, kept answers whose question has changed)."""
    falls: list[str] = []
    doubts: list[Doubt] = []
    for place, number in enumerate(places, 1):
        if (was := base.dealt(number)) is None:
            continue
        stood = was.answers
        kept = after.record.answers(place)
        falls += [in_words(base, number, key) for key in stood
                  if key not in kept and not key.startswith("@")]  # fmt: skip
        if place > len(after.hands) or stood == kept:
            continue
        before = {asked.question.key: asked for asked in was.asked}
        for asked in after.hands[place - 1].asked:
            old = before.get(asked.question.key)
            if old and (doubt := _doubt(old, asked)):
                doubts.append(doubt)
    return falls, doubts


def _doubt(old: Asked, new: Asked) -> Doubt | None:
    """The doubt about an answer kept under a changed question; None if it was answered again."""
    if old.question.subject == new.question.subject:
        return None
    kept = new.question.carried(old.text, old.question)
    if new.question.written(kept) != new.question.written(new.text):
        return None
    was, now = (f"{each.question.prompt} {each.shown}" for each in (old, new))
    # The text of a side's count names the side, and is read again for the one that is asked now.
    return Doubt(was, now, isinstance(new.question, Count) and new.question.of is not None)


def _waits(base: Replay, after: Replay, places: Sequence[int]) -> list[str]:
    pending = after.pending
    if pending is None or pending.hand > min(len(places), len(after.record.hands)):
        return []
    was = base.dealt(places[pending.hand - 1])
    if was is None:
        return []
    reached = {question.key for question in pending.page}
    reached |= {asked.question.key for asked in after.hands[pending.hand - 1].asked}
    kept = after.record.hands[pending.hand - 1]
    return [
        in_words(base, was.number, asked.question.key)
        for asked in was.asked
        if asked.question.key in kept and asked.question.key not in reached
    ]


def stopped(base: Replay, after: Replay, pending: Pending) -> bool:
    """True if the page that `after` waits for, in the hand being played, did not block `base`."""
    if after.half_amended or base.pending is None or pending.problems:
        return True
    was, now = (
        {asked.question.key for asked in each.hands[pending.hand - 1].asked}
        for each in (base, after)
    )
    same = {q.key for q in pending.page} == {q.key for q in base.pending.page}
    return not same and not was <= now


def how_it_stands(replay: Replay) -> str:
    """The state of a game: "Ana won", "a draw", "closed", "the game goes on"."""
    if replay.outcome:
        winners = " and ".join(str(side) for side in replay.outcome.winners)
        return f"{winners} won" if winners else "a draw"
    return "closed" if replay.over else "the game goes on"


def in_words(replay: Replay, number: int, key: str) -> str:
    """A recorded answer with its prompt: "Pia: bid or pass: 7"."""
    text, question = replay.hands[number - 1].answers.get(key, ""), replay.question(number, key)
    return f"{question.prefix if question else f'{key}:'} {replay.shown(number, key, text)}"


def otherwise(replay: Replay, table: OfTable) -> Iterator[str]:
    """The differences between the stored result of a finished table and its replay, in sentences.

    If there are any, the changes of house rules that have no effect come first.
    """
    differences = [*_differences(replay, table)]
    for refusal in replay.table.ignored if differences else ():
        yield f"{replay.named(refusal.hand)}: {refusal.message}"
    yield from differences


def _differences(replay: Replay, table: OfTable) -> Iterator[str]:
    names = {side.code: str(side) for side in replay.table.sides}
    (was, winners), (now, won) = (table.totals or {}, table.winners), replay.final
    for code in dict.fromkeys([*was, *now]):
        if was.get(code) != now.get(code):
            before, after = (
                "nothing" if points is None else with_minus(points)
                for points in (was.get(code), now.get(code))
            )
            yield f"at the end: {names.get(code, code)}: {before} then, {after} now"
    if sorted(won) != sorted(winners):
        before, after = (
            " and ".join(names.get(code, code) for code in codes) or "nobody"
            for codes in (winners, won)
        )
        yield f"at the end: {before} won, and now it is {after}"


BACK = 60
"""Journal rows that `last_whole` goes back at most."""


def last_whole(game: Game, saved: Saved, seq: int) -> Replay | None:
    """The replay of the latest state before row `seq` that was complete (not half amended, nothing
    refused); None if there is none within `BACK` rows."""
    for earlier in range(seq - 1, max(-1, seq - 1 - BACK), -1):
        try:
            replay = game.replay(saved.record_at(earlier))
        except Refused:
            continue
        if not replay.half_amended and not replay.refused:
            return replay
    return None
