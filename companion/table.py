"""The engine: a game's play function asks a Table and its Hands, and the record answers.

`ask` returns the recorded answer, or raises `Pending` where the record ends. `Pending` is raised
in one place (`Interview.ask`) and caught in one place (`companion.game`); it derives from
BaseException so that nothing in between can swallow it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload
from weakref import ref

from companion.facts import fact
from companion.ledger import Ledger, Line
from companion.panels import Panel
from companion.questions import Below, Question, Refused, fold, number
from companion.record import MAX_HANDS, Record
from companion.rules import Options
from companion.seating import Seat, Seating, Side

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")


class Pending(BaseException):
    """The record ends here: these questions want an answer (or another one than they have)."""

    def __init__(
        self,
        hand: int,
        title: str,
        page: Sequence[Question[Any]],
        given: Mapping[str, str],
        problems: Mapping[str, Refused],
        likely: Callable[[], Sequence[Mapping[str, str]]] | None = None,
    ) -> None:
        super().__init__(hand, title)
        self.hand = hand
        self.title = title
        self.page = list(page)
        self.given = dict(given)
        """What stands in the record for the questions of this page, refused or not."""
        self.problems = dict(problems)
        self._likely = likely
        self.table: Table | None = None
        """What the questions are asked at, if not at the referee's desk: kept as long as they."""

    def sample(self, below: Below) -> dict[str, str]:
        """Texts that answer the page, drawn by `below`; together they may still be refused."""
        if self._likely:
            likely = self._likely()
            return dict(likely[below(len(likely))])
        return {question.key: question.sample(below) for question in self.page}


class Closed(BaseException):
    """The evening was closed by hand before the game came to its end."""


class AuthorsMistake(Exception):
    """A room asked twice for one key, or posted a rule its sheet does not have."""


@fact
class Asked:
    """One question that has its answer, and the page it stood on (pages count from 0)."""

    page: int
    title: str
    question: Question[Any]
    text: str
    value: Any

    @property
    def shown(self) -> str:
        """The answer as a page shows it."""
        return self.question.show(self.value)


@fact
class Tell:
    """Guidance: words, the rule they rest on, and the page they precede. `keep`: all hand long."""

    words: str
    rule: str
    page: int
    keep: bool


@fact
class Badge:
    """A state of a side that the standing shows: "frozen", with its rule."""

    side: Side
    word: str
    more: str
    rule: str


@fact
class Event:
    """What was posted together: lines, what the sheet says of it by column, totals after it."""

    lines: tuple[Line, ...]
    cells: Mapping[str, str]
    totals: Mapping[Side, int]


class Interview:
    """Answers by key, asked for page by page. A hand of a game or an enquiry."""

    def __init__(self, answers: Mapping[str, str], rules: Options, number: int = 0) -> None:
        self.answers = answers
        self.rules = rules
        self.number = number
        self.asked: list[Asked] = []
        self.pages = 0
        self.pausing: Callable[[], None] | None = None
        """Called once where the record ends, just before Pending: a room with many pages tells and
        shows there what only the page that is asked needs."""
        self._keys: set[str] = set()

    @overload
    def ask(
        self,
        a: Question[A],
        /,
        *,
        title: str = ...,
        check: Callable[[A], None] | None = ...,
        likely: Callable[[], Sequence[Mapping[str, str]]] | None = ...,
    ) -> A: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B], None] | None = ...,
    ) -> tuple[A, B]: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        c: Question[C],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B, C], None] | None = ...,
    ) -> tuple[A, B, C]: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        c: Question[C],
        d: Question[D],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B, C, D], None] | None = ...,
    ) -> tuple[A, B, C, D]: ...
    @overload
    def ask(
        self,
        a: Question[A],
        b: Question[B],
        c: Question[C],
        d: Question[D],
        e: Question[E],
        /,
        *,
        title: str = ...,
        check: Callable[[A, B, C, D, E], None] | None = ...,
    ) -> tuple[A, B, C, D, E]: ...
    @overload
    def ask(
        self,
        *page: Question[Any],
        title: str = ...,
        check: Callable[..., None] | None = ...,
        likely: Callable[[], Sequence[Mapping[str, str]]] | None = ...,
    ) -> tuple[Any, ...]: ...

    def ask(
        self,
        *page: Question[Any],
        title: str = "",
        check: Callable[..., None] | None = None,
        likely: Callable[[], Sequence[Mapping[str, str]]] | None = None,
    ) -> Any:
        """The recorded answers to one page of questions, or Pending.

        `check` gets the answers once each is legal by itself and may refuse them together;
        `likely` then gives answers that it would let pass, where random ones hardly ever do.
        """
        values: list[Any] = []
        given: dict[str, str] = {}
        problems: dict[str, Refused] = {}
        for question in page:
            key = question.key
            if key in self._keys:
                raise AuthorsMistake(f"hand {self.number}: {key!r} is asked twice")
            self._keys.add(key)
            if question.unless and fold(given.get(question.unless[0], "")) == question.unless[1]:
                values.append(None)
                continue
            text = self.answers.get(key)
            if text is None:
                continue
            given[key] = text
            try:
                values.append(question.parse(text))
            except Refused as refusal:
                problems[key] = _caught(refusal)
        if len(values) == len(page) and check:
            try:
                check(*values)
            except Refused as refusal:
                refusal.key = refusal.key or page[-1].key
                problems[refusal.key] = _caught(refusal)
        if len(values) < len(page) or problems:
            if self.pausing:
                self.pausing()
                self.pausing = None
            words = title or page[0].prompt
            raise Pending(self.number, words, page, given, problems, likely)
        for question, value in zip(page, values, strict=True):
            if question.key not in given:
                continue
            text = given[question.key]
            self.asked.append(Asked(self.pages, title, question, text, value))
        self.pages += 1
        return values[0] if len(page) == 1 else tuple(values)


