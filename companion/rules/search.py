"""Searching the rules: by id, by question or by words, tolerant of typing errors.

An inverted index over every rule sheet, a row for each rule. A word weighs by how rare it is, and
in a row by the field where it stands; a question that the rule answers weighs by how much of it and
of the query are the same. Plain rules stand before rulings.

A known game is never left. If no game is known and the query names one, that one is searched alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from companion.rules import HouseRules, markdown
from companion.rules.pieces import AskedAnswer, RuleText
from companion.rules.query import SearchedGame, searched
from companion.rules.vocabulary import SMALL, Names, Vocabulary, excerpt_of, pairs, terms
from companion.rules.wording import SheetText, under

TITLE, WORDS, ASKED, BODY = 6.0, 4.0, 3.5, 1.0
"""Weights of a rule's fields: title, synonyms and house rules, its questions, text."""
PAIR = 0.9
"""Weight of two adjacent words that are adjacent in the query, relative to the single words."""
NAME = 0.1
"""Weight of a word of the game's name."""
RULING, AGREED = 0.82, 0.6
"""Weights of a ruling and an agreed extra, relative to a plain rule."""
SAME = 1.5
"""Weight of a question that a rule answers and that is the query's own."""
CLEAR, CLEAR_OF_ALL, ENOUGH, SCARCE = 1.6, 1.8, 0.5, 0.45
"""How far the first result is ahead in one game, and in all, to be the answer; the share of the
query it must match; and the share below which it matches little."""


@dataclass(frozen=True)
class Found:
    """A search result; `said` is the rule's own question that matches the query, if any."""

    game: SearchedGame
    rule: RuleText
    excerpt: str
    said: AskedAnswer | None = None
    score: float = 0.0
    share: float = 1.0
    """The share of the query that the rule matches, 0 to 1."""


@dataclass(frozen=True)
class SearchResult:
    """The rules that fit a query: best first in one game, or in all."""

    game: str
    """Key of the game searched: the known one, else the one that the query names; "" is all."""
    title: str
    """The game's title; "" for all."""
    found: Sequence[Found]
    others: Sequence[SearchedGame] = ()
    """Other games whose whole title the query says: the same can be asked there."""
    alone: bool = False
    """The query is the name of a game, perhaps nearly spelt, and asks nothing."""

    @property
    def sure(self) -> bool:
        """True if the first result is clearly ahead of all others."""
        if not self.found or self.found[0].share < ENOUGH or self.alone or self.others:
            return False
        ahead = CLEAR if self.game else CLEAR_OF_ALL
        return len(self.found) == 1 or self.found[0].score >= ahead * self.found[1].score

    @property
    def weak(self) -> bool:
        """True if even the first result matches little of the query."""
        return not self.found or self.found[0].share < SCARCE


@dataclass(frozen=True)
class _Row:
    """A rule in the index, with its text without marks."""

    game: SearchedGame
    rule: RuleText
    plain: str
    weight: float


@dataclass
class _Question:
    """A question that a rule answers: its row, and the weight of its words."""

    row: int
    said: AskedAnswer
    weight: float = 0.0


