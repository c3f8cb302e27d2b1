"""Scotch Whist, catch the ten, for two to seven. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.cards import Card, Suit
from companion.game import Replay
from companion.games.scotch_whist.deck import (
    ALL_HONOURS,
    HONOURS,
    NUMBERS,
    PACK,
    cards_in_play,
    left_out,
    needed,
    quota,
)
from companion.games.scotch_whist.ending import claimed, ending
from companion.games.scotch_whist.piles import count_cards, count_honours, quick_cards
from companion.games.scotch_whist.score import Haul, Race, after_dead_heat, score, steps
from companion.games.scotch_whist.tricks import Live, trick_by_trick
from companion.panels import Grid
from companion.questions import Cards, Refused, listed
from companion.seating import Side, from_left
from companion.table import Hand, Table


def play(table: Table) -> None:
    """An evening: hand after hand until somebody reaches the target."""
    dealer, dead_heat = table.first_dealer, False
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = needed(hand.rules)
        opening(hand)
        before = table.ledger.totals
        haul, claimant = result(hand)
        if haul is None:
            return
        hand.post(score(haul, before))
        written(hand, haul, claimant)
        dead_heat = finish(hand, before, claimant, dead_heat)
        dealer = hand.dealer.left


def holds(replay: Replay) -> Iterator[str]:
    """In a hand played out every card and every honour is captured by somebody."""
    for hand in replay.hands:
        if "played" not in hand.cells:
            continue
        cards = sum(int(text) for key, text in hand.cells.items() if key.startswith("cards "))
        if cards != cards_in_play(len(hand.table.seats)):
            yield f"hand {hand.number}: {cards} cards are captured"
        honours = [line.points for line in hand.lines if line.rule not in ("SCW-CARDS", "SCW-ADJ")]
        if sum(honours) != ALL_HONOURS:
            yield f"hand {hand.number}: the honours make {sum(honours)}"


# -- the deal ------------------------------------------------------------------------------------


def opening(hand: Hand) -> None:
    """Who deals what, who leads, which cards are out, and what everybody needs."""
    table, rules, dealer = hand.table, hand.rules, hand.dealer
    players = len(table.seats)
    hand.facts |= {"dealer": dealer.code, "leader": dealer.left.code, "number": str(players)}
    hand.facts["start"] = " ".join(str(total) for total in table.ledger.totals.values())
    hand.cell("dealer", dealer)
    each = quota(players)
    packets = rules.packets == "yes" and players < 4
    how = f" in {NUMBERS[each // 6]} packets of six, played one after another" if packets else ""
    hand.tell(f"{dealer} deals {each} cards each{how}; the last is turned up.", "SCW-DEAL")
    if out := left_out(players, rules):
        hand.tell(f"Leave out the {listed(out, 'and')}: {cards_in_play(players)} cards.", "SCW-R7")
    hand.tell(f"{dealer.left} leads.", "SCW-LEAD")
    for side, total in table.ledger.totals.items():
        hand.status[side] = f"{max(0, table.target - total)} to go" if table.target else ""


def turned_up(hand: Hand) -> Suit:
    """The card turned up, whose suit is trump."""
    players, rules = len(hand.table.seats), hand.rules
    names = f"with {NUMBERS[players]} players"
    card = hand.ask(
        Cards(
            "turn-up",
            f"{hand.dealer} deals: which card was turned up?",
            "SCW-TURNUP",
            PACK,
            gone={c: f"The {c} is not in play {names}." for c in left_out(players, rules)},
            code="card_not_in_play",
            outside=small,
        )
    )[0]
    assert card.suit is not None
    hand.tell(f"The {card} belongs to {hand.dealer}’s own cards.", "SCW-TURNUP")
    trump_known(hand, card.suit)
    return card.suit


def small(card: Card) -> Refused:
    """Refuses a card below the six."""
    words = f"The {card} is not in the pack: it runs from the six to the ace."
    return Refused(words, "SCW-DEAL", "card_not_in_play")


def trump_known(hand: Hand, trump: Suit) -> None:
    """The trump, and how it ranks."""
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    hand.tell(f"Trump {trump}: J A K Q 10 9 8 7 6.", "SCW-RANK-TRUMP", keep=True)


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand) -> tuple[Haul | None, Side | None]:
    """What was captured, and who claimed in mid-hand; no haul when a revoke ended the game."""
    mode = hand.entry("guided", "quick", "tricks")
    trump = None if mode == "quick" else turned_up(hand)
    live = trick_by_trick(hand, trump) if mode == "tricks" and trump else None
    if live and live.claimant:
        return live.haul(), live.claimant
    end = ending(hand, claims=live is None)
    if end and end.revoked:
        revoke(hand, end.side)
        return None, None
    if end:
        return claimed(hand, end.side, trump), end.side
    return played_out(hand, trump, live), None


def played_out(hand: Hand, trump: Suit | None, live: Live | None) -> Haul:
    """What everybody captured in a hand played to its end."""
    if hand.mode == "quick":
        cards, trump = quick_cards(hand)
        if trump:
            trump_known(hand, trump)
    else:
        cards = count_cards(hand, live)
    honours = count_honours(hand, trump, cards, live.honours if live else {})
    hand.cell("played", "yes")
    return Haul(cards, honours, trump, len(hand.table.seats))


def revoke(hand: Hand, offender: Side) -> None:
    """A revoke loses the game, where the table plays so."""
    hand.summary = f"{offender} revoked"
    hand.post([])
    words = f"{offender} revoked, which loses the game here"
    hand.table.end(offender.others, "SCW-R4", words)


def written(hand: Hand, haul: Haul, claimant: Side | None) -> None:
    """What the scoresheet says of the hand, and the hand in one sentence."""
    hand.status.clear()
    short = initials(hand.table.sides)
    for rank in HONOURS:
        if side := haul.honours.get(rank):
            hand.cell(f"h{rank.lower()}", short[side])
    for side, number in haul.cards.items():
        hand.cell("cards", number, side)
    gained = dict.fromkeys(hand.table.sides, 0)
    for line in hand.lines:
        if line.rule != "SCW-ADJ":
            gained[line.side] += line.points
    points = ", ".join(f"{side} {number}" for side, number in gained.items())
    trump = f"{haul.trump}: " if haul.trump else ""
    claim = f"; {claimant} claims" if claimant else ""
    hand.summary = f"{trump}{points}{claim}"


def initials(sides: Sequence[Side]) -> dict[Side, str]:
    """How the scoresheet's small boxes name a side: its letter, or the beginning of a name."""
    if any(len(side.seats) > 1 for side in sides):
        return {side: side.code for side in sides}
    for length in (1, 2, 3):
        short = {side: side.name[:length] for side in sides}
        if len(set(short.values())) == len(short):
            return short
    return {side: side.name for side in sides}


