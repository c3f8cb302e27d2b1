"""Tribello, for three players. The rules are beside this file, in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from companion.cards import Suit
from companion.game import Replay
from companion.games.tribello.phases import (
    CARDS,
    HANDS,
    OFFICES,
    Phase,
    phase_of,
    quotas,
)
from companion.ledger import Line, signed
from companion.questions import Choice, Option, Shares, listed, option
from companion.seating import Seat, Side
from companion.table import Hand, Table

NOT_NOTED = "not noted"
NO_TRUMP = "none"


def play(table: Table) -> None:
    """A game: four phases of three hands, everybody dealing once in each."""
    dealer = table.first_dealer
    nullo = dict.fromkeys(table.sides, 0)
    number = 0
    while table.outcome is None:
        hand = table.deal(dealer)
        number += 1
        phase = phase_of(number)
        quota = quotas(phase, hand.dealer)
        opening(hand, phase, number, quota)
        tricks = played(hand, phase, quota)
        lines = list(score(phase, quota, tricks))
        settled(hand, quota, tricks, lines)
        hand.post(lines)
        if phase.nullo:
            for line in lines:
                nullo[line.side] += line.points
        if number >= hand.rules.game_length:
            finish(table, nullo)
        dealer = hand.dealer.left


def opening(hand: Hand, phase: Phase, number: int, quota: Mapping[Seat, int]) -> None:
    """Which hand of which phase, who cuts and deals, what changes now, and the quotas."""
    last = max(number, hand.rules.game_length)
    hand.title = f"phase {phase.number}, hand {number} of {last}"
    hand.facts |= {"dealer": hand.dealer.code, "leader": hand.dealer.code, "hand": str(number)}
    hand.facts |= {"phase": str(phase.number)}
    hand.cell("dealer", hand.dealer)
    shows = "cuts and shows the card" if phase.trump == "cut" else "cuts; the card names nothing"
    words = f"{hand.dealer.left} {shows}. {hand.dealer} deals 13 each and 13 to the widow."
    hand.tell(words, "TRI-P-CUT")
    turning_point(hand, phase, number)
    if number == last:
        hand.tell("The last hand: the highest total after it wins.", "TRI-END")
    for seat, office in offices(hand.dealer):
        hand.status[seat.side] = f"{office}, {'at most' if phase.nullo else 'needs'} {quota[seat]}"
        hand.cell("quota", quota[seat], seat)
    adrift(hand)


def turning_point(hand: Hand, phase: Phase, number: int) -> None:
    """What is new in the first hand of a phase, and the warning in the last one before nullo."""
    if number % HANDS == 1 and number > 1:
        if phase.nullo:
            words = (
                "Nullo: everything turns over. No trumps, and every trick above the quota costs a "
                "point, every trick below it gains one. Quotas: dealer 3, left 4, right 6."
            )
            hand.tell(words, "TRI-NULLO")
        else:
            hand.tell(f"Phase {phase.number} begins: {phase.note()}.", "TRI-PHASES")
    after = phase_of(number + 1)
    if after.nullo and not phase.nullo:
        words = "The last hand of this phase; after it comes nullo, and everything turns over."
        hand.tell(words, "TRI-NULLO")


def offices(dealer: Seat) -> Iterator[tuple[Seat, str]]:
    """Everybody with the name of the seat, the dealer first."""
    return zip(dealer.round, OFFICES, strict=True)


def adrift(hand: Hand) -> None:
    """Says so when adjustments have left totals that do not add up to zero."""
    total = sum(hand.table.ledger.totals.values())
    if total:
        words = f"The totals add up to {signed(total)}, not 0: share the adjustment out over all."
        hand.tell(words, "TRI-ADJ", keep=True)


# -- the hand --------------------------------------------------------------------------------------


def played(hand: Hand, phase: Phase, quota: Mapping[Seat, int]) -> dict[Seat, int]:
    """Trump, draws and tricks, step by step or on one page."""
    if hand.entry("guided", "quick") == "quick":
        reminder(hand, phase, quota)
        return at_once(hand, phase)
    seats = hand.dealer.round
    hand.tell("Discard first, then draw as many: you keep 13 cards.", "TRI-P-DRAW")
    draw = not phase.nullo or hand.rules.nullo_draw == "yes"
    left: int | None = CARDS
    if phase.trump == "named" and hand.rules.phase2_trump_time == "after_dealer_draw":
        left = draws(hand, seats[:1], left)
        trump_made(hand, phase)
        draws(hand, seats[1:], left)
    else:
        trump_made(hand, phase)
        if draw:
            draws(hand, seats, left)
        else:
            hand.tell("Nobody draws in nullo here.", "TRI-R18")
    reminder(hand, phase, quota)
    return hand.ask(tricks_question(hand.table.seats))


def at_once(hand: Hand, phase: Phase) -> dict[Seat, int]:
    """Trump, where there is one, and the tricks on one page."""
    question = tricks_question(hand.table.seats)
    if not phase.trump:
        trump_made(hand, phase)
        return hand.ask(question)
    page = trump_question(phase, hand.dealer.name), question
    trump, tricks = hand.ask(*page, title="Trump and tricks")
    trump_known(hand, trump)
    return tricks


@lru_cache(maxsize=64)
def trump_question(phase: Phase, dealer: str) -> Choice[Suit | str]:
    """The suit of the phase; where there is none, only "none" can be said."""
    suits: list[Option[Suit | str]] = []
    for suit in Suit:
        no = "" if phase.trump else "Phases 3 and 4 have no trump: say none."
        suits.append(option(suit, no=no, code="no_trump_in_this_phase"))
    needs = f"Phase {phase.number} needs a trump suit: ♣, ♦, ♥ or ♠." if phase.trump else ""
    none: Option[Suit | str] = Option(
        NO_TRUMP, NO_TRUMP, "no trump", no=needs, code="trump_missing", hidden=bool(needs)
    )
    if phase.trump == "named":
        prompt, rule = f"{dealer}, dealer: name the trump suit", "TRI-P-NAME"
    else:
        prompt, rule = "Which suit did the cut show?", "TRI-P-CUT"
    if not phase.trump:
        prompt = "No trumps in this phase"
    return Choice("trump", prompt, rule, [*suits, none])


def trump_made(hand: Hand, phase: Phase) -> None:
    """The trump of the hand. Without trumps nothing is asked, unless the record names some."""
    if phase.trump or "trump" in hand.answers:
        trump_known(hand, hand.ask(trump_question(phase, hand.dealer.name)))
    else:
        trump_known(hand, NO_TRUMP)


def trump_known(hand: Hand, trump: Suit | str) -> None:
    """Guidance, facts and cells that follow from the trump."""
    if isinstance(trump, Suit):
        hand.facts["trump"] = trump.value
        hand.cell("trump", trump)
        hand.tell(f"Trumps are {trump}.", "TRI-PHASES", keep=True)
    else:
        hand.facts["trump"] = NO_TRUMP
        hand.cell("trump", "–")
        hand.tell("No trumps.", "TRI-PHASES", keep=True)


def draws(hand: Hand, seats: Sequence[Seat], left: int | None) -> int | None:
    """What each player draws, in order; what is left of the widow, None if it was not noted."""
    for seat in seats:
        if not left:
            if left == 0:
                hand.tell(f"The widow is empty: {seat} plays the dealt hand.", "TRI-R8")
            return left
        office = dict(offices(hand.dealer))[seat]
        drawn = hand.ask(draw_question(seat.code, f"{seat}, {office}", left))
        hand.cell("drawn", drawn, seat)
        left = left - drawn if isinstance(drawn, int) else None
    return left


@lru_cache(maxsize=256)
def draw_question(seat: str, who: str, left: int) -> Choice[int | str]:
    """How many cards a player exchanges, of those that are left."""

    def options() -> list[Option[int | str]]:
        made: list[Option[int | str]] = []
        few = (
            f"Only {left} card{'s' * (left != 1)} {'are' if left != 1 else 'is'} left in the widow"
        )
        would = f"draw 0 to {left}."
        for number in range(CARDS + 1):
            no = f"{few}: {would}" if number > left else ""
            made.append(option(number, no=no, code="draw_exceeds_widow", hidden=bool(no)))
        made.append(option(NOT_NOTED, "skip the rest", loud=True))
        for number in [*range(-CARDS, 0), *range(CARDS + 1, 53)]:
            no = f"{signed(number).lstrip('+')} cards cannot be drawn from a widow of 13: {would}"
            made.append(option(number, no=no, code="draw_out_of_range", hidden=True))
        return made

    def accept(text: str) -> int | str | None:
        if text == NOT_NOTED:
            return text
        return int(text) if text in legal else None

    legal = {str(number) for number in range(left + 1)}
    prompt = f"{who}: how many cards drawn?"
    return Choice(
        f"draw {seat}", prompt, "TRI-P-DRAW", options, accept=accept, columns=5,
        hint=f"{left} in the widow",
    )  # fmt: skip


def reminder(hand: Hand, phase: Phase, quota: Mapping[Seat, int]) -> None:
    """Who leads, what everybody needs, and what becomes of the widow."""
    hand.tell(f"{hand.dealer} leads.", "TRI-P-LEAD", keep=True)
    names = listed((f"{seat} {tricks}" for seat, tricks in quota.items()), "and")
    if phase.nullo:
        words = f"Nullo: at most {names}; every trick fewer is a point."
        hand.tell(words, "TRI-NULLO", keep=True)
    else:
        hand.tell(f"Needed: {names}.", "TRI-QUOTA", keep=True)
    if hand.rules.widow_after == "face_down":
        hand.tell("Discards and what is left of the widow stay face down.", "TRI-R5")
    else:
        hand.tell("After the hand the discards and the widow may be looked at.", "TRI-R5")


def tricks_question(seats: Sequence[Seat]) -> Shares:
    """Everybody's tricks, which add up to thirteen."""
    return Shares(
        "tricks",
        "Tricks of each player",
        "TRI-R14",
        seats,
        0,
        CARDS,
        total=CARDS,
        unit="tricks",
        code="tricks_must_total_13",
        range_code="tricks_out_of_range",
        hint="Three cards to a trick: count the piles.",
    )


