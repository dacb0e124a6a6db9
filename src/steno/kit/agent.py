"""An agent from its table: the format that reads and writes its logs, and all else that is known of it.

Importing this reads no table and nothing that reads one: the folder of every agent imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from steno.agents.contract import Agent, GoesOn, Keeps, Own, Pairing, Skills, lazy
from steno.base.parts import Part
from steno.contracts import Format, Parts
from steno.kit.places import Kept

if TYPE_CHECKING:
    from steno.idioms import Idiom
    from steno.kit.table import Spec
    from steno.sources import Places
    from steno.tools import Toolbox
    from steno.usage.request import Policy

_PARTS = ("sniff", "reader", "writer", "losses", "count", "kept", "streams", "words")


def agent(
    name: str,
    title: str,
    log: Spec | str,
    *,
    summary: str = "",
    places: Part[Kept | Places] | None = None,
    usage: Part[Policy] = "last",
    tools: Part[Toolbox] | None = None,
    idiom: Part[Idiom] | None = None,
    pairing: str = "id",
    verified: int = 0,
    cannot: tuple[str, ...] = (),
    about: str = "",
    holds: tuple[bytes, ...] = (),
    goes_on: GoesOn | None = None,
    keeps: Part[Keeps] | None = None,
    own: Own | None = None,
    resume: str = "",
    skills: Skills | None = None,
) -> Agent:
    """The agent whose log is described by a table, or by the format at `module:FORMAT` that is made of one.

    `usage` names one of `steno.usage.policies`, or the place of another policy; `pairing` is the value of a `Pairing`.
    `holds` are texts of which one stands in the beginning of every file: the table is imported only where one does.
    Each part may be given by its place.
    """
    parts = Parts(**{each: f"{log}.{each}" for each in _PARTS}) if isinstance(log, str) else parts_of(log)  # type: ignore[typeddict-item]
    if isinstance(usage, str) and ":" not in usage:
        usage = f"steno.usage.policies:{usage.upper()}"
    return Agent(
        name=name,
        title=title,
        format=Format(name, f"{title} session", parts, summary, holds=holds),
        places=_call(places.of(name) if isinstance(places, Kept) else places),
        usage=_call(usage),
        tools=_call(tools),
        idiom=_call(idiom),
        pairing=Pairing(pairing),
        verified=verified,
        cannot=cannot,
        about=about,
        goes_on=goes_on,
        keeps=_call(keeps),
        own=own,
        resume=resume,
        skills=skills,
    )


def _call(part: Part[Any] | None) -> Callable[[], Any] | None:
    return None if part is None else lazy(part) if isinstance(part, str) else lambda: part


def parts_of(spec: Spec | Mapping[str, Spec]) -> Parts:
    """The parts of the format that a spec describes, or several, each by the name of a layout."""
    from steno.kit.parts import of, of_layouts

    return of_layouts(spec) if isinstance(spec, Mapping) else of(spec)
