"""A page that needs no server, opened from a file: it shows the session, and asks nobody for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.given.browser import Alone, alone
from tests.given.machine import dialogue, lines, steno
from tests.given.single import blocks, everything_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
DRAWN = "document.querySelectorAll('.ev:not(.grey)').length > 5"


def made(session: Path, folder: Path, *more: str) -> Path:
    page = folder / f"{session.stem}.html"
    code, _, said = steno("html", str(session), "-o", str(page), *more, home=folder)
    assert code == 0, said
    return page


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(EXAMPLE, tmp_path_factory.mktemp("page"))


@pytest.fixture
def page(browser: Browser, file: Path) -> Iterator[Alone]:
    with alone(browser) as found:
        found.open(file).until(DRAWN)
        yield found


def test_it_shows_events_outline_map_and_inspector(page: Alone) -> None:
    page.chosen(2)
    page.until("document.querySelectorAll('.outline .ol').length > 10")
    assert page.ask("document.title") == "Tide table one hour off after the clock change · Steno"
    page.press("!")
    page.chosen(6)
    page.until("document.querySelector('#ibody').innerText.includes('1 failed, 41 passed')")
    page.press("v")
    page.until("document.querySelectorAll('.evt tbody tr').length > 5")
    page.press("x")
    page.until("document.querySelector('.rawb')")
    page.press("o")
    page.until("document.querySelectorAll('.lossf').length > 3")


def test_the_lists_are_those_of_the_server(page: Alone) -> None:
    page.press("1")
    page.until("document.querySelectorAll('.vl-box .ev').length === 3")
    page.press("5")
    page.until("document.querySelectorAll('.vl-box .ev').length > 20")
    page.press("e")
    page.until("document.querySelectorAll('.vl-box .ev').length === 1")
    assert page.ask("document.querySelector('.vl-box .ev').dataset.n") == "6"
    page.page.go_back()
    page.until("document.querySelectorAll('.vl-box .ev').length > 20")


def test_find_and_the_palette_search_the_page(page: Alone) -> None:
    page.press("/")
    page.page.keyboard.type("PYTEST")
    page.until("/^1 of \\d/.test(document.querySelector('.findbar .tn').textContent)")
    page.press("Escape", "Control+k")
    page.page.keyboard.type("fromtimestamp")
    page.until("document.querySelectorAll('.pal-r mark').length > 2")
    page.press("Enter")
    page.until("!document.querySelector('dialog[open]') && document.querySelector('.ev.on')")
    page.until("document.querySelector('.ev.on')?.innerText.includes('fromtimestamp')")
    assert page.ask("new URLSearchParams(location.search).get('e')") == "5"


def test_it_is_masked_and_says_so_whatever_is_pressed(page: Alone, file: Path) -> None:
    secret = "sk-ant-" + EXAMPLE.read_text(encoding="utf-8").partition("sk-ant-")[2].partition("\\n")[0]
    assert secret not in everything_in(file)
    page.press("M")
    page.until("document.body.innerText.includes('This page was made masked')")
    page.page.goto(page.page.url.partition("?")[0] + "?e=11&mask=0")
    page.until("document.querySelector('#ibody .redacted')")


def test_links_of_the_frame_lead_nowhere(page: Alone) -> None:
    before = page.ask("location.pathname")
    page.page.evaluate("document.querySelector('.brand').click()")
    page.press("Control+k")
    page.page.keyboard.type("> all sessions")
    page.press("Enter")
    page.until("document.body.innerText.includes('This page holds one session')")
    assert page.ask("location.pathname") == before
    assert page.ask(DRAWN)


def test_its_policy_forbids_everything_that_is_not_its_own(file: Path) -> None:
    text = file.read_text("utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert len(re.findall(r"<script(?! type=\"application/x-steno\")", text)) == 1
    assert not re.search(r"https?://(?!www\.w3\.org)", text.partition("<body>")[0])


def test_a_long_session_says_what_is_not_in_it(browser: Browser, tmp_path: Path) -> None:
    many = [record for turn in range(300) for record in dialogue(f"s{turn}", prompt=f"Turn {turn}")]
    for number, record in enumerate(many):
        record.update(uuid=f"u{number}", sessionId="long")
    session = tmp_path / "long.jsonl"
    session.write_bytes(lines(many))
    file = made(session, tmp_path)
    assert not blocks(file)["head"]["detailed"]
    assert {"rows-0", "rows-1", "full-1"} <= set(blocks(file))
    with alone(browser) as page:
        page.open(file).until(DRAWN)
        page.press("G", "x")
        page.until("document.querySelector('#ibody').innerText.includes('The record itself is not in this page')")
        page.press("v")
        page.until("document.querySelector('#ibody').innerText.includes('is not in this page')")
        page.press("/")
        page.page.keyboard.type("Turn 299")
        page.until("/^1 of \\d/.test(document.querySelector('.findbar .tn').textContent)")


def test_a_long_text_is_whole_in_the_page(browser: Browser, tmp_path: Path) -> None:
    session = tmp_path / "deep.jsonl"
    text = "\n".join(f"line {n} 😀" for n in range(9000))
    session.write_bytes(lines(dialogue("deep", output=text)))
    file = made(session, tmp_path)
    (whole,) = [each for name, each in blocks(file).items() if name.startswith("texts-")]
    assert list(whole.values()) == [text]
    with alone(browser) as page:
        page.open(file).until("document.querySelectorAll('.ev:not(.grey)').length > 2")
        page.press("/")
        page.page.keyboard.type("line 8999")
        page.until("document.querySelector('.ev.on.found')")
        for _ in range(12):
            page.page.evaluate("document.querySelector('#ibody .p-result button.more')?.click()")
            page.page.wait_for_timeout(60)
        page.until("document.querySelector('#ibody .p-result').innerText.includes('line 8999 😀')")
