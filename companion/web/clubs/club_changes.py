"""The changes of a club, and the forms that found and delete one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from companion.clubs.club import (
    DEALS,
    MAX_BEST,
    MAX_PEOPLE,
    MAX_POINTS,
    MAX_STAKE,
    Club,
    ClubGame,
    received,
)
from companion.engine.record import clean
from companion.questions import Refused
from companion.store.clubs import Clubs
from companion.web.clubs import clubs
from companion.web.clubs.club_pages import every, settings
from companion.web.people.history import title_of
from companion.web.platform import browser, forms, signals
from companion.web.platform.browser import sent_to

pages = Blueprint("club_changes", __name__)
WAYS_BACK = re.compile(r"(season|agreed|along|evening/\d{4}-\d\d-\d\d|settle/\d{4}-\d\d-\d\d)?")
"""Pages of a club to which a change may lead back."""


@pages.post("/clubs")
def found() -> ResponseReturnValue:
    """Founds a club."""
    name = clean(request.form.get("name", ""))
    try:
        club = Club(name)
    except Refused as refusal:
        return every(refusal.message, name, 422)
    form = forms.form_id()
    if not browser.store().made(form):
        signals.send(signals.CREATE)
    key = Clubs(browser.store()).found(club, form)
    clubs.remember(key)
    return sent_to(url_for("clubs.club_pages.agreed", key=key))


def come(club: Club, form: Mapping[str, str]) -> Club:
    """Adds people, several with commas between them, typed or a name of this phone; they are here
    tonight. Sent twice, as by a second tap, they are added once."""
    person = form.get("person", "") if form.get("do") == "come" else ""
    texts = filter(str.strip, (form.get("names", ""), person))
    names = [clean(text) for text in ",".join(texts).split(",")]
    if list(club.people[-len(names) :]) == names:
        return club
    return replace(club, people=(*club.people, *names), here=(*club.here, *names))


def go(club: Club, form: Mapping[str, str]) -> Club:
    """Takes somebody out of the club; the games played stay as they are."""
    gone = form.get("person", "")
    people, here = (tuple(n for n in each if n != gone) for each in (club.people, club.here))
    return replace(club, people=people, here=here)


def put(club: Club, form: Mapping[str, str]) -> Club:
    """Undoes `go` or `drop`: a person, or a game with its house rules, is in its place again."""
    place = whole(form.get("place", "0"), MAX_PEOPLE, "place")
    if game := form.get("game"):
        back = ClubGame(game, dict(parse_qsl(form.get("rules", ""), keep_blank_values=True)))
        if back.key in (each.key for each in club.games):
            return club
        return received(replace(club, games=(*club.games[:place], back, *club.games[place:])))
    name = clean(form.get("person", ""))
    if name in club.people:
        return club
    people = (*club.people[:place], name, *club.people[place:])
    here = {*club.here, name} if form.get("here") else {*club.here}
    return replace(club, people=people, here=tuple(each for each in people if each in here))


def removed(club: Club, form: Mapping[str, str]) -> tuple[str, str] | None:
    """The message after `go` or `drop`, and the form that undoes it; None if nothing goes."""
    do, name = form.get("do"), form.get("person", "")
    if do == "go" and name in club.people:
        here = "1" if name in club.here else ""
        back = {"person": name, "place": str(club.people.index(name)), "here": here}
        return f"{name} is removed.", urlencode({"do": "put", **back})
    for place, each in enumerate(club.games if do == "drop" else ()):
        if each.key == form.get("game"):
            rules = urlencode(dict(each.rules))
            back = {"game": each.game, "place": str(place), "rules": rules}
            return f"{title_of(each.key)} is removed.", urlencode({"do": "put", **back})
    return None


def tonight(club: Club, form: Mapping[str, str]) -> Club:
    """ "+Ada" is here, "-Ada" is not; the order is that of the club."""
    here = turned(club.here, form.get("person", ""))
    return replace(club, here=tuple(name for name in club.people if name in here))


def turned(kept: Iterable[str], sent: str) -> set[str]:
    """The words with "+word" or without "-word". A repeated request changes nothing more."""
    return {*kept, sent[1:]} if sent[:1] == "+" else {*kept} - {sent[1:]}


def first(club: Club, form: Mapping[str, str]) -> Club:
    """Moves a person one place up in the order of the club, from the place they had on the page."""
    people = list(club.people)
    if (who := form.get("person", "")) in people[1:]:
        place = people.index(who)
        if form.get("place", str(place)) == str(place):
            people[place - 1 : place + 1] = [who, people[place - 1]]
    here = tuple(name for name in people if name in club.here)
    return replace(club, people=tuple(people), here=here)


def drop(club: Club, form: Mapping[str, str]) -> Club:
    """Takes a game out of the club, or a table, which stays as it is."""
    games = tuple(g for g in club.games if g.key != form.get("game"))
    return replace(
        club, games=games, tables=tuple(c for c in club.tables if c != form.get("table"))
    )


def count(club: Club, form: Mapping[str, str]) -> Club:
    """The season scoring: "all", "average", or a number of evenings."""
    how = chosen(form, "count").lower() or "all"
    best = 0 if how in ("all", "average") else whole(how, MAX_BEST, "evenings count")
    return replace(club, best=best, average=how == "average")


def chosen(form: Mapping[str, str], name: str) -> str:
    """The value of a choice, or what was typed where "other" is chosen."""
    value = form.get(name, "").strip()
    return form.get(f"{name}_other", "").strip() if value == "other" else value


def whole(text: str, most: int, what: str) -> int:
    """Return the text as a whole number. Raise Refused with the text otherwise."""
    number = int(text) if text.strip().isdecimal() and len(text) < 9 else -1
    if not 0 <= number <= most:
        raise Refused(f"“{text[:20]}” {what}: write a whole number from 0 to {most}.")
    return number


def agree(club: Club, form: Mapping[str, str]) -> Club:
    """Changes those settings that the form has: name, season points by place with spaces or commas
    between them, how a season counts, the first deal, the stake."""
    if "name" in form:
        club = replace(club, name=clean(form["name"]))
    if "points" in form:
        parts = chosen(form, "points").replace(",", " ").split()
        points = tuple(whole(each, MAX_POINTS, "points per place") for each in parts)
        club = replace(club, points=points)
    if form.get("deal") in DEALS:
        club = replace(club, first_deal=form["deal"])
    if "stake" in form:
        cents = whole(chosen(form, "stake") or "0", MAX_STAKE, "cents")
        club = replace(club, stake=cents, a_game=form.get("per", "point") == "game")
    return count(club, form) if "count" in form else club


def dates(club: Club, form: Mapping[str, str]) -> Club:
    """First and last day of the season; either may be empty."""
    return replace(club, since=form.get("since", ""), until=form.get("until", ""))


def counts(club: Club, form: Mapping[str, str]) -> Club:
    """The evening of "+2026-11-20" counts in the season, that of "-2026-11-20" does not."""
    day = form.get("day", "")
    out = turned(club.left_out, ("-" if day[:1] == "+" else "+") + (day[1:] or "no day"))
    return replace(club, left_out=tuple(sorted(out)))


def note(club: Club, form: Mapping[str, str]) -> Club:
    """Writes about an evening; an empty note goes."""
    notes = {**club.notes, form.get("day", "") or "no day": clean(form.get("note", ""))}
    return replace(club, notes={day: text for day, text in notes.items() if text})


CHANGES: dict[str, Callable[[Club, Mapping[str, str]], Club]] = {
    each.__name__: each
    for each in (agree, come, go, tonight, first, drop, count, dates, counts, note, put)
}  # fmt: skip


SAVED = {"agree": "Settings saved.", "dates": "Dates saved.", "note": "Note saved."}
"""The message after a change of fields. The fields look the same before and after."""


@pages.post("/club/<key>")
def change(key: str) -> ResponseReturnValue:
    """Changes one thing of a club, and goes back to the page it was changed on."""
    # A button of the settings saves the whole page, and does one thing more.
    form = request.form.to_dict()
    settled = form.get("do") == "agree"
    form |= parse_qsl(form.get("also", ""), keep_blank_values=True)
    do = form.get("do", "")
    clubs.club_of(key)
    if do not in CHANGES:
        abort(400, f"“{do[:20]}” is nothing that can be done to a club.")
    undo: tuple[str, str] | None = None

    def changed(club: Club) -> Club:
        nonlocal undo
        undo = removed(club, form)
        after = agree(club, form) if settled else club
        if settled and do != "come" and form.get("names", "").strip():
            after = come(after, form)
        after = CHANGES[do](after, form)
        signals.send(signals.CREATE, tables=0, size=after.size - club.size)
        return after

    try:
        Clubs(browser.store()).change(key, changed)
    except Refused as refusal:
        return settings(clubs.page_of(key), refusal.message, 422)
    back = form.get("back", "")
    if undo and back == "agreed":
        flash(*undo)
    elif back not in ("", "along") and do in SAVED:
        flash(SAVED[do])
    home = url_for("clubs.club_pages.club", key=key)
    return sent_to(f"{home}/{back}".rstrip("/") if WAYS_BACK.fullmatch(back) else home)


@pages.post("/club/<key>/in")
def bring(key: str) -> ResponseReturnValue:
    """Adds a table that this browser scored."""
    clubs.club_of(key)
    clubs.began(key, browser.writable(request.form.get("table", "")[:12]))
    return sent_to(url_for("clubs.club_pages.club", key=key))


@pages.post("/club/<key>/forget")
def forget(key: str) -> ResponseReturnValue:
    """Deletes a club for everybody; its tables stay."""
    clubs.club_of(key)
    if request.form.get("sure") != "yes":
        return sent_to(url_for("clubs.club_pages.agreed", key=key, _anchor="forget"))
    clubs.forget(key)
    return sent_to(url_for("clubs.club_pages.every"))
