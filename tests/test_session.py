"""A session is read with what belongs to it: its sub-agents, and the outputs that were too large for its file."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

from steno.model import Artifact
from steno.session import Input, read
from tests.given.machine import claude, dialogue

STUB = "<persisted-output>\nOutput too large (2KB). Full output saved to: {}\n\nPreview:\na\n</persisted-output>"


def test_an_output_saved_beside_the_session_is_attached_by_size_and_hash(tmp_path: Path) -> None:
    saved = b"all of it\n" * 200
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", output=STUB.format("/elsewhere/tool-results/toolu_1.txt")))
    folder = path.with_suffix("") / "tool-results"
    folder.mkdir(parents=True)
    (folder / "toolu_1.txt").write_bytes(saved)
    (folder / "toolu_9.txt").write_bytes(b"of another call")
    (trace,) = read(Input(path.name, path), io.BytesIO(), lambda _: None, subagents=True)
    result = next(event for event in trace.events if event.call == "toolu_1" and event.kind.value == "tool_result")
    assert trace.artifacts == (
        Artifact(
            name="toolu_1.txt",
            event=result.uid,
            media_type="text/plain",
            size=2000,
            sha256=hashlib.sha256(saved).hexdigest(),
        ),
    )
