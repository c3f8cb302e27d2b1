"""Random evenings: legal answers drawn from the questions themselves, for every room."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from companion.game import Game, Replay
from companion.questions import Choice, Option, Question, Refused
from companion.record import Record, Transcript
from companion.rules import HouseRules
from companion.table import Asked, Interview, Pending, Played, Table

H = TypeVar("H", bound=HouseRules)

NAMES = ["Nell", "Omar", "Pia", "Quin", "Rosa", "Sven", "Tove", "Ugo", "Vera", "Wim", "Xenia",
         "Yan", "Zoe", "Ada", "Ben"]  # fmt: skip


def begin(game: Game, chance: random.Random) -> Record:
    """A new table: some legal number of players, some house rules, some first dealer."""
    for _ in range(50):
        count = chance.choice(list(game.players))
        rules: dict[str, str] = {}
        if chance.random() < 0.6:
            for key, house in game.rules.options.items():
                if chance.random() < 0.3:
                    values = [value.key for value in house.values]
                    if house.low is not None and house.high is not None:
                        values += [str(house.low), str(house.high)]
                    rules[key] = chance.choice(values)
        entry = chance.choice(["", "guided", "quick"])
        record = Record.begin(game.key, NAMES[:count], chance.randint(1, count), rules, entry)
        try:
            game.replay(record)
        except Refused:
            continue
        return record
    raise LookupError(f"{game.key}: no legal table found")


def entered(game: Game, chance: random.Random, turn: int) -> Record:
    """A new table whose hands are entered by one of the room's ways, by turns."""
    record = begin(game, chance)
    hand = game.replay(record).hand
    modes = hand.modes if hand else ()
    if modes:
        record.head["entry"] = modes[turn % len(modes)]
    return record


def page(replay: Replay) -> list[Question[Any]]:
    """The questions that are asked now."""
    assert replay.pending
    return replay.pending.page


def options(replay: Replay) -> Sequence[Option[Any]]:
    """The answers of the first question that is asked now."""
    question = page(replay)[0]
    assert isinstance(question, Choice)
    return question.answers


def ruled(game: Game, house: type[H], values: Mapping[str, str]) -> H:
    """The room's house rules with these values."""
    found = game.rules.chosen(values)
    assert isinstance(found, house)
    return found


def page_of(replay: Replay) -> tuple[int, list[str]] | None:
    """Which page is asked: its hand and keys."""
    if replay.pending is None:
        return None
    return replay.pending.hand, [question.key for question in replay.pending.page]


def answer(game: Game, record: Record, replay: Replay, chance: random.Random) -> Replay:
    """Answers the pending page legally; the record is changed."""
    assert replay.pending is not None
    here, hand = page_of(replay), replay.pending.hand
    for _ in range(300):
        trial = record.copy()
        trial.put(hand, replay.pending.sample(chance.randrange))
        after = game.replay(trial)
        if page_of(after) != here:
            record.hands = trial.hands
            return after
    raise LookupError(f"{game.key}: no legal answers found for {here}")


def evening(game: Game, seed: int, hands: int = 30, answers: int = 160) -> tuple[Record, Replay]:
    """One random evening, capped."""
    chance = random.Random(f"{game.key} {seed}")
    record = begin(game, chance)
    replay = game.replay(record)
    for _ in range(answers):
        if replay.pending is None or replay.pending.hand > hands:
            break
        replay = answer(game, record, replay, chance)
    return record, replay


def inexact(game: Game, text: str) -> Iterator[str]:
    """Where a transcript leaves out a word of a line, or the rule by which the game ended."""
    script = Transcript.read(text, game.key)
    replay = game.replay(script.record)
    for hand in range(1, len(replay.hands) + 1):
        said = [e.text for e in script.expected if (e.hand, e.sign) == (hand, "=")]
        lines = [f" {line.rule} {line.why}".rstrip() for line in replay.ledger.of_hand(hand)]
        if [words for words, line in zip(said, lines, strict=True) if not words.endswith(line)]:
            yield f"hand {hand}: says {said}, found {lines}"
    ends = [e.text for e in script.expected if e.sign == "winner"]
    end = f" {replay.outcome.rule} {replay.outcome.why}" if replay.outcome else "none"
    if not ends or not ends[-1].endswith(end):
        yield f"winner: says {ends}, found {end}"


def waiting(work: Callable[[], object]) -> list[str]:
    """What the work leaves to the collector of cycles, which halts everybody when it comes.

    Questions are told by their keys: one that remembers its hand keeps the whole replay.
    """
    gc.collect()
    # What was there before is not looked at a second time: that takes longer than the work.
    gc.freeze()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        work()
        gc.collect()
        return sorted({name for each in gc.garbage if (name := _kept(each))})
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()


def _kept(left: object) -> str:
    if isinstance(left, Question):
        return f"question {left.key!r}: {left.prompt}"
    kinds = (Asked, Interview, Pending, Played, Replay, Table)
    return type(left).__name__ if isinstance(left, kinds) else ""
