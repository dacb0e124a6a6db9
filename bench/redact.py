"""Measures redaction: how fast beside its peers on the same bytes, how much it finds, how often it is wrong.

    python -m bench.redact [--rounds N] [--only speed|recall|clean]

The peers are installed in a virtual environment of their own.  Times are CPU time of whole commands, less that of the
same command on an empty file, interleaved, the best of several rounds.  The labelled rows and the real sessions are not
part of the repository: where they are not found, the first table stays as it was, and the others do without them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import steno
from bench.generate import Sources, library, session
from bench.measured import put
from bench.peers import Finding, Installed, install
from bench.run import FILES, MB, ROOT, real
from steno.detect.engine import Engine
from steno.detect.rule import Level

PAGE = ROOT / "docs/redaction.md"
OWN = str(Path(sys.executable).with_name("steno"))
PERSONAL = ("email", "phone", "person", "address", "identifier")
SIZE = 50
SLICE = 1
"""Megabytes for a tool that takes minutes for all of it."""
BASE = "kingfisher"
Row = dict[str, Any]


class Tool(NamedTuple):
    title: str
    command: list[str]
    """The file follows."""
    counted: Callable[[str, str], int]
    """How many findings it reported, from what it wrote to stdout and stderr."""
    slow: bool = False
    inner: bool = False
    """Whether it says itself, first thing on stdout, how long the work took; else the whole process is measured."""


class Run(NamedTuple):
    start: float
    """CPU seconds for an empty file."""
    whole: float
    findings: int


class Failed(Exception):
    """A command ended without a report that can be read.  Its time means nothing."""


# --- speed


def tools(peers: list[Installed]) -> list[Tool]:
    def reported(there: Installed) -> Callable[[str, str], int]:
        return lambda out, err: sum(1 for _ in there.peer.read(out))

    def scanned(out: str, err: str) -> int:
        return len(json.loads(out)["diagnostics"])

    def masked(out: str, err: str) -> int:
        said = re.search(r"^masked (?:nothing|.* in ([\d,]+) places?$)", err, re.MULTILINE)
        if said is None:
            raise ValueError(err)
        return int((said[1] or "0").replace(",", ""))

    redacted = [OWN, "redact", "--level", "pii", "--no-config", "--from", "claude-code", "-o", str(FILES / "clean.out")]
    scan = [OWN, "scan", "--json", "--no-config", "--level"]
    alone = [sys.executable, "-c", "import sys; from bench.redact import alone; alone(sys.argv[1])"]
    return [
        *(Tool(each.title, each.command, reported(each), each.peer.slow) for each in peers),
        Tool("Steno's engine alone, secrets", alone, lambda out, err: int(out.split()[1]), inner=True),
        Tool("`steno scan --level secrets`", [*scan, "secrets"], scanned),
        Tool("`steno scan --level pii`", [*scan, "pii"], scanned),
        Tool("`steno redact --level pii`", redacted, masked),
    ]


def alone(path: str) -> None:
    """Print the CPU seconds that a ready engine takes for the bytes of a file, and how much it finds."""
    engine = Engine(Level.SECRETS)
    begin, found = time.process_time(), 0
    with open(path, "rb") as stream:
        while piece := stream.read(4 * MB):
            found += len(engine.find_bytes(piece + stream.readline()))
    print(time.process_time() - begin, found)


def run(tool: Tool, target: Path) -> tuple[float, int]:
    """CPU seconds, and how many findings."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [*tool.command, str(target)], cwd=ROOT, capture_output=True, text=True, errors="replace", check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        return (float(done.stdout.split()[0]) if tool.inner else took), tool.counted(done.stdout, done.stderr)
    except (ValueError, LookupError) as error:
        raise Failed(f"{tool.title} failed with {done.returncode}: {done.stderr[-500:]}") from error


def speed(chosen: list[Tool], text: Path, rounds: int) -> dict[str, Run]:
    """The best of several rounds, in which the tools take turns.  A tool that failed once is left out."""
    empty = FILES / "empty.jsonl"
    empty.write_text("\n")
    part = sliced(text)
    best: dict[str, Run] = {}
    for number in range(rounds):
        for tool in chosen if not number else [tool for tool in chosen if tool.title in best]:
            say(f"{text.name}, round {number + 1} of {rounds}: {tool.title}")
            try:
                if not number:
                    run(tool, empty)  # so that the cache is warm
                start, _ = run(tool, empty)
                whole, found = run(tool, part if tool.slow else text)
            except Failed as error:
                say(str(error))
                best.pop(tool.title, None)
                continue
            last = best.get(tool.title, Run(start, whole, found))
            best[tool.title] = Run(min(start, last.start), min(whole, last.whole), found)
    return best


