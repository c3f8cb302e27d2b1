"""What a Kaiser hand scores, and when the game is over. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.kaiser import show
from companion.games.kaiser.facts import RAISE, Bid, Marks, Result, Take, decides_all
from companion.games.kaiser.house import House
from companion.ledger import Line
from companion.seating import Side
from companion.table import Outcome


def raises(result: Result, rules: House) -> bool:
    """True if this hand raises target and limit for itself and all that follow (KAI-R22)."""
    return rules.nt_raises_target == "on" and result.contract.bid.no_trump and result.made


def lines(result: Result, before: Mapping[Side, int], rules: House, marks: Marks) -> Iterator[Line]:
    """The declarers' lines, then the defenders'. `before` are the totals the hand began with."""
    declarers, bid = result.contract.declarer.side, result.contract.bid
    if decides_all(bid, rules):
        if rules.kaiser_pays == 52:
            points = 52 if result.made else -52
            yield Line(declarers, points, "KAI-R21", show.kaiser_paid(result.made))
        return
    yield from _declarers(declarers, bid, result.takes[declarers], rules)
    yield from _defenders(declarers.opponents, result, before[declarers.opponents], rules, marks)


def _pile_rules(take: Take) -> tuple[str, ...]:
    five = ("KAI-5H",) if take.five else ()
    three = ("KAI-3S",) if take.three else ()
    return ("KAI-PILE", "KAI-TRICK", *five, *three)


def _declarers(side: Side, bid: Bid, take: Take, rules: House) -> Iterator[Line]:
    """Made: the pile is added. Set: it is subtracted, or what the house rules say."""
    also = _pile_rules(take)
    if take.pile >= bid.points:
        points = take.pile
        yield Line(side, points, "KAI-MADE", show.bid_made(take, bid), also=also)
    else:
        points, why, more = lost(bid, take, rules)
        yield Line(side, points, "KAI-BROKEN", show.bid_set(take, bid, why), also=(*also, *more))
    if bid.no_trump and points:
        yield Line(side, points, "KAI-NT", show.DOUBLED)


def lost(bid: Bid, take: Take, rules: House) -> tuple[int, str, tuple[str, ...]]:
    """What going down costs before any doubling, in words, and by which ruling."""
    if rules.failed_contract == "bid_amount":
        return -bid.points, show.bid_lost(bid), ("KAI-R2",)
    if take.pile >= 0:
        return -take.pile, show.PILE_LOST, ()
    cost = {"lose_magnitude": take.pile, "literal": -take.pile, "zero": 0}[rules.broken_negative]
    return cost, show.BELOW_ZERO[rules.broken_negative], ("KAI-R4",)


def _defenders(
    side: Side, result: Result, start: int, rules: House, marks: Marks
) -> Iterator[Line]:
    """Defenders add their pile unless they began above the limit (KAI-DEFEND, KAI-LIMIT)."""
    take, bid = result.takes[side], result.contract.bid
    also, frozen = _pile_rules(take), marks.frozen(start)
    if frozen and not _thaws(take, result.takes[side.opponents], rules):
        yield Line(side, 0, "KAI-LIMIT", show.not_added(take, start, marks), also=also)
        return
    if frozen:
        yield Line(side, take.pile, "KAI-LIMIT", show.added_all_the_same(take, marks), also=also)
    else:
        yield Line(side, take.pile, "KAI-DEFEND", show.taken(take), also=also)
    double = bid.no_trump and rules.nt_doubles_defenders == "yes"
    if double and take.pile:
        yield Line(side, take.pile, "KAI-R3", show.DOUBLED_TOO)
    gained = take.pile * (2 if double else 1)
    cap = marks.target - rules.min_bid
    if rules.defender_cap == "at_limit" and gained > 0 and start + gained > cap:
        back = max(cap, start) - start - gained
        yield Line(side, back, "KAI-R5", show.capped(cap))


def _thaws(take: Take, theirs: Take, rules: House) -> bool:
    """True if what frozen defenders took counts all the same (KAI-LIMIT)."""
    if take.pile < 0:
        return rules.frozen_pile != "nothing"
    return rules.frozen_pile == "larger_adds" and take.pile > theirs.pile


# -- the end -------------------------------------------------------------------------------------


def ending(
    result: Result,
    before: Mapping[Side, int],
    totals: Mapping[Side, int],
    rules: House,
    marks: Marks,
) -> tuple[Outcome | None, show.Words | None]:
    """How the game ended; or, where a side is at the target and it goes on, why (words, rule)."""
    declarers, bid = result.contract.declarer.side, result.contract.bid
    if decides_all(bid, rules) and rules.kaiser_pays == "game":
        winner = declarers if result.made else declarers.opponents
        return Outcome((winner,), "KAI-R21", show.kaiser_decides(result)), None
    if fallen := [
        side for side in totals if rules.lose_at != "none" and totals[side] <= rules.lose_at
    ]:
        return _fallen(fallen, totals, rules), None
    there = [side for side in totals if totals[side] >= target_of(side, result, rules, marks)]
    over = [side for side in there if _may_win(side, result, before, rules, marks)]
    if over:
        outcome = _winner(over, result, totals, rules, marks)
        return outcome, None if outcome else (show.level(over, totals), "KAI-R8")
    if there:
        return None, (show.goes_on(there, totals, rules), "KAI-R7")
    return None, None


def target_of(side: Side, result: Result, rules: House, marks: Marks) -> int:
    """What a side has to reach in this hand: ten more after its no-trump bid, where that is so."""
    declares = side is result.contract.declarer.side
    asked = rules.nt_raises_target == "no_trump_hand" and declares and result.contract.bid.no_trump
    return marks.target + RAISE if asked else marks.target


def _may_win(
    side: Side, result: Result, before: Mapping[Side, int], rules: House, marks: Marks
) -> bool:
    """True if this side, which is at the target, can win by this hand (KAI-R7)."""
    if rules.win_rule == "higher_score" or rules.win_rule == "bidders_first":
        return True
    if side is not result.contract.declarer.side or not result.made:
        return False
    covers = before[side] + result.contract.bid.worth >= marks.target
    return rules.win_rule == "must_bid" or covers


def _fallen(fallen: list[Side], totals: Mapping[Side, int], rules: House) -> Outcome:
    """A side has fallen to the floor: the other wins, or the higher of two that have (KAI-R10)."""
    words = show.fallen(fallen, totals, rules)
    if len(fallen) == 1:
        (loser,) = fallen
        return Outcome((loser.opponents,), "KAI-R10", words)
    high = max(totals.values())
    winners = tuple(side for side in fallen if totals[side] == high)
    return Outcome(winners if len(winners) == 1 else (), "KAI-R10", words)


def _winner(
    over: list[Side], result: Result, totals: Mapping[Side, int], rules: House, marks: Marks
) -> Outcome | None:
    """Who of those at the target has won; None when another hand is played."""
    declarers = result.contract.declarer.side
    if len(over) == 1:
        (alone,) = over
        target = target_of(alone, result, rules, marks)
        by_score = rules.win_rule == "higher_score" or rules.win_rule == "bidders_first"
        rule = "KAI-TARGET" if by_score else "KAI-R7"
        return Outcome((alone,), rule, show.reached(alone, totals[alone], target))
    if rules.win_rule == "bidders_first":
        return Outcome((declarers,), "KAI-R7", show.BIDDERS_FIRST)
    high = max(over, key=lambda side: totals[side])
    if totals[high] > totals[high.opponents]:
        return Outcome((high,), "KAI-WIN", show.HIGHER_WINS)
    if rules.tie_at_end == "play_on":
        return None
    if rules.tie_at_end == "declarers":
        return Outcome((declarers,), "KAI-TIE", show.DECLARERS_HAVE_IT)
    return Outcome((), "KAI-TIE", show.DRAW)
