"""Nine-Card Don, for four in partnerships, pegged as the cards fall. The rules are in rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.cards import Suit
from companion.engine.game import Replay
from companion.engine.panels import Track, Tray
from companion.games.nine_card_don import facts, page, score
from companion.games.nine_card_don.facts import Pitch, Result, Take, Tricks, say
from companion.games.nine_card_don.house import Hand, Table
from companion.games.nine_card_don.in_play import in_play
from companion.games.nine_card_don.race import Race, in_order
from companion.seating import Seat, Side
from companion.words import does

SECOND_ROUND = 61
"""The first hole of the second round."""


def play(table: Table) -> None:
    """An evening: hand after hand until a side reaches the target."""
    board = Board(table.ledger.totals)
    dealer, settled, carried = table.first_dealer, False, table.start.get("carried", 0)
    while True:
        hand = table.deal(dealer)
        table.target = hand.rules.target
        table.threshold = SECOND_ROUND if hand.rules.target > SECOND_ROUND else None
        table.threshold_label = "the second round of the board begins"
        board.show(hand)
        if finish(hand):
            table.cancel_last_deal()  # what was agreed in a hand thrown in has ended the game
            return
        hand.entry("guided", "quick")
        again = settled and hand.dealer == dealer
        hand.result = result = played_out(hand, board, carried, drawn=not settled, again=again)
        if finish(hand, result.stopped):
            return
        dealer, settled, carried = hand.dealer.left, True, result.carries


def finish(hand: Hand, stopped: bool = False) -> bool:
    """Ends the game if somebody has won it."""
    table = hand.table
    totals = table.ledger.totals
    table.outcome = score.ending(table.ledger.entries, totals, hand.rules, stopped)
    return table.outcome is not None


def played_out(hand: Hand, board: Board, carried: int, *, drawn: bool, again: bool) -> Result:
    """The pitch, tricks or all at once, the revoke if the table asks for it, and the count."""
    asked = page.first_pitcher(hand) if drawn and asks_pitcher(hand) else None
    if asked:  # until then nobody has dealt
        del hand.cells["dealer"], hand.facts["dealer"]
        two = hand.rules.first_pitch == "two_of_diamonds"
        hand.tell(say.two_of_diamonds() if two else say.draw())
    else:
        opening(hand, again=again, over=carried)
    answers: dict[str, Any] = {}
    if hand.mode == "quick":
        answers = hand.ask_whole(partial(page.page, hand, asked), title="Just the result")
    title, step = say.the_pitch() if asked else "", partial(page.page, hand, asked)
    pitched_by = answers or hand.ask_rest(step, {}, "pitcher", "trump", title=title)
    if asked:
        hand.dealer = pitched_by["pitcher"].right
        opening(hand, again=again, over=carried)
    suit = pitched_by["trump"]
    assert isinstance(suit, Suit)
    pitched(hand, suit)
    tricks = Tricks(Pitch.of(suit, hand.rules), hand.table.sides)
    if answers:
        haul = {side: answers[f"counters {side.code}"] for side in hand.table.sides}
        race = Race(hand.rules, hand.table.ledger.totals, tricks.pitch, haul)
        for take in in_order(hand, race):
            tricks.add(take)
            hand.post(score.capture_lines(tricks.pitch, take), live=True)
    else:
        trick_by_trick(hand, tricks, board)
    result = counted(hand, tricks, carried, answers.get("counting"))
    board.show(hand)
    summary(hand, tricks.pitch)
    return result


def asks_pitcher(hand: Hand) -> bool:
    """False where the dealer was set, and in a record of the time before a hand entered at once
    was asked: there the player on the dealer's left pitched."""
    answers = hand.answers
    before = hand.mode == "quick" and "trump" in answers and "pitcher" not in answers
    return "@dealer" not in answers and not before


def trick_by_trick(hand: Hand, tricks: Tricks, board: Board) -> None:
    """The tricks in order; each is pegged at once, and the one that gets home is the last."""
    written: list[str] = []
    hand.plays = partial(in_play, hand, tricks)
    while len(tricks.takes) < tricks.pitch.cards_each and tricks.left:
        title = say.which_counters()
        hand.tell(say.skip())
        answers = hand.ask_rest(partial(page.trick_page, hand, tricks), {}, title=title)
        cards, who = answers.values()
        if not isinstance(who, (Seat, Side)):
            return
        take = Take(who, cards)
        tricks.add(take)
        hand.post(score.capture_lines(tricks.pitch, take), live=True)
        board.show(hand)
        if isinstance(who, Seat):
            hand.facts["leader"] = who.code
        written.append(f"{take.side.code} {' '.join(card.code for card in cards)}".strip())
        hand.facts["first.tricks"] = " / ".join(written)
        if home(hand):
            return


def home(hand: Hand) -> bool:
    """True if a side has reached the target and play stops at once."""
    ledger, target = hand.table.ledger, hand.rules.target
    if hand.rules.finish != "immediate" or ledger.best < target:
        return False
    # The points agreed in this hand count before a side is declared home.
    hand.adjust()
    return bool(ledger.best >= target)


