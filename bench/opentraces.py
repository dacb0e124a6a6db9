"""Measures OpenTraces records beside the program they come from, `opentraces`, on the same sessions.

    python -m bench.opentraces [--rounds N]

It is installed in a virtual environment of its own, and each of the two works in a process of its own.  Times are CPU
seconds of the work without the imports, in turns, the best of several rounds; memory is the peak of a fresh process.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import steno
from bench.generate import Sources, session
from bench.measured import put
from bench.run import FILES, MB, ROOT

PAGE = ROOT / "docs/formats/opentraces.md"
PACKAGE = "opentraces==0.4.13"
HOME = FILES / "peers-opentraces"
OWN = str(Path(sys.executable).with_name("steno"))
SIZE = 10
LARGE = 100
EXPECTED = {"read": 1.5, "write": 1.0, "whole": 5.0}
"""How many times as fast as the other Steno has to be; writing is compared with the other's reading alone."""
MEMORY = 0.5
START = 1 / 6
Told = dict[str, Any]


# --- Steno's side, with the same answers as bench/opentraces_peer.py


def read(path: Path) -> int:
    kept = list(steno.read(path, format="claude-code"))
    return len(kept) * 0


def write(path: Path) -> int:
    return _converted(path, "redact=none")


def whole(path: Path) -> int:
    return _converted(path, "redact=pii")


def _converted(path: Path, word: str) -> int:
    """Enrichment is part of it: a record is written with all that can be derived."""
    counted = _Counted()
    with io.BufferedWriter(counted, MB) as out:
        steno.convert(steno.read(path, format="claude-code"), "opentraces", out, options=[word])
    return counted.size


class _Counted(io.RawIOBase):
    """Takes bytes and keeps none."""

    size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.size += len(data)
        return len(data)


ACTIONS = {"read": read, "write": write, "whole": whole}


def answer(action: str, path: Path) -> Told:
    gc.collect()
    begin = time.process_time()
    size = ACTIONS[action](path)
    took = time.process_time() - begin
    status = Path("/proc/self/status").read_text()
    peak = int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) * 1024
    return {"seconds": took, "peak": peak, "size": size}


def serve() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(answer(asked["action"], Path(asked["path"]))), flush=True)


# --- the two processes


class Worker:
    """A process that does one thing after another and says what it took."""

    def __init__(self, command: list[str], home: str) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "HOME": home},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, action: str, path: Path) -> Told:
        inward, outward = self._process.stdin, self._process.stdout
        assert inward and outward
        _send(inward, {"action": action, "path": str(path)})
        line = outward.readline()
        return json.loads(line) if line else {"failed": "the process ended"}

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def _send(stream: IO[str], value: Told) -> None:
    stream.write(json.dumps(value) + "\n")
    stream.flush()


class Pair(NamedTuple):
    """Both programs, ready to start."""

    peer: list[str]
    own: list[str]
    home: str


def install() -> Path:
    """The Python of the environment in which the other program is."""
    python = HOME / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
    if not (HOME / "bin/opentraces").exists():
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", PACKAGE]
        subprocess.run(pip, check=True)
    return python


# --- speed


class Row(NamedTuple):
    peer: dict[str, Told]
    own: dict[str, Told]
    size: int

    def times(self, action: str, against: str) -> float:
        return float(self.peer[against]["seconds"] / self.own[action]["seconds"])


def speed(pair: Pair, path: Path, rounds: int) -> Row:
    peer, own = Worker(pair.peer, pair.home), Worker(pair.own, pair.home)
    best: list[dict[str, Told]] = [{}, {}]
    for number in range(rounds + 1):
        for action in ACTIONS:
            for worker, found in zip((peer, own), best, strict=True):
                told = worker.ask(action, path)
                if "failed" in told:
                    raise SystemExit(f"{path.name}: {told['failed']}")
                if number and (action not in found or told["seconds"] < found[action]["seconds"]):
                    found[action] = told  # the first round is for the imports
        say(f"{path.name}, round {number} of {rounds}")
    peer.close()
    own.close()
    return Row(best[0], best[1], path.stat().st_size)


def readable(pair: Pair) -> tuple[Path | None, str]:
    """The sessions of the corpus that the other program can read, in one file, and how many they are."""
    corpus = Path(os.environ.get("STENO_CORPUS") or ROOT.parent / "shared/corpus")
    sessions = sorted(corpus.glob("claude-code/*/*.jsonl"))
    if not sessions:
        return None, ""
    worker, path = Worker(pair.peer, pair.home), FILES / "readable.jsonl"
    kept = [each for each in sessions if "failed" not in worker.ask("read", each)]
    with path.open("wb") as out:
        for each in kept:
            out.write(each.read_bytes().rstrip(b"\n") + b"\n")
    told = worker.ask("read", path)
    worker.close()
    return (None if "failed" in told else path), f"{len(kept)} of {len(sessions)}"


