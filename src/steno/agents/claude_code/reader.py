"""Reads a Claude Code session file into a trace.  One file, one trace; sub-agents' files are traces of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno.agents.claude_code.given import Given
from steno.agents.claude_code.idiom import IDIOM, ended
from steno.agents.claude_code.ticks import echoing
from steno.agents.claude_code.wire import (
    ENVELOPE,
    MARKS,
    NAME,
    NESTED,
    OTHERS,
    RECORDS,
    STOPPED,
    TICK,
    TITLES,
    USAGE,
    Shape,
)
from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.base.memory import uncollected
from steno.base.once import Once
from steno.diagnostics import Place, Report
from steno.formats.blobs import embedded
from steno.formats.injected import pieces
from steno.formats.records import records, unreadable, wrong_type
from steno.idioms import over
from steno.model import (
    Actor,
    ActorKind,
    Blob,
    Body,
    Event,
    Header,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Source,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Usage,
    Visibility,
)
from steno.model.signs import NONE, Injected, LifecycleKind, Signs

HUMAN, PROGRAM, SPAWNER, TOOL, MODEL = "human", "claude-code", "parent", "tool", "model"

_ACTORS = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    PROGRAM: Actor(ActorKind.SYSTEM, "claude-code"),
    SPAWNER: Actor(ActorKind.MODEL, "parent agent", provider="anthropic"),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
    MODEL: Actor(ActorKind.MODEL, "assistant"),
}


_ENVELOPE = ("sessionId", "agentId", "version", "cwd", "gitBranch", "entrypoint", "slug", "userType", "forkedFrom")
"""What is nearly always as in the record before."""
_MOVED = (("timestamp", "time"), ("uuid", "native"), ("parentUuid", "parent"))
"""Strings of every record that its events hold."""


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """One trace: every record's blocks as events, in file order."""
    reading = _Reading(place, report)
    size = 0
    with uncollected(kept=True):
        for line in records(stream, place, report):
            reading.record(line)
            size = line.offset + line.length
    yield reading.trace(size)


