"""Shakespeare's Dilemma, for three to six: hands until somebody is at the target; see rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Replay
from companion.engine.ledger import Line, gains, highest
from companion.games.shakespeares_dilemma import facts, score
from companion.games.shakespeares_dilemma.facts import DOUBLERS, NOBODY, Deal, Result, Running, say
from companion.games.shakespeares_dilemma.house import Hand, Table
from companion.games.shakespeares_dilemma.tricks import SO_FAR, auction, first_lead, trick_by_trick
from companion.questions import Choice, Points, Question, Shares, option
from companion.said import Text
from companion.seating import Seat, Side
from companion.words import listed


def play(table: Table) -> None:
    dealt = facts.DEALS[len(table.seats)]
    while table.outcome is None:
        hand = table.deal()
        table.target = hand.rules.target
        opening(hand, dealt)
        hand.result = found = result(hand, dealt)
        lines = list(score.lines(found, dealt))
        shown(hand, found, lines)
        hand.post(lines)
        table.outcome = score.ending(hand.totals, hand.rules)
        if max(hand.totals.values()) >= hand.rules.target:
            target_reached(hand, hand.totals)


def result(hand: Hand, dealt: Deal) -> Result:
    """What fell to whom, trick by trick or at once."""
    whole = partial(page, hand, dealt)
    if hand.entry("guided", "cards", "quick") == "quick":
        found = hand.ask_whole(whole, title="Just the result")
        widow = found.get("widow")
        return of_answers(found, found["price"] if isinstance(widow, Seat) else 0)
    bought = auction(hand) if dealt.players == 3 else (None, 0)
    hand.tell(say.passing(deal=dealt))
    hand.tell(say.mix())
    running = Running(dealt, first_lead(hand, dealt), dict.fromkeys(hand.table.seats, 0))
    trick_by_trick(hand, running)
    found = {"tricks": running.tricks, "widow": bought[0]}
    found |= {f"Galaxy {name}": who for name, who in running.doublers.items()}
    missing = [f"Galaxy {name}" for name in DOUBLERS if name not in running.doublers]
    if missing and hand.mode != "cards":
        still_out(hand, missing)
        won = {"tricks": " ".join(map(str, running.tricks.values()))}
        for key in missing:
            found |= hand.ask_rest(whole, won, key)
    if hand.rules.revoke == "offender_zero":
        found |= hand.ask_rest(whole, {}, "revoke")
    return of_answers(found, bought[1])


def of_answers(found: Mapping[str, Any], price: int) -> Result:
    """The answers of a page as what fell to whom."""
    fell = {key: who for key, who in found.items() if isinstance(who, Seat)}
    doublers = {name: fell[f"Galaxy {name}"] for name in DOUBLERS if f"Galaxy {name}" in fell}
    return Result(found["tricks"], doublers, fell.get("widow"), price, fell.get("revoke"))


def page(hand: Hand, dealt: Deal, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All there is to know of a hand: tricks, doublers, with three the widow, perhaps a revoke."""
    seats, total = hand.table.seats, dealt.tricks
    nobody = option(NOBODY, set_apart=True)
    tricks = Shares("tricks", say.tricks_of_each(), "", seats, 0, total, total=total, unit="tricks")
    won = tricks.read_in(given) or {}
    found: list[Question[Any]] = [tricks, *(galaxy(hand, name, won) for name in DOUBLERS)]
    if dealt.players == 3:
        passed = option(NOBODY, "all passed", set_apart=True)
        widow = Choice[object]("widow", say.who_took_widow(), "", [*seats, passed], columns=4)
        off = "nobody took the widow" if widow.read_in(given) == NOBODY else ""
        least, most = hand.rules.widow_min, facts.MOST
        found += [widow, Points("price", say.at_what_price(), "", least, most, off=off)]
    if hand.rules.revoke == "offender_zero":
        found.append(Choice[object]("revoke", say.who_revoked(), options=[*seats, nobody]))
    return found


def galaxy(hand: Hand, name: str, won: Mapping[Seat, int]) -> Choice[object]:
    """Who took a doubler: nobody without a trick; with three players it may lie aside
    (SHK-DEADHAND)."""
    seats = hand.table.seats
    three = len(seats) == 3

    def why_not(who: object) -> Text:
        if isinstance(who, Seat):
            some = won.get(who, 1)
            return "" if some else say.captured_without_a_trick(who=who, name=name)
        return "" if three else say.all_dealt(name=name)

    nobody = option(NOBODY, "it lies aside" if three else "", set_apart=three, hidden=not three)
    return Choice[object](
        f"Galaxy {name}", say.who_took(name=name), options=[*seats, nobody], why_not=why_not,
        columns=4, short=f"Galaxy {name}", follows=hand.mode == "quick" and bool(won),
    )  # fmt: skip


def opening(hand: Hand, dealt: Deal) -> None:
    cards = len(dealt.pack)
    hand.tell(say.deals(dealer=hand.dealer, deal=dealt, cards=cards))


def still_out(hand: Hand, names: Sequence[str]) -> None:
    """Doublers that nobody has tapped."""
    hand.panels.pop(SO_FAR, None)
    what, one = listed(names, "and"), len(names) == 1
    three = len(hand.table.seats) == 3
    hand.tell(say.may_lie_aside(what=what, one=one) if three else say.somebody_won(what=what))


def shown(hand: Hand, found: Result, lines: Sequence[Line]) -> None:
    hand.panels.clear()
    hand.status.clear()
    for seat, count in found.tricks.items():
        letters = " ".join(name[0] for name in found.galaxies(seat))
        hand.cell("tricks", count, seat)
        hand.cell("doubler", letters or "–", seat)
        if seat is found.widow:
            hand.cell("widow", f"{seat} −{found.price}")
    if found.offender:
        hand.tell(say.revoked(who=found.offender))
    most, ahead = highest(gains(lines, found.tricks))
    hand.summary = say.scores_most(who=ahead, most=most, tricks=found.tricks[ahead[0]])


def target_reached(hand: Hand, totals: Mapping[Side, int]) -> None:
    """Who stands at the target, and whether it goes on."""
    high, best = highest(totals)
    hand.tell(say.target_reached(best=best, target=hand.rules.target))
    if len(best) > 1 and hand.rules.tie_at_target == "play_on":
        hand.tell(say.another_hand(total=high))


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every hand add up to the deal’s; each doubler is won, or lies aside."""
    dealt = facts.DEALS[len(replay.table.seats)]
    for hand, found in replay.results(Result):
        tricks = sum(found.tricks.values())
        if tricks != dealt.tricks:
            yield f"hand {hand.number}: {tricks} tricks of {dealt.tricks}"
        if dealt.players > 3 and len(found.doublers) != 2:
            yield f"hand {hand.number}: doublers {found.doublers}"
