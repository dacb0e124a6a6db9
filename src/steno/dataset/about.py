"""What is known of a session beside its rows: by what it is filtered, put into a split, and counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from steno.base.ids import sha256
from steno.dataset.config import Filters
from steno.dataset.text import language
from steno.model import Kind, Role, Text, Trace, Visibility
from steno.model.outcome import stated
from steno.model.steps import whole
from steno.session import project

_FAMILY: Final = ("thread", "session", "conversation", "run", "trace", "forked_from", "history_base", "parent")
"""The ids that one session shares with those it was forked from, resumes or was started by."""
_REPOSITORY: Final = ("repository_url", "repository", "git_remote", "remote")


class About(Struct, kw_only=True, omit_defaults=True):
    """Of one session.  Ids and folders are hashed: whoever sees this cannot tell whose they are."""

    agent: str = ""
    models: list[str] = []
    events: int = 0
    outcome: str = ""
    language: str = ""
    licence: str = ""
    repository: str = ""
    family: list[str] = []


def seen(trace: Trace, licence: str | None) -> About:
    """What a trace says before it is redacted; the models are to be named anew after that."""
    header, place = trace.header, _place(trace)
    return About(
        agent=header.sources[0].format if header.sources else "",
        models=models(trace),
        events=len(trace.events),
        language=language("\n".join(_prompts(trace))),
        licence=licence or "",
        repository=_hidden("repository", place) if place else "",
        family=sorted(_family(trace)),
    )


def models(trace: Trace) -> list[str]:
    """The models that answered, as the trace spells them."""
    return sorted({event.model for event in trace.events if isinstance(event.model, str)})


def outcome(trace: Trace) -> str:
    """How a session ended, where its steps are derived and say so."""
    found = {key: note.value for key, note in whole(trace).items()}
    return str(stated(found).get("terminal_state", ""))


def unwanted(filters: Filters, about: About) -> str | None:
    """Which filter leaves a session out; None where it is wanted.  What only a derived trace tells is not looked at."""
    low, high = filters.events or (0, about.events)
    checks = (
        ("agents", not filters.agents or about.agent in filters.agents),
        ("models", not filters.models or bool(set(about.models) & set(filters.models))),
        ("licences", not filters.licences or about.licence in filters.licences),
        ("languages", not filters.languages or about.language in filters.languages),
        ("events", low <= about.events <= high),
    )
    return next((name for name, holds in checks if not holds), None)


def _prompts(trace: Trace) -> Iterator[str]:
    for event in trace.events:
        said = event.kind is Kind.MESSAGE and event.role is Role.USER and event.visibility is Visibility.PUBLIC
        if said and isinstance(event.body, Text) and event.echo_of is UNSET:
            yield event.body.text


def _place(trace: Trace) -> str:
    """The repository that a session worked in, or the folder where it names none."""
    environment = trace.header.environment
    for name in _REPOSITORY:
        if isinstance(found := environment.get(name), str) and found:
            return found
    return project(trace) or ""


def _family(trace: Trace) -> Iterator[str]:
    every = (trace.header.ids, *(source.ids for source in trace.header.sources))
    named = {id for ids in every for name in _FAMILY for id in ids.get(name, ())}
    named |= {event.child_run for event in trace.events if isinstance(event.child_run, str)}
    yield from (_hidden("id", id) for id in named)


def _hidden(kind: str, value: str) -> str:
    return sha256(f"{kind}\0{value}".encode("utf-8", "surrogatepass"))[:24]
