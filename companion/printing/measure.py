"""How much room a rule sheet takes, from its letters: so that few settings need be tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.printing.rulesheet import Printed, Question, Running, Worked

PAGE = 247.0
"""The height of a page, in mm."""
LINE, AFTER, HEADING = 4.25, 0.9, 9.5
NARROW, WIDE = 61, 92
"""Letters in a line beside side notes, and without them."""


def _size(points: float, rest: str = "") -> str:
    return f"html {{ font-size: {points}pt; line-height: 1.28 }} {rest}"


LARGE = tuple(
    f"html.large {{ font-size: {points}pt }}" for points in (14, 13.6, 13.2, 12.8, 12.4, 12)
)
"""Of large print, of which that is taken which fills its pages best."""
CHAPTER = tuple(_size(points) for points in (9.6, 9.3, 9.9, 10.3, 9))
"""Of a chapter of the club book, likewise."""
BREAK = ".second { break-before: page }"
ROOMY = _size(9.9, BREAK)
STANDARD = _size(9.3, BREAK)
FLOWING = _size(9.3)
ALL = _size(
    9,
    "html { line-height: 1.22 } h2 { margin-top: 1.6mm }"
    " .rule, .intro { margin-bottom: .5mm } .example { margin-bottom: 1mm }"
    f" .rulings {{ margin-top: 1.8mm }} {BREAK}",
)
"""The closest setting, with every example."""
CLOSE = f"{ALL.removesuffix(BREAK)} .e3, .e4, .e5 {{ display: none }}"
TIGHT = f"{CLOSE} {BREAK}"
FEWER = (2, 4, 6, 9)
"""So many of the questions that tables differ on go to the club book, before a third page comes."""


def fewer(setting: str, questions: int) -> str:
    """The setting with so many questions less, and the line that says where they are."""
    gone = ", ".join(f".x{place}" for place in range(1, questions + 1))
    return f"{setting} {gone} {{ display: none }} .rulings .more {{ display: block }}"


EARLY = f"{TIGHT} .credits {{ display: none }} .early {{ display: block }}"
"""The credits stand at the foot of the first page, and the table of what scores is not broken."""
NONE = f"{CLOSE} .rulings {{ display: none }}"
"""Without the questions, and without the heading over them."""


def closer(questions: int) -> tuple[str, ...]:
    """Settings that flow over the page, with all of the questions, fewer and none."""
    return (CLOSE, *(fewer(CLOSE, each) for each in FEWER if each < questions), NONE, LAST)


LAST = f"{NONE} .e2, .credits {{ display: none }} .title .plays {{ font-size: .9rem }}"


def fits(shown: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings to try for a rule sheet: the one that should do, and closer ones."""
    first, second = pages(shown)
    flowing = closer(len(shown["disputes"]))
    fullest = max(first, second) / PAGE
    closest = 0.92 * max(first, second - _examples(shown["examples"][2:]))
    if fullest < 0.9:
        return ROOMY, STANDARD, TIGHT, *flowing
    if fullest < 0.985:
        return STANDARD, TIGHT, *flowing
    if closest < 1.15 * PAGE and 0.92 * first < 1.02 * PAGE:
        close = TIGHT, fewer(TIGHT, 2), fewer(TIGHT, 3), *flowing
        whole = (STANDARD,) if fullest < 1.03 else ()
        many = len(shown["examples"]) > 2 and 0.92 * second < PAGE
        return *whole, *((ALL,) if many and not whole else ()), *close
    if 0.92 * first + _credits(shown) < 0.97 * PAGE:
        some = (fewer(EARLY, each) for each in (2, 4, 6) if each < len(shown["disputes"]))
        return EARLY, *some, *flowing[-3:]
    if first + second < 2 * PAGE:
        return FLOWING, *flowing
    return flowing


def pages(shown: Mapping[str, Any]) -> tuple[float, float]:
    """About how high the two pages are in the standard setting, in mm."""
    measure = NARROW if shown["sides"] else WIDE
    heights = [0.0, 0.0]
    running: Sequence[Running] = shown["running"]
    page = 0
    for section in running:
        page = 1 if section.second else page
        heights[page] += _section(section, measure)
    heights[0] += 36 + (50.6 if shown["drawing"] else 28) + 6
    heights[0] += 5 * lines(shown["plays"], 80) if shown["plays"] else 5 * bool(shown["also"])
    heights[1] += _disputes(shown["disputes"]) + _examples(shown["examples"])
    heights[1] += _credits(shown)
    return 0.88 * heights[0], heights[1]


def _credits(shown: Mapping[str, Any]) -> float:
    return 4 + 3.9 * lines(shown["credits"].text, 125) if shown["credits"] else 0.0


def lines(text: str, measure: int) -> int:
    """Lines that a text takes, at least one."""
    return sum(max(1, -(-len(part) // measure)) for part in text.split("\n\n"))


def _section(section: Running, measure: int) -> float:
    high = HEADING + sum(_rule(rule, measure) for rule in section.rules)
    if section.intro:
        high += LINE * -(-len(section.intro) // measure) + AFTER
    if section.rows:
        deep = [max(lines(r.what.text, 66), lines(r.points.text, 28)) for r in section.rows]
        high += 7 + sum(4 * each + 2.1 for each in deep)
        high += 5 * sum(len(r.head) == 1 for r in section.rows)
    return high


def _rule(rule: Printed, measure: int) -> float:
    rows = rule.html.count("<tr>")
    text = rule.letters - 30 * rows
    return LINE * -(-max(1, text) // measure) + AFTER + 5.6 * rows


def _disputes(questions: Iterable[Question]) -> float:
    rows = [
        4 * max(lines(q.question, 26), lines(q.played, 32), lines(q.elsewhere, 36)) + 1.3
        for q in questions
    ]
    return 19 + sum(rows) if rows else 0


def _examples(examples: Iterable[Worked]) -> float:
    found = list(examples)
    high = HEADING if found else 0.0
    for each in found:
        letters = len(each.title) + len(each.after) + sum(_told(hand) for hand in each.hands)
        high += LINE * -(-letters // WIDE) + 2 + 5 * sum(len(hand.lines) for hand in each.hands)
    return high


def _told(hand: Any) -> int:
    sums = sum(len(each.striptags()) for each in hand.sums)
    return len(hand.told.striptags()) + sums + 12 * len(hand.ids)
