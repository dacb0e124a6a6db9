"""The verbs as functions: what the command line, a web page or a server asks Steno to do.

Each module is one verb.  A function takes values and a `World`, and returns structs or an iterator; it tells `report`
what it finds and `progress` how far it is.  None prints, ends the process, or knows a terminal.

Here are the types that callers share: errors, diagnostics, and what verbs take and return.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.contracts import Code
    from steno.detect.policy import Policy
    from steno.diagnostics import Diagnostic, Place, Report, Severity
    from steno.errors import (
        Leak,
        Lossy,
        NotFound,
        StenoError,
        StenoWarning,
        UnknownFormat,
        Unreadable,
        Unwritable,
        UsageError,
    )
    from steno.model.steps import Step
    from steno.redaction import Redacted, Redaction
    from steno.spending import Spending
    from steno.stats import By, Period

__all__ = [
    "JSON",
    "By",
    "Code",
    "Diagnostic",
    "Leak",
    "Lossy",
    "NotFound",
    "Period",
    "Place",
    "Policy",
    "Redacted",
    "Redaction",
    "Report",
    "Severity",
    "Spending",
    "StenoError",
    "StenoWarning",
    "Step",
    "UnknownFormat",
    "Unreadable",
    "Unwritable",
    "UsageError",
]

_MODULES = {
    "steno.base.exact": ("JSON",),
    "steno.contracts": ("Code",),
    "steno.detect.policy": ("Policy",),
    "steno.diagnostics": ("Diagnostic", "Place", "Report", "Severity"),
    "steno.model.steps": ("Step",),
    "steno.redaction": ("Redacted", "Redaction"),
    "steno.spending": ("Spending",),
    "steno.stats": ("By", "Period"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # Nothing is imported before it is used: start-up pays for every import here.
        from importlib import import_module

        if name in __all__:
            module = next((each for each, names in _MODULES.items() if name in names), "steno.errors")
            return getattr(import_module(module), name)
        raise AttributeError(f"module 'steno.api' has no attribute {name!r}")
