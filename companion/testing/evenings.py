"""Random evenings of any game, with legal answers drawn from its questions, and a sample of its
house rules for tests that would take minutes with every value."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count

from companion.engine.game import Game, Replay
from companion.engine.record import Record
from companion.engine.table import Hand, Pending
from companion.engine.transcript import Transcript
from companion.questions import Refused
from companion.rules import HouseRule

COUNTED = (
    "card", "chip", "condition", "counter", "game", "group", "hand", "honour", "joker", "letter",
    "meld", "number", "player", "point", "round", "side", "space", "step", "time", "trick",
)  # fmt: skip
"""Words for the things that games count."""
PLURALS = rf"(?:more |further |other )?(?:{'|'.join(COUNTED)})s\b(?! of the)"
PLURAL_OF_ONE = re.compile(rf"(?<![\d.,+×−-])\b1 (?:are|were|have|{PLURALS})|\bare 1\b")
"""Finds a plural beside 1: "1 tricks", "1 are left", "there are 1"."""

NAMES = ["Nell", "Omar", "Pia", "Quin", "Rosa", "Sven", "Tove", "Ugo", "Vera", "Wim", "Xenia",
         "Yan", "Zoe", "Ada", "Ben"]  # fmt: skip


def begin(game: Game, chance: random.Random) -> Record:
    """A new table with random players, house rules and first dealer."""
    for _ in range(50):
        count = chance.choice(list(game.players))
        rules: dict[str, str] = {}
        if chance.random() < 0.6:
            for key, house in game.rules.options.items():
                if chance.random() < 0.3:
                    values = [value.key for value in house.values]
                    if house.low is not None and house.high is not None:
                        values += [str(house.low), str(house.high)]
                    rules[key] = chance.choice(values)
        entry = chance.choice(["", "guided", "quick"])
        record = Record.begin(game.key, NAMES[:count], chance.randint(1, count), rules, entry)
        try:
            game.replay(record)
        except Refused:
            continue
        return record
    raise LookupError(f"{game.key}: no legal table found")


def entered(game: Game, chance: random.Random, turn: int) -> Record:
    """A new table with one of the game's ways of entry, chosen by `turn`."""
    record = begin(game, chance)
    hand = game.replay(record).hand
    modes = hand.modes if hand else ()
    if modes:
        record.head["entry"] = modes[turn % len(modes)]
    return record


def at_once(game: Game, chance: random.Random) -> Record:
    """A new table whose hands are entered by their results."""
    record = begin(game, chance)
    record.head["entry"] = "quick"
    return record


def page_of(replay: Replay) -> tuple[int, list[str]] | None:
    """Hand and keys of the pending page; None if the evening is over."""
    return _keys(replay.pending) if replay.pending else None


def _keys(page: Pending) -> tuple[int, list[str]]:
    return page.hand, [question.key for question in page.page]


def sampled(page: Pending, chance: random.Random) -> dict[str, str]:
    """Random legal answers to a page."""
    return page.sample(chance.randrange)


class Supplied:
    """A replay's `supply` that draws answers at random. It stops at a page for which `more` is
    false."""

    def __init__(
        self,
        record: Record,
        chance: random.Random,
        more: Callable[[Pending], bool],
        draw: Callable[[Pending, random.Random], dict[str, str]] = sampled,
    ) -> None:
        self.record, self.chance, self.more, self.draw = record, chance, more, draw
        self.here: tuple[int, str] | None = None
        """The page that is being answered."""
        self.tries = 0

    def __call__(self, pending: Pending) -> Mapping[str, str] | None:
        here, hands = (pending.hand, pending.page[0].key), self.record.hands
        if here != self.here:
            if not self.more(pending):
                return None
            self.here, self.tries = here, 0
        self.tries += 1
        if self.tries > 3000:
            raise LookupError(f"{self.record.game}: no legal answers found for {here}")
        while len(hands) < pending.hand:
            hands.append({})
        for question in pending.page:
            hands[pending.hand - 1].pop(question.key, None)
        drawn = self.draw(pending, self.chance)
        moot = {each.key for each in pending.page_for(drawn) if each.off}
        self.record.put(pending.hand, {k: v for k, v in drawn.items() if k not in moot})
        return hands[pending.hand - 1]


def at_most(hands: int, answers: int) -> Callable[[Pending], bool]:
    """The `more` of a `Supplied`: the pages of so many hands, so many pages at most."""
    pages = count()
    return lambda page: page.hand <= hands and next(pages) < answers


