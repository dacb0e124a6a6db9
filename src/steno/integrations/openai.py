"""Records the calls of an OpenAI client: chat completions and responses, sync and async, streamed or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from steno.integrations import openai_chat, openai_responses
from steno.integrations.client import Dialect, listen
from steno.integrations.extra import need

if TYPE_CHECKING:
    from steno.record.run import Run

need("openai", "openai")

Client = TypeVar("Client")

_DIALECTS = {
    "/chat/completions": Dialect(openai_chat.sent, openai_chat.came, openai_chat.Chunks),
    "/responses": Dialect(openai_responses.sent, openai_responses.came, openai_responses.Events),
}


def record(client: Client, run: Run | None = None) -> Client:
    """The same client; from now on its calls are recorded in `run`, or in the run that the caller is in.

    A call outside of any run passes unrecorded.  What the client returns and raises stays as it is, and copies made
    by `with_options` are recorded too.
    """
    return listen(client, run, _DIALECTS, library="openai")
