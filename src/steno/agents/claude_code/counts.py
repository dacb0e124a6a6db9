"""Counts what one Claude Code session file holds.  Each figure is per file: a sub-agent's file counts for itself."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from steno.agents.claude_code.idiom import SYNTHETIC
from steno.agents.claude_code.wire import USAGE
from steno.base.exact import JSON
from steno.formats.records import Record, counted, tally
from steno.model import Blob, ToolResult, Trace


def count(trace: Trace) -> dict[str, JSON]:
    """What the file holds, by the names of the format's own notions."""
    whole, invalid = counted(trace)
    times = [record.first.time for record in whole if isinstance(record.first.time, str)]
    return {
        "records": len(whole),
        "invalid_json_lines": invalid,
        "records_by_type": tally(record.rest.get("type") for record in whole),
        "first_timestamp": min(times, default=None),
        "last_timestamp": max(times, default=None),
        **_people(whole),
        **_blocks(whole),
        **_tree(whole),
        **_identity(whole),
        "tokens": tokens(whole, "last"),
        "tokens_max_rule": tokens(whole, "max"),
        "tokens_naive_sum_all_records": tokens(whole, "sum"),
    }


def _people(whole: list[Record]) -> dict[str, JSON]:
    users = [record for record in whole if record.rest.get("type") == "user"]
    results = [any(block.get("type") == "tool_result" for _, block in record.blocks()) for record in users]
    said = [
        record
        for record, result in zip(users, results, strict=True)
        if not (result or record.rest.get("isMeta") or record.rest.get("isCompactSummary"))
    ]
    assistants = [record.first for record in whole if record.rest.get("type") == "assistant"]
    ids = {event.response for event in assistants if event.response is not UNSET}
    return {
        "user_records": len(users),
        "user_tool_result_records": sum(results),
        "user_meta_records": sum(bool(record.rest.get("isMeta")) for record in users),
        "user_compact_summary_records": sum(bool(record.rest.get("isCompactSummary")) for record in users),
        "user_messages": len(said),
        "user_messages_main": sum(not record.rest.get("isSidechain") for record in said),
        "assistant_records": len(assistants),
        "assistant_synthetic_records": sum(event.model == SYNTHETIC for event in assistants),
        "assistant_messages": len(ids) + sum(event.response is UNSET for event in assistants),
        "distinct_message_ids": len(ids),
        "api_error_records": sum(bool(record.rest.get("isApiErrorMessage")) for record in whole),
    }


def _blocks(whole: list[Record]) -> dict[str, JSON]:
    blocks = [each for record in whole if "message" in record.rest for each in record.blocks()]
    calls = [event for event, block in blocks if block.get("type") == "tool_use"]
    results = [event for event, block in blocks if block.get("type") == "tool_result"]
    thoughts = [block for _, block in blocks if block.get("type") in ("thinking", "redacted_thinking")]
    # Blocks without an id count as one: their absent id is one more distinct value.
    called = {event.call for event in calls}
    answered = {event.call for event in results}
    outcomes = [event.body for event in results if isinstance(event.body, ToolResult)]
    return {
        "tool_calls": len(called),
        "tool_call_blocks": len(calls),
        "tool_results": len(answered),
        "tool_result_blocks": len(results),
        "tool_result_errors": sum(body.error is True for body in outcomes),
        "unpaired_calls": len(called - answered),
        "orphan_results": len(answered - called),
        "thinking_blocks": len(thoughts),
        "thinking_blocks_empty_text": sum(block.get("thinking") == "" for block in thoughts),
        "images": sum(isinstance(event.body, Blob) for event, _ in blocks),
        "structured_patch_records": sum(
            isinstance(body.detail, dict) and bool(body.detail.get("structuredPatch")) for body in outcomes
        ),
    }


def _tree(whole: list[Record]) -> dict[str, JSON]:
    named = [record.first for record in whole if record.first.native is not UNSET]
    uuids = {event.native for event in named}
    children: dict[JSON, set[JSON]] = {}
    for event in named:
        if event.parent is not UNSET:
            children.setdefault(event.parent, set()).add(event.native)
    stated = [record.first.parent for record in whole if record.first.parent is not UNSET]
    return {
        "distinct_uuids": len(uuids),
        "duplicate_uuid_records": len(named) - len(uuids),
        "root_records": sum(event.parent is UNSET for event in named),
        "dangling_parent_records": sum(parent not in uuids for parent in stated),
        "branch_points": sum(len(each) > 1 for each in children.values()),
        "sidechain_records": sum(record.rest.get("isSidechain") is True for record in whole),
        "summary_records": sum(record.rest.get("type") == "summary" for record in whole),
        "compact_boundaries": sum(record.rest.get("subtype") == "compact_boundary" for record in whole),
    }


def _identity(whole: list[Record]) -> dict[str, JSON]:
    def seen(key: str) -> set[str]:
        return {value for record in whole if isinstance(value := record.rest.get(key), str)}

    return {
        "session_ids": sorted(seen("sessionId")),
        "distinct_agent_ids": len(seen("agentId")),
        "versions": sorted(seen("version")),
        "models": sorted({record.first.model for record in whole if isinstance(record.first.model, str)}),
        "system_subtypes": tally(r.rest.get("subtype") for r in whole if r.rest.get("type") == "system"),
    }


def tokens(whole: Iterable[Record], policy: str) -> dict[str, int]:
    """Tokens of all responses.

    A response of several blocks is several records, each with the usage so far, so the `last` record per response
    says what it took.  `max` must agree with it; `sum` counts responses over and over, and is here to be seen.
    """
    found: dict[object, dict[str, int]] = {}
    for index, record in enumerate(whole):
        first = record.first
        if first.usage is UNSET or first.model == SYNTHETIC:
            continue
        key = index if policy == "sum" else first.response if first.response is not UNSET else first.native
        stated = {name: getattr(first.usage, field) for name, field in USAGE.items()}
        usage = {name: 0 if value is UNSET else value for name, value in stated.items()}
        if policy == "max" and key in found:
            usage = {name: max(value, found[key][name]) for name, value in usage.items()}
        found[key] = usage
    return {name: sum(usage[name] for usage in found.values()) for name in sorted(USAGE)}