def answer(game: Game, record: Record, replay: Replay, chance: random.Random) -> Replay:
    """Answers the pending page with random legal answers; modifies the record."""
    assert replay.pending is not None
    here = page_of(replay)
    return game.replay(record, Supplied(record, chance, lambda page: _keys(page) == here))


def positions(game: Game, seed: int, answers: int) -> Iterator[Replay]:
    """A random evening by one of the ways of entry, at the start and after each page."""
    chance = random.Random(f"{game.key} {seed}")
    record = entered(game, chance, seed)
    replay = game.replay(record)
    yield replay
    for _ in range(answers):
        if replay.pending is None:
            return
        replay = answer(game, record, replay, chance)
        yield replay


def evening(
    game: Game,
    seed: int,
    hands: int,
    answers: int,
    start: Callable[[Game, random.Random], Record] = begin,
) -> tuple[Record, Replay]:
    """The start of a random evening, with limits on hands and pages."""
    chance = random.Random(f"{game.key} {seed}")
    record = start(game, chance)
    return record, game.replay(record, Supplied(record, chance, at_most(hands, answers)))


def whole(game: Game, seed: int) -> tuple[Record, Replay]:
    """A complete random evening, closed early if it gets too long.

    Every other one has a low target, so that somebody wins.
    """
    chance = random.Random(f"{game.key} {seed}")
    record = entered(game, chance, seed)
    target = game.rules.options.get("target")
    if target and target.low is not None and seed % 2:
        record.head["rule target"] = str(target.low)

    def more(page: Pending) -> bool:
        hands = record.hands
        late = page.hand > 60 or (page.hand > 6 and sum(map(len, hands)) > 600)
        if late and len(hands) <= page.hand:
            hands += [{} for _ in range(page.hand - len(hands))]
            record.put(page.hand + 1, {"@close": "late"})
        return True

    return record, game.replay(record, Supplied(record, chance, more))


def written(game: Game) -> Iterator[tuple[Record, Replay]]:
    """The golden evening and the worked examples of a game package in which nothing is refused."""
    examples = (each.text for each in game.rules.examples if each.kind == "example")
    for text in [game.file("evening.txt"), *examples]:
        record = Transcript.read(text, game.key).record
        with suppress(Refused):  # an example of a table that cannot be
            replay = game.replay(record)
            if not replay.refused:
                yield record, replay


def scored_hands(replay: Replay) -> list[Hand]:
    """The hands with a score."""
    return [hand for hand in replay.hands if hand.over and hand.lines and hand.result]


def inexact(game: Game, text: str) -> Iterator[str]:
    """Lines of a transcript that lack words, or an end without its rule."""
    script = Transcript.read(text, game.key)
    replay = game.replay(script.record)
    for hand in range(1, len(replay.hands) + 1):
        texts = [e.text for e in script.expected if (e.hand, e.sign) == (hand, "=")]
        lines = [f" {line.rule} {line.why}".rstrip() for line in replay.ledger.of_hand(hand)]
        if [words for words, line in zip(texts, lines, strict=True) if not words.endswith(line)]:
            yield f"hand {hand}: says {texts}, found {lines}"
    ends = [e.text for e in script.expected if e.sign == "winner"]
    end = f" {replay.outcome.rule} {replay.outcome.why}" if replay.outcome else "none"
    if not ends or not ends[-1].endswith(end):
        yield f"winner: says {ends}, found {end}"


def values(option: HouseRule) -> list[str]:
    """All listed values but the standard one, and the ends of a range."""
    choices = [value.key for value in option.values]
    choices += [str(end) for end in (option.low, option.high) if end is not None]
    choices += ["Hearts"] if option.letters else []
    return [each for each in dict.fromkeys(choices) if each != option.default]


def houses(game: Game) -> dict[str, dict[str, str]]:
    """By name: the standard rules, every preset, and three sets in which every option has a value
    that is not standard, a different one in each."""
    rule_sets = {"standard": dict[str, str]()}
    rule_sets |= {preset.name: dict(preset.rules) for preset in game.rules.presets}
    for turn in range(3):
        changed: dict[str, str] = {}
        for key, option in game.rules.options.items():
            others = values(option)
            for step in range(len(others)):
                with suppress(Refused):
                    other = {**changed, key: others[(turn + step) % len(others)]}
                    game.rules.chosen(other)
                    changed = other
                    break
        if changed not in rule_sets.values():
            rule_sets[f"all otherwise, {turn + 1}"] = changed
    return rule_sets
