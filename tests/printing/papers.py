"""Reads a PDF back: structure, fonts, places of words."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.transcript import Transcript
from companion.games import all_games
from companion.printing import worker
from companion.printing.people import Party, party
from companion.printing.worker import PrintedFile, Sheets
from companion.questions import Refused
from companion.testing.overflow import faults

OURS = ("Vollkorn", "Fira-Sans-Condensed", "Noto-Sans-Symbols2")
GAMES = list(all_games().values())


def on_paper(test: Any) -> Any:
    """Marks a test that prints and reads back what it printed."""
    return pytest.mark.slow(pytest.mark.needs("pango", "pdfinfo")(test))


def evening(game: Game, hands: int | None = None) -> Record:
    """The first hands of the game's recorded evening, or all of them."""
    record = Transcript.read(game.file("evening.txt"), game.key).record
    if hands is not None:
        del record.hands[hands:]
    return record


def played(game: Game, hands: int | None = None) -> Replay:
    return game.replay(evening(game, hands))


def full(game: Game) -> Party:
    """As many people as the standard rules let play."""
    for seats in sorted(game.players, reverse=True):
        with suppress(Refused):
            return party(game, seats=seats)
    raise AssertionError("nobody can play")


def printed_and_looked_over(sheets: Sheets) -> PrintedFile:
    """Prints as the program does; warns also about parts that do not fit or are divided."""
    seen, lay = [], worker.laid_out

    def laid_out(sheets: Sheets) -> Any:
        seen.append(lay(sheets))
        return seen[0]

    worker.laid_out = laid_out
    try:
        printed = worker.work(sheets)
    finally:
        worker.laid_out = lay
    wrong = faults(seen[0])
    if len(seen) > 1 and not sheets.more:
        wrong.append(f"laid out {len(seen)} times")
    return replace(printed, warnings=(*printed.warnings, *wrong))


def boldest(game: Game) -> dict[str, str]:
    """As many options on another value as are possible together."""
    changed: dict[str, str] = {}
    for key, option in game.rules.options.items():
        others = [value.key for value in option.values if value.key != option.default]
        for other in others[:1]:
            with suppress(Refused):
                game.rules.chosen({**changed, key: other})
                changed[key] = other
    return changed


HEADINGS = {f"H{level}" for level in range(1, 7)}
WITHIN = {
    "Table": {"Caption", "THead", "TBody", "TFoot", "TR"},
    "THead": {"TR"},
    "TBody": {"TR"},
    "TFoot": {"TR"},
    "TR": {"TH", "TD"},
    "L": {"LI", "L", "Caption"},
    "LI": {"Lbl", "LBody"},
    **{heading: {"Span", "Link", "Strong", "Em", "Figure", "NonStruct"} for heading in HEADINGS},
}
"""The allowed children of each tag, by the standard of tagged PDFs."""


GAP = 6.5
"""The space between two columns, in points; between two words it is less."""
Box = tuple[float, float, float, float, str]
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def runs(holder: Any, around: tuple[float, ...] = IDENTITY) -> Iterator[tuple[float, str]]:
    """Every run of text of a page, drawings too: its size in points as it is seen, and its text."""
    kept: list[tuple[Any, ...]] = []
    text, size, font = around, 0.0, ""
    for step in pikepdf.parse_content_stream(holder):
        given: Any = step.operands
        match str(step.operator):
            case "q":
                kept.append((around, size, font))
            case "Q":
                around, size, font = kept.pop()
            case "cm":
                around = _times(given, around)
            case "BT":
                text = IDENTITY
            case "Tm":
                text = tuple(map(float, given))
            case "Tf":
                font, size = str(given[0]), float(given[1])
            case "Tj" | "TJ":
                a, b, c, d, *_ = _times(text, around)
                shown = given[0] if isinstance(given[0], pikepdf.Array) else given
                yield size * abs(a * d - b * c) ** 0.5, _read(holder.Resources.Font[font], shown)
            case "Do":
                inner = holder.Resources.XObject[str(given[0])]
                if inner.get("/Subtype") == "/Form":
                    yield from runs(inner, _times(inner.get("/Matrix", IDENTITY), around))


def _times(one: Any, two: Any) -> tuple[float, ...]:
    a, b, c, d, e, f = map(float, one)
    p, q, r, s, t, u = map(float, two)
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
            e * p + f * r + t, e * q + f * s + u)  # fmt: skip


def _read(font: Any, shown: Any) -> str:
    table = font.ToUnicode.read_bytes().decode("ascii")
    letters = {
        int(glyph, 16): bytes.fromhex(letter).decode("utf-16-be")
        for glyph, letter in re.findall(r"<(\w+)>\s*<(\w+)>\n", table)
    }
    drawn = b"".join(bytes(each) for each in shown if isinstance(each, pikepdf.String))
    glyphs = (int.from_bytes(drawn[at : at + 2], "big") for at in range(0, len(drawn), 2))
    return "".join(letters.get(glyph, "") for glyph in glyphs)


