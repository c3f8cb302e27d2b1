"""Tribello, for three players: four phases of three hands. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.engine.game import Replay
from companion.engine.ledger import highest, line
from companion.engine.table import Part
from companion.games.tribello import facts, score
from companion.games.tribello.facts import CARDS, HANDS, Phase, Result, say
from companion.games.tribello.house import Hand, Table
from companion.games.tribello.in_play import in_play
from companion.questions import Choice, Question, Shares, option
from companion.said import Text
from companion.seating import Seat
from companion.words import listed

NOT_NOTED, NO_TRUMP = "not noted", "none"


def play(table: Table) -> None:
    results, before = list[Result](), facts.hands_before(table.start.get("phase"))
    while table.outcome is None:
        hand = table.deal()
        number = before + len(results) + 1
        phase = facts.phase_of(number)
        table.length = max(number, hand.rules.game_length)
        opening(hand, phase, number)
        hand.result = result = Result(phase, hand.dealer, played(hand, phase))
        results.append(result)
        shown(hand, result)
        last = number >= hand.rules.game_length
        hand.post(score.lines(result), live=last)
        table.closing_note = say.not_shared() if number % HANDS else ""
        if last:
            settled(hand)
            end = score.ending(hand.totals, results, hand.rules)
            table.end(end.winners, end.rule, end.why)


def played(hand: Hand, phase: Phase) -> dict[Seat, int]:
    """Trumps, draws and tricks, step by step or on one page."""
    whole, seats = partial(page, hand, phase), hand.dealer.round
    if hand.entry("guided", "quick") == "quick":
        play_begins(hand, phase)
        answers = hand.ask_whole(whole, title="Just the result")
        trump_known(hand, answers.get("trump", NO_TRUMP))
    else:
        drawing(hand, phase)
        late = facts.names_late(phase, hand.rules)
        left = draws(hand, seats[:1], CARDS) if late else CARDS
        named = phase.trump or "trump" in hand.answers
        trump = hand.ask_rest(whole, {}, "trump")["trump"] if named else NO_TRUMP
        trump_known(hand, trump)
        if facts.may_draw(phase, hand.rules):
            draws(hand, seats[1:] if late else seats, left)
        play_begins(hand, phase)
        answers = hand.ask_rest(whole, {}, "tricks")
    tricks: dict[Seat, int] = answers["tricks"]
    return tricks


def settled(hand: Hand) -> None:
    """Ends the last hand: points agreed on that do not add up to zero are shared out first."""
    hand.adjust()
    rest = -sum(hand.totals.values())
    if not rest:
        hand.post([])
        return
    seats = hand.table.seats
    asks, hint = say.who_gets(rest=rest), say.or_agree()
    who = Choice("rest", asks, options=seats, columns=3, hint=hint)
    words = say.so_that_zero()
    hand.post([line(hand.ask(who), rest, words, "TRI-ZERO", column="adjust")])


def page(hand: Hand, phase: Phase, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All questions of a hand: trumps, if the hand has any, and the tricks."""
    tricks = Shares(
        "tricks", say.tricks(), "", hand.table.seats, 0, CARDS, total=CARDS, unit="tricks",
        code="tricks_must_total_13", range_code="tricks_out_of_range", hint=say.three_to_a_trick(),
    )  # fmt: skip
    # If the hand has no trumps the page does not ask for them, unless the record names some.
    return [trump_question(hand, phase), tricks] if phase.trump or "trump" in given else [tricks]


def trump_question(hand: Hand, phase: Phase) -> Choice[object]:
    """The trump suit of the phase. If it has none, the only option is "none"."""

    def why_not(trump: object) -> Text:
        if not phase.trump:
            return say.no_trump_in_this_phase() if trump != NO_TRUMP else ""
        return say.trump_missing(phase=phase) if trump == NO_TRUMP else ""

    asks = say.no_trumps_now()
    if phase.trump:
        asks = say.name_trumps(dealer=hand.dealer) if phase.trump == "named" else say.cut_showed()
    none = option(NO_TRUMP, label="no trumps", hidden=bool(phase.trump))
    return Choice[object](
        "trump", asks, options=[*Suit, none], why_not=why_not, columns=4 if phase.trump else 5,
        follows=not phase.trump, by=hand.dealer if phase.trump == "named" else None,
    )  # fmt: skip


def draws(hand: Hand, seats: Sequence[Seat], left: int | None) -> int | None:
    """Ask for each player's draws, in order. Return the rest of the widow, or None if unknown."""
    for seat in seats:
        if not left:
            if left == 0:
                hand.tell(say.widow_empty(who=seat))
            return left
        hand.facts |= {"draw.who": seat.code, "draw.drawn": str(CARDS - left)}
        drawn = hand.ask(draw_question(seat, facts.offices(hand.dealer)[seat], left))
        hand.cell("drawn", drawn, seat)
        left = left - drawn if isinstance(drawn, int) else None
    return left


