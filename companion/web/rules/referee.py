"""The referee: a page for every enquiry of every game package. The query string has the answers.
The page shows a ruling on a scored hand beside its saved score, with the possible changes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.engine.enquiry import of_hand as scored
from companion.engine.fill import Answers, Enquired, Stage, enquiry_stage, fill
from companion.engine.game import Enquiry, Game, Ruling
from companion.engine.record import Act
from companion.engine.table import Hand, Pending
from companion.questions import Cards, Choice, Melds, Question
from companion.rules import HouseRule
from companion.rules.pieces import RuleText
from companion.rules.wording import SheetText, under
from companion.seating import Side
from companion.tables import Snapshot, disputes
from companion.tables.decisions import behind
from companion.tables.proposal import Proposal, propose
from companion.tables.trial import TriedRule, contested
from companion.web.platform import browser
from companion.web.platform.browser import asked_number, game_of, shown, table_asked
from companion.web.questions import Page, page_of
from companion.web.questions.asking import draft, tapped, typed
from companion.words import capital, with_minus

SHOWN = 3
"""Totals named on a button."""


@dataclass(frozen=True)
class RuledHand:
    """A scored hand that is disputed: the ruling beside the saved score, and possible changes."""

    hand: Hand
    sums: Sequence[tuple[Side, int, int]]
    """(side, by the ruling, as written)."""
    proposal: Proposal
    """The correction by which the ruling would stand; without acts if it agrees."""
    ways: Sequence[Sequence[TriedRule]]
    """House rules that would change this hand's score, with the score for each value."""
    numbers: Sequence[HouseRule]
    """House rules behind the ruling that may be another number."""

    @property
    def differing(self) -> Sequence[tuple[Side, int, int]]:
        return [each for each in self.sums if each[1] != each[2]]

    @property
    def totals(self) -> str:
        """The totals that the correction would change: "Bo 25, Cy 25"."""
        moved = [(side, now) for side, was, now in self.proposal.effect.totals if was != now]
        return with_minus(", ".join(f"{side} {now}" for side, now in moved[:SHOWN]))


def of_hand(table: Snapshot, hand: Hand, answers: Mapping[str, str], ruling: Ruling) -> RuledHand:
    """The ruling on a scored hand beside what is written."""
    place = hand.number
    proposal = propose(table, rewritten(table, hand, answers))
    now = proposal.replay.hands[place - 1] if place <= len(proposal.replay.hands) else hand
    sums = [(each, now.brought(other), hand.brought(each)) for each, other in
            zip(hand.table.sides, now.table.sides, strict=False)]  # fmt: skip
    options = behind(table.game, ruling.rules)
    ways = [group for group in contested(table, options, place)
            if len({tuple(each.hand(place)) for each in group}) > 1]  # fmt: skip
    tried = {group[0].option.key for group in ways}
    numbers = [each for each in options if each.low is not None and each.key not in tried]
    return RuledHand(hand, sums, proposal, ways, numbers)


def rewritten(table: Snapshot, hand: Hand, answers: Mapping[str, str]) -> list[Act]:
    """The act that gives a hand these answers of its shortest entry mode; none if it has them."""
    before = hand.known | {each.question.key: each.text for each in hand.asked}
    if all(before.get(key) == text for key, text in answers.items()):
        return []
    own = table.record.hands[hand.number - 1]
    changes: dict[str, str | None] = {
        key: None for key in own if not key.startswith("@") and key not in answers
    }
    changes |= {key: text for key, text in answers.items() if own.get(key) != text}
    if hand.mode != "quick":
        changes["@entry"] = "quick"
    return [Act("amend", hand.number, changes)]


pages = Blueprint("referee", __name__)
FORM = "enquiry"
PACKS = 3
"""Packs of cards on one page; a form of more asks in steps, one pack each."""
WIDE = 4
"""Columns of keys that are too many for half a row: a form that scrolls has room for thumbs."""


