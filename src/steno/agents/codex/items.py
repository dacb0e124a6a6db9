"""Reads response items: what the model was given and what it gave, one event per block."""

from __future__ import annotations

from functools import lru_cache
from sys import intern
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from steno.agents.codex.echoes import thoughts, words
from steno.agents.codex.header import text
from steno.agents.codex.idiom import IDIOM
from steno.agents.codex.log import PROGRAM, TOOL, Rollout
from steno.agents.codex.wire import CALLS, FAILED, IMAGE_TAG, IMAGES, ITEMS, MARKS, RESULTS
from steno.base.exact import JSON
from steno.formats.blobs import embedded, referred
from steno.formats.injected import pieces
from steno.model import (
    Blob,
    Kind,
    Lifecycle,
    Role,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Unknown,
    Visibility,
)
from steno.model.event import COMMAND, INJECTED
from steno.model.signs import NONE

_ROLES = {"assistant": Role.ASSISTANT, "developer": Role.DEVELOPER, "system": Role.SYSTEM, "user": Role.USER}
# An attribute of an Enum costs as much as an event's body, and these are needed for every record.
_MODEL, _USER, _TOOL, _INTERNAL = Role.ASSISTANT, Role.USER, Role.TOOL, Visibility.INTERNAL
_MESSAGE, _THOUGHT, _CALL, _RESULT = Kind.MESSAGE, Kind.THOUGHT, Kind.TOOL_CALL, Kind.TOOL_RESULT
_SUMMARY = ThoughtState.SUMMARY


@lru_cache(1024)
def pointer(where: str, key: str, index: int) -> str:
    """Where a part stands.  Most stand where those of other records do, and share it."""
    return f"{where}/{key}/{index}"


def read(log: Rollout, item: dict[str, JSON], where: str) -> None:
    """The events of one item, which stands at `where` in its record."""
    kind = item.get("type", "message")
    if type(kind) is not str:
        log.expect(where + "/type", kind, str)
        log.unknown("untyped item", where)
    elif kind in ITEMS:
        if kind == "additional_tools":
            log.session.tools(item.get("tools"))
        log.lifecycle(kind, item, where, ITEMS[kind])
    else:
        if "id" in item:
            log.native = log.take(item, "id", where)
        if kind == "message":
            _message(log, item, where)
        elif kind in CALLS:
            _call(log, kind, item, where)
        elif kind in RESULTS:
            _result(log, item, where, RESULTS[kind])
        elif kind == "reasoning":
            _reasoning(log, item, where)
        elif kind == "agent_message":
            actor = log.voice(text(item.get("author")))
            content(log, item, where, actor, Role.ASSISTANT, Visibility.INTERNAL)
        else:
            log.unknown(kind, where)


def _message(log: Rollout, item: dict[str, JSON], where: str) -> None:
    name = item.get("role")
    if type(name) is not str or name not in _ROLES:
        if type(name) is not str:
            log.expect(where + "/role", name, str)
        log.unknown("message", where)
        return
    actor, role, visibility = PROGRAM, _ROLES[name], _INTERNAL
    model: str | UnsetType = UNSET
    rule = ""
    if role is _MODEL:
        actor, visibility, model = log.voice(), log.answers(), log.model
    elif role is _USER:
        prompt, command = _is_prompt(log, item.get("content"))
        if prompt:
            actor, visibility = log.asked()
        elif command:
            actor, visibility = log.prompter(), log.answers()
        else:
            rule = INJECTED
    content(log, item, where, actor, role, visibility, model, rule=rule)


def _is_prompt(log: Rollout, parts: JSON) -> tuple[bool, bool]:
    """Whether it is a prompt, or at least a command that a human typed to the program.

    Where the file states its prompts, they are those; elsewhere, all but what the program is known to say.
    """
    if log.line.offset in log.state.prompts:
        return True, True
    said = [parts] if type(parts) is str else [words(part) for part in parts] if type(parts) is list else []
    if log.state.stated:
        return False, any(piece.rule == COMMAND for text in said if text for piece in pieces(text, MARKS))
    found = [piece for text in said if text is not None for piece in pieces(text, MARKS)]
    return None in said or any(piece.opens for piece in found), any(piece.human for piece in found)


def content(
    log: Rollout,
    holder: dict[str, JSON],
    where: str,
    actor: str,
    role: Role,
    visibility: Visibility,
    model: str | UnsetType = UNSET,
    echo: str = "",
    rule: str = "",
) -> None:
    """The parts of a message: words, images, and what is not known.  `echo` names what may only repeat an item."""
    parts = holder.get("content")
    if (
        type(parts) is list
        and len(parts) == 1
        and role is not _USER
        and not echo
        and words(part := parts[0]) is not None
    ):
        said, part["text"] = part["text"], UNSET  # the same as below, for what most messages are
        log.event(_MESSAGE, Text(said), actor, pointer(where, "content", 0), 0, 1, role, visibility, UNSET, model)
        return
    about: dict[str, Any] = {"role": role, "visibility": visibility, "model": model}
    if rule:
        about["rule"] = rule
    if type(parts) is str:
        holder["content"] = UNSET
        spoken(log, parts, actor, where, **about)
        return
    if type(parts) is not list:
        log.expect(where + "/content", parts, list)
        parts = []
    if not parts:
        log.event(Kind.UNKNOWN, Unknown("message without content"), actor, where, **about)
    count = len(parts)
    for index, part in enumerate(parts):
        place = pointer(where, "content", index)
        again = log.state.of.get((log.line.offset, 0 if role is _USER else index), UNSET) if echo else UNSET
        if (said := words(part)) is None:
            _wordless(log, part, actor, place, index, count, about | {"echo_of": again})
            continue
        part["text"] = UNSET
        if again:
            log.event(Kind.LIFECYCLE, Lifecycle(echo, said), actor, place, index, count, echo_of=again)
        elif count > 1 and role is _USER and IMAGE_TAG.fullmatch(said):
            tag = about | {"visibility": Visibility.INTERNAL}
            log.event(Kind.MESSAGE, Text(said), PROGRAM, place, index, count, **tag)
        else:
            spoken(log, said, actor, place, index, count, **about)