class _Reading:
    """What is known while a file is being read."""

    def __init__(self, place: Place, report: Report) -> None:
        self._place, self._report = place, report
        self._events: list[Event] = []
        self._actors: dict[str, Actor] = {}
        self._tools: dict[str, str] = {}
        self._models: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._seen: dict[str, dict[str, None]] = {key: {} for key in _ENVELOPE}
        self._turn = 0
        self._waits = False
        """Whether any prompt had to wait."""
        self._thoughts = False
        self._line: Line
        self._rec: dict[str, JSON]
        self._around: tuple[JSON, ...] = ()
        self._envelope: dict[str, str] = {}
        self._native = ""
        self._signs = NONE
        """What every event of this record says: records that say the same share it."""
        self._stated: dict[str | None, Signs] = {}
        """The signs of records with this envelope, by why the response ended."""
        self._shared: dict[str, Any]
        self._detail: JSON | UnsetType = UNSET
        self._sidechain = False
        self._first = 0
        """Where the events of this record begin."""
        self._given = Given()
        self._once = Once()
        self._told: set[str] = set()
        """The ids of records that ticks hold."""

    def record(self, line: Line) -> None:
        """Every line becomes at least one event."""
        rec = line.value
        if type(rec) is not dict:
            self._events.append(unreadable(line, self._actor(PROGRAM)))
            return
        self._line, self._rec, self._detail = line, rec, UNSET
        get = rec.get
        around = tuple(map(get, _ENVELOPE))
        if around == self._around:
            # Most records say what the one before said: they hold the same texts, not equal ones.
            rec |= self._envelope
        else:
            self._around = around
            self._envelope = {key: value for key, value in zip(self._seen, around, strict=True) if type(value) is str}
            for key, text in self._envelope.items():
                self._seen[key].setdefault(text)
            self._given.copy(get("forkedFrom"))
            self._stated = {}
        self._sidechain = get("isSidechain") is True
        shared = self._shared = {}
        for key, name in _MOVED:
            value = get(key)
            if type(value) is str:
                shared[name], rec[key] = value, UNSET
            elif value is not None:
                self._expect("/" + key, value, str)
        if shared.get("parent") == self._native:
            shared["parent"] = self._native
        self._native = shared.get("native", "")
        if self._sidechain and type(agent := rec.get("agentId")) is str:
            shared["span"] = agent
        self._signs = self._stated.get(None) or self._say(None)
        first = self._first = len(self._events)
        kind = rec.get("type")
        if kind == "assistant":
            self._assistant()
        elif kind == "user":
            self._user()
        elif type(kind) is str and kind in RECORDS:
            self._lifecycle(kind, RECORDS[kind])
        elif type(kind) is not str:
            self._expect("/type", kind, str)
        if len(self._events) == first:
            self._emit(Kind.UNKNOWN, Unknown(kind if type(kind) is str else "untyped record"), PROGRAM)

    def trace(self, size: int) -> Trace:
        seen = {key: tuple(values) for key, values in self._seen.items()}
        ids = {"session": seen["sessionId"], "agent": seen["agentId"], "forked_from": tuple(self._given.origins)}
        environment = {"cwd": seen["cwd"], "git_branch": seen["gitBranch"], "entrypoint": seen["entrypoint"]}
        header = Header(
            ids={key: values for key, values in ids.items() if values},
            agent=NAME,
            versions=seen["version"],
            title=next((self._titles[key] for key in TITLES if key in self._titles), UNSET),
            provider="anthropic" if any(actor.model and actor.provider for actor in self._actors.values()) else UNSET,
            actors=self._actors,
            environment={key: list(values) for key, values in environment.items() if values},
            system_prompts=self._given.prompts,
            tools=self._given.tools,
            thoughts=self._thoughts,
            sources=(Source(NAME, self._place.path or UNSET, size),),
        )
        events = self._recounted(header) if self._waits else self._events
        return Trace(header=header, events=tuple(echoing(events, self._told) if self._told else events))

    def _recounted(self, header: Header) -> list[Event]:
        """The events with the turns of prompts that waited, and of which only the whole log tells what became."""
        from steno.speech import handed_over  # costs start-up, and few logs have such prompts

        starts = handed_over(header, self._events)
        if not starts:
            return self._events
        found, passed = self._events[: starts[0]], 0
        for index in range(starts[0], len(self._events)):
            passed += passed < len(starts) and starts[passed] == index
            event = self._events[index]
            found.append(replace(event, turn=(event.turn or 0) + passed))
        return found

    # Records

    def _assistant(self) -> None:
        rec, shared = self._rec, self._shared
        message = rec.get("message")
        if type(message) is not dict:
            self._expect("/message", message, dict)
            return
        response = message.get("id")
        if type(response) is str:
            message["id"] = UNSET
            shared["response"] = response
        model = message.get("model")
        if type(model) is str:
            message["model"] = UNSET
            model = shared["model"] = self._models.setdefault(model, model)
        else:
            model = None
        stop = message.get("stop_reason")
        if type(stop) is str:
            self._signs = self._stated.get(stop) or self._say(stop)
        if rec.get("isApiErrorMessage") is True:
            self._signs = replace(self._signs, api_error=True)
        if (usage := _usage(stated := message.get("usage"))) is not UNSET:
            shared["usage"], message["usage"] = usage, self._once(stated)
        actor = self._model(model, shared.get("span"))
        visibility = Visibility.INTERNAL if self._sidechain else Visibility.PUBLIC
        self._content(message, actor, Role.ASSISTANT, visibility)

    def _user(self) -> None:
        rec = self._rec
        message = rec.get("message")
        if type(message) is not dict:
            self._expect("/message", message, dict)
            return
        content = message.get("content")
        blocks = content if type(content) is list else ()
        results = sum([type(block) is dict and block.get("type") == "tool_result" for block in blocks])
        if self._is_programs():
            actor, visibility = PROGRAM, Visibility.INTERNAL
        elif self._sidechain:
            actor, visibility = SPAWNER, Visibility.INTERNAL
        else:
            actor, visibility = HUMAN, Visibility.PUBLIC
            if results < len(blocks) or not blocks:
                self._turn += _opens(content)
        if results and rec.get("toolDenialKind") in STOPPED:
            self._signs = replace(self._signs, interrupted=True)
        if results == 1 and "toolUseResult" in rec:
            detail = self._detail = rec["toolUseResult"]
            rec["toolUseResult"] = UNSET
            if type(detail) is dict and type(run := detail.get("agentId")) is str:
                self._shared["child_run"] = run
        self._content(message, actor, Role.USER, visibility)

    def _is_programs(self) -> bool:
        """Whether the record itself says that no human wrote it."""
        rec, origin = self._rec, self._rec.get("origin")
        if type(rec.get("planContent")) is str and not self._sidechain:
            self._signs = replace(self._signs, injected=Injected.PLAN)
            return True
        if rec.get("isMeta") is True or rec.get("isCompactSummary") is True:
            return True
        return type(origin) is dict and type(kind := origin.get("kind")) is str and kind in OTHERS

    def _lifecycle(self, kind: str, shape: Shape) -> None:
        rec = self._rec
        name = kind
        if shape.subtype:
            value: JSON = rec
            for part in shape.subtype:
                value = value.get(part) if type(value) is dict else None
            if type(value) is str:
                name = f"{kind}.{value}"
        if shape.transient:
            tick = name == TICK
            call = self._started(rec["data"]) if tick else UNSET
            self._emit(Kind.LIFECYCLE, Lifecycle(name, transient=True), PROGRAM, call=call)
            if tick:
                self._nested(rec["data"])
            return
        text: str | UnsetType = UNSET
        if shape.text and type(words := rec.get(shape.text)) is str:
            text, rec[shape.text] = words, UNSET
            if kind in TITLES:
                self._titles[kind] = words
        data = {}
        for key in [key for key in rec if key not in ENVELOPE and (key,) != shape.subtype and rec[key] is not UNSET]:
            data[key], rec[key] = rec[key], UNSET
        if kind == "attachment":
            self._given.to_model(data.get(kind))
        body = Lifecycle(name, text, data or UNSET)
        signs = IDIOM.of_lifecycle(body)
        if kind == "result" and (reported := ended(data.get("is_error"), rec.get("subtype"))) is not None:
            signs = replace(signs, reported=reported)
        about = signs.lifecycle
        if about is LifecycleKind.PROMPT:
            self._turn += 1
        self._waits = self._waits or about is LifecycleKind.QUEUED
        self._emit(Kind.LIFECYCLE, body, PROGRAM, signs=signs)

    def _started(self, data: dict[str, JSON]) -> str | UnsetType:
        """A tick of a sub-agent says which call started it, also where that call never gets a result."""
        run, call = data.get("agentId"), self._rec.get("parentToolUseID")
        if type(run) is not str or type(call) is not str:
            return UNSET
        self._shared["child_run"] = run
        return call

    def _nested(self, data: dict[str, JSON]) -> None:
        """What a sub-agent said, called or got: a tick holds the whole message.  What it took stays in the tick."""
        record, run = data.get("message"), data.get("agentId")
        message = record.get("message") if type(record) is dict else None
        if type(record) is not dict or type(message) is not dict or type(run) is not str:
            return
        stated = {
            "time": record.get("timestamp"),
            "native": record.get("uuid"),
            "response": message.get("id"),
            "model": message.get("model"),
            "span": run,
        }
        shared = self._shared = {name: value for name, value in stated.items() if type(value) is str}
        self._told.add(shared.get("native", ""))
        if record.get("type") == "assistant":
            actor = self._model(shared.get("model"), run)
            self._content(message, actor, Role.ASSISTANT, Visibility.INTERNAL, NESTED)
        elif record.get("type") == "user":
            self._content(message, SPAWNER, Role.USER, Visibility.INTERNAL, NESTED)

    # Blocks

    def _content(
        self, message: dict[str, JSON], actor: str, role: Role, visibility: Visibility, above: str = ""
    ) -> None:
        """The blocks of the message that stands in the record, or at a place `above` it."""
        content = message.get("content")
        place = f"{above}/message/content"
        if type(content) is str:
            message["content"] = UNSET
            self._words(content, actor, role, visibility, place, 0 if above else None)
            return
        if type(content) is not list:
            self._expect(place, content, list)
            return
        for index, block in enumerate(content):
            where = f"{place}/{index}"
            kind = block.get("type") if type(block) is dict else None
            number = index if above or len(content) > 1 else None
            if kind == "text" and type(text := block.get("text")) is str:
                block["text"] = UNSET
                self._words(text, actor, role, visibility, where, number)
            elif kind == "tool_use" or kind == "server_tool_use":
                self._call(block, actor, where, number)
            elif kind == "tool_result" or (type(kind) is str and kind.endswith("_tool_result")):
                self._result(block, where, number)
            elif kind == "thinking" or kind == "redacted_thinking":
                self._thought(block, actor, where, number)
            elif kind == "image" or kind == "document":
                self._emit(Kind.BLOB, _blob(block.get("source")), actor, role, visibility, where, number)
            else:
                name = kind if type(kind) is str else "untyped block"
                self._emit(Kind.UNKNOWN, Unknown(name), actor, role, visibility, where, number)

    def _words(self, text: str, actor: str, role: Role, visibility: Visibility, where: str, number: int | None) -> None:
        """A text; of a prompt, what the program wrote into it stands apart."""
        if actor != HUMAN and actor != SPAWNER:
            signs = IDIOM.of_text(text) if role is Role.USER else NONE
            self._emit(Kind.MESSAGE, Text(text), actor, role, visibility, where, number, signs=signs)
            return
        for piece in pieces(text, MARKS):
            who, seen = (actor, visibility) if piece.human else (PROGRAM, Visibility.INTERNAL)
            signs = NONE if piece.human else IDIOM.of_text(piece.text)
            more: dict[str, Any] = {"rule": piece.rule, "suffix": piece.suffix, "signs": signs}
            self._emit(Kind.MESSAGE, Text(piece.text), who, role, seen, where, number, **more)

    def _call(self, block: dict[str, JSON], actor: str, where: str, number: int | None) -> None:
        tool, call = block.get("name"), block.get("id")
        if type(tool) is not str:
            self._expect(where + "/name", tool, str)
            self._emit(Kind.UNKNOWN, Unknown("tool_use"), actor, Role.ASSISTANT, Visibility.INTERNAL, where, number)
            return
        block["name"] = UNSET
        arguments = block.get("input", UNSET)
        if arguments is not UNSET:
            block["input"] = UNSET
        if type(call) is str:
            block["id"] = UNSET
            self._tools[call] = tool
        else:
            self._expect(where + "/id", call, str)
            call = UNSET
        body = ToolCall(tool, arguments)
        self._emit(Kind.TOOL_CALL, body, actor, Role.ASSISTANT, Visibility.INTERNAL, where, number, call)

    def _result(self, block: dict[str, JSON], where: str, number: int | None) -> None:
        call, error = block.get("tool_use_id"), block.get("is_error")
        content = block.get("content", UNSET)
        if content is not UNSET:
            block["content"] = UNSET
        if type(error) is bool:
            block["is_error"] = UNSET
        else:
            if error is not None:
                self._expect(where + "/is_error", error, bool)
            error = UNSET
        if type(call) is str:
            block["tool_use_id"] = UNSET
        else:
            self._expect(where + "/tool_use_id", call, str)
            call = UNSET
        body = ToolResult(content, error, self._detail)
        _keep_once(content, self._detail)
        tool = self._tools.get(call) if type(call) is str else None
        actor, signs = self._tool(tool), IDIOM.of_own_result(body, tool or "")
        self._emit(Kind.TOOL_RESULT, body, actor, Role.TOOL, Visibility.INTERNAL, where, number, call, signs=signs)

    def _thought(self, block: dict[str, JSON], actor: str, where: str, number: int | None) -> None:
        self._thoughts = True
        text = block.get("thinking")
        if type(text) is str and text:
            block["thinking"] = UNSET
            body = Thought(ThoughtState.FULL, text)
        else:
            body = Thought(ThoughtState.ENCRYPTED)
        self._emit(Kind.THOUGHT, body, actor, Role.ASSISTANT, Visibility.INTERNAL, where, number)

    # Parts

    def _say(self, stop: str | None) -> Signs:
        """What records say that have this envelope and end a response in this way: they share it."""
        cwd, branch = (self._envelope.get(key, UNSET) for key in ("cwd", "gitBranch"))
        ends = UNSET if stop is None else stop
        signs = self._stated[stop] = Signs(cwd=cwd, branch=branch, stop=ends, replayed=self._given.copied)
        return signs

    def _emit(
        self,
        kind: Kind,
        body: Body,
        actor: str,
        role: Role | UnsetType = UNSET,
        visibility: Visibility = Visibility.METADATA,
        where: str = "",
        number: int | None = None,
        call: str | UnsetType = UNSET,
        *,
        rule: str = "",
        suffix: str = "",
        signs: Signs = NONE,
    ) -> None:
        line, later = self._line, len(self._events) > self._first
        if actor not in self._actors:
            self._actor(actor)
        self._events.append(
            Event(
                uid=(line.name if number is None else f"{line.name}.{number}") + suffix,
                kind=kind,
                body=body,
                origin=Origin(0, line.number, line.offset, line.length, where, rule),
                actor=actor,
                role=role,
                visibility=visibility,
                call=call,
                turn=self._turn or UNSET,
                residue=UNSET if later else self._rec,
                raw=UNSET if later else line.raw or UNSET,
                signs=self._signs if signs is NONE else over(self._signs, signs),
                **self._shared,
            )
        )

    def _actor(self, key: str) -> str:
        self._actors.setdefault(key, _ACTORS[key])
        return key

    def _model(self, model: str | None, instance: str | None) -> str:
        if model is None and instance is None:
            return MODEL
        key = f"{MODEL}:{model or ''}" + (f"@{instance}" if instance else "")
        if key not in self._actors:
            named = UNSET if model is None else model
            provider = "anthropic" if model is not None and model.startswith("claude") else UNSET
            name = "sub-agent" if instance else "assistant"
            self._actors[key] = Actor(ActorKind.MODEL, name, provider, named, instance or UNSET)
        return key

    def _tool(self, tool: str | None) -> str:
        if tool is None:
            return TOOL
        key = f"{TOOL}:{tool}"
        if key not in self._actors:
            self._actors[key] = Actor(ActorKind.TOOL, tool)
        return key

    def _expect(self, where: str, value: JSON, kind: type) -> None:
        self._report(wrong_type(self._place.path, self._line, where, value, kind))


