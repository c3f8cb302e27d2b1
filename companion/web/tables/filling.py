"""A filled-in page: its preview before it is saved, and whether a page that would be
refused is only unfinished."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.table import Pending
from companion.questions import Refused, number
from companion.seating import Seat, Side
from companion.tables import Snapshot
from companion.tables.effect import Gain
from companion.tables.proposal import Proposal, answering
from companion.tables.snapshot import Standing
from companion.web.questions import Field, Page
from companion.web.questions.asking import Form, draft, now_asked, read
from companion.words import does, listed, signed, with_minus

LONG = 26
"""Most letters of a question on the button that asks for it."""
Refusals = Mapping[str, Refused]
"""Refusals by the key of their question."""


@dataclass(frozen=True)
class Preview:
    """The effect of answers to the pending page, before they are saved."""

    gains: Sequence[Gain]
    summary: str
    """The hand's result in a sentence, if they end it."""
    totals: Sequence[tuple[Side, int]]
    """(side, new total) of the sides whose total changes; () if the save button has them."""
    end: str
    """Why the game is over with them; "" if it goes on."""
    button: tuple[str, str]
    """(label, caption) of the save button."""

    @property
    def reasons(self) -> str:
        """Why the game is over, and how the points of the first two sides add up."""
        reasons = (self.end, *(gain.why for gain in self.gains[:2]))
        return "; ".join(str(why) for why in reasons if why)


def asks_for(field: Field | None, prompt: str) -> str:
    """The open part of a question: "Cy, Dee?", "Eve’s tricks?". A long question, or one beside
    others, is named by its label."""
    if field is None:
        return prompt
    if field.question.short and (field.abreast or len(prompt) > LONG):
        prompt = f"{str(field.question.short).rstrip('?:')}?"
    who = [str(each) for each in getattr(field.control, "open", ())]
    unit = getattr(field.question, "lot", "") or getattr(field.question, "unit", "")
    if not who or not field.text:
        return prompt
    if len(who) == 2 or not unit:
        return f"{', '.join(who[:2])}{' …' * (len(who) > 2)}?"
    return f"{who[0]}’s {unit}{'s' * (unit == 'trick')}?"


@dataclass(frozen=True)
class BesideEntry:
    """The parts of a row beside the number that is typed for a player or side."""

    score: str = ""
    """The total, or what the game says of the score."""
    gain: str = ""
    """The points that the answers score; "" while answers are missing."""
    best: bool = False
    deals: bool = False


def beside_entry(who: Seat | Side, standing: Standing, preview: Preview | None) -> BesideEntry:
    """The parts beside a number; all empty if several players score together."""
    if isinstance(who, Seat) and len(who.side.seats) > 1:
        return BesideEntry()
    place = next(place for place in standing.places if place.side == who.side)
    gains = {gain.side: gain.points for gain in preview.gains} if preview else {}
    best, gain = 0 if standing.lowest else max(gains.values(), default=0), gains.get(who.side)
    status = standing.hand.status.get(who.side) if standing.hand else ""
    score, change = str(status or with_minus(place.total)), "" if gain is None else signed(gain)
    return BesideEntry(score, change, gain == best != 0, place.dealer == who)


def tried(table: Snapshot, form: Form, pending: Pending) -> Proposal:
    """The preview of the answers in a form so far."""
    return answering(table, read(form, pending))


def preview_of(proposal: Proposal) -> Preview:
    """The preview of a proposal that answers the pending page and can be saved."""
    then, pending, outcome = proposal.here, proposal.table.pending, proposal.replay.outcome
    over = then.now if proposal.over else None
    totals = then.totals[1]
    score, short = ":".join(map(with_minus, totals)), len(totals) <= 3
    if over and not short:
        leaders = proposal.replay.ledger.leaders()
        best = with_minus(proposal.replay.ledger.totals[leaders[0]])
        score = f"{listed(leaders, 'and')} ahead, {best}"
    first = then.gains[0] if then.gains else None
    small = f"{signed(first.points)} to {first.side}" if first and first.points else ""
    next_one = proposal.replay.pending
    on = f"Next: {next_one.by[0]}" if next_one and len(next_one.by) == 1 else "Go on"
    button = closing_of(proposal) or ("Save" if first or over else on), small
    if over and pending and pending.together and outcome:
        winners = outcome.winners
        button = f"Save: {does(winners, 'win')}" if winners else "Save: a draw", score
    elif over and pending and pending.together and over.number < len(proposal.replay.hands):
        after = proposal.replay.hands[over.number]
        deals = "Save and deal", f"{score}, then {after.deals}"
        button = deals if after.dealt else ("Save", score)
    elif over:
        button = f"Save {over.short_name}", score.replace(":", " : ") if short and first else ""
    return Preview(
        then.gains,
        over.summary if over else "",
        () if over and short else then.moved,
        outcome.why if over and outcome else "",
        button,
    )


