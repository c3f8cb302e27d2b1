"""A process that posts answers: `python scorer.py URL CODE NAME COUNT`.

It prints a line for each acknowledged entry at once, so that the test that kills it knows what must
be stored.
"""

import itertools
import sys

from companion.engine.record import Act
from companion.store import StaleWrite, Store

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
        except StaleWrite as late:
            seen = late.stored.seq
            continue
        break
    print(key, flush=True)
