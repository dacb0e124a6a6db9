"""List the formats."""

from __future__ import annotations

from msgspec import Struct

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


def known_formats() -> list[Format]:
    """Every format, the built-in ones first."""
    return list(registry.formats)


def formats() -> list[FormatListed]:
    """Every format by what it can do, the built-in ones first."""
    return [
        FormatListed(
            each.name,
            each.title,
            each.reader is not None,
            each.writer is not None,
            [rule.code for rule in each.rules],
            [loss.code for loss in each.losses],
            each.summary,
        )
        for each in registry.formats
    ]


def format_names() -> list[str]:
    """Imports none of them."""
    return registry.formats.names()


def losses_of(name: str) -> dict[str, Code]:
    """What a format may have to leave out, by code."""
    return {each.code: each for each in registry.formats[name].losses}
