"""Says which steps led to which: replies to messages and results, delegation, and inputs that name a result.

Reads the order of the log and its ids.  Where neither shows a cause, none is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno import idioms
from steno.model import Header, Note, ToolResult
from steno.model.calls import as_object
from steno.model.steps import derived
from steno.passes.derive import retries
from steno.passes.derive.act import Act, Causes, breaks_before, code, identities
from steno.passes.derive.anchors import ANSWERED, DELEGATED, MESSAGE, Found
from steno.passes.derive.operations import Operations, group

REQUEST = code(
    "060", "cause-request",
    "A response that follows a human's message, with nothing new in between, answers it: `user_request` for the "
    "first message of the trace, `follow_up_user_request` for those after it, and `answer_to_agent_question` if "
    "the human answered the agent's question.  A message that the human took back for another one in its place is "
    "answered by nobody.",
)  # fmt: skip
RESULTS = code(
    "061", "cause-results",
    "A response that follows the results of tool calls responds to them: whatever came in since the agent's previous "
    "response is new to it. The result of a call that ran a sub-agent counts as the sub-agent's result, unless it says "
    "no more than that the sub-agent was started.",
)  # fmt: skip
DELEGATION = code(
    "062", "cause-delegation",
    "The first thing a sub-agent does is caused by the call that started it, or by the prompt it was given; that call "
    "is a delegation.",
)  # fmt: skip
QUESTION = code("063", "cause-question", "A human's words in the result of a call are caused by that call.")
NAMES = code(
    "066", "input-names-result",
    "The input has the id of a process or a task from the result of an earlier call.",
)  # fmt: skip
CODES = (REQUEST, RESULTS, DELEGATION, QUESTION, NAMES)

_RESPONSES = {
    "approval": ("approval_response", "Follows the user's approval."),
    "correction": ("correction_response", "Follows the user's correction."),
    "selection": ("answer_to_agent_question", "Follows the user's choice."),
    "answer_to_agent_question": ("answer_to_agent_question", "Follows the user's answer to the agent's question."),
}
"""How a response is caused by a message that replies to the work before it."""
_TAKEN = ("bash_id", "shell_id", "task_id", "session_id", "cell_id")
"""The arguments that name such an id."""


class _Agent:
    """What one agent has before it."""

    def __init__(self) -> None:
        self.incoming: list[Act] = []
        """What it has not answered yet."""
        self.looked = 0
        """How many of these are messages to answer, whatever else the human says."""
        self.response: object = None
        self.causes: Causes | None = None
        self.calls: list[Act] = []
        """Those of this response, or those before the first of their results."""


class Links:
    """One walk over what happened, in the order of the log."""

    def __init__(self, header: Header, found: Found, operations: Operations) -> None:
        self._who, self._found, self._operations = identities(header), found, operations
        self._starters = dict(found.starters)
        self._agents: dict[str, _Agent] = {}
        self._begun: set[str] = set()
        """The runs of sub-agents that have taken a step."""
        self._retries = retries.Retries(operations)
        self._given: dict[str, Act] = {}
        """Ids that results gave out."""
        self._after = {each.index: each.after for each in found.said}
        self._branches: dict[str, int] = {}
        """Where in the log a human's message first followed each record."""
        self._groups = 0
        self.asked: Act | None = None
        """The first message of the human that the agent answered."""

    def run(self) -> None:
        for moment in self._found.timeline:
            act = moment.act
            if moment.returns:
                self._returned(act)
            elif act.action == "user_message":
                self._asked(act)
            elif act.actor != "system":
                self._taken(act)
        for agent in self._agents.values():
            self._end(agent)

    def _agent(self, who: str) -> _Agent:
        return self._agents.setdefault(who, _Agent())

    def _asked(self, act: Act) -> None:
        agent = self._agent(self._found.root)
        if act.rule == MESSAGE.name:
            # Results that nobody answered are past where work was broken off before the human spoke.
            broken = breaks_before(self._found.breaks, act.index)
            new = agent.incoming[agent.looked :]
            agent.incoming[agent.looked :] = [each for each in new if each.call is None or each.index > broken]
            self._rewind(act, agent)
            agent.looked = len(agent.incoming)
        agent.incoming.append(act)

    def _rewind(self, act: Act, agent: _Agent) -> None:
        """Where two messages follow one record, the human went back to it: what came in between is another branch's."""
        after = self._after.get(act.index)
        if after is not None:
            start = self._branches.setdefault(after, act.index)
            while agent.incoming and start <= agent.incoming[-1].index < act.index:
                agent.incoming.pop()

    def _returned(self, act: Act) -> None:
        call = act.answers or act
        agent = self._agent(self._who.get(call.event.actor, call.event.actor))
        if call.returned is None:
            return
        if call.event.response is UNSET:
            self._end(agent)
        agent.incoming.append(act)
        self._give(call, call.returned)
        told = call.ends if call.ends is not None else None if _goes_on(call) else call
        if told is not None and told.call is not None and told.verdict is not None and not told.verdict.success:
            self._retries.failed(told)

    def _taken(self, act: Act) -> None:
        if act.rule == DELEGATED.name:
            self._prompted(act)
            return
        agent = self._agent(self._who.get(act.event.actor, act.event.actor))
        response = act.event.response
        same = response is not UNSET and response == agent.response
        if not same:
            self._begin(act, agent)
        act.causes = agent.causes
        if act.call is not None and act.event.call is not UNSET:
            agent.calls.append(act)
        if act.call is not None:
            self._retries.made(act)
            if self._given:
                self._names(act)

    def _prompted(self, act: Act) -> None:
        """Another agent asks for work: of the run in whose span it stands, or of the agent whose log it is."""
        if isinstance(act.event.span, str):
            self._starters.setdefault(act.event.span, act)
        else:
            self._agent(self._found.root).incoming.append(act)

    def _begin(self, act: Act, agent: _Agent) -> None:
        """A response begins, or goes on where nothing came in since."""
        response = act.event.response
        if response is not UNSET or agent.incoming:
            self._end(agent)
        span = act.event.span
        starter = self._starters.get(span) if isinstance(span, str) and span not in self._begun else None
        if starter is not None and starter.index < act.index and starter.actor != act.actor:
            self._begun.add(str(span))
            agent.incoming, agent.looked = [], 0
            agent.causes = _delegated(starter)
        elif agent.incoming:
            agent.causes = self._causes(tuple(sorted(agent.incoming, key=_index)))
            agent.incoming, agent.looked = [], 0
        elif response is not UNSET or agent.response is not None:
            agent.causes = None
        agent.response = response if response is not UNSET else None

    def _end(self, agent: _Agent) -> None:
        """No further call was asked for with those so far."""
        if len(agent.calls) > 1:
            self._groups += 1
            group(agent.calls, self._groups)
        agent.calls = []

    def _causes(self, acts: tuple[Act, ...]) -> Causes:
        of = tuple(dict.fromkeys(each.result.uid if each.result else each.event.uid for each in acts))
        if len(acts) > 1:
            names = ", ".join(dict.fromkeys(map(self._name, acts)))
            return Causes.by(acts, "dependency_on_multiple_prior_steps", f"Follows {names}.", RESULTS.name, of)
        only = acts[0]
        if only.action == "user_message":
            return self._request(only, of)
        if only.rule == DELEGATED.name:
            return _delegated(only)
        if only.child and not _goes_on(only):
            note = f"Follows {self._name(only)}, which ran a sub-agent."
            return Causes.by(acts, "used_subagent_result", note, RESULTS.name, of)
        return Causes.by(acts, "dependency_on_tool_result", f"Follows {self._name(only)}.", RESULTS.name, of)

    def _request(self, act: Act, of: tuple[str, ...]) -> Causes:
        if act.rule == ANSWERED.name:
            kind, note = "answer_to_agent_question", "Follows the user's answer to the agent's question."
        elif self.asked in (None, act):
            self.asked = act
            kind, note = "user_request", "Answers the user's request."
        elif act.reply is not None and act.reply.role in _RESPONSES:
            kind, note = _RESPONSES[act.reply.role]
        else:
            kind, note = "follow_up_user_request", "Answers the user's message."
        return Causes.by((act,), kind, note, REQUEST.name, of)

    def _name(self, act: Act) -> str:
        if act.call is None:
            return "the user's message" if act.action == "user_message" else "the prompt of another agent"
        return f"the result of {self._operations.name(act.call)[0]}"

    # Ids

    def _give(self, act: Act, body: ToolResult) -> None:
        self._given.update(dict.fromkeys(idioms.given(body), act))

    def _names(self, act: Act) -> None:
        arguments = as_object(act.call.arguments) if act.call is not None else {}
        for key in _TAKEN:
            named = arguments.get(key)
            giver = self._given.get(str(named)) if isinstance(named, str | int) else None
            if giver is not None and giver is not act:
                act.source = giver
                return


