from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel, FakeMessagesListChatModel, GenericFakeChatModel
from langchain_core.language_models.fake import FakeListLLM
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda, RunnableParallel
from langchain_core.tools import tool

from steno.integrations.langchain import StenoCallback
from steno.record.run import run
from tests.given.lines import said, told
from tests.given.sdk import lines

CALL: Any = {"name": "water", "args": {"plant": "rose"}, "id": "call_1", "type": "tool_call"}
USE = {
    "type": "tool_use",
    "fidelity": "agent_emitted",
    "tool_name": "water",
    "tool_id": "call_1",
    "tool_input": {"plant": "rose"},
}
BROKEN = "the stream ended before the reply was complete"


@tool
def water(plant: str) -> str:
    """Water a plant."""
    if plant == "cactus":
        raise ValueError("it drowns")
    return f"{plant}: wet"


def text(words: str, fidelity: str = "agent_emitted", **more: Any) -> dict[str, Any]:
    return {"type": "text", "fidelity": fidelity, "text": words, **more}


def without_ids(told: Sequence[tuple[str, str, Any]]) -> list[tuple[str, str, Any]]:
    """The lines without the ids that LangChain makes anew each time."""
    made = ("langchain_run_id", "langchain_parent_run_id", "response_id", "call_id")
    return [
        (type, path, {key: value for key, value in payload.items() if key not in made}) for type, path, payload in told
    ]


def config(callback: StenoCallback) -> Any:
    return {"callbacks": [callback]}


def test_a_chain_is_a_step_with_its_messages_and_its_tool_calls_in_it(tmp_path: Path) -> None:
    usage = {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12}
    asks = AIMessage(
        content="", tool_calls=[CALL], usage_metadata=usage, response_metadata={"model_name": "fake-1"}, id="r1"
    )
    model = FakeMessagesListChatModel(responses=[asks, AIMessage(content="Done", id="r2")])

    def work(question: str, config: Any) -> str:
        history: list[BaseMessage] = [SystemMessage("Be brief"), HumanMessage(question)]
        reply = model.invoke(history, config)
        history += [reply, water.invoke(reply.tool_calls[0], config)]
        return str(model.invoke(history, config).content)

    with run("garden", directory=tmp_path) as garden:
        assert RunnableLambda(work).invoke("Water it", config(StenoCallback())) == "Done"
    result = {"type": "tool_result", "fidelity": "router", "tool_id": "call_1", "tool_content": "rose: wet"}
    called = {"name": "water", "input": {"plant": "rose"}, "output": None, "fidelity": "router"}
    told_so = told(garden.path)
    assert without_ids(told_so[1:-1]) == [
        ("step.started", "work", {"name": "work", "kind": "chain"}),
        (
            "message.user",
            "work",
            {"role": "user", "blocks": [text("Water it", "router"), text("Be brief", "router", system=True)]},
        ),
        ("message.assistant", "work", {"role": "assistant", "blocks": [USE], "model": "fake-1", "usage": usage}),
        ("tool.call", "work", called),
        ("tool.result", "work", called | {"input": None, "output": "rose: wet"}),
        ("message.user", "work", {"role": "user", "blocks": [result], "name": "water"}),
        ("message.assistant", "work", {"role": "assistant", "blocks": [text("Done")]}),
        ("step.completed", "work", {"name": "work", "kind": "chain", "result": "Done"}),
    ]
    assert {payload["call_id"] for type, _, payload in told_so if type.startswith("tool.")} == {"call_1"}
    asked, replied = (payload for type, _, payload in told_so[2:4])
    assert asked["langchain_run_id"] == replied["langchain_run_id"]
    assert replied["response_id"] == "r1"


def test_a_model_without_a_run_around_it_gets_one_of_its_own(tmp_path: Path) -> None:
    callback = StenoCallback(directory=tmp_path)
    FakeListChatModel(responses=["Good day"]).invoke("Hello", config(callback))
    (RunnableLambda(str.upper) | str.lower).invoke("Hello", config(callback))
    first, second = sorted(tmp_path.glob("*.jsonl"), key=lambda each: each.stat().st_mtime_ns)
    assert [type for type, _, _ in told(first)] == ["run.started", "message.user", "message.assistant", "run.completed"]
    assert [(type, path) for type, path, _ in told(second)] == [
        ("run.started", ""),
        ("step.started", "RunnableSequence"),
        ("step.started", "RunnableSequence.upper"),
        ("step.completed", "RunnableSequence.upper"),
        ("step.started", "RunnableSequence.lower"),
        ("step.completed", "RunnableSequence.lower"),
        ("step.completed", "RunnableSequence"),
        ("run.completed", ""),
    ]


def test_parallel_branches_keep_their_messages_apart(tmp_path: Path) -> None:
    def branch(name: str) -> Any:
        model = FakeListChatModel(responses=[f"{name} answers"])
        return RunnableLambda(lambda question, config: model.invoke(f"{name}: {question}", config).content, name=name)

    with run("garden", directory=tmp_path) as garden:
        both = RunnableParallel(rose=branch("rose"), tulip=branch("tulip"))
        both.batch(["thirsty?", "cold?"], config(StenoCallback(garden)))
    around = "RunnableParallel<rose,tulip>"
    steps = {
        (each["path"], each["iteration"]): (each["payload"]["blocks"][0]["text"])
        for each in lines(garden.path, "AWF045")
        if each["type"] == "message.assistant"
    }
    assert steps == {
        (f"{around}.{name}", iteration): f"{name} answers" for name in ("rose", "tulip") for iteration in (0, 1)
    }
    started = [each for each in lines(garden.path, "AWF045") if each["type"] == "step.started"]
    ended = [each for each in lines(garden.path, "AWF045") if each["type"] == "step.completed"]
    assert len(started) == len(ended) == 6


