"""The circle of ranks, two chains as they lie on the table, and the ways a deal can end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.cards import RANK_WORDS, RANKS, Pack, a_rank, rank_word
from companion.games.tadmur.house import House
from companion.questions import Refused
from companion.said import Sentence, Sentences
from companion.seating import Seat

say = Sentences(__file__)
CIRCLE = (RANKS[0], *reversed(RANKS[1:]))
"""A 2 3 … Q K, and back to the ace."""

PACK = Pack.of(CIRCLE)
AROUND = len(CIRCLE)
COPIES = 4
"""Cards of each rank; suits never matter."""


def neighbours(rank: str) -> tuple[str, str]:
    place = CIRCLE.index(rank)
    return CIRCLE[place - 1], CIRCLE[(place + 1) % AROUND]


def joins(rank: str, other: str) -> bool:
    """Whether two ranks are next to each other; a rank does not join itself."""
    return other in neighbours(rank)


def not_joining(rank: str, target: str) -> Sentence:
    """Why a chain does not end at its target."""
    return say.does_not_join(rank=a_rank(rank), target=a_rank(target))


def only(rank: str) -> Sentence:
    low, high = neighbours(rank)
    return say.not_next(after=a_rank(rank), low=a_rank(low), high=a_rank(high))


def ranks(text: str) -> tuple[str, ...]:
    """Ranks written in a row: "4 5 6 J", "ace, king"; Refused when one is none."""
    ranks: list[str] = []
    for part in filter(None, re.split(r"[\s,]+", text.strip())):
        folded = {name: rank for rank, name in RANK_WORDS.items()} | {"1": "A", "t": "10"}
        rank = folded.get(part.lower(), part.upper())
        if rank not in CIRCLE:
            raise Refused(say.unknown_rank(part=part))
        ranks.append(rank)
    if not ranks:
        raise Refused(say.unknown_rank__none())
    return tuple(ranks)


def ways(last: str, target: str) -> tuple[int, int]:
    """Steps from one rank to another, upward and downward round the circle."""
    up = (CIRCLE.index(target) - CIRCLE.index(last)) % AROUND
    return up, AROUND - up


def spare(last: str, target: str, spaces: int) -> int | None:
    """Steps to spare on the shortest road that fits; None when no road does.

    A road has one step more than there are spaces, because the last card joins the target. Steps
    to spare are gone in pairs, there and back, so a way fits only if it is as odd or as even.
    """
    steps = spaces + 1
    fitting = [way for way in ways(last, target) if way <= steps and way % 2 == steps % 2]
    return steps - min(fitting) if fitting else None


def can_reach(last: str, target: str, spaces: int) -> bool:
    """True if a chain of exactly that many cards can end beside the target (TAD-REACH)."""
    return spare(last, target, spaces) is not None


def safe_next(last: str, target: str, spaces: int) -> list[str]:
    """The ranks that may be played next and leave the road open (TAD-KEEP)."""
    return [rank for rank in neighbours(last) if can_reach(rank, target, spaces - 1)]


def road(last: str, target: str, spaces: int) -> list[str] | None:
    """Some chain that fits, turning back as late as it can; None when there is none."""
    if not can_reach(last, target, spaces):
        return None
    chain: list[str] = []
    for left in range(spaces, 0, -1):
        last = safe_next(last, target, left)[-1]
        chain.append(last)
    return chain


def road_with(
    last: str, target: str, spaces: int, holding: Mapping[str, int]
) -> tuple[str, ...] | None:
    """A chain that fits from the ranks held, as often as each is held; None when there is none."""
    held = tuple(holding.get(rank, 0) for rank in CIRCLE)

    @cache
    def walk(last: str, left: int, held: tuple[int, ...]) -> tuple[str, ...] | None:
        if not left:
            return () if joins(last, target) else None
        for rank in safe_next(last, target, left):
            place = CIRCLE.index(rank)
            if held[place]:
                rest = walk(rank, left - 1, (*held[:place], held[place] - 1, *held[place + 1 :]))
                if rest is not None:
                    return (rank, *rest)
        return None

    return walk(last, spaces, held) if sum(held) >= spaces else None


HOLDING = 24
GUESSING, CANNOT = "guess", "cannot play"


@dataclass(frozen=True, slots=True)
class Ending:
    """A way a deal ends: its word in a record, its letter on the sheet, its rule."""

    word: str
    letter: str
    rule: str
    label: str
    hint: str = ""


GUESS = Ending("guess", "G", "TAD-GUESSWIN", "Target guessed")
CHAIN = Ending("chain", "C", "TAD-CHAINWIN", "Target reached")
OUT = Ending("out", "O", "TAD-OUTWIN", "Opponent out")
DENIED = Ending("denied", "D", "TAD-R10", "False denial", "of a right guess")
DRAWN = Ending("drawn", "–", "TAD-R15", "Nobody can move")


@dataclass(frozen=True, slots=True)
class Result:
    """The winner of a deal, the way, and the reason in words. A drawn deal has no winner."""

    winner: Seat | None
    ending: Ending
    why: Sentence
    also: tuple[str, ...] = ()


@dataclass
class Chain:
    """One player's road as it lies."""

    seat: Seat
    starter: str
    length: int
    """Spaces of a fresh track."""
    target: str = ""
    """The rank of the target, as far as it is known here."""
    open: bool = False
    """True once everybody has seen the target."""
    laid: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """The wrong guesses of its player."""
    cards: int = HOLDING

    @property
    def last(self) -> str:
        """The rank that the next card must be next to."""
        return self.laid[-1] if self.laid else self.starter

    @property
    def spaces(self) -> int:
        """Empty spaces before the target (TAD-SPACES)."""
        return self.length + len(self.wrong) - len(self.laid)


