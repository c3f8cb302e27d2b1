"""Corrects, inserts, removes or throws in a hand, and adds agreed points: one page that previews
the changes and asks what they require before anything is saved.

The form carries the acts and a digest of their result. It is read by the questions it was drawn
from, and saved only if the digest still matches; otherwise the page is shown again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.engine.hand import THROWN_IN
from companion.engine.record import BadRecord
from companion.engine.table import Hand, Tell
from companion.questions import Refused
from companion.tables import Stale
from companion.tables.answering import answered
from companion.tables.changes import (
    Bidder,
    Following,
    adjusting,
    bidder_of,
    dealing,
    following,
    inserting,
    removing,
    throwing_in,
)
from companion.tables.proposal import Proposal, propose, read_acts
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, line, number, shown
from companion.web.questions import Page, page_of
from companion.web.questions.asking import Form, draft, tapped, typed
from companion.web.tables.answers import groups
from companion.web.tables.play import go_to, go_to_result
from companion.web.tables.view import View, look
from companion.words import capital

pages = Blueprint("proposals", __name__)

MANY = 60_000
"""Longest list of acts that is read, in characters."""
HAND_ITSELF = ("void", "adjust")
"""Changes of a hand that keep its answers. The reason is one of the fields."""


@dataclass(frozen=True)
class Shown:
    """A proposal to render."""

    kind: str
    """"amend", "insert", "remove", "void" or "adjust"."""
    number: int
    """Number of the hand it is about."""
    proposal: Proposal
    at: int
    """Number of the hand whose answers can be edited; 0 for none."""
    dealer: Following | None = None
    """Seats that may deal the hand that follows."""
    bidder: Bidder | None = None
    """The bidder, and the other possible bidders."""

    @property
    def wants_why(self) -> bool:
        """True if a reason is kept beside it."""
        return self.kind not in HAND_ITSELF or bool(self.proposal.confirmed)

    @property
    def hand(self) -> Hand:
        """The hand it is about before the change; for an insertion, the one after it."""
        return self.proposal.table.replay.hands[self.number - 1]

    @property
    def instead(self) -> Any:
        """The bidder after the change, if it is another player, else None."""
        now = bidder_of(self.proposal.table.game, self.proposal.replay.hands[self.number - 1])
        others = self.bidder.others if now and self.bidder else ()
        return next((who for who in others if now and who.code == now.who.code), None)

    @property
    def deals_next(self) -> str:
        """The dealer of the next hand after the change: "Quin deals again"; "" if nobody is known
        to deal it."""
        number = self.number
        hand, following = self.proposal.replay.dealt(number), self.proposal.replay.dealt(number + 1)
        if hand is None or following is None or not following.deals:
            return ""
        return following.deals + " again" * (following.dealer == hand.dealer)

    @property
    def deals(self) -> str:
        """The seat chosen to deal; "" for the default."""
        first = self.proposal.acts[0].answers if self.proposal.acts else {}
        return first.get("@dealer") or ""


@pages.get("/t/<code>/hands")
def choose(code: str) -> ResponseReturnValue:
    """Redirects from the sheet's form to the page of the chosen hand."""
    hand, table = asked_number("hand"), browser.writable(code)
    if request.args.get("do") == "remove":
        return redirect(change_url(table.code, "remove", hand), 303)
    if hand >= len(table.record.hands):
        return redirect(browser.table_url(table.code), 303)  # it comes next anyway
    return redirect(change_url(table.code, "insert", hand + 1), 303)


@pages.get("/t/<code>/<any(amend, insert, remove):kind>/<int:hand>")
def begin(code: str, kind: str, hand: int) -> ResponseReturnValue:
    view = look(browser.writable(code))
    return page(view, form_change(view, kind, hand))


@pages.post("/t/<code>/<any(amend, insert, remove):kind>/<int:hand>")
def change(code: str, kind: str, hand: int) -> ResponseReturnValue:
    return changed(look(browser.writable(code)), kind, hand)


def changed(view: View, kind: str, hand: int) -> ResponseReturnValue:
    """Previews a change; saves it if exactly this preview was shown."""
    change = form_change(view, kind, hand)
    proposal, save = change.proposal, request.form.get("do") == "save"
    if not save:
        return page(view, change)
    if not proposal.acts:
        words = "Change an answer first."
        return page(view.refusing("Nothing has changed", words), change, 422)
    if browser.seen() == view.seen:
        if not proposal.ready:
            words = "An answer is missing, or does not fit; see below."
            return page(view.refusing("Not saved", words), change, 422)
        if proposal.digest != request.form.get("digest"):
            words = "This is what it changes. Save it if that is right."
            return page(view.refusing("Not saved yet", words), change, 422)
    try:
        after = browser.tables().enter(proposal, browser.sent(reason() if change.wants_why else ""))
    except Refused as refusal:
        return page(view.refusing("Not saved yet", refusal.message), change, 422)
    except Stale as stale:
        words = "Check the new totals and save again."
        fresh = look(stale.table).refusing("The table has changed meanwhile", words)
        return page(fresh, form_change(fresh, kind, hand), 409)
    if kind in HAND_ITSELF:
        return go_to_result(after, view.table)
    return go_to(after)


# -- reading the form ----------------------------------------------------------------------------


def form_change(view: View, kind: str, hand: int) -> Shown:
    """The form's proposal with its new values; 404 for a hand without answers."""
    entered = len(view.replay.hands if kind in HAND_ITSELF else view.table.record.hands)
    if not 0 < hand <= min(entered, len(view.replay.hands)):
        abort(404, f"{capital(view.replay.word)} {hand} is not entered yet.")
    try:
        return _form_change(view, kind, hand)
    except (Refused, BadRecord) as refusal:
        abort(400, str(refusal))


