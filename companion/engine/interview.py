"""Interview, the base of Hand and Desk: ask questions, read their answers, and stop if one is
missing.

`ask` returns the recorded answers to a page of questions, or raises `Pending` where the record
ends. `Pending` is raised in one place (`Interview.ask`) and caught in one place
(`companion.engine.game`); it derives from BaseException so that nothing in between can swallow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, overload

from typing_extensions import TypeVar

from companion.questions import Below, Question, Refused
from companion.rules import HouseRules
from companion.said import Text
from companion.seating import Seat, Side

Samples = Callable[[], Sequence[Mapping[str, str]]]
"""Gives sample answers to a page, by key, that are legal together."""


Made = Callable[[Mapping[str, str]], Sequence[Question[Any]]]
"""Makes a page's questions from the answers given so far. Keys and kinds are fixed; prompts,
refusals and `off` may depend on the answers."""


@dataclass(eq=False)
class Pending(BaseException):
    """Raised where the record ends: a page of questions that lack answers or have refused ones."""

    hand: int
    title: str
    page: list[Question[Any]]
    given: dict[str, str]
    """The recorded answers to questions of this page, refused or not."""
    problems: dict[str, Refused]
    samples: Samples | None = None
    made: Made | None = None
    """Makes the page again if its questions depend on each other's answers. Otherwise None."""
    together: bool = False
    """True for a whole-hand page, which shows its questions in rows."""

    def sample(self, below: Below) -> dict[str, str]:
        """Random answers to the page; each is legal, but they may be refused together."""
        if self.samples:
            together = self.samples()
            return dict(together[below(len(together))])
        drawn: dict[str, str] = {}
        for place in range(len(self.page)):
            question = self.page_for(drawn)[place]
            if not question.off and not question.decided:
                drawn[question.key] = question.sample(below)
        return drawn

    def page_for(self, given: Mapping[str, str]) -> Sequence[Question[Any]]:
        """The questions, given these answers to some of them."""
        return self.made(given) if self.made else self.page

    def confirming(self, key: str, given: Mapping[str, str]) -> Question[Any] | None:
        """The question that lets these answers' refused one to `key` stand; None if none does."""
        asked = self.page_for(given)
        return next((each for each in asked if each.confirms == key and not each.off), None)

    @property
    def by(self) -> Sequence[Seat | Side]:
        """The players asked on this page. Empty for the whole table."""
        return list(dict.fromkeys(each.by for each in self.page if each.by))


class Closed(BaseException):
    """Raised at a "@close": the evening ended before the game did."""


class AuthorsMistake(Exception):
    """A bug in a game package: a key asked twice, or a rule id its rules.md lacks."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An answered question; `page` counts from 0."""

    page: int
    heading: Text
    question: Question[Any]
    text: str
    value: Any

    @property
    def title(self) -> str:
        return str(self.heading)

    @property
    def shown(self) -> str:
        return self.question.show(self.value)

    @property
    def sentence(self) -> str:
        """The answer as a sentence: "Pia passes"."""
        return self.question.in_words(self.value)


Supply = Callable[[Pending], Mapping[str, str] | None]
"""Called where the record ends; returns all answers of the hand, new ones included, or None."""


A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
R = TypeVar("R", bound=HouseRules, default=Any)
"""The house rules of the game package. `Hand` without a parameter is `Hand[Any]`."""


Check = Callable[[Mapping[str, Any]], None]
"""Gets the values of a page by key, and may refuse them together."""


