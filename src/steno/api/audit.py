"""Record what a server was asked, as a run like any other: masked, in a file that only its owner can read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from steno.api.world import World
from steno.base.folders import data
from steno.record.error import RecordError

if TYPE_CHECKING:
    from steno.record import Recorder

KIND = "mcp-server"

Tell = Callable[[str], None]


class Audit:
    """One run.  What cannot be recorded is told once; the server goes on."""

    def __init__(self, world: World, name: str, tell: Tell, *, off: bool = False) -> None:
        self._name, self._tell, self._off = name, tell, off
        self._clock = world.clock
        self._calls = self._failed = 0
        self._recorder: Recorder | None = None
        self._id = str(uuid4())
        self.path = folder(world) / f"{self._id}.jsonl"

    def asked(self, tool: str, arguments: Any) -> str:
        """That a tool was called; gives the id of the call."""
        self._calls += 1
        id = f"call-{self._calls}"
        self._write("tool.call", {"name": tool, "call_id": id, "fidelity": "router", "input": arguments})
        return id

    def answered(self, tool: str, id: str, said: dict[str, Any], error: str = "") -> None:
        """What became of it: how much was given, never the answer itself."""
        self._failed += bool(error)
        payload = {"name": tool, "call_id": id, "fidelity": "router", "output": said}
        self._write("tool.result", {**payload, "error": error} if error else payload)

    def close(self) -> None:
        if self._recorder is None:
            return
        said = {"calls": self._calls, "failed": self._failed}
        self._write("run.completed", {"name": self._name, "kind": KIND, "result": said})
        if self._recorder is not None:
            self._recorder.close()

    def _write(self, type: str, payload: dict[str, Any]) -> None:
        if self._off:
            return
        try:
            if self._recorder is None:
                self._recorder = self._begun()
            self._recorder.record(type, payload=payload)
        except (RecordError, OSError) as error:
            self._off = True
            self._tell(f"what the server is asked is no longer recorded: {error}")

    def _begun(self) -> Recorder:
        from steno.record.masker import redacting  # the first call pays for it, not the start
        from steno.record.recorder import Recorder

        recorder = Recorder(self.path, run_id=self._id, masker=redacting("secrets"), clock=self._clock)
        recorder.record("run.started", payload={"name": self._name, "kind": KIND})
        return recorder


def folder(world: World) -> Path:
    """Where such runs lie: apart from sessions, so that `@latest` is never the server's own."""
    return data(world.environ, world.home) / "steno" / "audit"
