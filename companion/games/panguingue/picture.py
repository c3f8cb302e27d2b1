"""The page of a running Pan hand: the pot, everybody’s cards, the melds, who waits for a card."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.panels import Grid, Meter, Tray
from companion.games.panguingue.board import Board
from companion.games.panguingue.facts import ALL, say
from companion.seating import Side
from companion.words import signed, with_minus

HEADS = ("Player", "melded", "chips", "if out now")
MANY = 8
"""The longest table whose players are all shown above the question."""


def opening(board: Board) -> None:
    """Show the dealer, the first player, and the contents of pot and stock."""
    hand, rules = board.hand, board.hand.rules
    pot = board.pot + rules.ante * len(board.sides)
    packets = rules.deal_packets
    hand.tell(say.deals(dealer=hand.dealer, packets=packets, first=board.first, pot=pot))
    if board.pot:
        hand.tell(say.carried(chips=board.pot))
    if board.chips != board.bought:
        gap = say.gap(chips=board.chips - board.bought)
        hand.tell(f"{gap}.", gap.rule)
    left = board.deck.stock_left(len(board.sides))
    hand.tell(say.stock(left=left, cards=board.deck.size))
    hand.on_pending = lambda: draw(board)


def draw(board: Board) -> None:
    """Panels and guidance for the page that is asked now, and for no other."""
    hand, around = board.hand, sum(board.hand.table.ledger.totals.values())
    sums = (("pot", board.pot), ("players", around), ("together", around + board.pot))
    hand.show(Meter("Chips", [(name, with_minus(chips)) for name, chips in sums]))
    if board.page == "event":
        hand.show(Grid("Players", HEADS, *rows(board)))
        guide(board)
    elif board.page == "melds":
        hand.show(tray(board, f"{board.current}’s melds", [board.current]))
    elif board.page == "all":
        hand.show(tray(board, "Melds on the table", board.active))
    standing(board)


def rows(board: Board) -> tuple[list[tuple[str, ...]], tuple[()], tuple[int, ...]]:
    """Everybody in order of play; at a long table only those who matter now."""
    totals, current = board.hand.table.ledger.totals, board.going or board.current
    sides = board.sides
    if len(sides) > MANY:
        near = {current, board.after(current)[0], *ten_down(board)}
        sides = [side for side in sides if side in near]
    rows: list[tuple[str, ...]] = []
    for side in sides:
        name = f"{side} (dealer)" if board.hand.dealer in side else str(side)
        chips = with_minus(totals[side])
        if fate := board.fates.get(side):
            rows.append((name, fate, chips, ""))
        else:
            would = signed(board.if_out(side))
            rows.append((name, f"{board.melded(side)}/{ALL}", chips, would))
    return rows, (), (sides.index(current),)


def tray(board: Board, title: str, sides: Sequence[Side]) -> Tray:
    """The melds of these players, each meld with its number."""
    many = len(sides) > 1
    groups = [
        (f"{side} {place}" if many else str(place), each.cards)
        for side in sides
        for place, each in enumerate(board.melds[side], 1)
    ]
    return Tray(title if groups else f"{title}: none yet", groups)


def ten_down(board: Board) -> list[Side]:
    return [each for each in board.active if board.melded(each) == ALL - 1]


def standing(board: Board) -> None:
    """Show a word per player, and set the facts for an enquiry."""
    hand, side = board.hand, board.current
    for each in board.sides:
        if each in board.fates:
            hand.badge(each, board.fates[each], "", "PAN-R4")
        elif hand.mode != "quick":
            hand.status[each] = f"{board.melded(each)} of {ALL}"
    for each in ten_down(board):
        hand.badge(each, "ten down", "", "PAN-TENDOWN")
    details = {"out_payment.active": str(len(board.opponents(side))), "pot": str(board.pot)}
    if board.melds[side]:
        melds = [" ".join(card.code for card in each.cards) for each in board.melds[side]]
        details |= {"meld": melds[-1], "out_payment.melds": " / ".join(melds)}
        details["can_force.melds"] = details["out_payment.melds"]
    hand.facts |= details


def guide(board: Board) -> None:
    """Show the players with ten cards down, and the player who goes out."""
    hand, side = board.hand, board.current
    if board.going:
        hand.tell(say.goes_out_for(who=board.going, gain=board.if_out(board.going)))
        return
    ten = ten_down(board)
    for each in ten:
        hand.tell(say.ten_down(who=each))
    after = board.after(side)[0]
    if after in ten:
        hand.tell(say.may_hold(who=side, after=after))
    if not ten:
        hand.tell(say.nobody_ten_down())
