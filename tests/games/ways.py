"""A hand that was entered in one way, written down for the room's shorter ways.

`WAYS` has a writer for each room: it gets a hand that was scored and yields a way of entry with the
answers that tell the same facts there. Where a shorter way cannot tell a fact (an order, who was
first), the writer leaves that hand out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.cards import Card
from companion.game import Replay
from companion.games.back_alley.facts import LEVELS
from companion.games.dealers_dilemma.facts import DIFFERENCE, EASY, ZERO
from companion.games.leopard.facts import SPACES, Square, mark_of, worth
from companion.games.shakespeares_dilemma.facts import DOUBLERS
from companion.games.tres.tricks import is_key
from companion.played import Played
from companion.seating import Seat

Told = tuple[str, dict[str, str]]
"""A way of entry, and the answers that tell the hand in it."""


def given(hand: Played, *keys: str) -> dict[str, str]:
    """The hand's own answers to these questions, as far as they were asked."""
    return {asked.question.key: asked.text for asked in hand.asked if asked.question.key in keys}


def shares(numbers: object) -> str:
    """Numbers by seat or side, as a page takes them."""
    assert isinstance(numbers, dict)
    return " ".join(str(number) for number in numbers.values())


def kaiser(replay: Replay, hand: Played) -> Iterator[Told]:
    """The contract follows from the bids."""
    if hand.mode == "guided":
        contract = hand.result.contract
        told = {"bidder": contract.declarer.code, "contract": str(contract.bid)}
        yield "quick", told | given(hand, "trump", "tricks", "5H", "3S", "kaiser")


def back_alley(replay: Replay, hand: Played) -> Iterator[Told]:
    """The contracts follow from the bids."""
    if hand.mode == "guided":
        told = given(hand, "tricks", "revoke", "rainbow")
        for side, contract in hand.result.contracts.items():
            level = contract.level
            told[f"{side.code} contract"] = LEVELS[level] if level else str(contract.tricks)
        yield "quick", told


def tribello(replay: Replay, hand: Played) -> Iterator[Told]:
    """Draws score nothing."""
    if hand.mode == "guided":
        yield "quick", given(hand, "trump", "tricks")


def carousel(replay: Replay, hand: Played) -> Iterator[Told]:
    """The deadwood follows from the cards left."""
    if hand.mode == "guided":
        found = hand.result
        empty = " ".join(seat.code for seat in replay.table.seats if seat in found.empty)
        told = given(hand, "knocker") | {"deadwood": shares(found.left), "empty": empty or "none"}
        yield "quick", told


def dealers_dilemma(replay: Replay, hand: Played) -> Iterator[Told]:
    """Tricks by their winners; then bids as numbers, and the tricks of each."""
    found, told = hand.result, dict(hand.answers)
    if hand.mode == "cards":
        won = [seat.code for seat, number in found.tricks.items() for _ in range(number)]
        told |= {f"trick {number}": who for number, who in enumerate(won, 1)}
        yield "guided", told
    if hand.mode != "quick":
        told = {"tricks": shares(found.tricks)} | given(hand, "revoke")
        for seat, bid in found.bids.items():
            told |= numbers_of(seat, bid.kind, bid.first, bid.second)
        yield "quick", told


def numbers_of(seat: Seat, kind: str, first: int, second: int | None) -> dict[str, str]:
    """A bid of Dealer’s Dilemma in its numbers."""
    told = {f"kind {seat.code}": kind}
    if kind == EASY:
        return told | {f"shown {seat.code}": str(first), f"hidden {seat.code}": str(second)}
    if kind == DIFFERENCE:
        number = first if second is None else abs(first - second)
        return told | {f"difference {seat.code}": str(number)}
    return told if kind == ZERO else told | {f"top {seat.code}": str(first)}


