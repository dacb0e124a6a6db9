"""Steno keeps the exact record of what an AI agent said and did.

`read` gives traces, `convert` writes them, `check` judges a file by its format's rules; `run` records one that happens
now.  What is not listed in `__all__` may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.api import check, convert, known_formats, read, redact, scan
    from steno.base.files import Unreadable
    from steno.contracts import Ambient, Format, UsageError
    from steno.diagnostics import Diagnostic, Place, Severity
    from steno.model import Actor, Event, Header, Kind, Note, Origin, Role, Trace, Visibility
    from steno.record.context import current
    from steno.record.decorate import step, tool
    from steno.record.run import run

__version__ = "0.1.0"

__all__ = [
    "Actor",
    "Ambient",
    "Diagnostic",
    "Event",
    "Format",
    "Header",
    "Kind",
    "Note",
    "Origin",
    "Place",
    "Role",
    "Severity",
    "Trace",
    "Unreadable",
    "UsageError",
    "Visibility",
    "__version__",
    "check",
    "convert",
    "current",
    "known_formats",
    "read",
    "redact",
    "run",
    "scan",
    "step",
    "tool",
]

_MODULES = {
    "steno.api": ("check", "convert", "known_formats", "read", "redact", "scan"),
    "steno.base.files": ("Unreadable",),
    "steno.contracts": ("Ambient", "Format", "UsageError"),
    "steno.diagnostics": ("Diagnostic", "Place", "Severity"),
    "steno.model": ("Actor", "Event", "Header", "Kind", "Note", "Origin", "Role", "Trace", "Visibility"),
    "steno.record.context": ("current",),
    "steno.record.decorate": ("step", "tool"),
    "steno.record.run": ("run",),
}


if not TYPE_CHECKING:  # a type checker knows the names, and that there are no others

    def __getattr__(name: str) -> object:
        # Nothing is imported before it is used: the command line's start-up pays for every import here.
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module 'steno' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
