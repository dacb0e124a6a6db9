"""Signs that a trace is legal and yet not what was meant: contradictions, unusual words, gaps.  All are warnings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from steno.base.exact import JSON, said
from steno.contracts import Finding
from steno.formats.forsy import words
from steno.formats.forsy.document import Document, Step, steps
from steno.formats.forsy.examples import rule


def _work(doc: Document) -> Iterator[Step]:
    """The steps that are no user's messages."""
    return (step for step in doc.steps if not step.is_user_message)


_ADMINISTRATION: Final = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        r"\bforsy[\w./\\-]{0,80}skill\.md\b",
        r"\bforsy\b[^\n]{0,30}\b(?:traces?|collections?|schema|json)\b",
        r"\bgit\s+(?:add|commit|push)\b[^\n]{0,200}\btraces?\b",
        r"\bsubmit\w*\b[^\n]{0,40}\b(?:trace|forsy)\b",
    )
)
_TRACE_FILE: Final = re.compile(r"(?<![\w-])trace\.json\b", re.IGNORECASE)
_LOOKED_AT: Final = 4000
"""How much of an input is looked at: what a step is about stands at its beginning."""


@rule.each(_work, "FSY301", bad={"/steps/2/operation": "write", "/steps/2/input": "Write out/trace.json"},
           clause="1.2 exclusion list; release check 1; F19")  # fmt: skip
def step_is_work_and_not_administration(step: Step) -> Iterator[Finding]:
    """No step is about making the trace itself.

    Reading the tracing skill, planning, validating, writing, committing or submitting the trace is not part of the
    work. The sign is the `input`: it names the skill's file, a `trace.json` that is written or verified, or a commit
    of traces. If that was the user's task, ignore the finding.
    """
    text = step.said.get("input")
    if type(text) is not str:
        return
    start = text[:_LOOKED_AT]
    found = next((match for pattern in _ADMINISTRATION if (match := pattern.search(start))), None)
    if found is None and step.said.get("operation") in ("write", "edit", "verify"):
        found = _TRACE_FILE.search(start)
    if found is not None:
        yield step.says(f"input mentions {said(found[0])}: is this step work, or making the trace?", "input")


@rule.each(_work, "FSY302", bad={"/steps/1/success": True}, clause="1.4 contradictions; F17")
def success_and_eval_agree(step: Step) -> Iterator[Finding]:
    """A step that succeeded is not judged -1, and one that failed is not judged 1."""
    success, value = step.said.get("success"), step.said.get("eval")
    if (success is True and value == -1) or (success is False and type(value) is int and value == 1):
        yield step.says(f"success is {said(success)}, but eval is {value}", "eval")


@rule.each(_work, "FSY303", bad={"/steps/2/eval": 0}, clause="eval; F17")
def work_is_judged(step: Step) -> Iterator[Finding]:
    """The `eval` 0 is for user messages, and for the few steps that neither helped nor harmed.

    A trace that nobody has judged has it everywhere; that is honest, but of little use for training.
    """
    if type(value := step.said.get("eval")) is int and value == 0:
        yield step.says("eval is 0 in a step that is not a user_message", "eval")


@rule("FSY304", good={"/trace_mode": "retraced", "/dataset_summary/tags": ["coding"]},
      bad={"/summary/agent_confidence": 100}, clause="release check 15; F21")  # fmt: skip
def only_live_traces_are_certain(doc: Document) -> Iterator[Finding]:
    """An `agent_confidence` of 100 says that nothing is missing.  A trace put together afterwards cannot claim that."""
    mode, confidence = doc.top.get("trace_mode"), (doc.part("summary") or {}).get("agent_confidence")
    if confidence == 100 and mode in ("retraced", "hybrid"):
        yield doc.says(f"agent_confidence is 100, but trace_mode is {mode!r}", "summary", "agent_confidence")


@rule.each(steps, "FSY305", bad={"/steps/4/feedback_type": "correction"}, clause="1.4")
def role_and_feedback_agree(step: Step) -> Iterator[Finding]:
    """A message whose role is a correction, an approval or a clarification gives feedback of that type."""
    role, kind = step.said.get("message_role"), step.said.get("feedback_type")
    if role in ("correction", "approval", "clarification") and kind != role:
        yield step.says(f"message_role is {role!r}, but feedback_type is {said(kind)}", "feedback_type")


@rule.each(steps, "FSY306", bad={"/steps/2/operation": "brainstorm"}, clause="1.1 suggested values")
def words_are_the_suggested_ones(step: Step) -> Iterator[Finding]:
    """`operation` and `causal_type` have values that the specification suggests.

    Others are allowed, but harder to sort.
    """
    for key, known in (("operation", words.OPERATIONS), ("causal_type", words.CAUSAL_TYPES)):
        value = step.said.get(key)
        if type(value) is str and value not in known:
            yield step.says(f"{key} is {said(value)}, which is not among the suggested words", key)


_EXPECTED: Final = ("operation", "execution_mode", "reasoning", "caused_by", "success", "eval_reason")


