"""What a Tadmur table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from itertools import pairwise

from companion.game import Enquiry, Ruling
from companion.games.tadmur.chains import barred
from companion.games.tadmur.circle import (
    CIRCLE,
    COPIES,
    joins,
    named,
    neighbours,
    not_joining,
    only,
    ranks,
    word,
)
from companion.games.tadmur.house import Desk, House
from companion.games.tadmur.roads import MOST, road_check
from companion.questions import Choice, Count, Refused, Words
from companion.words import counted, verb


def following(desk: Desk) -> Ruling:
    """Whether a rank may follow the last card of a chain."""
    last, rank = desk.ask(
        Choice("last", "The last card of the chain", "TAD-NEXT", CIRCLE, columns=5),
        Choice("rank", "The card played", "TAD-NEXT", CIRCLE, columns=5),
        title="May this card follow?",
    )
    if joins(last, rank):
        step = "The ace lies between king and 2; turning back is allowed; suits never matter."
        return Ruling(f"Yes: {named(rank)} follows {named(last)}.", ("TAD-NEXT",), (step,))
    return Ruling(f"No. {only(last)}", ("TAD-NEXT",))


def spaces(desk: Desk) -> Ruling:
    """How many spaces are left in a chain."""
    fresh: int = desk.rules.spaces

    def possible(wrong: int, laid: int) -> None:
        if laid > fresh + wrong:
            message = f"{fresh} + {wrong} = {fresh + wrong} spaces cannot hold {laid} cards."
            raise Refused(message, "TAD-SPACES", "too_many_cards", "laid")

    wrong, laid = desk.ask(
        Count("wrong", "The player’s wrong guesses", "TAD-WRONG", 0, MOST),
        Count("laid", "Cards the player has laid", "TAD-SPACES", 0, 24),
        title="How many spaces are left?",
        check=possible,
    )
    left = fresh + wrong - laid
    step = "A wrong guess moves the guesser’s own target, not the opponent’s."
    words = f"{left} left: {fresh} + {wrong} wrong − {laid} laid."
    return Ruling(words, ("TAD-SPACES", "TAD-WRONG"), (step,))


MOMENTS = (
    "on the guesser’s turn, before playing",
    "after a wrong guess in the same turn",
    "after playing a card",
    "on the opponent’s turn",
)


def guessing(desk: Desk) -> Ruling:
    """Whether a player may guess now."""
    own, other, moment, before = desk.ask(
        Count("own", "Spaces left in the guesser’s chain", "TAD-FREEZE", 1, MOST),
        Count("other", "Spaces left in the opponent’s chain", "TAD-FREEZE", 1, MOST),
        Choice("moment", "When?", "TAD-ONEGUESS", MOMENTS, columns=1),
        Choice("before", "Has the guesser named this rank before?", "TAD-R7", ["no", "yes"]),
        title="May I guess now?",
    )
    if moment == MOMENTS[3]:
        return Ruling("No: only on your own turn.", ("TAD-ONEGUESS", "TAD-TURN"))
    if moment == MOMENTS[2]:
        return Ruling("No: guess first, then play.", ("TAD-ONEGUESS",))
    if moment == MOMENTS[1]:
        return Ruling("No: one guess a turn; now play a card.", ("TAD-ONEGUESS", "TAD-THENPLAY"))
    frozen = barred(own, other, ("the guesser", "the opponent"), desk.rules)
    if frozen:
        step = "It goes by spaces, whether or not that player holds the card that finishes."
        return Ruling(f"No: {frozen[0].lower()}{frozen[1:]}", ("TAD-FREEZE", "TAD-R2"), (step,))
    if before == "yes" and desk.rules.repeat_guess == "refused":
        return Ruling("No: here a rank is not named twice.", ("TAD-R7",))
    steps = (
        "Wrong: your own target moves one space further, and you still play a card.",
        "Right: the deal is over.",
    )
    more = ("TAD-R7",) if before == "yes" else ()
    return Ruling("Yes: one guess, before playing.", ("TAD-FREEZE", "TAD-ONEGUESS", *more), steps)


def of_one_pack(cards: tuple[str, ...], target: str, _: int) -> None:
    """Starter, chain and target come from one pack: four cards of a rank (TAD-PACK)."""
    for rank in CIRCLE:
        number = (*cards, target).count(rank)
        if number > COPIES:
            words = f"That is {number} {word(rank)}s with the target; the pack has four."
            raise Refused(words, "TAD-PACK", "too_many_copies", "chain")


def finished(desk: Desk) -> Ruling:
    """Whether a chain is complete: every step, every space, and the join."""
    cards, target, wrong = desk.ask(
        Words(
            "chain",
            "The starter and the chain in order",
            "TAD-NEXT",
            read=ranks,
            samples=("4 5 6 7 8 9 10 J",),
            show_as=" ".join,
            hint="Ranks only, as in 4 5 6 7 8 9 10 J.",
        ),
        Choice("target", "The target", "TAD-JOIN", CIRCLE, columns=5),
        Count("wrong", "The player’s wrong guesses", "TAD-WRONG", 0, MOST),
        title="Is this chain complete?",
        check=of_one_pack,
    )
    for place, (last, rank) in enumerate(pairwise(cards), 1):
        if not joins(last, rank):
            words = f"No: card {place}, {named(rank)}, cannot follow {named(last)}."
            return Ruling(words, ("TAD-NEXT",), (only(last),))
    track = desk.rules.spaces + wrong
    laid = len(cards) - 1
    if laid < track:
        left = track - laid
        still = f"{counted(left, 'space')} {verb('be', left)}"
        return Ruling(f"No: {still} still empty.", ("TAD-JOIN", "TAD-SPACES"))
    if laid > track:
        words = f"No: {laid} cards are more than the {track} spaces there are."
        return Ruling(words, ("TAD-SPACES",))
    if not joins(cards[-1], target):
        low, high = neighbours(target)
        step = f"The last card would have to be {named(low)} or {named(high)}."
        words = f"No: {not_joining(cards[-1], target).lower()}"
        return Ruling(words, ("TAD-JOIN", "TAD-R6"), (step,))
    words = f"Yes: {laid} cards fill the {track} spaces, and the {word(cards[-1])} joins the "
    return Ruling(f"{words}{word(target)}.", ("TAD-JOIN", "TAD-CHAINWIN"))


# -- who wins -------------------------------------------------------------------------------------

STUCK_RULING = {
    "lose": "The player loses the deal.",
    "pass": "The turn passes; the player may still guess in later turns.",
    "discard": "The player throws a card away, and loses when the last one is gone.",
}


BOTH_STUCK: dict[str, tuple[str, tuple[str, ...]]] = {
    "lose": ("The one whose turn comes first is out and loses.", ("TAD-R3", "TAD-OUTWIN")),
    "pass": ("Nobody wins the deal; deal again.", ("TAD-R15",)),
    "discard": ("Both throw a card away in turn until one is out.", ("TAD-R3", "TAD-R4")),
}


def situations(rules: House) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What can have happened, the ruling on it, and its rules."""
    stuck = STUCK_RULING[rules.stuck]
    return {
        "a rank was named and it is the target": (
            "The guesser wins the deal at once.",
            ("TAD-GUESSWIN",),
        ),
        "every space is filled and the last card joins the target": (
            "The player of that chain wins the deal.",
            ("TAD-CHAINWIN", "TAD-JOIN"),
        ),
        "every space is filled but the last card does not join": (
            f"The target is turned up and stays so, the last card goes back. {stuck}",
            ("TAD-R6", "TAD-R3"),
        ),
        "a player has no card that may follow": (
            f"A right guess first would still win, if guessing is allowed. {stuck}",
            ("TAD-R3", "TAD-OUTWIN"),
        ),
        "nothing held joins both the last card and the target": (
            f"A card for the last space must be next to both. {stuck}",
            ("TAD-R5", "TAD-R3"),
        ),
        "a player has no cards left": ("The opponent wins the deal.", ("TAD-OUTWIN", "TAD-R4")),
        "a right guess was denied": (
            "The player who denied it loses the deal, whatever came after.",
            ("TAD-R10",),
        ),
        "both are stuck and neither may guess": BOTH_STUCK[rules.stuck],
    }


