"""Nine-Card Don, for four in partnerships, pegged as the cards fall. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.cards import Suit
from companion.game import Replay
from companion.games.nine_card_don.count import game_count
from companion.games.nine_card_don.counters import (
    Pitch,
    Tricks,
    capture_lines,
    counters,
    first_home,
    game_lines,
    revoke_lines,
)
from companion.games.nine_card_don.quick import all_at_once
from companion.games.nine_card_don.tricks import trick
from companion.panels import Track, Tray
from companion.questions import Choice, option
from companion.seating import Seat, Side
from companion.table import Hand, Table

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


def play(table: Table) -> None:
    """An evening: hand after hand until a side stands on the target."""
    board = Board(table.ledger.totals)
    dealer, settled = table.first_dealer, False
    while table.outcome is None:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        table.mark = SECOND_ROUND if hand.rules.target > SECOND_ROUND else None
        board.show(hand)
        if finish(hand):
            return
        pitcher = first_pitcher(hand) if not settled else hand.dealer.left
        opening(hand, pitcher, again=settled and hand.dealer is dealer)
        play_out(hand, pitched(hand), pitcher, board)
        dealer, settled = hand.dealer.left, True


def holds(replay: Replay) -> Iterator[str]:
    """Counts fit the pack, no counter is pegged twice, and play stopped when it should."""
    for hand in replay.hands:
        cells = [text for key, text in hand.cells.items() if key.startswith("count ")]
        counts = [int(text) for text in cells if text.isdecimal()]
        if sum(counts) > 80:
            yield f"hand {hand.number}: the game counts sum to {sum(counts)}"
        pegged = [line.why.split(",")[0] for line in hand.lines if line.column == "play"]
        if len(pegged) != len(set(pegged)):
            yield f"hand {hand.number}: a counter is pegged twice"
        most = 20 + hand.rules.trump_nine_points + 15 + 3 * hand.rules.plain_nine_points
        if sum(line.points for line in hand.lines if line.column == "play") > most:
            yield f"hand {hand.number}: more points in play than there are"


# -- the deal and the pitch ----------------------------------------------------------------------


def first_pitcher(hand: Hand) -> Seat:
    """Who pitches first; the player on the pitcher's right then deals."""
    dealer = hand.dealer
    if hand.entry("guided", "quick") == "quick" or "@dealer" in hand.answers:
        return dealer.left
    hand.tell(
        "One player of each side draws a card. The higher chooses who pitches first; "
        "equal cards draw again.",
        "DON-P-DRAW",
    )
    seats = [
        option(seat, f"{seat.right} deals", best=seat is dealer.left) for seat in hand.table.seats
    ]
    pitcher = hand.ask(Choice[Seat]("pitcher", "Who pitches first?", "DON-P-DRAW", seats))
    hand.dealer = pitcher.right
    return pitcher


def opening(hand: Hand, pitcher: Seat, *, again: bool) -> None:
    """Who deals, who pitches, and whose holding stays face down."""
    rules, dealer = hand.rules, hand.dealer
    hand.entry("guided", "quick")
    hand.facts |= {"dealer": dealer.code, "leader": pitcher.code, "pitcher": pitcher.code}
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
    breach = "; whoever looks too early gives the others a misdeal"
    more = breach if rules.face_down_breach == "misdeal" else ""
    hand.tell(f"{wait}{more}.", "DON-P-BLIND")


TRUMPS = (
    *Suit,
    option(
        "none",
        no="The first card led always makes a trump suit: say which suit it was.",
        code="trump_missing",
        hidden=True,
    ),
)


def pitched(hand: Hand) -> Pitch:
    """The trump, made by the first card led."""
    trump = hand.ask(
        Choice[object](
            "trump", f"{hand.dealer.left} pitches: which suit is trump?", "DON-P-TRUMP", TRUMPS
        )
    )
    assert isinstance(trump, Suit)
    hand.cell("trump", trump)
    hand.facts["trump"] = trump.value
    pitch = Pitch(trump, counters(trump, hand.rules), hand.rules.cards_each)
    hand.tell(f"Trump {trump}, pitched by {hand.dealer.left}.", "DON-P-TRUMP", keep=True)
    if hand.rules.follow_rule == "follow_or_trump":
        hand.tell("Follow suit or trump, as you like.", "DON-R9", keep=True)
    return pitch


# -- the play ------------------------------------------------------------------------------------


def play_out(hand: Hand, pitch: Pitch, pitcher: Seat, board: Board) -> None:
    """Tricks or quick entry, then the revoke if the table asks for it, the count, and the end."""
    tricks = Tricks(pitch, hand.table.sides)
    if hand.mode == "quick":
        for take in all_at_once(hand, pitch):
            tricks.add(take)
            hand.post(capture_lines(pitch, take), live=True)
    else:
        trick_by_trick(hand, tricks, board)
    stopped = home(hand)
    # Counters still in the holdings when play stopped are neither captured nor asleep.
    mark_counters(hand, tricks, "" if stopped else "–")
    counters_panel(hand, tricks, stopped)
    if stopped:
        stop(hand)
    elif (offender := revoked(hand, tricks)) is not None:
        lost = sum(line.points for line in hand.lines if line.side is offender)
        hand.cell("eight", "revoke")
        hand.post(revoke_lines(offender, lost, pitcher.side is offender))
    else:
        for_game(hand, tricks)
    board.show(hand)
    summarise(hand, pitch)
    finish(hand)


