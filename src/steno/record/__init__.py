"""Live recording: transcripts written while a run goes on.

`Recorder` writes one file, event by event; what `record` has returned is written.  `NullRecorder` does nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.formats.awf.wire import Event
    from steno.record.call import Call
    from steno.record.error import RecordError
    from steno.record.fanout import Gap, Subscription
    from steno.record.figures import Stats, Subscriber
    from steno.record.masker import Masker, redacting
    from steno.record.null import NullRecorder
    from steno.record.recorder import Recorder
    from steno.record.run import Run
    from steno.record.step import Step

__all__ = [
    "Call",
    "Event",
    "Gap",
    "Masker",
    "NullRecorder",
    "RecordError",
    "Recorder",
    "Run",
    "Stats",
    "Step",
    "Subscriber",
    "Subscription",
    "redacting",
]

_MODULES = {
    "steno.formats.awf.wire": ("Event",),
    "steno.record.call": ("Call",),
    "steno.record.error": ("RecordError",),
    "steno.record.fanout": ("Gap", "Subscription"),
    "steno.record.figures": ("Stats", "Subscriber"),
    "steno.record.masker": ("Masker", "redacting"),
    "steno.record.null": ("NullRecorder",),
    "steno.record.recorder": ("Recorder",),
    "steno.record.run": ("Run",),
    "steno.record.step": ("Step",),
}


if not TYPE_CHECKING:  # a type checker knows the names, and that there are no others

    def __getattr__(name: str) -> object:
        # Nothing is imported before it is used: a program that only asks for the null recorder pays for no other.
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module 'steno.record' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
