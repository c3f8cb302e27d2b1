"""A finished game as one HTML file: readable from a disk, by mail, in ten years, without a server.

It names no other file. Its one style sheet stands in it and is allowed by its hash; where a host
forbids even that, the page is still plain tables and lists in reading order, and the chart draws
with attributes of its own.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from flask import render_template
from markupsafe import Markup

from companion.game import Replay
from companion.game_summary import earlier
from companion.paths import TEMPLATES
from companion.rules.wording import RuleText, under
from companion.tables import Snapshot
from companion.web.tables.chart import progress
from companion.web.tables.hands import HouseLine

STYLE = "paper/keepsake.css"
DASHES = ("", "6 4", "2 3", "9 3 2 3", "1 3", "12 4", "4 2")
"""How the lines of a chart differ besides their shade."""


@dataclass(frozen=True)
class Cited:
    """A rule the game's lines rest on, in full."""

    rule: RuleText
    lines: int
    """How many score lines name it first."""


def page(table: Snapshot) -> tuple[str, str]:
    """(the page, the content policy it is served under)."""
    replay = table.replay
    style = " ".join((TEMPLATES / STYLE).read_text(encoding="utf-8").split())
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'"
    text = render_template(
        "paper/keepsake.html",
        stored=table.stored,
        replay=replay,
        game=replay.game,
        sheet=table.sheet,
        chart=progress(replay),
        dashes=DASHES,
        cited=cited(replay),
        house=[line for line in house_lines(replay) if not line.default],
        earlier=earlier(table.record),
        style=Markup(style),
        policy=policy,
        record=table.record.text(),
    )
    return text, f"{policy}; frame-ancestors 'none'; form-action 'none'"


def cited(replay: Replay) -> Sequence[Cited]:
    """Every rule that a score line names, in the order of the rule sheet."""
    counts: dict[str, int] = {}
    for entry in replay.ledger.entries:
        counts[entry.line.rule] = counts.get(entry.line.rule, 0) + 1
        for also in entry.line.also:
            counts.setdefault(also, 0)
    if replay.outcome:
        counts.setdefault(replay.outcome.rule, 0)
    text = under(replay.game.rules, replay.table.rules)
    return [Cited(text.rule(id), counts[id]) for id in replay.game.rules.rules if id in counts]


def house_lines(replay: Replay) -> list[HouseLine]:
    """Every house rule as it stood when the game ended."""
    options = replay.game.rules.options
    found = []
    for key, text in replay.table.rules:
        option = options[key]
        words = option.value(text).words
        found.append(HouseLine(option.title, words, option.rule, text == option.default))
    return found
