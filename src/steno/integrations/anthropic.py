"""Records the calls of an Anthropic client: messages, sync and async, created, streamed or parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from steno.integrations import anthropic_messages
from steno.integrations.client import Dialect, listen
from steno.integrations.extra import need

if TYPE_CHECKING:
    from steno.record.run import Run

need("anthropic", "anthropic")

Client = TypeVar("Client")

_DIALECTS = {
    "/v1/messages": Dialect(anthropic_messages.sent, anthropic_messages.came, anthropic_messages.Events),
}


def record(client: Client, run: Run | None = None) -> Client:
    """The same client; from now on its calls are recorded in `run`, or in the run that the caller is in.

    A call outside of any run passes unrecorded.  What the client returns and raises stays as it is, and copies made
    by `with_options` are recorded too.
    """
    return listen(client, run, _DIALECTS, library="anthropic")
