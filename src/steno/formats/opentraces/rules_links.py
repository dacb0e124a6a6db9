"""What a part of a record names in another: calls, prompts, steps, sub-agents and patches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.opentraces.document import Document, Step, objects
from steno.formats.opentraces.examples import (
    CALL,
    RESULT,
    SESSION,
    TRACE,
    act,
    answer,
    attributed,
    patched,
    record,
    user,
)
from steno.formats.opentraces.rules_each import judges

_GOOD = record()
_URL = re.compile(r"opentraces://([^/]+)/step_(\d{1,9})", re.ASCII)


@judges("OTR120", good=_GOOD, bad=record(user(1), act(2, tool_calls=[CALL, CALL])), clause="tool_call_id")
def call_id_is_unique_in_its_step(doc: Document) -> Iterator[Finding]:
    """No two calls of a step have the same `tool_call_id`: a result could not say of which one it is."""
    for step in doc.steps:
        seen: set[str] = set()
        for place, call in objects(step.value, "tool_calls"):
            id = call.get("tool_call_id")
            if type(id) is str:
                if id in seen:
                    message = f"tool_call_id is {said(id)}, which a call above has already"
                    yield doc.of(step, message, "tool_calls", place, "tool_call_id")
                seen.add(id)


@judges("OTR121", good=_GOOD, bad=record(user(1), act(2, observations=[RESULT | {"source_call_id": "call-9"}])),
        clause="source_call_id")  # fmt: skip
def observation_is_of_a_call(doc: Document) -> Iterator[Finding]:
    """The `source_call_id` of an observation is the id of a call in the same step or an earlier one."""
    for step in doc.steps:
        for place, each in objects(step.value, "observations"):
            id = each.get("source_call_id")
            if type(id) is not str:
                continue
            made = doc.calls.get(id)
            if made is None or made > step.place:
                what = "no call has this id" if made is None else f"the call is in a later step, at /steps/{made}"
                yield doc.of(step, f"source_call_id is {said(id)}: {what}", "observations", place, "source_call_id")


@judges("OTR122", good=_GOOD, bad=record(system_prompts={}), clause="system_prompt_hash")
def prompt_is_there(doc: Document) -> Iterator[Finding]:
    """The `system_prompt_hash` of a step is a key of `system_prompts`."""
    known = doc.part("system_prompts")
    for step in doc.steps:
        key = step.value.get("system_prompt_hash")
        if type(key) is str and key not in known:
            message = f"system_prompt_hash is {said(key)}, which system_prompts does not have"
            yield doc.of(step, message, "system_prompt_hash")


@judges("OTR123", good=record(user(1), act(2), answer(3, parent_step=2, call_type="subagent")),
        bad=record(user(1), act(2), answer(3, parent_step=7, call_type="subagent")), clause="parent_step")  # fmt: skip
def parent_is_an_earlier_step(doc: Document) -> Iterator[Finding]:
    """`parent_step` is the `step_index` of a step above."""
    for step in doc.steps:
        number = step.value.get("parent_step")
        if type(number) is int and (wrong := _not_above(doc, step, number)):
            yield doc.of(step, f"parent_step is {number}: {wrong}", "parent_step")


def _not_above(doc: Document, step: Step, number: int) -> str:
    found = doc.by_number.get(number)
    if found is None:
        return "no step has this index"
    return "" if found.place < step.place else "expected a step above this one"


@judges("OTR124", good=record(user(1), act(2, subagent_trajectory_ref="session-2")),
        bad=record(user(1), act(2, subagent_trajectory_ref=SESSION)), clause="subagent_trajectory_ref")  # fmt: skip
def subagent_is_another_session(doc: Document) -> Iterator[Finding]:
    """`subagent_trajectory_ref` is the id of a sub-agent's session, not of this one, and not empty."""
    own = doc.top.get("session_id")
    for step in doc.steps:
        ref = step.value.get("subagent_trajectory_ref")
        if type(ref) is str and (ref == own or not ref.strip()):
            what = "the session of the record itself" if ref.strip() else "empty"
            yield doc.of(step, f"subagent_trajectory_ref is {what}", "subagent_trajectory_ref")


