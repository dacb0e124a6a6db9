"""Answers that come late, twice, or after the reader has gone: none of them may change what is shown now."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.given.browser import Looking, looking
from tests.given.page import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
DRAWN = "document.querySelectorAll('.ev:not(.grey)').length > 5"
GRAPH = "document.querySelectorAll('.node').length > 3"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copy(EXAMPLE, tmp_path_factory.mktemp("sessions")))


@contextmanager
def held(page: Looking, pattern: str) -> Iterator[list[Route]]:
    """Holds the answers to some requests back until the end of the block."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.page.route(pattern, hold)
    yield routes
    for route in routes:
        route.continue_()
    page.page.unroute(pattern)
    page.page.wait_for_timeout(200)


def waits(page: Looking, routes: list[Route]) -> None:
    """Until the page has asked for what is held back."""
    for _ in range(400):
        if routes:
            return
        page.page.wait_for_timeout(25)
    raise AssertionError("nothing was asked for")


def query(page: Looking) -> str:
    return str(page.ask("location.pathname + location.search"))


def test_words_typed_before_the_session_is_left_are_not_sought_elsewhere(page: Looking, key: str) -> None:
    page.open(f"/s/{key}").until(DRAWN)
    page.press("/")
    page.page.evaluate("""() => {
      const field = document.querySelector('.findbar input');
      field.value = 'pytest';
      field.dispatchEvent(new Event('input'));
      [...document.querySelectorAll('.tabl a')].find((a) => a.innerText.startsWith('Code')).click();
    }""")
    page.until("document.body.className === 'p-code'")
    page.page.wait_for_timeout(400)
    assert "find=" not in query(page)


def test_a_row_that_arrives_after_the_session_is_left_changes_no_address(page: Looking, key: str) -> None:
    with held(page, "**/rows?*") as routes:
        page.open(f"/s/{key}").until("document.querySelector('steno-list')")
        waits(page, routes)
        page.page.click(".tabl a:has-text('Code')")
        page.until("document.body.className === 'p-code'")
    assert "e=" not in query(page)


def test_the_last_of_two_jumps_counts(page: Looking, key: str) -> None:
    page.open(f"/s/{key}?e=3").chosen(3)
    with held(page, "**/ev/7") as routes:
        page.page.evaluate("history.pushState({}, '', '?e=7'); dispatchEvent(new PopStateEvent('popstate'))")
        waits(page, routes)
        page.press("j")
        page.chosen(4)
    page.chosen(4)
    assert "e=4" in query(page)


LATE = """() => {
  const real = window.fetch;
  window.bare = [];
  window.masked = [];
  window.fetch = (url, init) => {
    const bare = /[/]ev[/][0-9]+$|[/]outline|[/]s[/][^/?]+$/.test(url) ? window.bare : null;
    const held = /mask=1/.test(url) ? window.masked : bare;
    return held ? new Promise((done) => held.push(() => done(real(url, { ...init, signal: null })))) : real(url, init);
  };
}"""


def test_what_was_asked_for_bare_is_not_shown_on_a_masked_page(page: Looking, key: str) -> None:
    """The answer to a request that was made before the mask was switched on, and that nobody could stop."""
    page.open(f"/s/{key}").until(DRAWN)
    page.until("document.querySelector('#ibody').innerText.trim() && document.querySelector('.ol')")
    page.page.evaluate(LATE)
    page.press("j")
    page.until("window.bare.length > 0")
    page.press("M")
    page.until("window.masked.length > 0 && !document.querySelector('#ibody').innerText.trim()")
    page.page.evaluate("window.bare.forEach((answer) => answer())")
    page.page.wait_for_timeout(300)
    assert not page.ask("document.querySelector('#ibody .isec') || document.querySelector('.ol')")


def test_enter_presses_the_link_or_button_that_has_the_focus(page: Looking, key: str) -> None:
    page.open(f"/s/{key}").until(DRAWN)
    page.page.focus(".filters .filter:nth-child(2)")
    page.press("Enter")
    page.until("new URLSearchParams(location.search).get('filter') === 'failures'")
    page.page.focus(".tabl a:has-text('Code')")
    page.press("Enter")
    page.until("document.body.className === 'p-code'")
    page.open("/").until("document.querySelector('.srow a')")
    page.page.focus(".nav a:has-text('Doctor')")
    page.press("Enter")
    assert page.until("document.body.className === 'p-doctor'")


def test_scroll_keys_scroll_the_inspector_that_has_the_focus(page: Looking, key: str) -> None:
    page.page.set_viewport_size({"width": 1280, "height": 420})
    page.open(f"/s/{key}?e=6&tab=raw").chosen(6)
    page.until("document.querySelector('#ibody').scrollHeight > document.querySelector('#ibody').clientHeight + 50")
    page.press("Enter")
    page.press("PageDown")
    page.until("document.querySelector('#ibody').scrollTop > 0")
    page.chosen(6)
    assert page.ask("document.querySelector('#inspector').contains(document.activeElement)")


def test_a_part_of_the_graph_that_cannot_be_had_is_asked_for_again(browser: Browser, client: Client, key: str) -> None:
    with looking(browser, client, complains=True) as page:
        page.page.route("**/steps?*", lambda route: route.fulfill(status=409, body='{"error": {"message": "not now"}}'))
        page.open(f"/s/{key}/graph").until("document.querySelector('.gwrap svg')")
        page.until("document.querySelector('.toast.fail')?.innerText.includes('not now')")
        page.press("j")
        page.page.wait_for_load_state("networkidle")  # it cannot be had now either, and nothing is under way any more
        page.page.unroute("**/steps?*")
        page.press("j")
        assert page.until("document.querySelector('.node.sel')?.dataset.i === '0'")


def test_a_masked_address_opens_the_graph_anew(page: Looking, key: str) -> None:
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.open(f"/s/{key}/graph").until(GRAPH)
    page.page.evaluate("history.pushState({}, '', '?mask=1'); dispatchEvent(new PopStateEvent('popstate'))")
    page.until("document.querySelector('.tabl a')?.href.includes('mask=1')")
    assert any("/graph?mask=1" in url for url in asked)


def test_export_opens_one_dialog_however_often_it_is_asked_for(page: Looking, key: str) -> None:
    page.open(f"/s/{key}").until(DRAWN)
    with held(page, "**/export") as routes:
        page.press("Shift+E", "Shift+E")
        waits(page, routes)
    page.until("document.querySelector('dialog[open]')")
    page.page.wait_for_timeout(200)
    assert page.ask("document.querySelectorAll('dialog').length") == 1


def test_a_list_that_is_read_again_stays_where_the_reader_is(page: Looking) -> None:
    """While the catalog is brought up to date, the list is asked for again every moment."""
    rows = [{"key": f"k{i}", "id": f"k{i}", "title": f"session {i}", "agent": "claude-code"} for i in range(100)]
    answer = {"total": 100, "of": 100, "rows": rows, "facets": {}, "groups": [], "notices": [], "syncing": 0.5}
    asked: list[str] = []

    def give(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json=answer)

    page.page.route("**/api/1/sessions*", give)
    page.open("/").until("document.querySelector('.srow a')")
    page.press(*["j"] * 60)
    page.until("document.activeElement?.innerText === 'session 60'")
    before = len(asked)
    page.until("document.querySelector('.s-scroll').scrollTop > 500")
    for _ in range(400):
        if len(asked) > before + 1:
            break
        page.page.wait_for_timeout(25)
    page.page.wait_for_timeout(100)
    assert page.ask("document.querySelector('.s-scroll').scrollTop") > 500
    assert page.ask("document.activeElement?.innerText") == "session 60"
