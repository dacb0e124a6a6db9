"""Subscribers see what is written, in order, and see where they missed something; the file never waits for them."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from steno.record import Event, Gap, Recorder, RecordError, Subscriber, Subscription

STEP = {"name": "s", "kind": "agent"}


def recorder(path: Path, **more: Any) -> Recorder:
    return Recorder(path / "run.jsonl", run_id="r", **more)


def fill(target: Recorder, count: int) -> None:
    for number in range(count):
        target.record(type="step.started", iteration=number, payload=STEP)


def said(items: list[Event | Gap]) -> list[int | Gap]:
    return [item if isinstance(item, Gap) else item.seq for item in items]


def take(subscription: Subscription, count: int) -> list[int | Gap]:
    return said([next(subscription) for _ in range(count)])


def test_an_event_is_in_the_file_before_a_subscriber_has_it(tmp_path: Path) -> None:  # RecordWritesThenBroadcasts
    with recorder(tmp_path) as target, target.subscribe() as live:
        seen: list[tuple[Event | Gap, bytes]] = []
        watcher = threading.Thread(target=lambda: seen.extend((item, target.path.read_bytes()) for item in live))
        watcher.start()
        written = [target.record(type="step.started", iteration=number, payload=STEP) for number in range(50)]
        target.close()
        watcher.join(10)
    assert [event for event, _ in seen] == written
    for event, file in seen:
        assert isinstance(event, Event)
        assert f'"seq":{event.seq},'.encode() in file


def test_what_cannot_be_written_is_not_seen(tmp_path: Path) -> None:  # RecordWriterFailureDoesNotBroadcast
    (tmp_path / "run.jsonl").mkdir()
    with recorder(tmp_path) as target:
        live = target.subscribe()
        with pytest.raises(RecordError):
            fill(target, 1)
    assert list(live) == []


def test_every_subscriber_gets_every_event(tmp_path: Path) -> None:  # Subscribe_MultipleSubscribers
    with recorder(tmp_path) as target:
        some = [target.subscribe() for _ in range(3)]
        fill(target, 5)
    assert [said(list(each)) for each in some] == [[1, 2, 3, 4, 5]] * 3


def test_a_full_buffer_drops_the_newest_and_the_subscriber_sees_the_gap(tmp_path: Path) -> None:
    # BoundedBufferDropsNewest, StatsExposeDropCount, A21
    with recorder(tmp_path) as target:
        live = target.subscribe(3)
        fill(target, 5)
        assert target.stats().subscribers == (Subscriber(live.id, waiting=3, delivered=0, dropped=2),)
        assert take(live, 1) == [1]
        fill(target, 2)
        assert take(live, 4) == [2, 3, Gap(4, 5, 2), 6]
        assert take(live, 1) == [Gap(7, 7, 1)]
        fill(target, 1)
        assert take(live, 1) == [8]
        fill(target, 5)
        assert target.stats().dropped == 5
    assert said(list(live)) == [9, 10, 11, Gap(12, 13, 2)]
    assert [json.loads(line)["seq"] for line in target.path.read_bytes().splitlines()] == list(range(1, 14))


def test_each_subscriber_has_its_own_buffer_and_count(tmp_path: Path) -> None:  # MultipleSubscribersIndependentDrops
    with recorder(tmp_path, buffer=4) as target:
        small, usual, large = target.subscribe(1), target.subscribe(), target.subscribe(10)
        fill(target, 6)
        assert [each.dropped for each in target.stats().subscribers] == [5, 2, 0]
        small.close()
        assert ([each.id for each in target.stats().subscribers], target.stats().dropped) == ([usual.id, large.id], 7)


def test_the_usual_buffer_is_256_events(tmp_path: Path) -> None:  # NewFanOutWithDefaults
    with recorder(tmp_path) as target:
        live = target.subscribe()
        fill(target, 257)
    assert said(list(live)) == [*range(1, 257), Gap(257, 257, 1)]


@pytest.mark.parametrize("buffer", [0, -1, 1.5, True])
def test_a_buffer_holds_at_least_one_event(tmp_path: Path, buffer: Any) -> None:  # A20
    with recorder(tmp_path) as target, pytest.raises(ValueError, match="expected a whole number of at least 1"):
        target.subscribe(buffer)


def test_a_warning_a_second_says_who_does_not_keep_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    # RateLimitedWarnPerSubscriber, WithRecorderLogger
    with recorder(tmp_path) as target, caplog.at_level(logging.WARNING, "steno.record"):
        target.subscribe(1)
        other = target.subscribe(2)
        fill(target, 50)
        time.sleep(1.05)
        fill(target, 10)
    texts = [record.getMessage() for record in caplog.records]
    assert [text.removeprefix(f"{target.path}: subscriber ") for text in texts] == [
        "1 does not keep up: 1 events dropped since the last warning, 1 in all",
        "2 does not keep up: 1 events dropped since the last warning, 1 in all",
        "1 does not keep up: 49 events dropped since the last warning, 50 in all",
        "2 does not keep up: 48 events dropped since the last warning, 49 in all",
    ]
    assert other.id == 2


def test_whoever_hears_the_warning_may_record(tmp_path: Path) -> None:
    class Echo(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            target.record(type="run.completed")

    logger, echo = logging.getLogger("steno.record"), Echo()
    logger.addHandler(echo)
    try:
        with recorder(tmp_path) as target:
            target.subscribe(1)
            fill(target, 2)
    finally:
        logger.removeHandler(echo)
    assert [json.loads(line)["type"] for line in target.path.read_bytes().splitlines()] == [
        "step.started", "step.started", "run.completed",
    ]  # fmt: skip


def test_a_stalled_subscriber_does_not_hold_up_the_file(tmp_path: Path) -> None:
    # SlowSubscriberDoesNotBlockProducer, SlowSubscriber_DoesNotBlockDiskWrites
    with recorder(tmp_path) as target:
        live = target.subscribe(1)
        fill(target, 2000)
        assert target.stats().events == 2000
    assert said(list(live)) == [1, Gap(2, 2000, 1999)]


def test_closing_a_subscription_wakes_who_waits_and_may_be_done_again(tmp_path: Path) -> None:
    # IdempotentSubscriberCancel, SubscribeCancelIdempotent
    with recorder(tmp_path) as target:
        live = target.subscribe()
        waiting = threading.Thread(target=lambda: list(live))
        waiting.start()
        time.sleep(0.02)
        live.close()
        live.close()
        waiting.join(10)
        assert not waiting.is_alive()
        fill(target, 1)
        assert (list(live), target.stats().subscribers) == ([], ())


def test_closing_the_recorder_ends_every_subscription_and_keeps_what_is_buffered(tmp_path: Path) -> None:
    # CloseClosesAllSubscribers, PublishAfterCloseDoesNotCrash, SubscribeAfterCloseReturnsNilChannel
    target = recorder(tmp_path)
    live = target.subscribe()
    waiting: list[Event | Gap] = []
    thread = threading.Thread(target=lambda: waiting.extend(target.subscribe()))
    thread.start()
    fill(target, 2)
    target.close()
    thread.join(10)
    assert not thread.is_alive()
    assert said(list(live)) == [1, 2]
    assert list(target.subscribe()) == []


# From the file


def test_a_late_subscriber_gets_the_file_and_then_what_is_written(tmp_path: Path) -> None:  # A22
    with recorder(tmp_path) as earlier:
        fill(earlier, 3)
    with recorder(tmp_path) as target:
        fill(target, 2)
        late = target.subscribe(2, replay=True)
        fill(target, 10)
        assert take(late, 15) == list(range(1, 16))
        fill(target, 2)
        assert take(late, 2) == [16, 17]
    assert target.stats().dropped == 0


def test_a_replay_of_a_file_that_is_not_open_yet_repairs_it_first(tmp_path: Path) -> None:
    with recorder(tmp_path) as earlier:
        fill(earlier, 2)
    with earlier.path.open("r+b") as file:
        file.seek(-1, 2)
        file.truncate()
    with recorder(tmp_path) as target:
        late, fresh = target.subscribe(replay=True), target.subscribe()
        fill(target, 1)
        assert take(late, 3) == [1, 2, 3]
        assert take(fresh, 1) == [3]


def test_who_subscribes_before_the_file_is_opened_misses_nothing(tmp_path: Path) -> None:
    with recorder(tmp_path) as earlier:
        fill(earlier, 4)
    with recorder(tmp_path) as target:
        live = target.subscribe()
        fill(target, 2)
    assert said(list(live)) == [5, 6]


def test_a_replay_of_nothing_is_live(tmp_path: Path) -> None:
    with recorder(tmp_path) as target:
        late = target.subscribe(replay=True)
        assert not target.path.exists()
        fill(target, 2)
    assert said(list(late)) == [1, 2]


def test_a_replay_after_closing_gives_the_file_and_ends(tmp_path: Path) -> None:
    with recorder(tmp_path) as target:
        fill(target, 300)
    assert said(list(target.subscribe(replay=True))) == list(range(1, 301))


def test_a_replay_says_which_line_it_leaves_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "run.jsonl"
    with recorder(tmp_path) as earlier:
        fill(earlier, 1)
    with path.open("ab") as file:
        file.write(b"no event\n\n")
    with recorder(tmp_path) as target, caplog.at_level(logging.WARNING, "steno.record"):
        fill(target, 1)
        late = target.subscribe(replay=True)
        assert take(late, 2) == [1, 2]
    assert [record.getMessage().partition(" not an event")[0] for record in caplog.records] == [f"{path}:2:"]


def test_no_event_is_lost_or_doubled_where_a_replay_becomes_live(tmp_path: Path) -> None:  # A22, under load
    with recorder(tmp_path) as target:
        fill(target, 500)
        writers = [threading.Thread(target=fill, args=(target, 1500)) for _ in range(2)]
        got: list[list[Event | Gap]] = [[] for _ in range(4)]

        def watch(number: int) -> None:
            got[number].extend(target.subscribe(100_000, replay=True))

        watchers = [threading.Thread(target=watch, args=(number,)) for number in range(4)]
        for thread in (*writers, *watchers):
            thread.start()
        for thread in writers:
            thread.join()
        target.close()
        for thread in watchers:
            thread.join(20)
    assert [said(each) for each in got] == [list(range(1, 3501))] * 4


# Asynchronous


def test_an_asynchronous_subscriber_sees_what_other_threads_write(tmp_path: Path) -> None:
    async def main() -> list[int | Gap]:
        with recorder(tmp_path) as target:
            live = target.subscribe(10_000)
            writers = [threading.Thread(target=fill, args=(target, 500)) for _ in range(3)]
            for writer in writers:
                writer.start()
            seen = [await anext(live) for _ in range(1500)]
            for writer in writers:
                writer.join()
            return said(seen)

    assert asyncio.run(main()) == list(range(1, 1501))


def test_a_task_records_and_another_one_watches(tmp_path: Path) -> None:
    async def main() -> list[int | Gap]:
        target = recorder(tmp_path)

        async def watch() -> list[Event | Gap]:
            return [item async for item in target.subscribe()]

        watching = asyncio.create_task(watch())
        for _ in range(5):
            await asyncio.sleep(0)
            fill(target, 2)
        target.close()
        return said(await watching)

    assert asyncio.run(main()) == list(range(1, 11))


def test_a_busy_subscriber_lets_other_tasks_run(tmp_path: Path) -> None:
    async def main() -> int:
        with recorder(tmp_path) as target:
            live = target.subscribe(1000)
            fill(target, 1000)
            turns = 0

            async def other() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            beside = asyncio.create_task(other())
            for _ in range(1000):
                await anext(live)
            beside.cancel()
            return turns

    assert asyncio.run(main()) >= 10


def test_a_wait_that_is_given_up_loses_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    async def main() -> tuple[list[int | Gap], int]:
        with recorder(tmp_path) as target:
            live = target.subscribe()
            for _ in range(20):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(anext(live), 0.001)
            left = len(live._alarms)
            fill(target, 2)
            return said([await anext(live), await anext(live)]), left

    assert asyncio.run(main()) == ([1, 2], 0)


def test_a_loop_that_is_gone_does_not_hold_up_the_recorder(tmp_path: Path) -> None:
    with recorder(tmp_path) as target:
        live = target.subscribe()
        loop = asyncio.new_event_loop()

        async def wait() -> Event | Gap:
            return await anext(live)

        task = loop.create_task(wait())
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
        fill(target, 2)
        assert take(live, 2) == [1, 2]
        task._log_destroy_pending = False  # type: ignore[attr-defined]  # it was left on purpose


def test_a_burst_wakes_the_loop_once(tmp_path: Path) -> None:
    class Counting(asyncio.SelectorEventLoop):
        woken = 0

        def call_soon_threadsafe(self, *given: Any, **more: Any) -> Any:  # type: ignore[override]
            self.woken += 1
            return super().call_soon_threadsafe(*given, **more)

    async def main(target: Recorder) -> int:
        live = target.subscribe()
        waiting = asyncio.ensure_future(anext(live))
        await asyncio.sleep(0)
        fill(target, 100)
        assert isinstance(first := await waiting, Event)
        assert said([first, *[await anext(live) for _ in range(99)]]) == list(range(1, 101))
        return loop.woken

    loop = Counting()
    try:
        with recorder(tmp_path) as target:
            assert loop.run_until_complete(main(target)) == 1
    finally:
        loop.close()


def test_a_replay_of_a_file_that_is_gone_is_an_error_of_one_sentence(tmp_path: Path) -> None:
    with Recorder(tmp_path / "run.jsonl") as target:
        target.record(type="run.started")
    target.path.unlink()
    with pytest.raises(RecordError, match=r"run\.jsonl: cannot be read again: No such file or directory$"):
        target.subscribe(replay=True)
