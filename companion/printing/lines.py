"""A correction of how WeasyPrint breaks lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def whole_lines(split: Callable[..., Any]) -> Callable[..., Any]:
    """Return WeasyPrint's `split_first_line` without a break after the first word of a text that
    has room on its line.

    WeasyPrint 70 breaks there if only the space at the end of the text has no room. A tag follows
    such a text: "first and leads. Nell & Pia <b>−35</b>".
    """

    @wraps(split)
    def first_line(text: str, *rest: Any, **more: Any) -> Any:
        line = split(text, *rest, **more)
        bare, end = text.rstrip(" "), line[2]
        if end and end < len(bare.encode()) and " " not in text.encode()[:end].decode().strip():
            again = split(bare, *rest, **more) if bare != text else line
            if again[2] is None:
                return (*again[:2], len(text.encode()), *again[3:])
        return line

    return first_line
