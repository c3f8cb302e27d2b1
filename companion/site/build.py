"""Writes the site: a front page, a page for each game, a page about data and licences."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion import __version__, games
from companion.engine.game import Game
from companion.paths import ROOT, STATIC, TEMPLATES
from companion.printing import Drawing
from companion.printing.picture import fitted
from companion.printing.worker import paint
from companion.rules import markdown
from companion.rules.templates import rendered_drawing
from companion.rules.wording import under
from companion.site.papers import Paper
from companion.web.platform.making import uncommented
from companion.web.rules.prose import RULE
from companion.web.rules.words import coloured, suits
from companion.words import capital, how_many

HERE = Path(__file__).parent
STYLES = ("faces", "tokens", "page", "tables/chart")
"""The stylesheets of the app that come before site.css."""
PLAY = "play/"
"""The folder of the offline version."""
LEFT_OUT = ("house-rules", "credits")
"""Sections of a rule sheet that its page shows as a table, or not at all."""
PICTURES = {
    "auction.png": "A question on the phone: impossible bids are crossed out",
    "scored.png": "A scored hand: tap a line to see its rule",
    "sheet.png": "A completed score sheet",
}
"""The pictures of the front page, which a checkout has in docs/."""
LICENCES = {"htmx": f"{PLAY}licences.txt", "faces": f"{PLAY}licences.txt"}


@dataclass
class Pages:
    """The pages of a site, written into a folder one by one."""

    folder: Path
    url: str
    """The public address, with a slash at its end."""
    written: list[str] = field(default_factory=list)
    """The addresses of the pages within the site."""
    environment: Environment = field(init=False)

    def __post_init__(self) -> None:
        loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), FileSystemLoader(TEMPLATES)])
        self.environment = Environment(
            loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True,
            undefined=StrictUndefined,
        )  # fmt: skip
        self.environment.filters |= {"suits": suits, "capital": capital, "md": rule_text,
                                     "line": rule_line}  # fmt: skip
        self.environment.globals |= {"url": self.url, "play": PLAY, "how_many": how_many}

    def add(self, place: str, template: str, /, **content: object) -> None:
        """Write a page; `place` is its folder, such as "about/"."""
        known = {"here": self.url + place, "top": "../" * place.count("/") or "./"}
        text = self.environment.get_template(template).render(known | content)
        self.file(f"{place}index.html", text)
        self.written.append(place)

    def file(self, name: str, body: str | bytes) -> None:
        """Write a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body.encode() if isinstance(body, str) else body)

    def picture(self, name: str, title: str, words: str) -> None:
        """Write the picture of a link preview, 1200 by 630."""
        svg = self.environment.get_template("preview.svg").render(
            title=title, fit=fitted(title, "title", 150, 1040), words=words
        )
        self.file(name, paint(Drawing(svg)).body)


def rule_text(text: str, rules: Mapping[str, object]) -> Markup:
    """Return a rule's Markdown as HTML; ids of rules are links within the page."""
    return _linked(markdown.html(text), rules)


def rule_line(text: str, rules: Mapping[str, object]) -> Markup:
    """Return one line of a rule in the same way, without a paragraph."""
    return _linked(markdown.inline(text), rules)


def _linked(html: str, rules: Mapping[str, object]) -> Markup:
    link = r'<a href="#\1">\1</a>'
    html = RULE.sub(lambda id: id.expand(link) if id[1] in rules else id[1], coloured(html))
    return Markup(html)


def write(
    folder: Path, url: str, list_of: Sequence[Game], papers: Mapping[str, Sequence[Paper]],
    contact: str = "",
) -> list[str]:  # fmt: skip
    """Write the site of these games, without their PDFs and the offline version. Return the
    addresses of its pages."""
    pages = Pages(folder, url)
    covers = [games.covers()[game.key] for game in list_of]
    assets(pages)
    count = sum(not cover.last for cover in covers)
    present = {name: words for name, words in PICTURES.items() if (ROOT / "docs" / name).is_file()}
    for name in present:
        pages.file(f"pictures/{name}", (ROOT / "docs" / name).read_bytes())
    pages.picture("preview.png", "The Companion", "Scores, rules and paper for real cards")
    pages.add("", "front.html", covers=covers, count=count, pictures=present)
    for game, cover in zip(list_of, covers, strict=True):
        text = under(game.rules)
        pages.picture(f"{game.key}/preview.png", game.title, "Rules, scoring and score sheets")
        pages.add(
            f"{game.key}/", "game.html", game=game, cover=cover, text=text,
            papers=paired(papers.get(game.key, ())), others=covers,
            sections=[each for each in text.running if each.id not in LEFT_OUT],
            drawing=Markup(rendered_drawing(game.drawing, game.rules, text.house)),
        )  # fmt: skip
    licences = {name: f"../{file}" for name, file in LICENCES.items()}
    pages.add("about/", "about.html", at="site", contact=contact, version=__version__,
              licences=licences)  # fmt: skip
    listed = [*pages.written, PLAY]
    pages.file("sitemap.xml", pages.environment.get_template("sitemap.xml").render(pages=listed))
    pages.file("robots.txt", f"User-agent: *\nAllow: /\nSitemap: {url}sitemap.xml\n")
    return pages.written


def paired(papers: Sequence[Paper]) -> dict[str, list[Paper]]:
    """Return the PDFs of each document, by its title."""
    titles = dict.fromkeys(paper.title for paper in papers)
    return {title: [each for each in papers if each.title == title] for title in titles}


def assets(pages: Pages) -> None:
    """Write the stylesheet, the typefaces and the icons, all from the app."""
    parts = [STATIC / "styles" / f"{name}.css" for name in STYLES]
    css = "\n".join(path.read_text(encoding="utf-8") for path in [*parts, HERE / "site.css"])
    pages.file("site.css", uncommented(css))
    for name in re.findall(r"url\(([\w./-]+)\)", css):
        shutil.copyfile(STATIC / name, _ready(pages.folder / name))
    for name in ("icon.svg", "icon-192.png"):
        shutil.copyfile(STATIC / name, pages.folder / name)


def _ready(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
