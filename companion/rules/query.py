"""The words of a query that are searched, and the games that it is put to."""

from __future__ import annotations

import re
from typing import Protocol

from companion.rules.sheet import RuleSheet
from companion.rules.vocabulary import IRREGULAR

_CARD = r"(?:10|[2-9TJQKA])\s?[♣♦♥♠CDHScdhs]"
_CARDS = re.compile(rf"(?<!\w){_CARD}(?:[,;]?\s+{_CARD})+(?!\w)")

_FIGURES = "|".join(form for form, word in IRREGULAR.items() if word.isdecimal())
_HAS = r"(?:has|have|had|got|dealt|holds?|theres?|there are)"
_COUNTED = re.compile(
    rf"\b(?:{_HAS}(?: only| just| got| been dealt| in here)* )?(?:\d+|{_FIGURES}) cards\b", re.I
)
"""A number of cards, often after “has” or “was dealt”."""
_RIGHT = re.compile(
    r"\b(?:how|do|does|can|may|if|each|every\w*|with|need|of|left|score|points?|worth|tricks?)\b",
    re.I,
)
"""Words of questions about numbers of cards that are right."""


def searched(query: str) -> str:
    """The query without the cards that were played, "who wins the trick 5H 3S": no rule is about
    them. The cards alone stay. A number of cards that somebody has is read as a wrong number."""
    query = " ".join(_CARDS.sub(" ", query).split()).strip(" ,:?") or query
    if _RIGHT.search(query):
        return query
    return _COUNTED.sub("wrong number of cards", query.replace("’", "'").replace("'ve", " have"))


class SearchedGame(Protocol):
    """A game whose rules are searched; `named` is the house rule that holds its name, or ""."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def named(self) -> str: ...

    @property
    def rules(self) -> RuleSheet: ...