def grown(path: Path, size: int) -> Path:
    """A file repeated until it is so large, every time with other ids: the other program passes over what it knows."""
    large, data = FILES / f"grown-{size // MB}.jsonl", path.read_bytes()
    with large.open("wb") as out:
        for number in range(-(-size // len(data))):
            lines = re.sub(rb'"((?:uuid|parentUuid|sessionId|leafUuid|requestId)":")', rb'"\g<1>%d-' % number, data)
            lines = re.sub(rb'"(msg|toolu)_', rb'"\g<1>_%d' % number, lines)
            left = size - out.tell()
            out.write(lines if len(lines) <= left else lines[: lines.rindex(b"\n", 0, left) + 1])
    return large


def speeds(rows: dict[str, Row]) -> str:
    head = ["", "opentraces", "Steno", "times as fast", "bar"]
    content = ""
    for title, row in rows.items():
        lines = [
            _line("reading", row, "read", "read"),
            _line("reading and writing the record, beside its reading alone", row, "write", "read"),
            _line("reading, enrichment, full redaction, writing", row, "whole", "whole"),
            [*_line("the same without Steno's redaction", row, "write", "whole")[:-1], ""],
        ]
        content += f"\n{title}:\n\n{table(head, lines)}\n{_kept(row)}\n"
    return content


def _line(title: str, row: Row, action: str, against: str) -> list[str]:
    times = row.times(action, against)
    rates = [
        f"{row.size / MB / side[key]['seconds']:.0f} MB/s" for side, key in ((row.peer, against), (row.own, action))
    ]
    return [title, *rates, f"{times:.2f}", f"≥ {EXPECTED[action]:g}{'' if times >= EXPECTED[action] else ': missed'}"]


def _kept(row: Row) -> str:
    sizes = [side["write"]["size"] / row.size for side in (row.peer, row.own)]
    return f"Of each byte of the session, its record has {sizes[0]:.2f} bytes and Steno's {sizes[1]:.2f}."


# --- memory and start


def memory(pair: Pair, path: Path) -> Iterator[list[str]]:
    size = path.stat().st_size
    for title, action in (("reading", "read"), ("reading and writing the record", "write"), ("all of it", "whole")):
        peaks = []
        for command in (pair.peer, pair.own):
            worker = Worker(command, pair.home)
            peaks.append(worker.ask(action, path)["peak"] / size)
            worker.close()
            say(f"{path.name}, memory, {title}: {peaks[-1]:.2f}")
        share = peaks[1] / peaks[0]
        bar = f"≤ {MEMORY:g}" + ("" if share <= MEMORY else ": missed")
        yield [title, f"{peaks[0]:.2f} × the file", f"{peaks[1]:.2f} × the file", f"{share:.2f}", bar]


def start(rounds: int) -> Iterator[list[str]]:
    for option in ("--version", "--help"):
        commands = [[str(HOME / "bin/opentraces"), option], [OWN, option]]
        best = [9e9, 9e9]
        for _ in range(rounds * 2):
            for index, command in enumerate(commands):
                best[index] = min(best[index], _cpu(command))
        share = best[1] / best[0]
        bar = "≤ 1/6" + ("" if share <= START else ": missed")
        yield [f"`{option}`", f"{best[0]:.2f} s", f"{best[1]:.2f} s", f"1/{1 / share:.1f}", bar]


def _cpu(command: list[str]) -> float:
    with tempfile.TemporaryDirectory() as home:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env={**os.environ, "HOME": home}, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# --- the page

ABOUT = """
`{package}` and Steno on the same sessions, one core, Python {python}. Speeds are megabytes of the session per CPU
second, imports not counted, the best of {rounds} rounds in turns. *Full redaction* is every security tool of the other
program that needs no other program, model or network, and Steno's level `pii`, which also looks at the bytes as they
are written. The other program cuts tool results at 10,000 characters before it looks at them; Steno cuts nothing.
"""


def table(head: list[str], rows: list[list[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in [head, ["---"] * len(head), *rows])


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.serve:
        serve()
        return
    FILES.mkdir(exist_ok=True)
    python = install()
    with tempfile.TemporaryDirectory() as home:
        own = [sys.executable, "-m", "bench.opentraces", "--serve"]
        # -P, because the folder of the script has a module of the other program's name.
        pair = Pair([str(python), "-P", str(ROOT / "bench/opentraces_peer.py")], own, home)
        files = {
            f"A session of {SIZE} MB": session(FILES / f"{SIZE}.jsonl", SIZE * MB),
            f"A session of {SIZE} MB, made of the sources of Python's standard library": session(
                FILES / f"sources-{SIZE}.jsonl", SIZE * MB, make=Sources
            ),
        }
        found, count = readable(pair)
        if found is not None:
            title = f"Real sessions, {found.stat().st_size / MB:.0f} MB: the {count} that the other program can read"
            files[title] = found
        content = ABOUT.format(
            package=PACKAGE.replace("==", " "), python=platform.python_version(), rounds=chosen.rounds
        )
        content += speeds({title: speed(pair, path, chosen.rounds) for title, path in files.items()})
        large = grown(found, LARGE * MB) if found else session(FILES / f"{LARGE}.jsonl", LARGE * MB)
        rows = list(memory(pair, large))
    of = " of real messages" if found else ""
    content += f"\nPeak memory, a session of {LARGE} MB{of}:\n\n"
    content += table(["", "opentraces", "Steno", "share", "bar"], rows)
    content += "\nCPU time to start:\n\n"
    content += table(["", "opentraces", "Steno", "share", "bar"], list(start(chosen.rounds)))
    put(PAGE, "opentraces", content)


if __name__ == "__main__":
    main()
