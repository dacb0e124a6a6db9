"""A trace of any origin as a record: its steps, what is known of the session, and Steno's own words in `metadata`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET, Raw, to_builtins
from msgspec.structs import replace

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.base.ids import sha256
from steno.base.time import parse
from steno.formats.opentraces import code, hashes, security
from steno.formats.opentraces.context import Context, Log
from steno.formats.opentraces.notes import said_of
from steno.formats.opentraces.plain import plain, text
from steno.formats.opentraces.reader import STATED
from steno.formats.opentraces.rules_kinds import RECORD
from steno.formats.opentraces.steps import AGENT, Draft, Drafts
from steno.formats.opentraces.wire import (
    BETWEEN,
    FAILED,
    MADE,
    NO_RESULT,
    OWN,
    VALUE,
    Object,
    defaults,
    fitting,
    version_of,
)
from steno.model import Event, GitAnchor, Note, Text, Thought, ThoughtState, ToolCall, ToolResult, Trace, Usage
from steno.model.steps import whole

UNNAMED: Final = "unknown"
"""An agent of which no name is known: the schema asks for one."""
CODERS: Final = frozenset(("claude-code", "codex"))
"""Agents that edit code."""
ORPHAN: Final = "orphan"
"""The tier of a link to a commit without evidence that the session made any of it."""
SNIPPETS: Final = "snippets"
"""The key of notes on events that are fields of their step."""

_EVERYWHERE: Final = frozenset(("environment", "language_ecosystem", "repository", "dependencies", "redaction"))
"""Keys of notes that hold for the runs of a session too."""
_SESSIONS: Final = ("session", "thread", "conversation", "run", "trace")
_PARTS: Final = frozenset(("text", "input_text", "output_text"))
_BESIDE: Final = ("time", "span", "call", "child_run")


class Shared(NamedTuple):
    """What all records of one trace are made of."""

    trace: Trace
    drafts: Drafts
    log: Log
    snippets: Mapping[str, list[JSON]]
    order: Mapping[str, int]
    """Where each event stands in the log."""
    schema: str

    @classmethod
    def of(cls, trace: Trace, drafts: Drafts, schema: str) -> Shared:
        order = {event.uid: position for position, event in enumerate(trace.events)}
        return cls(trace, drafts, Log(drafts, trace.events), _snippets(trace.notes), order, schema)


class Fresh:
    """One record: of a whole trace, or of one of its runs."""

    def __init__(
        self, shared: Shared, steps: list[Draft], beside: list[Event], *, run: str | None = None, alone: bool = False
    ) -> None:
        self._shared, self._trace, self._drafts = shared, shared.trace, shared.drafts
        self.steps, self._beside, self._run = steps, beside, run
        self._alone = alone
        """Whether every run has a record of its own."""
        self.told = [event for draft in steps for event in draft.events()] + beside
        """The events in the order in which a reader of the record finds them first."""
        self._index = {id(draft): index for index, draft in enumerate(steps)}
        self._started = {id(draft): run for run, draft in reversed(shared.drafts.spawns.items())} if alone else {}
        self._version = version_of({"schema_version": shared.schema})
        header = shared.trace.header
        self.agent = header.agent if isinstance(header.agent, str) else UNNAMED

    @property
    def session(self) -> str:
        """The agent's own id of the session; without one, the session is what it says."""
        if self._run is not None:
            return text(self._run)
        ids = self._trace.header.ids
        stated = next((id for name in (*_SESSIONS, *ids) for id in ids.get(name, ())), None)
        if stated:
            return text(stated)
        said = [[str(event.time), encode(to_builtins(event.body)).decode("utf-8", "replace")] for event in self.told]
        return f"steno-{sha256(encode(said))[:16]}"

    @property
    def trace_id(self) -> str:
        return hashes.trace_id(self.agent, self.session)

    def record(self, parent: Object | None = None) -> Object:
        """The record with every field of its version."""
        steps = [self._step(draft, index) for index, draft in enumerate(self.steps)]
        header = self._trace.header if self._run is None else replace(self._trace.header, tools={})
        context = Context(header, self._shared.log, self.steps, steps)
        first, last = self._span()
        started = header.started if isinstance(header.started, str) and self._run is None else first
        record = defaults(RECORD, self._version) | {
            "schema_version": self._shared.schema,
            "trace_id": self.trace_id,
            "session_id": self.session,
            "timestamp_start": started and text(started),
            "timestamp_end": last and text(last),
            "execution_context": "devtime" if self._trace.patches or self.agent in CODERS else None,
            "agent": self._agent(),
            "system_prompts": {
                hashes.system_prompt_hash(text(each)): text(each) for each in header.system_prompts.values()
            },
            "tool_definitions": [_definition(name, each) for name, each in header.tools.items()],
            "steps": steps,
            "metrics": _metrics(steps, self._version),
            "lifecycle": "final" if self._run is None and _is_anchored(self._trace) else "provisional",
            "context_tree_summary": context.summary(),
        }
        kept = self._code(record)
        record |= said_of(self._said(), record)
        record["metadata"] = {OWN: self._own(kept, parent)}
        if self._alone and self._drafts.runs and record["security"]["redactions_applied"]:
            # The note counts what was taken out of the whole session; the marks that stand here are the record's own.
            record["security"] = {**record["security"], "redactions_applied": security.marks(record)}
        record["metadata"][OWN]["hash"] = hashes.stable_hash_of_filled(record, context.layers)
        return record

    # Steps

    def _step(self, draft: Draft, index: int) -> Object:
        header = self._trace.header
        agent, inner = draft.role == AGENT, draft.run is not None and not self._alone
        spawn = self._drafts.spawns.get(draft.run) if inner and draft.run is not None else None
        prompts = header.system_prompts
        only = agent and len(prompts) == 1 and not self._drafts.runs
        return {
            "step_index": index,
            "role": draft.role,
            "content": _joined([event.body.text for event in draft.texts if isinstance(event.body, Text)]),
            "reasoning_content": _joined(
                [thought for event in draft.thoughts if (thought := _thought(event)) is not None]
            ),
            "model": _text(draft.stated("model")),
            "system_prompt_hash": hashes.system_prompt_hash(text(*prompts.values())) if only else None,
            "agent_role": self._role(draft) if agent else None,
            "parent_step": None if spawn is None else self._index.get(id(spawn)),
            "call_type": "subagent" if inner else "main" if agent else None,
            "subagent_trajectory_ref": self._ref(draft),
            # The tools are those of the session: nobody says which of them a sub-agent has.
            "tools_available": [text(name) for name in header.tools] if agent and draft.run is None else [],
            "tool_calls": list(_calls(draft)),
            "observations": [_observation(call, result) for call, result in draft.results],
            "snippets": self._snippet_list(draft, index),
            "token_usage": _usage(draft),
            "timestamp": _text(draft.stated("time")),
            "context_node_id": None,
        }

    def _role(self, draft: Draft) -> str | None:
        return "main" if draft.run is None else _text(self._drafts.roles.get(draft.run))

    def _ref(self, draft: Draft) -> str | None:
        """The run a step belongs to; where every run has a record of its own, the one that the step started."""
        return _text(self._started.get(id(draft)) if self._alone else draft.run)

    def _snippet_list(self, draft: Draft, index: int) -> list[Object]:
        found: list[Object] = []
        known = self._shared.snippets
        for event in draft.events() if known else ():
            for each in known.get(event.uid, ()):
                snippet = fitting(plain(each), self._version, "snippet")
                if snippet["file_path"] is not None:
                    found.append(snippet | {"source_step": index})
        return found

    # The session

    def _said(self) -> Mapping[str, Note]:
        """What is said of the whole, as far as it is said of what the record holds."""
        notes = whole(self._trace)
        if not self._alone or not self._drafts.runs:
            return notes
        # The totals are those of all runs together; the task and the outcome are the session's own.
        said = {
            key: note for key, note in notes.items() if key in _EVERYWHERE or (self._run is None and key != "metrics")
        }
        if (counted := notes.get("run_metrics")) is not None and type(counted.value) is list:
            own = [each for each in counted.value if type(each) is dict and each.get("run") == self._run]
            said["metrics"] = replace(counted, key="metrics", value=own[0] if own else {})
        return said

    def _agent(self) -> Object:
        header = self._trace.header
        models = (draft.model for draft in self.steps if draft.role == AGENT and (draft.run is None or self._run))
        model = next((each for each in models if each is not None and not each.startswith("<")), None)
        if model is not None and isinstance(header.provider, str) and "/" not in model:
            model = f"{header.provider}/{model}"
        version = header.versions[-1] if header.versions else None
        return {"name": text(self.agent), "version": _text(version), "model": _text(model)}

    def _span(self) -> tuple[str | None, str | None]:
        """The first and the last time of the log, as it spells them."""
        stated = {event.time for event in self.told if isinstance(event.time, str)}
        times = [(moment, each) for each in stated if (moment := parse(each)) is not None]
        return (min(times)[1], max(times)[1]) if times else (None, None)

    def _code(self, record: Object) -> Object:
        """Patches and links, which stand in the record of the session itself."""
        if self._run is not None:
            return {}
        numbers = {event.uid: index for index, draft in enumerate(self.steps) for event in draft.events()}
        calls = {event.uid: _id(event) for draft in self.steps for event in draft.calls}
        trace = self._trace
        parts = code.Code(trace.patches, trace.git_links, trace.attributions)
        where = code.Steps(numbers, calls, {}, {})
        found, kept = code.written(parts, where, record["trace_id"], record["agent"]["model"])
        for key, shape in (("patches", "patch"), ("git_links", "git_link")):
            if key in found:
                record[key] = [fitting(plain(each), self._version, shape) for each in found[key]]
        if "attribution" in found:
            record["attribution"] = fitting(plain(found["attribution"]), self._version, "attribution")
        return kept

    def _own(self, patches: Object, parent: Object | None) -> Object:
        """What the record has no other place for."""
        header = self._trace.header
        stated = {name: value for name in STATED if (value := getattr(header, name)) is not UNSET}
        said = {key: value for key, value in stated.items() if value not in ({}, ())}
        found: Object = {"header": plain(to_builtins(said, builtin_types=(Raw,)))}
        keeps = self._drafts.keeps
        pieces = {str(index): how for index, draft in enumerate(self.steps) if (how := _pieces(draft, results=keeps))}
        if pieces:
            found["pieces"] = pieces
        if self._beside:
            found["beside"] = [_aside(event) for event in self._beside]
        runs = _runs([self._shared.order[event.uid] for event in self.told])
        if len(runs) > 1:
            found["order"] = runs
        if patches:
            found["patches"] = plain(patches)
        if parent is not None:
            found["parent"] = parent
        if self._alone and self._run is None:
            found["subagents"] = self._subagents()
        return found

    def _subagents(self) -> list[Object]:
        runs = dict.fromkeys(draft.run for draft in self._drafts.steps if draft.run is not None)
        return [
            {
                "session_id": text(run),
                "trace_id": hashes.trace_id(self.agent, text(run)),
                "parent_step": self._index.get(id(self._drafts.spawns.get(run))),
            }
            for run in runs
        ]


