"""What of a query is searched."""

from __future__ import annotations

import re

_CARD = r"(?:10|[2-9TJQKA])\s?[♣♦♥♠CDHScdhs]"
_CARDS = re.compile(rf"(?<!\w){_CARD}(?:[,;]?\s+{_CARD})+(?!\w)")


def without_cards(query: str) -> str:
    """The query without the cards that were played, "who wins the trick 5H 3S": no rule is about
    them. The cards alone stay."""
    return " ".join(_CARDS.sub(" ", query).split()).strip(" ,:?") or query
