"""Measures the viewer as a person meets it, in a real Chromium, beside other viewers and on the same files.

    python -m bench.page [--rounds N] [--million] [--write] [FILE...]

First content is the time from navigation until events of the session stand in the document; cold, from the start of the
server's process.  Nodes and heap are counted when that has come to rest, the heap after a collection.  The longest task
is that of scrolling from the first event to the last in a hundred steps.  Wall times: best of rounds, tools in turn.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bench.generate import session
from bench.run import FILES, MB, ROOT
from bench.view import Short

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

_PAGE: Final = ROOT / "docs" / "viewer.md"
_BARS: Final = {"first": 0.8, "cold": 2.5, "nodes": 1500, "heap": 40.0, "task": 150.0}
_PATIENCE: Final = 240.0
_HUGE: Final = 500 * MB
"""A session of a million events is opened by the viewer alone."""
_WATCH: Final = """
  window.__long = 0;
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) window.__long = Math.max(window.__long, e.duration);
  }).observe({ type: 'longtask', buffered: true });
"""
_SCROLL: Final = """async (where) => {
  const e = where ? document.querySelector(where) : document.scrollingElement;
  window.__long = 0;
  for (let i = 0; i <= 100; i++) {
    e.scrollTop = (e.scrollHeight - e.clientHeight) * i / 100;
    await new Promise((done) => setTimeout(done, 60));
  }
  await new Promise((done) => setTimeout(done, 500));
  return window.__long;
}"""


_STATE: Final = """[
  document.querySelectorAll('*').length, document.querySelector('.reading:not([hidden])')?.innerText ?? ''
].join(' ')"""
"""By which one sees that a page is at rest: while a session is read, it says how far."""


class Shown(NamedTuple):
    """How a viewer shows a session: where, and by what one sees that events are there."""

    address: str
    drawn: str
    scroller: str
    started: float
    """When its process was started, or 0 where there is none."""
    prepared: float
    """CPU seconds that it took before."""


class Seen(NamedTuple):
    prepared: float
    first: float
    cold: float
    nodes: float
    heap: float
    task: float


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run(command: list[str], **environ: str) -> float:
    """CPU seconds of a command."""
    before = _cpu()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environ})
    return _cpu() - before


@contextmanager
def _process(command: list[str], **environ: str) -> Iterator[subprocess.Popen[str]]:
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **environ}
    )
    try:
        yield started
    finally:
        started.terminate()
        started.wait()


@contextmanager
def live(path: Path, folder: Path) -> Iterator[Shown]:
    start = time.perf_counter()
    with _process([sys.executable, "-m", "steno", "view", str(path), "--no-open"]) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        yield Shown(address, "document.querySelectorAll('.ev:not(.grey)').length > 3", ".ev-list", start, 0)


@contextmanager
def single(path: Path, folder: Path) -> Iterator[Shown]:
    file = folder / "page.html"
    took = _run([sys.executable, "-m", "steno", "html", str(path), "-o", str(file)])
    yield Shown(file.as_uri(), "document.querySelectorAll('.ev:not(.grey)').length > 3", ".ev-list", 0, took)


@contextmanager
def agentsview(path: Path, folder: Path) -> Iterator[Shown]:
    program, id = str(FILES / "agentsview/bin/agentsview"), "11111111-2222-4333-8444-555555555551"
    project = folder / ".claude/projects/-srv-bench"
    project.mkdir(parents=True)
    (folder / "data").mkdir()
    shutil.copy(path, project / f"{id}.jsonl")
    environ = {
        "HOME": str(folder), "AGENTSVIEW_DATA_DIR": str(folder / "data"), "AGENTSVIEW_NO_DAEMON": "1",
        "AGENTSVIEW_TELEMETRY_ENABLED": "0", "DO_NOT_TRACK": "1",
    }  # fmt: skip
    took = _run([program, "sync"], **environ)
    start = time.perf_counter()
    serve = [program, "serve", "--no-sync", "--no-browser", "--no-update-check", "--port", "0"]
    with _process(serve, **environ) as process:
        assert process.stdout is not None
        found = next(m for line in process.stdout if (m := re.search(r"listening at (http://\S+)", line)))
        yield Shown(
            f"{found[1]}/sessions/{id}", "!!document.querySelector('.message .message-body')", ".message-list-scroll",
            start, took,
        )  # fmt: skip


@contextmanager
def claude_code_log(path: Path, folder: Path) -> Iterator[Shown]:
    copy, file = folder / "log.jsonl", folder / "log.html"
    shutil.copy(path, copy)
    took = _run([str(FILES / "claude-code-log/bin/claude-code-log"), str(copy), "-o", str(file)], HOME=str(folder))
    yield Shown(file.as_uri(), "document.querySelectorAll('.message').length > 3", "", 0, took)


VIEWERS: Final = {
    "`steno view`": live, "`steno html`": single, "agentsview": agentsview, "claude-code-log": claude_code_log
}  # fmt: skip
PACKAGES: Final = {"agentsview": "agentsview", "claude-code-log": "claude-code-log"}


def install(name: str) -> bool:
    """Another viewer in a virtual environment of its own; whether it is there."""
    home = FILES / name
    if not (home / "bin" / name).exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        subprocess.run([str(home / "bin/pip"), "install", "-q", PACKAGES[name]], check=False)
    return (home / "bin" / name).exists()


def _until(page: Page, code: str) -> float:
    end = time.perf_counter() + _PATIENCE
    while not page.evaluate(code):
        if time.perf_counter() > end:
            raise TimeoutError(f"nothing was shown in {_PATIENCE:.0f} s")
        time.sleep(0.005)
    return time.perf_counter()


def measured(browser: Browser, shown: Shown) -> Seen:
    """The first visit is the cold one; where there is a server, a second one is measured when the first is at rest."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    try:
        page, first, cold = _opened(context, shown, shown.address)
        if shown.started:
            address = page.url.partition("?")[0]
            _at_rest(page)
            page.close()
            page, first, _ = _opened(context, shown, address)
        _at_rest(page)
        client = context.new_cdp_session(page)
        client.send("HeapProfiler.collectGarbage")
        client.send("Performance.enable")
        metrics = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
        nodes = page.evaluate("document.querySelectorAll('*').length")
        task = page.evaluate(_SCROLL, shown.scroller)
        nodes = max(nodes, page.evaluate("document.querySelectorAll('*').length"))
        return Seen(shown.prepared, first, cold if shown.started else 0, nodes, metrics["JSHeapUsedSize"] / MB, task)
    finally:
        context.close()


