"""Finding a rule: by id, by word, by what other tables call it, typing slips forgiven.

An in-memory SQLite FTS5 index over every rule sheet, made on first use; words that no sheet has
are replaced by the nearest ones that some sheet has.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from companion.game import Game
from companion.rules import HouseRules
from companion.rules.wording import RuleText, SheetText, under

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
}
"""What players say, in any game, for what sheets call otherwise."""


@dataclass(frozen=True)
class Found:
    """A rule that answers a search, best first; `words` are the query's as they were understood."""

    game: Game
    rule: RuleText
    excerpt: str


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
            "create virtual table rule using fts5(game unindexed, id unindexed, name, title, words,"
            " body, tokenize='porter unicode61 remove_diacritics 2')"
        )
        rows = [
            (game.key, rule.id, f"{rule.id} {rule.id.replace('-', ' ')} {game.title}", rule.title,
             f"{rule.words} {' '.join(option.title for option in rule.options)}", plain(rule.text))
            for game in self.games.values()
            for rule in self.sheets[game.key].rules.values()
        ]  # fmt: skip
        self._db.executemany("insert into rule values (?, ?, ?, ?, ?, ?)", rows)
        words = {word for row in rows for word in _words(" ".join(row[2:]))}
        self._vocabulary = sorted(word for word in words if len(word) > 2)

    def find(self, query: str, game: str = "", limit: int = 20) -> list[Found]:
        """The rules that fit, best first. A query of an id alone finds that rule first."""
        query = query[:200]
        exact = [f for f in self._by_id(query) if not game or f.game.key == game]
        ranked = [f for f in self._ranked(query, game, limit) if f not in exact]
        return [*exact, *ranked][:limit]

    def _by_id(self, query: str) -> list[Found]:
        wanted = query.strip().upper()
        return [
            Found(self.games[key], sheet.rules[wanted], plain(sheet.rules[wanted].text)[:200])
            for key, sheet in self.sheets.items()
            if wanted in sheet.rules
        ]

    def _ranked(self, query: str, game: str, limit: int) -> list[Found]:
        groups = [self._meant(word) for word in _words(query) if word not in _SMALL]
        if not groups:
            return []
        found: list[Found] = []
        parts = [" OR ".join(f'"{word}"' for word in group) for group in groups]
        if len(last := groups[-1][0]) > 1:
            parts[-1] += f' OR "{last}" *'  # the last word may still be being typed
        # What has every word stands first, then what has some of them.
        for joiner in (" AND ", " OR ")[: len(parts)]:
            if len(found) >= limit:
                break
            match = joiner.join(f"({part})" for part in parts)
            found += [f for f in self._query(match, game, limit) if f not in found]
        return found[:limit]

    def _query(self, match: str, game: str, limit: int) -> list[Found]:
        with self._lock:
            rows = self._db.execute(
                "select game, id, snippet(rule, 5, '', '', '…', 28) from rule"
                " where rule match ? and (? = '' or game = ?)"
                " order by bm25(rule, 0, 0, 3.0, 6.0, 5.0, 1.0) limit ?",
                (match, game, game, limit),
            ).fetchall()
        return [
            Found(self.games[key], self.sheets[key].rules[id], excerpt) for key, id, excerpt in rows
        ]

    def _meant(self, word: str) -> list[str]:
        """The words to look for: as typed, as other tables say, or the nearest that exist."""
        meant = [word, *ALIASES.get(word, ALIASES.get(word.rstrip("s"), "")).split()]
        if len(meant) == 1 and len(word) > 3 and not self._known(word):
            meant += get_close_matches(word, self._vocabulary, n=3, cutoff=0.74)
        return list(dict.fromkeys(meant))

    def _known(self, word: str) -> bool:
        with self._lock:
            sql = "select 1 from rule where rule match ? limit 1"
            return self._db.execute(sql, (f'"{word}" *',)).fetchone() is not None


_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by can do does for from has have how i if in is it me my of on or so"
        " that the then there they this to was we what when where which who whom why will with you",
    )
)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def plain(markdown: str) -> str:
    """A rule's text without its marks, for an excerpt."""
    text = re.sub(r"^\|[-| :]+\|$", "", markdown, flags=re.MULTILINE)
    text = re.sub(r"[*`#|]+", " ", text)
    return " ".join(text.split())
