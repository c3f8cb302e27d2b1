"""Très, for two players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.cards import Card
from companion.game import Replay
from companion.games.tres.tricks import (
    KEYS,
    PACK,
    TRICKS,
    TRUMP,
    VALUES,
    Revoke,
    Trick,
    possible_totals,
    reply_wins,
    revokes,
    taker,
    worth,
)
from companion.ledger import Line
from companion.panels import Grid, Tray
from companion.questions import Cards, Choice, Refused, Shares, option
from companion.seating import Seat
from companion.table import Hand, Table

CELLS = dict(zip(VALUES, ("ones", "twos", "fours", "eights", "sixteens"), strict=True))
WORDS = {1: "plain", 2: "2-point", 4: "4-point", 8: "8-point", 16: "16-point"}


@dataclass
class Tally:
    """What each player has won: how many tricks by each rule, and what is out of the pack."""

    won: dict[Seat, dict[tuple[int, str], int]]
    gone: dict[Card, str] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)

    def add(self, seat: Seat, points: int, rule: str, number: int = 1) -> None:
        """Counts tricks of a kind for a player."""
        if number:
            self.won[seat][points, rule] = self.won[seat].get((points, rule), 0) + number

    def points(self, seat: Seat) -> int:
        """What the player’s tricks come to."""
        return sum(points * number for (points, _), number in self.won[seat].items())


def play(table: Table) -> None:
    """The agreed number of deals; the higher total wins."""
    dealer = table.first_dealer
    scored = 0
    deals = table.rules.deals
    while True:
        if deals != "open" and scored >= deals:
            low, high = sorted(table.ledger.totals.values())
            if low != high or table.rules.tie != "two_more":
                break
            deals = scored + 2
        if table.closing:
            break
        hand = table.deal(dealer)
        opening(hand, scored + 1, deals)
        if deal(hand):
            scored += 1
            dealer = next_dealer(hand)
        else:
            dealer = hand.dealer
    if table.ledger.leaders() == table.sides:
        table.end([], "TRES-TIE", f"level on {table.ledger.high}: a drawn game")
    else:
        best = table.ledger.leaders()
        low, high = sorted(table.ledger.totals.values())
        table.end(best, "TRES-END", f"{best[0]} has the higher total, {high} to {low}")


def opening(hand: Hand, number: int, deals: int | str) -> None:
    """Which deal, who gets how many, who leads."""
    other = hand.dealer.left
    hand.title = f"Deal {number}" if deals == "open" else f"Deal {number} of {deals}"
    hand.cell("dealer", hand.dealer)
    hand.facts |= {"dealer": hand.dealer.code, "trump": TRUMP.value}
    hand.tell(f"Take out the 5♥. {other} gets 26, {hand.dealer} gets 25.", "TRES-DEALING")
    hand.tell(f"Hearts are trumps. {other} leads.", "TRES-ALTLEAD")


def deal(hand: Hand) -> bool:
    """One deal to its score; False when it was void."""
    tally = Tally({seat: {} for seat in hand.table.seats})
    mode = hand.entry("guided", "keys", "quick", "totals")
    if mode == "totals":
        totals(hand)
        return True
    if mode == "quick":
        quick(hand, tally)
    else:
        trick_by_trick(hand, tally)
    found = list(revokes(tally.tricks))
    for each in found:
        hand.tell(str(each), "TRES-AUDIT")
    if found and hand.rules.revoke == "void_deal":
        hand.summary = "A revoke: the deal is void"
        hand.tell("The deal is void; the same dealer deals again.", "TRES-R7")
        hand.post([])
        return False
    lines = list(score(tally))
    if hand.rules.revoke == "forfeit_trick":
        lines += forfeits(found)
    cells(hand, tally)
    hand.post(lines)
    return True


def next_dealer(hand: Hand) -> Seat:
    """Who deals the next deal."""
    if hand.rules.next_dealer == "alternate":
        return hand.dealer.left
    points = {seat: sum(x.points for x in hand.lines if x.to is seat) for seat in hand.table.seats}
    low = min(points.values())
    losers = [seat for seat, each in points.items() if each == low]
    return losers[0] if len(losers) == 1 else hand.dealer.left


# -- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(hand: Hand, tally: Tally) -> None:
    """Seventeen tricks, card by card or by their key cards."""
    for number in range(1, TRICKS + 1):
        leader = hand.dealer.left if number % 2 else hand.dealer
        hand.facts |= {"leader": leader.code, "number": str(number)}
        hand.pausing = lambda: show(hand, tally)
        if hand.mode == "guided":
            three_cards(hand, tally, leader, number)
        else:
            keys_of(hand, tally, leader, number)
    hand.pausing = None


def show(hand: Hand, tally: Tally) -> None:
    """What each has won so far, and the key cards still out."""
    rows = [
        (str(seat), str(sum(kinds.values())), str(tally.points(seat)))
        for seat, kinds in tally.won.items()
    ]
    hand.show(Grid("This deal", ("", "Tricks", "Points"), rows))
    out = [card for card in KEYS if card not in tally.gone]
    hand.show(Tray(f"Key cards still out: {len(out)}", [("", out)]))


def three_cards(hand: Hand, tally: Tally, leader: Seat, number: int) -> None:
    """The three cards of a trick; the app says who must follow, who wins, and what it is worth."""
    other = leader.left
    lead = card(hand, tally, number, 1, f"{leader} leads", "any card")
    led = lead.suit
    assert led is not None
    reply = card(hand, tally, number, 2, f"{other} replies", f"{led} if {other} has any")
    if reply.suit is not led:
        no_more(hand, number, 2, other, lead, "TRES-REPLY")
    wins = reply_wins(lead, reply)
    why = f"must follow {led} if able" if wins else "any card: renege allowed"
    state = "is winning" if wins else "is losing"
    hand.tell(f"The {reply} {state}: {leader}’s second card {why}.",
              "TRES-MUSTFOLLOW" if wins else "TRES-RENEGE")  # fmt: skip
    third = card(hand, tally, number, 3, f"{leader} again", why)
    if wins and third.suit is not led:
        no_more(hand, number, 3, leader, lead, "TRES-MUSTFOLLOW")
    trick = Trick(number, leader, (lead, reply, third))
    tally.tricks.append(trick)
    made = worth(trick.cards)
    tally.add(trick.winner, made.points, made.rule)
    winning = trick.cards[taker(trick.cards)]
    hand.tell(f"{trick.winner} wins trick {number} with the {winning}: {made.points}, {made.why}.",
              "TRES-WINTRICK")  # fmt: skip


def card(hand: Hand, tally: Tally, number: int, place: int, who: str, hint: str) -> Card:
    """One card of a trick."""
    (played,) = hand.ask(
        Cards(
            f"trick {number} card {place}",
            f"Trick {number}, card {place}: {who}",
            "TRES-TWICE",
            PACK,
            gone=tally.gone,
            hint=hint,
        )
    )
    tally.gone[played] = f"The {played} went in trick {number}."
    return played


def no_more(hand: Hand, number: int, place: int, who: Seat, lead: Card, rule: str) -> None:
    """Off suit where suit had to be followed: is the suit really gone?"""
    suit = lead.suit
    assert suit is not None
    back = f"Then {who} must follow suit: undo, and play {suit.word} to the {lead}."
    hand.ask(
        Choice[bool](
            f"trick {number} void {place}",
            f"{who}: no more {suit.word}?",
            rule,
            [option(True, label=f"No more {suit.word}"),
             option(False, label="Still one", no=back, code="must_follow")],
        )
    )  # fmt: skip


def keys_of(hand: Hand, tally: Tally, leader: Seat, number: int) -> None:
    """The winner of a trick and the key cards in it."""
    who, keys = hand.ask(
        Choice(f"winner {number}", f"Who won trick {number}?", "TRES-WINTRICK", hand.table.seats),
        Cards(f"keys {number}", "Key cards in it", "TRES-VALUE", KEYS, 0, 3, gone=tally.gone,
              none="No key card"),
        title=f"Trick {number}: {leader} leads",
        check=lambda _, keys: keys_fit(tally, number, keys),
    )  # fmt: skip
    for each in keys:
        tally.gone[each] = f"The {each} already counted in trick {number}."
    made = worth(keys)
    tally.add(who, made.points, made.rule)
    hand.tell(f"{who} wins trick {number}: {made.points}, {made.why}.", made.rule)


def keys_fit(tally: Tally, number: int, keys: tuple[Card, ...]) -> None:
    """Every key card has to fall by the last trick."""
    left = len(KEYS) - len(tally.gone) - len(keys)
    room = 3 * (TRICKS - number)
    if left > room:
        message = f"{left} key cards would still be out with {TRICKS - number} tricks to come."
        raise Refused(message, "TRES-VALUE", "keys_must_total_12", f"keys {number}")


# -- the deal at once ----------------------------------------------------------------------------


def quick(hand: Hand, tally: Tally) -> None:
    """How many tricks of each kind each player won."""
    seats = hand.table.seats
    kinds = [
        Shares(key, f"{WORDS[value].capitalize()} tricks", "TRES-VALUE", seats, 0, TRICKS)
        for value, key in CELLS.items()
    ]
    title = "Tricks of each kind"
    answers = hand.ask(*kinds, title=title, check=tallies_fit, likely=likely_tallies)
    rules = {1: "TRES-KEY0", 2: "TRES-KEY1", 4: "TRES-KEY2", 8: "TRES-KEY3", 16: "TRES-VALUE"}
    for value, shares in zip(VALUES, answers, strict=True):
        for seat, number in shares.items():
            tally.add(seat, value, rules[value], number)


def likely_tallies() -> list[dict[str, str]]:
    """Some tallies that seventeen tricks and twelve key cards allow."""
    kinds = ((5, 12, 0, 0, 0), (8, 6, 3, 0, 0), (10, 4, 1, 1, 1), (13, 0, 0, 1, 3), (9, 5, 2, 1, 0))
    return [
        {key: f"{number // part} {number - number // part}" for key, number in zip(
            CELLS.values(), numbers, strict=True)}
        for numbers in kinds
        for part in (1, 2, 3)
    ]  # fmt: skip


def tallies_fit(*answers: dict[Seat, int]) -> None:
    """Seventeen tricks, twelve key cards."""
    numbers = [sum(shares.values()) for shares in answers]
    if sum(numbers) != TRICKS:
        message = f"That is {sum(numbers)} tricks; there are {TRICKS}."
        raise Refused(message, "TRES-VALUE", "tricks_must_total_17", CELLS[1])
    keys = numbers[1] + 2 * numbers[2] + 3 * (numbers[3] + numbers[4])
    if keys != len(KEYS):
        message = f"Those tricks hold {keys} key cards; there are {len(KEYS)}."
        raise Refused(message, "TRES-VALUE", "keys_must_total_12", CELLS[2])


def totals(hand: Hand) -> None:
    """The two point totals alone."""
    points = hand.ask(
        Shares("points", "Points of the deal", "TRES-DEAL", hand.table.seats, 0, 77),
        title="The deal",
        check=totals_fit,
        likely=lambda: [{"points": f"{n - n // 3} {n // 3}"} for n in sorted(possible_totals())],
    )
    summary(hand, points)
    hand.post(
        Line(seat, number, "TRES-DEAL", f"{number} points, as the players counted")
        for seat, number in points.items()
    )


def totals_fit(points: dict[Seat, int]) -> None:
    """The two together must be a sum that seventeen tricks can make."""
    total = sum(points.values())
    possible = possible_totals()
    if total not in possible:
        near = sorted(possible, key=lambda n: (abs(n - total), n))[:2]
        nearest = " or ".join(str(n) for n in sorted(near))
        message = f"Together that is {total}, which 17 tricks cannot make; {nearest} could be."
        raise Refused(message, "TRES-R6", "total_impossible", "points")


# -- the score -----------------------------------------------------------------------------------


def score(tally: Tally) -> Iterator[Line]:
    """One line for each kind of trick a player won."""
    order = ["TRES-KEY0", "TRES-KEY1", "TRES-KEY2", "TRES-KEY3", "TRES-RUN16", "TRES-RAINBOW16",
             "TRES-VALUE"]  # fmt: skip
    for seat, kinds in tally.won.items():
        for (points, rule), number in sorted(
            kinds.items(), key=lambda kind: order.index(kind[0][1])
        ):
            words = f"{number} trick{'s' * (number != 1)} of {points}: {NAMES[rule]}"
            also: tuple[str, ...] = ("TRES-DEAL",)
            if rule == "TRES-VALUE":
                also = ("TRES-DEAL", "TRES-RUN16", "TRES-RAINBOW16")
            yield Line(seat, points * number, rule, words, also=also)


NAMES = {
    "TRES-KEY0": "no key card",
    "TRES-KEY1": "one key card",
    "TRES-KEY2": "two key cards",
    "TRES-KEY3": "three key cards of two suits",
    "TRES-RUN16": "three key cards of one suit",
    "TRES-RAINBOW16": "three key cards of three suits",
    "TRES-VALUE": "three key cards of one suit or of three",
}


def forfeits(found: list[Revoke]) -> Iterator[Line]:
    """A trick with a revoke goes over, if the offender won it."""
    for trick in dict.fromkeys(each.trick for each in found):
        offenders = {each.who for each in found if each.trick is trick}
        if trick.winner not in offenders:
            continue
        points = worth(trick.cards).points
        words = f"trick {trick.number} forfeited for a revoke"
        yield Line(trick.winner, -points, "TRES-R7", words)
        yield Line(trick.winner.left, points, "TRES-R7", words)


def cells(hand: Hand, tally: Tally) -> None:
    """The tallies for the scoresheet."""
    for seat, kinds in tally.won.items():
        for value in VALUES:
            number = sum(n for (points, _), n in kinds.items() if points == value)
            hand.cell(CELLS[value], number, seat)
    summary(hand, {seat: tally.points(seat) for seat in tally.won})


def summary(hand: Hand, points: dict[Seat, int]) -> None:
    """Who took the deal."""
    low, high = sorted(points.values())
    best = max(points, key=lambda seat: points[seat])
    hand.summary = (
        f"A level deal, {high} each" if low == high else f"{best} takes it, {high} to {low}"
    )
    hand.panels.clear()


def holds(replay: Replay) -> Iterator[str]:
    """Seventeen tricks and a total that the rules can make in every deal."""
    for hand in replay.hands:
        counts = [int(t) for key, t in hand.cells.items() if key.split()[0] in CELLS.values()]
        if counts and sum(counts) != TRICKS:
            yield f"deal {hand.number}: {sum(counts)} tricks"
        total = sum(line.points for line in hand.lines if line.column != "adjust")
        if hand.lines and total not in possible_totals():
            yield f"deal {hand.number}: a total of {total}"
