"""Measures what no redaction of a log can do without, step by step, beside all of it: CPU for each megabyte.

    python -m bench.floor [--rounds N]

Each step includes those above it.  Real sessions are not part of the repository; where there are none, nothing is
measured.  The table goes into docs/redaction.md.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from bench.logs import AGENTS, LEVELS, inside
from bench.measured import put
from bench.redact import PAGE, table
from bench.run import FILES, MB, ROOT, real
from steno.detect import Level, finders
from steno.detect.context.named import telling
from steno.detect.prefilter import hits_in
from steno.detect.shapes import Shaped
from steno.lines.rows import Rows
from steno.lines.strings import Fresh, Strings

ABOUT = """\
What `redact` of a log cannot do without, on real sessions ({sizes}): each row includes those above it, but of the two
levels only one. What lies between the look for signs and all of it is the examination of what was found, and masking.

"""


def decode(data: bytes) -> None:
    deque(map(msgspec.json.Decoder().decode, data.splitlines()), maxlen=0)


def compare(data: bytes) -> None:
    """Whether a line holds more than it seems to, such as a key twice, is seen by spelling it again."""
    deque(Rows(data).read(), maxlen=0)


def gathered(data: bytes) -> Iterator[list[str]]:
    strings = Strings(telling)
    return (strings.of([record for record in some.records if record]) for some in Rows(data).read())


def gather(data: bytes) -> None:
    deque(gathered(data), maxlen=0)


def tell_apart(data: bytes) -> list[list[str]]:
    """Half of all text stands twice: what is left is looked at."""
    fresh = Fresh()
    return [fresh.of(texts) for texts in gathered(data)]


def look(data: bytes, level: str) -> None:
    """Where an anchor or a sign stands; nothing is examined there."""
    finder = finders.finder(Level(level))
    assert isinstance(finder, Shaped)
    for texts in tell_apart(data):
        deque(hits_in(finder.gate, texts), maxlen=0)


STEPS: dict[str, Callable[[bytes], object]] = {
    "decode": decode,
    "compare with the line": compare,
    "gather strings": gather,
    "tell new ones from known ones": tell_apart,
    **{f"look for anchors and signs, `{level}`": partial(look, level=level) for level in LEVELS},
}


def cpu(step: Callable[[bytes], object], data: bytes) -> float:
    begin = time.process_time()
    step(data)
    return time.process_time() - begin


def measured(agent: str, path: Path, rounds: int) -> dict[str, float]:
    """Milliseconds for each MB, the best of some rounds in turns."""
    data = path.read_bytes()
    best: dict[str, float] = {}
    for _ in range(rounds):
        took = {name: cpu(step, data) for name, step in STEPS.items()}
        took |= {f"all of `redact`, `{level}`": inside(ROOT / "src", path, agent, level) for level in LEVELS}
        best = {name: min(best.get(name, seconds), seconds) for name, seconds in took.items()}
    return {name: seconds * 1000 / len(data) * MB for name, seconds in best.items()}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    found = {agent: measured(agent, path, chosen.rounds) for agent in AGENTS if (path := real(agent))}
    if not found:
        print("no real sessions here: nothing was measured")
        return
    rows = [[name, *(f"{each[name]:.1f}" for each in found.values())] for name in next(iter(found.values()))]
    sizes = ", ".join(f"{path.stat().st_size / MB:.0f} MB of {agent}" for agent in found if (path := real(agent)))
    put(PAGE, "floor", ABOUT.format(sizes=sizes) + table(["CPU ms per MB", *found], rows))


if __name__ == "__main__":
    main()
