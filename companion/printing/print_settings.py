"""The print settings of a document."""

from __future__ import annotations

from dataclasses import dataclass

PAPERS = {"a4": "A4", "letter": "US Letter"}
SUITS = {"two": "two colours", "four": "four colours", "black": "black"}
MAX_SET, MAX_CLUB = 160, 60


@dataclass(frozen=True)
class PrintSettings:
    """The print settings of a document. `rows` 0 leaves their number to the game."""

    paper: str = "a4"
    suits: str = "two"
    large: bool = False
    copies: int = 1
    rows: int = 0
    seats: int = 0
    """The number of players if there are no names. 0 leaves it to the game."""
    url: str = ""
    """The address of the table on the phone, for the QR code."""
    code: str = ""
    date: str = ""
    club: str = ""
    """The club of the house card."""
    set: str = ""
    """The name of the house rules, if they have one."""
    scorer: str = ""
    """The link to keep the score if the scorer’s phone is lost."""

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise ValueError(f"“{self.paper}” is no paper: say {' or '.join(PAPERS)}")
        if self.suits not in SUITS:
            raise ValueError(f"“{self.suits}” are no suits: say {', '.join(SUITS)}")
        if not 1 <= self.copies <= 50:
            raise ValueError(f"{self.copies} copies: choose 1 to 50")
        if len(self.set) > MAX_SET:
            raise ValueError(f"the name of a set has at most {MAX_SET} letters")
        if len(self.club) > MAX_CLUB:
            raise ValueError(f"the name of a club has at most {MAX_CLUB} letters")
        if not 0 <= self.rows <= 60:
            raise ValueError(f"{self.rows} rows: choose 1 to 60")
