"""A process of our own that does work which may have to be ended: it is asked and answers in lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

from steno.base import proc
from steno.errors import Died


class Process:
    """A module of Steno's, run beside this one.  One thread asks it at a time; any may end it."""

    def __init__(self, module: str, environ: Mapping[str, str]) -> None:
        self._stack = ExitStack()
        # -P: this may run in a project, whose own modules are not Steno's to import.
        self._child = self._stack.enter_context(proc.asked([sys.executable, "-P", "-m", module], environ))

    def ask(self, *messages: Any) -> Iterator[dict[str, Any]]:
        """What it answers, as long as somebody listens.  Raises `Died` where it ends."""
        try:
            for each in messages:
                self._child.stdin.write(json.dumps(each).encode() + b"\n")
            self._child.stdin.flush()
            yield from map(json.loads, self._child.stdout)
        except (OSError, ValueError):
            pass  # it was ended while it was asked, and a line of it may be cut off
        raise Died("the process that worked on it ended")

    def end(self) -> None:
        """Ends it, whatever it does; who waits for its answer gets `Died`."""
        self._stack.close()
