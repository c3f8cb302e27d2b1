"""The report's format: field names are the keys in JSON.

Sides and seats are given by code ("A", "2"), rules by id, answers by their canonical text. Removing
a field or changing its meaning raises VERSION; adding one does not.
"""

from __future__ import annotations

from dataclasses import dataclass

FORMAT = "companion-report"
VERSION = 3


@dataclass(frozen=True)
class GameName:
    """The game, and the edition of its rules."""

    key: str
    title: str
    edition: int


@dataclass(frozen=True)
class Player:
    """A seat, numbered from 1 in turn order."""

    seat: str
    name: str
    side: str


@dataclass(frozen=True)
class SideData:
    """Seats that score together."""

    code: str
    name: str
    seats: list[str]


@dataclass(frozen=True)
class RuleInForce:
    """A house rule whose value is not the default."""

    key: str
    title: str
    value: str
    words: str
    default: str
    rule: str


@dataclass(frozen=True)
class ColumnData:
    """A column of the game's scoresheet; see `companion.engine.sheets.Column`."""

    key: str
    head: str
    per: str
    kind: str


@dataclass(frozen=True)
class Answer:
    """An answered question: `text` as in the record, `shown` as a page shows it.

    Both are None for a secret answer of an unfinished hand, unless secrets are included.
    """

    key: str
    prompt: str
    text: str | None
    shown: str | None
    rule: str
    page: int


@dataclass(frozen=True)
class LineData:
    """A score line to a seat or side (`to` is its code), and the side's total after it.

    `by` are the sides that pay, in equal shares.
    """

    to: str
    name: str
    side: str
    points: int
    rule: str
    also: list[str]
    why: str
    column: str
    total: int
    by: list[str]


@dataclass(frozen=True)
class HandData:
    """One hand.

    `settings` are the engine's own answers: "@entry", "@dealer", "@adjust 1" and so on.
    `players` and `sides` are the names in this hand, in the order of the report's.
    """

    number: int
    title: str
    players: list[str]
    sides: list[str]
    dealer: str
    mode: str
    modes: list[str]
    void: str
    over: bool
    summary: str
    caveat: str
    answers: list[Answer]
    settings: dict[str, str]
    cells: dict[str, str]
    lines: list[LineData]
    totals: dict[str, int]


@dataclass(frozen=True)
class BadgeData:
    """A state of a side ("frozen"), with its rule."""

    word: str
    more: str
    rule: str


@dataclass(frozen=True)
class StandingData:
    """A side's standing; `columns` are its sums by ledger column."""

    side: str
    name: str
    total: int
    columns: dict[str, int]
    status: str
    badges: list[BadgeData]


@dataclass(frozen=True)
class OutcomeData:
    """The end of the game: several winners share the win, no winner is a draw."""

    winners: list[str]
    rule: str
    why: str


@dataclass(frozen=True)
class AskedData:
    """A question of the pending page, with its legal answers in words and the answer given."""

    key: str
    prompt: str
    rule: str
    legal: str
    given: str | None


@dataclass(frozen=True)
class Refusal:
    """A refused answer. Hand 0 is the head: players, dealer, house rules."""

    hand: int
    key: str
    entered: str
    code: str
    message: str
    rule: str
    stands: str = ""
    """The answer that lets it stand, as a record has it: "stands: yes"; "" if none does."""


@dataclass(frozen=True)
class UnusedData:
    """An unused answer, and why if known."""

    hand: int
    key: str
    text: str
    why: str


@dataclass(frozen=True)
class Report:
    """A whole replay."""

    format: str
    version: int
    game: GameName
    players: list[Player]
    sides: list[SideData]
    first_dealer: str
    rules: list[RuleInForce]
    columns: list[ColumnData]
    hands: list[HandData]
    standing: list[StandingData]
    target: int | None
    outcome: OutcomeData | None
    over: bool
    closed: bool
    unfinished: str
    """The standing of an evening closed early, in a sentence; "" otherwise."""
    refusals: list[Refusal]
    strays: list[UnusedData]
    half_amended: bool


@dataclass(frozen=True)
class Unread:
    """Replaces a Report if a record cannot be replayed at all."""

    format: str
    version: int
    refusals: list[Refusal]


@dataclass(frozen=True)
class CitedData:
    """A rule by id, with its heading, its source and its text (Markdown)."""

    id: str
    title: str
    source: str
    text: str
    others: list[str]
    """Other variants: the other values of its house rules with their sources, and the variant."""


@dataclass(frozen=True)
class RulingData:
    """A ruling, or the questions of the enquiry that need an answer, and the refused answers."""

    format: str
    version: int
    game: GameName
    enquiry: str
    title: str
    answers: dict[str, str]
    answer: str | None
    rules: list[CitedData]
    steps: list[str]
    undecided: bool
    questions: list[AskedData]
    refusals: list[Refusal]
    hand: str
    """The hand of a record that it is about: "hand 1, Nell deals"; "" without a record."""
    assumed: dict[str, str]
    """What nobody said, in words: answers by key ("dealer": "North dealt"), and by "rule KEY" the
    house rules that the cited rules depend on."""
