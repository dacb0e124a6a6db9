"""What a Claude Code session file should keep to, so that its parts can be told and counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from msgspec import UNSET

from steno.agents.claude_code.reader import read
from steno.base.counts import number_of
from steno.base.exact import decode
from steno.contracts import Finding, rules_of
from steno.diagnostics import Place, Report
from steno.formats.records import grouped
from steno.formats.rulebook import NOTE, WARNING, Rulebook, lines_of
from steno.model import Event, Kind, Origin, ToolResult, Trace

_SAME = '"sessionId":"s1","version":"2.1.39"'
_BASE = f"""[
{{"type":"user","uuid":"u1","parentUuid":null,{_SAME},"timestamp":"2026-01-31T00:00:00.000Z",
"message":{{"role":"user","content":"Hello."}}}},
{{"type":"assistant","uuid":"u2","parentUuid":"u1",{_SAME},"timestamp":"2026-01-31T00:00:01.000Z",
"message":{{"id":"m1","role":"assistant","model":"claude-opus-4-6",
"content":[{{"type":"tool_use","id":"t1","name":"Bash","input":{{"command":"ls"}}}}],
"usage":{{"input_tokens":3,"output_tokens":40}}}}}},
{{"type":"user","uuid":"u3","parentUuid":"u2",{_SAME},"timestamp":"2026-01-31T00:00:02.000Z",
"message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t1","content":"ok"}}]}}}}]"""
rule: Final = Rulebook[Trace](lambda: decode(_BASE.encode()).value, lines_of)


def load(stream: BinaryIO, place: Place, report: Report) -> Trace:
    return next(read(stream, place, report))


def _at(event: Event, message: str, key: str = "") -> Finding:
    origin = event.origin
    return Finding(origin.pointer + key, message, origin.line) if isinstance(origin, Origin) else Finding("", message)


def _calls(trace: Trace, kind: Kind) -> Iterator[tuple[str, Event]]:
    for event in trace.events:
        if event.kind is kind and isinstance(event.call, str):
            yield event.call, event


@rule("CLC001", bad={"/1": UNSET}, severity=WARNING)
def result_has_a_call(trace: Trace) -> Iterator[Finding]:
    """A tool result answers a call in the same file.

    In a trimmed or checkpointed copy the call may be gone; then nobody knows what the tool was asked.
    """
    called = {call for call, _ in _calls(trace, Kind.TOOL_CALL)}
    for call, event in _calls(trace, Kind.TOOL_RESULT):
        if call not in called:
            yield _at(event, f"the result of {call!r} has no call in this file", "/tool_use_id")


@rule("CLC002", bad={"/2": UNSET}, severity=NOTE)
def call_has_a_result(trace: Trace) -> Iterator[Finding]:
    """A tool call is answered by a result in the same file.

    An interrupted or still running call has none. An export marks it as missing and makes nothing up.
    """
    answered = {call for call, _ in _calls(trace, Kind.TOOL_RESULT)}
    for call, event in _calls(trace, Kind.TOOL_CALL):
        if call not in answered:
            yield _at(event, f"the call {call!r} has no result in this file", "/id")


@rule("CLC003", bad={"/1/parentUuid": "u9"}, severity=WARNING)
def parent_is_in_the_file(trace: Trace) -> Iterator[Finding]:
    """`parentUuid` names a record of the same file.

    Otherwise the file is part of a longer conversation.
    """
    uuids = {event.native for event in trace.events}
    for record in grouped(trace):
        parent = record.first.parent
        if parent is not UNSET and parent not in uuids:
            yield Finding("/parentUuid", f"the parent {parent!r} is not in this file", _line(record.first))


@rule("CLC004", bad={"/2/uuid": "u1"}, severity=WARNING)
def uuid_is_unique(trace: Trace) -> Iterator[Finding]:
    """Every record has a uuid of its own.

    A resumed session may repeat the records of the earlier one; count them once.
    """
    first: dict[object, int | None] = {}
    for record in grouped(trace):
        uuid, line = record.first.native, _line(record.first)
        if uuid in first and uuid is not UNSET:
            yield Finding("/uuid", f"line {first[uuid]} already has the uuid {uuid!r}", line)
        first.setdefault(uuid, line)


@rule("CLC005", bad={"/1/sessionId": "s2"}, severity=WARNING)
def one_session_per_file(trace: Trace) -> Iterator[Finding]:
    """All records of a file belong to one session.

    Some versions carry the beginning of a resumed session over into the new file.
    """
    sessions = trace.header.ids.get("session", ())
    if len(sessions) > 1:
        yield Finding(
            "/sessionId", f"the file holds {number_of(len(sessions), 'session')}, the first is {sessions[0]!r}"
        )


@rule("CLC006", bad={"/1/version": "2.1.20"}, severity=WARNING)
def output_tokens_are_counted(trace: Trace) -> Iterator[Finding]:
    """The version that wrote the file counted output tokens.

    Versions 2.1.12 to 2.1.29 wrote a stub of a few tokens per response. The real figure is not in the file: do not
    compute cost from it.
    """
    for version in trace.header.versions:
        found = re.fullmatch(r"2\.1\.(\d+)", version)
        if found and 12 <= int(found[1]) <= 29:
            yield Finding("/message/usage/output_tokens", f"version {version} wrote stubs for output tokens")


@rule("CLC007", bad={"/2/message/content/0/content": "<persisted-output>\nFull output saved to: a.txt"}, severity=NOTE)
def output_is_in_the_file(trace: Trace) -> Iterator[Finding]:
    """The output of a tool is in the session file.

    A large output is saved to its own file, and the record has only its path and first lines.
    """
    for event in trace.events:
        content = event.body.content if isinstance(event.body, ToolResult) else UNSET
        if isinstance(content, str) and content.startswith("<persisted-output>"):
            yield _at(event, "the full output is in another file; this one has only its beginning", "/content")


def _line(event: Event) -> int | None:
    return event.origin.line if isinstance(event.origin, Origin) else None


RULES: Final = rules_of(globals())
