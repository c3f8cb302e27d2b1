"""What melds pay in Panguingue: laid, added to, borrowed from, held at the end.

Pure functions from melds to payments. A payment is what each active opponent gives; `lines` makes
ledger lines of payments once it is known who gives and who gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from companion.cards import Card
from companion.facts import fact
from companion.games.panguingue.melds import Condition, Meld, counted, is_meld, meld, ordered, said
from companion.ledger import Line
from companion.questions import listed
from companion.rules import Options
from companion.seating import Side


@fact
class Tariff:
    """The house rules that payments depend on. Made by `tariff`, once for each reading."""

    per_card: bool = True
    """Each card beyond the condition of a new meld is paid (R5)."""
    extension: bool = True
    """Cards added to a paying rope are paid (R6)."""
    reduced: bool = False
    """Cards added to a valle of one suit pay half (R8)."""
    mixed: bool = False
    """An ace or king of another suit may join a spread of one suit (R9)."""
    again: bool = False
    """Added cards are paid again when going out (R10)."""
    both: bool = True
    """A card that extends a paying rope and completes its other condition pays twice (R24)."""


_tariff = cache(Tariff)


def tariff(rules: Options) -> Tariff:
    """What the house rules say about payments."""
    return _tariff(
        rules.big_meld == "per_card",
        rules.rope_extension_pays == "yes",
        rules.valle_layoff == "reduced",
        rules.ak_mixed_layoff == "yes",
        rules.out_again == "with_layoffs",
        rules.complete_and_extend == "both",
    )


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips from each active opponent, by which rule, and what for."""

    rule: str
    each: int
    why: str
    also: tuple[str, ...] = ()


def lines(to: Side, payments: Iterable[Payment], by: Sequence[Side]) -> Iterator[Line]:
    """The payments as lines of the ledger, from these opponents."""
    payers, whom = tuple(by), f"each of {len(by)}" if len(by) != 1 else listed(by)
    for each in payments:
        if each.each:
            why = f"{each.why}: {each.each} from {whom}"
            points = each.each * len(payers)
            yield Line(to, points, each.rule, why, also=each.also, by=payers)
        else:
            yield Line(to, 0, each.rule, each.why, also=each.also)


def rate_again(condition: Condition, rates: Tariff) -> tuple[int, tuple[str, ...]]:
    """What a further card of a condition pays, and the ruling that says so."""
    if condition.rule in ("PAN-VALLE-SUIT", "PAN-VALLE-SPADES") and rates.reduced:
        return condition.rate // 2, ("PAN-R8",)
    if condition.rule in ("PAN-ROPE-LOW", "PAN-ROPE-HIGH") and not rates.extension:
        return 0, ("PAN-R6",)
    return condition.rate, ()


def times(number: int, rate: int) -> str:
    """A factor, where there is one to show: ", 3 × 2"."""
    return f", {number} × {rate}" if number > 1 and rate else ""


@cache
def for_laying(new: Meld, rates: Tariff) -> tuple[Payment, ...]:
    """A new meld: each condition once, and once more for every further card."""
    if not new.conditions:
        return (Payment("PAN-NONE", 0, f"{new}: {without_condition(new)}"),)
    found = [Payment(each.rule, each.rate, f"{new}, {each}") for each in new.conditions]
    further = len(new) - 3 * len(new.conditions)
    if further:
        found.append(further_cards(new, further, rates))
    return tuple(found)


def without_condition(base: Meld) -> str:
    """Why a meld pays nothing."""
    if base.kind == "rope":
        return "a rope without A-2-3 or J-Q-K, no condition"
    return "a spread of several suits, no condition"


def further_cards(new: Meld, further: int, rates: Tariff) -> Payment:
    """What the cards of a new meld beyond its conditions pay."""
    words = f"{new}, {counted(further, 'further card')}"
    if not rates.per_card:
        return Payment("PAN-BIG", 0, f"{words}, paid once here, however long", ("PAN-R5",))
    rate, also = rate_again(new.condition, rates)
    if not rate:
        words += ", not paid here"
    return Payment("PAN-BIG", further * rate, words + times(further, rate), also)


@cache
def for_adding(before: Meld, after: Meld, rates: Tariff) -> tuple[Payment, ...]:
    """Cards added to one's own meld: paid at the condition's rate again, or for completing one."""
    added = list(after.cards)
    for card in before.cards:
        added.remove(card)
    words = f"adds {said(added)} to {before}"
    if not after.conditions:
        if before.conditions:
            why = f"{words}: now of several suits, a condition no more"
            return (Payment("PAN-NONE", 0, why, ("PAN-R9",)),)
        return (Payment("PAN-NONE", 0, f"{words}: {without_condition(after)}"),)
    new = [each for each in after.conditions if each not in before.conditions]
    if before.conditions:
        return tuple(_more(before, added, new, words, rates))
    return tuple(_completing(after, added, new, words, rates))


