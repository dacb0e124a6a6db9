"""The last look: nothing leaves before all of it was looked at, wherever in it a secret stands."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest

import steno
from steno.contracts import Leak
from steno.detect import Level, Span
from steno.detect.rule import crc32_base62, fake
from steno.guard import OVERLAP, PIECE, Guard
from tests.given.finders import engine

BODY = fake(30)
TOKEN = b"ghp_" + (BODY + crc32_base62(BODY)).encode()


def filled(size: int) -> bytes:
    return (b"all is well here\n" * (size // 17 + 1))[:size]


@pytest.mark.parametrize("at", [0, 1, len(TOKEN) // 2, len(TOKEN) - 1, len(TOKEN)])
@pytest.mark.parametrize("cut", [PIECE, 2 * PIECE])
def test_a_secret_across_a_cut_is_seen(at: int, cut: int) -> None:
    out = io.BytesIO()
    guard = Guard(out, [engine(Level.SECRETS).find_bytes])
    guard.write(filled(cut - at - 1) + b" " + TOKEN + b" " + filled(100))
    with pytest.raises(Leak, match="nothing was written"):
        guard.finish()
    assert out.getvalue() == b""


def test_every_stretch_as_long_as_the_overlap_is_looked_at_whole() -> None:
    data = filled(3 * PIECE + 5)
    looked: list[bytes] = []

    def watch(seen: bytes) -> list[Span]:
        looked.append(seen)
        return []

    out = io.BytesIO()
    guard = Guard(out, [watch])
    guard.write(data)
    guard.finish()
    assert out.getvalue() == data
    assert [len(each) for each in looked] == [PIECE, PIECE + OVERLAP, PIECE + OVERLAP, 5 + OVERLAP]
    assert looked[0] + b"".join(each[OVERLAP:] for each in looked[1:]) == data
    assert all(after.startswith(before[-OVERLAP:]) for before, after in pairwise(looked))


@pytest.mark.parametrize("size", [10, PIECE, 5 * PIECE])
def test_nothing_is_passed_on_before_the_last_look(size: int) -> None:
    out = io.BytesIO()
    guard = Guard(out, [engine(Level.SECRETS).find_bytes])
    for piece in (filled(size), b" " + TOKEN + b" "):
        guard.write(piece)
        assert out.getvalue() == b""
    with pytest.raises(Leak, match=r"still holds a auth_token \(SEC010\) near byte \d+: nothing was written"):
        guard.finish()
    assert out.getvalue() == b""


def test_what_is_learned_at_the_end_is_looked_for_from_the_beginning() -> None:
    known: list[bytes] = []

    def watch(seen: bytes) -> list[Span]:
        return [Span(seen.find(each), seen.find(each) + 1, "password", "SEC900") for each in known if each in seen]

    guard = Guard(io.BytesIO(), [watch])
    guard.write(b"hunter22 " + filled(2 * PIECE))
    known.append(b"hunter22")
    with pytest.raises(Leak, match="near byte 0"):
        guard.finish()


def test_a_callers_stream_gets_nothing_of_an_output_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that is not ours to roll back, with more than a piece before the secret."""
    from steno.passes.redact import Redact

    monkeypatch.setattr(Redact, "run", lambda self, trace, report: trace)  # a redaction that misses everything
    record = b'{"type":"user","uuid":"u%d","sessionId":"s","message":{"role":"user","content":"%s"}}\n'
    lines = [record % (number, filled(1 << 20).replace(b"\n", b" ")) for number in range(6)]
    source = io.BytesIO(b"".join([*lines, record % (7, b"use " + TOKEN)]))
    out = io.BytesIO()
    with pytest.raises(Leak, match="nothing was written"):
        steno.convert(steno.read(source, format="claude-code"), "open-token", out, options=["redact=secrets"])
    assert out.getvalue() == b""
