"""Figures that an agent's own `count` computes under the counts' names."""

from __future__ import annotations

from steno import registry
from tests.given.figures import Figure


def counted(agent: str, names: str) -> dict[str, Figure | None]:
    def figure(name: str) -> Figure:
        return lambda session: registry.formats[agent].count(session.traces[0])[name]  # type: ignore[misc]

    return {name: figure(name) for name in names.split()}
