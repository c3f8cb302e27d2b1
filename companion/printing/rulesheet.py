"""The rule sheet: everything a room's rules.md says to a player, on one or two pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.game import Game
from companion.ledger import Line, signed
from companion.printing.people import Party
from companion.printing.scoresheet import InForce, in_force
from companion.printing.text import first_sentences, minus, sentence
from companion.record import BadRecord, Transcript
from companion.rules import Example, HouseRule, Options, Rule, RuleSheet, Section
from companion.seating import Side

APART = {"rulings", "credits", "card-front", "card-back"}
"""Sections that are not running rules: they have their own place on the sheet, or none."""


@dataclass(frozen=True)
class Glance:
    """One box at the head of the sheet: a label, the figure, and a few words."""

    label: str
    figure: str
    words: str


def glance(game: Game) -> list[Glance]:
    """The boxes: players, then what the sheet itself puts there, or pack and length."""
    meta = game.rules.meta
    boxes = [_box("Players", meta.get("players", ""))]
    own = [part.partition(":") for part in meta.get("glance", "").split("|") if part.strip()]
    if own:
        return boxes + [_box(label, words) for label, _, words in own]
    boxes.append(_box("Pack", f"{len(game.pack)}, {pack_words(game)}"))
    if "length" in meta:
        figure, words = _figure(meta["length"])
        boxes.append(Glance("Length", figure, words))
    return boxes


def _box(label: str, text: str) -> Glance:
    figure, _, words = text.strip().partition(",")
    return Glance(label.strip(), figure.strip(), words.strip())


def _figure(text: str) -> tuple[str, str]:
    """ "6 to 12 hands, about an hour" as "6–12" and the rest; words alone have no figure."""
    words = text.split()
    if len(words) > 2 and words[0].isdecimal() and words[1] == "to" and words[2].isdecimal():
        return f"{words[0]}–{words[2]}", " ".join(words[3:])
    if words and words[0].rstrip(",").isdecimal():
        return words[0].rstrip(","), " ".join(words[1:])
    return "", text


def pack_words(game: Game) -> str:
    """The pack in words: "cards", or "eight packs of 40"."""
    pack = game.pack
    return "cards" if pack.copies == 1 else f"{pack.copies} × {len(pack) // pack.copies} cards"


@dataclass(frozen=True)
class Reading:
    """A row of the box of rulings: what is asked, what is played here, what elsewhere."""

    id: str
    question: str
    here: str
    elsewhere: tuple[tuple[str, str], ...]
    """What other houses play, each with its source or nothing."""
    changed: bool = False
    text: str = ""
    """Instead of the two readings, where the ruling has no option."""


def readings(sheet: RuleSheet, rules: Options) -> Iterator[Reading]:
    """The rulings in order, then house rules that belong to other rules."""
    rulings = sheet.section("rulings")
    ruled = list(rulings.rules) if rulings else []
    for rule in ruled:
        if rule.options:
            yield from (_reading(rule, option, rules) for option in rule.options)
        else:
            text = first_sentences(rule.text, 170)
            yield Reading(_short(rule.id), rule.title, "", (), text=text)
    for holder in sheet.holders:
        if isinstance(holder, Rule) and holder.section != "rulings":
            yield from (_reading(holder, option, rules) for option in holder.options)
        elif isinstance(holder, Section):
            for option in holder.options:
                yield _reading(None, option, rules)


def _short(id: str) -> str:
    """The end of a ruling's id is enough in the box of rulings: R2."""
    return id.rsplit("-", 1)[-1]


def _reading(rule: Rule | None, option: HouseRule, rules: Options) -> Reading:
    value = rules.text(option.key)
    others = [(each.words, each.source) for each in option.values if each.key != value]
    if option.low is not None:
        others.append((f"{minus(option.low)} to {minus(option.high)}", ""))
    alone = rule is not None and len(rule.options) == 1 and rule.section == "rulings"
    ruling = rule is not None and rule.section == "rulings"
    return Reading(
        "" if rule is None else _short(rule.id) if ruling else rule.id,
        rule.title if alone and rule else option.title,
        option.value(value).words,
        tuple(others),
        value != option.default,
    )


@dataclass(frozen=True)
class WorkedHand:
    """One hand of a worked example as it was scored."""

    number: int
    summary: str
    lines: tuple[Line, ...]
    totals: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Worked:
    """A worked example: its title and its hands."""

    name: str
    title: str
    hands: tuple[WorkedHand, ...]
    cited: frozenset[str]

    @property
    def size(self) -> int:
        """About how many lines it takes."""
        return 1 + sum(1 + len(hand.lines) for hand in self.hands)


def worked(game: Game, most: int) -> list[Worked]:
    """The examples that show the most scoring rules in the least room, the best first."""
    scoring = game.rules.section("scoring")
    wanted = {rule.id for rule in scoring.rules} if scoring else set[str]()
    examples = [each for each in (_worked(game, e) for e in _scored(game.rules)) if each]
    chosen: list[Worked] = []
    while len(chosen) < most:
        seen = set[str]().union(*(each.cited for each in chosen))
        rest = [each for each in examples if each not in chosen and each.size <= 12]
        best = max(rest, key=lambda e: len(e.cited & wanted - seen) / e.size, default=None)
        if best is None or not best.cited & wanted - seen:
            break
        chosen.append(best)
    return chosen


def _scored(sheet: RuleSheet) -> Iterable[Example]:
    """Examples that play hands to their score under the usual rules."""
    return (
        example
        for example in sheet.examples
        if example.kind == "example"
        and "!" not in {line.strip()[:1] for line in example.text.splitlines()}
        and "rules:" not in example.text
    )


def _worked(game: Game, example: Example) -> Worked | None:
    try:
        record = Transcript.read(example.text, game.key).record
    except BadRecord:
        return None
    replay = game.replay(record)
    hands = [hand for hand in replay.hands if hand.lines]
    if not hands or len(hands) > 3:
        return None
    shown = tuple(
        WorkedHand(hand.number, hand.summary, tuple(hand.lines), _totals(hand.totals))
        for hand in hands
    )
    cited = frozenset(
        rule for hand in hands for line in hand.lines for rule in (line.rule, *line.also)
    )
    return Worked(example.name, example.title, shown, cited)


def _totals(totals: dict[Side, int]) -> tuple[tuple[str, str], ...]:
    return tuple((side.name, minus(total)) for side, total in totals.items())


def view(party: Party, examples: int = 5) -> dict[str, object]:
    """Everything the template of a rule sheet draws."""
    sheet = party.game.rules
    changed = [each for each in in_force(party.game, party.rules) if each.changed]
    here: dict[str, list[InForce]] = {}
    for each in changed:
        here.setdefault(each.rule.rule, []).append(each)
    return {
        "party": party,
        "glance": glance(party.game),
        "sections": [section for section in sheet.sections if section.id not in APART],
        "changed": changed,
        "here": here,
        "readings": list(readings(sheet, party.rules)),
        "worked": worked(party.game, examples),
        "credits": sheet.section("credits"),
        "signed": signed,
        "sentence": sentence,
    }
