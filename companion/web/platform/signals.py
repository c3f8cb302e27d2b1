"""Signals for hosting: the database fails, or a stranger could repeat an action too often.

Pages send the latter before they act. The rate limits listen if the settings ask for it. A
listener may raise an HTTP error, which is then the response.
"""

from __future__ import annotations

from typing import Any

from blinker import NamedSignal, Namespace
from flask import current_app

_signals = Namespace()
TROUBLE = _signals.signal("trouble")
"""A request failed because of the database; `kind` as in `companion.store.Trouble`."""
GUESS = _signals.signal("guess")
"""A code or key that can be guessed is about to be looked up."""
WRONG = _signals.signal("wrong")
"""A code or key was wrong."""
CREATE = _signals.signal("create")
"""Tables and clubs are about to be created or extended: `tables`, how many are new; `rows`, journal
rows that come with them; `size`, bytes of texts."""
PRINT = _signals.signal("print")
"""A document is about to be made."""


def send(signal: NamedSignal, **details: Any) -> None:
    """Sends a signal to the listeners of the current app."""
    signal.send(current_app._get_current_object(), **details)  # type: ignore[attr-defined]