class Interview(Generic[R]):
    """Asks for answers page by page; the base of Hand and Desk."""

    # Cached replays have thousands of hands and questions: with a dictionary each they would weigh
    # half as much again.
    __slots__ = (
        "_keys", "_left_out", "answers", "asked", "heading", "known", "number", "on_pending",
        "pages", "rules", "supply",
    )  # fmt: skip

    def __init__(self, answers: Mapping[str, str], rules: R, number: int = 0) -> None:
        self.answers = answers
        self.rules = rules
        self.number = number
        self.asked: list[Asked] = []
        self.pages = 0
        self.heading: Text = ""
        """Title of the next page, if that page is given none."""
        self.on_pending: Callable[[], None] | None = None
        """Called once, just before Pending is raised: for guidance and panels that only the
        pending page needs, so that a long replay need not build them for each page."""
        self.supply: Supply | None = None
        self.known: dict[str, str] = {}
        """Answers of the whole-hand page that guided play has worked out; see `ask_rest`."""
        self._keys: list[str] = []
        self._left_out: dict[str, str] = {}

    def leave_out(self, key: str, why: str) -> None:
        """Sets the reason shown if the record answers a question that is not asked.

        `why` completes "Not used (…)": "a no-trump bid names no suit".
        """
        self._left_out[key] = why

    @overload
    def ask(
        self, a: Question[A], /, *,
        title: Text = ..., check: Callable[[A], None] | None = ..., samples: Samples | None = ...,
    ) -> A: ...  # fmt: skip
    @overload
    def ask(
        self, a: Question[A], b: Question[B], /, *,
        check: Callable[[A, B], None] | None = ...,
        title: Text = ..., samples: Samples | None = ...,
    ) -> tuple[A, B]: ...  # fmt: skip
    @overload
    def ask(
        self, a: Question[A], b: Question[B], c: Question[C], /, *,
        check: Callable[[A, B, C], None] | None = ...,
        title: Text = ..., samples: Samples | None = ...,
    ) -> tuple[A, B, C]: ...  # fmt: skip
    @overload
    def ask(
        self, a: Question[A], b: Question[B], c: Question[C], d: Question[D], /, *,
        check: Callable[[A, B, C, D], None] | None = ...,
        title: Text = ..., samples: Samples | None = ...,
    ) -> tuple[A, B, C, D]: ...  # fmt: skip
    @overload
    def ask(
        self, a: Question[A], b: Question[B], c: Question[C], d: Question[D], e: Question[E], /, *,
        check: Callable[[A, B, C, D, E], None] | None = ...,
        title: Text = ..., samples: Samples | None = ...,
    ) -> tuple[A, B, C, D, E]: ...  # fmt: skip
    @overload
    def ask(
        self, *page: Question[Any],
        title: Text = ..., check: Callable[..., None] | None = ..., samples: Samples | None = ...,
    ) -> tuple[Any, ...]: ...  # fmt: skip

    def ask(
        self,
        *page: Question[Any],
        title: Text = "",
        check: Callable[..., None] | None = None,
        samples: Samples | None = None,
    ) -> Any:
        """The recorded answers to a page of questions; raises Pending if any is missing.

        `check` is called once each answer is legal by itself and may refuse them together;
        `samples` gives legal combinations where random answers would hardly ever be one.
        """
        return self._asked(lambda: page, title, check, samples)

    def ask_together(
        self,
        builder: Made,
        *,
        title: Text = "",
        check: Callable[..., None] | None = None,
        samples: Samples | None = None,
    ) -> tuple[Any, ...]:
        """The recorded answers to a whole-hand page; raises Pending if any is missing.

        `builder` returns the questions, given the answers so far. A question that is `off` has the
        value None; one that `follows` has its only legal value.
        """
        answers = self._asked(lambda: builder(self.answers), title, check, samples, builder, True)
        return answers if isinstance(answers, tuple) else (answers,)

    def ask_whole(
        self, builder: Made, *, title: Text = "", check: Check | None = None
    ) -> dict[str, Any]:
        """`ask_together` with the values by key. `check` is called once each answer is legal by
        itself and may refuse them together."""
        return self._by_key([], lambda: builder(self.answers), title, check, builder, True)

    def ask_rest(
        self,
        builder: Made,
        known: Mapping[str, str],
        *keys: str,
        title: Text = "",
        check: Check | None = None,
    ) -> dict[str, Any]:
        """Ask the questions of a whole-hand page that guided play left open: those not in `known`,
        or of these only `keys`. Return the values by key."""
        self.known |= known
        page: list[Question[Any]] = []

        def earlier(here: Sequence[Question[Any]]) -> dict[str, str]:
            own = {each.key for each in here}
            return {key: text for key, text in self.answers.items() if key not in own}

        def rest(given: Mapping[str, str]) -> list[Question[Any]]:
            questions = [
                each
                for each in builder({**given, **known} if known else given)
                if each.key not in known and (each.key in keys or not keys)
            ]
            if not [each for each in questions if each.off]:
                return questions
            # The page has no questions that known answers make irrelevant. The others may return.
            moot = {each.key for each in builder({**earlier(questions), **known}) if each.off}
            return [each for each in questions if each.key not in moot]

        def anew(given: Mapping[str, str]) -> list[Question[Any]]:
            return rest({**earlier(page), **given})

        return self._by_key(page, lambda: rest(self.answers), title, check, anew)

    def _by_key(
        self,
        page: list[Question[Any]],
        asking: Callable[[], Sequence[Question[Any]]],
        title: Text,
        check: Check | None,
        builder: Made,
        together: bool = False,
    ) -> dict[str, Any]:
        """The values of a page by key; `page` is filled with its questions."""

        def asked() -> list[Question[Any]]:
            page[:] = asking()
            return page

        def named(*values: Any) -> dict[str, Any]:
            return dict(zip([question.key for question in page], values, strict=True))

        checked = (lambda *values: check(named(*values))) if check else None
        answers = self._asked(asked, title, checked, builder=builder, together=together)
        return named(*(answers if len(page) != 1 else (answers,)))

    def _asked(
        self,
        asking: Callable[[], Sequence[Question[Any]]],
        title: Text,
        check: Callable[..., None] | None = None,
        samples: Samples | None = None,
        builder: Made | None = None,
        together: bool = False,
    ) -> Any:
        """The values of the page `asking` returns, a tuple unless it has one question."""
        title, self.heading = title or self.heading, ""
        while True:
            page = list(asking())
            if not page:
                return ()
            values, given, problems = self._read(page, check)
            if values is not None and not problems:
                break
            words = str(title or page[0].asks)
            pending = Pending(self.number, words, page, given, problems, samples, builder, together)
            supplied = self.supply(pending) if self.supply else None
            if supplied is None:
                self.stops()
                raise pending
            self.answers = supplied
            keys = {question.key for question in page}
            self._keys = [key for key in self._keys if key not in keys]
            self._left_out = {key: why for key, why in self._left_out.items() if key not in keys}
        for question, value in zip(page, values, strict=True):
            if question.key in given:
                text = given[question.key]
                self.asked.append(Asked(self.pages, title, question, text, value))
        self.pages += 1
        return values[0] if len(page) == 1 else tuple(values)

    def stops(self) -> None:
        """Called just before Pending is raised."""
        if self.on_pending:
            self.on_pending()
            self.on_pending = None

    def _read(
        self, page: Sequence[Question[Any]], check: Callable[..., None] | None
    ) -> tuple[list[Any] | None, dict[str, str], dict[str, Refused]]:
        """(values, recorded answers, refusals) of a page; no values if one is missing or refused.
        AuthorsMistake if one of its keys was asked before."""
        values: list[Any] = []
        given: dict[str, str] = {}
        problems: dict[str, Refused] = {}
        for question in page:
            key = question.key
            if key in self._keys:
                raise AuthorsMistake(f"{key!r} is asked twice")
            self._keys.append(key)
            text = self.answers.get(key)
            if question.off:
                self.leave_out(key, question.off)
                values.append(None)
            elif text is not None:
                given[key] = text
                try:
                    values.append(question.parse(text))
                except Refused as refusal:
                    problems[key] = _caught(refusal)
            elif question.decided:
                values.append(question.parse(question.decided))
        if len(values) != len(page):
            return None, given, problems
        if check:
            try:
                check(*values)
            except Refused as refusal:
                problem = refusal.about(page[-1].key)
                problems[problem.key] = _caught(problem)
        return values, given, problems


def _caught(refusal: Refused) -> Refused:
    """A refusal without its traceback, which references every frame of the replay."""
    refusal.__cause__ = refusal.__context__ = None
    return refusal.with_traceback(None)
