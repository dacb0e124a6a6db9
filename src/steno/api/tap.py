"""Stand between an MCP client and its server, and record their calls.  Imports little: the server waits for it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from steno.errors import UsageError
from steno.record import folder

if TYPE_CHECKING:
    from steno.record.tap.keeper import Journal, Keeper

_PASSED_OVER = ("-m", "-u", "-y", "--yes", "--")
"""Options of interpreters and launchers before the name of what they run."""
_PROGRAM = re.compile(r"[A-Za-z0-9@._/][A-Za-z0-9@._/+-]{0,99}", re.ASCII)

Tell = Callable[[str], None]


class Plan(NamedTuple):
    """Which run is recorded, where and how."""

    id: str
    parent: str | None
    file: Path
    redact: str
    name: str | None
    """What to call the server, where the user says so."""
    tell: Tell

    def keeper(self, otherwise: str) -> Keeper:
        """`otherwise`: what the server is called where neither the user nor the server itself gives it a name."""
        from steno.record.tap.keeper import Identity, Keeper

        identity = Identity(self.id, self.name or otherwise, self.parent, bool(self.name))
        return Keeper(identity, self.journal, self.tell)

    def journal(self) -> Journal:
        from steno.record import Recorder, redacting

        masker = None if self.redact == "none" else redacting("pii" if self.redact == "pii" else "secrets")
        return Recorder(self.file, run_id=self.id, masker=masker)


def planned(
    environ: Mapping[str, str], file: Path | None, run_id: str | None, name: str | None, redact: str, tell: Tell
) -> Plan:
    """A run to record, in a file of its own unless one is named; raises `UsageError`."""
    if os.name != "posix":
        raise UsageError("a tap needs POSIX signals and pipes, which this system does not have")
    if run_id is not None and not folder.is_run_id(run_id):
        raise UsageError(f"--run-id is {run_id!r}, expected a UUID such as {uuid4()}")
    id = run_id or str(uuid4())
    return Plan(
        id, _parent(environ, id, tell), file or folder.file(folder.transcripts(environ), id), redact, name, tell
    )


def _parent(environ: Mapping[str, str], id: str, tell: Tell) -> str | None:
    """The run that this one belongs to, where the environment names one."""
    named = environ.get(folder.RUN_ID)
    if not named or named == id:
        return None
    if folder.is_run_id(named):
        return named
    tell(f"{folder.RUN_ID} is {named!r}, which is not a run's id, so this run has no parent")
    return None


def tap_command(environ: Mapping[str, str], server: Sequence[str], plan: Plan) -> int:
    """Run a server that speaks over its pipes; ends as it ends."""
    from steno.base import proc
    from steno.record.tap import stdio

    # What the server itself records belongs to this run.
    inner = {**environ, folder.RUN_ID: plan.id, folder.PARENT_RUN_ID: plan.parent or ""}
    return proc.end_like(stdio.passed(tuple(server), inner, plan.keeper(server_name(server))))


def server_name(server: Sequence[str]) -> str:
    """The program and what it runs.  Further arguments may be secrets, and no title."""
    rest = list(server[1:])
    while rest and rest[0] in _PASSED_OVER:
        del rest[0]
    runs = rest[0] if rest and _PROGRAM.fullmatch(rest[0]) else ""
    return " ".join(filter(None, (Path(server[0]).name, runs)))


def tap_http(url: str, listen: str, plan: Plan, started: Callable[[str], None]) -> None:
    """Stand before a server that speaks HTTP until the process is asked to end; `started` gets our own address."""
    from steno.base import proc
    from steno.record.tap import address
    from steno.record.tap.http import Proxy

    endpoint = address.endpoint(url)
    keeper = plan.keeper(f"{endpoint.address}{endpoint.path}")
    proxy = Proxy(endpoint, address.listening(listen), keeper, plan.tell)
    with proc.unasked() as wait:
        keeper.start()
        proxy.start()
        plan.tell(f"recording to {plan.file}; Ctrl-C ends it")
        started(proxy.url)
        wait()
        proxy.close()
        keeper.finish("", {})
