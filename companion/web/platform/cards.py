"""The parts of the home page: cards of tables and clubs, tiles of games, the last people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from markupsafe import Markup

from companion import games
from companion.clubs import season
from companion.clubs.club import Club
from companion.questions import fold
from companion.results.summary import day_of, somebody
from companion.store.listing import Listed, Scope
from companion.web.clubs.clubs import ClubPage
from companion.web.people.history import listing, title_of
from companion.web.platform import browser
from companion.web.rules.words import in_month, short_day
from companion.words import counted, how_many, with_minus

SHOWN = 12
"""Most tables of each status on the home page."""
MANY = 6
"""Numbers of players from this one on are one choice of the filter: "6+"."""
AGAIN, OWN = 4, 6
"""Most games to play again with the last people; most games of one's own with a tile."""
IDLE = timedelta(days=14)
"""Age after which an idle game is folded away."""


@dataclass(frozen=True)
class SideCard:
    """A side on a card."""

    name: str
    total: str
    mark: str
    """Letter of its mark; "" if there are more sides than marks."""


@dataclass(frozen=True)
class TableCard:
    """A table on the first page."""

    code: str
    title: str
    sides: Sequence[SideCard]
    first: SideCard
    """A side that leads."""
    turn: str
    """The player in turn, or the winner."""
    hand: str
    when: str
    mine: bool
    idle: bool
    playing: bool

    @property
    def two(self) -> bool:
        return len(self.sides) == 2

    @property
    def leads(self) -> str:
        """The leader, or the result of the game."""
        level = [side.total for side in self.sides].count(self.first.total) > 1
        if self.turn.endswith(" won") and not self.playing:
            return "won" if self.turn in [f"{side.name} won" for side in self.sides] else "shared"
        return "level" if level else f"{self.first.name} {'leads' if self.playing else 'led'}"

    @property
    def words(self) -> Markup:
        """Hand, players and when it was played last."""
        names = [side.name for side in self.sides]
        players = ", ".join(names) if len(names) < 4 else f"{names[0]} and {len(names) - 1} others"
        about = "" if self.two else self.hand
        return Markup(" · ").join(filter(None, (about, players, self.when)))


@dataclass(frozen=True)
class Tile:
    """A game to choose."""

    key: str
    title: str
    corner: str
    short: str
    players: Sequence[int]
    own: bool = False
    """One that players named."""

    @property
    def seats(self) -> list[int]:
        """The numbers of players as the filter has them, all from `MANY` on as one."""
        return sorted({min(number, MANY) for number in self.players})

    @property
    def span(self) -> str:
        """The numbers of players in short: "2–7"."""
        few, many = min(self.players), max(self.players)
        return str(few) if few == many else f"{few}–{many}"


@dataclass(frozen=True)
class Again:
    """The people of last time, and the games they played: (title, key, table)."""

    names: Sequence[str]
    games: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class ClubTonight:
    """A club with its tables of tonight."""

    page: ClubPage
    tables: Sequence[TableCard]

    @property
    def people(self) -> int:
        """The number of people here."""
        return len(self.page.club.here)

    @property
    def going(self) -> TableCard | None:
        """The table that goes on: this browser's own before others."""
        open_ = [each for each in self.tables if each.playing]
        return next((each for each in open_ if each.mine), open_[0] if open_ else None)

    @property
    def leaders(self) -> str:
        """The leader of the season, or "" before its first evening."""
        return season.leaders(self.page.club, self.page.standings)


def card(table: Listed, mine: bool, now: datetime) -> TableCard | None:
    """The card of a table; None if its game or house rules are not installed any more."""
    if not (kept := table.card):
        return None
    few = len(kept.sides) < 6
    sides = [SideCard(name, with_minus(total), "abcef"[place] if few else "")
             for place, (name, total) in enumerate(kept.sides)]  # fmt: skip
    return TableCard(
        table.code, kept.title, sides, sides[kept.first], kept.turn, kept.hand,
        ago(table.touched, now), mine, now - table.touched > IDLE, table.status == "playing",
    )  # fmt: skip


def ago(time: datetime, now: datetime) -> str:
    """The time since then: after a week the day, after most of a year the month."""
    passed = now - time
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{counted(minutes // 60, 'hour')} ago"
    if passed.days < 7:
        return f"{counted(passed.days, 'day')} ago"
    return short_day(time) if passed.days < 300 else in_month(time)


def tiles(own: Sequence[Listed]) -> list[Tile]:
    """All games, those that this browser played last first. Games that are always last in the list
    stay there. A game that players named has a tile of its own."""
    every, tiles = games.covers(), dict[str, Tile]()
    for name in [*dict.fromkeys(map(name_of, own)), *every]:
        key, _, title = name.partition(": ")
        if cover := every.get(key):
            tiles[name] = Tile(cover.key, title or cover.title, cover.corner, cover.short,
                               cover.players, bool(title))  # fmt: skip
    named = [name for name, tile in tiles.items() if tile.own]
    for name in named[OWN:]:
        del tiles[name]
    return sorted(tiles.values(), key=lambda tile: every[tile.key].last and not tile.own)


def players_of(own: Sequence[Listed], club: ClubTonight | None) -> int:
    """The number of players that the filter shows first: those of the club who are here, or those
    of the latest table; 0 for any."""
    last = next((len(table.summary.finishers) for table in own if table.summary), 0)
    number = min(club.people if club else last, MANY)
    return number if number > 1 else 0


def name_of(table: Listed) -> str:
    """The key of a table's game, with the name that players gave it: "KEY: Hearts"."""
    return table.summary.game if table.summary else table.game


def again(own: Sequence[Listed], codes: Sequence[str]) -> Again | None:
    """The people of the latest table that can be played again, and the games they played; None
    without one. Tables that are `shown` in play are no offer."""
    every = games.covers()
    left = [table for table in own
            if table.code not in codes and table.game in every and table.card
            and people_of(table)]  # fmt: skip
    if not left:
        return None
    people = people_of(left[0])
    theirs = {name_of(table): table.code for table in reversed(left)
              if people_of(table).keys() == people.keys()}  # fmt: skip
    latest = [table.code for table in left]
    ordered = sorted(theirs.items(), key=lambda each: latest.index(each[1]))[:AGAIN]
    offers = [(title_of(name), name.partition(": ")[0], code) for name, code in ordered]
    return Again(list(people.values()), offers)


def people_of(table: Listed) -> dict[str, str]:
    """The folded and the written name of everybody at a table; {} if one has none."""
    names = [each.name for each in table.summary.finishers] if table.summary else []
    return {fold(name): name for name in names} if all(map(somebody, names)) else {}


def tonight(known: dict[str, Club], now: datetime) -> Iterator[ClubTonight]:
    """The clubs with a table that began this evening, whose card comes first."""
    mine = browser.known()
    for key, club in known.items():
        rows = listing().listed(Scope(club=key, evening=day_of(now), unplayed=True), SHOWN)
        cards = [card(table, bool(mine.get(table.code)), now) for table in reversed(rows)]
        if tables := [each for each in cards if each]:
            yield ClubTonight(ClubPage(key, club, 0), tables)


def seats(game: Tile) -> str:
    """ "2 to 7 players"."""
    return how_many(game.players)
