"""What a table costs: Claude Code's logs read by the kit and by the reader written by hand, in the same run.

    python -m bench.kit FOLDER

FOLDER holds session files (`**/*.jsonl`).  The table takes what the reader takes, so both make as many events.
"""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path
from statistics import median

from steno.agents.claude_code import reader
from steno.agents.claude_code.wire import ENVELOPE, MARKS, RECORDS, USAGE
from steno.base.exact import JSON
from steno.contracts import Reader
from steno.diagnostics import Place
from steno.kit import reading
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Shape, Spec, by
from steno.model import Kind

_ROUNDS = 7


def _blocks(actor: str) -> Blocks:
    words = Shape(Kind.MESSAGE, actor, {"text": "body.text"})
    call = {"name": "body.tool", "input": "body.arguments", "id": "call"}
    result = {"content": "body.content", "is_error": "body.error", "tool_use_id": "call"}
    return Blocks(
        "message.content",
        by("type"),
        {
            "text": words,
            "thinking": Shape(Kind.THOUGHT, actor, {"thinking": "body.text"}),
            "redacted_thinking": Shape(Kind.THOUGHT, actor),
            "tool_use": Shape(Kind.TOOL_CALL, actor, call),
            "tool_result": Shape(Kind.TOOL_RESULT, TOOL, result),
            "image": Shape(Kind.BLOB, actor),
        },
        words=words,
    )


def _lifecycle(kind: str) -> Shape:
    shape = RECORDS[kind]
    if shape.transient:
        return Shape(Kind.LIFECYCLE, sets={"body.transient": True})
    return Shape(Kind.LIFECYCLE, takes={shape.text: "body.text"} if shape.text else {}, rest=True)


SPEC = Spec(
    name="claude-code",
    tell=by("type"),
    records={
        "user": _blocks(HUMAN),
        "assistant": _blocks(MODEL),
        **{kind: _lifecycle(kind) for kind in RECORDS},
    },
    every={
        "timestamp": "time",
        "uuid": "native",
        "parentUuid": "parent",
        "message.id": "response",
        "message.model": "model",
        **{f"message.usage.{key}": f"usage.{name}" for key, name in USAGE.items()},
    },
    header={
        "sessionId": "ids.session",
        "agentId": "ids.agent",
        "version": "versions",
        "cwd": "environment.cwd",
        "gitBranch": "environment.git_branch",
        "entrypoint": "environment.entrypoint",
        "slug": "environment.slug",
        "userType": "environment.user",
    },
    envelope=ENVELOPE,
    marks=MARKS,
)


def seconds(read: Reader, files: list[bytes]) -> tuple[float, int]:
    """The CPU time that the files take, and how many events they hold."""
    start, events = time.process_time(), 0
    for data in files:
        for trace in read.read(io.BytesIO(data), Place(), _silent):
            events += len(trace.events)
    return time.process_time() - start, events


def _silent(_: JSON) -> None:
    pass


def main(folder: str) -> None:
    files = [path.read_bytes() for path in sorted(Path(folder).rglob("*.jsonl"))]
    by_table = reading.Reader(SPEC)
    runs = [(seconds(reader, files), seconds(by_table, files)) for _ in range(_ROUNDS)]
    hand, table = (median(run[side][0] for run in runs) for side in (0, 1))
    size = sum(map(len, files)) / 1e6
    print(f"{len(files)} files, {size:.1f} MB; events: {runs[0][0][1]} by hand, {runs[0][1][1]} by table")
    print(f"by hand  {hand:.3f} s  {size / hand:.0f} MB/s")
    print(f"by table {table:.3f} s  {size / table:.0f} MB/s  {table / hand:.2f} x")


if __name__ == "__main__":
    main(sys.argv[1])
