"""Full-text search over the rules: by id, word or synonym, tolerant of typing errors.

An in-memory SQLite FTS5 index over every rule sheet, with a row for each rule and for each question
a rule answers. Every word of a query is looked up separately, with its synonyms; a row's score is
the sum of its words' BM25 scores times the share of the query that it matches.
"""

from __future__ import annotations

import re
import sqlite3
import threading
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from companion.engine.game import Game
from companion.rules import HouseRules, markdown
from companion.rules.wording import AskedAnswer, RuleText, SheetText, under

ALIASES = {
    "starts": "leads first deals speaks",
    "begins": "leads first deals speaks",
    "renege": "revoke follow suit",
    "revoke": "revoke follow suit",
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
    "reneged": "revoke renege follow suit",
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
FIGURES = {
    word: str(number)
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2
    )
}
SUITS = {"♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs "}


@dataclass(frozen=True)
class Found:
    """A search result; `said` is the rule's own question that matches the query, if any."""

    game: Game
    rule: RuleText
    excerpt: str
    said: AskedAnswer | None = None


@dataclass(frozen=True)
class _Place:
    """A row of the index: a rule, or one of the questions it answers."""

    game: str
    id: str
    question: int
    """Index among the rule's questions; -1 for the rule itself."""


class Index:
    """The index over some games, under standard rules or house `rules` (by game key).

    Thread-safe.
    """

    def __init__(
        self, games: Iterable[Game], rules: Mapping[str, HouseRules] | None = None
    ) -> None:
        self.games = {game.key: game for game in games}
        self.sheets: dict[str, SheetText] = {
            key: under(game.rules, (rules or {}).get(key)) for key, game in self.games.items()
        }
        self._lock = threading.Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(
            "create virtual table rule using fts5(name, title, words, asked, body, content='',"
            " tokenize='porter unicode61 remove_diacritics 2')"
        )
        self._places: list[_Place] = []
        self._plain: dict[tuple[str, str], str] = {}
        rows: list[tuple[str, str, str, str, str]] = []
        for game in self.games.values():
            sheet = self.sheets[game.key]
            names = f"{game.title} {sheet.meta.get('also', '')}"
            for rule in sheet.rules.values():
                words = f"{spelt(rule.words)} {' '.join(option.title for option in rule.options)}"
                name = f"{rule.id} {rule.id.replace('-', ' ')} {names}"
                text = self._plain[game.key, rule.id] = markdown.stripped(rule.text)
                self._places.append(_Place(game.key, rule.id, -1))
                rows.append((name, spelt(rule.title), words, "", spelt(text)))
                for number, said in enumerate(rule.asked):
                    self._places.append(_Place(game.key, rule.id, number))
                    rows.append((names, "", "", spelt(said.question), ""))
        numbered = ((number, *row) for number, row in enumerate(rows))
        self._db.executemany(
            "insert into rule (rowid, name, title, words, asked, body) values (?, ?, ?, ?, ?, ?)",
            numbered,
        )
        vocabulary = {word for row in rows for word in _words(" ".join(row))}
        self._vocabulary = sorted(word for word in vocabulary if len(word) > 2)

    def find(self, query: str, game: str = "", limit: int = 20) -> list[Found]:
        """The matching rules, best first; a rule whose id is the query comes first."""
        query = query[:200]
        exact = [f for f in self._by_id(query) if not game or f.game.key == game]
        ids = [f.rule.id for f in exact]
        ranked = [f for f in self._ranked(query, game, limit) if f.rule.id not in ids]
        return [*exact, *ranked][:limit]

    def _by_id(self, query: str) -> list[Found]:
        wanted = query.strip().upper()
        return [
            Found(self.games[key], sheet.rules[wanted], self._plain[key, wanted][:200])
            for key, sheet in self.sheets.items()
            if wanted in sheet.rules
        ]

    def _ranked(self, query: str, game: str, limit: int) -> list[Found]:
        every = _words(spelt(query))
        words = list(dict.fromkeys(word for word in every if word not in _SMALL))
        if not words:
            return []
        last = every[-1] if len(every[-1]) > 1 else ""  # possibly incomplete: matched as a prefix
        groups = [self._rows(self._meant(word, word == last), game) for word in words]
        worth: dict[int, float] = defaultdict(float)
        had: dict[int, float] = defaultdict(float)
        whole = 0.0
        for rows in groups:
            # A word's best score is its weight in the share of the query that a row matches.
            most = max(rows.values(), default=1.0)
            whole += most
            for row, score in rows.items():
                worth[row] += score
                had[row] += min(most, score * 1.5)
        for row in worth:
            worth[row] *= had[row] / whole
        best: dict[tuple[str, str], float] = defaultdict(float)
        asked: dict[tuple[str, str], int] = {}
        for row in sorted(worth, key=lambda row: -worth[row]):
            place = self._places[row]
            rule = place.game, place.id
            # A rule that matches in its text and in a question ranks above one with either.
            best[rule] = max(best[rule], worth[row]) + min(best[rule], worth[row]) * BOTH
            meant = had[row] >= ASKED * whole and sum(row in rows for rows in groups) > 1
            if meant and place.question >= 0:
                asked.setdefault(rule, place.question)
        order = sorted(best, key=lambda rule: -best[rule])[:limit]
        return [self._found(*rule, words, asked.get(rule)) for rule in order]

    def _found(self, key: str, id: str, words: list[str], question: int | None) -> Found:
        rule = self.sheets[key].rules[id]
        said = rule.asked[question] if question is not None else None
        return Found(self.games[key], rule, _excerpt(self._plain[key, id], words), said)

    def _rows(self, terms: list[tuple[str, float]], game: str) -> dict[int, float]:
        """The score of each matching row: the best over a word's weighted synonyms."""
        found: dict[int, float] = {}
        for term, weight in terms:
            with self._lock:
                scores = self._db.execute(BY_WORTH, (term,)).fetchall()
            for row, score in scores:
                if weight * score > found.get(row, 0.0):
                    found[row] = weight * score
        if game:
            return {row: score for row, score in found.items() if self._places[row].game == game}
        return found

    def _meant(self, word: str, unfinished: bool) -> list[tuple[str, float]]:
        """FTS terms with weights: the word, its synonyms, or the nearest spellings."""
        others = ALIASES.get(word, ALIASES.get(word.rstrip("s"), "")).split()
        english = MEANT.get(word, "")
        meant = {word: 1.0}
        for other in (*others, FIGURES.get(word, "")):
            if other and other != word:
                meant[other] = ALSO
        if english:
            meant |= {english: 1.0}
            meant |= dict.fromkeys(ALIASES.get(english, "").split(), ALSO)
        if len(meant) == 1 and len(word) > 3 and not self._known(word):
            # Longer words may differ more.
            cutoff = 0.74 if len(word) < 8 else 0.66
            for near in get_close_matches(word, self._vocabulary, n=3, cutoff=cutoff):
                meant[near] = SequenceMatcher(None, word, near).ratio()
        terms = [(f'"{each}"', weight) for each, weight in meant.items()]
        if unfinished:
            terms.append((f'"{word}" *', BEGUN))
        return terms

    def _known(self, word: str) -> bool:
        with self._lock:
            sql = "select 1 from rule where rule match ? limit 1"
            return self._db.execute(sql, (f'"{word}" *',)).fetchone() is not None


