"""Vocabulary, the words of an index: what a word of a query means there, and where it stands; and
what players say beside the words of the rule sheets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from companion.desk.terms import SPOKEN, Spelling, stem

ALIASES = dict(line.split(": ") for line in SPOKEN if ": " in line and line[0] != "#")
"""Synonyms: what players say, and the words of the rule sheets."""
ABROAD = [line.split(" < ") for line in SPOKEN if " < " in line]
MEANT = {word: english for english, words in ABROAD for word in words.split()}
"""The English card term of a foreign one."""


ALSO, BEGUN = 0.5, 0.6
"""Weights of a synonym and of a word that is only begun."""
ALSO_MEANT = {
    stem(word): tuple(
        dict.fromkeys(stem(other) for other in others.split() if stem(other) != stem(word))
    )
    for word, others in ALIASES.items()
}
"""Synonyms by stem."""


class Vocabulary:
    """The words of an index, without its pairs of words."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = dict.fromkeys(words)
        self._prefixes = sorted(self._words)
        self._spelling = Spelling(word for word in self._words if len(word) > 2)

    def meant(self, word: str, unfinished: bool) -> dict[str, float]:
        """Words of the index with weights: the word, its synonyms, or the nearest spellings."""
        meant = {word: 1.0}
        english = MEANT.get(word, "")
        if english:
            meant[stem(english)] = 1.0
        for other in ALSO_MEANT.get(word, ()) + (
            ALSO_MEANT.get(stem(english), ()) if english else ()
        ):
            meant.setdefault(other, ALSO)
        if len(meant) == 1 and len(word) > 3 and word not in self._words:
            begun = self._begun(word)
            meant |= dict.fromkeys(begun, BEGUN) if begun else self._spelling.near(word)
            for near in list(meant)[1:2]:
                for other in ALSO_MEANT.get(near, ()):
                    meant.setdefault(other, ALSO * ALSO)
        elif unfinished and len(word) > 3:
            meant |= {term: BEGUN for term in self._begun(word) if term not in meant}
        return {term: worth for term, worth in meant.items() if term in self._words}

    def _begun(self, word: str) -> list[str]:
        """Up to five words of the index that begin so."""
        place = bisect_left(self._prefixes, word)
        return [term for term in self._prefixes[place : place + 6] if term.startswith(word)
                and term != word][:5]  # fmt: skip


def excerpt_of(text: str, words: Sequence[str]) -> str:
    """28 words of the text, from the first sentence that contains a word of the query."""
    sentences = re.split(r"(?<=[.:;]) ", text)
    speaks = (any(word in each.casefold() for word in words) for each in sentences)
    first = next((place for place, found in enumerate(speaks) if found), 0)
    rest = " ".join(sentences[first:]).split()
    return ("… " if first else "") + " ".join(rest[:28]) + (" …" if len(rest) > 28 else "")
