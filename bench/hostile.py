"""Measures the worst that a text can do: CPU seconds per megabyte for repeated near-misses of every detector.

    python -m bench.hostile [--level secrets|pii|strict] [--find] [--worst N] [--limit SECONDS]

A first round looks at one megabyte of each repetition: of every anchor, alone and with what may follow a name, of
every positive, and of every positive without its last character; of shapes, and of texts full of different values.
The worst of them are then measured at 1, 4 and 16 MB.  The text is masked as a trace's strings are, unless `--find`
asks for the findings alone.  The work is done in another process, which is ended when it takes longer than the limit.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from steno.detect.rule import Detector, Level

MB = 1 << 20
FIRST = 1 << 20
SIZES = (1 * MB, 4 * MB, 16 * MB)
BAR = 1.0
"""CPU seconds per megabyte."""

KNOWN = {
    "password=": "password=", "otpauth://": "otpauth://", "curl -u a:": "curl -u a:", "a@": "a@", "1.2.3.": "1.2.3.",
    "eyJ.": "eyJhbGciOiJIUzI1NiJ9.", "NUL": "\0", "zero-width": "\u200b", "a zero-width": "a\u200b", "a NUL": "a\0",
    "-----BEGIN ": "-----BEGIN ", "://": "://", "a:b@": "a:b@", "%41": "%41", "\\u0041": "\\u0041", "&#65;": "&#65;",
    "base64": "QUJD", "hex": "41", "hex pairs": "41 ", "colour": "\x1b[31ma", "joined": '"a" + ', "continued": "a\\\n",
    "soft break": "abcdefghijklm=\n", "stream": '{"delta":"a1b2c3"}\n', "lines": "a1b2c3d4e5f6g7\n", "[": "[",
    "[REDACTED:": "[REDACTED:", "placeholder": "[REDACTED:secret:00000000]", "[CREDENTIAL]": "[CREDENTIAL]",
    "key = '": "key = '", "Bearer ": "Bearer ", "token: ": "token: ", "sk-": "sk-", "0x41,": "0x41,", "wide": "Ａ",
}  # fmt: skip
"""Repetitions of shapes, and some that were slow once."""


DIFFERENT = {
    "different tokens": "glpat-{0:020x} ", "different passwords": "password=hunter{0}x ",
    "different names": "key{0}: a",
    "different addresses": "user{0}@steno-mail.dev\n", "different networks": "10.{0}.7.1\n",
    "different mentions": "a@{0}",
}  # fmt: skip
"""What no repetition gives away: each has a number of its own."""


class Text(NamedTuple):
    name: str
    unit: str

    def of(self, size: int) -> str:
        if "{0" in self.unit:
            count = size // len(self.unit.format(7919)) + 1
            return "".join(self.unit.format(number * 7919) for number in range(count))[:size]
        return (self.unit * (size // len(self.unit.encode()) + 1))[:size]


class Cost(NamedTuple):
    text: Text
    size: int
    seconds: float | None
    """None where it took longer than the limit."""
    outcome: str

    @property
    def rate(self) -> float:
        return float("inf") if self.seconds is None else self.seconds / self.size * MB


def texts() -> Iterator[Text]:
    from steno.detect.every import RULES

    seen: set[str] = set()
    for text in _texts(RULES):
        if text.unit and text.unit not in seen:
            seen.add(text.unit)
            yield text


def _texts(rules: Iterable[Detector]) -> Iterator[Text]:
    yield from (Text(name, unit) for name, unit in (KNOWN | DIFFERENT).items())
    for rule in rules:
        for anchor in rule.anchors:
            for end in ("", "=", ": "):
                yield Text(f"{rule.code} {anchor}{end}", anchor + end)
        for number, positive in enumerate(rule.positives):
            yield Text(f"{rule.code} positive {number}", positive)
            yield Text(f"{rule.code} positive {number} cut", positive[:-1])


def _work(pipe: Connection, level: str, mask: bool, limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit * 100, limit * 100))
    from steno.detect import Unscannable, finder
    from steno.detect.marks import Marks

    known = finder(Level(level))
    known.find("password=x1y2z3 warm")
    while (text := pipe.recv()) is not None:
        start = time.process_time()
        outcome = ""
        try:
            if mask:
                marks = Marks(b"k" * 32, known, lambda size, error: None)
                marks.learn(text)
                outcome = f"{len(marks.text(text))} characters"
            else:
                outcome = f"{len(known.find(text))} findings"
        except Unscannable as error:
            outcome = f"withheld: {error}"
        except Exception as error:  # noqa: BLE001  a bench goes on
            outcome = f"{type(error).__name__}: {error}"
        pipe.send((time.process_time() - start, outcome))


class Worker:
    def __init__(self, level: str, mask: bool, limit: float) -> None:
        self._level, self._mask, self._limit = level, mask, limit
        self._start()

    def _start(self) -> None:
        context = get_context("fork")
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=_work, args=(other, self._level, self._mask, int(self._limit) + 1), daemon=True
        )
        self._process.start()

    def cost(self, text: Text, size: int) -> Cost:
        self._pipe.send(text.of(size))
        if not self._pipe.poll(self._limit):
            self._process.kill()
            self._start()
            return Cost(text, size, None, f"longer than {self._limit:g} s")
        return Cost(text, size, *self._pipe.recv())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", default="pii")
    parser.add_argument("--find", action="store_true", help="find only, without masking")
    parser.add_argument("--worst", type=int, default=12)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--first", action="store_true", help="the first round only")
    options = parser.parse_args()
    worker = Worker(options.level, not options.find, options.limit)
    costs = []
    for text in texts():
        costs.append(worker.cost(text, FIRST))
        if costs[-1].rate > BAR:
            print(f"{costs[-1].rate:8.2f}  {text.name!r:40} {costs[-1].outcome}", flush=True)
    costs.sort(key=lambda cost: -cost.rate)
    over = sum(cost.rate > BAR for cost in costs)
    print(f"{options.level}: {len(costs)} texts of {FIRST >> 20} MB, {over} over {BAR:g} CPU s per MB")
    for cost in costs[: options.worst]:
        print(f"{cost.rate:8.2f}  {cost.text.name!r:40} {cost.outcome}")
    sys.stdout.flush()
    if options.first:
        return
    for cost in costs[: options.worst]:
        rates = [worker.cost(cost.text, size).rate for size in SIZES]
        print("  ".join(f"{rate:8.2f}" for rate in rates), repr(cost.text.name), flush=True)


if __name__ == "__main__":
    main()
