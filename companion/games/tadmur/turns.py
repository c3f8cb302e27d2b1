"""A deal of Tadmur turn by turn: guesses, cards, and how it ends."""

from __future__ import annotations

from companion.games.tadmur import show
from companion.games.tadmur.chains import (
    CANNOT,
    GUESSING,
    Chain,
    Deal,
    Denial,
    Guesses,
    Moves,
    spaces_left,
)
from companion.games.tadmur.circle import (
    CIRCLE,
    joins,
    named,
    not_joining,
    word,
)
from companion.games.tadmur.facts import CHAIN, DENIED, DRAWN, GUESS, OUT, Result
from companion.games.tadmur.house import Hand
from companion.questions import Choice, Option, Refused, option, yes_no
from companion.seating import Seat

UNKNOWN, HIDDEN = "not entered", "not shown"


def turn_by_turn(hand: Hand) -> Result:
    """Starters, targets, then turn after turn to the end of the deal."""
    deal = begin(hand)
    mover = hand.dealer.left
    turn, result = 0, None
    while result is None:
        turn += 1
        chain = deal.chains[mover]
        show.to_move(deal, chain)
        result = one_turn(deal, chain, turn)
        mover = mover.left
    show.roads(deal)
    hand.badges.clear()
    return showdown(deal, result)


def begin(hand: Hand) -> Deal:
    """The starters, which everybody sees, and each player's own target if it is wanted here."""
    one, two = hand.table.seats
    starters = hand.ask(
        starter_question(one), starter_question(two), title="Which starters lie face up?"
    )
    deal = Deal(hand, hand.rules, {})
    for seat, starter in zip((one, two), starters, strict=True):
        deal.chains[seat] = Chain(seat, starter, hand.rules.spaces)
    for seat in (one, two):
        target = hand.ask(target_question(seat))
        deal.chains[seat].target = "" if target == UNKNOWN else target
    return deal


def starter_question(seat: Seat) -> Choice[str]:
    """The starter on a player's side."""
    return Choice(f"starter {seat.code}", f"{seat}’s starter", "TAD-DEAL", CIRCLE, columns=5)


def target_question(seat: Seat) -> Choice[str]:
    """A player's own target, for that player's eyes alone."""
    return Choice(
        f"target {seat.code}",
        f"{seat}’s target",
        "TAD-TARGET",
        [*CIRCLE, option(UNKNOWN, label="Don’t tell", set_apart=True)],
        columns=5,
        secret=str(seat),
        hint="Guesses and the finished chain are then judged by what you enter here.",
    )


# -- a turn ---------------------------------------------------------------------------------------


def one_turn(deal: Deal, chain: Chain, turn: int) -> Result | None:
    """A guess if the player wants one, then a card; the result if the deal ends."""
    moves = Moves(deal, chain)
    words = f"{chain.seat}: card or guess?"
    move = deal.hand.ask(
        Choice(f"move {turn}", words, "TAD-NEXT", moves.options, accept=moves.accept, columns=2)
    )
    if move == GUESSING:
        result = guess(deal, chain, turn)
        if result:
            return result
        deal.passes = 0
        show.roads(deal)
        moves = Moves(deal, chain, guessed=True)
        words = f"{chain.seat}: now play a card"
        move = deal.hand.ask(
            Choice(f"card {turn}", words, "TAD-THENPLAY", moves.options, accept=moves.accept)
        )
    if move == CANNOT:
        deal.passes += 1
        return stuck(deal, chain, f"{chain.seat} has no card to play after {named(chain.last)}")
    deal.passes = 0
    chain.laid.append(move)
    chain.cards -= 1
    return used_up(deal, chain) if chain.spaces else full(deal, chain, turn)


def guess(deal: Deal, chain: Chain, turn: int) -> Result | None:
    """A rank is named; the opponent, or the target entered, says whether it is right."""
    other = deal.other(chain)
    title = f"{chain.seat} guesses {other.seat}’s target"
    guesses = Guesses(deal, chain)
    question = Choice(
        f"guess {turn}",
        "Which rank?",
        "TAD-ONEGUESS",
        guesses.options,
        accept=guesses.accept,
        columns=5,
    )
    if other.target:
        rank = deal.hand.ask(question, title=title)
        right = rank == other.target
    else:
        is_it = yes_no(f"right {turn}", f"{other.seat}: is that your target?", "TAD-GUESSWIN")

        def possible(rank: str, right: bool) -> None:
            if right and (words := deal.used_up(rank)):
                raise Refused(words, "TAD-R16", "all_four_seen", f"right {turn}")

        rank, right = deal.hand.ask(question, is_it, title=title, check=possible)
    if right:
        other.target = rank
        left = f"spaces left {chain.spaces} and {other.spaces}"
        words = f"{chain.seat} named {named(rank)}, and that is {other.seat}’s target; {left}"
        return Result(chain.seat, GUESS, words, ("TAD-ONEGUESS", "TAD-FREEZE"))
    if not other.target:
        deal.denials.append(Denial(turn, chain, other, rank))
    chain.wrong.append(rank)
    moved = f"{chain.seat}’s target moves one space further: {spaces_left(chain.spaces)}."
    deal.hand.tell(f"Not {named(rank)}. {moved}", "TAD-WRONG")
    return None