def _goes_on(act: Act) -> bool:
    """Whether the result says only that something was started."""
    return act.returned is not None and idioms.launched(act.returned)


def _index(act: Act) -> int:
    return act.index


def _delegated(starter: Act) -> Causes:
    of = (starter.event.uid,)
    return Causes.by((starter,), "delegated_work", "Does what its parent agent asked for.", DELEGATION.name, of)


def notes(act: Act) -> Iterator[Note]:
    event = act.event
    if act.answers is not None:
        of = (act.answers.event.uid, event.uid)
        yield derived(QUESTION.name, "caused_by", [act.answers.event.uid], event, of)
        if act.rule == ANSWERED.name:
            yield derived(QUESTION.name, "causal_type", "answer_to_agent_question", event, of)
            yield derived(QUESTION.name, "causal_note", "Answers the agent's question.", event, of)
        else:
            yield derived(QUESTION.name, "causal_note", "The user said this when rejecting the call.", event, of)
    elif act.reply is not None and act.reply.to is not None:
        of = (act.reply.to.event.uid, event.uid)
        yield derived(act.reply.rule, "caused_by", [act.reply.to.event.uid], event, of)
        yield derived(act.reply.rule, "causal_note", "Replies to the agent.", event, of)
    elif act.retry is not None:
        yield from retries.notes(act, act.retry)
    elif act.causes is not None:
        yield from _caused(act, act.causes)
    if act.redoes is not None and act.retry is None:
        before = act.redoes.event.uid
        yield derived(act.redone_by, "retry_of", before, event, (before, event.uid))
    if act.source is not None and act.source.result is not None and not retries.repeats(act):
        source = {"actor": "tool", "source": act.source.event.uid, "source_field": "output"}
        note = "The input has an id from this result."
        yield derived(NAMES.name, "input_source", {**source, "note": note}, event, (event.uid, act.source.result.uid))


def _caused(act: Act, causes: Causes) -> Iterator[Note]:
    of, event = causes.of, act.event
    yield derived(causes.rule, "caused_by", causes.uids, event, of)
    if act.child and causes.rule != DELEGATION.name:
        yield derived(DELEGATION.name, "causal_type", "delegation_to_subagent", event, (event.uid, *of))
    else:
        yield derived(causes.rule, "causal_type", causes.kind, event, of)
    yield derived(causes.rule, "causal_note", causes.note, event, of)
