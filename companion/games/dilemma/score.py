"""The score of a deal of Dilemma, and the end of the game. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.dilemma.facts import VALUES, Deal, Pile, say
from companion.games.dilemma.house import House
from companion.questions import Refused
from companion.seating import Seat, Side
from companion.words import listed


def lines(deal: Deal) -> Iterator[Line]:
    """One line a player for the deal, and the lines of a forfeited trick."""
    for seat, pile in deal.piles.items():
        yield line(seat, pile.points, say.pile(pile=pile), "DIL-LAST", "DIL-CARRY")
    if moved := deal.forfeit:
        yield line(moved.who, -moved.points, say.forfeited(moved=moved))
        yield line(moved.who.left, moved.points, say.gained(moved=moved))


def there(deal: Deal, before: Mapping[Side, int], rules: House) -> Seat | None:
    """The first player in seat order who has reached the target in this deal so far, or None."""
    return next((s for s in deal.piles if before[s.side] + deal.points(s) >= rules.target), None)


def may_stop(piles: Mapping[Seat, Pile], before: Mapping[Side, int], rules: House) -> bool:
    """True if a deal may have ended early: at once, by somebody at the target (DIL-R2)."""
    return rules.end_when == "at_once" and there(Deal(dict(piles)), before, rules) is not None


def check_stop(piles: Mapping[Seat, Pile], before: Mapping[Side, int], rules: House) -> None:
    """Check, if the first at the target ends the game, that one player is there by the last trick.

    Raise Refused if the piles contradict this.
    """
    if rules.end_when != "at_once":
        return
    target = rules.target
    after = {seat: before[seat.side] + pile.points for seat, pile in piles.items()}
    over = [seat for seat in after if after[seat] >= target]
    if len(over) > 1:
        raise Refused(say.both_at_target(names=listed(over, "and"), target=target))
    for seat in over:
        pile = piles[seat]
        most = max(pile.kept) if pile.kept else max(VALUES.values())
        if after[seat] - most >= target:
            raise Refused(say.beyond_target(who=seat, total=after[seat], target=target))


def next_dealer(dealer: Seat, deal: Deal, rules: House) -> Seat:
    """The dealer after a deal: in turn, or its loser (DIL-R1)."""
    _, best = highest({seat: deal.points(seat) for seat in deal.piles})
    loser_deals = rules.next_dealer != "alternate" and len(best) == 1
    return best[0].left if loser_deals else dealer.left


def ending(totals: Mapping[Side, int], rules: House) -> Outcome | None:
    """The end of the game. None if another deal is played (DIL-TARGET, DIL-TIE)."""
    over = [side for side in totals if totals[side] >= rules.target]
    if not over:
        return None
    if rules.end_when == "at_once" and len(over) == 1:
        return won(say.is_first(sides=over, target=rules.target), over)
    high, best = highest(totals)
    if len(best) == 1:
        return won(say.is_higher(sides=best, high=high, low=min(totals.values())), best)
    return won(say.shared(total=high), best) if rules.tie_at_target == "shared" else None
