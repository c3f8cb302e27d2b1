"""The scoresheet: blank for these rules and people, or filled from a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import Replay
from companion.engine.record import Record, derive, standing_acts
from companion.engine.sheets import RowSheet
from companion.engine.table import COVERED
from companion.printing import figures, layouts
from companion.printing.chart import progress
from companion.printing.figures import ADJUST, said
from companion.printing.grid import PORTRAIT, cuts_names, plan
from companion.printing.in_force import in_force, later
from companion.printing.layouts.cross import STANDS
from companion.printing.layouts.heights import FEW, NAME_LETTER, TYPE, type_of
from companion.printing.layouts.tracks import PLAYED
from companion.printing.people import Correction, Journalled, Party, amendments
from companion.results.game_summary import sat_before
from companion.rules.templates import context
from companion.said import word
from companion.seating import Side
from companion.words import counted, signed, with_minus


@dataclass(frozen=True)
class SheetResult:
    """The final result, or the current standing."""

    label: str
    words: str
    why: str
    rule: str = ""
    by: str = ""
    """The totals of two sides, otherwise the winner's."""


def result(replay: Replay) -> SheetResult:
    """The winner's line of a filled sheet."""
    totals = replay.ledger.totals
    ranked = replay.ledger.ranked()
    score = " to ".join(with_minus(totals[side]) for side in ranked)
    outcome = replay.outcome
    count = hands_of(replay)
    if outcome is None:
        leaders = replay.ledger.leaders()
        label = "Stopped here, ahead" if replay.closed else "Not finished; ahead"
        best = with_minus(totals[ranked[0]])
        if len(leaders) > 1:
            return SheetResult(label, f"Level at {best}", f"After {count}.")
        by = score if len(ranked) == 2 else best
        return SheetResult(label, leaders[0].name, f"After {count}.", by=by)
    if not outcome.winners:
        return SheetResult("Draw", score, f"{outcome.why}. {count}.", outcome.rule)
    names = " and ".join(side.name for side in outcome.winners)
    by = score if len(ranked) == 2 else with_minus(totals[outcome.winners[0]])
    label = "Winner" if len(outcome.winners) == 1 else "Winners, level"
    why = outcome.why[0].upper() + outcome.why[1:]
    why = why if f" {count}" in why else f"{why}. {count}"
    return SheetResult(label, names, f"{why}.", outcome.rule, by)


CHARTED, LYING = 12, 7
"""The most hands of a chart below the rows of a finished game, and the most in landscape or
large print. With more the page is full."""


def charted(party: Party, replay: Replay, landscape: bool) -> bool:
    """Whether the sheet has room for a chart: other layouts than rows fill their page."""
    sheet = party.sheet
    rows = isinstance(sheet, RowSheet) and not (sheet.track or sheet.parts)
    most = FEW if party.large else LYING if landscape else CHARTED
    return replay.over and rows and len(replay.hands) <= most


def hands_of(replay: Replay) -> str:
    """The hands that were scored, then those that were thrown in: "8 hands, and one thrown in"."""
    over = [hand for hand in replay.hands if hand.over]
    # A bid that wins the game has no score.
    won = over[-1] if replay.outcome and over and not over[-1].void else None
    out = [hand for hand in over if not figures.scored(hand) and hand is not won]
    words = counted(len(over) - len(out), replay.word)
    return f"{words}, and {word(len(out))} thrown in" if out else words


def corrected(
    party: Party, start: Record | None, journal: Sequence[Journalled]
) -> tuple[Party, list[Correction]]:
    """The party with what amendments struck out, and the list of them."""
    if start is None or party.replay is None:
        return party, []
    acts = standing_acts([each.act for each in journal])[0]
    struck: dict[tuple[int, str], tuple[str, ...]] = {}
    corrections: list[Correction] = []
    for place, entry in amendments(journal):
        before = party.game.replay(derive(start, acts[:place]))
        after = party.game.replay(derive(start, acts[: place + 1]))
        number = entry.act.hand
        for key, text in _cells(party, before, number).items():
            if text and text != _cells(party, after, number).get(key, ""):
                struck[number, key] = (*struck.get((number, key), ()), text)
        corrections += _corrections_of(before, after, entry)
    return replace(party, struck=struck), corrections


def _cells(party: Party, replay: Replay, number: int) -> dict[str, str]:
    """Every box of one hand's row by its key."""
    if not 1 <= number <= len(replay.hands):
        return {}
    hand = replay.hands[number - 1]
    seating = replay.table.seating
    return {place.key: said(place, hand) for place in plan(party.sheet, seating).places}


