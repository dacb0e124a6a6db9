"""Compares the projection `chat` with the training rows that `teich` makes of the same sessions.

    python -m bench.teich

Counts messages, tool calls, results and thoughts, of real sessions where a corpus is there.  `teich` is installed in a
virtual environment of its own.  Writes the table of docs/dataset.md.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from bench.measured import put
from bench.run import FILES, ROOT
from steno import pipeline, registry, session
from steno.dataset.projections import projection
from steno.dataset.projections.contract import Asked
from steno.errors import StenoError
from steno.session import Input
from steno.testing.fake import STILL
from steno.views.losses import Skipped

PAGE = ROOT / "docs/dataset.md"
PACKAGE = "teich==0.3.6"
HOME = FILES / "peers-teich"
AGENTS = ("claude-code", "codex", "pi")
"""Whose sessions both read."""
KINDS = {
    "rows": "rows", "system": "system messages", "user": "user messages", "assistant": "assistant messages",
    "thoughts": "messages with thoughts", "calls": "tool calls", "results": "tool results",
    "result_characters": "characters of tool results", "tools": "definitions of tools",
}  # fmt: skip


def install() -> Path:
    """The Python of the environment in which the other program is."""
    python = HOME / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
    if not (HOME / "bin/teich").exists():
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", PACKAGE]
        subprocess.run(pip, check=True)
    return python


def counted(path: Path, agent: str, *, subagents: bool = False) -> dict[str, Any]:
    """The same of Steno's rows, without redaction, as the other program masks nothing either."""
    chat = projection("chat")
    asked = Asked(
        options=chat.options(["thoughts=keep"]), ambient=STILL, report=lambda each: None, skipped=Skipped(str(path))
    )
    passes = [registry.passes[name] for name in (*chat.needs, *chat.derives)]
    rows: list[Any] = []
    for trace in session.read(Input(str(path), path), io.BytesIO(), _unheard, format=agent, subagents=subagents):
        rows += chat.rows(pipeline.apply(passes, trace, lambda each: None), asked)
    messages = [each for row in rows for each in row.payload["messages"]]
    results = [each for each in messages if each["role"] == "tool"]
    return {
        "rows": len(rows),
        "system": sum(each["role"] in ("system", "developer") for each in messages),
        "user": sum(each["role"] == "user" for each in messages),
        "assistant": sum(each["role"] == "assistant" for each in messages),
        "thoughts": sum(bool(each.get("reasoning_content")) for each in messages),
        "calls": [call["id"] for each in messages for call in each.get("tool_calls") or ()],
        "results": [each.get("tool_call_id") for each in results],
        "result_characters": sum(len(each["content"]) for each in results if isinstance(each["content"], str)),
        "tools": sum(len(_tools(row.payload.get("tools"))) for row in rows),
    }


def _unheard(each: Any) -> None:
    """What a reader says of a session is nothing to a count."""


def _tools(value: Any) -> list[Any]:
    found = msgspec.json.decode(value) if isinstance(value, str) else value
    return found if isinstance(found, list) else []


def both(python: Path, paths: Iterable[Path], agent: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Sums of either side over the sessions that both read, and what became of sessions and calls."""
    command = [str(python), "-P", str(ROOT / "bench/teich_peer.py")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout
    theirs, ours, fate = Counter[str](), Counter[str](), Counter[str]()
    for path in paths:
        print(path, file=process.stdin, flush=True)
        other = msgspec.json.decode(process.stdout.readline())
        try:
            own = counted(path, agent)
        except StenoError:
            own = {"failed": ""}
        fate["sessions"] += 1
        fate["teich cannot read"] += "failed" in other
        fate["Steno cannot read"] += "failed" in own
        if "failed" in other or "failed" in own:
            continue
        fate["calls that teich alone has"] += len({*other["calls"]} - {*own["calls"]})
        fate["calls that Steno alone has"] += len({*own["calls"]} - {*other["calls"]})
        fate["calls with sub-agents"] += len(counted(path, agent, subagents=True)["calls"])
        for side, said in ((theirs, other), (ours, own)):
            side.update({kind: len(each) if isinstance(each := said[kind], list) else each for kind in KINDS})
    process.stdin.close()
    process.wait()
    return theirs, ours, fate


def main() -> None:
    corpus = Path(os.environ.get("STENO_CORPUS") or ROOT.parent / "shared/corpus")
    python = install()
    content = f"\n`{PACKAGE.replace('==', ' ')}` and `chat` on the same real sessions, one file each, nothing masked:\n"
    for agent in AGENTS:
        paths = [path for path in sorted((corpus / agent).rglob("*.jsonl")) if "subagents" not in path.parts]
        if not paths:
            raise SystemExit(f"no sessions of {agent} under {corpus}: set STENO_CORPUS to the folder of a corpus")
        theirs, ours, fate = both(python, paths, agent)
        content += f"\n| {agent} | teich | Steno |\n| --- | --- | --- |\n"
        content += f"| sessions read, of {fate['sessions']} | {fate['sessions'] - fate['teich cannot read']} "
        content += f"| {fate['sessions'] - fate['Steno cannot read']} |\n"
        content += "".join(f"| {name} | {theirs[kind]:,} | {ours[kind]:,} |\n" for kind, name in KINDS.items())
        alone = (f"{fate[f'calls that {name} alone has']:,}" for name in ("teich", "Steno"))
        content += f"| calls that the other lacks | {' | '.join(alone)} |\n"
        content += f"| calls, with those of sub-agents in files beside | — | {fate['calls with sub-agents']:,} |\n"
    put(PAGE, "teich", content)


if __name__ == "__main__":
    main()
