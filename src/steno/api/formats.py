"""List the formats."""

from __future__ import annotations

from msgspec import Struct, field

from steno import registry
from steno.contracts import Code, Format


class FormatListed(Struct, frozen=True, tag_field="schema", tag="steno.formats/1"):
    """What a format reads, writes, checks, and may have to leave out."""

    name: str
    title: str
    reads: bool
    writes: bool
    rules: list[str]
    losses: list[str]
    """Their codes."""
    summary: str
    options: dict[str, list[str]] = field(default_factory=dict)
    """What `-O` sets, with the values, the usual one first; no values where any may stand."""


class AgentListed(Struct, frozen=True, tag_field="schema", tag="steno.agents/1"):
    """What Steno knows of an agent's logs."""

    name: str
    title: str
    reads: bool
    writes: bool
    """Whether it writes back what was read."""
    usage: str | None
    """How its logs count tokens."""
    pairing: str | None
    """How its logs say which result answers which call."""
    verified: int | None
    """On how many real files the reader was checked; 0 where it was written from descriptions alone, null where nobody
    has said it."""
    like: str | None
    """The agent that writes the same records."""
    cannot: list[str]
    """What its logs never say."""
    summary: str


def agents() -> list[AgentListed]:
    """Every agent that Steno knows by name, those whose logs it reads first."""
    found = [
        AgentListed(
            each.name,
            each.title,
            each.format is not None,
            each.format is not None and each.format.writer is not None,
            each.usage().name if each.usage is not None else None,
            each.pairing.value if each.pairing is not None else None,
            each.verified,
            each.like or None,
            list(each.cannot),
            each.format.summary if each.format is not None else "",
        )
        for each in registry.agents
    ]
    return sorted(found, key=lambda each: (not each.reads, each.name))


def known_formats() -> list[Format]:
    """Every format, the built-in ones first."""
    return list(registry.formats)


def formats(name: str | None = None) -> list[FormatListed]:
    """Every format by what it can do, the built-in ones first; or the one of a name, raises `UsageError`."""
    return [
        FormatListed(
            each.name,
            each.title,
            each.reader is not None,
            each.writer is not None,
            [rule.code for rule in each.rules],
            [loss.code for loss in each.losses],
            each.summary,
            {key: list(values) for key, values in each.options.items()},
        )
        for each in (registry.formats if name is None else [registry.formats[name]])
    ]


def format_names() -> list[str]:
    """Imports none of them."""
    return registry.formats.names()


def losses_of(name: str) -> dict[str, Code]:
    """What a format may have to leave out, by code."""
    return {each.code: each for each in registry.formats[name].losses}
