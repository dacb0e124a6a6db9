"""A trace of any origin as a record: its steps, what is known of the session, and Steno's own words in `metadata`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Concatenate, Final, NamedTuple, ParamSpec

from msgspec import UNSET, Raw, to_builtins
from msgspec.structs import replace

from steno import idioms
from steno.base.exact import JSON, encode
from steno.base.ids import sha256
from steno.base.time import ends, is_iso, parse
from steno.formats.counter import LossCounter
from steno.formats.opentraces import code, fields, hashes, notes, security
from steno.formats.opentraces.carried import Carried
from steno.formats.opentraces.context import Context, Log
from steno.formats.opentraces.models import Models
from steno.formats.opentraces.plain import Values, plain, text
from steno.formats.opentraces.shapes import RECORD
from steno.formats.opentraces.steps import AGENT, Draft, Drafts
from steno.formats.opentraces.whole import STATED
from steno.formats.opentraces.wire import OWN, Object, defaults, fitting, version_of
from steno.model import Event, GitAnchor, Note, ToolCall, Trace
from steno.model.steps import whole

P = ParamSpec("P")

UNNAMED: Final = "unknown"
"""An agent of which no name is known: the schema asks for one."""
ORPHAN: Final = "orphan"
"""The tier of a link to a commit without evidence that the session made any of it."""
SNIPPETS: Final = "snippets"
"""The key of notes on events that are fields of their step."""

_EVERYWHERE: Final = frozenset(("environment", "language_ecosystem", "repository", "dependencies", "redaction"))
"""Keys of notes that hold for the runs of a session too."""
_SESSIONS: Final = ("session", "thread", "conversation", "run", "trace")


class Shared(NamedTuple):
    """What all records of one trace are made of."""

    trace: Trace
    drafts: Drafts
    log: Log
    snippets: Mapping[str, list[JSON]]
    order: Mapping[str, int]
    """Where each event stands in the log."""
    models: Models
    schema: str

    @classmethod
    def of(cls, trace: Trace, drafts: Drafts, schema: str) -> Shared:
        order = {event.uid: position for position, event in enumerate(trace.events)}
        log, models = Log(drafts, trace.events), Models(trace.header)
        return cls(trace, drafts, log, _snippets(trace.notes), order, models, schema)


class Fresh:
    """One record: of a whole trace, or of one of its runs."""

    def __init__(
        self, shared: Shared, steps: list[Draft], beside: list[Event], *, run: str | None = None, alone: bool = False
    ) -> None:
        self._shared, self._trace, self._drafts = shared, shared.trace, shared.drafts
        self.steps, self._beside, self._run = steps, beside, run
        self._alone = alone
        """Whether every run has a record of its own."""
        self._of_step = [draft.events() for draft in steps]
        self.events = [*chain.from_iterable(self._of_step), *beside]
        """The events in the order in which a reader of the record finds them first."""
        self._careful = False
        """Whether texts are looked through for half characters.  There are next to none, and an encoder finds them."""
        self._plain_ids: set[int] = set()
        """The ids of those members of the record's long lists that every encoder spells in the same way."""
        self._index = {id(draft): index for index, draft in enumerate(steps)}
        self._started = {id(draft): run for run, draft in reversed(shared.drafts.spawns.items())}
        self._version = version_of({"schema_version": shared.schema})
        header = shared.trace.header
        self.agent = header.agent if isinstance(header.agent, str) else UNNAMED

    @cached_property
    def session(self) -> str:
        """The agent's own id of the session; without one, the session is what it says."""
        if self._run is not None:
            return text(self._run)
        ids = self._trace.header.ids
        stated = next((id for name in (*_SESSIONS, *ids) for id in ids.get(name, ())), None)
        if stated:
            return text(stated)
        said = [[str(event.time), encode(event.body).decode("utf-8", "replace")] for event in self.events]
        return f"steno-{sha256(encode(said))[:16]}"

    @cached_property
    def trace_id(self) -> str:
        return hashes.trace_id(self.agent, self.session)

    def record(self, parent: Object | None = None) -> Object:
        """The record with every field of its version, its hashes included."""
        try:
            return self._sealed(parent)
        except UnicodeEncodeError:
            self._careful = True
            return self._sealed(parent)

    def carried(self, record: Object, counter: LossCounter) -> Carried:
        """What of the events the record carries, as it was written last; counts what it does not."""
        own = record["metadata"][OWN]
        found = Carried(self._trace, counter, own)
        for index, (draft, step) in enumerate(zip(self.steps, record["steps"], strict=True)):
            found.step(draft, self._of_step[index], step, index, is_plain=id(step) in self._plain_ids)
        for index, event in enumerate(self._beside):
            written = own["beside"][index]
            found.aside(event, written, index, is_plain=id(written) in self._plain_ids)
        return found

    def _sealed(self, parent: Object | None) -> Object:
        self._plain_ids.clear()
        record = self._unsealed(parent)
        record["content_hash"] = hashes.content_hash_of_filled(record, self._plain_ids)
        return record

    def _unsealed(self, parent: Object | None) -> Object:
        steps = [self._made(self._step, draft, index) for index, draft in enumerate(self.steps)]
        header = self._trace.header if self._run is None else replace(self._trace.header, tools={})
        context = Context(header, self._shared.log, self.steps, steps, self._plain_ids)
        started, last = self._span()
        if self._run is None and isinstance(header.started, str) and _begins(header.started, started):
            started = header.started
        record = defaults(RECORD, self._version) | {
            "schema_version": self._shared.schema,
            "trace_id": self.trace_id,
            "session_id": self.session,
            "timestamp_start": started and text(started),
            "timestamp_end": last and text(last),
            "execution_context": "devtime" if self._trace.patches or self.agent in idioms.names() else None,
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
        record |= notes.said_of(self._said(), record)
        record["metadata"] = {OWN: self._own(kept, parent)}
        if self._alone and self._drafts.runs and record["security"]["redactions_applied"]:
            # The note counts what was taken out of the whole session; the marks that stand here are the record's own.
            record["security"] = {**record["security"], "redactions_applied": security.marks(record)}
        all_plain = not self._careful and self._plain_ids.issuperset(map(id, steps))
        record["metadata"][OWN]["hash"] = hashes.stable_hash_of_filled(record, context.layers, plain=all_plain)
        return record

    def _made(self, make: Callable[Concatenate[Values, P], Object], *args: P.args, **kwargs: P.kwargs) -> Object:
        """A part of the record, made of values, texts and counts."""
        if not self._careful:
            values = Values(careful=False)
            part = make(values, *args, **kwargs)
            if values.all_plain:
                if part:  # what is empty is not kept, and its id may be that of another part
                    self._plain_ids.add(id(part))
                return part
        # Which encoder will spell it is open, and not every one minds half a character.
        return make(Values(), *args, **kwargs)

    # Steps

    def _step(self, values: Values, draft: Draft, index: int) -> Object:
        header = self._trace.header
        agent, inner = draft.role == AGENT, draft.run is not None and not self._alone
        spawn = self._drafts.spawns.get(draft.run) if inner and draft.run is not None else None
        prompts = header.system_prompts
        only = agent and len(prompts) == 1 and not self._drafts.runs
        return {
            "step_index": index,
            "role": draft.role,
            "content": fields.content(draft, values),
            "reasoning_content": fields.reasoning(draft, values),
            "model": _text(self._shared.models.of(draft)),
            "system_prompt_hash": hashes.system_prompt_hash(text(*prompts.values())) if only else None,
            "agent_role": self._role(draft) if agent else None,
            "parent_step": None if spawn is None else self._index.get(id(spawn)),
            "call_type": "subagent" if inner else "main" if agent else None,
            "subagent_trajectory_ref": self._ref(draft),
            # The tools are those of the session: nobody says which of them a sub-agent has.
            "tools_available": list(self._tools) if agent and draft.run is None else [],
            "tool_calls": list(fields.calls(draft, values)),
            "observations": [fields.observation(draft, call, result, values) for call, result in draft.results],
            "snippets": self._snippet_list(draft, index, values),
            "token_usage": fields.usage(draft),
            "timestamp": _time(draft.time),
            "context_node_id": None,
        }

    def _role(self, draft: Draft) -> str | None:
        return "main" if draft.run is None else _text(self._drafts.roles.get(draft.run))

    def _ref(self, draft: Draft) -> str | None:
        """The run that a step started; a step of a sub-agent, among those of the session, names its own run."""
        return _text(self._started.get(id(draft)) if self._alone or draft.run is None else draft.run)

    def _snippet_list(self, draft: Draft, index: int, values: Values) -> list[Object]:
        found: list[Object] = []
        known = self._shared.snippets
        for event in self._of_step[index] if known else ():
            for each in known.get(event.uid, ()):
                snippet = fitting(values.plain(each), self._version, "snippet")
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
        own = (draft for draft in self.steps if draft.role == AGENT and (draft.run is None or self._run))
        models = (self._shared.models.of(draft) for draft in own)
        model = next((each for each in models if each is not None and not each.startswith("<")), None)
        version = header.versions[-1] if header.versions else None
        return {"name": text(self.agent), "version": _text(version), "model": _text(model)}

    @cached_property
    def _tools(self) -> list[str]:
        """The tools that the session had; none where the log defines only some of them."""
        known = self._trace.header.tools
        called = {
            event.body.tool
            for draft in self._drafts.steps
            if draft.run is None
            for event in draft.calls
            if isinstance(event.body, ToolCall)
        }
        partial = self.agent in idioms.tool_adders() or not called <= known.keys()
        return [] if partial else [text(name) for name in known]

    def _span(self) -> tuple[str | None, str | None]:
        """The first and the last time of the log, as it spells them: of what no step tells, too."""
        drafts = self._drafts
        events = self._trace.events
        own = (each for each in events if drafts.run(each) == self._run) if self._alone and drafts.runs else events
        found = ends(event.time for event in own if isinstance(event.time, str))
        return (None, None) if found is None else (found[0][1], found[1][1])

    def _code(self, record: Object) -> Object:
        """Patches and links, which stand in the record of the session itself."""
        trace = self._trace
        if self._run is not None or not (trace.patches or trace.git_links or trace.attributions):
            return {}
        numbers = {event.uid: index for index, events in enumerate(self._of_step) for event in events}
        calls = {event.uid: fields.call_id(event) for draft in self.steps for event in draft.calls}
        parts = code.Code(trace.patches, trace.git_links, trace.attributions)
        where = code.Steps(numbers, calls, {}, {})
        found, kept = code.written(parts, where, record["trace_id"], record["agent"]["model"])
        for key, shape in (("patches", "patch"), ("git_links", "git_link")):
            if key in found:
                record[key] = [fitting(each, self._version, shape) for each in plain(found[key])]
        if "attribution" in found:
            record["attribution"] = fitting(plain(found["attribution"]), self._version, "attribution")
        return kept

    def _own(self, patches: Object, parent: Object | None) -> Object:
        """What the record has no other place for."""
        header = self._trace.header
        stated = {name: value for name in STATED if (value := getattr(header, name)) is not UNSET}
        said = {key: value for key, value in stated.items() if value not in ({}, ())}
        found: Object = {"header": plain(to_builtins(said, builtin_types=(Raw,)))}
        if models := self._shared.models.respelled:
            found["models"] = {text(written): text(stated) for written, stated in models.items()}
        if pieces := self._pieces():
            found["pieces"] = pieces
        if self._beside:
            found["beside"] = [self._made(fields.aside, event) for event in self._beside]
        runs = _runs([self._shared.order[event.uid] for event in self.events])
        if len(runs) > 1:
            found["order"] = runs
        if patches:
            found["patches"] = plain(patches)
        if parent is not None:
            found["parent"] = parent
        if self._run is None and (reason := notes.kept(whole(self._trace))) is not None:
            found[notes.REASON] = reason
        if self._run is None and (bounds := whole(self._trace).get(notes.BOUNDS)) is not None:
            found[notes.BOUNDS] = plain(bounds.value)
        if self._alone and self._run is None:
            found["subagents"] = self._subagents()
        return found

    def _pieces(self) -> Object:
        found: Object = {}
        for index, draft in enumerate(self.steps):
            if how := self._made(fields.pieces, draft, results=self._drafts.keeps):
                found[str(index)] = how
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


def _text(value: str | None) -> str | None:
    return None if value is None else text(value)


def _time(value: str | None) -> str | None:
    """What is no time is none: the schema asks for ISO 8601."""
    return value if value is not None and is_iso(value) else None


def _begins(start: str, first: str | None) -> bool:
    """Whether a time is one at which a session may have begun whose first event is of another."""
    moment, known = parse(start), None if first is None else parse(first)
    return is_iso(start) and (moment is None or known is None or moment <= known)


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
    counts = [step["token_usage"] for step in steps]
    found: Object = {key: sum([each[name] for each in counts]) for key, name in totals.items()}
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
    following = -1
    for index in sorted(range(len(positions)), key=positions.__getitem__):
        if index == following:
            runs[-1][1] += 1
        else:
            runs.append([index, 1])
        following = index + 1
    return runs