def counted(hand: Hand, tricks: Tricks, carried: int, how: object | None) -> Result:
    """A hand cut short, a revoke, or the points for game; closes the hand."""
    stopped, hand.plays = home(hand), None
    counters(hand, tricks, stopped)
    if stopped:
        hand.tell(say.stopped())
        for side in hand.table.sides:
            hand.cell("count", "–", side)
        hand.cell("eight", "stopped")
        hand.post([])
        return Result(tricks, carries=carried, stopped=True)
    if hand.rules.revoke_penalty == "league":
        offender = hand.ask(page.revoker(hand, tricks), title=say.before_the_count())
        if isinstance(offender, Side):
            lost = sum(line.points for line in hand.lines if line.side is offender)
            hand.cell("eight", "revoke")
            own = hand.dealer.left.side is offender
            hand.post(score.revoke_lines(offender, lost, own))
            return Result(tricks, carries=carried)
    return for_game(hand, tricks, carried, how)


def for_game(hand: Hand, tricks: Tricks, carried: int, how: object | None) -> Result:
    """The result with the side that has most for game, if the rules give points for it."""
    rules, sides = hand.rules, hand.table.sides
    if not rules.game_points:
        hand.tell(say.no_game_count())
        hand.post([])
        return Result(tricks)
    bounds = facts.Bounds.of(tricks)
    if how is None:
        so_far = ", ".join(f"{side} {bounds.least(side)}" for side in sides)
        hand.tell(say.for_game(so_far=so_far, low=bounds.low, high=bounds.high))
        how = hand.ask(page.most(hand))
    counts: dict[Side, int] | None = None
    if how in (page.TOTALS, page.CARDS):
        counts = (page.tapped if how == page.CARDS else page.typed)(hand, bounds)
        for side, count in counts.items():
            hand.cell("count", count, side)
        high = max(counts, key=lambda side: counts[side]) if len(set(counts.values())) > 1 else None
        lines = score.game_lines(counts, rules, carried)
    else:
        high = how if isinstance(how, Side) else None
        lines = score.most_lines(high, sides, rules, carried)
    hand.cell("eight", high.code if high else page.LEVEL)
    hand.post(lines)
    carries = not high and rules.level_count == "carried"
    return Result(tricks, counts, carried + rules.game_points if carries else 0)


# -- what the page and the sheet say -------------------------------------------------------------


@dataclass
class Board:
    """The places of the pegs: the front one, and the one behind it on the score before."""

    front: dict[Side, int]
    back: dict[Side, int] = field(default_factory=dict)

    def show(self, hand: Hand) -> None:
        """Moves the pegs to the present totals and puts the board on the screen."""
        target = hand.rules.target
        for side, total in hand.table.ledger.totals.items():
            if total != self.front[side]:
                self.back[side], self.front[side] = self.front[side], total
            hand.status[side] = f"{target - total} to go" if total < target else "home"
        runners = [
            (side, hole(self.front[side], target), hole(self.back.get(side, 0), target))
            for side in hand.table.sides
        ]
        hand.show(Track("Cribbage board", target, runners))


def hole(total: int, target: int) -> int:
    """The hole of a peg: never past the last, never before the first."""
    return max(0, min(total, target))


def opening(hand: Hand, *, again: bool, over: int) -> None:
    """Show the dealer, the pitcher, and the player whose cards stay face down."""
    rules, dealer, pitcher = hand.rules, hand.dealer, hand.dealer.left
    hand.facts |= {"dealer": dealer.code, "leader": pitcher.code, "pitcher": pitcher.code}
    hand.facts["trump.number"] = "1"
    for side in hand.table.sides:
        hand.facts[f"first.start {side.code}"] = str(hand.table.ledger.total(side))
    hand.cell("dealer", dealer)
    hand.cell("pitcher", pitcher)
    if again:
        hand.tell(say.deal_passes(dealer=dealer))
    hand.tell(say.deals(dealer=dealer, each=rules.cards_each, asleep=52 - 4 * rules.cards_each))
    hand.tell(say.pitches(pitcher=pitcher))
    everybody = rules.face_down_rule == "all_but_pitcher"
    misdeal = rules.face_down_breach == "misdeal"
    hand.tell(say.waits(everybody=everybody, partner=pitcher.partner, misdeal=misdeal))
    if over:
        hand.tell(say.carried_over(points=over))


def pitched(hand: Hand, suit: Suit) -> None:
    """The trump, made by the first card led."""
    hand.cell("trump", suit)
    hand.facts["trump"] = suit.value
    if hand.rules.follow_rule == "follow_or_trump":
        hand.tell(say.as_you_like(), keep=True)


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


def holds(replay: Replay) -> Iterator[str]:
    """Counts fit the pack, no counter is pegged twice, and play stopped when it should."""
    for hand, result in replay.results(Result):
        tricks, counts = result.tricks, result.counts or {}
        if sum(counts.values()) > facts.WHOLE_COUNT:
            yield f"hand {hand.number}: the game counts sum to {sum(counts.values())}"
        held = [card for cards in tricks.held.values() for card in cards]
        if len(held) != len(set(held)):
            yield f"hand {hand.number}: a counter is pegged twice"
        pegged = sum(line.points for line in hand.lines if line.column == "play")
        if pegged != tricks.pitch.worth(held):
            yield f"hand {hand.number}: {pegged} points pegged in play"
