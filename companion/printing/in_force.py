"""The house rules in force, as paper tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.desk.decisions import decisions
from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.printing.people import Journalled, Party
from companion.rules import HouseRule, HouseRules


@dataclass(frozen=True)
class InForce:
    """A house rule as it is played: in what words, and whether it departs from the default."""

    rule: HouseRule
    words: str
    changed: bool
    hand: int = 0
    """The first hand it holds for; 0 for the whole evening."""
    by: str = ""
    """Who decided it and when, and their word."""
    since: str = ""
    """Of what the table decided: "From hand 3", as the game calls it, or "The whole evening"."""


def in_force(
    game: Game, rules: HouseRules, plays: Mapping[str, str] | None = None
) -> list[InForce]:
    """The house rules that differ from the default, then those that strangers disagree about.

    Those without effect under the others are left out. `plays` are words of the sheet in the place
    of their own.
    """
    found = [
        replace(each, words=(plays or {}).get(each.rule.key, each.words))
        for each in (_forced(rule, rules.text(key)) for key, rule in game.rules.options.items())
        if each.rule.meant(rules)
    ]
    return [each for each in found if each.changed] + [
        each for each in found if each.rule.ask and not each.changed
    ]


def changed(party: Party) -> list[InForce]:
    """The house rules that differ from the default, as far as they have an effect here."""
    found = in_force(party.game, party.rules, party.sheet.plays)
    return [each for each in found if each.changed]


FOOT, FOOT_WIDE = 180, 340
"""Letters of house rules that stand below a scoresheet, upright and lying on its side."""


def beyond_foot(party: Party, landscape: bool) -> list[InForce]:
    """All house rules that differ, where the foot of a sheet has no room for all of them."""
    found = changed(party)
    return found if first_of(found, FOOT_WIDE if landscape else FOOT)[1] else []


def first_of(rules: Sequence[InForce], letters: int) -> tuple[list[InForce], int]:
    """So many of the house rules as these letters hold, and how many changed ones are left over."""
    found: list[InForce] = []
    for each in rules:
        letters -= len(each.rule.title) + len(each.words) + len(each.rule.rule) + 7
        if letters < 0:
            break
        found.append(each)
    return found, sum(each.changed for each in rules[len(found) :])


def _forced(rule: HouseRule, value: str, hand: int = 0) -> InForce:
    return InForce(rule, rule.value(value).words, value != rule.default, hand)


def later(game: Game, replay: Replay, journal: Sequence[Journalled]) -> list[InForce]:
    """House rules the table decided on the way; without a journal, those its record has."""
    found: list[InForce] = []
    for each in decisions(game, [entry.act for entry in journal]):
        entry = journal[each.place]
        said = ", ".join(filter(None, (entry.who, entry.when)))
        by = f"{said}: “{entry.why}”" if entry.why else said
        found.append(InForce(each.option, each.words, True, each.hand, by))
    # What a record brought with it was decided before this journal began.
    known = {(each.rule.key, each.hand) for each in found}
    earlier = changed_on_the_way(game, replay.record)
    found = [each for each in earlier if (each.rule.key, each.hand) not in known] + found
    return [replace(each, since=_since(replay, each.hand)) for each in found]


def _since(replay: Replay, hand: int) -> str:
    return f"From {replay.named(hand)}" if hand else "The whole evening"


def changed_on_the_way(game: Game, record: Record) -> list[InForce]:
    """House rules the table changed between hands."""
    return [
        _forced(game.rules.options[key[6:]], text, number)
        for number, answers in enumerate(record.hands, 1)
        for key, text in answers.items()
        if key.startswith("@rule ") and key[6:] in game.rules.options
    ]
