"""One browser for all tests of the page in this process, and a page before an example that each module names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.api.view import Desk
from tests.given.browser import Looking, chromium, looking
from tests.given.page import Client, serving, world

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """To start it takes longer than any test."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(world(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def client(desk: Desk, example: Path) -> Iterator[Client]:
    with serving(desk, example.parent) as client:
        yield client


@pytest.fixture(scope="module")
def key(desk: Desk, example: Path) -> str:
    return desk.named(str(example))


@pytest.fixture
def page(browser: Browser, client: Client) -> Iterator[Looking]:
    with looking(browser, client) as found:
        yield found
