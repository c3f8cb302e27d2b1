"""The payments for melds in Panguingue: laid, added to, borrowed from, collected, at the end.

A payment is what each active opponent gives; `lines` makes lines of payments once it is known who
gives and who gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.cards import Card
from companion.engine.ledger import Line
from companion.games.panguingue import facts
from companion.games.panguingue.facts import Collected, Condition, Meld, say
from companion.games.panguingue.house import House
from companion.games.panguingue.melds import meld, without
from companion.said import Sentence, Text
from companion.seating import Side


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips from each active opponent, by which rule, and what for."""

    rule: str
    each: int
    why: Text
    also: tuple[str, ...] = ()


def nothing(why: Sentence, *also: str) -> tuple[Payment, ...]:
    return (Payment(why.rule, 0, why, also),)


def each_pays(payments: Iterable[Payment]) -> int:
    return sum(payment.each for payment in payments)


def lines(to: Side, payments: Iterable[Payment], by: Sequence[Side]) -> Iterator[Line]:
    """The payments as lines of the ledger, from these opponents."""
    payers = tuple(by)
    for each in payments:
        if each.each:
            why = say.from_each(why=each.why, each=each.each, by=payers)
            points = each.each * len(payers)
            yield Line(to, points, each.rule, why, also=each.also, by=payers)
        else:
            yield Line(to, 0, each.rule, each.why, also=each.also)


def rate_again(condition: Condition, rules: House) -> tuple[int, tuple[str, ...]]:
    """The payment for a further card of a condition, and its ruling."""
    if condition.rule in ("PAN-VALLE-SUIT", "PAN-VALLE-SPADES") and rules.valle_layoff == "reduced":
        return condition.rate // 2, ("PAN-R8",)
    if condition.rule in ("PAN-ROPE-LOW", "PAN-ROPE-HIGH") and rules.rope_extension_pays == "no":
        return 0, ("PAN-R6",)
    return condition.rate, ()


def unpaid(held: Meld) -> Sentence:
    return say.no_condition(rope=held.kind == "rope")


def for_laying(new: Meld, rules: House) -> tuple[Payment, ...]:
    """A new meld: each condition once, and once more for every further card."""
    if not new.conditions:
        return nothing(say.pays_nothing(meld=new, why=unpaid(new)))
    payments = [
        Payment(each.rule, each.rate, say.laid(meld=new, condition=each)) for each in new.conditions
    ]
    if new.further:
        payments.append(_further_cards(new, rules))
    return tuple(payments)


def _further_cards(new: Meld, rules: House) -> Payment:
    """The payment for the cards of a new meld beyond its conditions (PAN-BIG)."""
    if rules.big_meld != "per_card":
        return Payment("PAN-BIG", 0, say.paid_once(meld=new, cards=new.further), ("PAN-R5",))
    rate, also = rate_again(new.condition, rules)
    return Payment(
        "PAN-BIG", new.further * rate, say.further(of=new, cards=new.further, rate=rate), also
    )


def for_adding(before: Meld, after: Meld, rules: House) -> tuple[Payment, ...]:
    """Cards added to one's own meld: paid at the condition's rate again, or for completing one."""
    added = without(after, before.cards)
    if not after.conditions:
        lost = bool(before.conditions)
        why = say.no_longer() if lost else unpaid(after)
        words = say.adds_nothing(cards=facts.said(added), base=before, why=why)
        return nothing(words, *["PAN-R9"] * lost)
    new = [each for each in after.conditions if each not in before.conditions]
    if before.conditions:
        return tuple(_more(before, added, new, rules))
    return tuple(_completing(before, after, added, new, rules))


def _more(
    before: Meld, added: Sequence[Card], new: list[Condition], rules: House
) -> Iterator[Payment]:
    """Cards added to a meld that was paying already."""
    held, number, cards = before.condition, len(added), facts.said(added)
    rate, also = rate_again(held, rules)
    if rate or not new:
        why = say.added(cards=cards, base=before, number=number, rate=rate)
        yield Payment("PAN-LAYOFF", number * rate, why, (held.rule, *also))
    for each in new:
        paid = rules.complete_and_extend == "both" or not rate
        why = say.completes(cards=cards, base=before, condition=each, too=paid, first=False)
        yield Payment("PAN-COMPLETE", each.rate if paid else 0, why, (each.rule, "PAN-R24"))


