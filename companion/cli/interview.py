"""A game's questions asked in the terminal, and the commands that can be typed instead."""

from __future__ import annotations

from dataclasses import dataclass

import click

from companion.cli import show
from companion.cli.common import write_file
from companion.engine.game import Replay
from companion.engine.record import REMARKS, Act, BadRecord
from companion.engine.table import Pending
from companion.engine.transcript import Transcript
from companion.questions import Refused, fold
from companion.results.report import question as asked_data
from companion.results.report import report
from companion.rules import marks
from companion.rules.wording import under
from companion.tables import Sent, Snapshot, Tables
from companion.tables.changes import adjusting, closing, deciding, throwing_in
from companion.tables.proposal import Proposal

HELP = """\
Answer as the line "say …" shows. A number may be a sum: 12+7. Instead of an answer:
  ?              what would do here, in full
  /undo  /redo   take the last answer back, bring it back
  /score         the ledger so far            /rule ID     one rule
  /quick, /guided …  enter this hand that way (before its first answer)
  /throw [WHY]   throw this hand in           /adjust WHO POINTS WHY
  /dealer NAME   somebody else deals          /house KEY VALUE   change a house rule
  /close         end the evening here         /quit        stop; what is entered is kept
"""
HELP += "".join(f"  {f'/{each.key} WORDS':<14} on the hand scored last\n" for each in REMARKS)


class Command(Exception):
    """A command was typed instead of an answer: "/undo", "/adjust 1 -10 revoke"."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.word, _, self.rest = text.removeprefix("/").strip().partition(" ")
        self.word = self.word.casefold()


def fill_in(pending: Pending, answers: dict[str, str]) -> None:
    """Asks for every answer of a page, in the notation of a record; raises Command for a command.

    Answers that were given and not refused are kept. `answers` also has those given before a
    command.
    """
    together = pending.problems and len(pending.given) == len(pending.page)
    for problem in pending.problems.values():
        click.echo(_why(problem))
    for place in range(len(pending.page)):
        question = pending.page_for(answers)[place]
        if question.off or question.decided or question.key in answers:
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
            text = click.prompt(f"  {question.key}", prompt_suffix="> ", default=question.default,
                                show_default=bool(question.default), err=False).strip()  # fmt: skip
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
                typed = answers | {question.key: text}
                confirmed = _confirmed(pending, question.key, typed)
                if not confirmed:
                    continue
                question = pending.page_for(typed | confirmed)[place]
                answers[question.key] = question.write(question.parse(text))
                answers |= confirmed
            break
    for question in pending.page_for(answers):
        if question.off:  # by an answer that came later
            answers.pop(question.key, None)


def _confirmed(pending: Pending, key: str, answers: dict[str, str]) -> dict[str, str]:
    """The answer that lets the refused one to `key` stand, if the player gives it; else {}."""
    asked = pending.confirming(key, answers)
    if asked is None:
        return {}
    yes = asked.only()
    click.echo("\n".join(show.block(f"{asked.prompt} Say {yes}, or press Enter to change.", 4, 8)))
    text = click.prompt(f"  {asked.key}", prompt_suffix="> ", default="", show_default=False)
    if text.startswith("/"):
        raise Command(text)
    return {asked.key: yes} if fold(text) == yes else {}


def _why(refusal: Refused) -> str:
    return f"    {refusal.message}" + (f" ({refusal.rule})" if refusal.rule else "")


@dataclass
class Evening:
    """One game in the terminal: its table, and the file of its record."""

    tables: Tables
    code: str
    file: str | None

    @property
    def table(self) -> Snapshot:
        return self.tables.get(self.code)

    def now(self) -> Sent:
        """The metadata of a change made here."""
        return Sent.now(self.table)

    def do(self, act: Act) -> None:
        self.entered(self.tables.do(self.table, [act], self.now()))

    def make(self, made: Proposal) -> None:
        self.entered(self.tables.enter(made, self.now()))

    def entered(self, table: Snapshot) -> None:
        """Writes the record to the file before the next question."""
        if self.file:
            write_file(self.file, Transcript(table.record).text().encode())

    def run(self) -> None:
        """Asks until the game is over or the player quits."""
        told = 0
        while True:
            replay = self.table.replay
            found = report(replay)
            over = [hand for hand in found.hands if hand.over]
            for hand in over[told:]:
                click.echo("\n" + "\n".join(show.hand_lines(hand, found)))
            told = len(over)
            if replay.pending is None or found.pending is None:
                return
            click.echo("\n" + "\n".join(show.page(found.pending, found)))
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
            try:
                if typed:
                    self.command(typed, self.table.replay)
            except (Refused, BadRecord) as refusal:
                click.echo(f"    {refusal}")

    def command(self, command: Command, replay: Replay) -> None:
        """Runs a command; Refused if it is not possible."""
        number, rest = replay.pending.hand if replay.pending else 0, command.rest
        match command.word:
            case "undo" | "redo":
                self._back(command.word)
            case "score":
                click.echo("\n".join(show.ledger(report(replay))))
            case "rule":
                self._rule(rest)
            case "throw" if number:
                self.make(throwing_in(self.table, number, rest))
            case "adjust" if number:
                self.make(adjusting(self.table, number, rest))
            case "dealer" if number:
                self.do(Act("answer", number, {"@dealer": rest}))
            case word if number and word in {each.key for each in REMARKS}:
                scored = sum(hand.over for hand in replay.hands)
                self.do(Act("answer", scored, {f"@{word}" if scored else word: rest or None}))
            case "house" if number:
                key, _, value = rest.partition(" ")
                self.make(deciding(self.table, {key: value.strip()}, number))
            case "close" if number:
                self.make(closing(self.table))
            case word if number and replay.hand and word in replay.hand.modes:
                if any(not key.startswith("@") for key in replay.hand.answers):
                    click.echo("    This hand has begun; /undo first.")
                else:
                    self.do(Act("answer", number, {"@entry": word}))
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

    def _rule(self, id: str) -> None:
        sheet = self.table.game.rules
        text = under(sheet, sheet.chosen(self.table.record.rules))
        rule = text.rules.get(id.strip().upper())
        if rule is None:
            click.echo(f"    {self.table.game.title} has no rule “{id}”.")
            return
        click.echo(f"{show.bold(rule.title)}  {rule.id}\n{marks.bracketed(rule.marked)}")
