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
    night = page.night
    if not 0 < number <= night.rounds:
        abort(404, f"This night has {night.rounds} rounds.")
    out = night.plan.benches[number - 1]
    own = {at for at in night.places(number) if problems and sent(at, night) != was(at)}
    return shown(
        "nights/round.html", 422 if problems else 200, page=page, night=night, round=number,
        problems=problems or {}, form=request.form, own=own, seats=SEATS[night.shape],
        places=SIDES[night.shape], seated=seated, club=page.club,
        out=[(each, night.sitting[number - 1][each - 1]) for each in out],
    )  # fmt: skip


def seated(night: Night, key: str) -> str:
    """The numbers at a table, so that points from an older page do not go to other people."""
    return " ".join(str(number) for number, _ in night.seats(key))


def was(key: str) -> str:
    """The result of a table on the page that was sent; "" for none."""
    return request.form.get(f"{key}.was", "")


def sent(key: str, night: Night) -> str:
    """The result of a table in the form: "54 31", "@CODE", or both; "?" for a side without."""
    parts = [
        request.form.get(f"{key}.{side}", "").strip() for side in range(len(SIDES[night.shape]))
    ]
    code = request.form.get(f"{key}.code", "")[:12]
    points = [part or "?" for part in parts] if any(parts) else []
    return " ".join([*points, f"@{code}"] if code else points)


@pages.post("/night/<key>/round/<int:number>")
def enter(key: str, number: int) -> ResponseReturnValue:
    """Stores the points of those tables that were changed on this phone, all or none."""
    page, problems = night_of(key), dict[str, str]()
    if not 0 < number <= page.night.rounds:
        abort(404, f"This night has {page.night.rounds} rounds.")

    def result(at: str, night: Night, now: str) -> str:
        """The result in the form; Refused for one that cannot be stored over the one now."""
        text = sent(at, night)
        if " @" in text:
            raise Refused("Write the points, or choose the table of a phone, not both.")
        if text and text[0] != "@":
            text = " ".join(map(str, figures(text, night.shape)))
        if text in (was(at), now):
            return now
        if request.form.get(f"{at}.who", "") != seated(night, at):
            raise Refused("Other people sit here now: somebody came late. Check the names.")
        if now != was(at):
            other = now.replace("@", "table ") or "nothing"
            raise Refused(f"Another phone entered {other} here. Save again if yours is right.")
        if text[:1] == "@" and text[1:] not in [table.code for table, _ in page.scored(at)]:
            raise Refused("Other people sat at that table, or it is not finished.")
        return text

    def entered(night: Night) -> Night:
        results = night.results
        problems.clear()
        for at in night.places(number):
            try:
                results[at] = result(at, night, results.get(at, ""))
            except Refused as refusal:
                problems[at] = refusal.message
        if problems:
            raise Refused("")
        scores = {at: text for at, text in results.items() if text and text[0] != "@"}
        tables = {at: text[1:] for at, text in results.items() if text[:1] == "@"}
        return replace(night, scores=scores, tables=tables)

    try:
        changed(key, entered)
    except Refused as refusal:
        return round_page(night_of(key), number, problems or {"": refusal.message})
    flash(f"Round {number} saved.")
    return sent_to(page.url)
