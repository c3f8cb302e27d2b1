"""What can be changed of a club, and founding and deleting one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion.engine.record import clean
from companion.questions import Refused
from companion.results.club import MAX_BEST, MAX_STAKE, Club
from companion.web.people import clubs
from companion.web.people.club_pages import settings
from companion.web.platform import browser, limits
from companion.web.platform.pages import sent_to, shown

pages = Blueprint("club_changes", __name__)
WAYS_BACK = re.compile(r"(season|agreed|evening/\d{4}-\d\d-\d\d|settle/\d{4}-\d\d-\d\d)?")
"""Pages of a club to which a change may lead back."""
Change = Callable[[Club, Mapping[str, str]], Club]


@pages.post("/clubs")
def found() -> ResponseReturnValue:
    """Founds a club."""
    name = clean(request.form.get("name", ""))
    try:
        club = Club(name)
    except Refused as refusal:
        return shown(
            "people/clubs.html", 422, clubs=clubs.known(), problem=refusal.message, name=name
        )
    limits.making()
    key = browser.store().clubs.found(club)
    clubs.remember(key)
    return redirect(f"/club/{key}/agreed", 303)


def rename(club: Club, form: Mapping[str, str]) -> Club:
    return replace(club, name=clean(form.get("name", "")))


def come(club: Club, form: Mapping[str, str]) -> Club:
    """Adds people, several with commas between them; they are here tonight."""
    names = [clean(text) for text in form.get("person", "").split(",")]
    return replace(club, people=(*club.people, *names), here=(*club.here, *names))


def go(club: Club, form: Mapping[str, str]) -> Club:
    """Takes somebody out of the club; the games played stay as they are."""
    gone = form.get("person", "")
    people, here = (tuple(n for n in each if n != gone) for each in (club.people, club.here))
    return replace(club, people=people, here=here)


def tonight(club: Club, form: Mapping[str, str]) -> Club:
    """Turns round whether somebody is here; the order is that of the club."""
    here = {*club.here} ^ {form.get("person", "")}
    return replace(club, here=tuple(name for name in club.people if name in here))


def first(club: Club, form: Mapping[str, str]) -> Club:
    """Moves a person one place up in the order of the club."""
    people = list(club.people)
    if (who := form.get("person", "")) in people[1:]:
        place = people.index(who)
        people[place - 1 : place + 1] = [who, people[place - 1]]
    here = tuple(name for name in people if name in club.here)
    return replace(club, people=tuple(people), here=here)


def drop_game(club: Club, form: Mapping[str, str]) -> Club:
    return replace(club, games=tuple(g for g in club.games if g.key != form.get("game")))


def count(club: Club, form: Mapping[str, str]) -> Club:
    """How a season counts: "all", "average", or how many evenings."""
    how = form.get("count", "all").strip().lower()
    best = 0 if how in ("all", "average") else whole(how, 1, MAX_BEST, "evenings count")
    return replace(club, best=best, average=how == "average")


def whole(text: str, low: int, high: int, what: str) -> int:
    """A whole number; Refused with what was entered otherwise."""
    number = int(text) if text.strip().isdecimal() and len(text) < 9 else -1
    if not low <= number <= high:
        raise Refused(f"“{text[:20]}” {what}: write a whole number from {low} to {high}.")
    return number


def points(club: Club, form: Mapping[str, str]) -> Club:
    """Points by place, the first one's first, with spaces or commas between them."""
    parts = form.get("points", "").replace(",", " ").replace("-", " ").split()
    return replace(club, points=tuple(whole(each, 0, 999, "points of a place") for each in parts))


def stake(club: Club, form: Mapping[str, str]) -> Club:
    """Cents a point, or a game."""
    cents = whole(form.get("stake", "") or "0", 0, MAX_STAKE, "cents")
    return replace(club, stake=cents, a_game=form.get("per", "point") == "game")


def dates(club: Club, form: Mapping[str, str]) -> Club:
    """First and last day of the season; either may be empty."""
    return replace(club, since=form.get("since", "").strip(), until=form.get("until", "").strip())


def counts(club: Club, form: Mapping[str, str]) -> Club:
    """Turns round whether an evening counts in the season."""
    return replace(club, left_out=tuple(sorted({*club.left_out} ^ {form.get("day", "") or "-"})))


def note(club: Club, form: Mapping[str, str]) -> Club:
    """Writes about an evening; an empty note goes."""
    day, text = form.get("day", "") or "-", clean(form.get("note", ""))
    return replace(club, notes={d: t for d, t in {**club.notes, day: text}.items() if t})


CHANGES: dict[str, Change] = {
    "rename": rename, "come": come, "go": go, "tonight": tonight, "first": first,
    "drop-game": drop_game, "count": count, "points": points, "stake": stake, "dates": dates,
    "counts": counts, "note": note,
}  # fmt: skip


def way_back(key: str) -> str:
    """The page of the club that the form came from."""
    back = request.form.get("back", "")
    return f"/club/{key}/{back}".rstrip("/") if WAYS_BACK.fullmatch(back) else f"/club/{key}"


@pages.post("/club/<key>")
def change(key: str) -> ResponseReturnValue:
    """Changes one thing of a club, and goes back to the page it was changed on."""
    do = request.form.get("do", "")
    clubs.club_of(key)
    if do not in CHANGES:
        abort(400, f"“{do[:20]}” is nothing that can be done to a club.")
    try:
        browser.store().clubs.change(key, lambda club: CHANGES[do](club, request.form))
    except Refused as refusal:
        return settings(clubs.page_of(key), refusal.message, 422)
    return sent_to(way_back(key))


@pages.post("/club/<key>/out")
def out(key: str) -> ResponseReturnValue:
    """Takes a table out of a club; the table stays."""
    clubs.club_of(key)
    browser.store().clubs.remove(key, request.form.get("table", ""))
    return sent_to(way_back(key))


@pages.post("/club/<key>/forget")
def forget(key: str) -> ResponseReturnValue:
    """Deletes a club for everybody; its tables stay."""
    clubs.club_of(key)
    if request.form.get("sure") != "yes":
        return sent_to(f"/club/{key}/agreed#forget")
    clubs.forget(key)
    return sent_to("/clubs")
