"""Two chains as they lie on the table, what may be done to them, and the ways a deal can end."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.cards import a_rank, rank_word
from companion.games.tadmur import circle
from companion.games.tadmur.circle import AROUND, CIRCLE, COPIES, say
from companion.games.tadmur.house import Hand, House
from companion.said import Sentence
from companion.seating import Seat

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


GUESS = Ending("guess", "G", "TAD-GUESSWIN", "A guess", "named the target")
CHAIN = Ending("chain", "C", "TAD-CHAINWIN", "The chain", "reached the target")
OUT = Ending("out", "O", "TAD-OUTWIN", "Other out", "stuck, or no cards")
DENIED = Ending("denied", "D", "TAD-R10", "A denial", "of a right guess")
DRAWN = Ending("drawn", "–", "TAD-R15", "Nobody can move")


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a deal, how, and why in words; nobody wins a drawn one."""

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
    """What its player has guessed wrongly."""
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
    """Both chains, and what was said of the targets."""

    hand: Hand
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
        return (
            say.all_four_seen__target(card=rank_word(rank), rank=a_rank(rank))
            if self.seen(rank) >= COPIES
            else None
        )

    def seen(self, rank: str) -> int:
        """How many cards of a rank lie on the table for all to see."""
        return sum(
            chain.laid.count(rank) + (chain.starter == rank) + (chain.open and chain.target == rank)
            for chain in self.chains.values()
        )

    # -- what a player may do; each says why not, or None where it can be done -------------------

    def no_move(self, chain: Chain, move: str, guessed: bool) -> Sentence | None:
        """A rank, a guess or being stuck; whatever else somebody may say is told why not."""
        if move == CANNOT:
            return None
        if move == GUESSING:
            return say.one_guess() if guessed else self.no_guess(chain)
        if move in circle.neighbours(chain.last):
            return self.no_card(chain, move)
        if move in CIRCLE:
            return circle.only(chain.last)
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
        if chain.spaces == 1 and chain.open and not circle.joins(rank, chain.target):
            return circle.not_joining(rank, chain.target)
        return None

    def no_rank(self, chain: Chain, rank: str) -> Sentence | None:
        """Why a rank may not be named again."""
        again = rank in chain.wrong and self.rules.repeat_guess != "allowed"
        return say.guessed_before(who=chain.seat, rank=a_rank(rank)) if again else None

    def mistakes(self, chain: Chain, guessed: bool) -> list[str]:
        """What somebody may say that cannot be done, understood when it is typed."""
        other, beside = chain.seat.left, circle.neighbours(chain.last)
        found = [rank for rank in CIRCLE if rank not in beside]
        found += [f"{other} {said}" for said in (*CIRCLE, GUESSING)]
        found += [f"{rank} {GUESSING}" for rank in beside]
        return [*found, *[GUESSING] * guessed, "chain", f"{other} chain"]


def barred(own: int, other: int, names: tuple[str, str], rules: House) -> Sentence | None:
    """Why the guesser may not guess, by the spaces of both and the house's reading (TAD-FREEZE).

    `names` are the guesser's and the opponent's.
    """
    reading = rules.guess_freeze
    watched = {"either": (own, other), "self_near": (own, 0), "opponent_near": (0, other)}
    near = [name for name, left in zip(names, watched.get(reading, ()), strict=False) if left == 1]
    if not near:
        return None
    return say.guess_frozen(near=near[0], nobody=reading == "either", guesser=names[0])
