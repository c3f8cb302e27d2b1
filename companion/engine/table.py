"""Table, which a game's play function gets: seats, house rules, ledger, and the next deal; and
Replay, what running it on a record comes to."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion import budget
from companion.engine.hand import THROWN_IN, Hand, adjustment, placed
from companion.engine.interview import (
    Asked,
    AuthorsMistake,
    Closed,
    Interview,
    Pending,
    R,
    Samples,
    Supply,
)
from companion.engine.ledger import Ledger
from companion.engine.panels import Badge, Event, Part, Tell, Unused
from companion.engine.record import MAX_HANDS, REMARKS, Record, Remark
from companion.questions import Question, Refused
from companion.rules import HouseRule
from companion.said import Sentence, Text
from companion.seating import Seat, Seating, Side, Sittings
from companion.words import capital, counted, does, with_minus

if TYPE_CHECKING:
    from companion.engine.game import Game

__all__ = [
    "Asked", "AuthorsMistake", "Badge", "Closed", "Event", "Hand", "Interview", "Outcome", "Part",
    "Pending", "R", "Samples", "Supply", "Table", "Tell", "Unused", "adjustment", "won",
]  # fmt: skip


K = TypeVar("K")
COVERED = "a covered answer"
"""The text shown for a secret answer."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of the game: the winners (several share the win, none is a draw), rule and reason."""

    winners: tuple[Side, ...]
    rule: str
    why: str


def won(words: Sentence, winners: Iterable[Side] = (), rule: str = "") -> Outcome:
    """The end of the game, by the rule of its sentence or another. A draw without winners."""
    return Outcome(tuple(winners), rule or words.rule, str(words))


@dataclass
class Table(Generic[R]):
    """The argument of a game's play function: seats, house rules, ledger and hands."""

    sittings: Sittings
    rules: R
    record: Record
    rule_ids: Container[str]
    adjust_rule: str
    chosen: Callable[[Mapping[str, str]], R]
    options: Mapping[str, HouseRule] = field(default_factory=dict)
    """Declarations of the house rules, by key."""
    supply: Supply | None = None
    start: Mapping[str, Any] = field(default_factory=dict)
    """The start of the only hand of an enquiry: the answers to `Game.depends` by key, or empty."""
    hands: list[Hand[R]] = field(default_factory=list)
    ignored: list[Refused] = field(default_factory=list)
    """Changes of house rules that hold for the whole game, which have no effect in a hand."""
    outcome: Outcome | None = None
    target: int | None = None
    """The total that wins, in points; None if there is none. Shown in the standing."""
    at_target: Text = ""
    """The effect of a total at the target while the game goes on: "the next hand ends the game"; ""
    if the next hand only can end it."""
    length: int | None = None
    """Number of hands of a game of fixed length (no winner if closed before); else None."""
    open: bool = False
    """True if the game goes on until the players end it after a hand."""
    closing_note: Text = ""
    """Added to the sentence on an evening closed now: "the seats were not shared equally"."""
    threshold: int | None = None
    """A total marked in the standing and the chart in addition to the target: a limit."""
    threshold_label: Text = ""
    """The effect of the threshold: "above it only a bid scores"."""

    def __post_init__(self) -> None:
        self.seating = self.sittings.of(1)
        """The seats in the current hand, or after the last hand the seats now."""
        self.first_dealer = self._named(self.record.dealer)
        self.ledger = Ledger(self.seating.sides, self.start.get("totals"))
        self.middle = self._brought()
        """The pot between hands, in chips, in games that have one. A table that continues
        another after a change of players starts with the other's pot."""

    def _brought(self) -> int:
        text = self.record.head.get("middle", "0")
        if not text.isdecimal() or len(text) > 7:
            message = f"“{text}” cannot lie in the middle: say how many, such as 12."
            raise Refused(message, self.adjust_rule, "bad_middle")
        return int(text)

    @property
    def seats(self) -> list[Seat]:
        """The seats in turn order."""
        return self.seating.seats

    @property
    def sides(self) -> list[Side]:
        return self.seating.sides

    @property
    def next_dealer(self) -> Seat:
        """The dealer of the next hand if the deal passes to the left. After a hand that was thrown
        in, the same dealer deals again."""
        if not self.hands:
            return self.first_dealer
        last = self.hands[-1]
        return self.seating.seat((last.dealer if last.void else last.dealer.left).code)

    @property
    def closing(self) -> bool:
        """True if the next hand closes the evening. For games with no end of their own.

        Thrown-in hands before the close are skipped.
        """
        number = len(self.hands) + 1
        while "@void" in self.record.answers(number):
            number += 1
        return "@close" in self.record.answers(number)

    def known(self, rule: str) -> str:
        """Returns the rule id; AuthorsMistake if rules.md lacks it."""
        if rule not in self.rule_ids:
            raise AuthorsMistake(f"the rule sheet has no {rule}")
        return rule

    def deal(self, dealer: Seat | None = None) -> Hand[R]:
        """The next hand that was not thrown in; after one that was, its dealer deals again.

        "@dealer" in the record overrides `dealer`, which defaults to the next seat in turn. The
        dealer is a cell and a fact of the hand. Raises Closed at "@close".
        """
        if self.hands:
            self.hands[-1].over = True
            self.hands[-1].adjust()
        dealer = dealer or self.next_dealer
        while len(self.hands) < MAX_HANDS:
            budget.check()
            answers = self.record.answers(len(self.hands) + 1)
            if "@close" in answers:
                raise Closed
            hand = self._begun(dealer, answers)
            if not hand.void:
                hand.cell("dealer", hand.dealer)
                hand.facts["dealer"] = hand.dealer.code
                return hand
            dealer = hand.dealer
        raise Closed

    def cancel_last_deal(self) -> None:
        """Removes the last hand, for a game that finds it was over before anything was asked."""
        self.hands.pop()

    def _begun(self, who: Seat, answers: Mapping[str, str]) -> Hand[R]:
        """Adds the next hand; it is over at once if it was thrown in."""
        number, ignored = len(self.hands) + 1, list[Refused]()
        for key, text in answers.items():
            if key[:6] == "@rule ":
                with placed(number, key):
                    rules = self.chosen(dict(self.rules) | {key[6:]: text})
                    option = self.options[key[6:]]
                    if option.keeps(self.rules.text(option.key), rules.text(option.key)):
                        ignored.append(option.stays.about(key, hand=number))
                    else:
                        self.rules = rules
        self.reseat(self.sittings.of(number))
        who = self.seating.seats[who.number - 1]
        if "@dealer" in answers:
            with placed(number, "@dealer"):
                who = self._named(answers["@dealer"])
        hand = Hand(self, number, who, answers)
        hand.totals, hand.supply = self.ledger.totals, self.supply
        for refusal in ignored:
            hand.leave_out(refusal.key, "it holds for the whole game")
        self.ignored += ignored
        self.hands.append(hand)
        if "@void" in answers:
            hand.void, hand.over = answers["@void"] or THROWN_IN, True
            hand.adjust()
        return hand

    def reseat(self, seating: Seating) -> None:
        """Seats other players. The hands so far keep a copy of the table with those they had."""
        if seating is self.seating:
            return
        before = copy(self)
        before.ledger = copy(self.ledger)
        for hand in takewhile(lambda hand: hand.table is self, reversed(self.hands)):
            hand.table = before
        self.seating = seating
        self.ledger.reseat(seating.sides)
        if self.outcome:
            winners = tuple(seating.side(side.code) for side in self.outcome.winners)
            self.outcome = replace(self.outcome, winners=winners)

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
        while self.closing and "@void" in (answers := self.record.answers(len(self.hands) + 1)):
            self._begun(self.next_dealer, answers)
        self.outcome = Outcome(tuple(who.side for who in winners), self.known(rule), why)


