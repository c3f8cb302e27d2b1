"""The page of a night: its ranking, rounds, people and papers.

A night has a key of its own, which may be on a table sign: it does not open the club. Only a
browser that knows the club may delete the night.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from companion.clubs.club import Club, ClubGame
from companion.engine.record import clean
from companion.nights.night import SIDES, Night, NightPlace, points_of
from companion.nights.rotation import PEOPLE, advice
from companion.questions import Refused
from companion.results.summary import GameSummary
from companion.store.clubs import Clubs
from companion.store.listing import Listed, Scope
from companion.store.nights import Nights, NoSuchNight
from companion.web.clubs import clubs
from companion.web.clubs.club_changes import whole
from companion.web.nights.ranked import phones, ranked
from companion.web.people.history import left, listing, title_of
from companion.web.platform import browser, signals
from companion.web.platform.browser import entries, sent_to, shown
from companion.words import with_minus

pages = Blueprint("nights", __name__)


@dataclass(frozen=True)
class NightPage:
    """A night, as this browser sees it."""

    key: str
    club_key: str
    """Only on pages for browsers that know the club."""
    night: Night

    @property
    def url(self) -> str:
        return url_for("nights.nights.night", key=self.key)

    @cached_property
    def club(self) -> Club:
        return Clubs(browser.store()).get(self.club_key, tables=False)

    @property
    def known(self) -> bool:
        """True if this browser knows the club."""
        return self.club_key in entries("clubs")

    @property
    def title(self) -> str:
        rules = self.night.rules
        return title_of(ClubGame(self.night.game, rules).key)

    @cached_property
    def lines(self) -> list[NightPlace]:
        ((_, lines),) = ranked([self.night])
        return [*lines]

    @cached_property
    def entered(self) -> list[int]:
        """By round, the number of tables with a result."""
        scored = phones([self.night])
        return [sum(self.night.result(key, scored) is not None for key in self.night.places(each))
                for each in range(1, self.night.rounds + 1)]  # fmt: skip

    @property
    def now(self) -> int:
        """The first round in which a table has no result, or the last one."""
        open_ = (each for each in range(1, self.night.rounds + 1)
                 if self.entered[each - 1] < len(self.night.places(each)))  # fmt: skip
        return next(open_, self.night.rounds)

    def scored(self, key: str) -> list[tuple[Listed, GameSummary]]:
        """The finished tables of the game at which these people sat that day, by their club."""
        return [(table, summary) for table in self.played
                if (summary := table.summary) and summary.ended
                and summary.game.partition(":")[0] == self.night.game
                and points_of(summary, self.names(key))]  # fmt: skip

    def names(self, key: str) -> list[list[str]]:
        """The names of each side of a table."""
        return [[name for _, name in side] for side in self.sides(key)]

    def sides(self, key: str) -> list[list[tuple[int, str]]]:
        """The number and name of each person, by side."""
        seats = self.night.seats(key)
        return [[seats[place] for place in side] for side in SIDES[self.night.shape]]

    @cached_property
    def played(self) -> list[Listed]:
        """The tables of the club on that day."""
        left()
        return listing().listed(Scope(club=self.club_key, evening=self.night.day))


def night_of(key: str) -> NightPage:
    """The night with this key; 404 if there is none, which counts as a guess."""
    try:
        club, night = Nights(browser.store()).get(key[:64])
    except NoSuchNight:
        signals.send(signals.WRONG)
        abort(404, "There is no such night: its link may be cut off, or the night was deleted.")
    return NightPage(key[:64], club, night)


def rate(line: NightPlace) -> str:
    """Points a hand, to two places; "–" without a hand."""
    return with_minus(f"{float(line.rate):.2f}") if line.hands else "–"


@pages.get("/night/<key>")
def night(key: str) -> ResponseReturnValue:
    """The ranking, the rounds, the people and the papers."""
    return whole_page(night_of(key))


def whole_page(page: NightPage, problem: str = "", status: int = 200) -> ResponseReturnValue:
    size = len(page.night.people)
    return shown(
        "nights/night.html", status, page=page, night=page.night, club=page.club, rate=rate,
        problem=problem, form=request.form, most=PEOPLE[-1], advice=advice(size, page.night.shape),
        again=page.night.plan.partners_again,
    )  # fmt: skip


def swap(night: Night, form: Mapping[str, str]) -> Night:
    """A person, or a stand-in for "", plays a number from a round on."""
    first = whole(form.get("round", ""), night.rounds, "is no round")
    name, number = clean(form.get("name", "")), form.get("number", "")
    if form.get("do") == "come" and not name:
        raise Refused("Write the name of the person who is late.")
    if number != "new":
        return replace(night, changes={**night.changes, f"{number[:3]}.{first}": name})
    if name in night.people[len(night.people) - len(night.late) :]:
        return night  # a second tap
    free_from(night, first)
    return replace(night, people=(*night.people, name), late=(*night.late, first))


def free_from(night: Night, first: int) -> None:
    """Refused if a round from this one on has points: all of them would get new seats."""
    for key in (*night.scores, *night.tables):
        if int(key.partition(".")[0]) >= first:
            raise Refused(f"Round {key.partition('.')[0]} has points, so its seats stay: choose a "
                          "later round, or the number of a person who left.")  # fmt: skip


def put(night: Night, form: Mapping[str, str]) -> Night:
    """Undoes a change: the number is played as before, or the last number goes."""
    at = form.get("at", "")
    if at == "new" and night.late and night.people[-1] == form.get("name"):
        free_from(night, night.late[-1])
        return replace(night, people=night.people[:-1], late=night.late[:-1])
    left = {key: name for key, name in night.changes.items() if key != at}
    return replace(night, changes=left | ({at: form["before"]} if "before" in form else {}))


CHANGES: dict[str, Callable[[Night, Mapping[str, str]], Night]] = {
    "leave": lambda night, form: swap(night, {**form, "name": ""}), "come": swap, "put": put,
}  # fmt: skip


@pages.post("/night/<key>")
def change(key: str) -> ResponseReturnValue:
    """Changes who plays, and goes back to the night."""
    sent = request.form.to_dict()
    sent |= parse_qsl(sent.get("also", ""), keep_blank_values=True)
    do, page = sent.get("do", ""), night_of(key)
    if do not in CHANGES:
        abort(400, f"“{do[:20]}” is nothing that can be done to a night.")
    try:
        after = changed(key, lambda night: CHANGES[do](night, sent))
    except Refused as refusal:
        return whole_page(page, refusal.message, 422)
    if do != "put" and after != page.night:
        flash(*message(page.night, sent))
    return sent_to(page.url)


def changed(key: str, change: Callable[[Night], Night]) -> Night:
    """Stores a change; its bytes count for this address."""

    def counted(night: Night) -> Night:
        after = change(night)
        signals.send(signals.CREATE, tables=0, size=after.size - night.size)
        return after

    return Nights(browser.store()).change(key, counted)


def message(before: Night, form: Mapping[str, str]) -> tuple[str, str]:
    """The message after a change of people, and the form that undoes it."""
    number, first = form.get("number", ""), int(form["round"])
    name = "A stand-in" if form["do"] == "leave" else clean(form.get("name", ""))
    at = f"{number}.{first}"
    undo = {"do": "put", "at": at}
    if number == "new":
        undo, number = {"do": "put", "at": "new", "name": name}, str(len(before.people) + 1)
    elif at in before.changes:
        undo["before"] = before.changes[at]
    return f"{name} plays number {number} from round {first} on.", urlencode(undo)


@pages.post("/club/<key>/night/forget")
def forget(key: str) -> ResponseReturnValue:
    """Deletes a night of the club for everybody; tables that phones scored stay."""
    clubs.club_of(key)
    own = request.form.get("night", "")
    if own not in Nights(browser.store()).of(key):
        abort(404, "The club has no such night: it was deleted.")
    if request.form.get("sure") != "yes":
        return sent_to(url_for("nights.nights.night", key=own, _anchor="forget"))
    Nights(browser.store()).forget(own)
    return sent_to(url_for("clubs.club_pages.club", key=key))
