"""A hand of Scotch Whist that ends otherwise: a claim in mid-hand, or a revoke that loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.cards import Card, Suit
from companion.games.scotch_whist import show
from companion.games.scotch_whist.deck import (
    ALL_HONOURS,
    HONOURS,
    POINTS,
    WORDS,
    briefly,
    cards_in_play,
    dealt,
    named,
    needed,
    quota,
)
from companion.games.scotch_whist.facts import Haul, jack_captor
from companion.games.scotch_whist.house import Hand
from companion.games.scotch_whist.piles import cards_question
from companion.games.scotch_whist.score import for_cards
from companion.questions import Choice, Count, Option, Refused, Several, option
from companion.seating import Side
from companion.words import counted, does, verb

PLAYED = "played out"


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a hand was not played out, and whose doing it was."""

    side: Side
    revoked: bool

    @property
    def code(self) -> str:
        """The short text of a record."""
        return f"{'revoke' if self.revoked else 'claim'} {self.side.code}"


def ending(hand: Hand, turned: Card | None, *, claims: bool) -> Ending | None:
    """How the hand ended, asked only where the house rules leave a choice; None: played out."""
    revokes = hand.rules.revoke == "lose_game"
    if not claims and not revokes:
        return None
    found: list[Option[object]] = [option(PLAYED, set_apart=True)]
    jack = jack_captor(turned, hand.dealer)
    for side in hand.table.sides if claims else ():
        short = out_of_reach(hand, side, jack)
        label = f"{does(side, 'claim')} {needed(hand.rules)}"
        found.append(
            option(Ending(side, False), label=label, refusal=short, code="claim_out_of_reach")
        )
    for side in hand.table.sides if revokes else ():
        found.append(option(Ending(side, True), "loses the game", label=f"{side} revoked"))
    rule = "SCW-R3" if claims else "SCW-R4"
    answer = hand.ask(Choice[object]("ended", "How did the hand end?", rule, found))
    return answer if isinstance(answer, Ending) else None


def best(hand: Hand, side: Side, honours: int) -> int:
    """The most a side can stand on with so many honour points, short of the last trick."""
    players = len(hand.table.seats)
    cards = (quota(players) - 1) * players
    over = for_cards(cards, dealt(players, hand.rules), hand.rules)
    return hand.table.ledger.total(side) + honours + over


def out_of_reach(hand: Hand, side: Side, jack: Side | None) -> str:
    """Why a side cannot claim in this hand, if it cannot; `jack` has the one turned up."""
    honours = ALL_HONOURS if jack in (None, side) else ALL_HONOURS - POINTS["J"]
    most, need = best(hand, side, honours), needed(hand.rules)
    return f"{side} can have {most} at most before the last trick." if most < need else ""


# -- a claim -------------------------------------------------------------------------------------


def claimed(hand: Hand, side: Side, turned: Card | None) -> Haul:
    """What lies captured when a claim stops the hand; the claim must be good."""
    trump, jack = turned.suit if turned else None, jack_captor(turned, hand.dealer)
    mine = claimant_honours(hand, side, trump, jack)
    tricks = claimant_tricks(hand, side, mine)
    cards = other_cards(hand, side, tricks)
    owners = dict.fromkeys(mine, side)
    owners |= other_honours(hand, side, trump, mine, cards, jack)
    hand.tell(f"{does(side, 'claim')}: the hand stops here.", "SCW-R3")
    return Haul(cards, owners, trump, len(hand.table.seats))


def claimant_honours(
    hand: Hand, side: Side, trump: Suit | None, jack: Side | None
) -> tuple[str, ...]:
    found: tuple[str, ...] = hand.ask(
        Several(
            "claim honours",
            f"Which honours {verb('have', side)} {side} captured so far?",
            "SCW-R3",
            [
                option(
                    rank,
                    f"counts {POINTS[rank]}",
                    label=named(rank, trump),
                    refusal=others_jack(hand, rank, trump, side, jack),
                )
                for rank in HONOURS
            ],
            columns=1,
        ),
        title=f"{does(side, 'claim')} {needed(hand.rules)}",
        check=partial(enough_honours, hand, side),
    )
    return found


