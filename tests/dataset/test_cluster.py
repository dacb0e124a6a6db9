"""A Dask cluster on this machine's loopback: the same bytes as one process, and a killed worker costs nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steno.errors import UsageError
from tests.given.datasets import built, digests, given, taught

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes of its own"),
]
distributed = pytest.importorskip("distributed", reason="Dask is not installed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0", silence_logs=50,
    ) as made:  # fmt: skip
        yield made


def test_a_cluster_writes_the_same_bytes_as_one_process(tmp_path: Path, cluster: Any) -> None:
    built(given(tmp_path / "one", "sft", shares="{ train = 0.7, test = 0.3 }"))
    built(given(tmp_path / "many", "sft", shares="{ train = 0.7, test = 0.3 }"), cluster=cluster.scheduler_address)
    assert digests(tmp_path / "many") == digests(tmp_path / "one")


def test_a_cluster_masks_what_any_session_taught_with_the_same_bytes(tmp_path: Path, cluster: Any) -> None:
    built(taught(tmp_path / "one"))
    done = built(taught(tmp_path / "many"), cluster=cluster.scheduler_address)
    assert done.again == 3
    assert digests(tmp_path / "many") == digests(tmp_path / "one")


def test_a_worker_of_the_cluster_that_is_killed_costs_nothing(tmp_path: Path, cluster: Any) -> None:
    built(given(tmp_path / "one", count=40))
    given(tmp_path / "torn", count=40)
    pids = {worker.pid for worker in cluster.workers.values()}
    killed: list[int] = []

    def kill(label: str, done: Any = None, total: int = 0) -> None:
        if not killed:
            killed.append(min(pids))
            os.kill(killed[0], signal.SIGKILL)

    built(tmp_path / "torn", cluster=cluster.scheduler_address, progress=kill)
    assert killed
    assert digests(tmp_path / "torn") == digests(tmp_path / "one")


def test_a_scheduler_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no Dask scheduler answers"):
        built(given(tmp_path), cluster="tcp://127.0.0.1:1")
