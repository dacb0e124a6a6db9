"""Says what holds for the whole trace: its task, how it was made, how much it may be trusted, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno import idioms, tools
from steno.base.exact import JSON
from steno.edits.printed import committed
from steno.model import Derivation, Event, Header, Kind, Note, Source, Trace, outcome
from steno.model.ending import RESULT as RUN_RESULT
from steno.model.ending import ending
from steno.model.order import firsts
from steno.model.steps import derived, whole
from steno.passes.derive.act import Act, code
from steno.passes.derive.contents import words
from steno.passes.derive.coverage import Coverage
from steno.speech import joined

TASK = code(
    "090", "task",
    "The human's first request, word for word. A command to the program, and a message that the human took back "
    "before the agent did anything, are skipped. If the session began with a plan that the human approved in another "
    "one, it is that plan, as the program handed it over. If the log is a sub-agent's alone, it is the prompt from the "
    "agent that started it.",
)  # fmt: skip
MODE = code(
    "091", "trace-mode",
    "`live` if hooks or the recorder recorded the trace while the agent worked, `retraced` if it was read from the "
    "agent's own log, `hybrid` if both.",
)  # fmt: skip
LEVEL = code(
    "092", "validation-level",
    "`self_traced` if it was recorded live, otherwise `retraced_from_logs`: the lowest level that is true. Only a "
    "review of every step raises it.",
)  # fmt: skip
CONFIDENCE = code(
    "093", "confidence",
    "The confidence is the whole part of C x (0.6 a + 0.3 r + 0.1 t).  C is 100 for a live trace and 90 otherwise, so "
    "that a retraced one never claims to be complete.  a is the share of the events with work in them that some step "
    "covers, r the share of the calls that have a result, t the share of the steps whose time is known. It is based "
    "on all events; its evidence names the first of each source.",
)  # fmt: skip
ENDED = code(
    "094", "termination",
    "`task_complete` if the agent ended its last turn by itself with an answer, and the program recorded that: it "
    "says that the agent was done, not that the goal was achieved. `error_unrecoverable` if the last thing in the "
    "log is an error of the program, `partial_then_stopped` if it is an interruption. Records of the program and what "
    "sub-agents did are passed over. OpenTraces records have the state of the same reason.",
)  # fmt: skip
FINAL = code("095", "final-output", "The agent's last final answer, word for word.")
CONFIG = code(
    "096", "agent-config",
    "What the source says about the agent and where it ran: model, program and version, directory, version control, "
    "hashes of system prompts, and `commit_sha`: the last commit that the session made or merged, as git printed it. "
    "Nothing comes from this machine.",
)  # fmt: skip
SKILLS = code("097", "skills", "The skills that the log says were loaded, by name.")
UNDECIDED = code(
    "098", "termination-undecided",
    "`termination_reason` is `other` if no rule decides it. The format has no null here: `other` means that the "
    "log shows no reason.",
)  # fmt: skip
STATED = code(
    "099", "stated-outcome",
    "What the source itself says about its outcome, translated: the state `goal_reached` is `task_complete`, "
    "`abandoned` is `user_abandoned`, `error` is `error_unrecoverable`, `interrupted` is `partial_then_stopped`; its "
    "success is `goal_achieved`, and its description `goal_notes`.  It overrides what the log suggests.",
)  # fmt: skip
RESULT = code(
    "105", "run-result",
    "The program's own last line says how the run ended. An error is `error_unrecoverable`, and the goal was not "
    "achieved; its words are `goal_notes`. Without an error the run is `task_complete` and `goal_achieved` is true, in "
    "the sense of that line: the agent believed that it was done, and nobody has checked it. An OpenTraces record says "
    "the same as `terminal_state` and `success`.",
)  # fmt: skip
CODES = (TASK, MODE, LEVEL, CONFIDENCE, ENDED, FINAL, CONFIG, SKILLS, UNDECIDED, STATED, RESULT)

_LIVE = frozenset({"hooks", "awf"})
"""Formats in which a recorder writes down what happens, while it happens."""
_CEILING = {"live": 100}
_RETRACED = 90

_STATED = {
    "cwd": "working_directory", "git_branch": "git_branch", "git_commit": "base_commit", "git_repository": "repository",
    "entrypoint": "entrypoint", "originator": "originator", "agent_role": "agent_role",
}  # fmt: skip
"""What an environment states, by the names of `agent_config`."""


def notes(trace: Trace, acts: list[Act], asked: tuple[Event, ...], seen: Coverage) -> Iterator[Note]:
    if not trace.events:
        return
    if task := joined(asked):
        yield derived(TASK.name, "task", task, of=tuple(each.uid for each in asked))
    began = firsts(trace) or (trace.events[0].uid,)
    mode = _mode(trace.header.sources)
    yield derived(MODE.name, "trace_mode", mode, of=began)
    level = "self_traced" if mode == "live" else "retraced_from_logs"
    yield derived(LEVEL.name, "validation_level", level, of=began)
    yield derived(CONFIDENCE.name, "agent_confidence", confidence(seen, mode), of=began)
    yield from _outcome(trace, began)
    final = next((act for act in reversed(acts) if act.action == "output"), None)
    if final is not None and (answer := words(final)):
        yield derived(FINAL.name, "final_output", answer, of=tuple(each.uid for each in final.parts))
    yield from _config(trace, acts, began)
    yield from _skills(acts)


def _mode(sources: tuple[Source, ...]) -> str:
    live = {source.format in _LIVE for source in sources}
    return "hybrid" if len(live) > 1 else "live" if live == {True} else "retraced"


def confidence(seen: Coverage, mode: str) -> int:
    """From 0 to 100, in whole numbers only, so that every machine computes the same."""
    if not seen.steps:
        return 0
    parts = ((6, seen.accounted, seen.material), (3, seen.answered, seen.calls), (1, seen.dated, seen.steps))
    # Each part is taken in ten thousandths before they are added: no floating point, no rounding up.
    share = sum(weight * (10_000 * part // all_of if all_of else 10_000) for weight, part, all_of in parts)
    return _CEILING.get(mode, _RETRACED) * share // 100_000


def _outcome(trace: Trace, began: tuple[str, ...]) -> Iterator[Note]:
    note = whole(trace).get("outcome")
    said = {} if note is None or isinstance(note.author, Derivation) else outcome.as_notes(note.value)
    for key, value in said.items():
        yield derived(STATED.name, key, value, of=began if note is None else note.evidence or began)
    found = ending(trace)
    if "termination_reason" not in said:
        rule = UNDECIDED if found is None else RESULT if found.by == RUN_RESULT else ENDED
        reason, of = (outcome.OTHER, began) if found is None else (found.reason, found.of)
        yield derived(rule.name, "termination_reason", reason, of=of)
    if "goal_achieved" not in said and found is not None and found.success is not None:
        yield derived(RESULT.name, "goal_achieved", found.success, of=found.of)
        if not found.success and "goal_notes" not in said:
            yield derived(RESULT.name, "goal_notes", found.words or "The run ended with an error.", of=found.of)


def _config(trace: Trace, acts: list[Act], began: tuple[str, ...]) -> Iterator[Note]:
    header = trace.header
    models: dict[str, str] = {}
    for event in trace.events:
        if isinstance(event.model, str) and event.model not in models and event.kind is not Kind.LIFECYCLE:
            models[event.model] = event.uid
    for name in idioms.models():
        models.pop(name, None)
    config: dict[str, JSON] = {}
    if models:
        config["model"] = _one(list(models))
    config |= _program(header)
    for key, name in _STATED.items():
        if (stated := header.environment.get(key)) is not None:
            config[name] = _one(stated) if isinstance(stated, list) else stated
    made = [(act, each) for act in acts for each in act.printed]
    if (commit := committed(each for _, each in made)) is not None:
        config["commit_sha"] = commit
        models[commit] = next(act.result.uid for act, each in reversed(made) if each.sha == commit and act.result)
    if config:
        yield derived(CONFIG.name, "agent_config", config, of=tuple(dict.fromkeys((*began, *models.values()))))


def _program(header: Header) -> dict[str, JSON]:
    stated = {
        "agent": header.agent,
        "agent_version": _one(list(header.versions)) if header.versions else UNSET,
        "provider": header.provider,
        "runtime": header.runtime,
        "timezone": header.timezone,
        "system_prompt_hash": _one([f"sha256:{each}" for each in header.system_prompts]) or UNSET,
    }
    return {key: value for key, value in stated.items() if value is not UNSET}


def _one(values: list[JSON]) -> JSON:
    """The only one, or all of them."""
    return values[0] if len(values) == 1 else values


def _skills(acts: list[Act]) -> Iterator[Note]:
    found: dict[str, str] = {}
    for act in acts:
        body = act.returned
        known = tools.every().get(act.call.tool) if act.call is not None else None
        if known is None or not known.skill or body is None or act.result is None:
            continue
        name = body.detail.get(known.skill) if isinstance(body.detail, dict) else None
        if isinstance(name, str) and name and act.action != "error":
            found.setdefault(name, act.result.uid)
    if found:
        yield derived(SKILLS.name, "skills", list(found), of=tuple(found.values()))
