"""How a record names models: with the provider in front, as in `openai/gpt-5`.  Knows none of either by name."""

from __future__ import annotations

from msgspec import UNSET

from steno.formats.opentraces.steps import Draft
from steno.model import ActorKind, Header


class Models:
    """The names of one trace's models, as its records have them."""

    def __init__(self, header: Header) -> None:
        self._actors = {
            key: actor for key, actor in header.actors.items() if actor.kind is ActorKind.MODEL and actor.model
        }
        # Where actors state their providers, one that does not has none: some programs ask models of others too.
        several = any(isinstance(actor.provider, str) for actor in self._actors.values())
        self._usual = UNSET if several else header.provider
        self.respelled: dict[str, str] = {}
        """What the log calls each model that has got a provider, by the name in the record."""

    def of(self, draft: Draft) -> str | None:
        """The model of a step, with its provider where the log tells which it is."""
        event = draft.stating("model")
        if event is None or not isinstance(event.model, str):
            return None
        actor = self._actors.get(event.actor)
        provider = actor.provider if actor is not None and isinstance(actor.provider, str) else self._usual
        if not isinstance(provider, str) or not event.model or "/" in event.model or event.model.startswith("<"):
            return event.model
        name = f"{provider}/{event.model}"
        self.respelled[name] = event.model
        return name