@judges("OTR125", good=patched(), bad=patched(step_index=9), clause="Patch.step_index, Patch.tool_call_id")
def patch_is_of_a_step_and_a_call(doc: Document) -> Iterator[Finding]:
    """The `step_index` of a patch is that of a step, and its `tool_call_id` that of a call.

    Where it has both, the call is one of that step.
    """
    for place, patch in objects(doc.top, "patches"):
        number, id = patch.get("step_index"), patch.get("tool_call_id")
        if type(number) is int and number not in doc.by_number:
            yield doc.says(f"step_index is {number}: no step has this index", "patches", place, "step_index")
        elif type(id) is str:
            step = doc.by_number.get(number) if type(number) is int else None
            made = objects(step.value, "tool_calls") if step else ()
            if id not in (doc.calls if step is None else [call.get("tool_call_id") for _, call in made]):
                where = "" if step is None else " in its step"
                message = f"tool_call_id is {said(id)}: no call{where} has this id"
                yield doc.says(message, "patches", place, "tool_call_id")


_PATCH = {"patch_id": "5e" * 32, "file_path": "src/dates.py"}


@judges("OTR126", good=patched(), bad=record(patches=[_PATCH, _PATCH]), clause="Patch.patch_id")
def patch_id_is_unique(doc: Document) -> Iterator[Finding]:
    """No two patches of a record have the same `patch_id`, which is made from all that tells them apart."""
    seen: set[str] = set()
    for place, patch in objects(doc.top, "patches"):
        id = patch.get("patch_id")
        if type(id) is str:
            if id in seen:
                yield doc.says(f"patch_id is {said(id)}, which a patch above has already", "patches", place, "patch_id")
            seen.add(id)


_SNIPPET = {"file_path": "src/dates.py", "start_line": 3, "end_line": 5, "source_step": 2}


@judges("OTR127", good=record(user(1), act(2, snippets=[_SNIPPET])),
        bad=record(user(1), act(2, snippets=[_SNIPPET | {"source_step": 9}])), clause="source_step")  # fmt: skip
def snippet_is_of_a_step(doc: Document) -> Iterator[Finding]:
    """The `source_step` of a snippet is the `step_index` of a step."""
    for step in doc.steps:
        for place, snippet in objects(step.value, "snippets"):
            number = snippet.get("source_step")
            if type(number) is int and number not in doc.by_number:
                message = f"source_step is {number}: no step has this index"
                yield doc.of(step, message, "snippets", place, "source_step")


@judges(
    "OTR128", good=attributed(), bad=attributed(f"opentraces://{TRACE}/step_9"), clause="AttributionConversation.url"
)
def attribution_is_of_a_step(doc: Document) -> Iterator[Finding]:
    """Where the `url` of an attributed conversation names a step of this record, the step is there."""
    for file, whole in objects(doc.part("attribution"), "files"):
        for place, talk in objects(whole, "conversations"):
            url = talk.get("url")
            found = _URL.fullmatch(url) if type(url) is str else None
            if found and found[1] == doc.top.get("trace_id") and int(found[2]) not in doc.by_number:
                path = ("attribution", "files", file, "conversations", place, "url")
                yield doc.says(f"url is {said(url)}: no step has this index", *path)


RULES: tuple[Rule, ...] = (
    call_id_is_unique_in_its_step,
    observation_is_of_a_call,
    prompt_is_there,
    parent_is_an_earlier_step,
    subagent_is_another_session,
    patch_is_of_a_step_and_a_call,
    patch_id_is_unique,
    snippet_is_of_a_step,
    attribution_is_of_a_step,
)
