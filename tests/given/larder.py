"""Larder, an agent that nobody has: one database that holds every session, as a plug-in brings it."""

from __future__ import annotations

import json
import sqlite3
import sys
import textwrap
from pathlib import Path

import pytest

FILES = {
    "__init__.py": '''
        """Larder's database (`~/.larder/larder.db`)."""

        from steno.kit.agent import agent
        from steno.kit.places import Stored

        AGENT = agent(
            "larder", "Larder", "larder_agent.table:FORMAT",
            places=Stored((".larder", ".pantry"), r"(?P<id>larder)\\.db", depth=0), holds=(b"larder_sessions",),
        )
    ''',
    "table.py": '''
        """Its tables."""

        from steno.contracts import Format
        from steno.kit.agent import parts_of
        from steno.kit.database import Table, tables
        from steno.kit.table import HUMAN, MODEL, Blocks, Read, Shape, Spec, by
        from steno.kit.times import seconds
        from steno.model import Kind

        def words(who):
            return Blocks("parts", by("type"), {"text": Shape(Kind.MESSAGE, who, {"text": "body.text"})})

        SPEC = Spec(
            "larder",
            by("role"),
            {
                "session": Shape(
                    Kind.LIFECYCLE, takes={"title": "body.text"},
                    header={"id": "ids.session", "title": "title", "parent": "ids.parent", "folder": "environment.cwd"},
                ),
                "message.user": words(HUMAN),
                "message.assistant": words(MODEL),
            },
            every={"created": Read("time", seconds)},
            known_by=("larder_sessions",),
            source=tables(
                Table("session", "larder_sessions", "id"),
                Table("message", "messages", "session_id", "created, rowid", json=("parts",)),
            ),
        )
        FORMAT = Format("larder", "Larder session", parts_of(SPEC))
    ''',
}


def installed(site: Path, patch: pytest.MonkeyPatch) -> None:
    """Put the package where Python finds it, as an installer does."""
    package, metadata = site / "larder_agent", site / "larder_agent-0.3.dist-info"
    package.mkdir(parents=True)
    for name, code in FILES.items():
        (package / name).write_text(textwrap.dedent(code))
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: larder-agent\nVersion: 0.3\n")
    (metadata / "entry_points.txt").write_text("[steno.agents]\nlarder = larder_agent:AGENT\n")
    patch.syspath_prepend(str(site))
    for name in [each for each in sys.modules if each.partition(".")[0] == "larder_agent"]:
        patch.delitem(sys.modules, name)


def store(home: Path, *sessions: tuple[str, str, str | None]) -> Path:
    """The database with these sessions: id, title, parent."""
    path = home / ".larder" / "larder.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(path)
    base.executescript(
        "CREATE TABLE larder_sessions (id TEXT, title TEXT, parent TEXT, folder TEXT);"
        "CREATE TABLE messages (id, session_id, role, parts, created);"
    )
    base.commit()
    base.close()
    for each in sessions:
        add(path, *each)
    return path


def add(path: Path, id: str, title: str, parent: str | None = None) -> None:
    """One more session, a minute after the one before."""
    base = sqlite3.connect(path)
    (count,) = base.execute("SELECT count(*) FROM larder_sessions").fetchone()
    base.execute("INSERT INTO larder_sessions VALUES (?, ?, ?, '/srv/kitchen')", [id, title, parent])
    for number, (role, text) in enumerate([("user", f"Fetch: {title}"), ("assistant", f"Fetched: {title}")]):
        parts = json.dumps([{"type": "text", "text": text}])
        row = [f"m{number}", id, role, parts, 1_777_885_200 + 60 * count + number]
        base.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?)", row)
    base.commit()
    base.close()
