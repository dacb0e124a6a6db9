"""Finds the events that steps stand on, and which other events belong to each.  Decides nothing else about a step."""

from __future__ import annotations

from msgspec import UNSET, Struct
from msgspec.structs import replace

from steno import idioms, tools
from steno.model import Derivation, Event, Header, Kind, Lifecycle, LifecycleKind, Origin, Text, ToolResult
from steno.model.calls import Pairing, Scripts
from steno.model.steps import ACTIONS
from steno.passes.derive import scripts
from steno.passes.derive.act import Act, code, identities
from steno.passes.derive.reasons import Reasons
from steno.speech import Said, Voice, Voices, messages

USER, STEP, OUTPUT, ERROR = ACTIONS

MESSAGE = code(
    "001", "user-message",
    "A message from a human is a step `user_message`.  The blocks of one record are one message.  What the program "
    "wrote in the user's name or around their words, and what one agent wrote to another, are not the human's words. "
    "What a human typed to the program and not to the agent, such as a command that changes the model or a line for "
    "the shell, is no message and no step; a command that stands for a prompt is a message as any other.",
)  # fmt: skip
CALL = code(
    "002", "tool-call", "Each tool call is a step `agent_step`.  Its result belongs to the step, and is found by id."
)
ANSWER = code(
    "003", "final-answer",
    "The last thing the agent says before the human speaks again or the log ends, with no tool call after it, is "
    "a step `output`. A text cut off by an interruption is not.",
)  # fmt: skip
SPOKEN = code(
    "004", "agent-text",
    "What the agent says between its calls is a step `agent_step` without a tool, unless it comes right before a call "
    "of the same response: then it is the reason for that call and part of its step.",
)  # fmt: skip
FAILED = code("005", "failed-call", "A tool call that is known to have failed is a step `error`.")
TROUBLE = code(
    "006", "error-record",
    "An error that the program itself recorded, such as a refused request to the model, is a step `error` that did "
    "not succeed.",
)  # fmt: skip
ANSWERED = code(
    "007", "answer-to-question",
    "When the agent asked the human through a tool, the answers in the result are a step `user_message`, caused by the "
    "call that asked.  The questions are the agent's words, and what the program says where nobody answered is "
    "nobody's.",
)  # fmt: skip
REJECTED = code(
    "008", "words-in-rejection",
    "When the human rejected a call and said what to do instead, the program puts these words into the call's result. "
    "They are a step `user_message`, caused by the rejected call.",
)  # fmt: skip
QUEUED = code(
    "009", "queued-prompt",
    "A prompt that the human typed while the agent worked, and that the program delivered in the middle of a turn, is "
    "a step `user_message`.",
)  # fmt: skip
WAITED = code(
    "012", "prompt-that-waited",
    "A prompt that had to wait, and that the log shows only when it joined the queue and when it left it, is a step "
    "`user_message` at the place where it left. If another record repeats it, that one is the message; if it went back "
    "to the human, it was not sent.",
)  # fmt: skip
DELEGATED = code(
    "010", "prompt-of-another-agent",
    "If the log is a sub-agent's alone, the prompt from the agent that started it is a step `agent_step` of that "
    "agent. If the log also has the call that started it, the prompt belongs to that call.",
)  # fmt: skip
RECORDED = code(
    "011", "record-of-the-program",
    "A trace has at least one step. If nobody said or did anything in the log, the program's own records are its "
    "steps;  if there are none, its first event is.",
)  # fmt: skip
CODES = (
    MESSAGE, CALL, ANSWER, SPOKEN, FAILED, TROUBLE, ANSWERED, REJECTED, QUEUED, DELEGATED, RECORDED, WAITED,
)  # fmt: skip

_OTHER = "agent@"
"""The identity of an agent of another log, which sent word to the one whose log this is."""

# An attribute of an Enum is slow, and these are asked for every event.
_MESSAGE, _CALL, _RESULT, _LIFECYCLE = Kind.MESSAGE, Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.LIFECYCLE
_SPAN, _THOUGHT = Kind.SPAN_START, Kind.THOUGHT


class Moment(Struct, frozen=True):
    """Something that happens to a step, in the order of the log: it is taken, or its result comes in."""

    act: Act
    returns: bool


class Found(Struct, frozen=True):
    acts: list[Act]
    timeline: list[Moment]
    starters: dict[str, Act]
    """For each run of a sub-agent, the call that started it."""
    runs: frozenset[str]
    """The runs of sub-agents that the log speaks of."""
    root: str
    """The identity of the agent whose log this is."""
    loose: list[Event]
    """What the program reports of changes to files, and no call accounts for."""
    said: list[Said]
    """What humans said."""
    breaks: list[int]
    """Where in the log work was broken off: interruptions, and commands to the program."""


