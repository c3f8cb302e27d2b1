"""A deal of Tadmur turn by turn: guesses, cards, and how it ends."""

from __future__ import annotations

from functools import partial

from companion.cards import a_rank, rank_word
from companion.engine.panels import Grid, Square
from companion.games.tadmur import facts
from companion.games.tadmur.facts import CANNOT, CIRCLE, OUT, Chain, Deal, Denial, Result, say
from companion.games.tadmur.house import Hand
from companion.questions import Choice, Refused, option, yes_no
from companion.said import Sentence, Text
from companion.seating import Seat

UNKNOWN, HIDDEN = "not entered", "not shown"
A_GUESS = option(facts.GUESSING, label="Guess")
STUCK = option(facts.CANNOT, label="Cannot play", set_apart=True, twice=True)
STRIP = ("start", *map(str, range(1, 13)), "target")
"""The boxes of a road on the scoresheet."""


def turn_by_turn(hand: Hand) -> Result:
    """Starters, targets, then turn after turn to the end of the deal."""
    deal = begin(hand)
    mover = hand.dealer.left
    turn, result = 0, None
    while result is None:
        turn += 1
        chain = deal.chains[mover]
        to_move(hand, deal, chain)
        result = one_turn(hand, deal, chain, turn)
        mover = mover.left
    roads(hand, deal)
    hand.badges.clear()
    return showdown(hand, deal, result)


def begin(hand: Hand) -> Deal:
    """The starters, which everybody sees, and each player's own target if it is wanted here."""
    seats = hand.table.seats
    questions = [
        Choice(f"starter {seat.code}", say.starter(who=seat), options=CIRCLE, columns=5)
        for seat in seats
    ]
    starters = hand.ask(*questions, title="Which starters lie face up?")
    deal = Deal(hand.rules, {})
    for seat, rank in zip(seats, starters, strict=True):
        deal.chains[seat] = Chain(seat, rank, hand.rules.spaces)
    for seat in seats:
        target = hand.ask(own_target(seat))
        deal.chains[seat].target = "" if target == UNKNOWN else target
    return deal


def own_target(seat: Seat) -> Choice[str]:
    return Choice(
        f"target {seat.code}", say.target(who=seat),
        options=[*CIRCLE, option(UNKNOWN, label="Don’t tell", main=True)],
        columns=5, secret=str(seat), hint=say.judged(), by=seat,
    )  # fmt: skip


def move_question(deal: Deal, chain: Chain, turn: int, guessed: bool) -> Choice[str]:
    """The two ranks, the guess, and being stuck. Other options have a reason against them."""
    left, stuck = chain.spaces - 1, deal.rules.stuck

    def hints(move: str) -> Text:
        if move == CANNOT:
            return say.stuck_hint(stuck=stuck)
        return say.leaves(left=left) if move in CIRCLE else ""

    return Choice(
        f"{'card' if guessed else 'move'} {turn}",
        say.now_a_card(who=chain.seat) if guessed else say.card_or_guess(who=chain.seat),
        options=[*facts.neighbours(chain.last), *[A_GUESS] * (not guessed), STUCK],
        unseen=partial(deal.mistakes, chain, guessed), hints=hints,
        why_not=partial(deal.no_move, chain, guessed=guessed), by=chain.seat,
    )  # fmt: skip


def one_turn(hand: Hand, deal: Deal, chain: Chain, turn: int) -> Result | None:
    """A guess if the player wants one, then a card; the result if the deal ends."""
    move = hand.ask(move_question(deal, chain, turn, guessed=False))
    if move == facts.GUESSING:
        result = guess(hand, deal, chain, turn)
        if result:
            return result
        deal.passes = 0
        roads(hand, deal)
        move = hand.ask(move_question(deal, chain, turn, guessed=True))
    if move == CANNOT:
        deal.passes += 1
        return stuck(hand, deal, chain, say.no_card(who=chain.seat, after=a_rank(chain.last)))
    deal.passes = 0
    chain.laid.append(move)
    chain.cards -= 1
    return used_up(deal, chain) if chain.spaces else full(hand, deal, chain, turn)