# -- how a deal ends ------------------------------------------------------------------------------


def full(deal: Deal, chain: Chain, turn: int) -> Result | None:
    """No space is left: the target is turned up and has to join."""
    if not chain.target:
        words = f"{chain.seat}’s chain is full: which target is turned up?"
        ranks = [target_option(deal, rank) for rank in CIRCLE]
        question = Choice[str](f"turned {turn}", words, "TAD-R6", ranks, columns=5)
        chain.target = deal.hand.ask(question)
    chain.open = True
    if denied := false_denial(deal):
        return denied
    last, count = chain.last, len(chain.laid)
    if joins(last, chain.target):
        track = f"{chain.length} + {len(chain.wrong)} = {count}" if chain.wrong else f"{count}"
        end = f"the {word(last)} joins the {word(chain.target)}"
        words = f"{count} cards fill the {track} spaces, and {end}"
        return Result(chain.seat, CHAIN, words, ("TAD-SPACES", "TAD-JOIN"))
    words = not_joining(last, chain.target)
    deal.hand.tell(f"{words} The card goes back.", "TAD-R6")
    chain.laid.pop()
    chain.cards += 1
    return stuck(deal, chain, f"{chain.seat}’s chain is full, but {words[0].lower()}{words[1:-1]}")


def stuck(deal: Deal, chain: Chain, why: str) -> Result | None:
    """A player who cannot go on: loses, passes, or throws a card away (TAD-R3)."""
    other, reading = deal.other(chain), deal.rules.stuck
    if reading == "lose":
        return Result(other.seat, OUT, why, ("TAD-R3",))
    if reading == "discard":
        chain.cards -= 1
        deal.hand.tell(f"{chain.seat} throws a card away; {chain.cards} are left.", "TAD-R3")
        return used_up(deal, chain)
    deal.hand.tell(f"{chain.seat} passes.", "TAD-R3")
    if deal.passes > 1 and deal.barred(chain) and deal.barred(other):
        return Result(None, DRAWN, "neither can play, and neither may guess")
    return None


def used_up(deal: Deal, chain: Chain) -> Result | None:
    """A player whose holding is gone before the chain is finished has lost."""
    if chain.cards:
        return None
    words = f"{chain.seat} has no cards left, with {spaces_left(chain.spaces)} in the chain"
    return Result(deal.other(chain).seat, OUT, words, ("TAD-R4",))


def showdown(deal: Deal, result: Result) -> Result:
    """Both targets are turned up; a right guess that was denied decides the deal after all."""
    hidden = [chain for chain in deal.chains.values() if not chain.target]
    if hidden:
        questions = [shown_question(deal, chain) for chain in hidden]
        answers = deal.hand.ask(*questions, title="Turn up the targets")
        ranks: tuple[str, ...] = answers if len(hidden) > 1 else (answers,)
        for chain, rank in zip(hidden, ranks, strict=True):
            chain.target = "" if rank == HIDDEN else rank
    for chain in deal.chains.values():
        chain.open = bool(chain.target)
    show.strips(deal)
    return false_denial(deal) or result


def target_option(deal: Deal, rank: str) -> Option[str]:
    """A rank that a target can have, unless all four cards of it are seen elsewhere (TAD-R16)."""
    refusal = deal.used_up(rank)
    return option(rank, refusal=refusal, rule="TAD-R16" if refusal else "", code="all_four_seen")


def shown_question(deal: Deal, chain: Chain) -> Choice[str]:
    """The target of a player, seen at the end."""
    return Choice(
        f"shown {chain.seat.code}",
        f"{chain.seat}’s target",
        "TAD-R10",
        [*(target_option(deal, rank) for rank in CIRCLE), option(HIDDEN, set_apart=True)],
        columns=5,
    )


def false_denial(deal: Deal) -> Result | None:
    """The first right guess that was called wrong, as far as targets are known by now."""
    for denial in deal.denials:
        if denial.denier.open and denial.denier.target == denial.rank:
            guesser, denier = denial.guesser.seat, denial.denier.seat
            named_ = f"{guesser} named {named(denial.rank)} in turn {denial.turn}"
            words = f"{named_}; {denier} denied it, but {named(denial.rank)} it was"
            return Result(guesser, DENIED, words, ("TAD-GUESSWIN",))
    return None
