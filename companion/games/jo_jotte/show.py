"""How a hand of Jo-Jotte looks and sounds: guidance, panels, cells. Words of lines: words.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.cards import Card
from companion.games.jo_jotte.facts import (
    Aside,
    Contract,
    Fours,
    Result,
    Rubber,
    Runs,
    Seen,
    slam_made,
)
from companion.games.jo_jotte.house import Hand, Table
from companion.games.jo_jotte.melds import four
from companion.games.jo_jotte.pack import LAST, PACK, PLURAL, first_leader, suit_name
from companion.panels import Grid, Meter, Tray
from companion.seating import Seat
from companion.words import counted

# -- the rubber ------------------------------------------------------------------------------------


def named(table: Table, at: Rubber) -> None:
    """Names every hand of the game under way, those thrown in included."""
    for hand in table.hands[at.began :]:
        hand.title = f"game {at.game}, hand {hand.number - at.began}"


def opening(hand: Hand, at: Rubber) -> None:
    """Who deals and bids; whether a game begins; what waits for a winner."""
    first = hand.dealer.left
    hand.facts["dealer"] = hand.dealer.code
    hand.cell("dealer", hand.dealer)
    if at.game > 1 and hand.number == at.began + 1:
        words = f"Game {at.game} begins: both are at 0 below the line again."
        hand.tell(words, "JOJ-GAME80")
    leads = " and leads" if hand.rules.first_lead == "non_dealer" else ""
    words = f"{hand.dealer} deals six cards each and turns the next one up. {first} bids first"
    hand.tell(f"{words}{leads}.", "JOJ-DEAL")
    if at.aside.amount:
        amounts = [(name, str(points)) for name, points in at.aside.ties]
        if len(amounts) > 1:
            amounts.append(("in all", str(at.aside.amount)))
        hand.show(Meter("Set aside from ties", amounts))
        words = f"{at.aside.amount} set aside, for the next winner of a hand that is no nullo."
        hand.tell(words, "JOJ-CARRY", keep=True)
    hand.cell("aside", at.aside.amount or "")


def storeys(hand: Hand, columns: Sequence[tuple[str, str]], goal: int) -> None:
    """The two-storey score: (head, ledger column) from above to the game under way, to `goal`."""
    ledger, seats = hand.table.ledger, hand.table.seats
    under_way = max(n for n, (_, key) in enumerate(columns) if key.startswith("game"))
    for seat in seats:
        hand.status[seat.side] = f"{ledger.column(seat, columns[under_way][1])} below"
    heads = [
        f"{head}, to {goal}" if n == under_way else head for n, (head, _) in enumerate(columns)
    ]
    cells = [[str(ledger.column(seat, key)) for seat in seats] for _, key in columns]
    rows = [[head, *row] for head, row in zip(heads, cells, strict=True)]
    foot = ["total", *(str(ledger.total(seat)) for seat in seats)]
    head = ["", *map(str, seats)]
    hand.show(Grid("Above and below the line", head, rows, foot, marked=(under_way,)))


def passed_out(hand: Hand) -> None:
    """Four passes."""
    hand.cell("trump", "passed")
    hand.summary = "Both pass twice: no score"
    hand.tell("Four passes: nobody scores.", "JOJ-PASSOUT")


def scored(hand: Hand, contract: Contract, result: Result, aside: Aside) -> None:
    """The hand on the sheet, and in one sentence."""
    hand.cell("aside", aside.amount or "")
    hand.summary = summary(contract, result)


def closed(hand: Hand, game: int, counts: Iterable[int]) -> None:
    """Adds to the sentence that the hand ended a game."""
    high, low = sorted(counts, reverse=True)
    hand.summary += f"; game {game} is closed, {high} to {low}"


def summary(contract: Contract, result: Result) -> str:
    """The hand in one sentence."""
    declarer, defender = contract.declarer, contract.defender
    if contract.special == "nullo":
        taken = result.tricks[defender]
        if not taken:
            return f"{defender} makes nullo"
        return f"{defender} is set in nullo, with {counted(taken, 'trick')}"
    if contract.slam:
        made = slam_made(contract, result)
        return f"{declarer} {'makes' if made else 'loses'} a slam, {contract}"
    mine, theirs = result.points[declarer], result.points[defender]
    points = f"{mine} to {theirs}"
    if result.revoked:
        return f"{declarer} plays {contract}, {points}, but {result.revoked} revoked"
    if mine == theirs:
        return f"{declarer}’s {contract} is tied, {points}"
    return f"{declarer} {'makes' if mine > theirs else 'is beaten in'} {contract}, {points}"


# -- the contract and the melds --------------------------------------------------------------------


def bidder(seat: Seat, dealer: Seat) -> str:
    """The player's name, with the office."""
    return f"{seat}, dealer" if seat is dealer else str(seat)


