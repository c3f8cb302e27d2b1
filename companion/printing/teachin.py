"""The teach-in: one deal to lay out and play card by card, from a room's teach.txt.

The file has the cards and what is said of them, then a line `record` and the record of the deal.
It is checked whenever it is read: the pack, every card played, suits followed, who leads, who wins
each trick, and that the answers of the record are what was played. The score is the engine's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from companion.cards import Card, Suit
from companion.game import Game, Replay
from companion.printing.text import inline
from companion.record import Transcript
from companion.tricks import following, ranking, winner
from companion.words import signed

_LINE = re.compile(r"(\w+)(?: ([^:]+))?: *(.*)")


@dataclass(frozen=True)
class Trick:
    """One trick: who led, the cards in the order played, and what is said of it."""

    leader: str
    cards: tuple[Card, ...]
    words: str
    by: Mapping[str, Card]
    winner: str


@dataclass
class Lesson:
    """A deal as it is laid out and played."""

    game: Game
    replay: Replay
    pitch: str = ""
    say: list[str] = field(default_factory=list)
    deals: dict[str, list[Card]] = field(default_factory=dict)
    apart: dict[str, list[Card]] = field(default_factory=dict)
    """Cards that nobody is dealt: a widow."""
    steps: list[str] = field(default_factory=list)
    changes: list[tuple[str, list[Card], list[Card]]] = field(default_factory=list)
    """Who threw which cards and took which from what lies apart."""
    tricks: list[Trick] = field(default_factory=list)
    tallies: dict[str, str] = field(default_factory=dict)
    takers: dict[str, str] = field(default_factory=dict)
    after: str = ""

    @property
    def players(self) -> list[str]:
        """Everybody, in turn order from the first who is dealt cards in the file."""
        return list(self.deals)

    @property
    def trump(self) -> Suit | None:
        """The trump suit of the record, if there is one."""
        text = self.replay.hands[0].answers.get("trump", "")
        return Suit.parse(text) if text and text.lower() not in ("none", "no") else None


def lesson(game: Game) -> Lesson | None:
    """The room's lesson, None where it has none; ValueError says what is wrong with it."""
    if not game.teach:
        return None
    text, _, record = game.teach.partition("\nrecord\n")
    found = Lesson(game, game.replay(Transcript.read(record, game.key).record))
    for line in filter(None, map(str.strip, text.splitlines())):
        read = _LINE.fullmatch(line)
        if read is None:
            raise ValueError(f"teach.txt of {game.key}: “{line}” is not “word: text”")
        _add(found, read[1], read[2] or "", read[3])
    if wrong := next(mistakes(found), ""):
        raise ValueError(f"teach.txt of {game.key}: {wrong}")
    return found


def _cards(text: str) -> list[Card]:
    return [Card.parse(each) for each in text.split()]


def _add(found: Lesson, key: str, who: str, text: str) -> None:
    first, _, second = (part.strip() for part in text.partition("|"))
    match key:
        case "pitch":
            found.pitch = text
        case "say":
            found.say.append(text)
        case "deal":
            found.deals[who] = _cards(text)
        case "apart":
            found.apart[who] = _cards(text)
        case "step":
            found.steps.append(text)
        case "throw":
            found.changes.append((who, _cards(first), _cards(second)))
        case "trick":
            found.tricks.append(_trick(found, who, _cards(first), second))
        case "tally":
            found.tallies[who] = text
        case "taker":
            found.takers[who] = text
        case "after":
            found.after = text
        case _:
            raise ValueError(f"teach.txt of {found.game.key}: “{key}” is no line of a lesson")


def _trick(found: Lesson, leader: str, cards: list[Card], words: str) -> Trick:
    players = found.players
    if leader not in players or len(cards) != len(players):
        raise ValueError(f"teach.txt of {found.game.key}: {leader} is not dealt a hand, "
                         f"or {len(cards)} cards are no trick")  # fmt: skip
    start = players.index(leader)
    order = [*players[start:], *players[:start]]
    won = order[winner(cards, found.trump, ranking())]
    return Trick(leader, tuple(cards), words, dict(zip(order, cards, strict=True)), won)


def mistakes(found: Lesson) -> Iterator[str]:
    """What does not agree: cards, tricks, answers."""
    laid = [card for cards in (*found.deals.values(), *found.apart.values()) for card in cards]
    if sorted(map(str, laid)) != sorted(map(str, found.game.pack.cards)):
        yield "the cards laid out are not the pack"
    holdings = {name: list(cards) for name, cards in found.deals.items()}
    left = [card for cards in found.apart.values() for card in cards]
    for who, thrown, taken in found.changes:
        if set(thrown) - set(holdings[who]) or taken != left[: len(taken)]:
            yield f"{who} cannot throw or take these cards"
        holdings[who] = [card for card in holdings[who] if card not in thrown] + taken
        left = left[len(taken) :]
    last = ""
    for number, trick in enumerate(found.tricks, 1):
        if last and trick.leader != last:
            yield f"trick {number}: {last} won the one before, but {trick.leader} leads"
        for who, card in trick.by.items():
            legal = holdings[who]
            if who != trick.leader:
                legal = following(holdings[who], trick.cards[0].suit)
            if card not in legal:
                yield f"trick {number}: {who} cannot play the {card}"
            else:
                holdings[who].remove(card)
        last = trick.winner
    if any(holdings.values()):
        yield "not every card is played"
    yield from _answers(found)


def _answers(found: Lesson) -> Iterator[str]:
    """Where the record says otherwise than the cards."""
    seating, answers = found.replay.table.seating, found.replay.hands[0].answers
    for key, codes in found.tallies.items():
        sides = [seating.side(code) for code in codes.split()]
        won = [sum(seating.seat(t.winner).side is side for t in found.tricks) for side in sides]
        if answers.get(key, "").split() != [str(each) for each in won]:
            yield f"the record has {key}: {answers.get(key)}, the tricks say {won}"
    for key, code in found.takers.items():
        card = Card.parse(code)
        trick = next(each for each in found.tricks if card in each.cards)
        if seating.side(answers.get(key, "")) is not seating.seat(trick.winner).side:
            yield f"the record has {key}: {answers.get(key)}, but {trick.winner} took the {card}"


def view(found: Lesson) -> dict[str, object]:
    """Everything the page draws."""
    hand = found.replay.hands[0]
    return {
        "lesson": found,
        "suits": {name: by_suit(cards) for name, cards in found.deals.items()},
        "steps": [inline(step) for step in found.steps],
        "scores": [(line.to, signed(line.points), line.why, line.rule) for line in hand.lines],
        "totals": [(side.name, total) for side, total in hand.totals.items()],
    }


def by_suit(cards: list[Card]) -> list[tuple[str, Markup]]:
    """A holding as it is sorted in the hand: spades, hearts, diamonds, clubs, high to low."""
    rank = ranking()
    found = []
    for suit in (Suit("S"), Suit("H"), Suit("D"), Suit("C")):
        own = sorted((card for card in cards if card.suit is suit), key=rank, reverse=True)
        found.append((suit.symbol, Markup(" ").join(card.rank for card in own) or Markup("–")))
    return found
