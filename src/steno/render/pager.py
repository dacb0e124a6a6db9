"""Shows text through the pager that the user has chosen, as git does.  Knows how pagers are asked to show colours."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress

from steno.base import proc
from steno.base.listener import while_read

_USUAL = ("less", "more")
_NONE = ("", "cat")
_ASKED = {"LESS": "FRX", "LV": "-c"}
"""What a pager is told where the user tells it nothing: colours are colours, and a short text needs no key to leave."""


def chosen(environ: Mapping[str, str]) -> list[str]:
    """The command of the pager, by STENO_PAGER, PAGER or what there is; empty where the user wants none."""
    for name in ("STENO_PAGER", "PAGER"):
        if (said := environ.get(name)) is not None:
            return [] if said.strip() in _NONE else _words(said)
    return [found for name in _USUAL if (found := shutil.which(name, path=environ.get("PATH")))][:1]


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quotation that does not end
        return [command]


def show(lines: Iterable[str], command: list[str], first: Sequence[str] = ()) -> bool:
    """Show the lines, at once those that come `first`; False where the pager cannot be started, and nothing was shown.

    Where the reader has seen enough, no more lines are asked for.
    """
    try:
        with proc.running(command, environ=_ASKED | dict(os.environ), stdin=proc.PIPE) as child:
            if child.stdin is not None:
                with suppress(BrokenPipeError):  # the reader has seen enough
                    _fill(child.stdin.fileno(), first)
                    with while_read(child.stdin.fileno()) if first else nullcontext():
                        _fill(child.stdin.fileno(), lines)
                child.stdin.close()
            proc.wait(child)
    except proc.NotStarted:
        return False
    return True


def _fill(pipe: int, lines: Iterable[str]) -> None:
    with open(pipe, "wb", closefd=False) as stream:
        for line in lines:
            stream.write(line.encode("utf-8", "backslashreplace") + b"\n")
