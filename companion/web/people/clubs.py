"""Clubs that a browser knows, and what tables and people have to do with them.

A club is seen and changed by whoever has its key, which is part of its address; no page lists the
clubs of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from flask import abort

from companion import games
from companion.engine.game import Game
from companion.engine.record import Record
from companion.questions import fold
from companion.results import season
from companion.results.club import MAX_GAMES, Club, ClubGame
from companion.results.season import ClubEvening, SeasonRow
from companion.store import NoSuchClub
from companion.store.exchange import SavedClub
from companion.store.keeping import TableHead, aware, heads
from companion.tables.statistics import SECONDS
from companion.web.people.visible import gather
from companion.web.platform import browser, limits, remembered

KNOWN = 12
"""Most clubs in a cookie, which has 4 KB."""


@dataclass(frozen=True)
class ClubPage:
    """A club with its evenings, as far as their tables could be replayed in time."""

    key: str
    club: Club
    heads: Sequence[TableHead]
    """Its tables, the latest begun first."""
    evenings: Sequence[ClubEvening]
    """The earliest first."""
    left: int
    """Tables not counted yet."""
    counted: int

    @property
    def url(self) -> str:
        return f"/club/{self.key}"

    @cached_property
    def standings(self) -> list[SeasonRow]:
        return season.standings(self.club, self.evenings)

    @property
    def today(self) -> str:
        return season.day_of(datetime.now(UTC))

    @property
    def dealt(self) -> str:
        """Who dealt first at the latest table; "" if there is none."""
        for head in self.heads:
            start: Mapping[str, str] = head.row.start["head"]
            return start.get(f"player {start.get('dealer', '1')}", "")
        return ""

    @property
    def deals(self) -> str:
        """Who deals first at the next table."""
        return season.next_dealer(self.club.people, self.club.here, self.dealt)

    def evening(self, day: str) -> ClubEvening:
        """The evening of a day, perhaps without a game."""
        found = (each for each in self.evenings if each.day == day)
        return next(found, ClubEvening(day, [], self.club.points))

    def game_of(self, game: ClubGame) -> Game | None:
        """The game on the shelf; None if it is not installed any more."""
        return games.shelf().get(game.game)


def known() -> dict[str, Club]:
    """The clubs this browser opened before by key, the latest first."""
    found = {}
    for key in reversed(remembered.entries("clubs")):
        try:
            found[key] = browser.store().clubs.get(key)
        except NoSuchClub:
            continue
    return found


def remember(key: str) -> None:
    before = remembered.entries("clubs")
    if key not in before:
        remembered.keep("clubs", {**before, key: "club"}, KNOWN)


def forget(key: str) -> None:
    """Deletes a club for everybody."""
    browser.store().clubs.forget(key)
    left = {each: word for each, word in remembered.entries("clubs").items() if each != key}
    remembered.keep("clubs", left, KNOWN)


def club_of(key: str) -> Club:
    """The club with this key; 404 if there is none, which counts as a guess."""
    try:
        return browser.store().clubs.get(key[:64])
    except NoSuchClub:
        limits.missed()
        abort(404, "There is no such club: its link may be cut off, or the club was deleted.")


def page_of(key: str, seconds: float = SECONDS) -> ClubPage:
    """The club with its evenings; the browser remembers it."""
    club = club_of(key)
    remember(key)
    codes = browser.store().clubs.tables(key)
    found = sorted(heads(browser.store(), codes), key=lambda head: aware(head.begun), reverse=True)
    counted = gather(found, seconds)
    begun = {head.code: aware(head.begun) for head in found}
    every = season.evenings(((begun[e.code], e) for e in counted.entries), club.points)
    return ClubPage(key, club, found, every, counted.left, len(counted.entries))


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
    mine = (g for g in page.club.games if g.game == game.key)
    rules = next((g.rules for g in mine if g.rules.get("title", "") == title), {})
    return names, dealer, dict(rules)


def began(key: str, code: str, record: Record) -> None:
    """Adds a table to a club, whose house rules of that game are now those of the table."""
    clubs = browser.store().clubs
    game = ClubGame(record.game, dict(record.rules))

    def changed(club: Club) -> Club:
        rest = [each for each in club.games if each.key != game.key]
        place = next((n for n, each in enumerate(club.games) if each.key == game.key), len(rest))
        return replace(club, games=(*rest[:place], game, *rest[place:])[:MAX_GAMES])

    try:
        clubs.change(key, changed)
        clubs.add(key, [code])
    except NoSuchClub:
        return


def take_in(clubs: Iterable[SavedClub], codes: Mapping[str, str]) -> list[str]:
    """Stores clubs that came in a file; their keys. `codes` has the new code of each table."""
    found = browser.store().clubs.take_in(clubs, codes)
    for key in found:
        remember(key)
    return found


def erase(name: str) -> None:
    """Erases a name from the clubs this browser knows: from their people, and from notes."""
    within = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)

    def erased(club: Club) -> Club:
        people, here = (
            tuple(each for each in names if fold(each) != fold(name))
            for names in (club.people, club.here)
        )
        notes = {day: within.sub("somebody", text) for day, text in club.notes.items()}
        return replace(club, people=people, here=here, notes=notes)

    for key in known():
        browser.store().clubs.change(key, erased)
