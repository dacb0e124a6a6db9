"""The release gate: what of its sixteen checks a program can decide, and no rule of a level below decides already."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from steno.base.exact import BadJSON, decode, said
from steno.contracts import Finding
from steno.formats.forsy import words
from steno.formats.forsy.document import Document, Step, steps
from steno.formats.forsy.examples import rule
from steno.formats.forsy.wire import UNSTATED
from steno.formats.rulebook import WARNING

CHECKS: Final[dict[int, tuple[str, ...]]] = {
    1: ("FSY301",),
    2: ("FSY202",),
    3: ("FSY122",),
    4: ("FSY121",),
    5: ("FSY124",),
    6: ("FSY206",),
    7: ("FSY207",),
    8: ("FSY208",),
    9: ("FSY209",),
    10: ("FSY130",),
    11: ("FSY131", "FSY132", "FSY133"),
    12: ("FSY212",),
    13: ("FSY150", "FSY213"),
    14: ("FSY214", "FSY220", "FSY221", "FSY222"),
    15: ("FSY215", "FSY304"),
    16: ("FSY216", "FSY314"),
}
"""The rules that decide each check, as far as a program can."""

_HOLLOW: Final = re.compile(
    r"[\s(\[<]*(?:\.{2,}|…|n/?a|todo|tbd|unknown|omitted|placeholder|(?:see|same as|as) above)[\s.)\]>]*", re.IGNORECASE
)
"""Words that stand for a text and say nothing."""
# Put together here, so that no scanner takes this file for a leak.
_LEAKED = "AWS_SECRET_ACCESS_KEY=" + "kD8vR2mQ5xW7tB1n" + "Y4cJ9hL3sF6gP0zE" + "aUqToViM"
_MAIL = "mara.lindqvist" + "@" + "brightharbour.se"


def _hollow(value: object) -> bool:
    return isinstance(value, str) and len(value) < 80 and _HOLLOW.fullmatch(value) is not None


@rule("FSY202", bad={"/steps/0/input": None}, clause="release check 2")
def first_request_stands_in_its_input(doc: Document) -> Iterator[Finding]:
    """The `input` of the first user message is what the user asked for, and it has no `feedback_content`.

    A first request is not feedback: there is nothing yet to judge.
    """
    first = next((step for step in doc.steps if step.is_user_message), None)
    if first is None:
        return
    if type(first.said.get("input")) is not str:
        yield first.says("the first user message has no input", "input")
    if first.said.get("feedback_content") is not None:
        yield first.says("the first user message has feedback_content, expected null", "feedback_content")


@rule("FSY206", bad={"/steps/2/input": "(see above)"}, clause="release check 6")
def input_is_a_payload(doc: Document) -> Iterator[Finding]:
    """`input` is what the step was given: every user message has one, and no step has a filler word instead.

    If the payload is unknown, `input` is null. No program can tell whether a text is the payload or a summary of it.
    """
    first = True
    for step in doc.steps:
        value = step.said.get("input")
        if step.is_user_message:
            if value is None and not first:  # of the first one FSY202 speaks
                yield step.says("a user_message without input", "input")
            first = False
        elif _hollow(value):
            yield step.says(f"input is {said(value)}, expected the payload, or null", "input")


@rule.each(steps, "FSY207", bad={"/steps/3/output": None}, clause="release check 7")
def output_is_there(step: Step) -> Iterator[Finding]:
    """A step `output` has the delivered text in its `output`, a step `error` the error's own words."""
    action = step.said.get("action")
    if action in (words.OUTPUT, words.ERROR) and step.said.get("output") is None:
        yield step.says(f"a step with the action {action} has no output", "output")


