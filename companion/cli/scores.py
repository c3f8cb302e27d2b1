"""`companion games` and `companion score`: the game list, and the result of a record."""

from __future__ import annotations

from pathlib import Path

import click
from pydantic import TypeAdapter

from companion.cli import show
from companion.cli.common import (
    Failed,
    GameArgument,
    NotAccepted,
    find,
    json_option,
    read_record,
    read_text,
    warn_of_failed,
)
from companion.engine.examples import expecting, transcript
from companion.engine.game import Game
from companion.engine.record import BadRecord
from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.questions import Refused
from companion.results.report import as_json, questions, refusal, report
from companion.results.report.format import FORMAT, VERSION, Refusal, Report, Unread
from companion.rules.wording import under
from companion.words import counted, verb


@click.command()
@json_option
def games(in_json: bool) -> None:
    """List the games and how many players each takes."""
    if in_json:
        click.echo(as_json([_about(game) for game in all_games().values()]))
        return
    width = max(len(game.key) for game in all_games().values())
    wide = max(len(game.people) for game in all_games().values())
    for game in all_games().values():
        click.echo(
            f"{game.key:<{width}}  {game.people:<{wide}}  {under(game.rules).meta.get('pitch', '')}"
        )
    warn_of_failed()


def _about(game: Game) -> dict[str, object]:
    return {
        "key": game.key,
        "title": game.title,
        "edition": game.edition,
        "players": game.usual,
        "players_by_house_rule": [n for n in game.players if n not in game.usual],
        "about": dict(under(game.rules).meta),
        "house_rules": [
            {
                "key": rule.key,
                "title": rule.title,
                "default": rule.default,
                "values": [{"key": v.key, "words": v.words} for v in rule.values],
                "low": rule.low,
                "high": rule.high,
                "letters": rule.letters,
                "effect": rule.effect,
                "rule": rule.rule,
            }
            for rule in game.rules.options.values()
        ],
        "presets": [{"name": p.name, "rules": dict(p.rules)} for p in game.rules.presets],
        "enquiries": [{"key": e.key, "title": e.title} for e in game.enquiries],
    }


@click.command()
@click.argument("file", metavar="FILE|-")
@json_option
@click.option("--answers", is_flag=True, help="Show every question with its answer, too.")
@click.option("--game", type=GameArgument(), help="The game, where the record does not say it.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json and read no record.")
@click.option(
    "--expect",
    is_flag=True,
    help="Write the computed result into FILE, in place of the stated one.",
)
def score(
    file: str, in_json: bool, answers: bool, game: Game | None, schema: bool, expect: bool
) -> None:
    """Replay a record and print its ledger: every line with its rule and its words.

    FILE is a record as text or JSON, or "-" for standard input. As text:

    \b
        game: KEY
        players: Nell, Omar, Pia, Quin
        dealer: Nell
        rules: target 40
        hand 1
        bid 2: 7; bid 3: pass

    If an answer is refused, the command names its hand and key, and ends with 2.
    If the text states a result ("= A +9 RULE words", "== 9 1", "winner: A") and the
    replay differs, or an answer is not used, the command ends with 1.
    """  # noqa: D301  # click reads the backspace
    if schema:
        click.echo(as_json(TypeAdapter(Report | Unread).json_schema()))
        return
    text = read_text(file)
    try:
        script = read_record(text, game.key if game else "")
        game = game or find(script.record.game)
        if expect:
            _write(file, expecting(game, text))
            return
        replay = game.accept(script.record)
        summary = report(replay)
    except BadRecord as bad:
        _not_a_record(Refusal(0, "", "", "bad_record", str(bad), ""), file, in_json)
    except NotAccepted as bad:
        _not_a_record(Refusal(0, "game", "", "unknown_game", bad.message, ""), file, in_json)
    except Refused as bad:
        _not_a_record(refusal(bad), file, in_json)
    else:
        asked = questions(replay.pending) if replay.pending else []
        lines = [*show.ledger(summary, answers=answers), *show.questions(asked)]
        click.echo(as_json(summary) if in_json else "\n".join(lines))
        _hold(game, script, text, summary)


def _write(file: str, text: str) -> None:
    """Writes a transcript back to its source; standard input to standard output."""
    if file == "-":
        click.echo(text, nl=False)
        return
    Path(file).write_text(text, encoding="utf-8")
    click.echo(f"{file} now states the computed result.")


def _not_a_record(refusal: Refusal, file: str, in_json: bool) -> None:
    """Prints why no replay was possible, and exits."""
    if in_json:
        click.echo(as_json(Unread(FORMAT, VERSION, [refusal])))
    rule = f" ({refusal.rule})" if refusal.rule else ""
    place = f"hand {refusal.hand}, {refusal.key}: " if refusal.hand else ""
    raise NotAccepted(f"{file}: {place}{refusal.message}{rule}")


def _hold(game: Game, script: Transcript, text: str, report: Report) -> None:
    """Exits with 2 if the record was refused, with 1 if it differs from what it expects."""
    if script.expected:
        differences = transcript(game, text).differences
        if differences:
            raise Failed("It does not come to what it says:\n  " + "\n  ".join(differences))
    if report.refusals:
        lines = [line for refusal in report.refusals for line in show.refused(refusal)]
        raise NotAccepted("\n".join(lines))
    if report.strays:
        number = counted(len(report.strays), "answer")
        raise Failed(f"{number} {verb('be', len(report.strays))} not used; see above.")