def _is_anchored(trace: Trace) -> bool:
    """Whether a revision is known to which the session led; a link without evidence names none."""
    anchors = (patch.anchor for patch in trace.patches)
    return any(link.tier != ORPHAN for link in trace.git_links) or any(
        isinstance(anchor, GitAnchor) and anchor.found for anchor in anchors
    )


# Parts of a step


def _joined(texts: Sequence[str]) -> str | None:
    return BETWEEN.join(map(text, texts)) if texts else None


def _thought(event: Event) -> str | None:
    body = event.body
    return body.text if isinstance(body, Thought) and isinstance(body.text, str) else None


def _text(value: str | None) -> str | None:
    return None if value is None else text(value)


def _pieces(draft: Draft, *, results: bool) -> Object:
    """How the texts of a step are made of blocks, where that cannot be seen, and what is known beside its results."""
    found: Object = {}
    texts = [event.body.text for event in draft.texts if isinstance(event.body, Text)]
    if len(texts) > 1 or texts == [""]:
        found["content"] = [len(text(each)) for each in texts]
    thoughts = [(_thought(event), _state(event)) for event in draft.thoughts]
    if len(thoughts) > 1 or any(not said or state != ThoughtState.FULL.value for said, state in thoughts):
        found["reasoning"] = [[None if said is None else len(text(said)), state] for said, state in thoughts]
    if results and (details := _details(draft)):
        found["results"] = details
    fine = [place for place, (_, result) in enumerate(draft.results) if _succeeded(result)] if results else []
    if fine:
        found["succeeded"] = fine
    return found


