"""Back Alley, for four players in partnerships. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from companion.game import Replay
from companion.games.back_alley.bids import (
    ALL_PASSED,
    LEVELS,
    Call,
    Contract,
    Turn,
    bid_question,
    callers,
    contract_question,
    factors,
    leader,
    most_bid,
)
from companion.games.back_alley.deal import EXTRA, opening, schedule, turn, turn_up
from companion.games.back_alley.score import Result, made, score
from companion.panels import Calls, Meter
from companion.questions import Count, Refused, Several
from companion.seating import Seat, Side
from companion.table import Hand, Table

PROMISED = "Promised so far"


def play(table: Table) -> None:
    """An evening: every hand of the schedule, then the higher total."""
    dealer = table.first_dealer
    played = extra = 0
    while table.outcome is None:
        hand = table.deal(dealer)
        sizes = schedule(hand.rules)
        # House rules can change on the way: a schedule already at its end has one hand left.
        ahead = (EXTRA,) if extra else sizes[played:] or sizes[-1:]
        cards = ahead[0]
        order = turn(hand.dealer, hand.rules)
        opening(hand, order, played + 1, ahead, extra)
        contracts = bidding(hand, order, cards)
        if contracts is None:
            thrown_in(hand, order)
            dealer = hand.dealer if hand.rules.all_pass == "redeal_same_dealer" else order[0]
            continue
        result = count_up(hand, contracts, cards)
        hand.post(list(score(contracts, result, cards, hand.rules)))
        played += 1
        dealer = order[0]
        if len(ahead) == 1:
            finish(table)
            extra += 1


def finish(table: Table) -> None:
    """The higher total wins; level totals are shared, or another hand is played."""
    low, high = sorted(table.ledger.totals.values())
    winners = table.ledger.leaders()
    if len(winners) == 1:
        (best,) = winners
        words = f"{best} end on {high}, {best.opponents} on {low}"
        table.end(winners, "BAL-WIN", words.replace("-", "−"))
    elif table.rules.tie_at_end == "shared":
        words = f"both sides end on {high}: the game is shared"
        table.end(winners, "BAL-TIE", words.replace("-", "−"))


def thrown_in(hand: Hand, order: Sequence[Seat]) -> None:
    """Four passes: the same number of cards again."""
    again = hand.dealer if hand.rules.all_pass == "redeal_same_dealer" else order[0]
    hand.summary = "All four pass: thrown in"
    hand.tell(f"Four passes: no score. {again} deals the same number again.", "BAL-ALLPASS")
    hand.post([])


# -- the bidding -----------------------------------------------------------------------------------


def bidding(hand: Hand, order: Sequence[Seat], cards: int) -> dict[Side, Contract] | None:
    """Each side's contract, from four bids in turn or at once; None when all pass."""
    if hand.entry("guided", "quick") == "quick":
        return quick_contracts(hand, cards)
    turn_up(hand)
    calls = auction(hand, order, cards)
    first = leader(calls)
    if not any(bid.tricks or bid.level for _, bid in calls):
        return None
    contracts = {
        side: Contract.of(*(bid for seat, bid in calls if seat.side is side))
        for side in hand.table.sides
    }
    hand.facts["leader"] = first.code
    promised(hand, contracts, cards)
    words = f"{first} leads: the highest bid, or the first of equals."
    hand.tell(words, "BAL-P-LEAD", keep=True)
    reminders(hand, contracts)
    return contracts


def auction(hand: Hand, order: Sequence[Seat], cards: int) -> list[Call]:
    """Four bids, the one after the dealer first, the dealer last."""
    rules, dealer, answers = hand.rules, hand.dealer, hand.answers
    most, worth = most_bid(cards, rules), factors(rules)
    calls: list[Call] = []
    level = 0
    for column, seat in zip(("first", "second", "third", "fourth"), order, strict=True):
        who = f"{seat.name}, dealer" if seat is dealer else seat.name
        question, stands = bid_question(seat.code, who, cards, most, level, worth)
        if stands.accept(answers.get(question.key, "")) is None:
            # Somebody will see this page; where the record has the answer, nobody does.
            show_bidding(hand, order, calls, stands)
        bid = hand.ask(question, title=question.prompt)
        level = max(level, bid.level)
        hand.cells[column] = bid.mark
        hand.facts[question.key] = str(bid)
        calls.append((seat, bid))
    hand.panels.pop(PROMISED, None)
    hand.panels.pop(Calls.title, None)
    return calls


