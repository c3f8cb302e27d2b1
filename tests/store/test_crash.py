"""What was acknowledged is there after the worst end a process can have, and there once."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.store import Store

SCORER = Path(__file__).with_name("scorer.py")
KILLS = 12


def scorer(url: str, code: str, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(SCORER), url, code, name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def check(store: Store, code: str, acknowledged: list[str], others: int = 0) -> None:
    """Everything acknowledged stands once; at most `others` more were written unheard."""
    rows = store.journal(code)
    keys = [key for row in rows for key in row.act.answers]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(keys) == len(set(keys))
    assert set(acknowledged) - set(keys) == set()
    assert len(keys) - len(set(acknowledged)) <= others
    stands = [key for hand in store.table(code).record.hands for key in hand]
    assert set(stands) == set(keys)


@pytest.mark.slow
def test_four_processes_at_one_table_lose_and_double_nothing(store, url, record):
    code = store.begin(record).code
    running = [scorer(url, code, name, 40) for name in ("one", "two", "three", "four")]
    said = [process.communicate(timeout=300)[0].splitlines()[1:] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0, 0]
    acknowledged = [key for lines in said for key in lines]
    assert len(acknowledged) == 160
    check(store, code, acknowledged)


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_killing_scorers_between_any_two_answers_loses_nothing_acknowledged(url, record):
    store, chance = Store(url), random.Random(7)
    code = store.begin(record).code
    acknowledged: list[str] = []
    for number in range(KILLS):
        running = [scorer(url, code, f"{number} {name}", 100_000) for name in ("a", "b")]
        for process in running:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        # However busy the machine is, each has entered something before it is killed.
        acknowledged += [process.stdout.readline()[:-1] for process in running if process.stdout]
        time.sleep(chance.uniform(0.1, 0.4))
        for process in running:
            process.kill()
        for process in running:
            # A line cut off by the kill was not read by anybody as an acknowledgement.
            lines = process.communicate()[0].splitlines(keepends=True)
            acknowledged += [line[:-1] for line in lines if line.endswith("\n")]
        check(Store(url), code, acknowledged, others=2 * (number + 1))
    assert len(acknowledged) > 2 * KILLS
    store.close()
