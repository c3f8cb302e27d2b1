"""What a browser remembers with a key, in its cookie: tables and sets of house rules, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import session


def entries(name: str, cookie: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Keys by code, the latest last; "" where there is no key.

    A session sorts the keys of a mapping, so that a list alone keeps the order.
    """
    kept = (session if cookie is None else cookie).get(name, [])
    return dict(kept)


def keep(name: str, kept: Mapping[str, str], most: int) -> None:
    """Remembers the last so many; what has no key goes before what has one."""
    left = dict(kept)
    while len(left) > most:
        del left[next((code for code, key in left.items() if not key), next(iter(left)))]
    if left != entries(name) or list(left) != list(entries(name)):
        session.permanent = True
        session[name] = list(left.items())
