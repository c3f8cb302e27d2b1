"""The engine: a game's play function asks a Table and its Hands, and the record answers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Generic

from companion.interview import Asked, AuthorsMistake, Closed, Interview, Pending, R, Samples
from companion.ledger import Ledger, Line
from companion.panels import Panel
from companion.played import Badge, Event, Played, Stray, Tell
from companion.questions import Refused, number
from companion.record import MAX_HANDS, Record
from companion.seating import Seat, Seating, Side

__all__ = [
    "Asked",
    "AuthorsMistake",
    "Badge",
    "Closed",
    "Event",
    "Hand",
    "Interview",
    "Outcome",
    "Pending",
    "Played",
    "R",
    "Samples",
    "Stray",
    "Table",
    "Tell",
    "adjustment",
]


class Hand(Interview[R]):
    """One deal to its score: what was asked and answered, told, shown and posted."""

    def __init__(
        self, table: Table[R], number: int, dealer: Seat, answers: Mapping[str, str]
    ) -> None:
        super().__init__(answers, table.rules, number)
        self.table = table
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
        self.result: object = None
        """What a room knows of the hand once it is scored: for `holds` and for later hands."""
        self.summary = ""
        """The hand in one sentence, once it is known: "Omar makes 7 no"."""
        self.modes: tuple[str, ...] = ()
        self.mode = ""
        self.void = ""
        self.over = False
        self.totals: dict[Side, int] = {}
        """Every total after this hand (or, in a running one, as it stands)."""
        self._adjusted = False

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

    def badge(
        self, side: Side | Seat, word: str, more: str = "", rule: str = "", words: str = ""
    ) -> None:
        """Marks a side's state in the standing; `words` say what it means."""
        self.badges.append(Badge(side.side, word, more, rule, words))

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
            self.over, self.before_pending = True, None
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
        return self.table.ledger.of_hand(self.number)

    def played(self, lines: list[Line]) -> Played:
        """What a replay keeps of the hand, which forgets what it asked and found.

        Questions may remember their hand, and do; were it to remember them as well, a replay that
        nobody wants any more would wait for the collector of cycles, which halts everybody.
        """
        kept = Played(
            number=self.number,
            title=self.title,
            dealer=self.dealer,
            rules=self.rules,
            answers=self.answers,
            modes=self.modes,
            mode=self.mode,
            void=self.void,
            over=self.over,
            asked=self.asked,
            pages=self.pages,
            tells=self.tells,
            panels=self.panels,
            badges=self.badges,
            status=self.status,
            cells=self.cells,
            events=self.events,
            facts=self.facts,
            result=self.result,
            summary=self.summary,
            totals=self.totals,
            lines=lines,
            ledger=self.table.ledger,
            keys=frozenset(self._keys),
            left_out=self._left_out,
        )
        self.asked, self.result, self.before_pending = [], None, None
        return kept


@contextmanager
def _placed(hand: int, key: str) -> Iterator[None]:
    """Says of a refusal of the engine's own answers where it belongs."""
    try:
        yield
    except Refused as refusal:
        raise refusal.about(key, hand=hand) from None


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: the winners (several share it, none is a draw), the rule, and words."""

    winners: tuple[Side, ...]
    rule: str
    why: str


@dataclass
class Table(Generic[R]):
    """The people, the house rules and the ledger, as a game's play function meets them."""

    seating: Seating
    rules: R
    record: Record
    rule_ids: Container[str]
    adjust_rule: str
    chosen: Callable[[Mapping[str, str]], R]
    hands: list[Hand[R]] = field(default_factory=list)
    outcome: Outcome | None = None
    target: int | None = None
    """The total to reach, for what is missing and the track in the standing."""
    length: int | None = None
    """How many hands the game has, where it has a fixed number: closed before, it has no winner."""
    if_closed: str = ""
    """What has to be said besides of an evening closed now: "the seats were not shared equally"."""
    mark: int | None = None
    """A total worth a line on the track: a limit."""
    mark_says: str = ""
    """What that line means: "above it only a bid scores"."""

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
        return self.seating.sides

    @property
    def first_dealer(self) -> Seat:
        return self.seating.seat(self.record.dealer)

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

    def deal(self, dealer: Seat | None = None) -> Hand[R]:
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

    def undeal(self) -> None:
        """Takes back the hand dealt last, in which nothing was asked: the game was over before."""
        self.hands.pop()

    def _begun(self, dealer: Seat | None, answers: Mapping[str, str]) -> Hand[R]:
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

    @property
    def place(self) -> str:
        """How far it has come, for whoever has to find a mistake: "hand 3, after bid 2"."""
        if not self.hands:
            return "before the first hand"
        asked = self.hands[-1].asked
        after = f"after {asked[-1].question.key}" if asked else "before its first question"
        return f"hand {self.hands[-1].number}, {after}"

    def played(self) -> list[Played]:
        """What a replay keeps of the hands; the table lets them go."""
        lines: dict[int, list[Line]] = {}
        for entry in self.ledger.entries:
            lines.setdefault(entry.hand, []).append(entry.line)
        kept = [hand.played(lines.get(hand.number, [])) for hand in self.hands]
        self.hands.clear()
        return kept

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
