"""A process of its own that scores: `python scorer.py URL CODE NAME COUNT`.

It prints a line for every entry the store has acknowledged, at once, so that whoever kills it
knows what must be there afterwards.
"""

import itertools
import sys

from companion.record import Act
from companion.store import Stale, Store

url, code, name, count = sys.argv[1:]
store = Store(url)
store.seq(code)
print("ready", flush=True)
for number in itertools.islice(itertools.count(), int(count)):
    key = f"{name} {number}"
    act = Act("answer", 1, {key: str(number)})
    seen = store.seq(code)
    while True:
        try:
            stored = store.act(code, act, seen=seen, submission=key, who=name)
        except Stale as late:
            seen = late.stored.seq
            continue
        break
    print(key, flush=True)
