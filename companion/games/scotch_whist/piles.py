"""What everybody captured in Scotch Whist: cards and honours, as the table counts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.cards import Card, Suit
from companion.games.scotch_whist import show
from companion.games.scotch_whist.deck import (
    HONOURS,
    WORDS,
    briefly,
    cards_in_play,
    columns,
)
from companion.games.scotch_whist.facts import jack_captor
from companion.games.scotch_whist.house import Hand
from companion.games.scotch_whist.tricks import Live
from companion.questions import Choice, Option, Question, Refused, Shares, option
from companion.seating import Side
from companion.words import listed

Owners = dict[str, Side]


def count_cards(hand: Hand, live: Live | None, turned: Card | None) -> dict[Side, int]:
    """The cards of every side; those of tapped tricks are known already."""
    known = live.cards if live else dict.fromkeys(hand.table.sides, 0)
    total = cards_in_play(len(hand.table.seats)) - sum(known.values())
    if not total:
        return known
    prompt = "Cards in the tricks not tapped, by each" if live else "Cards captured by each"
    home = jack_captor(turned, hand.dealer)

    def check(shares: Mapping[Side, int]) -> None:
        """Who turned up the jack took at least the trick it won."""
        if turned and home and not (known[home] or shares[home]):
            words = show.jack_of(hand.dealer, turned)
            raise Refused(words, "SCW-R11", "honour_without_trick")

    question = cards_question(hand, "rest" if live else "cards", prompt, total)
    shares = hand.ask(question, check=check)
    return {side: known[side] + shares[side] for side in hand.table.sides}


def quick_cards(hand: Hand) -> tuple[dict[Side, int], Suit | None]:
    """Everybody's cards, and the trump if the table wants it on the sheet, on one page."""
    total = cards_in_play(len(hand.table.seats))
    page: list[Question[Any]] = [
        trump_question(), cards_question(hand, "cards", "Tricks taken by each", total)
    ]  # fmt: skip
    trump, cards = hand.ask_together(lambda given: page, title="Just the result")
    return cards, trump if isinstance(trump, Suit) else None


def trump_question() -> Choice[object]:
    """The trump of a hand entered in short; nothing depends on it."""
    unsaid = option("none", label="not said")
    return Choice(
        "trump", "Trump? (for the sheet only)", "SCW-TURNUP", [*Suit, unsaid],
        columns=5, begins="none",
    )  # fmt: skip


def cards_question(
    hand: Hand, key: str, prompt: str, total: int, among: Sequence[Side] = ()
) -> Shares:
    """How `total` cards were shared out, given in cards or in tricks."""
    players = len(hand.table.seats)
    return Shares(
        key,
        prompt,
        "SCW-CARDS",
        among or hand.table.sides,
        0,
        total,
        total=total,
        step=players,
        lot="trick",
        unit="cards",
        hint=""
        if hand.mode == "quick"
        else f"Count cards ({total}) or tricks ({total // players}).",
    )


def count_honours(
    hand: Hand,
    trump: Suit | None,
    turned: Card | None,
    cards: Mapping[Side, int],
    known: Mapping[str, Side],
) -> Owners:
    """Who captured each honour; those tapped already are not asked again."""
    ranks = [rank for rank in HONOURS if rank not in known]
    if not ranks:
        return dict(known)
    jack = jack_captor(turned, hand.dealer)
    page = [owner_question(hand, rank, trump, cards, jack) for rank in ranks]
    found = hand.ask_together(
        lambda given: page,
        title="Who has the honours?",
        check=honours_check(ranks, known, cards),
    )
    return dict(known) | dict(zip(ranks, found, strict=True))


def owner_question(
    hand: Hand, rank: str, trump: Suit | None, cards: Mapping[Side, int], jack: Side | None
) -> Choice[Side]:
    """Who captured one honour; a side without a trick cannot have it, nor another a turned jack."""
    what, sides = briefly(rank, trump), hand.table.sides
    nobody = f"Every card is dealt and played, so somebody captured {what}: say who."

    def cannot(side: Side) -> str:
        if not cards[side]:
            return show.no_trick(side, rank)
        other = rank == "J" and jack is not None and side is not jack
        return show.jack_of(hand.dealer, Card("J", trump)) if other else ""

    def options() -> list[Option[Side]]:
        found: list[Option[Side]] = []
        for side in sides:
            no = cannot(side)
            found.append(option(side, refusal=no, code="honour_without_trick"))
            found += partners(side, no)
        (*_, last), code = sides, "honour_unassigned"
        return [*found, Option(last, "nobody", "nobody", refusal=nobody, code=code, hidden=True)]

    def accept(text: str) -> Side | None:
        named = (side for side in sides if text in (side.code, side.name))
        return next((side for side in named if not cannot(side)), None)

    rule = f"SCW-{WORDS[rank].upper()}"
    wide = columns(len(sides))
    return Choice(
        rank, f"Who captured {what}?", rule, options,
        accept=accept, columns=wide,
        short=what.removeprefix("the "), follows=True, inline=len(sides) < 6,
    )  # fmt: skip


def partners(side: Side, no: str = "") -> Sequence[Option[Side]]:
    """A side named by one of its players, understood when typed."""
    if len(side.seats) == 1:
        return ()
    return [
        Option(side, seat.name, seat.name, refusal=no, code="honour_without_trick", hidden=True)
        for seat in side.seats
    ]


def honours_check(
    ranks: Sequence[str], known: Mapping[str, Side], cards: Mapping[Side, int]
) -> Callable[..., None]:
    """Nobody holds more honours than cards."""

    def check(*owners: Side) -> None:
        held = dict(known) | dict(zip(ranks, owners, strict=True))
        for side, number in cards.items():
            mine = [rank for rank, owner in held.items() if owner is side]
            if len(mine) > number:
                names = listed((WORDS[rank] for rank in mine), "and")
                *_, last = ranks
                words = f"{side} captured {number} cards, which cannot hold {names}."
                raise Refused(words, "SCW-CARDS", "too_many_honours", last)

    return check
