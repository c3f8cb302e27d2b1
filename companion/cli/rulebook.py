"""`companion rules`: a rule sheet, one rule, or the rules that words find."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli import show
from companion.cli.common import (
    NotAccepted,
    data_option,
    find,
    house_rules,
    json_option,
    named_set,
    pairs,
    rules_option,
    set_option,
)
from companion.engine.examples import ExampleResult, played
from companion.engine.game import Game
from companion.games import all_games
from companion.questions import Refused
from companion.results.report import as_json
from companion.rules import Example, HouseRule
from companion.rules.pieces import RuleText
from companion.rules.search import Found, Index
from companion.rules.wording import SheetText, under
from companion.words import signed, with_minus


@click.command()
@click.argument("named", required=False, metavar="[GAME]")
@click.argument("searched", nargs=-1, metavar="[RULE-ID | WORDS]")
@click.option("--search", "query", metavar="WORDS", help="What players would say: “who starts”. "
              "Without GAME every sheet is searched.")  # fmt: skip
@rules_option
@set_option
@json_option
@data_option
def rules(
    named: str | None,
    searched: tuple[str, ...],
    query: str | None,
    rules: tuple[str, ...],
    kept: str | None,
    in_json: bool,
    data: Path | None,
) -> None:
    """Print the rule sheet of a game, one rule by its id, or the rules that words find.

    A rule's id names its game, too: `rules KAI-LIMIT`.

    With --rule or --set it is the sheet of a table with these house rules: “[here]” stands before
    what differs from the standard rules.
    """
    owner = owner_of(named) if named and not searched else None
    searched = (named,) if named and owner else searched
    game = owner or (find(named) if named else None)
    search_words = query if query is not None else " ".join(searched)
    if game is None and query is None:
        raise NotAccepted("Say which game, or what to look for: --search WORDS.")
    if game is None and (rules or kept):
        raise NotAccepted("House rules belong to a game: say which.")
    try:
        own = named_set(kept, game, data)[1] if game and kept else {}
        chosen = house_rules(game, own | pairs(rules)) if game else None
    except Refused as bad:
        raise NotAccepted(str(bad)) from None
    if game and not search_words and query is None:
        text = under(game.rules, chosen)
        if in_json:
            click.echo(as_json([_rule_data(game.key, rule) for rule in text.rules.values()]))
        else:
            click.echo_via_pager("\n".join(sheet(text)) + "\n")
        return
    sheets = [
        (each, under(each.rules, chosen)) for each in ([game] if game else all_games().values())
    ]
    for each, text in sheets:
        if rule := text.rules.get(search_words.upper()):
            lines = [as_json(_rule_data(each.key, rule))] if in_json else whole(each, text, rule)
            click.echo("\n".join(lines))
            return
    index = Index([each for each, _ in sheets], {game.key: chosen} if game and chosen else {})
    hits = index.find(search_words, game.key if game else "", limit=8 if game else 12)
    if not hits:
        where = game.title if game else "No sheet"
        raise NotAccepted(f"{where} has no rule “{search_words}”, and no rule speaks of it.")
    _print_found(hits, in_json, named=game is None)


def owner_of(id: str) -> Game | None:
    """The game that has a rule of this id."""
    own = (game for game in all_games().values() if id.upper().startswith(f"{game.prefix}-"))
    return next((game for game in own if id.upper() in game.rules.rules), None)


def _print_found(hits: list[Found], in_json: bool, *, named: bool) -> None:
    if in_json:
        data = [
            _rule_data(each.game.key, each.rule) | {"excerpt": each.excerpt}
            | ({"question": each.said.question, "answer": each.said.answer} if each.said else {})
            for each in hits
        ]  # fmt: skip
        click.echo(as_json(data))
        return
    for each in hits:
        front = f"{each.game.title}: " if named else ""
        click.echo(f"{show.bold(each.rule.id)}  {front}{each.rule.title}")
        if each.said:
            click.echo("\n".join(show.block(f"{each.said.question} {each.said.answer}", 4)))
        click.echo("\n".join(show.block(each.excerpt, 4)))


def _rule_data(game: str, rule: RuleText) -> dict[str, object]:
    return {
        "game": game,
        "id": rule.id,
        "title": rule.title,
        "section": rule.section,
        "text": rule.text,
        "here": rule.here,
        "source": rule.source,
        "see": list(rule.see),
        "house_rules": [option.key for option in rule.options],
    }


def sheet(text: SheetText) -> Iterator[str]:
    """The whole rule sheet, with rule ids after the headings."""
    yield show.bold(text.title)
    yield from show.block(text.meta.get("pitch", ""), 0)
    general = text.meta.get("source", "")
    yield from show.block(f"Source: {general}", 0, 2) if general else ()
    for option in text.changed:
        value = option.value(text.house.text(option.key)).words
        yield from show.block(f"Your rule: {option.title}: {value}.", 0, 2)
    for section in text.running:
        yield ""
        yield show.bold(section.title.upper())
        if section.text:
            yield from show.rule_lines(section.marked)
        for rule in section.rules:
            yield ""
            yield f"{show.bold(rule.title)}  {show.dim(rule.id)}"
            yield from show.rule_lines(rule.marked)
            if rule.source and not rule.source.startswith(general or " "):
                yield from show.block(f"Source: {rule.source}", 0, 2)


def whole(game: Game, text: SheetText, rule: RuleText) -> Iterator[str]:
    """One rule with its source, related rules, house rules and worked examples."""
    yield f"{show.bold(rule.title)}  {rule.id}"
    yield from show.rule_lines(rule.marked)
    if rule.source:
        yield from show.block(f"Source: {rule.source}", 0, 2)
    for id in rule.see:
        if id in text.rules:
            yield f"See {id}  {text.rules[id].title}"
    for option in rule.options:
        yield ""
        yield from _house(option, text.house.text(option.key))
    for example, result in played(game, rule, text.house):
        yield ""
        yield f"Example {example.example.name}: {example.title}"
        yield from ("    " + line for line in _played(example.example, result))


def _played(example: Example, result: ExampleResult) -> Iterator[str]:
    if result.replay is None or result.refusal:
        yield from (line for line in example.text.splitlines())
        return
    head = re.split(r"^hand\b", example.text, maxsplit=1, flags=re.MULTILINE)[0]
    yield from head.splitlines()
    for hand in result.replay.hands:
        yield f"hand {hand.number}"
        yield from (f"{key}: {answer}" for key, answer in hand.answers.items())
        for line in hand.lines:
            yield f"= {line.to} {signed(line.points)} {line.rule} {line.why}".rstrip()
        if hand.over:
            yield f"== {' '.join(with_minus(total) for total in hand.totals.values())}"


def _house(option: HouseRule, played_here: str) -> Iterator[str]:
    yield from show.block(f"House rule {option.key}: {option.title}. {option.effect}", 0, 2)
    for value in option.values:
        mark = "*" if value.key == option.default else " "
        source = f" ({value.source})" if value.source else ""
        source += " [here]" if value.key == played_here != option.default else ""
        yield from show.block(f"{mark} {value.key}: {value.words}{source}", 2, 6)
    if option.written:
        yield f"    or {option.written}"
