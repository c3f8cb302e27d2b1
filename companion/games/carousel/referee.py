"""The referee questions of Carousel. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Card, Pack
from companion.engine import referee
from companion.engine.game import Ruling, enquiry, ruled
from companion.exact import NoSolver, Undecided
from companion.games.carousel import melds
from companion.games.carousel.facts import left_over, melded, too_many
from companion.games.carousel.house import Desk
from companion.games.carousel.melds import JOKER, NATURAL, Arranged, Laid, Table, say
from companion.questions import Cards, Choice, Melds, Question, Refused
from companion.said import Sentence, Text
from companion.words import capital

JOKERS = 4
"""Jokers of any table, at most."""


def packed(desk: Desk) -> Pack:
    return melds.pack(len(desk.seats), desk.rules.jokers)


def of_the_pack(desk: Desk, cards: Iterable[Card], key: str) -> None:
    """Refuses more of a card than are in play (CAR-PACK)."""
    if no := too_many(cards, len(desk.seats), desk.rules):
        raise Refused(no, key=key)


def melds_question(desk: Desk, key: str, prompt: str, least: int = 0) -> Melds:
    return Melds(key, prompt, "CAR-TABLE", packed(desk), least, 40, samples=("none", "3C 4C 5C"))


def names_question(key: str, prompt: str) -> Cards:
    return Cards(
        key, prompt, "CAR-JOKER", Pack(NATURAL.cards, JOKERS), 0, JOKERS, order=True,
        none="No joker",
    )  # fmt: skip


def named(groups: Sequence[Sequence[Card]], names: Sequence[Card], key: str) -> Table:
    """The melds with jokers as the named cards. Raise Refused if names and jokers do not match."""
    jokers = sum(card == JOKER for meld in groups for card in meld)
    if jokers != len(names):
        raise Refused(say.joker_unnamed(jokers=jokers, named=len(names)), key=key)
    rest = iter(names)
    return tuple(
        tuple(Laid(next(rest), True) if card == JOKER else Laid(card) for card in meld)
        for meld in groups
    )


def all_there(desk: Desk, groups: Sequence[Sequence[Card]], names: Sequence[Card]) -> None:
    """The cards are in play, and every joker has its name."""
    of_the_pack(desk, [card for meld in groups for card in meld], "melds")
    named(groups, names, "names")


def judged(table: Table) -> list[tuple[str, melds.Judged]]:
    """Every group with its text and its judgement."""
    checks = [(meld, melds.judge([each.card for each in meld])) for meld in table]
    return [(f"{' '.join(map(str, meld))}: {each.words}.", each) for meld, each in checks]


def depends(desk: Desk) -> Sequence[Question[Any]]:
    """The hand that ends the game brings the bonuses, by totals and by hands won."""
    won = referee.numbers("won", say.hands_won(), "hands won", desk, 99)
    return referee.totals(desk, "CAR-GAME"), won


@enquiry("melds", "Are these melds valid?", "CAR-SET CAR-RUN CAR-JOKER", "knocker")
def are_melds(desk: Desk) -> Ruling:
    groups, names = desk.ask(
        melds_question(desk, "melds", "The melds", 1),
        names_question("names", "What the jokers stand for, in order"),
        check=lambda groups, names: all_there(desk, groups, names),
    )
    checks = judged(named(groups, names, "names"))
    steps = tuple(words for words, _ in checks)
    wrong = [words for words, each in checks if not each.valid]
    rules = tuple(dict.fromkeys([*(each.rule for _, each in checks), *["CAR-JOKER"] * bool(names)]))
    if len(checks) == 1:
        return Ruling(f"{'No' if wrong else 'Yes'}: {steps[0]}", rules)
    return Ruling(f"No: {wrong[0]}" if wrong else "Yes.", rules, steps)


def tables_named(
    before: Sequence[Sequence[Card]], played: Sequence[Card], after: Sequence[Sequence[Card]],
    old: Sequence[Card], new: Sequence[Card],
) -> None:  # fmt: skip
    """Every joker of both tables has its name."""
    named(before, old, "old")
    named(after, new, "new")


@enquiry("turn", "Was that turn legal?", "CAR-TABLE CAR-NOTAKE CAR-JOKER CAR-JOKER-SWAP", "knocker")
def turn(desk: Desk) -> Ruling:
    before, played, after, old, new = desk.ask(
        melds_question(desk, "before", "The melds that changed, before"),
        Cards(
            "played", "Cards played from the hand", "CAR-TABLE", packed(desk), 0, 20, none="None"
        ),
        melds_question(desk, "after", "The melds that changed, after"),
        names_question("old", "Jokers before, in order"),
        names_question("new", "Jokers after, in order"),
        check=tables_named,
    )
    was, now = named(before, old, "old"), named(after, new, "new")
    for words, each in judged(now):
        if not each.valid:
            return Ruling(f"No: {words}", ("CAR-TABLE", each.rule))
    if not played:
        return ruled(say.none_came(), "CAR-R10", steps=[say.must_play_one()])
    had = Counter(card for meld in before for card in meld) + Counter(played)
    has = Counter(card for meld in after for card in meld)
    if lost := had - has:
        return ruled(say.has_left_table(card=next(iter(lost))))
    if extra := has - had:
        return ruled(say.came_from_nowhere(card=next(iter(extra))))
    if changed := renamed(was, now):
        return ruled(
            say.joker_stays(card=changed), "CAR-JOKER-SWAP", steps=[say.renamed_only_where()]
        )
    jokers = ("CAR-JOKER", "CAR-JOKER-SWAP") if old or new else ()
    first = opening(desk, was, now, played)
    steps = (say.all_melds(), *first.steps)
    words = f"Yes: legal{first.but}."
    return ruled(words, "CAR-TABLE", *jokers, *first.rules, steps=steps, value=True)


def renamed(was: Table, now: Table) -> Card | None:
    """The card of a joker that was renamed without a natural card on the table, or None."""
    natural = Counter(each.card for meld in now for each in meld if not each.joker)
    gone = melds.names(was) - melds.names(now)
    return next((card for card, number in gone.items() if number > natural[card]), None)


def asked(desk: Desk, prompt: str) -> tuple[Table, tuple[Card, ...]]:
    """The table as it lies, and the hand cards."""
    groups, names, holding = desk.ask(
        melds_question(desk, "table", "The melds on the table"),
        names_question("names", "What its jokers stand for, in order"),
        Cards("holding", prompt, "CAR-TABLE", packed(desk), 1, 20),
        check=on_table,
    )
    return named(groups, names, "names"), holding


def on_table(
    groups: Sequence[Sequence[Card]], names: Sequence[Card], holding: Sequence[Card]
) -> None:
    for words, each in judged(named(groups, names, "names")):
        if not each.valid:
            raise Refused(say.bad_table(fault=words), key="table")


@enquiry("can-play", "Can these cards go down?", "CAR-TABLE CAR-JOKER-SWAP", "knocker")
def can_play(desk: Desk) -> Ruling:
    table, holding = asked(desk, "The cards to go down")
    try:
        layout = melds.arrange(table, holding, all_of_it=True, high_jokers=asks_worth(desk))
    except Undecided as why:
        return undecided(why)
    words = " ".join(map(str, holding))
    rules = ("CAR-TABLE", "CAR-SET", "CAR-RUN", "CAR-JOKER-SWAP")
    if layout is None:
        return ruled(f"No: {words} cannot go down.", *rules, steps=[say.every_way()])
    first = opening(desk, table, layout.melds, holding)
    steps: list[Text] = [*shown(table, layout), *first.steps]
    return ruled(f"Yes: {words} can go down{first.but}.", *rules, *first.rules, steps=steps)


@dataclass(frozen=True, slots=True)
class Opening:
    """The effect of the house rule of a least first meld (CAR-R11) on the cards played."""

    but: str = ""
    """The restriction for the answer: this may not be a player's first meld."""
    steps: tuple[Sentence, ...] = ()
    rules: tuple[str, ...] = ()


