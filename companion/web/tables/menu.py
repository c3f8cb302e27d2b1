"""What slides up over a table: the menu, and what is disputed where the table stands.

Each is a page of its own at its own address; htmx gets its inside alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion import disputes
from companion.questions import Refused
from companion.rules.wording import RuleText, Said, under
from companion.search import Found
from companion.tables.names import hand_name, hand_short
from companion.web.platform import browser
from companion.web.platform.pages import partial, shown
from companion.web.rules.rulebook import book_of, where_to_look
from companion.web.tables.view import View, look

pages = Blueprint("menu", __name__)
AT_MOST = 4
"""Questions answered at once; the rest is one search away."""
SCORER = "only on the scorer’s phone"
OVER = "the game is over"
OTHERWISE = "Redeal, wrong dealer, agreed points"
"""The one name of the page of what is not an answer."""


@dataclass(frozen=True)
class Item:
    """A line of the menu; without an address it stands there grey, with the reason beneath."""

    words: str
    url: str
    small: str = ""
    last: bool = False
    """A heavier line follows it."""


def item(words: str, url: str, small: str = "", *, no: str = "", last: bool = False) -> Item:
    """A line; `no` is why it cannot be used now, "" if it can."""
    return Item(words, "" if no else url, no or small, last)


def menu_of(view: View) -> list[Item]:
    """The same lines in the same order at every table, whatever can be used of them."""
    url, over = view.url, view.replay.over
    watches = "" if view.writes else SCORER
    hand = correctable(view)
    spaced = f"{view.code[:3]} {view.code[3:]}"
    pencil = f"{url}/share#give" if view.writes else f"{url}/pencil"
    correct = f"Correct {hand_short(view.hand)}" if hand and view.hand else "Correct this hand"
    return [
        item("Sheet and chart", f"{url}/sheet", "correct, add or remove a hand"),
        item(f"Rules of {view.game.title}", f"/rules/{view.game.key}?table={view.code}"),
        item("What if we had played other rules?", f"{url}/readings", last=True),
        item(correct, f"{url}/amend/{hand}", view.undo, no=watches or ("" if hand else NOTHING)),
        item(OTHERWISE, f"{url}/more", no=watches),
        item("Players", f"{url}/seats", "names, seats, joining, leaving", no=watches, last=True),
        item("Watch and share", f"{url}/share", f"code {spaced}, large screen"),
        item("Hand over the pencil" if view.writes else "Ask for the pencil", pencil,
             "this phone keeps the score" if view.writes else "another phone keeps the score"),
        item("Print or send", f"{url}/print"),
        item("Enter many hands", f"{url}/many", no=watches or (OVER if over else ""), last=True),
        item("Type, colours, screen, sound", f"/more?back={url}", "this phone only"),
        item("Pause or end this game", f"{url}/pause", "put away, delete", no=watches),
    ]  # fmt: skip


NOTHING = "nothing is entered yet"


def correctable(view: View) -> int:
    """The number of the hand a correction is for: the one being entered, or the last one scored."""
    hand = view.replay.hand
    if hand and hand.asked:
        return hand.number
    return view.scored[-1].number if view.scored else 0


def up(template: str, title: str, view: View, **more: Any) -> ResponseReturnValue:
    """The inside for htmx, which lets it slide up; otherwise a page of its own."""
    if partial():
        return render_template(template, v=view, title=title, sliding=True, **more)
    return shown("tables/up.html", inside=template, title=title, v=view, **more)


def title_of(view: View) -> str:
    hand = view.hand
    return f"{view.game.title}, {hand_name(hand)}" if hand and not view.replay.over else (
        view.game.title)  # fmt: skip


@pages.get("/t/<code>/menu")
def menu(code: str) -> ResponseReturnValue:
    """Everything a table can do but answer."""
    view = look(browser.table(code))
    hand = correctable(view)
    if hand:
        view = look(view.table, hand=view.replay.hands[hand - 1])
    return up("tables/menu.html", title_of(look(view.table)), view, items=menu_of(view))


@dataclass(frozen=True)
class Settled:
    """A question of the table, its short answer, and the rule it rests on."""

    said: Said
    rule: RuleText


def rules_here(view: View, found: Sequence[disputes.FilledEnquiry]) -> Iterator[str]:
    """The ids of the rules that matter where the table stands, the nearest first."""
    replay = view.replay
    for question in replay.pending.page if replay.pending else ():
        yield question.rule
    for tell in view.tells if replay.pending else ():
        yield tell.rule
    if replay.outcome:
        yield replay.outcome.rule
    running = replay.hand
    if running is None or running.over or not running.asked:
        scored = disputes.last_scored(replay)
        for line in scored.lines if scored else ():
            yield from (line.rule, *line.also)
    for each in found:
        yield from each.enquiry.rules


def settled(view: View, found: Sequence[disputes.FilledEnquiry]) -> list[Settled]:
    """What people ask where the table stands, answered under the house rules of the hand."""
    replay = view.replay
    text = under(view.game.rules, replay.hand.rules if replay.hand else replay.table.rules)
    answered: dict[str, Settled] = {}
    for id in rules_here(view, found):
        if rule := text.rules.get(id):
            for said in rule.asked:
                answered.setdefault(said.question, Settled(said, rule))
    return list(answered.values())[:AT_MOST]


@pages.get("/t/<code>/disputed")
def disputed(code: str) -> ResponseReturnValue:
    """What is asked where the table stands, answered; the referee's questions that fit, filled in;
    and the search in this game's rules."""
    view = look(browser.table(code).going_on)
    query = request.args.get("q", "").strip()[:200]
    hits: list[Found] = []
    if query:
        hits = where_to_look(book_of(view.table)).find(query, view.game.key, limit=8)
    try:
        found = disputes.disputes(view.replay)
    except Refused:  # a house rule of an edition before
        found = []
    return up(
        "tables/disputed.html", "What is disputed?", view,
        found=found, settled=settled(view, found), query=query, hits=hits,
    )  # fmt: skip
