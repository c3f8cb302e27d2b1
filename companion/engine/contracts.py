"""Declarations of a game: the answers that name a bidder, the lines that show a contract made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Contracts:
    """The rules whose score lines show that a contract was made or set, for the statistics."""

    made: Sequence[str]
    """Rules of lines that go to a side that made its contract."""
    broken: Sequence[str] = ()
    """Rules of lines that go to a side that broke its own contract."""
    paid: Sequence[str] = ()
    """Rules of lines that go to the opponents of a side that broke its contract."""
    staked: Sequence[str] = ()
    """Rules of lines that bring points to a side that made its contract, else cost it points."""


@dataclass(frozen=True)
class Bids:
    """The answers that name the bidder (or knocker, winner), for a correction by one tap."""

    one: str = ""
    """Key of the answer that names the seat, on a page for the whole hand."""
    in_turn: Sequence[str] = ()
    """Key prefixes of bids made in turn, round by round: "bid" of "bid 2"."""
    rest: str = ""
    """The bid by which this seat and all later ones pass."""
    contracts: str = "contract"
    """End of the keys of each side's contract: "A contract"."""
