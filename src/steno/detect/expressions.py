"""Every regular expression of the detectors, of their judges and of views.  Loads all modules of this package."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages

from steno.detect.engine import Engine
from steno.detect.homes import PACKAGE
from steno.detect.patterns import DECLARED, Known
from steno.detect.shapes import Shaped


def expressions(engine: Engine, shaped: Shaped) -> dict[Known, None]:
    """Those of a finder's detectors and signs, and all that modules of this package declare."""
    for module in walk_packages(import_module(PACKAGE).__path__, f"{PACKAGE}."):
        try:
            import_module(module.name)
        except ImportError:
            continue  # it needs what is not installed here
    found = dict(DECLARED)
    for trial in chain.from_iterable((*engine.tried, *engine.blocks.values())):
        found[trial.expression] = None
        if trial.row.lead_in:
            found[trial.row.lead_in, 0] = None
    return found | {(around.check, int(re.ASCII)): None for around in shaped.near.arounds if around.check}
