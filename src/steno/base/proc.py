"""Child processes: the only place that starts one.  Hands on signals and exit codes; knows nothing of what is said.

with proc.running(["server"], stdin=proc.PIPE) as child:
    status = proc.wait(child)
return proc.end_like(status)
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO

from steno.errors import UsageError

PIPE = subprocess.PIPE
Child = subprocess.Popen[bytes]

_HANDED_ON = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")
    if hasattr(signal, name)
)
_WAKES = {*_HANDED_ON, signal.SIGCHLD} if hasattr(signal, "SIGCHLD") else set(_HANDED_ON)
_ENDS = {signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)}
_WAITS = hasattr(signal, "sigtimedwait")
"""Whether a signal can be waited for, and says who sent it; where not, handlers hand every one on."""
_LOOK = 0.25
"""Seconds after which to look for the child's end, where a thread that is not ours has taken its signal."""
_PR_SET_PDEATHSIG = 1
_Mask = set[int | signal.Signals]


class NotStarted(UsageError, OSError):
    """A command that cannot be started.  The message is one sentence for the user."""


@contextmanager
def running(
    command: Sequence[str],
    *,
    environ: Mapping[str, str] | None = None,
    stdin: int | None = None,
    stdout: int | None = None,
    tied: bool = False,
) -> Iterator[Child]:
    """A started child; it is ended where the block ends before it; raises `NotStarted`.

    It stays in our process group, so that a signal to the group reaches it.  `tied`: on Linux it is killed where this
    process is killed and can no longer end it.
    """
    with _told(command[0]):
        # Unbuffered: our own reads and writes are of descriptors.
        child = subprocess.Popen(
            list(command), env=environ, stdin=stdin, stdout=stdout, bufsize=0,
            preexec_fn=_tie() if tied and sys.platform == "linux" else None,  # noqa: PLW1509  it takes no lock
        )  # fmt: skip
    # Only now, as the child would inherit it; the threads that are started from here on do.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _WAKES) if _WAITS else None
    try:
        yield child
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
        # What came for a child that is over is for nobody.
        while mask is not None and signal.sigtimedwait(_HANDED_ON, 0):
            pass
        _unblock(mask)


def pending() -> bool:
    """Whether a signal has come for a `running` child that has ended: somebody wants this to be over."""
    return _WAITS and not signal.sigpending().isdisjoint(_HANDED_ON)


@contextmanager
def unasked() -> Iterator[Callable[[], object]]:
    """A function that returns once this process is asked to end; no thread started in the block is interrupted."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield lambda: signal.sigwait(_ENDS)
    finally:
        _unblock(mask)


def wait(child: Child) -> int:
    """Waits for the end of a `running` child and hands on the signals that only we were sent; as `Popen.wait`."""
    if not _WAITS:
        return _wait_with_handlers(child)
    while child.poll() is None:
        came = signal.sigtimedwait(_WAKES, _LOOK)
        # A positive code is the kernel's: a key was pressed, and the child, in the same group, has got it too.
        if came is not None and came.si_signo in _HANDED_ON and came.si_code <= 0:
            child.send_signal(came.si_signo)
    return child.returncode


def _wait_with_handlers(child: Child) -> int:
    def hand_on(number: int, frame: object) -> None:
        child.send_signal(number)

    before = {number: signal.signal(number, hand_on) for number in _HANDED_ON}
    try:
        return child.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_like(status: int) -> int:
    """The exit code for a child's status; where a signal ended the child, this process ends by the same signal."""
    if status >= 0:
        return status
    import resource

    number = -status
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the child's core is the one to look at
    with suppress(OSError, ValueError):  # SIGKILL needs no default
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
    return 128 + number


def _unblock(mask: _Mask | None) -> None:
    if mask is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _tie() -> Callable[[], None] | None:
    """What the child does before it becomes the command: it asks to be killed when we are gone."""
    try:
        import ctypes

        prctl = ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return None  # an interpreter without ctypes: the end of its input still tells the child
    parent = os.getpid()

    def tie() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # we were gone before it counted
            os.kill(os.getpid(), signal.SIGKILL)

    return tie


def output(command: Sequence[str], folder: str | os.PathLike[str] | None = None, seconds: float = 10) -> str | None:
    """What a short command prints, without the last line's end; None where it fails; raises `NotStarted`."""
    try:
        done = subprocess.run(
            list(command), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = error.strerror.lower() if isinstance(error, OSError) and error.strerror else "it does not end"
        raise NotStarted(f"cannot run {command[0]!r}: {reason}") from None
    return os.fsdecode(done.stdout).removesuffix("\n") if done.returncode == 0 else None


class Piped(Child):
    """A child whose output is read."""

    said: IO[bytes]
    """What it writes to stderr."""

    def complaint(self) -> str:
        """The first line that it wrote to stderr, once it has ended; empty where it wrote none."""
        self.said.seek(0)
        return self.said.readline(1 << 12).decode("utf-8", "replace").strip()


@contextmanager
def piped(command: Sequence[str], environ: Mapping[str, str], given: bytes | None = None) -> Iterator[Piped]:
    """A started child whose output is read, and which is ended where the block ends before it; raises `NotStarted`.

    `given` is its whole input; without it, the block writes to `child.stdin` itself.
    """
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as fed:
        if given is not None:
            fed.write(given)
            fed.seek(0)
        with _told(command[0]):
            child = Piped(
                list(command), env=dict(environ), stdin=subprocess.PIPE if given is None else fed,
                stdout=subprocess.PIPE, stderr=said,
            )  # fmt: skip
        child.said = said
        try:
            yield child
        finally:
            _end(child)


class Asked(Child):
    """A child that is asked and answers over pipes."""

    stdin: IO[bytes]
    stdout: IO[bytes]


@contextmanager
def asked(command: Sequence[str], environ: Mapping[str, str]) -> Iterator[Asked]:
    """A started child that is asked and answers over pipes, from any thread; it is ended where the block ends.

    What it says on stderr goes where ours goes.  Raises `NotStarted`.
    """
    with _told(command[0]):
        child = Asked(list(command), env=dict(environ), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield child
    finally:
        _end(child)


@contextmanager
def _told(program: str) -> Iterator[None]:
    """Makes one sentence of why a program could not be started."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
        raise NotStarted(f"cannot start {program!r}: {reason}") from None


def _end(child: Child) -> None:
    """Ends a child and closes its pipes; whoever reads from it in another thread comes to the end."""
    if child.poll() is None:
        child.kill()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()
    child.wait()
