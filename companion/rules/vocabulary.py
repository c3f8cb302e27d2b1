"""The words of a text as the search uses them, cards and numbers spelt one way, endings cut; and
Vocabulary, the words of an index with the meaning of a query's words. Names finds the games that a
query names."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from companion.cards import RANK_WORDS, Suit


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
"""Facts about words: "word: synonyms", "word < foreign words", "word = its forms", "phrase >
words"."""
IRREGULAR = {
    form: word
    for word, forms in (line.split(" = ") for line in SPOKEN if " = " in line)
    for form in forms.split()
}
"""Forms of a word that its ending does not tell, and numbers in words."""

PHRASES = dict(line.split(" > ") for line in SPOKEN if " > " in line)
"""The terms of several words that players use, with the words of the rule sheets."""
_PHRASES = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)

STOP = (
    "a an and any anyone are as at be because been but by can cause could did do does"
    " doesnt dont for from get got had happen happened happens has have he her here him"
    " his how i if im in is isnt it its just let many may me much must my now of ok on or"
    " our she should so somebody someone still than that thats the their them then there"
    " these they this to too us use was we well were what whats when where which who whom"
    " whos whose why will with would yet you your youre"
    " again already also am em even gonna gotta guy guys hers herself himself like mine myself"
    " please right stuff thing though wanna whatever yeah til till until"
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
    text = re.sub(r"\b([AKQJ])(?=[♠♥♦♣])", lambda match: RANK_WORDS[match[1]], text)
    for suit in Suit:
        text = text.replace(suit.symbol, f" {suit.word} ")
    text = re.sub(r"(?<=\w)['’](?=\w)", "", text)
    text = _PHRASES.sub(lambda match: PHRASES[match[0].casefold()], text)
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
        scores = {each: likeness(word, each) for each in likely[:15]}
        best = sorted((each for each in scores if scores[each] >= cutoff), key=lambda x: -scores[x])
        return {each: scores[each] for each in best[:3]}


def _parts(word: str) -> list[str]:
    """The pairs of neighbouring letters, each once, the word's ends included."""
    return [*dict.fromkeys(a + b for a, b in zip(f" {word}", f"{word} ", strict=True))]


def likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


ALIASES = dict(line.split(": ") for line in SPOKEN if ": " in line and line[0] != "#")
"""Synonyms: what players say, and the words of the rule sheets."""
ABROAD = [line.split(" < ") for line in SPOKEN if " < " in line]
MEANT = {word: english for english, words in ABROAD for word in words.split()}
"""The English card term of a foreign one."""


ALSO, BEGUN = 0.35, 0.6
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
    first = next((place for place, hit in enumerate(speaks) if hit), 0)
    rest = " ".join(sentences[first:]).split()
    return ("… " if first else "") + " ".join(rest[:28]) + (" …" if len(rest) > 28 else "")


@dataclass(frozen=True)
class Name:
    """The game that a query names; without one, `game` is ""."""

    game: str = ""
    words: frozenset[str] = frozenset()
    """The words of the query, as terms, that belong to the title."""
    alone: bool = False
    """True if the query has no other words except common ones."""


class Names:
    """Finds the games that a query names: by the whole title, which may have a slip if no game is
    known yet, or by another whole name. A part of a name is no name: players catch, chase and pan.
    """

    def __init__(
        self, titles: Mapping[str, str], also: Mapping[str, str], known: Container[str]
    ) -> None:
        """`titles`: by the game's key. `also`: other names, with commas. `known`: words of the
        rules, which are never a name with a slip."""
        self._known = known
        self._titles = {f" {' '.join(_words(spelt(titles[key])))} ": key for key in titles}
        self._also = {
            f" {' '.join(_words(spelt(name)))} ": key
            for key, names in also.items()
            for name in re.split(r"[,;]", re.sub(r"\([^)]*\)", "", names))
            if name.strip()
        }
        self._terms = {key: terms(title) for key, title in titles.items()}
        self._likely = sorted(
            ((name, key) for key, title in self._terms.items()
             for name in (title, *([word] for word in title if len(word) >= LONG))),
            key=lambda likely: -len("".join(likely[0])),
        )  # fmt: skip

    def titles(self, query: str) -> list[str]:
        """Keys of the games whose exact title is in the query, the longest first."""
        return _said(query, self._titles)[0]

    def named(self, query: str, game: str = "") -> Name:
        """The one game that the query names. If `game` is known, its names alone are looked for."""
        for names in (self._titles, self._also):
            own = {name: key for name, key in names.items() if game in ("", key)}
            keys, rest = _said(query, own)
            if len({*keys}) == 1:
                title = frozenset(self._terms[keys[0]])
                return Name(keys[0], title, SMALL.issuperset(terms(rest)))
            if keys:
                return Name()
        return self._nearly(terms(query), game)

    def _nearly(self, words: Sequence[str], game: str) -> Name:
        """The one game whose whole title, or a long word of it, is spelt nearly so."""
        rest, near = [*words], dict[str, list[str]]()
        for name, key in self._likely:
            if game not in ("", key):
                continue
            for size in {1, len(name)}:
                for place in range(len(rest) - size + 1):
                    part = rest[place : place + size]
                    if self._like(part, name):
                        near.setdefault(key, []).extend(part)
                        rest[place : place + size] = [""] * size
        if len(near) != 1:
            return Name()
        ((key, parts),) = near.items()
        return Name(key, frozenset(parts), SMALL.issuperset(filter(None, rest)))

    def _like(self, part: Sequence[str], name: Sequence[str]) -> bool:
        one, other = "".join(part), "".join(name)
        if one == other:
            return True
        if min(len(one), len(other)) < 5 or all(word in self._known for word in part):
            return False
        if len(name) > 1:
            return one[0] == other[0] and likeness(one, other) >= SLIPS
        return _sounds(one) == _sounds(other) and likeness(one, other) >= SLIP


LONG = 8
"""Letters of a word of a title that can replace the whole title."""
SLIP, SLIPS = 0.72, 0.85
"""Least similarity to a title of one word, with the right consonants, and of several words."""


@lru_cache(maxsize=1024)
def _sounds(word: str) -> str:
    """The consonants that are heard, each once in a row: "doubel" and "dubble" are one."""
    heard = re.sub("[aeiouyhw]", "", word.translate(str.maketrans("ckqz", "kkks")))
    return re.sub(r"(.)\1+", r"\1", heard)


def _said(query: str, names: Mapping[str, str]) -> tuple[list[str], str]:
    """Keys of the names in the query, the longest first, and the query without them."""
    text = f" {' '.join(_words(spelt(query)))} "
    keys = []
    for name in sorted(names, key=len, reverse=True):
        if name in text:
            keys.append(names[name])
            text = text.replace(name, "  ")
    return keys, text
