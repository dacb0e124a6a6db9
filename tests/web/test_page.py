"""A person walks through the page with keys, links and the buttons of the browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.given.browser import Looking, looking
from tests.given.page import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
DRAWN = "document.querySelectorAll('.ev:not(.grey)').length > 5"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sessions")
    shutil.copytree(EXAMPLE.with_suffix(""), folder / EXAMPLE.stem)
    return Path(shutil.copy(EXAMPLE, folder))


def at(key: str, query: str = "") -> str:
    return f"/s/{key}{query}"


def tab(page: Looking) -> str:
    return str(page.ask("document.querySelector('.itabs [aria-selected=true]').dataset.tab"))


def test_the_token_opens_the_page_and_leaves_the_address(browser: Browser, client: Client, key: str) -> None:
    bare = Client(client.server)
    token = client.server.keys.renew()
    context = browser.new_context()
    try:
        page = Looking(context.new_page(), bare)
        page.page.goto(f"{page.root}{at(key)}#{token}")
        page.until(DRAWN)
        assert token not in page.page.url
        assert page.complaints == []
    finally:
        context.close()


def test_a_page_without_a_cookie_says_what_to_do(browser: Browser, client: Client, key: str) -> None:
    context = browser.new_context()
    try:
        page = Looking(context.new_page(), client)
        page.page.goto(page.root + at(key))
        page.until("document.body.innerText.includes('steno view')")
        assert not page.ask("document.querySelector('.ev')")
    finally:
        context.close()


def test_keys_walk_through_events_prompts_and_tabs(page: Looking, client: Client, key: str) -> None:
    page.open(at(key)).until(DRAWN)
    page.chosen(2)
    page.press("j", "j")
    page.chosen(4)
    page.press("k")
    page.chosen(3)
    page.press("J")
    page.chosen(24)
    page.press("K")
    page.chosen(2)
    page.press("!")
    page.chosen(6)
    page.press("x")
    page.until("document.querySelector('#ibody').innerText.includes('sha256')")
    assert tab(page) == "raw"
    page.press("v")
    page.until("document.querySelectorAll('.evt tbody tr').length > 5")
    page.press("G")
    page.chosen(client.get(f"s/{key}/rows")["rows"][-1]["n"])
    page.press("g")
    page.chosen(2)
    page.press("Enter")
    assert page.ask("document.querySelector('#inspector').contains(document.activeElement)")
    page.press("Escape")
    assert page.ask("document.activeElement.classList.contains('ev')")


def test_failed_calls_are_open_and_fold(page: Looking, key: str) -> None:
    page.open(at(key, "?e=6")).until("document.querySelector('.ev.on .well')")
    page.press("h")
    page.until("!document.querySelector('.ev.on .open')")
    page.press("l")
    assert page.until("document.querySelector('.ev.on .well')?.innerText.includes('1 failed')")


def test_a_link_opens_its_event_tab_and_filter(page: Looking, key: str) -> None:
    page.open(at(key, "?e=6&tab=evidence&filter=failures")).chosen(6)
    page.until("document.querySelectorAll('.evt tbody tr').length > 5")
    assert tab(page) == "evidence"
    assert page.ask("[...document.querySelectorAll('.filter[aria-pressed=true]')].map((x) => x.firstChild.data)") == [
        "Failures"
    ]
    assert page.ask("document.querySelectorAll('.vl-box .ev').length") == 1


def test_the_number_of_a_result_opens_its_call(page: Looking, key: str) -> None:
    page.open(at(key, "?e=8")).chosen(6)
    assert page.ask("document.querySelector('.ev.on .nm').textContent") == "Bash"


def test_back_and_forward_give_back_event_tab_and_filter(page: Looking, key: str) -> None:
    page.open(at(key, "?e=6")).chosen(6)
    page.press("x")
    page.until("document.querySelector('.rawb')")
    page.press("e")
    page.until("document.querySelectorAll('.vl-box .ev').length === 1")
    page.page.go_back()
    page.until("document.querySelectorAll('.vl-box .ev').length > 10")
    page.chosen(6)
    assert tab(page) == "raw"
    page.page.go_back()
    page.until("document.querySelector('.itabs [aria-selected=true]').dataset.tab === 'rendered'")
    page.page.go_forward()
    assert page.until("document.querySelector('.itabs [aria-selected=true]').dataset.tab === 'raw'")


def test_find_jumps_from_match_to_match(page: Looking, key: str) -> None:
    page.open(at(key)).until(DRAWN)
    page.press("/")
    page.page.keyboard.type("pytest")
    page.until("/^1 of \\d/.test(document.querySelector('.findbar .tn').textContent)")
    first = page.until("document.querySelector('.ev.on.found')?.dataset.n")
    assert "pytest" in page.until("[...(CSS.highlights.get('found') ?? [])].map((r) => r.toString())")
    page.press("Enter")
    page.until(
        f"document.querySelector('.ev.on.found')?.dataset.n && document.querySelector('.ev.on').dataset.n !== '{first}'"
    )
    page.press("Escape")
    assert page.until("document.querySelector('.findbar').hidden && !document.querySelector('.found')")


def test_what_is_sought_while_rows_are_loaded_stays_sought(page: Looking, key: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.page.route("**/rows?*", hold)
    page.open(at(key)).until("document.querySelector('steno-list')")
    page.press("/")
    page.page.keyboard.type("pytest")
    page.until("new URLSearchParams(location.search).get('find') === 'pytest'")
    for route in held:
        route.continue_()
    page.page.unroute("**/rows?*")
    page.until("document.querySelector('.ev.on.found')")
    assert page.until("[...(CSS.highlights.get('found') ?? [])].some((r) => r.toString() === 'pytest')")
    assert page.ask("document.querySelector('.findbar input').value") == "pytest"
    assert page.ask("!document.querySelector('.findbar').hidden")


def test_what_was_found_stays_marked_when_other_rows_are_shown(page: Looking, key: str) -> None:
    page.open(at(key, "?find=pytest")).until("document.querySelectorAll('.found').length === 2")
    page.page.click(".filters .filter:nth-child(2)")
    page.until("document.querySelectorAll('.vl-box .ev').length === 1")
    assert page.until("document.querySelector('.vl-box .ev.found')?.dataset.n") == "6"


def test_filters_and_depths_show_fewer_events(page: Looking, key: str) -> None:
    page.open(at(key)).until(DRAWN)
    page.press("1")
    page.until("document.querySelectorAll('.vl-box .ev').length === 3")
    page.press("5")
    page.until("document.querySelectorAll('.vl-box .ev').length > 20")
    page.press("t")
    assert page.until(
        "document.querySelectorAll('.vl-box .ev').length === document.querySelectorAll('.vl-box .k-thinking').length"
    )


def secret_of(example: Path) -> str:
    return "sk-ant-" + example.read_text(encoding="utf-8").partition("sk-ant-")[2].partition("\\n")[0]


def test_masking_shows_bars_and_never_the_bare_value_meanwhile(page: Looking, key: str, example: Path) -> None:
    secret = secret_of(example)
    page.open(at(key, "?e=11")).chosen(11)
    page.press("l")
    page.until("document.querySelector('.ev.on mark.secret') && document.querySelector('.ev.on .sec')")
    assert page.ask(f"document.body.innerText.includes({secret!r})")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.page.route("**/*mask=1*", hold)
    page.press("M")
    page.until("document.querySelector('.switch.mask').getAttribute('aria-checked') === 'true'")
    page.page.wait_for_timeout(400)
    assert held, "the masked form was not asked for"
    assert secret not in page.ask("document.documentElement.textContent")
    assert secret not in page.ask(
        "[...document.querySelectorAll('[title],[aria-label]')].map((x) => x.title + x.ariaLabel).join()"
    )
    for route in held:
        route.continue_()
    page.page.unroute("**/*mask=1*")
    page.until("document.querySelector('.ev.on .redacted') && document.querySelector('#ibody .redacted')")
    page.press("x")
    page.until("document.querySelector('.rawb .redacted')")
    assert secret not in page.ask("document.documentElement.textContent")


@pytest.mark.parametrize("width", [1440, 1280, 1000, 768, 390, 320])
def test_no_width_scrolls_sideways(browser: Browser, client: Client, key: str, width: int) -> None:
    with looking(browser, client, viewport={"width": width, "height": 800}) as page:
        page.open(at(key, "?e=6")).chosen(6)
        assert page.ask("document.documentElement.scrollWidth <= innerWidth")
        assert page.ask("document.querySelector('.ev.on').getBoundingClientRect().width > innerWidth * .3")
        page.open("/").until("document.querySelector('.srow a')")
        assert page.ask("document.documentElement.scrollWidth <= innerWidth")


def test_a_narrow_page_has_the_outline_in_a_drawer_and_the_inspector_below(
    browser: Browser, client: Client, key: str
) -> None:
    with looking(browser, client, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        page.open(at(key, "?e=11")).chosen(11)
        assert not page.ask("document.querySelector('.outline').checkVisibility()")
        page.page.click("button[aria-label=Outline]")
        page.until("document.querySelectorAll('.outline .ol').length > 5")
        page.page.locator(".outline .ol").nth(1).click()
        page.chosen(4)
        assert not page.ask("document.querySelector('.outline').checkVisibility()")
        page.press("Enter")
        page.until("document.querySelector('#ibody .isec')")
        box = "document.querySelector('.inspector').getBoundingClientRect()"
        assert page.ask(f"{box}.bottom === innerHeight && {box}.left === 0")


def test_the_sessions_are_walked_and_opened_with_keys(page: Looking, client: Client) -> None:
    page.open("/").until("document.querySelector('.srow a')")
    page.press("j", "Enter")
    page.until("location.pathname.startsWith('/s/')")
    page.until(DRAWN)
    page.page.go_back()
    assert page.until("document.querySelector('.srow a')?.title")


def test_the_palette_runs_commands_and_the_help_lists_keys(page: Looking, key: str) -> None:
    page.open(at(key)).until(DRAWN)
    page.press("Control+k")
    page.page.keyboard.type("> failures")
    page.until("document.querySelectorAll('.pal-r').length === 1")
    page.press("Enter")
    page.until("location.search.includes('filter=failures')")
    page.press("Control+k")
    page.page.keyboard.type("24")
    page.until("document.querySelector('.pal-r')?.innerText.includes('event 24')")
    page.press("Escape")
    page.until("!document.querySelector('dialog')")
    page.press("?")
    page.until("document.querySelector('dialog.helpd')?.open")
    assert page.ask("document.querySelectorAll('.help dt').length") > 20


def test_panes_are_resized_with_keys_and_stay_so(page: Looking, key: str) -> None:
    page.open(at(key)).until(DRAWN)
    width = page.ask("document.querySelector('.outline').offsetWidth")
    page.page.focus(".grip")
    page.press("ArrowRight", "ArrowRight")
    page.until(f"document.querySelector('.outline').offsetWidth === {width} + 32")
    page.page.reload()
    assert page.until(f"document.querySelector('.outline')?.offsetWidth === {width} + 32")


def test_a_server_that_is_lost_leaves_the_page_and_is_asked_again(browser: Browser, client: Client, key: str) -> None:
    with looking(browser, client, complains=True) as page:
        page.open(at(key, "?e=6")).chosen(6)
        page.until("document.querySelector('#ibody .isec')")
        page.page.route("**/api/**", lambda route: route.abort())
        page.press("v")
        page.until("document.querySelector('.lost')?.checkVisibility()")
        assert "old" in page.ask("document.querySelector('.lost').innerText")
        assert page.ask(DRAWN)
        page.page.unroute("**/api/**")
        page.until("!document.querySelector('.lost').checkVisibility() && document.querySelector('.evt')")


def test_roles_and_names_are_there(page: Looking, key: str) -> None:
    page.open(at(key, "?e=6")).chosen(6)
    page.until("document.querySelector('.ol')")
    places = ",".join(f"[role={role}]" for role in ("feed", "tree", "tablist", "tabpanel", "search"))
    found = page.ask(f"[...document.querySelectorAll('{places},h1')].map((x) => x.getAttribute('role') ?? x.localName)")
    assert sorted(found) == ["feed", "h1", "search", "tablist", "tabpanel", "tree"]
    assert page.ask("document.querySelector('.ev.on').getAttribute('aria-setsize')") == "22"
    assert page.ask(
        "[...document.querySelectorAll('button:not([hidden])')].every((b) => (b.ariaLabel ?? b.textContent).trim())"
    )
