"""What holds of a hook log that nobody disturbed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from steno.contracts import Finding, Rule, rule
from steno.diagnostics import Place, Report, Severity
from steno.formats.hooks import reader
from steno.formats.hooks.counts import states
from steno.formats.log_checks import at, backwards, uncalled, unknown
from steno.model import Trace


def load(stream: BinaryIO, place: Place, report: Report) -> Trace:
    """The log as a trace: each event's residue is its record, as far as the event does not hold it."""
    (trace,) = reader.read(stream, place, report)
    return trace


def _line(event: str, seconds: int = 0, more: str = "") -> str:
    """A record of an example."""
    return (
        f'{{"steno_hook":1,"time":"2026-01-31T09:00:{seconds:02}.000000Z","agent":"some-agent"{more},'
        f'"event":{{"session_id":"s1",{event}}}}}\n'
    )


_TOOL = '"tool_name":"Write","tool_input":{"file_path":"/work/a"},"tool_use_id":"toolu_1"'
_START = _line('"hook_event_name":"SessionStart","source":"startup"')
_FILES = ',"files":[{"path":"/work/a","state":"missing"}]'
_CALL = _line(f'"hook_event_name":"PreToolUse",{_TOOL}', 1, _FILES)
_RESULT = _line(f'"hook_event_name":"PostToolUse",{_TOOL},"tool_response":"ok"', 2)
_GOOD = _START + _CALL + _RESULT
_LARGE = ',"files":[{"path":"/work/a","state":"file","size":99999999,"omitted":"larger than 16777216 bytes"}]'


@rule("HKS001", good=_GOOD, bad=_START + _RESULT, severity=Severity.WARNING)
def result_has_a_call(trace: Trace) -> Iterator[Finding]:
    """Every result answers a call of the same `tool_use_id` that stands before it.

    Where none does, the hooks were installed while the session ran, or the hook program failed before the call;
    `trouble.log` beside the logs says so then.
    """
    for event, call in uncalled(trace):
        yield at(event, "/event/tool_use_id", f"no call before this result has the id {call!r}")


@rule("HKS002", good=_GOOD, bad=_START + _line('"hook_event_name":"Teleported"', 1), severity=Severity.WARNING)
def everything_is_understood(trace: Trace) -> Iterator[Finding]:
    """Every event is JSON, of a kind and a shape that Steno knows.

    Others come from a newer version of the agent, or from another program. They are kept whole, and not understood.
    """
    return unknown(trace, "/event")


@rule("HKS003", good=_GOOD, bad=_START + _CALL.replace("09:00", "08:00"), severity=Severity.WARNING)
def time_goes_forward(trace: Trace) -> Iterator[Finding]:
    """No record is older than the one before it.

    An agent may run several hooks at once, and then they come within moments in any order; otherwise the machine's
    clock was set. The order of the lines is the order in which they were written.
    """
    return backwards(trace, "/time", slack=1)


@rule("HKS004", good=_GOOD, bad=_START + _CALL.replace(_FILES, _LARGE), severity=Severity.WARNING)
def content_is_kept(trace: Trace) -> Iterator[Finding]:
    """Of every file that a tool touched, the content before and after is kept.

    A file of more than 16 MiB is not, nor one that could not be read. What it held then cannot be shown later.
    """
    for event, state in states(trace.events):
        why = state.get("omitted") or (state.get("why") if state.get("state") == "unreadable" else None)
        if isinstance(why, str):
            yield at(event, "/files", f"the content of {state.get('path')!r} is not kept: {why}")


RULES: tuple[Rule, ...] = (result_has_a_call, everything_is_understood, time_goes_forward, content_is_kept)
