"""The rule sheet: how the game is played, in order of play, then what it scores, on two pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from companion.desk.examples import ExampleResult, here
from companion.engine.game import Game
from companion.engine.table import Hand, Outcome
from companion.printing.people import Party
from companion.printing.scoresheet import InForce, changed
from companion.printing.text import cards, inline, rule_text, sentence
from companion.questions import Refused
from companion.rules import HouseRule
from companion.rules.templates import rendered_drawing
from companion.rules.wording import (
    AsideText,
    ExampleText,
    Fact,
    RuleText,
    ScoringRow,
    SectionText,
    SheetText,
    under,
)
from companion.seating import Side
from companion.words import does, signed, with_minus

APART = {"rulings", "house-rules", "credits", "card-front", "card-back"}
"""Sections that are not running rules: they have their own place on the sheet, or none."""
DISPUTES, SOME, FEWER, CHANGED = 8, 6, 5, 3
"""So many questions that tables differ on are asked; fewer with house rules at the head, and with
more than so many of them. With most, or with any house rule at the head, one example is told.
"""
LONG = 420
"""Letters of a rule that may be broken over a page."""
LITTLE, ROOMY, ROW = 2000, 3600, 40
"""With letters between these a sheet is set larger; fewer have room on one page. A row of a table
takes as much room as so many.
"""
FEW = 330
"""So many letters at the end of a section are not left alone on a page, be they two rules."""


@dataclass(frozen=True)
class SideNote:
    """A note beside the text."""

    title: str
    html: Markup
    here: bool


@dataclass(frozen=True)
class Printed:
    """A rule as it is set: its text, and a title where the text does not speak for itself."""

    id: str
    ids: tuple[str, ...]
    """Its own, then those of rules that it tells, too."""
    title: str
    html: Markup
    sides: tuple[SideNote, ...]
    here: bool
    letters: int
    kept: bool = False
    """True if it stays on the page of the rule before it: little would come over."""

    @property
    def short(self) -> bool:
        """True if it stays in one piece."""
        return self.letters < LONG


@dataclass(frozen=True)
class Running:
    """A section of the sheet; `rows` make a table of those of its rules that score.

    `ids` are those of each row, by the id of its rule.
    """

    id: str
    title: str
    intro: Markup
    before: tuple[Printed, ...]
    """Rules that stand above the table."""
    rules: tuple[Printed, ...]
    rows: tuple[ScoringRow, ...]
    sides: tuple[SideNote, ...]
    letters: int
    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    second: bool = False
    """The second page begins with it."""


@dataclass(frozen=True)
class HouseQuestion:
    """A row of the table of disputes: what is asked, what is played here, what elsewhere."""

    rule: str
    question: str
    played: str
    elsewhere: str
    here: bool = False


@dataclass(frozen=True)
class WorkedHand:
    """One hand of an example: what is told of it, what each side scored, the rules that say so."""

    told: Markup
    sums: tuple[Markup, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Worked:
    """An example as it comes out under these house rules."""

    name: str
    title: str
    hands: tuple[WorkedHand, ...]
    after: str
    cited: frozenset[str]

    @property
    def size(self) -> int:
        """About how many lines it takes."""
        return 1 + sum(1 + len(hand.ids) for hand in self.hands)


def view(party: Party) -> dict[str, object]:
    """Everything the template of a rule sheet draws."""
    sheet = party.text
    mine = changed(party)
    found = [*running(party), *also_here(party, mine)]
    asked = disputes(party)
    most = (SOME if len(mine) <= CHANGED else FEWER) if mine else DISPUTES
    chosen = first_of(asked, most)
    examples = worked(party, 1 if mine or len(chosen) == most else 2)
    letters = sum(each.letters for each in found)
    letters += sum(ROW + len(row.what.text) for each in found for row in each.rows)
    letters += sum(len(q.question + q.played + q.elsewhere) for q in chosen)
    letters += sum(len(hand.told.striptags()) for each in examples for hand in each.hands)
    return {
        "party": party,
        "facts": facts(party),
        "drawing": drawing(party),
        "plays": plays(mine),
        "also": sheet.meta.get("also", ""),
        "running": found,
        "sides": any(e.sides or any(r.sides for r in (*e.before, *e.rules)) for e in found),
        "changed": mine,
        "disputes": chosen,
        "more": len(asked) > len(chosen),
        "examples": examples,
        "credits": credited(sheet, short=bool(mine)),
        "signed": signed,
        "roomy": not mine and LITTLE < letters < ROOMY,
    }


def credited(sheet: SheetText, *, short: bool) -> str:
    """Whose game it is and after whom it is told; short: whose, beside house rules."""
    section = sheet.section("credits")
    text = section.text if section else ""
    return text.partition("\n\n")[0] if short else text


def drawing(party: Party) -> Markup:
    """The room's drawing for a page; its description is part of the title there."""
    shown = rendered_drawing(party.game.drawing, party.game.rules, party.rules)
    text = shown.replace("</title>\n<desc>", ". ").replace("</desc>", "</title>")
    return Markup(text)