@rule.each(steps, "FSY208", bad={"/steps/2/observation": "src/dates.py has been updated."}, clause="release check 8")
def observation_is_from_before(step: Step) -> Iterator[Finding]:
    """`observation` is what was known before the step: it is neither the step's own `output` nor a filler word.

    A reader has to judge whether it is concrete and not a plan.
    """
    value = step.said.get("observation")
    if type(value) is not str or step.is_user_message:
        return
    if value == step.said.get("output"):
        yield step.says("observation is the step's own output, expected what was known before it", "observation")
    elif _hollow(value):
        yield step.says(f"observation is {said(value)}, expected a state, or null", "observation")


@rule.each(steps, "FSY209", bad={"/steps/2/reasoning": "TODO"}, clause="release check 9")
def reasoning_says_why(step: Step) -> Iterator[Finding]:
    """`reasoning` gives a reason: it repeats neither `input` nor `observation`, and is not a filler word."""
    value = step.said.get("reasoning")
    if type(value) is not str or step.is_user_message:
        return
    for key in ("input", "observation"):
        if value == step.said.get(key):
            yield step.says(f"reasoning repeats {key}, expected why the step was chosen", "reasoning")
    if _hollow(value):
        yield step.says(f"reasoning is {said(value)}, expected a reason, or null", "reasoning")


@rule("FSY212", bad={"/final_output": None}, clause="release check 12")
def final_output_is_the_deliverable(doc: Document) -> Iterator[Finding]:
    """`final_output` is present, and is what the work produced: not a filler word, and not a trace."""
    value = doc.top.get("final_output")
    if value is None or _hollow(value):
        yield doc.says(f"final_output is {said(value)}, expected what the work produced", "final_output")
    elif type(value) is str and value.lstrip().startswith("{"):
        try:
            inner = decode(value.encode("utf-8", "surrogatepass")).value
        except BadJSON:
            return
        if type(inner) is dict and "steps" in inner and ("trace_id" in inner or "schema_version" in inner):
            yield doc.says("final_output is a trace, expected what the work produced", "final_output")


_WRITES: Final = ("write", "edit", "download")


@rule("FSY213", bad={"/static_output": None}, clause="release check 13", severity=WARNING)
def written_files_are_artifacts(doc: Document) -> Iterator[Finding]:
    """If steps wrote files, `static_output` lists artifacts.

    A warning, because the files may no longer have been available.
    """
    if doc.artifacts or type(doc.top.get("static_output")) not in (dict, type(None)):
        return
    for step in doc.steps:
        if step.said.get("operation") in _WRITES and step.said.get("success") is True:
            yield doc.says(f"step {said(step.number)} wrote a file, but there is no artifact", "static_output")
            return


@rule("FSY214", good={"/steps/2/output": "API_KEY=[CREDENTIAL]"}, bad={"/steps/2/output": _LEAKED},
      clause="release check 14; F20")  # fmt: skip
def no_secret_is_left(doc: Document) -> Iterator[Finding]:
    """No string of the trace holds a key, a token, a password or another secret that can be recognised.

    The detectors are those of `steno scan`.  Take it out with `steno redact`, and treat the secret as known to
    everyone who has the file.
    """
    for leak in doc.leaks:
        if leak.secret:
            what = f"{leak.type} in clear ({leak.code})" if leak.code else "a text that cannot be scanned"
            yield doc.says(what, *leak.path)


@rule("FSY215",
      bad=dict.fromkeys(("/validation_level", "/dataset_summary/validation_level"), "retraced_from_logs"),
      clause="release check 15")  # fmt: skip
def evidence_is_graded_honestly(doc: Document) -> Iterator[Finding]:
    """`trace_mode`, `validation_level` and `agent_confidence` are stated and do not contradict each other.

    A trace recorded live is not one put together from logs.
    """
    if doc.top.get("validation_level") == "retraced_from_logs" and doc.top.get("trace_mode") == "live":
        yield doc.says("validation_level is 'retraced_from_logs', but trace_mode is 'live'", "validation_level")
    summary = doc.part("summary")
    if summary is not None and summary.get("agent_confidence", UNSET) is None:
        yield doc.says("agent_confidence is null, expected 0 to 100 before a release", "summary", "agent_confidence")