def _corrections_of(before: Replay, after: Replay, entry: Journalled) -> list[Correction]:
    number = entry.act.hand
    changes = []
    for key, text in entry.act.answers.items():
        old, new = _shown(before, number, key), _shown(after, number, key)
        now = new[1] if new else text or "taken out"
        if old and COVERED in (old[1], now):
            # Readers of the paper must not see an answer that was entered for one player only.
            changes.append(Correction(number, old[0], COVERED, "another", entry.who, entry.when))
        elif old and old[1] != now:
            changes.append(Correction(number, old[0], old[1], now, entry.who, entry.when))
    return changes


def _shown(replay: Replay, number: int, key: str) -> tuple[str, str] | None:
    """The prompt and the answer as a page shows it."""
    hand = replay.dealt(number)
    matches = (each for each in hand.asked if each.question.key == key) if hand else ()
    return next(((a.question.prompt, replay.shown(number, key, a.text)) for a in matches), None)


def once(party: Party, date: str = "", code: str = "") -> list[tuple[str, str]]:
    """The fields at the head of the sheet: label and text."""
    values = context(party.game.rules, party.rules)
    target = party.game.rules.options.get("target")
    # The date of a finished game is printed with its winner.
    fields = [("Date", date)] if not (party.replay and party.replay.over) else []
    if code:
        fields.append(("Table", code))
    fields += [(label, text.format_map(values)) for label, text in party.sheet.once]
    fields = [(label, text) for label, text in fields if text != "none"]
    if not party.sheet.once and target and target.meant(party.rules):
        fields.append(("Game", party.rules.text(target.key)))
    return fields


NARROW = frozenset(" -’'ijl")


def crowded(title: str, fields: Sequence[tuple[str, str]], wide: float = PORTRAIT) -> bool:
    """Whether the fields need a line of their own below the title. Widths in mm, about."""
    taken = sum(5.7 + 1.6 * len(label) + max(18.0 if not text else 8, 2.1 * len(text) + 4)
                for label, text in fields)  # fmt: skip
    return sum(2.6 if letter in NARROW else 5.2 for letter in title) + 16 + taken > wide


@dataclass(frozen=True)
class Team:
    """A side of a partnership: its letter, and its players with the numbers they are circled by."""

    code: str
    players: tuple[tuple[str, str], ...]
    """Number ("" if players are circled by letters) and name ("" if unknown)."""

    @property
    def letters(self) -> int:
        """The length of its names together."""
        return sum(len(number) + len(name) + 3 for number, name in self.players)


def teams(party: Party) -> list[Team]:
    """The sides of a partnership game."""
    sides = party.seating.sides
    if all(len(side.seats) == 1 for side in sides):
        return []
    return [Team(side.code, _players(party, side)) for side in sides]


def _crowd(teams: Sequence[Team]) -> str:
    """The type size of the names of a partnership: one size, the largest that fits all."""
    widest = max((team.letters for team in teams), default=0)
    sizes = {56: "longest two-lines", 44: "longest", 30: "long"}
    return next((size for letters, size in sizes.items() if widest > letters), "")


def _players(party: Party, side: Side) -> tuple[tuple[str, str], ...]:
    if side.title and not party.by_number:
        return (("", side.title),)
    numbers = [seat.code if party.by_number else "" for seat in side.seats]
    names = [seat.name if party.named else "" for seat in side.seats]
    return tuple(zip(numbers, names, strict=True))


def view(
    party: Party, *, rows: int = 0, start: Record | None = None, journal: Sequence[Journalled] = ()
) -> dict[str, Any]:
    """Everything the template of a scoresheet draws."""
    party, corrections = corrected(party, start, journal)
    replay = party.replay
    # Of a game that was played, those it began with.
    begun = party.game.rules.chosen(replay.record.rules) if replay else party.rules
    rules = in_force(party.game, begun, len(party.seating.seats))
    layout, sides = layouts.draw(party, rows), teams(party)
    letter = NAME_LETTER * TYPE.get(type_of(party, layout.landscape), 1.0)
    if party.named and any(cuts_names(grid, letter) for grid in layout.grids):
        party = replace(party, listed=True)
        layout = layouts.draw(party, rows)
    drawn: dict[str, Any] = {
        "party": party,
        "drawn": layout,
        "high": bool(replay and replay.over)
        and any(grid.high + STANDS > PLAYED for grid in layout.grids),
        "teams": sides,
        "crowd": _crowd(sides),
        "rules": rules,
        "later": later(replay, journal) if replay else [],
        "corrections": corrections,
    }
    if replay:
        drawn |= {
            "before": sat_before(replay),
            "result": result(replay),
            "adjustments": [e for e in replay.ledger.entries if e.line.column == ADJUST],
            "cited": tuple(dict.fromkeys(entry.line.rule for entry in replay.ledger.entries)),
            "chart": progress(replay, party.alike)
            if charted(party, replay, layout.landscape)
            else None,
            "signed": signed,
            "named": replay.named,
        }
    return drawn
