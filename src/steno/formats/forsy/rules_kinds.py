"""What kind of value a field holds, in the published schema and in the specification.  Judges no document."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Raw

from steno.base.exact import JSON

_NAMES: Final = {
    str: "a string", int: "an integer", float: "a number", bool: "true or false", list: "an array", dict: "an object",
}  # fmt: skip


class Kind(NamedTuple):
    types: tuple[type, ...]
    null: bool = True
    items: type | None = None
    """What an array holds, where that is said."""

    def fits(self, value: JSON) -> bool:
        if value is None:
            return self.null
        kind = type(value)
        if kind not in self.types and not (kind is Raw and float in self.types):
            return False
        return kind is not list or self.items is None or all(type(each) is self.items for each in value)

    def __str__(self) -> str:
        named = [_NAMES[each] for each in self.types]
        if self.items is not None:
            named[self.types.index(list)] = f"an array of {_NAMES[self.items].partition(' ')[2]}s"
        if self.null:
            named.append("null")
        return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "str": (str,), "num": (int, float), "bool": (bool,), "arr": (list,), "obj": (dict,),
}  # fmt: skip


def _union(words: str) -> Kind:
    """A union as the published schema has it, every one of them with null."""
    return Kind(tuple(each for word in words.split() for each in _TYPES[word]))


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

_TEXT, _SAID = Kind((str,)), Kind((str,), null=False)
_INTEGER, _COUNTED = Kind((int,)), Kind((int,), null=False)

TOP: Final = {
    "prior_trace_id": _TEXT, "task": _SAID, "agent_tools": Kind((list,), null=False, items=str), "started_at": _TEXT,
    "ended_at": _TEXT, "system_prompt": _TEXT, "skills": Kind((list,), items=str), "memory": _TEXT,
    "agent_config": Kind((dict,)), "learning": _TEXT, "final_output": _TEXT,
    "summary": Kind((dict,), null=False), "dataset_summary": Kind((dict,)),
}  # fmt: skip
"""Fields with a rule of their own are left out, here and below."""
STEP: Final = {
    "turn": _COUNTED, "actor": _SAID, "operation": _TEXT, "tool": _TEXT, "parallel_group": _TEXT,
    "observation": _TEXT, "input": _TEXT, "input_source": Kind((dict,)), "output": _TEXT, "state_change": _TEXT,
    "reasoning": _TEXT, "causal_type": _TEXT, "causal_note": _TEXT, "alternatives_considered": _TEXT,
    "success": Kind((bool,)), "eval_reason": _TEXT, "directive": _TEXT, "feedback_content": _TEXT,
    "started_at": _TEXT, "ended_at": _TEXT, "retry_of": _INTEGER,
}  # fmt: skip
ARTIFACT: Final = {
    "path": _SAID, "role": _TEXT, "related_steps": Kind((list,), items=int), "description": _TEXT, "state": _TEXT,
    "content": _TEXT, "diff": _TEXT,
}  # fmt: skip
SUMMARY: Final = {"goal_achieved": Kind((bool,)), "goal_notes": _TEXT}
DATASET_SUMMARY: Final = {"title": _TEXT, "description": _TEXT, "tags": Kind((list,), items=str)}
