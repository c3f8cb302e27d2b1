"""A pattern that a test knows to be there."""

import re


def match_in(pattern: str, text: str, flags: int = 0) -> re.Match[str]:
    """The first place in the text that fits; fails with the pattern where there is none."""
    match = re.search(pattern, text, flags)
    assert match, f"nothing fits {pattern!r}"
    return match
