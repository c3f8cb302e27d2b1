"""What a Tadmur table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from itertools import pairwise

from companion.cards import a_rank, rank_word
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.tadmur import circle
from companion.games.tadmur.circle import CIRCLE, COPIES, say
from companion.games.tadmur.facts import barred
from companion.games.tadmur.house import Desk, House
from companion.games.tadmur.roads import MOST, road_check
from companion.questions import Choice, Count, Refused, Words


@enquiry("next", "May this card follow?", "TAD-NEXT", "move_*=rank card_*=rank starter_* target_*")
def following(desk: Desk) -> Ruling:
    last, rank = desk.ask(
        Choice("last", "The last card of the chain", "TAD-NEXT", CIRCLE, columns=5),
        Choice("rank", "The card played", "TAD-NEXT", CIRCLE, columns=5),
    )
    if circle.joins(last, rank):
        return ruled(say.follows(rank=a_rank(rank), last=a_rank(last)), steps=[say.the_circle()])
    return Ruling(f"No. {circle.only(last)}", ("TAD-NEXT",))


@enquiry("spaces", "How many spaces are left?", "TAD-SPACES TAD-WRONG", "move_*")
def spaces(desk: Desk) -> Ruling:
    fresh: int = desk.rules.spaces

    def possible(wrong: int, laid: int) -> None:
        if laid > fresh + wrong:
            raise Refused(say.too_many_cards(fresh=fresh, wrong=wrong, laid=laid), key="laid")

    wrong, laid = desk.ask(
        Count("wrong", "The player’s wrong guesses", "TAD-WRONG", 0, MOST),
        Count("laid", "Cards the player has laid", "TAD-SPACES", 0, 24),
        check=possible,
    )
    words = say.left_by_sum(fresh=fresh, wrong=wrong, laid=laid)
    return ruled(words, "TAD-WRONG", steps=[say.own_moves()])


MOMENTS = (
    "on the guesser’s turn, before playing", "after a wrong guess in the same turn",
    "after playing a card", "on the opponent’s turn",
)  # fmt: skip


@enquiry("guess", "May I guess now?", "TAD-FREEZE TAD-ONEGUESS TAD-THENPLAY", "move_* guess_*")
def guessing(desk: Desk) -> Ruling:
    own, other, moment, before = desk.ask(
        Count("own", "Spaces left in the guesser’s chain", "TAD-FREEZE", 1, MOST),
        Count("other", "Spaces left in the opponent’s chain", "TAD-FREEZE", 1, MOST),
        Choice("moment", "When?", "TAD-ONEGUESS", MOMENTS, columns=1),
        Choice("before", "Has the guesser named this rank before?", "TAD-R7", ["no", "yes"]),
    )
    if moment == MOMENTS[3]:
        return ruled(say.not_your_turn(), "TAD-TURN")
    if moment == MOMENTS[2]:
        return ruled(say.guess_came_late())
    if moment == MOMENTS[1]:
        return ruled(say.guessed_once(), "TAD-THENPLAY")
    frozen = barred(own, other, ("the guesser", "the opponent"), desk.rules)
    if frozen:
        words = str(frozen)
        return ruled(
            f"No: {words[0].lower()}{words[1:]}", frozen.rule, "TAD-R2", steps=[say.by_spaces()]
        )
    if before == "yes" and desk.rules.repeat_guess == "refused":
        return ruled(say.not_twice())
    more = ["TAD-R7"] if before == "yes" else []
    return ruled(
        say.may_guess(), "TAD-ONEGUESS", *more, steps=[say.guess_wrong(), say.guess_right()]
    )


def of_one_pack(cards: tuple[str, ...], target: str, _: int) -> None:
    """Starter, chain and target come from one pack: four cards of a rank (TAD-PACK)."""
    for rank in CIRCLE:
        number = (*cards, target).count(rank)
        if number > COPIES:
            raise Refused(say.too_many_copies(number=number, card=rank_word(rank)), key="chain")


@enquiry("chain", "Is this chain complete?", "TAD-JOIN", "card_* won")
def finished(desk: Desk) -> Ruling:
    cards, target, wrong = desk.ask(
        Words(
            "chain", "The starter and the chain in order", "TAD-NEXT", read=circle.ranks,
            samples=("4 5 6 7 8 9 10 J",), show_as=" ".join,
            hint="Ranks only, as in 4 5 6 7 8 9 10 J.",
        ),
        Choice("target", "The target", "TAD-JOIN", CIRCLE, columns=5),
        Count("wrong", "The player’s wrong guesses", "TAD-WRONG", 0, MOST),
        check=of_one_pack,
    )  # fmt: skip
    for place, (last, rank) in enumerate(pairwise(cards), 1):
        if not circle.joins(last, rank):
            words = say.cannot_follow(place=place, rank=a_rank(rank), last=a_rank(last))
            return ruled(words, steps=[circle.only(last)])
    track = desk.rules.spaces + wrong
    laid = len(cards) - 1
    if laid < track:
        return ruled(say.still_empty(left=track - laid), "TAD-SPACES")
    if laid > track:
        return ruled(say.more_than_spaces(laid=laid, track=track))
    if not circle.joins(cards[-1], target):
        low, high = map(a_rank, circle.neighbours(target))
        no = f"No: {str(circle.not_joining(cards[-1], target)).lower()}"
        return ruled(no, "TAD-JOIN", "TAD-R6", steps=[say.would_have_to_be(low=low, high=high)])
    words = say.complete(
        laid=laid, track=track, last=rank_word(cards[-1]), target=rank_word(target)
    )
    return ruled(words, "TAD-CHAINWIN")


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


@enquiry("end", "Who wins this deal?", "TAD-GUESSWIN TAD-CHAINWIN TAD-OUTWIN", "shown_* won")
def ending(desk: Desk) -> Ruling:
    known = situations(desk.rules)
    happened = desk.ask(
        Choice("happened", "What happened?", "TAD-OUTWIN", list(known), columns=1),
    )
    answer, rules = known[happened]
    return Ruling(answer, rules)


ENQUIRIES = (road_check, guessing, following, spaces, finished, ending)