# -- the score -------------------------------------------------------------------------------------


def score(phase: Phase, quota: Mapping[Seat, int], tricks: Mapping[Seat, int]) -> Iterator[Line]:
    """Everybody's change: tricks above the quota gain, in nullo they cost."""
    for (seat, own), office in zip(quota.items(), OFFICES, strict=True):
        taken = tricks[seat]
        over = taken - own
        words = f"{office}, quota {own}, took {taken}: "
        also = ("TRI-QUOTA", "TRI-ZERO")
        if over > 0:
            words += f"{over} above" + (", lost in nullo" if phase.nullo else "")
            rule = "TRI-OVER"
        elif over < 0:
            words += f"{-over} below" + (", won in nullo" if phase.nullo else "")
            rule = "TRI-UNDER"
        else:
            yield Line(seat, 0, "TRI-EXACT", words + "exactly", also=also)
            continue
        if phase.nullo:
            yield Line(seat, -over, "TRI-NULLO", words, also=also)
        else:
            yield Line(seat, over, rule, words, also=also)


def settled(
    hand: Hand, quota: Mapping[Seat, int], tricks: Mapping[Seat, int], lines: Sequence[Line]
) -> None:
    """The hand in one sentence, and what the scoresheet says of it."""
    for seat, taken in tricks.items():
        hand.cell("tricks", taken, seat)
    hand.cell("zero", "✓" if sum(line.points for line in lines) == 0 else "✗")
    hand.summary = "Tricks: " + ", ".join(f"{seat} {taken}" for seat, taken in tricks.items())
    hand.status.clear()


