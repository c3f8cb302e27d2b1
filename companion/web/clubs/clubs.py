"""The clubs that a browser knows, with their tables and people.

A browser can see and change a club if it has the key, which is part of the address. No page lists
the clubs of others.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from flask import abort, url_for

from companion import clock
from companion.clubs import season
from companion.clubs.club import MAX_GAMES, Club, ClubGame
from companion.clubs.season import ClubEvening, SeasonRow
from companion.engine.game import Game
from companion.nights.night import Night, NightPlace, erased
from companion.questions import fold
from companion.results.summary import day_of
from companion.rules.differences import differences
from companion.store.clubs import Clubs, NoSuchClub
from companion.store.listing import Listed, Scope
from companion.store.nights import Nights
from companion.store.statistics import Statistics
from companion.tables import Snapshot
from companion.web.nights.ranked import ranked
from companion.web.people.history import left, listing
from companion.web.platform import browser, signals
from companion.web.platform.browser import entries, keep_entries

KNOWN = 12
"""Most clubs in a cookie, which has 4 KB."""


@dataclass(frozen=True)
class ClubPage:
    """A club with its evenings."""

    key: str
    club: Club
    left: int
    """Tables of this server whose results are not counted yet."""

    @property
    def url(self) -> str:
        return url_for("clubs.club_pages.club", key=self.key)

    @cached_property
    def codes(self) -> list[str]:
        """The codes of its tables, the earliest begun first."""
        return Statistics(browser.store()).codes(self.key)

    @cached_property
    def evenings(self) -> list[ClubEvening]:
        """The earliest first; without their games."""
        evenings = Statistics(browser.store()).evenings(self.key, self.club.points)
        return season.with_nights(evenings, self.nights_by_day, self.club.points)

    @cached_property
    def nights(self) -> dict[str, Night]:
        """Its nights of tables by key, the latest first."""
        return Nights(browser.store()).of(self.key)

    @property
    def nights_by_day(self) -> dict[str, list[NightPlace]]:
        """The rankings of its nights."""
        days: dict[str, list[NightPlace]] = {}
        for night, lines in ranked(self.nights.values()):
            days.setdefault(night.day, []).extend(lines)
        return days

    @cached_property
    def standings(self) -> list[SeasonRow]:
        return season.standings(self.club, self.evenings)

    @property
    def today(self) -> str:
        return day_of(clock.now())

    @property
    def dealt(self) -> str:
        """The first dealer of the latest table, or "" if there is none."""
        for code in self.codes[-1:]:
            with browser.store().looking(code) as (_, row):
                head: dict[str, str] = row.start["head"]
            return head.get(f"player {head.get('dealer', '1')}", "")
        return ""

    @property
    def next_game(self) -> ClubGame | None:
        """The game that the club played last, or its first one; None if it has none."""
        last = [table.summary.game for table in listing().listed(Scope(club=self.key), 1)
                if table.summary]  # fmt: skip
        played = (each for each in self.club.games if each.key in last)
        return next(played, self.club.games[0] if self.club.games else None)

    @cached_property
    def winners(self) -> list[str]:
        """The winners of the last finished game, in the order of the club."""
        scope = Scope(club=self.key, status="finished")
        for table in listing().listed(scope, 1):
            if table.summary:
                won = {each.key for each in season.finishers(table.summary) if each.won}
                return [name for name in self.club.people if fold(name) in won]
        return []

    @property
    def deals(self) -> str:
        """The first dealer of the next table."""
        club = self.club
        if club.first_deal == "drawn":
            return season.drawn(club.here, f"{self.key} {len(self.codes)}")
        won = [name for name in self.winners if name in club.here]
        if club.first_deal == "winner" and won:
            return won[0]
        return season.next_dealer(club.people, club.here, self.dealt)

    @property
    def why_deals(self) -> str:
        """Why this person deals first, in words; "" at the first table."""
        if self.club.first_deal == "drawn":
            return "Drawn."
        if self.club.first_deal == "winner" and self.deals in self.winners:
            return "Winner of the last game."
        return f"{self.dealt} did last time." if self.dealt else ""

    @cached_property
    def copies(self) -> set[int]:
        """The ids of its tables that are copies and do not count."""
        return listing().copies(Scope(club=self.key))

    def tables(self, day: str) -> list[Listed]:
        """The tables of a day, the earliest begun first."""
        rows = listing().listed(Scope(club=self.key, evening=day))
        return sorted(rows, key=lambda table: table.begun)

    def evening(self, day: str) -> ClubEvening:
        """The evening of a day with its games that count, perhaps without one."""
        tables = self.tables(day)
        entries = [e for each in tables if each.id not in self.copies and (e := each.entry)]
        evening = season.evening(day, entries, self.club.points)
        nights = {day: self.nights_by_day.get(day, [])}
        return season.with_nights([evening], nights, self.club.points)[0]


def known(*, tables: bool = False) -> dict[str, Club]:
    """The clubs this browser opened before by key, the latest first; perhaps with their tables."""
    clubs = {}
    for key in reversed(entries("clubs")):
        with suppress(NoSuchClub):
            clubs[key] = Clubs(browser.store()).get(key, tables=tables)
    return clubs


def remember(key: str) -> None:
    keep_entries("clubs", entries("clubs") | {key: "club"}, KNOWN)


def forget(key: str) -> None:
    """Deletes a club for everybody."""
    Clubs(browser.store()).forget(key)
    left = {each: word for each, word in entries("clubs").items() if each != key}
    keep_entries("clubs", left, KNOWN)


def club_of(key: str) -> Club:
    """The club with this key, without its tables; 404 if there is none, which counts as a guess."""
    club = looked_up(key)
    if club is None:
        abort(404, "There is no such club: its link may be cut off, or the club was deleted.")
    return club


def looked_up(key: str) -> Club | None:
    """The club with this key, without its tables; None if there is none, which counts as a guess
    unless this browser knew the club."""
    with suppress(NoSuchClub):
        return Clubs(browser.store()).get(key[:64], tables=False)
    if key not in entries("clubs"):
        signals.send(signals.WRONG)
    return None


def page_of(key: str) -> ClubPage:
    """The club with its evenings; the browser remembers it."""
    club = club_of(key)
    remember(key)
    return ClubPage(key, club, left())


def names_of(key: str) -> list[str]:
    """The people of a club, those who are here first; nobody without a club."""
    with suppress(NoSuchClub):
        club = Clubs(browser.store()).get(key)
        return [*club.here, *(name for name in club.people if name not in club.here)]
    return []


def seated(key: str, game: Game, title: str = "") -> tuple[list[str], int, dict[str, str]]:
    """Who of a club is here, the seat of the first dealer, and the club's house rules.

    `title` tells apart games that tables name. With more or fewer people here than can play, the
    nearest number of seats.
    """
    page = page_of(key)
    here = list(page.club.here)
    count = min(game.players, key=lambda number: (abs(number - len(here)), number))
    names = [*here, *[""] * count][:count]
    dealer = names.index(page.deals) + 1 if page.deals in names else 1
    return names, dealer, rules_of(key, game, title)


def rules_of(key: str, game: Game, title: str) -> dict[str, str]:
    """The house rules with which a club plays a game; {} for one it does not play. Rules and values
    that the game does not have, or not any more, are left out."""
    rule_sets = (each.rules for each in club_of(key).games
             if each.game == game.key and each.rules.get("title", "") == title)  # fmt: skip
    return {
        each.option.key: each.value.key for each in differences(game.rules, next(rule_sets, {}))
    }


def began(key: str, table: Snapshot) -> None:
    """Adds a table to a club, whose house rules of that game are now those of the table."""
    game = ClubGame(table.record.game, dict(table.record.rules))

    def changed(club: Club) -> Club:
        here = [n for n, each in enumerate(club.games) if each.key == game.key]
        place = here[0] if here else len(club.games)
        games = (*club.games[:place], game, *club.games[place + 1 :])[:MAX_GAMES]
        return replace(club, games=games)

    with suppress(NoSuchClub):
        Clubs(browser.store()).play(key, table.code)
        Clubs(browser.store()).change(key, changed)


def playing(code: str) -> dict[str, Club]:
    """The clubs of this browser whose game a table is, by key."""
    if not entries("clubs"):
        return {}
    played = Clubs(browser.store()).of_table(code)
    return {key: club for key, club in known().items() if key in played}


def goes_on(before: Snapshot, table: Snapshot) -> None:
    """Adds a rematch to the clubs of this browser that played before."""
    for key in playing(before.code):
        began(key, table)


def erase(name: str) -> None:
    """Erases a name from the clubs this browser knows: from people, notes and nights."""
    within = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)

    def without(club: Club) -> Club:
        people, here = (
            tuple(each for each in names if fold(each) != fold(name))
            for names in (club.people, club.here)
        )
        notes = {day: within.sub("somebody", text) for day, text in club.notes.items()}
        return replace(club, people=people, here=here, notes=notes)

    for key in known():
        Clubs(browser.store()).change(key, without)
        nights = Nights(browser.store())
        for own, night in nights.of(key).items():
            if erased(night, name) != night:
                nights.change(own, lambda night: erased(night, name))
