"""What proves an agent, a format or a pass right: laws, strategies, fakes.  `conforms` runs all laws of an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steno.testing.agent import conforms

__all__ = ["conforms"]


def __getattr__(name: str) -> Any:
    if name != "conforms":
        raise AttributeError(name)
    from steno.testing.agent import conforms  # the fakes are wanted without it

    return conforms
