"""What takes long is made once, and no request waits for all of it."""

from __future__ import annotations

import threading

import pytest

from steno.errors import Unreadable
from steno.viewer import making
from steno.viewer.making import Making
from steno.viewer.masked import Pending


def test_whoever_asks_too_early_is_told_to_ask_again_and_nothing_is_made_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(making, "PATIENCE", 0.02)
    go_on, made = threading.Event(), list[int]()

    def make() -> int:
        go_on.wait(20)
        made.append(1)
        return 7

    found = Making()
    assert found.of("a", "steps", make) == Pending("steps")
    assert found.of("a", "steps", make) == Pending("steps")
    go_on.set()
    monkeypatch.setattr(making, "PATIENCE", 20)
    assert found.of("a", "steps", make) == 7
    assert made == [1]


def test_what_making_raised_is_raised_once_and_then_tried_again() -> None:
    found, tried = Making(), list[int]()

    def make() -> int:
        tried.append(1)
        if len(tried) == 1:
            raise Unreadable("not now")
        return 7

    with pytest.raises(Unreadable, match="not now"):
        found.of("a", "steps", make)
    assert found.of("a", "steps", make) == 7


def test_what_nobody_came_back_for_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PATIENCE", 0)
    found, go_on = Making(), threading.Event()
    found.of("a", "steps", lambda: go_on.wait(20))
    (task,) = found._tasks.values()
    go_on.set()
    assert task.ended.wait(20)
    monkeypatch.setattr(making, "_KEPT", -1)
    found.of("b", "steps", lambda: None)
    assert "a" not in found._tasks