def show_bidding(hand: Hand, order: Sequence[Seat], calls: Sequence[Call], stands: Turn) -> None:
    """Who has said what, what each side has promised, and what a board would win or lose now."""
    said = {seat: str(bid) for seat, bid in calls}
    hand.show(Calls([(seat, said.get(seat)) for seat in order]))
    amounts: list[tuple[str, str]] = []
    for side in hand.table.sides:
        bids = [bid for seat, bid in calls if seat in side.seats]
        amounts.append((str(side), str(Contract.of(*bids)) if bids else "–"))
    amounts.append(("tricks", str(stands.cards)))
    now = stands.worth[stands.level] * stands.cards
    amounts.append((f"{LEVELS[stands.level + 1]} now", f"±{now}"))
    hand.show(Meter(PROMISED, amounts))
    hand.facts["before"] = LEVELS[stands.level] or "none"


def quick_contracts(hand: Hand, cards: int) -> dict[Side, Contract] | None:
    """Both contracts and the tricks on one page; the order of the bids is not checked."""
    side, other = hand.table.sides
    most = most_bid(cards, hand.rules)
    first, second, tricks = hand.ask(
        contract_question("A", side.name, most, cards, True),
        contract_question("B", other.name, most, cards, False),
        tricks_question(side.name, other.name, cards, quick=True),
        title="Contracts and tricks",
        check=partial(quick_check, hand),
    )
    if not isinstance(first, Contract) or not isinstance(second, Contract):
        return None
    contracts = {side: first, other: second}
    promised(hand, contracts, cards)
    hand.facts["tricks"] = str(tricks)
    return contracts


def quick_check(hand: Hand, first: Contract | str, second: Contract | None, tricks: object) -> None:
    """Two contracts of nothing are four passes; board levels must be possible in turn."""
    if not isinstance(first, Contract) or not isinstance(second, Contract):
        return
    if not (first.tricks or first.level or second.tricks or second.level):
        message = f"Nothing and nothing means that all four passed: say “{ALL_PASSED}”."
        raise Refused(message, "BAL-ALLPASS", "no_contract", "A contract")
    levels = (first.level, second.level)
    if first.level == second.level > 0:
        message = f"Both sides cannot have {first}: the second to call it says one level more."
        raise Refused(message, "BAL-P-BID", "board_level_already_bid", "B contract")
    side, other = hand.table.sides
    if (levels if hand.dealer.side is side else levels[::-1]) not in callers():
        words = [
            f"{who} {LEVELS[n] or 'no board'}" for who, n in ((side, levels[0]), (other, levels[1]))
        ]
        message = (
            f"{words[0]} and {words[1]} cannot be: every level is called once, in order, "
            f"and {hand.dealer} speaks last."
        )
        raise Refused(message, "BAL-P-BID", "board_level_skipped", "B contract")


def promised(hand: Hand, contracts: Mapping[Side, Contract], cards: int) -> None:
    """What each side needs, how far the promises fit the hand, and the hopeless ones."""
    total = sum(contract.needs(cards) for contract in contracts.values())
    fit = f"{total - cards} over" if total > cards else f"{cards - total} under"
    words = "exactly" if total == cards else fit
    needs = ", ".join(f"{side} need {c.needs(cards)}" for side, c in contracts.items())
    hand.tell(f"{needs}: {total} of {cards} promised, {words}.", "BAL-SUM")
    for side, contract in contracts.items():
        need = contract.needs(cards)
        hand.cell("contract", contract.mark, side)
        hand.status[side] = (
            f"{contract}: all {cards}" if contract.level else f"needs {need} of {cards}"
        )
        if not need:
            hand.status[side] = "cannot fail"
        if need > cards:
            words = f"{side} have promised {need} of {cards} tricks and cannot make it."
            hand.tell(words, "BAL-R11", keep=True)


