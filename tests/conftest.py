"""What every test process needs before it starts others."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# A machine that is busy with something else is no finding.
settings.register_profile("steno", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steno")

# Some shells start what runs in the background with Ctrl-C ignored, and children inherit that: the tests that interrupt
# a command would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
