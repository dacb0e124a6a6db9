"""The shapes of a record and its parts, with the versions in which each field has a place.  Judges no document."""

from __future__ import annotations

import math
from typing import Any, Final

from steno.base.exact import JSON
from steno.formats.shapes import Field, is_kind

LATEST: Final = 9
"""The minor version of 0.x that was published last."""


def _of(kind: str, **more: Any) -> Field:
    return Field((kind,), **more)


_TEXT, _SOME = _of("text", required=True), _of("text", null=True)
_LIST, _LINE, _COUNT = _of("text", array=True), _of("integer", null=True), _of("integer")
_NUMBER, _PERHAPS = _of("number", null=True), _of("truth", null=True)
_OBJECT = _of("any", map=True)


def _words(listed: str, **more: Any) -> Field:
    return _of("text", words=tuple(listed.split()), **more)


def _since(minor: int, field: Field) -> Field:
    return field._replace(since=minor)


_TIERS: Final = (
    "exact_blob_hash exact_range_hash git_clean_range_hash patch_id structural_symbol formatter_divergent"
    " overlapping_hunk time_file_overlap orphan unknown"
)
_FIRMNESS: Final = (
    "firm_observed provisional human_asserted rule_inferred model_inferred statistically_inferred unknown"
)

RECORD: Final = "record"
SHAPES: Final[dict[str, dict[str, Field]]] = {
    RECORD: {
        "schema_version": _of("text"), "trace_id": _TEXT, "session_id": _TEXT, "content_hash": _SOME,
        "timestamp_start": _SOME, "timestamp_end": _SOME,
        "execution_context": _words("devtime runtime", null=True, since=2), "task": _of("task"),
        "agent": _of("agent", required=True), "environment": _of("environment"),
        "system_prompts": _of("text", map=True), "tool_definitions": _of("any", array=True, map=True),
        "steps": _of("step", array=True), "outcome": _of("outcome"), "dependencies": _LIST,
        "metrics": _of("metrics"), "security": _of("security"), "attribution": _of("attribution", null=True),
        "lifecycle": _words("provisional final", since=3),
        "generation_index": _of("integer", bounds=(0, math.inf), since=3),
        "patches": _of("patch", array=True, since=6), "git_links": _of("git_link", array=True, since=3),
        "context_tree_summary": _since(6, _OBJECT), "metadata": _OBJECT,
    },
    "task": {
        "description": _SOME, "source": _SOME, "repository": _SOME, "repository_url": _since(3, _SOME),
        "base_commit": _SOME,
    },
    "agent": {"name": _TEXT, "version": _SOME, "model": _SOME},
    "environment": {
        "os": _SOME, "shell": _SOME, "vcs": _of("vcs"), "language_ecosystem": _LIST,
        "resolved_dependencies": _of("pin", null=True, array=True, since=8),
        "interpreter": _of("interpreter", null=True, since=8), "arch": _since(8, _SOME),
        "platform": _since(8, _SOME), "abi_tag": _since(8, _SOME),
    },
    "vcs": {"type": _words("git none"), "base_commit": _SOME, "branch": _SOME, "diff": _SOME},
    "pin": {"name": _TEXT, "version": _SOME, "hash": _SOME, "marker": _SOME, "source": _SOME},
    "interpreter": {"name": _SOME, "version": _SOME},
    "step": {
        "step_index": _of("integer", required=True), "role": _words("system user agent", required=True),
        "content": _SOME, "reasoning_content": _SOME, "model": _SOME, "system_prompt_hash": _SOME,
        "agent_role": _SOME, "parent_step": _LINE, "call_type": _words("main subagent warmup", null=True),
        "subagent_trajectory_ref": _SOME, "tools_available": _LIST, "tool_calls": _of("tool_call", array=True),
        "observations": _of("observation", array=True), "snippets": _of("snippet", array=True),
        "token_usage": _of("token_usage"), "timestamp": _SOME, "context_node_id": _since(6, _SOME),
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
        "success": _PERHAPS, "signal_source": _of("text"), "signal_confidence": _words("derived inferred annotated"),
        "description": _SOME, "patch": _of("text", null=True, until=5), "committed": _of("truth"),
        "commit_sha": _SOME, "terminal_state": _words("goal_reached interrupted error abandoned", null=True, since=2),
        "reward": _since(2, _NUMBER), "reward_source": _since(2, _SOME),
    },
    "metrics": {
        "total_steps": _COUNT, "total_input_tokens": _COUNT, "total_output_tokens": _COUNT,
        "total_cache_read_tokens": _since(3, _COUNT), "total_cache_creation_tokens": _since(3, _COUNT),
        "total_duration_s": _NUMBER, "cache_hit_rate": _of("number", null=True, bounds=(0, 1)),
        "estimated_cost_usd": _NUMBER,
    },
    "security": {
        "scanned": _of("truth"), "flags_reviewed": _COUNT, "redactions_applied": _COUNT, "classifier_version": _SOME,
    },
    "attribution": {
        "version": _of("text", until=1), "experimental": _of("truth"),
        "revision": _of("text", null=True, map=True, since=3), "files": _of("attribution_file", array=True),
        "unaccounted_files": _of("text", null=True, array=True, since=3),
    },
    "attribution_file": {"path": _TEXT, "conversations": _of("conversation", array=True)},
    "conversation": {
        "contributor": _of("text", map=True), "url": _SOME, "ids": _of("texts", null=True, map=True, since=3),
        "related": _of("text", null=True, array=True, map=True, since=3), "ranges": _of("range", array=True),
    },
    "range": {
        "start_line": _of("integer", required=True), "end_line": _of("integer", required=True),
        "content_hash": _SOME, "confidence": _words("high medium low", null=True),
        "change_type": _words("addition modification deletion", since=3),
        "original": _of("any", null=True, map=True, since=3),
        "contributor": _of("text", null=True, map=True, since=3),
    },
    "patch": {
        "patch_id": _TEXT, "file_path": _TEXT, "step_index": _LINE, "tool_call_id": _SOME, "capture_method": _LIST,
        "snapshot_before_id": _SOME, "snapshot_after_id": _SOME, "anchor": _of("anchor", null=True),
        "superseded_by": _LIST, "limitations": _LIST,
    },
    "anchor": {
        "last_searched_at": _TEXT, "found": _of("truth", required=True), "commit_sha": _SOME, "path": _SOME,
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


def fits(field: Field, value: JSON) -> bool:
    """Whether a single value is of the field's own type; arrays, maps and objects are the caller's affair."""
    # An integer too great for a float is none of the package's numbers.
    huge = field.name == "number" and type(value) is int and abs(value) >= 2**1023
    return is_kind(field.name, value) and not huge


def coerced(field: Field, value: JSON) -> JSON:
    """What the package silently makes of a value of another type; None where it rejects it, or may do so."""
    found = type(value)
    match field.name:
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
