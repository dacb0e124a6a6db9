"""Hashes what every command prints of every sample, so that a change of the code can be held against what it was.

    python -m tools.golden write before.json [--corpus DIR]
    python -m tools.golden compare before.json [--corpus DIR]

The samples are the tests' own, and with --corpus the sessions below a folder.  Clock, key and home are fixed.
`compare` lists the cases that differ and ends with 1 where there are any; which of them are wanted, a person says.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.given.machine import steno

from steno.registry import formats
from steno.views import VIEWS

FIXTURES = Path(__file__).parent.parent / "tests" / "fixtures"
LARGEST = 1_000_000
"""A longer session takes longer and shows nothing else."""
_SUFFIXES = (".json", ".jsonl", ".ndjson")


def commands(path: str, key: str) -> Iterator[tuple[str, ...]]:
    """Everything that can be asked of one file."""
    yield from (("show", path), ("show", path, "--full"), ("show", path, "--json"), ("tail", path, "--all", "--json"))
    yield from (("info", path), ("info", path, "--json"), ("tree", path, "--json"), ("cost", path, "--json"))
    yield from (("check", path, "--level", "all", "--format", form) for form in ("text", "json", "sarif"))
    yield from (("explain", path), ("explain", path, "--steps", "--json"), ("scan", path, "--format", "json"))
    for target in formats.names():
        for level in ("none", "secrets"):
            yield "convert", path, "-t", target, "--redact", level, "--redaction-key", key, "--no-seeds"
    for level in ("secrets", "pii", "strict", "structure"):
        yield "redact", path, "--level", level, "--redaction-key", key, "--no-seeds"
    for view in VIEWS:
        yield "view-as", view, path, "--redaction-key", key, "--no-seeds"


def inputs(corpus: Path | None) -> Iterator[tuple[str, Path]]:
    """Each sample with a name that is the same on every machine."""
    for top in (FIXTURES, corpus):
        for path in sorted(top.rglob("*")) if top is not None else ():
            if path.suffix in _SUFFIXES and path.is_file() and path.stat().st_size <= LARGEST:
                yield f"{top.name if top else ''}/{path.relative_to(top or path)}", path


def hashes(corpus: Path | None) -> dict[str, str]:
    """The hash of exit code, stdout and stderr of every case.

    The samples are read from copies in a folder that is called the same every time: what is said of a file may count
    the characters of its path.
    """
    found: dict[str, str] = {}
    home = Path(tempfile.gettempdir()) / "steno-golden"
    home.mkdir(mode=0o700)  # two runs at once would read each other's files
    try:
        key = home / "key"
        key.write_bytes(b"golden" * 8)
        key.chmod(0o600)
        for name, path in inputs(corpus):
            print(name, file=sys.stderr)
            copy = home / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            for asked in commands(str(copy), str(key)):
                ended = steno(*asked, home=home, SOURCE_DATE_EPOCH="1700000000", TZ="UTC")
                case = " ".join(word.replace(f"{home}/", "") for word in asked)
                found[case] = hashlib.sha256(repr(ended).encode("utf-8", "surrogatepass")).hexdigest()
    finally:
        shutil.rmtree(home)
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("verb", choices=["write", "compare"])
    options.add_argument("file", type=Path)
    options.add_argument("--corpus", type=Path)
    given = options.parse_args()
    now = hashes(given.corpus)
    if given.verb == "write":
        given.file.write_text(json.dumps(now, indent=0))
        print(f"{len(now)} cases written to {given.file}")
        return 0
    before = json.loads(given.file.read_text())
    differ = sorted(case for case in now.keys() | before.keys() if now.get(case) != before.get(case))
    for case in differ:
        print("gone   " if case not in now else "new    " if case not in before else "differs", case)
    print(f"{len(differ)} of {len(now)} cases differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
