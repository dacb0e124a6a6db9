"""Gathers the code that a session's calls wrote: which file, which lines, which text.  Cuts nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from steno import idioms
from steno.base.exact import JSON
from steno.model import Note
from steno.model.calls import first_text
from steno.model.steps import derived
from steno.passes.enrich.languages import PATCHED, notation
from steno.passes.enrich.seen import Done, Seen, code

SNIPPETS = code(
    "050", "snippets",
    "The full text that a call put into a file. Line numbers are stated if the log has them: a file written whole "
    "begins at 1, and an edit is where the program reports the change.  `language` is how the file is written, by its "
    "name: a programming language, or a notation such as `markdown`, `json` or `yaml`.  A call that failed wrote "
    "nothing.",
)  # fmt: skip
CODES = (SNIPPETS,)

_CONTENTS = ("content", "file_text", "contents")
_NEW = ("new_string", "new_str", "newString", "new_source")


def notes(seen: Seen) -> Iterator[Note]:
    for _, group in groupby(seen.calls, key=attrgetter("event")):
        calls = [done for done in group if not done.failed]
        found = [snippet for done in calls for snippet in written(done)]
        if found:
            yield derived(SNIPPETS.name, "snippets", found, calls[0].event, calls[0].uids)


def written(done: Done) -> list[dict[str, JSON]]:
    """What a call put into files, where it did not fail."""
    return [*_written(done), *(_patched(done.patch) if done.patch else ())]


def _written(done: Done) -> Iterator[dict[str, JSON]]:
    path, given = done.path, done.arguments
    if path is None:
        return
    content = first_text(given, _CONTENTS)
    if content:
        yield _snippet(path, content, 1)
        return
    edits = given.get("edits")
    for edit in edits if isinstance(edits, list) else [given]:
        text = first_text(edit, _NEW) if isinstance(edit, dict) else None
        if text:
            yield _snippet(path, text, _line(done, text) if edit is given else None)


def _line(done: Done, text: str) -> int | None:
    """Where an edit stands in the file as it became; None where the report does not show it in one place."""
    reports = idioms.file_reports(done.detail)
    hunks = reports[0].hunks if reports else None
    if hunks is None or len(hunks) != 1 or (start := hunks[0].new) is None:
        return None
    after = "\n".join([line[1:] for line in hunks[0].lines if line[:1] in ("+", " ")])
    place = after.find(text)
    if place < 0 or after.find(text, place + 1) >= 0:
        return None
    return start + after.count("\n", 0, place)


def _patched(patch: str) -> Iterator[dict[str, JSON]]:
    """The new side of each part of a patch in an envelope, which states no lines but those of new files."""
    marks = list(PATCHED.finditer(patch))
    ends = [*(mark.start() for mark in marks[1:]), len(patch)]
    for mark, end in zip(marks, ends, strict=False):
        parts: list[list[str]] = [[]]
        for line in patch[mark.end() : end].split("\n"):
            if line.startswith("@@"):
                parts.append([])
            elif line[:1] in ("+", " ") and not line.startswith("*** "):
                parts[-1].append(line[1:])
        for part in parts:
            if part and mark[1] != "Delete":
                yield _snippet(mark[2].strip(), "\n".join(part), 1 if mark[1] == "Add" else None)


def _snippet(path: str, text: str, start: int | None) -> dict[str, JSON]:
    snippet: dict[str, JSON] = {"file_path": path, "text": text}
    if start is not None:
        lines = text.count("\n") + (not text.endswith("\n"))
        snippet |= {"start_line": start, "end_line": start + lines - 1}
    if (name := notation(path)) is not None:
        snippet["language"] = name
    return snippet
