"""Facts: dataclasses that nobody changes, made quickly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def fact(cls: type[T]) -> type[T]:
    """A dataclass that the type checker holds to be frozen.

    One that is frozen at run time as well takes three times as long to make, and a replay makes a
    dozen for every answer.
    """
    return dataclass(unsafe_hash=True)(cls)
