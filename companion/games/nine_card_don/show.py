"""How a hand of Nine-Card Don looks and sounds: guidance, the board, the sheet, every line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards import Suit
from companion.games.nine_card_don.counters import Counter, Pitch, Take, Tricks
from companion.games.nine_card_don.house import Hand, House
from companion.panels import Track, Tray
from companion.seating import Seat, Side
from companion.words import does

SECOND_ROUND = 61
"""The hole where the second time round begins."""


@dataclass
class Board:
    """Where the pegs stand: the front one, and the one behind it on the score before."""

    front: dict[Side, int]
    back: dict[Side, int] = field(default_factory=dict)

    def show(self, hand: Hand) -> None:
        """Moves the pegs to the present totals and puts the board on the screen."""
        target = hand.rules.target
        for side, total in hand.table.ledger.totals.items():
            if total != self.front[side]:
                self.back[side], self.front[side] = self.front[side], total
            need = f"{target - total} to go" if total < target else "home"
            hand.status[side] = f"{need}, {'2nd' if total >= SECOND_ROUND else '1st'} round"
        runners = [
            (side, hole(front, target), hole(self.back.get(side, 0), target))
            for side, front in self.front.items()
        ]
        hand.show(Track("Cribbage board", target, runners))


def hole(total: int, target: int) -> int:
    """The hole a peg stands in: never past the last, never before the first."""
    return max(0, min(total, target))


# -- the hand under way --------------------------------------------------------------------------


def to_draw(hand: Hand) -> None:
    """How the first pitcher is found."""
    if hand.rules.first_pitch == "two_of_diamonds":
        hand.tell("The player with the 2♦ pitches first.", "DON-R13")
        return
    words = "One player of each side draws a card. The higher chooses who pitches first; "
    hand.tell(f"{words}equal cards draw again.", "DON-P-DRAW")


def opening(hand: Hand, pitcher: Seat, *, again: bool, over: int) -> None:
    """Who deals, who pitches, and whose holding stays face down."""
    rules, dealer = hand.rules, hand.dealer
    hand.facts |= {"dealer": dealer.code, "leader": pitcher.code, "pitcher": pitcher.code}
    hand.facts["trump.number"] = "1"
    for side in hand.table.sides:
        hand.facts[f"start {side.code}"] = str(hand.table.ledger.total(side))
    hand.cell("dealer", dealer)
    hand.cell("pitcher", pitcher)
    if again:
        hand.tell(f"The deal passes left, so {dealer}, who pitched last, deals.", "DON-ROTATE")
    asleep = 52 - 4 * rules.cards_each
    words = f"{dealer} deals {rules.cards_each} each, one at a time"
    hand.tell(f"{words}; {asleep} stay asleep." if asleep else f"{words}.", "DON-DEAL")
    hand.tell(f"{pitcher} pitches: the first card led makes its suit trump.", "DON-P-PITCH")
    wait = "Everybody but the pitcher waits" if rules.face_down_rule == "all_but_pitcher" else ""
    wait = wait or f"{pitcher.partner}, the pitcher’s partner, does not look yet"
    breach = "; if anyone else looks too early, the others may call a misdeal"
    more = breach if rules.face_down_breach == "misdeal" else ""
    hand.tell(f"{wait}{more}.", "DON-P-BLIND")
    if over:
        hand.tell(f"{over} points for game are carried over.", "DON-R4")


def pitched(hand: Hand, trump: Suit) -> None:
    """The trump, made by the first card led."""
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    hand.tell(f"Trumps are {trump}, pitched by {hand.dealer.left}.", "DON-P-TRUMP", keep=True)
    if hand.rules.follow_rule == "follow_or_trump":
        hand.tell("Follow suit or trump, as you like.", "DON-R9", keep=True)


def trick_taken(hand: Hand, take: Take, written: list[str]) -> None:
    """Who won the trick, and the tricks so far for the referee."""
    if isinstance(take.by, Seat):
        hand.facts["leader"] = take.by.code
        hand.tell(f"{take.by} won the last trick and leads.", "DON-P-TRICK")
    written.append(f"{take.side.code} {' '.join(card.code for card in take.cards)}".strip())
    hand.facts["tricks"] = " / ".join(written)


def no_game_count(hand: Hand) -> None:
    """A table that plays without the points for game."""
    hand.tell("Nothing is counted for game here.", "DON-R7")


# -- the result ----------------------------------------------------------------------------------

BOXES = ("t5", "t9", "ta", "tk", "tq", "tj", "p1", "p2", "p3", "n1", "n2", "n3")
"""The scoresheet's boxes in the order of the counters: trumps, other fives, other nines if any."""