def may_double(hand: Hand, declarer: Seat, who: Seat, call: str) -> None:
    """What an enquiry takes over while somebody may double or redouble."""
    doubled = "yes" if call == "redouble" else "no"
    hand.facts |= {"double.declarer": declarer.code, "double.who": who.code}
    hand.facts |= {"double.call": call, "double.doubled": doubled}


def may_bid(hand: Hand, who: Seat, call: str, nullo: bool) -> None:
    """What an enquiry takes over while somebody may bid nullo or slam."""
    hand.facts |= {"special.who": who.code, "special.call": call}
    hand.facts["special.nullo"] = "yes" if nullo else "no"


def contract_known(hand: Hand, contract: Contract) -> None:
    """What follows from the contract."""
    hand.cell("declarer", contract.declarer)
    hand.cell("trump", contract.suit or "NT")
    hand.cell("stakes", {1: "", 2: "×2", 4: "×4"}[contract.times])
    leader = first_leader(hand.rules, hand.dealer, contract.declarer)
    trump = contract.suit.value if contract.suit else "none"
    hand.facts |= {"trump": trump, "declarer": contract.declarer.code, "leader": leader.code}
    words = f"{contract.declarer} plays {suit_name(contract.suit)}"
    if contract.times > 1:
        words += f", {'redoubled' if contract.times == 4 else 'doubled'}: ×{contract.times}"
        words += " (below the line only)"
    hand.tell(f"{words}. {leader} leads.", "JOJ-LEAD", keep=True)


def dealt_on(hand: Hand) -> None:
    """The last cards."""
    words = f"{hand.dealer} deals three more cards each and turns the stub over."
    hand.tell(words, "JOJ-DEAL")


def out_known(hand: Hand, seen: Seen) -> None:
    """The cards out of play, for the referee."""
    hand.facts["out"] = " ".join(card.code for card in seen.out) or "none"


def special_known(hand: Hand, contract: Contract) -> None:
    """What a nullo or slam changes."""
    trump = contract.trump(hand.rules)
    hand.cell("special", {"nullo": "N", "slam": "S", "": ""}[contract.special])
    if not contract.special:
        return
    hand.facts["trump"] = trump.value if trump else "none"
    hand.tell("No meld counts in this hand, for either player.", "JOJ-NOMELD", keep=True)
    if contract.slam:
        words = f"Slam: {contract.declarer} must take all nine tricks, {suit_name(trump)}."
        hand.tell(words, "JOJ-SLAM", keep=True)
    else:
        words = f"Nullo: {contract.defender} must take no trick; played at no-trump."
        hand.tell(words, "JOJ-NULLO", keep=True)


def melds_begin(hand: Hand, contract: Contract) -> None:
    """Who declares first, and how fours rank."""
    order = "trumps" if contract.trump(hand.rules) else "plain suits"
    words = f"{contract.defender} declares first. Fours rank as the cards do in {order}."
    hand.tell(words, "JOJ-MELD-FOURS")


def nobody_scores_runs(hand: Hand) -> None:
    """Two equal plain runs at a table where neither is good."""
    hand.tell("Two equal plain runs: here nobody scores runs.", "JOJ-R6", keep=True)


def melds_known(hand: Hand, fours: Fours | None, runs: Runs | None) -> None:
    """The melds that score, laid out, and who may ask to see them."""
    groups: list[tuple[str, list[Card]]] = []
    if fours:
        groups += [
            (f"{fours.seat}: four {PLURAL[rank]}", in_order(four(rank))) for rank in fours.ranks
        ]
    if runs:
        groups += [(f"{runs.seat}: run", in_order(run.cards)) for run in runs.runs]
    for winner, what in ((fours, "fours"), (runs, "runs")):
        if winner:
            words = f"{winner.seat.left} may ask to see the {what} of {winner.seat}."
            hand.tell(words, "JOJ-SHOW", keep=True)
    if groups:
        hand.show(Tray("Melds that score", groups))


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards as a picker lays them out."""
    return sorted(cards, key=PACK.cards.index)


def play_begins(hand: Hand, contract: Contract) -> None:
    """What each player is after in an ordinary hand."""
    words = f"{contract.declarer} needs more trick points than {contract.defender}"
    hand.tell(f"{words}; the last trick adds {LAST}.", "JOJ-MADE", keep=True)
