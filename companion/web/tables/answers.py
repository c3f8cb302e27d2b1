"""A hand's answers as groups to change, with what each was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.engine.interview import Asked
from companion.tables.proposal import Proposal
from companion.web.questions import Page, answered
from companion.web.questions.asking import Form, draft, tapped
from companion.words import capital


@dataclass(frozen=True)
class AnswerGroup:
    """One page of a hand's answers, collapsed unless it has changes or errors."""

    title: str
    answers: str
    was: str
    """The same before the change; "" if it has not changed, or was not asked."""
    page: Page
    changed: bool
    sentences: tuple[str, str] = ("", "")
    """The answers before and after a change, in sentences; "" if not known."""


def groups(proposal: Proposal, at: int, form: Form) -> list[AnswerGroup]:
    """The answers of hand `at`, page by page. Cards in the form that are too few for an answer yet
    are shown in its place."""
    if not 0 < at <= len(proposal.replay.hands):
        return []
    hand, was, game = proposal.replay.hands[at - 1], proposal.was(at), proposal.table.game.key
    stood = was.answers if was else {}
    pages = []
    for place, each in groupby(hand.asked, key=lambda asked: asked.page):
        asked = list(each)
        changed = [a for a in asked if was and stood.get(a.question.key) != a.text]
        title = asked[0].title or asked[0].question.prompt
        words, stood_words = in_words(asked), ""
        before = {a.question.key: a for a in (was.asked if was else ())}
        if changed and all(a.question.key in before for a in changed):
            words, stood_words = (
                in_words(changed),
                in_words([before[a.question.key] for a in changed]),
            )
        phrases = sentences([before.get(a.question.key) for a in changed]), sentences(changed)
        if not hand.over and any(a.question.secret for a in asked):
            words = stood_words = "covered"
            phrases = ("", "A covered answer")
        given = [(a.question, drawn(a, form)) for a in asked]
        page = answered(f"hand{at}-p{place}", title, given, f"hand{at}", game)
        pages.append(AnswerGroup(title, words, stood_words, page, bool(changed), phrases))
    return pages


def drawn(asked: Asked, form: Form) -> str:
    """The answer as it is drawn: the form's cards, if they are too few for an answer."""
    question = asked.question
    if question.kind not in ("cards", "melds") or f"a.{question.key}" not in form:
        return asked.text
    text = draft(tapped(form, [question]), [question]).get(question.key, "")
    return text if not text or question.unfinished(text) else asked.text


def sentences(asked: Sequence[Asked | None]) -> str:
    """Answers as sentences: "Pia bids 7"."""
    return ", ".join(capital(each.sentence) for each in asked if each)


def in_words(asked: Sequence[Asked]) -> str:
    """The answers of a page in words, with their subjects if there are several."""
    return asked[0].shown if len(asked) == 1 else ", ".join(a.sentence for a in asked)