def _succeeded(result: Event) -> bool:
    """Whether the log says of a call that it did not fail; an observation can only say that one did."""
    return isinstance(result.body, ToolResult) and result.body.error is False and not result.body.missing


def _details(draft: Draft) -> Object:
    """What the source knows of results beyond what the model saw, by their places in the step."""
    found: Object = {}
    for place, (_, result) in enumerate(draft.results):
        body = result.body
        if isinstance(body, ToolResult) and body.detail is not UNSET and _error(body) is None:
            found[str(place)] = plain(body.detail)
    return found


def _error(body: ToolResult) -> str | None:
    """The detail, where it is the text of an error, for which an observation has a field."""
    detail = body.detail
    if type(detail) is not str or body.error is not True or body.missing:
        return None
    return text(detail) if detail not in ("", FAILED, NO_RESULT) else None


def _state(event: Event) -> str:
    return event.body.state.value if isinstance(event.body, Thought) else ThoughtState.FULL.value


def _calls(draft: Draft) -> Iterator[Object]:
    results = {call.uid: result for call, result in draft.results if call is not None}
    for event in draft.calls:
        if isinstance(event.body, ToolCall):
            result = results.get(event.uid)
            yield {
                "tool_call_id": _id(event),
                "tool_name": text(event.body.tool),
                "input": _input(event.body.arguments),
                "duration_ms": None if result is None else _duration(event, result),
            }


