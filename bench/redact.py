"""Measures redaction: how fast beside a peer on the same bytes, how much it finds, how often it is wrong.

    python -m bench.redact [--rounds N]

The peer is installed in a virtual environment of its own.  Times are CPU time of whole commands, less that of the same
command on an empty file, interleaved, the best of several rounds.  The labelled rows are not part of the repository:
where they are not found, that table is left as it was.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import steno
from bench.generate import session
from bench.run import FILES, MB, ROOT

PAGE = ROOT / "docs/redaction.md"
PEERS = FILES / "peers"
PERSONAL = ("email", "phone", "person", "address", "identifier")
SECRETS_AND_PII = "pii"


def labelled() -> Path | None:
    found = Path(os.environ.get("STENO_REDACTION_ROWS") or ROOT.parent / "shared/bench/redaction/dev.jsonl")
    return found if found.is_file() else None


def cpu(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peer() -> Path:
    """The peer's command, installed where it is missing."""
    command = PEERS / "bin/kingfisher"
    if not command.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        subprocess.run([str(PEERS / "bin/pip"), "install", "--quiet", "kingfisher-bin"], check=True)
    return command


def speed(rounds: int) -> list[tuple[str, float, float]]:
    """For each tool: megabytes a second of CPU, and the CPU seconds it takes to start."""
    text = session(FILES / "100.jsonl", 100 * MB)
    empty = FILES / "empty.txt"
    empty.write_text("\n")
    own = str(Path(sys.executable).with_name("steno"))
    other = [str(peer()), "scan", "-j", "1", "--no-validate", "--no-update-check"]
    tools = {
        "kingfisher": [*other],
        "steno scan --level secrets": [own, "scan", "--level", "secrets"],
        "steno scan --level pii": [own, "scan", "--level", "pii"],
    }
    best: dict[str, list[float]] = {name: [9e9, 9e9] for name in tools}
    for _ in range(rounds):
        for name, command in tools.items():
            for index, target in enumerate((empty, text)):
                best[name][index] = min(best[name][index], cpu([*command, str(target)]))
    size = text.stat().st_size / MB
    return [(name, size / max(whole - start, 1e-6), start) for name, (start, whole) in best.items()]


def recall(path: Path) -> list[list[str]]:
    """Rows masked by class (95 % of the labelled span covered), and negatives flagged."""
    masked: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in path.open(encoding="utf-8"):
        row = json.loads(line)
        found = steno.scan(row["text"], level=SECRETS_AND_PII)
        if row["label"] == "pos":
            span = row["spans"][0]
            covered = {i for each in found for i in range(max(each.start, span["start"]), min(each.end, span["end"]))}
            hit = len(covered) >= 0.95 * (span["end"] - span["start"])
            names = [row["cls"]] if row["cls"] == "pii" else [row["cls"], "all secrets"]
        else:
            personal = row["cls"].startswith("neg-pii")
            hit = bool([each for each in found if personal or not each.type.startswith(PERSONAL)])
            names = ["negatives, personal data" if personal else "negatives, secrets"]
        for name in names:
            total[name] += 1
            masked[name] += hit
    return [
        [name, f"{masked[name]} of {total[name]}", f"{100 * masked[name] / total[name]:.1f} %"]
        for name in sorted(total)
    ]


def clean() -> tuple[int, float]:
    """Findings in the sources of Python's standard library, which hold no secret, and their size in megabytes."""
    wrong, size = 0, 0
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")):
        if not {"test", "tests", "site-packages", "idle_test"} & set(path.parts):
            text = path.read_text(encoding="utf-8", errors="replace")
            size += len(text)
            wrong += len(steno.scan(text, level="secrets"))
    return wrong, size / MB


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in [head, ["---"] * len(head), *rows])


def put(name: str, content: str) -> None:
    page = PAGE.read_text()
    marked = re.compile(rf"(<!-- measured: {name} -->\n).*?(<!-- /measured -->)", re.DOTALL)
    if not marked.search(page):
        page += f"\n<!-- measured: {name} -->\n<!-- /measured -->\n"
    PAGE.write_text(marked.sub(lambda found: found[1] + content + found[2], page))


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    rounds = options.parse_args().rounds
    FILES.mkdir(exist_ok=True)
    rows = speed(rounds)
    base = rows[0][1]
    speeds = [[name, f"{rate:.0f}", f"{rate / base:.2f}", f"{start:.2f}"] for name, rate, start in rows]
    put("speed", table(["command", "MB per CPU second", "÷ kingfisher", "CPU seconds to start"], speeds))
    if found := labelled():
        put("recall", table(["class", "masked or flagged", ""], recall(found)))
    wrong, size = clean()
    put("clean", f"{wrong} findings in {size:.0f} MB of Python's own sources: {wrong / size:.2f} per MB.\n")
    print(PAGE.read_text().partition("<!-- measured:")[2])


if __name__ == "__main__":
    main()
