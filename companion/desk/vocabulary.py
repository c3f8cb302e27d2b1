"""Vocabulary, the words of an index: what a word of a query means there, where it stands, and which
game a query names, by its title, another name of it or a word of one, nearly spelt."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.desk.terms import SMALL, SPOKEN, Spelling, likeness, stem, terms
from companion.rules.wording import SheetText

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


class Names:
    """Finds the game that a query names: by its title, another name, or a word of one."""

    def __init__(
        self, sheets: Mapping[str, SheetText], spoken_in: Mapping[str, Collection[str]]
    ) -> None:
        """`spoken_in`: the keys of the games whose rules have a word."""
        self._known = spoken_in
        self._whole: dict[tuple[str, ...], str] = {}
        self._titles: dict[str, set[str]] = {}
        owners: dict[str, set[str]] = defaultdict(set)
        for key, sheet in sheets.items():
            also = re.sub(r"\([^)]*\)", "", sheet.meta.get("also", ""))
            for name in (sheet.title, *re.split(r"[,;]", also)):
                words = tuple(word for word in terms(name) if word not in SMALL)
                if words:
                    self._whole.setdefault(words, key)
                    self._whole.setdefault(("".join(words),), key)
                for word in words:
                    owners[word].add(key)
            title = terms(sheet.title)
            self._titles[key] = {*title, "".join(title)}
        # The words of a longer name must be spelt more nearly so.
        self._names = {"".join(words) for words in self._whole}
        for word, games in owners.items():
            if len(games) == 1 and games.issuperset(spoken_in.get(word, ())) and len(word) > 2:
                self._whole.setdefault((word,), next(iter(games)))
        self._single = [word for (word, *more) in self._whole if not more and len(word) > 3]
        self._longest = max(map(len, self._whole))

    def named(self, words: Iterable[str]) -> tuple[str, set[str], bool]:
        """The game named, "" if none is or several are; the words of its title; whether nothing
        else is said."""
        words = [word for word in words if word not in SMALL]
        found: list[tuple[str, tuple[str, ...]]] = []
        place = 0
        while place < len(words):
            for size in range(min(self._longest, len(words) - place), 0, -1):
                part = tuple(words[place : place + size])
                if key := self._whole.get(part) or self._nearly(part):
                    found.append((key, part))
                    place += size - 1
                    break
            place += 1
        keys = {key for key, _ in found}
        if len(keys) != 1:
            return "", set(), False
        key, said = keys.pop(), [(part, word) for _, part in found for word in part]
        of_title = {word for part, word in said if self._of_title(key, part, word)}
        return key, of_title, len(said) == len(words)

    def _nearly(self, part: tuple[str, ...]) -> str:
        """The game with a name spelt nearly so."""
        word = "".join(part)
        if len(word) < 5 or len(part) > 2 or all(each in self._known for each in part):
            return ""
        near = [(likeness(word, name), name) for name in self._single
                if name[0] == word[0] and abs(len(name) - len(word)) < 3]  # fmt: skip
        score, name = max(near, default=(0.0, ""))
        alone = len(part) == 1 and name in self._names
        return self._whole[(name,)] if score >= (0.72 if alone else 0.85) else ""

    def _of_title(self, key: str, part: tuple[str, ...], word: str) -> bool:
        title = self._titles[key]
        return word in title or "".join(part) in title or self._nearly(part) == key
