"""What is packed too well to be a log is read up to a limit, and what was not read is said."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
import zstandard

from steno.base import files
from steno.base.files import damage, decompressed
from tests.given.machine import steno

MB = 1 << 20


def read(packed: bytes) -> tuple[int, str | None]:
    stream = decompressed(io.BytesIO(packed))
    size = 0
    while data := stream.read(MB):
        size += len(data)
    return size, damage(stream)


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


@pytest.mark.parametrize("packed", [gzip.compress, zstd])
def test_a_bomb_is_cut_off_with_a_word(packed, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(files, "_FREELY", MB)
    size, problem = read(packed(b"a" * (64 * MB)))
    assert size < 40 * MB
    assert problem == "cut off at 1 MB, 200 times its size or more: unpack it yourself to read the rest"


@pytest.mark.parametrize("packed", [gzip.compress, zstd])
def test_what_is_packed_well_is_read_whole(packed, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(files, "_FREELY", MB)
    data = b"".join(b'{"line": %d, "text": "the same words again and again"}\n' % number for number in range(90_000))
    assert read(packed(data)) == (len(data), None)
    assert read(packed(b"a" * MB)) == (MB, None)


def test_a_scan_of_a_bomb_does_not_end_as_clean(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    with gzip.open(path, "wb", compresslevel=6) as stream:
        for _ in range(300):
            stream.write(b"a" * MB)
    ended = steno("scan", str(path), home=tmp_path)
    assert (ended.code, "SRC041" in ended.out, "cut off at 256 MB" in ended.out) == (1, True, True), ended.out
