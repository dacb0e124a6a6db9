"""Every detector that Steno brings.  Costs start-up: a compiled finder knows them without loading them."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from steno.detect.homes import PACKAGE, brought_by
from steno.detect.homes import TOKENS as TOKEN_FOLDER
from steno.detect.rule import Detector


def _in(folder: str) -> dict[str, tuple[str, Detector]]:
    """The detectors of all modules of a folder by code, each with the module that brings it."""
    modules = iter_modules(import_module(f"{PACKAGE}.{folder}").__path__, f"{PACKAGE}.{folder}.")
    found = ((each.name, rule) for each in modules for rule in brought_by(import_module(each.name)))
    return {rule.code: (home, rule) for home, rule in sorted(found, key=lambda pair: pair[1].code)}


_TOKENS, _CONTEXT, _PII = _in(TOKEN_FOLDER), _in("context"), _in("pii")
HOMES = {code: home for each in (_TOKENS, _CONTEXT, _PII) for code, (home, _) in each.items()}
"""The module that brings each detector, by code."""

TOKENS = tuple(rule for _, rule in _TOKENS.values())
"""Secrets with a known form."""
CONTEXT = tuple(rule for _, rule in _CONTEXT.values())
"""Secrets known only by the name beside them."""
PII = tuple(rule for _, rule in _PII.values())
"""Personal data."""
RULES: tuple[Detector, ...] = (*TOKENS, *CONTEXT, *PII)
