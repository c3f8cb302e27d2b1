"""The hand in play of Panguingue: the player at turn, melds, pot."""

from __future__ import annotations

from companion.engine.panels import InPlay, Need
from companion.games.panguingue.board import Board
from companion.games.panguingue.facts import ALL, said, say
from companion.seating import Side

FEW = 4
"""The most players whose melds have room above the question."""


def in_play(board: Board) -> InPlay:
    """The player at turn, everybody’s melds, and the pot."""
    side, pot = board.going or board.current, say.in_pot(pot=board.pot)
    order = say.in_order(sides=[side, *board.after(side)][:FEW])
    if len(board.sides) > FEW:
        return InPlay(leads=order, beside=pot)
    others = [Need(each, "", melds(board, each)) for each in board.after(side) if board.melds[each]]
    return InPlay(needs=[player_at_turn(board, side), *others], leads=order, beside=pot)


def player_at_turn(board: Board, side: Side) -> Need:
    if board.going:
        return Need(side, say.is_out(who=side), melds(board, side), say.all_melded(), sentence=True)
    left = say.to_go(cards=ALL - board.melded(side))
    pays = f"{melds(board, side)} · {left}" if board.melds[side] else left
    return Need(side, say.plays(who=side), pays, say.at_turn(), sentence=True)


def melds(board: Board, side: Side) -> str:
    return ", ".join(said(each.cards) for each in board.melds[side])