class Paper:
    """A PDF on disk, as pikepdf and poppler see it."""

    def __init__(self, file: Path, pdf: bytes, warnings: Sequence[str] = ()) -> None:
        self.file, self.size = file, len(pdf)
        file.write_bytes(pdf)
        self.wrong = [*warnings]
        """Warnings of the printing process, and errors of the structure, as text."""
        with pikepdf.open(file) as opened:
            root: Any = opened.Root
            self.pages = len(opened.pages)
            self.both_sides = str(root.get("/ViewerPreferences", {}).get("/Duplex", ""))
            self.wrong += opened.check_pdf_syntax()
            with opened.open_metadata() as meta:
                self.title = meta.get("dc:title", "")
                self.wrong += [] if self.title else ["no title"]
                self._declared(root, meta.get("pdfuaid:part", ""))
            self.headings: list[int] = []
            self._walk(root.StructTreeRoot)

    def _declared(self, root: Any, part: str) -> None:
        if (language := str(root.get("/Lang", ""))) != "en":
            self.wrong.append(f"language {language!r}")
        marked = bool(root.get("/MarkInfo", {}).get("/Marked", False))
        shown = bool(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"))
        if not (marked and shown and part == "1"):
            self.wrong.append(f"marked {marked}, title shown {shown}, part {part}")

    def _walk(self, element, around: str = "") -> None:
        """Reads the tree of the structure in the order in which it is read aloud."""
        if isinstance(element, pikepdf.Array):
            for each in element:
                self._walk(each, around)
        if not isinstance(element, pikepdf.Dictionary):
            return
        tagged: Any = element
        kind = str(tagged.get("/S", ""))[1:]
        if kind == "Figure" and not str(tagged.get("/Alt", "")):
            self.wrong.append("a figure without words")
        if kind == "TH" and str(tagged.get("/A", {}).get("/Scope")) not in ("/Row", "/Column"):
            self.wrong.append("a table head without scope")
        if re.fullmatch("H[1-6]", kind):
            self.headings.append(int(kind[1]))
        if kind and kind not in WITHIN.get(around, {kind}):
            self.wrong.append(f"{kind} in {around}")
        # A part without a kind of its own has the kind of its parent.
        self._walk(tagged.get("/K", []), kind or around)

    def _run(self, *words: str) -> str:
        return subprocess.run([*words], capture_output=True, text=True, check=True).stdout

    @cached_property
    def page_texts(self) -> list[str]:
        plain = self._run("pdftotext", "-raw", str(self.file), "-").split("\f")[:-1]
        return [" ".join(page.split()) for page in plain]

    @property
    def lines(self) -> list[str]:
        """Words that follow each other without a gap, above the foot of a page."""
        found: list[str] = []
        for _, high, words in self.measured:
            end, low = 0.0, 0.0
            for x1, _, x2, y2, word in words:
                if y2 > 0.93 * high:
                    continue
                if found and abs(y2 - low) < 4 and -1 < x1 - end < GAP:
                    found[-1] += f" {word}"
                else:
                    found.append(word)
                end, low = x2, y2
        return found

    @property
    def letters(self) -> str:
        """The whole text, without spaces."""
        return "".join("".join(self.page_texts).split())

    @cached_property
    def fonts(self) -> list[tuple[str, bool]]:
        """Every font and whether it is embedded."""
        rows = self._run("pdffonts", str(self.file)).splitlines()[2:]
        return [
            (row.split()[0], row[row.index("Identity-H") :].split()[1] == "yes")
            if "Identity-H" in row
            else (row.split()[0], row.split()[-5] == "yes")
            for row in rows
        ]

    @cached_property
    def measured(self) -> list[tuple[float, float, list[Box]]]:
        """Of each page its width, its height, and its words with the corners of their boxes."""
        found: list[tuple[float, float, list[Box]]] = []
        corners = "".join(rf' {side}="(-?[\d.]+)"' for side in ("xMin", "yMin", "xMax", "yMax"))
        for line in self._run("pdftotext", "-bbox", str(self.file), "-").splitlines():
            if page := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
                found.append((float(page[1]), float(page[2]), []))
            elif word := re.search(rf"{corners}>(.*)<", line):
                x1, y1, x2, y2 = (float(word[place]) for place in range(1, 5))
                found[-1][2].append((x1, y1, x2, y2, word[5]))
        return found

    @property
    def boxes(self) -> list[list[Box]]:
        """The words of each page with the corners of their boxes."""
        return [words for _, _, words in self.measured]

    def outside(self, margin: float = 8) -> list[str]:
        """Words that reach into the outer `margin` points of the page or beyond it."""
        return [
            word
            for wide, high, words in self.measured
            for x1, y1, x2, y2, word in words
            if min(x1, y1) < margin or x2 > wide - margin or y2 > high - margin
        ]

    @property
    def filled(self) -> list[float]:
        """The filled height of each page, from 0 to 1, without its footer."""
        foot = 0.88
        return [
            max((y2 / high for *_, y2, _ in words if y2 <= foot * high), default=0) / foot
            for _, high, words in self.measured
        ]

    def covered(self) -> list[str]:
        """Words that overlap others: half as high at least, and by more than an edge."""
        return [
            f"{a[4]} over {b[4]}"
            for words in self.boxes
            for a, b in combinations(words, 2)
            if min(a[2], b[2]) - max(a[0], b[0]) > 2
            and min(a[3], b[3]) - max(a[1], b[1]) > 0.5 * min(a[3] - a[1], b[3] - b[1])
        ]

    def complaints(self) -> list[str]:
        """All problems of the paper, as text."""
        wrong = [*self.wrong]
        if self.headings[:1] != [1]:
            wrong.append(f"the first heading is of level {self.headings[:1]}")
        wrong += [f"H{b} after H{a}" for a, b in pairwise(self.headings) if b > a + 1]
        foreign = [name for name, _ in self.fonts if not any(own in name for own in OURS)]
        wrong += [f"font {name}" for name in foreign]
        wrong += [f"font {name} is not embedded" for name, inside in self.fonts if not inside]
        wrong += [f"“{word}” is outside" for word in self.outside()[:5]]
        return wrong
