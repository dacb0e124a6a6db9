"""A page of a session that is still written to, and of one that is very long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bench.generate import session

from steno.api.view import Desk
from tests.given.browser import looking
from tests.given.machine import dialogue, lines
from tests.given.page import Client, serving, world

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NODES = "document.getElementsByTagName('*').length"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(world(tmp_path))


@pytest.fixture
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


def test_new_events_are_counted_and_followed(browser: Browser, client: Client, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    records = dialogue("one")
    path.write_bytes(lines(records[:2]))
    with looking(browser, client) as page:
        page.open(f"/s/{desk.named(str(path))}").until(
            "document.querySelectorAll('.vl-box .ev:not(.grey)').length === 2"
        )
        with path.open("ab") as stream:
            stream.write(lines(records[2:]))
        page.until("/^[1-9]/.test(document.querySelector('.newpill:not([hidden])')?.innerText.trim())")
        chosen = page.ask("document.querySelector('.ev.on').dataset.n")
        page.until("document.querySelectorAll('.vl-box .ev:not(.grey)').length > 2")
        assert page.ask("document.querySelector('.ev.on').dataset.n") == chosen
        page.press("f")
        page.until(
            "document.querySelector('.newpill').hidden && document.querySelector('.follow').ariaChecked === 'true'"
        )
        page.until(
            "document.querySelector('.ev.on').dataset.i === String(document.querySelectorAll('.vl-box .ev').length - 1)"
        )


def test_a_long_session_keeps_few_nodes_from_end_to_end(
    browser: Browser, client: Client, desk: Desk, tmp_path: Path
) -> None:
    path = session(tmp_path / "long.jsonl", 4_000_000)
    with looking(browser, client, viewport={"width": 1440, "height": 900}) as page:
        page.open(f"/s/{desk.named(str(path))}").until("document.querySelectorAll('.ev:not(.grey)').length > 20")
        page.until("document.querySelector('.reading').hidden && document.querySelector('.ol')")
        most = page.page.evaluate("""async () => {
          const list = document.querySelector('.ev-list');
          let most = 0;
          for (let i = 0; i <= 60; i++) {
            list.scrollTop = (list.scrollHeight - list.clientHeight) * i / 60;
            await new Promise((done) => setTimeout(done, 30));
            most = Math.max(most, document.getElementsByTagName('*').length);
          }
          return most;
        }""")
        page.until("!document.querySelector('.ev.grey')")
        assert max(most, page.ask(NODES)) <= 1500
        total = page.ask("Number(document.querySelector('.ev').getAttribute('aria-setsize'))")
        assert (
            page.ask("Math.max(...[...document.querySelectorAll('.vl-box .ev')].map((x) => Number(x.dataset.i)))")
            == total - 1
        )
        page.press("G")
        page.until(f"document.querySelector('.ev.on')?.dataset.i === '{total - 1}'")
        page.press("K")
        page.until("document.querySelector('.ev.on.k-human')")


MILLION = """async () => {
  const List = customElements.get('steno-list');
  const list = new List();
  list.style.setProperty('height', '600px');
  document.body.replaceChildren(list);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const draw = (i) => {
    const e = document.createElement('div');
    e.textContent = 'row ' + i;
    if (i % 10 === 3) { e.dataset.elastic = ''; e.style.setProperty('height', '61px'); }
    else e.style.setProperty('height', '26px');
    return e;
  };
  list.show({ total: 1_000_000, tall: [], draw }, { low: 26, high: 34 });
  const wait = () => new Promise((done) => setTimeout(done, 60));
  const look = () => {
    const top = list.getBoundingClientRect().top;
    const inSight = ([, e]) => {
      const b = e.getBoundingClientRect();
      return b.bottom > top && b.top < top + 600;
    };
    return [...list.drawn].filter(inSight).map(([i]) => i).sort((a, b) => a - b);
  };
  // Rows are measured after they are drawn: what is in sight counts once it stays.
  const seen = async () => {
    let rows = look(), same = 0;
    for (let n = 0; n < 80 && same < 3; n++) {
      await wait();
      const now = look();
      same = String(now) === String(rows) ? same + 1 : 0;
      rows = now;
    }
    return rows;
  };
  const out = { tall: list.scrollHeight };
  list.reveal(999_999, 'end'); out.end = (await seen()).at(-1);
  list.reveal(500_000, 'start'); out.middle = (await seen())[0];
  list.scrollTop += 78; out.down = (await seen())[0];
  // Its own measuring and resting come between a scroll and the word of it.
  list.scrollTop += 78; list.rested(); out.rested = (await seen())[0];
  list.scrollTop += 78; list.settle(list.hold()); out.settled = (await seen())[0];
  list.scrollTop = 0; out.start = (await seen())[0];
  out.drawn = list.drawn.size;
  out.offset = list.offset(4) - list.offset(3);
  return out;
}"""


def test_a_list_of_a_million_rows_reaches_each_of_them(browser: Browser, client: Client) -> None:
    with looking(browser, client) as page:
        page.open("/")
        found = page.page.evaluate(MILLION)
    assert found.pop("drawn") < 80
    assert found.pop("tall") <= 12_000_000
    assert found == {
        "end": 999_999,
        "middle": 500_000,
        "down": 500_003,
        "rested": 500_004,
        "settled": 500_007,
        "start": 0,
        "offset": 61,
    }
