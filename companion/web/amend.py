"""Amending a hand: every answer of it can be replaced, and what that changes is shown first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.game import Game, Replay
from companion.ledger import signed
from companion.questions import Question, Refused
from companion.record import Act, Record
from companion.seating import Side
from companion.store import Stale
from companion.web import keys, turns
from companion.web.deeds import shown as answer_shown
from companion.web.drafts import draft, tapped, typed
from companion.web.fields import Field, Page, canonical
from companion.web.pages import shown
from companion.web.play import enter, number, went
from companion.web.sheets import touching
from companion.web.view import Note, View, look

pages = Blueprint("amend", __name__)
turns.init_pages(pages)


@dataclass(frozen=True)
class Difference:
    """What a hand brings a side: before and after the amendment."""

    hand: int
    side: Side
    was: str
    now: str
    consequence: bool
    """In a later hand than the one amended."""
    why: str
    rule: str


@dataclass(frozen=True)
class Effect:
    """All that an amendment changes."""

    differences: Sequence[Difference]
    totals: Sequence[tuple[Side, int, int]]
    summaries: Sequence[tuple[int, str, str]]
    outcome: tuple[str, str] | None
    wants: str
    """What the hand then still needs."""
    waiting: int
    """How many later hands then wait."""
    dropped: Sequence[str]
    """Answers that are no longer asked for."""
    refused: Sequence[Refused] = field(default_factory=tuple)

    @property
    def nothing(self) -> bool:
        """No point moves."""
        return not (self.differences or self.outcome or self.wants or self.summaries)


@dataclass(frozen=True)
class Group:
    """One page of the hand's questions, folded unless something happens in it."""

    title: str
    answers: str
    page: Page
    open: bool
    changed: bool


@dataclass(frozen=True)
class Amendment:
    """A hand being amended."""

    number: int
    changes: Mapping[str, str | None]
    groups: Sequence[Group]
    effect: Effect | None
    replay: Replay


def entered(
    game: Game, record: Record, base: Replay, number: int
) -> tuple[Record, dict[str, str | None]]:
    """The record with the form's answers in the hand, page by page as they are asked."""
    trial = record.copy()
    stood = dict(record.hands[number - 1])
    own = own_answers(base, number)
    trial.put(number, own)
    changes: dict[str, str | None] = {k: v for k, v in own.items() if stood.get(k) != v}
    known: set[str] = set()
    for _ in range(100):
        asked = [q for q in questions(game.replay(trial), base, number) if q.key not in known]
        if not asked:
            break
        known |= {question.key for question in asked}
        form = tapped(request.form, asked)
        for question in asked:
            given = typed(form, [question]).get(question.key)
            text = canonical(question, given) if given is not None else None
            if text is not None and text != trial.hands[number - 1].get(question.key):
                trial.put(number, {question.key: text})
                changes[question.key] = text
    return trial, {k: v for k, v in changes.items() if stood.get(k) != v}


def own_answers(base: Replay, number: int) -> dict[str, str | None]:
    """Dealer and throwing in, as the form has them."""
    hand = base.hands[number - 1]
    found: dict[str, str | None] = {}
    seat = request.form.get("dealer", "")
    if seat and seat != hand.dealer.code:
        found["@dealer"] = seat
    if "void_there" in request.form:
        if request.form.get("void"):
            reason = " ".join(request.form.get("void_reason", "").split())
            found["@void"] = reason or hand.void or "thrown in"
        elif hand.void:
            found["@void"] = None
    return found


def questions(replay: Replay, base: Replay, number: int) -> list[Question[Any]]:
    """What a hand asks: what it has answers for, and what it then still needs."""
    if number > len(replay.hands):
        return []
    found = [asked.question for asked in replay.hands[number - 1].asked]
    if replay.pending and replay.pending.hand == number and base.hands[number - 1].over:
        found += replay.pending.page
    return found


def groups(replay: Replay, base: Replay, record: Record, number: int, stood: Mapping[str, str],
           game: Game) -> list[Group]:  # fmt: skip
    """The hand's pages with their answers."""
    if number > len(replay.hands):
        return []
    form = f"amend{number}"
    hand = replay.hands[number - 1]
    found = []
    for _, each in groupby(hand.asked, key=lambda asked: asked.page):
        asked = list(each)
        fields = [Field(a.question, a.text, form, game=game.key) for a in asked]
        changed = [a for a in asked if stood.get(a.question.key) != a.text]
        title = asked[0].title or asked[0].question.prompt
        words = ", ".join(a.shown for a in asked)
        if changed and all(a.question.key in stood for a in changed):
            was = ", ".join(answer_shown(a.question, stood[a.question.key]) for a in changed)
            words = f"{words} (was {was})"
        if not hand.over and any(a.question.secret for a in asked):
            words = "covered"
        found.append(Group(title, words, Page(form, title, fields), bool(changed), bool(changed)))
    pending = replay.pending
    if pending and pending.hand == number and base.hands[number - 1].over:
        answers = record.hands[number - 1]
        later = draft(request.form, pending.page)
        fields = [
            Field(q, answers.get(q.key, later.get(q.key, "")), form, pending.problems.get(q.key),
                  game=game.key)
            for q in pending.page
        ]  # fmt: skip
        found.append(Group(pending.title, "still needed", Page(form, pending.title, fields),
                           True, True))  # fmt: skip
    return found


