"""Finding a rule: by id, by word, by what other tables call it, typing slips forgiven.

An in-memory SQLite FTS5 index over every rule sheet, made on first use. Each rule stands in it
once, and once more with each question its sheet answers. Every word of a query is looked up by
itself, with what it may mean besides; a rule is worth the sum of its words, rare ones more than
common ones (BM25), times how much of the query it has at all.
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

from companion.game import Game
from companion.rules import HouseRules, markdown
from companion.rules.wording import RuleText, Said, SheetText, under

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
"""What players say, in any game, for what sheets call otherwise."""

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
"""Words of the card table in other languages, by the English one; without accents."""
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
    """A rule that answers a search; `said` is the question of its sheet that the query asks."""

    game: Game
    rule: RuleText
    excerpt: str
    said: Said | None = None


@dataclass(frozen=True)
class _Hit:
    """What a rule, or a question it answers, is worth for a query."""

    game: str
    id: str
    question: int
    """Its place among the questions of the rule; -1 for the rule itself."""
    worth: float
    had: float
    """The part of the query it has."""
    words: int
    """How many words of it."""


class Index:
    """The index over some games, under their standard rules or house rules by a game's key.

    Safe to use from several threads.
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
            "create virtual table rule using fts5(game unindexed, id unindexed, question unindexed,"
            " name, title, words, asked, body, tokenize='porter unicode61 remove_diacritics 2')"
        )
        rows: list[tuple[str, str, int, str, str, str, str, str]] = []
        for game in self.games.values():
            sheet = self.sheets[game.key]
            names = f"{game.title} {sheet.meta.get('also', '')}"
            for rule in sheet.rules.values():
                words = f"{spelt(rule.words)} {' '.join(option.title for option in rule.options)}"
                name = f"{rule.id} {rule.id.replace('-', ' ')} {names}"
                text = spelt(markdown.stripped(rule.text))
                rows.append((game.key, rule.id, -1, name, spelt(rule.title), words, "", text))
                for place, said in enumerate(rule.asked):
                    asked = spelt(said.question)
                    rows.append((game.key, rule.id, place, names, "", "", asked, ""))
        self._db.executemany("insert into rule values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        vocabulary = {word for row in rows for word in _words(" ".join(row[3:]))}
        self._vocabulary = sorted(word for word in vocabulary if len(word) > 2)

    def find(self, query: str, game: str = "", limit: int = 20) -> list[Found]:
        """The rules that fit, best first. A query of an id alone finds that rule first."""
        query = query[:200]
        exact = [f for f in self._by_id(query) if not game or f.game.key == game]
        ids = [f.rule.id for f in exact]
        ranked = [f for f in self._ranked(query, game, limit) if f.rule.id not in ids]
        return [*exact, *ranked][:limit]

    def _by_id(self, query: str) -> list[Found]:
        wanted = query.strip().upper()
        return [
            Found(
                self.games[key],
                sheet.rules[wanted],
                markdown.stripped(sheet.rules[wanted].text)[:200],
            )
            for key, sheet in self.sheets.items()
            if wanted in sheet.rules
        ]

    def _ranked(self, query: str, game: str, limit: int) -> list[Found]:
        every = _words(spelt(query))
        words = list(dict.fromkeys(word for word in every if word not in _SMALL))
        if not words:
            return []
        last = every[-1] if len(every[-1]) > 1 else ""  # it may still be being typed
        hits = self._hits([self._meant(word, word == last) for word in words], game)
        best: dict[tuple[str, str], float] = defaultdict(float)
        asked: dict[tuple[str, str], _Hit] = {}
        for hit in sorted(hits, key=lambda hit: -hit.worth):
            place = (hit.game, hit.id)
            # A rule that says it and answers it stands before one that does either.
            best[place] = max(best[place], hit.worth) + min(best[place], hit.worth) * BOTH
            if hit.question >= 0 and hit.words > 1 and hit.had >= ASKED and place not in asked:
                asked[place] = hit
        order = sorted(best, key=lambda place: -best[place])[:limit]
        return [self._found(*place, words, asked.get(place)) for place in order]

    def _found(self, key: str, id: str, words: list[str], hit: _Hit | None) -> Found:
        rule = self.sheets[key].rules[id]
        said = rule.asked[hit.question] if hit else None
        return Found(self.games[key], rule, _excerpt(markdown.stripped(rule.text), words), said)

    def _hits(self, groups: list[list[tuple[str, float]]], game: str) -> list[_Hit]:
        """What every rule and every question is worth; of what a word may mean the best counts."""
        worth: dict[tuple[str, str, int], float] = defaultdict(float)
        had: dict[tuple[str, str, int], float] = defaultdict(float)
        words: dict[tuple[str, str, int], int] = defaultdict(int)
        whole = 0.0
        for group in groups:
            found: dict[tuple[str, str, int], float] = {}
            for term, weight in group:
                for key, id, question, score in self._rows(term, game):
                    place = (key, id, question)
                    found[place] = max(found.get(place, 0.0), weight * score)
            # What a word is worth at most tells how much of the query is missing without it.
            most = max(found.values(), default=1.0)
            whole += most
            for place, score in found.items():
                worth[place] += score
                had[place] += min(most, score * 1.5)
                words[place] += 1
        return [
            _Hit(*place, score * (had[place] / whole) ** MISSING, had[place] / whole, words[place])
            for place, score in worth.items()
        ]

    def _rows(self, term: str, game: str) -> list[tuple[str, str, int, float]]:
        with self._lock:
            return self._db.execute(
                "select game, id, question, -bm25(rule, 0, 0, 0, 3.0, 6.0, 5.0, 6.0, 1.5) from rule"
                " where rule match ? and (? = '' or game = ?)",
                (term, game, game),
            ).fetchall()

    def _meant(self, word: str, unfinished: bool) -> list[tuple[str, float]]:
        """What to look for, and how sure: as typed, as others say, or the nearest there is."""
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
            # The longer a word, the more of it may be misheard.
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


BOTH, ALSO, BEGUN, MISSING, ASKED = 0.4, 0.5, 0.8, 1.0, 0.7
"""Weights: of the second mention of a rule, of another word for one, of a word begun; how hard a
missing word counts; and the part of a query that a question must have to be the one asked."""

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
    """The words of a query that say something: neither small ones nor single letters."""
    return [word for word in _words(query) if word not in _SMALL and len(word) > 2]


def _words(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold())
                   if not unicodedata.combining(c))  # fmt: skip
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", bare))


def spelt(text: str) -> str:
    """The text with suits in words, "3♠" as "3 spades", and no-trump in one."""
    text = "".join(SUITS.get(letter, letter) for letter in text)
    return re.sub(r"\bno[- ]trumps?\b", "notrump", text, flags=re.IGNORECASE)


def _excerpt(text: str, words: list[str]) -> str:
    """Some words of the text, from the sentence on that first has a word of the query."""
    sentences = re.split(r"(?<=[.:;]) ", text)
    speaks = (any(word in each.casefold() for word in words) for each in sentences)
    first = next((place for place, found in enumerate(speaks) if found), 0)
    rest = " ".join(sentences[first:]).split()
    return ("… " if first else "") + " ".join(rest[:28]) + (" …" if len(rest) > 28 else "")
