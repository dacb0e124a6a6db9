"""Records what LangChain runs: chains as steps, chat models as messages, tools and retrievers as tool calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from steno.base.exact import JSON
from steno.integrations.exchange import Exchange
from steno.integrations.extra import need
from steno.integrations.langchain_messages import came, sent
from steno.integrations.message import SENT, Message
from steno.integrations.numbered import numbered
from steno.record.block import text
from steno.record.context import current
from steno.record.run import run as new_run

need("langchain_core", "langchain")

from langchain_core.callbacks import BaseCallbackHandler  # noqa: E402  after the word on what is missing
from langchain_core.messages import ToolMessage  # noqa: E402

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import LLMResult

    from steno.record.call import Call
    from steno.record.run import Run
    from steno.record.step import Recording, Step


class _Node(NamedTuple):
    """One thing that LangChain runs, by its run id."""

    run: Run
    place: Recording
    """Where the things inside it are recorded."""
    opened: Run | None = None
    """The run that was begun for it, where there was none."""
    step: Step | None = None
    call: Call | None = None
    exchange: Exchange | None = None


class StenoCallback(BaseCallbackHandler):
    """Hand it to any runnable: `chain.invoke(input, {"callbacks": [StenoCallback()]})`.

    Records in `run`, or in the run that the caller is in, or else in a run of its own for each outermost call, whose
    transcript lies in `directory`.  One object serves sync, async and parallel use.
    """

    # Recording does not wait; in an executor, the events of an async chain would lose their order.
    run_inline = True

    def __init__(self, run: Run | None = None, *, directory: Path | None = None) -> None:
        self._run, self._directory = run, directory
        self._nodes: dict[UUID, _Node] = {}

    def on_chain_start(
        self,
        serialized: dict[str, Any] | None,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **more: Any,
    ) -> None:
        name = _name(serialized, more, "chain")
        node = self._node(name, parent_run_id)
        step = numbered(node.run, node.place, name, "chain")
        self._nodes[run_id] = node._replace(place=step, step=step)

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **more: Any) -> None:
        node = self._nodes.get(run_id)
        if node and node.step:
            node.step.result(outputs)
        self._end(run_id)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **more: Any) -> None:
        self._end(run_id, error)

    def on_chat_model_start(
        self,
        serialized: dict[str, Any] | None,
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **more: Any,
    ) -> None:
        said = [message for each in messages for message in sent(each)]
        self._ask(said, _name(serialized, more, "model"), run_id, parent_run_id)

    def on_llm_start(
        self,
        serialized: dict[str, Any] | None,
        prompts: list[str],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **more: Any,
    ) -> None:
        said = [Message("user", [text(each, SENT)], {}) for each in prompts]
        self._ask(said, _name(serialized, more, "model"), run_id, parent_run_id)

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **more: Any) -> None:
        self._answer(run_id, came(response))

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **more: Any) -> None:
        partial = came(more["response"]) if more.get("response") else []
        if isinstance(error, GeneratorExit):
            # The caller has heard enough: no fault of the model's.
            self._answer(run_id, partial, incomplete="the stream ended before the reply was complete")
        else:
            self._answer(run_id, partial, error)

    def on_tool_start(
        self,
        serialized: dict[str, Any] | None,
        input_str: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        inputs: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        given = input_str if inputs is None else inputs
        name = (serialized or {}).get("name") or _name(serialized, more, "tool")
        self._call(name, given, more.get("tool_call_id"), run_id, parent_run_id)

    def on_tool_end(self, output: Any, *, run_id: UUID, **more: Any) -> None:
        call = self._called(run_id)
        if call and isinstance(output, ToolMessage):
            artifact = {} if output.artifact is None else {"artifact": output.artifact}
            call.result(output.content, extra=_ids(run_id, None) | artifact)
            if output.status == "error":
                call.error(str(output.content))
        elif call:
            call.result(output, extra=_ids(run_id, None))
        self._end(run_id)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **more: Any) -> None:
        self._end(run_id, error)

    def on_retriever_start(
        self,
        serialized: dict[str, Any] | None,
        query: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **more: Any,
    ) -> None:
        self._call(_name(serialized, more, "retriever"), {"query": query}, None, run_id, parent_run_id)

    def on_retriever_end(self, documents: Sequence[Document], *, run_id: UUID, **more: Any) -> None:
        call = self._called(run_id)
        if call:
            call.result(documents, extra=_ids(run_id, None))
        self._end(run_id)

    def on_retriever_error(self, error: BaseException, *, run_id: UUID, **more: Any) -> None:
        self._end(run_id, error)

    def _node(self, name: str, parent_run_id: UUID | None) -> _Node:
        """Where something that begins stands: in its parent, or at the outermost."""
        above = self._nodes.get(parent_run_id) if parent_run_id else None
        if above:
            return above._replace(opened=None, step=None, call=None, exchange=None)
        run = self._run or current()
        if run:
            return _Node(run, run)
        own = new_run(name, directory=self._directory).open()
        return _Node(own, own, opened=own)

    def _ask(self, messages: list[Message], name: str, run_id: UUID, parent_run_id: UUID | None) -> None:
        node = self._node(name, parent_run_id)
        exchange = Exchange(node.run, node.place)
        self._nodes[run_id] = node._replace(exchange=exchange)
        exchange.asked(messages, extra=_ids(run_id, parent_run_id))

    def _answer(
        self, run_id: UUID, messages: list[Message], error: BaseException | None = None, incomplete: str | None = None
    ) -> None:
        node = self._nodes.get(run_id)
        if node and node.exchange:
            node.exchange.answered(messages, error, incomplete, extra=_ids(run_id, None))
        self._end(run_id, error)

    def _call(self, name: str, given: Any, call_id: str | None, run_id: UUID, parent_run_id: UUID | None) -> None:
        node = self._node(name, parent_run_id)
        call = node.place.tool(name, given, call_id, extra=_ids(run_id, parent_run_id)).open()
        self._nodes[run_id] = node._replace(call=call)

    def _called(self, run_id: UUID) -> Call | None:
        node = self._nodes.get(run_id)
        return node.call if node else None

    def _end(self, run_id: UUID, error: BaseException | None = None) -> None:
        node = self._nodes.pop(run_id, None)
        for each in (node.call, node.step, node.opened) if node else ():
            if each:
                each.close(error)


def _ids(run_id: UUID, parent_run_id: UUID | None) -> dict[str, JSON]:
    parent = {"langchain_parent_run_id": str(parent_run_id)} if parent_run_id else {}
    return {"langchain_run_id": str(run_id), **parent}


def _name(serialized: Mapping[str, Any] | None, more: Mapping[str, Any], kind: str) -> str:
    """What LangChain calls it: by the name of the run, else by that of the class, else by what it is."""
    stated = serialized or {}
    return str(more.get("name") or stated.get("name") or (stated.get("id") or [kind])[-1])