def effect(base: Replay, after: Replay, number: int, dropped: Sequence[str]) -> Effect:
    """What the amendment changes, hand by hand."""
    differences: list[Difference] = []
    summaries: list[tuple[int, str, str]] = []
    for hand in range(1, max(len(base.hands), len(after.hands)) + 1):
        differences += different(base, after, hand, number)
        was, now = (summary(r, hand) for r in (base, after))
        if was != now:
            summaries.append((hand, was, now))
    totals = [
        (side, base.ledger.totals[side], after.ledger.totals[there])
        for side, there in zip(base.table.sides, after.table.sides, strict=True)
    ]
    outcomes = (ending(base), ending(after))
    half = after.half_amended and after.pending
    return Effect(
        differences,
        totals,
        summaries,
        outcomes if outcomes[0] != outcomes[1] else None,
        f"hand {half.hand}: {half.title}" if half else "",
        len(after.record.hands) - half.hand if half else 0,
        dropped,
        after.refused if half else (),
    )


def summary(replay: Replay, hand: int) -> str:
    """A hand in one sentence."""
    if hand > len(replay.hands) or not replay.hands[hand - 1].over:
        return ""
    one = replay.hands[hand - 1]
    return f"thrown in: {one.void}" if one.void else one.summary


def different(base: Replay, after: Replay, hand: int, number: int) -> list[Difference]:
    """Sides to which a hand brings other points than it did."""
    found = []
    was, now = base.ledger.of_hand(hand), after.ledger.of_hand(hand)
    for side, there in zip(base.table.sides, after.table.sides, strict=True):
        before, later = touching(was, side), touching(now, there)
        old = sum(line.change(side) for line in before)
        new = sum(line.change(there) for line in later)
        if old != new or bool(before) != bool(later):
            why = "; ".join(line.why for line in later)
            found.append(Difference(
                hand, side, signed(old) if before else "–", signed(new) if later else "–",
                hand > number, why, later[0].rule if later else "",
            ))  # fmt: skip
    return found


def ending(replay: Replay) -> str:
    """How a game stands: won, drawn, or going on."""
    if replay.outcome:
        winners = " and ".join(str(side) for side in replay.outcome.winners)
        return f"{winners} won" if winners else "a draw"
    return "closed" if replay.over else "the game goes on"


def amendment(view: View, number: int, check: bool) -> Amendment:
    """The hand with what the form changes in it."""
    record = view.stored.record
    if not 0 < number <= min(len(record.hands), len(view.replay.hands)):
        abort(404, f"Hand {number} has nothing to amend yet.")
    stood = dict(record.hands[number - 1])
    if not check:
        shown = groups(view.replay, view.replay, record, number, stood, view.game)
        return Amendment(number, {}, shown, None, view.replay)
    trial, changes = entered(view.game, record, view.replay, number)
    after = view.game.replay(trial)
    hand = after.hands[number - 1] if number <= len(after.hands) else None
    dropped = []
    if hand and hand.over and not hand.void:
        for key, text in hand.strays.items():
            if key not in view.replay.hands[number - 1].strays:
                dropped.append(f"{key}: {text}")
                changes[key] = None
        trial.put(number, dict.fromkeys(hand.strays))
        after = view.game.replay(trial)
    changes = {k: v for k, v in changes.items() if stood.get(k) != v}
    shown = groups(after, view.replay, trial, number, stood, view.game)
    made = effect(view.replay, after, number, dropped) if changes else None
    return Amendment(number, changes, shown, made, after)


def amend_page(view: View, made: Amendment, status: int = 200) -> ResponseReturnValue:
    """The page of an amendment."""
    why = request.form.get("why", "")
    return shown("tables/amend.html", status, v=view, a=made, why=why,
                 hand=view.replay.hands[made.number - 1], url="")  # fmt: skip


@pages.get("/t/<code>/amend/<int:number>")
def amend(code: str, number: int) -> ResponseReturnValue:
    """A hand's answers, ready to be replaced."""
    view = look(keys.writable(code))
    return amend_page(view, amendment(view, number, check=False))


@pages.post("/t/<code>/amend/<int:hand>")
def save(code: str, hand: int) -> ResponseReturnValue:
    """Shows what the amendment changes; saves it when that has been seen."""
    view = look(keys.writable(code))
    made = amendment(view, hand, check=True)
    if number("seen") != view.seen and request.form.get("do") == "save":
        return late(view, hand, made)
    if request.form.get("do") != "save":
        return amend_page(view, made)
    if not made.changes:
        note = Note("Nothing is different", ["Choose another answer first."], stop=True)
        return amend_page(replace(view, note=note), made, 422)
    if made.effect and made.effect.refused:
        note = Note("Not saved", ["An answer cannot stand; see below."], stop=True)
        return amend_page(replace(view, note=note), made, 422)
    why = " ".join(request.form.get("why", "").split())[:300]
    if "@ok" in view.stored.record.hands[hand - 1]:
        if not why:
            words = ["The other side has confirmed this hand: say why it is changed."]
            note = Note("Not saved yet", words, stop=True)
            return amend_page(replace(view, note=note), made, 422)
        made = replace(made, changes={**made.changes, "@ok": None})
    act = Act("amend", hand, made.changes)
    try:
        after = enter(view.stored, act, why)
    except Stale:
        fresh = look(keys.writable(code))
        return late(fresh, hand, made)
    return went(after, "/sheet")


def late(view: View, hand: int, made: Amendment) -> ResponseReturnValue:
    """Somebody entered something meanwhile: the amendment is shown again on top of it."""
    act = Act("amend", hand, made.changes)
    try:
        return went(enter(view.stored, act), "/sheet")
    except Stale:
        words = ["Look at what the amendment changes now, and save again."]
        note = Note("The table has moved on meanwhile", words, stop=True)
        return amend_page(replace(look(view.stored), note=note), made, 409)
