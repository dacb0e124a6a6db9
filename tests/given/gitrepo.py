"""A git repository in a folder, and sessions that edit its files: real git, invented work."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

START = 1_767_603_600
"""2026-01-05T09:00:00Z"""


class Repo:
    """Every change takes a minute."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.path = folder
        self.now = START
        self.author = "h@e.org"
        self.sessions = folder.parent / "sessions"
        self.sessions.mkdir(exist_ok=True)
        self._records: dict[str, list[dict[str, Any]]] = {}
        folder.mkdir()
        self.git("init", "-q", "-b", "main", *args)

    def git(self, *args: str, given: bytes | None = None) -> str:
        when = f"{self.now} +0000"
        environ = {
            "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C",
            "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_NAME": "H",
            "GIT_AUTHOR_EMAIL": self.author, "GIT_COMMITTER_NAME": "H", "GIT_COMMITTER_EMAIL": self.author,
            "HOME": str(self.path.parent), "GIT_EDITOR": "true",
        }  # fmt: skip
        done = subprocess.run(
            ["git", "-C", str(self.path), *args], input=given, capture_output=True, env=environ, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def tick(self) -> None:
        self.now += 60

    def days(self, count: int, author: str = "") -> None:
        """Time goes by; with an author, it is another one's turn."""
        self.now += count * 86400
        self.author = author or self.author

    def put(self, name: str, text: str) -> None:
        """A human writes a file."""
        self.tick()
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def text(self, name: str) -> str:
        return (self.path / name).read_bytes().decode()

    def commit(self, *args: str) -> str:
        self.tick()
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "work", *args)
        return self.git("rev-parse", "HEAD")

    def _time(self) -> str:
        return datetime.fromtimestamp(self.now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def call(
        self, session: str, tool: str, arguments: dict[str, Any], detail: Any, *, error: bool = False,
        output: str = "done",
    ) -> dict[str, Any]:  # fmt: skip
        """A call and its result, in Claude Code's log."""
        self.tick()
        records = self._records.setdefault(session, [])
        number = len(records)
        id = f"toolu_{session}_{number}"
        result: dict[str, Any] = {"type": "tool_result", "tool_use_id": id, "content": output}
        result |= {"is_error": True} if error else {}
        for kind, content, more in (
            ("assistant", [{"type": "tool_use", "id": id, "name": tool, "input": arguments}], {}),
            ("user", [result], {"toolUseResult": detail}),
        ):
            message = {"role": kind, "content": content, "model": "claude-test-1", "id": f"msg_{number}"}
            records.append(
                {
                    "type": kind, "uuid": f"{session}-{len(records)}", "parentUuid": None, "sessionId": session,
                    "timestamp": self._time(), "cwd": str(self.path), "version": "2.1.0", "message": message, **more,
                }
            )  # fmt: skip
        self.write(session)
        return records[-2]

    def write(self, session: str) -> Path:
        path = self.sessions / f"{session}.jsonl"
        path.write_text("".join(json.dumps(each) + "\n" for each in self._records[session]))
        return path

    def edit(self, session: str, name: str, old: str, new: str, *, works: bool = True) -> None:
        """An agent replaces a text, as Claude Code's Edit does."""
        path, before = self.path / name, self.text(name)
        arguments = {"file_path": str(path), "old_string": old, "new_string": new}
        if not works:
            self.call(session, "Edit", arguments, "Error: String to replace not found in file.", error=True)
            return
        assert before.count(old) == 1
        self.call(session, "Edit", arguments, {"filePath": str(path), "originalFile": before, "userModified": False})
        path.write_bytes(before.replace(old, new).encode())

    def create(self, session: str, name: str, text: str) -> None:
        """An agent writes a new file."""
        path = self.path / name
        detail = {"type": "create", "filePath": str(path), "content": text, "structuredPatch": []}
        self.call(session, "Write", {"file_path": str(path), "content": text}, detail)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def codex(self, session: str, *payloads: dict[str, Any]) -> None:
        """Records of a Codex rollout, after its head."""
        self.tick()
        path = self.sessions / f"{session}.jsonl"
        head = [{"type": "session_meta", "payload": {"id": session, "cwd": str(self.path), "timestamp": self._time()}}]
        head += [{"type": "turn_context", "payload": {"cwd": str(self.path), "model": "gpt-test"}}]
        records = [*([] if path.exists() else head), *payloads]
        with path.open("a") as stream:
            for record in records:
                stream.write(json.dumps({"timestamp": self._time(), **record}) + "\n")


def patched(
    patch: str, *, call: str = "call_1", output: str = "Success. Updated the following files:\nM x\n"
) -> tuple[dict[str, Any], ...]:
    """A patch as Codex's own tool call, and its output."""
    asked = {"type": "custom_tool_call", "status": "completed", "call_id": call, "name": "apply_patch", "input": patch}
    done = {"type": "custom_tool_call_output", "call_id": call, "output": output}
    return {"type": "response_item", "payload": asked}, {"type": "response_item", "payload": done}