def asks_worth(desk: Desk) -> bool:
    """True if a player's first meld must have a minimum of points."""
    return desk.rules.first_meld != "none"


def opening(desk: Desk, before: Table, after: Table, played: Sequence[Card]) -> Opening:
    """The points of a first meld, if the house rule requires a minimum."""
    least = desk.rules.first_meld
    if least == "none":
        return Opening()
    worth = melds.laid_worth(before, after, played)
    enough = worth >= least
    step = say.first_meld_worth(worth=worth, least=least, enough=enough)
    return Opening("" if enough else ", but not as a first meld", (step,), (step.rule,))


def shown(table: Table, layout: Arranged) -> tuple[str, ...]:
    """The rearrangement: what stays, what becomes what."""
    lying = [tuple(each.card for each in meld) for meld in table]
    new = [meld for meld in layout.melds if sorted(map(str, (e.card for e in meld))) not in
           [sorted(map(str, meld)) for meld in lying]]  # fmt: skip
    kept = len(layout.melds) - len(new)
    words = "; ".join(" ".join(map(str, meld)) for meld in new)
    steps = [f"New: {words}."] if new else []
    if kept:
        steps.append(str(say.melds_stay(number=kept)))
    steps.append(f"The whole table: {layout}.")
    return tuple(steps)


