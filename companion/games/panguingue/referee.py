"""What a Pan table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from companion.cards import Card
from companion.game import Desk, Enquiry, Ruling
from companion.games.panguingue.melds import (
    ALL,
    Meld,
    counted,
    grown,
    in_numbers,
    is_meld,
    meld,
    next_cards,
    no_meld,
    ordered,
    pack,
    parts,
    said,
    takes,
    without,
)
from companion.games.panguingue.pay import (
    Payment,
    each_pays,
    for_adding,
    for_borrowing,
    for_laying,
    for_out,
    tariff,
)
from companion.questions import Cards, Choice, Count, Melds, Points, Refused, listed, yes_no

YES_NO = ("yes", "no")


def chips(number: int) -> str:
    """So many chips from each: "1 chip from each opponent"."""
    return f"{counted(number, 'chip')} from each opponent"


def cited(rules: tuple[str, ...], payments: tuple[Payment, ...] = ()) -> tuple[str, ...]:
    """The rules a ruling rests on, each once."""
    more = [rule for each in payments for rule in (each.rule, *each.also)]
    return tuple(dict.fromkeys((*rules, *more)))


def steps_of(payments: tuple[Payment, ...]) -> tuple[str, ...]:
    """Every payment as a step."""
    return tuple(f"{p.why}: {p.each} from each." for p in payments)


def kind_rule(base: Meld) -> str:
    """The rule by which a meld is one."""
    return "PAN-ROPE" if base.kind == "rope" else "PAN-SPREAD"


def meld_info(desk: Desk) -> Ruling:
    """Whether cards make a meld, and what it pays."""
    cards = desk.ask(
        Cards("cards", "Which cards?", "PAN-SPREAD", pack(desk.rules.packs), 1, ALL),
        title="Is this a meld, and what does it pay?",
    )
    try:
        found = meld(cards)
    except Refused as refusal:
        answer = f"No: {refusal.message[:1].lower()}{refusal.message[1:]}"
        if not refusal.message.startswith("That"):
            answer = f"No: {refusal.message}"
        return Ruling(answer, ("PAN-SPREAD", "PAN-ROPE"))
    payments = for_laying(found, tariff(desk.rules))
    each = each_pays(payments)
    what = listed(found.conditions, "and") if found.conditions else f"{found.name}, no condition"
    return Ruling(
        f"Yes: {what}; it pays {chips(each)}.",
        cited((kind_rule(found),), payments),
        steps_of(payments),
    )


def existing(cards: tuple[Card, ...], key: str) -> Meld:
    """The meld said to lie on the table; Refused where it is none."""
    try:
        return meld(cards)
    except Refused as refusal:
        refusal.key = key
        raise


def judge_as(cards: tuple[Card, ...], key: str) -> None:
    """Refused where cards said to be a meld are none."""
    existing(cards, key)


def layoff_info(desk: Desk) -> Ruling:
    """Whether cards fit a meld, and what adding them pays."""
    cards = pack(desk.rules.packs)
    base, added = desk.ask(
        Cards("meld", "The meld on the table", "PAN-EXTEND", cards, 3, ALL),
        Cards("cards", "The cards to be added", "PAN-EXTEND", cards, 1, ALL - 3),
        title="May these cards be added?",
        check=lambda base, added: judge_as(base, "meld"),
    )
    rates = tariff(desk.rules)
    before = meld(base)
    after = grown(before, added, rates.mixed)
    would = f"{takes(before, rates.mixed)}."
    if after is None:
        return Ruling(f"No: {would}", cited(("PAN-EXTEND", *mixed_rule(before))))
    payments = for_adding(before, after, rates)
    each = each_pays(payments)
    answer = f"Yes: {said(added)} makes {after}; it pays {chips(each)}."
    rules = cited(("PAN-EXTEND", *mixed_rule(before)), payments)
    return Ruling(answer, rules, (would[:1].upper() + would[1:], *steps_of(payments)))


def mixed_rule(base: Meld) -> tuple[str, ...]:
    """Aces and kings of one suit have a ruling of their own."""
    return ("PAN-R9",) if base.kind == "single" and base.cards[0].rank in "AK" else ()


def borrow_info(desk: Desk) -> Ruling:
    """Whether cards can be borrowed, and what the new meld pays."""
    cards = pack(desk.rules.packs)
    base, taken, more = desk.ask(
        Cards("meld", "The meld on the table", "PAN-BORROW-RULE", cards, 3, ALL),
        Cards("take", "The cards taken from it", "PAN-BORROW-RULE", cards, 1, ALL),
        Cards(
            "add", "Cards added from the hand", "PAN-BORROW", cards, 0, ALL,
            none="None: the meld is split",
        ),
        title="May these cards be borrowed?",
        check=lambda base, taken, more: lent(desk, base, taken),
    )  # fmt: skip
    before = meld(base)
    left = without(before, taken)
    rest = parts(left)
    rope = before.kind == "rope"
    leaves = "-".join(card.rank for card in left) if rope else said(left)
    gone = "-".join(card.rank for card in taken) if rope else said(taken)
    if not rest:
        what = f"leaves {leaves}, which is not a meld" if left else "leaves nothing of the meld"
        return Ruling(f"No: taking the {gone} {what}.", ("PAN-BORROW-RULE",))
    whole = ordered((*taken, *more))
    stays = listed(rest, "and")
    if not is_meld(whole):
        answer = f"No: {no_meld(whole).message}"
        return Ruling(answer, ("PAN-BORROW-RULE",), (f"{stays} would stay a meld.",))
    payments = for_borrowing(before, taken, more, rest, tariff(desk.rules))
    each = each_pays(payments)
    return Ruling(
        f"Yes: {stays} stays, and {meld(whole)} pays {chips(each)}.",
        cited(("PAN-BORROW-RULE", "PAN-BORROW"), payments),
        steps_of(payments),
    )


def lent(desk: Desk, base: tuple[Card, ...], taken: tuple[Card, ...]) -> None:
    """Refused where the meld is none, or does not hold what is taken."""
    before = existing(base, "meld")
    try:
        without(before, taken)
    except ValueError:
        words = f"{said(taken)} is not in {before}."
        raise Refused(words, "PAN-BORROW-RULE", "not_in_the_meld", "take") from None


def can_force(desk: Desk) -> Ruling:
    """Whether a player can be made to take the upcard."""
    cards = pack(desk.rules.packs)

    def melds_all(groups: tuple[tuple[Card, ...], ...], upcard: tuple[Card, ...]) -> None:
        for group in groups:
            existing(ordered(group), "melds")

    groups, (upcard,) = desk.ask(
        Melds("melds", "What the player has melded", "PAN-FORCE", cards, 0, 3,
              examples=("5D 5H 5S", "none")),
        Cards("upcard", "The upcard", "PAN-FORCE", cards, 1, 1),
        title="Can the upcard be forced?",
        check=melds_all,
    )  # fmt: skip
    held = [meld(ordered(group)) for group in groups]
    mixed = tariff(desk.rules).mixed
    fits = [each for each in held if upcard in next_cards(each, mixed)]
    steps = tuple(f"{takes(each, mixed)}." for each in held)
    if fits:
        total = sum(map(len, held))
        if total == ALL - 1:
            steps += ("With ten cards melded it puts the player out.",)
        words = f"Yes: the {upcard} fits {fits[0]}; any other player may insist."
        return Ruling(words, ("PAN-FORCE", "PAN-EXTEND", "PAN-R13", "PAN-R22"), steps)
    if desk.rules.force_scope == "table_or_hand":
        able = desk.ask(
            yes_no("hand", "Can the player meld it with cards from the hand?", "PAN-R13")
        )
        if able:
            words = f"Yes: here the {upcard} must be melded with cards from the hand, too."
            return Ruling(words, ("PAN-FORCE", "PAN-R13"), steps)
    words = f"No: the {upcard} fits nothing the player has on the table."
    return Ruling(words, ("PAN-FORCE", "PAN-R13"), steps)


def out_payment(desk: Desk) -> Ruling:
    """What going out brings."""
    cards = pack(desk.rules.packs)

    def all_melds(groups: tuple[tuple[Card, ...], ...], active: int, pot: int) -> None:
        for group in groups:
            existing(ordered(group), "melds")

    groups, active, pot = desk.ask(
        Melds("melds", "What the player has melded", "PAN-OUT", cards, 1, 3,
              examples=("7C 7C 7D 7H / 4S 4S 4S / KC KH KH KS", "5D 5H 5S")),
        Count("active", "How many opponents are still in?", "PAN-OUT-ONE", 1, 14),
        Points("pot", "The pot", "PAN-OUT-POT", 0, 100_000),
        title="What does going out bring?",
        check=all_melds,
    )  # fmt: skip
    held = [meld(ordered(group)) for group in groups]
    total = sum(map(len, held))
    if total != ALL:
        if total > ALL:
            answer = f"Not possible: {total} cards are melded; eleven is all."
        else:
            are = "is" if total == 1 else "are"
            answer = f"Not out: only {in_numbers(total)} {are} melded; eleven are needed."
        return Ruling(answer, ("PAN-OUT",))
    payments = tuple(for_out(held, tariff(desk.rules)))
    each = each_pays(payments)
    answer = f"Pot {pot} + {each} from each of {active} = {pot + each * active} chips."
    rules = cited(("PAN-OUT", "PAN-OUT-POT", "PAN-R10", "PAN-R11"), payments)
    return Ruling(answer, rules, steps_of(payments))


def draw(desk: Desk) -> Ruling:
    """What may be done with a card."""
    source, fits, melded = desk.ask(
        Choice("from", "Which card is it?", "PAN-DRAW", ["upcard", "stock"]),
        yes_no("melds", "Can it be melded at once?", "PAN-DRAW"),
        Count("melded", "How many cards has the player melded?", "PAN-TENDOWN", 0, ALL - 1),
        title="What may I do with this card?",
    )
    if source == "upcard" and not fits:
        step = "A drawn card never joins the holding."
        return Ruling("It stays: the upcard is drawn only to be melded.", ("PAN-DRAW",), (step,))
    ten = melded == ALL - 1
    if fits:
        answer = "Meld it: the eleventh card puts you out." if ten else (
            "Meld it at once, then discard a card from the holding."
        )  # fmt: skip
        rules = ("PAN-DRAW", "PAN-OUT") if ten else ("PAN-DRAW",)
        step = "From the stock it may be discarded instead; nobody can insist on a stock card."
        return Ruling(answer, rules, (step,) if source == "stock" else ())
    if ten:
        words = "Discard it, and draw again in your next turn, until a card fits."
        return Ruling(words, ("PAN-TENDOWN", "PAN-DRAW"))
    helps = desk.ask(
        yes_no("helps", "Would it put the next player, who has ten melded, out?", "PAN-HOLD")
    )
    if helps:
        return Ruling("You may keep it, and discard another card.", ("PAN-HOLD", "PAN-DRAW"))
    return Ruling("Discard it: a drawn card never joins the holding.", ("PAN-DRAW", "PAN-HOLD"))


def stock(desk: Desk) -> Ruling:
    """What happens when the stock is empty."""
    left = desk.ask(
        Choice(
            "discards",
            "What lies in the discard pile?",
            "PAN-STOCK",
            ["the upcard and others", "only the upcard"],
            columns=1,
        ),
        title="The stock is empty",
    )
    if left == "only the upcard":
        steps = ("Usual ways: the hand is abandoned, or the pot waits for the next one.",)
        words = "The sources do not decide this: no card is left to shuffle."
        return Ruling(words, ("PAN-STOCK", "PAN-R19"), steps, undecided=True)
    words = "The upcard stays; the other discards are shuffled and are the new stock."
    return Ruling(words, ("PAN-STOCK",))


def dropping(desk: Desk) -> Ruling:
    """Whether a player can drop now."""
    when = desk.ask(
        Choice("when", "When?", "PAN-DROP", ["before the first play", "later"], columns=1),
        title="May a player drop now?",
    )
    if when == "later":
        return Ruling("No: the hand is under way; nobody can drop now.", ("PAN-DROP",))
    fee, ante = desk.rules.drop_fee, desk.rules.ante
    words = f"Yes, for {fee} to the pot, on top of the ante of {ante}."
    return Ruling(words, ("PAN-DROP", "PAN-R2"), ("The last one in cannot drop.",))


def foul(desk: Desk) -> Ruling:
    """A wrong number of cards."""
    when = desk.ask(
        Choice(
            "when", "When was it found?", "PAN-R21", ["before the first play", "later"], columns=1
        ),
        title="A wrong number of cards",
    )
    if when == "before the first play":
        words = "Ten new cards for that player; nothing is paid."
    elif desk.rules.foul == "redeal":
        words = "The player is dealt a right holding and plays on."
    else:
        words = "The player is out of the hand: pays nothing more, collects nothing more."
    return Ruling(words, ("PAN-R21",))


ENQUIRIES = (
    Enquiry(
        "meld_info", "Is this a meld, and what does it pay?", meld_info, ("PAN-SPREAD", "PAN-ROPE")
    ),
    Enquiry(
        "layoff_info",
        "May these cards be added?",
        layoff_info,
        ("PAN-EXTEND", "PAN-LAYOFF", "PAN-COMPLETE"),
    ),
    Enquiry(
        "borrow_info",
        "May these cards be borrowed?",
        borrow_info,
        ("PAN-BORROW-RULE", "PAN-BORROW"),
    ),
    Enquiry("can_force", "Can the upcard be forced?", can_force, ("PAN-FORCE",)),
    Enquiry(
        "out_payment",
        "What does going out bring?",
        out_payment,
        ("PAN-OUT", "PAN-OUT-POT", "PAN-OUT-ONE", "PAN-OUT-AGAIN"),
    ),
    Enquiry("draw", "What may I do with this card?", draw, ("PAN-DRAW", "PAN-HOLD", "PAN-TENDOWN")),
    Enquiry("stock", "What if the stock is empty?", stock, ("PAN-STOCK",)),
    Enquiry("drop", "May a player drop now?", dropping, ("PAN-DROP",)),
    Enquiry("foul", "What if somebody has a wrong number of cards?", foul, ("PAN-R21",)),
)