def draw_question(seat: Seat, office: str, left: int) -> Choice[object]:
    """The question for the number of cards a player exchanges, of those that are left."""

    def why_not(number: object) -> Text:
        if not isinstance(number, int) or 0 <= number <= left:
            return ""
        if 0 <= number <= CARDS:
            return say.draw_exceeds_widow(left=left)
        return say.draw_out_of_range(number=number, left=left)

    return Choice[object](
        f"draw {seat.code}", say.how_many(who=seat, office=office),
        options=[*range(left + 1), option(NOT_NOTED, label="skip draws", set_apart=True)],
        unseen=lambda: [*range(left + 1, 53), *range(-CARDS, 0)], why_not=why_not, columns=5,
        hint=say.in_widow(left=left), about="draw", by=seat,
    )  # fmt: skip


def opening(hand: Hand, phase: Phase, number: int) -> None:
    """Show the hand and its phase, who cuts and deals, the changes now, and the quotas."""
    last, dealer = max(number, hand.rules.game_length), hand.dealer
    hand.numbered(Part("phase", phase.number), Part("hand", number, last))
    hand.facts |= {"leader": dealer.code, "phase": str(phase.number)}
    hand.facts["hand"] = str(number)
    hand.tell(say.deals__cut(cutter=dealer.left, dealer=dealer, shows=phase.trump == "cut"))
    turning_point(hand, phase, number)
    if number == last:
        hand.tell(say.last_hand())
    quota = facts.quotas(phase, dealer)
    for seat in dealer.round:
        hand.cell("quota", quota[seat], seat)
    total = sum(hand.table.ledger.totals.values())
    if total:
        hand.tell(say.unbalanced(total=total), keep=True)


def turning_point(hand: Hand, phase: Phase, number: int) -> None:
    """Show the changes in the first hand of a phase, and the warning in the last before nullo."""
    if number % HANDS == 1 and number > 1:
        hand.tell(say.turns_over() if phase.nullo else say.phase_begins(phase=phase))
    if facts.phase_of(number + 1).nullo and not phase.nullo:
        hand.tell(say.before_nullo())


def trump_known(hand: Hand, trump: object) -> None:
    suit = trump if isinstance(trump, Suit) else None
    hand.facts["trump"] = suit.value if suit else "none"
    hand.cell("trump", suit or "–")
    hand.tell(say.trumps(suit=suit))


def drawing(hand: Hand, phase: Phase) -> None:
    """Show the rule for drawing, or that nobody draws."""
    if not facts.may_draw(phase, hand.rules):
        hand.tell(say.nobody_draws())
        return
    hand.tell(say.discard_first())
    if facts.names_late(phase, hand.rules):
        hand.tell(say.draws_before(dealer=hand.dealer))


def play_begins(hand: Hand, phase: Phase) -> None:
    """Show the use of the widow, and step by step the facts that count from now on."""
    if hand.mode != "quick":
        hand.plays = partial(in_play, hand, phase)
    hand.tell(say.widow_after(hidden=hand.rules.widow_after == "face_down"))


def owed(phase: Phase, dealer: Seat) -> str:
    return listed((f"{seat} {own}" for seat, own in facts.quotas(phase, dealer).items()), "and")


def shown(hand: Hand, result: Result) -> None:
    for seat, taken in result.tricks.items():
        hand.cell("tricks", taken, seat)
    sums = {sum(result.tricks.values()), sum(result.quotas.values())}
    hand.cell("zero", "✓" if sums == {CARDS} else "✗")
    gains = result.gains
    tricks = ", ".join(f"{seat} {taken}" for seat, taken in result.tricks.items())
    most, ahead = highest(gains)
    level = len(ahead) == len(gains)
    hand.summary = (
        say.all_exact(tricks=tricks) if level else say.gains(who=ahead, most=most, tricks=tricks)
    )


def holds(replay: Replay) -> Iterator[str]:
    """The tricks and the quotas of every scored hand add up to 13, its changes to zero."""
    for hand, result in replay.results(Result):
        for word, numbers in (("tricks", result.tricks), ("quotas", result.quotas)):
            if sum(numbers.values()) != CARDS:
                yield f"hand {hand.number}: the {word} add up to {sum(numbers.values())}"
        change = sum(hand.brought(side) for side in replay.table.sides)
        if change:
            yield f"hand {hand.number}: the changes add up to {change}"
    if replay.outcome and sum(replay.ledger.totals.values()):
        yield "the totals of a finished game do not add up to zero"
