"""Counts what one rollout file holds.  Each figure is per file: a fork's prefix and sub-agents count in their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET

from steno.agents.codex.wire import BARE_ITEMS, CALLS, USAGE
from steno.base.exact import JSON
from steno.formats.records import Record, counted, tally
from steno.model import Event, Lifecycle, Trace

TOKENS = ("cached_input_tokens", "input_tokens", "output_tokens", "reasoning_output_tokens", "total_tokens")


class _Part(NamedTuple):
    """A payload, or a bare record, as far as it is left, with its first event."""

    kind: str
    rest: dict[str, JSON]
    event: Event


def count(trace: Trace) -> dict[str, JSON]:
    """What the file holds, by the names of the format's own notions."""
    whole, invalid = counted(trace)
    items, events = _items(whole), _events(whole)
    times = [record.first.time for record in whole if isinstance(record.first.time, str)]
    span = {"first_timestamp": min(times), "last_timestamp": max(times)} if times else {}
    kinds = tally(record.rest.get("type") for record in whole)
    return {
        "layout": "wrapped" if any("payload" in record.rest for record in whole) else "bare",
        "records": len(whole),
        "invalid_json_lines": invalid,
        "records_by_type": kinds,
        "compacted_records": kinds.get("compacted", 0),
        "turn_contexts": kinds.get("turn_context", 0),
        **span,
        **_identity(whole),
        **_spoken(items, events),
        **_tools(items),
        **_turns(events),
        **_tokens([event for event in events if event.kind == "token_count"]),
    }


def _items(whole: list[Record]) -> list[_Part]:
    found = []
    for record in whole:
        rest = record.rest
        payload = rest.get("payload")
        if rest.get("type") == "response_item" and isinstance(payload, dict):
            found.append(_Part(str(payload.get("type", "message")), payload, record.first))
        elif "payload" not in rest and isinstance(kind := rest.get("type"), str) and kind in BARE_ITEMS:
            found.append(_Part(kind, rest, record.first))
    return found


def _events(whole: list[Record]) -> list[_Part]:
    payloads = [
        (record.rest.get("payload"), record.first) for record in whole if record.rest.get("type") == "event_msg"
    ]
    return [_Part(str(rest.get("type")), rest, first) for rest, first in payloads if isinstance(rest, dict)]


def _identity(whole: list[Record]) -> dict[str, JSON]:
    metas = [_data(record.first) for record in whole if _is_meta(record)]
    versions = {version for meta in metas if isinstance(version := meta.get("cli_version"), str)}
    models = {record.first.model for record in whole if record.rest.get("type") == "turn_context"}
    return {
        "session_meta_records": len(metas),
        "session_ids": [meta.get("id") for meta in metas],
        "cli_versions": sorted(versions),
        "models": sorted(model for model in models if isinstance(model, str)),
    }


def _is_meta(record: Record) -> bool:
    body = record.first.body
    return record.rest.get("type") == "session_meta" or (isinstance(body, Lifecycle) and body.name == "session_meta")


def _data(event: Event) -> dict[str, JSON]:
    body = event.body
    return body.data if isinstance(body, Lifecycle) and isinstance(body.data, dict) else {}


def _spoken(items: list[_Part], events: list[_Part]) -> dict[str, JSON]:
    stated = Counter(event.kind for event in events)
    roles = tally(item.rest.get("role") for item in items if item.kind == "message")
    thoughts = [item.rest for item in items if item.kind == "reasoning"]
    return {
        "events_by_type": dict(sorted(stated.items())),
        "response_items_by_type": tally(item.kind for item in items),
        "response_messages_by_role": roles,
        "user_message_events": stated["user_message"],
        "user_messages": stated["user_message"] or roles.get("user", 0),
        "assistant_messages": roles.get("assistant", 0),
        "agent_message_events": stated["agent_message"],
        "agent_reasoning_events": stated["agent_reasoning"],
        "thinking_blocks": len(thoughts),
        "reasoning_encrypted": sum(bool(item.get("encrypted_content")) for item in thoughts),
        "reasoning_with_summary_text": sum(bool(item.get("summary")) for item in thoughts),
    }


def _tools(items: list[_Part]) -> dict[str, JSON]:
    calls = [item for item in items if item.kind in CALLS]
    called = {item.event.call for item in calls if not CALLS[item.kind].alone and item.event.call is not UNSET}
    outputs = [item.event.call for item in items if item.kind.endswith("_output")]
    answered = {call for call in outputs if call is not UNSET}
    return {
        "tool_calls": len(called),
        "tool_results": len(answered),
        "unpaired_calls": len(called - answered),
        "orphan_results": len(answered - called),
        "self_contained_calls": sum(CALLS[item.kind].alone for item in calls),
    }


def _turns(events: list[_Part]) -> dict[str, JSON]:
    stated = Counter(event.kind for event in events)
    return {
        "turns_started": stated["task_started"] + stated["turn_started"],
        "turns_completed": stated["task_complete"] + stated["turn_complete"],
        "turns_aborted": stated["turn_aborted"],
        "rollbacks": stated["thread_rolled_back"],
    }


def _tokens(counts: list[_Part]) -> dict[str, JSON]:
    """The last total is what the thread used.  Summing requests agrees only where a repeated total is passed over."""
    told = [(info, part.event) for part in counts if (info := part.rest.get("info")) is not None]
    total = told[-1][0].get("total_token_usage") if told and isinstance(told[-1][0], dict) else None
    requests = [(_request(info, event), event) for info, event in told if isinstance(info, dict)]
    return {
        "token_count_events_with_info": len(told),
        "tokens": _sum([total]) if isinstance(total, dict) else None,
        "tokens_sum_of_last_deduped": _sum(usage for usage, event in requests if event.usage is not UNSET),
        "tokens_sum_of_last_naive": _sum(usage for usage, _ in requests),
    }


def _request(info: dict[str, JSON], event: Event) -> dict[str, JSON]:
    """`last_token_usage`, with the numbers that the event holds."""
    last = info.get("last_token_usage")
    if not isinstance(last, dict):
        return {}
    return {key: getattr(event.usage, USAGE[key]) if value is UNSET else value for key, value in last.items()}


def _sum(usages: Iterable[dict[str, JSON]]) -> dict[str, int]:
    every = list(usages)
    return {key: sum(value for usage in every if type(value := usage.get(key)) is int) for key in TOKENS}
