"""What axe-core finds on the screens, in both themes: nothing serious."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steno.api.view import Desk
from tests.given.browser import Looking, looking
from tests.given.page import Client, serving, world

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
AXE = ROOT / ".bench" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
EXAMPLE = ROOT / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
THEMES = ("light", "dark")


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not there: `make formatters` fetches it")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sessions")
    shutil.copytree(EXAMPLE.with_suffix(""), folder / EXAMPLE.stem)
    shutil.copy(EXAMPLE, folder)
    return folder


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(world(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def client(desk: Desk, folder: Path) -> Iterator[Client]:
    with serving(desk, folder) as client:
        yield client


def serious(page: Looking, axe: str) -> list[str]:
    """What keeps somebody from using the page, by rule and place."""
    page.page.evaluate(axe)
    found: dict[str, Any] = page.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert found["passes"], "axe looked at nothing"
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_every_screen_beside_the_sessions_can_be_used_by_everybody(
    browser: Browser, client: Client, axe: str, theme: str
) -> None:
    with looking(browser, client, color_scheme=theme) as page:
        page.open("/").until("document.querySelector('.srow a')")
        assert serious(page, axe) == []
        places = page.ask("[...document.querySelectorAll('.nav a')].map((a) => a.getAttribute('href'))")
        for place in places[1:]:
            page.open(place)
            page.until("document.querySelector('main')?.innerText.length > 40")
            assert serious(page, axe) == [], place


@pytest.mark.parametrize("theme", THEMES)
def test_every_view_of_a_session_can_be_used_by_everybody(
    browser: Browser, client: Client, desk: Desk, folder: Path, axe: str, theme: str
) -> None:
    key = desk.named(str(folder / EXAMPLE.name))
    with looking(browser, client, color_scheme=theme) as page:
        page.open(f"/s/{key}?e=6").chosen(6)
        page.until("document.querySelector('#ibody .isec') && document.querySelectorAll('.outline .ol').length > 5")
        assert serious(page, axe) == []
        for tab in "xvop":
            page.press(tab)
            page.until("document.querySelector('#ibody .ibox')")
            assert serious(page, axe) == [], tab
        page.press("Control+k")
        page.until("document.querySelector('dialog[open] .pal-r')")
        assert serious(page, axe) == []
