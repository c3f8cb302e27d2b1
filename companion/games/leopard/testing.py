"""Cases of Leopard for the tests of every game package. Only tests use them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards import Card
from companion.engine.game import Replay
from companion.engine.table import Hand
from companion.engine.testing import Case, Impossible, Told, Trials
from companion.games.leopard.entry import PAPER
from companion.games.leopard.facts import SPACES, Square, mark_of, worth
from companion.questions import Choice


def cases(replay: Replay, hand: Hand) -> Iterator[Case]:
    lies: dict[tuple[str, str], str] = {}
    card, mover = "", hand.dealer
    for asked in hand.asked:
        word = asked.question.key.split()[0]
        if word == "card":
            card, mover = asked.value[0].rank, mover.left
        elif word == "place" and " " in asked.text:
            whose, _, space = asked.text.partition(" ")
            owner = mover if whose == "own" else mover.left
            lies[owner.code, space] = f"a card face {'down' if card in 'JQ' else 'up'}"
        elif word == "square" and hand.result:
            square = hand.result.squares[replay.table.seating.seat(asked.question.key[7:])]
            yield Case("square", {"square": asked.text}, f"The square is worth {square.value},")
    pending = replay.pending
    question = pending.page[0] if pending and pending.hand == hand.number else None
    if isinstance(question, Choice) and question.key.startswith("place "):
        for each in question.answers:
            whose, _, space = each.text.partition(" ")
            if whose in ("own", "other"):
                owner = mover if whose == "own" else mover.left
                answers = {"card": card, "whose": "own" if whose == "own" else "opponent’s"}
                answers |= {"space": space, "there": lies.get((owner.code, space), "nothing")}
                yield Case("legal", answers, "Yes", not each.refusal)


def by_mode(replay: Replay, hand: Hand) -> Iterator[Told]:
    result = hand.result
    entry = {"out": result.out.code if result.out else "nobody"}
    squares = {seat.code: square for seat, square in result.squares.items()}
    if hand.mode == "guided":
        cards = {
            f"space {space} {code}": card.code if card else "empty"
            for code in squares
            for space, card in zip(SPACES, shown_in(hand, code), strict=True)
        }
        yield "cards", entry | cards
    if hand.mode in ("guided", "cards"):
        marks = {code: "".join(map(mark_of, shown_in(hand, code))) for code in squares}
        yield "quick", entry | {f"square {code}": text for code, text in marks.items()}
    if hand.mode in ("guided", "cards", "quick"):
        yield (
            "lines",
            entry
            | {
                f"lines {code}": "".join(worth_of(each, line) for line in PAPER)
                for code, each in squares.items()
            },
        )
    if hand.mode != "values":
        yield "values", entry | {f"value {code}": str(each.value) for code, each in squares.items()}


def worth_of(square: Square, line: int) -> str:
    return str(worth(square.kinds[line], square.suit_line))


def shown_in(hand: Hand, owner: str) -> list[Card | None]:
    """The card that shows in each space of a square at the end."""
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


TWO = "Ann, Ben"
IMPOSSIBLE = (
    Impossible(TWO, "guided", "card 1: 5C; place 1: own A"),
    Impossible(TWO, "lines", "lines Ann: 33333330"),
    Impossible(TWO, "values", "value Ann: 23"),
    Impossible(TWO, "cards", "space A Ann: 2C"),
)  # fmt: skip

TRIALS = Trials(
    cases=cases, asked={"legal", "square"}, told=by_mode, shorter={"lines", "quick", "values"},
    written={("cards", "quick"), ("guided", "cards"), ("guided", "quick")}, impossible=IMPOSSIBLE,
    possible={"quick"}, same_rows={"LEO-VALUE"},
)  # fmt: skip
