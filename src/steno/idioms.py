"""How agents word what happens: the idioms of all agents, and what they recognise.  Knows no agent's words itself.

A reader of an agent's own log asks that agent's idiom.  Who has a trace of another format asks all of them: a
conversion keeps an agent's words, and nobody else uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, structs
from msgspec.structs import replace

from steno import registry, tools
from steno.base.exact import JSON
from steno.model.body import Body, Lifecycle, Text, ToolCall, ToolResult
from steno.model.calls import text_of, words_of
from steno.model.event import Role
from steno.model.signs import NONE, LifecycleKind, Reported, Signs
from steno.model.words import FIELDS

_OPENS = "<[#"
"""What every text of a program's own begins with."""
_HEAD = 400
"""So far into a result a tool says that it failed."""


class ReportedHunk(Struct, frozen=True):
    """A part of a change, as a program reports it; a number that it does not state is None."""

    lines: tuple[str, ...]
    """Each with its sign."""
    old: int | None = None
    """The first line before, and how many."""
    old_count: int | None = None
    new: int | None = None
    new_count: int | None = None


class FileReport(Struct, frozen=True, kw_only=True):
    """What an agent's program says that a call did to one file.  What it does not say is None."""

    path: str
    """Empty where only the call names it."""
    change: str
    """`add`, `update`, `delete`, or `read` where nothing was changed."""
    before: str | None = None
    """The whole file before."""
    after: str | None = None
    """The whole file after, where it was written whole."""
    hunks: tuple[ReportedHunk, ...] | None = None
    diff: str | None = None
    """A unified diff, without the lines that name the file."""
    to: str = ""
    """Where the file was moved."""
    mixed: bool = False
    """The user changed what the agent proposed."""
    failed: bool = False
    """It was tried in vain."""


class Ended(Struct, frozen=True):
    """Word of a process, a task or a sub-agent that was started before and is done now."""

    id: str
    exit: int | None = None
    """The exit code, where it is stated."""
    failed: bool | None = None
    """Whether the program says that it failed; None where it does not say."""


class Inside(Struct, frozen=True):
    """The calls that the text of a script states."""

    calls: tuple[ToolCall, ...] = ()
    """Those that it makes whenever it runs to its end, in order; arguments that it computes are UNSET."""
    doubtful: int = 0
    """How many others it may make, or not, or more than once."""
    swallows: bool = False
    """It may go on after a call that failed."""
    telling: bool = False
    """A failure of any of its calls would have ended it."""


NOTHING_INSIDE: Final = Inside()


