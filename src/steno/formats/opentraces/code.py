"""Patches, links to commits and attributed lines: between the record's words and the model's.  Knows no events.

What the model has no field for is residue of the part it stands in, and the other way round `metadata` keeps what the
record has no field for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType, ValidationError, convert, structs

from steno.base.exact import JSON
from steno.base.learned import learned
from steno.formats.opentraces.versions import FIRMNESS, TIERS, changes, legacy_patches
from steno.formats.opentraces.wire import Object
from steno.model import Attribution, GitLink, Patch
from steno.model.code import GitAnchor, Original

UNSTATED: Final = "unknown"
"""How a patch changed its file, where the record does not say."""

_ANCHOR: Final = {
    "searched": "last_searched_at", "found": "found", "commit": "commit_sha", "path": "path", "blob": "blob_sha",
    "patch_id": "git_patch_id", "tier": "evidence_tier", "firmness": "evidence_firmness",
}  # fmt: skip
_PATCH: Final = {
    "id": "patch_id", "path": "file_path", "methods": "capture_method", "snapshot_before": "snapshot_before_id",
    "snapshot_after": "snapshot_after_id", "superseded_by": "superseded_by", "limitations": "limitations",
}  # fmt: skip
_LINK: Final = {
    "vcs": "vcs_type", "commit": "revision", "repository": "repo_url", "branch": "branch", "tier": "tier",
    "reachable": "commit_reachable", "alive": "content_alive",
}  # fmt: skip
_RANGE: Final = {
    "first": "start_line", "last": "end_line", "hash": "content_hash", "confidence": "confidence",
    "change": "change_type",
}  # fmt: skip
_KEPT: Final = ("change", "diff", "before", "after", "content", "first", "last")
"""What a record has no field for of a patch."""


class Code(NamedTuple):
    patches: tuple[Patch, ...] = ()
    git_links: tuple[GitLink, ...] = ()
    attributions: tuple[Attribution, ...] = ()


class Steps(NamedTuple):
    """Where events stand in the record, and the reverse."""

    numbers: Mapping[str, int]
    """The step index of an event."""
    calls: Mapping[str, str]
    """The id of a call event's call."""
    by_call: Mapping[str, str]
    by_number: Mapping[int, str]


def read(record: Object, own: Object, steps: Steps) -> Code:
    """What a record says of code.  What is odd is passed over: it stays in the record."""
    stated = record.get("patches") or legacy_patches(record)
    outcome = record.get("outcome")
    diffs = outcome.get("patch") if type(outcome) is dict and not record.get("patches") else None
    known = {each.id: each for each in changes(diffs)} if type(diffs) is str else {}
    kept = own.get("patches")
    patches = []
    for each in _objects(stated):
        more: Object = dict(kept.get(each.get("patch_id"), {})) if type(kept) is dict else {}
        if (change := known.get(str(each.get("patch_id")))) is not None:
            more = {"change": change.kind, "diff": change.block}
        patches += _made(Patch, {"change": UNSTATED} | more | _patch(each, steps))
    links = [one for each in _objects(record.get("git_links")) for one in _made(GitLink, _named(each, _LINK))]
    unaccounted = _member(record.get("attribution"), "unaccounted_files")
    if type(unaccounted) is list and len(links) == 1 and all(type(each) is str for each in unaccounted):
        links = [structs.replace(links[0], unaccounted=tuple(unaccounted))]
    return Code(tuple(patches), tuple(links), tuple(_attributions(record.get("attribution"), steps)))


def _patch(each: Object, steps: Steps) -> Object:
    found = _named(each, _PATCH)
    call, number = each.get("tool_call_id"), each.get("step_index")
    event = steps.by_call.get(call) if type(call) is str else None
    if event is None and type(number) is int:
        event = steps.by_number.get(number)
    if event is not None:
        found["event"] = event
    anchor = each.get("anchor")
    if type(anchor) is dict:
        words = _named(anchor, _ANCHOR)
        for key, respelled in (("tier", TIERS), ("firmness", FIRMNESS)):
            if type(word := words.get(key)) is str:
                words[key] = respelled.get(word, word)
        found["anchor"] = words
    return found


def _attributions(stated: JSON, steps: Steps) -> Iterator[Attribution]:
    commit = _member(_member(stated, "revision"), "revision")
    for file in _objects(_member(stated, "files")):
        for talk in _objects(file.get("conversations")):
            url = talk.get("url")
            number = url.rpartition("/step_")[2] if type(url) is str else ""
            event = steps.by_number.get(int(number)) if number.isascii() and number.isdigit() else None
            for each in _objects(talk.get("ranges")):
                found = {"path": file.get("path"), **_named(each, _RANGE)}
                if type(commit) is str and commit:
                    found["commit"] = commit
                if event is not None:
                    found["event"] = event
                original = each.get("original")
                if type(original) is dict:
                    found["original"] = _named(
                        original, {"first": "start_line", "last": "end_line", "hash": "content_hash"}
                    )
                yield from _made(Attribution, found)


