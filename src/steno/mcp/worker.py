"""A process that answers calls for the server, which may end it at any moment and goes on without it.

It is asked and answers in lines of JSON: first how to serve, then one call after another.
"""

from __future__ import annotations

import json
import signal
import sys
import time
import traceback
from typing import Any, BinaryIO

from msgspec.json import Decoder
from msgspec.structs import replace

from steno.api.progress import Fraction
from steno.mcp.messages import Begin, Request
from steno.mcp.stdio import claimed

_BETWEEN = 0.25
"""Seconds between two reports of progress."""
_GRACE = 5.0
"""Seconds after its time in which a call that nobody ends any more ends itself."""


_BEGIN, _REQUEST = Decoder(Begin), Decoder(Request)


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends, and then this
    incoming, outgoing = claimed()
    with open(incoming, "rb") as asked, open(outgoing, "wb") as answers:
        begin = _BEGIN.decode(asked.readline())
        serving = _serving(begin)
        for line in asked:
            request = _REQUEST.decode(line)
            _alarm(begin.seconds + _GRACE)
            result = _answered(serving, request, begin.limit, _Reports(answers))
            _alarm(0)
            _say(answers, {"result": result})


def _serving(begin: Begin) -> Any:
    from steno.api.world import here
    from steno.mcp.serving import Options, Serving

    key = bytes.fromhex(begin.key)
    options = Options(redact=begin.redact, limit=begin.limit, roots=tuple(begin.roots))
    return Serving(replace(here(), randomness=lambda size: key[:size]), options, begin.name)


def _answered(serving: Any, request: Request, limit: int, progress: _Reports) -> dict[str, Any]:
    from steno.mcp.answer import Result, failed

    try:
        result: Result = serving.call(request.tool, request.arguments, progress, request.roots)
    except Exception as error:  # noqa: BLE001  the edge of the process: the next call is answered
        # The words of a bug may hold what was read: they are the user's, in the log of the server, and no model's.
        traceback.print_exc(file=sys.stderr)
        hint = "The log of the server says where; `steno` in a shell may do what you want."
        return failed(f"{request.tool}: a bug in Steno ({type(error).__name__})", hint, limit, str)
    return result


def _alarm(seconds: float) -> None:
    """End this process after so long, also where it is deep in a regular expression; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _say(answers: BinaryIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


class _Reports:
    """Tells how far a call is; says no word of what is read."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers, self._last = answers, 0.0

    def __call__(self, label: str, done: Fraction | float | None = None, total: int = 0) -> None:
        now = time.monotonic()
        if now - self._last < _BETWEEN:
            return
        self._last = now
        fraction = done() if callable(done) else done
        _say(self._answers, {"progress": min(max(fraction or 0.0, 0.0), 1.0)})


if __name__ == "__main__":
    main()