def _more(
    before: Meld, added: list[Card], new: list[Condition], words: str, rates: Tariff
) -> Iterator[Payment]:
    """Cards added to a meld that was paying already."""
    held, number = before.condition, len(added)
    rate, also = rate_again(held, rates)
    if rate or not new:
        why = words + (times(number, rate) if rate else ": not paid here")
        yield Payment("PAN-LAYOFF", number * rate, why, (held.rule, *also))
    for each in new:
        if rates.both or not rate:
            why = f"{words}, completing the {each} too"
            yield Payment("PAN-COMPLETE", each.rate, why, (each.rule, "PAN-R24"))
        else:
            why = f"{words}, completing the {each}: not paid besides here"
            yield Payment("PAN-COMPLETE", 0, why, (each.rule, "PAN-R24"))


def _completing(
    after: Meld, added: list[Card], new: list[Condition], words: str, rates: Tariff
) -> Iterator[Payment]:
    """Cards that make a condition of a rope that had none; the others pay as added to it."""
    for each in new:
        why = f"{words}, completing the {each}"
        yield Payment("PAN-COMPLETE", each.rate, why, (each.rule,))
    completing = {card for each in new for card in after.triple(each)}
    others = sum(card not in completing for card in added)
    if others:
        held = after.condition
        rate, also = rate_again(held, rates)
        why = f"{words}, {counted(others, 'card')} besides the condition"
        why += times(others, rate) if rate else ", not paid here"
        yield Payment("PAN-LAYOFF", others * rate, why, (held.rule, *also))


def for_borrowing(
    source: Meld,
    taken: tuple[Card, ...],
    hand: tuple[Card, ...],
    rest: Sequence[Meld],
    rates: Tariff,
) -> tuple[Payment, ...]:
    """A meld made of borrowed cards, with or without cards from the hand.

    Conditions the old meld had are not paid again when they only lie elsewhere; new ones are paid,
    in whichever part they are (R25).
    """
    new, had = meld(ordered((*taken, *hand))), source.conditions
    kept = [each for left in rest for each in left.conditions if each in had]
    found: list[Payment] = []
    moved = moved_condition(source, taken, kept)
    if moved and hand:
        found += [each for each in for_adding(moved, new, rates) if each.each]
    elif not moved and new.conditions:
        found += for_laying(new, rates)
    found += for_remaining(source, rest, rates)
    if not found:
        only = f"the {moved.condition} only moves" if moved else without_condition(new)
        return (Payment("PAN-BORROW", 0, f"{new}, borrowed from {source}: {only}"),)
    words = f"borrowed from {source}"
    return tuple(replace(p, why=f"{p.why}, {words}", also=(*p.also, "PAN-BORROW")) for p in found)


def for_remaining(source: Meld, rest: Iterable[Meld], rates: Tariff) -> Iterator[Payment]:
    """A condition the old meld did not have, and what remains of it has."""
    for left in rest:
        if any(each not in source.conditions for each in left.conditions):
            for each in for_laying(left, rates):
                yield replace(each, also=(*each.also, "PAN-R25"))


def moved_condition(
    source: Meld, taken: tuple[Card, ...], kept: Sequence[Condition]
) -> Meld | None:
    """The borrowed cards as a meld, if they carry a condition away from the old one."""
    if not is_meld(taken):
        return None
    alone = meld(taken)
    gone = [each for each in alone.conditions if each in source.conditions]
    return alone if any(each not in kept for each in gone) else None


def for_out(held: Iterable[Meld], rates: Tariff) -> Iterator[Payment]:
    """Going out: one chip, and every condition that lies there now."""
    yield Payment("PAN-OUT-ONE", 1, "goes out with eleven cards")
    for each in held:
        for condition in each.conditions:
            also = (condition.rule,)
            yield Payment("PAN-OUT-AGAIN", condition.rate, f"{each}, {condition}, once more", also)
        further = len(each) - 3 * len(each.conditions)
        if rates.again and each.conditions and further:
            rate, more = rate_again(each.condition, rates)
            words = f"{each}, {counted(further, 'further card')}{times(further, rate)}"
            yield Payment("PAN-OUT-AGAIN", further * rate, words, ("PAN-R10", *more))


def each_pays(payments: Iterable[Payment]) -> int:
    """What one opponent gives in all."""
    return sum(payment.each for payment in payments)