def guess(hand: Hand, deal: Deal, chain: Chain, turn: int) -> Result | None:
    """Ask for a rank. The opponent, or the target entered, decides whether it is right."""
    other = deal.other(chain)

    def hints(rank: str) -> Text:
        if rank in chain.wrong:
            return "wrong before"
        return "all four seen" if deal.seen(rank) >= facts.COPIES else ""

    title = say.guesses(who=chain.seat, whose=other.seat)
    question = Choice(
        f"guess {turn}", say.which_rank(), options=CIRCLE, columns=5, hints=hints,
        why_not=partial(deal.no_rank, chain), by=chain.seat,
        told=lambda rank: say.names(who=chain.seat, rank=a_rank(rank)),
    )  # fmt: skip
    if other.target:
        rank = hand.ask(question, title=title)
        right = rank == other.target
    else:
        key = f"right {turn}"
        is_it = yes_no(key, say.is_it_yours(who=other.seat), by=other.seat, usual=False)

        def possible(rank: str, right: bool) -> None:
            if right and (no := deal.used_up(rank)):
                raise Refused(no, key=key)

        rank, right = hand.ask(question, is_it, title=title, check=possible)
    if right:
        other.target = rank
        words = say.named_it(
            who=chain.seat, whose=other.seat, rank=a_rank(rank), own=chain.spaces,
            other=other.spaces,
        )  # fmt: skip
        return Result(chain.seat, facts.GUESS, words, ("TAD-ONEGUESS", "TAD-FREEZE"))
    if not other.target:
        deal.denials.append(Denial(turn, chain, other, rank))
    chain.wrong.append(rank)
    hand.tell(say.not_that(rank=a_rank(rank), who=chain.seat, left=chain.spaces))
    return None


def full(hand: Hand, deal: Deal, chain: Chain, turn: int) -> Result | None:
    """No space is left: the target is turned up and has to join."""
    if not chain.target:
        chain.target = hand.ask(Choice[str](
            f"turned {turn}", say.which_target(who=chain.seat), options=CIRCLE, columns=5,
            why_not=deal.used_up,
        ))  # fmt: skip
    chain.open = True
    if denied := false_denial(deal):
        return denied
    last, count = chain.last, len(chain.laid)
    if facts.joins(last, chain.target):
        words = say.filled(
            last=rank_word(last), target=rank_word(chain.target), count=count,
            length=chain.length, wrong=len(chain.wrong),
        )  # fmt: skip
        return Result(chain.seat, facts.CHAIN, words, ("TAD-SPACES", "TAD-JOIN"))
    hand.tell(say.goes_back(no=facts.not_joining(last, chain.target)))
    chain.laid.pop()
    chain.cards += 1
    why = say.full_but(who=chain.seat, rank=a_rank(last), target=a_rank(chain.target))
    return stuck(hand, deal, chain, why)


def stuck(hand: Hand, deal: Deal, chain: Chain, why: Sentence) -> Result | None:
    """A player who cannot go on: loses, passes, or throws a card away (TAD-R3)."""
    other, reading = deal.other(chain), deal.rules.stuck
    if reading == "lose":
        return Result(other.seat, OUT, why, ("TAD-R3",))
    if reading == "discard":
        chain.cards -= 1
        hand.tell(say.throws_away(who=chain.seat, left=chain.cards))
        return used_up(deal, chain)
    hand.tell(say.passes(who=chain.seat))
    if deal.passes > 1 and deal.barred(chain) and deal.barred(other):
        return Result(None, facts.DRAWN, say.drawn())
    return None


