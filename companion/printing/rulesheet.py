"""The rule sheet: how the game is played, in order of play, then what it scores, on two pages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.printing.in_force import InForce, Worked, changed, worked
from companion.printing.people import Party
from companion.printing.text import rule_text
from companion.questions import Refused
from companion.rules.pieces import AsideText, Dispute, RuleText, ScoringRow, SectionText
from companion.rules.templates import rendered_drawing
from companion.rules.wording import SheetText, under

APART = {"rulings", "house-rules", "credits", "card-front", "card-back"}
"""Sections that are not running rules: they have their own place on the sheet, or none."""
DISPUTES, SOME, FEWER, CHANGED = 8, 6, 5, 3
"""So many questions that tables differ on are asked; fewer with house rules at the head, and with
more than so many of them."""
ROOMY, LITTLE, ROW = 3510, 2000, 40
"""A sheet with fewer letters than the first is set larger, unless it has room on one page. A row of
a table takes as much room as so many letters."""
FULL = {"a4": 4000, "letter": 3700}
"""Letters of a sheet in small type, with its examples."""
CREDITED = {"a4": 4400, "letter": 3750}
"""With more letters a sheet has no history of the game, which would be alone on a page."""
FEW = 330
"""So many letters at the end of a section are not left alone on a page, be they two rules."""


@dataclass(frozen=True)
class Printed:
    """A rule as it is set."""

    id: str
    ids: tuple[str, ...]
    """Its own, then those of rules that it tells, too."""
    html: Markup
    sides: tuple[AsideText, ...]
    here: bool
    letters: int
    kept: bool = False
    """True if it stays on the page of the rule before it: little would come over."""
    anchored: bool = True
    """False if links lead to another place where the sheet has this id."""


@dataclass(frozen=True)
class Running:
    """A section of the sheet; `rows` make a table of those of its rules that score."""

    id: str
    title: str
    intro: Markup
    before: tuple[Printed, ...]
    """Rules above the table."""
    rules: tuple[Printed, ...]
    rows: tuple[ScoringRow, ...]
    sides: tuple[AsideText, ...]
    scores: bool = False
    """True if it has the points. It is then not divided between pages."""

    @property
    def letters(self) -> int:
        """The amount of text."""
        lengths = [each.letters for each in (*self.before, *self.rules)]
        lengths += [ROW + len(row.what.text) for row in self.rows]
        return len(self.intro.striptags()) + sum(lengths)


def view(party: Party, paper: str = "a4") -> dict[str, object]:
    """Everything the template of a rule sheet draws."""
    sheet = party.text
    mine = changed(party)
    sections = [*running(party), *also_here(party, mine)]
    asked = disputes(party)
    chosen = first_of(asked, (SOME if len(mine) <= CHANGED else FEWER) if mine else DISPUTES)
    examples = worked(party, on_the_sheet(party))
    letters = _filled(sum(each.letters for each in sections), chosen, examples[:1])
    roomy = not mine and letters < ROOMY
    selection = examples[:1]
    for each in examples[1:] if not (mine or party.large) else ():
        if letters + each.letters <= (ROOMY if roomy else FULL[paper]):
            letters += each.letters
            selection.append(each)
    return {
        "party": party,
        "facts": sheet.glance[:6],
        "drawing": drawing(party),
        # The house rules in force, each beside its standard value.
        "plays": " ".join(
            f"{e.rule.title}: {e.words} (standard: {e.rule.value(e.rule.default).words})."
            for e in mine
        ),
        "also": sheet.meta.get("also", ""),
        "running": sections,
        "changed": mine,
        "disputes": chosen,
        "more": len(asked) > len(chosen),
        "examples": selection,
        # The source is in the imprint of every page.
        "credits": "" if mine or party.large or letters > CREDITED[paper] else origin(sheet),
        "roomy": roomy and letters > LITTLE,
    }


def _filled(text: int, asked: Sequence[Dispute], examples: Sequence[Worked]) -> int:
    """About how many letters the sheet has."""
    phrases = (each.question.text + each.played.text + each.elsewhere.text for each in asked)
    return text + sum(map(len, phrases)) + sum(each.letters for each in examples)


def origin(sheet: SheetText) -> str:
    """Return the first paragraph of the credits: whose game it is, and where it comes from."""
    section = sheet.section("credits")
    return section.text.partition("\n\n")[0] if section else ""


def drawing(party: Party) -> Markup:
    """The game's drawing for a page; its description is part of the title there."""
    svg = rendered_drawing(party.game.drawing, party.game.rules, party.rules)
    text = svg.replace("</title>\n<desc>", ". ").replace("</desc>", "</title>")
    return Markup(text)