@enquiry("best", "What is the lowest deadwood I can reach?", "CAR-TABLE", "deadwood left_*")
def best(desk: Desk) -> Ruling:
    table, holding = asked(desk, "The cards in the hand")
    try:
        layout = melds.arrange(table, holding, all_of_it=False, high_jokers=asks_worth(desk))
    except Undecided as why:
        return undecided(why)
    assert layout is not None
    had = melds.deadwood(holding)
    if not layout.played:
        return ruled(say.nothing_goes_down(had=had), "CAR-VALUES")
    left = had - melds.deadwood(layout.played)
    limit = desk.rules.knock_limit
    words = " ".join(map(str, layout.played))
    knock = say.enough_to_knock(enough=left <= limit, limit=limit)
    first = opening(desk, table, layout.melds, layout.played)
    steps: tuple[Text, ...] = (
        f"Play {words}.", *shown(table, layout),
        f"{had} − {melds.deadwood(layout.played)} = {left}: {knock}.", *first.steps,
    )  # fmt: skip
    rules = ("CAR-TABLE", "CAR-VALUES", "CAR-KNOCK", *first.rules)
    return ruled(f"{left}{first.but}.", *rules, steps=steps)


def undecided(why: Undecided) -> Ruling:
    """The ruling if the solver ran out of time or is not installed."""
    if isinstance(why, NoSolver):
        return Ruling("Not decided.", ("CAR-TABLE",), (capital(str(why)),), undecided=True)
    step = str(say.too_large())
    return Ruling("Not decided in time.", ("CAR-TABLE",), (step,), undecided=True)


@enquiry("count", "What does this count?", "CAR-VALUES", "deadwood left_* empty")
def count(desk: Desk) -> Ruling:
    holding = desk.ask(
        Cards("holding", "The cards left", "CAR-VALUES", packed(desk), 1, 40),
        check=lambda held: of_the_pack(desk, held, "holding"),
    )
    total = left_over(holding, desk.rules)
    parts = " + ".join(f"{melds.value(card)} ({card})" for card in holding)
    steps = [f"{parts} = {sum(map(melds.value, holding))}."]
    rules = ["CAR-VALUES", "CAR-KNOCK"]
    if desk.rules.hand_melds == "deduct":
        steps.append(str(say.melds_take_away(worth=melded(holding), total=total)))
        rules.append("CAR-R2")
    may = total <= desk.rules.knock_limit
    return ruled(f"{total}.", *rules, steps=(*steps, say.that_may_knock(may=may)))


@enquiry("draw", "May I draw, meld or stop?", "CAR-TURN CAR-OUT", "knocker")
def draw(desk: Desk) -> Ruling:
    drawn, melded_ = desk.ask(
        Choice(
            "drawn", "How many cards have you drawn this turn?", "CAR-TURN", ["1", "2", "3"],
            columns=3,
        ),
        Choice("melded", "Have you melded?", "CAR-TURN", ["no", "yes"]),
    )  # fmt: skip
    knock = say.may_knock_then(limit=desk.rules.knock_limit)
    if drawn == "3":
        return ruled(say.third_draw(melded=melded_ == "yes"), "CAR-KNOCK", steps=[knock])
    if melded_ == "yes":
        return ruled(say.melding_ends(), "CAR-KNOCK", steps=[knock])
    return ruled(say.may_meld(must=desk.rules.draws == "compulsory"), "CAR-R20")


ENQUIRIES = (are_melds, turn, can_play, best, count, draw)
