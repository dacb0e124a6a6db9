"""What every test process needs before it starts others."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

from hypothesis import HealthCheck, settings

from tests.given.effort import FULL, examples

# A machine that is busy with something else is no finding.  `make test` draws the same examples each time, so that what
# fails is the change that is tested; `make test-full` draws new ones.
settings.register_profile(
    "steno", max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow],
    derandomize=not FULL,
)  # fmt: skip
settings.load_profile("steno")

# Commands are started with a home of their own: each would compile the detectors anew, were they not kept elsewhere.
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
os.environ["STENO_OVERVIEWS"] = ""  # what one test has seen is nothing to another, nor to whoever runs them

# Some shells start what runs in the background with Ctrl-C ignored, and children inherit that: the tests that interrupt
# a command would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was made until now stays to the end: the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