def _opened(context: BrowserContext, shown: Shown, address: str) -> tuple[Page, float, float]:
    """A page that shows events, how long that took, and how long since the process was started."""
    page = context.new_page()
    page.add_init_script(_WATCH)
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    drawn = _until(page, shown.drawn)
    return page, drawn - start, drawn - shown.started


def _at_rest(page: Page) -> None:
    """Wait until nothing is drawn any more, and a long session is read: for two seconds the page is the same."""
    last, since, end = "", time.perf_counter(), time.perf_counter() + _PATIENCE
    while time.perf_counter() - since < 2 and time.perf_counter() < end:
        now = page.evaluate(_STATE)
        last, since = (now, since) if now == last else (now, time.perf_counter())
        time.sleep(0.1)


def rows(browser: Browser, files: list[Path], rounds: int) -> Iterator[list[str]]:
    there = {name: each for name, each in VIEWERS.items() if name not in PACKAGES or install(name)}
    for path in files:
        size = path.stat().st_size
        found: dict[str, list[Seen]] = {}
        failed: set[str] = set()
        for _ in range(rounds):
            for name, viewer in there.items():
                if name != "`steno view`" and size > _HUGE:
                    continue
                with tempfile.TemporaryDirectory() as folder, viewer(path, Path(folder)) as shown:
                    try:
                        found.setdefault(name, []).append(measured(browser, shown))
                    except TimeoutError:
                        failed.add(name)
        for name in sorted(failed):
            yield [f"{size / MB:.0f} MB", name, f"nothing shown in {_PATIENCE:.0f} s", *[""] * 5]
        for name, seen in ((name, seen) for name, seen in found.items() if seen and name not in failed):
            best = Seen(*(min(each) for each in zip(*seen, strict=True)))
            yield [
                f"{size / MB:.0f} MB", name, f"{best.prepared:.1f} s" if best.prepared else "-", f"{best.first:.2f} s",
                f"{best.cold:.2f} s" if best.cold else "-", f"{best.nodes:,.0f}", f"{best.heap:.0f} MB",
                f"{best.task:.0f} ms" if best.task else "< 50 ms",
            ]  # fmt: skip


def table(found: list[list[str]]) -> str:
    heads = ["session", "viewer", "prepared, CPU", "first content", "cold", "nodes", "heap", "longest task"]
    bars = ["", "*bar*", "", "0.8 s", "2.5 s", "1,500", "40 MB", "150 ms"]
    lines = [heads, ["---", "---", *["---:"] * 6], *found, bars]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--million", action="store_true", help="also a session of a million events")
    options.add_argument("--write", action="store_true", help="write the table into docs/viewer.md")
    options.add_argument("files", nargs="*", type=Path)
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    files = chosen.files or [session(FILES / f"{size}.jsonl", size * MB) for size in (1, 10, 100)]
    if chosen.million:
        files.append(session(FILES / "short.jsonl", 900 * MB, 1, Short))
    from tests.given.browser import chromium

    with chromium() as browser:
        found = []
        for row in rows(browser, files, chosen.rounds):
            print(" | ".join(row), flush=True)
            found.append(row)
    load = (
        f"Load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; best of {chosen.rounds}."
    )
    print(f"\n{table(found)}\n\n{load}")
    if chosen.write:
        marks = re.compile(r"(<!-- bench -->\n).*?(<!-- /bench -->)", re.DOTALL)
        page = _PAGE.read_text("utf-8")
        _PAGE.write_text(marks.sub(lambda m: f"{m[1]}\n{table(found)}\n\n{load}\n\n{m[2]}", page), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