def dilemma(replay: Replay, hand: Played) -> Iterator[Told]:
    """Winners and last cards; then the cards each kept; then tricks and points."""
    deal, again = hand.result, given(hand, "forfeit", "card")
    at_once = hand.rules.end_when == "at_once"
    if hand.mode == "guided":
        kept = [each.words for each in hand.tells if " keeps the " in each.words]
        told = dict(again)
        for number, words in enumerate(kept, 1):
            who, _, card = words.split(":")[0].partition(" keeps the ")
            told[f"winner {number}"] = replay.table.seating.seat(who).code
            told[f"last {number}"] = card
        yield "tricks", told
    if hand.mode in ("guided", "tricks") and not at_once:
        ranks = {11: "J", 12: "Q", 13: "K", 14: "A"}
        told = {
            f"cards {seat.code}": " ".join(ranks.get(n, str(n)) for n in pile.kept) or "none"
            for seat, pile in deal.piles.items()
        }
        yield "scores", told | again
    if hand.mode != "quick" and not at_once and not deal.forfeit:
        yield (
            "quick",
            {
                "tricks": " ".join(str(pile.tricks) for pile in deal.piles.values()),
                "points": " ".join(str(pile.points) for pile in deal.piles.values()),
                **again,
            },
        )


MELDS = ("JOJ-FOUR", "JOJ-RUN")
"""What the rules begin with by which melds score at Jo-Jotte."""


def jo_jotte(replay: Replay, hand: Played) -> Iterator[Told]:
    """The contract follows from the bids, the sums of melds from what was shown."""
    if hand.mode == "quick":
        return
    contract, result = hand.result.contract, hand.result.result
    told = {
        "declarer": contract.declarer.code,
        "trump": contract.suit.value if contract.suit else "no trump",
        "stakes": {1: "plain", 2: "doubled", 4: "redoubled"}[contract.times],
        "special": contract.special or "none",
        "jotte": result.jotte.code if result.jotte else "nobody",
        "revoke": result.revoked.code if result.revoked else "nobody",
    }
    told |= given(hand, *(f"took {seat.code}" for seat in replay.table.seats))
    if result.swept:
        told |= {f"took {result.swept.left.code}": "no", f"took {result.swept.code}": "yes"}
    if contract.slam:
        told["special"] = "slam over nullo" if contract.nullo else "slam"
    for seat in replay.table.seats:
        melds = sum(
            line.points for line in hand.lines if line.to is seat and line.rule.startswith(MELDS)
        )
        told[f"melds {seat.code}"] = str(melds)
        if seat in result.points:
            told[f"points {seat.code}"] = str(result.points[seat])
        if seat in (result.tricks or {}):
            told[f"tricks {seat.code}"] = str(result.tricks[seat])
            if not result.points.get(seat):
                told[f"took {seat.code}"] = "yes" if result.tricks[seat] else "no"
    yield "quick", told


PAPER = (0, 1, 2, 6, 3, 4, 5, 7)
"""The lines of a square as paper has them: rows, falling diagonal, columns, rising one."""


def leopard(replay: Replay, hand: Played) -> Iterator[Told]:
    """The cards that lie there; then suits; then lines; then values."""
    found = hand.result
    told = {"out": found.out.code if found.out else "nobody"}
    squares = {seat.code: square for seat, square in found.squares.items()}
    if hand.mode == "guided":
        cards = {
            f"space {space} {code}": card.code if card else "empty"
            for code in squares
            for space, card in zip(SPACES, shown_in(hand, code), strict=True)
        }
        yield "cards", told | cards
    if hand.mode in ("guided", "cards"):
        marks = {code: "".join(map(mark_of, shown_in(hand, code))) for code in squares}
        yield "quick", told | {f"square {code}": text for code, text in marks.items()}
    if hand.mode in ("guided", "cards", "quick"):
        yield (
            "lines",
            told
            | {
                f"lines {code}": "".join(worth_of(each, line) for line in PAPER)
                for code, each in squares.items()
            },
        )
    if hand.mode != "values":
        yield "values", told | {f"value {code}": str(each.value) for code, each in squares.items()}


def worth_of(square: Square, line: int) -> str:
    """What a line is worth, as one figure."""
    return str(worth(square.kinds[line], square.suit_line))


def shown_in(hand: Played, owner: str) -> list[Card | None]:
    """The card that shows in each space of a square, as it lay at the end."""
    spaces: list[Card | None] = [None] * len(SPACES)
    card, mover = None, hand.dealer
    for asked in hand.asked:
        word, _, rest = asked.question.key.partition(" ")
        if word == "space" and rest.endswith(f" {owner}"):
            spaces[SPACES.index(rest.split()[0])] = (
                asked.value if isinstance(asked.value, Card) else None
            )
        elif word == "card":
            card, mover = asked.value[0], mover.left
        elif word == "place" and " " in asked.text and card:
            whose, _, space = asked.text.partition(" ")
            if (mover if whose == "own" else mover.left).code == owner:
                spaces[SPACES.index(space)] = None if card.rank in "JQ" else card
    return spaces


