"""Vocabulary, the words of an index: what a word of a query means there, and where it stands; and
what players say beside the words of the rule sheets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from companion.desk.terms import Spelling, stem

ALIASES = {
    "starts": "leads first deals speaks",
    "begins": "leads first deals speaks",
    "revoke": "renege follow suit",
    "bomb": "key card sixteen dynamite",
    "kitty": "widow stock",
    "talon": "widow stock",
    "undertrick": "broken set short",
    "overtrick": "over extra made",
    "tie": "tie level equal draw",
    "draw": "tie level equal draw",
    "joker": "joker blooper",
    "bower": "jack",
    "nil": "zero null nullo misere",
    "misere": "zero null nullo",
    "moon": "slam all tricks",
    "ruff": "trump",
    "redeal": "thrown in pass misdeal redeal",
    "knave": "jack",
    "handicap": "adjustment",
    "penalty": "revoke adjustment penalty",
    "bonus": "bonus extra",
    "winner": "wins game target end",
    "finish": "end target out wins",
    "everyone": "everybody all nobody",
    "everybody": "everyone all nobody",
    "nobody": "everybody everyone none",
    "same": "equal level tie",
    "tied": "tie level equal draw",
    "level": "tie equal draw",
    "past": "over reach beyond",
    "steal": "free swap replace take",
    "ran": "run runs empty gone",
    "empty": "gone run runs",
    "lied": "lie denied false",
    "lie": "lied denied false",
    "cheat": "lie denied revoke",
    "cant": "cannot stuck",
    "stuck": "cannot blocked",
    "move": "play stuck",
    "forced": "must force compulsory",
    "allowed": "legal may",
    "misdeal": "misdeal wrong number foul",
    "miscount": "miscounted count",
    "set": "set broken down",
    "down": "broken set below",
    "quads": "four kind",
    "trips": "three kind set",
    "sequence": "run rope sequence",
    "straight": "run rope sequence",
    "meld": "meld spread set run",
    "discard": "discard throw",
    "wild": "joker wild king ten",
    "chips": "chips stake pot ante",
    "teams": "partners partnership sides",
    "partner": "partner partners",
    "widow": "widow kitty",
    "pot": "pot ante stake",
    "fold": "drop dropping",
    "slough": "discard throw",
    "capot": "slam all",
    "honours": "honours game count ten",
    "target": "target game end",
    "score": "score points worth",
    "worth": "worth value points",
    "misère": "zero null nullo",
    "frozen": "frozen limit freeze",
    "under": "below",
    "over": "above",
    "void": "void cannot follow missing",
    "partners": "partner partners side",
    "opponent": "opponent defender other",
    "opponents": "opponents defenders other",
    "overcall": "beat higher bid",
    "trey": "three 3",
    "deuce": "two 2",
    "hit": "force hit",
    "negative": "below zero minus",
    "minus": "below zero negative",
    "run": "run rope sequence",
    "swap": "exchange change swap",
    "exchange": "exchange swap change draw",
    "neither": "neither nobody",
    "someone": "somebody opponent anyone",
    "beat": "beat beats higher highest",
    "pays": "pay pays paid",
    "broke": "chips buy",
    "cover": "cover face turned",
    "notrump": "trump nt",
    "nt": "notrump",
}
"""Synonyms: what players say, and the words of the rule sheets."""

ABROAD = {
    "trump": "atout atouts kozyr козир козирь козырь козыри triunfo triunfos trunfo trumpf troef"
    " trumf atu briscola koz adut kozier",
    "trick": "stich levee baza baza slag stik взятка взятки prise vaza",
    "pass": "passe paso passo pas пас",
    "bid": "enchere mise puja subasta gebot reizen ставка заявка",
    "hearts": "coeur coeurs herz corazones copas чирва черви kier",
    "spades": "pique piques pik picas espadas піки пики",
    "diamonds": "carreau carreaux karo diamantes бубна бубны",
    "clubs": "trefle trefles kreuz treboles хреста трефы",
    "jack": "valet bube sota валет",
    "queen": "dame reina дама",
    "king": "roi konig rey король",
    "ace": "as ass туз",
}
"""Foreign card terms by the English one, without accents."""
MEANT = {word: english for english, words in ABROAD.items() for word in words.split()}
MEANT["renege"] = "revoke"


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
