"""Pending, the page of questions at which a replay stops, and Asked, an answer it has read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.questions import Below, Question, Refused
from companion.said import Text
from companion.seating import Seat, Side

Samples = Callable[[], Sequence[Mapping[str, str]]]
"""Gives sample answers to a page, by key, that are legal together."""


Made = Callable[[Mapping[str, str]], Sequence[Question[Any]]]
"""Makes a page's questions from the answers given so far. Keys and kinds are fixed; prompts,
refusals and `off` may depend on the answers."""


class Pending(BaseException):
    """Raised where the record ends: a page of questions that lack answers or have refused ones."""

    def __init__(
        self,
        hand: int,
        title: str,
        page: Sequence[Question[Any]],
        given: Mapping[str, str],
        problems: Mapping[str, Refused],
        samples: Samples | None = None,
        made: Made | None = None,
        together: bool = False,
    ) -> None:
        super().__init__(hand, title)
        self.hand = hand
        self.title = title
        self.page = list(page)
        self.made = made
        """Makes the page anew where its questions depend on each other's answers; else None."""
        self.together = together
        """True for a whole-hand page, which shows its questions in rows."""
        self.given = dict(given)
        """The recorded answers to questions of this page, refused or not."""
        self.problems = dict(problems)
        self.samples = samples

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

    @property
    def by(self) -> Sequence[Seat | Side]:
        """Who is asked on this page; empty for the whole table."""
        return list(dict.fromkeys(each.by for each in self.page if each.by))


class Closed(BaseException):
    """Raised at a "@close": the evening ended before the game did."""


class AuthorsMistake(Exception):
    """A bug in a room: a key asked twice, or a rule id its rules.md lacks."""


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
    def told(self) -> str:
        """The answer as a sentence: "Pia passes"."""
        return self.question.in_words(self.value)


Supply = Callable[[Pending], Mapping[str, str] | None]
"""Called where the record ends; returns all answers of the hand, new ones included, or None."""
