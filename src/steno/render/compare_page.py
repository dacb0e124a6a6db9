"""A comparison as one HTML page: no script, nothing loaded, light or dark as its reader's system is."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from steno.api.compare import Changed, Comparison, Divergence, Shown
from steno.render.compare import WHO, lists, name_of, rows, sentences
from steno.render.terminal import one_line, visible

_STYLE = """
:root { color-scheme: light dark; --bg: #f6f6f4; --surface: #fff; --sunken: #f5f5f2; --line: #e9e8e4; --text: #1d1d1b;
  --text-2: #55544f; --del: #a8281f; --del-bg: #fdeeec; --add: #1f6b3d; --add-bg: #eaf7ee; --failure: #bb2d23; }
@media (prefers-color-scheme: dark) { :root { --bg: #121315; --surface: #18191c; --sunken: #131417; --line: #27292e;
  --text: #e7e7e4; --text-2: #a9abb0; --del: #ff9a90; --del-bg: #2c1816; --add: #7ecf9d; --add-bg: #13271b;
  --failure: #ff8d82; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 72rem; background: var(--bg); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem .75rem; white-space: pre-wrap; max-height: 30rem; overflow: auto;
  background: var(--sunken); }
section, details { background: var(--surface); border: 1px solid var(--line); border-radius: 6px;
  padding: .75rem 1rem; }
details { margin: .35rem 0; padding: .35rem .75rem; } summary { cursor: pointer; }
table { border-collapse: collapse; } th, td { padding: .15rem 1.25rem .15rem 0; text-align: right; }
th:first-child, td:first-child { text-align: left; }
ol { list-style: none; margin: 0; padding: 0; } li { padding: .1rem 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin-top: .5rem; }
@media (max-width: 48rem) { .pair { grid-template-columns: 1fr; } }
.a { background: var(--del-bg); color: var(--del); } .b { background: var(--add-bg); color: var(--add); }
.dim { color: var(--text-2); } .failed { color: var(--failure); }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(found: Comparison) -> str:
    """The whole page; everything that a trace says is shown as text."""
    return "".join(f"{line}\n" for line in _page(found))


def _text(text: str) -> str:
    return escape(visible(text))


def _page(found: Comparison) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Comparison of two traces</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield "<h1>Comparison of two traces</h1>"
    yield f"<p>A <code>{_text(name_of(found.a))}</code><br>B <code>{_text(name_of(found.b))}</code></p>"
    yield "<section>"
    for line, style in sentences(found):
        yield f"<p>{'<strong>' if style == 'bold' else ''}{_text(line)}{'</strong>' if style == 'bold' else ''}</p>"
    for title, each in (("Where they part", found.divergence), ("First difference in calls and results", found.acted)):
        if each is not None:
            yield from _divergence(title, each)
    yield "</section>"
    yield from _figures(found)
    for title, some in lists(found):
        yield f"<h2>{_text(title)} ({len(some):,})</h2>\n<ol>"
        for one in some:
            yield f"<li>{_entry(one)}</li>"
        yield "</ol>"
    yield from _asides(found)
    yield "</body>\n</html>"


def _divergence(title: str, parted: Divergence) -> Iterator[str]:
    yield f"<h2>{_text(title)}: {_text(WHO[parted.who])}</h2>"
    sides = (("a", "A", parted.a, parted.texts[0]), ("b", "B", parted.b, parted.texts[1]))
    yield '<div class="pair">'
    for style, letter, shown, text in sides:
        head = "nothing in its place" if shown is None else _label(shown)
        said = "" if text is None else f'<pre class="{style}">{_text(text)}</pre>'
        yield f"<div><p>{letter} {head}</p>{said}</div>"
    yield "</div>"


def _label(shown: Shown) -> str:
    name = shown.name if shown.what.value == "call" else shown.what.value
    failed = ' <span class="failed">failed</span>' if shown.failed else ""
    return f'<span class="dim">{shown.number:,}</span> <code>{_text(name)}</code>{failed}'


def _entry(each: Changed | Shown) -> str:
    if isinstance(each, Shown):
        return f"{_label(each)} {_text(one_line(each.subject))}"
    of = f" <code>{_text(one_line(each.a.subject))}</code>" if each.of else ""
    texts = "".join(f'<pre class="{side}">{_text(text)}</pre>' for side, text in zip("ab", each.texts, strict=True))
    return (
        f"<details><summary>A {_label(each.a)} · B {_label(each.b)}{of}</summary>"
        f'<div class="pair">{texts}</div></details>'
    )


def _figures(found: Comparison) -> Iterator[str]:
    yield "<h2>What each took</h2>\n<table>\n<tr><th></th><th>A</th><th>B</th><th>difference</th></tr>"
    for row in rows(found):
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>"
    yield "</table>"


def _asides(found: Comparison) -> Iterator[str]:
    differing = {name: each for name, each in found.asides.items() if each.only_a or each.only_b or each.changed}
    if not differing:
        return
    yield "<h2>Records of the program's own</h2>\n<table>"
    yield "<tr><th></th><th>in both</th><th>changed</th><th>only in A</th><th>only in B</th></tr>"
    for name, each in differing.items():
        counts = "".join(f"<td>{count:,}</td>" for count in (each.matched, each.changed, each.only_a, each.only_b))
        yield f"<tr><td>{_text(name)}</td>{counts}</tr>"
    yield "</table>"