def _caught(refusal: Refused) -> Refused:
    """A refusal that is kept, without where it was raised: that would keep the whole replay."""
    refusal.__cause__ = refusal.__context__ = None
    return refusal.with_traceback(None)


class Hand(Interview):
    """One deal to its score: what was asked and answered, told, shown and posted."""

    def __init__(self, table: Table, number: int, dealer: Seat, answers: Mapping[str, str]) -> None:
        super().__init__(answers, table.rules, number)
        self._table, self._ledger = ref(table), table.ledger
        self.dealer = dealer
        self.title = ""
        """What the hand is called where "hand 3" will not do ("game 2, hand 1")."""
        self.tells: list[Tell] = []
        self.panels: dict[str, Panel] = {}
        self.badges: list[Badge] = []
        self.status: dict[Side, str] = {}
        """A word per side beside its total ("needs 7"), instead of what it has to go."""
        self.cells: dict[str, str] = {}
        """What the scoresheet says of this hand, by column; per side as "column A"."""
        self.events: list[Event] = []
        """One for each `post`, in order: the rows of a ledger."""
        self.facts: dict[str, str] = {}
        """What an enquiry can take over from the running hand, by the keys of its questions."""
        self.summary = ""
        """The hand in one sentence, once it is known: "Omar makes 7 no"."""
        self.modes: tuple[str, ...] = ()
        self.mode = ""
        self.void = ""
        self.over = False
        self.totals: dict[Side, int] = {}
        """Every total after this hand (or, in a running one, as it stands)."""
        self._adjusted = False

    @property
    def table(self) -> Table:
        """The table it is played at, which keeps it.

        A table and its hands do not keep each other alive: a replay that is not wanted any more
        goes at once, and never waits for the collector of cycles, which halts everybody.
        """
        table = self._table()
        assert table is not None, "a hand does not outlive its table"
        return table

    def entry(self, *modes: str) -> str:
        """How this hand is entered: the hand's own choice, else the table's, else the first."""
        self.modes = modes
        for wish in (self.answers.get("@entry"), self.table.record.head.get("entry")):
            if wish in modes:
                self.mode = wish
                return wish
        self.mode = modes[0]
        return modes[0]

    def tell(self, words: str, rule: str = "", *, keep: bool = False) -> None:
        """Guidance before the next question; with `keep` it stays to the end of the hand."""
        self.tells.append(Tell(words, self.table.known(rule) if rule else "", self.pages, keep))

    def show(self, panel: Panel) -> None:
        """Puts a panel on the screen, in the place of an earlier one of the same title."""
        self.panels[panel.title] = panel

    def badge(self, side: Side | Seat, word: str, more: str = "", rule: str = "") -> None:
        """Marks a side's state in the standing."""
        self.badges.append(Badge(side.side, word, more, rule))

    def cell(self, column: str, text: object, side: Side | Seat | None = None) -> None:
        """What the scoresheet says of this hand in one column."""
        self.cells[f"{column} {side.code}" if side else column] = str(text)

    def post(
        self,
        lines: Iterable[Line],
        *,
        live: bool = False,
        cells: Mapping[str, object] | None = None,
    ) -> None:
        """Enters points. With `live` the hand goes on; otherwise it is over.

        `cells` are what a scoresheet of events says of this one, by column: who, what, the pot.
        """
        entered = list(lines)
        for line in entered:
            for rule in (line.rule, *line.also):
                self.table.known(rule)
        self.table.ledger.add(self.number, entered)
        self.totals = self.table.ledger.totals
        shown = {column: str(text) for column, text in (cells or {}).items()}
        self.events.append(Event(tuple(entered), shown, self.totals))
        if not live:
            self.over, self.pausing = True, None
            self.adjust()

    def adjust(self) -> None:
        """Enters the adjustments that the table agreed on in this hand, once."""
        if self._adjusted:
            return
        self._adjusted = True
        for key, text in self.answers.items():
            if key.startswith("@adjust"):
                with _placed(self.number, key):
                    line = adjustment(text, self.table.seating, self.table.adjust_rule)
                self.table.ledger.add(self.number, [line])
        self.totals = self.table.ledger.totals

    @property
    def lines(self) -> list[Line]:
        """The lines posted in this hand, in order."""
        return self._ledger.of_hand(self.number)

    @property
    def strays(self) -> dict[str, str]:
        """Answers in the record that this hand did not ask for."""
        return {
            key: text
            for key, text in self.answers.items()
            if key not in self._keys and not key.startswith("@")
        }


