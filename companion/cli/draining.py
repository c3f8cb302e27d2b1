"""A quiet end for the server: nobody new, everything under way done, every answer sent."""

from __future__ import annotations

import time
from typing import Any

PATIENCE = 15.0
"""Seconds after which whoever is still busy is left."""


def drain(server: Any, patience: float = PATIENCE) -> None:
    """Closes the door, serves what has come in, sends the answers, then closes the server.

    Waitress by itself finishes the work too, but no longer sends what comes of it: a scorer would
    not hear that the last answer was saved.
    """
    deadline = time.monotonic() + patience
    server.accepting = False
    server.del_channel()
    server.socket.close()
    while server.active_channels and time.monotonic() < deadline:
        for channel in list(server.active_channels.values()):
            if not channel.requests:
                channel.close_when_flushed = True
        server.asyncore.loop(timeout=0.05, map=server._map, use_poll=True, count=1)
    server.task_dispatcher.shutdown(timeout=max(0.0, deadline - time.monotonic()))
    server.trigger.close()
