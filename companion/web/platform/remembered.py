"""Ordered codes with keys in the session cookie: tables and sets of house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import session


def entries(name: str, cookie: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Code to key, newest last; "" without a key.

    Stored as a list: Flask's session would sort the keys of a dict.
    """
    kept = (session if cookie is None else cookie).get(name, [])
    return dict(kept)


def keep(name: str, kept: Mapping[str, str], most: int) -> None:
    """Stores at most `most` entries; those without a key are dropped first."""
    left = dict(kept)
    while len(left) > most:
        del left[next((code for code, key in left.items() if not key), next(iter(left)))]
    if left != entries(name) or list(left) != list(entries(name)):
        session.permanent = True
        session[name] = list(left.items())
