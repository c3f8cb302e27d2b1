"""A replay's pending questions, its house rules, and its table without a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, TypeVar

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.questions import Choice, Option, Question
from companion.rules import HouseRules

H = TypeVar("H", bound=HouseRules)


def tabled(game: Game, record: Record, replay: Replay) -> Any:
    """The parts of a table that `answering` needs, without a store."""
    return SimpleNamespace(game=game, record=record, replay=replay, pending=replay.pending,
                           carried_entry=None)  # fmt: skip


def page(replay: Replay) -> list[Question[Any]]:
    """The pending questions."""
    assert replay.pending
    return replay.pending.page


def options(replay: Replay) -> Sequence[Option[Any]]:
    """The options of the first pending question."""
    question = page(replay)[0]
    assert isinstance(question, Choice)
    return question.answers


def ruled(game: Game, house: type[H], values: Mapping[str, str]) -> H:
    """The game's house rules with these values."""
    found = game.rules.chosen(values)
    assert isinstance(found, house)
    return found
