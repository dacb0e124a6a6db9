"""What every test process needs before it starts others."""

from __future__ import annotations

import signal

# Some shells start what runs in the background with Ctrl-C ignored, and children inherit that: the tests that interrupt
# a command would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
