"""A club: its people, games, and how a season and a stake are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.engine.record import MAX_NAME, clean
from companion.nights.night import MAX_NIGHTS, Night, check, check_day
from companion.questions import fold

DEALS = ("turn", "winner", "drawn")
"""Who deals first: the next one in the order of the club, a winner of the last game, or one that is
drawn."""
POINTS = (5, 4, 3, 2, 1)
"""Season points of an evening, the first place's first."""
MAX_CLUB, MAX_NOTE, MAX_PEOPLE, MAX_GAMES, MAX_TABLES = 60, 500, 60, 20, 10_000
MAX_PLACES, MAX_POINTS, MAX_BEST, MAX_DAYS, MAX_STAKE = 15, 999, 99, 400, 100_000
MAX_RULES, MAX_RULE, MAX_LETTERS = 60, 300, 6000
"""Limits: letters of its name and of a note, people, games, tables; places that get points, points
of a place, evenings that count, days with a note or left out, cents of a stake; house rules of a
game in a file, letters of one and of all of them."""


@dataclass(frozen=True)
class ClubGame:
    """A game that a club plays, with its house rules."""

    game: str
    """Its key."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The values that are not standard, by the key of the house rule."""

    @property
    def key(self) -> str:
        """The key that summaries have; with its name for one that the club named: "KEY: Hearts"."""
        title = self.rules.get("title", "")
        return f"{self.game}: {title}" if title else self.game


