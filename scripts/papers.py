"""Makes the README's contact sheet from the output of `companion print --all FOLDER`.

Run as `python scripts/papers.py FOLDER`. With `--every OUT` it lays out every page of every
document, some dozens to an image, for review.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from companion import games  # noqa: E402
from companion.engine.game import Game  # noqa: E402
from companion.engine.sheets import BlockSheet, CrossSheet, RowSheet  # noqa: E402
from companion.engine.transcript import Transcript  # noqa: E402
from companion.printing import QUEUE, PrintSettings, build, kinds_of  # noqa: E402
from companion.printing.documents import name_of  # noqa: E402

WIDE, HIGH, GAP, LABEL = 132, 187, 9, 21
PAPER, INK, EDGE = "#dfe3e0", "#15201d", "#9aa5a0"
COLORS = 96
"""Colours of the image's palette."""


def pages(pdf: Path, dots: int = 40, last: int = 0) -> Iterator[Image.Image]:
    """The pages of a PDF as images."""
    end = ["-l", str(last)] if last else []
    command = ["pdftoppm", "-r", str(dots), *end, "-png", pdf, pdf.with_suffix("")]
    subprocess.run(command, check=True)
    for file in sorted(pdf.parent.glob(f"{pdf.stem}-*.png")):
        if file.stem.removeprefix(f"{pdf.stem}-").isdecimal():
            yield Image.open(file).convert("RGB")
            file.unlink()


def thumb(page: Image.Image, wide: int = WIDE, high: int = HIGH) -> Image.Image:
    """A page scaled into a frame."""
    small = page.copy()
    small.thumbnail((wide, high), Image.Resampling.LANCZOS)
    return small


def laid(rows: list[list[tuple[str, list[Image.Image]]]]) -> Image.Image:
    """Rows of labelled groups of pages as one image."""
    face = ImageFont.truetype(ROOT / "printables" / "fonts" / "Vollkorn-SemiBold.ttf", 14)
    wide = max(sum(len(shown) * (WIDE + 3) + GAP for _, shown in row) for row in rows) + GAP
    sheet = Image.new("RGB", (wide, len(rows) * (HIGH + LABEL + GAP) + GAP), PAPER)
    draw = ImageDraw.Draw(sheet)
    for number, row in enumerate(rows):
        x, y = GAP, GAP + number * (HIGH + LABEL + GAP)
        for label, shown in row:
            draw.text((x, y), label, INK, font=face)
            for page in shown:
                small = thumb(page)
                sheet.paste(small, (x, y + LABEL))
                box = (x, y + LABEL, x + small.width - 1, y + LABEL + small.height - 1)
                draw.rectangle(box, outline=EDGE)
                x += WIDE + 3
            x += GAP
    return sheet


def a4(folder: Path, game: Game, kind: str) -> Path:
    """The PDF of a document on A4."""
    return folder / f"{name_of(game.title, kind, PrintSettings())}.pdf"


def contact(folder: Path) -> Image.Image:
    """Rule sheet and scoresheet of every game, and one of each other document."""
    all_games = list(games.all_games().values())
    groups = [
        (game.title, [next(pages(a4(folder, game, kind), 72, 1)) for kind in ("rules", "sheet")])
        for game in all_games
    ]  # fmt: skip
    others = [
        ("Pocket cards", [*pages(a4(folder, all_games[0], "cards"), 72, 2)]),
        ("Cards of all games", [next(pages(folder / "card-set-a4.pdf", 72, 1))]),
    ]
    with tempfile.TemporaryDirectory() as there:
        others.append(("After the evening", [*filled(all_games, Path(there))]))
    across = 5
    rows = [groups[at : at + across] for at in range(0, len(groups), across)]
    return laid([*rows, others])


def filled(all_games: list[Game], folder: Path) -> Iterator[Image.Image]:
    """Filled scoresheets of recorded evenings, one for each layout."""
    for layout in (CrossSheet, BlockSheet, RowSheet):
        game = next(each for each in all_games if isinstance(each.sheet, layout))
        script = Transcript.read(game.file("evening.txt"), game.key)
        document = build("sheet", game, replay=game.replay(script.record))
        file = folder / f"{document.name}.pdf"
        file.write_bytes(QUEUE.print(document.sheets).body)
        yield next(pages(file, 72, 1))
    QUEUE.close()


def every(folder: Path, out: Path, across: int = 9, down: int = 5) -> int:
    """All pages of all PDFs as contact sheets; returns the number of pages."""
    found = ((pdf.stem, page) for pdf in sorted(folder.glob("*.pdf")) for page in pages(pdf, 34))
    count = 0
    for number, part in enumerate(parts(found, across * down), 1):
        count += len(part)
        rows = [[(name[:16], [page]) for name, page in part[at : at + across]]
                for at in range(0, len(part), across)]  # fmt: skip
        laid(rows).save(out / f"every-{number:02}.png")
    return count


def parts(
    found: Iterable[tuple[str, Image.Image]], size: int
) -> Iterator[list[tuple[str, Image.Image]]]:
    """Batches of equal size."""
    left = iter(found)
    while part := list(islice(left, size)):
        yield part


def main() -> None:
    """Writes docs/papers.png, or the contact sheets of every page."""
    folder = Path(sys.argv[1])
    if sys.argv[2:3] == ["--every"]:
        out = Path(sys.argv[3])
        out.mkdir(parents=True, exist_ok=True)
        print(f"{every(folder, out)} pages")
        return
    every_a4 = [a4(folder, game, kind) for game in games.all_games().values()
                for kind in kinds_of(game)]  # fmt: skip
    if missing := [file.name for file in every_a4 if not file.exists()]:
        sys.exit(f"{folder} lacks {', '.join(missing)}. To create: companion print --all {folder}")
    picture = contact(folder).quantize(
        COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    )
    file = ROOT / "docs" / "papers.png"
    picture.save(file, optimize=True)
    print(f"{file.name}: {picture.width} x {picture.height}, {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
