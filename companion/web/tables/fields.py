"""Questions as fields of a page: what is typed or chosen, what was refused, how it is drawn.

Everything a question partial (templates/questions/) needs hangs on a Field; it serves tables,
amendments and enquiries alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.cards import Card, Suit
from companion.questions import (
    EMPTY,
    GRID,
    Cards,
    Cells,
    Choice,
    Count,
    Melds,
    Option,
    Question,
    Refused,
    Shares,
    fold,
    number,
)
from companion.seating import Seat, Side
from companion.tables.names import alike, name_parts
from companion.tables.preview import skipped, written

ROW = 14
"""Numbers that are still tapped, a row of keys for each who shares."""
SUIT = 7
"""Cards of a suit of thirteen in its first row; its second has one fewer."""
EIGHT = 8
"""Cards of two ranks side by side, where a page asks for more than a card."""
ROOM = {1: 30, 2: 14, 3: 8, 4: 6, 5: 4}
"""Letters of a name that a key has room for, by how many keys stand side by side."""


def foreign_suit(card: Card) -> str | None:
    """The suit of a card of another pack, which its name ends in."""
    return card.rank.rpartition("-")[2] if "-" in card.rank else None


def rank(card: Card) -> str:
    """The rank alone."""
    return card.rank.rpartition("-")[0] if "-" in card.rank else card.rank


def slug(text: str) -> str:
    """A key as part of an HTML id."""
    return re.sub(r"[^\w-]+", "-", text)


@dataclass(frozen=True)
class Field:
    """One question on a page. `at_once`: tapping an answer sends it, nothing else to choose."""

    question: Question[Any]
    text: str
    """What is chosen or typed; "" is nothing yet."""
    form: str
    """The id of the form it belongs to."""
    problem: Refused | None = None
    at_once: bool = False
    alone: bool = False
    """The only question of its page: the page's heading has asked it."""
    skipped: bool = False
    """Not asked, because of another answer of the page."""
    game: str = ""
    worked_out: bool = False
    """Its answer follows from the others."""
    abreast: int = 0
    """How many questions share its row, on a page that asks for a whole hand; 0 on any other."""

    @property
    def kept(self) -> bool:
        """Drawn though it is not asked: a whole hand keeps its places."""
        return bool(self.abreast) and not self.question.instead

    @property
    def name(self) -> str:
        return f"a.{self.question.key}"

    @property
    def id(self) -> str:
        """The id of its control, alone on a page."""
        return f"{self.form}-{slug(self.question.key)}"

    @property
    def partial(self) -> str:
        return f"questions/{self.question.kind}.html"

    @cached_property
    def chosen(self) -> str:
        """The answer as its key on the page says it; of a count without whose it is."""
        found = written(self.question, self.text) if self.text else ""
        of = self.question.of if isinstance(self.question, Count) else None
        return found.removeprefix(f"{of.code} ") if of else found

    @property
    def chosen_parts(self) -> list[str]:
        """The answers of a question with several."""
        return [fold(part) for part in self.chosen.split()]

    # -- choices ---------------------------------------------------------------------------------

    @cached_property
    def options(self) -> list[Option[Any]]:
        assert isinstance(self.question, Choice)
        drawn = [
            o for o in self.question.answers
            if not (o.hidden or o.rare or (o.placed and (self.at_once or not self.question.boards)))
        ]  # fmt: skip
        return drawn if self.abreast else [o for o in drawn if not o.set_apart]

    @cached_property
    def rare(self) -> list[Option[Any]]:
        """Answers so seldom given that they unfold."""
        assert isinstance(self.question, Choice)
        return [o for o in self.question.answers if o.rare and not o.hidden]

    @cached_property
    def apart(self) -> list[Option[Any]]:
        """Weighty answers ("Pass"), in a row of their own below the grid."""
        assert isinstance(self.question, Choice)
        if self.abreast:
            return []
        found = [o for o in self.question.answers if not o.hidden and o.set_apart]
        return [o for o in found if o is not self.onward and o is not self.weighty]

    @property
    def onward(self) -> Option[Any] | None:
        """Where players are keys: the answer that goes on, which is the closing step."""
        assert isinstance(self.question, Choice)
        if not (self.question.people and self.at_once):
            return None
        return next((o for o in self.question.answers if o.set_apart and not o.refusal), None)

    @property
    def weighty(self) -> Option[Any] | None:
        """The answer that stands far from the thumb and is asked for twice."""
        if not (self.at_once and self.alone and isinstance(self.question, Choice)):
            return None
        return next((o for o in self.question.answers if o.twice and not o.refusal), None)

    @cached_property
    def boards(self) -> list[tuple[Any, list[tuple[str, str, Option[Any] | None, str]]]]:
        """Squares as keys: each with (name of the space, what lies there, the answer, what it
        brings)."""
        if not (isinstance(self.question, Choice) and self.question.boards and self.at_once):
            return []
        answers = {o.text: o for o in self.question.answers if o.placed and not o.hidden}
        return [
            (board, [(name, shown, answers.get(text), brings)
                     for name, (shown, text, brings) in zip(board.names, board.cells, strict=True)])
            for board in self.question.boards()
        ]  # fmt: skip

    @cached_property
    def reasons(self) -> dict[str, tuple[str, str]]:
        """Id of the reason -> (why the answers with it cannot be given, rule)."""
        assert isinstance(self.question, Choice)
        found: dict[str, tuple[str, str]] = {}
        shown = [*self.options, *self.apart]
        if self.boards:
            shown += [o for _, cells in self.boards for _, _, o, _ in cells if o]
        for each in shown:
            why = (each.refusal, each.rule or self.question.rule)
            if each.refusal and why not in found.values():
                found[f"{self.id}-no{len(found) + 1}"] = why
        return found

    def reason_of(self, option: Option[Any]) -> str:
        return next(id for id, (words, _) in self.reasons.items() if words == option.refusal)

    @cached_property
    def across(self) -> int:
        """How many answers stand side by side, so that the longest label has room."""
        assert isinstance(self.question, Choice)
        small = self.options or self.apart
        if self.question.people or (self.abreast and self.question.inline):
            return len(small)
        if self.abreast:
            eight = len(small) == 8 and all(isinstance(o.value, Seat | Side) for o in small)
            return max(
                1,
                min(
                    self.question.columns * (3 - min(self.abreast, 2)),
                    len(small) + bool(self.rare),
                    7 + eight,
                )
                if self.question.columns > 1
                else 1,
            )
        if self.dense:
            return 7
        named = all(isinstance(o.value, Seat | Side) for o in small)
        longest = 0 if named else max((len(o.label) for o in small), default=0)
        word = max((len(w) for o in small for w in o.label.split()), default=0) * (not named)
        # Five columns have room for words of four letters.
        most = 1 if longest > 26 else 2 if longest > 8 else 4 if word > 4 else 5
        return max(1, min(self.question.columns, most, len(small)))

    @property
    def dense(self) -> bool:
        """So many short answers ("6", "6 no") that seven stand side by side."""
        many = isinstance(self.question, Choice) and len(self.options) > 10
        return many and all(len(o.label) < 6 and not o.hint for o in self.options)

    @property
    def columns(self) -> str:
        """The class of the answer grid."""
        if isinstance(self.question, Choice):
            if self.abreast:
                return "row" if self.question.inline or self.across > 7 else f"g{self.across}"
            return f"g{self.across}{' dense' if self.dense else ''}"
        many = len(self.numbers)
        if self.abreast and self.question.inline:
            return "row"
        if self.abreast and many > 10:
            return "g7"
        return f"g{many if many < 5 else 4 if many in (7, 8) else 5}"

    @cached_property
    def narrow(self) -> bool:
        """True if names among the answers neither fit their keys nor can be cut: all are then
        shortened. Those of partners are, where one is too long."""
        room = ROOM[min(self.across * max(self.abreast, 1), 5)]
        named = [o for o in self.options if isinstance(o.value, Seat | Side)]
        partners = any(len(name_parts(o.value)) > 1 for o in named)
        names = [o.label for o in named]
        if self.across > 7:
            return True
        return any(len(name) > room for name in names) if partners else alike(names, room)

    def look(self, option: Option[Any]) -> str:
        """The classes of an answer: how large its words are and where its hint stands."""
        if isinstance(option.value, Suit):
            return " suit"
        if self.abreast:
            many, word = self.across * self.abreast, max(map(len, option.label.split()))
            if isinstance(option.value, Seat | Side):
                # A mark stands before a name, and all names of a row are of one size.
                word = max(len(o.label) for o in [*self.options, *self.apart]) + 1
            return " col" + (" xs" if word > 24 // many else " t" if word > 3 or many > 6 else "")
        if isinstance(self.question, Choice) and self.question.people:
            return " t"
        # Two names leave no room beside them.
        pair = isinstance(option.value, Side) and len(option.value.seats) > 1
        beside = self.across < 3 and not option.set_apart and not pair
        look = " bid" if option.hint and beside else " col"
        long = len(option.label) > (12 if self.across < 3 else 5) or isinstance(
            option.value, Seat | Side
        )
        return (look if option.hint else "") + (" t" if long else "")

    # -- numbers ---------------------------------------------------------------------------------

    @property
    def tapped(self) -> bool:
        """True for a count that is small enough for a grid of numbers."""
        return self.question.kind == "count" and not self.question.keypad

    @property
    def numbers(self) -> list[int]:
        assert isinstance(self.question, Count)
        return list(self.question.choices())

    @cached_property
    def number_reasons(self) -> dict[str, tuple[str, str]]:
        """Id of the reason -> (why the numbers with it cannot be, rule)."""
        assert isinstance(self.question, Count)
        reasons = dict.fromkeys(self.question.impossible.values())
        rule = self.question.rule
        return {f"{self.id}-no{place}": (why, rule) for place, why in enumerate(reasons, 1)}

    def number_reason(self, value: int) -> str:
        assert isinstance(self.question, Count)
        why = self.question.impossible[value]
        return next(id for id, (words, _) in self.number_reasons.items() if words == why)

    @property
    def negative(self) -> bool:
        """True if a number below zero is possible, so that the keypad needs a sign."""
        return getattr(self.question, "low", 0) < 0

    @property
    def typed(self) -> bool:
        """True where a number is typed."""
        return self.question.keypad and not self.in_rows

    @property
    def in_rows(self) -> bool:
        """True for a few numbers shared out: a row of keys for each, the last worked out."""
        q = self.question
        few = isinstance(q, Shares) and not q.typed and (q.high - q.low) // q.step < ROW
        return bool(self.abreast) and few and getattr(q, "total", None) is not None

    @property
    def share_values(self) -> list[tuple[int, str, str]]:
        """(number, how a key shows it, its small words) of each key in such a row."""
        q = self.question
        assert isinstance(q, Shares)
        values = range(q.low, q.high + 1, q.step)
        if q.lot:
            return [(v, str(v // q.step), str(v)) for v in values]
        return [(v, str(v), "") for v in values]

    @property
    def sharing(self) -> list[tuple[Any, str]]:
        """Those who have a row of keys: of two one is enough, the other has the rest."""
        assert isinstance(self.question, Shares)
        return self.shares[:1] if len(self.shares) == 2 else self.shares

    @property
    def summed(self) -> str:
        """What the cards chosen so far come to, where somebody wants to know."""
        worth = self.question.worth if isinstance(self.question, Cards) else None
        return worth(self.cards) if worth else ""

    def place_of(self, who: Any) -> int:
        """Whose number it is, by place."""
        assert isinstance(self.question, Shares)
        return list(self.question.among).index(who)

    @cached_property
    def follows(self) -> str:
        """The last of numbers that have a total, once all others are told; "" until then."""
        q, texts = self.question, [text for _, text in self.shares]
        if not isinstance(q, Shares) or q.total is None or texts.count("") != 1:
            return ""
        try:
            rest = q.total - sum(number(text) for text in texts if text)
        except ValueError:
            return ""
        return str(rest) if q.low <= rest <= q.high else ""

    @cached_property
    def shares(self) -> list[tuple[Any, str]]:
        """(who, what is typed for them) of a question that shares something out."""
        assert isinstance(self.question, Shares)
        parts = self.text.split(",") if "," in self.text else self.text.split()
        texts = [part.strip() for part in parts]
        for place, who in enumerate(self.question.among):
            name = fold(str(who)) + " "
            if place < len(texts) and fold(texts[place]).startswith(name):
                texts[place] = texts[place][len(name) :]
        texts += [""] * len(self.question.among)
        return list(zip(self.question.among, texts, strict=False))

    # -- cards -----------------------------------------------------------------------------------

    @cached_property
    def way(self) -> str:
        """How cards are picked: "one" tap, a "set" to tick, or a "list" that grows."""
        assert isinstance(self.question, Cards | Melds)
        return self.question.way

    @property
    def grows(self) -> bool:
        """True for cards in a list that grows by taps: they lie in a tray."""
        return self.question.kind in ("cards", "melds") and self.way == "list"

    @property
    def taken_in(self) -> bool:
        """True for an answer that is tapped or typed bit by bit: until the page is sent, nobody
        can say that it is finished, and nobody complains about it."""
        kind = self.question.kind
        return self.question.keypad or kind in ("words", "cells", "melds") or self.grows

    @cached_property
    def groups(self) -> list[list[Card]]:
        """The cards chosen so far, group by group; unreadable ones are left out."""
        assert isinstance(self.question, Cards | Melds)
        found: list[list[Card]] = []
        for part in self.text.split("/"):
            found.append([])
            for word in re.split(r"[,\s]+", part.strip()):
                try:
                    found[-1].append(self.question.pack.parse(word))
                except ValueError:
                    continue
        return found

    @cached_property
    def cards(self) -> list[Card]:
        return [card for group in self.groups for card in group]

    @property
    def listed(self) -> str:
        """The cards chosen so far as a record writes them.

        A card that cannot be chosen any more is left out: nobody could take it out by a tap.
        """
        return " / ".join(" ".join(card.code for card in group) for group in self.groups)

    @cached_property
    def suits(self) -> dict[object, list[Card]]:
        """The pack by suit. Packs of other suits name it after a dash: "Moon-E"."""
        assert isinstance(self.question, Cards | Melds)
        found: dict[object, list[Card]] = {}
        for card in self.question.pack:
            found.setdefault(card.suit or foreign_suit(card), []).append(card)
        return found

    @cached_property
    def rows(self) -> list[list[Card | None]]:
        """The pack as the picker lays it out: a row for each suit, or for each rank if long."""
        suits = {suit: row for suit, row in self.suits.items() if suit is not None}
        loose: list[Card | None] = list(self.suits.get(None, ()))
        if self.few:
            loose = [*self.laid] or [card for row in self.suits.values() for card in row]
            suits = {}
        elif not self.by_rank:
            # Suits of a single card share a row.
            alone = [suit for suit, row in suits.items() if len(row) == 1]
            if len(alone) > 1:
                loose = [*(suits.pop(suit)[0] for suit in alone), *loose]
        rows: list[list[Card | None]] = [list(row) for row in suits.values()]
        if self.by_rank:
            ranks = list(dict.fromkeys(rank(card) for row in suits.values() for card in row))
            there = {(suit, rank(card)): card for suit, row in suits.items() for card in row}
            if self.whole_suits:
                parts = ranks[:SUIT], ranks[SUIT:]
                rows = [[there.get((suit, each)) for each in part]
                        for suit in suits for part in parts]  # fmt: skip
            elif self.wide == EIGHT:
                rows = [[there.get((suit, each)) for each in ranks[at : at + 2] for suit in suits]
                        for at in range(0, len(ranks), 2)]  # fmt: skip
            else:
                rows = [[there.get((suit, each)) for suit in suits] for each in ranks]
        wide = self.wide
        rows += [loose[at : at + wide] for at in range(0, len(loose), wide)]
        return [row + [None] * (wide - len(row)) for row in rows]

    @property
    def laid(self) -> Sequence[Card]:
        """The pack in an order of its own, which stays whatever else the page is told."""
        return self.question.laid if isinstance(self.question, Cards) else ()

    @cached_property
    def few(self) -> bool:
        """So few cards, or so few of a suit, that they stand in one run."""
        rows = [row for suit, row in self.suits.items() if suit is not None]
        return bool(self.laid) or sum(map(len, rows)) <= 8 or max(map(len, rows), default=0) <= 2

    @cached_property
    def by_rank(self) -> bool:
        """More than eight ranks do not fit across a phone: suits become columns."""
        return (
            max((len(row) for suit, row in self.suits.items() if suit is not None), default=0) > 8
        )

    @property
    def whole_suits(self) -> bool:
        """A full pack has a suit in two rows: thirteen rows of four have no room on a phone."""
        return any(len(row) > 10 for suit, row in self.suits.items() if suit is not None)

    @cached_property
    def wide(self) -> int:
        """How many cards stand side by side."""
        if self.laid:
            return (len(self.laid) + 1) // 2
        suits = [row for suit, row in self.suits.items() if suit is not None]
        if not suits or self.few:
            loose = 7 if self.abreast else 6
            return max(2, min(loose if not suits else 8, sum(map(len, self.suits.values()))))
        if self.whole_suits:
            return SUIT
        if self.by_rank and not self.alone:
            return EIGHT
        return len(suits) if self.by_rank else max(map(len, suits))

    @property
    def may_be_none(self) -> bool:
        """True if no card at all is an answer."""
        return self.question.optional

    @property
    def most(self) -> int:
        """How many cards can be chosen."""
        return self.question.most if isinstance(self.question, Cards) else 999

    @cached_property
    def counts(self) -> Mapping[Card, int]:
        """How often each card is chosen."""
        return Counter(self.cards)

    @property
    def gone(self) -> Mapping[Card, str]:
        return self.question.gone if isinstance(self.question, Cards) else {}

    @cached_property
    def gone_reasons(self) -> dict[str, tuple[str, str]]:
        """Id of the reason -> (why the cards with it cannot be, rule)."""
        reasons = dict.fromkeys(self.gone.values())
        rule = self.question.rule
        return {f"{self.id}-no{place}": (why, rule) for place, why in enumerate(reasons, 1)}

    def card_reason(self, card: Card) -> str:
        return next(id for id, (why, _) in self.gone_reasons.items() if why == self.gone[card])

    # -- squares ---------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> list[str]:
        """The marks of a square, space by space; "" where there is none yet."""
        assert isinstance(self.question, Cells)
        return ["" if letter == EMPTY else letter for letter in self.question.marked(self.text)]

    @property
    def cell(self) -> int:
        """The space that is marked next."""
        return self.cells.index("") if "" in self.cells else len(self.cells)

    def mark(self, letter: str) -> Option[Any] | None:
        """The mark that a letter stands for."""
        assert isinstance(self.question, Cells)
        return next((m for m in self.question.marks if fold(m.text) == fold(letter)), None)


@dataclass(frozen=True)
class Page:
    """A page of questions as it is drawn."""

    form: str
    title: str
    fields: Sequence[Field]
    note: Refused | None = None
    """A refusal that belongs to no question of the page."""
    missing: Sequence[str] = field(default_factory=tuple)
    together: bool = False
    """It asks for a whole hand, or for so much of one that questions share rows, on one screen."""

    @cached_property
    def rows(self) -> list[list[Field]]:
        """The questions of a whole hand, row by row, without those that are not asked in it."""
        found: list[list[Field]] = []
        for each in self.fields:
            if each.question.beside and found:
                found[-1].append(each)
            else:
                found.append([each])
        return found

    @cached_property
    def typed_last(self) -> list[Field] | None:
        """The last row of a whole hand in which numbers are typed: the keys stand below it."""
        typed = [row for row in self.rows if any(f.typed for f in row)]
        return typed[-1] if typed else None

    @property
    def counts_alone(self) -> bool:
        """True if all numbers that are typed are small, so that nobody types a sum or a sign."""
        typed = [f.question for f in self.fields if f.typed]
        return all(isinstance(q, Count | Shares) and q.low >= 0 and q.high <= GRID for q in typed)

    @property
    def single(self) -> Field | None:
        return self.fields[0] if len(self.fields) == 1 else None

    @property
    def at_once(self) -> bool:
        """One tap answers and saves."""
        return bool(self.fields) and all(each.at_once for each in self.fields)

    @property
    def keypad(self) -> bool:
        """True if it asks for numbers that are typed."""
        return any(each.question.keypad for each in self.fields)

    @property
    def only_numbers(self) -> bool:
        """True if nothing but typed numbers is asked, so that the keys can lie ready."""
        return all(each.question.keypad for each in self.fields if not each.skipped)

    @property
    def problem(self) -> Refused | None:
        """The first refusal: one message at a time."""
        return next((each.problem for each in self.fields if each.problem), self.note)


def page_of(
    form: str,
    title: str,
    questions: Sequence[Question[Any]],
    typed: Mapping[str, str],
    problems: Mapping[str, Refused] | None = None,
    *,
    at_once: bool | None = None,
    missing: Sequence[str] = (),
    game: str = "",
    together: bool = False,
) -> Page:
    """The page for these questions with what was typed for them. `at_once` overrides the tap."""
    problems = problems or {}
    alone = len(questions) == 1
    if at_once is None:
        at_once = alone and questions[0].at_once
    fields = []
    together = together or any(question.beside for question in questions)
    wide = abreast(questions) if together else dict[str, int]()
    for question in questions:
        idle = skipped(questions, typed, question)
        decided = "" if idle else question.decided
        text = decided or typed.get(question.key) or question.begins
        problem = problems.get(question.key)
        fields.append(
            Field(question, text, form, problem, at_once, alone, idle, game, bool(decided),
                  wide.get(question.key, 0))
        )  # fmt: skip
    keys = {question.key for question in questions}
    stray = next((refusal for key, refusal in problems.items() if key not in keys), None)
    return Page(form, title, fields, stray, missing, together)


def abreast(questions: Sequence[Question[Any]]) -> dict[str, int]:
    """How many questions share the row of each."""
    rows: list[list[str]] = []
    for question in questions:
        if question.beside and rows:
            rows[-1].append(question.key)
        else:
            rows.append([question.key])
    return {key: len(row) for row in rows for key in row}
