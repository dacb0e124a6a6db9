"""A clock and randomness that a test decides on."""

from __future__ import annotations

from datetime import UTC, datetime

from steno.contracts import Ambient

EPOCH = datetime(2026, 1, 31, tzinfo=UTC)

STILL = Ambient(clock=lambda: EPOCH, randomness=bytes)
"""A world in which no time passes and nothing happens by chance."""
