"""Jo-Jotte, for two players: a rubber scored above and below the line. The rules: rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import partial

from companion.facts import fact
from companion.game import Replay
from companion.games.jo_jotte.bidding import bidding, quick_contract
from companion.games.jo_jotte.declare import declarations
from companion.games.jo_jotte.facts import Aside, Contract, Melds, Result, Seen
from companion.games.jo_jotte.result import outcome
from companion.games.jo_jotte.score import (
    ABOVE,
    GAME,
    RUBBER,
    meld_lines,
    score,
    set_aside,
    winner_of,
)
from companion.ledger import Line
from companion.panels import Grid, Meter
from companion.seating import Seat
from companion.table import Hand, Table


@fact
class Standing:
    """Where the rubber is: the game under way, after how many hands it began, what is aside."""

    game: int = 1
    began: int = 0
    aside: Aside = field(default_factory=Aside)


def play(table: Table) -> None:
    """A rubber: hand after hand until two games are closed."""
    dealer, at = table.first_dealer, Standing()
    while table.outcome is None:
        hand = table.deal(dealer)
        named(table, at)
        opening(hand, at)
        deal = contracted(hand)
        if deal is None:
            passed_out(hand)
            dealer = hand.dealer.left if hand.rules.passout_dealer == "other" else hand.dealer
            continue
        contract, melds, result = deal
        lines = score(contract, result, at.aside, at.game, below(hand, at.game), hand.rules)
        hand.post([*meld_lines(melds, hand.rules), *lines])
        at = scored(hand, contract, result, at)
        dealer = hand.dealer.left


def contracted(hand: Hand) -> tuple[Contract, Melds, Result] | None:
    """The facts of a hand, asked for step by step or at once; None when both pass twice.

    Step by step, melds are posted as soon as they are declared; the melds returned are the others.
    """
    if hand.entry("guided", "quick", "cards") == "quick":
        quick = quick_contract(hand)
        return (quick, *outcome(hand, quick, Seen())) if quick else None
    bid = bidding(hand)
    if bid is None:
        return None
    contract, seen = bid
    if not contract.special:
        melds, seen = declarations(hand, contract, seen)
        hand.post(meld_lines(melds, hand.rules), live=True)  # written before the first lead
    _, result = outcome(hand, contract, seen)
    return contract, Melds(), result


# -- the rubber ------------------------------------------------------------------------------------


def column(game: int) -> str:
    """The ledger's column for what is below the line in a game."""
    return f"game {game}"


def below(hand: Hand, game: int) -> dict[Seat, int]:
    """What each player has below the line in a game."""
    return {seat: hand.table.ledger.column(seat, column(game)) for seat in hand.table.seats}


def named(table: Table, at: Standing) -> None:
    """Names every hand of the game under way, those thrown in included."""
    for hand in table.hands[at.began :]:
        hand.title = f"game {at.game}, hand {hand.number - at.began}"


def opening(hand: Hand, at: Standing) -> None:
    """Who deals and speaks; the rubber so far; what waits for a winner."""
    first = hand.dealer.left
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    if at.game > 1 and hand.number == at.began + 1:
        words = f"Game {at.game} begins: both are at 0 below the line again."
        hand.tell(words, "JOJ-GAME80")
    leads = " and leads" if hand.rules.first_lead == "non_dealer" else ""
    words = f"{hand.dealer} deals six cards each and turns the next one up. {first} speaks first"
    hand.tell(f"{words}{leads}.", "JOJ-DEAL")
    hand.pausing = partial(standing, hand, at.game)
    if at.aside.amount:
        amounts = [(name, str(points)) for name, points in at.aside.ties]
        if len(amounts) > 1:
            amounts.append(("in all", str(at.aside.amount)))
        hand.show(Meter("Set aside from ties", amounts))
        words = f"{at.aside.amount} set aside, for the next winner of a hand that is no nullo."
        hand.tell(words, "JOJ-CARRY", keep=True)
    hand.cell("aside", at.aside.amount or "")


def standing(hand: Hand, game: int) -> None:
    """The two-storey score, and how far each has come in this game; for the page that is asked."""
    ledger, seats = hand.table.ledger, hand.table.seats
    for seat in seats:
        hand.status[seat.side] = f"{ledger.column(seat, column(game))} below"
    storeys = [("above", ABOVE)]
    storeys += [(f"game {n}, closed", column(n)) for n in range(1, game)]
    storeys.append((f"game {game}, to {GAME}", column(game)))
    if hand.over:
        storeys.append(("rubber", RUBBER))
    rows = [[head, *(str(ledger.column(seat, key)) for seat in seats)] for head, key in storeys]
    foot = ["total", *(str(ledger.total(seat)) for seat in seats)]
    heads = ["", *map(str, seats)]
    hand.show(Grid("Above and below the line", heads, rows, foot, marked=(game,)))


