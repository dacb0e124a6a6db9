"""Regular expressions of detectors: compiled when they are first needed, or taken from disk as Python compiled them.

Compiling those that one log asks for takes longer than to read a megabyte of it.  What Python makes of an expression is
a row of numbers; it takes them back in a fiftieth of the time.  They are kept with the finders, and like these they fit
one version of the sources and of Python alone.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import AnyStr

import msgspec
from msgspec import Struct

from steno.base.learned import learned
from steno.detect import cache as kept

_NAME = "patterns"
Known = tuple[str | bytes, int]
"""An expression, and its flags."""
DECLARED: dict[Known, None] = {}
"""Every expression that a module declared when it was loaded."""


class Code(Struct, array_like=True):
    """What Python made of an expression."""

    expression: str
    asked: int
    """The flags that it was compiled with ..."""
    flags: int
    """... and those that it has."""
    numbers: bytes
    groups: int
    names: dict[str, int]

    def pattern(self) -> re.Pattern[str]:
        import _sre  # type: ignore[import-not-found, unused-ignore]

        numbers = array("I", self.numbers).tolist()
        by_number: list[str | None] = [None] * (self.groups + 1)
        for name, number in self.names.items():
            by_number[number] = name
        made: re.Pattern[str] = _sre.compile(
            self.expression, self.flags, numbers, self.groups, self.names, tuple(by_number)
        )
        return made


def deferred(expression: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """A function that gives the compiled expression, always the same one."""
    DECLARED[expression, flags] = None
    return cache(partial(compiled, expression, flags))


def ready(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The compiled expression at once: for modules that are loaded when they are needed."""
    DECLARED[expression, flags] = None
    return compiled(expression, flags)


def compiled(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The same as `re.compile`."""
    code = _codes().get((expression, flags))
    return re.compile(expression, flags) if code is None else code.pattern()  # type: ignore[return-value]


@cache
def _codes() -> dict[Known, Code]:
    found = kept.load(_NAME)
    if found is None or sys.implementation.name != "cpython":
        return {}
    try:
        codes = msgspec.msgpack.decode(found.table, type=learned(list[Code]))
    except msgspec.MsgspecError:
        return {}
    return {(code.expression, code.asked): code for code in codes}


def keep(known: Iterable[Known]) -> None:
    """Keep what these expressions compile to, beside what is kept: each level has some that no other has."""
    codes = dict(_codes())
    for expression, flags in known:
        if isinstance(expression, str) and (expression, flags) not in codes:
            code = _code(expression, flags)
            if code is not None:
                codes[expression, flags] = code
    kept.save(_NAME, msgspec.msgpack.encode(list(codes.values())), [])
    _codes.cache_clear()


def _code(expression: str, flags: int) -> Code | None:
    """What an expression compiles to; None where that is not told, or is another pattern when it is taken back."""
    from re import _compiler as compiler  # type: ignore[attr-defined]

    made = re.compile(expression, flags)
    try:
        parsed = compiler._parser.parse(expression, flags)
        numbers = array("I", compiler._code(parsed, flags)).tobytes()
        code = Code(expression, flags, made.flags, numbers, made.groups, dict(made.groupindex))
        return code if code.pattern() == made else None
    except (AttributeError, ImportError, TypeError, ValueError, OverflowError):  # a Python that does this otherwise
        return None
