"""A club: its people, games, and how a season and a stake are counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from companion.engine.record import MAX_NAME, clean
from companion.questions import Refused, fold

POINTS = (5, 4, 3, 2, 1)
"""Season points of an evening, the first place's first."""
MAX_CLUB, MAX_NOTE, MAX_PEOPLE, MAX_GAMES, MAX_STAKE = 60, 500, 60, 20, 100_000
"""Limits: letters of a name and of a note, people, games, and cents of a stake."""
MAX_PLACES, MAX_POINTS, MAX_BEST, MAX_DAYS = 15, 999, 99, 400
"""Limits: places that get points, points of a place, evenings that count, days with a note or left
out."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class ClubGame:
    """A game that a club plays, with its house rules."""

    game: str
    """Its key."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The values that are not standard, by the key of the house rule."""

    @property
    def key(self) -> str:
        """The key that summaries have: "kaiser"; "another: Hearts" for one that the club named."""
        title = self.rules.get("title", "")
        return f"{self.game}: {title}" if title else self.game


@dataclass(frozen=True)
class Club:
    """All that is kept of a club; Refused for one that cannot be. Which tables are its own is kept
    apart from it."""

    name: str
    people: tuple[str, ...] = ()
    games: tuple[ClubGame, ...] = ()
    here: tuple[str, ...] = ()
    """Who is here tonight: as on the last evening, until that is changed."""
    points: tuple[int, ...] = POINTS
    best: int = 0
    """How many evenings of each count in the season, the best ones; 0 for all."""
    average: bool = False
    """True if the season is decided by points an evening."""
    since: str = ""
    """First and last day of the season as 2026-09-03; "" for no limit."""
    until: str = ""
    left_out: tuple[str, ...] = ()
    """Days whose evening does not count in the season."""
    stake: int = 0
    """Cents a point, or a game; 0 for none."""
    a_game: bool = False
    """True if the stake is for a game won instead of for each point."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What was written about an evening, by day."""

    def __post_init__(self) -> None:
        _named(self.name, MAX_CLUB, "club")
        met: set[str] = set()
        for name in self.people:
            _named(name, MAX_NAME, "person")
            if name.isdecimal():
                raise Refused(f"“{name}” would be taken for a seat’s number.")
            if fold(name) in met:
                raise Refused(f"{name} is in the club already; somebody of the same name needs a "
                              "letter more.")  # fmt: skip
            met.add(fold(name))
        if len(self.people) > MAX_PEOPLE:
            raise Refused(f"A club has at most {MAX_PEOPLE} people; these would be "
                          f"{len(self.people)}.")  # fmt: skip
        if not {*self.here} <= {*self.people}:
            raise Refused("Somebody who is here is not in the club.")
        if len(self.games) > MAX_GAMES:
            raise Refused(f"A club has at most {MAX_GAMES} games.")
        self._check_counting()
        self._check_days()

    def _check_counting(self) -> None:
        falling = sorted(self.points, reverse=True) == list(self.points)
        if not (1 <= len(self.points) <= MAX_PLACES and falling):
            written = " ".join(map(str, self.points))[:40]
            raise Refused(f"“{written}”: write the points of the first place, then of the next, "
                          "none higher than the one before: 5 4 3 2 1.")  # fmt: skip
        for what, number, most in (
            ("points of a place", self.points[0], MAX_POINTS),
            ("points of a place", self.points[-1], MAX_POINTS),
            ("evenings count", self.best, MAX_BEST),
            ("cents", self.stake, MAX_STAKE),
        ):
            if not 0 <= number <= most:
                raise Refused(f"“{number}” {what}: write a whole number from 0 to {most}.")

    def _check_days(self) -> None:
        for day in (*self.left_out, *self.notes, self.since, self.until):
            check_day(day)
        if self.since and self.until and self.until < self.since:
            raise Refused(f"The season ends on {self.until}, before it begins on {self.since}.")
        if len(self.left_out) > MAX_DAYS or len(self.notes) > MAX_DAYS:
            raise Refused(f"A club has at most {MAX_DAYS} evenings with a note, or left out.")
        for text in self.notes.values():
            if len(text) > MAX_NOTE:
                raise Refused(f"A note has at most {MAX_NOTE} letters; this one has {len(text)}.")

    def counts(self, day: str) -> bool:
        """True if an evening of that day is in the season."""
        early = bool(self.since) and day < self.since
        late = bool(self.until) and day > self.until
        return not (early or late or day in self.left_out)


def check_day(text: str) -> None:
    """Refused for what is neither a day, as 2026-11-20, nor empty."""
    try:
        if text and not _DAY.fullmatch(text):
            raise ValueError
        date.fromisoformat(text or "2026-11-20")
    except ValueError:
        raise Refused(f"“{text[:20]}” is not a day: write it as 2026-11-20.") from None


def _named(name: str, most: int, what: str) -> None:
    if not name or name != clean(name):
        raise Refused(f"A {what} needs a name.")
    if len(name) > most:
        raise Refused(f"“{name[:20]}…” has {len(name)} letters; the name of a {what} has at most "
                      f"{most}.")  # fmt: skip