class Anchors:
    """One walk over the log."""

    def __init__(self, header: Header) -> None:
        self._header, self._voices = header, Voices(header)
        self._who = identities(header)
        self._acts: list[Act] = []
        self._timeline: list[Moment] = []
        self._calls = Pairing[Act]()
        self._scripts = Scripts[Act]()
        self._latest: dict[str, Act] = {}
        """The latest call of each id."""
        self._texts: dict[str, Act] = {}
        """What each agent said last, as long as a call may follow in the same response."""
        self._reasons = Reasons()
        self._tails: dict[str, Act] = {}
        """The last step of each agent in this turn."""
        self._loose: list[Event] = []
        self._breaks: list[int] = []
        self._dropped: set[int] = set()
        self._prompts: list[Act] = []
        self._runs: dict[str, str] = {}
        """For each run, the id of the call that started it ..."""
        self._bounds: dict[str, str] = {}
        """... or the call's uid, where a span says so."""
        self._root = ""
        """The agent that spoke first: the log is its own."""
        self._said: dict[int, Said] = {}

    def find(self, events: tuple[Event, ...]) -> Found:
        self._said = {each.index: each for each in messages(self._header, events)}
        for index, event in enumerate(events):
            if event.echo_of is not UNSET:
                continue
            kind = event.kind
            if index in self._said:
                self._human(self._said[index])
            elif kind is _MESSAGE:
                self._message(event, index)
            elif kind is _CALL:
                self._call(event, index)
            elif kind is _RESULT:
                self._result(event, index)
            elif kind is _THOUGHT:
                self._reasons.thinks(self._who.get(event.actor, event.actor), event)
            elif kind is _LIFECYCLE:
                self._lifecycle(event, index)
            elif kind is _SPAN and isinstance(event.span, str) and isinstance(event.replies_to, str):
                self._bounds[event.span] = event.replies_to
        found = self._settled()
        return found if found.acts else replace(found, acts=_recorded(events))

    # Messages

    def _message(self, event: Event, index: int) -> None:
        if event.signs.interrupted:
            self._interrupt(index)
        voice = self._voices.of(event)
        if not isinstance(event.body, Text):
            return
        if voice is Voice.REQUESTER and event.body.text.strip():
            self._prompts.append(self._add(Act(event, index, STEP, DELEGATED.name)))
        elif voice is Voice.AGENT:
            self._spoken(event, index)
        elif voice is Voice.OPERATOR:
            self._breaks.append(index)
        elif event.signs.api_error:
            self._add(Act(event, index, ERROR, TROUBLE.name))
            self._tails.pop(self._speaks(event), None)

    def _human(self, said: Said) -> None:
        if said.queued:
            rule = QUEUED if said.parts == [said.event] else WAITED
            self._tails.clear()
        else:
            rule = MESSAGE
            self._close()
        act = self._add(Act(said.event, said.index, USER, rule.name))
        act.parts, act.opens = said.parts, True

    def _spoken(self, event: Event, index: int) -> None:
        who = self._speaks(event)
        if event.signs.api_error:
            self._add(Act(event, index, ERROR, TROUBLE.name))
            self._tails.pop(who, None)
            return
        if isinstance(event.body, Text) and not event.body.text.strip():
            return
        thoughts = self._reasons.says(who, event)
        before = self._texts.get(who)
        if before is not None and _together(before.event, event):
            before.parts.append(event)
            return
        act = self._add(Act(event, index, STEP, SPOKEN.name))
        act.why = thoughts
        self._texts[who] = self._tails[who] = act

    def _speaks(self, event: Event) -> str:
        who = self._who.get(event.actor, event.actor)
        if not self._root and not who.startswith(_OTHER):
            self._root = who
        return who

    def _close(self) -> None:
        """The human speaks, or the log ends: what an agent said last is its answer."""
        for who, act in self._tails.items():
            if act.call is None:
                if who == self._root:
                    act.action, act.rule = OUTPUT, ANSWER.name
                elif not who.startswith(_OTHER):
                    act.final = True
        self._tails.clear()
        self._texts.clear()
        self._reasons.goes_on()

    def _goes_on(self) -> None:
        """Where the log does not name responses, the next one begins."""
        for who in [who for who, act in self._texts.items() if act.event.response is UNSET]:
            del self._texts[who]
        self._reasons.goes_on()

    # Calls

    def _call(self, event: Event, index: int) -> None:
        who = self._speaks(event)
        act = Act(event, index, STEP, CALL.name)
        scripts.look(act)
        text = self._texts.pop(who, None)
        if text is not None and text.event.response == event.response:
            self._dropped.add(id(text))
        act.why, act.shares = self._reasons.calls(who, event)
        self._add(act)
        self._tails[who] = act
        call = event.call
        if not isinstance(call, str):
            return
        self._latest[call] = act
        self._scripts.called(call, None if act.inside is None else act)
        act.result = self._calls.called(call, act)

    def _result(self, event: Event, index: int) -> None:
        if not (isinstance(event.body, ToolResult) and event.body.missing):  # that nothing came in ends no response
            self._goes_on()
        call = event.call
        if not isinstance(call, str):
            return
        self._child(event)
        if (act := self._calls.returned(call, event)) is not None:
            act.result = event
            if act.inside is None or not scripts.goes_on(event):
                self._scripts.returned(call)
            self._timeline.append(Moment(self._words(act, event, index) or act, True))
        elif call in self._latest:
            self._latest[call].about.append(event)

    def _words(self, act: Act, event: Event, index: int) -> Act | None:
        """The human's words in a result, as a step of their own."""
        body = event.body
        if not isinstance(body, ToolResult) or body.missing or act.call is None:
            return None
        if tools.asks(act.call.tool) and body.error is not True:
            if not idioms.answer(body):
                return None
            rule = ANSWERED.name
        elif body.error is True and idioms.rejection(body.content):
            rule = REJECTED.name
        else:
            return None
        words = Act(event, index, USER, rule)
        words.answers, words.result = act, event
        self._acts.append(words)
        return words

    def _child(self, event: Event) -> None:
        if isinstance(event.child_run, str) and isinstance(event.call, str):
            self._runs.setdefault(event.child_run, event.call)

    # The rest

    def _lifecycle(self, event: Event, index: int) -> None:
        body = event.body
        if not isinstance(body, Lifecycle):
            return
        if isinstance(event.call, str):
            self._child(event)
            about = self._latest.get(event.call) or self._scripts.now()
            if about is not None and not body.transient:
                about.about.append(event)
            elif about is None and event.signs.lifecycle is LifecycleKind.CHANGES:
                self._loose.append(event)
            return
        if event.usage is not UNSET:
            self._goes_on()  # a count of tokens ends a response
        kind = event.signs.lifecycle
        if kind is LifecycleKind.ERROR:
            self._add(Act(event, index, ERROR, TROUBLE.name))
        elif kind is LifecycleKind.CHANGES:
            self._loose.append(event)
        elif kind is LifecycleKind.INTERRUPTION:
            self._interrupt(index)

    def _interrupt(self, index: int) -> None:
        self._tails.clear()
        self._breaks.append(index)

    def _add(self, act: Act) -> Act:
        self._acts.append(act)
        self._timeline.append(Moment(act, False))
        return act

    def _settled(self) -> Found:
        self._close()
        starters = self._starters()
        for prompt in self._prompts:
            starter = starters.get(prompt.event.span) if isinstance(prompt.event.span, str) else None
            if starter is not None:
                starter.about.append(prompt.event)
                self._dropped.add(id(prompt))
        dropped = self._dropped
        return Found(
            [act for act in self._acts if id(act) not in dropped],
            [each for each in self._timeline if id(each.act) not in dropped],
            starters,
            frozenset((*self._runs, *self._bounds)),
            self._root,
            self._loose,
            list(self._said.values()),
            self._breaks,
        )

    def _starters(self) -> dict[str, Act]:
        by_uid = {act.event.uid: act for act in self._acts if act.call is not None} if self._bounds else {}
        found = {run: self._latest[call] for run, call in self._runs.items() if call in self._latest}
        found |= {run: by_uid[uid] for run, uid in self._bounds.items() if uid in by_uid}
        for act in found.values():
            act.child = True
        return found


def _recorded(events: tuple[Event, ...]) -> list[Act]:
    """The steps of a log in which nobody said or did anything."""
    own = [(index, event) for index, event in enumerate(events) if event.echo_of is UNSET]
    told = [each for each in own if isinstance(body := each[1].body, Lifecycle) and not body.transient]
    return [Act(event, index, STEP, RECORDED.name) for index, event in told or own[:1]]


def _record(event: Event) -> tuple[int, int] | str:
    """What tells apart the record in which an event stands."""
    origin = event.origin
    return (origin.source, origin.offset) if isinstance(origin, Origin) else event.uid


def _together(first: Event, event: Event) -> bool:
    """Whether two texts are blocks of one response."""
    if isinstance(first.response, str):
        return first.response == event.response
    return event.response is UNSET and not isinstance(event.origin, Derivation) and _record(first) == _record(event)
