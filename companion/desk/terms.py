"""The words of a text as the search knows them: cards and numbers spelt one way, endings cut."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from pathlib import Path


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The word without its ending, and irregular forms as one: "bids", "bidding": "bid"."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) > 2 and not word.endswith(("ss", "us", "is")):
            if ending in ("ing", "ed"):
                if not re.search("[aeiouy]", rest):
                    continue
                if rest[-1] == rest[-2] and rest[-1] not in "lsz":
                    return rest[:-1]
                return IRREGULAR.get(rest, rest)
            if ending == "es" and not rest.endswith(("s", "x", "z", "ch", "sh", "o")):
                continue
            return IRREGULAR.get(rest, rest)
    return word


SPOKEN = Path(__file__).with_name("synonyms.txt").read_text(encoding="utf-8").splitlines()
"""What is known of words: "word: synonyms", "word < foreign words", "word = its forms"."""
IRREGULAR = {
    form: word
    for word, forms in (line.split(" = ") for line in SPOKEN if " = " in line)
    for form in forms.split()
}
"""Forms of a word that its ending does not tell, and numbers in words."""
SUITS = {"♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs "}
COURT = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}

STOP = (
    "a an and any anyone are as at be because been but by can cause could did do does"
    " doesnt dont for from get got had happen happened happens has have he her here him"
    " his how i if im in is isnt it its just let many may me much must my now of ok on or"
    " our she should so somebody someone still than that thats the their them then there"
    " these they this to too us use was we well were what whats when where which who whom"
    " whos whose why will with would yet you your youre"
)
SMALL = frozenset(form for word in STOP.split() for form in (word, stem(word)))
"""Words that say little by themselves, and their stems."""


def wanted(query: str) -> list[str]:
    """The words of a query without stop words and words of one or two letters."""
    return [word for word in _words(query) if word not in SMALL and len(word) > 2]


def _words(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold())
                   if not unicodedata.combining(c))  # fmt: skip
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", bare))


def terms(text: str) -> list[str]:
    """The text as words of the index: numbers as figures, suits and court cards as words."""
    return [stem(word) for word in _words(spelt(text))]


def pairs(words: Sequence[str]) -> list[str]:
    """Words that stand side by side, those that say little left out: "9 trump"."""
    telling = [word for word in words if word not in SMALL]
    return [f"{one} {other}" for one, other in pairwise(telling) if one != other]


def spelt(text: str) -> str:
    """The text with cards as words ("K♠": "king spades"), "no-trump" and "keep score" as one."""
    text = re.sub(r"\b([AKQJ])(?=[♠♥♦♣])", lambda found: COURT[found[1]], text)
    text = "".join(SUITS.get(letter, letter) for letter in text)
    text = re.sub(r"(?<=\w)['’](?=\w)", "", text)
    text = re.sub(r"\bkeep(?:ing|s)? (?:the )?score\b", "score", text, flags=re.IGNORECASE)
    return re.sub(r"\bno[- ]trumps?\b", "notrump", text, flags=re.IGNORECASE)


class Spelling:
    """Finds the words of a vocabulary that are spelt nearly like another."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._having: dict[str, list[str]] = defaultdict(list)
        for word in vocabulary:
            for part in _parts(word):
                self._having[part].append(word)

    def near(self, word: str) -> dict[str, float]:
        """Up to three words spelt nearly so, with their likeness (0 to 1)."""
        shared: Counter[str] = Counter()
        for part in _parts(word):
            shared.update(self._having.get(part, ()))
        likely = sorted(shared, key=lambda each: -2 * shared[each] / (len(word) + len(each) + 2))
        cutoff = 0.74 if len(word) < 8 else 0.66  # longer words may differ more
        found = {each: likeness(word, each) for each in likely[:15]}
        best = sorted((each for each in found if found[each] >= cutoff), key=lambda x: -found[x])
        return {each: found[each] for each in best[:3]}


def _parts(word: str) -> set[str]:
    """The pairs of neighbouring letters, the word's ends included."""
    return {a + b for a, b in zip(f" {word}", f"{word} ", strict=True)}


def likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
