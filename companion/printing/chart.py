"""The progress chart on paper: a drawing that needs no colour."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.chart import Chart, Curve, Frame, chart
from companion.game import Replay
from companion.printing.figures import ordinal
from companion.words import with_minus

WIDE, HIGH = 178.0, 46.0
PAPER = Frame(left=12, right=150, top=5, foot=38, line=3.4, hands=20)


@dataclass(frozen=True)
class Stroke:
    """How one line is drawn: its ink, width and dashes in mm, and if its dots are hollow."""

    ink: str
    dash: str = ""
    wide: float = 0.55
    hollow: bool = False


STROKES = (
    Stroke("#93191d"),
    Stroke("#161616", "2 1"),
    Stroke("#161616", "0.6 0.9"),
    Stroke("#4a4a4a", "3.2 0.9 0.6 0.9"),
    Stroke("#161616", wide=1),
    Stroke("#6a6a6a", "4 1.4", hollow=True),
    Stroke("#161616", "1.2 0.6 0.4 0.6 0.4 0.6", hollow=True),
)
"""One for each style of a curve."""


def progress(replay: Replay) -> Markup:
    """The chart as SVG, its title the same in words; empty before two hands are over."""
    titled = any(hand.title for hand in replay.hands)
    found = chart(replay, PAPER, lambda hand: ordinal(hand, titled))
    if found is None:
        return Markup("")
    drawn = [
        f"<title>{escape(found.words)}</title>",
        *_lines(found),
        *_hands(found),
        *(part for curve in found.curves for part in _curve(curve)),
        *(_label(curve) for curve in found.curves),
    ]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{WIDE:g}mm" '
        f'height="{HIGH:g}mm" viewBox="0 0 {WIDE:g} {HIGH:g}" role="img" '
        'font-family="Fira Sans Condensed" font-size="2.8" fill="#4a4a4a">'
        + "".join(drawn)
        + "</svg>"
    )


def _lines(found: Chart) -> list[str]:
    drawn = [_level(y, value, "#b5b5b5") for y, value in found.levels]
    if found.goal:
        drawn.append(_level(*found.goal, "#161616"))
    return drawn


def _level(y: float, value: int, ink: str) -> str:
    return (
        f'<path d="M{PAPER.left:g} {y:.2f}H{PAPER.right:g}" stroke="{ink}" stroke-width=".25"/>'
        f'<text x="{PAPER.left - 1.6:g}" y="{y + 0.9:.2f}" text-anchor="end">'
        f"{with_minus(value)}</text>"
    )


def _hands(found: Chart) -> list[str]:
    drawn = [f'<text x="{PAPER.left:g}" y="42.6" text-anchor="middle">hand</text>']
    for x, name in found.hands:
        if name:
            drawn.append(
                f'<path d="M{x:.2f} {PAPER.foot:g}v1.2" stroke="#6f6f6f" stroke-width=".25"/>'
                f'<text x="{x:.2f}" y="42.6" text-anchor="middle">{escape(name)}</text>'
            )
    return drawn


def _curve(curve: Curve) -> list[str]:
    stroke = STROKES[curve.style - 1]
    dashed = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    line = (
        f'<polyline points="{curve.path}" fill="none" stroke="{stroke.ink}" '
        f'stroke-width="{stroke.wide:g}"{dashed}/>'
    )
    drawn = [line]
    if len(curve.points) <= 30:
        fill = "#fff" if stroke.hollow else stroke.ink
        drawn += [
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".8" fill="{fill}" stroke="{stroke.ink}" '
            'stroke-width=".25"/>'
            for x, y in curve.points
        ]
    return drawn


def _label(curve: Curve) -> str:
    """Name and total, with a piece of the line before them."""
    stroke, y = STROKES[curve.style - 1], curve.label_y
    name = curve.side.code if len(curve.side.seats) > 1 else curve.side.name[:14]
    dashed = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    x = PAPER.right + 1
    return (
        f'<path d="M{x:g} {y - 0.6:.2f}h5" stroke="{stroke.ink}" stroke-width="{stroke.wide:g}"'
        f'{dashed}/><text x="{x + 6.2:g}" y="{y + 0.4:.2f}" font-size="3.2" font-weight="600" '
        f'fill="{stroke.ink}"><tspan font-family="Vollkorn">{escape(name)}</tspan> '
        f"{with_minus(curve.total)}</text>"
    )