def sliced(path: Path) -> Path:
    """The first lines of a file, up to a megabyte."""
    part = path.with_suffix(".part")
    with path.open("rb") as stream:
        part.write_bytes(b"".join(stream.readlines(SLICE * MB)))
    return part


def speeds(chosen: list[Tool], text: Path, rounds: int) -> Iterator[list[str]]:
    best = speed(chosen, text, rounds)
    rates = {}
    for tool in chosen:
        if tool.title in best:
            size = (sliced(text) if tool.slow else text).stat().st_size / MB
            start, whole, _ = best[tool.title]
            rates[tool.title] = size / max(whole if tool.inner else whole - start, 1e-6)
    base = next((rate for title, rate in rates.items() if title.startswith(BASE)), None)
    for tool in chosen:
        title = tool.title + (f" (the first {SLICE} MB)" if tool.slow else "")
        rate = rates.get(tool.title)
        if rate is None:
            yield [title, "failed", "", "", ""]
            continue
        start, _, found = best[tool.title]
        times = f"{rate / base:.3g}" if base else ""
        yield [title, f"{rate:.3g}", times, "" if tool.inner else f"{start:.2f}", str(found)]


ABOUT_SPEED = """
One core. Megabytes per CPU second of the whole process, less what the same command takes for an empty file; the best of
{rounds} rounds in which the tools took turns. The peers look for secrets alone, and do not check over the network what
they find. The numbers of findings cannot be compared: what one tool reports once, another reports twice.

- *The engine alone*: every detector of secrets over the text as it stands, read and decoded in pieces of 4 MB; no other
  shapes. What it takes to make the engine is not counted, what it takes to compile a pattern when it is first tried is.
- `scan`: in all shapes, with the report.
- `redact`: all of it. The session is read, secrets and personal data in all shapes are masked, every value is looked
  for everywhere, and the bytes that are written are looked at again.
"""


def measure_speed(rounds: int) -> None:
    peers, missing = install(FILES / "peers")
    chosen = tools(peers)
    texts = {
        f"A session of {SIZE} MB, made of the sources of Python's standard library": session(
            FILES / f"sources-{SIZE}.jsonl", SIZE * MB, make=Sources
        )
    }
    if found := real():
        texts[f"Real sessions, {found.stat().st_size / MB:.0f} MB"] = found
    head = ["command", "MB per CPU second", "÷ kingfisher", "CPU seconds to start", "findings"]
    content = ABOUT_SPEED.format(rounds=rounds)
    for title, path in texts.items():
        rows = [*speeds(chosen, path, rounds), *([name, "could not be installed", "", "", ""] for name in missing)]
        content += f"\n{title}:\n\n{table(head, rows)}"
    put(PAGE, "speed", content)


# --- recall


def labelled() -> list[Row]:
    path = Path(os.environ.get("STENO_REDACTION_ROWS") or ROOT.parent / "shared/bench/redaction/dev.jsonl")
    return [json.loads(line) for line in path.open(encoding="utf-8")] if path.is_file() else []


Spans = list[tuple[int, int]]


def covered(row: Row, spans: Spans) -> bool:
    """Whether 95 % of the labelled span is covered."""
    span = row["spans"][0]
    inside = {i for start, end in spans for i in range(max(start, span["start"]), min(end, span["end"]))}
    return len(inside) >= 0.95 * int(span["end"] - span["start"])


def personal(row: Row) -> bool:
    return str(row["cls"]).startswith(("pii", "neg-pii"))


def own(rows: list[Row], level: Level) -> dict[str, Spans]:
    """What Steno finds in each row; personal data is left out where the row is about secrets that are none."""
    found = {}
    for row in rows:
        about = steno.scan(row["text"], level=level)
        secret = row["label"] != "pos" and not personal(row)
        found[row["id"]] = [(each.start, each.end) for each in about if not (secret and each.type.startswith(PERSONAL))]
    return found


def theirs(there: Installed, rows: list[Row]) -> dict[str, Spans]:
    """What a peer finds, in one run over a folder with a file for each row."""
    texts = {row["id"]: row["text"] for row in rows}
    found: dict[str, Spans] = {name: [] for name in texts}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            Path(folder, f"{name}.txt").write_text(text, encoding="utf-8", newline="")
        done = subprocess.run(
            [*there.command, folder], cwd=folder, capture_output=True, text=True, errors="replace", check=False
        )
    for each in there.peer.read(done.stdout):
        name = Path(each.file).stem
        found[name] += places(texts[name], each)
    return found


