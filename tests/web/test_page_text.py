"""What a record says is shown as text, whatever it is made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steno.api.view import Desk
from tests.given.browser import Looking, looking
from tests.given.machine import dialogue, lines
from tests.given.page import Client, serving, world

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOSTILE = """\
<script>window.pwned = 1</script><img src=x onerror="window.pwned = 1"><style>* { display: none }</style>
<svg onload="window.pwned = 1"><a href="javascript:window.pwned = 1">x</a></svg>
[click](javascript:window.pwned=1) [data](data:text/html,<script>window.pwned=1</script>) [ok](https://example.org/a)
![image](https://example.org/tracker.png) \u202egnp.exe\u202c zero\u200bwidth \x07 \ud83d\ude00
| a | b |
|---|--:|
| 1 | 2 |
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(world(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


@pytest.fixture
def page(browser: Browser, client: Client) -> Iterator[Looking]:
    with looking(browser, client) as found:
        yield found


def drawn(page: Looking, module: str, call: str) -> Any:
    """The text, the elements and the links that a renderer makes."""
    page.open("/")
    return page.page.evaluate(f"""async () => {{
      const [dom, text] = [await import('/js/dom.js'), await import('/js/text/{module}.js')];
      const box = dom.h('div', {{}}, {call});
      const tags = [...box.querySelectorAll('*')].map((e) => e.localName + (e.className ? '.' + e.className : ''));
      const hrefs = [...box.querySelectorAll('a')].map((a) => a.getAttribute('href'));
      return {{ text: box.textContent, tags, hrefs }};
    }}""")


def swapped(value: Any, old: str, new: str) -> Any:
    """The same record with other words in it."""
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [swapped(each, old, new) for each in value]
    return {key: swapped(each, old, new) for key, each in value.items()} if isinstance(value, dict) else value


def test_nothing_in_a_record_runs_loads_or_hides(browser: Browser, client: Client, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(lines([swapped(each, "The roses are watered.", HOSTILE) for each in dialogue("one")]))
    with looking(browser, client) as page:
        page.open(f"/s/{desk.named(str(path))}").until("document.querySelectorAll('.ev:not(.grey)').length > 3")
        page.press("G", "l")
        page.until("document.querySelector('#ibody .prose')?.innerText.includes('onerror')")
        assert page.ask("window.pwned") is None
        schemes = page.ask("[...document.querySelectorAll('#ibody a, .ev a')].map((a) => a.protocol)")
        assert set(schemes) <= {"https:", "http:"}
        assert page.ask("!document.querySelector('#ibody img, .ev img, .ev style, .ev script')")
        assert {"U+202E", "U+200B", "U+0007"} <= set(
            page.ask("[...document.querySelectorAll('#ibody .ctl')].map((e) => e.textContent)")
        )
        assert page.ask("document.querySelector('.bar').checkVisibility()")


MARKDOWN = """\
# Head

- one
  - two
- three

1. a
2. b

> said

**bold** *soft* `code` ~~old~~

```py
x = 1
```

| a | b |
|---|---|
| 1 | 2 |
"""
MADE = {
    "h4": 1, "ul": 2, "ol": 1, "li": 5, "blockquote": 1, "strong": 1, "em": 1, "code": 1, "del": 1, "pre": 1,
    "table": 1, "td": 2,
}  # fmt: skip


def test_markdown_becomes_headings_lists_tables_and_code(page: Looking) -> None:
    found = drawn(page, "markdown", f"text.markdown({json.dumps(MARKDOWN)})")
    tags = [tag.split(".")[0] for tag in found["tags"]]
    assert {tag: tags.count(tag) for tag in MADE} == MADE


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//host/x", " java\\tscript:x"],
)
def test_links_lead_only_to_the_web_or_a_mail(page: Looking, url: str) -> None:
    found = drawn(page, "markdown", f'text.markdown("[words]({url}) [good](mailto:a@b.example)")')
    assert found["hrefs"] == ["mailto:a@b.example"]
    assert "words" in found["text"]


TERMINAL = (
    "\x1b[1;31mred\x1b[0m \x1b[38;5;46mgreen\x1b[38;2;0;0;255mblue\x1b[0m"
    "\x1b[2K\x1b[1A\x1b]0;title\x07."  # clears a line, goes up, names the window
)


def test_terminal_colours_become_classes_and_cursor_moves_are_counted(page: Looking) -> None:
    found = drawn(page, "block", f"text.block({json.dumps(TERMINAL)}, {{ ansi: true }})")
    assert [tag for tag in found["tags"] if tag.startswith("span")] == ["span.a-b a-c1", "span.a-c2", "span.a-c4"]
    assert found["text"] == "red greenblue.3 cursor movements left out"


def test_long_texts_say_how_much_is_left_out(page: Looking) -> None:
    found = drawn(page, "block", r'text.block("line\n".repeat(212), { limit: { lines: 12, chars: 3000 } })')
    assert found["text"] == "line\n" * 12 + "200 more lines, 999 B"
    one = drawn(
        page,
        "block",
        'text.block("x".repeat(9000), { hidden: { lines: 1, chars: 5000 } , limit: { lines: 12, chars: 3000 } })',
    )
    assert one["text"] == "x" * 3000 + "11 KB more"
    end = drawn(
        page, "block", r'text.block("line\n".repeat(20) + "reason", { end: true, limit: { lines: 2, chars: 3000 } })'
    )
    assert end["text"] == "19 more lines, 95 B before" + "line\nreason"


def test_a_mark_becomes_a_bar_and_a_secret_is_underlined(page: Looking) -> None:
    found = drawn(page, "plain", 'text.plain("key=[REDACTED:api_key:2c75b6a5].")')
    assert found["tags"] == ["span.redacted", "b", "i"]
    shown = drawn(page, "plain", 'text.marked("key=abc.", [[4, 7, "api_key", "2c75b6a5"]], 0, text.plain)')
    assert shown["tags"] == ["mark.secret"] and shown["text"] == "key=abc."


def test_a_diff_marks_the_words_that_differ(page: Looking) -> None:
    hunk = {"from": 3, "to": 3, "lines": [" same", "-def f(a):", "+def f(a, b):"]}
    change = {"path": "a.txt", "plus": 1, "minus": 1, "hunks": [hunk]}
    found = drawn(page, "diff", f"text.diff({json.dumps(change)})")
    assert found["tags"].count("span.w") == 1
    assert "def f(a, b):" in found["text"]


SLOW = {
    "stars": '"*".repeat(200000)',
    "brackets": '"[".repeat(200000)',
    "ticks": '"`a".repeat(100000)',
    "quotes": '">".repeat(100000)',
    "pipes": '"|".repeat(100000) + "\\n" + "|-".repeat(50000)',
    "indents": '("  ".repeat(20) + "- x\\n").repeat(4000)',
    "urls": '"http://".repeat(60000)',
    "words": '"a".repeat(400000)',
    "strings": '"\\"".repeat(100001)',
    "slashes": '"/*".repeat(100000)',
    "escapes": '"\\u001b[".repeat(100000)',
    "controls": '"\\u202e\\u200b".repeat(2000)',
}


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_texts_made_to_be_slow_are_drawn(page: Looking, text: str) -> None:
    """Those that took the square of their length would be stopped by the time that a test may take."""
    page.open("/")
    page.page.set_default_timeout(20_000)
    lengths = page.page.evaluate(f"""async () => {{
      const of = (name) => import('/js/' + name + '.js');
      const [dom, md, code] = [await of('dom'), await of('text/markdown'), await of('text/code')];
      const ansi = await of('text/ansi');
      const text = {text};
      const pre = (kids) => dom.h('pre', {{}}, kids);
      const inks = ['python', 'js', 'json', 'sh', 'html', 'css', 'sql'].map((x) => pre(code.code(text, x)));
      return [md.markdown(text), ...inks, pre(ansi.ansi(text).nodes)].map((e) => e.textContent.length);
    }}""")
    assert len(lengths) == 9
