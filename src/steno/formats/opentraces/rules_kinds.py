"""What kind of value each field of a record holds, and in which versions it has a place.  Judges no document."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from msgspec import Raw

from steno.base.exact import JSON

Words = tuple[str, ...]
Bounds = tuple[float, float]

LATEST: Final = 9
"""The minor version of 0.x that was published last."""


class Kind(NamedTuple):
    name: str
    """`text`, `integer`, `number`, `truth`, `any`, or the name of an object."""
    null: bool = False
    array: bool = False
    map: bool = False
    """Whether it is an object with keys of anybody's choice, whose values are of this kind."""
    required: bool = False
    words: Words = ()
    bounds: Bounds = (-math.inf, math.inf)
    since: int = 1
    until: int = LATEST
    """The minor versions of 0.x in which it has a place."""

    def __str__(self) -> str:
        one = "one of " + ", ".join(self.words) if self.words else _SAID.get(self.name, "an object")
        if self.map:
            one = "an object" if self.name == "any" else f"an object with {_MANY.get(self.name, 'objects')} as values"
        if self.array:
            one = "an array of objects" if self.map else f"an array of {_MANY.get(self.name, 'objects')}"
        return f"{one} or null" if self.null else one


_SAID: Final = {
    "text": "a string", "texts": "a string or an array of strings", "integer": "an integer", "number": "a number",
    "truth": "true or false", "any": "any value",
}  # fmt: skip
_MANY: Final = {
    "text": "strings", "texts": "strings or arrays of strings", "integer": "integers", "number": "numbers",
}  # fmt: skip

_TEXT, _SOME = Kind("text", required=True), Kind("text", null=True)
_LIST, _LINE, _COUNT = Kind("text", array=True), Kind("integer", null=True), Kind("integer")
_NUMBER, _PERHAPS = Kind("number", null=True), Kind("truth", null=True)
_OBJECT = Kind("any", map=True)


def _words(listed: str, *, null: bool = False, required: bool = False, since: int = 1) -> Kind:
    return Kind("text", null=null, required=required, words=tuple(listed.split()), since=since)


def _since(minor: int, kind: Kind) -> Kind:
    return kind._replace(since=minor)


_TIERS: Final = (
    "exact_blob_hash exact_range_hash git_clean_range_hash patch_id structural_symbol formatter_divergent"
    " overlapping_hunk time_file_overlap orphan unknown"
)
_FIRMNESS: Final = (
    "firm_observed provisional human_asserted rule_inferred model_inferred statistically_inferred unknown"
)

