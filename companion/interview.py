"""Asking: what a hand of a game and an enquiry have in common.

`ask` returns the recorded answers to a page of questions, or raises `Pending` where the record
ends. `Pending` is raised in one place (`Interview.ask`) and caught in one place
(`companion.game`); it derives from BaseException so that nothing in between can swallow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, overload

from typing_extensions import TypeVar

from companion.questions import Below, Question, Refused
from companion.rules import HouseRules

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
R = TypeVar("R", bound=HouseRules, default=Any)
"""The house rules of a room; `Hand` alone means a hand under any."""


Samples = Callable[[], Sequence[Mapping[str, str]]]
"""Answers to a page that fit together, by key."""


Made = Callable[[Mapping[str, str]], Sequence[Question[Any]]]
"""The questions of a page beside the answers given to some of them. Their keys and kinds are always
the same; what they ask, what cannot be and what is not asked hangs on the answers."""


class Pending(BaseException):
    """The record ends here: these questions want an answer (or another one than they have)."""

    def __init__(
        self,
        hand: int,
        title: str,
        page: Sequence[Question[Any]],
        given: Mapping[str, str],
        problems: Mapping[str, Refused],
        samples: Samples | None = None,
        made: Made | None = None,
    ) -> None:
        super().__init__(hand, title)
        self.hand = hand
        self.title = title
        self.page = list(page)
        self.made = made
        self.given = dict(given)
        """What stands in the record for the questions of this page, refused or not."""
        self.problems = dict(problems)
        self.samples = samples

    def sample(self, below: Below) -> dict[str, str]:
        """Texts that answer the page, drawn by `below`; together they may still be refused."""
        if self.samples:
            together = self.samples()
            return dict(together[below(len(together))])
        drawn: dict[str, str] = {}
        for place in range(len(self.page)):
            question = self.page_for(drawn)[place]
            if not question.idle(drawn) and not question.decided:
                drawn[question.key] = question.sample(below)
        return drawn

    def page_for(self, given: Mapping[str, str]) -> Sequence[Question[Any]]:
        """The questions as they stand beside these answers to some of them."""
        return self.made(given) if self.made else self.page

    @property
    def together(self) -> bool:
        """A whole hand is asked for on this page: what its questions ask hangs on one another."""
        return self.made is not None


class Closed(BaseException):
    """The evening was closed by hand before the game came to its end."""


class AuthorsMistake(Exception):
    """A room asked twice for one key, or posted a rule its sheet does not have."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question that has its answer, and the page it stood on (pages count from 0)."""

    page: int
    title: str
    question: Question[Any]
    text: str
    value: Any

    @property
    def shown(self) -> str:
        return self.question.show(self.value)


class Interview(Generic[R]):
    """Answers by key, asked for page by page. A hand of a game or an enquiry."""

    def __init__(self, answers: Mapping[str, str], rules: R, number: int = 0) -> None:
        self.answers = answers
        self.rules = rules
        self.number = number
        self.asked: list[Asked] = []
        self.pages = 0
        self.before_pending: Callable[[], None] | None = None
        """Called once where the record ends, just before Pending: a room with many pages tells and
        shows there what only the page that is asked needs."""
        self._keys: set[str] = set()
        self._left_out: dict[str, str] = {}

    def leave_out(self, key: str, why: str) -> None:
        """Says why a question is not asked, should the record have an answer to it all the same.

        `why` completes "Not used (…)": "a no-trump bid names no suit".
        """
        self._left_out[key] = why

    @overload
    def ask(
        self,
        a: Question[A],
        /,
        *,
        title: str = ...,
        check: Callable[[A], None] | None = ...,
        samples: Samples | None = ...,
    ) -> A: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B], None] | None = ...,
        samples: Samples | None = ...,
    ) -> tuple[A, B]: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        c: Question[C],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B, C], None] | None = ...,
        samples: Samples | None = ...,
    ) -> tuple[A, B, C]: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        c: Question[C],
        d: Question[D],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B, C, D], None] | None = ...,
        samples: Samples | None = ...,
    ) -> tuple[A, B, C, D]: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        c: Question[C],
        d: Question[D],
        e: Question[E],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B, C, D, E], None] | None = ...,
        samples: Samples | None = ...,
    ) -> tuple[A, B, C, D, E]: ...
    @overload
    def ask(
        self,
        *page: Question[Any],
        title: str = ...,
        check: Callable[..., None] | None = ...,
        samples: Samples | None = ...,
    ) -> tuple[Any, ...]: ...

    def ask(
        self,
        *page: Question[Any],
        title: str = "",
        check: Callable[..., None] | None = None,
        samples: Samples | None = None,
    ) -> Any:
        """The recorded answers to one page of questions, or Pending.

        `check` gets the answers once each is legal by itself and may refuse them together;
        `samples` then gives answers that fit together, where random ones hardly ever do.
        """
        return self._asked(page, title, check, samples, None)

    def ask_together(
        self,
        made: Made,
        *,
        title: str = "",
        check: Callable[..., None] | None = None,
        samples: Samples | None = None,
    ) -> tuple[Any, ...]:
        """The recorded answers to one page that asks for a whole hand, or Pending.

        `made` gives its questions beside the answers there are. A question that is not asked there
        (`off`) has the value None; one whose answer follows (`follows`) has that.
        """
        found = self._asked(made(self.answers), title, check, samples, made)
        return found if isinstance(found, tuple) else (found,)

    def _asked(
        self,
        page: Sequence[Question[Any]],
        title: str,
        check: Callable[..., None] | None,
        samples: Samples | None,
        made: Made | None,
    ) -> Any:
        values: list[Any] = []
        given: dict[str, str] = {}
        problems: dict[str, Refused] = {}
        for question in page:
            key = question.key
            if key in self._keys:
                raise AuthorsMistake(f"{key!r} is asked twice")
            self._keys.add(key)
            if question.idle(given):
                self.leave_out(key, _why_idle(question, given))
                values.append(None)
                continue
            text = self.answers.get(key)
            if text is None and question.decided:
                values.append(question.parse(question.decided))
                continue
            if text is None:
                continue
            given[key] = text
            try:
                values.append(question.parse(text))
            except Refused as refusal:
                problems[key] = _caught(refusal)
        if len(values) == len(page) and check:
            try:
                check(*values)
            except Refused as refusal:
                told = refusal.about(page[-1].key)
                problems[told.key] = _caught(told)
        if len(values) < len(page) or problems:
            if self.before_pending:
                self.before_pending()
                self.before_pending = None
            words = title or page[0].prompt
            raise Pending(self.number, words, page, given, problems, samples, made)
        for question, value in zip(page, values, strict=True):
            if question.key not in given:
                continue
            text = given[question.key]
            self.asked.append(Asked(self.pages, title, question, text, value))
        self.pages += 1
        return values[0] if len(page) == 1 else tuple(values)


def _why_idle(question: Question[Any], given: Mapping[str, str]) -> str:
    """Why a question is not asked, which completes "Not used (…)"."""
    if question.off or question.unless is None:
        return question.off
    earlier = question.unless[0]
    return f"because of “{earlier}: {given[earlier]}”"


def _caught(refusal: Refused) -> Refused:
    """A refusal that is kept, without where it was raised: that would keep the whole replay."""
    refusal.__cause__ = refusal.__context__ = None
    return refusal.with_traceback(None)
