"""Full load: scorers who write at once, two hundred watchers, and printing without pause."""

from __future__ import annotations

import random
import sys
import threading
import time
from dataclasses import dataclass, field

import pytest

from tests.databases import POSTGRES
from tests.hosting.ledger import look_through
from tests.hosting.serving import PATIENT, Client, Scorer, Server, long, percentile, until
from tests.hosting.test_crash import crowd

pytestmark = pytest.mark.slow

WATCHERS = 200
POLL, PAUSE = 2.0, 0.25
"""Seconds between two polls of a watcher, and about so many between two entries of a scorer:
faster than any player."""
SLOWEST, TRIES = 3.0, 3
"""The most that p99 may be, in multiples of p50, in one of so many tries: other jobs may use the
machine. Checked only in runs of ten seconds or more, which have enough entries."""


@dataclass
class Seen:
    """The responses that the watchers got."""

    polls: int = 0
    unchanged: int = 0
    odd: list[int] = field(default_factory=list)


def watchers(ports: list[int], codes, stop: threading.Event, seen: Seen) -> list[threading.Thread]:
    """Two hundred phones, on a few threads: each polls every two seconds."""
    guard = threading.Lock()

    def some(number: int, share: int) -> None:
        tags = dict.fromkeys(range(share), ("", ""))
        client = Client(ports[number % len(ports)])
        chance = random.Random(number)
        while not stop.is_set():
            began = time.monotonic()
            for watcher in range(share):
                code, tag = tags[watcher]
                if code not in (now := codes()):
                    code, tag = chance.choice(now), ""
                answer = client.ask("GET", f"/t/{code}/live", HX_Request="true", HX_PTag=tag)
                tags[watcher] = code, answer.headers.get("HX-PTag", tag)
                with guard:
                    seen.polls += 1
                    seen.unchanged += answer.status == 304
                    if answer.status not in (200, 304):
                        seen.odd.append(answer.status)
                if stop.is_set():
                    break
                # Spread over the two seconds, as phones are.
                time.sleep(max(0.0, began + POLL * (watcher + 1) / share - time.monotonic()))
        client.close()

    found = [threading.Thread(target=some, args=(n, WATCHERS // 4), daemon=True) for n in range(4)]
    for thread in found:
        thread.start()
    return found


def evening(club: list[Server], seconds: float, shared: bool) -> tuple[float, float, str]:
    """Eight scorers for so long, at eight tables or at one; (p50, p99, a report)."""
    # Phones do not wait for each other, so no thread may compute long here.
    sys.setswitchinterval(0.0005)
    stop, many = threading.Event(), (0, 8) if shared else (8, 0)
    scorers = crowd(club, stop, *many, pause=PAUSE, name=f"{time.monotonic_ns()} ")
    time.sleep(1.5)  # the first pages are rendered, every table has begun
    for scorer in scorers:
        scorer.tally.seconds.clear()

    def codes() -> list[str]:
        own = [s.tally.tables[-1] for s in scorers if s.tally.tables]
        return [each.shared[0] for each in scorers if each.shared] or own

    seen = Seen()
    looking = watchers([server.port for server in club], codes, stop, seen)
    time.sleep(seconds)
    stop.set()
    for thread in [*scorers, *looking]:
        thread.join(PATIENT)
        assert not thread.is_alive()
    tallies = [scorer.tally for scorer in scorers]
    assert [odd for tally in tallies for odd in tally.odd] == []
    assert seen.odd == []
    times = [took for tally in tallies for took in tally.seconds]
    p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
    acknowledged = sum(len(tally.acknowledged) for tally in tallies)
    said = (
        f"{acknowledged} entries acknowledged, 0 lost, 0 doubled, p50 {1000 * p50:.1f} ms, "
        f"p99 {1000 * p99:.1f} ms (x{p99 / p50:.1f}), {seen.polls} polls "
        f"({seen.unchanged} unchanged), no 5xx"
    )
    assert acknowledged > 0
    club_tallies.setdefault(club[0].url, []).extend(tallies)
    look_through(club[0].url, club_tallies[club[0].url])
    return p50, p99, said


club_tallies: dict[str, list] = {}


WHOLE = pytest.mark.long
HOUSES = pytest.mark.parametrize(
    ("club", "shared"),
    [pytest.param("file", False, id="file, eight tables"),
     pytest.param("file", True, id="file, one table", marks=WHOLE),
     pytest.param("two on PostgreSQL", False, id="PostgreSQL, eight", marks=[*POSTGRES, WHOLE]),
     pytest.param("two on PostgreSQL", True, id="PostgreSQL, one table", marks=POSTGRES)],
    indirect=["club"],
)  # fmt: skip


@HOUSES
def test_scorers_and_watchers_lose_or_double_nothing(club, shared):
    where, ratios = "one table" if shared else "eight tables", []
    for _ in range(TRIES):
        p50, p99, said = evening(club, long(2), shared)
        print(f"\nCROWD {len(club)} process(es), {where}: {said}")
        ratios.append(p99 / p50)
        if long(2) < 10 or ratios[-1] <= SLOWEST:
            return
    raise AssertionError(f"the slowest hundredth took {ratios} times as long as the middle")


@pytest.mark.needs("pango")
@pytest.mark.parametrize("club", ["file with its limits"], indirect=True)
def test_excessive_printing_waits_and_scoring_goes_on(club):
    _, entries, waiting, said = flood(club, 1.5)
    print(f"\nFLOOD {said}")
    assert entries > 3
    assert waiting > 0


def flood(club, seconds: float) -> tuple[float, int, int, str]:
    """Eight clients print different sheets without pause, and one scores.

    (p50, entries, number of requests told to wait, a report).
    """
    stop, seen = threading.Event(), Seen()
    printers = [
        threading.Thread(target=prints, args=(club[0].port, n, stop, seen)) for n in range(8)
    ]
    for printer in printers:
        printer.start()
    time.sleep(1.0)
    middle, slowest, entries = alone(club, seconds)
    until(lambda: seen.polls > seen.unchanged + len(printers))
    stop.set()
    for printer in printers:
        printer.join(PATIENT)
        assert not printer.is_alive()
    assert seen.odd == []
    said = (
        f"{seen.polls} sheets asked for, {seen.unchanged} printed, the others told to wait; "
        f"{entries} entries, p50 {1000 * middle:.1f} ms, p99 {1000 * slowest:.1f} ms"
    )
    return middle, entries, seen.polls - seen.unchanged, said


def alone(club, seconds: float) -> tuple[float, float, int]:
    """One scorer for so long, and for some entries at least: (p50, p99, entries)."""
    stop = threading.Event()
    scorer = Scorer(str(time.monotonic_ns()), [club[0].port], stop, pause=0.02)
    scorer.start()
    time.sleep(seconds)
    until(lambda: len(scorer.tally.acknowledged) > 5)
    stop.set()
    scorer.join(PATIENT)
    assert scorer.tally.odd == []
    times = scorer.tally.seconds[2:]
    return percentile(times, 0.5), percentile(times, 0.99), len(scorer.tally.acknowledged)


def prints(port: int, number: int, stop: threading.Event, seen: Seen) -> None:
    """Requests one sheet after another, no two alike; continues soon after a 202 or 503."""
    with Client(port, timeout=PATIENT) as client:
        while not stop.is_set():
            seen.polls += 1
            path = f"/print/kaiser/sheet.pdf?players=A{number},B{seen.polls},C,D&copies=3"
            answer = client.ask("GET", path)
            seen.unchanged += answer.status == 200
            if answer.status not in (200, 202, 429, 503):
                seen.odd.append(answer.status)
            if answer.status in (202, 503):
                assert int(answer.headers["Retry-After"]) >= 1
                time.sleep(0.02)
