"""Sessions made to attack who looks at them: on no screen does anything of theirs run, load, or hide the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.api.view import Desk
from tests.given.browser import Alone, Looking, alone, looking
from tests.given.hostile_sessions import SOURCES, every_vector, odd_file, of_fixture
from tests.given.machine import claude, steno
from tests.given.page import Client, serving, world
from tests.given.vectors import VECTORS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ID = "11111111-2222-4333-8444-555555555555"
DRAWN = "document.querySelectorAll('.ev:not(.grey)').length"
MARKUP = (
    "script,img,image,style,iframe,object,embed,form,meta,base,link,video,audio,marquee,foreignObject,template,math"
)
"""Of these, none is ever made of what a session says."""
TABS = ("x", "v", "o", "p", "r")
WATCH = """
  window.__csp = [];
  addEventListener('securitypolicyviolation', (e) => window.__csp.push(e.violatedDirective + ' ' + e.blockedURI));
"""


def unharmed(page: Looking) -> None:
    """The page is as it was made: asked of a page that has drawn something."""
    assert page.ask("window.__pwned") is None
    assert page.ask("({}).polluted") is None
    assert page.ask("window.__csp") == []
    assert (
        page.ask(f"[...document.querySelectorAll('body > :not(script) :is({MARKUP})')].map((e) => e.outerHTML)") == []
    )
    handlers = "[...e.attributes].some((a) => a.name.startsWith('on') || a.name === 'style' && /url/.test(a.value))"
    assert page.ask(f"[...document.querySelectorAll('body *')].filter((e) => {handlers}).length") == 0
    schemes = set(page.ask("[...document.querySelectorAll('a[href]')].map((a) => a.protocol)"))
    assert schemes <= {"http:", "https:", "mailto:", "file:"}
    assert (
        page.ask("document.querySelector('.bar').checkVisibility() && getComputedStyle(document.body).display")
        != "none"
    )
    assert page.complaints == []
    assert page.outside == []


def walked(page: Looking, *, tabs: tuple[str, ...] = TABS) -> None:
    """From the first event to the last, through the outline, and through every tab of some."""
    page.until(f"{DRAWN} > 1")
    unharmed(page)
    page.press("5")
    page.until(f"location.search.includes('depth=5') && {DRAWN} > 1")
    page.until("document.querySelector('.outline .ol')?.innerText.length > 0")
    end, last = "document.querySelector('.ev.on')?.getAttribute('aria-posinset')", ""
    for _ in range(60):
        page.press("PageDown")
        page.until("document.querySelector('.ev.on') && !document.querySelector('.vl-box .grey')")
        if page.ask(end) == last:
            break
        last = page.ask(end)
        unharmed(page)
        page.press("l")
    page.until("document.querySelector('#ibody')?.innerText.length > 0")
    unharmed(page)
    inspected(page, tabs)
    assert page.ask(DRAWN) > 1


def inspected(page: Looking, tabs: tuple[str, ...]) -> None:
    """The chosen event and the three before it, in every tab."""
    for _ in range(4):
        for tab in tabs:
            page.press(tab)
            page.until("document.querySelector('#ibody .ibox, #ibody .isec')?.innerText.length > 0")
        unharmed(page)
        page.press("k")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    claude(home, ID, every_vector(ID))
    return home


@pytest.fixture(scope="module")
def desk(home: Path) -> Desk:
    return Desk(world(home))


@pytest.fixture(scope="module")
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        client.get("sessions")
        yield client


@pytest.fixture
def page(browser: Browser, client: Client) -> Iterator[Looking]:
    with looking(browser, client) as found:
        found.page.add_init_script(WATCH)
        yield found


def test_the_list_of_sessions_shows_hostile_titles_projects_and_branches(page: Looking) -> None:
    page.open("/").until("document.querySelector('.srow a')")
    assert "<script>window.__pwned=1</script>" in page.text()
    unharmed(page)


def test_every_vector_is_shown_as_text_in_every_field(page: Looking, client: Client) -> None:
    (row,) = client.get("sessions")["rows"]
    page.open(f"/s/{row['key']}")
    walked(page)
    shown = page.ask("document.body.innerText")
    assert "__pwned" in shown


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_is_shown_in_its_rows_and_in_the_inspector(page: Looking, client: Client, name: str) -> None:
    """The prompt and the calls that hold it alone, all of them in sight at once, and opened."""
    (session,) = client.get("sessions")["rows"]
    first = list(VECTORS).index(name) * 9 + 1
    page.open(f"/s/{session['key']}?e={first}&depth=5")
    page.until(f"document.querySelector('.ev.on')?.dataset.n === '{first}' && {DRAWN} > 5")
    page.until("document.querySelector('#ibody .p-text')?.innerText.includes('Prompt')")
    page.press("j", "j", "l", "j", "l", "j", "l", "j", "l")
    page.until("document.querySelectorAll('.ev .open').length > 2")
    unharmed(page)
    page.press("x")
    page.until("document.querySelector('#ibody .rawb')")
    unharmed(page)


def test_search_shows_hostile_hits(page: Looking) -> None:
    page.open("/").until("document.querySelector('.srow a')")
    page.press("Control+k")
    page.page.keyboard.type("onerror")
    page.until("document.querySelectorAll('.pal-r mark').length > 3")
    unharmed(page)
    page.press("Enter")
    page.until(f"{DRAWN} > 1")
    page.press("/")
    page.page.keyboard.type("<img")
    page.until("/^\\d+ of \\d/.test(document.querySelector('.findbar .tn').textContent)")
    unharmed(page)


@pytest.mark.parametrize("name", SOURCES)
def test_hostile_sessions_of_every_agent_are_shown(browser: Browser, name: str, tmp_path: Path) -> None:
    path = of_fixture(name, tmp_path)
    desk = Desk(world(tmp_path))
    with serving(desk, tmp_path) as client, looking(browser, client) as page:
        page.page.add_init_script(WATCH)
        page.open("/").until("document.querySelector('.srow a')")
        unharmed(page)
        page.open(f"/s/{desk.named(str(path))}")
        walked(page)


def test_lines_that_are_too_long_too_deep_or_no_text_are_shown(browser: Browser, tmp_path: Path) -> None:
    path = odd_file(tmp_path / "odd.jsonl")
    desk = Desk(world(tmp_path))
    with serving(desk, tmp_path) as client, looking(browser, client) as page:
        page.page.add_init_script(WATCH)
        page.open(f"/s/{desk.named(str(path))}")
        walked(page)


# The page without a server


def written(session: Path, folder: Path) -> Path:
    file = folder / "page.html"
    code, _, said = steno("html", str(session), "-o", str(file), home=folder)
    assert code in (0, 1), said
    return file


def shown(browser: Browser, file: Path) -> None:
    with alone(browser) as page:
        page.page.add_init_script(WATCH)
        page.open(file)
        walked(page)
        searched(page)
        assert page.ask("location.protocol") == "file:"


def searched(page: Alone) -> None:
    page.press("Control+k")
    page.page.keyboard.type("pwned")
    page.until("document.querySelectorAll('.pal-r mark').length > 0")
    unharmed(page)


def test_every_vector_is_text_in_a_page_without_a_server(browser: Browser, home: Path, tmp_path: Path) -> None:
    shown(browser, written(next(home.rglob(f"{ID}.jsonl")), tmp_path))


@pytest.mark.parametrize("name", SOURCES)
def test_hostile_sessions_of_every_agent_are_shown_without_a_server(
    browser: Browser, name: str, tmp_path: Path
) -> None:
    shown(browser, written(of_fixture(name, tmp_path), tmp_path))


def test_odd_lines_are_shown_without_a_server(browser: Browser, tmp_path: Path) -> None:
    shown(browser, written(odd_file(tmp_path / "odd.jsonl"), tmp_path))
