"""Runs `opentraces` in its own environment: told on stdin what to do with which file, says on stdout what it took.

Imports nothing of Steno: it is started by another Python.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

TOOLS = ("regex", "entropy", "business_logic", "path_anonymizer", "classifier")
"""Every security tool that needs no other program, model or network."""


def parse(path: Path) -> Any:
    record = import_module("opentraces.capture.claude_code.parse").ClaudeCodeParser().parse_session(path)
    if record is None:
        raise ValueError("the session was dropped")
    return record


def write(path: Path) -> Any:
    return parse(path).to_jsonl_line()


def whole(path: Path) -> Any:
    config = import_module("opentraces.core.config").Config()
    for name in TOOLS:
        getattr(config.security, name).enabled = True
    pipeline = import_module("opentraces.core.pipeline")
    return pipeline.process_imported_trace(parse(path), config).record.to_jsonl_line()


ACTIONS = {"read": parse, "write": write, "whole": whole}


def answer(action: str, path: Path) -> dict[str, Any]:
    gc.collect()
    begin = time.process_time()
    made = ACTIONS[action](path)
    took = time.process_time() - begin
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    size = len(made.encode()) if isinstance(made, str) else 0
    return {"seconds": took, "peak": int(peak.split()[1]) * 1024, "size": size}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            told = answer(asked["action"], Path(asked["path"]))
        except Exception as error:  # noqa: BLE001  whatever the other program raises is an answer
            told = {"failed": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
