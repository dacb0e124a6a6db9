"""`python -m steno.detect.build`: compiles the detectors ahead of the first run, for whoever installs Steno."""

from __future__ import annotations

from steno.detect.finders import finder, tokens
from steno.detect.rule import Level

LEVELS = (Level.SECRETS, Level.PII)
"""Those that most people use; any other is compiled when it is first asked for."""


def build() -> None:
    """Have finders kept, where this machine's engine is one whose work can be, and the user has a place for it."""
    for level in LEVELS:
        finder(level)
        tokens(level)


if __name__ == "__main__":
    build()
