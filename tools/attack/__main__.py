"""The standing attack: `python -m tools.attack`. README.md in this folder describes it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial

from tools.attack import chance
from tools.attack.rounds import Attack, Result
from tools.attack.target import Target, target

ONE = ["198.51.100.1"]
TEN = [f"192.0.2.{number}" for number in range(1, 11)]
MODES = ("one", "ten", "prints", "guesses")


def summary(target: Target, results: Sequence[Result]) -> str:
    """The worst of all rounds."""
    worst = max(results, key=lambda each: each.slowest)
    faults = [each for each in target.faults if each[:3] in ("500", "503", "0 G", "0 P")]
    return "\n".join([
        f"slowest entry: {worst.slowest:.2f} s ({worst.name})",
        f"entries sent again: {sum(each.refused for each in results)}",
        f"peak memory: {target.whole:.0f} MB, the server alone {target.memory:.0f} MB",
        f"500, 503 without Retry-After, or no answer: {len(faults)}",
        *(f"  {each}" for each in faults[:20]),
        f"load average: {os.getloadavg()[0]:.1f}",
    ])  # fmt: skip


def attack(mode: str, only: str) -> bool:
    """Runs one mode against a server of its own; True if every answer was as it should be."""
    with target() as host:
        one = Attack(host)
        report: dict[str, str] = {}
        print(f"\n{mode:58} {'answers':>7} {'CPU s':>6} {'slowest s':>9}  statuses")
        with one.entering():
            if mode == "one":
                one.every_route(ONE, only)
            elif mode == "ten":
                one.every_route(TEN, only)
            elif mode == "short":
                one.mixed(ONE)
            elif mode == "prints":
                report = one.prints(ONE[0])
                one.dearest(ONE)
            else:
                report = one.guesses()
        print("\n".join(f"{name}: {text}" for name, text in report.items()))
        if one.results:
            print(summary(host, one.results))
        print(host.server.said()[-4000:], file=sys.stderr)
        return not host.faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.attack", description=__doc__)
    parser.add_argument("mode", nargs="*", help=f"{', '.join(MODES)} (all of them), or short")
    parser.add_argument("--only", default="", help="only routes with these letters")
    parser.add_argument("--random", type=int, metavar="N", help="only N random requests")
    parser.add_argument("--seed", type=int, default=1, help="of the random requests")
    asked = parser.parse_args()
    if asked.random:
        with target(limits=False) as host:
            print(chance.run(host, asked.random, asked.seed))
            return 1 if host.faults else 0
    run = partial(attack, only=asked.only)
    return 0 if all([*map(run, asked.mode or MODES)]) else 1


if __name__ == "__main__":
    sys.exit(main())
