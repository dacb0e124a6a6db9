"""Measures how long a person waits for `steno view`: for the first rows, for all of them, and for a window of rows.

    python -m bench.view [--rounds N] [FILE...]

Wall time of a real server, the best of rounds; "first rows" counts from the start of the process, and from its address.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.generate import Session, session
from bench.run import FILES, MB


class Short(Session):
    """Many small events: a million of them in less than a gigabyte."""

    smallest, largest = 20, 200


class Page:
    """A server, and what a page asks it."""

    def __init__(self, path: Path) -> None:
        self.started = time.perf_counter()
        command = [sys.executable, "-m", "steno", "view", str(path), "--no-open"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        address, _, token = self.process.stdout.readline().strip().partition("#")
        self.ready = time.perf_counter()
        host, _, self.key = address.removeprefix("http://").partition("/s/")
        self._host, self._cookie = host, ""
        self._connection = HTTPConnection(host)
        self._ask("POST", "/api/1/login", json.dumps({"token": token}))

    def _ask(self, method: str, path: str, body: str | None = None) -> Any:
        headers = {"X-Steno": "1"} | ({"Cookie": self._cookie} if self._cookie else {})
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        data = response.read()
        assert response.status == 200, data[:300]
        self._cookie = (response.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        return json.loads(data)

    def get(self, path: str) -> Any:
        return self._ask("GET", f"/api/1/s/{self.key}{path}")

    def timed(self, path: str) -> float:
        """Milliseconds of one question."""
        start = time.perf_counter()
        self.get(path)
        return (time.perf_counter() - start) * 1000

    def memory(self) -> float:
        """Megabytes that the server has held at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1000

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def measured(path: Path) -> dict[str, float]:
    """What one server took."""
    page = Page(path)
    try:
        page.get("/index")
        page.get("/rows?n=60")
        first = time.perf_counter()
        while page.get("")["reading"] is not None:
            time.sleep(0.05)
        whole = time.perf_counter()
        seen = page.get("")
        version, quiet = seen["version"], time.perf_counter()
        while time.perf_counter() - quiet < 2 or (seen["events"] > 3000 and version < 2):
            time.sleep(0.2)
            now = page.get("")["version"]
            version, quiet = now, quiet if now == version else time.perf_counter()
        count = page.get("/index")["total"]
        window = f"/rows?a={count // 2}&n=200"
        page.timed(window)
        found = {
            "cold": first - page.started, "first": first - page.ready, "whole": whole - page.started,
            "rows": min(page.timed(window) for _ in range(5)),
            "map first": page.timed("/map?width=1000"), "map": min(page.timed("/map?width=900") for _ in range(5)),
            "find": page.timed("/find?q=cookie+stream"), "MB": page.memory(), "events": seen["events"],
        }  # fmt: skip
    finally:
        page.stop()
    return found


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("files", nargs="*", type=Path)
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    files = chosen.files or [
        *(session(FILES / f"{size}.jsonl", size * MB) for size in (1, 10, 100)),
        session(FILES / "short.jsonl", 900 * MB, 1, Short),
    ]
    print(
        "| file | MB | events | first rows cold, s | from the address, s | all read, s | 200 rows, ms | map first, ms |"
        " map, ms | find, ms | memory, MB |\n|---|---|---|---|---|---|---|---|---|---|---|"
    )
    for path in files:
        rounds = [measured(path) for _ in range(chosen.rounds)]
        best = {name: min(each[name] for each in rounds) for name in rounds[0]}
        print(
            f"| {path.name} | {path.stat().st_size / MB:.0f} | {best['events']:,} | {best['cold']:.2f} |"
            f" {best['first']:.2f} | {best['whole']:.2f} | {best['rows']:.1f} | {best['map first']:.0f} |"
            f" {best['map']:.1f} | {best['find']:.0f} | {best['MB']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