def ending(desk: Desk) -> Ruling:
    """Who wins a deal that came to an end in some way."""
    known = situations(desk.rules)
    happened = desk.ask(
        Choice("happened", "What happened?", "TAD-OUTWIN", list(known), columns=1),
        title="Who wins this deal?",
    )
    answer, rules = known[happened]
    return Ruling(answer, rules)


ENQUIRIES = (
    Enquiry(
        "road",
        "Can I still get there?",
        road_check,
        ("TAD-REACH", "TAD-KEEP", "TAD-PARITY", "TAD-FRESH"),
        at={"move *": "", "card *": ""},
    ),
    Enquiry(
        "guess",
        "May I guess now?",
        guessing,
        ("TAD-FREEZE", "TAD-ONEGUESS", "TAD-THENPLAY"),
        at={"move *": "", "guess *": ""},
    ),
    Enquiry(
        "next",
        "May this card follow?",
        following,
        ("TAD-NEXT",),
        at={
            "move *": "rank",
            "card *": "rank",
            "starter *": "",
            "target *": "",
        },
    ),
    Enquiry(
        "spaces",
        "How many spaces are left?",
        spaces,
        ("TAD-SPACES", "TAD-WRONG"),
        at={"move *": ""},
    ),
    Enquiry(
        "chain", "Is this chain complete?", finished, ("TAD-JOIN",), at={"card *": "", "won": ""}
    ),
    Enquiry(
        "end",
        "Who wins this deal?",
        ending,
        ("TAD-GUESSWIN", "TAD-CHAINWIN", "TAD-OUTWIN"),
        at={"shown *": "", "won": ""},
    ),
)
