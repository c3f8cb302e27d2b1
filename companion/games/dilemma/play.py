"""Dilemma, for two players: whole deals until somebody is at the target; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.cards import RANKS, Card, Pack
from companion.engine.game import Replay
from companion.engine.ledger import highest
from companion.engine.table import Part
from companion.games.dilemma import score
from companion.games.dilemma.entry import forfeit, trick_by_trick
from companion.games.dilemma.facts import TRICKS, VALUES, Deal, Pile, bounds, say
from companion.games.dilemma.house import Hand, Table
from companion.questions import Cards, Refused, Shares
from companion.seating import Seat
from companion.words import counted

RANK_PACK = Pack(tuple(Card(rank, None) for rank in RANKS), copies=4)
"""Score cards by rank alone, for piles counted at the end of a deal."""
RANK_NAMES = {"K": "kings", "Q": "queens", "J": "jacks", "A": "aces"}


def play(table: Table) -> None:
    dealer = table.first_dealer
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        table.at_target = say.at_target(ties=hand.rules.tie_at_target == "play_on")
        opening(hand)
        deal = dealt(hand)
        hand.panels.clear()
        if deal is None:
            hand.nothing(say.nobody_has_it(), say.dealt_again())
            dealer = hand.dealer
            continue
        hand.result = deal
        shown(hand, deal)
        hand.post(score.lines(deal))
        over = [side for side in table.sides if hand.totals[side] >= hand.rules.target]
        table.outcome = score.ending(hand.totals, hand.rules)
        if over and hand.rules.end_when == "deal_end":
            hand.tell(say.target_reached(sides=over, target=hand.rules.target))
            if table.outcome is None:
                hand.tell(say.level_on(total=table.ledger.best))
        dealer = score.next_dealer(hand.dealer, deal, hand.rules)


def dealt(hand: Hand) -> Deal | None:
    """One deal, in the way it is entered; None when it was thrown in (DIL-R6)."""
    mode = hand.entry("guided", "tricks", "scores", "quick")
    if mode == "guided" or mode == "tricks":
        return trick_by_trick(hand)
    deal = score_cards(hand) if mode == "scores" else totals(hand)
    return Deal(deal.piles, forfeit(hand, deal.piles), deal.stopped)


def score_cards(hand: Hand) -> Deal:
    """The score cards each player kept, by rank."""
    one, two = hand.table.seats
    before, rules = hand.table.ledger.totals, hand.rules

    def piles(*cards: tuple[Card, ...]) -> dict[Seat, Pile]:
        kept = ([VALUES[card.rank] for card in each] for each in cards)
        return dict(zip((one, two), map(Pile.of, kept), strict=True))

    def check(first: tuple[Card, ...], second: tuple[Card, ...]) -> None:
        both = [*first, *second]
        for rank in RANKS:
            if sum(card.rank == rank for card in both) > 4:
                raise Refused(say.too_many_copies(ranks=RANK_NAMES.get(rank, f"{rank}s")))
        if len(both) > TRICKS or (
            len(both) < TRICKS and not score.may_stop(piles(first, second), before, rules)
        ):
            raise Refused(say.wrong_total__cards(one=len(first), two=len(second)))
        score.check_stop(piles(first, second), before, rules)

    page = [
        Cards(
            f"cards {seat.code}", say.score_cards(who=seat), "", RANK_PACK, 0, TRICKS,
            worth=worth, short=f"Score cards {seat} kept", by=seat,
        )
        for seat in (one, two)
    ]  # fmt: skip
    first, second = hand.ask_together(lambda given: page, title="Just the result", check=check)
    return Deal(piles(first, second), stopped=len(first) + len(second) < TRICKS)


def worth(cards: Sequence[Card]) -> str:
    return str(sum(VALUES[card.rank] for card in cards))


def totals(hand: Hand) -> Deal:
    """Tricks and points of both, held against what so many cards can be worth."""
    seats, before, rules = hand.table.seats, hand.table.ledger.totals, hand.rules

    def piles(tricks: Mapping[Seat, int], points: Mapping[Seat, int]) -> dict[Seat, Pile]:
        return {seat: Pile(tricks[seat], points[seat]) for seat in seats}

    def check(tricks: dict[Seat, int], points: dict[Seat, int]) -> None:
        number, points_sum = sum(tricks.values()), sum(points.values())
        haul = piles(tricks, points)
        if number > TRICKS or (number < TRICKS and not score.may_stop(haul, before, rules)):
            raise Refused(say.wrong_total__tricks(number=number), key="tricks")
        for seat in seats:
            low, high = bounds(tricks[seat])
            if not low <= points[seat] <= high:
                facts = {"tricks": tricks[seat], "points": points[seat]}
                raise Refused(say.points_impossible(**facts, low=low, high=high))
        low, high = bounds(number)
        if not low <= points_sum <= high:
            raise Refused(say.points_impossible__both(made=points_sum, low=low, high=high))
        score.check_stop(haul, before, rules)

    total = None if rules.end_when == "at_once" else TRICKS
    page = [
        Shares("tricks", say.tricks_won(), "", seats, 0, TRICKS, total=total, unit="tricks"),
        Shares("points", say.points_kept(), "", seats, 0, 167),
    ]  # fmt: skip
    tricks, points = hand.ask_together(lambda given: page, title="The totals", check=check)
    return Deal(piles(tricks, points), stopped=sum(tricks.values()) < TRICKS)


def opening(hand: Hand) -> None:
    leader = hand.dealer.left
    hand.numbered(Part("deal", hand.number))
    hand.facts["leader"] = leader.code
    hand.tell(say.deals(dealer=hand.dealer))
    hand.tell(say.leads(leader=leader))
    hand.tell(say.both_draw(first=hand.rules.draw_order == "winner_first"))


def shown(hand: Hand, deal: Deal) -> None:
    hand.numbered(Part("deal", hand.number))
    for seat, each in deal.piles.items():
        hand.cell("tricks", each.tricks, seat)
        hand.cell("cards", kept(each), seat)
    points = {seat: deal.points(seat) for seat in deal.piles}
    high, best = highest(points)
    takes = say.takes_deal(who=best[0], high=high, low=min(points.values()))
    hand.summary = takes if len(best) == 1 else say.level(points=high)


def kept(pile: Pile) -> str:
    """The values of a player's score cards, as printed on the sheet beside their sum."""
    if pile.kept is None:
        return counted(pile.tricks, "score card")
    return " ".join(map(str, pile.kept)) or "–"


def holds(replay: Replay) -> Iterator[str]:
    """Thirteen tricks a deal, unless it stopped at once."""
    for hand, deal in replay.results(Deal):
        tricks = sum(pile.tricks for pile in deal.piles.values())
        if not deal.stopped and tricks != TRICKS:
            yield f"deal {hand.number}: {tricks} tricks"