def facts(party: Party) -> list[Fact]:
    """Up to six boxes: the players, then what the sheet itself puts there, or pack and length."""
    meta, game = party.text.meta, party.game
    figure, _, words = meta.get("players", "").partition(",")
    boxes = [Fact("Players", figure.strip(), words.strip())]
    if own := party.text.glance:
        return (own if own[0].label == "Players" else boxes + own)[:6]
    boxes.append(Fact("Pack", str(len(game.pack)), pack_words(game)))
    if "length" in meta:
        boxes.append(Fact("Length", *_figure(meta["length"])))
    return boxes


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


def plays(changed: Sequence[InForce]) -> str:
    """The house rules in force, each beside its standard value; "" without any."""
    said = (
        f"{each.rule.title}: {each.words} (standard: {each.rule.value(each.rule.default).words})."
        for each in changed
    )
    return " ".join(said)


def in_order(sheet: SheetText) -> bool:
    """True if the sheet is written in order of play, its rules to be read without their titles."""
    return sheet.section("sheet") is not None


def running(party: Party) -> list[Running]:
    """The sections in order of play; the first of those that score begins the second page."""
    sheet = party.text
    found = [
        _running(party, each)
        for each in sheet.running
        if each.id not in APART and (each.text or each.rules)
    ]
    if not in_order(sheet):
        # Sheets that are not written in order of play yet tell the scoring before the play.
        found.sort(key=lambda each: each.id == "scoring")
    first = next((n for n, each in enumerate(found) if each.rows or each.id == "scoring"), 0)
    return [replace(each, second=n == first and n > 0) for n, each in enumerate(found)]


def also_here(party: Party, mine: Sequence[InForce]) -> list[Running]:
    """A section with the rules of those house rules that no sentence of the others speaks of."""
    told = _told(party.text)
    silent: dict[str, Printed] = {}
    for option in (each.rule for each in mine):
        rule = party.text.rules.get(option.rule)
        with suppress(Refused):
            without = party.game.rules.chosen({**dict(party.rules), option.key: option.default})
            if rule and _told(under(party.game.rules, without)) == told:
                silent[rule.id] = _printed(party.text, rule, titled=True)
    rules = tuple(silent.values())
    letters = sum(each.letters for each in rules)
    return [Running("here", "Also at this table", Markup(), (), rules, (), (), letters)] * bool(
        rules
    )


def _told(sheet: SheetText) -> list[str]:
    """The sentences of the running rules, in order."""
    found = []
    for section in (each for each in sheet.running if each.id not in APART):
        found.append(section.text)
        for rule in (each for each in section.rules if each.paper):
            row = rule.row
            found += [f"{row.what} {row.points} {row.also}" if row else rule.text]
    return found


