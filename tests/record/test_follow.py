"""Following a file that grows."""

from __future__ import annotations

import os
import queue
import resource
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from steno.base.files import Unreadable
from steno.record.follow import Change, Follower
from steno.record.wake import Inotify, Polling, Wake, wake
from tests.given.timing import PATIENCE

WAKES = ["polling", *(["inotify"] if sys.platform == "linux" else [])]

Seen = tuple[int, bytes] | tuple[Change, int]


class Watching:
    """What a follower in another thread has seen, in order."""

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        self.seen: queue.Queue[Seen] = queue.Queue()

    def run(self) -> None:
        with self.follower:
            for each in self.follower:
                self.seen.put(each)

    def next(self, count: int = 1, timeout: float = PATIENCE) -> list[Seen]:
        return [self.seen.get(timeout=timeout) for _ in range(count)]

    def until_seen(self, position: int) -> None:
        """Wait until it has looked at the bytes up to there, which make no line yet."""
        deadline = time.monotonic() + PATIENCE
        while self.follower._seen < position:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def nothing(self, seconds: float = 0.3) -> bool:
        time.sleep(seconds)
        return self.seen.empty()


def made(name: str) -> Wake:
    return Polling() if name == "polling" else Inotify()


@contextmanager
def watching(path: Path, how: str, offset: int = 0) -> Iterator[Watching]:
    seen: list[Watching] = []
    follower = Follower(path, tell=lambda change, lost: seen[0].seen.put((change, lost)), waker=made(how))
    seen.append(Watching(follower))
    if offset:
        follower.open()
        follower.seek(offset)
    thread = threading.Thread(target=seen[0].run)
    thread.start()
    try:
        yield seen[0]
    finally:
        follower.close()
        thread.join(10)
        assert not thread.is_alive()


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


