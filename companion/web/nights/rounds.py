"""The points of each round of a night, entered from paper or taken from a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, abort, flash, request
from flask.typing import ResponseReturnValue

from companion.nights.night import SIDES, Night, figures
from companion.nights.rotation import SEATS
from companion.questions import Refused
from companion.web.nights.nights import NightPage, changed, night_of
from companion.web.platform.browser import sent_to, shown

pages = Blueprint("rounds", __name__)


@pages.get("/night/<key>/round/<int:number>")
def round_(key: str, number: int) -> ResponseReturnValue:
    """The tables of a round with their people, and the form of their points."""
    return round_page(night_of(key), number)


def round_page(
    page: NightPage, number: int, problems: Mapping[str, str] | None = None
) -> ResponseReturnValue:
    if not 0 < number <= page.night.rounds:
        abort(404, f"This night has {page.night.rounds} rounds.")
    out = page.night.plan.benches[number - 1]
    own = {place for place in page.night.places(number) if problems and touched(place, page.night)}
    return shown(
        "nights/round.html", 422 if problems else 200, page=page, night=page.night, round=number,
        problems=problems or {}, form=request.form, own=own, seats=SEATS[page.night.shape],
        places=SIDES[page.night.shape], stored=stored, seated=seated, club=page.club,
        out=[(each, page.night.sitting[number - 1][each - 1]) for each in out],
    )  # fmt: skip


def stored(night: Night, key: str) -> str:
    """The result of a table as its form sends it: "54 31" or "@CODE"; "" for none."""
    return f"@{night.tables[key]}" if key in night.tables else night.scores.get(key, "")


def seated(night: Night, key: str) -> str:
    """The numbers at a table, so that points from an older page do not go to other people."""
    return " ".join(str(number) for number, _ in night.seats(key))


def typed(key: str, night: Night) -> tuple[list[str], str]:
    """The points of each side and the code in the submitted form."""
    sides = range(len(SIDES[night.shape]))
    parts = [request.form.get(f"{key}.{side}", "").strip() for side in sides]
    return parts, request.form.get(f"{key}.code", "")[:12]


def touched(key: str, night: Night) -> bool:
    """True if this phone changed the result of a table; the others are as they are stored."""
    parts, code = typed(key, night)
    text = f"@{code}" if code else " ".join(parts).strip()
    return text != request.form.get(f"{key}.was", "")


def sent_for(key: str, night: Night) -> str:
    """The result in the submitted form; Refused for half a result."""
    parts, code = typed(key, night)
    if code and any(parts):
        raise Refused("Write the points, or choose the table of a phone, not both.")
    if any(parts) and not all(parts):
        raise Refused("Write the points of each side.")
    text = " ".join(map(str, figures(" ".join(parts), night.shape))) if any(parts) else ""
    return f"@{code}" if code else text


@pages.post("/night/<key>/round/<int:number>")
def enter(key: str, number: int) -> ResponseReturnValue:
    """Stores the points of those tables that were changed on this phone, all or none."""
    page, problems = night_of(key), dict[str, str]()
    if not 0 < number <= page.night.rounds:
        abort(404, f"This night has {page.night.rounds} rounds.")

    def entered(night: Night) -> Night:
        scores, tables = dict(night.scores), dict(night.tables)
        problems.clear()
        for place in night.places(number):
            now, was = stored(night, place), request.form.get(f"{place}.was", "")
            try:
                text = sent_for(place, night)
                if text in (was, now):
                    continue
                if request.form.get(f"{place}.who", "") != seated(night, place):
                    raise Refused("Other people sit here now: somebody came late. Check the names.")
                if now != was:
                    other = now.replace("@", "table ") or "nothing"
                    raise Refused(f"Another phone entered {other} here. "
                                  "Save again if yours is right.")  # fmt: skip
                if text[:1] == "@" and text[1:] not in [t.code for t, _ in page.scored(place)]:
                    raise Refused("Other people sat at that table, or it is not finished.")
            except Refused as refusal:
                problems[place] = refusal.message
                continue
            scores.pop(place, None)
            tables.pop(place, None)
            if text:
                (tables if text[:1] == "@" else scores)[place] = text.removeprefix("@")
        if problems:
            raise Refused("")
        return replace(night, scores=scores, tables=tables)

    try:
        changed(key, entered)
    except Refused as refusal:
        return round_page(night_of(key), number, problems or {"": refusal.message})
    flash(f"Round {number} saved.")
    return sent_to(page.url)