class Idiom(Struct, frozen=True, kw_only=True):
    """One agent's words."""

    name: str
    lifecycle: Mapping[str, LifecycleKind]
    """What the lifecycle events of its logs are about, by name."""
    openings: Mapping[str, Signs]
    """What texts of the program's own begin with."""
    fields: frozenset[str]
    """Names of fields of its records, and of its tools' arguments and results: nobody's content."""
    adds_tools: bool = False
    """Whether its logs define only the tools that were added to the program's own, which they do not list."""
    models: frozenset[str] = frozenset()
    """What stands for a model where the program itself answers."""
    refusals: tuple[str, ...] = ()
    """What the words of an edit tool begin with where it did nothing, in lower case."""
    result: Callable[[ToolResult, bool], Signs] = lambda body, shell: NONE
    """What a result says came of its call; `shell` says whether it comes from a tool of the command line."""
    report: Callable[[JSON], Signs] = lambda data: NONE
    """What the data of a lifecycle event says came of the call that it is about."""
    output: Callable[[str], str] = lambda text: text
    """What a tool itself returned, of the text of its result: without what the program put around it."""
    flags_errors: bool = False
    """In its own logs every result that is an error is marked as one, so that one without a mark is none."""
    launched: Callable[[ToolResult], bool] = lambda body: False
    """Whether a result says no more than that something was started, which goes on."""
    ended: Callable[[Body], Iterable[Ended]] = lambda body: ()
    """What a result, or a text of the program's own, says of the end of what was started before."""
    inside: Callable[[str], Inside] = lambda text: NOTHING_INSIDE
    """What the text of a script says that it calls."""
    reported: Callable[[Lifecycle], ToolResult | None] = lambda body: None
    """What came back from a call, as a record of the program's own has it."""
    given: Callable[[ToolResult], Iterable[str]] = lambda body: ()
    """Ids of processes and tasks that a result gives out, for later calls to name."""
    rejection: Callable[[JSON], str | None] = lambda content: None
    """What the human said when rejecting a call, where its result quotes it."""
    rejects: Callable[[JSON], bool] = lambda content: False
    """Whether the content of a failed result says that the human rejected the call."""
    answer: Callable[[ToolResult], str | UnsetType | None] = lambda body: UNSET
    """What the human answered to the agent's questions, where a result holds it in this agent's words; None where it
    holds no answer.
    """
    queued: Callable[[JSON], str | None] = lambda data: None
    """The words of a prompt that waited for its turn, in the data of a lifecycle event."""
    parsed: Callable[[dict[str, JSON]], list[str]] = lambda data: []
    """What the program took each part of a command line for, in the data of a lifecycle event: its operation, or an
    empty word where it did not know."""
    file_reports: Callable[[JSON], list[FileReport]] = lambda value: []
    """What the details of a result, or the data of a lifecycle event, say of files."""

    def of(self, body: Body, role: Role | UnsetType, tool: str = "") -> Signs:
        """The signs of any event; a text has them where it stands in the user's place."""
        if isinstance(body, Text):
            return self.of_text(body.text) if role is Role.USER else NONE
        if isinstance(body, ToolResult):
            return self.of_result(body, tool)
        return self.of_lifecycle(body) if isinstance(body, Lifecycle) else NONE

    def of_lifecycle(self, body: Lifecycle) -> Signs:
        kind = self.lifecycle.get(body.name)
        found = self.report(body.data) if type(body.data) is dict else NONE
        if kind is None or (kind is _PROMPT and self.queued(body.data) is None):
            return found
        return over(_KINDS[kind], found)

    def of_text(self, text: str) -> Signs:
        if text[:1] not in _OPENS:  # nearly no text is the program's
            return NONE
        return next((signs for opening, signs in self.openings.items() if text.startswith(opening)), NONE)

    def of_result(self, body: ToolResult, tool: str = "") -> Signs:
        """`tool` is the one that it comes from."""
        if body.missing:
            return NONE
        found = self.result(body, tools.in_shell(tool))
        if found is NONE and body.error is UNSET and tool in tools.editors():
            words = words_of(body.content)
            if words is not None and words[:_HEAD].lstrip().lower().startswith(self.refusals):
                return _REFUSED
        return found

    def of_own_result(self, body: ToolResult, tool: str = "") -> Signs:
        """The signs of a result in the agent's own log, where a missing mark says something too."""
        found = self.of_result(body, tool)
        if found is NONE and self.flags_errors and body.error is UNSET and not body.missing and tools.tells(tool):
            return _UNFLAGGED
        return found


_UNFLAGGED: Final = Signs(reported=Reported.UNFLAGGED)
_REFUSED: Final = Signs(reported=Reported.FAILED)
_KINDS: Final = {kind: Signs(lifecycle=kind, interrupted=kind is LifecycleKind.INTERRUPTION) for kind in LifecycleKind}
_PROMPT: Final = LifecycleKind.PROMPT  # an attribute of an Enum costs as much as the signs


@cache
def every() -> tuple[Idiom, ...]:
    return tuple(agent.idiom() for agent in registry.agents if agent.idiom is not None)


def _added() -> Iterator[Idiom]:
    """Those of the agents that plug-ins bring."""
    agents = (load() for load in registry.agents.added().values())
    return (agent.idiom() for agent in agents if agent.idiom is not None)


def _built_in(names: Iterable[str]) -> Iterator[Idiom]:
    agents = (registry.agents[name] for name in names)
    return (agent.idiom() for agent in agents if agent.idiom is not None)


@cache
def _telling(name: str) -> tuple[Callable[..., Any], ...]:
    """What the agents have for one question, of those that have an answer of their own: few have one to any."""
    known = _built_in(registry.index().telling[name])
    return tuple(getattr(idiom, name) for idiom in (*known, *(each for each in _added() if name in own_answers(each))))


@cache
def _distinct(name: str) -> tuple[Callable[..., Any], ...]:
    """The same, each once: an agent that grew out of another has its answers."""
    return tuple(dict.fromkeys(_telling(name)))


