"""The report's format: what a field is called here is what JSON calls it.

Sides and seats are given by their codes ("A", "2"), rules by their ids, answers by the texts a
record keeps. A field that is taken away or changes its meaning raises VERSION; a new one does not.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.questions import Legal

FORMAT = "companion-report"
VERSION = 2


@dataclass(frozen=True)
class GameName:
    """Which game, and in which edition of its rules."""

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
    """Who scores together."""

    code: str
    name: str
    seats: list[str]


@dataclass(frozen=True)
class RuleInForce:
    """A house rule that is not on its default."""

    key: str
    title: str
    value: str
    words: str
    default: str
    rule: str


@dataclass(frozen=True)
class ColumnData:
    """A column of the game's scoresheet; see `companion.game.Column`."""

    key: str
    head: str
    per: str
    kind: str


@dataclass(frozen=True)
class Answer:
    """A question that was answered: `text` as the record keeps it, `shown` as a page shows it.

    `text` and `shown` are None for a secret answer of a hand that is not over, where secrets are
    kept.
    """

    key: str
    prompt: str
    text: str | None
    shown: str | None
    rule: str
    page: int


@dataclass(frozen=True)
class LineData:
    """Points to somebody (a seat's or a side's code), and the side's total after them.

    `by` are the sides that pay the points, the same share each, where somebody does.
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
class Guidance:
    """What the engine tells; `now` when it belongs to the question that is asked next."""

    words: str
    rule: str
    now: bool


@dataclass(frozen=True)
class PanelData:
    """Something to look at beside the question, as rows of text; the first cell names the row.

    `kind` is "calls", "grid", "tray", "square", "track" or "meter"; `marked` are rows (from 0)
    worth noticing.
    """

    kind: str
    title: str
    heads: list[str]
    rows: list[list[str]]
    foot: list[str]
    marked: list[int]


@dataclass(frozen=True)
class HandData:
    """One hand. `settings` are the engine's own answers: "@entry", "@dealer", "@adjust 1" …"""

    number: int
    title: str
    dealer: str
    mode: str
    modes: list[str]
    void: str
    over: bool
    summary: str
    answers: list[Answer]
    settings: dict[str, str]
    guidance: list[Guidance]
    panels: list[PanelData]
    cells: dict[str, str]
    lines: list[LineData]
    totals: dict[str, int]


@dataclass(frozen=True)
class BadgeData:
    """A state of a side: "frozen", over 45, by which rule."""

    word: str
    more: str
    rule: str


@dataclass(frozen=True)
class StandingData:
    """How a side stands now. `columns` are its sums per ledger column, where there are any."""

    side: str
    name: str
    total: int
    columns: dict[str, int]
    status: str
    badges: list[BadgeData]


@dataclass(frozen=True)
class OutcomeData:
    """How the game ended: several winners share it, no winner is a draw."""

    winners: list[str]
    rule: str
    why: str


@dataclass(frozen=True)
class Asked:
    """A question and its legal answers in full; `legal_words` says them in a sentence."""

    key: str
    kind: str
    prompt: str
    rule: str
    hint: str
    secret: bool
    unless: list[str] | None
    """[key, text]: not asked when that question of the page has that answer."""
    legal_words: str
    legal: Legal | None


@dataclass(frozen=True)
class PendingData:
    """What is asked next, on one page. `given` are answers of the page that stand already."""

    hand: int
    title: str
    questions: list[Asked]
    given: dict[str, str]


@dataclass(frozen=True)
class Refusal:
    """An answer that cannot stand. Hand 0 is the head: players, dealer, house rules."""

    hand: int
    key: str
    entered: str
    code: str
    message: str
    rule: str


@dataclass(frozen=True)
class StrayData:
    """An answer in the record that no question asked for, and why if that is known."""

    hand: int
    key: str
    text: str
    why: str


@dataclass(frozen=True)
class Report:
    """Everything a record comes to."""

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
    """How an evening stands that was closed before its game had an end; otherwise empty."""
    pending: PendingData | None
    refusals: list[Refusal]
    strays: list[StrayData]
    half_amended: bool


@dataclass(frozen=True)
class Unread:
    """Instead of a Report, where a record cannot be replayed at all."""

    format: str
    version: int
    refusals: list[Refusal]


@dataclass(frozen=True)
class Cited:
    """A rule by id, with its heading."""

    id: str
    title: str


@dataclass(frozen=True)
class RulingData:
    """What the referee says, or what it still wants to know (`pending`, `refusals`)."""

    format: str
    version: int
    game: GameName
    enquiry: str
    title: str
    answers: dict[str, str]
    answer: str | None
    rules: list[Cited]
    steps: list[str]
    undecided: bool
    pending: PendingData | None
    refusals: list[Refusal]
