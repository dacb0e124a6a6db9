"""Reads the blocks of a message, one event each."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.formats.awf import said
from steno.formats.awf.actors import HUMAN, MODEL, PROGRAM, TOOL
from steno.formats.awf.log import Log
from steno.formats.awf.wire import BLOCKS, SYSTEM, seems_instructed
from steno.formats.records import moved
from steno.model import (
    Body,
    Kind,
    Lifecycle,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Visibility,
)
from steno.model.event import SYSTEM_PROMPT

SHELL = "shell"
"""The tool that a command is given to."""

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM, "developer": Role.DEVELOPER}
_ACTORS = {Role.USER: HUMAN, Role.ASSISTANT: MODEL}


def read(log: Log, kind: str, role: JSON, blocks: JSON, where: str) -> None:
    """The blocks of a message.  One without any is kept as the mark that there was a message."""
    if blocks is not None and type(blocks) is not list:
        log.expect(where, blocks, list)
    if type(role) is not str and where != "/payload":
        log.expect("/payload/role", role, str)
    voice = _ROLES.get(role) if type(role) is str else None
    if kind == "message.user" or voice is Role.USER:
        log.prompt()
    if type(blocks) is not list or not blocks:
        log.emit(Kind.LIFECYCLE, Lifecycle(kind), PROGRAM)
        return
    reader = _Blocks(log, voice, len(blocks))
    prompts = _system_prompts(blocks) if voice is Role.USER else {}
    for index, block in enumerate(blocks):
        if index in prompts:
            log.instructed(block.get("text"))
            _Blocks(log, Role.SYSTEM, len(blocks), prompts[index]).block(index, block, f"{where}/{index}")
        else:
            reader.block(index, block, f"{where}/{index}")


def _system_prompts(blocks: list[JSON]) -> dict[int, str]:
    """Which blocks of a prompt are the system prompt, and by which rule: those that say so, or the second of two."""
    if seems_instructed(blocks):
        return {1: SYSTEM_PROMPT}
    return {index: "" for index, block in enumerate(blocks) if type(block) is dict and block.get(SYSTEM) is True}


class _Blocks:
    def __init__(self, log: Log, role: Role | None, count: int, rule: str = "") -> None:
        self._log, self._count = log, count
        self._actor = _ACTORS.get(role, PROGRAM) if role else PROGRAM
        self._about: dict[str, Any] = {**said.spoken(role), "rule": rule}
        if role is Role.ASSISTANT:
            self._about["response"] = log.line.name

    def block(self, index: int, block: JSON, where: str) -> None:
        log = self._log
        kind = block.get("type") if type(block) is dict else None
        if type(kind) is not str or kind not in BLOCKS:
            if type(kind) is not str:
                log.expect(f"{where}/type", kind, str)
            log.unknown(kind if type(kind) is str else "untyped block", where, index, self._count)
            return
        wrong = next((key for key in BLOCKS[kind] if not _is_right(key, block)), None)
        if wrong is not None or (kind == "tool_use" and type(block.get("tool_name")) is not str):
            log.expect(f"{where}/{wrong or 'tool_name'}", block.get(wrong or "tool_name"), str)
            log.unknown(kind, where, index, self._count)
            return
        fidelity = log.take(block, "fidelity", where)
        kept, body, actor, about = getattr(self, f"_{kind}")(block, where, (log.line.name, index))
        whole = {**self._about, "fidelity": fidelity, **about}
        log.emit(kept, body, actor, where, index, self._count, **whole)

    def _text(self, block: dict[str, JSON], where: str, place: tuple[str, int]) -> _Read:
        text = moved(block, "text")
        # A text that is empty is left out of the line.
        return Kind.MESSAGE, Text(text if isinstance(text, str) else ""), self._actor, {}

    def _thinking(self, block: dict[str, JSON], where: str, place: tuple[str, int]) -> _Read:
        text = self._log.take(block, "thinking", where)
        return Kind.THOUGHT, said.thought(text), self._actor, said.INTERNAL

    def _tool_use(self, block: dict[str, JSON], where: str, place: tuple[str, int]) -> _Read:
        native = self._log.take(block, "tool_id", where)
        if twin := self._log.echoes.calls.get(place):
            return self._again(block, "tool_use", ("tool_name", "tool_input"), native, twin.uid, twin.call)
        tool = block["tool_name"]
        block["tool_name"] = UNSET
        if isinstance(native, str):
            self._log.tools[native] = tool
        return (
            Kind.TOOL_CALL,
            ToolCall(tool, moved(block, "tool_input")),
            self._actor,
            {**said.INTERNAL, "call": native},
        )

    def _tool_result(self, block: dict[str, JSON], where: str, place: tuple[str, int]) -> _Read:
        native = self._log.take(block, "tool_id", where)
        if twin := self._log.echoes.results.get(place):
            return self._again(block, "tool_result", ("tool_content",), native, twin.uid, twin.call)
        tool = self._log.tools.get(native) if isinstance(native, str) else None
        actor = TOOL if tool is None else self._log.actors.tool(tool)
        about = {**said.ANSWERED, "call": native, "response": UNSET}
        return Kind.TOOL_RESULT, ToolResult(moved(block, "tool_content")), actor, about

    def _again(
        self, block: dict[str, JSON], name: str, keys: tuple[str, ...], native: str | UnsetType, uid: str, call: str
    ) -> _Read:
        """What an event of the router states too: counted there, kept here."""
        data = {key: moved(block, key) for key in keys if key in block}
        about: dict[str, Any] = {"echo_of": uid, "call": call, "visibility": Visibility.METADATA}
        if isinstance(native, str):
            about["call_ids"] = {"block": native}
        return Kind.LIFECYCLE, Lifecycle(name, data=data or UNSET), self._actor, about

    def _command(self, block: dict[str, JSON], where: str, place: tuple[str, int]) -> _Read:
        return Kind.TOOL_CALL, ToolCall(SHELL, moved(block, "command")), self._actor, said.INTERNAL

    def _stream(self, block: dict[str, JSON], where: str, place: tuple[str, int]) -> _Read:
        piece = self._log.take(block, "text" if block.get("text") else "chunk", where)
        # Of no response: what goes on in the next event is still one text.
        return Kind.MESSAGE, Text(piece if isinstance(piece, str) else ""), self._actor, {"response": UNSET}


_Read = tuple[Kind, Body, str, said.About]


def _is_right(key: str, block: dict[str, JSON]) -> bool:
    """Whether a field is absent or of the type it has; two may be anything."""
    return key in ("tool_input", "tool_content") or type(block.get(key, "")) is str
