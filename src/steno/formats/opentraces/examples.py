"""The base record of the rules' examples, and the rulebook that tells examples as changes to it."""

from __future__ import annotations

from typing import Any, Final

from steno.base.exact import decode, encode
from steno.contracts import Strictness
from steno.formats.opentraces.document import Document
from steno.formats.rulebook import Rulebook

LEVELS: Final = {
    "OTR0": Strictness.SCHEMA,
    "OTR1": Strictness.STRICT,
    "OTR2": Strictness.RELEASE,
    "OTR3": Strictness.ALL,
    "OTR9": Strictness.SCHEMA,
}
"""The level of a rule by its hundred."""
TRACE: Final = "4b1d0c9e-7a53-5f0e-9c1b-2f6a8d3e5c70"
COMMIT: Final = "4f2a" * 10
TALK: Final = "/attribution/files/0/conversations/0"
RANGE: Final = TALK + "/ranges/0"
_BASE: Final = f"""{{"schema_version":"0.7.0","trace_id":"{TRACE}","session_id":"session-1",
"timestamp_start":"2026-01-31T09:00:00Z","timestamp_end":"2026-01-31T10:00:00Z","task":{{"repository":"acme/webapp"}},
"agent":{{"name":"gardener"}},"system_prompts":{{"0f2d6c1b8a9e4735":"You repair programs."}},
"steps":[
{{"step_index":1,"timestamp":"2026-01-31T09:01:00Z","role":"user",
"content":"The date parser fails on 2026-01-31. Please fix it."}},
{{"step_index":2,"timestamp":"2026-01-31T09:02:00Z","role":"agent","model":"example/model-1",
"system_prompt_hash":"0f2d6c1b8a9e4735",
"tool_calls":[{{"tool_call_id":"call-1","tool_name":"Edit","input":{{"file_path":"src/dates.py"}}}}],
"observations":[{{"source_call_id":"call-1","content":"src/dates.py has been updated."}}],
"token_usage":{{"input_tokens":120,"output_tokens":30}}}},
{{"step_index":3,"timestamp":"2026-01-31T09:03:00Z","role":"agent","content":"The parser reads ISO dates now."}}],
"metrics":{{"total_steps":3,"total_input_tokens":120,"total_output_tokens":30}},"security":{{"scanned":true}},
"attribution":{{"files":[{{"path":"src/dates.py","conversations":[{{"contributor":{{"type":"ai"}},
"url":"opentraces://{TRACE}/step_2",
"ranges":[{{"start_line":3,"end_line":5,"content_hash":"murmur3:{"5e" * 16}"}}]}}]}}]}},
"patches":[{{"patch_id":"{"5e" * 32}","file_path":"src/dates.py","step_index":2,"tool_call_id":"call-1",
"anchor":{{"last_searched_at":"2026-01-31T10:05:00Z","found":true,"commit_sha":"{COMMIT}",
"evidence_tier":"exact_range_hash","evidence_firmness":"firm_observed"}}}}]}}"""


def base() -> Any:
    """A fix in three steps, with the patch it made and the commit in which that was found."""
    return decode(_BASE.encode()).value


def spelled(value: Any) -> str:
    return encode(value).decode() + "\n"


rule: Final = Rulebook[Document](base, spelled, levels=LEVELS, several=True)
