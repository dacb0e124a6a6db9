"""What is remembered, whatever its strings hold."""

from __future__ import annotations

import pytest
from msgspec import Struct

from steno.vcs.packed import pack, unpack


class Box(Struct):
    names: dict[str, list[str]]
    pair: tuple[bytes, str]


@pytest.mark.parametrize("name", ["garden", "naïve ☃", "caf\udce9", "\0bytes:", "\0bytes:zz", "\0bytes:6869", "\ud800"])
def test_any_string_comes_back(name: str) -> None:
    for other in ("plain", "caf\udce9"):
        box = Box({name: [name, other]}, (b"\0bytes:", name))
        assert unpack(pack(box), Box) == box
