"""The printed sheets of the site, as PDF files on A4 and Letter."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from companion.engine.game import Game
from companion.printing import PAPERS, PrintSettings, build, worker

KINDS = ("rules", "sheet", "cards")
PATIENCE = 300
"""Processor seconds one document may take."""


@dataclass(frozen=True)
class Paper:
    """One PDF: its document, its paper, its file beside the page, its length."""

    title: str
    paper: str
    file: str
    pages: int
    size: int

    @property
    def about(self) -> str:
        """Length and size: "2 pages, 84 KB"."""
        return f"{self.pages} page{'s' * (self.pages > 1)}, {round(self.size / 1000)} KB"


def printed(games: Iterable[Game], folder: Path) -> dict[str, list[Paper]]:
    """Print the sheets of these games into a folder for each; return them by key of the game."""
    papers: dict[str, list[Paper]] = {}
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, get_context("spawn"), worker.begin, (PATIENCE, False)) as pool:
        orders = [
            (game, document, pool.submit(worker.made, document.sheets, worker.work))
            for game in games
            for kind in KINDS
            for paper in PAPERS
            for document in [build(kind, game, settings=PrintSettings(paper=paper))]
        ]
        for game, document, order in orders:
            body = order.result()
            place = folder / game.key / f"{document.name}.pdf"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(body.body)
            paper = PAPERS[document.settings.paper].removeprefix("US ")
            papers.setdefault(game.key, []).append(
                Paper(document.kind.title, paper, place.name, body.pages, len(body.body))
            )
    return papers
