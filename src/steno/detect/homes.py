"""Where detectors stand: a file for each provider or format.  Loads none."""

from __future__ import annotations

from types import ModuleType

from steno.detect.rule import Detector

PACKAGE = __name__.rpartition(".")[0]
TOKENS, FOLDERS = "rules", ("rules", "context", "pii")
"""The folder of the detectors of secrets with a known form, and all folders."""


def brought_by(module: ModuleType) -> tuple[Detector, ...]:
    """The detectors of a module: `RULES`, or the only one, `RULE`."""
    only = getattr(module, "RULE", None)
    return (only,) if only is not None else getattr(module, "RULES", ())
