"""One tool call, from its input to its output.  Knows nothing of what the tool does."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from steno.base.exact import JSON
from steno.formats.awf import wire
from steno.record.block import Fidelity, faithful, further
from steno.record.context import Scope
from steno.record.journal import Journal
from steno.record.plain import failure, plain


class Call:
    """A tool call: `tool.call` when it begins, `tool.result` when it ends.

    As a context manager it ends with its block, and an exception becomes the result's error and goes on.  Code that
    cannot use `with` calls `open` and `close`.
    """

    def __init__(
        self,
        journal: Journal,
        scope: Scope,
        name: str,
        input: object,
        call_id: str | None = None,
        fidelity: Fidelity = "router",
        extra: Mapping[str, object] | None = None,
    ) -> None:
        self.name, self.fidelity = name, faithful(fidelity)
        self._id = call_id
        self._journal, self._scope = journal, scope
        self._input, self._extra = input, further(extra, wire.TOOL_FIELDS)
        self._output: JSON = None
        self._more: dict[str, object] = {}
        self._error: str | None = None
        self._begun = False

    @property
    def id(self) -> str:
        """What ties the result to the call: the one given, else a fresh one."""
        if self._id is None:
            self._id = str(uuid4())
        return self._id

    @property
    def scope(self) -> Scope:
        """Where it was made."""
        return self._scope

    def open(self) -> Call:
        """Record the call."""
        if self._begun:
            raise RuntimeError(f"the call of {self.name} has begun already: every call needs one of its own")
        self._begun = True
        if not self._journal.silent:
            self._write("tool.call", {"input": self._input, **self._extra}, {})
            self._journal.opened(self)
        return self

    def result(self, output: object, *, extra: Mapping[str, object] | None = None) -> None:
        """State the output.  It is recorded as it is now, when the call ends."""
        if not self._journal.silent:
            self._output = plain(output)
            self._more = further(extra, wire.TOOL_FIELDS)

    def error(self, text: str) -> None:
        """State that the tool failed, where no exception says so."""
        self._error = text

    def close(self, error: BaseException | str | None = None) -> None:
        """Record the result.  A second time does nothing."""
        if self._journal.closing(self):
            said = {"error": text} if (text := failure(error) or self._error) else {}
            self._write("tool.result", {**said, **self._more}, {"output": self._output})

    def _write(self, type: str, fields: dict[str, object], spelled: dict[str, JSON]) -> None:
        payload = {"name": self.name, "call_id": self.id, "fidelity": self.fidelity, **fields}
        self._journal.write(type, self._scope, payload, spelled=spelled)

    def __enter__(self) -> Call:
        return self.open()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.close(error)

    async def __aenter__(self) -> Call:
        return self.open()

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.close(error)