def counters(hand: Hand, tricks: Tricks, stopped: bool) -> None:
    """Which counters lie with whom, on the sheet and on the screen.

    Counters still in the holdings when play stopped are neither captured nor asleep.
    """
    owner = {card: side.code for side, cards in tricks.held.items() for card in cards}
    for box, card in zip(BOXES, tricks.pitch.counters, strict=False):
        suit = f"{card.suit}: " if box[0] in "pn" else ""  # “♣A” would be the ace of clubs
        if mark := owner.get(card, "" if stopped else "–"):
            hand.cell(box, suit + mark)
    groups = [(str(side), cards) for side, cards in tricks.held.items()]
    rest = "not played or asleep" if stopped else "asleep"
    hand.show(Tray("Counters", [*groups, (rest, tricks.left)] if tricks.left else groups))


def stopped(hand: Hand) -> None:
    """A hand that ended where it stood."""
    words = "Play stops: later tricks are not played, and nothing is counted for game."
    hand.tell(words, "DON-STOP")
    for side in hand.table.sides:
        hand.cell("count", "–", side)
    hand.cell("eight", "stopped")


def revoked(hand: Hand) -> None:
    """A hand that a revoke ended."""
    hand.cell("eight", "revoke")


def game_counts(hand: Hand, counts: Mapping[Side, int]) -> None:
    """Both counts, and who has the points for game."""
    for side, count in counts.items():
        hand.cell("count", count, side)
    (one, first), (two, second) = counts.items()
    hand.cell("eight", "level" if first == second else (one if first > second else two).code)


def most_for_game(hand: Hand, high: Side | None) -> None:
    """Who has the points for game, where the counts were not said."""
    hand.cell("eight", high.code if high else "level")


def summary(hand: Hand, pitch: Pitch) -> None:
    """The hand in one sentence, and what each side pegged in it."""
    gained = dict.fromkeys(hand.table.sides, 0)
    for line in hand.lines:
        if line.column in ("play", "game"):
            gained[line.side] += line.points
    low, high = sorted(gained.values())
    best = max(gained, key=lambda side: gained[side])
    pegs = f"{does(best, 'peg')} {high} to {low}" if low < high else f"Both sides peg {high}"
    hand.summary = f"{pegs}, {pitch.trump} pitched by {hand.dealer.left}"


def captured(counter: Counter, take: Take) -> str:
    """A counter that was pegged."""
    return f"{counter}, taken by {take.by}" if isinstance(take.by, Seat) else str(counter)


def level_counts(count: int, rules: House) -> str:
    """Counts on a level."""
    return f"game count {count}:{count}: {level(rules)}"


def level(rules: House) -> str:
    """What becomes of the points for game where the counts are level."""
    carried = rules.level_count == "carried" and rules.game_points
    return f"level, {'the 8 are carried over' if carried else 'nobody scores'}"


def most(points: int) -> str:
    """The points for game, where the counts were not said."""
    return f"the higher game count scores {points}"


def higher_count(first: int, second: int, points: int) -> str:
    """The points for game."""
    return f"game count {first}:{second}: the higher scores {points}"


def carried(points: int) -> str:
    """Points for game that level counts left over."""
    return f"{points} carried over from level counts"


def points_lost(lost: int) -> str:
    """What a revoke takes away."""
    return f"revoke: the {lost} points of this hand are lost"


OWN_PITCH = "the revoke was in the offenders’ own pitch: 20"


def home_first(winner: Side, total: int, stopped: bool) -> str:
    """The end of a game that stops at once."""
    how = ": play stops in mid-hand" if stopped else ""
    return f"{does(winner, 'have')} {total}{how}"


def ahead(side: Side, total: int) -> str:
    """The end of a game that is played out."""
    return f"the hand is played out, and {does(side, 'be')} ahead on {total}"


# -- refusals ------------------------------------------------------------------------------------


def already_home(side: Side, total: int, target: int) -> str:
    """More counters than can have fallen before play stopped."""
    words = f"{total} for {side}: no trick holds enough to have been the last. Leave out"
    return f"{words} what fell after they reached {target}."
