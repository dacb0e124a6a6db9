"""Records one call of a model: what was sent, and what came of it.  Knows no provider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import copy_context
from typing import TYPE_CHECKING

from steno.base.exact import JSON
from steno.integrations.history import history
from steno.integrations.message import Message, fitting
from steno.record.block import Block
from steno.record.plain import failure

if TYPE_CHECKING:
    from steno.record.journal import Open
    from steno.record.run import Run
    from steno.record.step import Recording


class Exchange:
    """One call of a model.

    A streamed reply may end long after the call, in another task or when its stream is thrown away: it is recorded
    where the call was made.
    """

    def __init__(self, run: Run, place: Recording | None = None) -> None:
        self._run, self._place = run, place or run
        self._history = history(run)
        self._context = copy_context()

    def asked(self, messages: Sequence[Message], extra: Mapping[str, JSON] | None = None) -> None:
        """Record those of the messages that the run does not have.  `extra` goes with each."""
        prompts: list[Block] = []
        for message in self._history.new([_fitting(each) for each in messages]):
            blocks = message.blocks
            more = {**message.more, **(extra or {})}
            if message.role == "system":
                prompts += [block | {"system": True} for block in blocks]
            elif message.role == "assistant":
                # Whether the model ever said this is not known here: the program says that it did.
                self._context.run(self._place.assistant, blocks, extra={**more, "sent": True})
            else:
                # A system prompt is the last block of the message that it comes with.
                self._context.run(self._place.user, [*blocks, *prompts], extra=more)
                prompts = []
        if prompts:
            self._context.run(self._place.user, prompts, extra=extra)

    def answered(
        self,
        messages: Sequence[Message],
        error: BaseException | str | None = None,
        incomplete: str | None = None,
        extra: Mapping[str, JSON] | None = None,
    ) -> None:
        """Record the reply, and why it is not a whole one.  A failed call has a reply of no blocks, with its error."""
        said = {"error": failure(error), "incomplete": incomplete}
        flaw = {key: value for key, value in said.items() if value}
        for message in map(_fitting, messages or ([Message("assistant", [], {})] if flaw else [])):
            self._context.run(self._place.assistant, message.blocks, extra={**message.more, **flaw, **(extra or {})})
            self._history.add(message)

    def waits(self, thing: Open) -> None:
        """The reply will come later.  Where it has not come when the run ends, the thing is closed."""
        self._run.see_to(thing)

    def waited(self, thing: Open) -> bool:
        """Whether it was still waited for.  True once."""
        return self._run.done(thing)


def _fitting(message: Message) -> Message:
    return message._replace(blocks=[fitting(each) for each in message.blocks])
