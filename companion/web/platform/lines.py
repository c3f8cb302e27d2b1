"""Jinja extension: line breaks that only lay out the source are removed from the page.

As in JSX, a line break with the spaces around it is dropped next to a tag or a block, and becomes
one space between words and inside a tag. Templates have one element a line at no cost in bytes.
"""

from __future__ import annotations

import re

from jinja2.ext import Extension

_PART = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<(?=[A-Za-z/!])|>|[ \t]*\n\s*", re.S)
"""Jinja syntax, the beginning and end of a tag, and line breaks."""
_TRIMS = ("{%-", "{{-", "{#-"), ("-%}", "-}}", "-#}")


class Lines(Extension):
    """Removes layout from template sources; line numbers in errors stay right."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        in_tag, end = False, 0
        found: list[str] = []
        for part in _PART.finditer(source):
            found.append(source[end : part.start()])
            end, text = part.end(), part[0]
            if text == "<":
                in_tag = True
            elif text == ">":
                in_tag = False
            elif text.isspace():
                before, after = source[: part.start()], source[end:]
                text = " " * _parts(before, after, in_tag) + "{#" + "\n" * text.count("\n") + "#}"
            found.append(text)
        return "".join(found) + source[end:]


def _parts(before: str, after: str, in_tag: bool) -> bool:
    """True if a line break separates words or attributes."""
    if not before or not after or after.startswith(_TRIMS[0]) or before.endswith(_TRIMS[1]):
        return False
    if in_tag:
        return not after.startswith("{%")  # a block has its own: {% if … %} checked{% endif %}
    return not (before[-1] in ">}" or after[0] in "<{")
