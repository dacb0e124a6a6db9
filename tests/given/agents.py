"""Which agents a test goes through that asks the same of all formats."""

from __future__ import annotations

from steno.registry import agents

_BY_HAND = ("claude-code", "codex")
_EXAMPLE = "pi"

ALIKE = frozenset(
    agent.name for agent in agents if agent.format is not None and agent.name not in (*_BY_HAND, _EXAMPLE)
)
"""Agents that are read by a table: `tests/agents/test_every.py` holds each to every law, hostile files and masking too.
A test that takes long for each format tries one of them, and leaves out these."""
