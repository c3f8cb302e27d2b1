"""`companion play`: the interview of a game in the terminal, as a phone would hold it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion.cli import show
from companion.cli.common import (
    NotAccepted,
    game_argument,
    pairs,
    read_record,
    read_text,
    rules_option,
    write_file,
)
from companion.game import Game, Replay
from companion.questions import Question, Refused
from companion.record import Act, BadRecord, Record
from companion.report import question as asked_data
from companion.report import report
from companion.rules import marks
from companion.rules.wording import under
from companion.store import Store, upgrade
from companion.table import Pending
from companion.tables import Sent, Snapshot, Tables, shifting
from companion.words import with_minus

HELP = """\
Answer as the line "say …" shows. A number may be a sum: 12+7. Instead of an answer:
  ?              what would do here, in full
  /undo  /redo   take the last answer back, bring it back
  /score         the ledger so far            /rule ID     one rule
  /quick, /guided …  enter this hand that way (before its first answer)
  /throw [WHY]   throw this hand in           /adjust WHO POINTS WHY
  /dealer NAME   somebody else deals          /house KEY VALUE   change a house rule
  /insert HAND   add a forgotten hand before that one; what changes is shown before it is saved
  /remove HAND   take a hand out, shown before it is saved, too; --yes saves unasked
  /close         end the evening here         /quit        stop; what is entered is kept
"""


class Command(Exception):
    """Something else than an answer was typed: "/undo", "/adjust 1 -10 revoke"."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.word, _, self.rest = text.removeprefix("/").strip().partition(" ")
        self.word = self.word.casefold()


def fill_in(pending: Pending, answers: dict[str, str]) -> None:
    """Asks for every answer of a page, each in the form a record keeps; Command for anything else.

    Answers that stand already and were not refused are kept. `answers` has those that were given
    even when the page was left before its end.
    """
    together = pending.problems and len(pending.given) == len(pending.page)
    for problem in pending.problems.values():
        click.echo(_why(problem))
    for place in range(len(pending.page)):
        question = pending.page_for(answers)[place]
        if question.idle(answers) or question.decided:
            continue
        given = pending.given.get(question.key)
        if given is not None and question.key not in pending.problems and not together:
            answers[question.key] = given
            continue
        data = asked_data(question)
        if len(pending.page) > 1:
            click.echo(f"  {question.prompt} {show.dim(question.rule)}".rstrip())
        click.echo("\n".join(show.block(f"say {show.legal_words(data)}", 4, 8)))
        while True:
            text = click.prompt(f"  {question.key}", prompt_suffix="> ", default=question.begins,
                                show_default=bool(question.begins), err=False).strip()  # fmt: skip
            if text.startswith("/"):
                raise Command(text)
            if text == "?":
                for line in show.pending_options(data):
                    click.echo(line)
                continue
            try:
                answers[question.key] = question.write(question.parse(text))
            except Refused as refusal:
                click.echo(_why(refusal))
                continue
            break


def _filled(
    table: Snapshot, number: int, typed: Mapping[str, str], dealer: str = ""
) -> shifting.Filled:
    """A hand put in, as far as it was typed."""

    def given(page: Sequence[Question[Any]]) -> dict[str, str]:
        return {each.key: typed[each.key] for each in page if each.key in typed}

    return shifting.filled(table, number, given, dealer=dealer)


def _why(refusal: Refused) -> str:
    return f"    {refusal.message}" + (f" ({refusal.rule})" if refusal.rule else "")