@pytest.mark.parametrize("how", WAKES)
def test_lines_come_as_they_are_written_several_at_a_time(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\n")
    with watching(path, how) as watch:
        assert watch.next(2) == [(0, b"one\n"), (4, b"two\n")]
        append(path, b"three\nfour\n\nfive\r\n")
        assert watch.next(4) == [(8, b"three\n"), (14, b"four\n"), (19, b"\n"), (20, b"five\r\n")]
        assert watch.follower.offset == path.stat().st_size
        assert watch.nothing()


@pytest.mark.parametrize("how", WAKES)
def test_a_line_comes_when_its_end_comes(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\nhal")
    with watching(path, how) as watch:
        assert watch.next() == [(0, b"one\n")]
        append(path, b"f a ")
        assert watch.nothing()
        assert watch.follower.offset == 4
        append(path, b"line\nmo")
        assert watch.next() == [(4, b"half a line\n")]
        append(path, b"re\n")
        assert watch.next() == [(16, b"more\n")]


def test_a_lone_carriage_return_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"a\rb\x0b\x1cc\n")
    assert list(Follower(path, grows=False)) == [(0, b"a\rb\x0b\x1cc\n")]


@pytest.mark.parametrize("how", WAKES)
def test_an_offset_resumes_without_a_gap_and_without_a_repeat(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\nthr")
    with watching(path, how) as watch:
        watch.next(2)
        offset = watch.follower.offset
    append(path, b"ee\nfour\n")
    with watching(path, how, offset) as watch:
        assert watch.next(2) == [(8, b"three\n"), (14, b"four\n")]


@pytest.mark.parametrize("how", WAKES)
def test_a_file_that_is_not_there_yet_is_waited_for(tmp_path: Path, how: str) -> None:
    path = tmp_path / "later" / "a.jsonl"
    with watching(path, how) as watch:
        assert watch.next() == [(Change.WAITING, 0)]
        path.parent.mkdir()
        time.sleep(0.25)
        path.write_bytes(b"one\n")
        assert watch.next() == [(0, b"one\n")]
        append(path, b"two\n")
        assert watch.next() == [(4, b"two\n")]


@pytest.mark.parametrize("how", WAKES)
def test_a_truncated_file_is_said_and_read_from_its_start(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\n")
    with watching(path, how) as watch:
        watch.next(2)
        os.truncate(path, 0)
        assert watch.next() == [(Change.TRUNCATED, 0)]
        append(path, b"new\n")
        assert watch.next() == [(0, b"new\n")]


@pytest.mark.parametrize("how", WAKES)
def test_a_file_that_was_rewritten_longer_than_before_is_noticed(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n")
    with watching(path, how) as watch:
        watch.next()
        with path.open("r+b") as file:  # in one write, so that no look falls between
            file.write(b"an other beginning\n")
        assert watch.next(2) == [(Change.REWRITTEN, 0), (0, b"an other beginning\n")]


@pytest.mark.parametrize("how", WAKES)
def test_an_unfinished_line_that_its_writer_takes_back_is_never_glued_to_the_next(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n{torn")
    with watching(path, how) as watch:
        watch.next()
        watch.until_seen(9)
        os.truncate(path, 4)
        assert watch.next() == [(Change.TAKEN_BACK, 5)]
        append(path, b"{tor")
        watch.until_seen(8)
        with path.open("r+b") as file:  # taken back, and already longer than it was
            file.seek(4)
            file.write(b'{"a":1}\n{"b":2}\n')
        assert watch.next(2) == [(4, b'{"a":1}\n'), (12, b'{"b":2}\n')]


@pytest.mark.parametrize("how", WAKES)
def test_rotation_reads_the_old_file_to_its_end_and_then_the_new_one(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n")
    with watching(path, how) as watch, path.open("ab") as old:
        watch.next()
        path.rename(tmp_path / "a.jsonl.1")
        assert watch.next() == [(Change.GONE, 0)]
        old.write(b"two\nthr")
        old.flush()
        assert watch.next() == [(4, b"two\n")]
        path.write_bytes(b"new\n")
        assert watch.next(2) == [(Change.REPLACED, 3), (0, b"new\n")]
        append(path, b"newer\n")
        assert watch.next() == [(4, b"newer\n")]


@pytest.mark.parametrize("how", WAKES)
def test_a_file_put_in_place_of_another_is_followed(tmp_path: Path, how: str) -> None:
    path, other = tmp_path / "a.jsonl", tmp_path / "b"
    path.write_bytes(b"one\n")
    other.write_bytes(b"1\n2\n")
    with watching(path, how) as watch:
        watch.next()
        other.replace(path)
        assert watch.next(3) == [(Change.REPLACED, 0), (0, b"1\n"), (2, b"2\n")]
        append(path, b"3\n")
        assert watch.next() == [(4, b"3\n")]


@pytest.mark.parametrize("how", WAKES)
def test_a_deleted_file_is_said_once_and_its_successor_followed(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n")
    with watching(path, how) as watch:
        watch.next()
        path.unlink()
        assert watch.next() == [(Change.GONE, 0)]
        assert watch.nothing()
        path.write_bytes(b"one\n")
        assert watch.next(2) == [(Change.REPLACED, 0), (0, b"one\n")]


def test_a_link_that_is_turned_to_another_file_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "current.jsonl"
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(name.encode() + b"\n")
    path.symlink_to("a")
    with watching(path, WAKES[-1]) as watch:
        assert watch.next() == [(0, b"a\n")]
        (tmp_path / "link").symlink_to("b")
        (tmp_path / "link").replace(path)
        assert watch.next(2) == [(Change.REPLACED, 0), (0, b"b\n")]


def test_a_line_of_many_pieces_is_whole_and_read_in_linear_time(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    long = b"x" * 5_000_000 + b"\n"
    path.write_bytes(b"one\n" + long + b"two\n")
    assert list(Follower(path, grows=False)) == [(0, b"one\n"), (4, long), (4 + len(long), b"two\n")]


def test_without_following_it_ends_where_the_file_ended_when_it_was_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntw")
    with Follower(path, grows=False) as follower:
        assert follower.open()
        append(path, b"o\nthree\n")
        assert list(follower) == [(0, b"one\n")]
        assert (follower.offset, follower.rest()) == (4, b"tw")


@pytest.mark.parametrize(
    ("text", "count", "grows", "expected"),
    [
        (b"", 3, True, 0),
        (b"a\nb\nc\n", 0, True, 6),
        (b"a\nb\nc\n", 1, True, 4),
        (b"a\nb\nc\n", 3, True, 0),
        (b"a\nb\nc\n", 9, True, 0),
        (b"a\nb\nc", 1, True, 2),
        (b"a\nb\nc", 1, False, 4),
        (b"a\nb\nc", 2, False, 2),
        (b"abc", 1, False, 0),
        (b"x" * 3_000_000 + b"\n" + b"y" * 3_000_000 + b"\nz\n", 2, True, 3_000_001),
    ],
)
def test_the_last_lines_are_found_from_the_end(
    tmp_path: Path, text: bytes, count: int, grows: bool, expected: int
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    with Follower(path, grows=grows) as follower:
        follower.open()
        assert follower.last(count) == expected


def test_a_line_knows_its_number_wherever_reading_began(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"a\nb\nc\nd\n")
    with Follower(path, grows=False) as follower:
        follower.open()
        assert [follower.number(offset) for offset in (4, 6, 0)] == [3, 4, 1]


@pytest.mark.parametrize("how", WAKES)
def test_what_cannot_be_followed_says_why(tmp_path: Path, how: str) -> None:
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(b"\x1f\x8b\x08\x00 and so on")
    for path, message in (
        (packed, f"{packed}: compressed, so it cannot be followed; `steno show` reads it"),
        (tmp_path, f"{tmp_path}: a directory, expected a session file"),
    ):
        with Follower(path, waker=made(how)) as follower, pytest.raises(Unreadable) as caught:
            follower.open()
        assert str(caught.value) == message


def test_a_missing_file_that_is_not_followed_cannot_be_read(tmp_path: Path) -> None:
    with Follower(tmp_path / "a", grows=False) as follower, pytest.raises(Unreadable, match="no such file"):
        list(follower)


@pytest.mark.parametrize("how", WAKES)
def test_an_idle_follower_costs_next_to_nothing(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n")
    with watching(path, how) as watch:
        watch.next()
        before = resource.getrusage(resource.RUSAGE_SELF)
        time.sleep(1)
        after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.05


class Counted(Polling if sys.platform != "linux" else Inotify):  # type: ignore[misc]
    """Counts how often it was asked to wait."""

    waits = 0

    def wait(self) -> None:
        self.waits += 1
        super().wait()


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
@pytest.mark.parametrize("early", [False, True])
def test_with_inotify_nothing_is_looked_at_before_something_happens(tmp_path: Path, early: bool) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n")
    counted = Counted()
    follower = Follower(path, waker=counted)
    if early:
        assert follower.open()
    watch = Watching(follower)
    thread = threading.Thread(target=watch.run)
    thread.start()
    watch.next()
    time.sleep(0.5)
    (tmp_path / "b.jsonl").write_bytes(b"another file is written\n")
    time.sleep(0.5)
    follower.close()
    thread.join(10)
    # The first, one for the name that came beside it, and a few where the machine is slow; the clock would make ten.
    assert counted.waits <= 5


@pytest.mark.parametrize("how", WAKES)
def test_a_pipe_that_nobody_reads_ends_the_wait(how: str) -> None:
    reading, writing = os.pipe()
    try:
        waiting: Wake = Polling(writing) if how == "polling" else Inotify(writing)
        os.close(reading)
        with pytest.raises(BrokenPipeError):
            waiting.wait()
    finally:
        os.close(writing)


def test_without_inotify_the_clock_is_asked() -> None:
    assert isinstance(wake(inotify=False), Polling)
    assert isinstance(wake(), Inotify if sys.platform == "linux" else Polling)


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_where_no_more_inotify_is_to_be_had_the_clock_is_asked() -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = os.dup(0)
    os.close(highest)
    wake()  # what it imports must not need a descriptor now
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest, limit[1]))
    try:
        assert isinstance(wake(), Polling)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)
