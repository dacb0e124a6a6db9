"""Held bytes are the same in memory and on disk."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from steno.base.spool import Spool


@pytest.mark.parametrize("most", [0, 5, 100])
def test_what_was_held_goes_on_as_it_came(most: int) -> None:
    out = io.BytesIO()
    with Spool(most) as held:
        for word in (b"one ", b"two ", b"three"):
            assert held.write(word) == len(word)
        held.pass_on(out, 3)
    assert out.getvalue() == b"one two three"


def test_little_is_held_without_a_file() -> None:
    code = "import sys; from steno.base.spool import Spool; Spool(9).write(b'few'); print('tempfile' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
