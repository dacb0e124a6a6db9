"""No two threads make msgspec learn a type at the same time: that ends the process."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import steno

SOURCES = sorted(Path(steno.__file__).parent.rglob("*.py"))

RACE = """
import sys, threading
import msgspec
from steno.base.learned import learned

sys.setswitchinterval(1e-6)
data = msgspec.msgpack.encode([[["a", True]], {1: [2]}, [b"x"], [[[1], "y"]]])
for _ in range(300):
    class Inner(msgspec.Struct, array_like=True):
        a: list[int]
        b: str
    class Outer(msgspec.Struct, array_like=True):
        a: list[tuple[str, bool]]
        b: dict[int, list[int]]
        c: list[bytes]
        d: list[Inner]
    start = threading.Barrier(2)
    def meet():
        start.wait()
        msgspec.msgpack.decode(data, type=learned(Outer))
    threads = [threading.Thread(target=meet) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def named(tree: ast.Module) -> Iterator[ast.expr]:
    """The types that calls hand to msgspec."""
    direct = {
        each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "msgspec"
        for each in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called in ("msgspec.json.decode", "msgspec.msgpack.decode"):
            yield from (each.value for each in node.keywords if each.arg == "type")
        elif called == "msgspec.convert" or (called == "convert" and "convert" in direct):
            yield from node.args[1:2]
            yield from (each.value for each in node.keywords if each.arg == "type")


def test_every_type_that_a_call_names_is_learned_first() -> None:
    found = {
        f"{path.name}:{each.lineno}": ast.unparse(each)
        for path in SOURCES
        for each in named(ast.parse(path.read_text()))
    }
    assert len(found) > 5
    assert [place for place, type in found.items() if not type.startswith(("learned(", "msgspec.Raw"))] == []


def test_two_threads_that_meet_a_type_at_once_both_decode_it() -> None:
    ended = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
