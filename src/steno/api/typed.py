"""Values of JSON as the types that somebody asks for, in any thread."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from steno.base.learned import learned

T = TypeVar("T")


def typed(value: Any, kind: type[T]) -> T:
    """The value as one of a type; raises `msgspec.ValidationError`."""
    return msgspec.convert(value, learned(kind))
