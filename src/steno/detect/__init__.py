"""The redaction engine: finds secrets and personal data in text.  Knows nothing of traces."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.detect.engine import Engine
    from steno.detect.every import RULES, TOKENS
    from steno.detect.finders import finder
    from steno.detect.mask import PLACEHOLDER, UNSCANNED
    from steno.detect.rule import TYPES, Detector, Level
    from steno.detect.spans import Finder, Span, Unscannable

__all__ = [
    "PLACEHOLDER",
    "RULES",
    "TOKENS",
    "TYPES",
    "UNSCANNED",
    "Detector",
    "Engine",
    "Finder",
    "Level",
    "Span",
    "Unscannable",
    "finder",
]

_MODULES = {
    "engine": ("Engine",),
    "every": ("RULES", "TOKENS"),
    "finders": ("finder",),
    "mask": ("PLACEHOLDER", "UNSCANNED"),
    "spans": ("Finder", "Span", "Unscannable"),
    "rule": ("TYPES", "Detector", "Level"),
}


if not TYPE_CHECKING:  # a type checker knows the names, and that there are no others

    def __getattr__(name: str) -> object:
        # Nothing is imported before it is used: hundreds of detectors stand behind some of these names.
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(f"steno.detect.{module}"), name)
        raise AttributeError(f"module 'steno.detect' has no attribute {name!r}")
