"""ACME, an agent that nobody has: a folder and an entry point, as a plug-in brings it."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

import pytest

FILES = {
    "__init__.py": '''
        """ACME's session files (`~/.acme/<id>.jsonl`)."""

        from steno.agents.contract import Agent, lazy
        from steno.contracts import Format, Parts

        FORMAT = Format(
            name="acme",
            title="ACME session",
            parts=Parts(sniff=lambda head: b'"acme":' in head, reader="acme_agent.reader"),
        )
        AGENT = Agent(
            name="acme",
            title="ACME",
            format=FORMAT,
            places=lazy("acme_agent.places:PLACES"),
            usage=lazy("steno.usage.policies:SUM"),
        )
    ''',
    "places.py": '''
        """Finds where ACME keeps its sessions."""

        from pathlib import Path

        from steno.sources import Places, entries, session

        def roots(environ, home):
            return [home / ".acme"]

        def discover(environ, home, report):
            for root in roots(environ, home):
                for entry in entries(root, report):
                    id, dot, suffix = entry.name.partition(".")
                    if suffix == "jsonl" and (one := session("acme", id, entry, children(Path(entry.path), report))):
                        yield one

        def children(path, report):
            return tuple(Path(entry.path) for entry in entries(path.with_suffix(""), report))

        PLACES = Places(roots=roots, discover=discover, children=children)
    ''',
    "reader.py": '''
        """Reads ACME's records: {"acme": 1, "who": ..., "text": ..., "used": ...}"""

        from msgspec import UNSET

        from steno.formats.records import records, unreadable
        from steno.model import Actor, ActorKind, Event, Header, Kind, Origin, Role, Source, Text, Trace, Usage
        from steno.model import Visibility

        ACTORS = {
            "user": Actor(ActorKind.HUMAN, "user"),
            "acme": Actor(ActorKind.MODEL, "acme", model="claude-sonnet-4-5"),
            "program": Actor(ActorKind.SYSTEM, "program"),
        }
        ROLES = {"user": Role.USER, "acme": Role.ASSISTANT}

        def read(stream, place, report):
            events, ids, size = [], {}, 0
            for line in records(stream, place, report):
                size = line.offset + line.length
                record = line.value
                if type(record) is not dict or record.get("who") not in ROLES:
                    events.append(unreadable(line, "program"))
                    continue
                who, used = record["who"], record.get("used")
                ids.setdefault(record.get("session"), None)
                events.append(Event(
                    uid=line.name, kind=Kind.MESSAGE, body=Text(record["text"]), actor=who, role=ROLES[who],
                    origin=Origin(0, line.number, line.offset, line.length), time=record["time"],
                    turn=1, visibility=Visibility.PUBLIC, model="claude-sonnet-4-5" if who == "acme" else UNSET,
                    usage=Usage(input=used[0], output=used[1]) if used else UNSET,
                ))
            header = Header(
                ids={"session": tuple(ids)}, agent="acme", actors=ACTORS, environment={"cwd": "/srv/garden"},
                sources=(Source("acme", place.path or UNSET, size),),
            )
            yield Trace(header=header, events=tuple(events))
    ''',
}


def installed(site: Path, patch: pytest.MonkeyPatch) -> None:
    """Put the package where Python finds it, as an installer does."""
    package, metadata = site / "acme_agent", site / "acme_agent-1.2.dist-info"
    package.mkdir(parents=True)
    for name, code in FILES.items():
        (package / name).write_text(textwrap.dedent(code))
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-agent\nVersion: 1.2\n")
    (metadata / "entry_points.txt").write_text("[steno.agents]\nacme = acme_agent:AGENT\n")
    patch.syspath_prepend(str(site))
    for name in [each for each in sys.modules if each.partition(".")[0] == "acme_agent"]:
        patch.delitem(sys.modules, name)


def session(home: Path, id: str, *texts: str) -> Path:
    """A session in ACME's place: what the user says, and an answer to each."""
    path = home / ".acme" / f"{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines: list[dict[str, object]] = []
    for number, text in enumerate(texts):
        said = {"acme": 1, "session": id, "time": f"2026-01-02T03:04:{number:02}Z"}
        lines += [said | {"who": "user", "text": text}, said | {"who": "acme", "text": "Done.", "used": [1000, 100]}]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    return path
