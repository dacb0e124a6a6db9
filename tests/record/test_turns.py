"""Threads that all record at once take turns; those that meet by chance do not wait longer than they must."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from steno.record.turns import TURN, Turns

if TYPE_CHECKING:
    from _thread import RLock


@contextmanager
def held(lock: RLock) -> Iterator[Callable[[], None]]:
    """The lock in the hands of another thread, until the function is called or the block ends."""
    taken, free = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            taken.set()
            free.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait()

    def let_go() -> None:
        free.set()
        thread.join()

    try:
        yield let_go
    finally:
        let_go()


def waits(seqs: list[int]) -> list[float]:
    """The pauses of a thread that finds the lock taken after each of these events."""
    pauses: list[float] = []
    lock = threading.RLock()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        let_go()

    turns = Turns(pause)
    for seq in seqs:
        with held(lock) as let_go:
            timer = threading.Timer(0.01, let_go)
            timer.start()
            assert turns.wait(lock, seq)
            timer.cancel()
            assert lock._is_owned()  # type: ignore[attr-defined]
            lock.release()
    return pauses


def test_threads_that_meet_by_chance_do_not_stand_aside() -> None:
    assert waits([10, 20, 30, 40, 50, 60]) == []
    assert waits([10, 11, 12, 30, 31, 32, 50, 51, 52]) == []  # few in a row are no crowd


def test_in_a_crowd_a_thread_stands_aside_and_gets_the_lock_afterwards() -> None:
    assert waits([10, 11, 12, 13, 14]) == [TURN, TURN]
    assert waits([10, 14, 18, 22]) == [TURN]


def test_the_more_stand_aside_the_longer_each_does() -> None:
    lock = threading.RLock()
    pauses: list[float] = []

    def wait() -> None:
        turns.wait(lock, 4)
        lock.release()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) < 3:
            other = threading.Thread(target=wait)
            other.start()
            other.join()

    turns = Turns(pause)
    for _ in range(3):
        wait()
    assert pauses == [TURN, 2 * TURN, 3 * TURN]


def test_who_is_interrupted_while_aside_has_no_lock_and_is_counted_no_more() -> None:
    lock = threading.RLock()
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        raise KeyboardInterrupt

    turns = Turns(pause)
    for _ in range(2):
        turns.wait(lock, 4)
        lock.release()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            turns.wait(lock, 4)
        assert not lock._is_owned()  # type: ignore[attr-defined]
    assert pauses == [TURN, TURN]