def _running(party: Party, section: SectionText) -> Running:
    titled = not in_order(party.text)
    rows = tuple(rule.row for rule in section.rules if rule.row)
    texts = [r for r in section.rules if r.paper and r.id != party.game.adjust_rule]
    first = next((place for place, rule in enumerate(texts) if rule.row), 0)
    before = tuple(_printed(party.text, rule, titled) for rule in texts[:first])
    rules = tuple(_printed(party.text, rule, titled) for rule in texts[first:] if not rule.row)
    rest = [sum(each.letters for each in rules[place:]) for place in range(len(rules))]
    last = len(rules) - 2
    rules = tuple(
        replace(each, kept=place >= last and rest[place] < FEW) for place, each in enumerate(rules)
    )
    letters = len(section.text) + sum(each.letters for each in (*before, *rules))
    return Running(
        section.id, section.title, rule_text(section.marked), before, rules, rows,
        _notes(section.asides), letters, {row.rule: _ids(party.text, row.rule) for row in rows},
    )  # fmt: skip


def _ids(sheet: SheetText, id: str) -> tuple[str, ...]:
    """A rule's id and those of the rules it tells, too."""
    return (id, *(each.id for each in sheet.rules.values() if each.within == id))


def _printed(sheet: SheetText, rule: RuleText, titled: bool) -> Printed:
    title = f"{rule.title.rstrip('.')}." if titled and rule.title else ""
    if title[:-1].endswith(("?", "!")):
        title = title[:-1]
    letters = len(title) + len(rule.text)
    return Printed(
        rule.id, _ids(sheet, rule.id), title, rule_text(rule.marked), _notes(rule.asides),
        rule.here, letters,
    )  # fmt: skip


def _notes(asides: Iterable[AsideText]) -> tuple[SideNote, ...]:
    return tuple(SideNote(each.title, rule_text(each.body.marked), each.here) for each in asides)


def disputes(party: Party) -> list[HouseQuestion]:
    """What strangers disagree about: the room's own list, or its options, those asked first."""
    sheet = party.text
    if sheet.disputes:
        moot = {option.rule for option in sheet.options.values() if not option.meant(party.rules)}
        moot -= {option.rule for option in sheet.options.values() if option.meant(party.rules)}
        return [
            HouseQuestion(
                short(each.rule),
                each.question.text,
                each.played.text,
                each.elsewhere.text,
                each.here,
            )
            for each in sheet.disputes
            if each.rule not in moot
        ]
    options = [o for o in sheet.options.values() if o.rule and o.meant(party.rules)]
    options.sort(key=lambda each: (not each.ask, not any(v.source for v in each.values[1:])))
    chosen = options[: DISPUTES + 2]
    return [_question(party, each) for each in sheet.options.values() if each in chosen]


def first_of(asked: Sequence[HouseQuestion], most: int) -> list[HouseQuestion]:
    """At most so many: the last that are played here as everywhere are left out, then others."""
    kept = sorted(range(len(asked)), key=lambda place: not asked[place].here)[:most]
    return [asked[place] for place in sorted(kept)]


def short(id: str) -> str:
    """The end of a ruling's id is enough in the table of disputes: R2."""
    last = id.rsplit("-", 1)[-1]
    return last if last[:1] == "R" and last[1:].isdecimal() else id


def _question(party: Party, option: HouseRule) -> HouseQuestion:
    value = party.rules.text(option.key)
    others = [
        f"{each.words} ({each.source})" if each.source else each.words
        for each in option.values
        if each.key != value
    ]
    if option.low is not None:
        others.append(f"{with_minus(option.low)} to {with_minus(option.high)}")
    played = sentence(option.value(value).words).rstrip(".")
    return HouseQuestion(
        short(option.rule), option.title, played, sentence("; ".join(others)).rstrip("."),
        value != option.default,
    )  # fmt: skip


def worked(party: Party, most: int) -> list[Worked]:
    """The examples that teach, as they come out here; without any, those that show the most."""
    shown = [each for each in (_worked(party, e) for e in party.text.examples if e.teaches) if each]
    if shown:
        return shown[:most]
    scoring = party.text.section("scoring")
    wanted = {rule.id for rule in scoring.rules} if scoring else set[str]()
    examples = [each for each in (_worked(party, e) for e in _scored(party)) if each]
    while len(shown) < most:
        seen = set[str]().union(*(each.cited for each in shown))
        rest = [each for each in examples if each not in shown and each.size <= 12]
        best = max(rest, key=lambda e: len(e.cited & wanted - seen) / e.size, default=None)
        if best is None or not best.cited & wanted - seen:
            break
        shown.append(best)
    return shown