def used_up(deal: Deal, chain: Chain) -> Result | None:
    """A player whose holding is gone before the chain is finished has lost."""
    if chain.cards:
        return None
    words = say.no_cards(who=chain.seat, left=chain.spaces)
    return Result(deal.other(chain).seat, OUT, words, ("TAD-R4",))


def showdown(hand: Hand, deal: Deal, result: Result) -> Result:
    """Both targets are turned up; a right guess that was denied decides the deal after all."""
    hidden = [chain for chain in deal.chains.values() if not chain.target]
    if hidden:
        questions = [
            Choice(
                f"shown {chain.seat.code}", say.shown_target(who=chain.seat), columns=5,
                options=[*CIRCLE, option(HIDDEN, set_apart=True)],
                why_not=lambda rank: deal.used_up(rank) if rank in CIRCLE else None,
            )
            for chain in hidden
        ]  # fmt: skip
        answers = hand.ask(*questions, title="Turn up the targets")
        ranks: tuple[str, ...] = answers if len(hidden) > 1 else (answers,)
        for chain, rank in zip(hidden, ranks, strict=True):
            chain.target = "" if rank == HIDDEN else rank
    for chain in deal.chains.values():
        chain.open = bool(chain.target)
    strips(hand, deal)
    return false_denial(deal) or result


def false_denial(deal: Deal) -> Result | None:
    """The first right guess that was called wrong, as far as targets are known by now."""
    for denial in deal.denials:
        if denial.denier.open and denial.denier.target == denial.rank:
            guesser, denier = denial.guesser.seat, denial.denier.seat
            words = say.denied(
                who=guesser, rank=a_rank(denial.rank), turn=denial.turn, denier=denier
            )
            return Result(guesser, facts.DENIED, words, ("TAD-GUESSWIN",))
    return None


def to_move(hand: Hand, deal: Deal, chain: Chain) -> None:
    """Show the player in turn, the next moves, and a player one space from the end."""
    other = deal.other(chain)
    roads(hand, deal)
    low, high = map(a_rank, facts.neighbours(chain.last))
    hand.tell(say.to_play(who=chain.seat, after=a_rank(chain.last), low=low, high=high))
    hand.badges.clear()
    for each in deal.chains.values():
        hand.status[each.seat.side] = say.spaces_left(left=each.spaces)
        if each.spaces == 1:
            hand.badge(each.seat, "one away", rule="TAD-FREEZE")
    hand.facts |= {
        "last": chain.last, "spaces": str(chain.spaces), "wrong": str(len(chain.wrong)),
        "laid": str(len(chain.laid)), "own": str(chain.spaces), "other": str(other.spaces),
        "moment": "on the guesser’s turn, before playing",
    }  # fmt: skip


def roads(hand: Hand, deal: Deal) -> None:
    """Both roads side by side, as everybody may see them."""
    chains = list(deal.chains.values())
    rows = (
        ("Starter", *(chain.starter for chain in chains)),
        ("Chain", *(" ".join(chain.laid) or "–" for chain in chains)),
        ("Cards laid", *(str(len(chain.laid)) for chain in chains)),
        ("Spaces left", *(str(chain.spaces) for chain in chains)),
        ("Wrong guesses", *(" ".join(chain.wrong) or "–" for chain in chains)),
    )
    hand.show(Grid("The two roads", ("", *(str(chain.seat) for chain in chains)), rows))


def strips(hand: Hand, deal: Deal) -> None:
    boxes = len(STRIP) - 2
    for chain in deal.chains.values():
        laid = [*chain.laid, *[""] * boxes][:boxes]
        if len(chain.laid) > boxes:
            laid[-1] = " ".join(chain.laid[boxes - 1 :])
        cells = (chain.starter, *laid, chain.target or "–")
        title = f"{chain.seat}’s chain"
        hand.show(Square(title, cells, STRIP, (), len(STRIP), chain.seat))
        hand.cell("wrong", " ".join(chain.wrong) or "–", chain.seat.side)
