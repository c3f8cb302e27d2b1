"""Jo-Jotte, for two players: a rubber scored above and below the line. The rules: rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.engine.game import Replay
from companion.engine.ledger import Line, gains
from companion.engine.panels import Grid, Meter
from companion.engine.table import Part
from companion.games.jo_jotte import facts, score
from companion.games.jo_jotte.bidding import bidding
from companion.games.jo_jotte.counting import hand_at_once, outcome
from companion.games.jo_jotte.declare import declarations
from companion.games.jo_jotte.facts import Aside, Contract, Melds, Result, Rubber, Scored
from companion.games.jo_jotte.house import Hand, Table
from companion.games.jo_jotte.pack import say
from companion.games.jo_jotte.score import ABOVE, GAME, RUBBER
from companion.said import Sentence
from companion.seating import Seat
from companion.words import listed, signed


def play(table: Table) -> None:
    dealer, at = table.first_dealer, began(table) if table.start else Rubber()
    while table.outcome is None:
        hand = table.deal(dealer)
        for each in table.hands[at.began :]:  # those thrown in included
            each.numbered(Part("game", at.game), Part("hand", each.number - at.began))
        opening(hand, at)
        hand.on_pending = partial(panel, hand, at.game)
        deal = contracted(hand)
        if deal is None:
            hand.cell("trump", "passed")
            hand.nothing(say.passed_out(), say.nobody_scores())
            dealer = facts.next_dealer(hand.dealer, True, hand.rules)
            continue
        contract, melds, result = deal
        lines = score.score(contract, result, at.aside, at.game, below(hand, at.game), hand.rules)
        hand.post([*score.meld_lines(melds, hand.rules), *lines])
        at = after(hand, contract, result, at)
        dealer = facts.next_dealer(hand.dealer, False, hand.rules)


def began(table: Table) -> Rubber:
    """The rubber as an enquiry describes it; enters the earlier points in the ledger."""
    start, rule = table.start, table.adjust_rule
    lines, game = list[Line](), 1
    for seat, won in zip(table.seats, start["won"], strict=True):
        for _ in range(won):
            lines.append(Line(seat, GAME, rule, "", score.column(game)))
            game += 1
    for seat, points in zip(table.seats, start["below"], strict=True):
        lines.append(Line(seat, points, rule, "", score.column(game)))
    known = gains(lines, table.seats)
    for seat, total in zip(table.seats, start["written"], strict=True):
        lines.append(Line(seat, max(0, total - known[seat]), rule, "", ABOVE))
    table.ledger.add(0, lines)
    amount = start["aside"]
    return Rubber(game, aside=Aside((("", amount),) if amount else ()))


def contracted(hand: Hand) -> tuple[Contract, Melds, Result] | None:
    """The facts of a hand, asked for step by step or at once; None when both pass twice.

    Step by step, melds are posted as soon as they are declared; the melds returned are the others.
    """
    if hand.entry("guided", "quick", "cards") == "quick":
        return hand_at_once(hand)
    bid = bidding(hand)
    if bid is None:
        return None
    (contract, seen, melded), melds = bid, Melds()
    if melded:
        melds, seen = declarations(hand, contract, seen)
        hand.post(score.meld_lines(melds, hand.rules), live=True)  # written before the first lead
    return contract, Melds(), outcome(hand, contract, melds, seen)


def after(hand: Hand, contract: Contract, result: Result, at: Rubber) -> Rubber:
    """The state after a scored hand: the points set aside, the game, and the end of the rubber."""
    aside = score.set_aside(contract, result, at.aside, hand.title)
    hand.result = Scored(result, aside)
    hand.cell("aside", aside.amount or "")
    summary = played(contract, result)
    hand.summary = summary
    low, high = sorted(below(hand, at.game).values())
    if high < GAME:
        return Rubber(at.game, at.began, aside)
    hand.summary = say.closed(summary=summary, game=at.game, high=high, low=low)
    if score.finished([below(hand, n) for n in range(1, at.game + 1)], hand.rules):
        lines, end = score.rubber(hand.table.ledger.totals, hand.rules)
        if lines:
            to, bonus = listed([each.to for each in lines], "and"), signed(lines[0].points)
            hand.summary = say.closed_rubber(summary=summary, bonus=bonus, to=to)
        hand.post(lines, live=True)
        hand.table.end(end.winners, end.rule, end.why)
        panel(hand, at.game, over=True)
        hand.status.clear()
    return Rubber(at.game + 1, hand.number, aside)


def below(hand: Hand, game: int) -> dict[Seat, int]:
    return {seat: hand.table.ledger.column(seat, score.column(game)) for seat in hand.table.seats}


def panel(hand: Hand, game: int, over: bool = False) -> None:
    """The score above and below the line as it stands."""
    columns = [("above", ABOVE)]
    columns += [(f"game {n}, closed", score.column(n)) for n in range(1, game)]
    columns.append((f"game {game}", score.column(game)))
    if over:
        columns.append(("rubber", RUBBER))
    storeys(hand, columns)


def opening(hand: Hand, at: Rubber) -> None:
    """Show the dealer and the first bidder, the start of a game, and the points set aside."""
    leads = hand.rules.first_lead == "non_dealer"
    details = {"dealer": hand.dealer, "first": hand.dealer.left, "leads": leads}
    begins = at.game > 1 and hand.number == at.began + 1
    hand.tell(say.deals__game(game=at.game, **details) if begins else say.deals(**details))
    if at.aside.amount:
        amounts = [(name, str(points)) for name, points in at.aside.ties]
        if len(amounts) > 1:
            amounts.append(("in all", str(at.aside.amount)))
        hand.show(Meter("Set aside from ties", amounts))
        hand.tell(say.waits(amount=at.aside.amount), keep=True)
    hand.cell("aside", at.aside.amount or "")


def storeys(hand: Hand, columns: Sequence[tuple[str, str]]) -> None:
    """The two-storey score: (head, ledger column) from above to the game under way."""
    ledger, seats = hand.table.ledger, hand.table.seats
    under_way = max(n for n, (_, key) in enumerate(columns) if key.startswith("game"))
    for seat in seats:
        hand.status[seat.side] = f"{GAME - ledger.column(seat, columns[under_way][1])} to go"
    heads = [
        f"{head}, to {GAME}" if n == under_way else head for n, (head, _) in enumerate(columns)
    ]
    cells = [[str(ledger.column(seat, key)) for seat in seats] for _, key in columns]
    rows = [[head, *row] for head, row in zip(heads, cells, strict=True)]
    foot = ["total", *(str(ledger.total(seat)) for seat in seats)]
    head = ["", *map(str, seats)]
    hand.show(Grid("Above and below the line", head, rows, foot, marked=(under_way,)))


def played(contract: Contract, result: Result) -> Sentence:
    """The hand in one sentence."""
    declarer, defender = contract.declarer, contract.defender
    if contract.special == "nullo":
        taken = result.tricks[defender]
        return (
            say.set_in_nullo(who=defender, taken=taken) if taken else say.makes_nullo(who=defender)
        )
    if contract.slam:
        success = facts.slam_made(contract, result)
        return say.slam_played(who=declarer, made=success, contract=contract)
    mine, theirs = result.points[declarer], result.points[defender]
    if result.revoked:
        return say.played_revoke(
            who=declarer, contract=contract, mine=mine, theirs=theirs, revoked=result.revoked
        )
    if mine == theirs:
        return say.played_tie(who=declarer, contract=contract, points=mine)
    return say.played(who=declarer, contract=contract, mine=mine, theirs=theirs)


def holds(replay: Replay) -> Iterator[str]:
    """Ties set aside what carries pay; one player writes below in a hand; games close at 80."""
    waiting = 0
    for hand, result in replay.results(Scored):
        below_line = [line for line in hand.lines if line.column.startswith("game") and line.points]
        if len({line.side for line in below_line}) > 1:
            yield f"hand {hand.number}: both players write below the line"
        paid = sum(line.points for line in hand.lines if line.rule == "JOJ-CARRY")
        if paid not in (0, waiting):
            yield f"hand {hand.number}: {paid} of {waiting} set aside is paid"
        waiting = result.aside.amount
    for entry in replay.ledger.entries:
        if not entry.line.agreed and (entry.line.points % 5 or entry.line.points < 0):
            yield f"hand {entry.hand}: {entry.line} is not a score of this game"
    if replay.outcome and waiting:
        yield f"{waiting} is left aside after the rubber"
    yield from games_closed(replay)


def games_closed(replay: Replay) -> Iterator[str]:
    """Exactly one player has 80 in a closed game, nobody in the one under way."""
    ledger = replay.ledger
    started = [
        n for n in (1, 2, 3) if any(e.line.column == score.column(n) for e in ledger.entries)
    ]
    for n in started:
        full = [side for side in ledger.sides if ledger.column(side, score.column(n)) >= GAME]
        closed = n < max(started) or replay.outcome is not None
        if closed and len(full) != 1:
            yield f"game {n} is closed with {len(full)} players at {GAME}"
