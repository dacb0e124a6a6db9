"""A person looks at the graph, compares, reviews, decides and exports, in a real browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.api.view import Desk
from tests.given.browser import Looking, looking
from tests.given.linked import garden, link
from tests.given.machine import claude, dialogue, record
from tests.given.page import Client, serving, world
from tests.given.planted import planted
from tests.given.token import TOKEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ONE, TWO, LONG = (f"{n}" * 8 + "-1111-4111-8111-111111111111" for n in (1, 2, 3))
EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
NODES = "document.querySelectorAll('.node').length"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def desk(home: Path) -> Desk:
    return Desk(world(home))


@pytest.fixture(scope="module")
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


@pytest.fixture(scope="module")
def example(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("sessions")
    shutil.copytree(EXAMPLE.with_suffix(""), folder / EXAMPLE.stem)
    return desk.named(str(shutil.copy(EXAMPLE, folder)))


@pytest.fixture
def page(browser: Browser, client: Client) -> Iterator[Looking]:
    with looking(browser, client) as found:
        yield found


def parameter(page: Looking, name: str) -> str | None:
    found = page.ask(f"new URLSearchParams(location.search).get('{name}')")
    return None if found is None else str(found)


# Graph


def test_arrows_walk_along_the_links_and_enter_opens_the_event(page: Looking, example: str) -> None:
    page.open(f"/s/{example}/graph").until(f"{NODES} === 14")
    page.press("g")
    page.until("document.querySelector('.node.sel')?.dataset.i === '0'")
    page.press("ArrowRight", "ArrowDown")
    page.until("document.querySelector('.node.sel')?.dataset.i === '2'")
    page.until("document.querySelectorAll('.why-l li').length === 2")
    page.press("ArrowLeft")
    page.until("document.querySelector('.node.sel')?.dataset.i === '0'")
    page.press("!")
    page.until("document.querySelector('.node.sel')?.classList.contains('s-failed')")
    page.until("new URLSearchParams(location.search).get('e') === '6'")
    page.press("Enter")
    page.chosen(6)
    page.page.go_back()
    assert page.until("document.querySelector('.node.sel')?.dataset.i === '2'")


def test_a_short_session_is_never_smaller_than_it_need_be(page: Looking, example: str) -> None:
    page.open(f"/s/{example}/graph?zoom=0.1").until(f"{NODES} === 14")
    for _ in range(5):
        page.press("-")
    page.page.wait_for_timeout(100)
    assert page.ask(NODES) == 14 and page.ask("document.querySelectorAll('.gturn').length") == 0


def test_a_long_session_is_drawn_where_one_looks(browser: Browser, client: Client, desk: Desk, home: Path) -> None:
    records: list[dict[str, object]] = []
    for number in range(1500):
        moment = f"2026-01-{2 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"
        if number % 150 == 0:
            records.append(
                {**record("user", f"Bed {number // 150}", number, LONG), "timestamp": moment, "uuid": f"p{number}"}
            )
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": f"water {number}"}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "done"}
        records += [
            {**record("assistant", [call], number, LONG), "timestamp": moment, "uuid": f"a{number}"},
            {**record("user", [result], number, LONG), "timestamp": moment, "uuid": f"b{number}"},
        ]
    key = desk.named(str(claude(home, LONG, records)))
    with looking(browser, client) as page:
        page.open(f"/s/{key}/graph").until(f"{NODES} > 10")
        assert page.ask(NODES) < 80
        page.press("G")
        page.until("document.querySelector('.node.sel')?.dataset.i === '1509'")
        assert page.ask(NODES) < 80
        for _ in range(14):
            page.press("-")
        page.until("document.querySelectorAll('.gturn').length === 10")
        assert page.ask(NODES) == 0
        assert page.ask("document.querySelector('.gturn').getAttribute('aria-label')") == "turn 1, 151 steps"
        page.page.mouse.move(500, 400)
        for _ in range(6):
            page.page.mouse.wheel(0, -120)
        page.until("parseInt(document.querySelector('.seg .tn').textContent) > 10")
        page.page.click(".gturn")
        page.until(f"{NODES} > 5")


# Compare


@pytest.fixture(scope="module")
def runs(desk: Desk, home: Path) -> tuple[str, str]:
    other = json.dumps(dialogue(TWO, output="the can is\nempty")).replace("toolu_1", "toolu_2")
    return desk.named(str(claude(home, ONE))), desk.named(str(claude(home, TWO, json.loads(other))))


def test_the_first_divergence_is_named_and_n_leads_to_it(page: Looking, runs: tuple[str, str]) -> None:
    a, b = runs
    page.open(f"/s/{a}/compare?with={b}").until("document.querySelectorAll('.crow:not(.grey)').length === 4")
    said = page.ask("document.querySelector('.dvm').innerText")
    assert "First divergence" in said and "The environment, in a result" in said
    page.press("n")
    page.until("document.querySelector('.crow.on')?.classList.contains('output')")
    page.press("Enter")
    page.until("document.querySelector('.cdiff')?.innerText.includes('empty')")
    assert parameter(page, "at") == "2"
    page.page.click("text=Differences")
    page.until("document.querySelectorAll('.crow:not(.grey)').length === 1")
    page.page.go_back()
    page.until("document.querySelectorAll('.crow:not(.grey)').length === 4")


def test_the_other_session_is_picked_from_a_list(page: Looking, client: Client, runs: tuple[str, str]) -> None:
    client.get("sessions")
    page.open(f"/s/{runs[0]}/compare").until("document.querySelector('.empty .btn')")
    page.page.click(".empty .btn")
    page.until("document.querySelectorAll('.pick-r').length > 0")
    page.press("ArrowDown", "Enter")
    page.until("new URLSearchParams(location.search).get('with')")
    assert page.until("document.querySelectorAll('.crow').length > 0")


# Redaction and export


def secret(desk: Desk, home: Path, id: str) -> str:
    return desk.named(str(claude(home, id, planted(id))))


def test_each_value_is_decided_by_keys_and_then_export_opens(page: Looking, desk: Desk, home: Path) -> None:
    key = secret(desk, home, "44444444-1111-4111-8111-111111111111")
    page.open(f"/s/{key}/redaction").until("document.querySelector('.ba mark.secret')")
    assert page.ask("document.querySelector('.ba mark.secret').textContent") == TOKEN
    page.until("document.querySelector('.ba .redacted')")
    assert page.ask("document.querySelector('.rtop .btn:last-child').getAttribute('aria-disabled')") == "true"
    page.press("Shift+E")
    page.until("document.querySelector('.toast')?.innerText.includes('not reviewed yet')")
    page.press("k")
    page.page.keyboard.type("made for tests")
    page.press("Enter")
    page.until("document.querySelector('.log')?.innerText.includes('kept: made for tests')")
    page.press("Shift+E")
    page.until("document.querySelector('dialog.exportd .exp-r')?.innerText.includes('Nothing was found to mask')")
    assert "By your decisions" in page.text()


def test_the_lines_of_an_allowance_are_shown_before_they_are_written(page: Looking, desk: Desk, home: Path) -> None:
    key = secret(desk, home, "55555555-1111-4111-8111-111111111111")
    page.open(f"/s/{key}/redaction").until("document.querySelector('.ba mark.secret')")
    page.press("a")
    page.page.keyboard.type("a key of nobody")
    page.press("Enter")
    page.until("document.querySelector('dialog.allowd pre')?.innerText.includes('reason = \"a key of nobody\"')")
    page.press("Escape")
    page.until("!document.querySelector('dialog')")
    assert not (home / "steno.toml").exists()
    page.page.click(".dec-f .primary")
    page.until("document.querySelector('dialog.allowd .primary')")
    page.page.click("dialog.allowd .primary")
    page.until("document.querySelector('.log')?.innerText.includes('allowed')")
    assert 'reason = "a key of nobody"' in (home / "steno.toml").read_text()
    (home / "steno.toml").unlink()


def test_an_export_is_looked_at_and_then_saved(page: Looking, desk: Desk, home: Path) -> None:
    key = secret(desk, home, "66666666-1111-4111-8111-111111111111")
    page.open(f"/s/{key}").until("document.querySelectorAll('.ev:not(.grey)').length > 2")
    page.press("Shift+E")
    page.until("document.querySelector('.exp-r')?.innerText.includes('1 value masked: 1 auth token')")
    page.page.select_option(".exp-row select", "forsy")
    assert page.ask("document.querySelector('.exp .dlg-f .primary').disabled")
    page.page.click(".exp .dlg-f .btn >> nth=0")
    page.until("!document.querySelector('.exp .dlg-f .primary').disabled")
    with page.page.expect_download() as download:
        page.page.click(".exp .dlg-f .primary")
    assert download.value.suggested_filename == "66666666-1111-4111-8111-111111111111.forsy.json"
    saved = Path(str(download.value.path())).read_bytes()
    assert TOKEN.encode() not in saved and json.loads(saved)["schema_version"] == "forsy-trace-v0.1"


def test_nothing_is_masked_only_when_the_words_are_typed(page: Looking, desk: Desk, home: Path) -> None:
    key = secret(desk, home, "77777777-1111-4111-8111-111111111111")
    page.open(f"/s/{key}").until("document.querySelectorAll('.ev:not(.grey)').length > 2")
    page.page.click(".tabs .btn")
    page.until("document.querySelector('.exp-r')?.innerText.includes('value masked')")
    page.page.click(".exp-l .choice >> nth=0")
    page.page.click(".exp .dlg-f .btn >> nth=0")
    assert page.ask("document.querySelector('.exp .dlg-f .primary').disabled")
    page.page.fill(".exp-c input", "without masking")
    page.page.click(".exp .dlg-f .btn >> nth=0")
    page.until("document.querySelector('.exp-r')?.innerText.includes('Nothing was masked but private keys')")
    assert not page.ask("document.querySelector('.exp .dlg-f .primary').disabled")


# Review


def test_steps_are_judged_by_keys_kept_and_taken_back(page: Looking, desk: Desk, home: Path) -> None:
    key = desk.named(str(claude(home, "88888888-1111-4111-8111-111111111111")))
    page.open(f"/s/{key}/review").until("document.querySelector('#author-name')")
    page.page.fill("#author-name", "Mara")
    page.press("Enter")
    page.until("document.querySelectorAll('.rv-r:not(.grey)').length === 3")
    page.until("document.querySelector('.rv-body').innerText.includes('Water the roses')")
    page.press("Enter")
    page.until("document.querySelector('.rtop').innerText.includes('1 of 3')")
    page.until("new URLSearchParams(location.search).get('step') === '2'")
    page.press("-")
    page.until("document.querySelector('.rv-r.on .ev-1')")
    page.press("d")
    page.page.keyboard.type("Look before you pour")
    page.press("Enter")
    page.until("document.querySelector('.rv-d')?.innerText.includes('Look before you pour')")
    page.press("f")
    page.until("[...document.querySelectorAll('.toast')].some((x) => x.innerText.includes('Only a user message'))")
    page.press("u")
    page.until("!document.querySelector('.rv-d')?.innerText.includes('Look before you pour')")
    page.open(f"/s/{key}/review").until("document.querySelector('.rv-r .ev-1')")
    assert page.ask("document.querySelector('#author-name')") is None


# Code


def test_a_line_of_a_commit_leads_to_the_event_that_wrote_it(browser: Browser, tmp_path: Path) -> None:
    repo, _, _ = garden(tmp_path)
    desk = Desk(world(tmp_path))
    key = desk.named(str(repo.sessions / "s.jsonl"))
    with serving(desk) as client, looking(browser, client) as page:
        page.open(f"/s/{key}/code").until("document.querySelector('.code-n')?.innerText.includes('steno link --repo')")
        page.until("document.querySelector('.diff')?.innerText.includes('def prune')")
        link(repo, tmp_path)
        page.open(f"/s/{key}/code").until("document.querySelectorAll('.cl.add').length === 2")
        page.press("j")
        page.until("document.querySelector('.fl-r.on')")
        page.press("k")
        assert page.until("document.querySelectorAll('.cl.add a').length === 2")
        page.page.click(".cl.add a >> nth=0")
        page.chosen(2)
        assert page.page.url.startswith(f"{page.root}/s/{key}?e=2")


# Widths, and what is not there


@pytest.mark.parametrize("path", ["graph", "compare?with=OTHER", "redaction?at=pii", "review", "code"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_fits_a_narrow_page(
    browser: Browser, client: Client, example: str, runs: tuple[str, str], path: str, scheme: str
) -> None:
    with looking(browser, client, viewport={"width": 390, "height": 844}, color_scheme=scheme) as page:
        page.open(f"/s/{example}/{path.replace('OTHER', runs[0])}").until("document.querySelector('main')")
        page.page.wait_for_timeout(300)
        assert page.ask("document.documentElement.scrollWidth") <= 390
        assert page.ask("document.querySelectorAll('h1').length") == 1


def test_a_session_that_is_not_there_says_so_on_every_screen(browser: Browser, client: Client) -> None:
    for path in ("graph", "compare", "redaction", "review", "code"):
        with looking(browser, client, complains=True) as page:
            page.open(f"/s/00000000000000000000/{path}").until("document.querySelector('[role=alert]')")
            assert "no session has this key" in page.text()


def test_a_masked_page_stays_masked_from_screen_to_screen(page: Looking, desk: Desk, home: Path) -> None:
    key = secret(desk, home, "99999999-1111-4111-8111-111111111111")
    page.open(f"/s/{key}?mask=1").until("document.querySelectorAll('.ev:not(.grey)').length > 2")
    for tab in ("Graph", "Compare", "Redaction", "Code", "Review", "Events"):
        page.page.click(f".tabl a:has-text('{tab}')")
        page.until(f"document.querySelector('.tabl [aria-current]')?.innerText.startsWith('{tab}')")
        page.page.wait_for_timeout(200)
        assert parameter(page, "mask") == "1", tab
        assert TOKEN not in page.text() + page.page.title(), tab
    links = "[...document.querySelectorAll('a[href*=\"?e=\"]')].every((x) => x.href.includes('mask=1'))"
    page.open(f"/s/{key}/graph?mask=1&e=3").until("document.querySelectorAll('.why-l li').length > 1")
    assert page.ask(links)


def test_a_commit_in_the_list_and_on_the_map_says_which_and_leads_to_its_lines(
    page: Looking, client: Client, desk: Desk, home: Path
) -> None:
    id = "7c077177-1111-4111-8111-111111111111"
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "git commit -m work"}}
    done = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "[main abc1234] work\n 1 file changed"}
    records = [record("user", "Commit it", 0, id), record("assistant", [call], 1, id), record("user", [done], 2, id)]
    key = desk.named(str(claude(home, id, records)))
    assert client.get(f"s/{key}/map?by=time&width=500")["shas"] == {"2": "abc1234"}
    assert client.get(f"s/{key}/rows")["rows"][1]["commit"] == "abc1234"
    page.open(f"/s/{key}").until("document.querySelector('.map .cmt title')?.textContent === 'Commit abc1234'")
    page.until("document.querySelector('.ev a.sha')?.innerText === 'abc1234'")
    page.page.click(".ev a.sha")
    page.until("document.body.className === 'p-code'")
    assert page.ask("new URLSearchParams(location.search).get('commit')") == "abc1234"
    page.until("document.querySelector('.code-r').innerText.includes('abc1234 are not known here')")
