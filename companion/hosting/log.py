"""The log: a line of JSON for each event, on standard error."""

from __future__ import annotations

import json
import logging
import sys

from companion import clock

logger = logging.getLogger("companion")


def say(event: str, *, level: str = "info", **more: object) -> None:
    """Write one line of JSON to standard error. Callers must pass no names, no codes, and no
    addresses except those of clients that guess codes."""
    line = {"at": clock.now().isoformat(timespec="milliseconds"), "level": level,
            "event": event, **more}  # fmt: skip
    logger.log(logging.ERROR if level == "error" else logging.INFO, json.dumps(line))


class _OfOthers(logging.Formatter):
    """A line of the server or a library: where it comes from and its fault, without its words,
    which may have a path with a key in it."""

    def format(self, record: logging.LogRecord) -> str:
        kind = record.exc_info[0] if record.exc_info else None
        line = {"at": clock.now().isoformat(timespec="milliseconds"),
                "level": record.levelname.lower(), "event": "server", "from": record.name,
                "error": kind.__name__ if kind else ""}  # fmt: skip
        return json.dumps(line)


def begin() -> None:
    """Sends our lines, and whatever others log, to standard error; once."""
    if logger.handlers:
        return
    for who, form in ((logger, logging.Formatter("%(message)s")), (logging.root, _OfOthers())):
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(form)
        who.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    # Waitress warns of every request that waits for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
