"""Rulings about Pan melds: may they be laid, added to, borrowed from, and what does that pay?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.cards import Card
from companion.game import Ruling
from companion.games.panguingue import refusals, show
from companion.games.panguingue.facts import ALL, Meld, deck, ordered, pack, said
from companion.games.panguingue.house import Desk
from companion.games.panguingue.melds import grown, meld, part, takes
from companion.games.panguingue.score import (
    Payment,
    each_pays,
    for_adding,
    for_borrowing,
    for_laying,
    for_remaining,
    tariff,
)
from companion.questions import Cards, Choice, Refused
from companion.words import listed, verb

Rules = tuple[str, ...]


def chips(number: int) -> str:
    """So many chips from each: "1 chip from each opponent"."""
    return f"{number} {'chip' if number == 1 else 'chips'} from each opponent"


def paid(desk: Desk, answer: str, rules: Rules, payments: Sequence[Payment], *steps: str) -> Ruling:
    """A ruling that something pays, with every payment as a step."""
    cited = [rule for each in payments for rule in (each.rule, *each.also)]
    told = [*steps, *(f"{each.why}: {each.each} from each." for each in payments)]
    if each_pays(payments) and desk.rules.claim == "on_request":
        told.append(show.ASK_FOR_IT)
        cited.append("PAN-R17")
    return Ruling(answer, tuple(dict.fromkeys((*rules, *cited))), tuple(told))


def existing(desk: Desk, cards: tuple[Card, ...], key: str) -> Meld:
    """The meld said to lie on the table; Refused where it is none, or the packs do not hold it."""
    try:
        found = meld(ordered(cards))
        there(desk, cards)
    except Refused as refusal:
        refusal.key = key
        raise
    return found


def there(desk: Desk, cards: Iterable[Card]) -> None:
    """Refused where the packs do not hold all these cards."""
    packs = deck(desk.rules)
    if short := packs.missing(cards, {}):
        words = refusals.no_more_copies(short, packs, 0)
        raise Refused(words, "PAN-PACK", "too_many_copies")


def kind_rule(base: Meld) -> str:
    return "PAN-ROPE" if base.kind == "rope" else "PAN-SPREAD"


# -- melds ---------------------------------------------------------------------------------------


def meld_info(desk: Desk) -> Ruling:
    """May these cards be laid, and what do they pay?"""
    cards = desk.ask(
        Cards("cards", "Which cards?", "PAN-SPREAD", pack(desk.rules.packs), 1, ALL),
        title="Is this a meld, and what does it pay?",
        check=lambda cards: there(desk, cards),
    )
    try:
        found = meld(cards)
    except Refused as refusal:
        return Ruling(f"No. {refusal.message}", (refusal.rule,))
    payments = for_laying(found, tariff(desk.rules))
    what = listed(found.conditions, "and")
    what = what or f"{show.KINDS[found.kind]}, no condition"
    answer = f"Yes: {what}; it pays {chips(each_pays(payments))}."
    return paid(desk, answer, (kind_rule(found),), payments)


def layoff_info(desk: Desk) -> Ruling:
    """May these cards be added, and what do they pay?"""
    cards = pack(desk.rules.packs)

    def can_lie(base: tuple[Card, ...], added: tuple[Card, ...]) -> None:
        existing(desk, base, "meld")
        there(desk, (*base, *added))

    base, added = desk.ask(
        Cards("meld", "The meld on the table", "PAN-EXTEND", cards, 3, ALL),
        Cards("cards", "The cards to be added", "PAN-EXTEND", cards, 1, ALL - 3),
        title="May these cards be added?",
        check=can_lie,
    )
    rates, before = tariff(desk.rules), meld(base)
    after = grown(before, added, rates.mixed)
    would = f"{takes(before, rates.mixed)}."
    one, *_ = before.cards
    free = before.kind == "single" and one.rank in "AK"
    strange = free and any(card.suit is not one.suit for card in added)
    rules: Rules = ("PAN-EXTEND", "PAN-R9") if strange else ("PAN-EXTEND",)
    if after is None:
        return Ruling(f"No: {would}", rules)
    if len(after) > ALL:
        words = refusals.too_many("the player", len(before), len(added))
        return Ruling(f"No: {words}", ("PAN-OUT",))
    payments = for_adding(before, after, rates)
    makes = verb("make", len(added))
    answer = f"Yes: {said(added)} {makes} {after}; it pays {chips(each_pays(payments))}."
    return paid(desk, answer, rules, payments, would[:1].upper() + would[1:])


def borrow_info(desk: Desk) -> Ruling:
    """May these cards be borrowed, and what does that pay?"""
    cards, other = pack(desk.rules.packs), False
    if desk.rules.borrow_to_extend == "yes":
        other = "meld" in desk.ask(
            Choice("to", "Where do they go?", "PAN-R12", ["a new group", "another meld"])
        )

    def can_lie(base: tuple[Card, ...], taken: tuple[Card, ...], more: tuple[Card, ...]) -> None:
        before = existing(desk, base, "meld")
        if any(base.count(card) < taken.count(card) for card in taken):
            words = refusals.not_there(before, taken)
            raise Refused(words, "PAN-BORROW-RULE", "not_in_the_meld", "take")
        if other:
            existing(desk, more, "add")
        there(desk, (*base, *more))

    base, taken, more = desk.ask(
        Cards("meld", "The meld that lends", "PAN-BORROW-RULE", cards, 3, ALL),
        Cards("take", "The cards taken from it", "PAN-BORROW-RULE", cards, 1, ALL),
        Cards("add", "The other meld", "PAN-R12", cards, 3, ALL)
        if other
        else Cards(
            "add", "Cards added from the hand", "PAN-BORROW", cards, 0, ALL,
            none="None: the meld is split",
        ),
        title="May these cards be borrowed?",
        check=can_lie,
    )  # fmt: skip
    before, rates = meld(base), tariff(desk.rules)
    try:
        rest = part(before, taken)
        if len(base) + len(more) > ALL:
            words = refusals.too_many("The player", len(base), len(more))
            raise Refused(words, "PAN-OUT")
        made = grown(meld(more), taken, rates.mixed) if other else meld(ordered((*taken, *more)))
    except Refused as refusal:
        return Ruling(f"No. {refusal.message}", (refusal.rule,))
    if made is None:
        return Ruling(f"No: {takes(meld(more), rates.mixed)}.", ("PAN-EXTEND", "PAN-R12"))
    rules: Rules = ("PAN-BORROW-RULE", "PAN-BORROW")
    if other:
        payments = (*for_adding(meld(more), made, rates), *for_remaining(before, rest, rates))
        rules = ("PAN-BORROW-RULE", "PAN-R12")
    else:
        payments = for_borrowing(before, taken, more, rest, rates)
    stays = f"{listed(rest, 'and')} {verb('stay', len(rest))}"
    behind = sum(each.each for each in payments if "PAN-R25" in each.also)
    each = each_pays(payments)
    if behind and each > behind:
        answer = f"Yes: {stays}. {made} pays {each - behind}, what stays {behind}: {chips(each)}."
    elif behind:
        answer = f"Yes: {stays} and pays {chips(each)}; {made} pays nothing."
    else:
        answer = f"Yes: {stays}, and {made} pays {chips(each)}."
    return paid(desk, answer, rules, payments)
