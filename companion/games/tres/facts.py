"""The facts of a deal of Très: its tricks, their points, and the possible totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from companion.cards import RANKS, Card, Pack, Suit
from companion.said import Sentence, Sentences, Text
from companion.seating import Seat
from companion.tricks import ranking, winner

say = Sentences(__file__)
PACK = Pack.of(RANKS, without=("5H",))
KEYS = Pack.of(("4", "3", "2"))
RANK = ranking(RANKS)
TRUMP = Suit.HEARTS
TRICKS = 17


def is_key(card: Card) -> bool:
    return card.rank in ("2", "3", "4")


@dataclass(frozen=True, slots=True)
class Worth:
    """The points of a trick, and the reason."""

    points: int
    why: Sentence

    @property
    def rule(self) -> str:
        return self.why.rule


def in_words(rule: str, number: int = 0, keys: str = "") -> Sentence:
    """The kind of trick by which rule it scores: so many of them, or one with these key cards."""
    facts = {"number": number, "keys": keys}
    match rule:
        case "TRES-KEY0":
            return say.no_key_card(number=number)
        case "TRES-KEY1":
            return say.one_key_card(**facts)
        case "TRES-KEY2":
            return say.two_key_cards(**facts)
        case "TRES-KEY3":
            return say.two_suits(**facts)
        case "TRES-RUN16":
            return say.one_suit(**facts)
        case "TRES-RAINBOW16":
            return say.three_suits(**facts)
    return say.one_or_three_suits(number=number)


def worth(cards: Iterable[Card]) -> Worth:
    """The points of a trick from its key cards (TRES-VALUE): 1, 2, 4, 8 or 16."""
    keys = [card for card in cards if is_key(card)]
    suits = len({card.suit for card in keys})
    points, kind = (1, 2, 4, 8)[len(keys)], f"KEY{len(keys)}"
    if len(keys) == 3 and suits != 2:
        points, kind = 16, "RUN16" if suits == 1 else "RAINBOW16"
    return Worth(points, in_words(f"TRES-{kind}", keys=" ".join(map(str, keys))))


def reply_wins(lead: Card, reply: Card) -> bool:
    """True if the reply is higher in the suit led, or a heart on a plain lead (TRES-WINNING)."""
    return winner((lead, reply), TRUMP, RANK) == 1


def taker(cards: Sequence[Card]) -> int:
    """The place (from 0) of the winning card: places 0 and 2 are the leader’s."""
    return winner(cards, TRUMP, RANK)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as played: the leader, the three cards, and its number if it has one."""

    leader: Seat
    cards: tuple[Card, ...]
    number: int = 0

    @property
    def player(self) -> tuple[Seat, Seat, Seat]:
        return self.leader, self.leader.left, self.leader

    @property
    def winner(self) -> Seat:
        return self.player[taker(self.cards)]

    @property
    def bound(self) -> list[int]:
        """The places (from 0) whose card had to follow: the reply, and the third if it stood."""
        return [1, 2] if reply_wins(self.cards[0], self.cards[1]) else [1]


@dataclass(frozen=True, slots=True)
class Revoke:
    """A card that should have followed suit: the trick, the offender, and the proof."""

    trick: Trick
    who: Seat
    suit: Suit
    shown: Card
    """The card of that suit that the offender played later."""
    later: int


def revokes(tricks: Sequence[Trick]) -> Iterator[Revoke]:
    """Every failure to follow suit that the later tricks prove (TRES-AUDIT)."""
    for number, trick in enumerate(tricks, 1):
        led = trick.cards[0].suit
        assert led is not None
        for place in off_suit(trick):
            who = trick.player[place]
            proof = _later(tricks[number:], who, led)
            if proof:
                yield Revoke(trick, who, led, *proof)


def off_suit(trick: Trick) -> list[int]:
    """The places (from 0) that had to follow suit and did not."""
    return [place for place in trick.bound if trick.cards[place].suit is not trick.cards[0].suit]


def _later(tricks: Sequence[Trick], who: Seat, suit: Suit) -> tuple[Card, int] | None:
    for trick in tricks:
        for player, card in zip(trick.player, trick.cards, strict=True):
            if player is who and card.suit is suit:
                return card, trick.number
    return None


Kind = tuple[int, str]
"""The points of a trick (1, 2, 4, 8 or 16), and the rule."""
CELLS = {1: "ones", 2: "twos", 4: "fours", 8: "eights", 16: "sixteens"}


@dataclass
class Tally:
    """Each player's tricks while a deal is entered, and the cards out of the pack."""

    won: dict[Seat, dict[Kind, int]]
    gone: dict[Card, Text] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)

    def add(self, seat: Seat, points: int, rule: str, number: int = 1) -> None:
        if number:
            self.won[seat][points, rule] = self.won[seat].get((points, rule), 0) + number

    def points(self, seat: Seat) -> int:
        return sum(points * number for (points, _), number in self.won[seat].items())

    def tricks_of(self, seat: Seat, points: int) -> int:
        return sum(number for (each, _), number in self.won[seat].items() if each == points)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was played: tricks by kind, or only the players' own totals; and its revokes."""

    points: dict[Seat, int]
    tally: Tally | None = None
    revokes: tuple[Revoke, ...] = ()


KINDS = ((0, 1), (1, 2), (2, 4), (3, 8), (3, 16))
"""The numbers of key cards in a trick, with its points."""


def _possible() -> dict[tuple[int, int], frozenset[int]]:
    """The possible points of (tricks, key cards) of one player.

    Tricks with no key card are counted first, so that nothing follows the last of the key cards.
    """
    totals: dict[tuple[int, int], set[int]] = {(0, 0): {0}}
    for tricks in range(TRICKS):
        for keys in range(len(KEYS)):
            for points in totals.get((tricks, keys), ()):
                for more, worth in KINDS:
                    if keys + more <= len(KEYS):
                        totals.setdefault((tricks + 1, keys + more), set()).add(points + worth)
    return {place: frozenset(points) for place, points in totals.items()}


_WON = _possible()
POSSIBLE_TOTALS = _WON[TRICKS, len(KEYS)]
"""Every total that the two players’ points of one deal can make together (TRES-R6)."""
POSSIBLE_SPLITS = frozenset(
    (mine, theirs)
    for (tricks, keys), ours in _WON.items()
    for mine in ours
    for theirs in _WON.get((TRICKS - tricks, len(KEYS) - keys), ())
)
"""Every pair of points that the two players of one deal can have (TRES-R6)."""
