"""A hand of Scotch Whist that ends otherwise: a claim in mid-hand, or a revoke that loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.cards import Card, Suit
from companion.games.scotch_whist import facts
from companion.games.scotch_whist.facts import ALL_HONOURS, HONOURS, POINTS, RULES, Haul, say
from companion.games.scotch_whist.house import Hand
from companion.games.scotch_whist.piles import cards, not_yours
from companion.games.scotch_whist.score import for_cards
from companion.questions import Choice, Count, Refused, Several, option
from companion.said import Sentence, Text
from companion.seating import Seat, Side
from companion.words import counted, does

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
    """The end of the hand, asked only if the house rules leave a choice. None: played out."""
    revokes, sides = hand.rules.revoke == "lose_game", hand.table.sides
    if not claims and not revokes:
        return None
    jack = facts.jack_captor(turned, hand.dealer)
    too_far = {side: out_of_reach(hand, side, jack) for side in sides}

    def why_not(end: object) -> Text:
        return too_far[end.side] if isinstance(end, Ending) and not end.revoked else ""

    need = facts.needed(hand.rules)
    claim = [option(Ending(side, False), label=f"{does(side, 'claim')} {need}") for side in sides]
    revoke = [
        option(Ending(side, True), "loses the game", label=f"{side} revoked") for side in sides
    ]
    answer = hand.ask(Choice[object](
        "ended", say.how_ended(), "SCW-R3" if claims else "SCW-R4",
        options=[option(PLAYED, set_apart=True), *claim * claims, *revoke * revokes],
        why_not=why_not,
    ))  # fmt: skip
    return answer if isinstance(answer, Ending) else None


def out_of_reach(hand: Hand, side: Side, jack: Side | None) -> Text:
    """Why a side cannot claim in this hand, if it cannot; `jack` has the one turned up."""
    honours = ALL_HONOURS if jack in (None, side) else ALL_HONOURS - POINTS["J"]
    players = len(hand.table.seats)
    cards = (facts.quota(players) - 1) * players  # all but the last trick
    over = for_cards(cards, facts.dealt(players, hand.rules), hand.rules)
    most = hand.table.ledger.total(side) + honours + over
    return say.claim_out_of_reach(side=side, most=most) if most < facts.needed(hand.rules) else ""


def claimed(hand: Hand, side: Side, turned: Card | None) -> Haul:
    """The cards captured when a claim stops the hand. The claim must be good."""
    trump, jack = turned.suit if turned else None, facts.jack_captor(turned, hand.dealer)
    mine = claimed_honours(hand, side, trump, jack)
    tricks = hand.ask(Count(
        "claim tricks", say.claim_tricks(side=side), high=facts.quota(len(hand.table.seats)) - 1,
        impossible=too_few(hand, side, mine), unit="tricks",
    ))  # fmt: skip
    shares = other_cards(hand, side, tricks)
    owners = dict.fromkeys(mine, side)
    owners |= other_honours(hand, side, trump, mine, shares, jack)
    hand.tell(say.claims(side=side))
    return Haul(shares, owners, trump, len(hand.table.seats))


def claimed_honours(
    hand: Hand, side: Side, trump: Suit | None, jack: Side | None
) -> tuple[str, ...]:
    dealer = hand.dealer
    honours: tuple[str, ...] = hand.ask(
        Several(
            "claim honours", say.claim_honours(side=side),
            options=[
                option(rank, f"counts {POINTS[rank]}", label=facts.named(rank, trump))
                for rank in HONOURS
            ],
            why_not=lambda rank: others_jack(dealer, rank, trump, side, jack),
            columns=1,
        ),
        title=say.claims__target(side=side, need=facts.needed(hand.rules)),
        check=partial(enough_honours, hand, side),
    )  # fmt: skip
    return honours


def others_jack(
    dealer: Seat, rank: str, trump: Suit | None, side: object, jack: Side | None
) -> Text:
    """Why a turned-up trump jack cannot be with this side (SCW-R11); "" if it can."""
    return "" if rank != "J" or jack is None or side is jack else not_yours(dealer, trump)


def enough_honours(hand: Hand, side: Side, ranks: tuple[str, ...]) -> None:
    """Refuses a claim that no number of tricks could make good."""
    no = too_few(hand, side, ranks)
    if len(no) == facts.quota(len(hand.table.seats)):
        raise Refused(no[max(no)], code="claim_not_good")


def too_few(hand: Hand, side: Side, mine: tuple[str, ...]) -> dict[int, Sentence]:
    """Numbers of tricks that cannot be the claimant's, with the reason."""
    players, need = len(hand.table.seats), facts.needed(hand.rules)
    tricks = facts.quota(players)
    start = hand.table.ledger.total(side) + sum(POINTS[rank] for rank in mine)
    no: dict[int, Sentence] = {}
    for number in range(tricks):
        stands = start + for_cards(number * players, facts.dealt(players, hand.rules), hand.rules)
        won = counted(number, "trick") if number else "0 tricks"
        if stands < need:
            no[number] = say.not_allowed(tricks=won, side=side, total=stands, need=need)
        elif number * players < len(mine):
            no[number] = say.not_allowed__hold(tricks=won, honours=len(mine))
        elif (tricks - number) * players < len(HONOURS) - len(mine):
            no[number] = say.not_allowed__honours(tricks=won)
    return no


def other_cards(hand: Hand, side: Side, tricks: int) -> dict[Side, int]:
    """The cards of everybody when the claim stops the hand."""
    players, others = len(hand.table.seats), side.others
    most = facts.quota(players) - 1
    played = tricks
    if tricks < most:
        played = hand.ask(Count(
            "tricks played", say.tricks_played(), low=tricks, high=most,
        ))  # fmt: skip
    left = (played - tricks) * players
    shares = dict.fromkeys(others, left)
    if left and len(others) > 1:
        asks = say.cards__others(tricks=played - tricks)
        shares = hand.ask(cards(hand, "cards", asks, left, others))
    return {each: tricks * players if each is side else shares[each] for each in hand.table.sides}


def other_honours(
    hand: Hand, side: Side, trump: Suit | None, mine: tuple[str, ...], shares: Mapping[Side, int],
    jack: Side | None,
) -> dict[str, Side]:  # fmt: skip
    """Ask for the honours of the other players. The rest are not yet played."""
    ranks = [rank for rank in HONOURS if rank not in mine]
    holders = [other for other in side.others if shares[other]]
    if not ranks or not holders:
        return {}
    unplayed = facts.cards_in_play(len(hand.table.seats)) - sum(shares.values())
    dealer, out = hand.dealer, option("out", label="not yet played", set_apart=True)

    def captor(rank: str) -> Choice[object]:
        what = facts.briefly(rank, trump)
        return Choice(
            rank, say.who_captured(what=what), RULES[rank], options=[*holders, out],
            why_not=lambda who: "" if who == "out" else others_jack(dealer, rank, trump, who, jack),
        )  # fmt: skip

    def honours_fit(*owners: object) -> None:
        for where, space in [*((h, shares[h]) for h in holders), ("out", unplayed)]:
            if (honours := owners.count(where)) > space:
                name = "the unplayed cards" if where == "out" else str(where)
                no = say.too_many_honours__claim(where=name, cards=space, honours=honours)
                raise Refused(no, key=ranks[-1])

    answers = hand.ask(*map(captor, ranks), title=say.the_others(), check=honours_fit)
    captors = (answers,) if len(ranks) == 1 else answers
    return {rank: who for rank, who in zip(ranks, captors, strict=True) if isinstance(who, Side)}
