"""One deal: its questions and answers, guidance, panels and score lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from sys import intern
from typing import TYPE_CHECKING, Any

from companion.engine.interview import Interview, R
from companion.engine.ledger import Line
from companion.engine.panels import Badge, Event, InPlay, Panel, Part, Tell, Unused
from companion.engine.record import REMARKS, Remark
from companion.questions import Refused, number
from companion.said import Text, rule_of
from companion.seating import Seat, Seating, Side
from companion.words import listed

if TYPE_CHECKING:
    from companion.engine.table import Table

THROWN_IN = "thrown in"
"""The text of "@void" for a hand thrown in without a reason."""
ENGINES = {
    "@entry": "", "@void": "the hand thrown in", "@dealer": "the dealer", "@close": "",
    "@ok": "opponents agree",
    **{at + each.key: f"the {each.title.lower()}" for each in REMARKS for at in ("@", "")},
}  # fmt: skip
"""Keys of engine answers, and of remarks on the game, with the name of each on the undo button.
Other keys are "@rule KEY" and "@adjust N"."""


class Hand(Interview[R]):
    """One deal, from its first question to its score."""

    __slots__ = (
        "_adjusted", "_summary", "badges", "caveat", "cells", "dealer", "dealt", "events", "facts",
        "in_play", "lines", "mode", "modes", "over", "panels", "parts", "plays", "result", "size",
        "status", "table", "tells", "totals", "void",
    )  # fmt: skip

    def __init__(
        self, table: Table[R], number: int, dealer: Seat, answers: Mapping[str, str]
    ) -> None:
        super().__init__(answers, table.rules, number)
        self.table = table
        self.dealer = dealer
        self.dealt = True
        """False if nobody deals (a game of dice): the dealer is then not shown."""
        self.parts: tuple[Part, ...] = ()
        """Its title where "hand 3" will not do ("game 2, hand 1")."""
        self.size = ""
        """Added to the title if there is space: "9 cards"."""
        self.tells: list[Tell] = []
        self.panels: dict[str, Panel] = {}
        self.plays: Callable[[], InPlay] | None = None
        """Set after the last bid: makes `in_play` for the page that is asked next. Called once,
        like `on_pending`."""
        self.in_play: InPlay | None = None
        """Contracts, trump and leader while the cards are played; None before, and afterwards."""
        self.badges: list[Badge] = []
        self.status: dict[Side, Text] = {}
        """Text beside a side's total ("needs 7"), replacing the distance to the target."""
        self.cells: dict[str, str] = {}
        """Scoresheet cells by column key; "KEY A" for a column per side."""
        self.events: list[Event] = []
        """One for each `post`, in order."""
        self.facts: dict[str, str] = {}
        """Pre-fills enquiries: answers by the keys of their questions."""
        self.result: Any = None
        """The game's own data about the scored hand, for `Game.holds` and later hands."""
        self.caveat: Text = ""
        """A note of the game beside its points: "does not add up to 26: saved as it is"."""
        self._summary: Text = ""
        self.modes: tuple[str, ...] = ()
        self.mode = ""
        self.void = ""
        self.over = False
        self.totals: dict[Side, int] = {}
        """Totals by side after this hand, or so far in an unfinished one."""
        self.lines: list[Line] = []
        """Its score lines, in order."""
        self._adjusted = False

    @property
    def summary(self) -> str:
        """The result in one sentence: "Omar makes 7 no"; "" until it is known."""
        return str(self._summary)

    @summary.setter
    def summary(self, words: Text) -> None:
        self._summary = words

    def stops(self) -> None:
        super().stops()
        if self.plays:
            self.in_play, self.plays = self.plays(), None

    @property
    def came_to(self) -> str:
        """The result in a clause: the summary, or "thrown in: nine cards". "" for neither."""
        if self.void:
            return self.void if self.void == THROWN_IN else f"{THROWN_IN}: {self.void}"
        return self.summary

    def entry(self, *modes: str) -> str:
        """The mode: the hand's own ("@entry"), else the table's, else the first of `modes`."""
        self.modes = modes
        asked_modes = self.answers.get("@entry", ""), self.table.record.head.get("entry", "")
        self.mode = next((mode for mode in asked_modes if mode in modes), modes[0])
        return self.mode

    def numbered(self, *parts: Part, size: str = "") -> None:
        """Sets the title, largest part first."""
        self.parts, self.size = parts, size

    @property
    def deals(self) -> str:
        """ "Nell deals", or "" if nobody deals."""
        return f"{self.dealer} deals" if self.dealt else ""

    @property
    def title(self) -> str:
        """ "game 2, hand 1", "hand 3 of 7, 9 cards"; "" for a hand that only has its number."""
        return ", ".join([*map(str, self.parts), *filter(None, [self.size])])

    @property
    def name(self) -> str:
        """Its title, or "hand 3" if it has none."""
        return self.title or f"hand {self.number}"

    @property
    def place(self) -> str:
        """Its name and who deals: "hand 3 of 7, 9 cards, Nell deals"."""
        return ", ".join(filter(None, [self.name, self.deals]))

    @property
    def short_name(self) -> str:
        """The name without `of` and `size`, for a button."""
        return ", ".join(part.short for part in self.parts) or f"hand {self.number}"

    def tell(self, words: Text, rule: str = "", *, keep: bool = False, now: bool = False) -> None:
        """Shows guidance before the next question; with `keep` until the end of the hand. With
        `now` it is an act at the table: it comes before the help of the question."""
        rule = self.table.known(rule or rule_of(words)) if rule or rule_of(words) else ""
        self.tells.append(Tell(words, rule, self.pages, keep, now))

    def show(self, panel: Panel) -> None:
        """Shows a panel, replacing an earlier one of the same title."""
        self.panels[panel.title] = panel

    def badge(
        self,
        side: Side | Seat,
        word: str,
        more: str = "",
        rule: str = "",
        words: Text = "",
        mark: str = "",
    ) -> None:
        """Adds a Badge to a side in the standing."""
        rule = rule or rule_of(words)
        self.badges.append(Badge(side.side, word, more, rule, str(words), mark))

    def cell(self, column: str, text: object, side: Side | Seat | None = None) -> None:
        """Sets a scoresheet cell of this hand."""
        self.cells[intern(f"{column} {side.code}") if side else column] = str(text)

    def post(
        self,
        lines: Iterable[Line],
        *,
        live: bool = False,
        cells: Mapping[str, object] | None = None,
    ) -> None:
        """Enters score lines in the ledger; unless `live`, the hand is then over.

        `cells` are the cells of this event's row on an EventSheet, by column.
        """
        entered = list(lines)
        for line in entered:
            for rule in (line.rule, *line.also):
                self.table.known(rule)
        self.table.ledger.add(self.number, entered)
        self.lines += entered
        self.totals = totals = self.table.ledger.totals
        texts = {column: str(text) for column, text in (cells or {}).items()}
        self.events.append(Event(tuple(entered), texts, totals))
        if not live:
            self.over, self.on_pending, self.plays = True, None, None
            self.adjust()

    def nothing(self, summary: Text, message: Text) -> None:
        """Ends a hand that scores nothing."""
        self.summary = summary
        self.tell(message)
        self.post([])

    def adjust(self) -> None:
        """Enters the points agreed on in this hand ("@adjust N"); repeated calls do nothing."""
        if self._adjusted:
            return
        self._adjusted = True
        for key, text in self.answers.items():
            if key[:7] == "@adjust":
                with placed(self.number, key):
                    line = adjustment(text, self.table.seating, self.table.adjust_rule)
                self.table.ledger.add(self.number, [line])
                self.lines.append(line)
                self.totals = self.table.ledger.totals

    @property
    def remarks(self) -> list[tuple[Remark, str]]:
        """The notes of the players on the hand, "" for none."""
        return [(each, self.answers.get(f"@{each.key}", "")) for each in REMARKS]

    def points(self, side: Side) -> int:
        """A side's points of this hand."""
        return sum(line.change(side) for line in self.lines)

    def brought(self, side: Side) -> int:
        """The same without agreed adjustments."""
        return sum(line.change(side) for line in self.lines if not line.agreed)

    def bonus(self, side: Side) -> int:
        """The part of them that is for the whole game."""
        return sum(line.change(side) for line in self.lines if line.bonus)

    @property
    def unused(self) -> list[Unused]:
        """Recorded answers that this hand did not ask for, with the reason if known."""
        leftovers: list[Unused] = []
        for key, text in self.answers.items():
            if key.startswith("@"):
                why = self._engines(key, text)
            elif key in self._keys and key not in self._left_out:
                why = None
            else:
                why = self._left_out.get(key) or self._meant(key, text) or self._idle()
            if why is not None:
                leftovers.append(Unused(self.number, key, text, why))
        return leftovers

    def _engines(self, key: str, text: str) -> str | None:
        """Why an engine answer ("@…") is not used; None if it is."""
        if key == "@entry" and self.modes and text not in self.modes:
            return f"this hand is entered {listed(self.modes)}"
        known = key in ENGINES or key.startswith(("@rule ", "@adjust"))
        return self._left_out.get(key) if known else "the Companion knows no such word"

    def _meant(self, key: str, text: str) -> str:
        """A hint if a player has the name of a side ("A") and the key was read as theirs."""
        stem, _, place = key.rpartition(" ")
        seat = next((seat for seat in self.dealer.round if seat.code == place), None)
        asked = f"{stem} {seat}".casefold() if seat and stem else ""
        meant = next((each for each in self._keys if each.casefold() == asked), "")
        return f"{seat} is a player here: for the side write “{meant}:: {text}”" if meant else ""

    def _idle(self) -> str:
        """The general reason why an answer is unused, if no better reason is known."""
        if not self.over:
            return "nothing asks for it yet"
        return "" if self.lines else self.summary or THROWN_IN


@contextmanager
def placed(hand: int, key: str) -> Iterator[None]:
    """Adds hand and key to a Refused raised while reading an engine answer ("@dealer")."""
    try:
        yield
    except Refused as refusal:
        raise refusal.about(key, hand=hand) from None


def adjustment(text: str, seating: Seating, rule: str) -> Line:
    """Parses an adjustment "WHO POINTS WHY": "A -10 revoke in trick three". Refused otherwise."""
    words = text.split()
    for place in range(1, len(words)):
        with suppress(KeyError, ValueError):
            side, points = seating.side(" ".join(words[:place])), number(words[place])
            why = " ".join(words[place + 1 :]) or "agreed at the table"
            return Line(side, points, rule, why, "adjust")
    raise Refused(
        f"“{text}” is not an adjustment: say who, how many points, and why: “A -10 revoke”.",
        rule,
        "bad_adjustment",
    )
