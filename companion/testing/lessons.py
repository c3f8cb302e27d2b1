"""Checks a teach-in against the game: the pack, every card, the game's referee, and the record.

The game's own referee says who wins a trick and which cards are legal. The engine scores the
record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.cards import Card
from companion.engine.game import Game
from companion.engine.interview import Pending
from companion.printing.lesson import Judge, Lesson, TeachTrick, codes_of, read_lesson
from companion.questions import Choice


class Checker(Judge):
    """The game's referee, asked about every card and turn of one lesson."""

    def third(self, trick: TeachTrick) -> str:
        """The third player, if the cards decide it, otherwise ""."""
        if "third" not in self.known:
            return trick.players[2] if trick.players[2:] else ""
        leader = str(self.seating.seat(trick.leader).number)
        first, second = (card.code for card in trick.cards[:2])
        return str(self.ask("third", leader=leader, first=first, second=second).value)

    def legal(self, played: tuple[Card, ...], holding: list[Card]) -> Sequence[Card]:
        """The legal cards after the cards on the table."""
        if "legal" in self.known:
            return self._cards("legal", played=codes_of(played), holding=codes_of(holding))
        return self._follow(played[0], holding) if played else holding

    def _cards(self, key: str, **facts: str) -> Sequence[Card]:
        cards: Sequence[Card] = self.ask(key, **facts).value or ()
        return cards

    def _follow(self, led: Card, holding: list[Card]) -> Sequence[Card]:
        """The room asks for the card or for its suit, by letter or by name."""
        suit = led.suit.value if led.suit else led.rank.partition("-")[2]
        _, asked = self.game.enquire(
            self.known["follow"], {"trump": self.trump}, None, self.seating
        )
        page = asked.page if isinstance(asked, Pending) else []
        question = next((each for each in page if each.key == "led"), None)
        text = led.code
        if isinstance(question, Choice):
            keys = [each.text for each in question.answers]
            text = next((key for key in keys if key.startswith(suit)), suit)
        return self._cards("follow", led=text, holding=codes_of(holding))


def checked(game: Game) -> Lesson | None:
    """The game's lesson, None if it has none; ValueError says what is wrong with it."""
    lesson = read_lesson(game)
    if lesson is None:
        return None
    try:
        checker = Checker(lesson)
        lesson.tricks = [checker.judged(each) for each in lesson.tricks]
        wrong = next(mistakes(lesson, checker), "")
    except ValueError as error:
        wrong = str(error)
    if wrong:
        raise ValueError(f"teach.txt of {game.key}: {wrong}")
    return lesson


def mistakes(lesson: Lesson, judge: Checker) -> Iterator[str]:
    """The disagreements: cards, tricks, turns, answers."""
    laid = [card for cards in (*lesson.deals.values(), *lesson.apart.values()) for card in cards]
    pack = Counter(card for card in lesson.game.pack.cards for _ in range(lesson.game.pack.copies))
    if lesson.tricks and lesson.game.pack.copies == 1 and set(laid) != set(pack):
        gone = set(pack) - set(laid)
        yield f"the cards laid out are not the pack: {' '.join(map(str, gone)) or 'one too many'}"
    if Counter(laid) - pack:
        yield f"{next(iter(Counter(laid) - pack))} is there too often"
    holdings = {name: list(cards) for name, cards in lesson.deals.items()}
    left = [card for cards in lesson.apart.values() for card in cards]
    yield from _before(lesson, holdings, left)
    yield from _played(lesson, judge, holdings, left)
    yield from _turned(lesson, holdings, left)
    yield from _rebuilt(lesson, judge)
    if lesson.tricks and any(holdings.values()):
        yield "not every card is played"
    yield from _answers(lesson, judge)


def _before(lesson: Lesson, holdings: dict[str, list[Card]], left: list[Card]) -> Iterator[str]:
    """The cards that change hands before the first card is played."""
    for who, thrown, taken in lesson.changes:
        if set(thrown) - set(holdings[who]) or taken != left[: len(taken)]:
            yield f"{who} cannot throw or take these cards"
        holdings[who] = [card for card in holdings[who] if card not in thrown] + taken
        del left[: len(taken)]
    for giver, _, cards in lesson.passes:
        if set(cards) - set(holdings[giver]):
            yield f"{giver} has no {codes_of(cards)} to pass"
        holdings[giver] = [card for card in holdings[giver] if card not in cards]
    for _, taker, cards in lesson.passes:
        holdings[taker] += cards


