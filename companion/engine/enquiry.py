"""Enquiries: short interviews that end in a referee's ruling; one is the same for every game.

“What does this hand score?” asks the questions of a whole hand in the shortest entry mode and
reports the lines the game posts: at a table in the place of the hand in question, with the totals
and the dealer it began with; otherwise it first asks for what the score depends on besides them
(`Game.depends`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.engine.interview import Interview, R
from companion.engine.record import Record
from companion.engine.table import Hand, Replay
from companion.questions import Choice, Question, Refused
from companion.said import Text, rule_of
from companion.seating import Seating, Side
from companion.words import signed

SCORED = "@scored"
"""Key in `Enquiry.at` for a hand just scored, before the next one has an answer."""


@dataclass(frozen=True)
class Ruling:
    """A referee's answer: one sentence, the rules it rests on, and the steps that led there."""

    answer: str
    rules: tuple[str, ...]
    steps: tuple[str, ...] = ()
    undecided: bool = False
    """The sources do not decide it; the steps then list the usual ways."""
    value: Any = field(default=None, compare=False, repr=False)
    """The answer as data, where a program asks: the winner of a trick and the winning card, a seat,
    the cards that may be played, a number, or True for yes."""


def ruled(answer: Text, *more: str, steps: Iterable[Text] = (), value: Any = None) -> Ruling:
    """A Ruling that cites the rule of its sentence, and `more`."""
    rules = dict.fromkeys(filter(None, (rule_of(answer), *more)))
    return Ruling(str(answer), tuple(rules), tuple(map(str, steps)), value=value)


COUNT = "count"
"""Key of the question for the number of players, if there is no table."""


@dataclass(frozen=True)
class Sizes:
    """The possible player counts of an enquiry without a table."""

    counts: Sequence[int]
    seated: Callable[[int], Seating]
    usual: int = 0
    """The number assumed if nobody says it; 0 if it is asked."""


class Desk(Interview[R]):
    """The interview of an enquiry: its answers, the house rules, and the seating.

    How many play is asked when an enquiry first looks at the seats, if no table says it. `before`
    is the table's record up to and including the hand asked about, of which only the engine's
    answers ("@…") are kept; None without a table.
    """

    def __init__(
        self,
        answers: Mapping[str, str],
        rules: R,
        seating: Seating | Sizes,
        before: Record | None = None,
    ) -> None:
        super().__init__(answers, rules)
        self._seating = seating
        self.before = before
        self.assumed: dict[str, str] = {}
        """In words, by key, what `suppose` suggested and nobody changed: "North dealt"."""

    def suppose(
        self, *page: Question[Any], title: str, check: Callable[..., None] | None = None
    ) -> dict[str, Any]:
        """The values of a page by key. A question with a `default` is not waited for: its default
        is the answer, which the ruling names as assumed."""
        for each in page:
            if each.default and each.written(self.answers.get(each.key, each.default)) == (
                each.default
            ):
                self.answers = {**self.answers, each.key: each.default}
                self.assumed[each.key] = each.in_words(each.parse(each.default))
        heading = self.heading
        answers = self.ask(*page, title=title, check=check)
        self.heading = heading
        values = [answers] if len(page) == 1 else answers
        return dict(zip([each.key for each in page], values, strict=True))

    @cached_property
    def seating(self) -> Seating:
        source = self._seating
        if isinstance(source, Seating):
            return source
        count = source.usual
        if COUNT in self.answers or not count:
            sizes = [str(each) for each in source.counts]
            asks, title = "How many play?", self.heading
            count = int(self.ask(Choice(COUNT, asks, "", sizes, columns=4), title=asks))
            self.heading = title
        return source.seated(count)

    @property
    def seats(self) -> list[Any]:
        """The seats in turn order."""
        return self.seating.seats

    @property
    def sides(self) -> list[Side]:
        return self.seating.sides