def for_game(hand: Hand, tricks: Tricks) -> None:
    """Counts both piles for game, where the table plays for it, and closes the hand."""
    worth = hand.rules.game_points
    if not worth:
        hand.tell("Nothing is counted for game here.", "DON-R7")
        hand.post([])
        return
    counts = game_count(hand, tricks)
    for side, count in counts.items():
        hand.cell("count", count, side)
    (one, first), (two, second) = counts.items()
    hand.cell("eight", "level" if first == second else (one if first > second else two).code)
    hand.post(game_lines(counts, worth))


def trick_by_trick(hand: Hand, tricks: Tricks, board: Board) -> None:
    """The tricks in order; each is pegged at once, and the one that gets home is the last."""
    written: list[str] = []
    while len(tricks.takes) < tricks.pitch.cards_each and tricks.left:
        take = trick(hand, tricks)
        if take is None:
            return
        tricks.add(take)
        hand.post(capture_lines(tricks.pitch, take), live=True)
        board.show(hand)
        if isinstance(take.by, Seat):
            hand.facts["leader"] = take.by.code
            hand.tell(f"{take.by} won the last trick and leads.", "DON-P-TRICK")
        written.append(f"{take.side.code} {' '.join(card.code for card in take.cards)}".strip())
        hand.facts["tricks"] = " / ".join(written)
        if home(hand):
            return


def counters_panel(hand: Hand, tricks: Tricks, stopped: bool) -> None:
    """Which counters lie with whom, and which were asleep or, where play stopped, not played.

    During the tricks the picker says as much, and the board needs the room.
    """
    groups = [(str(side), cards) for side, cards in tricks.held.items()]
    rest = "not played or asleep" if stopped else "asleep"
    hand.show(Tray("Counters", [*groups, (rest, tricks.left)] if tricks.left else groups))


BOXES = ("t5", "t9", "ta", "tk", "tq", "tj", "p1", "p2", "p3", "n1", "n2", "n3")
"""The scoresheet's boxes in the order of the counters: trumps, other fives, other nines if any."""


def mark_counters(hand: Hand, tricks: Tricks, nobody: str) -> None:
    """Fills the scoresheet's boxes: A, B, or `nobody` for a counter that was not captured."""
    owner = {card: side.code for side, cards in tricks.held.items() for card in cards}
    for box, card in zip(BOXES, tricks.pitch.counters, strict=False):
        suit = str(card.suit) if box[0] in "pn" else ""
        if mark := owner.get(card, nobody):
            hand.cell(box, suit + mark)


def home(hand: Hand) -> bool:
    """Whether somebody stands on the target and play stops at once."""
    ledger, target = hand.table.ledger, hand.rules.target
    if hand.rules.finish != "immediate" or ledger.high < target:
        return False
    # What was agreed in this hand counts before anybody is called home.
    hand.adjust()
    return bool(ledger.high >= target)


def stop(hand: Hand) -> None:
    """Ends the hand where it stands."""
    hand.tell(
        "Play stops: later tricks are not played, and nothing is counted for game.", "DON-STOP"
    )
    for side in hand.table.sides:
        hand.cell("count", "–", side)
    hand.cell("eight", "stopped")
    hand.post([])


def revoked(hand: Hand, tricks: Tricks) -> Side | None:
    """The side that revoked, at a table that plays the league penalty."""
    if hand.rules.revoke_penalty != "league":
        return None
    left = [] if tricks.pitch.asleep else tricks.left
    no = f"The {left[0]} was not captured; with 13 cards each nothing is asleep." if left else ""
    nobody = option("nobody", no=no, code="counter_missing", loud=True)
    offender = hand.ask(
        Choice[object](
            "revoke",
            "Did anybody revoke or play out of turn?",
            "DON-R11",
            [*hand.table.sides, nobody],
        ),
        title="Before the count: a revoke?",
    )
    return offender if isinstance(offender, Side) else None


def summarise(hand: Hand, pitch: Pitch) -> None:
    """The hand in one sentence, and what each side pegged in play."""
    gained = dict.fromkeys(hand.table.sides, 0)
    for line in hand.lines:
        if line.column in ("play", "game"):
            gained[line.side] += line.points
    scores = " – ".join(str(points) for points in gained.values())
    hand.summary = f"{pitch.trump} pitched by {hand.dealer.left}: {scores}"


# -- the end -------------------------------------------------------------------------------------


def finish(hand: Hand) -> bool:
    """Ends the game if somebody is home, by the table's way of stopping."""
    table, target = hand.table, hand.rules.target
    totals = table.ledger.totals
    over = [side for side, total in totals.items() if total >= target]
    if not over:
        return False
    if hand.rules.finish == "immediate":
        winner = first_home(table.ledger.entries, target, totals)
        assert winner is not None
        stopped = hand.cells.get("eight") == "stopped"
        how = ": play stops in mid-hand" if stopped else ""
        table.end([winner], "DON-121", f"{winner} stand on {totals[winner]}{how}")
        return True
    high = max(over, key=lambda side: totals[side])
    if totals[high] == totals[high.opponents]:
        return False
    words = f"the hand is played out, and {high} are ahead on {totals[high]}"
    table.end([high], "DON-R1", words)
    return True
