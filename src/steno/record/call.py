"""One tool call, from its input to its output.  Knows nothing of what the tool does."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from steno.base.exact import JSON
from steno.formats.awf import wire
from steno.record.block import Fidelity, checked_fidelity, extra_fields
from steno.record.bracket import Bracket
from steno.record.context import Scope
from steno.record.journal import Journal
from steno.record.plain import plain


class Call(Bracket):
    """A tool call: `tool.call` when it begins, `tool.result` when it ends."""

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
        super().__init__(journal, scope, name)
        self.fidelity = checked_fidelity(fidelity)
        self._id = call_id
        self._input, self._extra = input, extra_fields(extra, wire.TOOL_FIELDS)
        self._output: JSON = None
        self._more: dict[str, object] = {}

    @property
    def id(self) -> str:
        """What ties the result to the call: the one given, else a fresh one."""
        if self._id is None:
            self._id = str(uuid4())
        return self._id

    def result(self, output: object, *, extra: Mapping[str, object] | None = None) -> None:
        """State the output.  It is recorded as it is now, when the call ends."""
        if not self._journal.silent:
            self._output = plain(output)
            self._more = extra_fields(extra, wire.TOOL_FIELDS)

    def _start(self) -> None:
        if not self._journal.silent:
            self._write("tool.call", {"input": self._input, **self._extra}, {})
            self._journal.opened(self)

    def _end(self, error: str | None) -> None:
        said = {"error": error} if error else {}
        self._write("tool.result", {**said, **self._more}, {"output": self._output})

    def _write(self, type: str, fields: dict[str, object], spelled: dict[str, JSON]) -> None:
        payload = {"name": self.name, "call_id": self.id, "fidelity": self.fidelity, **fields}
        self._journal.write(type, self._scope, payload, spelled=spelled)
