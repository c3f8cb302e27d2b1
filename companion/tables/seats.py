"""Changes of who sits at a table: renamed, swapped, replaced, joining, leaving; team names.

Answers refer to seats by number, so names can change freely. A change "from the start" corrects a
name; one "from this hand on" keeps the previous player in the head ("earlier …").
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.engine.game import Game, Replay
from companion.engine.record import MAX_NAME, Act, Record
from companion.engine.replaced import EARLIER, earlier
from companion.questions import Refused, fold
from companion.seating import Side
from companion.tables.series import SERIES
from companion.tables.snapshot import Snapshot

MIDDLE = "middle"
"""The head key of the opening pot, in chips, that an earlier table left."""


@dataclass(frozen=True)
class Seats:
    """Names in turn order, team names by side code; `since` is the first hand they hold for, 0 for
    the whole evening."""

    names: list[str]
    teams: dict[str, str]
    since: int


def hand_now(replay: Replay) -> int:
    """The number of the running hand, or of the next one."""
    over = [hand.number for hand in replay.hands if hand.over]
    return max(over, default=0) + 1


def seats_of(table: Snapshot) -> Seats:
    """The current seats, with `since` set to the current hand."""
    teams = {
        side.code: table.record.head.get(f"team {side.code}", "")
        for side in table.replay.table.sides
        if len(side.seats) > 1
    }
    hand = hand_now(table.replay)
    return Seats(table.record.players, teams, 0 if hand == 1 else hand)


def seated(table: Snapshot, seats: Seats) -> Act:
    """The act that seats these people; it has no answers if nothing changes.

    Refused for illegal names, or if the game refuses the seating.
    """
    record = table.record
    answers: dict[str, str | None] = {}
    for place, (was, now) in enumerate(zip(record.players, seats.names, strict=True), 1):
        if was == now:
            continue
        answers[f"player {place}"] = now
        if seats.since > 1:
            answers |= _before(record, place, seats.since - 1)
    for code, now in seats.teams.items():
        if record.head.get(f"team {code}", "") != now:
            answers[f"team {code}"] = now or None
    if answers:
        _check(table.game, record, answers, seats)
    return Act("amend", 0, answers)


def _before(record: Record, seat: int, last: int) -> dict[str, str | None]:
    """The "earlier" entry for a seat's player until hand `last`; {} if there is a later one."""
    there = earlier(record.head).get(seat, [])
    if there and there[-1][0] >= last:
        return {}
    return {f"{EARLIER}{seat} {last}": record.players[seat - 1]}


def _check(game: Game, record: Record, answers: Mapping[str, str | None], seats: Seats) -> None:
    for name in seats.names:
        if not name:
            raise Refused("Every seat needs a name: write who sits there.")
        if len(name) > MAX_NAME:
            message = f"“{name[:20]}…” is too long: a name has at most {MAX_NAME} letters."
            raise Refused(message)
        if name.isdecimal():
            raise Refused(f"“{name}” would be taken for a seat’s number: add a letter.")
    teams = [fold(team) for team in seats.teams.values() if team]
    if len(set(teams)) < len(teams):
        raise Refused("Two teams have one name: add a word to tell them apart.")
    if any(len(team) > MAX_NAME for team in seats.teams.values()):
        raise Refused(f"The name of a team has at most {MAX_NAME} letters.")
    trial = record.copy()
    trial.put(0, answers)
    game.replay(trial)
    for last, names in trial.companies:
        for name in names:
            if [*map(fold, names)].count(fold(name)) > 1:
                message = f"Two players would be called {name} until hand {last}: add a letter."
                raise Refused(message, code="same_name")


# -- joining and leaving -------------------------------------------------------------------------


def with_company(table: Snapshot, joins: str, leaves: Collection[str]) -> Record:
    """The record of a new table that continues this one after somebody joins or leaves.

    `leaves` are seat codes. Balances are carried over as adjustments in a hand marked as thrown in,
    the pot in the head. Refused if the game does not allow it, or during a hand.
    """
    replay, game = table.replay, table.game
    if not game.come_and_go:
        raise Refused(
            f"{game.title} is played to its end by those who began it. "
            "Somebody else can take over a seat.",
            code="played_to_the_end",
        )
    if not joins and not leaves:
        raise Refused("Write who joins, or mark who leaves.")
    running = replay.hand
    if running and not running.over and running.asked:
        raise Refused(f"Hand {running.number} is being played: finish it, or throw it in, first.")
    staying = [seat for seat in replay.table.seats if seat.code not in leaves]
    names = [seat.name for seat in staying] + ([joins] if joins else [])
    head = {k: v for k, v in table.record.head.items()
            if not k.startswith(("player ", "team ", MIDDLE, EARLIER))}  # fmt: skip
    head |= {f"player {place}": name for place, name in enumerate(names, 1)}
    head["dealer"] = _next_dealer(replay, names)
    # The pot stays: whoever leaves gives up a share in it.
    if replay.table.middle:
        head[MIDDLE] = str(replay.table.middle)
    opening, totals = replay.ledger.opening, _after_the_last_hand(replay)
    carried = {"@void": f"balances brought over from table {table.code}"}
    for place, seat in enumerate(staying, 1):
        points = totals.get(seat.side, opening) - opening
        if points:
            carried[f"@adjust {place}"] = f"{place} {points} brought over"
    record = Record(game.key, head, [carried])
    try:
        game.replay(record.limited())
    except ValueError as error:
        raise error if isinstance(error, Refused) else Refused(str(error)) from None
    return record


def company_change(table: Snapshot, joins: str, leaves: Collection[str]) -> str:
    gone = [seat.name for seat in table.replay.table.seats if seat.code in leaves]
    parts = [f"{joins} joins" if joins else "", f"{', '.join(gone)} leaves" if gone else ""]
    return "; ".join(filter(None, parts))


def _after_the_last_hand(replay: Replay) -> Mapping[Side, int]:
    """Totals after the last finished hand, without the antes of one just dealt."""
    over = [hand for hand in replay.hands if hand.over]
    return over[-1].totals if over else {}


def _next_dealer(replay: Replay, names: list[str]) -> str:
    """The new seat code of the next dealer, or of the first player after them who stays."""
    hand = replay.hand
    for seat in hand.dealer.round if hand else replay.table.seats:
        if seat.name in names:
            return str(names.index(seat.name) + 1)
    return "1"


def rematch_head(record: Record) -> dict[str, str]:
    """The head for a rematch: without earlier players, pot, demo flag and series."""
    gone = (EARLIER, MIDDLE, SERIES, "demo")
    return {k: v for k, v in record.head.items() if not k.startswith(gone)}
