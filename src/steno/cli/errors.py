"""What each error says on stderr, and which exit code belongs to it."""

from __future__ import annotations

import os
import sys

import click

from steno import __version__
from steno.api import Leak, Lossy, Unreadable, Unwritable, UsageError
from steno.cli.codes import Exit, discard, say

OUTCOMES: tuple[tuple[type[Exception], str, Exit], ...] = (
    (UsageError, "usage", Exit.USAGE),
    (Unwritable, "machine", Exit.UNREADABLE),
    (Unreadable, "unreadable", Exit.UNREADABLE),
    (Leak, "leak", Exit.FINDINGS),
    (Lossy, "losses", Exit.FINDINGS),
)
"""How a command ends, by the tree of errors; an error that is in none of these branches is a bug."""


def explain(error: Exception, *, as_json: bool = False) -> int:
    """Say on stderr what went wrong; returns the exit code that belongs to it."""
    hint = str(getattr(error, "hint", ""))
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        hint = f"`{context.command_path} --help` shows how" if isinstance(context, click.Context) else ""
        message = " ".join(error.format_message().split())  # a list of choices has a line for each
        return _error("usage", message[:1].lower() + message[1:], hint, as_json, Exit.USAGE)
    for kind, name, code in OUTCOMES:
        if isinstance(error, kind):
            return _error(name, str(error), hint, as_json, code)
    if os.environ.get("STENO_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.strerror:
        return _refused(error, as_json)
    return _error("bug", f"a bug in Steno ({type(error).__name__})", _bug_report(error), as_json, Exit.BUG)


def _refused(error: OSError, as_json: bool) -> int:
    """What the machine says of a file or a stream: a name that cannot be, a full disk, a folder of somebody else's."""
    from steno.api.output import unwritable

    try:
        sys.stdout.flush()
    except OSError:
        discard(sys.stdout)
    if error.filename is not None:
        what = f"use {os.fsdecode(error.filename)}"
    else:  # a stream, or the folder that we are in: nothing else has no name
        what = "find the working directory" if isinstance(error, FileNotFoundError) else "write the output"
    known = unwritable("", error)
    code = Exit.USAGE if isinstance(known, UsageError) else Exit.UNREADABLE
    return _error(
        "machine", f"cannot {what}: {str(error.strerror).lower()}", known.hint if "write" in what else "", as_json, code
    )


def _error(kind: str, message: str, hint: str, as_json: bool, code: Exit) -> int:
    if as_json:
        import json

        from steno.api.said import sentence

        error = {"kind": kind, "message": sentence(message), "hint": sentence(hint)}
        click.echo(json.dumps({"error": {key: value for key, value in error.items() if value}}), err=True)
    else:
        say(message)
        if hint:
            say(hint, "" if kind == "bug" else "hint: ")
    return code


def _bug_report(error: Exception) -> str:
    """What a developer needs.  The error's own words stay out, as they may quote a file's contents."""
    import platform
    import traceback
    from pathlib import Path

    # An error that comes from another process has left its own behind.
    there = getattr(error, "frames", None) or traceback.extract_tb(error.__traceback__)
    frames = [f"  {'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno} in {frame.name}" for frame in there]
    versions = f"steno {__version__}, Python {platform.python_version()}, {platform.platform()}"
    return "\n".join(
        [
            "Please report it with the lines from here on. They hold nothing of your files;",
            "with STENO_DEBUG=1 you see the whole error, which may.",
            versions,
            *frames,
            f"  {type(error).__name__}",
        ]
    )