@contextmanager
def _placed(hand: int, key: str) -> Iterator[None]:
    """Says of a refusal of the engine's own answers where it belongs."""
    try:
        yield
    except Refused as refusal:
        refusal.hand, refusal.key = hand, refusal.key or key
        raise


def adjustment(text: str, seating: Seating, rule: str) -> Line:
    """The line of an adjustment written "A -10 revoke in trick three"; Refused when unreadable."""
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


@fact
class Outcome:
    """How the game ended: the winners (several share it, none is a draw), the rule, and words."""

    winners: tuple[Side, ...]
    rule: str
    why: str


@dataclass
class Table:
    """The people, the house rules and the ledger, as a game's play function meets them."""

    seating: Seating
    rules: Options
    record: Record
    rule_ids: Container[str]
    adjust_rule: str
    chosen: Callable[[Mapping[str, str]], Options]
    hands: list[Hand] = field(default_factory=list)
    outcome: Outcome | None = None
    target: int | None = None
    """The total to reach, for what is missing and the track in the standing."""
    mark: int | None = None
    """A total worth a line on the track: a limit."""

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.seating.sides)
        self.middle = self._brought()
        """What lies in the middle between two hands. A room that has a pot keeps it here; at first
        it is what an earlier table left, when its company changed."""

    def _brought(self) -> int:
        text = self.record.head.get("middle", "0")
        if not text.isdecimal() or len(text) > 7:
            said = f"“{text}” cannot lie in the middle: say how many, such as 12."
            raise Refused(said, self.adjust_rule, "bad_middle")
        return int(text)

    @property
    def seats(self) -> list[Seat]:
        """The seats in turn order."""
        return self.seating.seats

    @property
    def sides(self) -> list[Side]:
        """The sides, in order."""
        return self.seating.sides

    @property
    def first_dealer(self) -> Seat:
        """Who deals the first hand."""
        return self.seating.seat(self.record.dealer)

    @property
    def high_score(self) -> int:
        """The highest total."""
        return self.ledger.high

    @property
    def closing(self) -> bool:
        """Whether the evening was closed before the next deal. Games without an end look here.

        Hands that were thrown in before the close are passed over.
        """
        number = len(self.hands) + 1
        while "@void" in self._answers(number):
            number += 1
        return "@close" in self._answers(number)

    def known(self, rule: str) -> str:
        """The rule id, if the sheet has it; AuthorsMistake otherwise."""
        if rule not in self.rule_ids:
            raise AuthorsMistake(f"the rule sheet has no {rule}")
        return rule

    def _answers(self, number: int) -> Mapping[str, str]:
        hands = self.record.hands
        return hands[number - 1] if number <= len(hands) else {}

    def deal(self, dealer: Seat | None = None) -> Hand:
        """The next hand. Hands thrown in by the table are passed over: the same dealer deals again.

        A dealer given in the record stands against the one the game worked out.
        """
        if self.hands:
            self.hands[-1].over = True
            self.hands[-1].adjust()
        while len(self.hands) < MAX_HANDS:
            answers = self._answers(len(self.hands) + 1)
            if "@close" in answers:
                raise Closed
            hand = self._begun(dealer, answers)
            if not hand.void:
                return hand
        raise Closed

    def _begun(self, dealer: Seat | None, answers: Mapping[str, str]) -> Hand:
        """The next hand of the record, over already if it was thrown in."""
        number = len(self.hands) + 1
        for key, text in answers.items():
            if key.startswith("@rule "):
                with _placed(number, key):
                    self.rules = self.chosen(dict(self.rules) | {key[6:]: text})
        who = dealer or (self.hands[-1].dealer.left if self.hands else self.first_dealer)
        if "@dealer" in answers:
            with _placed(number, "@dealer"):
                who = self._named(answers["@dealer"])
        hand = Hand(self, number, who, answers)
        hand.totals = self.ledger.totals
        self.hands.append(hand)
        if "@void" in answers:
            hand.void, hand.over = answers["@void"] or "thrown in", True
            hand.adjust()
        return hand

    def _named(self, text: str) -> Seat:
        try:
            return self.seating.seat(text)
        except KeyError:
            raise Refused(f"“{text}” is not at the table.", code="unknown_dealer") from None

    def end(self, winners: Iterable[Side | Seat], rule: str, why: str) -> None:
        """The game is over: several winners share it, no winner is a draw."""
        while self.closing and "@void" in (answers := self._answers(len(self.hands) + 1)):
            self._begun(None, answers)
        self.outcome = Outcome(tuple(who.side for who in winners), self.known(rule), why)
