"""The redaction engine: finds secrets and personal data in text.  Knows nothing of traces."""

from steno.detect.context import CONTEXT
from steno.detect.engine import PLACEHOLDER, UNSCANNED, Engine, Finder, Span, Unscannable
from steno.detect.finders import finder
from steno.detect.pii import PII
from steno.detect.rule import TYPES, Detector, Level
from steno.detect.rules import TOKENS

RULES: tuple[Detector, ...] = (*TOKENS, *CONTEXT, *PII)
"""Every detector, by code."""

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
