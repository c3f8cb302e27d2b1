"""A site of two games, built once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import games
from companion.site import build, papers

URL = "https://cards.example.org/club/"
FEW = ("kaiser", "tres")


@dataclass
class BuiltSite:
    """The folder of a site, and the addresses of its pages."""

    folder: Path
    pages: list[str]

    def text(self, place: str) -> str:
        return (self.folder / place / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """Pages and PDFs of two games, with an empty page in place of the offline version."""
    folder = tmp_path_factory.mktemp("site")
    few = [games.find(key) for key in FEW]
    pages = build.write(folder, URL, few, papers.printed(few, folder), "mailto:a@example.org")
    (folder / build.PLAY).mkdir()
    (folder / build.PLAY / "index.html").write_text("<html></html>")
    (folder / build.PLAY / "licences.txt").touch()
    return BuiltSite(folder, pages)
