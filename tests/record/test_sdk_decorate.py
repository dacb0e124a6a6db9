"""Functions of every kind as steps and tools."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import steno
from steno.record import NullRecorder
from tests.given.sdk import lines, rows
from tests.given.timing import quick


@steno.step("analyze", kind="agent")
def analyze(text: str) -> str:
    """Counts."""
    run = steno.current()
    if run is not None:
        run.user(text)
    return f"{len(text)} characters"


@steno.tool()
def read(path: str, *parts: int, limit: int = 10, **more: object) -> list[object]:
    return [path, *parts, limit, more]


@steno.step()
async def think(times: int) -> int:
    await asyncio.sleep(0)
    return times * int(await fetch(f"/{times}"))


@steno.tool("Fetch", fidelity="agent_emitted")
async def fetch(url: str) -> str:
    await asyncio.sleep(0)
    return "21"


@steno.tool()
def stream(count: int) -> Generator[int, str | None, None]:
    yield from range(count)


@steno.step()
async def say(words: list[str]) -> AsyncGenerator[str, str | None]:
    run = steno.current()
    for word in words:
        if run is not None:
            run.assistant(word)
        yield word


class Garden:
    @steno.tool()
    def water(self, bed: int) -> str:
        return f"bed {bed}"

    @classmethod
    @steno.tool()
    def plan(cls, beds: int) -> int:
        return beds


def test_a_decorated_function_is_recorded_in_whatever_run_it_is_called_in(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        assert analyze("roses") == "5 characters"
        assert read("a.txt", 1, 2, deep=True) == ["a.txt", 1, 2, 10, {"deep": True}]
    assert rows(run)[1:-1] == [
        ("step.started", "analyze", 0),
        ("message.user", "analyze", 0, ["roses"]),
        ("step.completed", "analyze", 0, {"result": "5 characters"}),
        ("tool.call", "", 0, "read", {"path": "a.txt", "parts": [1, 2], "more": {"deep": True}}),
        ("tool.result", "", 0, "read", ["a.txt", 1, 2, 10, {"deep": True}]),
    ]


def test_a_decorated_coroutine_is_recorded_as_well(tmp_path: Path) -> None:
    async def main() -> None:
        async with run:
            assert list(await asyncio.gather(think(1), think(2))) == [21, 42]

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    found = rows(run)[1:-1]
    assert sorted(row[:2] for row in found) == sorted(
        [(type, "think") for type in ("step.started", "tool.call", "tool.result", "step.completed")] * 2
    )
    assert [row[3] for row in found if row[0] == "step.completed"] == [{"result": 21}, {"result": 42}]
    assert {event["payload"]["fidelity"] for event in lines(run.path) if event["type"] == "tool.call"} == {
        "agent_emitted"
    }


def test_a_methods_object_is_no_part_of_its_input(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        assert (Garden().water(3), Garden.plan(2)) == ("bed 3", 2)
    assert [row[3:] for row in rows(run)[1:-1]] == [
        ("water", {"bed": 3}), ("water", "bed 3"), ("plan", {"beds": 2}), ("plan", 2),
    ]  # fmt: skip


def test_an_exception_is_recorded_and_goes_on(tmp_path: Path) -> None:
    @steno.step()
    @steno.tool()
    def fail(bed: int) -> None:
        raise ValueError("dry")

    with steno.run("review", directory=tmp_path) as run:
        with pytest.raises(ValueError, match="dry"):
            fail(1)
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'bed'"):
            fail()  # type: ignore[call-arg]
    assert [row[-1] for row in rows(run) if row[0] == "tool.call"] == [{"bed": 1}, {"args": [], "kwargs": {}}]
    assert [row[-1]["error"].split(":")[0] for row in rows(run) if row[0] == "step.completed"] == [
        "ValueError",
        "TypeError",
    ]


def test_a_generators_outcome_is_what_it_yielded(tmp_path: Path) -> None:
    @steno.tool()
    def returning() -> Generator[dict[str, int], None, str]:
        same = {"n": 0}
        yield same
        same["n"] = 1
        yield same
        return "end"

    with steno.run("review", directory=tmp_path) as run:
        assert list(stream(3)) == [0, 1, 2]
        assert list(returning()) == [{"n": 1}, {"n": 1}]
        for number in stream(10):
            if number == 1:
                break
    assert [row[4:] for row in rows(run) if row[0] == "tool.result"] == [
        ([0, 1, 2],),
        ({"yielded": [{"n": 0}, {"n": 1}], "returned": "end"},),
        ([0, 1],),
    ]


def test_a_generator_runs_in_its_step_and_its_caller_does_not(tmp_path: Path) -> None:
    @steno.step()
    def tokens() -> Iterator[str]:
        run.assistant("before")
        with run.step("inner"):
            yield "a"
            run.assistant("between")
            yield "b"

    with steno.run("review", directory=tmp_path) as run:
        for token in tokens():
            run.user(token)
    assert [(row[0], row[1], *row[3:]) for row in rows(run)[1:-1]] == [
        ("step.started", "tokens"),
        ("message.assistant", "tokens", ["before"]),
        ("step.started", "tokens.inner"),
        ("message.user", "", ["a"]),
        ("message.assistant", "tokens.inner", ["between"]),
        ("message.user", "", ["b"]),
        ("step.completed", "tokens.inner"),
        ("step.completed", "tokens", {"result": ["a", "b"]}),
    ]


@pytest.mark.parametrize("recorded", [True, False])
def test_a_generator_is_still_a_whole_generator(tmp_path: Path, recorded: bool) -> None:
    closed: list[str] = []

    @steno.tool()
    def echo() -> Generator[str, str, str]:
        said = yield "ready"
        while said != "stop":
            try:
                said = yield said
            except ValueError as error:
                said = yield f"caught {error}"
            finally:
                closed.append("finally")
        return "bye"

    def talk() -> Generator[str, str, str]:
        return (yield from echo())

    with steno.run("review", directory=tmp_path, recorder=None if recorded else NullRecorder()) as run:
        talking = talk()
        assert (next(talking), talking.send("hello")) == ("ready", "hello")
        assert talking.throw(ValueError("oh")) == "caught oh"
        with pytest.raises(StopIteration) as stopped:
            talking.send("stop")
        assert stopped.value.value == "bye"
        other = echo()
        next(other)
        other.send("on")
        other.close()
        with pytest.raises(KeyError), closing(echo()) as failing:
            next(failing)
            failing.throw(KeyError("k"))
    assert closed == ["finally", "finally"]
    if recorded:
        assert [row[4:] for row in rows(run) if row[0] == "tool.result"] == [
            ({"yielded": ["ready", "hello", "caught oh"], "returned": "bye"},),
            (["ready", "on"],),
            (["ready"], "KeyError: 'k'"),
        ]


@pytest.mark.parametrize("recorded", [True, False])
def test_an_async_generator_is_still_a_whole_one(tmp_path: Path, recorded: bool) -> None:
    @steno.tool()
    async def echo() -> AsyncGenerator[str, str]:
        said = yield "ready"
        while True:
            await asyncio.sleep(0)
            try:
                said = yield said
            except ValueError as error:
                said = yield f"caught {error}"

    async def main() -> None:
        async with run:
            talking = echo()
            assert (await anext(talking), await talking.asend("hello")) == ("ready", "hello")
            assert await talking.athrow(ValueError("oh")) == "caught oh"
            await talking.aclose()
            with pytest.raises(StopAsyncIteration):
                await anext(talking)
            async for word in say(["a", "b"]):
                run.user(word)

    run = steno.run("review", directory=tmp_path, recorder=None if recorded else NullRecorder())
    asyncio.run(main())
    if recorded:
        assert [row[4:] for row in rows(run) if row[0] == "tool.result"] == [(["ready", "hello", "caught oh"],)]
        assert [(row[0], row[1], *row[3:]) for row in rows(run)[3:-1]] == [
            ("step.started", "say"),
            ("message.assistant", "say", ["a"]),
            ("message.user", "", ["a"]),
            ("message.assistant", "say", ["b"]),
            ("message.user", "", ["b"]),
            ("step.completed", "say", {"result": ["a", "b"]}),
        ]


def test_without_a_run_a_decorated_function_is_only_called() -> None:
    assert analyze("roses") == "5 characters"
    assert read("a") == ["a", 10, {}]
    assert list(stream(2)) == [0, 1]
    assert asyncio.run(think(2)) == 42

    async def heard() -> list[str]:
        return [word async for word in say(["a", "b"])]

    assert asyncio.run(heard()) == ["a", "b"]


def test_a_decorated_function_is_of_the_same_kind_and_keeps_its_name() -> None:
    assert (analyze.__name__, analyze.__doc__, str(inspect.signature(analyze))) == (
        "analyze", "Counts.", "(text: 'str') -> 'str'",
    )  # fmt: skip
    assert inspect.iscoroutinefunction(think)
    assert inspect.isgeneratorfunction(stream)
    assert inspect.isasyncgenfunction(say)


def test_a_decorator_without_parentheses_is_a_mistake() -> None:
    for decorator in (steno.step, steno.tool):
        with pytest.raises(TypeError, match=r"the name is a function, expected text: write @steno\.(step|tool)\(\)"):
            decorator(lambda: None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="fidelity is 'guess'"):
        steno.tool(fidelity="guess")  # type: ignore[arg-type]


def test_an_asynchronous_generator_that_is_dropped_is_closed_by_its_loop(tmp_path: Path) -> None:
    @steno.step()
    async def endless() -> AsyncIterator[int]:
        number = 0
        while True:
            yield number
            number += 1

    async def main() -> None:
        async with run:
            async for number in endless():
                if number == 2:
                    break
            for _ in range(3):
                await asyncio.sleep(0)
            run.assistant("after")

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    assert rows(run)[2:-1] == [
        ("step.completed", "endless", 0, {"result": [0, 1, 2]}),
        ("message.assistant", "", 0, ["after"]),
    ]


def test_a_decorator_costs_next_to_nothing_where_nothing_is_recorded() -> None:
    def bare(number: int) -> int:
        return number

    decorated = steno.tool()(bare)

    assert quick(lambda: [decorated(number) for number in range(20_000)], 20_000 * 5e-6)
