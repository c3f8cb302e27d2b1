"""Paper: rule sheets, scoresheets, pocket cards and booklets of any game, as PDF or as HTML.

    make("sheet", game, paper="letter", players=["Nell", "Omar", "Pia", "Quin"])

Everything is drawn from the game's own sheet and rules. PDFs come from one process of their own
(`companion.printing.press`); WeasyPrint is imported there and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.game import Game, Replay
from companion.printing.documents import KINDS, PAPERS, SUITS, Document, Wish, build
from companion.printing.people import Journalled
from companion.printing.press import PRESS, Busy, Failed, Press, can_print, fingerprint
from companion.printing.worker import NoPango, Printed
from companion.record import Record

__all__ = [
    "KINDS",
    "PAPERS",
    "PRESS",
    "SUITS",
    "Busy",
    "Document",
    "Failed",
    "Journalled",
    "NoPango",
    "Press",
    "Printed",
    "Wish",
    "build",
    "can_print",
    "fingerprint",
    "html",
    "make",
]


def make(
    kind: str,
    game: Game,
    *,
    paper: str = "a4",
    replay: Replay | None = None,
    rules: Mapping[str, str] | None = None,
    players: Sequence[str] = (),
    dealer: int = 1,
    suits: str = "two",
    large: bool = False,
    copies: int = 1,
    rows: int = 0,
    seats: int = 0,
    url: str = "",
    code: str = "",
    date: str = "",
    set_name: str = "",
    journal: Sequence[Journalled] = (),
    start: Record | None = None,
) -> bytes:
    """A document as PDF.

    `kind` is one of KINDS. With a `replay` the scoresheet is filled; its house rules and people
    are then the replay's. `journal` and `start` (the acts and the record they began from) show
    what was corrected. `url` becomes a QR code; `set_name` is
    what the house rules are called.

    KeyError: no such kind. ValueError: no such paper or suits. Refused: players or house rules
    that cannot stand. Busy, Failed, NoPango: the press.
    """
    wish = Wish(paper, suits, large, copies, rows, seats, url, code, date, set_name)
    built = build(
        kind,
        game,
        wish=wish,
        replay=replay,
        rules=rules,
        players=players,
        dealer=dealer,
        journal=journal,
        start=start,
    )
    return PRESS.print(built.sheets).pdf


def html(
    kind: str,
    game: Game,
    *,
    paper: str = "a4",
    replay: Replay | None = None,
    rules: Mapping[str, str] | None = None,
    players: Sequence[str] = (),
    dealer: int = 1,
    suits: str = "two",
    large: bool = False,
    copies: int = 1,
    rows: int = 0,
    seats: int = 0,
    url: str = "",
    code: str = "",
    date: str = "",
    set_name: str = "",
    journal: Sequence[Journalled] = (),
    start: Record | None = None,
    base: str = "",
) -> str:
    """The same document as a page for a browser, to look at or to print from.

    Its stylesheets are linked below the address `base`; without one they are in the page itself.
    """
    wish = Wish(paper, suits, large, copies, rows, seats, url, code, date, set_name)
    built = build(
        kind,
        game,
        wish=wish,
        replay=replay,
        rules=rules,
        players=players,
        dealer=dealer,
        journal=journal,
        start=start,
    )
    return built.linked(base) if base else built.embedded()
