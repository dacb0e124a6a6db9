"""Runs `teich` in its own environment: told files on stdin, says on stdout what its training rows hold of each.

Imports nothing of Steno: it is started by another Python.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def counted(path: Path) -> dict[str, Any]:
    found = import_module("teich").convert_trace_to_training_example(path)
    messages = found.messages
    results = [each for each in messages if each["role"] == "tool"]
    return {
        "rows": 1,
        "system": sum(each["role"] == "system" for each in messages),
        "user": sum(each["role"] == "user" for each in messages),
        "assistant": sum(each["role"] == "assistant" for each in messages),
        "thoughts": sum(bool(each.get("reasoning_content")) for each in messages),
        "calls": [call["id"] for each in messages for call in each.get("tool_calls") or ()],
        "results": [each.get("tool_call_id") for each in results],
        "result_characters": sum(len(each["content"]) for each in results if isinstance(each["content"], str)),
        "tools": len(found.tools),
    }


def main() -> None:
    for line in sys.stdin:
        try:
            told = counted(Path(line.strip()))
        except Exception as error:  # noqa: BLE001  whatever the other program raises is an answer
            told = {"failed": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