def running(party: Party) -> list[Running]:
    """The sections in order of play."""
    return [_running(party, each) for each in _ordered_sections(party.text)]


def _ordered_sections(sheet: SheetText) -> list[SectionText]:
    return [each for each in sheet.running if each.id not in APART and (each.text or each.rules)]


def also_here(party: Party, mine: Sequence[InForce]) -> list[Running]:
    """A section with the rules of those house rules that no sentence of the others speaks of."""
    sentences = _sentences(party.text)
    silent: dict[str, Printed] = {}
    for option in (each.rule for each in mine):
        rule = party.text.rules.get(option.rule)
        with suppress(Refused):
            without = party.game.rules.chosen({**dict(party.rules), option.key: option.default})
            if rule and _sentences(under(party.game.rules, without)) == sentences:
                anchored = rule.id not in on_the_sheet(party)
                silent[rule.id] = replace(_printed(party.text, rule), anchored=anchored)
    rules = tuple(silent.values())
    return [Running("here", "Also at this table", Markup(), (), rules, (), ())] if rules else []


def _sentences(sheet: SheetText) -> list[str]:
    """The sentences of the running rules, in order."""
    sentences = []
    for section in _ordered_sections(sheet):
        sentences.append(section.text)
        for rule in (each for each in section.rules if each.paper):
            row = rule.row
            sentences += [f"{row.what} {row.points} {row.also}" if row else rule.text]
    return sentences


def _running(party: Party, section: SectionText) -> Running:
    rows = tuple(rule.row for rule in section.rules if rule.row)
    texts = [r for r in section.rules if r.paper and r.id != party.game.adjust_rule]
    first = next((place for place, rule in enumerate(texts) if rule.row), 0)
    before = tuple(_printed(party.text, rule) for rule in texts[:first])
    rules = [_printed(party.text, rule) for rule in texts[first:] if not rule.row]
    rest = [sum(each.letters for each in rules[place:]) for place in range(len(rules))]
    last = len(rules) - 2
    kept = tuple(
        replace(each, kept=place >= last and rest[place] < FEW) for place, each in enumerate(rules)
    )
    intro = rule_text(section.marked)
    scores = bool(rows) or section.id == "scoring"
    return Running(section.id, section.title, intro, before, kept, rows, section.asides, scores)


def ids(sheet: SheetText, id: str) -> tuple[str, ...]:
    """A rule's id and those of the rules it tells, too."""
    return (id, *(each.id for each in sheet.rules.values() if each.within == id))


def _printed(sheet: SheetText, rule: RuleText) -> Printed:
    html = rule_text(rule.marked)
    return Printed(rule.id, ids(sheet, rule.id), html, rule.asides, rule.here, len(rule.text))


def disputes(party: Party) -> list[Dispute]:
    """The questions that strangers disagree about, if they can occur under these house rules."""
    options = party.text.options.values()
    moot = {option.rule for option in options if not option.meant(party.rules)}
    moot -= {option.rule for option in options if option.meant(party.rules)}
    return [each for each in party.text.disputes if each.rule not in moot]


def first_of(asked: Sequence[Dispute], most: int) -> list[Dispute]:
    """At most so many: the last that are played here as everywhere are left out, then others."""
    kept = sorted(range(len(asked)), key=lambda place: not asked[place].here)[:most]
    return [asked[place] for place in sorted(kept)]


def short(id: str) -> str:
    """The end of a ruling's id is enough in the table of disputes: R2."""
    last = id.rsplit("-", 1)[-1]
    return last if last[:1] == "R" and last[1:].isdecimal() else id


def on_the_sheet(party: Party) -> frozenset[str]:
    """The ids in its margins. Rulings are there if tables differ."""
    sheet = party.text
    ids = {r.id for s in sheet.running if s.id not in APART for r in s.rules if r.paper}
    ids |= {each.id for each in sheet.rules.values() if each.within in ids}
    return frozenset(ids)
