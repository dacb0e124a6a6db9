"""The collector pauses, and what was made meanwhile is old afterwards where it is kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from steno.base.memory import uncollected


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    gc.enable()
    yield
    gc.unfreeze()
    gc.enable()


def is_old(thing: object) -> bool:
    return any(each is thing for each in gc.get_objects(generation=2))


@pytest.mark.parametrize("kept", [True, False])
def test_the_collector_pauses_inside_and_goes_on_afterwards(kept: bool) -> None:
    with uncollected(kept=kept):
        assert not gc.isenabled()
        with uncollected(kept=kept):
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_kept_is_old_afterwards_and_can_still_be_collected() -> None:
    with uncollected(kept=True):
        made: list[object] = []
        made.append(made)
    assert is_old(made)
    assert gc.get_freeze_count() == 0


def test_what_somebody_else_froze_stays_frozen() -> None:
    gc.freeze()
    with uncollected(kept=True):
        made: list[object] = []
    assert gc.get_freeze_count() > 0
    assert not is_old(made)
