"""Measures how long a person waits for `steno show`: for the first screen of the pager, and for all of it.

    python -m bench.show [--rounds N] [FILE...]

Wall time in a real terminal, the best of rounds; the pager notes when it has 50 lines and when it has everything.
"""

from __future__ import annotations

import argparse
import os
import pty
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from bench.generate import session
from bench.run import FILES, MB

SCREEN = 50
_PAGER = 'head -n {lines} > /dev/null; date +%s.%N > "{told}"; cat > /dev/null; date +%s.%N >> "{told}"'


def _drained(terminal: int) -> None:
    """Reads what the terminal is sent, until nobody sends any more."""
    try:
        while os.read(terminal, 1 << 16):
            pass
    except OSError:
        pass


def shown(path: Path, folder: Path) -> tuple[float, float]:
    """Seconds until the first screen, and until the end."""
    told, script = folder / "told", folder / "pager.sh"
    script.write_text(_PAGER.format(lines=SCREEN, told=told))
    ours, theirs = pty.openpty()
    threading.Thread(target=_drained, args=(ours,), daemon=True).start()
    command = [str(Path(sys.executable).with_name("steno")), "show", str(path)]
    environ = {**os.environ, "STENO_PAGER": f"sh {script}", "TERM": "xterm", "COLUMNS": "120"}
    start = time.time()
    subprocess.run(command, env=environ, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL, check=False)
    os.close(theirs)
    first, last = map(float, told.read_text().split())
    return first - start, last - start


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("files", nargs="*", type=Path)
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    files = chosen.files or [session(FILES / f"{size}.jsonl", size * MB) for size in (1, 10, 100)]
    print("| file | MB | first screen, s | all of it, s |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            first, last = map(min, zip(*(shown(path, Path(folder)) for _ in range(chosen.rounds)), strict=True))
            print(f"| {path.name} | {path.stat().st_size / MB:.0f} | {first:.2f} | {last:.2f} |", flush=True)


if __name__ == "__main__":
    main()