@dataclass
class Evening:
    """One game in the terminal: the table it is played at, and where its record is written."""

    tables: Tables
    code: str
    file: str | None

    @property
    def table(self) -> Snapshot:
        return self.tables.get(self.code)

    def now(self) -> Sent:
        """What comes with a change by whoever sits here."""
        return Sent.now(self.table)

    def do(self, act: Act) -> None:
        self.entered(self.tables.enter(self.code, act, self.now()))

    def entered(self, table: Snapshot) -> None:
        """The file has what was entered before the next question is asked."""
        if self.file:
            write_file(self.file, table.record.text().encode())

    def run(self) -> None:
        """Asks until the game is over or the player stops."""
        told = 0
        while True:
            replay = self.table.replay
            told = self._tell_finished(replay, told)
            if replay.pending is None:
                return
            self._tell_page(replay)
            answers: dict[str, str] = {}
            typed: Command | None = None
            try:
                fill_in(replay.pending, answers)
            except Command as command:
                typed = command
            finally:
                if answers and answers != replay.pending.given:
                    self.do(Act("answer", replay.pending.hand, dict(answers)))
            if typed and typed.word in ("quit", "q", "exit"):
                return
            if typed:
                self._tried(typed)

    def _tried(self, command: Command) -> None:
        try:
            self.command(command, self.table.replay)
        except (Refused, BadRecord) as refusal:
            click.echo(f"    {refusal}")

    def _tell_finished(self, replay: Replay, told: int) -> int:
        """Shows the hands that were scored since the last question."""
        found = report(replay)
        names = {side.code: side.name for side in found.sides}
        over = [hand for hand in found.hands if hand.over]
        for hand in over[told:]:
            click.echo("\n" + "\n".join(show.hand_lines(hand, names, found)))
        return len(over)

    def _tell_page(self, replay: Replay) -> None:
        assert replay.pending
        found = report(replay)
        click.echo()
        click.echo(show.bold(f"{self._place(replay)}: {replay.pending.title}"))
        for told in found.hands[-1].guidance if found.hands else ():
            if told.now:
                click.echo("\n".join(show.block(f"{told.words} {show.dim(told.rule)}", 2, 4)))
        for panel in found.hands[-1].panels if found.hands else ():
            click.echo("\n".join(show.grid(panel)))

    def _place(self, replay: Replay) -> str:
        assert replay.pending
        hand = replay.hand
        return hand.title if hand and hand.title else f"Hand {replay.pending.hand}"

    def command(self, command: Command, replay: Replay) -> None:
        """Does what was asked for in place of an answer; Refused when it cannot be done."""
        match command.word:
            case "undo" | "redo":
                self._back(command.word)
            case "score":
                click.echo("\n".join(show.ledger(report(replay))))
            case "rule":
                self._rule(command.rest)
            case "insert" | "remove":
                self._shift(command)
            case "throw" | "adjust" | "dealer" | "house" | "close" if replay.pending:
                self._settle(command, replay)
            case word if replay.pending and replay.hand and word in replay.hand.modes:
                self._mode(word, replay)
            case _:
                click.echo(HELP, nl=False)

    def _back(self, word: str) -> None:
        table = self.table
        label = table.undo_label if word == "undo" else table.redo_label
        if not label:
            click.echo(f"    There is nothing to {word}.")
            return
        click.echo(f"    {'Taken back' if word == 'undo' else 'Brought back'}: {label}")
        move = self.tables.undo if word == "undo" else self.tables.redo
        self.entered(move(self.code, self.now()))

    def _shift(self, command: Command) -> None:
        """Puts a hand in or takes one out, once what the hands after it become was seen."""
        words = command.rest.split()
        sure = "--yes" in words
        text = next((word for word in words if word != "--yes"), "")
        number = int(text) if text.isdecimal() and len(text) < 4 else 0
        if command.word == "insert":
            self._put_in(number, sure)
        else:
            self._take_out(number, sure)

    def _take_out(self, number: int, sure: bool) -> None:
        table, dealer = self.table, ""
        shift = shifting.taken_out(table, number)
        record = table.record.copy()
        record.remove(number)
        after = table.game.replay(record)
        follows = shifting.later_dealer(table.replay, after, number + 1, number)
        if follows and any(each.stops for each in shift.later):
            dealer = follows.was.code
            shift = shifting.taken_out(table, number, dealer)
        if self._seen(shift, f"Take hand {number} out?", sure):
            sent = Sent.now(table, why="in the terminal")
            self.entered(self.tables.remove(self.code, number, sent, dealer))

    def _put_in(self, number: int, sure: bool) -> None:
        """Asks for the whole hand on a copy; the dealers stay where later bids would fall away."""
        table = self.table
        typed: dict[str, str] = {}
        made = _filled(table, number, typed)
        while made.pending is not None:
            click.echo(show.bold(f"  The new hand {number}: {made.pending.title}"))
            if made.tried:
                for problem in made.tried.problems.values():
                    click.echo(_why(problem))
            given: dict[str, str] = {}
            try:
                fill_in(made.pending, given)
            except Command:
                click.echo("    No hand is added.")
                return
            typed |= given
            made = _filled(table, number, typed)
        dealer = ""
        follows = shifting.later_dealer(table.replay, made.replay, number, number + 1)
        if follows and made.shift and any(each.stops for each in made.shift.later):
            dealer = follows.was.code
            made = _filled(table, number, typed, dealer)
        if made.shift and self._seen(made.shift, f"Add this hand before hand {number}?", sure):
            sent = Sent.now(table, why="in the terminal")
            self.entered(self.tables.insert(self.code, number, sent, made.answers, dealer))

    def _seen(self, shift: shifting.Shift, question: str, sure: bool) -> bool:
        """Shows every later hand and the totals; true if they are to become so."""
        for each in shift.later:
            click.echo("\n".join(show.block(f"{each}", 4, 8)))
        was, now = (":".join(with_minus(each[n]) for each in shift.totals) for n in (1, 2))
        click.echo(f"    Then it stands {now}, {f'not {was}' if was != now else 'as before'}.")
        sure = sure or click.confirm(f"    {question}")
        click.echo("    /undo takes it back." if sure else "    Nothing is changed.")
        return sure

    def _rule(self, id: str) -> None:
        sheet = self.table.game.rules
        text = under(sheet, sheet.chosen(self.table.record.rules))
        rule = text.rules.get(id.strip().upper())
        if rule is None:
            click.echo(f"    {self.table.game.title} has no rule “{id}”.")
            return
        click.echo(f"{show.bold(rule.title)}  {rule.id}\n{marks.bracketed(rule.marked)}")

    def _mode(self, word: str, replay: Replay) -> None:
        assert replay.pending
        assert replay.hand
        if any(not key.startswith("@") for key in replay.hand.answers):
            click.echo("    This hand has begun; /undo first.")
            return
        self.do(Act("answer", replay.pending.hand, {"@entry": word}))

    def _settle(self, command: Command, replay: Replay) -> None:
        """What the table decides and the engine enters."""
        assert replay.pending
        number, rest = replay.pending.hand, command.rest
        match command.word:
            case "throw":
                self.do(Act("answer", number, {"@void": rest or "thrown in"}))
            case "adjust":
                self.entered(self.tables.adjust(self.code, number, rest, self.now()))
            case "dealer":
                self.do(Act("answer", number, {"@dealer": rest}))
            case "house":
                key, _, value = rest.partition(" ")
                rules = {key: value.strip()}
                self.entered(self.tables.decide(self.code, rules, number, self.now()))
            case _:
                self.entered(self.tables.close(self.code, self.now()))