def reminders(hand: Hand, contracts: Mapping[Side, Contract]) -> None:
    """What is forgotten in play: leading trumps, and the bloopers led."""
    rules = hand.rules
    if hand.facts["trump"] == "none" and rules.joker_upcard != "jokers_stay_trump":
        return
    hand.tell(
        "Trumps are not led until one has been thrown on another suit.", "BAL-P-BREAK", keep=True
    )
    if rules.board_may_lead_trump == "yes" and any(c.level for c in contracts.values()):
        hand.tell("Whoever bid board may lead trumps at any time.", "BAL-R6", keep=True)
    if hand.facts["trump"] == "none":
        return
    hand.tell("Big blooper led: everyone plays the highest trump held.", "BAL-P-BB", keep=True)
    if rules.big_blooper_partner == "may_play_lowest":
        hand.tell("The leader’s partner may play the lowest instead.", "BAL-R16", keep=True)
    hand.tell("Little blooper led: everyone plays the lowest.", "BAL-P-LB", keep=True)


# -- the facts -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def tricks_question(side: str, other: str, cards: int, quick: bool) -> Count:
    """The tricks of the first side; the rest are the other's."""
    return Count(
        "tricks",
        f"Tricks of {side}",
        "BAL-R21",
        0,
        cards,
        other=other,
        unit="tricks" if cards > 1 else "trick",
        code="tricks_out_of_range",
        split_code="tricks_must_total_hand_size",
        unless=("A contract", ALL_PASSED) if quick else None,
        hint="Four cards to a trick: count the piles.",
    )


def count_up(hand: Hand, contracts: Mapping[Side, Contract], cards: int) -> Result:
    """The tricks of each side, and the rainbows and revokes where the table counts them."""
    side, other = hand.table.sides
    if hand.mode == "quick":
        tricks = int(hand.facts["tricks"])
    else:
        question = tricks_question(side.name, other.name, cards, quick=False)
        tricks = hand.ask(question, title=question.prompt)
    hand.facts["tricks"] = str(tricks)
    won = {side: tricks, other: cards - tricks}
    rainbows: tuple[Seat, ...] = ()
    if hand.rules.rainbow and cards == 4:
        rainbows = hand.ask(
            Several(
                "rainbow",
                "Who was dealt one card of each suit?",
                "BAL-R15",
                hand.table.seats,
                hint=f"+{hand.rules.rainbow} each, win or lose",
            )
        )
    revoked: tuple[Side, ...] = ()
    if hand.rules.revoke == "set":
        revoked = hand.ask(
            Several(
                "revoke",
                "Did a side revoke, found too late?",
                "BAL-R19",
                hand.table.sides,
                hint="It is scored as set on its contract.",
            )
        )
    settled(hand, contracts, Result(won, rainbows, revoked), cards)
    return Result(won, rainbows, revoked)


def settled(hand: Hand, contracts: Mapping[Side, Contract], result: Result, cards: int) -> None:
    """The hand in one sentence, and what the scoresheet says of it."""
    parts: list[str] = []
    for side, contract in contracts.items():
        tricks = result.tricks[side]
        good = made(contract, tricks, cards, side in result.revoked)
        hand.cell("tricks", tricks, side)
        hand.cell("contract", contract.mark if good else f"({contract.mark})", side)
        promised = contract.tricks or contract.level
        parts.append(f"{contract} {'made' if good else 'set'}" if promised else "nothing bid")
    hand.summary = " · ".join(parts).capitalize()
    hand.status.clear()


def holds(replay: Replay) -> Iterator[str]:
    """The tricks of every scored hand add up to its cards, and at most one board succeeds."""
    for hand in replay.hands:
        won = [int(text) for key, text in hand.cells.items() if key.startswith("tricks ")]
        if won and sum(won) != int(hand.cells["cards"]):
            yield f"hand {hand.number}: {sum(won)} tricks of {hand.cells['cards']}"
        boards = [line for line in hand.lines if line.rule in ("BAL-BOARD", "BAL-LEVEL")]
        if sum(1 for line in boards if line.points > 0) > 1:
            yield f"hand {hand.number}: both boards succeed"
