"""Whatever is entered, amended, undone or redone, and by however many at once: the replay of the
journal is the ledger of the same final answers entered cleanly."""

from __future__ import annotations

import os
import random
import threading

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from companion import games
from companion.engine.game import Game, Replay
from companion.engine.record import Act, BadRecord, Record
from companion.questions import Refused
from companion.store import StaleWrite, Store
from companion.store.exchange import dump, read
from companion.testing.evenings import begin
from tests.databases import prepared

EXAMPLES, MOST = (25, 90) if os.environ.get("COMPANION_TEST_LONG") else (6, 30)
"""Evenings of a room, and steps of one at most."""


def ledger(replay: Replay) -> list[tuple]:
    return [
        (entry.hand, entry.line.side.code, entry.line.points, entry.line.rule, entry.line.why,
         entry.total) for entry in replay.ledger.entries
    ]  # fmt: skip


def state(replay: Replay) -> tuple:
    """All that a page shows of a replay: lines, totals, dealers, what is asked, how it ended."""
    asked = replay.pending and (replay.pending.hand, [q.key for q in replay.pending.page],
                                sorted(replay.pending.problems))  # fmt: skip
    return (ledger(replay), [(h.number, h.dealer.code, h.over, h.void) for h in replay.hands],
            asked, replay.outcome and [side.code for side in replay.outcome.winners])  # fmt: skip


