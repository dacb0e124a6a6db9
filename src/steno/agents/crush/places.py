"""Where Crush keeps its sessions: in each project, and a list of the projects in its own folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from steno.base.exact import BadJSON, decode
from steno.base.files import opened
from steno.base.roots import Roots
from steno.kit.places import InProject

_LIST = Roots(("$XDG_DATA_HOME/crush/projects.json",), "CRUSH_GLOBAL_DATA", below="projects.json")


def _known(environ: Mapping[str, str], home: Path) -> Iterator[Path]:
    """The databases of the projects that Crush lists."""
    try:
        with opened(*_LIST(environ, home)) as stream:
            listed = decode(stream.read()).value
    except (OSError, BadJSON):
        return
    projects = listed.get("projects") if type(listed) is dict else None
    for each in projects if type(projects) is list else []:
        folder, data = (each.get("path"), each.get("data_dir")) if type(each) is dict else (None, None)
        if type(data) is str and data:
            yield Path(folder if type(folder) is str else "", data, "crush.db")


PLACES = InProject(".crush/crush.db", _known, _LIST).of("crush")
