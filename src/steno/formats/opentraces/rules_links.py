"""What a part of a record names in another: calls, prompts, steps, sub-agents and patches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.exact import said
from steno.contracts import Finding
from steno.formats.opentraces.document import Document, Step, objects, steps
from steno.formats.opentraces.examples import TALK, TRACE, rule

_URL = re.compile(r"opentraces://([^/]+)/step_(\d{1,9})", re.ASCII)


@rule.each(steps, "OTR120", bad={"/steps/1/tool_calls/-": {"tool_call_id": "call-1", "tool_name": "Edit"}},
           clause="tool_call_id")  # fmt: skip
def call_id_is_unique_in_its_step(step: Step) -> Iterator[Finding]:
    """No two calls of a step have the same `tool_call_id`: a result must say which call it belongs to."""
    seen: set[str] = set()
    for place, call in objects(step.value, "tool_calls"):
        id = call.get("tool_call_id")
        if type(id) is str:
            if id in seen:
                message = f"tool_call_id is {said(id)}, which an earlier call already has"
                yield step.says(message, "tool_calls", place, "tool_call_id")
            seen.add(id)


@rule("OTR121", bad={"/steps/1/observations/0/source_call_id": "call-9"}, clause="source_call_id")
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
                yield step.says(f"source_call_id is {said(id)}: {what}", "observations", place, "source_call_id")


@rule("OTR122", bad={"/system_prompts": {}}, clause="system_prompt_hash")
def prompt_is_there(doc: Document) -> Iterator[Finding]:
    """The `system_prompt_hash` of a step is a key of `system_prompts`."""
    known = doc.part("system_prompts")
    for step in doc.steps:
        key = step.value.get("system_prompt_hash")
        if type(key) is str and key not in known:
            message = f"system_prompt_hash is {said(key)}, which system_prompts does not have"
            yield step.says(message, "system_prompt_hash")


@rule("OTR123", good={"/steps/2/call_type": "subagent", "/steps/2/parent_step": 2},
      bad={"/steps/2/parent_step": 7}, clause="parent_step")  # fmt: skip
def parent_is_an_earlier_step(doc: Document) -> Iterator[Finding]:
    """`parent_step` is the `step_index` of a step above."""
    for step in doc.steps:
        number = step.value.get("parent_step")
        if type(number) is int and (wrong := _not_above(doc, step, number)):
            yield step.says(f"parent_step is {number}: {wrong}", "parent_step")


def _not_above(doc: Document, step: Step, number: int) -> str:
    found = doc.by_number.get(number)
    if found is None:
        return "no step has this index"
    return "" if found.place < step.place else "expected a step above this one"


@rule("OTR124", good={"/steps/1/subagent_trajectory_ref": "session-2"},
      bad={"/steps/1/subagent_trajectory_ref": "session-1"}, clause="subagent_trajectory_ref")  # fmt: skip
def subagent_is_another_session(doc: Document) -> Iterator[Finding]:
    """`subagent_trajectory_ref` is the id of a sub-agent's session, not of this one, and not empty."""
    own = doc.top.get("session_id")
    for step in doc.steps:
        ref = step.value.get("subagent_trajectory_ref")
        if type(ref) is str and (ref == own or not ref.strip()):
            what = "the session of the record itself" if ref.strip() else "empty"
            yield step.says(f"subagent_trajectory_ref is {what}", "subagent_trajectory_ref")


@rule("OTR125", bad={"/patches/0/step_index": 9}, clause="Patch.step_index, Patch.tool_call_id")
def patch_is_of_a_step_and_a_call(doc: Document) -> Iterator[Finding]:
    """The `step_index` of a patch is that of a step, and its `tool_call_id` that of a call.

    If it has both, the call belongs to that step.
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


@rule("OTR126", bad={"/patches/-": {"patch_id": "5e" * 32, "file_path": "src/times.py"}}, clause="Patch.patch_id")
def patch_id_is_unique(doc: Document) -> Iterator[Finding]:
    """No two patches of a record have the same `patch_id`, which is made from everything that distinguishes them."""
    seen: set[str] = set()
    for place, patch in objects(doc.top, "patches"):
        id = patch.get("patch_id")
        if type(id) is str:
            if id in seen:
                yield doc.says(
                    f"patch_id is {said(id)}, which an earlier patch already has", "patches", place, "patch_id"
                )
            seen.add(id)


_SNIPPET = {"file_path": "src/dates.py", "start_line": 3, "end_line": 5, "source_step": 2}


@rule("OTR127", good={"/steps/1/snippets": [_SNIPPET]}, bad={"/steps/1/snippets/0/source_step": 9},
      clause="source_step")  # fmt: skip
def snippet_is_of_a_step(doc: Document) -> Iterator[Finding]:
    """The `source_step` of a snippet is the `step_index` of a step."""
    for step in doc.steps:
        for place, snippet in objects(step.value, "snippets"):
            number = snippet.get("source_step")
            if type(number) is int and number not in doc.by_number:
                message = f"source_step is {number}: no step has this index"
                yield step.says(message, "snippets", place, "source_step")


@rule("OTR128", bad={f"{TALK}/url": f"opentraces://{TRACE}/step_9"}, clause="AttributionConversation.url")
def attribution_is_of_a_step(doc: Document) -> Iterator[Finding]:
    """If the `url` of an attributed conversation names a step of this record, that step exists."""
    for file, whole in objects(doc.part("attribution"), "files"):
        for place, talk in objects(whole, "conversations"):
            url = talk.get("url")
            found = _URL.fullmatch(url) if type(url) is str else None
            if found and found[1] == doc.top.get("trace_id") and int(found[2]) not in doc.by_number:
                path = ("attribution", "files", file, "conversations", place, "url")
                yield doc.says(f"url is {said(url)}: no step has this index", *path)
