"""Puts the modules of the page into one script, each in a scope of its own.  Knows the few forms that they use.

    import {a, b as c} from "./x.js"    import * as x from "./x.js"    import("./x.js") behind =>, await or return
    export function, async function, class, const

Anything else is refused, so that no page is made that does not run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

_NAMED: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_WHOLE: Final = re.compile(r'^import \* as (\w+) from "(\.[^"]+)";$', re.MULTILINE)
_LATER: Final = re.compile(r'(=>|\bawait|\breturn) import\("(\.[^"]+)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async function\*?|function\*?|class|const) ([\w$]+))", re.MULTILINE)
_NOTHING: Final = re.compile(r"^export \{\};$", re.MULTILINE)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
_ENDS: Final = re.compile(r"</?script|<!--", re.IGNORECASE)


class Unbundled(ValueError):
    """A module is written in a way that the bundler does not know: a mistake of ours."""


class Bundle:
    """One script."""

    def __init__(self, folder: Path, instead: Mapping[str, str]) -> None:
        """`instead` names modules that take the place of others, for all but themselves."""
        self._folder, self._instead = folder, instead
        self._names: dict[str, str] = {}
        """Of each module that is in the script: the constant that holds its exports."""
        self._exports: dict[str, set[str]] = {}
        self._open: list[str] = []
        self._made: list[str] = []

    def script(self, entry: str) -> str:
        """The modules in the order in which they need each other, the entry last; raises `Unbundled`."""
        self._add(entry)
        text = '"use strict";\n' + "\n".join(self._made)
        # In strings and patterns, where alone they can stand, it is the same; an HTML reader sees nothing in it.
        return _ENDS.sub(lambda found: "\\x3c" + found[0][1:], text)

    def _add(self, path: str) -> str:
        if path in self._names:
            return self._names[path]
        if path in self._open:
            raise Unbundled(f"{path} needs itself: {' needs '.join([*self._open, path])}")
        self._open.append(path)
        body = (self._folder / path).read_text(encoding="utf-8")
        body = _NAMED.sub(lambda found: self._named(path, found), body)
        body = _WHOLE.sub(lambda found: f"const {found[1]} = {self._of(path, found[2])};", body)
        body = _LATER.sub(lambda found: f"{found[1]} Promise.resolve({self._of(path, found[2])})", body)
        exports = _EXPORT.findall(body)
        body = _NOTHING.sub("", _EXPORT.sub("", body))
        if (left := _LEFT.search(body)) is not None:
            raise Unbundled(f"{path}: {left[0]!r} is a form that the bundler does not know")
        self._open.pop()
        name = self._names[path] = f"m{len(self._names)}"
        self._exports[path] = set(exports)
        self._made.append(f"const {name} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();")
        return name

    def _resolved(self, importer: str, word: str) -> str:
        path = normpath(join(dirname(importer), word))
        other = self._instead.get(path)
        return path if other is None or other == importer else other

    def _of(self, importer: str, word: str) -> str:
        return self._add(self._resolved(importer, word))

    def _named(self, importer: str, found: re.Match[str]) -> str:
        path = self._resolved(importer, found[2])
        holder = self._add(path)
        pairs = [part.strip().split(" as ") for part in found[1].split(",") if part.strip()]
        if unknown := [pair[0] for pair in pairs if pair[0] not in self._exports[path]]:
            raise Unbundled(f"{importer} wants {', '.join(unknown)} of {path}, which does not export it")
        return f"const {{ {', '.join(': '.join(pair) for pair in pairs)} }} = {holder};"
