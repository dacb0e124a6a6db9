"""How agents word what happens: the idioms of all agents, and what they recognise.  Knows no agent's words itself.

A reader of an agent's own log asks that agent's idiom.  Who has a trace of another format asks all of them: a
conversion keeps an agent's words, and nobody else uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from steno import registry, tools
from steno.base.exact import JSON
from steno.model.body import Body, Lifecycle, Text, ToolResult
from steno.model.calls import words_of
from steno.model.event import Role
from steno.model.signs import NONE, LifecycleKind, Reported, Signs
from steno.model.words import FIELDS

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
    preamble: Callable[[str], int] = lambda text: 0
    """How many characters of a result's text the program put before what the tool returned."""
    given: Callable[[ToolResult], Iterable[str]] = lambda body: ()
    """Ids of processes and tasks that a result gives out, for later calls to name."""
    rejection: Callable[[JSON], str | None] = lambda content: None
    """What the human said when rejecting a call, where its result quotes it."""
    queued: Callable[[JSON], str | None] = lambda data: None
    """The words of a prompt that waited for its turn, in the data of a lifecycle event."""
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
        if text[:1] not in "<[#":  # nearly no text is the program's
            return NONE
        return next((signs for opening, signs in self.openings.items() if text.startswith(opening)), NONE)

    def of_result(self, body: ToolResult, tool: str = "") -> Signs:
        """`tool` is the one that it comes from."""
        if body.missing:
            return NONE
        found = self.result(body, tool in tools.shells())
        if found is NONE and body.error is UNSET and tool in tools.editors():
            words = words_of(body.content)
            if words is not None and words[:_HEAD].lstrip().lower().startswith(self.refusals):
                return _REFUSED
        return found


_REFUSED: Final = Signs(reported=Reported.FAILED)
_KINDS: Final = {kind: Signs(lifecycle=kind, interrupted=kind is LifecycleKind.INTERRUPTION) for kind in LifecycleKind}
_PROMPT: Final = LifecycleKind.PROMPT  # an attribute of an Enum costs as much as the signs


@cache
def every() -> tuple[Idiom, ...]:
    return tuple(agent.idiom() for agent in registry.agents if agent.idiom is not None)


def over(base: Signs, found: Signs) -> Signs:
    """Some signs together with those of the whole record."""
    if found is NONE or base is NONE:
        return base if found is NONE else found
    stated = {name: value for name in found.__struct_fields__ if (value := getattr(found, name)) is not UNSET and value}
    zero: dict[str, Any] = {"exit": 0} if found.exit == 0 else {}
    return replace(base, **stated, **zero)


# What readers of other formats ask


def recognised(body: Body, role: Role | UnsetType, tool: str = "") -> Signs:
    """The signs of an event that was read from no agent's own log."""
    found = (idiom.of(body, role, tool) for idiom in every())
    return next((signs for signs in found if signs is not NONE), NONE)


# What passes ask


@cache
def models() -> frozenset[str]:
    """What stands for a model where a program itself answers."""
    return frozenset().union(*(idiom.models for idiom in every()))


@cache
def names() -> frozenset[str]:
    """The agents whose logs Steno reads."""
    return frozenset(idiom.name for idiom in every())


@cache
def tool_adders() -> frozenset[str]:
    """The agents whose logs define some of their tools only."""
    return frozenset(idiom.name for idiom in every() if idiom.adds_tools)


@cache
def fields() -> frozenset[str]:
    """Names of fields of any format and any agent: nobody's content."""
    return FIELDS.union(names(), *(idiom.fields for idiom in every()))


def preamble(text: str) -> int:
    return max(idiom.preamble(text) for idiom in every())


def given(body: ToolResult) -> list[str]:
    return [id for idiom in every() for id in idiom.given(body)]


def rejection(content: JSON) -> str | None:
    return next((words for idiom in every() if (words := idiom.rejection(content)) is not None), None)


def queued(data: JSON) -> str | None:
    return next((words for idiom in every() if (words := idiom.queued(data)) is not None), None)


def file_reports(value: JSON) -> list[FileReport]:
    if not isinstance(value, dict):
        return []
    return next((found for idiom in every() if (found := idiom.file_reports(value))), [])