@contextlib.contextmanager
def a_table(game: Game, start: Record, file: str | None) -> Iterator[Evening]:
    """A table of its own, gone when the command ends: what lasts is the file."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'evening.db'}"
        upgrade(url)
        store = Store(url)
        try:
            tables = Tables(store)
            begun = tables.begin(start, game.edition, Sent(0, ""))
            yield Evening(tables, begun.code, file)
        finally:
            store.close()


@click.command()
@game_argument
@click.option("--players", help="Names in turn order, with commas; asked for otherwise.")
@click.option("--dealer", default="1", show_default=True, help="First dealer: seat or name.")
@rules_option
@click.option("--entry", default="", help="How hands are entered: guided, quick …")
@click.option("-o", "file", metavar="FILE", help="Write the record there, after every answer; "
              "where FILE holds a record, go on with it.")  # fmt: skip
def play(
    game: Game,
    players: str | None,
    dealer: str,
    rules: tuple[str, ...],
    entry: str,
    file: str | None,
) -> None:
    """Score a game in the terminal: the same questions a phone would show.

    Type ? for the legal answers in full, /help for what else can be typed.
    """
    if file and Path(file).exists() and Path(file).stat().st_size:
        start = _resumed(game, file)
    else:
        start = _begun(game, players, dealer, pairs(rules), entry)
    with a_table(game, start, file) as evening:
        with contextlib.suppress(click.Abort):
            evening.run()
        replay = evening.table.replay
    click.echo()
    click.echo("\n".join(show.ending(report(replay))))
    if not file:
        click.echo(f"\n{replay.record.text()}", nl=False)


def _resumed(game: Game, file: str) -> Record:
    try:
        record = read_record(read_text(file), game.key).record
        game.replay(record)
    except (BadRecord, Refused) as bad:
        raise NotAccepted(f"{file}: {bad}") from None
    if record.game != game.key:
        raise NotAccepted(f"{file} is a record of {record.game}, not of {game.key}.")
    return record


def _begun(
    game: Game, players: str | None, dealer: str, rules: dict[str, str], entry: str
) -> Record:
    """A new record; who plays is asked for where it was not said."""
    if players is None:
        few, many = min(game.players), max(game.players)
        would = str(few) if few == many else f"{few} to {many}"
        players = click.prompt(f"Who plays? {would} names in turn order, with commas")
    names = [name.strip() for name in players.split(",") if name.strip()]
    record = Record.begin(game.key, names, 1, rules, entry)
    try:
        record.head["dealer"] = game.replay(record).table.seating.seat(dealer).code
        game.replay(record.limited())
    except (BadRecord, Refused) as bad:
        raise NotAccepted(str(bad)) from None
    except KeyError:
        raise NotAccepted(f"“{dealer}” is not at the table: {', '.join(names)}.") from None
    return record