def _opens(content: JSON) -> bool:
    """Whether anything of a record's content is the human's, and meant for the agent."""
    if type(content) is not list:
        return bool(content) and (type(content) is not str or any(piece.opens for piece in pieces(content, MARKS)))
    blocks = [block if type(block) is dict else {} for block in content]
    texts = (block.get("text") for block in blocks if block.get("type") != "tool_result")
    return any(type(text) is not str or any(piece.opens for piece in pieces(text, MARKS)) for text in texts)


def _keep_once(content: JSON, detail: JSON) -> None:
    """What a tool returned often stands in the record twice, and may be long."""
    if type(content) is str and type(detail) is dict:
        for key, each in detail.items():
            if type(each) is str and len(each) == len(content) and each == content:
                detail[key] = content


def _usage(usage: JSON) -> Usage | UnsetType:
    if type(usage) is not dict:
        return UNSET
    found = {}
    for key, name in USAGE.items():
        count = usage.get(key)
        if type(count) is int:
            found[name], usage[key] = count, UNSET
    return Usage(**found) if found else UNSET


def _blob(source: JSON) -> Blob:
    """An image or document by reference: its bytes stay in the record."""
    if type(source) is not dict:
        return Blob()
    media, data, url = source.get("media_type"), source.get("data"), source.get("url")
    known = media if type(media) is str else UNSET
    if type(data) is str:
        return embedded(data, known)
    return Blob(known, uri=url if type(url) is str else UNSET)