@dataclass(frozen=True)
class EnquiryPage:
    """An enquiry with its questions, and the ruling once all are answered."""

    game: Game
    enquiry: Enquiry
    page: Page
    fold: Page
    """The questions of a hand without a table whose suggested answers were taken."""
    assumed: Sequence[str]
    """These answers in words."""
    place: str
    """The hand of a table that it is about: "Hand 3, Nell deals"; "" for none."""
    ruling: Ruling | None
    table: Snapshot | None
    taken: tuple[str, ...]
    """Prompts of the answers prefilled from the running hand."""
    text: SheetText
    """The rules under the house rules in force."""
    about: RuledHand | None = None
    """The scored hand it is about, once it is ruled."""
    number: int = 0
    """The number of that hand; 0 for none."""
    writes: bool = False
    """This phone may correct the table."""
    steps: Sequence[tuple[str, bool]] = ()
    """The screens of a form of many packs of cards, each with its label and whether an answer on
    it is refused. Empty for a form on one page."""
    step: int = 1
    """The number of the screen shown."""
    kept: Sequence[tuple[str, str]] = ()
    """Fields of the other screens: (name, text)."""

    @property
    def url(self) -> str:
        """URL of the page without answers."""
        return url_for("rules.referee.enquiry", key=self.game.key, asked=self.enquiry.key)

    @property
    def link(self) -> str:
        """URL of this ruling."""
        answers = {f"a.{f.question.key}": f.text for f in self.page.fields if f.text}
        answers |= dict(self.kept)
        if self.table:
            answers["table"] = self.table.code
        if self.number:
            answers["hand"] = str(self.number)
        return f"{self.url}?{urlencode(answers)}"

    @property
    def cited(self) -> list[RuleText]:
        """The rules the ruling cites, the decisive one first."""
        ids = dict.fromkeys(self.ruling.rules if self.ruling else ())
        return [self.text.rules[id] for id in ids if id in self.text.rules]

    @property
    def differing(self) -> list[HouseRule]:
        """House rules that change a cited rule."""
        return [option for rule in self.cited for option in rule.options]

    def decide(self, option: HouseRule, value: str = "") -> str:
        """URL of the page on which the table decides to play so, from the hand ruled on."""
        assert self.table
        asked: dict[str, Any] = {"value": value or None, "hand": self.number or None}
        asked["from"] = self.number or len(self.table.replay.hands)
        return url_for("tables.readings.one", code=self.table.code, key=option.key, **asked)

    def played(self, option: HouseRule) -> str:
        """The value in force of a house rule."""
        return self.text.house.text(option.key)


@pages.get("/referee")
def every() -> ResponseReturnValue:
    return shown("rules/referee.html", all_games=games.all_games())


@pages.get("/referee/<key>")
def enquiries(key: str) -> ResponseReturnValue:
    game = game_of(key)
    return shown("rules/enquiries.html", game=game, table=table_asked(game.key))


@pages.get("/referee/<key>/<asked>")
def enquiry(key: str, asked: str) -> ResponseReturnValue:
    """An enquiry: its questions, then its ruling."""
    game = game_of(key)
    enquiry = next((each for each in game.enquiries if each.key == asked), None)
    if enquiry is None:
        abort(404, f"{game.title} has no referee question “{asked[:40]}”.")
    return shown("rules/enquiry.html", c=case(game, enquiry, table_asked(game.key)))


