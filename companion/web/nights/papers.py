"""The papers of a night: rotation chart, player cards, table signs, ranking, scoresheets."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, current_app, request, url_for
from flask.typing import ResponseReturnValue

from companion import printing
from companion.printing import night as papers
from companion.web.nights.nights import NightPage, night_of, rate
from companion.web.paper.prints import as_pdf
from companion.web.platform.browser import asked_number

pages = Blueprint("papers", __name__)


@pages.get("/night/<key>/<any(chart, cards, signs, ranking, sheets):kind>.pdf")
def pdf(key: str, kind: str) -> ResponseReturnValue:
    """A paper of the night; scoresheets are those of one round."""
    page = night_of(key)
    chosen, own = request.args.get("paper", "a4"), page.night
    settings = printing.PrintSettings(chosen if chosen in printing.PAPERS else "a4")
    round = min(max(asked_number("round", page.now), 1), own.rounds)
    night = paper_night(page, round if kind == "sheets" else own.rounds)
    lines = ranking_lines(page) if kind == "ranking" else []
    builds = {
        "chart": partial(papers.chart_page, night),
        "cards": partial(papers.cards_page, night),
        "signs": partial(papers.signs_page, night),
        "ranking": partial(papers.ranking_page, night, lines),
        "sheets": partial(papers.sheets_page, night, round, own.game, dict(own.rules)),
    }
    build = partial(builds[kind], settings=settings)
    facts = (round, own.game, sorted(own.rules.items())) if kind == "sheets" else ()
    tag = printing.tag("night", kind, settings, night, lines, facts)
    return as_pdf(tag, f"night-{own.day}-{kind}", lambda: build, long=kind == "sheets")


def paper_night(page: NightPage, round: int) -> papers.PaperNight:
    """The facts that the papers print, with the people of a round and later latecomers."""
    night = page.night
    here = night.sitting[round - 1]
    served = not current_app.config.get("ALONE")
    url = url_for("nights.nights.night", key=page.key, _external=True) if served else ""
    return papers.PaperNight(
        here + night.sitting[-1][len(here) :], night.rounds, night.hands, night.shape,
        page.club.name, page.title, night.day, url, night.late,
    )  # fmt: skip


def ranking_lines(page: NightPage) -> list[papers.RankingLine]:
    return [
        papers.RankingLine(one.place, one.number, one.name, one.points, one.total, one.hands,
                           rate(one) if one.hands else "", one.won)
        for one in page.lines
    ]  # fmt: skip