def others_jack(
    hand: Hand, rank: str, trump: Suit | None, side: Side | str, jack: Side | None
) -> str:
    """Why a turned-up trump jack cannot be with this side (SCW-R11); "" if it can."""
    if rank != "J" or jack is None or side is jack:
        return ""
    return show.jack_of(hand.dealer, Card("J", trump))


def enough_honours(hand: Hand, side: Side, ranks: tuple[str, ...]) -> None:
    """Refuses a claim that no number of tricks could make good."""
    no = too_few(hand, side, ranks)
    if len(no) == quota(len(hand.table.seats)):
        raise Refused(no[max(no)], "SCW-R3", "claim_not_good")


def worth(ranks: tuple[str, ...]) -> int:
    """What honours are worth together."""
    return sum(POINTS[rank] for rank in ranks)


def too_few(hand: Hand, side: Side, mine: tuple[str, ...]) -> dict[int, str]:
    """Numbers of tricks that cannot be the claimant's, with the reason."""
    players, need = len(hand.table.seats), needed(hand.rules)
    tricks, start = quota(players), hand.table.ledger.total(side) + worth(mine)
    no: dict[int, str] = {}
    for number in range(tricks):
        over = for_cards(number * players, dealt(players, hand.rules), hand.rules)
        stands = start + over
        won = counted(number, "trick") if number else "0 tricks"
        if stands < need:
            no[number] = f"With {won} {does(side, 'stand')} on {stands}, not {need}."
        elif number * players < len(mine):
            no[number] = f"{won} cannot hold {counted(len(mine), 'honour')}."
        elif (tricks - number) * players < len(HONOURS) - len(mine):
            no[number] = f"With {won} no room is left for the other honours."
    return no


def claimant_tricks(hand: Hand, side: Side, mine: tuple[str, ...]) -> int:
    """How many tricks the claimant has won; too few to make the claim good are struck out."""
    return hand.ask(
        Count(
            "claim tricks",
            f"How many tricks {verb('have', side)} {side} won so far?",
            "SCW-R3",
            0,
            quota(len(hand.table.seats)) - 1,
            impossible=too_few(hand, side, mine),
            unit="tricks",
        )
    )


def other_cards(hand: Hand, side: Side, tricks: int) -> dict[Side, int]:
    """The cards of everybody when the claim stops the hand."""
    players, others = len(hand.table.seats), side.others
    most = quota(players) - 1
    played = tricks
    if tricks < most:
        played = hand.ask(
            Count("tricks played", "How many tricks were played?", "SCW-R3", tricks, most)
        )
    left = (played - tricks) * players
    shares = dict.fromkeys(others, left)
    if left and len(others) > 1:
        prompt = f"Cards captured by the others in {played - tricks} tricks"
        shares = hand.ask(cards_question(hand, "cards", prompt, left, others))
    return {each: tricks * players if each is side else shares[each] for each in hand.table.sides}


def other_honours(
    hand: Hand,
    side: Side,
    trump: Suit | None,
    mine: tuple[str, ...],
    cards: Mapping[Side, int],
    jack: Side | None,
) -> dict[str, Side]:
    """Who of the others has which honour; the rest are not yet played."""
    ranks = [rank for rank in HONOURS if rank not in mine]
    holders = [other for other in side.others if cards[other]]
    if not ranks or not holders:
        return {}
    unplayed = cards_in_play(len(hand.table.seats)) - sum(cards.values())
    out = option("out", label="not yet played", set_apart=True)
    page = [
        Choice[object](
            rank,
            f"Who captured {briefly(rank, trump)}?",
            f"SCW-{WORDS[rank].upper()}",
            [
                *(
                    option(each, refusal=others_jack(hand, rank, trump, each, jack))
                    for each in holders
                ),
                out,
            ],
        )
        for rank in ranks
    ]

    def room(*owners: object) -> None:
        for where, space in [*((h, cards[h]) for h in holders), ("out", unplayed)]:
            if owners.count(where) > space:
                name = "the unplayed cards" if where == "out" else str(where)
                *_, last = ranks
                words = f"{name}: {space} cards cannot hold {owners.count(where)} honours."
                raise Refused(words, "SCW-CARDS", "too_many_honours", last)

    answers = hand.ask(*page, title="The other honours", check=room)
    found = (answers,) if len(ranks) == 1 else answers
    return {rank: who for rank, who in zip(ranks, found, strict=True) if isinstance(who, Side)}