class Index:
    """The index over some games, under standard rules or house `rules` (by game key)."""

    def __init__(
        self, games: Iterable[SearchedGame], rules: Mapping[str, HouseRules] | None = None
    ) -> None:
        self.games = {game.key: game for game in games}
        self.sheets: dict[str, SheetText] = {
            key: under(game.rules, (rules or {}).get(key)) for key, game in self.games.items()
        }
        self._rows: list[_Row] = []
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        self._questions: list[_Question] = []
        self._asking: dict[str, set[int]] = defaultdict(set)
        for key, sheet in self.sheets.items():
            for rule in sheet.rules.values():
                self._add(self.games[key], rule)
        self._rarity = {
            term: log(1 + len(self._rows) / len(rows)) for term, rows in self._postings.items()
        }
        self._sizes = Counter(row.game.key for row in self._rows)
        for term, numbers in self._asking.items():
            for number in numbers:
                self._questions[number].weight += self._telling(term)
        self._vocabulary = Vocabulary(term for term in self._postings if " " not in term)
        titled = {key: game.title for key, game in self.games.items() if not game.named}
        also = {key: self.sheets[key].meta.get("also", "") for key in titled}
        self._names = Names(titled, also, self._postings)

    def _rare(self, term: str, game: str) -> float:
        """The rarity of a word in the rules of a game, or in all rules if the game lacks it."""
        rows = self._postings.get(term, ())
        own = sum(self._rows[row].game.key == game for row in rows) if game else 0
        return log(1 + self._sizes[game] / own) if own else self._rarity[term]

    def _add(self, game: SearchedGame, rule: RuleText) -> None:
        number, text = len(self._rows), markdown.stripped(rule.text)
        options = " . ".join(option.title for option in rule.options)
        asked = [terms(entry.question) for entry in rule.asked]
        weight = AGREED if rule.id.endswith("-ADJ") else RULING if _RULING.search(rule.id) else 1.0
        self._rows.append(_Row(game, rule, text, weight))
        for entry, words in zip(rule.asked, asked, strict=True):
            for term in words:
                self._asking[term].add(len(self._questions))
            self._questions.append(_Question(number, entry))
        best_asked: dict[str, float] = {}
        for words in asked:
            for term, value in _worths(words, ASKED).items():
                best_asked[term] = max(value, best_asked.get(term, 0.0))
        worths: dict[str, float] = defaultdict(float)
        for field in (
            _worths(terms(rule.title), TITLE),
            _worths(terms(f"{rule.words} . {options}"), WORDS),
            _worths(terms(text), BODY),
            best_asked,
        ):
            for term, value in field.items():
                worths[term] += value
        for term, worth in worths.items():
            self._postings[term][number] = worth / (worth + SATED)

    def find(self, query: str, game: str = "", limit: int = 20) -> list[Found]:
        """The matching rules, best first; if an id is the query, that rule alone."""
        return [*self.answer(query, game, limit).found]

    def answer(self, query: str, game: str = "", limit: int = 20) -> SearchResult:
        """What the rules have on a query in a game, or in all games."""
        query = searched(query[:200])
        for row in self._rows:
            if row.rule.id == query.strip().upper() and game in ("", row.game.key):
                title = self.games[game].title if game else ""
                return SearchResult(game, title, [Found(row.game, row.rule, row.plain[:200])])
        name = self._names.named(query, game)
        others = [self.games[key] for key in self._names.titles(query) if game not in ("", key)]
        key = game or name.game
        title = self.games[key].title if key in self.games else ""
        named = name.words.union(*(terms(other.title) for other in others))
        hits = self._ranked(query, terms(query), named, key, limit)
        return SearchResult(key, title, hits, others, name.alone)

    def _ranked(
        self, query: str, every: list[str], named: Container[str], game: str, limit: int
    ) -> list[Found]:
        words = [word for word in dict.fromkeys(every) if word not in SMALL]
        last = every[-1] if every and query[-1:].isalnum() and len(every[-1]) > 2 else ""
        meant = {word: self._vocabulary.meant(word, word == last) for word in words}
        weights = {
            word: (NAME if word in named else 1.0)
            * (
                self._rare(word, game)
                if word in self._rarity
                else max((self._rare(term, game) * ways[term] for term in ways), default=UNKNOWN)
            )
            for word, ways in meant.items()
        }
        if not (whole := sum(weights.values())):
            return []
        scores, shares = self._matches(meant, weights, game)
        bigrams = pairs([word for word in every if word not in named])
        for pair in filter(self._rarity.__contains__, bigrams):
            worth = PAIR * self._rare(pair, game)
            for row, value in self._postings[pair].items():
                if row in scores:
                    scores[row] += worth * value
        alike = self._alike(every, meant, weights, whole)
        for row in shares:
            shares[row] /= whole
            like = alike[row][0] if row in alike else 0.0
            own = SAME * whole * like**2
            scores[row] = self._rows[row].weight * (scores[row] * (0.25 + shares[row]) + own)
        order = sorted(scores, key=lambda row: -scores[row])[:limit]
        hits = []
        for row in order:
            like, asked = alike.get(row, (0.0, None))
            similar = like >= LIKE and len(words) > 1  # a single word asks nothing
            one, answer = self._rows[row], asked if similar and asked and asked.answer else None
            excerpt = excerpt_of(one.plain, words)
            hits.append(Found(one.game, one.rule, excerpt, answer, scores[row], shares[row]))
        return hits

    def _matches(
        self, meant: Mapping[str, Mapping[str, float]], weights: Mapping[str, float], game: str
    ) -> tuple[dict[int, float], dict[int, float]]:
        """By row: its score, and the weight of the words that it matches."""
        scores: dict[int, float] = defaultdict(float)
        shares: dict[int, float] = defaultdict(float)
        for word, ways in meant.items():
            weight = weights[word]
            best: dict[int, float] = {}
            for term, worth in ways.items():
                worth *= min(self._rare(term, game), weight) / weight
                for row, value in self._postings[term].items():
                    if value * worth > best.get(row, 0.0):
                        best[row] = value * worth
            for row, value in best.items():
                own = self._rows[row].game
                if own.key == game or (not game and not own.named):
                    scores[row] += weight * value
                    shares[row] += weight * min(1.0, value * FULL)
        return scores, shares

    def _telling(self, term: str) -> float:
        """The weight of a word of a question."""
        return self._rarity.get(term, 1.0) * (SLIGHT if term in SMALL else 1.0)

    def _alike(
        self,
        every: Sequence[str],
        meant: Mapping[str, Mapping[str, float]],
        weights: Mapping[str, float],
        whole: float,
    ) -> dict[int, tuple[float, AskedAnswer | None]]:
        """By row: how like the query the closest of its questions is, 0 to 1, and which it is."""
        had: dict[int, float] = defaultdict(float)
        met: dict[int, float] = defaultdict(float)
        for word, ways in meant.items():
            best: dict[int, tuple[float, float]] = {}
            for term, worth in ways.items():
                telling = self._telling(term)
                for number in self._asking.get(term, ()):
                    if worth > best.get(number, (0.0, 0.0))[0]:
                        best[number] = worth, worth * telling
            for number, (worth, telling) in best.items():
                had[number] += worth * weights[word]
                met[number] += telling
        for word in filter(SMALL.__contains__, dict.fromkeys(every)):
            telling = self._telling(word)
            for number in self._asking.get(word, ()):
                if number in had:
                    met[number] += telling
        alike: dict[int, tuple[float, AskedAnswer | None]] = {}
        for number, share in had.items():
            question = self._questions[number]
            like = OF_QUERY * share / whole + (1 - OF_QUERY) * min(
                1.0, met[number] / question.weight
            )
            if like > alike.get(question.row, (0.0, None))[0]:
                alike[question.row] = like, question.said
        return alike


def _worths(words: Sequence[str], worth: float) -> dict[str, float]:
    """The weight of each word of a field, and of each pair of words: less in a long field."""
    short = worth / (0.4 + 0.6 * len(words) / LENGTH[worth])
    return {term: short * times for term, times in Counter([*words, *pairs(words)]).items()}


LENGTH = {TITLE: 3, WORDS: 8, ASKED: 8, BODY: 35}
"""A usual number of words in each field."""
SATED = 4.0
"""Field weight at which a term has half its maximum."""
FULL = 2.2
"""A match this many times as strong would count as all of its word."""
UNKNOWN = 2.5
"""The rarity of a word that no rule has."""
SLIGHT, OF_QUERY = 0.3, 0.7
"""Weight of a common word in a question; and weight of the share of the query that the question
covers, relative to the share of the question that the query covers."""
LIKE = 0.6
"""The least similarity to the query of a question that is shown."""
_RULING = re.compile(r"-R\d+$")
