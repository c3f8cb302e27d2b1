"""What a Pan table asks its referee; each enquiry calls the functions the play itself uses."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card
from companion.game import Enquiry, Ruling
from companion.games.panguingue import refusals, show
from companion.games.panguingue.facts import ALL, ordered, pack
from companion.games.panguingue.house import Desk
from companion.games.panguingue.melds import meld, next_cards, takes
from companion.games.panguingue.rulings import (
    borrow_info,
    existing,
    layoff_info,
    meld_info,
    paid,
    there,
)
from companion.games.panguingue.score import each_pays, for_out, tariff
from companion.questions import Cards, Choice, Count, Melds, Points, Refused, yes_no

# -- the upcard, and going out -------------------------------------------------------------------


def can_force(desk: Desk) -> Ruling:
    """Can a player be made to take the upcard?"""
    cards = pack(desk.rules.packs)

    def can_lie(groups: tuple[tuple[Card, ...], ...], upcard: tuple[Card, ...]) -> None:
        melded(desk, groups, ALL - 1)
        there(desk, (*upcard, *(card for group in groups for card in group)))

    groups, (upcard,) = desk.ask(
        Melds("melds", "What the player has melded", "PAN-FORCE", cards, 0, 3,
              samples=("5D 5H 5S", "none")),
        Cards("upcard", "The upcard", "PAN-FORCE", cards, 1, 1),
        title="Can the upcard be forced?",
        check=can_lie,
    )  # fmt: skip
    held = [meld(ordered(group)) for group in groups]
    mixed, total = tariff(desk.rules).mixed, sum(map(len, groups))
    steps = tuple(f"{takes(each, mixed)}." for each in held)
    for each in held:
        if upcard in next_cards(each, mixed):
            words = f"Yes: the {upcard} fits {each}; any other player may insist."
            if total < ALL - 1:
                return Ruling(words, ("PAN-FORCE", "PAN-EXTEND"), steps)
            steps += ("With ten cards melded it puts the player out.",)
            return Ruling(words, ("PAN-FORCE", "PAN-EXTEND", "PAN-R22"), steps)
    if desk.rules.force_scope == "table_or_hand" and total + 3 <= ALL:
        able = desk.ask(
            yes_no("hand", "Can the player meld it with cards from the hand?", "PAN-R13")
        )
        if able:
            words = f"Yes: here the {upcard} must be melded with cards from the hand, too."
            return Ruling(words, ("PAN-FORCE", "PAN-R13"), steps)
    words = f"No: the {upcard} fits nothing the player has on the table."
    return Ruling(words, ("PAN-FORCE", "PAN-R13"), steps)


def melded(desk: Desk, groups: Iterable[tuple[Card, ...]], most: int) -> None:
    """Refused where a player cannot have these groups melded."""
    held = [existing(desk, group, "melds") for group in groups]
    total = sum(map(len, held))
    if total > most:
        words = refusals.more_than_melded(total, most)
        raise Refused(words, "PAN-OUT", "twelve", "melds")
    there(desk, [card for each in held for card in each.cards])


def out_payment(desk: Desk) -> Ruling:
    """What going out brings."""
    cards = pack(desk.rules.packs)

    def can_lie(groups: tuple[tuple[Card, ...], ...], active: int, pot: int) -> None:
        melded(desk, groups, ALL)

    groups, active, pot = desk.ask(
        Melds("melds", "What the player has melded", "PAN-OUT", cards, 1, 3,
              samples=("7C 7C 7D 7H / 4S 4S 4S / KC KH KH KS", "5D 5H 5S")),
        Count("active", "How many opponents are still in?", "PAN-OUT-ONE", 1, 14),
        Points("pot", "The pot", "PAN-OUT-POT", 0, 100_000),
        title="What does going out bring?",
        check=can_lie,
    )  # fmt: skip
    held = [meld(ordered(group)) for group in groups]
    total = sum(map(len, held))
    if total < ALL:
        return Ruling(f"Not out. {refusals.not_eleven(total)}", ("PAN-OUT",))
    payments = tuple(for_out(held, tariff(desk.rules)))
    each = each_pays(payments)
    answer = f"Pot {pot} + {each} from each of {active} = {pot + each * active} chips."
    again = ("PAN-R10",) if any(len(base) > 3 for base in held if base.conditions) else ()
    return paid(desk, answer, ("PAN-OUT", "PAN-OUT-POT", *again), payments)


def draw(desk: Desk) -> Ruling:
    """What may be done with a card."""
    source, fits, melded = desk.ask(
        Choice("from", "Which card is it?", "PAN-DRAW", ["upcard", "stock"]),
        yes_no("melds", "Can it be melded at once?", "PAN-DRAW"),
        Count("melded", "How many cards has the player melded?", "PAN-TENDOWN", 0, ALL - 1),
        title="What may I do with this card?",
    )
    if source == "upcard" and not fits:
        step = "A card drawn never joins your hand."
        return Ruling("It stays: the upcard is drawn only to be melded.", ("PAN-DRAW",), (step,))
    ten = melded == ALL - 1
    if fits:
        answer = "Meld it: the eleventh card puts you out." if ten else (
            "Meld it at once, then discard a card from your hand."
        )  # fmt: skip
        rules = ("PAN-DRAW", "PAN-OUT") if ten else ("PAN-DRAW",)
        step = "You may discard a stock card instead; nobody can insist on it."
        return Ruling(answer, rules, (step,) if source == "stock" else ())
    if ten:
        words = "Discard it, and draw again in your next turn, until a card fits."
        return Ruling(words, ("PAN-TENDOWN", "PAN-DRAW"))
    helps = desk.ask(
        yes_no("helps", "Would it put the next player, who has ten melded, out?", "PAN-HOLD")
    )
    if helps:
        return Ruling("You may keep it, and discard another card.", ("PAN-HOLD", "PAN-DRAW"))
    return Ruling("Discard it: a card drawn never joins your hand.", ("PAN-DRAW", "PAN-HOLD"))


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
        pot = (
            "The pot waits for the next hand."
            if desk.rules.abandoned == "carry"
            else "Everybody’s ante goes back; the rest of the pot waits for the next hand."
        )
        steps = ("The usual way: the hand is abandoned, and the same dealer deals again.", pot)
        words = "The sources do not decide this: no card is left to shuffle."
        return Ruling(words, ("PAN-STOCK", "PAN-R19"), steps, undecided=True)
    words = "The upcard stays; the other discards are shuffled and are the new stock."
    return Ruling(words, ("PAN-STOCK",))


def dropping(desk: Desk) -> Ruling:
    """May a player drop now?"""
    when = desk.ask(
        Choice("when", "When?", "PAN-DROP", ["before the first play", "later"], columns=1),
        title="May a player drop now?",
    )
    if when == "later":
        return Ruling(f"No. {refusals.UNDER_WAY}", ("PAN-DROP",))
    words = show.may_drop(desk.rules.drop_fee, desk.rules.ante)
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
        words = "The player is dealt the right number of cards and plays on."
    else:
        words = "The player is out of the hand: pays nothing more, collects nothing more."
    return Ruling(words, ("PAN-R21",))


ENQUIRIES = (
    Enquiry(
        "meld_info",
        "Is this a meld, and what does it pay?",
        meld_info,
        ("PAN-SPREAD", "PAN-ROPE"),
        at={"cards *": "", "condition *": "", "collected *": "", "claim *": ""},
    ),
    Enquiry(
        "layoff_info",
        "May these cards be added?",
        layoff_info,
        ("PAN-EXTEND", "PAN-LAYOFF", "PAN-COMPLETE"),
        at={"cards *": "", "meld *": ""},
    ),
    Enquiry(
        "borrow_info",
        "May these cards be borrowed?",
        borrow_info,
        ("PAN-BORROW-RULE", "PAN-BORROW"),
        at={"meld *": "", "take *": "take", "add *": "add"},
    ),
    Enquiry(
        "can_force",
        "Can the upcard be forced?",
        can_force,
        ("PAN-FORCE",),
        at={"upcard *": "upcard", "event *": ""},
    ),
    Enquiry(
        "out_payment",
        "What does going out bring?",
        out_payment,
        ("PAN-OUT", "PAN-OUT-POT", "PAN-OUT-ONE", "PAN-OUT-AGAIN"),
        at={"out": "", "held": "", "else *": ""},
    ),
    Enquiry(
        "draw",
        "What may I do with this card?",
        draw,
        ("PAN-DRAW", "PAN-HOLD", "PAN-TENDOWN"),
        at={"event *": "", "upcard *": ""},
    ),
    Enquiry(
        "stock",
        "What if the stock is empty?",
        stock,
        ("PAN-STOCK",),
        at={"event *": "", "who *": ""},
    ),
    Enquiry(
        "drop", "May a player drop now?", dropping, ("PAN-DROP",), at={"drops": "", "else *": ""}
    ),
    Enquiry(
        "foul",
        "What if somebody has a wrong number of cards?",
        foul,
        ("PAN-R21",),
        at={"event *": "", "drops": "", "who *": ""},
    ),
)
