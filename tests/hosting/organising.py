"""Organisers who found clubs and enter nights of tables into a served club."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from companion.nights.night import Night
from companion.store import Store
from companion.store.clubs import Clubs
from tests.hosting.serving import Client

PEOPLE = tuple(f"P{letter}" for letter in "ABCDEFGH")
EMPTY = Night("2026-11-05", "kaiser", PEOPLE, rounds=4)
State = tuple[object, ...]
Entry = tuple[Night, str, dict[str, str]]
"""The night after an entry; the path of the form below the night, and its fields."""


def entries(name: str) -> Iterator[Entry]:
    """The entries of a night: one is late with a new number, one leaves, one takes the number."""
    night = EMPTY
    for round in range(1, night.rounds + 1):
        if round == 2:
            late = f"{name} late"
            night = replace(night, people=(*PEOPLE, late), late=(2,))
            yield night, "", {"do": "come", "number": "new", "round": "2", "name": late}
            night = replace(night, changes={"3.2": ""})
            yield night, "", {"do": "leave", "number": "3", "round": "2"}
        if round == 3:
            night = replace(night, changes={"3.2": "", "3.3": "Zoe"})
            yield night, "", {"do": "come", "number": "3", "round": "3", "name": "Zoe"}
        points = {at: f"{round}{table} {table}" for table, at in enumerate(night.places(round))}
        form: dict[str, str] = {}
        for at, text in points.items():
            form |= {f"{at}.{side}": part for side, part in enumerate(text.split())}
            form[f"{at}.who"] = " ".join(str(number) for number, _ in night.seats(at))
        night = replace(night, scores={**night.scores, **points})
        yield night, f"/round/{round}", form


def state(night: Night) -> State:
    """All that entries change; the numbers are drawn by lot."""
    return night.people[len(PEOPLE) :], night.late, night.changes, night.scores


class Organiser(threading.Thread):
    """Enters one night after the other; sends each form again until there is an answer."""

    def __init__(self, name: str, ports: list[int], stop: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self.clients = [Client(port) for port in ports]
        self.ending = stop
        self.states: dict[str, list[State]] = {}
        """By club, the states of its night after each entry that was sent."""
        self.acknowledged = Counter[str]()
        """By club, the number of states that were acknowledged."""
        self.odd: list[str] = []
        self.retried = 0

    def run(self) -> None:
        while not self.ending.is_set():
            self.evening(f"{self.name} {len(self.states)}")
        for client in self.clients:
            client.close()

    def evening(self, name: str) -> None:
        """A club of its own with a night."""
        club = self.insist("/clubs", {"name": name, "submission": name})
        form = {"game": "kaiser", "rounds": "4", "hands": "8", "names": ",".join(PEOPLE)}
        self.states[name] = [state(EMPTY)]
        night = self.insist(f"{club.removesuffix('/agreed')}/night", {**form, "submission": name})
        self.acknowledged[name] += 1
        for after, path, fields in entries(name):
            if self.ending.is_set():
                return
            self.states[name].append(state(after))
            self.insist(night + path, fields)
            self.acknowledged[name] += 1

    def insist(self, path: str, form: dict[str, str]) -> str:
        """Sends the form until it is saved; the address to which it leads."""
        while True:
            client = self.clients[self.retried % len(self.clients)]
            try:
                answer = client.ask("POST", path, form)
            except OSError:
                answer = None
            if answer and answer.status == 303:
                return answer.headers["Location"]
            if answer and answer.status != 503:
                self.odd.append(f"{answer.status} {path} {answer.text[:300]}")
            self.retried += 1
            time.sleep(0.05)


def nights(url: str, organisers: Sequence[Organiser]) -> tuple[int, int]:
    """Checks that every acknowledged entry of a night is stored, no night or club twice, and
    nothing that was not sent; returns (nights, entries acknowledged)."""
    acknowledged = Counter[str]()
    for each in organisers:
        acknowledged.update(each.acknowledged.copy())
    with closing(Store(url)) as store:
        clubs = Clubs(store).all().values()
    assert [name for name, many in Counter(club.name for club in clubs).items() if many > 1] == []
    sent = {name: states for each in organisers for name, states in each.states.copy().items()}
    stored = {club.name: [state(night) for night in club.nights] for club in clubs}
    for name, many in acknowledged.items():
        assert len(stored[name]) == 1, name
        assert stored[name][0] in sent[name][many - 1 :], (name, many)
    assert [name for name, found in stored.items() if len(found) > 1] == []
    return len(acknowledged), sum(acknowledged.values())
