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
from companion.nights.night import Night, NightPlace, points_of, ranking
from companion.nights.rotation import PEOPLE, advice
from companion.questions import Refused
from companion.results.summary import GameSummary
from companion.store.clubs import Clubs
from companion.store.listing import Listed, Scope
from companion.store.nights import Nights, NoSuchNight
from companion.web.clubs import clubs
from companion.web.clubs.club_changes import whole
from companion.web.nights.ranked import phones
from companion.web.people.history import left, listing, title_of
from companion.web.platform import browser, signals
from companion.web.platform.browser import entries, sent_to, shown

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
    def phones(self) -> dict[str, GameSummary]:
        return phones([self.night])

    @cached_property
    def lines(self) -> list[NightPlace]:
        return ranking(self.night, self.phones)

    @cached_property
    def entered(self) -> list[int]:
        """By round, the number of tables with a result."""
        night, phones = self.night, self.phones
        return [sum(night.result(at, phones) is not None for at in night.places(each))
                for each in range(1, night.rounds + 1)]  # fmt: skip

    @property
    def now(self) -> int:
        """The first round in which a table has no result, or the last one."""
        open_ = (each for each, many in enumerate(self.entered, 1)
                 if many < len(self.night.places(each)))  # fmt: skip
        return next(open_, self.night.rounds)

    def scored(self, key: str) -> list[tuple[Listed, GameSummary]]:
        """The finished tables of the game at which these people sat that day, by their club."""
        return [(table, summary) for table in self.played
                if (summary := table.summary)
                and summary.game.partition(":")[0] == self.night.game
                and points_of(summary, self.night.sides(key))]  # fmt: skip

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


@pages.get("/night/<key>")
def night(key: str) -> ResponseReturnValue:
    """The ranking, the rounds, the people and the papers."""
    return whole_page(night_of(key))


def whole_page(page: NightPage, problem: str = "", status: int = 200) -> ResponseReturnValue:
    size = len(page.night.people)
    return shown(
        "nights/night.html", status, page=page, night=page.night, club=page.club,
        problem=problem, form=request.form, most=PEOPLE[-1], advice=advice(size, page.night.shape),
        again=page.night.plan.partners_again,
    )  # fmt: skip


def swapped(night: Night, form: Mapping[str, str]) -> tuple[Night, str, dict[str, str]]:
    """The night in which a person, or a stand-in, plays a number from a round on; the message, and
    the form that undoes the change."""
    first = whole(form.get("round", ""), night.rounds, "is no round")
    number = form.get("number", "")
    name = clean(form.get("name", "")) if form["do"] == "come" else ""
    if form["do"] == "come" and not name:
        raise Refused("Write the name of the person who is late.")
    if number == "new":
        undo, after = {"at": "new", "name": name}, night
        if name not in night.people[len(night.people) - len(night.late) :]:  # or a second tap
            free_from(night, first)
            after = replace(night, people=(*night.people, name), late=(*night.late, first))
        number = str(len(after.people))
    else:
        at = f"{number[:3]}.{first}"
        undo = {"at": at} | ({"before": night.changes[at]} if at in night.changes else {})
        after = replace(night, changes={**night.changes, at: name})
    words = f"{name or 'A stand-in'} plays number {number} from round {first} on."
    return after, words, {"do": "put", **undo}


def free_from(night: Night, first: int) -> None:
    """Refused if a round from this one on has points: all of them would get new seats."""
    if over := [each for each in night.results if int(each.partition(".")[0]) >= first]:
        raise Refused(f"Round {over[0].partition('.')[0]} has points, so its seats stay: choose a "
                      "later round, or the number of a person who left.")  # fmt: skip


def put(night: Night, form: Mapping[str, str]) -> Night:
    """Undoes a change: the number is played as before, or the last number goes."""
    at = form.get("at", "")
    if at == "new" and night.late and night.people[-1] == form.get("name"):
        free_from(night, night.late[-1])
        return replace(night, people=night.people[:-1], late=night.late[:-1])
    left = {key: name for key, name in night.changes.items() if key != at}
    return replace(night, changes=left | ({at: form["before"]} if "before" in form else {}))


@pages.post("/night/<key>")
def change(key: str) -> ResponseReturnValue:
    """Changes who plays, and goes back to the night."""
    form = request.form.to_dict()
    form |= parse_qsl(form.get("also", ""), keep_blank_values=True)
    do, page = form.get("do", ""), night_of(key)
    if do not in ("come", "leave", "put"):
        abort(400, f"“{do[:20]}” is nothing that can be done to a night.")
    try:
        if do == "put":
            changed(key, lambda night: put(night, form))
        else:
            _, words, undo = swapped(page.night, form)
            if changed(key, lambda night: swapped(night, form)[0]) != page.night:
                flash(words, urlencode(undo))
    except Refused as refusal:
        return whole_page(page, refusal.message, 422)
    return sent_to(page.url)


def changed(key: str, change: Callable[[Night], Night]) -> Night:
    """Stores a change; its bytes count for this address."""

    def counted(night: Night) -> Night:
        after = change(night)
        signals.send(signals.CREATE, tables=0, size=after.size - night.size)
        return after

    return Nights(browser.store()).change(key, counted)


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
