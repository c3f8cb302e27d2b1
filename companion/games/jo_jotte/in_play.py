"""The hand in play of Jo-Jotte: contracts, trump, leader."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.panels import NO_TRUMP, InPlay, Need
from companion.games.jo_jotte.facts import Contract, KnownCards
from companion.games.jo_jotte.house import Hand
from companion.games.jo_jotte.pack import first_leader, in_order, say
from companion.seating import Seat

Calls = Sequence[tuple[Seat, str]]


def in_play(
    hand: Hand, contract: Contract, seen: KnownCards, calls: Calls, keys: Sequence[str]
) -> InPlay:
    """The task of the declarer, or of the defender in a nullo, and the other player's gain."""
    declarer, trump = contract.declarer, contract.trump(hand.rules)
    bids = [*calls, *([(contract.speaker, contract.special)] if contract.special else [])]
    return InPlay(
        needs=needs(contract, hand.cells.get("aside")), trump=trump or NO_TRUMP,
        leader=first_leader(hand.rules, hand.dealer, declarer),
        beside=say.are_out(cards=in_order(seen.out)) if seen.out else "",
        bids=bids, bidders=[contract.speaker], keys=keys,
    )  # fmt: skip


def needs(contract: Contract, waiting: object) -> Sequence[Need]:
    """What both need. `waiting`: the points set aside after a tie; "" or 0 for none."""
    declarer, defender, times = contract.declarer, contract.defender, contract.times
    if contract.special == "nullo":
        words = say.no_trick_allowed(who=defender)
        return (Need(defender, "0", say.nullo_pays(), words), Need(declarer, "", say.nullo_costs()))
    if contract.special == "slam":
        return (
            Need(declarer, say.all_nine(), say.slam_pays()),
            Need(defender, "", say.slam_costs()),
        )
    tasks = (Need(declarer, say.more(), say.points_than(defender=defender, waiting=waiting)),)
    last = Need(declarer if times == 4 else defender, "", say.staked(times=times))
    return (*tasks, last) if times > 1 else tasks