def _id(event: Event) -> str:
    return text(event.call) if isinstance(event.call, str) else MADE + event.uid


def _input(arguments: JSON) -> Object:
    """An object: the arguments, or what their text says, or with them as its only value."""
    if arguments is UNSET:
        return {}
    if type(arguments) is str and arguments.lstrip().startswith("{"):
        try:
            value, duplicate = decode(arguments.encode("utf-8", "surrogatepass"))
        except BadJSON:
            value, duplicate = None, None
        if type(value) is dict and duplicate is None:
            arguments = value
    found: Object = plain(arguments if type(arguments) is dict else {VALUE: arguments})
    return found


def _observation(call: Event | None, result: Event) -> Object:
    body = result.body
    if not isinstance(body, ToolResult):
        raise TypeError("a result of a step is a tool result")
    answered = _id(result) if call is None or isinstance(result.call, str) else _id(call)
    failed = NO_RESULT if body.missing else _error(body) or FAILED if body.error is True else None
    return {"source_call_id": answered, "content": _content(body.content), "output_summary": None, "error": failed}


def _content(content: JSON) -> str | None:
    """What the model saw, as text: of parts that are all text their texts, of anything else its JSON."""
    if content is UNSET or content is None:
        return None
    if type(content) is str:
        return text(content)
    if type(content) is list and content and all(map(_is_text, content)):
        return text("\n".join(each["text"] for each in content))
    return text(encode(content).decode("utf-8", "surrogatepass"))


def _is_text(part: JSON) -> bool:
    return type(part) is dict and part.get("type") in _PARTS and type(part.get("text")) is str


def _duration(call: Event, result: Event) -> int | None:
    """The milliseconds from the call to its result, where the log has both times."""
    begun, ended = call.instant(), result.instant()
    if begun is None or ended is None or ended < begun:
        return None
    return round((ended - begun).total_seconds() * 1000)


def _usage(draft: Draft) -> Object:
    """Zeros stand for what is not known: the schema has no other word for it."""
    usage = draft.usage if isinstance(draft.usage, Usage) else Usage()
    counts = {
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "cache_read_tokens": usage.cache_read,
        "cache_write_tokens": usage.cache_write,
        "prefix_reuse_tokens": UNSET,
    }
    return {key: 0 if count is UNSET else count for key, count in counts.items()}


def _aside(event: Event) -> Object:
    """An event that is no step."""
    found: Object = {"kind": event.kind.value, "body": plain(to_builtins(event.body, builtin_types=(Raw,)))}
    if event.role is not UNSET:
        found["role"] = event.role.value
    found["visibility"] = event.visibility.value
    return found | {key: text(value) for key in _BESIDE if isinstance(value := getattr(event, key), str)}


def _definition(name: str, stated: JSON) -> Object:
    found: Object = plain(stated if type(stated) is dict else {})
    return found if "name" in found else {"name": text(name), **found}


def _metrics(steps: Sequence[Object], version: int) -> Object:
    """Sums of what the steps say, which a note may know better."""
    totals = {
        "total_input_tokens": "input_tokens",
        "total_output_tokens": "output_tokens",
        "total_cache_read_tokens": "cache_read_tokens",
        "total_cache_creation_tokens": "cache_write_tokens",
    }
    found: Object = {key: sum(step["token_usage"][name] for step in steps) for key, name in totals.items()}
    return fitting(found | {"total_steps": len(steps)}, version, "metrics")


def _snippets(notes: Sequence[Note]) -> dict[str, list[JSON]]:
    found: dict[str, list[JSON]] = {}
    for note in notes:
        if note.key == SNIPPETS and isinstance(note.target, str) and type(note.value) is list:
            found.setdefault(note.target, []).extend(note.value)
    return found


def _runs(positions: Sequence[int]) -> list[list[int]]:
    """In which order the events stood in the log: runs of the record's order, each by its start and its length."""
    runs: list[list[int]] = []
    for index in sorted(range(len(positions)), key=positions.__getitem__):
        if runs and sum(runs[-1]) == index:
            runs[-1][1] += 1
        else:
            runs.append([index, 1])
    return runs
