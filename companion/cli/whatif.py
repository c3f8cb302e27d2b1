"""`companion whatif`: what a record would come to under other house rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

from companion.cli import show
from companion.cli.common import (
    NotAccepted,
    find,
    json_option,
    pairs,
    read_record,
    read_text,
)
from companion.game import Game, Replay
from companion.ledger import Line
from companion.questions import Refused
from companion.readings import Change, Comparison, Reading, compare, contested
from companion.record import BadRecord, Record
from companion.report import as_json
from companion.report.format import FORMAT, VERSION
from companion.words import signed, with_minus


@dataclass(frozen=True)
class SideChange:
    """What one hand brings one side, as it is and as it would be."""

    side: str
    name: str
    was: int
    would: int
    why: str
    rule: str


@dataclass(frozen=True)
class HandChange:
    """A hand that would come out otherwise: its points, and the totals after it."""

    hand: int
    sides: list[SideChange]
    totals_were: list[int]
    totals_would: list[int]


@dataclass(frozen=True)
class Tried:
    """A record under other house rules. Winners are null while the game goes on."""

    rules: dict[str, str]
    words: str
    same: bool
    stops: str
    """Why it cannot be carried through: what the other rules refuse, or would have asked."""
    totals_are: list[int]
    totals_would: list[int]
    winners_are: list[str] | None
    winners_would: list[str] | None
    hands: list[HandChange]


@dataclass(frozen=True)
class WhatIf:
    """The answer of `companion whatif --json`: one trial, or one for every reading that matters."""

    format: str
    version: int
    game: str
    sides: list[str]
    tried: list[Tried]


@click.command()
@click.argument("file", metavar="RECORD|-")
@click.argument("changes", nargs=-1, metavar="[KEY=VALUE …]")
@click.option("--from", "first", type=click.IntRange(1), metavar="HAND",
              help="From this hand on, instead of over the whole evening.")  # fmt: skip
@json_option
def whatif(file: str, changes: tuple[str, ...], first: int | None, in_json: bool) -> None:
    """Show which hands and which winner other house rules would change.

    Without KEY=VALUE every house rule is tried that would change something. Nothing is
    stored. Ends with 2 when a house rule or a value is unknown.
    """
    wanted = pairs(changes)
    try:
        record = read_record(read_text(file)).record
        game = find(record.game)
        own = game.replay(record)
        if first and first > len(record.hands) + 1:
            raise NotAccepted(f"The record has {len(record.hands)} hands; there is no {first}.")
        tried = _tried(game, record, own, wanted, first or 0)
    except (BadRecord, Refused) as bad:
        raise NotAccepted(f"{file}: {bad}") from None
    if in_json:
        sides = [side.name for side in own.table.sides]
        click.echo(as_json(WhatIf(FORMAT, VERSION, game.key, sides, tried)))
        return
    if not tried:
        click.echo("No house rule would have made it come out otherwise.")
    for each in tried:
        click.echo("\n".join(lines(each, own, brief=not wanted)))


def _tried(
    game: Game, record: Record, own: Replay, wanted: dict[str, str], first: int
) -> list[Tried]:
    if wanted:
        return [_trial(game, wanted, compare(game, record, wanted, first, own))]
    return [
        _trial(game, {reading.option.key: reading.value.key}, reading.comparison)
        for group in contested(game, record, first=first)
        for reading in _others(group)
    ]


def _others(group: list[Reading]) -> list[Reading]:
    return [reading for reading in group if not reading.comparison.same]


def _trial(game: Game, rules: dict[str, str], found: Comparison) -> Tried:
    options = game.rules.options
    words = "; ".join(f"{options[k].title}: {options[k].value(v).words}" for k, v in rules.items())
    winners = [None if each is None else list(each) for each in found.winners]
    return Tried(
        rules=rules,
        words=words,
        same=found.same,
        stops=found.stops,
        totals_are=list(found.totals[0]),
        totals_would=list(found.totals[1]),
        winners_are=winners[0],
        winners_would=winners[1],
        hands=[_hand(found, change) for change in found.changes if change.otherwise],
    )


def _hand(found: Comparison, change: Change) -> HandChange:
    sides = []
    for place, side in enumerate(found.own.table.sides):
        was, would = change.points(place)
        if was != would:
            about = [line for line in change.would if _touches(line, side.code)]
            why, rule = "; ".join(line.why for line in about), about[0].rule if about else ""
            sides.append(SideChange(side.code, side.name, was, would, why, rule))
    return HandChange(change.hand, sides, list(change.totals_were), list(change.totals_would))


def _touches(line: Line, side: str) -> bool:
    return side in (line.side.code, *(payer.code for payer in line.by))


def lines(tried: Tried, own: Replay, *, brief: bool) -> Iterator[str]:
    """One trial as lines of a terminal; brief without its hands."""
    setting = " ".join(f"{key}={value}" for key, value in tried.rules.items())
    yield f"{show.bold(tried.words)}  {show.dim(setting)}"
    if tried.same:
        yield "  Nothing would have come out otherwise."
        return
    if tried.stops:
        yield from show.block(f"Not carried through. {tried.stops}", 2, 4)
    if brief and tried.hands:
        numbers = ", ".join(str(hand.hand) for hand in tried.hands)
        yield from show.block(f"hand{'s' * (len(tried.hands) > 1)} {numbers}", 2, 4)
    for hand in [] if brief else tried.hands:
        for side in hand.sides:
            points = f"{signed(side.was)} → {signed(side.would)}"
            front = f"hand {hand.hand}: {side.name} {points}"
            yield from show.block(f"{front}  {side.rule} {side.why}".rstrip(), 2, 6)
    if tried.stops:
        return
    names = [side.name for side in own.table.sides]
    yield from show.block("is " + _totals(names, tried.totals_are), 2, 4)
    yield from show.block("would be " + _totals(names, tried.totals_would), 2, 4)
    if tried.winners_are != tried.winners_would:
        are, would = (_won(own, each) for each in (tried.winners_are, tried.winners_would))
        yield from show.block(f"{would}, instead of: {are}", 2, 4)


def _totals(names: list[str], totals: list[int]) -> str:
    return " · ".join(
        f"{name} {with_minus(total)}" for name, total in zip(names, totals, strict=False)
    )


def _won(own: Replay, codes: list[str] | None) -> str:
    if codes is None:
        return "the game goes on"
    names = [side.name for side in own.table.sides if side.code in codes]
    return f"{' and '.join(names)} won" if names else "a draw"
