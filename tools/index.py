"""Writes the index of what all agents say, from the agents themselves, or checks that it is up to date.

python -m tools.index [--check]
"""

from __future__ import annotations

import enum
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from steno import idioms, tools
from steno.agents.contract import Agent, Index
from steno.base.roots import Roots
from steno.idioms import Idiom
from steno.registry import agents, formats
from steno.sources import Places

PATH = Path(__file__).parents[1] / "src/steno/agents/index.py"
_WIDTH = 110
_HEAD = '''"""What the agents say where all of them are asked.  Written by `python -m tools.index`; a test compares."""

from __future__ import annotations

from steno.agents.contract import Index
from steno.base.roots import Names, Roots

'''


def index() -> Index:
    """What the built-in agents say."""
    every = [agents[name] for name in agents.built_in()]
    places = {each.name: each.places() for each in every if each.places is not None}
    spoken = [(each.name, each.idiom()) for each in every if each.idiom is not None]
    owned = {name: (each.name, tool) for each in reversed(every) for name, tool in _tools(each).items()}
    return Index(
        places={name: sign(name, each) for name, each in places.items()},
        signs=frozenset(name for name, each in places.items() if not isinstance(each.roots, Roots)),
        parents=tuple(name for name, each in places.items() if each.is_child is not _IS_CHILD),
        holds={name: formats[name].holds for name in formats.built_in() if formats[name].holds},
        tools={name: agent for name, (agent, _) in sorted(owned.items())},
        shells=frozenset(name for name, (_, tool) in owned.items() if tools.is_shell(tool)),
        scripts=frozenset(name for name, (_, tool) in owned.items() if tool.script),
        editors=frozenset(name for name, (_, tool) in owned.items() if tools.is_editor(tool)),
        idioms=frozenset(each.name for _, each in spoken),
        adders=frozenset(each.name for _, each in spoken if each.adds_tools),
        models=frozenset[str]().union(*(each.models for _, each in spoken)),
        openings={name: tuple(each.openings) for name, each in spoken if each.openings},
        telling={asked: tuple(_tellers(asked, spoken)) for asked in _questions()},
    )


_IS_CHILD = next(each.default for each in msgspec.structs.fields(Places) if each.name == "is_child")


def sign(name: str, places: Places) -> Roots:
    """What must be there before an agent has sessions."""
    found = places.roots if isinstance(places.roots, Roots) else places.sign
    if found is None:
        raise SystemExit(f"{name} does not say as data where its sessions lie: give its Places a `sign`")
    return found


def _tools(agent: Agent) -> Mapping[str, tools.Tool]:
    return agent.tools().tools if agent.tools is not None else {}


def _questions() -> list[str]:
    return [each.name for each in msgspec.structs.fields(Idiom) if callable(each.default)]


def _tellers(asked: str, spoken: list[tuple[str, Idiom]]) -> Iterator[str]:
    return (name for name, each in spoken if asked in idioms.own_answers(each))


def spelled(value: object) -> str:
    """A value as Python has it: the same text for the same value, whatever the order of a set."""
    match value:
        case Roots():
            told = ((each, getattr(value, each)) for each in value.__struct_fields__)
            return (
                f"Roots({', '.join(f'{name}={spelled(own)}' for name, own in told if own != getattr(Roots(), name))})"
            )
        case enum.Enum():
            return str(value)
        case frozenset():
            return f"frozenset({_lines('{', map(spelled, sorted(value)), '}')})"
        case dict():
            width = _WIDTH if all(isinstance(own, str) for own in value.values()) else 0
            return _lines("{", (f"{spelled(key)}: {spelled(own)}" for key, own in value.items()), "}", width)
        case tuple():
            return f"({', '.join(map(spelled, value))}{',' if len(value) == 1 else ''})"
        case str():
            return json.dumps(value, ensure_ascii=False)
    return repr(value)


def _lines(begin: str, items: Iterable[str], end: str, width: int = _WIDTH) -> str:
    """Items between brackets, as many to a line as it holds."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) > width:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{item},"
    inner = "".join(f"        {line}\n" for line in lines if line)
    return f"{begin}\n{inner}    {end}"


def source() -> str:
    """The module."""
    found = index()
    fields = "".join(f"    {name}={spelled(getattr(found, name))},\n" for name in found.__struct_fields__)
    return f"{_HEAD}# ruff: noqa: E501\n# fmt: off\nINDEX = Index(\n{fields})\n"


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        return int(PATH.read_text("utf-8") != source())
    PATH.write_text(source(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
