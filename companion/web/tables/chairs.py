"""Player counts at a new table, and the house rule that a count needs."""

from __future__ import annotations

from collections.abc import Mapping

from companion.questions import Refused
from companion.web.tables.setup import Setup


def resize(setup: Setup, do: str) -> None:
    """Adds or removes players: as few as the house rules allow, or one house rule more; says so."""
    step = 1 if do == "add" else -1
    further = sorted(
        (n for n in setup.game.players if n * step > setup.count * step), reverse=step < 0
    )
    wanted = next((count for count in further if fit(setup, count)), 0)
    if wanted:
        setup.names = (setup.names + [""] * 15)[:wanted]
        setup.dealer = min(setup.dealer, wanted)
    elif further:
        setup.said = unfit(setup, further[0], setup.rules)


def suit(setup: Setup) -> None:
    """Changes one house rule of those just chosen, if so many cannot play by them; says so."""
    rules = setup.rules_now
    if not unfit(setup, setup.count, rules):
        return
    for option in setup.game.rules.options.values():
        for value in option.values:
            if not unfit(setup, setup.count, {**rules, option.key: value.key}):
                setup.rules = {**setup.rules, option.key: value.key}
                setup.said = f"Your rule now: {value.words}"
                return


def unfit(setup: Setup, count: int, rules: Mapping[str, str]) -> str:
    """Why so many cannot play by these house rules; "" if they can."""
    try:
        setup.seated(count, rules)
    except Refused as refusal:
        return refusal.message
    return ""


def fit(setup: Setup, count: int) -> bool:
    """True if so many can play: by the house rules as they are, without one that only the present
    number needs, or with one more, which is taken and told."""
    now, before, options = setup.rules, setup.preset_rules, setup.game.rules.options
    for key, standard in before.items():
        fewer = now | {key: standard}
        needed = setup.value(options[key]) != standard and unfit(setup, setup.count, fewer)
        if needed and not unfit(setup, count, fewer):
            setup.rules = fewer
    if not unfit(setup, count, setup.rules):
        return True
    for option in options.values():
        for value in option.values if setup.value(option) == before[option.key] else ():
            if not unfit(setup, count, now | {option.key: value.key}):
                setup.rules = now | {option.key: value.key}
                setup.said = f"Your rule now: {value.words}"
                return True
    return False
