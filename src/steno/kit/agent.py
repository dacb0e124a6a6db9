"""An agent from its table: the format that reads and writes its logs, and all else that is known of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from steno.agents.contract import Agent, Pairing, lazy
from steno.base.parts import Part
from steno.contracts import Format, Parts
from steno.formats.losses import NATIVE
from steno.kit.document import Document
from steno.kit.facts import counter, kept, sniffer, streams
from steno.kit.layouts import Layouts
from steno.kit.places import Stored
from steno.kit.reading import Reader
from steno.kit.sources import Beside
from steno.kit.table import Spec
from steno.kit.text import TextLines
from steno.kit.writing import WriteBack, inverse

if TYPE_CHECKING:
    from steno.idioms import Idiom
    from steno.sources import Places
    from steno.tools import Toolbox
    from steno.usage.request import Policy

_PARTS = ("sniff", "reader", "writer", "losses", "count", "kept", "streams")


def agent(
    name: str,
    title: str,
    log: Spec | str,
    *,
    summary: str = "",
    places: Part[Stored | Places] | None = None,
    usage: Part[Policy] = "last",
    tools: Part[Toolbox] | None = None,
    idiom: Part[Idiom] | None = None,
    pairing: str = "id",
    verified: int = 0,
    cannot: tuple[str, ...] = (),
    about: str = "",
) -> Agent:
    """The agent whose log is described by a table, or by the format at `module:FORMAT` that is made of one.

    `usage` names one of `steno.usage.policies`, or the place of another policy; `pairing` is the value of a `Pairing`.
    Each part may be given by its place.
    """
    parts = parts_of(log) if isinstance(log, Spec) else Parts(**{each: f"{log}.{each}" for each in _PARTS})  # type: ignore[typeddict-item]
    if isinstance(usage, str) and ":" not in usage:
        usage = f"steno.usage.policies:{usage.upper()}"
    return Agent(
        name=name,
        title=title,
        format=Format(name, f"{title} session", parts, summary),
        places=_call(places.of(name) if isinstance(places, Stored) else places),
        usage=_call(usage),
        tools=_call(tools),
        idiom=_call(idiom),
        pairing=Pairing(pairing),
        verified=verified,
        cannot=cannot,
        about=about,
    )


def _call(part: Part[Any] | None) -> Callable[[], Any] | None:
    return None if part is None else lazy(part) if isinstance(part, str) else lambda: part


def parts_of(spec: Spec | Mapping[str, Spec]) -> Parts:
    """The parts of the format that a spec describes, or several, each by the name of a layout."""
    if isinstance(spec, Spec):
        return _parts(spec)
    every = {layout: Format(each.name, each.name, _parts(each)) for layout, each in spec.items()}
    both = Layouts(next(iter(spec.values())).name, every)
    found = Parts(
        sniff=both.sniff,
        reader=both,
        count=both.count,
        kept={path: shape for each in every.values() for path, shape in each.kept.items()},
        streams=tuple(dict.fromkeys(path for each in every.values() for path in each.streams)),
    )
    if any("writer" in each.parts for each in every.values()):
        found["writer"], found["losses"] = both.make, NATIVE
    return found


def _parts(spec: Spec) -> Parts:
    parts = Parts(
        sniff=sniffer(spec), reader=Reader(spec), count=counter(spec), kept=kept(spec), streams=tuple(streams(spec))
    )
    whole, beside = isinstance(spec.source, Document | TextLines), isinstance(spec.source, Beside)
    if spec.source is None or whole or beside:  # nobody writes another program's database or folder
        document: Any = spec.source if whole else None
        parts["writer"] = WriteBack(spec.name, inverse(spec), document, beside=beside).make
        parts["losses"] = NATIVE
    return parts