def closing_of(proposal: Proposal) -> str:
    """The save button's label by `Question.closing`; "" for none."""
    question = proposal.page[0] if len(proposal.page) == 1 else None
    text = proposal.answers.get(question.key) if question else None
    if question is None or question.closing is None or text is None:
        return ""
    return question.closing(question.parse(text))


def refusals(proposal: Proposal, form: Form, pending: Pending) -> Refusals:
    """The refusals of a form and of its proposal."""
    return {**(proposal.problems or {}), **wrong_already(form, pending)}


def wrong_already(form: Form, pending: Pending) -> Refusals:
    """The refusals of unfinished answers that are wrong whatever is entered next. Another answer
    may make a question needless."""
    refusals: dict[str, Refused] = {}
    asked = [question for question in now_asked(form, pending) if not question.off]
    texts = draft(form, asked)
    for question in asked:
        text = texts.get(question.key, "")
        try:
            if question.unfinished(text):
                question.check_part(text)
        except Refused as refusal:
            refusals[question.key] = refusal
    return refusals


def shown_while_filled_in(
    table: Snapshot, pending: Pending, form: Form, page: Page | None, problems: Refusals,
    *, complete: bool,
) -> Refusals:  # fmt: skip
    """The refusals to show: none that another card or digit may fix, and while answers are missing
    only those of numbers."""
    fields = page.fields if page else ()
    wrong, early = [each for each in fields if each.problem], wrong_already(form, pending)
    if any(each.bit_by_bit and not each.typed and each.question.key not in early
           for each in wrong) and complete:  # fmt: skip
        return {}
    name = form.get("typing", "")
    box = next((each for each in fields if each.typed and of(each, name)), None)
    if complete:
        mended = box is not None and may_go_on(table, pending, form, name, box, wrong)
        return {} if mended else problems
    keys = [e.question.key for e in wrong if e.typed or e.question.key in early]
    if box is not None and (key := box.question.key) in keys:
        others = problems.keys() - {key}
        if may_go_on(table, pending, form, name, box, [box], others):
            keys.remove(key)
    return {key: problems[key] for key in keys}


def of(field: Field, name: str) -> bool:
    """True if an input of this name belongs to the question."""
    return name == field.name or name.startswith(f"{field.name}.")


def may_go_on(
    table: Snapshot, pending: Pending, form: Form, name: str, field: Field, wrong: Sequence[Field],
    besides: Set[str] = frozenset(),
) -> bool:  # fmt: skip
    """True if the number that is typed may be the beginning of one that is not refused.

    Of whom the refused number is, is known of some; with a total the last number is. More than one
    digit ahead is not tried. Refusals of the questions in `besides` are not asked about.
    """
    boxes = [(box, each.at_fault) for each in wrong for box in getattr(each.control, "boxes", ())]
    faulty = [box.name for box, who in boxes if box.who == who]
    if faulty and name not in faulty:
        return False
    question: Any = field.question
    typed = form.get(name, "")
    digits = re.split(r"\D", typed)[-1]
    if len(digits) < len(str(max(question.low, 0))):
        return True
    if not faulty and getattr(question, "total", None) is not None:
        others = [form.get(box.name, "") for box in field.control.boxes if box.name != name]
        before = typed.removesuffix(digits).rstrip("+")
        try:
            wanted = str(question.rest([number(each) for each in [*others, before] if each]))
        except ValueError:
            return True
        return wanted != digits and wanted.startswith(digits)
    left = len(str(question.high)) - len(digits)
    if left < 1 or (left > 1 and not faulty):
        return left > 1
    tries = (MultiDict(MultiDict(form) | {name: typed + digit}) for digit in "0123456789")
    return any(refusals(tried(table, each, pending), each, pending).keys() <= besides
               for each in tries)  # fmt: skip
