"""What a Carousel table asks its referee. The rules are in rules.md, section Play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.cards import Card, Pack
from companion.exact import Undecided
from companion.facts import fact
from companion.game import Desk, Enquiry, Ruling
from companion.games.carousel.melds import (
    JOKER,
    NATURAL,
    Arranged,
    Laid,
    arrange,
    deadwood,
    judge,
    value,
)
from companion.games.carousel.score import Result, score
from companion.questions import Cards, Choice, Melds, Refused, Shares, option

BOTH = Pack((*NATURAL.cards, JOKER), copies=2)
Table = tuple[tuple[Laid, ...], ...]


def melds_question(key: str, prompt: str, least: int = 0) -> Melds:
    """Melds of a table, jokers unnamed."""
    return Melds(key, prompt, "CAR-TABLE", BOTH, least, 40, examples=("none", "3C 4C 5C"))


def names_question(key: str, prompt: str) -> Cards:
    """What the jokers stand for, in the order they lie."""
    return Cards(
        key, prompt, "CAR-JOKER", Pack(NATURAL.cards, 4), 0, 4, order=True, none="No joker"
    )


def named(melds: Sequence[Sequence[Card]], names: Sequence[Card], key: str) -> Table:
    """The melds with every joker as the card it is named; Refused when names and jokers differ."""
    jokers = sum(card == JOKER for meld in melds for card in meld)
    if jokers != len(names):
        message = (
            f"{jokers} joker{'s' * (jokers != 1)} lie there and {len(names)} are named: name each."
        )
        raise Refused(message, "CAR-JOKER", "joker_unnamed", key)
    rest = iter(names)
    return tuple(
        tuple(Laid(next(rest), True) if card == JOKER else Laid(card) for card in meld)
        for meld in melds
    )


def all_named(melds: Sequence[Sequence[Card]], names: Sequence[Card], key: str) -> None:
    """Refuses jokers without a name, and names without a joker."""
    named(melds, names, key)


def faults(table: Table) -> Iterator[str]:
    """Every group that is not a meld, with the reason."""
    for meld in table:
        judged = judge([each.card for each in meld])
        if not judged.valid:
            yield f"{' '.join(map(str, meld))}: {judged.words}"


def melds(desk: Desk) -> Ruling:
    """Whether these groups are melds."""
    groups, names = desk.ask(
        melds_question("melds", "The melds", 1),
        names_question("names", "What the jokers stand for, in order"),
        title="Are these melds valid?",
        check=lambda groups, names: all_named(groups, names, "names"),
    )
    laid = named(groups, names, "names")
    wrong = list(faults(laid))
    steps = tuple(
        f"{' '.join(map(str, meld))}: {judge([each.card for each in meld]).words}." for meld in laid
    )
    rules = ("CAR-SET", "CAR-RUN", "CAR-JOKER")
    if wrong:
        return Ruling(f"Not valid: {wrong[0]}.", rules, steps)
    return Ruling("Valid.", rules, steps)


def tables_named(
    before: Sequence[Sequence[Card]],
    old: Sequence[Card],
    played: Sequence[Card],
    after: Sequence[Sequence[Card]],
    new: Sequence[Card],
) -> None:
    """Every joker of both tables has its name."""
    all_named(before, old, "old")
    all_named(after, new, "new")


def turn(desk: Desk) -> Ruling:
    """Whether a turn left a legal table."""
    before, old, played, after, new = desk.ask(
        melds_question("before", "The table before"),
        names_question("old", "Jokers before, in order"),
        Cards("played", "Cards played from the hand", "CAR-TABLE", BOTH, 0, 20, none="None"),
        melds_question("after", "The table after"),
        names_question("new", "Jokers after, in order"),
        title="Was that turn legal?",
        check=tables_named,
    )
    was, now = named(before, old, "old"), named(after, new, "new")
    rules = ("CAR-TABLE", "CAR-NOTAKE", "CAR-JOKER", "CAR-JOKER-SWAP")
    if wrong := list(faults(now)):
        return Ruling(f"Not legal: {wrong[0]}.", rules)
    if not played:
        step = "A turn that moves table cards must play at least one from the hand."
        return Ruling("Not legal: no card came from the hand.", ("CAR-TABLE", "CAR-R10"), (step,))
    had = Counter(card for meld in before for card in meld) + Counter(played)
    has = Counter(card for meld in after for card in meld)
    if lost := had - has:
        return Ruling(f"Not legal: the {next(iter(lost))} has left the table.", rules)
    if extra := has - had:
        return Ruling(f"Not legal: the {next(iter(extra))} was neither there nor played.", rules)
    if changed := renamed(was, now):
        step = "A joker is renamed only where the natural card takes its place."
        return Ruling(f"Not legal: the joker was the {changed} and has to stay it.", rules, (step,))
    return Ruling("Legal.", rules, ("Every group is a meld, and no card has gone or come.",))


def renamed(was: Table, now: Table) -> Card | None:
    """A joker’s name given up although no natural card of it lies on the table."""
    old = Counter(each.card for meld in was for each in meld if each.joker)
    new = Counter(each.card for meld in now for each in meld if each.joker)
    natural = Counter(each.card for meld in now for each in meld if not each.joker)
    gone = old - new
    return next((card for card, number in gone.items() if number > natural[card]), None)


@fact
class Asked:
    """A table and the cards somebody would like to play to it."""

    table: Table
    holding: tuple[Card, ...]


def asked(desk: Desk, title: str, prompt: str) -> Asked:
    """The table as it lies, and the hand cards."""
    groups, names, holding = desk.ask(
        melds_question("table", "The melds on the table"),
        names_question("names", "What its jokers stand for, in order"),
        Cards("holding", prompt, "CAR-TABLE", BOTH, 1, 20),
        title=title,
        check=on_table,
    )
    return Asked(named(groups, names, "names"), holding)


def on_table(
    groups: Sequence[Sequence[Card]], names: Sequence[Card], holding: Sequence[Card]
) -> None:
    """Refuses a table that is not legal as it lies."""
    if wrong := list(faults(named(groups, names, "names"))):
        message = f"The table is not legal as it lies: {wrong[0]}."
        raise Refused(message, "CAR-TABLE", "bad_table", "table")


def can_play(desk: Desk) -> Ruling:
    """Whether certain cards can go down, with the whole rearrangement."""
    question = asked(desk, "Can these cards go down?", "The cards to go down")
    try:
        found = arrange(question.table, question.holding, all_of_it=True)
    except Undecided:
        return too_long()
    words = " ".join(map(str, question.holding))
    rules = ("CAR-TABLE", "CAR-SET", "CAR-RUN", "CAR-JOKER-SWAP")
    if found is None:
        step = "Every rearrangement of the table was considered."
        return Ruling(f"No: {words} cannot go down.", rules, (step,))
    return Ruling(
        f"Yes: {words} can go down.",
        rules,
        (*shown(question.table, found), *opening(desk, question.holding)),
    )


def opening(desk: Desk, cards: Sequence[Card]) -> tuple[str, ...]:
    """A word on the worth of a first meld, where the house asks for one."""
    if desk.rules.first_meld == "none":
        return ()
    worth = sum(value(card) for card in cards)
    enough = "enough" if worth >= desk.rules.first_meld else "too little"
    return (f"As a first meld it is worth {worth} of {desk.rules.first_meld}: {enough}.",)


def shown(table: Table, found: Arranged) -> tuple[str, ...]:
    """The rearrangement: what stays, what becomes what."""
    lying = [tuple(each.card for each in meld) for meld in table]
    new = [meld for meld in found.melds if sorted(map(str, (e.card for e in meld))) not in
           [sorted(map(str, meld)) for meld in lying]]  # fmt: skip
    kept = len(found.melds) - len(new)
    words = "; ".join(" ".join(map(str, meld)) for meld in new)
    steps = [f"New: {words}."] if new else []
    if kept:
        stay = "1 meld stays as it lies" if kept == 1 else f"{kept} melds stay as they lie"
        steps.append(f"{stay}.")
    steps.append(f"The whole table: {found}.")
    return tuple(steps)


def best(desk: Desk) -> Ruling:
    """The lowest deadwood that can be reached."""
    question = asked(desk, "What is the lowest deadwood I can reach?", "The cards in the hand")
    try:
        found = arrange(question.table, question.holding, all_of_it=False)
    except Undecided:
        return too_long()
    assert found is not None
    had = deadwood(question.holding)
    if not found.played:
        return Ruling(f"{had}: nothing can go down.", ("CAR-TABLE", "CAR-VALUES"))
    left = had - deadwood(found.played)
    limit = desk.rules.knock_limit
    words = " ".join(map(str, found.played))
    knock = "enough to knock" if left <= limit else f"a knock needs {limit} or less"
    steps = (
        f"Play {words}.",
        *shown(question.table, found),
        f"{had} − {deadwood(found.played)} = {left}: {knock}.",
    )
    return Ruling(f"{left}.", ("CAR-TABLE", "CAR-VALUES", "CAR-KNOCK"), steps)


def too_long() -> Ruling:
    """What is said when the solver ran out of time."""
    step = "The table is too large to search through in the time there is; try fewer cards."
    return Ruling("Not decided in time.", ("CAR-TABLE",), (step,), undecided=True)


def count(desk: Desk) -> Ruling:
    """What cards left in hand count."""
    holding = desk.ask(
        Cards("holding", "The cards left", "CAR-VALUES", BOTH, 1, 20), title="What does this count?"
    )
    parts = " + ".join(f"{value(card)} ({card})" for card in holding)
    total = deadwood(holding)
    limit = desk.rules.knock_limit
    may = "may" if total <= limit else "may not"
    return Ruling(
        f"{total}.", ("CAR-VALUES", "CAR-KNOCK"), (f"{parts} = {total}.", f"That {may} knock.")
    )


def points(desk: Desk) -> Ruling:
    """What a hand scores."""
    knocker, left = desk.ask(
        Choice[object](
            "knocker", "Who knocked?", "CAR-KNOCK", [*desk.seats, option("nobody", loud=True)]
        ),
        Shares("left", "Deadwood of each", "CAR-VALUES", desk.seats, 0, 500),
        title="What does this hand score?",
    )
    seat = knocker if knocker in desk.seats else None
    if seat is None and desk.rules.stock_out == "void":
        return Ruling("Nobody scores: the stock ran out.", ("CAR-VOID",))
    limit = desk.rules.knock_limit
    if seat and left[seat] > limit:
        return Ruling(
            f"No knock: {seat} has {left[seat]}, and {limit} is the most.", ("CAR-KNOCK",)
        )
    lines = list(score(Result(seat, left), desk.rules))  # type: ignore[arg-type]
    totals: Counter[str] = Counter()
    for line in lines:
        totals[str(line.to)] += line.points
    words = ", ".join(f"{who} {number}" for who, number in totals.items())
    rules = tuple(dict.fromkeys(rule for line in lines for rule in (line.rule, *line.also)))
    return Ruling(f"{words}.", rules, tuple(map(str, lines)))


def draw(desk: Desk) -> Ruling:
    """What a player may do after a draw."""
    number, melded = desk.ask(
        Choice(
            "drawn",
            "How many cards have you drawn this turn?",
            "CAR-TURN",
            ["1", "2", "3"],
            columns=3,
        ),
        Choice("melded", "Have you melded?", "CAR-TURN", ["no", "yes"]),
        title="May I draw, meld or stop?",
    )
    if melded == "yes":
        return Ruling("The turn is over; you may knock.", ("CAR-TURN", "CAR-KNOCK", "CAR-OUT"))
    if number == "3":
        return Ruling("The third draw ends the turn without melding.", ("CAR-TURN",))
    must = "must" if desk.rules.draws == "compulsory" else "may"
    answer = f"You may meld, which ends the turn; otherwise you {must} draw again."
    return Ruling(answer, ("CAR-TURN", "CAR-R20"))


ENQUIRIES = (
    Enquiry("melds", "Are these melds valid?", melds, ("CAR-SET", "CAR-RUN", "CAR-JOKER")),
    Enquiry("turn", "Was that turn legal?", turn,
            ("CAR-TABLE", "CAR-NOTAKE", "CAR-JOKER", "CAR-JOKER-SWAP")),
    Enquiry("can-play", "Can these cards go down?", can_play, ("CAR-TABLE", "CAR-JOKER-SWAP")),
    Enquiry("best", "What is the lowest deadwood I can reach?", best, ("CAR-TABLE",)),
    Enquiry("count", "What does this count?", count, ("CAR-VALUES",)),
    Enquiry("points", "What does this hand score?", points, ("CAR-DIFF", "CAR-UNDERCUT")),
    Enquiry("draw", "May I draw, meld or stop?", draw, ("CAR-TURN", "CAR-OUT")),
)  # fmt: skip
