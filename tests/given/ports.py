"""Ports of this machine that one test has to itself, whatever other tests do at the same time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


def bound() -> socket.socket:
    """A socket with a port of the system's choice.

    Not by `socket.create_server`: with SO_REUSEADDR the system may give one port to two that do not listen yet, and one
    of them fails when it does.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.bind(("127.0.0.1", 0))
    return taken


def listening() -> socket.socket:
    """A server's socket."""
    listener = bound()
    listener.listen(128)
    return listener


@contextmanager
def deserted() -> Iterator[int]:
    """A port that nobody listens on, and that nobody can take meanwhile."""
    with bound() as taken:
        yield int(taken.getsockname()[1])