BY_WORTH = "select rowid, -bm25(rule, 3.0, 6.0, 5.0, 6.0, 1.5) from rule where rule match ?"
BOTH, ALSO, BEGUN, ASKED = 0.4, 0.5, 0.8, 0.7
"""Weights of a rule's second match, of a synonym, of a prefix match; and the share of the query
that a question must match to be shown."""

_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by can could did do does for from had has have he her him his how i"
        " if in is it its me my of on or our she should so someone that the their them then there"
        " they this to us was we were what when where which who whom whose why will with would"
        " you your",
    )
)


def wanted(query: str) -> list[str]:
    """The words of a query without stop words and words of one or two letters."""
    return [word for word in _words(query) if word not in _SMALL and len(word) > 2]


def _words(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold())
                   if not unicodedata.combining(c))  # fmt: skip
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", bare))


def spelt(text: str) -> str:
    """The text with suits as words ("3♠" as "3 spades") and "no-trump" as one word."""
    text = "".join(SUITS.get(letter, letter) for letter in text)
    return re.sub(r"\bno[- ]trumps?\b", "notrump", text, flags=re.IGNORECASE)


def _excerpt(text: str, words: list[str]) -> str:
    """28 words of the text, from the first sentence that contains a word of the query."""
    sentences = re.split(r"(?<=[.:;]) ", text)
    speaks = (any(word in each.casefold() for word in words) for each in sentences)
    first = next((place for place, found in enumerate(speaks) if found), 0)
    rest = " ".join(sentences[first:]).split()
    return ("… " if first else "") + " ".join(rest[:28]) + (" …" if len(rest) > 28 else "")