@dataclass(frozen=True)
class Club:
    """All that is kept of a club; Refused for one that cannot be."""

    name: str
    people: tuple[str, ...] = ()
    games: tuple[ClubGame, ...] = ()
    here: tuple[str, ...] = ()
    """The people here tonight: those of the last evening, until a change."""
    points: tuple[int, ...] = POINTS
    best: int = 0
    """The number of each person's best evenings that count in the season, or 0 for all."""
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
    first_deal: str = "turn"
    """The rule for the first dealer (`DEALS`)."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """The notes on an evening, by day."""
    tables: tuple[str, ...] = ()
    """Codes of the tables at which it played."""
    nights: tuple[Night, ...] = ()
    """Its nights of tables, in an export: the store has them in rows of their own."""

    def __post_init__(self) -> None:
        # Lengths first: the other checks are slow for long input.
        for many, most, what in (
            (self.people, MAX_PEOPLE, "people"), (self.here, MAX_PEOPLE, "people who are here"),
            (self.games, MAX_GAMES, "games"), (self.tables, MAX_TABLES, "tables"),
            (self.notes, MAX_DAYS, "notes"), (self.left_out, MAX_DAYS, "evenings left out"),
            (self.points, MAX_PLACES, "places"), (self.nights, MAX_NIGHTS, "nights"),
        ):  # fmt: skip
            check(len(many) <= most, f"A club has at most {most} {what}, not {len(many)}.")
        _check_name(self.name, MAX_CLUB, "club")
        known = set[str]()
        for name in self.people:
            _check_name(name, MAX_NAME, "person")
            check(not name.isdecimal(), f"“{name}” would be taken for a seat’s number.")
            check(fold(name) not in known, f"{name} is in the club already; somebody of the same "
                   "name needs a letter more.")  # fmt: skip
            known.add(fold(name))
        check({*self.here} <= {*self.people}, "Somebody who is here is not in the club.")
        written = " ".join(map(str, self.points))
        check(bool(self.points) and sorted(self.points, reverse=True) == list(self.points),
               f"“{written}”: write the points of the first place, then of the next, none higher "
               "than the one before: 5 4 3 2 1.")  # fmt: skip
        for number, most in ((self.points[0], MAX_POINTS), (self.points[-1], MAX_POINTS),
                             (self.best, MAX_BEST), (self.stake, MAX_STAKE)):  # fmt: skip
            check(0 <= number <= most, f"“{number}” is no whole number from 0 to {most}.")
        check(self.first_deal in DEALS, f"“{self.first_deal[:20]}” is no way to find a dealer.")
        for day in (*self.left_out, *self.notes, self.since, self.until):
            check_day(day)
        check(not self.until or self.since <= self.until,
               f"The season ends on {self.until}, before it begins on {self.since}.")  # fmt: skip
        for text in self.notes.values():
            check(len(text) <= MAX_NOTE, f"A note has at most {MAX_NOTE} letters; this one has "
                   f"{len(text)}.")  # fmt: skip

    @property
    def size(self) -> int:
        """The bytes of its texts."""
        rules = [text for each in self.games for rule in each.rules.items() for text in rule]
        own = len("".join((*self.people, *self.notes.values(), *rules)).encode())
        return own + sum(each.size for each in self.nights)

    def counts(self, day: str) -> bool:
        """True if an evening of that day is in the season."""
        late = bool(self.until) and day > self.until
        return not (day < self.since or late or day in self.left_out)


def received(club: Club) -> Club:
    """A club as it came from elsewhere, with the texts that nobody typed here cleaned as those of a
    form are; Refused for house rules beyond the limits."""
    for each in club.games:
        letters = sum(map(len, (*each.rules, *each.rules.values())))
        check(letters <= MAX_LETTERS, f"The house rules of a game have {letters} letters; a club "
               f"keeps at most {MAX_LETTERS}.")  # fmt: skip
        check(len(each.rules) <= MAX_RULES, f"A game of a club has at most {MAX_RULES} house "
               f"rules, not {len(each.rules)}.")  # fmt: skip
        for text in (each.game, *each.rules, *each.rules.values()):
            check(len(text) <= MAX_RULE, f"“{text[:20]}…” has {len(text)} letters; a house rule "
                   f"has at most {MAX_RULE}.")  # fmt: skip
    games = tuple(
        ClubGame(clean(each.game), {clean(key): clean(text) for key, text in each.rules.items()})
        for each in club.games
    )
    notes = {day: note for day, text in club.notes.items() if (note := clean(text))}
    return replace(club, games=games, notes=notes)


def same_club(one: Club, other: Club) -> bool:
    """True for two states of one club: the same name, and somebody or nobody in both."""
    some = {*map(fold, one.people)} & {*map(fold, other.people)}
    return fold(one.name) == fold(other.name) and bool(some or not (one.people and other.people))


def club_here(came: Club, known: Mapping[str, Club], sure: bool = False) -> str:
    """The key of the known club that one which arrives is a copy of; "" if it is of none.

    Its tables have their codes here. With `sure`, among clubs of many people, two clubs without a
    table in common are the same only if they have the same people.
    """
    people = {*map(fold, came.people)}
    common = {
        key: len({*club.tables} & {*came.tables})
        for key, club in known.items()
        if same_club(club, came)
    }
    if sure:
        common = {
            key: many
            for key, many in common.items()
            if many or {*map(fold, known[key].people)} == people
        }
    return max(common, key=lambda key: common[key], default="")


def merged(here: Club, came: Club) -> Club:
    """A club as it came from elsewhere, with all that only the one here has."""
    people = {fold(name): name for name in (*here.people, *came.people)}
    new = [name for key, name in people.items() if key not in map(fold, came.people)]
    games = {each.key: each for each in (*here.games, *came.games)}
    return replace(
        came, people=(*came.people, *new), games=tuple(games.values())[:MAX_GAMES],
        notes={**here.notes, **came.notes},
        tables=tuple(dict.fromkeys((*here.tables, *came.tables))),
    )  # fmt: skip


def _check_name(name: str, most: int, what: str) -> None:
    check(len(name) <= most, f"“{name[:20]}…” has {len(name)} letters; the name of a {what} has "
           f"at most {most}.")  # fmt: skip
    check(bool(name) and name == clean(name), f"A {what} needs a name.")
