"""Reads the pages of a site: their links, loaded files and text."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

HERE = "https://site.invalid/"


class PageReader(HTMLParser):
    """The ids, links and loaded files of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.ids += [known["id"]] if "id" in known else []
        if tag in ("a", "link"):
            self.links.append(known["href"])
        if tag == "img":
            self.links.append(known["src"])
        if tag == "img" or known.get("rel") in ("stylesheet", "icon"):
            self.loads.append(known.get("src") or known["href"])
        if known.get("property") in ("og:image", "og:url"):
            self.links.append(known["content"])

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def plain(text: str) -> str:
    """The words of a page, with single spaces and without the marks of suit signs."""
    text = "".join(PageReader(text).words).replace("\ufe0e", "").replace("\u00a0", " ")
    return " ".join(text.split())


def file_of(folder: Path, address: str) -> Path:
    """The file that a host sends for an address below HERE."""
    path = folder / unquote(address.removeprefix(HERE))
    return path / "index.html" if address.endswith("/") else path


def broken(folder: Path, url: str, pages: list[str], without: str) -> list[tuple[str, str]]:
    """The broken links of these pages. Fragments below `without` are not checked."""
    wrong = []
    for place in pages:
        for link in PageReader((folder / place / "index.html").read_text("utf-8")).links:
            if link.startswith("mailto:"):
                continue
            inside = link.replace(url, HERE) if link.startswith(url) else link
            address, fragment = urldefrag(urljoin(HERE + place, inside))
            file = file_of(folder, address)
            ids = [fragment]
            if fragment and file.is_file() and not address.startswith(HERE + without):
                ids = PageReader(file.read_text("utf-8")).ids
            if not address.startswith(HERE) or not file.is_file() or fragment not in ids:
                wrong.append((place, link))
    return wrong
