"""Choices whose options are dear to make: a replay judges the answer given, a page all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.questions import Choice, Option

A = TypeVar("A")


def judged(
    key: str,
    prompt: str,
    rule: str,
    texts: Sequence[str],
    judge: Callable[[str], Option[A]],
    *,
    columns: int = 2,
    hint: str = "",
    **more: Any,
) -> Choice[A]:
    """A choice among these texts; `judge` makes the option of one, with its reason if impossible.

    A replay asks for one answer and judges one; a page that shows the question judges them all.
    """

    def accept(text: str) -> A | None:
        if text not in texts:
            return None
        found = judge(text)
        return None if found.refusal else found.value

    def options() -> list[Option[A]]:
        return [judge(text) for text in texts]

    return Choice(key, prompt, rule, options, accept=accept, columns=columns, hint=hint, **more)
