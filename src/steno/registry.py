"""Finds formats, passes and codes by name; imports only what is asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from steno.contracts import Code, Format, Pass, UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """Names of one kind: a literal table for what is built in, entry points for plug-ins."""

    def __init__(self, group: str, kind: str, builtin: Mapping[str, str]) -> None:
        self._group, self._kind, self._builtin = group, kind, builtin

    def names(self) -> list[str]:
        """All names, the built-in ones first and in their order."""
        return [*self._builtin, *sorted({entry.name for entry in self._plugins()} - set(self._builtin))]

    def __getitem__(self, name: str) -> T:
        if name in self._builtin:  # a plug-in cannot replace what is built in
            module, _, attribute = self._builtin[name].partition(":")
            return cast(T, getattr(import_module(module), attribute))
        for entry in self._plugins():
            if entry.name == name:
                return cast(T, entry.load())
        near = difflib.get_close_matches(name, self.names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(self.names())}"
        raise UsageError(f"no {self._kind} named {name!r}{hint}")

    def get(self, name: str) -> T | None:
        """What has this name; None where nothing has."""
        return self[name] if name in self._builtin or name in self.names() else None

    def __iter__(self) -> Iterator[T]:
        return (self[name] for name in self.names())

    def _plugins(self) -> list[Any]:
        from importlib.metadata import entry_points  # costs start-up, and few runs need it

        return list(entry_points(group=self._group))


formats: Registry[Format] = Registry(
    "steno.formats",
    "format",
    {
        "open-token": "steno.formats.open_token:FORMAT",
        "claude-code": "steno.formats.claude_code:FORMAT",
        "codex": "steno.formats.codex:FORMAT",
    },
)

passes: Registry[Pass] = Registry("steno.passes", "pass", {"pair": "steno.passes.pair:PASS"})

_CODES = {
    "SRC": "steno.formats.records:CODES",
    "SRC020": "steno.passes.join:CODES",
    "SRC030": "steno.sources:CODES",
    "SRC040": "steno.scanner:CODES",
    "SRC100": "steno.formats.open_token:CODES",
    "MDL": "steno.verify:RULES",
    "SEC": "steno.detect:RULES",
    "SEC560": "steno.detect.ner:CODES",
    "SEC900": "steno.passes.redact:CODES",
}


def codes() -> dict[str, Code]:
    """Every code that Steno can report, by code."""
    found: dict[str, Code] = {}
    for where in _CODES.values():
        module, _, attribute = where.partition(":")
        found.update((each.code, each) for each in getattr(import_module(module), attribute))
    for each in formats:
        found.update((code.code, code) for code in (*each.rules, *each.losses))
    return dict(sorted(found.items()))
