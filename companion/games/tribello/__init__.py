"""Tribello: four phases of three hands, a widow to draw from, and quotas by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Game
from companion.engine.sheets import Column, RowSheet, SheetPart
from companion.games.tribello.facts import HANDS, PACK, PHASES, phase_of, quotas
from companion.games.tribello.house import House
from companion.games.tribello.play import holds, play
from companion.games.tribello.referee import ENQUIRIES, depends
from companion.seating import Seating


def known(seating: Seating, rules: House, dealer: int) -> Sequence[Mapping[str, str]]:
    """Dealer and quotas, hand by hand, and a dash if the hand has no trumps."""
    rows: list[dict[str, str]] = []
    seat = seating.seats[dealer - 1]
    for number in range(1, rules.game_length + 1):
        phase = phase_of(number)
        row = {"dealer": seat.name} if phase.trump else {"dealer": seat.name, "trump": "–"}
        row |= {f"quota {who.code}": str(own) for who, own in quotas(phase, seat).items()}
        rows.append(row)
        seat = seat.left
    return rows


def parts(rounds: int) -> tuple[SheetPart, ...]:
    """A part for each phase, as often as the game goes through all four."""
    return tuple(
        SheetPart(HANDS, f"{phase.number} {phase.title}", phase.note, f"After phase {phase.number}")
        for _ in range(rounds)
        for phase in PHASES
    )


def adapt(sheet: RowSheet, rules: House, players: int) -> RowSheet:
    rows = int(rules.game_length)
    return replace(sheet, rows=rows, parts=parts(rows // (HANDS * len(PHASES))))


SHEET = RowSheet(
    rows=12,
    columns=(
        Column("dealer", "Dealer", 20),
        Column("trump", "Trump", 12),
        Column("quota", "quota", 9, per="side"),
        Column("tricks", "tricks", 11, per="side"),
        Column("points", "±", 11, per="side", kind="points"),
        Column("total", "total", 13, per="side", kind="total"),
        Column("zero", "sum 0", 8),
        Column("drawn", "drawn", 0, per="side"),
    ),
    parts=parts(1), once=(("Stake", "{stake}"),), known=known, adapt=adapt,
)  # fmt: skip


GAME = Game(
    key="tribello", title="Tribello", prefix="TRI", room=__file__, house=House, begins="cuts",
    players=(3,), pack=PACK, play=play, holds=holds, referee=ENQUIRIES, depends=depends, edition=2,
    sheet=SHEET,
)  # fmt: skip