def own_answers(idiom: Idiom) -> list[str]:
    """The questions that an idiom answers in its own way."""
    asked = [each for each in structs.fields(Idiom) if callable(each.default)]
    return [each.name for each in asked if getattr(idiom, each.name) is not each.default]


def over(base: Signs, found: Signs) -> Signs:
    """Some signs together with those of the whole record."""
    if found is NONE or base is NONE:
        return base if found is NONE else found
    stated = {name: value for name, value in structs.asdict(found).items() if value}
    zero: dict[str, Any] = {"exit": 0} if found.exit == 0 else {}
    return replace(base, **stated, **zero)


# What readers of other formats ask


def recognised(body: Body, role: Role | UnsetType, tool: str = "") -> Signs:
    """The signs of an event that was read from no agent's own log."""
    if isinstance(body, Text):
        asked: Iterable[Idiom] = _opening(body.text) if role is Role.USER else ()
    else:
        asked = every() if isinstance(body, ToolResult | Lifecycle) else ()
    found = (idiom.of(body, role, tool) for idiom in asked)
    return next((signs for signs in found if signs is not NONE), NONE)


def _opening(text: str) -> Iterator[Idiom]:
    """Those that may know a text as their program's, by what it begins with."""
    if text[:1] in _OPENS:
        yield from _built_in(name for name, known in registry.index().openings.items() if text.startswith(known))
        yield from _added()


# What passes ask


@cache
def models() -> frozenset[str]:
    """What stands for a model where a program itself answers."""
    return registry.index().models.union(*(idiom.models for idiom in _added()))


@cache
def names() -> frozenset[str]:
    """The agents whose logs Steno reads."""
    return registry.index().idioms.union(idiom.name for idiom in _added())


@cache
def tool_adders() -> frozenset[str]:
    """The agents whose logs define some of their tools only."""
    return registry.index().adders.union(idiom.name for idiom in _added() if idiom.adds_tools)


@cache
def fields() -> frozenset[str]:
    """Names of fields of any format and any agent: nobody's content."""
    return FIELDS.union(names(), *(idiom.fields for idiom in every()))


def output(text: str) -> str:
    if all(unwrap(text) == text for unwrap in _distinct("output")):
        return text  # nearly every text, and all who share an answer leave it as it is
    for unwrap in _telling("output"):
        text = unwrap(text)
    return text


def launched(body: ToolResult) -> bool:
    return any(says(body) for says in _distinct("launched"))


def ended(body: Body) -> Iterator[Ended]:
    return (found for says in _telling("ended") for found in says(body))


def inside(call: ToolCall) -> Inside:
    """What a call of a script calls itself; nothing where it is no script, or one that is not understood."""
    if call.tool not in tools.scripts() or not isinstance(call.arguments, str):
        return NOTHING_INSIDE
    return next(
        (found for says in _distinct("inside") if (found := says(call.arguments)) != NOTHING_INSIDE), NOTHING_INSIDE
    )


def made(call: ToolCall) -> tuple[ToolCall, ...]:
    """The calls that a call stands for: those inside a script, else itself."""
    return inside(call).calls or (call,)


def reported(body: Lifecycle) -> ToolResult | None:
    return next((found for says in _distinct("reported") if (found := says(body)) is not None), None)


def given(body: ToolResult) -> list[str]:
    return [id for says in _telling("given") for id in says(body)]


def rejection(content: JSON) -> str | None:
    return next((words for says in _distinct("rejection") if (words := says(content)) is not None), None)


def rejects(content: JSON) -> bool:
    return any(says(content) for says in _distinct("rejects"))


def answer(body: ToolResult) -> str | None:
    """What the human answered to a question: all that came back, where no agent's words say more."""
    for says in _distinct("answer"):
        found: str | UnsetType | None = says(body)
        if not isinstance(found, UnsetType):
            return found
    return text_of(body.content)


def queued(data: JSON) -> str | None:
    return next((words for says in _distinct("queued") if (words := says(data)) is not None), None)


def parsed(data: JSON) -> list[str]:
    if not isinstance(data, dict):
        return []
    return next((found for says in _distinct("parsed") if (found := says(data))), [])


def file_reports(value: JSON) -> list[FileReport]:
    if not isinstance(value, dict):
        return []
    for says in _distinct("file_reports"):
        found: list[FileReport] = says(value)
        if found:
            return found
    return []
