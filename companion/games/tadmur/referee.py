"""What a Tadmur table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from companion.game import Desk, Enquiry, Ruling
from companion.games.tadmur.chains import barred
from companion.games.tadmur.circle import (
    CIRCLE,
    PACK,
    can_reach,
    joins,
    named,
    neighbours,
    not_joining,
    only,
    ranks,
    road,
    road_with,
    safe_next,
    spare,
    ways,
    word,
)
from companion.questions import Cards, Choice, Count, Refused, Words, listed
from companion.rules import Options

MOST = 20
"""Spaces or wrong guesses that an enquiry can be asked about."""


def following(desk: Desk) -> Ruling:
    """Whether a rank may follow the last card of a chain."""
    last, rank = desk.ask(
        Choice("last", "The last card of the chain", "TAD-NEXT", CIRCLE, columns=5),
        Choice("rank", "The card played", "TAD-NEXT", CIRCLE, columns=5),
        title="May this card follow?",
    )
    if joins(last, rank):
        step = "The ace lies between king and 2; turning back is allowed; suits never matter."
        return Ruling(f"Legal: {named(rank)} follows {named(last)}.", ("TAD-NEXT",), (step,))
    return Ruling(f"Not legal: {only(last)}", ("TAD-NEXT",))


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


def finished(desk: Desk) -> Ruling:
    """Whether a chain is complete: every step, every space, and the join."""
    cards, target, wrong = desk.ask(
        Words(
            "chain",
            "The starter and the chain in order",
            "TAD-NEXT",
            read=ranks,
            examples=("4 5 6 7 8 9 10 J",),
            show_as=" ".join,
            hint="Ranks only, as in 4 5 6 7 8 9 10 J.",
        ),
        Choice("target", "The target", "TAD-JOIN", CIRCLE, columns=5),
        Count("wrong", "The player’s wrong guesses", "TAD-WRONG", 0, MOST),
        title="Is this chain complete?",
    )
    for place, (last, rank) in enumerate(pairwise(cards), 1):
        if not joins(last, rank):
            words = f"No: card {place}, {named(rank)}, cannot follow {named(last)}."
            return Ruling(words, ("TAD-NEXT",), (only(last),))
    track = desk.rules.spaces + wrong
    laid = len(cards) - 1
    if laid < track:
        still = "1 space is" if track - laid == 1 else f"{track - laid} spaces are"
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


# -- the private road check -----------------------------------------------------------------------


def road_check(desk: Desk) -> Ruling:
    """Whether a target can still be reached, and which rank keeps it in reach."""
    last, target, left, held = desk.ask(
        Choice("last", "The last card of your chain, or your starter", "TAD-REACH", CIRCLE,
               columns=5),
        Choice("target", "Your target", "TAD-REACH", CIRCLE, columns=5, secret=True),
        Count("spaces", "Spaces left in your chain", "TAD-SPACES", 1, MOST),
        Cards("holding", "The cards you hold, if they are to count", "TAD-REACH", PACK, 0, 24,
              secret=True, hint="Leave them out to look at the road alone."),
        title="For your eyes alone: can I still get there?",
    )  # fmt: skip
    steps = [*reach_steps(last, target, left), *parity_steps(last, target, left)]
    rules = ["TAD-REACH", "TAD-KEEP", "TAD-PARITY"]
    if left == desk.rules.spaces:
        rules.append("TAD-FRESH")
    open_ = safe_next(last, target, left)
    if not open_:
        return Ruling(f"No: {cards(left)} cannot lead there.", tuple(rules), tuple(steps))
    if not held:
        over = spare(last, target, left) or "no"
        words = f"Yes, with {over} steps to spare: {keeping(open_)}."
        example = " ".join(road(last, target, left) or ())
        return Ruling(words, tuple(rules), (*steps, f"For example {example}."))
    return with_holding(last, target, left, Counter(card.rank for card in held), rules, steps)


def with_holding(
    last: str, target: str, left: int, held: Mapping[str, int], rules: list[str], steps: list[str]
) -> Ruling:
    """The road check with the ranks that are really held."""
    alive: dict[str, tuple[str, ...]] = {}
    for rank in safe_next(last, target, left):
        if held.get(rank, 0):
            rest = road_with(rank, target, left - 1, {**held, rank: held[rank] - 1})
            if rest is not None:
                alive[rank] = (rank, *rest)
    if not alive:
        words = "No: the road is open, but the cards held cannot fill it."
        return Ruling(words, tuple(rules), tuple(steps))
    example = " ".join(next(iter(alive.values())))
    words = f"Yes, with the cards held: {keeping(list(alive))}."
    return Ruling(words, tuple(rules), (*steps, f"For example {example}."))


def cards(number: int) -> str:
    """A number of cards, in words."""
    return "1 card" if number == 1 else f"{number} cards"


def keeping(open_: list[str]) -> str:
    """Which of the next ranks leave the road open."""
    if len(open_) == 1:
        return f"only {named(open_[0])} keeps the road open"
    return f"{listed((named(rank) for rank in open_), 'and')} both keep it open"


def reach_steps(last: str, target: str, left: int) -> list[str]:
    """How far it is either way, and what fits."""
    up, down = ways(last, target)
    steps = left + 1
    kind = "odd" if steps % 2 else "even"
    way = f"a way fits if it is at most {steps} and {kind}, as {steps} is"
    return [
        f"{cards(left)} and the join make {steps} steps.",
        f"The target is {up} steps up or {down} down; {way}.",
    ]


def parity_steps(last: str, target: str, left: int) -> list[str]:
    """What wrong guesses would do to the road."""
    opens = [n for n in range(1, 7) if can_reach(last, target, left + n)]
    if can_reach(last, target, left):
        word_ = "would stay open" if opens[:1] == [1] else "would be shut"
        return [f"After one wrong guess it {word_}."]
    times = [f"{n} wrong guess{'es' * (n > 1)}" for n in opens[:3]]
    return [f"It opens after {listed(times)}."]


# -- who wins -------------------------------------------------------------------------------------

STUCK_RULING = {
    "lose": "The player loses the deal.",
    "pass": "The turn passes; the player may still guess in later turns.",
    "discard": "The player throws a card away, and loses when the last one is gone.",
}


def situations(rules: Options) -> dict[str, tuple[str, tuple[str, ...]]]:
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
        "both are stuck and neither may guess": (
            "Nobody wins the deal; deal again.",
            ("TAD-R15",),
        ),
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
    ),
    Enquiry(
        "guess",
        "May I guess now?",
        guessing,
        ("TAD-FREEZE", "TAD-ONEGUESS", "TAD-THENPLAY"),
    ),
    Enquiry("next", "May this card follow?", following, ("TAD-NEXT",)),
    Enquiry("spaces", "How many spaces are left?", spaces, ("TAD-SPACES", "TAD-WRONG")),
    Enquiry("chain", "Is this chain complete?", finished, ("TAD-JOIN",)),
    Enquiry("end", "Who wins this deal?", ending, ("TAD-GUESSWIN", "TAD-CHAINWIN", "TAD-OUTWIN")),
)