def nine_card_don(replay: Replay, hand: Played) -> Iterator[Told]:
    """All counters of a side at once. Who was home first in mid-hand needs the tricks."""
    found = hand.result
    if hand.mode == "guided" and not found.stopped:
        told = {"@dealer": hand.facts["dealer"]} | given(hand, "trump", "revoke")
        told |= given(hand, "counting", "count A", "count B", "pile A", "pile B")
        for side in replay.table.sides:
            cards = [c.code for take in found.tricks.takes if take.side is side for c in take.cards]
            told[f"counters {side.code}"] = " ".join(cards) or "none"
        yield "quick", told


def scotch_whist(replay: Replay, hand: Played) -> Iterator[Told]:
    """Tricks one by one come to cards captured and honours. A claim needs its moment."""
    found = hand.result
    if not found.played_out:
        return
    told = {"cards": shares(found.haul.cards), "ended": "played out"}
    told |= {rank: side.code for rank, side in found.haul.honours.items()}
    if hand.mode == "tricks":
        yield "guided", told | given(hand, "turn-up")
    if hand.mode != "quick":
        yield "quick", told | {"trump": hand.facts["trump"]}


def shakespeares_dilemma(replay: Replay, hand: Played) -> Iterator[Told]:
    """Tricks by their winners; then the tricks of each, and who has the doublers."""
    found = hand.result
    doublers = {f"Galaxy {name}": "nobody" for name in DOUBLERS}
    doublers |= {f"Galaxy {name}": seat.code for name, seat in found.doublers.items()}
    again = given(hand, "revoke", "one of Venus", "lowest Venus")
    if hand.mode == "cards":
        won = [seat.code for seat, number in found.tricks.items() for _ in range(number)]
        bids = {key: text for key, text in hand.answers.items() if key.startswith("widow ")}
        tricks = {f"trick {number}": who for number, who in enumerate(won, 1)}
        yield "guided", again | bids | tricks | doublers
    if hand.mode != "quick":
        told = {"tricks": shares(found.tricks)} | again | doublers
        told["widow"] = found.widow.code if found.widow else "nobody"
        yield "quick", told | ({"price": str(found.price)} if found.widow else {})


def tadmur(replay: Replay, hand: Played) -> Iterator[Told]:
    """Who won, and how."""
    found = hand.result
    if hand.mode == "guided" and found.winner:
        wrong = {f"wrong {seat.code}": "not kept" for seat in replay.table.seats}
        yield "quick", wrong | {"won": found.winner.code, "how": found.ending.word}


def tres(replay: Replay, hand: Played) -> Iterator[Told]:
    """Key cards of each trick; then tricks by kind; then points. A revoke shows in cards only."""
    deal = hand.result
    if deal.revokes:
        return
    if hand.mode == "guided":
        told: dict[str, str] = {}
        for trick in deal.tally.tricks:
            keys = " ".join(card.code for card in trick.cards if is_key(card))
            told |= {f"winner {trick.number}": trick.winner.code}
            told |= {f"keys {trick.number}": keys or "none"}
        yield "keys", told
    if hand.mode in ("guided", "keys"):
        names = {1: "ones", 2: "twos", 4: "fours", 8: "eights", 16: "sixteens"}
        told = {}
        for points, name in names.items():
            mine = [
                sum(number for (value, _), number in won.items() if value == points)
                for won in deal.tally.won.values()
            ]
            told[name] = " ".join(map(str, mine))
        yield "quick", told
    if hand.mode != "totals":
        yield "totals", {"points": shares(deal.points)}


WAYS: dict[str, Callable[[Replay, Played], Iterator[Told]]] = {
    "kaiser": kaiser,
    "back-alley": back_alley,
    "tribello": tribello,
    "carousel": carousel,
    "dealers-dilemma": dealers_dilemma,
    "dilemma": dilemma,
    "jo-jotte": jo_jotte,
    "leopard": leopard,
    "nine-card-don": nine_card_don,
    "scotch-whist": scotch_whist,
    "shakespeares-dilemma": shakespeares_dilemma,
    "tadmur": tadmur,
    "tres": tres,
}
