"""Table, which a game's play function gets: seats, house rules, ledger, and the next deal."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from companion.engine.guidance import Badge, Event, Part, Stray, Tell
from companion.engine.hand import THROWN_IN, Hand, adjustment, placed
from companion.engine.interview import Interview, R
from companion.engine.ledger import Ledger
from companion.engine.pending import Asked, AuthorsMistake, Closed, Pending, Samples, Supply
from companion.engine.record import MAX_HANDS, Record
from companion.questions import Refused
from companion.said import Sentence, Text
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
    "Part",
    "Pending",
    "R",
    "Samples",
    "Stray",
    "Supply",
    "Table",
    "Tell",
    "adjustment",
    "won",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: the winners (several share the win, none is a draw), rule and reason."""

    winners: tuple[Side, ...]
    rule: str
    why: str


def won(words: Sentence, winners: Iterable[Side] = (), rule: str = "") -> Outcome:
    """How the game ended, by the rule of its sentence or another; a draw without winners."""
    return Outcome(tuple(winners), rule or words.rule, str(words))


@dataclass
class Table(Generic[R]):
    """The argument of a game's play function: seats, house rules, ledger and hands."""

    seating: Seating
    rules: R
    record: Record
    rule_ids: Container[str]
    adjust_rule: str
    chosen: Callable[[Mapping[str, str]], R]
    supply: Supply | None = None
    hands: list[Hand[R]] = field(default_factory=list)
    outcome: Outcome | None = None
    target: int | None = None
    """The total that wins, in points; None if there is none. Shown in the standing."""
    length: int | None = None
    """Number of hands of a game of fixed length (no winner if closed before); else None."""
    closing_note: Text = ""
    """Added to the sentence on an evening closed now: "the seats were not shared equally"."""
    threshold: int | None = None
    """A total marked in the standing and the chart besides the target: a limit."""
    threshold_label: Text = ""
    """What the threshold means: "above it only a bid scores"."""

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.seating.sides)
        self.middle = self._brought()
        """The pot between hands, in chips, kept by a room that has one. A table that continues
        another after a change of players starts with the other's pot."""

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
    def next_dealer(self) -> Seat:
        """Who deals next where the deal passes to the left."""
        return self.hands[-1].dealer.left if self.hands else self.first_dealer

    @property
    def closing(self) -> bool:
        """True if the evening is closed before the next deal; for games with no end of their own.

        Thrown-in hands before the close are skipped.
        """
        number = len(self.hands) + 1
        while "@void" in self._answers(number):
            number += 1
        return "@close" in self._answers(number)

    def known(self, rule: str) -> str:
        """Returns the rule id; AuthorsMistake if rules.md lacks it."""
        if rule not in self.rule_ids:
            raise AuthorsMistake(f"the rule sheet has no {rule}")
        return rule

    def _answers(self, number: int) -> Mapping[str, str]:
        hands = self.record.hands
        return hands[number - 1] if number <= len(hands) else {}

    def deal(self, dealer: Seat | None = None) -> Hand[R]:
        """The next hand that was not thrown in; after one that was, the same dealer deals again.

        "@dealer" in the record overrides `dealer`, which defaults to the next seat in turn. Raises
        Closed at "@close".
        """
        if self.hands:
            self.hands[-1].over = True
            self.hands[-1].adjust()
        dealer = dealer or self.next_dealer
        while len(self.hands) < MAX_HANDS:
            answers = self._answers(len(self.hands) + 1)
            if "@close" in answers:
                raise Closed
            hand = self._begun(dealer, answers)
            if not hand.void:
                return hand
        raise Closed

    def cancel_last_deal(self) -> None:
        """Removes the last hand, for a game that finds it was over before anything was asked."""
        self.hands.pop()

    def _begun(self, who: Seat, answers: Mapping[str, str]) -> Hand[R]:
        """Adds the next hand; it is over at once if it was thrown in."""
        number = len(self.hands) + 1
        for key, text in answers.items():
            if key.startswith("@rule "):
                with placed(number, key):
                    self.rules = self.chosen(dict(self.rules) | {key[6:]: text})
        if "@dealer" in answers:
            with placed(number, "@dealer"):
                who = self._named(answers["@dealer"])
        hand = Hand(self, number, who, answers)
        hand.totals, hand.supply = self.ledger.totals, self.supply
        self.hands.append(hand)
        if "@void" in answers:
            hand.void, hand.over = answers["@void"] or THROWN_IN, True
            hand.adjust()
        return hand

    @property
    def place(self) -> str:
        """The position reached, for error messages: "hand 3, after bid 2"."""
        if not self.hands:
            return "before the first hand"
        asked = self.hands[-1].asked
        after = f"after {asked[-1].question.key}" if asked else "before its first question"
        return f"hand {self.hands[-1].number}, {after}"

    def _named(self, text: str) -> Seat:
        try:
            return self.seating.seat(text)
        except KeyError:
            raise Refused(f"“{text}” is not at the table.", code="unknown_dealer") from None

    def end(self, winners: Iterable[Side | Seat], rule: str, why: str) -> None:
        """Ends the game: several winners share the win, no winner is a draw."""
        while self.closing and "@void" in (answers := self._answers(len(self.hands) + 1)):
            self._begun(self.next_dealer, answers)
        self.outcome = Outcome(tuple(who.side for who in winners), self.known(rule), why)
