"""Carousel, for two to five players: hands to the target, then the bonuses; rules in rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.cards import Card
from companion.engine.game import Replay
from companion.engine.panels import Grid, InPlay
from companion.games.carousel import score
from companion.games.carousel.facts import Result, all_deadwood, left_over, too_many
from companion.games.carousel.house import Hand, Table
from companion.games.carousel.melds import joker_count, pack, say
from companion.questions import Cards, Choice, Question, Refused, Several, Shares, option
from companion.seating import Seat, Side

NOBODY = "nobody"
SAMPLES = ("AC", "2D AH", "3S", "KD 5C 9H", "QS 7D", "Joker", "10H 10C AS", "4D")


def play(table: Table) -> None:
    dealer = table.first_dealer
    won = Counter(dict(zip(table.sides, table.start.get("won", ()), strict=False)))
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target, table.at_target = hand.rules.target, say.at_target()
        opening(hand, won)
        result = ended(hand)
        if result is None:
            hand.panels.clear()
            hand.cell("knocker", "–")
            hand.nothing(say.ran_out(), say.dealt_again())
            dealer = hand.dealer
            continue
        hand.result = result
        won.update(seat.side for seat in result.winners)
        shown(hand, result)
        hand.post(score.lines(result, hand.rules), live=True)
        hand.adjust()
        finish(hand, won)
        dealer = hand.dealer.left


def finish(hand: Hand, won: Counter[Side]) -> None:
    """Closes the hand; at the target, adjustments included, adds the bonuses and ends the game."""
    before = hand.totals
    if not score.at_target(before, hand.rules):
        hand.post([])
        return
    hand.post(score.bonuses(before, won, hand.rules))
    hand.table.outcome = score.ending(before, hand.totals, hand.rules)


def page(hand: Hand, given: Mapping[str, str]) -> Sequence[Question[Any]]:
    """All there is to know of a hand: who knocked, and a deadwood number for each."""
    rules, seats = hand.rules, hand.table.seats
    knocker = Choice[object](
        "knocker", say.who_knocked(), columns=5,
        options=[*seats, option(NOBODY, "the stock ran out", set_apart=True)],
    )  # fmt: skip
    who = knocker.read_in(given)
    off = "the stock ran out: the hand is void"
    deadwood = Shares(
        "deadwood", say.deadwood_left(), "", seats, 0, all_deadwood(len(seats), rules),
        short="Points left", off=off if who == NOBODY and rules.stock_out == "void" else "",
        samples=partial(likely, seats, who if isinstance(who, Seat) else None),
        at_most={who: rules.knock_limit} if isinstance(who, Seat) else {},
    )  # fmt: skip
    return [knocker, deadwood]


def ended(hand: Hand) -> Result | None:
    """The end of the hand. None if the stock ran out and that voids it (CAR-VOID)."""
    whole, left = partial(page, hand), None
    if hand.entry("guided", "quick") == "quick":
        who, left = hand.ask_together(whole, title="Just the result", check=partial(possible, hand))
    else:
        first, limit = hand.dealer.left, hand.rules.knock_limit
        hand.plays = lambda: InPlay(leads=say.begins(first=first), beside=say.knock_at(limit=limit))
        who = hand.ask_rest(whole, {}, "knocker")["knocker"]
        hand.plays = None
    knocker = who if isinstance(who, Seat) else None
    if knocker:
        hand.cell("knocker", knocker)
        hand.tell(say.after_the_knock(who=knocker, limit=hand.rules.knock_limit))
    elif hand.rules.stock_out == "void":
        return None
    return cards(hand, knocker) if left is None else numbers(hand, knocker, left)


def likely(seats: Sequence[Seat], knocker: Seat | None) -> list[str]:
    """Some deadwood that players can have: little for the knocker, more or less for the others."""
    return [
        " ".join(str(low if s is knocker else 1 + (7 * n + s.number) % 40) for s in seats)
        for low in (0, 2, 4)
        for n in range(8)
    ]


def possible(hand: Hand, who: object, left: dict[Seat, int] | None) -> None:
    """Refuses numbers that cannot be together."""
    if left is None:
        return
    knocker = who if isinstance(who, Seat) else None
    low_enough(hand, knocker, left, "deadwood")
    total, most = sum(left.values()), all_deadwood(len(left), hand.rules)
    if total > most:
        raise Refused(say.more_than_the_pack(total=total, most=most), key="deadwood")
    if hand.rules.hand_melds == "count_all":
        no_other_empty(hand, knocker, [s for s in left if not left[s]], "deadwood")


def low_enough(hand: Hand, knocker: Seat | None, left: Mapping[Seat, int], key: str) -> None:
    """Refuses a knock with too much deadwood (CAR-KNOCK)."""
    limit = hand.rules.knock_limit
    if knocker and left[knocker] > limit:
        raise Refused(say.knock_too_high(who=knocker, number=left[knocker], limit=limit), key=key)


def no_other_empty(hand: Hand, knocker: Seat | None, empty: Sequence[Seat], key: str) -> None:
    """Check that only the knocker has an empty hand, if it ends the hand (CAR-R4)."""
    others = [seat for seat in empty if seat is not knocker]
    if others and hand.rules.empty_ends == "yes":
        raise Refused(say.empty_is_a_knock(who=others[0]), key=key)


def numbers(hand: Hand, knocker: Seat | None, left: Mapping[Seat, int]) -> Result:
    """Deadwood by numbers; nought may be melds kept in the hand."""
    empty = [seat for seat in left if not left[seat]]
    if hand.rules.hand_melds == "deduct":
        may = [seat for seat in empty if seat is knocker or hand.rules.empty_ends == "no"]
        question = Several("empty", say.who_is_empty(), "", [option(seat) for seat in may])
        empty = list(hand.ask(question)) if may else []
    return Result(knocker, dict(left), frozenset(empty))


def cards(hand: Hand, knocker: Seat | None) -> Result:
    """Deadwood by the cards left in each hand, the knocker’s first."""
    rules, seats = hand.rules, hand.table.seats
    playing = pack(len(seats), rules.jokers)
    order = [knocker, *(seat for seat in seats if seat is not knocker)] if knocker else seats
    named: list[Card] = []
    left: dict[Seat, int] = {}
    empty: list[Seat] = []
    for seat in order:
        none = "none" if seat is knocker or rules.empty_ends == "no" else "5H"
        held = hand.ask(
            Cards(
                f"left {seat.code}", say.which_are_left(who=seat), "", playing, 0, 40,
                none="No card left", samples=(none, *SAMPLES), by=seat,
                worth=lambda held: str(left_over(tuple(held), rules)),
            ),
            check=partial(fitting, hand, knocker, seat, tuple(named)),
        )  # fmt: skip
        named += held
        left[seat] = left_over(held, rules)
        empty += [] if held else [seat]
        hand.tell(say.has_left(who=seat, number=left[seat]))
    deadwood = " ".join(str(left[seat]) for seat in seats)
    hand.known |= {"deadwood": deadwood, "empty": " ".join(s.code for s in empty) or "none"}
    return Result(knocker, {seat: left[seat] for seat in seats}, frozenset(empty))


def fitting(
    hand: Hand, knocker: Seat | None, seat: Seat, named: tuple[Card, ...], held: tuple[Card, ...]
) -> None:
    """Check that a player's remaining cards are in the pack, and low enough for the knocker."""
    key = f"left {seat.code}"
    if no := too_many([*named, *held], len(hand.table.seats), hand.rules):
        raise Refused(no, key=key)
    if not held:
        no_other_empty(hand, knocker, [seat], key)
    if seat is knocker:
        low_enough(hand, knocker, {seat: left_over(held, hand.rules)}, key)


