"""Bundles of house rules to choose from: the sheet's own, and the sets somebody has kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game import Game
from companion.questions import Refused
from companion.rulesets import RuleSet
from companion.store import RuleSetRow
from companion.web.platform import browser

FRONT = "set:"


@dataclass(frozen=True)
class Bundle:
    """A named bundle of house rules. `key` is what a form says of it."""

    key: str
    name: str
    rules: Mapping[str, str]
    set: RuleSetRow | None = None


def bundles(game: Game) -> list[Bundle]:
    """Every bundle of a game that changes something: the sheet's presets, then the kept sets."""
    defaults = game.rules.defaults
    found = [Bundle(p.name, p.name, p.rules) for p in game.rules.presets]
    found += [_bundle(game, kept) for kept in browser.store().sets.all(game.key)]
    return [b for b in found if any(text != defaults[key] for key, text in b.rules.items())]


def bundle(game: Game, key: str) -> Bundle | None:
    """The bundle that a form or an address names, if there is one."""
    return next((each for each in bundles(game) if each.key == key), None)


def _bundle(game: Game, kept: RuleSetRow) -> Bundle:
    """A set as a bundle; house rules that a newer edition of the game has not are left out."""
    rules: dict[str, str] = {}
    for key, text in kept.rules.items():
        try:
            rules[key] = game.rules.options[key].value(text).key
        except (KeyError, Refused):
            continue
    return Bundle(label(kept), kept.name, rules, kept)


def label(kept: RuleSetRow) -> str:
    return FRONT + kept.code


def named(chosen: Bundle, rules: Mapping[str, str], defaults: Mapping[str, str]) -> str:
    """What a record says of the set it began with: "Legion, min 7 (KTRWM, edition 2)"."""
    if chosen.set is None:
        return ""
    said = f"{chosen.name} ({chosen.set.code}, edition {chosen.set.edition})"
    same = {**defaults, **chosen.rules} == {**defaults, **rules}
    return said if same else f"{said}, with changes"


def in_text(kept: RuleSetRow) -> str:
    return RuleSet(kept.game, kept.name, kept.source, kept.note, kept.rules).text()
