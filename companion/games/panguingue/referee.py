"""The referee questions of Pan. Each enquiry calls the functions of the play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.panguingue import facts, score
from companion.games.panguingue.board import no_more, too_many
from companion.games.panguingue.facts import ALL, ANOTHER, FREE, NEW, Meld, say
from companion.games.panguingue.house import Desk
from companion.games.panguingue.melds import grown, meld, next_cards, part, takes
from companion.games.panguingue.score import Payment
from companion.questions import Cards, Choice, Count, Melds, Points, Question, Refused, yes_no
from companion.said import Text
from companion.words import capital

Rules = tuple[str, ...]
Groups = tuple[tuple[Card, ...], ...]


def paid(
    desk: Desk, answer: Text, rules: Rules, payments: Sequence[Payment], *steps: Text
) -> Ruling:
    """A ruling that something pays, with every payment as a step."""
    cited = [rule for each in payments for rule in (each.rule, *each.also)]
    sentences = [*steps, *(say.each_gives(why=one.why, each=one.each) for one in payments)]
    if score.each_pays(payments) and desk.rules.claim == "on_request":
        sentences.append(say.ask_for_it())
        cited.append("PAN-R17")
    every = tuple(dict.fromkeys((*rules, *cited)))
    return Ruling(str(answer), every, tuple(map(str, sentences)))


def refusal_of(refusal: Refused) -> Ruling:
    return Ruling(f"No. {refusal.message}", (refusal.rule,))


def existing(desk: Desk, cards: tuple[Card, ...], key: str) -> Meld:
    """The meld from the entered cards. Raise Refused if it is none, or not in the packs."""
    try:
        laid_meld = meld(facts.ordered(cards))
        there(desk, cards)
    except Refused as refusal:
        refusal.key = key
        raise
    return laid_meld


def there(desk: Desk, cards: Iterable[Card]) -> None:
    """Raise Refused if the packs do not have all these cards."""
    packs = facts.deck(desk.rules)
    if short := packs.missing(cards, {}):
        raise Refused(no_more(short, packs))


def melded(desk: Desk, groups: Groups, most: int) -> None:
    """Raise Refused if a player cannot have these groups melded."""
    held = [existing(desk, group, "melds") for group in groups]
    total = sum(map(len, held))
    if total > most:
        raise Refused(say.twelve__melded(total=total, all=most == ALL), key="melds")
    there(desk, [card for each in held for card in each.cards])


MOST = 10_000_000
"""Most chips of a player, or in a pot."""


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """The pot goes to the winner, and players short of chips may have to buy first."""
    rules = desk.rules
    questions: list[Question[Any]] = [Points("pot", say.pot_before(), "", 0, MOST, default="0")]
    if rules.short_stack == "buy_in_first":
        questions.append(referee.totals(desk, "PAN-R16", rules.stack, MOST))
    return questions


@enquiry("meld_info", "Is this a meld, and what does it pay?",
         "PAN-SPREAD PAN-ROPE", "cards_* condition_* collected_* claim_*")  # fmt: skip
def meld_info(desk: Desk) -> Ruling:
    cards = desk.ask(
        Cards("cards", say.these_cards(), "", facts.pack(desk.rules.packs), 1, ALL),
        check=lambda cards: there(desk, cards),
    )
    try:
        combination = meld(cards)
    except Refused as refusal:
        return refusal_of(refusal)
    payments = score.for_laying(combination, desk.rules)
    answer = say.is_a_meld(meld=combination, each=score.each_pays(payments))
    kind = "PAN-ROPE" if combination.kind == "rope" else "PAN-SPREAD"
    return paid(desk, answer, (kind,), payments)


@enquiry("layoff_info", "May these cards be added?",
         "PAN-EXTEND PAN-LAYOFF PAN-COMPLETE", "cards_* meld_*")  # fmt: skip
def layoff_info(desk: Desk) -> Ruling:
    cards = facts.pack(desk.rules.packs)

    def can_lie(base: tuple[Card, ...], added: tuple[Card, ...]) -> None:
        existing(desk, base, "meld")
        there(desk, (*base, *added))

    base, added = desk.ask(
        Cards("meld", say.on_the_table(), "", cards, 3, ALL),
        Cards("cards", say.to_be_added(), "", cards, 1, ALL - 3),
        check=can_lie,
    )
    before, mixed = meld(base), facts.mixes(desk.rules)
    after = grown(before, added, mixed)
    would = f"{takes(before, mixed)}."
    one, *_ = before.cards
    free = before.kind == "single" and one.rank in FREE
    strange = free and any(card.suit is not one.suit for card in added)
    rules: Rules = ("PAN-EXTEND", "PAN-R9") if strange else ("PAN-EXTEND",)
    if after is None:
        return Ruling(f"No: {would}", rules)
    if len(after) > ALL:
        no = too_many("the player", len(before), len(added))
        return Ruling(f"No: {no}", (no.rule,))
    payments = score.for_adding(before, after, desk.rules)
    answer = say.may_be_added(
        cards=facts.said(added), one=len(added) == 1, after=after, each=score.each_pays(payments)
    )
    return paid(desk, answer, rules, payments, capital(would))


@enquiry("borrow_info", "May these cards be borrowed?",
         "PAN-BORROW-RULE PAN-BORROW", "meld_* take_*=take add_*=add")  # fmt: skip
def borrow_info(desk: Desk) -> Ruling:
    cards, other = facts.pack(desk.rules.packs), False
    if desk.rules.borrow_to_extend == "yes":
        other = desk.ask(Choice("to", say.where_they_go(), options=[NEW, ANOTHER])) == ANOTHER

    def lies(base: tuple[Card, ...]) -> None:
        existing(desk, base, "meld")

    base = desk.ask(Cards("meld", say.the_lender(), "", cards, 3, ALL), check=lies)
    own = tuple(card for card in cards.cards if card in base)
    lender = replace(cards, cards=own, about="cards of the meld only")

    def can_lie(taken: tuple[Card, ...], more: tuple[Card, ...]) -> None:
        before = existing(desk, base, "meld")
        if any(base.count(card) < taken.count(card) for card in taken):
            no = say.not_in_the_meld__more(cards=facts.said(taken), base=before)
            raise Refused(no, key="take")
        if other:
            existing(desk, more, "add")
        there(desk, (*base, *more))

    taken, more = desk.ask(
        Cards("take", say.the_loan(), "", lender, 1, ALL),
        Cards("add", say.other_meld(), "", cards, 3, ALL)
        if other
        else Cards("add", say.added_from_hand(), "", cards, 0, ALL, none="None: the meld is split"),
        check=can_lie,
    )
    before, house, mixed = meld(base), desk.rules, facts.mixes(desk.rules)
    try:
        rest = part(before, taken)
        if len(base) + len(more) > ALL:
            raise Refused(too_many("The player", len(base), len(more)))
        whole = grown(meld(more), taken, mixed) if other else meld(facts.ordered((*taken, *more)))
    except Refused as refusal:
        return refusal_of(refusal)
    if whole is None:
        return Ruling(f"No: {takes(meld(more), mixed)}.", ("PAN-EXTEND", "PAN-R12"))
    payments = (
        (*score.for_adding(meld(more), whole, house), *score.for_remaining(before, rest, house))
        if other
        else score.for_borrowing(before, taken, more, rest, house)
    )
    behind = sum(one.each for one in payments if "PAN-R25" in one.also)
    answer = say.may_be_borrowed(
        rest=rest, made=whole, each=score.each_pays(payments), behind=behind
    )
    return paid(desk, answer, (answer.rule, "PAN-R12" if other else "PAN-BORROW"), payments)


@enquiry("can_force", "Can the upcard be forced?", "PAN-FORCE", "upcard_*=upcard event_*")
def can_force(desk: Desk) -> Ruling:
    cards = facts.pack(desk.rules.packs)

    def can_lie(groups: Groups, upcard: tuple[Card, ...]) -> None:
        melded(desk, groups, ALL - 1)
        there(desk, (*upcard, *(card for group in groups for card in group)))

    groups, (upcard,) = desk.ask(
        Melds("melds", say.has_melded(), "PAN-FORCE", cards, 0, 3, samples=("5D 5H 5S", "none")),
        Cards("upcard", say.the_upcard(), "", cards, 1, 1),
        check=can_lie,
    )
    held = [meld(facts.ordered(group)) for group in groups]
    mixed, total = facts.mixes(desk.rules), sum(map(len, groups))
    steps: list[Text] = [f"{takes(each, mixed)}." for each in held]
    for each in held:
        if upcard in next_cards(each, mixed):
            words = say.can_be_forced(card=upcard, base=each)
            if total < ALL - 1:
                return ruled(words, "PAN-EXTEND", steps=steps)
            return ruled(words, "PAN-EXTEND", "PAN-R22", steps=[*steps, say.puts_out()])
    if desk.rules.force_scope == "table_or_hand" and total + 3 <= ALL:
        able = desk.ask(yes_no("hand", say.able_with_hand()))
        if able:
            words = say.forced_with_hand(card=upcard)
            return ruled(words, "PAN-R13", steps=steps)
    return ruled(say.cannot_be_forced(card=upcard), "PAN-R13", steps=steps)


@enquiry("out_payment", "What does going out bring?",
         "PAN-OUT PAN-OUT-POT PAN-OUT-ONE PAN-OUT-AGAIN", "out held else_*")  # fmt: skip
def out_payment(desk: Desk) -> Ruling:
    cards = facts.pack(desk.rules.packs)
    some = ("7C 7C 7D 7H / 4S 4S 4S / KC KH KH KS", "5D 5H 5S")
    groups, active, pot = desk.ask(
        Melds("melds", say.has_melded(), "PAN-OUT", cards, 1, 3, samples=some),
        Count("active", say.how_many_opponents(), "", 1, 14),
        Points("pot", say.the_pot(), "", 0, 100_000),
        check=lambda groups, active, pot: melded(desk, groups, ALL),
    )
    held = [meld(facts.ordered(group)) for group in groups]
    total = sum(map(len, held))
    if total < ALL:
        return ruled(say.not_out(why=say.not_eleven(cards=facts.in_numbers(total))))
    payments = tuple(score.for_out(held, desk.rules))
    answer = say.out_brings(pot=pot, each=score.each_pays(payments), active=active)
    again = ("PAN-R10",) if any(len(base) > 3 for base in held if base.conditions) else ()
    return paid(desk, answer, ("PAN-OUT", "PAN-OUT-POT", *again), payments)


@enquiry("draw", "What may I do with this card?",
         "PAN-DRAW PAN-HOLD PAN-TENDOWN", "event_* upcard_*")  # fmt: skip
def draw(desk: Desk) -> Ruling:
    source, fits, cards = desk.ask(
        Choice("from", say.which_source(), options=["upcard", "stock"]),
        yes_no("melds", say.can_be_melded()),
        Count("melded", say.how_many_melded(), "", 0, ALL - 1),
    )
    if source == "upcard" and not fits:
        return ruled(say.upcard_stays(), steps=[say.never_joins()])
    ten = cards == ALL - 1
    if fits:
        steps = [say.may_discard_it()] if source == "stock" else []
        return ruled(say.meld_it(ten=ten), *["PAN-OUT"] * ten, steps=steps)
    if ten:
        return ruled(say.draw_again(), "PAN-DRAW")
    helps = desk.ask(yes_no("helps", say.would_put_out()))
    return ruled(say.may_keep_it(), "PAN-DRAW") if helps else ruled(say.discard_it(), "PAN-HOLD")


@enquiry("stock", "What if the stock is empty?", "PAN-STOCK", "event_* who_*")
def stock(desk: Desk) -> Ruling:
    piles = ["the upcard and others", "only the upcard"]
    left = desk.ask(
        Choice("discards", say.what_is_left(), options=piles, columns=1), title="The stock is empty"
    )
    if left == "the upcard and others":
        return ruled(say.shuffle())
    pot = say.pot_waits(antes=desk.rules.abandoned == "refund_antes")
    words, steps = say.not_decided(), (str(say.usual_way()), str(pot))
    return Ruling(str(words), (words.rule, pot.rule), steps, undecided=True)


@enquiry("drop", "May a player drop now?", "PAN-DROP", "drops else_*")
def dropping(desk: Desk) -> Ruling:
    times = ["before the first play", "later"]
    when = desk.ask(Choice("when", say.when(), options=times, columns=1))
    if when == "later":
        return ruled(say.may_not_drop(why=say.under_way()))
    words = say.may_drop(fee=desk.rules.drop_fee, ante=desk.rules.ante)
    return ruled(words, "PAN-R2", steps=[say.last_cannot()])


@enquiry("foul", "What if somebody has a wrong number of cards?", "PAN-R21", "event_* drops who_*")
def foul(desk: Desk) -> Ruling:
    times = ["before the first play", "later"]
    when = desk.ask(
        Choice("when", say.when_found(), options=times, columns=1), title="A wrong number of cards"
    )
    return ruled(say.foul_found(late=when == "later", way=desk.rules.foul))


ENQUIRIES = (
    meld_info, layoff_info, borrow_info, can_force, out_payment, draw, stock, dropping, foul,
)  # fmt: skip
