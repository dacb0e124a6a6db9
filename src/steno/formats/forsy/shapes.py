"""The shapes of a trace and its parts, as the published schema and as the specification have them."""

from __future__ import annotations

import re
from typing import Final

from steno.formats.forsy import words
from steno.formats.shapes import TEXT, Field, like, nullable, one_of, required

_KINDS: Final = {
    "str": ("text",),
    "num": ("integer", "number"),
    "bool": ("truth",),
    "arr": ("array",),
    "obj": ("object",),
}


def _union(words: str) -> Field:
    """A union as the published schema has it, every one of them with null."""
    return Field(tuple(kind for word in words.split() for kind in _KINDS[word]), null=True)


SCHEMA_TOP: Final = {
    "schema_version": _union("str"), "trace_id": _union("str"), "prior_trace_id": _union("str"),
    "trace_mode": _union("str"), "task": _union("str obj"), "agent_tools": _union("arr obj str"),
    "started_at": _union("str"), "ended_at": _union("str"), "system_prompt": _union("str arr obj"),
    "skills": _union("arr obj str"), "memory": _union("arr obj str"), "agent_config": _union("obj arr str"),
    "learning": _union("obj arr str"), "termination_reason": _union("str obj"), "final_output": _union("str obj arr"),
    "static_output": _union("str obj arr"), "summary": _union("obj str"), "dataset_summary": _union("obj str"),
}  # fmt: skip
SCHEMA_STEP: Final = {
    "step": _union("num str"), "turn": _union("num"), "actor": _union("str"), "action": _union("str"),
    "operation": _union("str"), "tool": _union("str obj arr"), "execution_mode": _union("str"),
    "parallel_group": _union("str num"), "observation": _union("str obj arr"), "input": _union("str obj arr"),
    "input_source": _union("obj str"), "output": _union("str obj arr"), "state_change": _union("str obj arr"),
    "reasoning": _union("str obj arr"), "caused_by": _union("arr num str"), "causal_type": _union("str"),
    "causal_note": _union("str"), "alternatives_considered": _union("str arr obj"), "success": _union("bool str"),
    "eval": _union("num str obj"), "eval_reason": _union("str"), "directive": _union("str obj arr"),
    "message_role": _union("str"), "feedback_type": _union("str"), "feedback_content": _union("str"),
    "started_at": _union("str"), "ended_at": _union("str"), "retry_of": _union("num str arr"),
}  # fmt: skip

_TEXT, _COUNT = nullable(TEXT), Field(("integer",))
_TEXTS: Final = Field(("text",), array=True)
_OBJECT: Final = Field(("object",))

TOP: Final = {
    "prior_trace_id": _TEXT, "task": TEXT, "agent_tools": _TEXTS, "started_at": _TEXT, "ended_at": _TEXT,
    "system_prompt": _TEXT, "skills": nullable(_TEXTS), "memory": _TEXT, "agent_config": nullable(_OBJECT),
    "learning": _TEXT, "final_output": _TEXT, "summary": _OBJECT, "dataset_summary": nullable(_OBJECT),
}  # fmt: skip
"""Fields with a rule of their own are left out, here and below."""
STEP: Final = {
    "turn": _COUNT, "actor": TEXT, "operation": _TEXT, "tool": _TEXT, "parallel_group": _TEXT,
    "observation": _TEXT, "input": _TEXT, "input_source": nullable(_OBJECT), "output": _TEXT, "state_change": _TEXT,
    "reasoning": _TEXT, "causal_type": _TEXT, "causal_note": _TEXT, "alternatives_considered": _TEXT,
    "success": Field(("truth",), null=True), "eval_reason": _TEXT, "directive": _TEXT, "feedback_content": _TEXT,
    "started_at": _TEXT, "ended_at": _TEXT, "retry_of": nullable(_COUNT),
}  # fmt: skip


def _there(field: Field) -> Field:
    """A field that must be there, of which a message does not say what was expected."""
    return field._replace(required=True, bare=True)


CONFIDENCE: Final = {
    "agent_confidence": _there(Field(("integer",), null=True, bounds=(0, 100), said="an integer from 0 to 100"))
}
SUMMARY: Final = {"goal_achieved": _there(Field(("truth",), null=True)), "goal_notes": _there(_TEXT)}
DATASET_SUMMARY: Final = {
    "title": _there(_TEXT), "description": _there(_TEXT), "tags": _there(nullable(_TEXTS)),
    "release_tier": required(one_of(words.RELEASE_TIERS)),
    "validation_level": required(one_of(words.VALIDATION_LEVELS)),
}  # fmt: skip
ARTIFACT: Final = {
    "path": _there(TEXT), "role": _there(_TEXT), "related_steps": _there(Field(("integer",), null=True, array=True)),
    "description": _there(_TEXT), "state": _there(_TEXT), "content": _there(_TEXT), "diff": _there(_TEXT),
    "type": required(one_of(words.ARTIFACT_TYPES)), "release_sensitivity": required(one_of(words.SENSITIVITIES)),
}  # fmt: skip
_HASHED: Final = like(re.compile(r"sha256:[0-9a-f]{64}").fullmatch, "sha256: and 64 hexadecimal digits, or null")
HASH: Final = {"hash": required(nullable(_HASHED))}