def spoken(log: Rollout, said: str, actor: str, where: str, index: int = 0, count: int = 1, **about: Any) -> None:
    """Words; of a prompt, what the program wrote into it stands apart."""
    if about["role"] is not _USER:
        log.event(_MESSAGE, Text(said), actor, where, index, count, **about)
        return
    if actor == PROGRAM:
        log.event(_MESSAGE, Text(said), actor, where, index, count, **about, signs=IDIOM.of_text(said))
        return
    for piece in pieces(said, MARKS):
        who, seen = (actor, about) if piece.human else (PROGRAM, about | {"visibility": _INTERNAL})
        signs = NONE if piece.human else IDIOM.of_text(piece.text)
        more = seen | {"rule": piece.rule, "suffix": piece.suffix, "signs": signs}
        log.event(_MESSAGE, Text(piece.text), who, where, index, count, **more)


def _wordless(log: Rollout, part: JSON, actor: str, place: str, index: int, count: int, about: dict[str, Any]) -> None:
    """A part that is an image, or not known."""
    kind = part.get("type") if type(part) is dict else None
    if type(kind) is str and kind in IMAGES:
        address = part.get(IMAGES[kind])
        blob = referred(address) if type(address) is str else Blob()
        log.event(Kind.BLOB, blob, actor, place, index, count, **about)
    else:
        name = kind if type(kind) is str else "untyped part"
        log.event(Kind.UNKNOWN, Unknown(name), actor, place, index, count, **about)


def _reasoning(log: Rollout, item: dict[str, JSON], where: str) -> None:
    actor, blocks = log.voice(), thoughts(item)
    log.alike = item.get("encrypted_content") is None
    item["type"] = "reasoning"  # one text for all
    count, summaries = len(blocks), [key for key, _ in blocks].count("summary")
    for index, (key, block) in enumerate(blocks):
        place = pointer(where, key, index if key == "summary" else index - summaries)
        if (said := words(block)) is None:
            log.event(Kind.UNKNOWN, Unknown("reasoning part"), actor, place, index, count, role=_MODEL)
            continue
        block["text"], block["type"] = UNSET, intern(block["type"])
        body = Thought(_SUMMARY if key == "summary" else ThoughtState.FULL, said)
        log.event(_THOUGHT, body, actor, place, index, count, _MODEL, _INTERNAL, model=log.model)
    if not blocks:
        sealed = type(item.get("encrypted_content")) is str
        body = Thought(ThoughtState.ENCRYPTED if sealed else ThoughtState.REDACTED)
        log.event(_THOUGHT, body, actor, where, role=_MODEL, visibility=_INTERNAL, model=log.model)


def _call(log: Rollout, kind: str, item: dict[str, JSON], where: str) -> None:
    shape = CALLS[kind]
    tool = shape.tool or log.take(item, "name", where)
    if not isinstance(tool, str):
        if item.get("name") is None:
            log.expect(where + "/name", None, str)
        log.unknown(kind, where)
        return
    arguments = item.get(shape.arguments, UNSET)
    if arguments is not UNSET:
        item[shape.arguments] = UNSET
    server: str | UnsetType = UNSET
    if "namespace" in item and not shape.tool:
        server = log.take(item, "namespace", where)
    call: str | UnsetType = UNSET
    if not shape.alone:
        # Before call ids were common, the output of a local shell call named the item's own id.
        own = log.native if kind == "local_shell_call" else UNSET
        call = log.take(item, "call_id", where) or own
        if isinstance(call, str):
            log.tools[call] = log.tool(tool, server)
    image = item.get("result") if kind == "image_generation_call" else None
    count, actor = 2 if type(image) is str else 1, log.voice()
    body = ToolCall(tool, arguments, server)
    log.event(_CALL, body, actor, where, 0, count, _MODEL, _INTERNAL, call, log.model)
    if type(image) is str:
        log.event(Kind.BLOB, embedded(image), actor, where + "/result", 1, count, role=_MODEL, visibility=_INTERNAL)


def _result(log: Rollout, item: dict[str, JSON], where: str, key: str) -> None:
    output = item.get(key, UNSET)
    if output is not UNSET:
        item[key] = UNSET
    call = log.take(item, "call_id", where)
    success, status = item.get("success"), item.get("status")
    error: bool | UnsetType = FAILED.get(status, UNSET) if type(status) is str else UNSET
    if type(success) is bool:
        error = not success
    actor = log.tools.get(call, TOOL) if isinstance(call, str) else TOOL
    child = _spawned(output) if actor == "tool:spawn_agent" else UNSET
    body = ToolResult(output, error)
    signs = IDIOM.of_result(body, actor.rpartition(":")[2])
    log.event(_RESULT, body, actor, where, 0, 1, _TOOL, _INTERNAL, call, signs=signs, child_run=child)


def _spawned(output: JSON) -> str | UnsetType:
    """The thread that a call of `spawn_agent` says it started: its output is JSON in a string."""
    if type(output) is not str or not output.startswith("{"):
        return UNSET
    try:
        stated = msgspec.json.decode(output)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return UNSET
    return text(stated.get("agent_id")) if type(stated) is dict else UNSET
