"""The lesson of a game package: the cards and texts of one deal, read from its teach.txt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Card
from companion.engine.game import Game, Replay, Ruling
from companion.engine.transcript import Transcript

_LINE = re.compile(r"(\w+)(?: ([^:]+))?: *(.*)")


@dataclass(frozen=True)
class TeachTrick:
    """One trick: the player of each card, in order, and its text."""

    players: tuple[str, ...]
    cards: tuple[Card, ...]
    words: str
    winner: str = ""
    best: Card | None = None
    """The winning card, if a single card wins."""

    @property
    def leader(self) -> str:
        """The player of the first card."""
        return self.players[0]

    def boxes(self, name: str) -> list[tuple[Card, str]]:
        """The cards this player put into it, each with how it is drawn: led, won, or neither."""
        boxes = []
        for place, (who, card) in enumerate(zip(self.players, self.cards, strict=True)):
            if who == name:
                lead = "lead " if place == 0 else ""
                boxes.append((card, f"{lead}{'won ' if card is self.best else ''}cd"))
        return boxes


@dataclass(frozen=True)
class TeachMove:
    """One card that moves in a turn: how, and which."""

    how: str
    """ "+" from the top of the stock, "^" from the discards, "=" to the table, "<" back from it,
    "-" discarded."""
    card: Card


@dataclass(frozen=True)
class Turn:
    """The act of one player in a turn of a game without tricks."""

    who: str
    does: str
    words: str
    answers: Mapping[str, str]
    """Its answers in the record."""
    moves: tuple[TeachMove, ...]
    table: str = ""
    """The cards on the table after it, if the lesson asks the referee whether it was legal."""


@dataclass
class Lesson:
    """A deal as it is laid out and played."""

    game: Game
    pitch: str = ""
    say: list[str] = field(default_factory=list)
    deals: dict[str, list[Card]] = field(default_factory=dict)
    apart: dict[str, list[Card]] = field(default_factory=dict)
    """Cards that nobody is dealt: a widow, a stock, cards out of play."""
    order: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The card order in a hand if not ace to two: by suit letter, or "" for all suits."""
    steps: list[str] = field(default_factory=list)
    changes: list[tuple[str, list[Card], list[Card]]] = field(default_factory=list)
    """The players who discarded cards, with these cards and those taken from the cards apart."""
    passes: list[tuple[str, str, list[Card]]] = field(default_factory=list)
    """The cards that players passed to each other, all at once."""
    draws: tuple[int, int] = (0, 0)
    """After so many tricks each player draws so many cards, the winner first."""
    alternate: bool = False
    """The lead goes round, no matter who wins."""
    trump: str = ""
    tricks: list[TeachTrick] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    tallies: dict[str, str] = field(default_factory=dict)
    takers: dict[str, str] = field(default_factory=dict)
    piles: dict[str, str] = field(default_factory=dict)
    after: str = ""
    record: str = ""

    @property
    def players(self) -> list[str]:
        """Everybody, in turn order from the first who is dealt cards in the file."""
        return list(self.deals)

    @property
    def replay(self) -> Replay:
        """The engine's replay of the deal."""
        return self.under({})

    def under(self, rules: Mapping[str, str]) -> Replay:
        """The same under house rules."""
        turns = ("; ".join(map(": ".join, turn.answers.items())) for turn in self.turns)
        text = "\n".join([self.record, *turns])
        record = Transcript.read(text, self.game.key).record
        record.head |= {f"rule {key}": value for key, value in rules.items()}
        return self.game.replay(record)


def read_lesson(game: Game) -> Lesson | None:
    """The game’s lesson as written, None if it has none; ValueError for an unreadable line."""
    if not game.teach:
        return None
    text, _, record = game.teach.partition("\nrecord\n")
    lesson = Lesson(game, record=record)
    for line in filter(None, map(str.strip, text.splitlines())):
        read = _LINE.fullmatch(line)
        if read is None:
            raise ValueError(f"teach.txt of {game.key}: “{line}” is not “word: text”")
        _add(lesson, read[1], read[2] or "", read[3])
    return lesson


def lesson(game: Game) -> Lesson | None:
    """The game's lesson with the winner of each trick; None if it has none."""
    lesson = read_lesson(game)
    if lesson:
        judge = Judge(lesson)
        lesson.tricks = [judge.judged(each) for each in lesson.tricks]
    return lesson


