"""Run an agent with its hooks on, and say which sessions it had."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from steno.api.hook import setting
from steno.api.world import World
from steno.base import proc
from steno.base.proc import end_like as end_like
from steno.errors import UsageError
from steno.record.hooks import log
from steno.record.hooks.status import State, hooks, statuses
from steno.record.hooks.status import programs as programs


class RecordedSession(Struct, frozen=True):
    """A session that an agent had while its hooks were on."""

    id: str | None
    log: Path
    events: int
    transcript: Path | None
    """Where the agent says that it keeps its own record."""

    @property
    def is_kept(self) -> bool:
        """Whether the agent's own record is where it says."""
        return self.id is not None and self.transcript is not None and self.transcript.is_file()

    @property
    def best(self) -> Path:
        """The file to read: the agent's own record, or else the hook log."""
        return self.transcript if self.is_kept and self.transcript is not None else self.log


class Recorded(Struct, frozen=True):
    agent: str
    status: int
    """How the agent ended; `end_like` ends this process so."""
    sessions: list[RecordedSession]


def record(
    world: World, command: Sequence[str], *, agent: str | None = None, tell: Callable[[str], None] = lambda line: None
) -> Recorded:
    """Run a command that starts an agent, with hooks added for this run alone where none are installed.

    Terminal and signals are the agent's own.  `tell` takes lines about the hooks.  Raises `UsageError`.
    """
    name = agent or programs().get(Path(command[0]).stem)
    if name is None:
        known = ", ".join(programs())
        raise UsageError(f"{command[0]!r} is not one of {known}; use --agent to name the agent that it starts")
    run, start = str(uuid.uuid4()), world.clock().timestamp()
    environ = {**world.environ, log.RUN: run}
    with _hooked(world, name, list(command), tell) as hooked, proc.running(hooked, environ=environ) as child:
        status = proc.wait(child)
    return Recorded(name, status, [_session(each) for each in log.of_run(world.hooks, name, run, start)])


def _session(each: log.Run) -> RecordedSession:
    return RecordedSession(
        each.session if isinstance(each.session, str) else None,
        each.log,
        each.events,
        Path(each.transcript) if isinstance(each.transcript, str) else None,
    )


@contextmanager
def _hooked(world: World, agent: str, command: list[str], tell: Callable[[str], None]) -> Iterator[list[str]]:
    """The command, with the hooks added where they are not installed."""
    here = setting(world)
    states = {each.state for each in statuses(agent, here)}
    if states & {State.INSTALLED, State.OUTDATED}:
        if State.INSTALLED not in states:
            tell(f"the installed hooks are outdated; run `steno hook install {agent}`")
        yield command
        return
    if limits := hooks(agent).limits:
        tell(limits)
    with tempfile.TemporaryDirectory(prefix="steno-") as place:  # only its owner can read it
        yield hooks(agent).launched(here, command, Path(place))
