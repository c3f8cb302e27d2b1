"""Très, for two players: the agreed number of deals; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.ledger import gains, highest
from companion.engine.table import Part
from companion.games.tres import score
from companion.games.tres.entry import at_once, totals, trick_by_trick
from companion.games.tres.facts import CELLS, POSSIBLE_TOTALS, TRICKS, TRUMP, Deal, say
from companion.games.tres.house import Hand, Table
from companion.seating import Seat


def play(table: Table) -> None:
    dealer, scored, further = table.first_dealer, 0, 0
    while True:
        deals = score.deals_to_play(table.rules, scored, further, table.ledger.totals)
        if deals:
            further = deals - table.rules.deals if table.rules.deals != "open" else 0
            over = scored >= deals
        else:
            over = table.closing and scored > 0
        if over:
            break
        hand = table.deal(dealer)
        deals = score.deals_to_play(hand.rules, scored, further, table.ledger.totals)
        table.length = deals or None
        opening(hand, scored + 1, deals)
        found = dealt(hand)
        dealer = hand.dealer
        if found is not None:
            scored += 1
            dealer = score.next_dealer(hand.dealer, hand.lines, hand.rules)
    table.outcome = score.ending(table.ledger.totals)


def dealt(hand: Hand) -> Deal | None:
    """One deal to its score; None when it was void."""
    mode = hand.entry("guided", "keys", "quick", "totals")
    deal = {"totals": totals, "quick": at_once}.get(mode, trick_by_trick)(hand)
    for each in deal.revokes:
        hand.tell(say.revoked(of=each))
    hand.panels.clear()
    if score.void(deal, hand.rules):
        hand.nothing(say.void(), say.dealt_again())
        return None
    hand.result = deal
    lines = list(score.lines(deal, hand.rules))
    shown(hand, deal, gains(lines, hand.table.seats))
    hand.post(lines)
    return deal


def opening(hand: Hand, number: int, deals: int) -> None:
    """Which deal of how many (0: of no fixed number), who gets how many cards, who leads."""
    other = hand.dealer.left
    hand.numbered(Part("deal", number, deals))
    hand.facts["trump"] = TRUMP.value
    hand.tell(say.deals(dealer=hand.dealer, other=other))
    hand.tell(say.other_leads(other=other))


def shown(hand: Hand, deal: Deal, points: Mapping[Seat, int]) -> None:
    for seat in deal.points if deal.tally else ():
        for value, column in CELLS.items():
            assert deal.tally is not None
            hand.cell(column, deal.tally.tricks_of(seat, value), seat)
    high, best = highest(points)
    takes = say.takes_deal(who=best[0], high=high, low=min(points.values()))
    hand.summary = takes if len(best) == 1 else say.level(points=high)


def holds(replay: Replay) -> Iterator[str]:
    """Seventeen tricks and a total that the rules can make in every deal."""
    for hand, found in replay.results(Deal):
        if tally := found.tally:
            tricks = sum(sum(kinds.values()) for kinds in tally.won.values())
            if tricks != TRICKS:
                yield f"deal {hand.number}: {tricks} tricks"
        total = sum(found.points.values())
        if total not in POSSIBLE_TOTALS:
            yield f"deal {hand.number}: a total of {total}"