class Judge:
    """The game's referee, asked about one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.game = lesson.game
        self.seating = lesson.replay.table.seating
        self.known = {each.key: each for each in self.game.enquiries}
        self.trump = lesson.trump or lesson.replay.hands[0].answers.get("trump", "none")

    def ask(self, key: str, **facts: str) -> Ruling:
        """The ruling; ValueError if the referee asks for more."""
        answers = {"trump": self.trump, **facts}
        _, ruling = self.game.enquire(self.known[key], answers, None, self.seating)
        if not isinstance(ruling, Ruling):
            problems = [str(each) for each in ruling.problems.values()]
            raise ValueError(f"the referee’s {key}: {', '.join(problems) or 'wants more'}")
        return ruling

    def judged(self, trick: TeachTrick) -> TeachTrick:
        """The trick with its winner, and with the winning card if it is a single one."""
        leader = str(self.seating.seat(trick.leader).number)
        winner, best = self.ask("trick", leader=leader, cards=codes_of(trick.cards)).value
        return replace(trick, winner=winner.name, best=best)


def codes_of(cards: Sequence[Card]) -> str:
    """The cards as an enquiry reads them."""
    return " ".join(card.code for card in cards) or "none"


def _add(lesson: Lesson, key: str, who: str, text: str) -> None:
    parts = [part.strip() for part in text.split("|")]
    first, second = parts[0], (parts[1] if parts[1:] else "")

    def cards(text: str) -> list[Card]:
        return [lesson.game.pack.parse(each) for each in text.split()]

    match key:
        case "pitch":
            lesson.pitch = text
        case "say":
            lesson.say.append(text)
        case "deal":
            lesson.deals[who] = cards(text)
        case "apart":
            lesson.apart[who] = cards(text)
        case "order":
            lesson.order[who] = tuple(text.split())
        case "step":
            lesson.steps.append(text)
        case "throw":
            lesson.changes.append((who, cards(first), cards(second)))
        case "pass":
            giver, _, taker = who.partition(" ")
            lesson.passes.append((giver, taker, cards(text)))
        case "draws":
            tricks, _, each = text.partition(" ")
            lesson.draws = int(tricks), int(each)
        case "leads":
            lesson.alternate = text == "in turn"
        case "trumps":
            lesson.trump = text
        case "trick":
            lesson.tricks.append(_trick(lesson, who, cards(first), second))
        case "turn":
            lesson.turns.append(_turn(lesson, who, parts))
        case "tally":
            lesson.tallies[who] = text
        case "taker":
            lesson.takers[who] = text
        case "pile":
            lesson.piles[who] = text
        case "after":
            lesson.after = text
        case _:
            raise ValueError(f"teach.txt of {lesson.game.key}: “{key}” is no line of a lesson")


def _trick(lesson: Lesson, who: str, cards: list[Card], words: str) -> TeachTrick:
    """A trick: `who` is the leader, or everybody who plays to it, in order."""
    order = who.split()
    if len(order) == 1 and order[0] in lesson.players:
        start = lesson.players.index(order[0])
        order = [*lesson.players[start:], *lesson.players[:start]]
    if set(order) - set(lesson.players) or len(cards) != len(order):
        raise ValueError(f"teach.txt of {lesson.game.key}: {who} is not dealt a hand, "
                         f"or {len(cards)} cards are no trick")  # fmt: skip
    return TeachTrick(tuple(order), tuple(cards), words)


def _turn(lesson: Lesson, who: str, parts: Sequence[str]) -> Turn:
    """A turn: its action, its text, its answers in the record, and the cards that move."""
    does, words, answers, moves, table = (*parts, "", "", "", "")[:5]
    pairs = (each.partition(":") for each in answers.split(";") if each.strip())
    moved = tuple(TeachMove(each[0], lesson.game.pack.parse(each[1:])) for each in moves.split())
    entries = {key.strip(): text.strip() for key, _, text in pairs}
    others = [name for name in lesson.players if name != who]
    does = does or _does(moved, entries, {"own": who, "other": others[0] if others else ""})
    return Turn(who, does, words, entries, moved, table)


_ACTS = {"+": "draws", "^": "takes the upcard", "=": "lays", "<": "takes back", "-": "throws"}


def _does(moves: Iterable[TeachMove], answers: Mapping[str, str], owners: Mapping[str, str]) -> str:
    """The action of a turn, from the cards that move: "draws 9♥; lays 7♠ 7♥ 7♦"."""
    parts: list[tuple[str, list[str]]] = []
    for move in moves:
        if not parts or parts[-1][0] != move.how:
            parts.append((move.how, []))
        parts[-1][1].append(str(move.card))
    phrase = "; ".join(f"{_ACTS[how]} {' '.join(cards)}" for how, cards in parts)
    where = next((text for key, text in answers.items() if key.startswith("place ")), "")
    whose, _, space = where.partition(" ")
    guess = next((text for key, text in answers.items() if key.startswith("guess ")), "")
    phrase = f"guesses {guess}; {phrase}" if guess else phrase
    return f"{phrase} in {owners[whose]}’s {space}" if space else phrase
