"""The three files of a dataset: whole traces, their steps, and their manifests, one in each line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from steno.base.exact import JSON, encode
from steno.base.files import written
from steno.contracts import UsageError
from steno.formats.forsy import upgrade
from steno.formats.forsy.folder import appearing
from steno.formats.forsy.manifest import manifest, restated

Object = dict[str, JSON]

FILES: Final = ("traces.jsonl", "steps.jsonl", "manifests.jsonl")

_OF_TRACE: Final = ("trace_id", "trace_slug", "original_folder_name", "source_trace_id")
_ALWAYS: Final = (
    "actor", "action", "tool", "input", "output", "observation", "state_change", "eval", "caused_by", "retry_of",
)  # fmt: skip
_WHERE_STATED: Final = (
    "turn", "operation", "execution_mode", "parallel_group", "input_source", "reasoning", "causal_type", "causal_note",
    "success", "eval_reason", "directive", "message_role", "feedback_type", "started_at", "ended_at",
)  # fmt: skip
_LEFT_OUT: Final = ("alternatives_considered", "feedback_content")
"""What the published rows do not have, although the traces do."""

_BETWEEN = re.compile(rb'("(?:[^"\\]++|\\.)*+")|([,:])', re.DOTALL)


class Member(NamedTuple):
    """A trace of the dataset, and the manifest that stood beside it."""

    document: Object
    manifest: Object | None = None


class Lines(NamedTuple):
    """What the files hold of a member."""

    trace: bytes
    steps: list[bytes]
    manifest: bytes


def lines(member: Member, *, compat: bool = False) -> Lines:
    """The lines of a member.  Raises `UsageError`.

    With `compat`, in the shape of the published files, which leave out what `_LEFT_OUT` names.
    """
    steps = [line(row) for row in rows(member.document, compat=compat)]
    return Lines(line(member.document), steps, line(about_trace(member)))


def write(members: Iterable[Lines], path: Path) -> dict[str, int]:
    """Make the folder of a dataset; returns the number of lines in each file."""
    counts = dict.fromkeys(FILES, 0)
    with appearing(path) as folder:
        traces, steps, manifests = (folder / name for name in FILES)
        with written(traces) as whole, written(steps) as parts, written(manifests) as about:
            for member in members:
                whole.write(member.trace)
                about.write(member.manifest)
                parts.writelines(member.steps)
                counts["steps.jsonl"] += len(member.steps)
                counts["traces.jsonl"] += 1
                counts["manifests.jsonl"] += 1
    return counts


def about_trace(member: Member) -> Object:
    """The manifest's row: as it stood, or built from the trace, and which trace it is about."""
    document, stated = member
    found = manifest(document) if stated is None else restated(stated, document)
    return {key: document.get(key) for key in _OF_TRACE} | found


def rows(document: Object, *, compat: bool = False) -> Iterator[Object]:
    """A row for every step that is an object."""
    steps = document.get("steps")
    shared = {key: document.get(key) for key in _OF_TRACE}
    for index, step in enumerate(steps if type(steps) is list else ()):
        if type(step) is not dict:
            continue
        stated = _WHERE_STATED if compat else (*_WHERE_STATED, *_LEFT_OUT)
        feedback = step.get("feedback")
        yield {
            **shared,
            "step_index": step["step_index"] if "step_index" in step else upgrade.number(step, index),
            **{key: step.get(key) for key in _ALWAYS},
            "feedback": step.get("feedback_content") if feedback is None else feedback,
            **{key: step[key] for key in stated if key in step},
        }


def line(value: JSON) -> bytes:
    """A line as the published files have it: keys in order of their names, a space behind commas and colons."""
    try:
        return _BETWEEN.sub(_spaced, encode(_sorted(value))) + b"\n"
    except RecursionError:
        raise UsageError("a value is nested too deeply for a dataset") from None


def _spaced(found: re.Match[bytes]) -> bytes:
    return found[1] if found[2] is None else found[2] + b" "


def _sorted(value: JSON) -> JSON:
    if type(value) is dict:
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(each) for each in value] if type(value) is list else value
