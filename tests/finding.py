"""Regular expressions that must match."""

import re


def match_in(pattern: str, text: str, flags: int = 0) -> re.Match[str]:
    """The first match; fails with the pattern if there is none."""
    match = re.search(pattern, text, flags)
    assert match, f"nothing fits {pattern!r}"
    return match
