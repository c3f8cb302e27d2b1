"""The house rules in force as paper tells them, and the examples as they come out under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.engine.examples import ExampleResult, here
from companion.engine.game import Game, Replay
from companion.engine.table import Hand, Outcome
from companion.printing.people import Journalled, Party
from companion.printing.text import cards, inline, sentence
from companion.rules import HouseRule, HouseRules
from companion.rules.pieces import ExampleText
from companion.seating import Side
from companion.words import does, signed, with_minus


@dataclass(frozen=True)
class InForce:
    """A house rule as it is played: in what words, and whether it departs from the default."""

    rule: HouseRule
    words: str
    changed: bool
    hand: int = 0
    """The first hand it holds for; 0 for the whole evening."""
    by: str = ""
    """The person who decided it, the time, and the reason given."""
    since: str = ""
    """Of what the table decided: "From hand 3", as the game calls it, or "The whole evening"."""


def in_force(game: Game, rules: HouseRules, players: int) -> list[InForce]:
    """The house rules that differ from the default, then those that strangers disagree about.

    Those without effect under the others are left out. The words are for so many players.
    """
    entries = [
        _forced(rule, rules.text(key))
        for key, rule in game.options(rules, players).items()
        if rule.meant(rules)
    ]
    return [each for each in entries if each.changed] + [
        each for each in entries if each.rule.ask and not each.changed
    ]


def changed(party: Party) -> list[InForce]:
    """The house rules that differ from the default, as far as they have an effect here."""
    entries = in_force(party.game, party.rules, len(party.seating.seats))
    return [each for each in entries if each.changed]


FOOT, FOOT_WIDE, FOOT_LARGE = 180, 340, 200
"""Letters of house rules at the foot of a scoresheet: upright, in landscape, and in landscape in
large print."""


def foot(party: Party, landscape: bool) -> int:
    """Return how many letters of house rules the foot of a scoresheet has room for."""
    return (FOOT_LARGE if party.large else FOOT_WIDE) if landscape else FOOT


def beyond_foot(party: Party, landscape: bool) -> list[InForce]:
    """All house rules that differ, if the foot of a sheet has no room for all of them."""
    changes = changed(party)
    return changes if first_of(changes, foot(party, landscape))[1] else []


def first_of(rules: Sequence[InForce], letters: int) -> tuple[list[InForce], int]:
    """So many of the house rules as these letters hold, and how many changed ones are left over."""
    selection: list[InForce] = []
    for each in rules:
        letters -= len(each.rule.title) + len(each.words) + len(each.rule.rule) + 7
        if letters < 0:
            break
        selection.append(each)
    return selection, sum(each.changed for each in rules[len(selection) :])


def _forced(rule: HouseRule, value: str, hand: int = 0) -> InForce:
    return InForce(rule, rule.value(value).words, value != rule.default, hand)


def later(replay: Replay, journal: Sequence[Journalled]) -> list[InForce]:
    """House rules the table decided on the way; without a journal, those its record has."""
    from companion.tables.decisions import decisions  # print processes need no database

    changes: list[InForce] = []
    for each in decisions(replay, journal):
        entry = each.row
        signature = ", ".join(filter(None, (entry.who, entry.when)))
        by = f"{signature}: “{entry.why}”" if entry.why else signature
        changes.append(InForce(each.option, each.words, True, each.hand, by))
    # The decisions in an imported record were made before this journal began.
    known = {(each.rule.key, each.hand) for each in changes}
    earlier = changed_on_the_way(replay)
    changes = [each for each in earlier if (each.rule.key, each.hand) not in known] + changes
    return [
        replace(each, since=f"From {replay.named(each.hand)}" if each.hand else "The whole evening")
        for each in changes
    ]


def changed_on_the_way(replay: Replay) -> list[InForce]:
    """House rules the table changed between hands."""
    options = replay.options
    return [
        _forced(options[key[6:]], text, number)
        for number, answers in enumerate(replay.record.hands, 1)
        for key, text in answers.items()
        if key.startswith("@rule ") and key[6:] in options and not replay.ignores(number, key[6:])
    ]


@dataclass(frozen=True)
class WorkedHand:
    """One hand of an example: its text, the points of each side, and the rules they come from."""

    text: Markup
    sums: tuple[Markup, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Worked:
    """An example as it comes out under these house rules."""

    name: str
    title: str
    hands: tuple[WorkedHand, ...]
    after: str

    @property
    def letters(self) -> int:
        return sum(len(hand.text.striptags()) for hand in self.hands)


def worked(party: Party, on: frozenset[str]) -> list[Worked]:
    """The examples that teach, with their results under these rules. `on` are the allowed ids."""
    examples = (_worked(party, each, on) for each in party.text.examples if each.teaches)
    return [each for each in examples if each]


def _worked(party: Party, text: ExampleText, on: frozenset[str]) -> Worked | None:
    result = here(party.game, text.example, party.rules)
    if result is None:
        return None
    if result.replay is None:
        markup = Markup(" ").join(cards(inline(each)) for each in text.telling.values())
        cited: tuple[str, ...] = ()
        if result.ruling:
            markup += Markup(" <b>{}</b>").format(cards(inline(result.ruling.answer)))
            cited = tuple(id for id in result.ruling.rules if id in on)
        return Worked(text.example.name, text.title, (WorkedHand(markup, ids=cited),), "")
    return _played(text, result, on)


def _played(text: ExampleText, result: ExampleResult, on: frozenset[str]) -> Worked | None:
    assert result.replay
    replay = result.replay
    # A hand that the example does not tell may have begun all the same: its antes are paid.
    entered = replay.hands[: len(replay.record.hands)]
    scored = [hand for hand in entered if hand.lines]
    if not scored:
        return None
    hands = [_hand(text, hand, on) for hand in scored if hand.number in text.telling]
    opening = cards(inline(text.telling[0])) if text.telling.get(0) else Markup()
    if opening:
        hands.insert(0, WorkedHand(opening))
    totals = ", ".join(f"{s.name} {with_minus(t)}" for s, t in scored[-1].totals.items())
    after = f"Score now: {totals}."
    if replay.outcome and replay.outcome.winners:
        after = f"Final score: {totals}. {ended(replay.outcome)}"
    return Worked(text.example.name, text.title, tuple(hands), after)


def ended(outcome: Outcome) -> str:
    """The winner, and why: "Bob reaches 41 first, with the queen of trumps."."""
    named = all(side.name in outcome.why for side in outcome.winners)
    why = outcome.why if named else f"{does(outcome.winners, 'win')}: {outcome.why}"
    return sentence(why)


def _hand(text: ExampleText, hand: Hand, on: frozenset[str]) -> WorkedHand:
    changes: dict[Side, list[int]] = {}
    for line in hand.lines:
        for side in hand.totals:
            if change := line.change(side):
                changes.setdefault(side, []).append(change)
    sums = tuple(Markup("{} <b>{}</b>").format(s.name, added(c)) for s, c in changes.items())
    ids = tuple(dict.fromkeys(line.rule for line in hand.lines if line.rule in on))
    return WorkedHand(cards(inline(text.telling.get(hand.number, ""))), sums, ids)


def added(points: Sequence[int]) -> str:
    """A sum with its terms: "−1 + 3 + 9 = +11". Only the sum if it has one term."""
    total = signed(sum(points))
    terms = " ".join(f"{'−' if each < 0 else '+'} {abs(each)}" for each in points)
    first = f"−{terms[2:]}" if points[0] < 0 else terms[2:]
    return f"{first} = {total}" if len(points) > 1 else total