def _played(
    lesson: Lesson, judge: Checker, holdings: dict[str, list[Card]], left: list[Card]
) -> Iterator[str]:
    """Every trick: the leader, the legal cards, the cards drawn."""
    before: TeachTrick | None = None
    for number, trick in enumerate(lesson.tricks, 1):
        if before and not lesson.alternate and trick.leader != before.winner:
            yield f"trick {number}: {before.winner} won the one before, but {trick.leader} leads"
        if before and lesson.alternate and trick.leader == before.leader:
            yield f"trick {number}: {trick.leader} leads twice"
        if trick.players[2:] and judge.third(trick) != trick.players[2]:
            yield f"trick {number}: {trick.players[2]} does not play third"
        for place, (who, card) in enumerate(zip(trick.players, trick.cards, strict=True)):
            if card not in judge.legal(trick.cards[:place], holdings[who]):
                yield f"trick {number}: {who} cannot play the {card}"
            else:
                holdings[who].remove(card)
        if number <= lesson.draws[0]:
            others = [name for name in lesson.players if name != trick.winner]
            for who in (trick.winner, *others):
                holdings[who] += left[: lesson.draws[1]]
                del left[: lesson.draws[1]]
        before = trick


def _turned(lesson: Lesson, holdings: dict[str, list[Card]], left: list[Card]) -> Iterator[str]:
    """Every card that moves in a turn was where it came from."""
    discards: list[Card] = []
    table: Counter[Card] = Counter()
    for number, turn in enumerate(lesson.turns, 1):
        here = f"turn {number}: {turn.who}"
        holding = holdings.setdefault(turn.who, [])
        for move in turn.moves:
            if move.how in "+^":
                source = discards if move.how == "^" and discards else left
                if not source or source[0] != move.card:
                    yield f"{here} cannot take the {move.card}"
                    return
                holding.append(source.pop(0))
            elif move.how == "<" and table[move.card]:
                table[move.card] -= 1
                holding.append(move.card)
            elif move.how in "=-" and move.card in holding:
                holding.remove(move.card)
                if move.how == "-":
                    discards.insert(0, move.card)
                else:
                    table[move.card] += 1
            else:
                yield f"{here} has no {move.card} to move"
                return


def _rebuilt(lesson: Lesson, judge: Checker) -> Iterator[str]:
    """Every turn that leaves other melds on the table is one the referee allows."""
    before = "none"
    for number, turn in enumerate(lesson.turns, 1):
        if turn.table:
            played = [move.card for move in turn.moves if move.how == "="]
            facts = {"before": before, "played": codes_of(played), "after": turn.table}
            ruling = judge.ask("turn", old="none", new="none", **facts)
            if not ruling.value:
                yield f"turn {number}: {ruling.answer}"
            before = turn.table


def _answers(lesson: Lesson, judge: Checker) -> Iterator[str]:
    """The places where the record contradicts the cards, or has no score."""
    replay, seating = lesson.replay, judge.seating
    hand = replay.hands[0]
    answers = hand.answers
    for key, codes in lesson.tallies.items():
        sides = [seating.side(code) for code in codes.split()]
        won = [sum(seating.seat(t.winner).side is side for t in lesson.tricks) for side in sides]
        if answers.get(key, "").split() != [str(each) for each in won]:
            yield f"the record has {key}: {answers.get(key)}, the tricks say {won}"
    for key, code in lesson.takers.items():
        card = lesson.game.pack.parse(code)
        trick = next(each for each in lesson.tricks if card in each.cards)
        if seating.side(answers.get(key, "")) is not seating.seat(trick.winner).side:
            yield f"the record has {key}: {answers.get(key)}, but {trick.winner} took the {card}"
    yield from _by_trick(lesson, answers)
    yield from _piles(lesson, judge, answers)
    if replay.refused:
        yield f"the record is refused: {replay.refused[0]}"
    known = {asked.question.key for asked in hand.asked}
    if unused := {key for key in answers if not key.startswith("@")} - known:
        yield f"nobody asks for {', '.join(sorted(unused))}"
    if not hand.over or not hand.lines:
        yield "the record does not come to a score"


def _piles(lesson: Lesson, judge: Checker, answers: Mapping[str, str]) -> Iterator[str]:
    """The points of the cards a player won, as the referee counts them."""
    for who, key in lesson.piles.items():
        own = [card for trick in lesson.tricks if trick.winner == who for card in trick.cards]
        last = "yes" if lesson.tricks[-1].winner == who else "no"
        ruling = judge.ask("pile", cards=codes_of(own), last=last)
        entered = answers.get(f"{key} {judge.seating.seat(who).number}")
        if entered != str(ruling.value):
            yield f"the record has {entered} {key} for {who}, but {ruling.answer}"


def _by_trick(lesson: Lesson, answers: Mapping[str, str]) -> Iterator[str]:
    """A record that has each trick has it as it was played."""
    for number, trick in enumerate(lesson.tricks, 1):
        text = answers.get(f"trick {number}", "")
        cards = [answers.get(f"trick {number} card {place}") for place in (1, 2, 3, 4)]
        if any(cards) and [each for each in cards if each] != [card.code for card in trick.cards]:
            yield f"the record has {' '.join(filter(None, cards))} as trick {number}"
        words = text.split()
        if len(words) > 1 and words != [card.code for card in trick.cards]:
            yield f"the record has {text} as trick {number}"
        if len(words) == 1 and words[0] in lesson.players and words[0] != trick.winner:
            yield f"the record gives trick {number} to {text}, {trick.winner} won it"
