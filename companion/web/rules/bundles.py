"""Bundles of house rules to choose from: presets of the rule sheet, and stored sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.desk.decisions import differences
from companion.engine.game import Game
from companion.store import RuleSetRow
from companion.web.platform import browser

FRONT = "set:"


@dataclass(frozen=True)
class Bundle:
    """A named bundle of house rules; `key` is its value in forms."""

    key: str
    name: str
    rules: Mapping[str, str]
    kept: bool = False
    """True for a stored set, False for a preset of the rule sheet."""


def bundles(game: Game) -> list[Bundle]:
    """All bundles of a game that change something: presets, then stored sets."""
    defaults = game.rules.defaults
    found = [Bundle(p.name, p.name, p.rules) for p in game.rules.presets]
    found += [_bundle(game, kept) for kept in browser.store().sets.all(game.key)]
    return [b for b in found if any(text != defaults[key] for key, text in b.rules.items())]


def bundle(game: Game, key: str) -> Bundle | None:
    """The bundle with this key; None if there is none."""
    return next((each for each in bundles(game) if each.key == key), None)


def _bundle(game: Game, kept: RuleSetRow) -> Bundle:
    """A stored set as a bundle, without house rules that the game no longer has."""
    rules = {each.option.key: each.value.key for each in differences(game, kept.rules)}
    return Bundle(FRONT + kept.id, kept.name, rules, kept=True)


def named(chosen: Bundle, rules: Mapping[str, str], defaults: Mapping[str, str]) -> str:
    """A bundle's name in records: "Legion, min 7", or "Legion, min 7, with changes"."""
    same = {**defaults, **chosen.rules} == {**defaults, **rules}
    return chosen.name if same else f"{chosen.name}, with changes"
