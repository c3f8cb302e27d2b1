"""Panguingue, for two to fifteen players, turning anticlockwise. The rules are in rules.md.

A hand is a live ledger: the scorer enters events one by one, and players pay for a meld when it is
on the table. `Board` has the running hand, `score` computes the payments for melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.game import Replay
from companion.engine.ledger import line
from companion.engine.table import Event
from companion.games.panguingue import facts, picture, score
from companion.games.panguingue.board import Board
from companion.games.panguingue.events import guided
from companion.games.panguingue.facts import ALL, CONDITIONS, Aftermath, Collected, Condition, say
from companion.games.panguingue.house import Hand, Table
from companion.questions import Choice, Count, Option, Refused, Several, fold, option
from companion.said import Sentence
from companion.seating import Seat, Side

NOBODY = "nobody"


def play(table: Table) -> None:
    table.open = True
    table.ledger.open(table.rules.stack)
    table.middle = table.start.get("pot", table.middle)
    dealer = table.first_dealer
    bought = chips_of(table)
    while not (table.hands and table.closing):
        hand = table.deal(dealer)
        board = Board(hand, by_name(hand), table.middle, chips_of(table), bought)
        by_events = hand.entry("guided", "quick") == "guided"
        picture.opening(board)
        ante(board)
        drop_outs(board)
        if by_events:
            guided(board)
        elif not board.over:
            board.played = True
            afterwards(board)
        table.middle, bought, dealer = board.pot, board.bought, next_dealer(board)
    leaders = table.ledger.leaders()
    words = say.leads(leaders=leaders, high=table.ledger.best)
    chips = chips_of(table) - bought
    table.end(leaders, words.rule, f"{words}; {say.gap(chips=chips)}" if chips else str(words))


def by_name(hand: Hand) -> Mapping[str, Side]:
    """Everybody by name and by code."""
    sides = hand.table.sides
    names = {fold(name): side for side in sides for name in side.also}
    names |= {fold(side.name): side for side in sides}
    return names | {side.code: side for side in sides}


def chips_of(table: Table) -> int:
    return sum(table.ledger.totals.values()) + table.middle


def ante(board: Board) -> None:
    if ante := board.rules.ante:
        board.fund(dict.fromkeys(board.sides, ante), "ante")
        board.enter("ante", None, [line(s, -ante, say.ante(chips=ante)) for s in board.sides])


def drop_outs(board: Board) -> None:
    """Before the first play: who drops, asked in turn from the dealer’s right; one must stay."""
    board.hand.tell(say.stay_or_drop(first=board.first, fee=board.rules.drop_fee))
    order = [board.first, *board.after(board.first)]
    dropped = board.hand.ask(
        Several(
            "drops", say.who_drops(), options=order, most=len(order) - 1, hint=say.last_stays(),
            closing=lambda gone: str(say.closing(who=gone)),
        ),
        title=say.who_drops(),
    )  # fmt: skip
    for side in dropped:
        board.drop(side)


def next_dealer(board: Board) -> Seat:
    """The same dealer if nobody won. Otherwise the seat left of the winner, who plays first."""
    if board.winner is None:
        return board.hand.dealer
    if board.rules.next_dealer == "rotate_right":
        return board.hand.dealer.left
    return board.winner.seats[0].right


def afterwards(board: Board) -> None:
    """Ask for the payments collected, in any order, then for the player who went out and how."""
    payouts: list[Collected] = []
    while (one := collected(board, payouts)) is not None:
        payouts.append(one)
        board.event, board.current = one.number, one.side
        board.hand.leave_out(f"claim {one.number}", "a collected payment was claimed")
        payments = list(score.for_collected(one, board.rules))
        board.collect(one.side, payments, "collected", str(one))
    board.event = len(payouts) + 1
    winner = who_went_out(board, payouts)
    if isinstance(winner, Side):
        board.out(winner, held(board, winner, payouts))
    else:
        board.abandon()


KINDS = [
    option(each, str(each.rate), text=each.code, label=str(each).replace(" with", ""))
    for each in CONDITIONS.values()
]


def people(board: Board, nobody: str, hint: str = "") -> list[Option[Side | str] | Side | str]:
    return [*board.active, Option(NOBODY, NOBODY, nobody, hint, set_apart=True)]


def collected(board: Board, payouts: list[Collected]) -> Collected | None:
    """Somebody who collected for a condition after those before, or nobody else."""
    number = len(payouts) + 1
    who = board.hand.ask(Choice[Side | str](
        f"collected {number}", say.who_else(),
        options=people(board, "Nobody else" if payouts else "Nobody"),
    ))  # fmt: skip
    if not isinstance(who, Side):
        return None
    key, cards, once = f"further {number}", board.deck, board.rules.big_meld == "once"

    def as_long_as_that(condition: Condition, further: int) -> None:
        most = condition.most(cards)
        if 3 + further > most:
            words = say.too_many_cards(further=further, condition=condition, most=most)
            raise Refused(words, key=key)
        if 3 + further == ALL and (no := only_one_out(payouts, who)):
            raise Refused(no, key=key)

    condition, further = board.hand.ask(
        Choice[Condition](
            f"condition {number}", say.which_condition(who=who), options=KINDS, by=who,
            hint="each pays",
        ),
        Count(
            key, say.how_many_further(once=once, who=who), "", 0, ALL - 3, by=who,
        ),
        title=f"{who} collected",
        check=as_long_as_that,
    )  # fmt: skip
    return Collected(number, who, condition, further)


def only_one_out(payouts: list[Collected], winner: Side | str) -> Sentence | None:
    """With eleven cards in one meld a player went out, and nobody else did."""
    for each in payouts:
        if each.cards == ALL and each.side is not winner:
            return say.eleven_melded__before(who=each.side)
    return None


def who_went_out(board: Board, payouts: list[Collected]) -> Side | str:
    """The winner, or nobody; with eleven cards in one meld it can be no other."""

    def no_other(winner: Side | str) -> None:
        if no := only_one_out(payouts, winner):
            raise Refused(no)

    options = people(board, "Nobody", "abandoned")
    return board.hand.ask(
        Choice[Side | str]("out", say.who_went_out(), options=options),
        check=no_other,
    )


def held(board: Board, winner: Side, payouts: list[Collected]) -> list[Collected]:
    """Those of the winner’s conditions that still lie there at the end: eleven cards at most."""
    own = [each for each in payouts if each.side is winner]
    if not own:
        return []
    extend = board.rules.borrow_to_extend == "yes"

    def in_eleven_cards(chosen: tuple[Collected, ...]) -> None:
        if (cards := facts.least_cards(chosen, extend)) > ALL:
            raise Refused(say.twelve__held(conditions=len(chosen), cards=cards))

    question = Several(
        "held", say.which_held(who=winner), hint=say.not_borrowed(), by=winner,
        options=[option(each, text=str(each.number), label=str(each)) for each in own],
        default=" ".join(str(each.number) for each in own),
    )  # fmt: skip
    return list(board.hand.ask(question, check=in_eleven_cards))


def holds(replay: Replay) -> Iterator[str]:
    """Chips conserve after every event, only those still in pay, and eleven cards go out."""
    for hand in replay.hands:
        aftermaths: list[Aftermath] = hand.result or []
        gone: frozenset[Side] = frozenset()
        for place, (aftermath, event) in enumerate(zip(aftermaths, hand.events, strict=True), 1):
            for wrong in faults(event, aftermath.melded, gone):
                yield f"hand {hand.number}, event {place}: {wrong}"
            gone = aftermath.gone


def faults(event: Event, melded: int | None, gone: frozenset[Side]) -> Iterator[str]:
    """The impossible facts: chips of no source; payments by dropped players, except chips bought
    and refunded antes; twelve cards melded, or too few by the player who goes out."""
    pot, chips = int(event.cells["pot"]), int(event.cells["check"])
    if sum(event.totals.values()) + pot != chips:
        yield f"balances and pot do not come to {chips}"
    if pot < 0:
        yield f"the pot is {pot}"
    for each in event.lines:
        if gone & {each.side, *each.by} and each.rule not in ("PAN-BUY", "PAN-R19"):
            yield "somebody who is out pays or is paid"
    if melded is not None and melded > ALL:
        yield "twelve cards melded"
    if event.cells["event"] == "out" and melded not in (ALL, None):
        yield "out without eleven cards"