def _named(each: Object, names: Mapping[str, str]) -> Object:
    """The fields that say something, by the model's names."""
    return {ours: each[theirs] for ours, theirs in names.items() if each.get(theirs) not in (None, "")}


def _made(kind: type[Struct], found: Object) -> list[Any]:
    try:
        return [convert(found, learned(kind))]
    except (ValidationError, UnicodeError):
        return []


def _objects(value: JSON) -> list[Object]:
    return [each for each in value if type(each) is dict] if type(value) is list else []


def _member(value: JSON, key: str) -> JSON:
    return value.get(key) if type(value) is dict else None


# From the model


def written(code: Code, steps: Steps, trace: str, model: str | None) -> tuple[Object, Object]:
    """The fields of the record that speak of code, and what `metadata` keeps beside them."""
    found: Object = {}
    kept: Object = {}
    if code.patches:
        found["patches"] = [_patch_out(each, steps) for each in code.patches]
        kept = {each.id: more for each in code.patches if (more := _rest(each))}
    if code.git_links:
        found["git_links"] = [_out(each, _LINK) for each in code.git_links]
    if code.attributions:
        found["attribution"] = _attribution_out(code, steps, trace, model)
    return found, kept


def _patch_out(patch: Patch, steps: Steps) -> Object:
    found = _out(patch, _PATCH)
    if isinstance(patch.event, str):
        found["step_index"] = steps.numbers.get(patch.event)
        found["tool_call_id"] = steps.calls.get(patch.event)
    if isinstance(patch.anchor, GitAnchor):
        found["anchor"] = _out(patch.anchor, _ANCHOR)
    return found


def _rest(patch: Patch) -> Object:
    stated: Object = {key: value for key in _KEPT if (value := getattr(patch, key)) is not UNSET}
    return {} if stated == {"change": UNSTATED} else stated


def _pinned(code: Code) -> str | UnsetType:
    """The commit whose lines are told: the record has a place for one, so it is the one that holds most of them.

    One that no branch has any more is told only where there is no other; of several the first.
    """
    counts: Counter[str | UnsetType] = Counter()
    for each in code.attributions:
        counts[each.commit] += 0 if each.change == "deletion" else each.last - each.first + 1
    gone = {link.commit for link in code.git_links if link.reachable is False}
    linked = [link.commit for link in code.git_links if link.commit in counts]
    return max([*linked, *counts], key=lambda each: (each not in gone, counts[each]))


def _attribution_out(code: Code, steps: Steps, trace: str, model: str | None) -> Object:
    files: dict[str, dict[int | None, list[Object]]] = {}
    commit = _pinned(code)
    told = [each for each in code.attributions if each.commit == commit]
    for each in told:
        number = steps.numbers.get(each.event) if isinstance(each.event, str) else None
        found = _out(each, _RANGE)
        if isinstance(each.original, Original):
            original: Object = {"start_line": each.original.first, "end_line": each.original.last}
            found["original"] = original | ({} if each.original.hash is UNSET else {"content_hash": each.original.hash})
        files.setdefault(each.path, {}).setdefault(number, []).append(found)
    contributor = {"type": "ai"} | ({} if model is None else {"model_id": model})
    low = any(each.confidence in ("low", UNSET) for each in told)
    links = [link for link in code.git_links if link.commit == commit] if isinstance(commit, str) else code.git_links
    unaccounted = [name for link in links if link.unaccounted is not UNSET for name in link.unaccounted]
    return {
        "experimental": low,
        "revision": {"vcs_type": "git", "revision": commit} if isinstance(commit, str) else None,
        "files": [
            {
                "path": path,
                "conversations": [
                    {
                        "contributor": contributor,
                        "url": None if number is None else f"opentraces://{trace}/step_{number}",
                        "ranges": ranges,
                    }
                    for number, ranges in talks.items()
                ],
            }
            for path, talks in files.items()
        ],
        "unaccounted_files": unaccounted or None,
    }


def _out(part: Struct, names: Mapping[str, str]) -> Object:
    found: Object = {}
    for ours, theirs in names.items():
        if (value := getattr(part, ours)) is not UNSET:
            found[theirs] = list(value) if isinstance(value, tuple) else value
    return found