def case(game: Game, enquiry: Enquiry, stored: Snapshot | None) -> EnquiryPage:
    """The enquiry with the answers of the query string, prefilled from the running hand.

    Answers decide which questions follow, which the form is then read by.
    """
    replay = stored.replay if stored else None
    about = disputes.scored(replay, asked_number("hand")) if replay else None
    hand = disputes.in_question(enquiry, replay, about.number if about else 0) if replay else None
    rules = replay.table.rules if replay else None
    facts: Mapping[str, str] = {}
    if hand and not answered_here():
        facts = disputes.known(enquiry, hand)

    def run(answers: Answers) -> Stage[Enquired]:
        if replay and hand:
            return enquiry_stage(*disputes.asked(replay, enquiry, answers, hand))
        seating = replay.table.seating if replay else None
        return enquiry_stage(*game.enquire(enquiry, answers, rules, seating, asks_size=True))

    def given(questions: Sequence[Question[Any]]) -> Answers:
        form = tapped(request.args, questions)
        return disputes.fitting(questions, facts) | typed(form, questions)

    filled = fill(run({}), given, run)
    (desk, result), questions = filled.end, filled.questions
    known = disputes.fitting(questions, facts)
    taken = [each.prompt for each in questions if each.key in known]
    texts = known | draft(tapped(request.args, questions), questions)
    asked_of = stored if hand and enquiry.whole and hand.over and not hand.void else None
    if asked_of and hand and isinstance(result, Pending) and not answered_here():
        # It was entered in more detail than this form has: as it is written, it is ruled.
        questions, result = [], scored(hand)
    problems = result.problems if isinstance(result, Pending) else {}
    title = result.title if isinstance(result, Pending) else enquiry.title
    screens = stepped(questions)
    step = current(screens, texts)
    drawn = partial(page_of, FORM, title, at_once=False, game=game.key)
    screen = [each for each in screens[step - 1] if each.key not in desk.assumed]
    page = drawn(questions=roomy(screen), typed=texts, problems=problems)
    fold = drawn(questions=[q for q in questions if q.key in desk.assumed], typed={}, problems={})
    page = replace(page, keypad=[*page.keypad, *fold.keypad])
    fold = labelled(replace(fold, keypad=()))
    if len(page.fields) == 1 and page.fields[0].label != enquiry.title:
        page = labelled(page)
    ruling = result if isinstance(result, Ruling) else None
    text = under(game.rules, rules or game.rules.chosen({}))
    place = capital(hand.place) if hand else ""
    assumed = tuple(desk.assumed.values())
    case = EnquiryPage(
        game, enquiry, page, fold, assumed, place, ruling, stored, tuple(taken), text
    )
    if len(screens) > 1:
        case = replace(
            case,
            steps=[(each[-1].prompt, any(q.key in problems for q in each)) for each in screens],
            step=step,
            kept=kept(itertools.chain(*screens[: step - 1], *screens[step:]), texts),
        )
    if asked_of is None or hand is None:
        return case
    ruled = of_hand(asked_of, hand, filled.entered if questions else {}, ruling) if ruling else None
    return replace(case, about=ruled, number=hand.number, writes=browser.may_write(asked_of))


def labelled(page: Page) -> Page:
    """The page with the labels of all its fields in sight."""
    return replace(page, fields=[replace(each, unseen_label=False) for each in page.fields])


def stepped(questions: Sequence[Question[Any]]) -> list[list[Question[Any]]]:
    """The questions by screen: one screen, or one for each pack if there are more than `PACKS`."""
    packs = [each for each in questions if isinstance(each, Cards | Melds) and each.way == "list"]
    if len(packs) <= PACKS:
        return [list(questions)]
    screens: list[list[Question[Any]]] = [[]]
    for question in questions:
        if question in packs[1:]:
            screens.append([])
        screens[-1].append(question)
    return screens


def kept(questions: Iterable[Question[Any]], texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The fields that hold answers while another screen is shown; "t." marks one left empty."""
    fields = []
    for question in questions:
        fields.append((f"a.{question.key}", texts.get(question.key, "")))
        fields.append((f"t.{question.key}", request.args.get(f"t.{question.key}", "")))
    return [(name, text) for name, text in fields if text]


def current(screens: Sequence[Sequence[Question[Any]]], texts: Mapping[str, str]) -> int:
    """The number of the screen asked for, or of the first with an open question."""
    asked = request.args.getlist("step")
    if asked and asked[-1].isdecimal() and 1 <= int(asked[-1]) <= len(screens):
        return int(asked[-1])
    still = (n for n, each in enumerate(screens, 1)
             if any(not q.optional and not texts.get(q.key) for q in each))  # fmt: skip
    return next(still, 1)


def answered_here() -> bool:
    """True if the query has answers of the form."""
    return any(name[:2] in ("a.", "t.") for name in request.args)


def roomy(questions: Sequence[Question[Any]]) -> list[Question[Any]]:
    """The questions. A question with many columns of keys gets a separate row."""
    layout: list[Question[Any]] = []
    for question in questions:
        many = isinstance(question, Choice) and question.columns >= WIDE
        layout.append(replace(question, beside=False) if many else question)
    return layout