@rule.each(_work, "FSY307", bad={"/steps/2/reasoning": None}, clause="1.4 should-rules")
def work_is_explained(step: Step) -> Iterator[Finding]:
    """A step of work says what it did, how, why, after which step, whether it worked, and why it was judged so.

    These are `operation`, `execution_mode`, `reasoning`, `caused_by`, `success` and `eval_reason`.  Null is right if
    the record does not show it.
    """
    for key in _EXPECTED:
        if step.said.get(key) is None and not (key == "caused_by" and step.place == 0):
            yield step.says(f"{key} is missing", key)


@rule("FSY308", bad={"/steps/4/caused_by": None}, clause="feedback: caused_by")
def feedback_points_at_what_it_judges(doc: Document) -> Iterator[Finding]:
    """A user message that gives feedback names the steps that it judges in `caused_by`."""
    for step in doc.steps[1:]:
        if step.is_user_message and step.said.get("feedback_type") is not None and not step.said.get("caused_by"):
            yield step.says("feedback without caused_by", "caused_by")


@rule.each(steps, "FSY309", bad={"/steps/4/feedback_content": None}, clause="feedback_content")
def feedback_has_type_and_content(step: Step) -> Iterator[Finding]:
    """`feedback_type` and `feedback_content` come together."""
    if step.is_user_message:
        kind, content = step.said.get("feedback_type"), step.said.get("feedback_content")
        if (kind is None) != (content is None):
            said_, missing = ("feedback_content", "feedback_type")[:: 1 if kind is None else -1]
            yield step.says(f"{said_} without {missing}", missing)


@rule.each(steps, "FSY310",
           good={"/steps/2/execution_mode": "parallel", "/steps/2/parallel_group": "pg_001"},
           bad={"/steps/2/execution_mode": "serial"}, clause="execution_mode, parallel_group")  # fmt: skip
def group_is_parallel(step: Step) -> Iterator[Finding]:
    """A step with a `parallel_group` has the `execution_mode` `parallel`."""
    group, mode = step.said.get("parallel_group"), step.said.get("execution_mode")
    if group is not None and mode != "parallel":
        yield step.says(f"parallel_group is {said(group)}, but execution_mode is {said(mode)}", "parallel_group")


@rule("FSY311", bad={"/steps/2/tool": "Browser"}, clause="1.1 agent_tools")
def used_tools_are_available(doc: Document) -> Iterator[Finding]:
    """`agent_tools` lists every tool that was available; each tool that a step used is among them.

    A missing tool is reported once, where it is first used.
    """
    listed = doc.top.get("agent_tools")
    if type(listed) is not list:
        return
    known = {each for each in listed if type(each) is str}
    for step in doc.steps:
        tool = step.said.get("tool")
        if type(tool) is str and tool not in known:
            known.add(tool)
            yield step.says(f"tool is {said(tool)}, which agent_tools does not list", "tool")


@rule.each(_work, "FSY312", bad={"/steps/2/directive": "Do it better."}, clause="directive")
def directive_is_on_what_went_wrong(step: Step) -> Iterator[Finding]:
    """A `directive` is hindsight on a step that failed or was corrected, which has the `eval` -1."""
    if step.said.get("directive") is not None and (value := step.said.get("eval")) != -1:
        yield step.says(f"a directive, but eval is {said(value)}", "directive")


@rule("FSY313", bad={"/summary/goal_achieved": False}, clause="goal_notes")
def failure_is_explained(doc: Document) -> Iterator[Finding]:
    """If the goal was not reached, `goal_notes` say what failed, at which step, and what should have happened."""
    summary = doc.part("summary") or {}
    if summary.get("goal_achieved") is False and summary.get("goal_notes") in (None, ""):
        yield doc.says("goal_achieved is false, but goal_notes are empty", "summary", "goal_notes")


_REVIEW: Final = re.compile(
    r"(?P<not>\b(?:not|never|no|without|nor)\b[^.;\n]{0,40})?"
    r"\b(?P<who>model|human|expert|client)[ _-](?:reviewed|validated|verified|checked|approved|annotated)\b",
    re.IGNORECASE,
)


@rule("FSY314", bad={"/dataset_summary/description": "An expert-reviewed trace of a fix."}, clause="release check 16")
def no_review_is_claimed_that_did_not_happen(doc: Document) -> Iterator[Finding]:
    """Title, description and tags claim no review above the `validation_level`."""
    about, level = doc.part("dataset_summary") or {}, doc.top.get("validation_level")
    rank = words.VALIDATION_LEVELS.index(level) if level in words.VALIDATION_LEVELS else 0
    tags = about.get("tags")
    texts: list[tuple[tuple[str | int, ...], JSON]] = [((key,), about.get(key)) for key in ("title", "description")]
    texts += [(("tags", index), tag) for index, tag in enumerate(tags if type(tags) is list else ())]
    for path, text in texts:
        for claim in _REVIEW.finditer(text) if type(text) is str else ():
            named = next(each for each in words.VALIDATION_LEVELS if each.startswith(claim["who"].lower()))
            if not claim["not"] and words.VALIDATION_LEVELS.index(named) > rank:
                message = f"{said(claim[0])} is claimed, but validation_level is {said(level)}"
                yield doc.says(message, "dataset_summary", *path)