@dataclass(frozen=True)
class Enquiry:
    """A question a dispute can turn on: a short interview that ends in a Ruling."""

    key: str
    title: str
    ask: Callable[[Desk[Any]], Ruling]
    rules: tuple[str, ...]
    """The rules it can decide."""
    whole: bool = False
    """It asks for a whole hand by the keys of the play, so a hand's answers pre-fill it."""
    at: Mapping[str, str] = field(default_factory=dict)
    """The pages that offer it. Keys: globs over the play's question keys ("bid *"), or `SCORED`.
    Values: the enquiry's own question on the same matter, or ""."""


Asks = Callable[[Desk[Any]], Ruling]


def enquiry(key: str, title: str, rules: str, at: str = "") -> Callable[[Asks], Enquiry]:
    """Makes a function an Enquiry, whose title stands over its first page.

    `rules` and `at` are separated by spaces: "KAI-P-BID KAI-R1", "tricks bid_*=call" (see
    `Enquiry.at`; "_" stands for a space).
    """
    places = (place.replace("_", " ").partition("=") for place in at.split())
    fits = {on: asks for on, _, asks in places}
    return lambda ask: Enquiry(key, title, ask, tuple(rules.split()), at=fits)


WORTH = "worth"
"""The enquiry's key."""


Depends = Callable[[Desk[Any]], Sequence[Question[Any]]]
"""Returns the questions about all that a hand's score depends on, except its own page."""
Start = Mapping[str, Any]
"""Their answers by key; numbers for several are in the order of the seats or sides."""


def worth(
    game: str, replay: Callable[..., Replay], depends: Depends, way: str = "quick"
) -> Enquiry:
    """The enquiry for the game of that key; `way` is its shortest entry mode."""

    def ask(desk: Desk[Any]) -> Ruling:
        start: Start = {}
        if desk.before:
            record = desk.before.copy()
        else:
            record, start = begun(desk)
        number = max(1, len(record.hands))
        own = {key: text for key, text in desk.answers.items() if key not in (COUNT, *start)}
        record.put(number, {"@entry": way, **own})
        state = replay(record, start=start)
        hand = state.hands[number - 1]
        desk.asked = [*desk.asked, *hand.asked]
        if state.pending and state.pending.hand == number:
            raise state.pending
        return of_hand(hand)

    def begun(desk: Desk[Any]) -> tuple[Record, Start]:
        """The record of a hand without a table, and where it began as far as its score depends on
        that."""
        page = depends(desk)
        keys = [each.key for each in page]

        def of(*values: Any) -> tuple[Record, Start]:
            state = dict(zip(keys, values, strict=True))
            dealer = state["dealer"].number if "dealer" in state else 1
            record = Record.begin(game, map(str, desk.seats), dealer, dict(desk.rules))
            several = {key: [*each.values()] for key, each in state.items() if type(each) is dict}
            return record, state | several

        def check(*values: Any) -> None:
            record, start = of(*values)
            if not replay(record, start=start).hands:
                raise Refused("The game is over with these totals.", code="game_over")

        values = desk.suppose(*page, title="Before this hand", check=check) if page else {}
        return of(*values.values())

    return Enquiry(WORTH, "What does this hand score?", ask, (), True, {SCORED: ""})


def of_hand(hand: Hand[Any]) -> Ruling:
    """The ruling on the score of a finished hand."""
    if not hand.lines:
        rules = [tell.rule for tell in hand.tells[-1:]] or [a.question.rule for a in hand.asked]
        return Ruling(f"Nothing: {hand.summary.rstrip('.')}.", tuple(filter(None, rules[-1:])))
    sums = [(side, hand.brought(side)) for side in hand.table.sides]
    words = ", ".join(f"{side} {signed(points)}" for side, points in sums)
    cited = dict.fromkeys(rule for line in hand.lines for rule in (line.rule, *line.also))
    steps = tuple(f"{signed(line.points)} {line.to}: {line.why}" for line in hand.lines)
    return Ruling(f"{words}.", tuple(cited), steps)
