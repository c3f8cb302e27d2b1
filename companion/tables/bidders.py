"""Who had bid: the answers of a hand with another bidder, for a correction of one tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.game import Game
from companion.engine.pending import Asked
from companion.engine.table import Hand
from companion.seating import Seat, Side

PASS = "pass"


Others = dict[Seat | Side, Mapping[str, str]]


@dataclass(frozen=True)
class Bidder:
    """Who bid, knocked or won by the record, and the answers by which another did."""

    who: Seat | Side
    others: Others


def bidder_of(game: Game, hand: Hand) -> Bidder | None:
    """Who bid in a finished hand; None where nobody did, or in a game without bidders."""
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
    """Where one answer names the bidder."""
    if not isinstance(one.value, Seat):
        return None
    others = [seat for seat in hand.table.seats if seat is not one.value]
    return Bidder(one.value, {seat: {one.question.key: seat.code} for seat in others})


def _contracts(told: Mapping[Side, Asked]) -> Bidder | None:
    """Where each side has a contract: two of them are exchanged."""
    first, *rest = sorted(told, key=lambda side: told[side].text == PASS)
    mine = told[first]
    if mine.text == PASS or any(" " in told[side].text for side in told if side is not first):
        return None
    swaps: Others = {side: {told[side].question.key: mine.text, mine.question.key: told[side].text}
             for side in rest if told[side].text != mine.text}  # fmt: skip
    return Bidder(first, swaps) if swaps else None


def _in_turn(game: Game, hand: Hand) -> Bidder | None:
    """Where all bid in turn: the bid of the bidder and the other's are exchanged."""
    assert game.bids is not None
    code = hand.facts.get("declarer") or hand.facts.get("leader")
    who = next((seat for seat in hand.table.seats if seat.code == code), None)
    order = hand.dealer.left.round
    for start in reversed(game.bids.in_turn):
        if who is None or hand.answers.get(f"{start} {who.code}", PASS) == PASS:
            continue
        said = {seat: hand.answers.get(f"{start} {seat.code}", PASS) for seat in order}
        resting = game.bids.rest in said.values()
        said = {seat: PASS if text == game.bids.rest else text for seat, text in said.items()}
        others: Others = {}
        for other in order:
            if other is who or said[other] == said[who]:
                continue
            now = said | {who: said[other], other: said[who]}
            others[other] = {f"{start} {seat.code}": text for seat, text in now.items()
                             if resting or seat in (who, other)}  # fmt: skip
        return Bidder(who, others)
    return None
