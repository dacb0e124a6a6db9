"""Answers calls, one at a time, masked at the server's level.  Knows nothing of the protocol or of other processes."""

from __future__ import annotations

import io
import json
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from steno.api import NotFound, StenoError, UsageError
from steno.api.catalog import sync
from steno.api.progress import Progress, silent
from steno.api.roots import Roots
from steno.api.safe import LEVELS, Safe
from steno.api.typed import typed
from steno.api.world import World
from steno.mcp.answer import LEAST, Result, answer, failed, line
from steno.mcp.page import Asked, Document
from steno.mcp.tools import TOOLS

LIMIT = 48_000
"""The most bytes of an answer, unless the user says otherwise."""
SECONDS = 50.0
"""The longest that a call may take: less than the minute after which many clients give up."""
_KEPT = 4
"""How many exports are kept for the calls that ask for their next pieces."""
_LARGEST = 64 << 20


class Options(Struct, frozen=True, kw_only=True):
    """How a server serves."""

    redact: str = "secrets"
    limit: int = LIMIT
    seconds: float = SECONDS
    roots: tuple[str, ...] = ()
    """Folders whose files may be read, beside the working directory."""

    def __post_init__(self) -> None:
        if self.redact not in LEVELS:
            raise UsageError(f"redact is {self.redact!r}, expected one of {', '.join(LEVELS)}")
        if self.limit < LEAST:
            raise UsageError(f"an answer needs {LEAST:,} bytes at least, got {self.limit:,}")
        if not 1 <= self.seconds <= 86_400:
            raise UsageError(f"a call needs a time limit of 1 to 86,400 seconds, got {self.seconds:g}")


class Serving:
    """What answers calls: one at a time.  It keeps exports for the calls that ask for their next pieces."""

    def __init__(self, world: World, options: Options, name: str = "") -> None:
        # One key as long as it lives: what is masked in one answer has the same mark in the next.
        key = world.randomness(64)
        self._world = replace(world, randomness=lambda size: key[:size], stdin=io.BytesIO)
        self._options, self._name = options, name
        self._documents: OrderedDict[str, Document] = OrderedDict()
        self._number = 0

    def call(
        self, name: str, arguments: dict[str, Any] | None, progress: Progress = silent, roots: Iterable[str] = ()
    ) -> Result:
        """The result of a tool; what goes wrong is a result too, and says what to do next.

        `roots`: folders of the client, whose files it may have read.
        """
        safe, limit = Safe(self._world, self._options.redact), self._options.limit
        try:
            return self._called(name, whole(arguments), safe, progress, roots)
        except StenoError as wrong:
            hint = wrong.hint if not isinstance(wrong, NotFound) else "list_sessions gives the ids of sessions."
            return failed(f"{name}: {wrong}", hint, limit, safe)

    def _called(
        self, name: str, arguments: dict[str, Any], safe: Safe, progress: Progress, roots: Iterable[str]
    ) -> Result:
        tool = TOOLS.get(name)
        if tool is None:
            raise UsageError(f"no tool of this name; there are {', '.join(TOOLS)}")
        try:
            args = typed(arguments, tool.args)
        except msgspec.ValidationError as error:
            raise UsageError(f"{error}; it takes {', '.join(tool.args.__struct_fields__)}") from None
        limit = min(getattr(args, "max_bytes", None) or self._options.limit, self._options.limit)
        folders = Roots(self._world, map(Path, (*self._options.roots, *roots)))
        asked = Asked(
            world=self._world, safe=safe, args=args, roots=folders, progress=progress,
            fresh=lambda: self._fresh(progress), keep=self._keep, kept=self._documents.get,
        )  # fmt: skip
        return answer(tool.run(asked), safe, limit)

    def _fresh(self, progress: Progress) -> None:
        sync(self._world, progress=progress)

    def _keep(self, format: str, document: Document) -> str:
        self._number += 1
        name = f"{self._name}{self._number}-{format}"
        if document.size <= _LARGEST:
            self._documents[name] = document
        while len(self._documents) > _KEPT:
            self._documents.popitem(last=False)
        return name


def whole(arguments: dict[str, Any] | None) -> dict[str, Any]:
    """Arguments without halves of characters, which JSON can name and no file, index or answer can hold."""
    found: dict[str, Any] = json.loads(line(arguments or {}).encode("utf-8", "replace"))
    return found
