"""Two chains as they lie on the table, and what may be done to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.tadmur.circle import (
    AROUND,
    CIRCLE,
    COPIES,
    joins,
    named,
    neighbours,
    not_joining,
    only,
    word,
)
from companion.games.tadmur.house import Hand, House
from companion.questions import Option, option
from companion.seating import Seat
from companion.words import counted

HOLDING = 24
GUESSING, CANNOT = "guess", "cannot play"


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
        """The opponent's chain."""
        return self.chains[chain.seat.left]

    def barred(self, chain: Chain) -> str:
        """Why a player may not guess now, "" if the player may."""
        other = self.other(chain)
        names = str(chain.seat), str(other.seat)
        return barred(chain.spaces, other.spaces, names, self.rules)

    def used_up(self, rank: str) -> str:
        """Why a target that nobody has seen yet cannot be of this rank (TAD-R16); "" if it can."""
        if self.seen(rank) < COPIES:
            return ""
        return f"All four {word(rank)}s lie face up already: no target can be {named(rank)}."

    def seen(self, rank: str) -> int:
        """How many cards of a rank lie on the table for all to see."""
        return sum(
            chain.laid.count(rank) + (chain.starter == rank) + (chain.open and chain.target == rank)
            for chain in self.chains.values()
        )


def barred(own: int, other: int, names: tuple[str, str], rules: House) -> str:
    """Why the guesser may not guess, by the spaces of both and the house's reading (TAD-FREEZE).

    `names` are the guesser's and the opponent's; "" when the guess is allowed.
    """
    reading = rules.guess_freeze
    watched = {"either": (own, other), "self_near": (own, 0), "opponent_near": (0, other)}
    near = [name for name, left in zip(names, watched.get(reading, ()), strict=False) if left == 1]
    if not near:
        return ""
    who = "nobody may guess" if reading == "either" else f"{names[0]} may not guess"
    return f"One space is left in {near[0]}’s chain, so {who}."


def spaces_left(spaces: int) -> str:
    """How many spaces are left, in words."""
    return counted(spaces, "space") + " left"


# -- what a player may do -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slip:
    """Why something cannot be done: for the player, with the rule."""

    message: str
    rule: str
    code: str


@dataclass(frozen=True, slots=True)
class Moves:
    """What a player may do: play one of two ranks, guess, or be stuck."""

    deal: Deal
    chain: Chain
    guessed: bool = False

    def accept(self, text: str) -> str | None:
        """A legal move written as a record keeps it."""
        if text == CANNOT:
            return text
        if text == GUESSING and not self.guessed and not self.no_guess():
            return text
        if text in neighbours(self.chain.last) and not self.no_card(text):
            return text
        return None

    def no_guess(self) -> Slip | None:
        """Why a guess is impossible now."""
        frozen = self.deal.barred(self.chain)
        if frozen:
            return Slip(frozen, "TAD-FREEZE", "guess_frozen")
        if self.deal.rules.repeat_guess == "refused" and len({*self.chain.wrong}) == AROUND:
            return Slip(f"{self.chain.seat} has guessed every rank.", "TAD-R7", "all_guessed")
        return None

    def no_card(self, rank: str) -> Slip | None:
        """Why a next rank cannot be played after all."""
        if self.deal.seen(rank) >= COPIES:
            words = f"All four {word(rank)}s lie on the table already."
            return Slip(words, "TAD-PACK", "all_four_seen")
        last = self.chain.spaces == 1
        if last and self.chain.open and not joins(rank, self.chain.target):
            return Slip(not_joining(rank, self.chain.target), "TAD-JOIN", "does_not_join")
        return None

    def options(self) -> list[Option[str]]:
        """The two ranks, the guess, and being stuck; what is wrong with anything else."""
        left = self.chain.spaces - 1
        hint = spaces_left(left) if left else "fills the chain"
        options = [stopped(rank, hint, self.no_card(rank)) for rank in neighbours(self.chain.last)]
        if not self.guessed:
            options.append(stopped(GUESSING, "", self.no_guess(), "Guess"))
        hint = STUCK_HINT[self.deal.rules.stuck]
        options.append(option(CANNOT, hint, label="Cannot play", set_apart=True, twice=True))
        return [*options, *self.slips()]

    def slips(self) -> Iterator[Option[str]]:
        """What cannot be done, understood when it is typed."""
        chain, other = self.chain, self.chain.seat.left
        for rank in CIRCLE:
            if rank not in neighbours(chain.last):
                yield refused(rank, Slip(only(chain.last), "TAD-NEXT", "not_next"))
        for said in (*CIRCLE, GUESSING):
            turn = Slip(f"It is {chain.seat}’s turn.", "TAD-TURN", "out_of_turn")
            yield refused(f"{other} {said}", turn)
        late = Slip("Guess first, then play.", "TAD-ONEGUESS", "guess_after_playing")
        for rank in neighbours(chain.last):
            yield refused(f"{rank} guess", late)
        if self.guessed:
            once = "One guess a turn; now play a card."
            yield refused(GUESSING, Slip(once, "TAD-ONEGUESS", "one_guess"))
        for said, each in (("chain", chain), (f"{other} chain", self.deal.other(chain))):
            yield refused(said, Slip(still_empty(each), "TAD-JOIN", "spaces_empty"))


STUCK_HINT = {
    "lose": "loses the deal",
    "pass": "the turn passes",
    "discard": "throw a card away",
}


def still_empty(chain: Chain) -> str:
    """Why a chain cannot be claimed."""
    verb = "is" if chain.spaces == 1 else "are"
    return f"{counted(chain.spaces, 'space')} in {chain.seat}’s chain {verb} still empty."


def stopped(text: str, hint: str, slip: Slip | None, label: str = "") -> Option[str]:
    """An answer that shows struck out if there is a slip in it."""
    slip = slip or Slip("", "", "")
    no, rule, code = slip.message, slip.rule, slip.code
    return option(text, hint, label=label, refusal=no, rule=rule, code=code)


def refused(text: str, slip: Slip) -> Option[str]:
    """An answer that is understood only to be refused."""
    return option(text, refusal=slip.message, rule=slip.rule, code=slip.code, hidden=True)


@dataclass(frozen=True, slots=True)
class Guesses:
    """Which ranks a player may name: all thirteen, or only new ones."""

    deal: Deal
    chain: Chain

    def accept(self, text: str) -> str | None:
        """A rank that may be named, written as a record keeps it."""
        return text if text in CIRCLE and not self.no(text) else None

    def no(self, rank: str) -> Slip | None:
        """Why a rank may not be named again."""
        if rank not in self.chain.wrong or self.deal.rules.repeat_guess == "allowed":
            return None
        words = f"{self.chain.seat} has guessed {named(rank)} before, and it was wrong."
        return Slip(words, "TAD-R7", "guessed_before")

    def options(self) -> list[Option[str]]:
        """All thirteen, with a reminder on those that cannot be right."""
        return [stopped(rank, self.hint(rank), self.no(rank)) for rank in CIRCLE]

    def hint(self, rank: str) -> str:
        """What is known against a rank by everybody at the table."""
        if rank in self.chain.wrong:
            return "wrong before"
        return "all four seen" if self.deal.seen(rank) >= COPIES else ""
