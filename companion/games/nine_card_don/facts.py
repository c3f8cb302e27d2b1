"""The facts of a hand of Nine-Card Don: counters, tricks, and the possible game counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from companion.cards import Card, Pack, Suit
from companion.games.nine_card_don.house import House
from companion.questions import Refused
from companion.said import Sentence, Sentences, Text
from companion.seating import Seat, Side
from companion.tricks import ranking
from companion.words import listed

say = Sentences(__file__)
PACK = Pack.of(about="52 cards, ace to two")
RANK = ranking()
HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "9": "nine", "5": "five"}
WHOLE_COUNT = 80
"""Every ace, king, queen, jack and ten of the pack together, counted for game."""

PLAIN_VALUES = (*[10] * 4, *[4] * 3, *[3] * 3, *[2] * 3, *[1] * 3)
"""Points for game of the cards that are no counters, highest first: tens and plain honours."""


def game_value(card: Card) -> int:
    """The points of a card for game: A 4, K 3, Q 2, J 1, 10 = 10, in every suit."""
    return 10 if card.rank == "10" else HONOURS.get(card.rank, 0)


def count_of(cards: Iterable[Card]) -> int:
    return sum(map(game_value, cards))


@dataclass(frozen=True, slots=True)
class Counter:
    """A card that scores at once when it is captured."""

    card: Card
    points: int
    rules: tuple[str, ...]
    words: str

    def __str__(self) -> str:
        return f"{self.card}, {self.words}: {self.points}"


def counters(trump: Suit, rules: House) -> Mapping[Card, Counter]:
    """The counters of a hand: 5 9 A K Q J of trumps, the other fives, and other nines if played."""
    nine, plain_nine = rules.trump_nine_points, rules.plain_nine_points
    values = {"5": 10, "9": nine, **HONOURS}
    counters: list[Counter] = []
    for rank, points in values.items():
        more = ("DON-R7",) if rank == "9" and nine != 9 else ()
        words = f"the {WORDS[rank]} of trumps"
        counters.append(Counter(Card(rank, trump), points, (f"DON-T{rank}", *more), words))
    for rank, points, rule in (("5", 5, "DON-5"), ("9", plain_nine, "DON-R7")):
        words = f"a {WORDS[rank]} that is not a trump"
        plain = [Card(rank, suit) for suit in Suit if suit is not trump and points]
        counters += [Counter(card, points, (rule,), words) for card in plain]
    return {counter.card: counter for counter in counters}


def scores_nothing(card: Card, trump: Suit) -> Sentence:
    """Why a card is not a counter in a hand with this trump."""
    elsewhere = card.suit and card.suit is not trump and card.rank in ("9", *HONOURS)
    suit = card.suit.word if card.suit and elsewhere else ""
    return say.card_does_not_score(card=card, suit=suit, later=game_value(card))


@dataclass(frozen=True, slots=True)
class Take:
    """The counters of one trick, and who took them."""

    by: Side | Seat
    cards: tuple[Card, ...]

    @property
    def side(self) -> Side:
        return self.by.side


@dataclass(frozen=True)
class Pitch:
    """The points to play for in a hand, when its trump is known."""

    trump: Suit
    counters: Mapping[Card, Counter]
    cards_each: int

    @classmethod
    @lru_cache(64)
    def of(cls, trump: Suit, rules: House) -> Pitch:
        return cls(trump, counters(trump, rules), rules.cards_each)

    @cached_property
    def pack(self) -> Pack:
        return Pack(tuple(self.counters))

    @cached_property
    def laid(self) -> tuple[Card, ...]:
        """The counters in page order. Those that score under every trump have one place."""
        alike = ("5", "9") if self.plain_nines else ("5",)
        ranked = [Card(rank, suit) for rank in alike for suit in Suit]
        return (*ranked, *(card for card in self.counters if card not in ranked))

    @property
    def plain_nines(self) -> bool:
        return any(card.rank == "9" and card.suit is not self.trump for card in self.counters)

    @property
    def asleep(self) -> int:
        return 52 - 4 * self.cards_each

    def worth(self, cards: Iterable[Card]) -> int:
        return sum(self.counters[card].points for card in cards)


@dataclass
class Tricks:
    """The tricks of a hand so far: the counters of each side, and those out or asleep."""

    pitch: Pitch
    sides: Sequence[Side]
    takes: list[Take] = field(default_factory=list)
    held: dict[Side, list[Card]] = field(default_factory=dict)
    left: list[Card] = field(default_factory=list)
    gone: dict[Card, Text] = field(default_factory=dict)
    """Counters that cannot fall again, with the reason."""

    def __post_init__(self) -> None:
        self.held = {side: [] for side in self.sides}
        self.left = list(self.pitch.counters)

    def add(self, take: Take) -> None:
        self.takes.append(take)
        self.held[take.side] += take.cards
        for card in take.cards:
            self.left.remove(card)
            self.gone[card] = say.card_captured_twice(card=card, who=take.by)


def honours(cards: Iterable[Card]) -> list[Card]:
    """The trump honours among captured counters, which count again for game."""
    return [card for card in cards if card.rank in HONOURS]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The possible sums of the two game counts, given the captured counters."""

    pitch: Pitch
    held: Mapping[Side, list[Card]]
    """The trump honours with each side."""
    high: int
    low: int

    @classmethod
    def of(cls, tricks: Tricks) -> Bounds:
        """The bounds after a hand. Cards asleep can hide only so much of the eighty."""
        pitch, sleeping = tricks.pitch, tricks.left
        held = {side: honours(cards) for side, cards in tricks.held.items()}
        hidden = PLAIN_VALUES[: max(pitch.asleep - len(sleeping), 0)]
        high = WHOLE_COUNT - count_of(honours(sleeping))
        return cls(pitch, held, high, high - sum(hidden))

    def least(self, side: Side) -> int:
        return count_of(self.held[side])

    def check(self, counts: Mapping[Side, int], keys: Mapping[Side, str]) -> None:
        """Refuse impossible counts, beside the question (`keys`) of the side concerned."""
        for side, count in counts.items():
            if count < self.least(side):
                names = listed((WORDS[card.rank] for card in self.held[side]), "and")
                no = say.game_count_inconsistent__least(
                    side=side, honours=names, least=self.least(side), count=count
                )
                raise Refused(no, key=keys[side])
        if no_sum := self.why_not(*counts.values()):
            *_, last = counts
            raise Refused(no_sum, key=keys[last])

    def why_not(self, one: int, two: int) -> Text:
        """The reason why two counts are impossible. "" if they are possible."""
        total, words = one + two, f"{one} + {two} makes {one + two}"
        if total > WHOLE_COUNT:
            return say.game_count_over_80(sum=words)
        if not self.pitch.asleep and total != WHOLE_COUNT:
            return say.game_count_must_be_80(sum=words)
        if total > self.high:
            return say.game_count_inconsistent(sum=words, high=self.high)
        if total < self.low:
            asleep = self.pitch.asleep
            return say.game_count_inconsistent__low(sum=words, asleep=asleep, low=self.low)
        return ""


@dataclass(frozen=True, slots=True)
class Result:
    """A played hand: its counters, both game counts if they were counted, the points it carries."""

    tricks: Tricks
    counts: dict[Side, int] | None = None
    carries: int = 0
    stopped: bool = False
