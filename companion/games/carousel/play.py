"""Carousel, for two to five players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from companion.cards import Card
from companion.game import Replay
from companion.games.carousel.melds import JOKER, deadwood, joker_count, least_deadwood, pack
from companion.games.carousel.score import BONUS, Result, bonuses, score
from companion.panels import Grid
from companion.questions import Cards, Choice, Option, Refused, Shares, option
from companion.seating import Seat, Side
from companion.table import Hand, Table

NOBODY = "nobody"
WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


def play(table: Table) -> None:
    """Hands until somebody has the target; then the bonuses."""
    dealer = table.first_dealer
    won: Counter[Side] = Counter()
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        opening(hand, won)
        result = ended(hand)
        record(hand, result)
        if result.knocker is None and hand.rules.stock_out == "void":
            hand.summary = "The stock ran out: no score"
            hand.tell("Nobody knocked: no score, the same dealer deals again.", "CAR-VOID")
            hand.post([])
            dealer = hand.dealer
            continue
        for seat in result.winners:
            won[seat.side] += 1
            hand.cell("won", "✓", seat)
        words = " and ".join(map(str, result.winners))
        hand.summary = f"{words} win{'s' * (len(result.winners) == 1)} the hand"
        hand.post(score(result, hand.rules), live=True)
        finish(hand, won)
        dealer = hand.dealer.left


def opening(hand: Hand, won: Counter[Side]) -> None:
    """Who deals, who begins, which pack; who has won how many hands."""
    table, rules = hand.table, hand.rules
    players = len(table.seats)
    jokers = joker_count(players, rules.jokers)
    packs = "one pack" if players == 2 else "two packs"
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    hand.tell(f"{hand.dealer} deals ten each; {hand.dealer.left} begins.", "CAR-DEAL")
    hand.tell(f"Use {packs} and {jokers} joker{'s' * (jokers != 1)}.", "CAR-PACK")
    drawing = "until you meld or have drawn three"
    if rules.draws == "optional":
        drawing = "once, and then as often as you like up to three"
    hand.tell(f"Draw {drawing}; melding ends the turn.", "CAR-TURN")
    if rules.first_meld != "none":
        hand.tell(f"A player’s first meld must be worth {rules.first_meld}.", "CAR-R11")
    if rules.empty_ends == "yes":
        hand.tell("A hand without a card left ends at once and counts as a knock.", "CAR-R4")
    rows = [
        (str(side), str(total), str(max(0, rules.target - total)), str(won[side]))
        for side, total in table.ledger.totals.items()
    ]
    hand.show(Grid("So far", ("", "Total", f"For {rules.target}", "Won"), rows))


def ended(hand: Hand) -> Result:
    """Who knocked, and what everybody has left: cards, or a number."""
    seats = hand.table.seats
    quick = hand.entry("guided", "quick") == "quick"
    nobody: Option[object] = option(NOBODY, "the stock ran out", loud=True)
    who = hand.ask(Choice[object]("knocker", "Who knocked?", "CAR-KNOCK", [*seats, nobody]))
    knocker = who if isinstance(who, Seat) else None
    if knocker:
        hand.cell("knocker", knocker)
        limit = hand.rules.knock_limit
        hand.tell(f"{knocker} knocked: {limit} or less; nobody melds any more.", "CAR-OUT")
    if knocker is None and hand.rules.stock_out == "void":
        return Result(None, dict.fromkeys(seats, 0))
    return Result(knocker, numbers(hand, knocker) if quick else cards(hand, knocker))


def numbers(hand: Hand, knocker: Seat | None) -> dict[Seat, int]:
    """A deadwood number for each."""
    left = hand.ask(
        Shares("deadwood", "Deadwood left", "CAR-VALUES", hand.table.seats, 0, 500),
        check=lambda left: low_enough(hand, knocker, left),
    )
    return dict(left)


def low_enough(
    hand: Hand, knocker: Seat | None, left: dict[Seat, int], key: str = "deadwood"
) -> None:
    """The knocker’s deadwood must be within the limit."""
    limit = hand.rules.knock_limit
    if knocker and left[knocker] > limit:
        message = f"{knocker} has {left[knocker]}; a knock needs {limit} or less."
        raise Refused(message, "CAR-KNOCK", "knock_too_high", key)


def cards(hand: Hand, knocker: Seat | None) -> dict[Seat, int]:
    """The cards left in each hand, the knocker’s first; the app counts them."""
    rules, seats = hand.rules, hand.table.seats
    playing = pack(len(seats), rules.jokers)
    order = [knocker, *(seat for seat in seats if seat is not knocker)] if knocker else seats
    named: list[Card] = []
    left: dict[Seat, int] = {}
    for seat in order:
        held = hand.ask(
            Cards(
                f"left {seat.code}",
                f"{seat}: which cards are left?",
                "CAR-VALUES",
                playing,
                0,
                40,
                none="No card left",
                samples=lambda: SAMPLES,
            ),
            check=partial(fitting, hand, knocker, seat, tuple(named)),
        )
        named += held
        left[seat] = counted(hand, held)
        hand.tell(f"{seat} has {left[seat]} left.", "CAR-VALUES")
    return {seat: left[seat] for seat in seats}


def fitting(
    hand: Hand, knocker: Seat | None, seat: Seat, named: tuple[Card, ...], held: tuple[Card, ...]
) -> None:
    """What a player has left must be in the pack, and low enough to have knocked."""
    key = f"left {seat.code}"
    in_pack(hand, [*named, *held], key)
    if seat is knocker:
        low_enough(hand, knocker, {seat: counted(hand, held)}, key)


SAMPLES = ("none", "AC", "2D AH", "3S", "KD 5C 9H", "QS 7D", "Joker", "10H 10C AS", "4D")


def counted(hand: Hand, held: tuple[Card, ...]) -> int:
    """The deadwood of a holding, melds in it deducted where the house does so."""
    return least_deadwood(held) if hand.rules.hand_melds == "deduct" else deadwood(held)


def in_pack(hand: Hand, held: list[Card], key: str) -> None:
    """No card lies in more hands than the pack has of it."""
    players = len(hand.table.seats)
    copies = 1 if players == 2 else 2
    most = joker_count(players, hand.rules.jokers)
    for card, number in Counter(held).items():
        if card == JOKER and number > most:
            jokers = f"{number} joker{'s' * (number != 1)}"
            message = f"That makes {jokers}; there {'is' if most == 1 else 'are'} {most}."
            raise Refused(message, "CAR-PACK", "too_many_copies", key)
        if card != JOKER and number > copies:
            assert card.suit is not None
            name = f"{WORDS.get(card.rank, card.rank)} of {card.suit.word}"
            has = "A single pack has only one" if copies == 1 else "Two packs have only two of the"
            raise Refused(f"{has} {name}.", "CAR-PACK", "too_many_copies", key)


def record(hand: Hand, result: Result) -> None:
    """The cells of the scoresheet."""
    hand.panels.clear()
    if result.knocker is None and hand.rules.stock_out == "void":
        hand.cell("knocker", "–")
        return
    for seat, number in result.left.items():
        mark = "U" if result.undercut and seat in result.winners else ""
        mark += "E" if not number and seat in result.winners else ""
        hand.cell("left", f"{number} {mark}".strip(), seat)


def finish(hand: Hand, won: Counter[Side]) -> None:
    """Closes the hand; at the target adds the bonuses and names the winner."""
    table, rules = hand.table, hand.rules
    totals = table.ledger.totals
    over = [side for side in table.sides if totals[side] >= rules.target]
    if not over:
        hand.post([])
        return
    high = max(totals[side] for side in over)
    champions = [side for side in over if totals[side] == high]
    losers = [side for side in table.sides if side not in champions]
    blank = all(totals[side] == 0 for side in losers)
    hand.post(bonuses(champions, {side: won[side] for side in table.sides}, blank, rules))
    words = " and ".join(map(str, champions))
    if rules.winner_by == "final_total":
        best = table.ledger.leaders()
        table.end(best, "CAR-R6", f"the highest total with all bonuses, {table.ledger.high}")
    elif len(over) > 1:
        table.end(champions, "CAR-GAME-TIE", f"{words} had most before the bonuses, {high}")
    else:
        table.end(champions, "CAR-GAME", f"{words} reached {rules.target} with {high}")


def holds(replay: Replay) -> Iterator[str]:
    """Only winners score in a hand, and bonuses fall only at the end."""
    for hand in replay.hands[:-1]:
        if any(line.column == BONUS for line in hand.lines):
            yield f"hand {hand.number}: a bonus before the end"
    for hand in replay.hands:
        if any(line.points < 0 and line.rule != replay.game.adjust_rule for line in hand.lines):
            yield f"hand {hand.number}: a loss"
