"""The base document of the rules' examples, and the rulebook that tells examples as changes to it."""

from __future__ import annotations

from typing import Any

from steno.base.exact import decode, encode
from steno.formats.open_token.document import Document
from steno.formats.open_token.layout import enveloped
from steno.formats.rulebook import Rulebook

_BASE = b"""{"open_token_version":"0.1","exported_at":"2026-01-31T00:00:00Z",
"conversation":{"id":"conv_20260131_0badcafe"},"participants":[
{"actor_id":"act_001","kind":"system","name":"system"},{"actor_id":"act_002","kind":"human","name":"user"},
{"actor_id":"act_003","kind":"model","name":"assistant"},{"actor_id":"act_004","kind":"tool","name":"Search"},
{"actor_id":"act_005","kind":"model","name":"sub-agent"}],
"events":[
{"id":"evt_000001","seq":1,"type":"message","actor_id":"act_002","visibility":"public","role":"user",
"content":{"mime":"text/plain","text":"Hello."}},
{"id":"evt_000002","seq":2,"type":"tool_use","actor_id":"act_003","visibility":"internal","role":"assistant",
"content":{"mime":"application/json","data":{"tool_name":"Search","arguments":{"query":"steno"}}},
"links":{"call_id":"call_000001"}},
{"id":"evt_000003","seq":3,"type":"tool_result","actor_id":"act_004","visibility":"internal","role":"tool",
"content":{"mime":"text/plain","text":"Shorthand."},"links":{"call_id":"call_000001"}},
{"id":"evt_000004","seq":4,"type":"span_start","actor_id":"act_003","visibility":"metadata","role":"assistant",
"content":{"mime":"application/json","data":{"spawn_reason":"search"}},"links":{"span_id":"span_000001"}},
{"id":"evt_000005","seq":5,"type":"message","actor_id":"act_005","visibility":"public","role":"assistant",
"content":{"mime":"text/plain","text":"Found it."},"links":{"span_id":"span_000001"}},
{"id":"evt_000006","seq":6,"type":"span_end","actor_id":"act_003","visibility":"metadata","role":"assistant",
"content":{"mime":"application/json","data":{}},"links":{"span_id":"span_000001"}},
{"id":"evt_000007","seq":7,"type":"message","actor_id":"act_003","visibility":"public","role":"assistant",
"content":{"mime":"text/plain","text":"Hello to you."},"links":{"replies_to":"evt_000001"}}]}"""


def base() -> Any:
    """A conversation with a tool call and a sub-agent, made anew at each call."""
    return decode(_BASE).value


def spelled(value: Any) -> str:
    return encode(value).decode()


def lines(*more: Any, header: Any = None) -> str:
    """The first event of the base as ndjson, with another header, and what else there is as further lines."""
    whole = base()
    top = {key: whole[key] for key in ("open_token_version", "conversation", "participants")}
    first = {"type": "header", **(header or top)}
    return "".join(spelled(each) + "\n" for each in (first, enveloped(whole["events"][0]), *more))


rule = Rulebook[Document](base, spelled, clause=lambda code: f"OT-{code[-2:]}")
