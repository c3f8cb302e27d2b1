"""Questions answered with free text that a game package parses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.questions.base import A, Below, Question
from companion.words import listed, units


@dataclass(eq=False, slots=True)
class Words(Question[A]):
    """Free text of up to `most` characters that `read` parses; `samples` are examples."""

    kind = "words"

    read: Callable[[str], A] = field(kw_only=True)
    most: int = field(default=400, kw_only=True)
    show_as: Callable[[A], str] = field(default=str, kw_only=True)

    def parse(self, text: str) -> A:
        if len(text) > self.most:
            raise self.refuse(
                f"That is {units(len(text), 'letter')}; {self.most} is the most.", "too_long"
            )
        return self.checked(self.read, text)

    def write(self, value: A) -> str:
        return self.show_as(value)

    def show(self, value: A) -> str:
        return self.show_as(value)

    def draw(self, below: Below) -> str:
        raise LookupError(f"{self.key}: words need samples to draw from")

    def legal(self) -> str:
        return listed(self.texts())
