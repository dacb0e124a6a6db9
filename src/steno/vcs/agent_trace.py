"""What was found as Agent Trace 0.1: one record for each commit, with the lines of each conversation in it.

Line numbers are those of the commit that a record names.  Who wrote a line is `ai`, or `mixed` where the user changed
what the agent proposed.  What the specification has no field for, such as the evidence, stands under `dev.steno`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast
from uuid import UUID

from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.detect.masked import masked_json
from steno.formats.opentraces.hashes import range_hash
from steno.vcs.git import Repository
from steno.vcs.lines import split
from steno.vcs.match import text_of
from steno.vcs.ranges import Range
from steno.vcs.steps import NOTHING, LineStep

VERSION = "0.1"
"""As the schema wants it: two numbers, although the specification's own examples have three."""
_LONGEST_MODEL = 250
Behind = Mapping[tuple[str, str], LineStep]


def records(
    ranges: Iterable[Range], behind: Behind, repository: Repository, recorded: str, version: str
) -> Iterator[dict[str, JSON]]:
    """One for each commit; `recorded`: when, as RFC 3339 in UTC; `version`: Steno's.

    They are made to be handed on: secrets are masked in every field, whatever put them there.
    """
    yield from cast(list[dict[str, JSON]], masked_json(list(_records(ranges, behind, repository, recorded, version))))


def _records(
    ranges: Iterable[Range], behind: Behind, repository: Repository, recorded: str, version: str
) -> Iterator[dict[str, JSON]]:
    by_commit: dict[str, list[Range]] = {}
    for each in ranges:
        by_commit.setdefault(each.commit, []).append(each)
    for commit, own in by_commit.items():
        yield {
            "version": VERSION,
            "id": _id(commit, own),
            "timestamp": recorded,
            "vcs": {"type": "git", "revision": commit},
            "tool": {"name": "steno", "version": version},
            "files": list(_files(commit, own, behind, repository)),
            "metadata": {"dev.steno": {"ranges": [_told(each, behind) for each in own]}},
        }


def _id(commit: str, ranges: Sequence[Range]) -> str:
    """The same for the same findings."""
    digest = sha256("\n".join([commit, *map(repr, ranges)]).encode("utf-8", "surrogatepass"))
    return str(UUID(digest[:32], version=5))


def _files(commit: str, ranges: Sequence[Range], behind: Behind, repository: Repository) -> Iterator[dict[str, JSON]]:
    paths: dict[str, dict[tuple[str, str | None], list[Range]]] = {}
    for each in ranges:
        model = _model(each, behind)
        paths.setdefault(each.path, {}).setdefault((each.session, model), []).append(each)
    for path, conversations in paths.items():
        data = repository.blob(f"{commit}:{path}")
        text = None if data is None else split(text_of(data))
        yield {
            "path": path,
            "conversations": [
                {"contributor": _contributor("ai", model), "ranges": [_range(each, text, model) for each in own]}
                for (_, model), own in conversations.items()
            ],
        }


def _model(each: Range, behind: Behind) -> str | None:
    model = behind.get((each.session, each.event), NOTHING).model
    return model if model is not None and len(model) <= _LONGEST_MODEL else None


def _contributor(kind: str, model: str | None) -> dict[str, JSON]:
    return {"type": kind} if model is None else {"type": kind, "model_id": model}


def _range(each: Range, text: Sequence[str] | None, model: str | None) -> dict[str, JSON]:
    found: dict[str, JSON] = {"start_line": each.first, "end_line": each.last}
    if text is not None:
        found["content_hash"] = range_hash("\n".join(text[each.first - 1 : each.last]))
    if each.mixed:
        found["contributor"] = _contributor("mixed", model)
    return found


def _told(each: Range, behind: Behind) -> dict[str, JSON]:
    step = behind.get((each.session, each.event), NOTHING)
    return {
        "path": each.path,
        "start_line": each.first,
        "end_line": each.last,
        "session": each.session,
        "event": each.event,
        "step": step.number,
        "evidence": each.evidence,
    }
