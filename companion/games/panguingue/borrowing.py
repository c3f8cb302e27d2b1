"""Borrowing in Panguingue: cards of an own meld make a new one, alone or with cards of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.cards import Card, Pack
from companion.games.panguingue import facts, melds
from companion.games.panguingue.board import Board
from companion.games.panguingue.facts import ALL, ANOTHER, NEW, Meld, say
from companion.games.panguingue.score import for_adding, for_borrowing, for_remaining
from companion.questions import Cards, Choice, Option, Question, Refused, option
from companion.said import Sentence
from companion.seating import Side

Cards_ = tuple[Card, ...]
TO = "borrow_info.to"
"""The fact that the enquiry into a loan takes over: the meld that gets the cards."""


def numbered(held: Sequence[Meld], place: int) -> Option[int]:
    return option(place, text=str(place + 1), label=f"{place + 1}: {held[place]}")


def replaced(held: tuple[Meld, ...], place: int, *others: Meld) -> tuple[Meld, ...]:
    return (*held[:place], *others, *held[place + 1 :])


def borrow(board: Board, side: Side) -> None:
    """Cards of one own meld make a new one, with or without cards from the hand."""
    board.acting(side)
    if board.rules.borrow_to_extend == "no":
        source, taken, more = on_one_page(board, side)
    else:
        board.hand.facts.pop(TO, None)  # of an earlier loan
        source = lender(board, side)
        target = receiver(board, side, source)
        board.hand.facts[TO] = NEW if target is None else ANOTHER
        held = board.melds[side]
        other = None if target is None else held[target]
        taken = board.hand.ask(take_question(board, side, held[source], other))
        if target is not None:
            melds.part(held[source], taken)
            extend(board, side, source, target, taken)
            return
        more = from_hand(board, side, taken)
    held = board.melds[side]
    base = held[source]
    rest = melds.part(base, taken)
    new = melds.meld(facts.ordered((*taken, *more)))
    board.place(side, (*replaced(held, source, *rest), new), more)
    payments = for_borrowing(base, taken, more, rest, board.rules)
    words = facts.said(taken) + (f" + {facts.said(more)}" if more else "")
    board.pay(side, payments, "borrow", words)


def on_one_page(board: Board, side: Side) -> tuple[int, Cards_, Cards_]:
    """Ask on one page for the meld that lends, its cards, and the cards added from the hand."""
    free, key = board.free(side), f"add {board.event}"

    def check(source: int, taken: Cards_, more: Cards_ | None) -> None:
        if more is not None:
            board.may_come(side, key, more)
            melds.meld(facts.ordered((*taken, *more)))

    source, taken, more = board.hand.ask_together(
        partial(questions, board, side, free), title=f"{side} borrows", check=check
    )
    return source, taken, more or ()


def questions(
    board: Board, side: Side, free: int, given: Mapping[str, str]
) -> Sequence[Question[Any]]:
    """The page with its answers so far. Cards whose loan breaks a meld are struck out."""
    held = board.melds[side]
    lend = lender_question(board, side)
    source = lend.read_in(given)
    off = "" if source is not None else "the meld is open"
    base = held[source if source is not None else 0]
    key = f"take {board.event}"
    picked = tuple(
        card for word in given.get(key, "").split() for card in base.cards if card.code == word
    )[: len(base)]
    so_far = tuple(dict.fromkeys(picked)) if len(set(base.cards)) == len(base) else picked
    take = take_question(board, side, base, None)
    picks = [pick for pick in melds.loans(base, free) if board.packs.finishes(pick, free)]
    torn = {
        card: say.leaves_no_meld__none(base=base)
        for card in dict.fromkeys(base.cards)
        if card not in so_far
        and not any(not Counter((*so_far, card)) - Counter(pick) for pick in picks)
    }
    take = replace(take, gone=torn, off=off, short=f"From {base}")
    taken = take.read_in(given)
    more = hand_question(board, side, taken or base.cards[:1], free)
    if taken is None:
        closed = "the borrowed cards come first"
    else:
        closed = "" if free else "eleven cards are the most"
    fits = {card for cards in melds.completions(taken, free) for card in cards} if taken else set()
    chosen = given.get(more.key, "none") not in ("", "none")
    none = say.card_gone__no_meld(cards=facts.said(taken or ()))
    gone = {c: none for c in more.pack if c not in fits} if taken and fits and not chosen else {}
    return [lend, take, replace(more, gone=gone, off=closed, short="And from the hand")]


def lender(board: Board, side: Side) -> int:
    """The meld that lends. Asked only if several can."""
    question = lender_question(board, side)
    return question.parse(question.decided) if question.decided else board.hand.ask(question)


def lender_question(board: Board, side: Side) -> Choice[int]:
    """The question for the meld that lends. Decided if only one can."""
    held, extend = board.melds[side], board.rules.borrow_to_extend == "yes"
    able = melds.lenders(board.packs, held, board.free(side), extend, board.mixed)

    def why_not(place: int) -> Sentence | None:
        return None if place in able else say.leaves_no_meld__none(base=held[place])

    return Choice(
        f"meld {board.event}", say.which_lends(who=side, held=held),
        options=[numbered(held, place) for place in range(len(held))], why_not=why_not,
        follows=True, short="Which meld?", by=side,
    )  # fmt: skip


def receiver(board: Board, side: Side, source: int) -> int | None:
    """The meld the cards go to; None for a new one, which it is unless R12 says otherwise."""
    held, mixed = board.melds[side], board.mixed
    if board.rules.borrow_to_extend == "no" or len(held) == 1:
        return None
    base, new = held[source], board.packs.can_lend(held[source], board.free(side))

    def why_not(to: int | None) -> Sentence | None:
        if to is None:
            return None if new else say.no_melds__new(base=base)
        fits = melds.moves(base, held[to], mixed)
        return None if fits else say.does_not_fit__spare(base=base, other=held[to])

    fresh: Option[int | None] = Option(None, "new", "a new meld")
    others: list[Option[Any]] = [numbered(held, n) for n in range(len(held)) if n != source]
    return board.hand.ask(Choice[int | None](
        f"to {board.event}", say.where_to(held=held), options=[fresh, *others], why_not=why_not,
        columns=1, by=side,
    ))  # fmt: skip


def take_question(board: Board, side: Side, base: Meld, target: Meld | None) -> Cards:
    """The question for the borrowed cards of a meld. The rest must be melds."""
    free, mixed, there = board.free(side), board.mixed, board.packs

    def check(taken: Cards_) -> None:
        melds.part(base, taken)
        if target and not melds.grown(target, taken, mixed):
            would = melds.takes(target, mixed)
            raise Refused(say.does_not_fit__target(cards=facts.said(taken), would=would))
        if not target and melds.missing(taken) > free:
            need = facts.in_numbers(melds.missing(taken))
            raise Refused(say.twelve__loan(cards=facts.said(taken), need=need, who=side, free=free))
        if not target and not there.finishes(taken, free):
            raise Refused(say.too_many_copies__meld(cards=facts.said(taken)))

    picks = melds.moves(base, target, mixed) if target else melds.loans(base, free)
    return Cards(
        f"take {board.event}", say.takes_from(who=side, base=base), "",
        Pack(facts.ordered(set(base.cards)), len(base)), 1, max(1, len(base) - 1),
        outside=lambda card: Refused(say.not_in_the_meld(card=card, base=base)), check=check,
        samples=lambda: [
            " ".join(card.code for card in pick)
            for pick in picks
            if target or there.finishes(pick, free)
        ],
        by=side,
    )  # fmt: skip


def from_hand(board: Board, side: Side, taken: Cards_) -> Cards_:
    """The cards added from the hand to borrowed cards. Not asked if none can be added."""
    free, key = board.free(side), f"add {board.event}"
    if not free:
        return ()
    question = hand_question(board, side, taken, free)
    return board.hand.ask(question, check=partial(board.may_come, side, key))


def hand_question(board: Board, side: Side, taken: Cards_, free: int) -> Cards:
    """Cards of the hand to go with borrowed ones."""

    def check(more: Cards_) -> None:
        melds.meld(facts.ordered((*taken, *more)))

    def samples() -> list[str]:
        handfuls = melds.completions(taken, free)
        return [" ".join(card.code for card in more) or "none" for more in handfuls]

    return Cards(
        f"add {board.event}", say.any_from_hand(cards=facts.said(taken), who=side), "",
        facts.pack(board.rules.packs), 0 if facts.is_meld(taken) else 1, ALL,
        none="None: the meld is split", check=check, samples=samples, by=side,
    )  # fmt: skip


def extend(board: Board, side: Side, source: int, target: int, taken: tuple[Card, ...]) -> None:
    """Add a borrowed card to another meld, if the house rule allows it (R12)."""
    held, rules = board.melds[side], board.rules
    base, other = held[source], held[target]
    after = melds.grown(other, taken, board.mixed)
    assert after is not None
    rest = melds.part(base, taken)
    lying: list[Meld] = []
    for place, each in enumerate(held):
        lying += rest if place == source else [after] if place == target else [each]
    board.place(side, tuple(lying), ())
    payments = [*for_adding(other, after, rules), *for_remaining(base, rest, rules)]
    board.pay(side, payments, "borrow", facts.said(taken), ("PAN-BORROW", "PAN-R12"))
