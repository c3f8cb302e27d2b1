"""The examples that a rule sheet tells, as they come out under its house rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.desk.examples import ExampleResult, here
from companion.engine.table import Hand, Outcome
from companion.printing.people import Party
from companion.printing.text import cards, inline, sentence
from companion.rules.pieces import ExampleText
from companion.seating import Side
from companion.words import does, signed, with_minus


@dataclass(frozen=True)
class WorkedHand:
    """One hand of an example: what is told of it, what each side scored, the rules that say so."""

    told: Markup
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
        return sum(len(hand.told.striptags()) for hand in self.hands)


def worked(party: Party, on: frozenset[str]) -> list[Worked]:
    """The examples that are told, as they come out here; `on` are the ids they may cite."""
    found = (_worked(party, each, on) for each in party.text.examples if each.teaches)
    return [each for each in found if each]


def _worked(party: Party, text: ExampleText, on: frozenset[str]) -> Worked | None:
    result = here(party.game, text.example, party.rules)
    if result is None:
        return None
    if result.replay is None:
        told = Markup(" ").join(cards(inline(each)) for each in text.telling.values())
        cited: tuple[str, ...] = ()
        if result.ruling:
            told += Markup(" <b>{}</b>").format(cards(inline(result.ruling.answer)))
            cited = tuple(id for id in result.ruling.rules if id in on)
        return Worked(text.example.name, text.title, (WorkedHand(told, ids=cited),), "")
    return _played(text, result, on)


def _played(text: ExampleText, result: ExampleResult, on: frozenset[str]) -> Worked | None:
    assert result.replay
    replay = result.replay
    # A hand that the example does not tell may have begun all the same: its antes are paid.
    entered = replay.hands[: len(replay.record.hands)]
    scored = [hand for hand in entered if hand.lines]
    if not scored:
        return None
    shown = [_hand(text, hand, on) for hand in scored if hand.number in text.telling]
    opening = cards(inline(text.telling[0])) if text.telling.get(0) else Markup()
    if opening:
        shown.insert(0, WorkedHand(opening))
    totals = ", ".join(f"{s.name} {with_minus(t)}" for s, t in scored[-1].totals.items())
    after = f"Score now: {totals}."
    if replay.outcome and replay.outcome.winners:
        after = f"Final score: {totals}. {ended(replay.outcome)}"
    return Worked(text.example.name, text.title, tuple(shown), after)


def ended(outcome: Outcome) -> str:
    """Who won, and why: "Bob reaches 41 first, with the queen of trumps."."""
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
    """A sum with its terms: "−1 + 3 + 9 = +11"; alone where one term is all of it."""
    total = signed(sum(points))
    terms = " ".join(f"{'−' if each < 0 else '+'} {abs(each)}" for each in points)
    first = f"−{terms[2:]}" if points[0] < 0 else terms[2:]
    return f"{first} = {total}" if len(points) > 1 else total
