"""Types for a game's `testing.py`, which parametrises the shared tests. Not used by the app."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.engine.game import Replay
from companion.engine.hand import Hand

Told = tuple[str, dict[str, str]]
"""(entry mode, the answers that enter a hand in it)."""


@dataclass(frozen=True)
class Case:
    """An enquiry with answers taken from a played hand, and the ruling it must give."""

    enquiry: str
    answers: Mapping[str, str]
    says: str
    """The beginning of the ruling."""
    true: bool = True
    """False if the ruling must not begin so."""
    rule: str = ""
    """A rule id the ruling must cite; "" for any."""


@dataclass(frozen=True)
class Impossible:
    """Answers, in one entry mode, that no deal could give: the last of them must be refused."""

    players: str
    way: str
    answers: str


@dataclass(frozen=True)
class Trials:
    """The data of one game package for the shared tests."""

    cases: Callable[[Replay, Hand], Iterator[Case]]
    """Enquiries about a played hand, with the rulings they must give."""
    asked: AbstractSet[str]
    """Enquiries that at least one case must cover."""
    began: Callable[[Replay, Hand], Mapping[str, str]] = lambda replay, hand: {}
    """Further answers about a played hand for the enquiry without a table: those to `Game.depends`
    except dealer and totals, which the shared test knows."""
    told: Callable[[Replay, Hand], Iterator[Told]] | None = None
    """A scored hand re-entered in its shorter modes, which must score the same. Not needed for
    modes that share a page (`ask_whole`, `ask_rest`); hands that a shorter mode cannot express
    (an order, the first player) are left out."""
    shorter: AbstractSet[str] = frozenset()
    """Modes that random evenings must be re-entered in."""
    written: AbstractSet[tuple[str, str]] = frozenset({("guided", "quick")})
    """(from, to) modes in which hands of the golden evening and the examples are re-entered."""
    impossible: Iterable[Impossible] = ()
    possible: AbstractSet[str] = frozenset()
    """Modes in which nothing is refused."""
    rare: AbstractSet[str] = frozenset()
    """Questions with an enquiry (`Enquiry.at`) that neither the golden evening nor a few random
    ones reach."""
    undisputed: AbstractSet[str] = frozenset()
    """First words of the keys of questions that need no enquiry."""
    other_meaning: AbstractSet[tuple[str, str]] = frozenset()
    """(enquiry, question key) if a fact of the hand has the key but another meaning."""
    same_rows: AbstractSet[str] = frozenset()
    """Rules whose row of the scoring table stays true where their text differs."""
    endless: bool = False
    """The game has no end of its own."""
    seldom: bool = False
    """Random sampling may find no legal answer on some page."""


def given(hand: Hand, *keys: str) -> dict[str, str]:
    """The hand's answers to these questions, as far as they were asked."""
    return {asked.question.key: asked.text for asked in hand.asked if asked.question.key in keys}


def at_once(replay: Replay, hand: Hand) -> Iterator[Told]:
    """A guided hand in the mode "quick": the facts known from the play, and the answers."""
    if hand.mode == "guided":
        yield "quick", {asked.question.key: asked.text for asked in hand.asked} | hand.known


def shares(numbers: object) -> str:
    """The numbers of a mapping as the text of a Shares answer."""
    assert isinstance(numbers, dict)
    return " ".join(str(number) for number in numbers.values())


def of_hand(hand: Hand, *keys: str) -> dict[str, str]:
    """These of the hand's facts."""
    return {key: hand.facts[key] for key in keys}


def leader(replay: Replay, hand: Hand) -> str:
    """The name of the player to lead, from the hand's facts."""
    return str(replay.table.seating.seat(hand.facts["leader"]))


def posted(hand: Hand, side: object) -> int:
    """A side's or seat's points in the hand."""
    return sum(line.points for line in hand.lines if side in (line.to, line.side))