def _form_change(view: View, kind: str, hand: int) -> Shown:
    acts = read_acts(request.values.get("acts", "")[:MANY])
    proposal = propose(view.table, acts) if acts or kind == "amend" else begun(view, kind, hand)
    own = hand * (kind in ("amend", "insert"))
    at = number("at") if "at" in request.form else own
    deals = seat(view) if "dealer" in request.values else None
    bidder = bidder_of(view.game, view.replay.hands[hand - 1]) if kind == "amend" else None
    chosen = request.form.get("instead", "")
    others = bidder.others.items() if bidder else ()
    swap = next((each for who, each in others if who.code == chosen), None)
    if swap is not None and at == hand:
        proposal = answered(proposal, at, lambda _: swap)
    elif 0 < at <= len(proposal.replay.hands) and request.method == "POST":
        given = own_answers(proposal, at) if kind == "amend" and at == hand else {}
        proposal = answered(
            proposal, at, lambda asked: typed(tapped(request.form, asked), asked), given
        )
    proposal = dealing(proposal, deals)
    at = own
    if proposal.open_page and request.form.get("do") != "back":
        at = proposal.open_page.hand
    return Shown(kind, hand, proposal, at, following(proposal), bidder)


def begun(view: View, kind: str, hand: int) -> Proposal:
    """A change other than a correction, before any further input."""
    if kind == "void":
        return throwing_in(view.table, hand, reason())
    if kind == "adjust":
        line = f"{request.form.get('side', '')[:40]} {points()} {reason()}".strip()
        return adjusting(view.table, hand, line)
    if kind == "remove":
        return removing(view.table, hand)
    modes = view.replay.hands[0].modes if view.replay.hands else ()
    chosen = request.values.get("mode", "quick")
    return inserting(view.table, hand, chosen if chosen in modes else "")


def own_answers(proposal: Proposal, number: int) -> dict[str, str | None]:
    """The form's values for dealer and throwing in."""
    hand = proposal.replay.hands[number - 1]
    answers: dict[str, str | None] = {}
    chosen = request.form.get("dealer", "")
    if chosen and chosen != hand.dealer.code:
        answers["@dealer"] = chosen
    if "void_there" in request.form:
        if request.form.get("void"):
            why = " ".join(request.form.get("void_reason", "").split())
            answers["@void"] = why or hand.void or THROWN_IN
        elif hand.void:
            answers["@void"] = None
    return answers


def seat(view: View) -> str:
    """The seat chosen to deal the next hand; "" for the default."""
    chosen = request.values.get("dealer", "")
    return chosen if any(each.code == chosen for each in view.replay.table.seats) else ""


def points() -> str:
    """The points agreed on, as typed."""
    return line("points", 20).replace("−", "-")


def reason() -> str:
    """The reason for the change, as typed."""
    return line("why")


# -- showing -------------------------------------------------------------------------------------


def change_url(code: str, kind: str, hand: int) -> str:
    """URL of the page that changes a hand."""
    if kind in HAND_ITSELF:
        return url_for(f"tables.actions.{kind}", code=code)
    return url_for("tables.proposals.change", code=code, kind=kind, hand=hand)


def page(view: View, change: Shown, status: int = 200) -> ResponseReturnValue:
    proposal = change.proposal
    here = change_url(view.code, change.kind, change.number)
    opened = proposal.open_page
    own_page = open_fields(change) if opened and opened.hand == change.at else None
    sent: Form = request.form if request.form.get("at") == str(change.at) else MultiDict()
    return shown("tables/proposal.html", status, v=view, p=change, e=proposal.effect, open=opened,
                 groups=groups(proposal, change.at, sent), page=own_page, why=reason(),
                 here=here, notices=warnings(change))  # fmt: skip


def warnings(change: Shown) -> list[Tell]:
    """The warning of the next hand about agreed points that do not add up."""
    proposal = change.proposal
    rule, hands = proposal.table.game.adjust_rule, proposal.replay.hands
    if change.kind != "adjust" or not proposal.acts or not hands:
        return []
    return [tell for tell in hands[-1].tells if tell.rule == rule]


def open_fields(change: Shown) -> Page:
    """The page that the change requires, with the typed texts so far. An answer that the change
    makes invalid is open, not wrong, unless it was given here."""
    pending, sent = change.proposal.replay.pending, request.form
    assert pending is not None
    given_here = {
        key for act in change.proposal.acts if act.hand == pending.hand and not sent.get("instead")
        for key, text in act.answers.items() if text is not None
    }  # fmt: skip
    given_here |= {key for key in sent.getlist("asked") if f"a.{key}" in sent}
    fallen = {key for key in pending.problems if key in pending.given and key not in given_here}
    answers = pending.given | draft(tapped(sent, pending.page), pending.page)
    answers = {key: text for key, text in answers.items() if key not in fallen}
    problems = {key: why for key, why in pending.problems.items() if key not in fallen}
    form, page = f"ask{change.at}-{len(change.proposal.acts)}", pending.page_for(answers)
    given = bool(pending.given)
    missing = [
        q.prompt
        for q in page
        if given and q.key not in answers and not (q.decided or q.off or q.confirms)
    ]
    once = len(page) == 1 and page[0].at_once
    return page_of(form, pending.title, page, answers, problems, at_once=once,
                   missing=missing, game=change.proposal.table.game.key,
                   together=pending.together)  # fmt: skip