class Evening:
    """A table in the store, and people at it who make up their minds."""

    def __init__(self, store: Store, game: Game, chance: random.Random) -> None:
        self.store, self.game, self.chance = store, game, chance
        self.code = store.begin(begin(game, chance)).code
        self.done = 0

    def replay(self) -> Replay:
        return self.game.replay(self.store.table(self.code).record)

    def act(self, act: Act) -> None:
        """Enters it as the web app would: not what breaks the record's head."""
        trial = self.store.table(self.code).record
        try:
            trial.put(act.hand, act.answers)
            self.game.replay(trial)
        except (Refused, BadRecord):
            return
        self.send(act)

    def send(self, act: Act) -> None:
        self.done += 1
        self.store.act(self.code, act, seen=self.store.seq(self.code), submission=f"s{self.done}")

    def answer(self) -> None:
        pending = self.replay().pending
        if pending:
            try:
                self.act(Act("answer", pending.hand, pending.sample(self.chance.randrange)))
            except LookupError:
                return

    def amend(self) -> None:
        """Another answer in some hand, taken from a question that was asked there."""
        replay = self.replay()
        hands = [hand for hand in replay.hands if hand.asked]
        if not hands:
            return
        hand = self.chance.choice(hands)
        asked = self.chance.choice(hand.asked)
        answers: dict[str, str | None] = {asked.question.key: None}
        if self.chance.random() < 0.8:
            try:
                answers = {asked.question.key: asked.question.sample(self.chance.randrange)}
            except (LookupError, Refused):
                return
        self.act(Act("amend", hand.number, answers))

    def rule(self) -> None:
        option = self.chance.choice(list(self.game.rules.options.values()) or [None])
        if option is None:
            return
        values = [value.key for value in option.values] or [str(option.low), str(option.high)]
        value = self.chance.choice(values)
        pending = self.replay().pending
        if self.chance.random() < 0.5:
            self.act(Act("amend", 0, {f"rule {option.key}": value}))
        elif pending:
            self.act(Act("answer", pending.hand, {f"@rule {option.key}": value}))

    def table_act(self) -> None:
        """Throws a hand in, changes a dealer, adjusts."""
        replay = self.replay()
        number = replay.pending.hand if replay.pending else len(replay.hands)
        seat = self.chance.choice(replay.table.seats)
        acts: list[dict[str, str | None]] = [
            {"@void": "thrown in"}, {"@void": None}, {"@dealer": seat.code},
            {"@adjust 1": f"{seat.side.code} -5 late"}, {"@adjust 1": None},
        ]  # fmt: skip
        act = self.chance.choice(acts)
        if number:
            self.act(Act("amend", number, act))

    def step(self, kind: str) -> None:
        match kind:
            case "undo" | "redo":
                self.send(Act(kind))
            case "at once":
                self.at_once()
            case "again":
                self.again()
            case _:
                getattr(self, kind)()

    def at_once(self) -> None:
        """Several phones answer the same page at the same moment: one of them is heard."""
        pending = self.replay().pending
        if pending is None:
            return
        seen, heard = self.store.seq(self.code), []
        try:
            drawn = [pending.sample(self.chance.randrange) for _ in range(3)]
        except LookupError:
            return

        def send(number: int) -> None:
            act = Act("answer", pending.hand, drawn[number])
            try:
                self.store.act(self.code, act, seen=seen, submission=f"p{seen} {number}")
                heard.append(number)
            except StaleWrite:
                pass

        threads = [threading.Thread(target=send, args=(n,)) for n in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(heard) == 1
        assert self.store.seq(self.code) == seen + 1
        self.done += 1

    def again(self) -> None:
        """The last form is sent once more, by a phone that did not hear the answer."""
        seq = self.store.seq(self.code)
        row = self.store.journal(self.code)[-1:] if seq else []
        if row and self.done:
            with_it = Act(row[0].act.kind, row[0].act.hand, row[0].act.answers)
            try:
                self.store.act(self.code, with_it, seen=seq - 1, submission=f"s{self.done}")
            except StaleWrite:
                return


def cleanly(store: Store, game: Game, final: Replay) -> Replay:
    """The same final answers at a new table, page by page, with no correction."""
    start = Record(final.record.game, dict(final.record.head))
    code = store.begin(start).code
    for number, answers in enumerate(final.record.hands, 1):
        own = {key: text for key, text in answers.items() if key.startswith("@")}
        if own:
            store.act(
                code, Act("answer", number, own), seen=store.seq(code), submission=f"o{number}"
            )
        rest = {key: text for key, text in answers.items() if not key.startswith("@")}
        if number > len(final.hands) or final.hands[number - 1].void:
            asked = [list(rest)]
        else:
            pages: dict[int, list[str]] = {}
            for each in final.hands[number - 1].asked:
                pages.setdefault(each.page, []).append(each.question.key)
            known = {key for page in pages.values() for key in page}
            asked = [*pages.values(), [key for key in rest if key not in known]]
        for place, keys in enumerate(asked):
            page = {key: rest[key] for key in keys if key in rest}
            if page:
                act = Act("answer", number, page)
                store.act(code, act, seen=store.seq(code), submission=f"a{number} {place}")
        if number > len(store.table(code).record.hands):
            break
    return game.replay(store.table(code).record)


STEPS = ["answer"] * 9 + ["amend"] * 2 + ["undo", "undo", "redo", "rule", "table_act", "at once",
                                          "again"]  # fmt: skip


def holds(url: str, game: Game, number: int, steps: list[str]) -> int:
    """Plays these steps and holds the journal against the clean record; how many rows it took."""
    store = Store(url)
    try:
        evening = Evening(store, game, random.Random(f"{game.key} {number}"))
        for kind in steps:
            evening.step(kind)
        stored = store.table(evening.code)
        final = game.replay(stored.record)
        cold = Store(url)
        assert cold.table(evening.code) == stored
        cold.close()
        # By the journal alone, as a file carries it.
        again = read(dump([store.saved(evening.code)]))[0].record
        assert again.json() == stored.record.json()
        assert state(game.replay(again)) == state(final)
        clean = cleanly(store, game, final)
        assert clean.record.head == final.record.head
        if all(hand for hand in final.record.hands):
            assert state(clean) == state(final)
        return stored.seq
    finally:
        store.close()


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('edits')}/club.db"
    prepared(url)
    return url


@pytest.mark.kinds
@pytest.mark.parametrize("key", sorted(games.shelf()))
def test_any_sequence_of_edits_comes_to_the_same_answers_entered_cleanly(url, key):
    rows = 0

    @seed(7)
    @settings(max_examples=EXAMPLES, deadline=None, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.integers(0, 10**6), st.lists(st.sampled_from(STEPS), min_size=8, max_size=MOST))
    def edits(number, steps):
        nonlocal rows
        rows += holds(url, games.find(key), number, steps)

    edits()
    assert rows > 20
