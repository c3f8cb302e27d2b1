"""The referee questions of Tadmur. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from companion.cards import a_rank, rank_word
from companion.engine.game import Ruling, enquiry, ruled
from companion.games.tadmur import facts
from companion.games.tadmur.facts import AROUND, CIRCLE, COPIES, PACK, barred, say
from companion.games.tadmur.house import Desk
from companion.questions import Cards, Choice, Count, Refused, Words
from companion.said import Sentence, Text
from companion.words import counted

MOST = 20
"""Spaces or wrong guesses that an enquiry can be asked about."""


@enquiry("road", "Can I still get there?",
         "TAD-REACH TAD-KEEP TAD-PARITY TAD-FRESH", "move_* card_*")  # fmt: skip
def road_check(desk: Desk) -> Ruling:
    last, target, left, held = desk.ask(
        Choice("last", say.your_last(), options=CIRCLE, columns=5),
        Choice("target", "Your target", "TAD-REACH", CIRCLE, columns=5, secret="You"),
        Count("spaces", "Spaces left in your chain", "TAD-SPACES", 1, MOST),
        Cards("holding", "The cards you hold, if they are to count", "TAD-REACH", PACK, 0, 24,
              secret="You", hint="Leave them out to look at the road alone."),
        title="For your eyes alone: can I still get there?",
    )  # fmt: skip
    open_, up, down = facts.safe_next(last, target, left), *facts.ways(last, target)
    steps: list[Text] = [
        say.cards_and_join(cards=left),
        say.how_far(up=up % AROUND, down=down % AROUND, steps=left + 1),
    ]
    rules = ["TAD-KEEP"] * bool(open_)
    if barred(left, desk.rules.spaces, ("you", "the opponent"), desk.rules):
        steps.append(say.road_is_fixed())
        rules += ["TAD-FREEZE", "TAD-R5"]
    else:
        steps.append(after_wrong_guesses(last, target, left))
        rules.append("TAD-PARITY")
    if not open_:
        rules += ["TAD-FRESH"] * (left == desk.rules.spaces)
        return ruled(say.cannot_lead_there(cards=left), *rules, steps=steps)
    if not held:
        words = say.leads_there(spare=facts.spare(last, target, left) or 0, keeping=keeping(open_))
        steps.append(say.example(ranks=facts.road(last, target, left)))
        return ruled(words, *rules, steps=steps)
    alive = roads_held(last, target, left, Counter(card.rank for card in held))
    if not alive:
        return ruled(say.cannot_fill(), *rules, steps=steps)
    steps.append(say.example(ranks=next(iter(alive.values()))))
    return ruled(say.leads_there__held(keeping=keeping(alive)), *rules, steps=steps)


def keeping(ranks: Iterable[str]) -> Sentence:
    return say.keeps(names=[a_rank(rank) for rank in ranks])


def roads_held(
    last: str, target: str, left: int, held: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    """Roads made of the ranks held, by the rank that is played next."""
    alive: dict[str, tuple[str, ...]] = {}
    for rank in facts.safe_next(last, target, left):
        if held.get(rank, 0):
            rest = facts.road_with(rank, target, left - 1, {**held, rank: held[rank] - 1})
            if rest is not None:
                alive[rank] = (rank, *rest)
    return alive


def after_wrong_guesses(last: str, target: str, left: int) -> Sentence:
    """The effect of wrong guesses on the road."""
    opens = [n for n in range(1, 7) if facts.can_reach(last, target, left + n)]
    if facts.can_reach(last, target, left):
        return say.after_one(open=opens[:1] == [1])
    return say.opens_after(times=[counted(n, "wrong guess", "wrong guesses") for n in opens[:3]])


@enquiry("next", "May this card follow?", "TAD-NEXT", "move_*=rank card_*=rank starter_* target_*")
def following(desk: Desk) -> Ruling:
    last, rank = desk.ask(
        Choice("last", "The last card of the chain", "TAD-NEXT", CIRCLE, columns=5),
        Choice("rank", "The card played", "TAD-NEXT", CIRCLE, columns=5),
    )
    if facts.joins(last, rank):
        return ruled(say.follows(rank=a_rank(rank), last=a_rank(last)), steps=[say.the_circle()])
    return Ruling(f"No. {facts.only(last)}", ("TAD-NEXT",))


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


STAGES = (
    "on the guesser’s turn, before playing", "after a wrong guess in the same turn",
    "after playing a card", "on the opponent’s turn",
)  # fmt: skip


@enquiry("guess", "May I guess now?", "TAD-FREEZE TAD-ONEGUESS TAD-THENPLAY", "move_* guess_*")
def guessing(desk: Desk) -> Ruling:
    own, other, stage, before = desk.ask(
        Count("own", "Spaces left in the guesser’s chain", "TAD-FREEZE", 1, MOST),
        Count("other", "Spaces left in the opponent’s chain", "TAD-FREEZE", 1, MOST),
        Choice("moment", "When?", "TAD-ONEGUESS", STAGES, columns=1),
        Choice("before", "Has the guesser named this rank before?", "TAD-R7", ["no", "yes"]),
    )
    if stage == STAGES[3]:
        return ruled(say.not_your_turn(), "TAD-TURN")
    if stage == STAGES[2]:
        return ruled(say.guess_came_late())
    if stage == STAGES[1]:
        return ruled(say.guessed_once(), "TAD-THENPLAY")
    if frozen := barred(own, other, ("the guesser", "the opponent"), desk.rules):
        no = f"No: {str(frozen)[0].lower()}{str(frozen)[1:]}"
        return ruled(no, frozen.rule, "TAD-R2", steps=[say.by_spaces()])
    if before == "yes" and desk.rules.repeat_guess == "refused":
        return ruled(say.not_twice())
    more = ["TAD-R7"] if before == "yes" else []
    steps = [say.guess_wrong(), say.guess_right()]
    return ruled(say.may_guess(), "TAD-ONEGUESS", *more, steps=steps)


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
            "chain", "The starter and the chain in order", "TAD-NEXT", read=facts.ranks,
            samples=("4 5 6 7 8 9 10 J",), show_as=" ".join,
            hint="Ranks only, as in 4 5 6 7 8 9 10 J.",
        ),
        Choice("target", "The target", "TAD-JOIN", CIRCLE, columns=5),
        Count("wrong", "The player’s wrong guesses", "TAD-WRONG", 0, MOST),
        check=of_one_pack,
    )  # fmt: skip
    for place, (last, rank) in enumerate(pairwise(cards), 1):
        if not facts.joins(last, rank):
            words = say.cannot_follow(place=place, rank=a_rank(rank), last=a_rank(last))
            return ruled(words, steps=[facts.only(last)])
    track = desk.rules.spaces + wrong
    laid = len(cards) - 1
    if laid < track:
        return ruled(say.still_empty(left=track - laid), "TAD-SPACES")
    if laid > track:
        return ruled(say.more_than_spaces(laid=laid, track=track))
    if not facts.joins(cards[-1], target):
        low, high = map(a_rank, facts.neighbours(target))
        no = f"No: {str(facts.not_joining(cards[-1], target)).lower()}"
        return ruled(no, "TAD-JOIN", "TAD-R6", steps=[say.would_have_to_be(low=low, high=high)])
    words = say.complete(
        laid=laid, track=track, last=rank_word(cards[-1]), target=rank_word(target)
    )
    return ruled(words, "TAD-CHAINWIN")


# -- who wins -------------------------------------------------------------------------------------


@enquiry("end", "Who wins this game?", "TAD-GUESSWIN TAD-CHAINWIN TAD-OUTWIN", "shown_* won")
def ending(desk: Desk) -> Ruling:
    then = say.stuck_player(stuck=desk.rules.stuck)
    both_stuck = {
        "lose": ruled(say.first_is_out(), "TAD-OUTWIN"),
        "pass": ruled(say.nobody_wins_it()),
        "discard": ruled(say.both_throw(), "TAD-R4"),
    }
    joined, open_ = (
        ruled(say.chain_wins(), "TAD-JOIN"),
        ruled(say.last_goes_back(then=then), "TAD-R3"),
    )
    known = {
        "a rank was named and it is the target": ruled(say.guesser_wins()),
        "every space is filled and the last card joins the target": joined,
        "every space is filled but the last card does not join": open_,
        "a player has no card that may follow": ruled(say.may_guess_first(then=then), "TAD-OUTWIN"),
        "nothing held joins both the last card and the target":
            ruled(say.next_to_both(then=then), "TAD-R3"),
        "a player has no cards left": ruled(say.opponent_wins(), "TAD-R4"),
        "a right guess was denied": ruled(say.denier_loses()),
        "both are stuck and neither may guess": both_stuck[desk.rules.stuck],
    }  # fmt: skip
    happened = desk.ask(Choice("happened", "What happened?", "TAD-OUTWIN", list(known), columns=1))
    return known[happened]


ENQUIRIES = (road_check, guessing, following, spaces, finished, ending)
