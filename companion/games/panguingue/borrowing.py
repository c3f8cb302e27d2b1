"""Borrowing in Panguingue: cards of an own meld make a new one, alone or with cards of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.cards import Card, Pack
from companion.games.panguingue import refusals
from companion.games.panguingue.board import Board
from companion.games.panguingue.facts import ALL, Meld, is_meld, ordered, pack, said
from companion.games.panguingue.melds import (
    completions,
    grown,
    lenders,
    loans,
    meld,
    missing,
    moves,
    part,
    takes,
)
from companion.games.panguingue.score import for_adding, for_borrowing, for_remaining
from companion.questions import Cards, Choice, Option, Question, Refused, option
from companion.seating import Side

Cards_ = tuple[Card, ...]


def numbered(held: Sequence[Meld], place: int, no: str, rule: str) -> Option[int]:
    """A meld as an answer, by its number in the order made."""
    return option(
        place, text=str(place + 1), label=f"{place + 1}: {held[place]}", refusal=no, rule=rule,
        code="leaves_no_meld",
    )  # fmt: skip


def replaced(held: tuple[Meld, ...], place: int, *others: Meld) -> tuple[Meld, ...]:
    """The melds of a player, one of them now another one or more."""
    return (*held[:place], *others, *held[place + 1 :])


def borrow(board: Board, side: Side) -> None:
    """Cards of one own meld make a new one, with or without cards from the hand."""
    board.acting(side)
    if board.hand.rules.borrow_to_extend == "no":
        source, taken, more = on_one_page(board, side)
    else:
        source = lender(board, side)
        target = receiver(board, side, source)
        held = board.melds[side]
        other = None if target is None else held[target]
        taken = board.hand.ask(take_question(board, side, held[source], other))
        if target is not None:
            part(held[source], taken)
            extend(board, side, source, target, taken)
            return
        more = from_hand(board, side, taken)
    held = board.melds[side]
    base = held[source]
    rest = part(base, taken)
    new = meld(ordered((*taken, *more)))
    board.place(side, (*replaced(held, source, *rest), new), more)
    payments = for_borrowing(base, taken, more, rest, board.rates)
    words = said(taken) + (f" + {said(more)}" if more else "")
    board.pay(side, payments, "borrow", words)


def on_one_page(board: Board, side: Side) -> tuple[int, Cards_, Cards_]:
    """Which meld lends, which cards of it, and what comes from the hand, on one page."""
    room, key = board.room(side), f"add {board.event}"

    def check(source: int, taken: Cards_, more: Cards_ | None) -> None:
        if more is not None:
            board.may_come(side, key, more)
            meld(ordered((*taken, *more)))

    source, taken, more = board.hand.ask_together(
        partial(questions, board, side, room), title=f"{side} borrows", check=check
    )
    return source, taken, more or ()


def questions(
    board: Board, side: Side, room: int, given: Mapping[str, str]
) -> Sequence[Question[Any]]:
    """The page beside what it has been told: what would tear a meld is struck out."""
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
    picks = [pick for pick in loans(base, room) if board.packs.finishes(pick, room)]
    torn = {
        card: refusals.no_card_to_spare(base)
        for card in dict.fromkeys(base.cards)
        if card not in so_far
        and not any(not Counter((*so_far, card)) - Counter(pick) for pick in picks)
    }
    take = replace(take, gone=torn, code="leaves_no_meld", off=off, short=f"From {base}")
    taken = take.read_in(given)
    more = hand_question(board, side, taken or base.cards[:1], room)
    if taken is None:
        closed = "the borrowed cards come first"
    else:
        closed = "" if room else "eleven cards are the most"
    fits = {card for cards in completions(taken, room) for card in cards} if taken else set()
    chosen = given.get(more.key, "none") not in ("", "none")
    why = f"It makes no meld with {said(taken)}." if taken else ""
    gone = {c: why for c in more.pack if c not in fits} if taken and fits and not chosen else {}
    return [lend, take, replace(more, gone=gone, off=closed, short="And from the hand")]


def lender(board: Board, side: Side) -> int:
    """Which meld lends; asked only where several can."""
    question = lender_question(board, side)
    return question.parse(question.decided) if question.decided else board.hand.ask(question)


def lender_question(board: Board, side: Side) -> Choice[int]:
    """Which meld lends; decided where only one can."""
    held, room, mixed = board.melds[side], board.room(side), board.rates.mixed
    able = lenders(board.packs, held, room, board.hand.rules.borrow_to_extend == "yes", mixed)
    options = [
        numbered(held, n, "" if n in able else refusals.no_card_to_spare(each), "PAN-BORROW-RULE")
        for n, each in enumerate(held)
    ]
    prompt = f"From which meld does {side} borrow?"
    return Choice(
        f"meld {board.event}", prompt, "PAN-BORROW-RULE", options, follows=True, short="Which meld?"
    )


def receiver(board: Board, side: Side, source: int) -> int | None:
    """The meld the cards go to; None for a new one, which it is unless R12 says otherwise."""
    held, mixed = board.melds[side], board.rates.mixed
    if board.hand.rules.borrow_to_extend == "no" or len(held) == 1:
        return None
    base = held[source]
    no = (
        "" if board.packs.can_lend(base, board.room(side)) else f"{base} cannot lend to a new meld."
    )
    options: list[Option[int | None]] = [
        Option(None, "new", "a new meld", refusal=no, code="no_melds")
    ]
    for place, each in enumerate(held):
        if place != source:
            fits = bool(moves(base, each, mixed))
            no = "" if fits else f"No card that {base} can spare fits {each}."
            options.append(
                Option(
                    place, str(place + 1), f"{place + 1}: {each}", refusal=no, code="does_not_fit"
                )
            )
    key = f"to {board.event}"
    return board.hand.ask(
        Choice[int | None](key, "Where do the cards go?", "PAN-R12", options, columns=1)
    )


def take_question(board: Board, side: Side, base: Meld, target: Meld | None) -> Cards:
    """Which cards of a meld are borrowed: what remains must be melds still."""
    room, mixed, there = board.room(side), board.rates.mixed, board.packs

    def outside(card: Card) -> Refused:
        return Refused(f"{card} is not in {base}.", "PAN-BORROW-RULE", "not_in_the_meld")

    def check(taken: tuple[Card, ...]) -> None:
        part(base, taken)
        if target and not grown(target, taken, mixed):
            words = f"{said(taken)} does not fit: {takes(target, mixed)}."
            raise Refused(words, "PAN-EXTEND", "does_not_fit")
        if not target and missing(taken) > room:
            words = refusals.would_need(taken, missing(taken), side, room)
            raise Refused(words, "PAN-OUT", "twelve")
        if not target and not there.finishes(taken, room):
            words = f"No card is left in the packs that makes a meld of {said(taken)}."
            raise Refused(words, "PAN-PACK", "too_many_copies")

    picks = moves(base, target, mixed) if target else loans(base, room)
    return Cards(
        f"take {board.event}",
        f"{side} borrows from {base}",
        "PAN-BORROW-RULE",
        Pack(ordered(set(base.cards)), len(base)),
        1,
        max(1, len(base) - 1),
        outside=outside,
        check=check,
        samples=lambda: [
            " ".join(card.code for card in pick)
            for pick in picks
            if target or there.finishes(pick, room)
        ],
    )


def from_hand(board: Board, side: Side, taken: Cards_) -> Cards_:
    """What is added from the hand to borrowed cards; not asked where nothing can be."""
    room, key = board.room(side), f"add {board.event}"
    if not room:
        return ()
    question = hand_question(board, side, taken, room)
    return board.hand.ask(question, check=partial(board.may_come, side, key))


def hand_question(board: Board, side: Side, taken: Cards_, room: int) -> Cards:
    """Cards of the hand to go with borrowed ones."""

    def check(more: Cards_) -> None:
        meld(ordered((*taken, *more)))

    def samples() -> list[str]:
        found = completions(taken, room)
        return [" ".join(card.code for card in more) or "none" for more in found]

    return Cards(
        f"add {board.event}",
        f"Any cards from the hand to go with {said(taken)}?",
        "PAN-BORROW",
        pack(board.hand.rules.packs),
        0 if is_meld(taken) else 1,
        ALL,
        none="None: the meld is split",
        check=check,
        samples=samples,
    )


def extend(board: Board, side: Side, source: int, target: int, taken: tuple[Card, ...]) -> None:
    """A borrowed card goes to another meld, where the house allows it (R12)."""
    held, rates = board.melds[side], board.rates
    base, other = held[source], held[target]
    after = grown(other, taken, rates.mixed)
    assert after is not None
    rest = part(base, taken)
    melds: list[Meld] = []
    for place, each in enumerate(held):
        melds += rest if place == source else [after] if place == target else [each]
    board.place(side, tuple(melds), ())
    payments = [*for_adding(other, after, rates), *for_remaining(base, rest, rates)]
    board.pay(side, payments, "borrow", said(taken), ("PAN-BORROW", "PAN-R12"))
