"""What holds of a hook log that nobody disturbed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from msgspec import UNSET

from steno.base.exact import decode
from steno.contracts import Finding, rules_of
from steno.diagnostics import Place, Report
from steno.formats.hooks import reader
from steno.formats.hooks.counts import states
from steno.formats.log_checks import at, backwards, uncalled, unknown
from steno.formats.rulebook import WARNING, Rulebook, lines_of
from steno.model import Trace


def load(stream: BinaryIO, place: Place, report: Report) -> Trace:
    """The log as a trace: each event's residue is its record, as far as the event does not hold it."""
    (trace,) = reader.read(stream, place, report)
    return trace


_TOOL = '"tool_name":"Write","tool_input":{"file_path":"/work/a"},"tool_use_id":"toolu_1"'
_BASE = f"""[
{{"steno_hook":1,"time":"2026-01-31T09:00:00.000000Z","agent":"some-agent",
"event":{{"session_id":"s1","hook_event_name":"SessionStart","source":"startup"}}}},
{{"steno_hook":1,"time":"2026-01-31T09:00:01.000000Z","agent":"some-agent",
"files":[{{"path":"/work/a","state":"missing"}}],
"event":{{"session_id":"s1","hook_event_name":"PreToolUse",{_TOOL}}}}},
{{"steno_hook":1,"time":"2026-01-31T09:00:02.000000Z","agent":"some-agent",
"event":{{"session_id":"s1","hook_event_name":"PostToolUse",{_TOOL},"tool_response":"ok"}}}}]"""
_LARGE = {"path": "/work/a", "state": "file", "size": 99999999, "omitted": "larger than 16777216 bytes"}
rule: Final = Rulebook[Trace](lambda: decode(_BASE.encode()).value, lines_of)


@rule("HKS001", bad={"/1": UNSET}, severity=WARNING)
def result_has_a_call(trace: Trace) -> Iterator[Finding]:
    """Every result answers a call of the same `tool_use_id` that stands before it.

    Where none does, the hooks were installed while the session ran, or the hook program failed before the call;
    `trouble.log` beside the logs says so then.
    """
    for event, call in uncalled(trace):
        yield at(event, "/event/tool_use_id", f"no call before this result has the id {call!r}")


@rule("HKS002", bad={"/1/event/hook_event_name": "Teleported"}, severity=WARNING)
def everything_is_understood(trace: Trace) -> Iterator[Finding]:
    """Every event is JSON, of a kind and a shape that Steno knows.

    Others come from a newer version of the agent, or from another program. They are kept whole, and not understood.
    """
    return unknown(trace, "/event")


@rule("HKS003", bad={"/1/time": "2026-01-31T08:00:01.000000Z"}, severity=WARNING)
def time_goes_forward(trace: Trace) -> Iterator[Finding]:
    """No record is older than the one before it.

    An agent may run several hooks at once, and then they come within moments in any order; otherwise the machine's
    clock was set. The order of the lines is the order in which they were written.
    """
    return backwards(trace, "/time", slack=1)


@rule("HKS004", bad={"/1/files/0": _LARGE}, severity=WARNING)
def content_is_kept(trace: Trace) -> Iterator[Finding]:
    """Of every file that a tool touched, the content before and after is kept.

    A file of more than 16 MiB is not, nor one that could not be read. What it held then cannot be shown later.
    """
    for event, state in states(trace.events):
        why = state.get("omitted") or (state.get("why") if state.get("state") == "unreadable" else None)
        if isinstance(why, str):
            yield at(event, "/files", f"the content of {state.get('path')!r} is not kept: {why}")


RULES: Final = rules_of(globals())
