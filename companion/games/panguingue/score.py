"""What melds pay in Panguingue: laid, added to, borrowed from, collected, held at the end.

A payment is what each active opponent gives; `lines` makes lines of payments once it is known who
gives and who gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from companion.cards import Card
from companion.games.panguingue import show
from companion.games.panguingue.facts import Collected, Condition, Meld, is_meld, ordered
from companion.games.panguingue.house import House
from companion.games.panguingue.melds import meld
from companion.ledger import Line
from companion.seating import Side


@dataclass(frozen=True, slots=True)
class Tariff:
    """The house rules that payments depend on."""

    per_card: bool = True
    """Each card beyond the condition of a new meld is paid (PAN-R5)."""
    extension: bool = True
    """Cards added to a paying rope are paid (PAN-R6)."""
    reduced: bool = False
    """Cards added to a valle of one suit pay half (PAN-R8)."""
    mixed: bool = False
    """An ace or king of another suit may join a spread of one suit (PAN-R9)."""
    again: bool = False
    """Added cards are paid again when going out (PAN-R10)."""
    both: bool = True
    """A card that extends a paying rope and completes its other condition pays twice (PAN-R24)."""


_tariff = cache(Tariff)


def tariff(rules: House) -> Tariff:
    """The house rules about payments; the same object for the same rules."""
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


def each_pays(payments: Iterable[Payment]) -> int:
    """What one opponent gives in all."""
    return sum(payment.each for payment in payments)


def lines(to: Side, payments: Iterable[Payment], by: Sequence[Side]) -> Iterator[Line]:
    """The payments as lines of the ledger, from these opponents."""
    payers, whom = tuple(by), show.each_of(by)
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


# -- laid from the hand --------------------------------------------------------------------------


def for_laying(new: Meld, rates: Tariff) -> tuple[Payment, ...]:
    """A new meld: each condition once, and once more for every further card."""
    if not new.conditions:
        return (Payment("PAN-NONE", 0, show.pays_nothing(new)),)
    found = [Payment(each.rule, each.rate, f"{new}, {each}") for each in new.conditions]
    further = len(new) - 3 * len(new.conditions)
    if further:
        found.append(_further_cards(new, further, rates))
    return tuple(found)


def _further_cards(new: Meld, further: int, rates: Tariff) -> Payment:
    """What the cards of a new meld beyond its conditions pay (PAN-BIG)."""
    if not rates.per_card:
        return Payment("PAN-BIG", 0, show.paid_once(new, further), ("PAN-R5",))
    rate, also = rate_again(new.condition, rates)
    return Payment("PAN-BIG", further * rate, show.further(new, further, rate), also)


# -- added ---------------------------------------------------------------------------------------


def for_adding(before: Meld, after: Meld, rates: Tariff) -> tuple[Payment, ...]:
    """Cards added to one's own meld: paid at the condition's rate again, or for completing one."""
    added = list(after.cards)
    for card in before.cards:
        added.remove(card)
    words = show.adds(added, before)
    if not after.conditions:
        if before.conditions:
            return (Payment("PAN-NONE", 0, f"{words}: {show.NO_MORE}", ("PAN-R9",)),)
        return (Payment("PAN-NONE", 0, f"{words}: {show.without_condition(after)}"),)
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
        why = words + (show.times(number, rate) if rate else ": not paid here")
        yield Payment("PAN-LAYOFF", number * rate, why, (held.rule, *also))
    for each in new:
        paid = rates.both or not rate
        why = f"{words}, completing the {each}{' too' if paid else ': not paid besides here'}"
        yield Payment("PAN-COMPLETE", each.rate if paid else 0, why, (each.rule, "PAN-R24"))


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
        why = f"{words}, {show.besides(others, rate)}"
        yield Payment("PAN-LAYOFF", others * rate, why, (held.rule, *also))


# -- borrowed ------------------------------------------------------------------------------------


def for_borrowing(
    source: Meld,
    taken: tuple[Card, ...],
    hand: tuple[Card, ...],
    rest: Sequence[Meld],
    rates: Tariff,
) -> tuple[Payment, ...]:
    """A meld made of borrowed cards, with or without cards from the hand.

    Conditions the old meld had are not paid again when they only lie elsewhere; new ones are paid,
    in whichever part they are (PAN-R25).
    """
    new, had = meld(ordered((*taken, *hand))), source.conditions
    kept = [each for left in rest for each in left.conditions if each in had]
    found: list[Payment] = []
    moved = _moved_condition(source, taken, kept)
    if moved and hand:
        found += [each for each in for_adding(moved, new, rates) if each.each]
    elif not moved and new.conditions:
        found += for_laying(new, rates)
    found += for_remaining(source, rest, rates)
    if not found:
        return (Payment("PAN-BORROW", 0, show.borrowed_for_nothing(new, source, moved)),)
    words = show.borrowed_from(source)
    return tuple(replace(p, why=f"{p.why}, {words}", also=(*p.also, "PAN-BORROW")) for p in found)


def for_remaining(source: Meld, rest: Iterable[Meld], rates: Tariff) -> Iterator[Payment]:
    """A condition the old meld did not have, and what remains of it has."""
    for left in rest:
        if any(each not in source.conditions for each in left.conditions):
            for each in for_laying(left, rates):
                yield replace(each, also=(*each.also, "PAN-R25"))


def _moved_condition(
    source: Meld, taken: tuple[Card, ...], kept: Sequence[Condition]
) -> Meld | None:
    """The borrowed cards as a meld, if they carry a condition away from the old one."""
    if not is_meld(taken):
        return None
    alone = meld(taken)
    gone = [each for each in alone.conditions if each in source.conditions]
    return alone if any(each not in kept for each in gone) else None


# -- collected, as somebody remembers it ---------------------------------------------------------


def for_collected(one: Collected, rates: Tariff) -> Iterator[Payment]:
    """A condition once, and its rate again for every further card."""
    condition, number = one.condition, one.further
    yield Payment(condition.rule, condition.rate, str(condition))
    if number:
        rate, also = rate_again(condition, rates)
        why = show.further(condition, number, rate)
        yield Payment("PAN-LAYOFF", number * rate, why, (condition.rule, *also))


# -- going out -----------------------------------------------------------------------------------


def for_out(held: Iterable[Meld], rates: Tariff) -> Iterator[Payment]:
    """Going out: one chip, and every condition that lies there now."""
    yield Payment("PAN-OUT-ONE", 1, show.OUT_ONE)
    for each in held:
        for condition in each.conditions:
            why = f"{each}, {show.once_more(condition)}"
            yield Payment("PAN-OUT-AGAIN", condition.rate, why, (condition.rule,))
        further = len(each) - 3 * len(each.conditions)
        if each.conditions:
            yield from _further_again(each, each.condition, further, rates)


def for_out_collected(held: Iterable[Collected], rates: Tariff) -> Iterator[Payment]:
    """Going out with conditions that somebody remembers."""
    yield Payment("PAN-OUT-ONE", 1, show.OUT_ONE)
    for each in held:
        why = show.once_more(each.condition)
        yield Payment("PAN-OUT-AGAIN", each.condition.rate, why, (each.condition.rule,))
        yield from _further_again(each.condition, each.condition, each.further, rates)


def _further_again(
    what: Meld | Condition, condition: Condition, further: int, rates: Tariff
) -> Iterator[Payment]:
    """Further cards paid once more, where the table does that (PAN-R10)."""
    if rates.again and further:
        rate, more = rate_again(condition, rates)
        why = show.further(what, further, rate)
        yield Payment("PAN-OUT-AGAIN", further * rate, why, ("PAN-R10", *more))


def out_lines(side: Side, pot: int, again: Iterable[Payment], by: Sequence[Side]) -> list[Line]:
    """The pot, one chip from each, and the conditions once more."""
    return [Line(side, pot, "PAN-OUT-POT", show.takes_pot(pot)), *lines(side, again, by)]


# -- the pot -------------------------------------------------------------------------------------


def ante_lines(sides: Iterable[Side], rules: House) -> list[Line]:
    """The ante of everybody; none where nothing is put in."""
    ante = rules.ante
    return [Line(side, -ante, "PAN-ANTE", show.ante(ante)) for side in sides if ante]


def drop_line(side: Side, rules: House) -> Line:
    """What dropping out costs."""
    fee = rules.drop_fee
    return Line(side, -fee, "PAN-DROP", show.drops(fee, rules.ante), also=("PAN-R2",))


def last_in_line(side: Side, pot: int) -> Line:
    """The pot for the one who is left."""
    return Line(side, pot, "PAN-LAST", show.last_takes(pot), also=("PAN-R3",))


def split_lines(sides: Sequence[Side], pot: int) -> list[Line]:
    """The pot shared without playing for it; what does not divide stays (PAN-R27)."""
    share = pot // len(sides)
    return [Line(side, share, "PAN-R27", show.splits(share, pot)) for side in sides]


def refunds(sides: Iterable[Side], rules: House) -> list[Line]:
    """The antes of a hand that was not finished, where they go back (PAN-R19)."""
    ante = rules.ante if rules.abandoned == "refund_antes" else 0
    return [Line(side, ante, "PAN-R19", show.refunded(ante)) for side in sides if ante]
