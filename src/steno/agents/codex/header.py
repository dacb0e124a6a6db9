"""What a rollout's `session_meta` and `turn_context` records say of the whole thread."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from steno.agents.codex.wire import GIT, RUNTIMES, STATED
from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.base.time import parse
from steno.model.signs import Signs


class Thread(NamedTuple):
    """Who speaks in a thread, and to whom."""

    id: str | UnsetType = UNSET
    provider: str | UnsetType = UNSET
    parent: str | UnsetType = UNSET
    subagent: bool = False


class Session:
    """The first `session_meta` is the file's own; a fork copies its parent's after it, and those say nothing here."""

    def __init__(self) -> None:
        self.known = False
        self.title: str | UnsetType = UNSET
        self.thread = Thread()
        self.begins: int | None = None
        """The ordinal of the first record that is the thread's own, where the file says so."""
        self._fields: dict[str, Any] = {}
        self._ids: dict[str, tuple[str, ...]] = {}
        self._environment: dict[str, JSON] = {}
        self._directories: dict[str, None] = {}
        self._timezone: str | UnsetType = UNSET
        self._tools: dict[str, JSON] = {}

    def begin(self, meta: dict[str, JSON], started: JSON) -> None:
        """Take what the file's own `session_meta` says."""
        if self.known:
            return
        self.known = True
        self._identify(meta)
        self.turn(meta)
        self._environment = {key: value for key, value in meta.items() if key in STATED and value is not None}
        git = meta.get("git")
        if type(git) is dict:
            self._environment.update((name, [git[key]]) for key, name in GIT.items() if text(git.get(key)))
        self.tools(meta.get("dynamic_tools"))
        version, prompt = text(meta.get("cli_version")), meta.get("base_instructions")
        prompt = text(prompt.get("text") if type(prompt) is dict else prompt)
        originator = meta.get("originator")
        self._fields = {
            "versions": (version,) if version else (),
            "started": text(started),
            "runtime": RUNTIMES.get(originator, UNSET) if type(originator) is str else UNSET,
            "system_prompts": {sha256(prompt.encode("utf-8", "surrogatepass")): prompt} if prompt else {},
        }

    def _identify(self, meta: dict[str, JSON]) -> None:
        source = meta.get("source")
        kind = source.get("subagent") if type(source) is dict else None
        spawn = kind.get("thread_spawn") if type(kind) is dict else None
        parent = spawn.get("parent_thread_id") if type(spawn) is dict else None
        thread = self.thread = Thread(
            text(meta.get("id")),
            text(meta.get("model_provider")),
            text(meta.get("parent_thread_id")) or text(parent),
            kind is not None or meta.get("thread_source") == "subagent",
        )
        base, begins = meta.get("history_base"), meta.get("subagent_history_start_ordinal")
        self.begins = begins if type(begins) is int else None
        ids = {
            "session": text(meta.get("session_id")) or thread.id,
            "thread": thread.id,
            "agent": thread.id if thread.subagent else UNSET,
            "parent": thread.parent,
            "forked_from": text(meta.get("forked_from_id")),
            "history_base": text(base.get("thread_id") if type(base) is dict else None),
        }
        self._ids = {name: (value,) for name, value in ids.items() if isinstance(value, str)}

    @property
    def copies(self) -> bool:
        """Whether another thread is named, of which the file may hold copies."""
        return "forked_from" in self._ids or "parent" in self._ids

    @property
    def began(self) -> datetime | None:
        started = self._fields.get("started")
        return parse(started) if isinstance(started, str) else None

    def turn(self, context: dict[str, JSON]) -> None:
        """Take what a turn's context says of the whole thread."""
        if directory := text(context.get("cwd")):
            self._directories[directory] = None
        self._timezone = self._timezone or text(context.get("timezone"))

    def tools(self, tools: JSON) -> None:
        """Take the definitions of tools, or of groups of tools, by name."""
        for tool in tools if type(tools) is list else [tools]:
            if type(tool) is dict and (name := text(tool.get("name"))):
                self._tools.setdefault(name, tool)

    def fields(self) -> dict[str, Any]:
        """The fields of the header."""
        cwd = {"cwd": list(self._directories)} if self._directories else {}
        return {
            **self._fields,
            "ids": self._ids,
            "title": self.title,
            "provider": self.thread.provider,
            "timezone": self._timezone,
            "environment": cwd | self._environment,
            "tools": self._tools,
        }


def place_of(record: dict[str, JSON]) -> Signs:
    """The folder and the branch that a record states."""
    git = record.get("git")
    return Signs(cwd=text(record.get("cwd")), branch=text(git.get("branch") if type(git) is dict else None))


def text(value: JSON) -> str | UnsetType:
    """A string that says something."""
    return value if type(value) is str and value else UNSET
