"""Signs that something is not meant: legal, and worth a second look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding
from steno.formats.opentraces.document import Document, Step, objects, steps
from steno.formats.opentraces.examples import base, rule, spelled
from steno.formats.rulebook import changed

_OBSERVED: Final = 10_000
_SNIPPET: Final = 5_000
_TASK: Final = 500


@rule("OTR301", bad={"/steps/1/observations": []}, clause="source_call_id")
def call_has_a_result(doc: Document) -> Iterator[Finding]:
    """Every tool call has an observation.

    A call without one was interrupted, or its result was lost. If that is known, an observation with `error` says so.
    """
    seen = {
        id
        for step in doc.steps
        for _, each in objects(step.value, "observations")
        if type(id := each.get("source_call_id")) is str
    }
    for step in doc.steps:
        for place, call in objects(step.value, "tool_calls"):
            id = call.get("tool_call_id")
            if type(id) is str and id not in seen:
                message = f"the call {said(id)} has no observation"
                yield step.says(message, "tool_calls", place, "tool_call_id")


def _two_sessions(child: str = "session-2") -> str:
    """A file of two records, the first of which names the session of a sub-agent."""
    first = changed(base(), {"/steps/1/subagent_trajectory_ref": child})
    return spelled(first) + spelled(changed(base(), {"/session_id": "session-2"}))


@rule("OTR302", good=_two_sessions, bad=lambda: _two_sessions("session-9"), clause="subagent_trajectory_ref")
def subagent_is_in_the_file(doc: Document) -> Iterator[Finding]:
    """In a file of several records, the session of every sub-agent is one of them.

    It may be in another file, so this is only a hint. A file with one record is not checked.
    """
    for step in doc.steps if len(doc.sessions) > 1 else ():
        ref = step.value.get("subagent_trajectory_ref")
        if type(ref) is str and ref not in doc.sessions:
            message = f"subagent_trajectory_ref is {said(ref)}, which is not the session of any record in this file"
            yield step.says(message, "subagent_trajectory_ref")


@rule.each(steps, "OTR303", good={"/steps/2/call_type": "subagent", "/steps/2/parent_step": 2},
           bad={"/steps/2/parent_step": UNSET}, clause="parent_step")  # fmt: skip
def subagent_has_a_parent(step: Step) -> Iterator[Finding]:
    """A sub-agent's step says in `parent_step` which step started it."""
    if step.value.get("call_type") == "subagent" and step.value.get("parent_step") is None:
        yield step.says("call_type is subagent, but there is no parent_step", "call_type")


@rule("OTR305", good={"/outcome": {"reward": 1.0, "reward_source": "judge"}},
      bad={"/outcome/reward_source": UNSET}, clause="Outcome.reward_source")  # fmt: skip
def reward_has_a_source(doc: Document) -> Iterator[Finding]:
    """A reward says who gave it: `rl_environment`, `judge`, `human_annotation` or `orchestrator`."""
    outcome = doc.part("outcome")
    if outcome.get("reward") is not None and outcome.get("reward_source") is None:
        yield doc.says("there is a reward, but no reward_source", "outcome", "reward")


@rule("OTR306", bad={"/task/description": "Fix the date parser." * 25}, clause="5.2 silent cuts")
def text_is_not_cut(doc: Document) -> Iterator[Finding]:
    """No text is exactly as long as the limit at which some programs silently cut it.

    The limits are 10,000 characters for an observation, 5,000 for a snippet and 500 for a task's description. A text of
    exactly that length was most likely longer.
    """
    if _is_long(doc.part("task").get("description"), _TASK):
        yield doc.says(f"description is exactly {_TASK} characters long", "task", "description")
    for step in doc.steps:
        for name, key, limit in (("observations", "content", _OBSERVED), ("snippets", "text", _SNIPPET)):
            for place, each in objects(step.value, name):
                if _is_long(each.get(key), limit):
                    yield step.says(f"{key} is exactly {limit} characters long", name, place, key)


def _is_long(value: object, limit: int) -> bool:
    return type(value) is str and len(value) == limit


@rule.each(steps, "OTR307", good={"/steps/1/tools_available": ["Bash", "Edit"]},
           bad={"/steps/1/tools_available": ["Bash"]}, clause="tools_available")  # fmt: skip
def called_tool_was_available(step: Step) -> Iterator[Finding]:
    """If a step says which tools were available, it calls only those."""
    listed = step.value.get("tools_available")
    known = listed if type(listed) is list else []
    for place, call in objects(step.value, "tool_calls") if known else ():
        name = call.get("tool_name")
        if type(name) is str and name not in known:
            message = f"tool_name is {said(name)}, which tools_available does not have"
            yield step.says(message, "tool_calls", place, "tool_name")
