"""Loops and retries: which round an event belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

import steno
from tests.given.sdk import rows


def test_what_happens_in_a_loop_carries_the_number_of_the_round(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        for name in run.iterations("files", ["a.go", "b.go"]):
            with run.step("read"):
                run.user(name)
            run.assistant(f"{name} done")
        run.assistant("all done")
    assert rows(run) == [
        ("run.started", "", 0),
        ("step.started", "files", 0),
        ("step.started", "files.read", 0),
        ("message.user", "files.read", 0, ["a.go"]),
        ("step.completed", "files.read", 0),
        ("message.assistant", "files", 0, ["a.go done"]),
        ("step.started", "files.read", 1),
        ("message.user", "files.read", 1, ["b.go"]),
        ("step.completed", "files.read", 1),
        ("message.assistant", "files", 1, ["b.go done"]),
        ("step.completed", "files", 0, {"result": {"iterations": 2, "ended": "exhausted"}}),
        ("message.assistant", "", 0, ["all done"]),
        ("run.completed", "", 0),
    ]


def test_a_loop_in_a_loop_begins_in_the_round_of_the_outer_one(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        for outer in run.iterations("outer", "ab"):
            for inner in run.iterations("inner", "xy"):
                run.user(outer + inner)
    ended = {"result": {"iterations": 2, "ended": "exhausted"}}
    assert rows(run)[1:-1] == [
        ("step.started", "outer", 0),
        ("step.started", "outer.inner", 0),
        ("message.user", "outer.inner", 0, ["ax"]),
        ("message.user", "outer.inner", 1, ["ay"]),
        ("step.completed", "outer.inner", 0, ended),
        ("step.started", "outer.inner", 1),
        ("message.user", "outer.inner", 0, ["bx"]),
        ("message.user", "outer.inner", 1, ["by"]),
        ("step.completed", "outer.inner", 1, ended),
        ("step.completed", "outer", 0, ended),
    ]


def test_a_while_loop_counts_as_well_and_may_be_left(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        for number in run.iterations("poll", count(), kind="while"):
            run.assistant(str(number))
            if number == 1:
                break
        run.assistant("after")
    assert rows(run)[2:-1] == [
        ("message.assistant", "poll", 0, ["0"]),
        ("message.assistant", "poll", 1, ["1"]),
        ("step.completed", "poll", 0, {"result": {"iterations": 2, "ended": "left"}}),
        ("message.assistant", "", 0, ["after"]),
    ]


def test_a_step_may_say_its_round_itself(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run, run.step("page", iteration=7) as step:
        run.assistant("text")
    assert step.iteration == 7
    assert [(row[1], row[2]) for row in rows(run)] == [("", 0), ("page", 7), ("page", 7), ("page", 7), ("", 0)]


def test_an_exception_in_a_loop_is_recorded_where_the_loop_is_a_block(tmp_path: Path) -> None:
    run = steno.run("review", directory=tmp_path)
    with pytest.raises(ValueError, match="dry"), run, run.iterations("beds", [1, 2]) as beds:
        for _ in beds:
            raise ValueError("dry")
    error = {"error": "ValueError: dry"}
    assert rows(run)[2:] == [
        ("step.completed", "beds", 0, {**error, "result": {"iterations": 1, "ended": "left"}}),
        ("run.completed", "", 0, error),
    ]


def test_an_exception_in_a_bare_loop_leaves_it(tmp_path: Path) -> None:
    run = steno.run("review", directory=tmp_path)
    with pytest.raises(ValueError, match="dry"), run:
        for _ in run.iterations("beds", [1, 2]):
            raise ValueError("dry")
    assert rows(run)[2:] == [
        ("step.completed", "beds", 0, {"result": {"iterations": 1, "ended": "left"}}),
        ("run.completed", "", 0, {"error": "ValueError: dry"}),
    ]


def test_items_that_fail_fail_the_loop_and_belong_to_no_round(tmp_path: Path) -> None:
    def items() -> Iterator[int]:
        run.assistant("fetching")
        yield 1
        run.assistant("fetching")
        raise ConnectionError("gone")

    run = steno.run("review", directory=tmp_path)
    with pytest.raises(ConnectionError), run:
        for _ in run.iterations("rows", items()):
            run.assistant("row")
    assert rows(run)[2:-1] == [
        ("message.assistant", "rows", 0, ["fetching"]),
        ("message.assistant", "rows", 0, ["row"]),
        ("message.assistant", "rows", 0, ["fetching"]),
        ("step.completed", "rows", 0, {"error": "ConnectionError: gone", "result": {"iterations": 1, "ended": "left"}}),
    ]


def test_an_asynchronous_loop_counts_its_rounds(tmp_path: Path) -> None:
    async def items() -> AsyncIterator[str]:
        for each in "ab":
            await asyncio.sleep(0)
            yield each

    async def main() -> None:
        async with run:
            async for item in run.iterations("rows", items()):
                run.assistant(item)
            with pytest.raises(TypeError, match="asynchronous: use `async for`"):
                next(run.iterations("wrong", items()))
            with pytest.raises(TypeError, match="not asynchronous: use `for`"):
                await anext(run.iterations("wrong", "ab"))

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    assert rows(run)[1:5] == [
        ("step.started", "rows", 0),
        ("message.assistant", "rows", 0, ["a"]),
        ("message.assistant", "rows", 1, ["b"]),
        ("step.completed", "rows", 0, {"result": {"iterations": 2, "ended": "exhausted"}}),
    ]


def test_tasks_started_in_a_round_belong_to_it(tmp_path: Path) -> None:
    async def work(item: str) -> None:
        await asyncio.sleep(0)
        run.assistant(item)

    async def main() -> None:
        async with run, run.iterations("rows", "abc") as items, asyncio.TaskGroup() as group:
            for item in items:
                group.create_task(work(item))

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    assert rows(run)[2:-1] == [
        *[("message.assistant", "rows", number, [each]) for number, each in enumerate("abc")],
        ("step.completed", "rows", 0, {"result": {"iterations": 3, "ended": "exhausted"}}),
    ]


def test_tasks_that_outlive_their_loop_belong_to_what_is_around_it(tmp_path: Path) -> None:
    async def work(item: str) -> None:
        await asyncio.sleep(0)
        run.assistant(item)

    async def main() -> None:
        async with run, asyncio.TaskGroup() as group:
            for item in run.iterations("rows", "abc"):
                group.create_task(work(item))

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    assert rows(run)[2:-1] == [
        ("step.completed", "rows", 0, {"result": {"iterations": 3, "ended": "exhausted"}}),
        *[("message.assistant", "", 0, [each]) for each in "abc"],
    ]


def test_every_attempt_is_a_step_and_failed_ones_are_tried_again(tmp_path: Path) -> None:
    tried: list[int] = []
    with steno.run("review", directory=tmp_path) as run:
        for attempt in run.retries("fetch", times=5):
            with attempt as step:
                tried.append(attempt.number)
                run.assistant("trying")
                if attempt.number < 2:
                    raise ConnectionError("busy")
                step.result("page")
    assert tried == [0, 1, 2]
    error = {"error": "ConnectionError: busy"}
    assert rows(run)[1:-1] == [
        ("step.started", "fetch", 0),
        ("message.assistant", "fetch", 0, ["trying"]),
        ("step.completed", "fetch", 0, error),
        ("step.started", "fetch", 1),
        ("message.assistant", "fetch", 1, ["trying"]),
        ("step.completed", "fetch", 1, error),
        ("step.started", "fetch", 2),
        ("message.assistant", "fetch", 2, ["trying"]),
        ("step.completed", "fetch", 2, {"result": "page"}),
    ]


def test_the_last_attempt_and_other_exceptions_are_not_forgiven(tmp_path: Path) -> None:
    run = steno.run("review", directory=tmp_path)
    with run:
        with pytest.raises(ConnectionError, match="busy 1"):
            for attempt in run.retries("fetch", times=2):
                with attempt:
                    raise ConnectionError(f"busy {attempt.number}")
        with pytest.raises(KeyError):
            for attempt in run.retries("fetch", times=2, on=ConnectionError):
                with attempt:
                    raise KeyError("other")
        with pytest.raises(KeyboardInterrupt):
            for attempt in run.retries("fetch", times=2):
                with attempt:
                    raise KeyboardInterrupt
    assert [(row[0], row[2]) for row in rows(run)[1:-1]] == [
        ("step.started", 0), ("step.completed", 0), ("step.started", 1), ("step.completed", 1),
        ("step.started", 0), ("step.completed", 0),
        ("step.started", 0), ("step.completed", 0),
    ]  # fmt: skip


def test_an_attempt_that_is_not_entered_is_a_mistake(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        with pytest.raises(RuntimeError, match="write `with attempt:` in the loop"):
            for _ in run.retries("fetch", times=2):
                pass
        with pytest.raises(ValueError, match="times is 0, expected at least 1"):
            run.retries("fetch", times=0)