def places(text: str, finding: Finding) -> Spans:
    """Wherever the value stands; where it was decoded, all of the word that stands at the finding's place."""
    if finding.value and finding.value in text:
        size = len(finding.value)
        return [(at.start(), at.start() + size) for at in re.finditer(re.escape(finding.value), text)]
    lines = text.split("\n")
    at = sum(len(line) + 1 for line in lines[: finding.line - 1]) + max(finding.column - 1, 0)
    return [each.span() for each in re.finditer(r"[^\s\"'<>,;]+", text) if each.start() <= at < each.end()] or [(0, 0)]


def by_class(rows: list[Row], found: dict[str, Spans]) -> Iterator[list[str]]:
    """Rows masked, and negatives flagged."""
    hits, total = Counter[str](), Counter[str]()
    for row in rows:
        if row["label"] == "pos":
            hit = covered(row, found[row["id"]])
            names = [row["cls"]] if personal(row) else [row["cls"], "all secrets"]
        else:
            hit = bool(found[row["id"]])
            names = ["negatives, personal data" if personal(row) else "negatives, secrets"]
        total.update(names)
        hits.update(names if hit else ())
    for name in sorted(total):
        yield [name, f"{hits[name]} of {total[name]}", percent(hits[name], total[name])]


def beside(title: str, rows: list[Row], found: dict[str, Spans], *, valued: bool) -> list[str]:
    secrets = [row for row in rows if row["label"] == "pos" and not personal(row)]
    changed = [row for row in secrets if row["cls"] == "secret-transformed"]
    wrong = [row for row in rows if row["label"] != "pos" and not personal(row)]

    def masked(some: list[Row]) -> str:
        return percent(sum(covered(row, found[row["id"]]) for row in some), len(some)) if valued else "not told"

    def flagged(some: list[Row]) -> str:
        return percent(sum(bool(found[row["id"]]) for row in some), len(some))

    return [title, masked(secrets), masked(changed), flagged(secrets), flagged(wrong)]


ABOUT_PEERS = """
The same rows, secrets alone, beside other tools with their default settings. *Masked*: at least 95 % of the labelled
span is covered by findings. *Detected*: the row has any finding. What a tool found in decoded text counts as if all of
the word it was decoded from were masked. None of the others was made for the text of agents.

"""


def measure_recall() -> None:
    rows = labelled()
    if not rows:
        say("no labelled rows here: that table stays as it was")
        return
    peers, missing = install(FILES / "peers")
    say("recall: Steno")
    lines = [beside("Steno, `secrets`", rows, own(rows, Level.SECRETS), valued=True)]
    for there in peers:
        say(f"recall: {there.title}")
        lines.append(beside(there.title, rows, theirs(there, rows), valued=there.peer.valued))
    lines += [[name, "could not be installed", "", "", ""] for name in missing]
    head = ["tool", "secrets masked", "of these, transformed: masked", "secrets detected", "negatives flagged"]
    content = table(["class", "masked or flagged", ""], by_class(rows, own(rows, Level.PII)))
    put(PAGE, "recall", content + ABOUT_PEERS + table(head, lines))


# --- clean text


def clean() -> tuple[int, float]:
    """Findings in the sources of Python's standard library, which hold no secret, and their size in megabytes."""
    wrong, size = 0, 0
    for path in library():
        text = path.read_text(encoding="utf-8", errors="replace")
        size += len(text)
        wrong += len(steno.scan(text, level="secrets"))
    return wrong, size / MB


def measure_clean() -> None:
    say("clean text")
    wrong, size = clean()
    content = f"{wrong} findings in {size:.0f} MB of Python's own sources: {wrong / size:.2f} per MB.\n"
    if path := real():
        told = subprocess.run(
            [OWN, "scan", "--json", "--no-config", "--level", "secrets", str(path)], capture_output=True, check=False
        )
        rules = Counter(each["code"] for each in json.loads(told.stdout)["diagnostics"])
        size = path.stat().st_size / MB
        content += (
            f"\n{rules.total()} findings of secrets in {size:.0f} MB of real sessions"
            f", {rules.total() / size:.1f} per MB: to be read by a person, who alone can say which are right.\n"
        )
        if rules:
            content += "\n" + table(["rule", "findings"], ([code, str(count)] for code, count in rules.most_common()))
    put(PAGE, "clean", content)


# --- the page


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in [head, ["---"] * len(head), *rows])


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--only", choices=("speed", "recall", "clean"))
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    if chosen.only in (None, "recall"):
        measure_recall()
    if chosen.only in (None, "clean"):
        measure_clean()
    if chosen.only in (None, "speed"):
        measure_speed(chosen.rounds)


if __name__ == "__main__":
    main()
