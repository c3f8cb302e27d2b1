"""The score of a Kaiser hand, and the end of the game. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.ledger import Line, highest, line
from companion.engine.table import Outcome, won
from companion.games.kaiser.facts import (
    RAISE,
    Bid,
    Marks,
    Result,
    Take,
    decides_all,
    kaiser_decides,
    say,
)
from companion.games.kaiser.house import House
from companion.said import Sentence
from companion.seating import Side
from companion.words import does, listed, with_minus

Totals = Mapping[Side, int]


def raises(result: Result, rules: House) -> bool:
    """True if this hand raises target and limit for itself and all that follow (KAI-R22)."""
    raising = rules.nt_raises_target == "on" and rules.ends != "hands"
    return raising and result.contract.bid.no_trump and result.made


def lines(result: Result, before: Totals, rules: House, marks: Marks) -> Iterator[Line]:
    """The declarers' lines, then the defenders'. `before` are the totals the hand began with."""
    declarers, bid = result.contract.declarer.side, result.contract.bid
    if decides_all(bid, rules):
        if not kaiser_decides(rules):
            points = 52 if result.made else -52
            yield line(declarers, points, say.kaiser_pays(made=result.made))
        return
    yield from _declarers(declarers, bid, result.takes[declarers], rules)
    others = declarers.opponents
    yield from _defenders(others, result, before[others], rules, marks)


def _declarers(side: Side, bid: Bid, take: Take, rules: House) -> Iterator[Line]:
    """Made: the pile is added. Set: it is subtracted, or what the house rules say."""
    points, more = take.pile, tuple[str, ...]()
    if take.pile >= bid.points:
        yield line(side, points, say.made(take=take, bid=bid), *take.rules)
    else:
        points, why, more = lost(bid, take, rules)
        yield line(side, points, say.broken(take=take, bid=bid, why=why), *take.rules, *more)
    if bid.no_trump and points:
        yield line(side, points, say.doubled())


def lost(bid: Bid, take: Take, rules: House) -> tuple[int, Sentence, tuple[str, ...]]:
    """The cost of a set before any doubling, in words, and its ruling."""
    if rules.failed_contract == "bid_amount":
        return -bid.points, say.bid_lost(bid=bid), ("KAI-R2",)
    if take.pile >= 0:
        return -take.pile, say.pile_lost(), ()
    if rules.broken_negative == "lose_magnitude":
        return take.pile, say.below_lost(), ("KAI-R4",)
    if rules.broken_negative == "literal":
        return -take.pile, say.below_subtracted(), ("KAI-R4",)
    return 0, say.below_nothing(), ("KAI-R4",)


def _defenders(
    side: Side, result: Result, start: int, rules: House, marks: Marks
) -> Iterator[Line]:
    """Defenders add their pile unless they began above the limit (KAI-DEFEND, KAI-LIMIT)."""
    take, also = result.takes[side], result.takes[side].rules
    if not marks.frozen(start):
        yield line(side, take.pile, say.defend(take=take), *also)
    elif not _thaws(take, result.takes[side.opponents], rules):
        no = {"take": take, "start": start, "limit": marks.limit}
        yield line(side, 0, say.not_added(**no), *also)
        return
    elif take.pile < 0:
        yield line(side, take.pile, say.still_lost(take=take, limit=marks.limit), *also)
    else:
        yield line(side, take.pile, say.larger_adds(take=take, limit=marks.limit), *also)
    double = result.contract.bid.no_trump and rules.nt_doubles_defenders == "yes"
    if double and take.pile:
        yield line(side, take.pile, say.doubled_too())
    gained = take.pile * (2 if double else 1)
    cap = marks.cap(rules)
    if cap is not None and gained > 0 and start + gained > cap:
        yield line(side, max(cap, start) - start - gained, say.capped(cap=cap))


def _thaws(take: Take, theirs: Take, rules: House) -> bool:
    """True if what frozen defenders took counts all the same (KAI-LIMIT)."""
    if take.pile < 0:
        return rules.frozen_pile != "nothing"
    return rules.frozen_pile == "larger_adds" and take.pile > theirs.pile


def ending(
    result: Result, before: Totals, totals: Totals, rules: House, marks: Marks, scored: int
) -> tuple[Outcome | None, Sentence | None]:
    """The end of the game after so many scored hands. If it goes on though it could end, the
    reason."""
    outcome, why = None, None
    if marks.target is not None:
        outcome, why = by_total(result, before, totals, rules, marks)
    if outcome is None and rules.ends != "score" and scored >= rules.hands:
        return after_last(result, totals, rules, scored)
    return outcome, why


def after_last(
    result: Result, totals: Totals, rules: House, scored: int
) -> tuple[Outcome | None, Sentence | None]:
    """The end after the last hand: the higher total wins (KAI-HANDS)."""
    high, best = highest(totals)
    if len(best) > 1:
        return level(result, high, rules, at_target=False)
    rest = {"other": best[0].opponents, "less": min(totals.values())}
    return won(say.most_points(side=best[0], total=high, hands=scored, **rest), best), None


def by_total(
    result: Result, before: Totals, totals: Totals, rules: House, marks: Marks
) -> tuple[Outcome | None, Sentence | None]:
    """The end of the game by a total. If a side is at the target and the game goes on, the
    reason."""
    declarers = result.contract.declarer.side
    if decides_all(result.contract.bid, rules) and kaiser_decides(rules):
        words = say.kaiser_decides(who=result.contract.declarer, made=result.made)
        return won(words, [declarers if result.made else declarers.opponents]), None
    if rules.lose_at != "none" and min(totals.values()) <= rules.lose_at:
        return fallen(totals, rules.lose_at), None
    there = [side for side in totals if totals[side] >= target_of(side, result, rules, marks)]
    over = [side for side in there if _may_win(side, result, before, rules, marks)]
    if over:
        return winner(over, result, totals, rules, marks)
    if there:
        have, own = standing(there, totals), rules.win_rule == "must_bid"
        return None, say.goes_on(have=have, own=own)
    return None, None


def standing(sides: list[Side], totals: Totals) -> str:
    return listed([f"{does(side, 'have')} {with_minus(totals[side])}" for side in sides], "and")


def fallen(totals: Totals, floor: int) -> Outcome:
    """A side has fallen to the floor: the other wins, or the higher of two that have (KAI-R10)."""
    fell = [side for side in totals if totals[side] <= floor]
    words = say.fallen(have=standing(fell, totals), floor=floor, both=len(fell) > 1)
    if len(fell) == 1:
        return won(words, [fell[0].opponents])
    _, best = highest(totals)
    return won(words, best if len(best) == 1 else ())


def target_of(side: Side, result: Result, rules: House, marks: Marks) -> int:
    """The target of a side in this hand: ten more after its no-trump bid, if the rules say so."""
    declares = side is result.contract.declarer.side
    asked = rules.nt_raises_target == "no_trump_hand" and declares and result.contract.bid.no_trump
    return (marks.target or 0) + (RAISE if asked else 0)


def by_score(rules: House) -> bool:
    return rules.win_rule == "higher_score" or rules.win_rule == "bidders_first"


def _may_win(side: Side, result: Result, before: Totals, rules: House, marks: Marks) -> bool:
    """True if this side, which is at the target, can win by this hand (KAI-R7)."""
    if by_score(rules):
        return True
    if side is not result.contract.declarer.side or not result.made:
        return False
    covers = before[side] + result.contract.bid.worth >= (marks.target or 0)
    return rules.win_rule == "must_bid" or covers


def winner(
    over: list[Side], result: Result, totals: Totals, rules: House, marks: Marks
) -> tuple[Outcome | None, Sentence | None]:
    """The winner among the sides at the target. Without one, the reason for another hand."""
    declarers = result.contract.declarer.side
    if len(over) == 1:
        (side,) = over
        target = target_of(side, result, rules, marks)
        words = say.reached(side=side, total=totals[side], target=target)
        return won(words, [side], "" if by_score(rules) else "KAI-R7"), None
    if rules.win_rule == "bidders_first":
        return won(say.bidders_first(), [declarers]), None
    high, best = highest(totals)
    if len(best) == 1:
        return won(say.higher_wins(), best), None
    return level(result, high, rules, at_target=True)


def level(
    result: Result, total: int, rules: House, *, at_target: bool
) -> tuple[Outcome | None, Sentence | None]:
    """Both sides are level at the end: another hand, or the declarers have it, or a draw."""
    if rules.tie_at_end == "play_on":
        return None, say.level(total=total)
    if rules.tie_at_end == "declarers":
        declarers = result.contract.declarer.side
        return won(say.declarers_have_it(at_target=at_target), [declarers]), None
    return won(say.draw(at_target=at_target)), None
