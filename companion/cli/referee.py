"""`companion ask`: the referee's ruling on an enquiry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import click

from companion.cli import show
from companion.cli.common import (
    NotAccepted,
    game_argument,
    house_rules,
    json_option,
    pairs,
    read_record,
    read_text,
    rules_option,
)
from companion.engine.game import Desk, Enquiry, Game, Ruling
from companion.engine.record import BadRecord, Record
from companion.engine.table import Hand, Pending
from companion.questions import Refused
from companion.results.report import as_json, ruling
from companion.results.report.format import RulingData
from companion.tables import disputes
from companion.words import listed

Asking = Callable[[Mapping[str, str]], tuple[Desk[Any], Ruling | Pending]]
"""Runs an enquiry on answers."""


@click.command()
@game_argument
@click.argument("enquiry", required=False)
@click.argument("answers", nargs=-1, metavar="[KEY=VALUE …]")
@rules_option
@click.option("--players", help="Names in turn order, with commas; otherwise North, East …")
@click.option(
    "--record",
    "file",
    help="A record: its players, house rules, and the running hand or the last one scored.",
)
@json_option
def ask(
    game: Game,
    enquiry: str | None,
    answers: tuple[str, ...],
    rules: tuple[str, ...],
    players: str | None,
    file: str | None,
    in_json: bool,
) -> None:
    """Ask the referee: who wins this trick, was that bid legal, what does this pay?

    Without ENQUIRY the questions are listed. With one, answer what it wants to know
    as KEY=VALUE. If an answer is missing, the command lists the questions with their
    legal answers, and ends with 2. If an answer is not used, the command names it, and
    ends with 1.
    """
    chosen = _enquiry(game, enquiry)
    if chosen is None:
        _list(game, in_json)
        return
    typed = pairs(answers)
    given = dict(typed)
    ask: Asking | None = None
    hand: Hand | None = None
    try:
        options = house_rules(game, pairs(rules))
        named = Record.begin(game.key, [n.strip() for n in (players or "").split(",")])
        seating = game.seating(named, options) if players else None
        if file:
            replay = game.accept(read_record(read_text(file), game.key).record)
            options, seating = replay.table.rules, replay.table.seating
            if hand := disputes.in_question(chosen, replay):
                given = disputes.known(chosen, hand) | typed
                ask = partial(disputes.asked, replay, chosen, hand=hand)
        ask = ask or partial(game.enquire, chosen, rules=options, seating=seating, asks_size=True)
    except (Refused, BadRecord) as bad:
        raise NotAccepted(str(bad)) from None
    data = _answered(game, chosen, given, ask, hand)
    click.echo(as_json(data) if in_json else "\n".join(show.ruling(data)))
    if data.answer is None:
        raise click.exceptions.Exit(2)
    if unused := [f"{key}={text}" for key, text in typed.items() if key not in data.answers]:
        click.echo(f"Not used (nothing asks for it): {listed(unused, 'and')}", err=True)
        raise click.exceptions.Exit(1)


def _enquiry(game: Game, key: str | None) -> Enquiry | None:
    if key is None:
        return None
    for enquiry in game.enquiries:
        if enquiry.key == key.casefold():
            return enquiry
    known = ", ".join(enquiry.key for enquiry in game.enquiries)
    raise NotAccepted(f"{game.title}'s referee has no enquiry “{key}”. There are: {known}.")


def _list(game: Game, in_json: bool) -> None:
    if in_json:
        data = [{"key": e.key, "title": e.title, "rules": e.rules} for e in game.enquiries]
        click.echo(as_json(data))
        return
    width = max((len(enquiry.key) for enquiry in game.enquiries), default=0)
    for enquiry in game.enquiries:
        click.echo(f"{enquiry.key:<{width}}  {enquiry.title}  {show.dim(' '.join(enquiry.rules))}")


def _answered(
    game: Game, enquiry: Enquiry, given: dict[str, str], ask: Asking, hand: Hand | None
) -> RulingData:
    """The ruling, or the questions that still lack an answer."""
    desk, reply = ask(given)
    used = given
    if isinstance(reply, Ruling):
        asked = {each.question.key for each in desk.asked}
        used = {key: text for key, text in given.items() if key in asked}
    return ruling(game, enquiry, used, desk, reply, hand)