@rule("FSY216", bad={"/dataset_summary/tags": ["coding", "retraced"]}, clause="release check 16")
def dataset_summary_is_true(doc: Document) -> Iterator[Finding]:
    """There is a `dataset_summary` with a title and a description, its tags do not contradict `trace_mode`, and
    its `release_tier` allows a release.

    A reader has to judge whether the description claims more than the trace shows; FSY314 looks for one such claim.
    """
    about = doc.part("dataset_summary")
    if about is None:
        yield doc.says("there is no dataset_summary", "dataset_summary")
        return
    for key in ("title", "description"):
        if about.get(key) in (None, "") or _hollow(about[key]):
            yield doc.says(f"{key} is {said(about.get(key))}, expected a text", "dataset_summary", key)
    mode, tags = doc.top.get("trace_mode"), about.get("tags")
    for index, tag in enumerate(tags if type(tags) is list else ()):
        if tag in words.TRACE_MODES and mode in words.TRACE_MODES and tag != mode:
            yield doc.says(f"tagged {tag!r}, but trace_mode is {mode!r}", "dataset_summary", "tags", index)
    if about.get("release_tier") in ("private", "not_for_release"):
        message = f"release_tier is {about['release_tier']!r}: this trace is not to be released"
        yield doc.says(message, "dataset_summary", "release_tier")


@rule("FSY217", bad={"/summary/goal_achieved": None}, clause="1.1 task; 1.3")
def outcome_is_said(doc: Document) -> Iterator[Finding]:
    """A released trace says what the task was and whether the goal was reached.

    A log does not always show it: then somebody has to say so in their own name, for example with `steno note`.
    """
    if doc.top.get("task") == UNSTATED:
        yield doc.says("task says that no request is recorded, expected what was asked for", "task")
    if (summary := doc.part("summary")) is not None and summary.get("goal_achieved", UNSET) is None:
        yield doc.says("goal_achieved is null, expected true or false", "summary", "goal_achieved")


@rule("FSY220", good={"/steps/0/input": "Write to [PERSON_1]."},
      bad={"/steps/0/input": f"Write to {_MAIL}."}, clause="release check 14; F20")  # fmt: skip
def no_personal_data_is_left(doc: Document) -> Iterator[Finding]:
    """No string of the trace holds a recognisable address, number or name of a person.

    The detectors are those of `steno scan --level pii`, without user names in paths, which FSY221 reports.
    """
    for leak in doc.leaks:
        if leak.personal:
            yield doc.says(f"{leak.type} in clear ({leak.code})", *leak.path)


@rule("FSY221", bad={"/steps/2/input": "cat /home/" + "mlindqvist/notes.txt"},
      clause="release check 14; F20", severity=WARNING)  # fmt: skip
def no_user_name_is_in_a_path(doc: Document) -> Iterator[Finding]:
    """No path of a home directory reveals the user's name: `/home/...`, `/Users/...`, `C:\\Users\\...`.

    A warning, because the account may not be a person's.
    """
    for leak in doc.leaks:
        if leak.in_a_path:
            yield doc.says(f"a user name in a path ({leak.code})", *leak.path)


@rule("FSY222",
      good={"/static_output/artifacts/0/release_sensitivity": "private", "/static_output/artifacts/0/diff": None},
      bad={"/static_output/artifacts/0/diff": "+key = 7"},
      clause="release check 14; Artifact fields: release_sensitivity")  # fmt: skip
def withheld_artifact_has_no_content(doc: Document) -> Iterator[Finding]:
    """An artifact marked `private` or `exclude` has neither `content` nor `diff`."""
    for index, each in enumerate(doc.artifacts):
        if type(each) is not dict or each.get("release_sensitivity") not in ("private", "exclude"):
            continue
        for key in ("content", "diff"):
            if each.get(key) not in (None, ""):
                message = f"the artifact is {each['release_sensitivity']!r}, but its {key} is here"
                yield doc.says(message, "static_output", "artifacts", index, key)