RECORD: Final = "record"
SHAPES: Final[dict[str, dict[str, Kind]]] = {
    RECORD: {
        "schema_version": Kind("text"), "trace_id": _TEXT, "session_id": _TEXT, "content_hash": _SOME,
        "timestamp_start": _SOME, "timestamp_end": _SOME,
        "execution_context": _words("devtime runtime", null=True, since=2), "task": Kind("task"),
        "agent": Kind("agent", required=True), "environment": Kind("environment"),
        "system_prompts": Kind("text", map=True), "tool_definitions": Kind("any", array=True, map=True),
        "steps": Kind("step", array=True), "outcome": Kind("outcome"), "dependencies": _LIST,
        "metrics": Kind("metrics"), "security": Kind("security"), "attribution": Kind("attribution", null=True),
        "lifecycle": _words("provisional final", since=3),
        "generation_index": Kind("integer", bounds=(0, math.inf), since=3),
        "patches": Kind("patch", array=True, since=6), "git_links": Kind("git_link", array=True, since=3),
        "context_tree_summary": _since(6, _OBJECT), "metadata": _OBJECT,
    },
    "task": {
        "description": _SOME, "source": _SOME, "repository": _SOME, "repository_url": _since(3, _SOME),
        "base_commit": _SOME,
    },
    "agent": {"name": _TEXT, "version": _SOME, "model": _SOME},
    "environment": {
        "os": _SOME, "shell": _SOME, "vcs": Kind("vcs"), "language_ecosystem": _LIST,
        "resolved_dependencies": Kind("pin", null=True, array=True, since=8),
        "interpreter": Kind("interpreter", null=True, since=8), "arch": _since(8, _SOME),
        "platform": _since(8, _SOME), "abi_tag": _since(8, _SOME),
    },
    "vcs": {"type": _words("git none"), "base_commit": _SOME, "branch": _SOME, "diff": _SOME},
    "pin": {"name": _TEXT, "version": _SOME, "hash": _SOME, "marker": _SOME, "source": _SOME},
    "interpreter": {"name": _SOME, "version": _SOME},
    "step": {
        "step_index": Kind("integer", required=True), "role": _words("system user agent", required=True),
        "content": _SOME, "reasoning_content": _SOME, "model": _SOME, "system_prompt_hash": _SOME,
        "agent_role": _SOME, "parent_step": _LINE, "call_type": _words("main subagent warmup", null=True),
        "subagent_trajectory_ref": _SOME, "tools_available": _LIST, "tool_calls": Kind("tool_call", array=True),
        "observations": Kind("observation", array=True), "snippets": Kind("snippet", array=True),
        "token_usage": Kind("token_usage"), "timestamp": _SOME, "context_node_id": _since(6, _SOME),
    },
    "tool_call": {"tool_call_id": _TEXT, "tool_name": _TEXT, "input": _OBJECT, "duration_ms": _LINE},
    "observation": {"source_call_id": _TEXT, "content": _SOME, "output_summary": _SOME, "error": _SOME},
    "snippet": {
        "file_path": _TEXT, "start_line": _LINE, "end_line": _LINE, "language": _SOME, "text": _SOME,
        "source_step": _LINE,
    },
    "token_usage": {
        "input_tokens": _COUNT, "output_tokens": _COUNT, "cache_read_tokens": _COUNT, "cache_write_tokens": _COUNT,
        "prefix_reuse_tokens": _COUNT,
    },
    "outcome": {
        "success": _PERHAPS, "signal_source": Kind("text"), "signal_confidence": _words("derived inferred annotated"),
        "description": _SOME, "patch": Kind("text", null=True, until=5), "committed": Kind("truth"),
        "commit_sha": _SOME, "terminal_state": _words("goal_reached interrupted error abandoned", null=True, since=2),
        "reward": _since(2, _NUMBER), "reward_source": _since(2, _SOME),
    },
    "metrics": {
        "total_steps": _COUNT, "total_input_tokens": _COUNT, "total_output_tokens": _COUNT,
        "total_cache_read_tokens": _since(3, _COUNT), "total_cache_creation_tokens": _since(3, _COUNT),
        "total_duration_s": _NUMBER, "cache_hit_rate": Kind("number", null=True, bounds=(0, 1)),
        "estimated_cost_usd": _NUMBER,
    },
    "security": {
        "scanned": Kind("truth"), "flags_reviewed": _COUNT, "redactions_applied": _COUNT, "classifier_version": _SOME,
    },
    "attribution": {
        "version": Kind("text", until=1), "experimental": Kind("truth"),
        "revision": Kind("text", null=True, map=True, since=3), "files": Kind("attribution_file", array=True),
        "unaccounted_files": Kind("text", null=True, array=True, since=3),
    },
    "attribution_file": {"path": _TEXT, "conversations": Kind("conversation", array=True)},
    "conversation": {
        "contributor": Kind("text", map=True), "url": _SOME, "ids": Kind("texts", null=True, map=True, since=3),
        "related": Kind("text", null=True, array=True, map=True, since=3), "ranges": Kind("range", array=True),
    },
    "range": {
        "start_line": Kind("integer", required=True), "end_line": Kind("integer", required=True),
        "content_hash": _SOME, "confidence": _words("high medium low", null=True),
        "change_type": _words("addition modification deletion", since=3),
        "original": Kind("any", null=True, map=True, since=3),
        "contributor": Kind("text", null=True, map=True, since=3),
    },
    "patch": {
        "patch_id": _TEXT, "file_path": _TEXT, "step_index": _LINE, "tool_call_id": _SOME, "capture_method": _LIST,
        "snapshot_before_id": _SOME, "snapshot_after_id": _SOME, "anchor": Kind("anchor", null=True),
        "superseded_by": _LIST, "limitations": _LIST,
    },
    "anchor": {
        "last_searched_at": _TEXT, "found": Kind("truth", required=True), "commit_sha": _SOME, "path": _SOME,
        "blob_sha": _SOME, "git_patch_id": _SOME, "evidence_tier": _words(_TIERS, null=True),
        "evidence_firmness": _words(_FIRMNESS, null=True),
    },
    "git_link": {
        "vcs_type": _words("git jj"), "revision": _TEXT, "repo_url": _SOME, "branch": _SOME,
        "tier": _words("tool_emitted tool_emitted_with_divergence overlapping orphan", required=True),
        "commit_reachable": _PERHAPS, "content_alive": _PERHAPS,
    },
}  # fmt: skip
"""Fields that a later version has in the place of an earlier one are told apart by `since` and `until`."""

_LARGEST: Final = 2.0**53
_DIGITS: Final = 18


def fits(kind: Kind, value: JSON) -> bool:
    """Whether a single value is of the kind's own type; arrays, maps and objects are the caller's affair."""
    found = type(value)
    match kind.name:
        case "any":
            return True
        case "text":
            return found is str
        case "texts":
            return found is str or (found is list and all(type(each) is str for each in value))
        case "integer":
            return found is int or (found is Raw and bytes(value) == b"-0")
        case "number":
            # An integer too great for a float is none of the package's numbers.
            return found in (float, Raw) or (found is int and abs(value) < 2**1023)
        case "truth":
            return found is bool
        case _:
            return found is dict


def coerced(kind: Kind, value: JSON) -> JSON:
    """What the package silently makes of a value of another type; None where it rejects it, or may do so."""
    found = type(value)
    match kind.name:
        case "integer" if found is bool:
            return int(value)
        case "integer" if found is float and value.is_integer() and abs(value) < _LARGEST:
            return int(value)
        case "integer" | "number" if found is str and _is_digits(value):
            return int(value)
        case "number" if found is bool:
            return float(value)
        case "truth" if found is int and value in (0, 1):
            return bool(value)
        case "truth" if found is str and value in ("true", "false"):
            return value == "true"
        case _:
            return None


def _is_digits(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS


def minor(version: JSON) -> int | None:
    """The minor version of a record of 0.x; None of one that is not known, and where none is stated."""
    parts = version.split(".") if type(version) is str else []
    if len(parts) == 3 and parts[0] == "0" and parts[1] in _MINORS and parts[2].isascii() and parts[2].isdigit():
        return int(parts[1])
    return None


_MINORS: Final = frozenset(str(each) for each in range(1, LATEST + 1))