@dataclass(frozen=True, slots=True)
class Denial:
    """A guess that the opponent called wrong without the target being known here."""

    turn: int
    guesser: Chain
    denier: Chain
    rank: str


@dataclass
class Deal:
    """Both chains, and the answers about the targets."""

    rules: House
    chains: dict[Seat, Chain]
    denials: list[Denial] = field(default_factory=list)
    passes: int = 0
    """Turns in a row in which nobody could play."""

    def other(self, chain: Chain) -> Chain:
        return self.chains[chain.seat.left]

    def barred(self, chain: Chain) -> Sentence | None:
        other = self.other(chain)
        names = str(chain.seat), str(other.seat)
        return barred(chain.spaces, other.spaces, names, self.rules)

    def used_up(self, rank: str) -> Sentence | None:
        """Why a target that nobody has seen yet cannot be of this rank (TAD-R16)."""
        no = say.all_four_seen__target(card=rank_word(rank), rank=a_rank(rank))
        return no if self.seen(rank) >= COPIES else None

    def seen(self, rank: str) -> int:
        """The number of face-up cards of a rank on the table."""
        return sum(
            chain.laid.count(rank) + (chain.starter == rank) + (chain.open and chain.target == rank)
            for chain in self.chains.values()
        )

    # -- the moves of a player; each returns why it is not legal, or None if it is legal ----------

    def no_move(self, chain: Chain, move: str, guessed: bool) -> Sentence | None:
        """The reason why a rank, a guess, being stuck or another text is not legal, or None."""
        if move == CANNOT:
            return None
        if move == GUESSING:
            return say.one_guess() if guessed else self.no_guess(chain)
        if move in neighbours(chain.last):
            return self.no_card(chain, move)
        if move in CIRCLE:
            return only(chain.last)
        if move == "chain":
            return say.spaces_empty(left=chain.spaces, who=chain.seat)
        if move.endswith(" chain"):
            other = self.other(chain)
            return say.spaces_empty(left=other.spaces, who=other.seat)
        if move.endswith(f" {GUESSING}") and move.split()[0] in CIRCLE:
            return say.guess_after_playing()
        return say.out_of_turn(who=chain.seat)

    def no_guess(self, chain: Chain) -> Sentence | None:
        if frozen := self.barred(chain):
            return frozen
        if self.rules.repeat_guess == "refused" and len({*chain.wrong}) == AROUND:
            return say.all_guessed(who=chain.seat)
        return None

    def no_card(self, chain: Chain, rank: str) -> Sentence | None:
        if self.seen(rank) >= COPIES:
            return say.all_four_seen(card=rank_word(rank))
        if chain.spaces == 1 and chain.open and not joins(rank, chain.target):
            return not_joining(rank, chain.target)
        return None

    def no_rank(self, chain: Chain, rank: str) -> Sentence | None:
        """The reason why a rank may not be guessed again, or None."""
        again = rank in chain.wrong and self.rules.repeat_guess != "allowed"
        return say.guessed_before(who=chain.seat, rank=a_rank(rank)) if again else None

    def mistakes(self, chain: Chain, guessed: bool) -> list[str]:
        """Illegal moves that are recognised when they are typed."""
        other, beside = chain.seat.left, neighbours(chain.last)
        mistakes = [rank for rank in CIRCLE if rank not in beside]
        mistakes += [f"{other} {word}" for word in (*CIRCLE, GUESSING)]
        mistakes += [f"{rank} {GUESSING}" for rank in beside]
        return [*mistakes, *[GUESSING] * guessed, "chain", f"{other} chain"]


def barred(own: int, other: int, names: tuple[str, str], rules: House) -> Sentence | None:
    """The reason why the guesser may not guess, by both players' spaces and house rule TAD-FREEZE.

    `names` are the guesser's and the opponent's.
    """
    reading = rules.guess_freeze
    watched = {"either": (own, other), "self_near": (own, 0), "opponent_near": (0, other)}
    near = [name for name, left in zip(names, watched.get(reading, ()), strict=False) if left == 1]
    if not near:
        return None
    return say.guess_frozen(near=near[0], nobody=reading == "either", guesser=names[0])
