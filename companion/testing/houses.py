"""A sample of house rules for tests that would take minutes with every value."""

from contextlib import suppress

from companion.engine.game import Game
from companion.questions import Refused
from companion.rules import HouseRule


def values(option: HouseRule) -> list[str]:
    """All listed values but the standard one, and the ends of a range."""
    found = [value.key for value in option.values]
    found += [str(end) for end in (option.low, option.high) if end is not None]
    found += ["Hearts"] if option.letters else []
    return [each for each in dict.fromkeys(found) if each != option.default]


def houses(game: Game) -> dict[str, dict[str, str]]:
    """By name: the standard rules, every preset, and three sets in which every option has a value
    that is not standard, a different one in each."""
    found = {"standard": dict[str, str]()}
    found |= {preset.name: dict(preset.rules) for preset in game.rules.presets}
    for turn in range(3):
        changed: dict[str, str] = {}
        for key, option in game.rules.options.items():
            others = values(option)
            for step in range(len(others)):
                with suppress(Refused):
                    other = {**changed, key: others[(turn + step) % len(others)]}
                    game.rules.chosen(other)
                    changed = other
                    break
        if changed not in found.values():
            found[f"all otherwise, {turn + 1}"] = changed
    return found