def _completing(
    before: Meld, after: Meld, added: Sequence[Card], new: list[Condition], rules: House
) -> Iterator[Payment]:
    """Cards that make a condition of a rope that had none; the others pay as added to it."""
    cards = facts.said(added)
    for each in new:
        why = say.completes(cards=cards, base=before, condition=each, too=False, first=True)
        yield Payment("PAN-COMPLETE", each.rate, why, (each.rule,))
    completing = {card for each in new for card in after.triple(each)}
    others = sum(card not in completing for card in added)
    if others:
        held = after.condition
        rate, also = rate_again(held, rules)
        why = say.besides(cards=cards, base=before, number=others, rate=rate)
        yield Payment("PAN-LAYOFF", others * rate, why, (held.rule, *also))


def for_borrowing(
    source: Meld, taken: tuple[Card, ...], hand: tuple[Card, ...], rest: Sequence[Meld],
    rules: House,
) -> tuple[Payment, ...]:  # fmt: skip
    """A meld made of borrowed cards, with or without cards from the hand.

    Conditions the old meld had are not paid again when they only lie elsewhere; new ones are paid,
    in whichever part they are (PAN-R25).
    """
    new, had = meld(facts.ordered((*taken, *hand))), source.conditions
    kept = [each for left in rest for each in left.conditions if each in had]
    payments: list[Payment] = []
    moved = _moved_condition(source, taken, kept)
    if moved and hand:
        payments += [each for each in for_adding(moved, new, rules) if each.each]
    elif not moved and new.conditions:
        payments += for_laying(new, rules)
    payments += for_remaining(source, rest, rules)
    if not payments:
        why = say.only_moves(condition=moved.condition) if moved else unpaid(new)
        return nothing(say.borrowed_for_nothing(new=new, source=source, why=why))
    return tuple(
        replace(p, why=say.borrowed(why=p.why, source=source), also=(*p.also, "PAN-BORROW"))
        for p in payments
    )


def for_remaining(source: Meld, rest: Iterable[Meld], rules: House) -> Iterator[Payment]:
    """A condition the old meld did not have, and what remains of it has."""
    for left in rest:
        if any(each not in source.conditions for each in left.conditions):
            for each in for_laying(left, rules):
                yield replace(each, also=(*each.also, "PAN-R25"))


def _moved_condition(
    source: Meld, taken: tuple[Card, ...], kept: Sequence[Condition]
) -> Meld | None:
    """The borrowed cards as a meld, if they carry a condition away from the old one."""
    if not facts.is_meld(taken):
        return None
    alone = meld(taken)
    gone = [each for each in alone.conditions if each in source.conditions]
    return alone if any(each not in kept for each in gone) else None


def for_collected(one: Collected, rules: House) -> Iterator[Payment]:
    """A condition once, and its rate again for every further card."""
    condition, number = one.condition, one.further
    yield Payment(condition.rule, condition.rate, str(condition))
    if number:
        rate, also = rate_again(condition, rules)
        why = say.further(of=condition, cards=number, rate=rate)
        yield Payment("PAN-LAYOFF", number * rate, why, (condition.rule, *also))


def for_out(held: Iterable[Meld | Collected], rules: House) -> Iterator[Payment]:
    """Going out: one chip, and every condition on the table or remembered by a player. Further
    cards pay again if the house rule says so (PAN-R10)."""
    yield Payment("PAN-OUT-ONE", 1, say.out_one())
    for each in held:
        lies = each if isinstance(each, Meld) else None
        for condition in each.conditions:
            why = say.once_more(meld=lies, condition=condition)
            yield Payment(why.rule, condition.rate, why, (condition.rule,))
        if each.conditions and each.further and rules.out_again == "with_layoffs":
            rate, more = rate_again(each.condition, rules)
            why = say.further(of=lies or each.condition, cards=each.further, rate=rate)
            yield Payment("PAN-OUT-AGAIN", each.further * rate, why, ("PAN-R10", *more))