def _scored(party: Party) -> Iterator[ExampleText]:
    for text in party.text.examples:
        refused = "!" in {line.strip()[:1] for line in text.example.text.splitlines()}
        if text.example.kind == "example" and not refused:
            yield text


def _worked(party: Party, text: ExampleText) -> Worked | None:
    result = here(party.game, text.example, party.rules)
    if result is None:
        return None
    on = on_the_sheet(party)
    if result.replay is None:
        ids = tuple(id for id in result.ruling.rules if id in on) if result.ruling else ()
        told = Markup(" ").join(cards(inline(each)) for each in text.telling.values())
        if told and result.ruling:
            told += Markup(" <b>{}</b>").format(cards(inline(result.ruling.answer)))
        hands = (WorkedHand(told, ids=ids),)
        return Worked(text.example.name, text.title, hands, "", frozenset(ids)) if told else None
    return _played(text, result, on)


def on_the_sheet(party: Party) -> frozenset[str]:
    """The ids in its margins; rulings stand there where tables differ."""
    sheet = party.text
    told = {r.id for s in sheet.running if s.id not in APART for r in s.rules if r.paper}
    told |= {each.id for each in sheet.rules.values() if each.within in told}
    return frozenset(told)


def _played(text: ExampleText, result: ExampleResult, on: frozenset[str]) -> Worked | None:
    assert result.replay
    replay = result.replay
    # A hand that the example does not tell may have begun all the same: its antes are paid.
    entered = replay.hands[: len(replay.record.hands)]
    scored = [hand for hand in entered if hand.lines]
    if not scored or (len(scored) > 3 and not text.teaches):
        return None
    told = [hand for hand in scored if hand.number in text.telling or not text.teaches]
    shown = [_hand(text, hand, on) for hand in told]
    opening = cards(inline(text.telling[0])) if text.telling.get(0) else Markup()
    if opening:
        shown.insert(0, WorkedHand(opening))
    cited = {id for hand in scored for line in hand.lines for id in (line.rule, *line.also)}
    totals = ", ".join(f"{s.name} {with_minus(t)}" for s, t in scored[-1].totals.items())
    after = f"Score now: {totals}."
    if replay.outcome and replay.outcome.winners:
        after = f"Final score: {totals}. {ended(replay.outcome)}"
    return Worked(text.example.name, text.title, tuple(shown), after, frozenset(cited))


def ended(outcome: Outcome) -> str:
    """Who won, and why: "Bob reaches 41 first, with the queen of trumps."."""
    named = all(side.name in outcome.why for side in outcome.winners)
    why = outcome.why if named else f"{does(outcome.winners, 'win')}: {outcome.why}"
    return sentence(why)


def _hand(text: ExampleText, hand: Hand, on: frozenset[str]) -> WorkedHand:
    told = text.telling.get(hand.number, "") if text.teaches else sentence(hand.summary)
    changes: dict[Side, list[int]] = {}
    for line in hand.lines:
        for side in hand.totals:
            if change := line.change(side):
                changes.setdefault(side, []).append(change)
    sums = tuple(Markup("{} <b>{}</b>").format(s.name, added(c)) for s, c in changes.items())
    ids = tuple(dict.fromkeys(line.rule for line in hand.lines if line.rule in on))
    return WorkedHand(cards(inline(told)), sums, ids)


def added(points: Sequence[int]) -> str:
    """A sum with its terms: "−1 + 3 + 9 = +11"; alone where one term is all of it."""
    total = signed(sum(points))
    terms = " ".join(f"{'−' if each < 0 else '+'} {abs(each)}" for each in points)
    first = f"−{terms[2:]}" if points[0] < 0 else terms[2:]
    return f"{first} = {total}" if len(points) > 1 else total
