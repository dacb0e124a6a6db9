"""Look whether a session keeps the rules, where its values come from, and whether secrets stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from steno.api import Diagnostic, Policy, Severity, UsageError
from steno.api.check import check_sessions
from steno.api.evidence import Evidence
from steno.api.explain import explained, recorded
from steno.api.inputs import resolver
from steno.api.said import record, said
from steno.api.scan import scan_paths
from steno.mcp.arguments import Check, Explain, Scan
from steno.mcp.finding import offset
from steno.mcp.page import Asked, Page


def check(asked: Asked) -> Page:
    args: Check = asked.args
    found: list[Diagnostic] = []
    start = offset(args.cursor)
    check_sessions(
        asked.world, [asked.session(args.session)], level=args.level, report=found.append, progress=asked.progress
    )  # fmt: skip
    counts = {each.value: sum(one.count for one in found if one.severity is each) for each in Severity}
    about = {"session": args.session, "level": args.level, "keeps_the_rules": not counts[Severity.ERROR.value]}
    rows = map(record, said(found))
    return Page(about={**about, "found": counts}, rows=islice(rows, start, None), offset=start, total=len(found))


def explain(asked: Asked) -> Page:
    args: Explain = asked.args
    if args.step is not None and args.field is not None:
        raise UsageError("step and field contradict each other: ask for one of them")
    verb = recorded if args.field is not None else explained
    traces = verb(asked.world, asked.session(args.session), mask=asked.safe.mask, progress=asked.progress)
    rows = [row for each in traces for row in _evidence(each, args)]
    start = offset(args.cursor)
    about = {"session": args.session, "traces": len(traces)}
    return Page(about=about, rows=islice(rows, start, None), offset=start, total=len(rows))


def _evidence(trace: Any, args: Explain) -> Iterator[dict[str, Any]]:
    known = Evidence(*trace) if isinstance(trace, tuple) else Evidence(trace)
    if args.field is not None:
        yield known.field_record(args.field)
    elif args.step is None:
        yield known.record()
        yield from map(known.step_record, known.steps)
    elif args.step > len(known.steps):
        raise UsageError(
            f"no step {args.step}: the trace has {len(known.steps)} steps; explain without step lists them"
        )
    else:
        yield known.step_record(known.steps[args.step - 1])


def scan(asked: Asked) -> Page:
    args: Scan = asked.args
    found: list[Diagnostic] = []
    start = offset(args.cursor)
    done = scan_paths(
        asked.world, [_place(asked, args.target)], Policy(), level=args.level, report=found.append,
        failed=lambda error: None, progress=asked.progress,
    )  # fmt: skip
    shown = [each for each in found if each.severity is not Severity.NOTE]
    about = {"target": args.target, "level": args.level, "files": done.done, "findings": len(shown)}
    about["unread"] = len(done.failed)
    return Page(about=about, rows=islice(map(record, said(shown)), start, None), offset=start, total=len(shown))


def _place(asked: Asked, target: str) -> Path:
    path = Path(asked.session(target))
    if path.is_absolute() and path.exists():
        return path
    source = resolver(asked.world)(target)
    if source.path is None or not source.path.is_absolute():
        raise UsageError("name a session, or a file or folder by its whole path")
    return source.path
