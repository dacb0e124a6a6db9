"""What is recorded as it may stand before a model: masked, and with nothing in it that a reader would obey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from steno.api.mask import Mask
from steno.base.visible import visible as visible
from steno.model.walk import map_strings

if TYPE_CHECKING:
    from steno.api.world import World

LEVELS = ("none", "secrets", "pii")
"""From what is not masked to what is."""


class Safe:
    """Makes values safe to be read, one after another; for one thread."""

    def __init__(self, world: World, level: str) -> None:
        self.level = level
        self.mask = Mask(world, None if level == "none" else level)

    def __call__(self, value: Any) -> Any:
        """A struct or a piece of JSON, with its keys: first masked whole, then made visible."""
        masked = self.mask.piece(value)
        return _shown(to_builtins(masked) if self.mask.is_off else masked)


def _shown(value: Any) -> Any:
    return map_strings(value, visible)