def opening(hand: Hand, won: Mapping[Side, int]) -> None:
    """Show the dealer, the first player, the pack and the number of hands each side has won."""
    table, rules = hand.table, hand.rules
    players = len(table.seats)
    hand.tell(say.deals(dealer=hand.dealer, first=hand.dealer.left))
    hand.tell(say.use(one=players == 2, jokers=joker_count(players, rules.jokers)))
    hand.tell(say.draw(optional=rules.draws == "optional"))
    if rules.first_meld != "none":
        hand.tell(say.first_meld(least=rules.first_meld))
    if rules.empty_ends == "yes":
        hand.tell(say.empty_ends())
    rows = [
        (str(side), str(total), str(max(0, rules.target - total)), str(won.get(side, 0)))
        for side, total in table.ledger.totals.items()
    ]
    hand.show(Grid("So far", ("", "Total", f"For {rules.target}", "Won"), rows))


def shown(hand: Hand, result: Result) -> None:
    hand.panels.clear()
    for seat, number in result.left.items():
        mark = "U" if result.undercut and seat in result.winners else ""
        mark += "E" if seat in result.empty and seat in result.winners else ""
        hand.cell("left", f"{number} {mark}".strip(), seat)
    for seat in result.winners:
        hand.cell("won", "✓", seat)
    beaten = result.knocker if result.undercut and result.knocker not in result.winners else None
    hand.summary = say.outcome(winners=result.winners, beaten=beaten)
    if not result.winners:
        hand.tell(say.all_level(low=result.low))


def holds(replay: Replay) -> Iterator[str]:
    """Only winners score in a hand, and bonuses fall only at the end."""
    for hand in replay.hands[:-1]:
        if any(line.column == score.BONUS for line in hand.lines):
            yield f"hand {hand.number}: a bonus before the end"
    for hand in replay.hands:
        if any(line.points < 0 and line.rule != replay.game.adjust_rule for line in hand.lines):
            yield f"hand {hand.number}: a loss"
