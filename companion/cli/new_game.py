"""`companion new-game`: write a complete small game to start a new one from; and a game package's
house.py, its typed house rules, from the options in its rules.md.

`pytest --write` writes house.py; a test fails if it is out of date. It gives the type checker every
house rule and its values.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from string import Template

import click

from companion import __version__
from companion.cli.common import NotAccepted
from companion.engine.examples import expecting
from companion.games import all_games, covers, packages
from companion.rules import HouseRule, RuleSheet, read_folder
from companion.rules.sheet import whole

TEMPLATE = Path(__file__).with_name("game_template")
TRICKS, TARGET = 7, 20


@click.command("new-game")
@click.argument("key", metavar="KEY")
@click.option("--title", help="What the game is called; the key with capitals if left out.")
@click.option("--package", is_flag=True, help="Write a package of its own, to be installed by pip.")
def new_game(key: str, title: str | None, package: bool) -> None:
    """Write a package for a new game: it plays, prints and passes its tests as it is.

    KEY is what addresses and commands call the game, such as "oh-hell". The folder is
    companion/games/ of the checkout this program runs from, or with --package a new one
    here, companion-KEY. docs/adding-a-game/tutorial.md shows what to change, and in which order.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key):
        raise NotAccepted(f"“{key}” is no key: small letters, digits and single hyphens: oh-hell.")
    home = Path.cwd() / f"companion-{key}"
    target = home / f"companion_{key.replace('-', '_')}" if package else folder(key)
    if not package and not target.parents[2].joinpath("pyproject.toml").is_file():
        raise NotAccepted(
            f"{target.parents[2]} is no checkout: a new game needs one, README says how."
        )
    if target.exists():
        raise NotAccepted(f"{target} is there already.")
    target.mkdir(parents=package)
    names = values(key, title or " ".join(map(str.capitalize, key.split("-"))), package)
    for page in sorted(TEMPLATE.glob("*.txt")):
        text = Template(page.read_text(encoding="utf-8")).substitute(names)
        (target / page.name.removesuffix(".txt")).write_text(text, encoding="utf-8")
    if package:
        project = TEMPLATE.joinpath("pyproject.toml.package").read_text(encoding="utf-8")
        (home / "pyproject.toml").write_text(Template(project).substitute(names), encoding="utf-8")
        sys.path.insert(0, str(home))
    finish(key, target, names)
    click.echo(f"{target}: an example that plays; make {names['title']} of it. Next:")
    if package:
        click.echo(f"  pip install --editable '{home}[testing]'")
    click.echo(f"  companion rules {key}")
    tests = f"cd {home}; pytest" if package else f"make test ARGS='companion/testing --game {key}'"
    click.echo(f"  {tests}")


def folder(key: str) -> Path:
    """The folder of a game package."""
    return Path(__file__).resolve().parents[1] / "games" / key.replace("-", "_")


def values(key: str, title: str, package: bool = False) -> dict[str, str]:
    """Values for the templates in game_template/."""
    name = key.replace("-", "_")
    return {
        "key": key,
        "module": f"companion_{name}" if package else f"companion.games.{name}",
        "title": title,
        "prefix": prefix(key),
        "tricks": str(TRICKS),
        "most": str(TRICKS - 2),
        "target": str(TARGET),
        "since": __version__,
    }


def prefix(key: str) -> str:
    """A free prefix for rule ids: initials, or the first letters."""
    letters = key.replace("-", "").upper()
    parts = key.split("-")
    choices = ["".join(part[0] for part in parts).upper()] if len(parts) > 1 else []
    choices += [letters[:3], letters[:4], letters[:2] + letters[-1:]]
    taken = {game.prefix for game in all_games().values()}
    return next((w for w in choices if 2 <= len(w) <= 4 and w not in taken), letters[:4] or "NEW")


def finish(key: str, target: Path, names: dict[str, str]) -> None:
    """Writes house.py, and an evening with its expected ledger."""
    (target / "house.py").write_text(source(read_folder(target)), encoding="utf-8")
    hands = "".join(f"\nhand {n}\ntricks: {TRICKS - 2} 1 1\n" for n in range(1, 5))
    evening = f"# A whole evening of {names['title']}.\ngame: {key}\nplayers: Nell, Omar, Pia\n"
    (target / "evening.txt").write_text(evening + hands, encoding="utf-8")
    for cached in (packages, covers, all_games):
        cached.cache_clear()
    game = import_module(names["module"]).GAME
    (target / "evening.txt").write_text(expecting(game, evening + hands), encoding="utf-8")


_HEAD = '''"""The house rules of {title}, typed. Made of rules.md by `pytest --write`."""

from dataclasses import dataclass
{typing}
from companion.engine import game, table
from companion.rules import HouseRules


@dataclass(frozen=True, slots=True)
class House(HouseRules):
'''
_FOOT = """

Table = table.Table[House]
Hand = table.Hand[House]
Desk = game.Desk[House]
"""


def source(sheet: RuleSheet) -> str:
    """The source of house.py for a rule sheet."""
    lines = [_declared(option) for option in sheet.options.values()]
    literal = any("Literal[" in line for line in lines)
    head = _HEAD.format(title=sheet.title, typing="from typing import Literal\n" if literal else "")
    return head + "\n".join(lines or ["    pass"]) + "\n" + _FOOT


def _declared(option: HouseRule) -> str:
    line = f"    {option.key}: {_type(option)}"
    if len(line) <= 100:
        return line
    head, _, values = line.rstrip("]").partition("Literal[")
    return "\n".join(
        [f"{head}Literal[", *(f"        {each}," for each in values.split(", ")), "    ]"]
    )


def _type(option: HouseRule) -> str:
    """`int` for a range of numbers, `Literal` for listed values, or both; else `str`."""
    if option.letters:
        return "str"
    values = [whole(value.key) for value in option.values]
    parts: list[str] = []
    if option.low is not None:
        parts.append("int")
        values = [value for value in values if isinstance(value, str)]
    if values:
        parts.append(f"Literal[{', '.join(_quoted(value) for value in values)}]")
    return " | ".join(parts)


def _quoted(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
