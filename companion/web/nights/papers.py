"""The papers of a night: rotation chart, player cards, table signs, ranking, scoresheets."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, current_app, request, url_for
from flask.typing import ResponseReturnValue

from companion import printing
from companion.printing import night as papers
from companion.web.nights.nights import night_of
from companion.web.paper.prints import as_pdf
from companion.web.platform.browser import asked_number

pages = Blueprint("papers", __name__)


@pages.get("/night/<key>/<any(chart, cards, signs, ranking, sheets):kind>.pdf")
def pdf(key: str, kind: str) -> ResponseReturnValue:
    """A paper of the night; scoresheets are those of one round."""
    page = night_of(key)
    chosen, night = request.args.get("paper", "a4"), page.night
    settings = printing.PrintSettings(chosen if chosen in printing.PAPERS else "a4")
    served = not current_app.config.get("ALONE")
    url = url_for("nights.nights.night", key=page.key, _external=True) if served else ""
    title = papers.NightTitle(page.club.name, page.title, url)
    round = min(max(asked_number("round", page.now), 1), night.rounds) if kind == "sheets" else 0
    lines = page.lines if kind == "ranking" else []
    builds = {
        "chart": partial(papers.chart_page, night, title),
        "cards": partial(papers.cards_page, night, title),
        "signs": partial(papers.signs_page, night, title),
        "ranking": partial(papers.ranking_page, night, lines, title),
        "sheets": partial(papers.sheets_page, night, round),
    }
    build = partial(builds[kind], settings=settings)
    plain = replace(night, scores={}, tables={})
    tag = printing.tag("night", kind, settings, plain, title, lines, round)
    return as_pdf(tag, f"night-{night.day}-{kind}", lambda: build, long=kind == "sheets")