def passed_out(hand: Hand) -> None:
    """Four passes."""
    hand.cell("trump", "passed")
    hand.summary = "Both pass twice: no score"
    hand.tell("Four passes: no score.", "JOJ-PASSOUT")
    hand.post([])


def scored(hand: Hand, contract: Contract, result: Result, at: Standing) -> Standing:
    """What a scored hand changes: the amount aside, the game, perhaps the end of the rubber."""
    aside = set_aside(contract, result)
    ties = at.aside.ties
    if aside:
        ties = (*ties, (hand.title, aside))
    elif winner_of(contract, result):
        ties = ()
    hand.cell("aside", Aside(ties).amount or "")
    hand.summary = summary(contract, result)
    counts = below(hand, at.game)
    if max(counts.values()) < GAME:
        return Standing(at.game, at.began, Aside(ties))
    high, low = sorted(counts.values(), reverse=True)
    hand.summary += f"; game {at.game} is closed, {high} to {low}"
    if finished(hand, at.game):
        finish(hand, at.game)
    return Standing(at.game + 1, hand.number, Aside(ties))


def summary(contract: Contract, result: Result) -> str:
    """The hand in one sentence."""
    declarer, defender = contract.declarer, contract.defender
    if contract.special == "nullo":
        count = result.tricks[defender]
        return f"{defender} bids nullo and takes {count or 'no'} trick{'s' * (count > 1)}"
    if contract.slam:
        made = winner_of(contract, result) is declarer
        return f"{declarer} {'makes' if made else 'loses'} a slam, {contract}"
    points = f"{result.points[declarer]} to {result.points[defender]}"
    if result.revoked:
        return f"{declarer} plays {contract}, {points}, but {result.revoked} revoked"
    winner = winner_of(contract, result)
    if winner is None:
        return f"{declarer}’s {contract} is tied, {points}"
    return f"{declarer} {'makes' if winner is declarer else 'is beaten in'} {contract}, {points}"


def finished(hand: Hand, game: int) -> bool:
    """Whether the rubber ends with this game; house rule `rubber`."""
    if hand.rules.rubber == "two_games":
        return game >= 2
    games = [below(hand, n) for n in range(1, game + 1)]
    return any(sum(g[seat] >= GAME for g in games) == 2 for seat in hand.table.seats)


def finish(hand: Hand, game: int) -> None:
    """The rubber bonus, and who has won."""
    table, ledger = hand.table, hand.table.ledger
    high, low = sorted(ledger.totals.values(), reverse=True)
    if high > low:
        (winner,) = ledger.leaders()
        words = f"everything above and below: {high} to {low}"
        hand.post([Line(winner, 300, "JOJ-RUBBER300", words, RUBBER)], live=True)
        table.end([winner], "JOJ-RUBBER300", f"the rubber, {high + 300} to {low}")
    elif hand.rules.rubber_tie == "share":
        words = f"{high} each: the 300 are shared"
        half = [Line(seat, 150, "JOJ-RUBBER-TIE", words, RUBBER) for seat in table.seats]
        hand.post(half, live=True)
        table.end(table.seats, "JOJ-RUBBER-TIE", f"level at {high}: the rubber is shared")
    else:
        table.end([], "JOJ-RUBBER-TIE", f"level at {high}: the rubber is drawn")
    standing(hand, game)
    hand.status.clear()


# -- what always holds -----------------------------------------------------------------------------


def holds(replay: Replay) -> Iterator[str]:
    """Ties set aside what carries pay; one player writes below in a hand; games close at 80."""
    entries = replay.ledger.entries
    waiting = 0
    for hand in replay.hands:
        writers = {
            line.side for line in hand.lines if line.column.startswith("game") and line.points
        }
        if len(writers) > 1:
            yield f"hand {hand.number}: both players write below the line"
        paid = sum(line.points for line in hand.lines if line.rule == "JOJ-CARRY")
        if paid not in (0, waiting):
            yield f"hand {hand.number}: {paid} of {waiting} set aside is paid"
        if hand.over and not hand.void:
            waiting = int(hand.cells.get("aside") or 0)
    for entry in entries:
        if entry.line.column != "adjust" and (entry.line.points % 5 or entry.line.points < 0):
            yield f"hand {entry.hand}: {entry.line} is not a score of this game"
    if replay.outcome and waiting:
        yield f"{waiting} is left aside after the rubber"
    yield from games_closed(replay)


def games_closed(replay: Replay) -> Iterator[str]:
    """Exactly one player has 80 in a closed game, nobody in the one under way."""
    ledger = replay.ledger
    started = [n for n in (1, 2, 3) if any(e.line.column == column(n) for e in ledger.entries)]
    for n in started:
        full = [side for side in ledger.sides if ledger.column(side, column(n)) >= GAME]
        closed = n < max(started) or replay.outcome is not None
        if closed and len(full) != 1:
            yield f"game {n} is closed with {len(full)} players at {GAME}"
