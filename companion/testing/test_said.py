"""What rooms say: every sentence called stands in rules.md, is given what it names, and is used."""

from __future__ import annotations

import ast
from pathlib import Path

from jinja2 import meta

from companion.engine.game import Game
from companion.said import Sentences, environment


def calls(game: Game) -> list[tuple[str, set[str] | None]]:
    """Every `say.name(...)` of a room and the names it gives; None where a mapping is passed."""
    found: list[tuple[str, set[str] | None]] = []
    for file in Path(game.room).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("say."):
                names = {each.arg for each in node.keywords if each.arg}
                whole = len(names) == len(node.keywords)
                found.append((ast.unparse(node.func)[4:], names if whole else None))
    return found


def wanted(text: str) -> set[str]:
    return set(meta.find_undeclared_variables(environment().parse(text)))


def test_every_sentence_is_there_and_gets_what_it_names(game: Game) -> None:
    texts = {name: text for name, (_, text) in Sentences(game.room).known.items()}
    made = calls(game)
    assert {name for name, _ in made} <= set(texts)
    assert [(n, g) for n, g in made if g is not None and g != wanted(texts[n])] == []
    unused = set(texts) - {name for name, _ in made}
    assert {name for name in unused if not name.startswith("frozen_")} == set()
