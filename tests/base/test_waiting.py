"""A long wait is explained to somebody at a terminal, and to nobody else."""

from __future__ import annotations

import io
import sys
import time

import pytest

from steno.base import waiting
from steno.base.waiting import told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "takes", "said"),
    [
        (Terminal(), 0.2, "\r\x1b[Ksteno: counting leaves\n"),
        (Terminal(), 0, ""),
        (io.StringIO(), 0.2, ""),
    ],
)
def test_work_that_takes_long_is_named_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, takes: float, said: str
) -> None:
    monkeypatch.setattr(waiting, "LONG", 0.05)
    monkeypatch.setattr(waiting, "_SAID", set())
    monkeypatch.setattr(sys, "stderr", stream)
    with told("counting leaves"):
        time.sleep(takes)
    time.sleep(0.1)
    assert stream.getvalue() == said


def test_without_a_stream_nothing_is_said_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LONG", 0)
    closed = Terminal()
    closed.close()
    done = []
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stderr", stream)
        with told("counting leaves"):
            time.sleep(0.02)
            done.append(stream)
    assert done == [None, closed]


def test_a_wait_for_the_same_work_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(waiting, "LONG", 0.0)
    monkeypatch.setattr(waiting, "_SAID", set())
    for _ in range(2):
        with waiting.told("sweeping the floor"):
            time.sleep(0.1)
    assert stream.getvalue().count("sweeping the floor") == 1
