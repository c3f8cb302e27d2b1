"""How a deal of Tadmur looks and sounds: guidance, the two roads, the sheet, every line’s words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.tadmur.chains import HOLDING, Chain, Deal, spaces_left
from companion.games.tadmur.circle import named, neighbours
from companion.games.tadmur.facts import DENIED, GUESS, OUT, Ending, Result
from companion.games.tadmur.house import Hand
from companion.panels import Grid, Square
from companion.seating import Seat, Side
from companion.words import counted, does, with_minus

STRIP = ("start", *map(str, range(1, 13)), "target")
"""The boxes of a road on the scoresheet."""


def opening(hand: Hand, number: int) -> None:
    """Who deals and begins, and what lies where."""
    spaces = hand.rules.spaces
    hand.title = f"game {number}"
    hand.cell("dealer", hand.dealer)
    hand.facts |= {"dealer": hand.dealer.code}
    words = f"{hand.dealer} deals two starters, two targets {spaces} card-widths off, and 24 each."
    hand.tell(words, "TAD-DEAL")
    if hand.mode == "guided":
        hand.tell("Look at your own target only.", "TAD-TARGET")
    hand.tell(f"{hand.dealer.left} plays first.", "TAD-TURN")


def to_move(deal: Deal, chain: Chain) -> None:
    """Whose turn it is, what may follow, and who is one space from the end."""
    hand, other = deal.hand, deal.other(chain)
    roads(deal)
    low, high = neighbours(chain.last)
    words = f"{chain.seat} to play: after {named(chain.last)}, {named(low)} or {named(high)}."
    hand.tell(words, "TAD-NEXT")
    hand.badges.clear()
    for each in deal.chains.values():
        hand.status[each.seat.side] = spaces_left(each.spaces)
        if each.spaces == 1:
            hand.badge(each.seat, "one away", rule="TAD-FREEZE")
    hand.facts |= {
        "last": chain.last,
        "spaces": str(chain.spaces),
        "wrong": str(len(chain.wrong)),
        "laid": str(len(chain.laid)),
        "own": str(chain.spaces),
        "other": str(other.spaces),
        "moment": "on the guesser’s turn, before playing",
    }


def roads(deal: Deal) -> None:
    """Both roads side by side, as everybody may see them."""
    chains = list(deal.chains.values())
    rows = (
        ("Starter", *(chain.starter for chain in chains)),
        ("Chain", *(" ".join(chain.laid) or "–" for chain in chains)),
        ("Cards laid", *(str(len(chain.laid)) for chain in chains)),
        ("Spaces left", *(str(chain.spaces) for chain in chains)),
        ("Wrong guesses", *(" ".join(chain.wrong) or "–" for chain in chains)),
    )
    deal.hand.show(Grid("The two roads", ("", *(str(chain.seat) for chain in chains)), rows))


def strips(deal: Deal) -> None:
    """Both roads with their targets, on the scoresheet."""
    boxes = len(STRIP) - 2
    for chain in deal.chains.values():
        laid = [*chain.laid, *[""] * boxes][:boxes]
        if len(chain.laid) > boxes:
            laid[-1] = " ".join(chain.laid[boxes - 1 :])
        cells = (chain.starter, *laid, chain.target or "–")
        title = f"{chain.seat}’s chain"
        deal.hand.show(Square(title, cells, STRIP, (), len(STRIP), chain.seat))
        deal.hand.cell("wrong", " ".join(chain.wrong) or "–", chain.seat.side)


# -- the result ----------------------------------------------------------------------------------


def result(hand: Hand, found: Result) -> None:
    """The deal in one sentence and on the sheet."""
    hand.status.clear()
    hand.cell("winner", found.winner or "nobody")
    hand.cell("how", found.ending.letter)
    who = f"{found.winner} wins" if found.winner else "Nobody wins"
    hand.summary = f"{who}: {found.why}"
    if not found.winner:
        words = "Neither can play, and neither may guess: nobody wins this deal."
        hand.tell(words, found.ending.rule)


def wrong_guesses(hand: Hand, seat: Seat, number: str) -> None:
    """How often a player guessed wrongly, on the sheet."""
    times = "–" if number == "not kept" else counted(int(number), "time")
    hand.cell("wrong", times, seat.side)


def at_once(spaces: int, winner: Seat, ending: Ending, first: str, second: str) -> str:
    """Why a deal entered at once was won."""
    loser, wrong = winner.left, first if winner.number == 1 else second
    if ending is GUESS:
        return f"{winner} named the rank of {loser}’s target"
    if ending is OUT:
        return f"{loser} could not go on"
    if ending is DENIED:
        return f"{loser} had denied a right guess"
    words = f"{winner}’s chain reached the target"
    if wrong == "not kept":
        return words
    sum_ = f"{spaces} + {wrong} = {spaces + int(wrong)}" if wrong != "0" else str(spaces)
    return f"{words} in {sum_} cards"


# -- the match -----------------------------------------------------------------------------------


def tally(totals: Mapping[Side, int]) -> str:
    """Games won, the higher number first: "3:2"."""
    return with_minus(":".join(str(n) for n in sorted(totals.values(), reverse=True)))


def match_won(side: Side, goal: int, totals: Mapping[Side, int]) -> str:
    """The end of a match of agreed length."""
    games = "a game" if goal == 1 else f"{goal} games"
    return f"{does(side, 'have')} won {games}, {tally(totals)}"


def play_stops(leaders: Sequence[Side], totals: Mapping[Side, int]) -> str:
    """The end of an open match."""
    if len(leaders) == 1:
        return f"{does(leaders, 'lead')} {tally(totals)} when play stops"
    return f"level at {tally(totals)} when play stops"


# -- refusals ------------------------------------------------------------------------------------


def too_long(length: int, wrong: str) -> str:
    """A chain of more cards than a player holds."""
    words = f"{counted(int(wrong), 'wrong guess', 'wrong guesses')} make a chain of {length} cards"
    return f"{words}; nobody holds more than {HOLDING}."


def none_denied(winner: Seat) -> str:
    """A denial without a guess that was called wrong."""
    words = f"{winner} has 0 wrong guesses here, so {winner.left} denied none: "
    return f"{words}count the guess that was denied."
