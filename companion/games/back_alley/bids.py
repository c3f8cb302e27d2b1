"""The bids of Back Alley: numbers, boards and their levels, contracts, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product

from companion.facts import fact
from companion.questions import Choice, Option, listed, option
from companion.rules import Options
from companion.seating import Seat

HIGHEST = 12
"""The largest number that can be bid: on thirteen cards all tricks are called board."""
LEVELS = ("", "board", "double board", "triple board", "quadruple board")
MARKS = ("", "B", "2B", "3B", "4B")
"""How a scoresheet, and a button among four in a row, writes the levels."""
PASS = "pass"
ALL_PASSED = "all passed"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve", "thirteen")  # fmt: skip


@fact
class Bid:
    """A number of tricks, a board level from 1 to 4, or (neither of them) a pass."""

    tricks: int = 0
    level: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """How high it is: boards above all numbers, by level."""
        return self.level, self.tricks

    @property
    def mark(self) -> str:
        """How a scoresheet writes it."""
        return MARKS[self.level] or (str(self.tricks) if self.tricks else "–")

    def __str__(self) -> str:
        return LEVELS[self.level] or (str(self.tricks) if self.tricks else PASS)


BIDS = {
    str(bid): bid
    for bid in [*(Bid(n) for n in range(HIGHEST + 1)), *(Bid(level=n) for n in range(1, 5))]
}
Call = tuple[Seat, Bid]


@fact
class Contract:
    """What a side has promised: the sum of its numbers, or at a board level every trick."""

    tricks: int
    level: int = 0
    bids: tuple[Bid, ...] = ()
    """The two bids it is made of; none where only the contract was entered."""

    @classmethod
    def of(cls, *bids: Bid) -> Contract:
        """The contract of these bids (BAL-SUM); the highest board level counts (BAL-R5)."""
        return cls(sum(bid.tricks for bid in bids), max(bid.level for bid in bids), bids)

    def needs(self, cards: int) -> int:
        """How many of the tricks make it."""
        return cards if self.level else self.tricks

    @property
    def mark(self) -> str:
        """How a scoresheet writes it."""
        return MARKS[self.level] or str(self.tricks)

    @property
    def sum(self) -> str:
        """How the number came about: "4 + 2 = 6", or "6" where the bids are not known."""
        if not self.bids:
            return str(self.tricks)
        return f"{' + '.join(map(str, self.bids))} = {self.tricks}"

    def __str__(self) -> str:
        return LEVELS[self.level] or str(self.tricks)


def leader(calls: Sequence[Call]) -> Seat:
    """Who leads first: the highest bid, the first of equals (BAL-P-LEAD)."""
    return max(calls, key=lambda call: call[1].rank)[0]


def most_bid(cards: int, rules: Options) -> int:
    """The largest number that can be bid on a hand of this size; 0 where only board is left."""
    most = cards if rules.max_plain_bid == "hand_size" else cards - 1
    return min(HIGHEST, most)


def factors(rules: Options) -> tuple[int, ...]:
    """Points per trick of the hand at each board level, from 1."""
    return _factors(rules.board_value, rules.board_progression == "doubling")


@cache
def _factors(value: int, doubling: bool) -> tuple[int, ...]:
    return tuple(value * step for step in ((1, 2, 4, 8) if doubling else (1, 2, 3, 4)))


@cache
def callers() -> frozenset[tuple[int, int]]:
    """The pairs of levels (the dealer's side, the others') that four bids in turn can lead to.

    The players not of the dealer's side speak first and third.
    """
    found: set[tuple[int, int]] = set()
    for boards in product((False, True), repeat=4):
        sides = [0, 0]
        for place, level in zip((p for p in range(4) if boards[p]), range(1, 5), strict=False):
            sides[place % 2] = level
        found.add((sides[1], sides[0]))
    return frozenset(found)


@fact
class Turn:
    """What a player may bid: cards in the hand, largest number, level called so far, and what
    a board level wins or loses per trick of the hand."""

    cards: int
    most: int
    level: int
    worth: tuple[int, ...]

    def accept(self, text: str) -> Bid | None:
        """A legal bid written as a record keeps it."""
        bid = BIDS.get(text)
        if bid is None:
            return None
        legal = bid.level == self.level + 1 if bid.level else bid.tricks <= self.most
        return bid if legal else None

    def refusal(self, bid: Bid) -> str:
        """Why a bid cannot be made here, and what would do; empty when it can."""
        if self.accept(str(bid)):
            return ""
        if not bid.level:
            return self.too_high(bid.tricks)
        name = str(bid)
        if bid.level <= self.level:
            next_level = LEVELS[self.level + 1]
            return f"{name.capitalize()} has been called; you may say {next_level}."
        if bid.level == 2:
            return f"There is no board to double: say {self.would}."
        missing = LEVELS[self.level + 1 : bid.level]
        have = "have" if len(missing) > 1 else "has"
        words = listed(missing, "and").capitalize()
        return f"{words} {have} to come before {name.split()[0]}: say {self.would}."

    def too_high(self, tricks: int) -> str:
        """Why a number cannot be bid."""
        if tricks > self.cards:
            plural = "s" * (self.cards != 1)
            return f"Only {self.cards} trick{plural} this hand: say {self.would}."
        all_of_them = f"All {NUMBERS[tricks]} tricks is" if tricks > 1 else "The one trick is"
        return f"{all_of_them} called board: say {self.would}."

    @property
    def would(self) -> str:
        """What would do, in words."""
        numbers = [f"1 to {self.most}"] if self.most > 1 else ["1"] if self.most else []
        return listed([*numbers, LEVELS[self.level + 1], PASS])

    def options(self) -> list[Option[Bid]]:
        """Every bid: numbers, the four board levels, pass; then what is only understood."""
        made: list[Option[Bid]] = []
        for number in range(1, 53):
            hidden = number > self.cards or number > HIGHEST
            no = self.too_high(number) if number > self.most else ""
            made.append(option(Bid(number), no=no, code="bid_too_high", hidden=hidden))
        for level in range(1, 5):
            made += self.board(level)
        made.append(option(BIDS[PASS], loud=True))
        made.append(option(BIDS[PASS], text="0", label="0", hidden=True))
        return made

    def board(self, level: int) -> list[Option[Bid]]:
        """A board level and the short words for it."""
        bid = Bid(level=level)
        no = self.refusal(bid)
        code = "board_level_already_bid" if level <= self.level else "board_level_skipped"
        short = LEVELS[level].split()[0]
        return [
            option(bid, label=MARKS[level], no=no, code=code),
            option(bid, text=short, label=short, no=no, code=code, hidden=True),
        ]


@lru_cache(maxsize=4096)
def bid_question(
    seat: str, who: str, cards: int, most: int, level: int, worth: tuple[int, ...]
) -> tuple[Choice[Bid], Turn]:
    """The question to one player and what it stands on; kept, as every replay asks it again."""
    stands = Turn(cards, most, level, worth)
    question = Choice(
        f"bid {seat}",
        f"{who}: bid or pass",
        "BAL-P-BID",
        stands.options,
        accept=stands.accept,
        columns=4,
        hint="B is board, 2B double board. A number need not beat the bids before it.",
    )
    return question, stands


@lru_cache(maxsize=256)
def contract_question(
    side: str, name: str, most: int, cards: int, first: bool
) -> Choice[Contract | str]:
    """A side's contract as a whole, for a hand entered at once."""
    plain = {str(number) for number in range(2 * most + 1)}

    def options() -> list[Option[Contract | str]]:
        passed: Option[Contract | str] = Option(
            ALL_PASSED, ALL_PASSED, "passed", "all four: thrown in", loud=True
        )
        too_high = f"Two bids of {most} make {2 * most}: more cannot be promised on {cards}."
        return [
            *([passed] if first else []),
            *(Option[Contract | str](Contract(n), str(n), str(n)) for n in range(2 * most + 1)),
            *(
                Option[Contract | str](Contract(0, level), LEVELS[level], MARKS[level])
                for level in range(1, 5)
            ),
            *(
                Option[Contract | str](
                    Contract(n), str(n), str(n), no=too_high, code="bid_too_high", hidden=True
                )
                for n in range(2 * most + 1, 53)
            ),
        ]

    def accept(text: str) -> Contract | str | None:
        if text in LEVELS[1:]:
            return Contract(0, LEVELS.index(text))
        if text in plain:
            return Contract(int(text))
        return ALL_PASSED if first and text == ALL_PASSED else None

    unless = None if first else ("A contract", ALL_PASSED)
    prompt = f"What did {name} bid together?"
    return Choice(
        f"{side} contract", prompt, "BAL-SUM", options, accept=accept, columns=5, unless=unless
    )