def test_errors_close_their_steps_and_are_raised(tmp_path: Path) -> None:
    def work(plant: str, config: Any) -> Any:
        return water.invoke({"plant": plant}, config)

    with pytest.raises(ValueError, match="it drowns"), run("garden", directory=tmp_path) as garden:
        RunnableLambda(work).invoke("cactus", config(StenoCallback()))
    called = {"name": "water", "input": {"plant": "cactus"}, "output": None, "fidelity": "router"}
    failed = "ValueError: it drowns"
    assert without_ids(told(garden.path)) == [
        ("run.started", "", {"name": "garden", "kind": "workflow"}),
        ("step.started", "work", {"name": "work", "kind": "chain"}),
        ("tool.call", "work", called),
        ("tool.result", "work", called | {"input": None, "error": failed}),
        ("step.completed", "work", {"name": "work", "kind": "chain", "error": failed}),
        ("run.completed", "", {"name": "garden", "kind": "workflow", "error": failed}),
    ]


def test_a_model_that_fails_has_a_reply_with_its_error(tmp_path: Path) -> None:
    model = GenericFakeChatModel(messages=iter([]))
    with run("garden", directory=tmp_path) as garden, pytest.raises(StopIteration):
        model.invoke("Hello", config(StenoCallback()))
    asked, replied = said(garden.path)
    assert asked[1]["blocks"] == [text("Hello", "router")]
    assert (replied[1]["blocks"], replied[1]["error"]) == ([], "StopIteration")


def test_a_streamed_reply_is_recorded_once_and_as_far_as_it_was_read(tmp_path: Path) -> None:
    model = GenericFakeChatModel(messages=iter(["Good day to you", "Good day to you"]))
    with run("garden", directory=tmp_path) as garden:
        callback = StenoCallback()
        assert "".join(str(each.content) for each in model.stream("Hello", config(callback))) == "Good day to you"
        stream = model.stream("Hello", config(callback))
        next(stream)
        stream.close()  # type: ignore[attr-defined]
    replies = [payload for type, payload in said(garden.path) if type == "message.assistant"]
    assert [(each["blocks"], each.get("incomplete")) for each in replies] == [
        ([text("Good day to you")], None),
        ([text("Good")], BROKEN),
    ]


def test_async_chains_keep_their_order(tmp_path: Path) -> None:
    async def work(question: str, config: Any) -> Any:
        model = FakeMessagesListChatModel(responses=[AIMessage(content=f"{question}!")])
        await asyncio.sleep(0)
        reply = await model.ainvoke(question, config)
        await water.ainvoke({"plant": question}, config)
        return reply.content

    async def both() -> Path | None:
        async with run("garden", directory=tmp_path) as garden:
            callback = StenoCallback()
            chain = RunnableParallel(rose=RunnableLambda(work, name="a"), tulip=RunnableLambda(work, name="b"))
            await chain.ainvoke("rose", config(callback))
        return garden.path

    path = asyncio.run(both())
    for name in ("a", "b"):
        assert [type for type, where, _ in told(path) if where.endswith(f".{name}")] == [
            "step.started",
            "message.user",
            "message.assistant",
            "tool.call",
            "tool.result",
            "step.completed",
        ]


class Shelf(BaseRetriever):
    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [Document(page_content=f"on {query}", metadata={"page": 3}, id="d1")]


def test_a_retriever_is_a_tool_call(tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        Shelf().invoke("roses", config(StenoCallback()))
    found = {"id": "d1", "metadata": {"page": 3}, "page_content": "on roses", "type": "Document"}
    called = {"name": "Shelf", "input": {"query": "roses"}, "output": None, "fidelity": "router"}
    assert without_ids(told(garden.path)[1:-1]) == [
        ("tool.call", "", called),
        ("tool.result", "", called | {"input": None, "output": [found]}),
    ]


def test_a_model_that_completes_texts_is_recorded_too(tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        FakeListLLM(responses=["a rose"]).invoke("A rose is", config(StenoCallback()))
    assert [payload["blocks"] for _, payload in said(garden.path)] == [[text("A rose is", "router")], [text("a rose")]]


def test_parts_of_a_content_become_blocks(tmp_path: Path) -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.com/rose.png"}}
    thought = {"type": "thinking", "thinking": "A rose.", "signature": "c2ln"}
    reply = AIMessage(content=[thought, "It is ", {"type": "text", "text": "a rose"}, dict(CALL)], tool_calls=[CALL])
    failed = ToolMessage("no can", tool_call_id="call_0", status="error")
    with run("garden", directory=tmp_path) as garden:
        asked = [HumanMessage([{"type": "text", "text": "What is it?"}, image]), failed]
        FakeMessagesListChatModel(responses=[reply]).invoke(asked, config(StenoCallback()))
    assert [payload["blocks"] for _, payload in said(garden.path)] == [
        [text("What is it?", "router"), {"type": "text", "fidelity": "router", "part": image}],
        [
            {
                "type": "tool_result",
                "fidelity": "router",
                "tool_id": "call_0",
                "tool_content": "no can",
                "is_error": True,
            }
        ],
        [
            {"type": "thinking", "fidelity": "agent_emitted", "thinking": "A rose.", "signature": "c2ln"},
            text("It is "),
            text("a rose"),
            USE,
        ],
    ]