# -- the end -------------------------------------------------------------------------------------


def finish(hand: Hand, before: Mapping[Side, int], claimant: Side | None, dead_heat: bool) -> bool:
    """Ends the game if somebody has won; says whether a dead heat is to be played on."""
    table, need = hand.table, needed(hand.rules)
    race = Race(steps(before, hand.lines), need, hand.rules.order_tie, list(from_left(hand.dealer)))
    show_race(hand, race)
    totals = table.ledger.totals
    if claimant and totals[claimant] >= need:
        table.end([claimant], "SCW-R3", f"{claimant} claims {need} in mid-hand")
    elif dead_heat:
        table.outcome = after_dead_heat(totals, need)
    else:
        table.outcome = race.outcome()
    if table.outcome and race.over:
        hand.cell("race", race.decided()[0].short if len(race.over) > 1 else "")
    return table.outcome is None and bool(race.over)


def show_race(hand: Hand, race: Race) -> None:
    """The totals step by step in counting order, the deciding step marked."""
    rows = [[step.words, *(str(total) for total in step.totals.values())] for step in race.steps]
    marked = [race.steps.index(race.decided()[0])] if race.over else []
    sides = [str(side) for side in hand.table.sides]
    hand.show(Grid("In counting order", ["", *sides], rows, marked=marked))
