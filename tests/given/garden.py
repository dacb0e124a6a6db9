"""An invented session with a failed edit and its retry, a command that worked the second time, and two requests."""

from __future__ import annotations

from tests.given.machine import record

SESSION = "5e550001-0000-4000-8000-000000000001"
PLAN = "/srv/garden/plan.txt"


def edit(id: str, old: str) -> dict[str, object]:
    arguments = {"file_path": PLAN, "old_string": old, "new_string": "roses: daily"}
    return {"type": "tool_use", "id": id, "name": "Edit", "input": arguments}


def water(id: str, why: str) -> dict[str, object]:
    return {"type": "tool_use", "id": id, "name": "Bash", "input": {"command": "water --roses", "description": why}}


def result(id: str, content: str, *, failed: bool | None = None) -> dict[str, object]:
    known = {} if failed is None else {"is_error": failed}
    return {"type": "tool_result", "tool_use_id": id, "content": content, **known}


def said(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def session(secret: str = "") -> list[dict[str, object]]:
    """Its steps: a request, a failed edit and its retry, a failed command and the same again, an answer; a second
    request and its answer.
    """
    patched = {"filePath": PLAN, "originalFile": "roses: weekly\n", "structuredPatch": [{"lines": ["-a", "+b"]}]}
    turns: list[tuple[str, object, dict[str, object]]] = [
        ("user", f"Water the roses daily{secret}", {}),
        ("assistant", [said("First the plan."), edit("toolu_1", "roses: never")], {}),
        ("user", [result("toolu_1", "String to replace not found in file.", failed=True)], {}),
        ("assistant", [edit("toolu_2", "roses: weekly")], {}),
        ("user", [result("toolu_2", "The file was updated.")], {"toolUseResult": patched}),
        ("assistant", [water("toolu_3", "Water them")], {}),
        ("user", [result("toolu_3", "Exit code 1\nthe pump is cold", failed=True)], {}),
        ("assistant", [water("toolu_4", "Water them again")], {}),
        ("user", [result("toolu_4", f"watered{secret}", failed=False)], {}),
        ("assistant", [said("The roses are watered daily.")], {}),
        ("user", "And the beans?", {}),
        ("assistant", [said("The beans have had enough.")], {}),
    ]
    return [record(kind, content, number, SESSION, **more) for number, (kind, content, more) in enumerate(turns)]