def finish(table: Table, nullo: Mapping[Side, int]) -> None:
    """The highest total wins; equal ones share it, or nullo decides."""
    winners = table.ledger.leaders()
    high = str(table.ledger.high).replace("-", "−")
    paid = settlement(table)
    if len(winners) == 1:
        (best,) = winners
        table.end(winners, "TRI-WIN", f"{best} ends highest, on {high}{paid}")
        return
    words = f"{listed(winners, 'and')} end level on {high}"
    if table.rules.tie_at_end == "nullo_total":
        most = max(nullo[side] for side in winners)
        first = [side for side in winners if nullo[side] == most]
        figures = listed((f"{side} {signed(nullo[side])}" for side in winners), "and")
        words += f"; in nullo {figures}"
        winners = first
    table.end(winners, "TRI-TIE", words + paid)


def settlement(table: Table) -> str:
    """What everybody pays or receives, where the table plays for a stake (TRI-R17)."""
    stake = table.rules.stake
    if stake == "none":
        return ""
    parts: list[str] = []
    for side, total in table.ledger.totals.items():
        verb = "receives" if total >= 0 else "pays"
        parts.append(f"{side} {verb} {abs(total) * stake}")
    return f"; at {stake} a point {listed(parts, 'and')}"


def holds(replay: Replay) -> Iterator[str]:
    """The tricks and the quotas of every scored hand add up to 13, its changes to zero."""
    for hand in replay.hands:
        for word in ("tricks", "quota"):
            numbers = [int(text) for key, text in hand.cells.items() if key.startswith(f"{word} ")]
            if numbers and sum(numbers) != CARDS:
                yield f"hand {hand.number}: the {word} add up to {sum(numbers)}"
        change = sum(line.points for line in hand.lines if line.column != "adjust")
        if change:
            yield f"hand {hand.number}: the changes add up to {change}"
