"""Scotch Whist, catch the ten, for two to eight: hands to the target; rules in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from companion.cards import Card, Suit
from companion.engine.game import Replay
from companion.engine.ledger import highest
from companion.engine.panels import Grid
from companion.engine.table import won
from companion.games.scotch_whist import facts, piles
from companion.games.scotch_whist.ending import claimed, ending
from companion.games.scotch_whist.facts import HONOURS, PACK, POINTS, Haul, Result, Step, say
from companion.games.scotch_whist.house import Hand, Table
from companion.games.scotch_whist.in_play import in_play
from companion.games.scotch_whist.piles import Live
from companion.games.scotch_whist.score import Race, after_dead_heat, score, steps
from companion.questions import Cards, Refused
from companion.seating import Side, from_left
from companion.words import does, listed, told_apart


def play(table: Table) -> None:
    dead_heat = table.start.get("dead heat", False)
    while table.outcome is None:
        hand = table.deal()
        table.target = facts.needed(hand.rules)
        table.at_target = say.at_target(ties=hand.rules.order_tie == "play_on")
        opening(hand)
        if dead_heat:
            hand.tell(say.dead_heat())
        before = table.ledger.totals
        outcome = result(hand, dead_heat)
        if isinstance(outcome, Side):
            hand.summary = say.revoked(side=outcome)
            hand.post([])
            words = say.revoked__loses(side=outcome)
            table.end(outcome.others, words.rule, str(words))
            return
        hand.result = outcome
        hand.post(score(outcome.haul, before, hand.rules))
        shown(hand, outcome.haul, outcome.claimant)
        dead_heat = finish(hand, before, outcome, dead_heat)


def result(hand: Hand, dead_heat: bool) -> Result | Side:
    """The captures, and the side that claimed in mid-hand; or the side whose revoke ends the game.

    A hand that decides a dead heat is played out: nobody claims in it (SCW-R2).
    """
    mode = hand.entry("guided", "quick", "tricks")
    turned = None if mode == "quick" else turned_up(hand)
    claims = hand.rules.stop_when_reached == "yes" and not dead_heat
    live = None
    if turned and turned.suit and mode == "tricks":
        live = Live(hand, turned.suit, facts.jack_captor(turned, hand.dealer))
        hand.plays = partial(in_play, hand, turned, live)
        piles.trick_by_trick(hand, live, claims)
    if live and live.claimant:
        return Result(live.haul(), live.claimant, played_out=False)
    end = ending(hand, turned, claims=claims and live is None)
    if end and end.revoked:
        return end.side
    if end:
        return Result(claimed(hand, end.side, turned), end.side, played_out=False)
    return Result(played_out(hand, turned, live), None, played_out=True)


def turned_up(hand: Hand) -> Card:
    players, rules = len(hand.table.seats), hand.rules
    (card,) = hand.ask(Cards(
        "turn-up", say.turned_up(dealer=hand.dealer), "SCW-TURNUP", PACK,
        gone={
            card: say.card_not_in_play(card=card, players=players)
            for card in facts.left_out(players, rules)
        },
        outside=lambda card: Refused(say.card_not_in_play__small(card=card)),
    ))  # fmt: skip
    assert card.suit is not None
    trump_known(hand, card.suit)
    hand.plays = partial(in_play, hand, card, None)
    return card


def played_out(hand: Hand, turned: Card | None, live: Live | None) -> Haul:
    """The captures in a hand played to its end."""
    trump = turned.suit if turned else None
    if hand.mode == "quick":
        trump, cards = piles.trump_and_cards(hand)
        if trump:
            trump_known(hand, trump)
    else:
        cards = piles.count_cards(hand, live, turned)
    honours = piles.count_honours(hand, trump, turned, cards, live.honours if live else {})
    return Haul(cards, honours, trump, len(hand.table.seats))


def finish(hand: Hand, before: Mapping[Side, int], result: Result, dead_heat: bool) -> bool:
    """Ends the game if somebody has won it; True if a dead heat is to be played on."""
    table, need = hand.table, facts.needed(hand.rules)
    race = Race(steps(before, hand.lines), need, hand.rules, list(from_left(hand.dealer)))
    in_order(hand, race.steps, race.decided()[0] if race.over else None)
    totals, claimant = table.ledger.totals, result.claimant
    if claimant and totals[claimant] >= need:
        table.outcome = won(say.claims__won(side=claimant, need=need), [claimant])
    elif dead_heat:
        table.outcome = after_dead_heat(totals, need)
    else:
        table.outcome = race.outcome()
    if table.outcome and race.over:
        hand.cell("race", race.decided()[0].short if len(race.over) > 1 else "")
    return table.outcome is None and bool(race.over)


def opening(hand: Hand) -> None:
    """Show the dealer and the cards, the leader, the cards out, and the points each side needs."""
    table, rules, dealer = hand.table, hand.rules, hand.dealer
    players = len(table.seats)
    hand.facts |= {"leader": dealer.left.code, "number": str(players)}
    hand.facts["race.start"] = " ".join(str(total) for total in table.ledger.totals.values())
    each = facts.quota(players)
    packets = each // 6 if rules.packets == "yes" and players < 4 else 0
    hand.tell(say.deals(dealer=dealer, each=each, packets=packets))
    if out := facts.left_out(players, rules):
        hand.tell(say.leave_out(out=listed(out, "and"), cards=facts.cards_in_play(players)))
    hand.tell(say.leads(leader=dealer.left))


def trump_known(hand: Hand, trump: Suit) -> None:
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    hand.tell(say.trumps(trump=trump), keep=True)


def shown(hand: Hand, haul: Haul, claimant: Side | None) -> None:
    hand.status.clear()
    took = {f"race.{rank}": side.code for rank, side in haul.honours.items()}
    hand.facts |= took | {"race.cards": " ".join(map(str, haul.cards.values()))}
    short = initials(hand.table.sides)
    for rank in HONOURS:
        if side := haul.honours.get(rank):
            hand.cell(f"h{rank.lower()}", short[side])
    for side, number in haul.cards.items():
        hand.cell("cards", number, side)
    gained = {side: hand.brought(side) for side in hand.table.sides}
    most, ahead = highest(gained)
    each = " each" if len(ahead) > 1 else ""
    trump = f", {haul.trump} trumps" if haul.trump else ""
    claim = f"; {does(claimant, 'claim')}" if claimant else ""
    hand.summary = f"{does(ahead, 'score')} most, {most}{each}{trump}{claim}"


def initials(sides: Sequence[Side]) -> dict[Side, str]:
    """The name of a side in small boxes of the scoresheet: its letter, or those of a name."""
    letters = told_apart([side.name for side in sides])
    if any(len(side.seats) > 1 for side in sides) or not all(letters):
        return {side: side.code for side in sides}
    return dict(zip(sides, letters, strict=True))


def in_order(hand: Hand, steps: Sequence[Step], decisive: Step | None) -> None:
    """The totals step by step in counting order, the decisive step marked."""
    rows = [[step.words, *(str(total) for total in step.totals.values())] for step in steps]
    marked = [list(steps).index(decisive)] if decisive else []
    sides = [str(side) for side in hand.table.sides]
    hand.show(Grid("In counting order", ["", *sides], rows, marked=marked))


def holds(replay: Replay) -> Iterator[str]:
    """In a hand played out every card and every honour is captured by somebody."""
    for hand, result in replay.results(Result):
        if not result.played_out:
            continue
        cards = sum(result.haul.cards.values())
        if cards != facts.cards_in_play(len(replay.table.seats)):
            yield f"hand {hand.number}: {cards} cards are captured"
        honours = sum(POINTS[rank] for rank in result.haul.honours)
        if honours != facts.ALL_HONOURS:
            yield f"hand {hand.number}: the honours make {honours}"
