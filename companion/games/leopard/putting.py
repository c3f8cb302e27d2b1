"""Where a card may go: what is wrong with a place, by the rule that says so."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card
from companion.games.leopard import show
from companion.games.leopard.facts import SPACES, Space


@dataclass(frozen=True, slots=True)
class Slip:
    """Why a card cannot go to a space: for the player, with the rule."""

    message: str
    rule: str
    code: str


def slip(card: Card, own: bool, place: int, there: Space, king_anywhere: bool) -> Slip | None:
    """What is wrong with putting a card on a place of the player's own square, or the other's."""
    if not own and card.rank == "K" and not king_anywhere:
        return Slip(show.own_square_only(king_anywhere), "LEO-KING", "own_square_only")
    if not own and card.rank == "10":
        return Slip(show.own_square_only(king_anywhere), "LEO-TEN", "own_square_only")
    if not own and card.rank == "Q":
        return Slip(show.QUEENS_AT_HOME, "LEO-QUEEN", "own_square_only")
    if card.rank in ("J", "Q"):
        return _cover_slip(card, place, there)
    if card.rank == "K":
        return None
    if card.rank != "10" and card.rank != SPACES[place]:
        return Slip(show.belongs(card.rank), "LEO-PIP", "wrong_space")
    if there.card:
        rule = "LEO-TEN" if card.rank == "10" else "LEO-R3"
        return Slip(show.space_taken(card.rank, place), rule, "space_taken")
    return None


def _cover_slip(card: Card, place: int, there: Space) -> Slip | None:
    """Jacks and queens go face down on a face-up card, on nothing else."""
    if there.down:
        return Slip(show.face_down(card.rank, place), "LEO-R4", "face_down_already")
    if not there.card:
        rule = "LEO-JACK" if card.rank == "J" else "LEO-QUEEN"
        return Slip(show.nothing_to_cover(card.rank, place), rule, "nothing_to_cover")
    return None


def rule_of(card: Card) -> str:
    """The rule that says where a card may go."""
    own = {"10": "LEO-TEN", "J": "LEO-JACK", "Q": "LEO-QUEEN", "K": "LEO-KING"}
    return own.get(card.rank, "LEO-PIP")
