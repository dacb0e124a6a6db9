"""Files are opened without waiting, decompressed by content, and written whole for their owner only."""

from __future__ import annotations

import gzip
import io
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from steno.base.files import Unreadable, damage, opened, peek, private_directory, written


def test_a_file_appears_whole_and_private(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with written(target) as stream:
        stream.write(b"data")
        assert not target.exists()
    assert target.read_bytes() == b"data"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_failure_leaves_nothing_and_keeps_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError), written(target) as stream:
        stream.write(b"half")
        raise RuntimeError
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"out": b"old"}


def test_a_private_directory_is_for_its_owner(tmp_path: Path) -> None:
    made = private_directory(tmp_path / "a" / "b")
    assert [stat.S_IMODE(each.stat().st_mode) for each in (made, made.parent)] == [0o700, 0o700]


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress, zstandard.ZstdCompressor().compress])
def test_compression_is_seen_by_content(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(pack(b"line\n" * 100_000))
    with opened(path) as stream:
        assert peek(stream, 4) == b"line"
        assert stream.read() == b"line\n" * 100_000
        assert damage(stream) is None


def test_to_look_ahead_copies_nothing_else() -> None:
    data = b"line\n" * 100_000
    stream = io.BytesIO(data)
    assert peek(stream, 4) == b"line"
    assert stream.read() is data
    stream.seek(5)
    assert (peek(stream, 7), stream.tell()) == (b"line\nli", 5)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_what_comes_before_the_damage_is_read(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    whole = os.urandom(600_000)
    packed = pack(whole)
    path = tmp_path / "cut"
    path.write_bytes(packed[: len(packed) * 2 // 3])
    with opened(path) as stream:
        data = stream.read()
        assert data
        assert whole.startswith(data)
        assert damage(stream) is not None


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_a_small_truncated_file_gives_what_it_holds(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    whole = os.urandom(3000)
    path = tmp_path / "cut"
    path.write_bytes(pack(whole)[:-200])
    with opened(path) as stream:
        data = stream.read()
        assert whole.startswith(data)
        assert damage(stream) is not None
    if pack is gzip.compress:
        assert len(data) > 2500  # a Zstandard block is not decompressed before its end


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_several_frames_are_one_stream(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "frames"
    path.write_bytes(pack(b"one\n") + pack(b"two\n" * 200_000) + pack(b"three\n"))
    with opened(path) as stream:
        assert stream.read() == b"one\n" + b"two\n" * 200_000 + b"three\n"
        assert damage(stream) is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "no such file or directory"),
        (lambda path: path.mkdir(), "a directory, expected a session file"),
        (os.mkfifo, "not a regular file, expected a session file"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, make: Callable[[Path], None], message: str) -> None:
    path = tmp_path / "x"
    make(path)
    with pytest.raises(Unreadable) as caught, opened(path):
        pass
    assert str(caught.value) == f"{path}: {message}"