@dataclass
class Replay:
    """The result of running a game on a record: hands, ledger, and the next page if any."""

    game: Game
    record: Record
    table: Table
    hands: list[Hand]
    """Every hand that was dealt; the last one may be unfinished."""
    pending: Pending | None
    closed: bool

    def __post_init__(self) -> None:
        for side in self.table.sides if self.hand else ():
            if self.hand and (words := self.reached(side)):
                self.hand.tells.insert(0, Tell(f"{side}, {words}.", "", 0, keep=False))

    @property
    def hand(self) -> Hand | None:
        """The last hand that was dealt; None before the first."""
        return self.hands[-1] if self.hands else None

    def dealt(self, number: int) -> Hand | None:
        """The hand of that number; None if it is not dealt."""
        return self.hands[number - 1] if 0 < number <= len(self.hands) else None

    def seating(self, number: int) -> Seating:
        """The players of a hand that was or will be played."""
        return self.table.sittings.of(number)

    def named(self, number: int) -> str:
        """The name of a hand, also of one that is not dealt yet."""
        hand = self.dealt(number)
        return hand.name if hand else f"{self.word} {number}"

    def questions(self, number: int) -> list[Question[Any]]:
        """The questions of a hand: the answered ones, and those of its pending page."""
        hand = self.dealt(number)
        questions = [each.question for each in hand.asked] if hand else []
        if self.pending and self.pending.hand == number:
            questions += self.pending.page
        return questions

    def question(self, number: int, key: str) -> Question[Any] | None:
        """The question of a hand with that key; None if it is not asked."""
        return next((each for each in self.questions(number) if each.key == key), None)

    def shown(self, number: int, key: str, text: str, *, sentence: bool = False) -> str:
        """An answer as its page shows it, or as a sentence; `COVERED` for a secret one of an
        unfinished hand; the text itself where nothing asks for it.

        The value is the one read in the replay if there is one: reading the text again may refuse
        it, as when the card has been played since.
        """
        hand, question = self.dealt(number), self.question(number, key)
        if question is None:
            return text
        if question.secret and not (hand and hand.over):
            return COVERED
        for each in hand.asked if hand else ():
            if each.question is question and each.text == text:
                return each.sentence if sentence else each.shown
        return question.put(text, question.in_words if sentence else question.show)

    @cached_property
    def options(self) -> Mapping[str, HouseRule]:
        """The house rules in the words that hold for these players."""
        return self.game.options(self.table.rules, len(self.table.seats))

    @property
    def title(self) -> str:
        """The game's title at this table."""
        return self.game.called(self.table.rules)

    @property
    def word(self) -> str:
        """The game's word for one row of its sheet: "hand", "round", "game"."""
        parts = self.hands[0].parts if self.hands else ()
        return parts[-1].word.lower() if parts else "hand"

    @property
    def ledger(self) -> Ledger:
        return self.table.ledger

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game. None while it goes on, and if it was closed early."""
        return self.table.outcome

    @property
    def over(self) -> bool:
        """True if the game ended or the evening was closed: nothing more is asked."""
        return self.pending is None

    def reached(self, side: Side) -> str:
        """The effect of a side's total at the target while the game goes on: "61 of 40: the next
        hand can end the game"; "" if the total is lower."""
        target, total = self.table.target, self.ledger.total(side)
        if self.over or target is None or total < target:
            return ""
        does = self.table.at_target or f"the next {self.word} can end the game"
        return f"{total} of {target}: {does}"

    @property
    def final(self) -> tuple[dict[str, int], list[str]]:
        """Its totals by side code, and the codes of the winners."""
        totals = {side.code: points for side, points in self.ledger.totals.items()}
        return totals, [side.code for side in self.outcome.winners] if self.outcome else []

    @property
    def unfinished(self) -> str:
        """The standing of an evening that was closed early, in a sentence or two; else "".

        A game of fixed length then has no winner. The text always has the leader.
        """
        if not self.closed:
            return ""
        scored = sum(1 for hand in self.hands if hand.over and not hand.void)
        if not scored:
            return "Closed before anything was scored."
        length = self.table.length
        so_far = (
            f"{scored} of {length} hands: nobody has won" if length else counted(scored, "hand")
        )
        more = self.table.closing_note
        return f"Closed after {so_far}. {self._lead()}{'; ' if more else ''}{more}."

    def _lead(self) -> str:
        """The leader and the margin: "Nell & Pia lead, 28 to 12"."""
        totals = [self.ledger.total(side) for side in self.ledger.ranked()]
        leaders, high = self.ledger.leaders(), with_minus(totals[0])
        if len(leaders) == len(totals):
            return f"All are level at {high}"
        if len(leaders) > 1:
            return f"{does(leaders, 'lead')} with {high} each"
        return does(leaders, "lead") + (
            f", {high} to {with_minus(totals[1])}" if len(totals) == 2 else f" with {high}"
        )

    def results(self, kind: type[K]) -> Iterator[tuple[Hand, K]]:
        """The hands with a result of this kind, each with its result."""
        return ((hand, hand.result) for hand in self.hands if isinstance(hand.result, kind))

    @property
    def remarks(self) -> list[tuple[Remark, str]]:
        """The notes of the players on the game, "" for none."""
        return [(each, self.record.head.get(each.key, "")) for each in REMARKS]

    @property
    def notes(self) -> list[tuple[str, str]]:
        """(place, text) of the notes of the players and the game: on the game, then by hand."""
        notes = [("the game", *each) for each in self.remarks]
        for hand in self.hands:
            notes += [(hand.name, REMARKS[0], str(hand.caveat))]
            notes += [(hand.name, *each) for each in hand.remarks]
        return [
            (capital(where) if remark is REMARKS[0] else f"{capital(where)}, {remark.title}", text)
            for where, remark, text in notes if text
        ]  # fmt: skip

    @property
    def refused(self) -> list[Refused]:
        """The refusals of recorded answers on the pending page."""
        return list(self.pending.problems.values()) if self.pending else []

    def ignores(self, hand: int, option: str) -> bool:
        """True if the change of a house rule in this hand has no effect."""
        return any(
            (each.hand, each.key) == (hand, f"@rule {option}") for each in self.table.ignored
        )

    @property
    def scored(self) -> bool:
        """True if a finished hand has points, agreed ones included."""
        return any(hand.over and hand.lines for hand in self.hands)

    @property
    def half_amended(self) -> bool:
        """True if the record has answers in hands after the pending one.

        A house rule agreed on for the next deal ("@rule KEY") does not count.
        """
        if self.pending is None:
            return False
        later = self.record.hands[self.pending.hand :]
        return any(not key.startswith("@rule ") for answers in later for key in answers)

    @property
    def unused(self) -> list[Unused]:
        """Recorded answers that no question asked for, and house rules that cannot change there.

        Other answers of hands thrown in are left out.
        """
        leftovers = [
            unused
            for hand in self.hands
            for unused in hand.unused
            if not hand.void or unused.key.startswith("@rule ")
        ]
        if not self.half_amended:
            why = "the evening was closed" if self.closed else "the game was over"
            for number, answers in enumerate(self.record.hands, 1):
                if number > len(self.hands) and "@close" not in answers:
                    leftovers += [
                        Unused(number, key, text, why)
                        for key, text in answers.items()
                        if not key.startswith("@rule ")
                    ]
        return leftovers
