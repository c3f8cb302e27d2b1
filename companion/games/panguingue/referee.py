"""What a Pan table asks its referee; each enquiry calls the functions the play itself uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.cards import Card
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.panguingue.board import no_more, too_many
from companion.games.panguingue.facts import (
    ALL,
    FREE,
    Meld,
    deck,
    in_numbers,
    ordered,
    pack,
    said,
    say,
)
from companion.games.panguingue.house import Desk
from companion.games.panguingue.melds import grown, meld, next_cards, part, takes
from companion.games.panguingue.score import (
    Payment,
    each_pays,
    for_adding,
    for_borrowing,
    for_laying,
    for_out,
    for_remaining,
    tariff,
)
from companion.questions import Cards, Choice, Count, Melds, Points, Refused, yes_no
from companion.said import Text
from companion.words import capital

Rules = tuple[str, ...]
Groups = tuple[tuple[Card, ...], ...]


def paid(
    desk: Desk, answer: Text, rules: Rules, payments: Sequence[Payment], *steps: Text
) -> Ruling:
    """A ruling that something pays, with every payment as a step."""
    cited = [rule for each in payments for rule in (each.rule, *each.also)]
    told = [*steps, *(say.each_gives(why=one.why, each=one.each) for one in payments)]
    if each_pays(payments) and desk.rules.claim == "on_request":
        told.append(say.ask_for_it())
        cited.append("PAN-R17")
    every = tuple(dict.fromkeys((*rules, *cited)))
    return Ruling(str(answer), every, tuple(map(str, told)))


def refusal_of(refusal: Refused) -> Ruling:
    return Ruling(f"No. {refusal.message}", (refusal.rule,))


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
        raise Refused(no_more(short, packs))


def melded(desk: Desk, groups: Groups, most: int) -> None:
    """Refused where a player cannot have these groups melded."""
    held = [existing(desk, group, "melds") for group in groups]
    total = sum(map(len, held))
    if total > most:
        raise Refused(say.twelve__melded(total=total, all=most == ALL), key="melds")
    there(desk, [card for each in held for card in each.cards])


# -- melds ---------------------------------------------------------------------------------------


def meld_info(desk: Desk) -> Ruling:
    """May these cards be laid, and what do they pay?"""
    cards = desk.ask(
        Cards("cards", say.these_cards(), "", pack(desk.rules.packs), 1, ALL),
        title="Is this a meld, and what does it pay?",
        check=lambda cards: there(desk, cards),
    )
    try:
        found = meld(cards)
    except Refused as refusal:
        return refusal_of(refusal)
    payments = for_laying(found, tariff(desk.rules))
    answer = say.is_a_meld(meld=found, each=each_pays(payments))
    kind = "PAN-ROPE" if found.kind == "rope" else "PAN-SPREAD"
    return paid(desk, answer, (kind,), payments)


def layoff_info(desk: Desk) -> Ruling:
    """May these cards be added, and what do they pay?"""
    cards = pack(desk.rules.packs)

    def can_lie(base: tuple[Card, ...], added: tuple[Card, ...]) -> None:
        existing(desk, base, "meld")
        there(desk, (*base, *added))

    base, added = desk.ask(
        Cards("meld", say.on_the_table(), "", cards, 3, ALL),
        Cards("cards", say.to_be_added(), "", cards, 1, ALL - 3),
        title="May these cards be added?",
        check=can_lie,
    )
    rates, before = tariff(desk.rules), meld(base)
    after = grown(before, added, rates.mixed)
    would = f"{takes(before, rates.mixed)}."
    one, *_ = before.cards
    free = before.kind == "single" and one.rank in FREE
    strange = free and any(card.suit is not one.suit for card in added)
    rules: Rules = ("PAN-EXTEND", "PAN-R9") if strange else ("PAN-EXTEND",)
    if after is None:
        return Ruling(f"No: {would}", rules)
    if len(after) > ALL:
        no = too_many("the player", len(before), len(added))
        return Ruling(f"No: {no}", (no.rule,))
    payments = for_adding(before, after, rates)
    answer = say.may_be_added(
        cards=said(added), one=len(added) == 1, after=after, each=each_pays(payments)
    )
    return paid(desk, answer, rules, payments, capital(would))


def borrow_info(desk: Desk) -> Ruling:
    """May these cards be borrowed, and what does that pay?"""
    cards, other = pack(desk.rules.packs), False
    if desk.rules.borrow_to_extend == "yes":
        where = Choice("to", say.where_they_go(), options=["a new group", "another meld"])
        other = desk.ask(where) == "another meld"

    def can_lie(base: tuple[Card, ...], taken: tuple[Card, ...], more: tuple[Card, ...]) -> None:
        before = existing(desk, base, "meld")
        if any(base.count(card) < taken.count(card) for card in taken):
            no = say.not_in_the_meld__more(cards=said(taken), base=before)
            raise Refused(no, key="take")
        if other:
            existing(desk, more, "add")
        there(desk, (*base, *more))

    base, taken, more = desk.ask(
        Cards("meld", say.the_lender(), "", cards, 3, ALL),
        Cards("take", say.the_loan(), "", cards, 1, ALL),
        Cards("add", say.other_meld(), "", cards, 3, ALL)
        if other
        else Cards("add", say.added_from_hand(), "", cards, 0, ALL, none="None: the meld is split"),
        title="May these cards be borrowed?",
        check=can_lie,
    )
    before, rates = meld(base), tariff(desk.rules)
    try:
        rest = part(before, taken)
        if len(base) + len(more) > ALL:
            raise Refused(too_many("The player", len(base), len(more)))
        made = grown(meld(more), taken, rates.mixed) if other else meld(ordered((*taken, *more)))
    except Refused as refusal:
        return refusal_of(refusal)
    if made is None:
        return Ruling(f"No: {takes(meld(more), rates.mixed)}.", ("PAN-EXTEND", "PAN-R12"))
    payments = (
        (*for_adding(meld(more), made, rates), *for_remaining(before, rest, rates))
        if other
        else for_borrowing(before, taken, more, rest, rates)
    )
    behind = sum(one.each for one in payments if "PAN-R25" in one.also)
    answer = say.may_be_borrowed(rest=rest, made=made, each=each_pays(payments), behind=behind)
    return paid(desk, answer, (answer.rule, "PAN-R12" if other else "PAN-BORROW"), payments)


# -- the upcard, and going out -------------------------------------------------------------------


def can_force(desk: Desk) -> Ruling:
    """Can a player be made to take the upcard?"""
    cards = pack(desk.rules.packs)

    def can_lie(groups: Groups, upcard: tuple[Card, ...]) -> None:
        melded(desk, groups, ALL - 1)
        there(desk, (*upcard, *(card for group in groups for card in group)))

    groups, (upcard,) = desk.ask(
        Melds("melds", say.has_melded(), "PAN-FORCE", cards, 0, 3, samples=("5D 5H 5S", "none")),
        Cards("upcard", say.the_upcard(), "", cards, 1, 1),
        title="Can the upcard be forced?",
        check=can_lie,
    )
    held = [meld(ordered(group)) for group in groups]
    mixed, total = tariff(desk.rules).mixed, sum(map(len, groups))
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


def out_payment(desk: Desk) -> Ruling:
    """What going out brings."""
    cards = pack(desk.rules.packs)
    some = ("7C 7C 7D 7H / 4S 4S 4S / KC KH KH KS", "5D 5H 5S")
    groups, active, pot = desk.ask(
        Melds("melds", say.has_melded(), "PAN-OUT", cards, 1, 3, samples=some),
        Count("active", say.how_many_opponents(), "", 1, 14),
        Points("pot", say.the_pot(), "", 0, 100_000),
        title="What does going out bring?",
        check=lambda groups, active, pot: melded(desk, groups, ALL),
    )
    held = [meld(ordered(group)) for group in groups]
    total = sum(map(len, held))
    if total < ALL:
        return ruled(say.not_out(why=say.not_eleven(cards=in_numbers(total))))
    payments = tuple(for_out(held, tariff(desk.rules)))
    answer = say.out_brings(pot=pot, each=each_pays(payments), active=active)
    again = ("PAN-R10",) if any(len(base) > 3 for base in held if base.conditions) else ()
    return paid(desk, answer, ("PAN-OUT", "PAN-OUT-POT", *again), payments)


def draw(desk: Desk) -> Ruling:
    """What may be done with a card."""
    source, fits, cards = desk.ask(
        Choice("from", say.which_source(), options=["upcard", "stock"]),
        yes_no("melds", say.can_be_melded()),
        Count("melded", say.how_many_melded(), "", 0, ALL - 1),
        title="What may I do with this card?",
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


# -- everything else -----------------------------------------------------------------------------


def stock(desk: Desk) -> Ruling:
    """What happens when the stock is empty."""
    piles = ["the upcard and others", "only the upcard"]
    left = desk.ask(
        Choice("discards", say.what_is_left(), options=piles, columns=1), title="The stock is empty"
    )
    if left == "the upcard and others":
        return ruled(say.shuffle())
    pot = say.pot_waits(antes=desk.rules.abandoned == "refund_antes")
    words, steps = say.not_decided(), (str(say.usual_way()), str(pot))
    return Ruling(str(words), (words.rule, pot.rule), steps, undecided=True)


def dropping(desk: Desk) -> Ruling:
    """May a player drop now?"""
    times = ["before the first play", "later"]
    when = desk.ask(
        Choice("when", say.when(), options=times, columns=1), title="May a player drop now?"
    )
    if when == "later":
        return ruled(say.may_not_drop(why=say.under_way()))
    words = say.may_drop(fee=desk.rules.drop_fee, ante=desk.rules.ante)
    return ruled(words, "PAN-R2", steps=[say.last_cannot()])


def foul(desk: Desk) -> Ruling:
    """A wrong number of cards."""
    times = ["before the first play", "later"]
    when = desk.ask(
        Choice("when", say.when_found(), options=times, columns=1), title="A wrong number of cards"
    )
    return ruled(say.foul_found(late=when == "later", way=desk.rules.foul))


ENQUIRIES = (
    enquiry("meld_info", "Is this a meld, and what does it pay?", meld_info,
            "PAN-SPREAD PAN-ROPE", "cards_* condition_* collected_* claim_*"),
    enquiry("layoff_info", "May these cards be added?", layoff_info,
            "PAN-EXTEND PAN-LAYOFF PAN-COMPLETE", "cards_* meld_*"),
    enquiry("borrow_info", "May these cards be borrowed?", borrow_info,
            "PAN-BORROW-RULE PAN-BORROW", "meld_* take_*=take add_*=add"),
    enquiry("can_force", "Can the upcard be forced?", can_force, "PAN-FORCE",
            "upcard_*=upcard event_*"),
    enquiry("out_payment", "What does going out bring?", out_payment,
            "PAN-OUT PAN-OUT-POT PAN-OUT-ONE PAN-OUT-AGAIN", "out held else_*"),
    enquiry("draw", "What may I do with this card?", draw, "PAN-DRAW PAN-HOLD PAN-TENDOWN",
            "event_* upcard_*"),
    enquiry("stock", "What if the stock is empty?", stock, "PAN-STOCK", "event_* who_*"),
    enquiry("drop", "May a player drop now?", dropping, "PAN-DROP", "drops else_*"),
    enquiry("foul", "What if somebody has a wrong number of cards?", foul, "PAN-R21",
            "event_* drops who_*"),
)  # fmt: skip
