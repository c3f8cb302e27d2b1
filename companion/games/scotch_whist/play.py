"""Scotch Whist, catch the ten, for two to eight: hands to the target; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.cards import Card
from companion.game import Replay
from companion.games.scotch_whist import show
from companion.games.scotch_whist.deck import (
    ALL_HONOURS,
    PACK,
    POINTS,
    cards_in_play,
    left_out,
    needed,
)
from companion.games.scotch_whist.ending import claimed, ending
from companion.games.scotch_whist.facts import Haul, Result
from companion.games.scotch_whist.house import Hand, Table
from companion.games.scotch_whist.piles import count_cards, count_honours, quick_cards
from companion.games.scotch_whist.race import Race, after_dead_heat, steps
from companion.games.scotch_whist.score import score
from companion.games.scotch_whist.tricks import Live, trick_by_trick
from companion.questions import Cards, Refused
from companion.seating import Side, from_left
from companion.table import Outcome


def play(table: Table) -> None:
    """An evening: hand after hand until somebody reaches the target."""
    dealer, dead_heat = table.first_dealer, False
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = needed(hand.rules)
        show.opening(hand, table.target)
        if dead_heat:
            show.dead_heat(hand)
        before = table.ledger.totals
        found = result(hand, dead_heat)
        if isinstance(found, Side):
            words = show.revoked(hand, found)
            hand.post([])
            table.end(found.others, "SCW-R4", words)
            return
        hand.result = found
        hand.post(score(found.haul, before, hand.rules))
        show.result(hand, found.haul, found.claimant)
        dead_heat = finish(hand, before, found, dead_heat)
        dealer = hand.dealer.left


def result(hand: Hand, dead_heat: bool) -> Result | Side:
    """What was captured, and who claimed in mid-hand; or the side whose revoke ends the game.

    A hand that decides a dead heat is played out: nobody claims in it (SCW-R2).
    """
    mode = hand.entry("guided", "quick", "tricks")
    turned = None if mode == "quick" else turned_up(hand)
    claims = hand.rules.stop_when_reached == "yes" and not dead_heat
    live = trick_by_trick(hand, turned, claims) if mode == "tricks" and turned else None
    if live and live.claimant:
        return Result(live.haul(), live.claimant, played_out=False)
    end = ending(hand, turned, claims=claims and live is None)
    if end and end.revoked:
        return end.side
    if end:
        return Result(claimed(hand, end.side, turned), end.side, played_out=False)
    return Result(played_out(hand, turned, live), None, played_out=True)


def turned_up(hand: Hand) -> Card:
    """The card turned up, whose suit is trump."""
    players, rules = len(hand.table.seats), hand.rules

    def outside(card: Card) -> Refused:
        return Refused(show.small(card), "SCW-DEAL", "card_not_in_play")

    (card,) = hand.ask(
        Cards(
            "turn-up",
            f"{hand.dealer} deals: which card was turned up?",
            "SCW-TURNUP",
            PACK,
            gone={c: show.not_in_play(c, players) for c in left_out(players, rules)},
            code="card_not_in_play",
            outside=outside,
        )
    )
    show.turned_up(hand, card)
    return card


def played_out(hand: Hand, turned: Card | None, live: Live | None) -> Haul:
    """What everybody captured in a hand played to its end."""
    trump = turned.suit if turned else None
    if hand.mode == "quick":
        cards, trump = quick_cards(hand)
        if trump:
            show.trump_known(hand, trump)
    else:
        cards = count_cards(hand, live, turned)
    honours = count_honours(hand, trump, turned, cards, live.honours if live else {})
    return Haul(cards, honours, trump, len(hand.table.seats))


def finish(hand: Hand, before: Mapping[Side, int], found: Result, dead_heat: bool) -> bool:
    """Ends the game if somebody has won; True if a dead heat is to be played on."""
    table, need = hand.table, needed(hand.rules)
    race = Race(steps(before, hand.lines), need, hand.rules, list(from_left(hand.dealer)))
    show.race(hand, race.steps, race.decided()[0] if race.over else None)
    totals, claimant = table.ledger.totals, found.claimant
    if claimant and totals[claimant] >= need:
        table.outcome = Outcome((claimant,), "SCW-R3", show.claims(claimant, need))
    elif dead_heat:
        table.outcome = after_dead_heat(totals, need)
    else:
        table.outcome = race.outcome()
    if table.outcome and race.over:
        show.decided(hand, race.decided()[0].short if len(race.over) > 1 else "")
    return table.outcome is None and bool(race.over)


def holds(replay: Replay) -> Iterator[str]:
    """In a hand played out every card and every honour is captured by somebody."""
    for hand in replay.hands:
        if not isinstance(hand.result, Result) or not hand.result.played_out:
            continue
        cards = sum(hand.result.haul.cards.values())
        if cards != cards_in_play(len(replay.table.seats)):
            yield f"hand {hand.number}: {cards} cards are captured"
        honours = sum(POINTS[rank] for rank in hand.result.haul.honours)
        if honours != ALL_HONOURS:
            yield f"hand {hand.number}: the honours make {honours}"
