"""Diagnostics for people and for tools: text, JSON, SARIF 2.1.0, GitHub annotations, and counts by code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from steno.api.said import Said
from steno.api.said import record as record
from steno.contracts import Code
from steno.diagnostics import Severity
from steno.model import JSON
from steno.render.terminal import Paint, one_line, visible

_STYLE = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.LOSS: "warning", Severity.NOTE: "dim"}
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.LOSS: "note", Severity.NOTE: "note"}
_COMMAND = {"error": "error", "warning": "warning", "note": "notice"}


def text(each: Said, paint: Paint, *, severity: bool = False) -> str:
    """`session.jsonl:17:/seq: OTK012 seq is 3, expected 2`, with its severity before the code if asked for."""
    place = str(each.place)
    times = f" ({each.count} times)" if each.count > 1 else ""
    return (
        (paint(one_line(place), "bold") + ": " if place else "")
        + paint(f"{each.severity.value} {each.code}" if severity else each.code, _STYLE[each.severity])
        + " "
        + paint(one_line(each.message + times))
    )


def counted(diagnostics: Iterable[Said], codes: Mapping[str, Code]) -> Iterator[str]:
    """One line per code: how often, what it is called, and where it was first."""
    first: dict[str, Said] = {}
    counts: dict[str, int] = {}
    for each in diagnostics:
        first.setdefault(each.code, each)
        counts[each.code] = counts.get(each.code, 0) + each.count
    for code, count in sorted(counts.items()):
        name = f" {codes[code].name}" if code in codes else ""
        place = str(first[code].place)
        yield one_line(f"{count} {code}{name}: {first[code].message}" + (f" ({place})" if place else ""))


def github(each: Said) -> str:
    """A workflow command, which GitHub shows at the line."""
    properties = {"file": each.place.path, "line": each.place.line, "col": each.place.column, "title": each.code}
    shown = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value)
    where = f"{each.place.pointer}: " if each.place.pointer else ""
    return f"::{_COMMAND[_LEVEL[each.severity]]} {shown}::{_escaped(where + each.message)}"


def _escaped(words: str) -> str:
    return visible(words).replace("%", "%25").replace("\n", "%0A")


def _property(words: str) -> str:
    return _escaped(words).replace(":", "%3A").replace(",", "%2C")


def sarif(
    diagnostics: Sequence[Said],
    codes: Mapping[str, Code],
    failed: Sequence[str],
    version: str,
    more: Mapping[str, JSON] | None = None,
) -> JSON:
    """A SARIF 2.1.0 log of one run; `failed` are inputs that could not be read, `more` the run's own properties."""
    used = sorted({each.code for each in diagnostics})
    index = {code: number for number, code in enumerate(used)}
    rules = [_sarif_rule(code, codes.get(code)) for code in used]
    notices = [{"level": "error", "message": {"text": message}} for message in failed]
    invocation = {"executionSuccessful": not failed} | ({"toolExecutionNotifications": notices} if notices else {})
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "steno", "version": version, "rules": rules}},
                "invocations": [invocation],
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(each, index[each.code]) for each in diagnostics],
                **({"properties": dict(more)} if more else {}),
            }
        ],
    }


def _sarif_rule(id: str, code: Code | None) -> dict[str, JSON]:
    if code is None:
        return {"id": id}
    return {
        "id": id,
        "name": code.name,
        "shortDescription": {"text": code.page.split("\n\n")[0].replace("\n", " ")},
        "help": {"text": code.page, "markdown": code.page},
        "defaultConfiguration": {"level": _LEVEL[code.severity]},
    }


def _sarif_result(each: Said, index: int) -> dict[str, JSON]:
    place: dict[str, JSON] = {}
    if each.place.path:
        place["physicalLocation"] = {"artifactLocation": {"uri": _uri(each.place.path)}}
        if each.place.line:
            column = {"startColumn": each.place.column} if each.place.column else {}
            place["physicalLocation"]["region"] = {"startLine": each.place.line} | column
    if each.place.pointer:
        place["logicalLocations"] = [{"fullyQualifiedName": each.place.pointer}]
    result = {
        "ruleId": each.code,
        "ruleIndex": index,
        "level": _LEVEL[each.severity],
        "message": {"text": each.message},
        "occurrenceCount": each.count,
    }
    return result | ({"locations": [place]} if place else {})


def _uri(path: str) -> str:
    """A path as a URI reference; names are bytes, whatever they spell."""
    return ("file://" if Path(path).is_absolute() else "") + quote(path.encode("utf-8", "surrogateescape"), safe="/")
