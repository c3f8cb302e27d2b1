"""Proposals for each kind of change: insert, remove, adjust, decide a house rule, close; and the
answers of a hand with another bidder, for a correction of one tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.game import Game
from companion.engine.hand import THROWN_IN
from companion.engine.interview import Asked
from companion.engine.record import MAX_ANSWERS, Act
from companion.engine.table import Hand, adjustment
from companion.seating import Seat, Side
from companion.tables.decisions import acts_for
from companion.tables.proposal import Proposal, propose

if TYPE_CHECKING:
    from companion.tables.snapshot import Snapshot


def inserting(table: Snapshot, number: int, way: str = "") -> Proposal:
    """Inserts an empty hand before hand `number`, in entry mode `way`."""
    return propose(table, [Act("insert", number, {"@entry": way} if way else {})])


def removing(table: Snapshot, number: int) -> Proposal:
    """Removes a hand."""
    return propose(table, [Act("remove", number)])


def dealt(act: Act, dealer: str) -> list[Act]:
    """An insert or remove, preceded by an act that sets the dealer of the following hand (unless
    `dealer` is ""), so that one undo restores both."""
    following = act.hand + (act.kind == "remove")
    return [Act("amend", following, {"@dealer": dealer}), act] if dealer else [act]


@dataclass(frozen=True)
class Following:
    """The hand after an inserted or removed one, with its dealer as it was and in turn."""

    hand: str
    was: Seat
    now: Seat


def following(proposal: Proposal) -> Following | None:
    """The two candidates for dealing the following hand; None if there is no such hand, or only one
    candidate."""
    act = next((act for act in proposal.acts if act.kind in ("insert", "remove")), None)
    if act is None:
        return None
    old, new = act.hand + (act.kind == "remove"), act.hand + (act.kind == "insert")
    base, after = proposal.table.replay, propose(proposal.table, [act]).replay
    was, now = base.dealt(old), after.dealt(new)
    if was is None or now is None:
        return None
    there = now.table.seating.seat(was.dealer.code)
    return None if now.dealer == there else Following(now.name, there, now.dealer)


def dealing(proposal: Proposal, code: str | None = None) -> Proposal:
    """The proposal with this seat as the dealer of the following hand; "" for the seat in turn.
    By default the old dealer is kept only if later hands would otherwise be refused."""
    place = next(
        (n for n, act in enumerate(proposal.acts) if act.kind in ("insert", "remove")), None
    )
    if place is None:
        return proposal
    if code is None:
        stuck, follows = proposal.effect.stops, following(proposal)
        if not follows or not stuck or stuck.worked_at:
            return proposal
        code = follows.was.code
    return propose(
        proposal.table, [*dealt(proposal.acts[place], code), *proposal.acts[place + 1 :]]
    )


def throwing_in(table: Snapshot, number: int, why: str) -> Proposal:
    """Throws a hand in: it scores nothing, and the same dealer deals again."""
    return propose(table, [Act("answer", number, {"@void": why or THROWN_IN})])


def adjusting(table: Snapshot, hand: int, line: str) -> Proposal:
    """Adds points agreed at the table to a hand; `line` is as in `adjustment`: "A -10 revoke"."""
    adjustment(line, table.replay.seating(hand), table.game.adjust_rule)
    there = table.record.answers(hand)
    free = next(n for n in range(1, MAX_ANSWERS + 2) if f"@adjust {n}" not in there)
    answers: dict[str, str | None] = {f"@adjust {free}": line}
    if "@ok" in there:
        answers["@ok"] = None
    return propose(table, [Act("answer", hand, answers)])


def deciding(table: Snapshot, rules: Mapping[str, str], first: int = 0) -> Proposal:
    """Sets house rules from hand `first` on, or (0) for the whole evening, as fixed ones always do.

    Refused for an unknown key or value, if so many players cannot play by them, or for a fixed rule
    once a hand is scored.
    """
    sheet, now = table.game.rules, table.replay.table.rules
    wished = sheet.chosen(rules)
    fixed = {k for k in rules if sheet.options[k].keeps(now.text(k), wished.text(k))}
    acts: list[Act] = []
    for since in dict.fromkeys([0, first]):
        part = {k: text for k, text in rules.items() if (k in fixed or not first) == (not since)}
        acts += acts_for(table.record, part, since) if part else []
    return propose(table, acts)


def next_hand(table: Snapshot) -> int:
    """The number of the pending hand, or of the one after the last."""
    return table.pending.hand if table.pending else len(table.record.hands) + 1


# -- who had bid -----------------------------------------------------------------------------------

PASS = "pass"
Others = dict[Seat | Side, Mapping[str, str]]


@dataclass(frozen=True)
class Bidder:
    """The player who bid, knocked or won by the record, and the answers that name another."""

    who: Seat | Side
    others: Others


def bidder_of(game: Game, hand: Hand) -> Bidder | None:
    """The bidder of a finished hand. None if nobody bid, or in a game without bidders."""
    if game.bids is None or hand.void or not hand.over:
        return None
    asked = {each.question.key: each for each in hand.asked}
    if (one := asked.get(game.bids.one)) is not None:
        return _named(hand, one)
    contracts = {side: asked.get(f"{side.code} {game.bids.contracts}") for side in hand.table.sides}
    if all(contracts.values()):
        return _contracts({side: each for side, each in contracts.items() if each})
    return _in_turn(game, hand)


def _named(hand: Hand, one: Asked) -> Bidder | None:
    """The bidder, if one answer names one."""
    if not isinstance(one.value, Seat):
        return None
    others = [seat for seat in hand.table.seats if seat != one.value]
    return Bidder(one.value, {seat: {one.question.key: seat.code} for seat in others})


def _contracts(bids: Mapping[Side, Asked]) -> Bidder | None:
    """If each side has a contract, exchange two of them."""
    first, *rest = sorted(bids, key=lambda side: bids[side].text == PASS)
    mine = bids[first]
    if mine.text == PASS or any(" " in bids[side].text for side in bids if side is not first):
        return None
    swaps: Others = {side: {bids[side].question.key: mine.text, mine.question.key: bids[side].text}
             for side in rest if bids[side].text != mine.text}  # fmt: skip
    return Bidder(first, swaps) if swaps else None


def _in_turn(game: Game, hand: Hand) -> Bidder | None:
    """If all bid in turn, exchange the bids of the bidder and the other player."""
    assert game.bids is not None
    code = hand.facts.get("declarer") or hand.facts.get("leader")
    who = next((seat for seat in hand.table.seats if seat.code == code), None)
    order = hand.dealer.left.round
    for start in reversed(game.bids.in_turn):
        if who is None or hand.answers.get(f"{start} {who.code}", PASS) == PASS:
            continue
        bids = {seat: hand.answers.get(f"{start} {seat.code}", PASS) for seat in order}
        resting = game.bids.rest in bids.values()
        bids = {seat: PASS if text == game.bids.rest else text for seat, text in bids.items()}
        others: Others = {}
        for other in order:
            if other is who or bids[other] == bids[who]:
                continue
            now = bids | {who: bids[other], other: bids[who]}
            others[other] = {f"{start} {seat.code}": text for seat, text in now.items()
                             if resting or seat in (who, other)}  # fmt: skip
        return Bidder(who, others)
    return None
