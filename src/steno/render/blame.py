"""A file with whose each line is: for a terminal, and as a page of its own.  Prints nothing.

The page holds everything it needs and asks for nothing from elsewhere; whatever text it shows is text, never markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from steno.render.table import Column, table
from steno.render.terminal import Paint, fitted, one_line, visible, width
from steno.render.times import day

if TYPE_CHECKING:
    from steno.api.blame import BlamedLine

_COMMIT = 8
_SESSION = 16
_PROMPT = 40
_MODEL = 24

GRADES = {
    "exact_blob_hash": "exact",
    "exact_range_hash": "exact",
    "patch_id": "exact",
    "git_clean_range_hash": "cleaned",
    "structural_symbol": "diverged",
    "formatter_divergent": "diverged",
}
"""Short words for the evidence of a line."""


class Shown(NamedTuple):
    """A line as it is shown; empty is what does not apply or is not known."""

    number: int
    text: str
    commit: str
    day: str
    author: str
    who: str
    session: str = ""
    step: str = ""
    model: str = ""
    prompt: str = ""
    evidence: str = ""


_WHO = {"no_session_known": "no session known"}
"""Words for people."""


def shown(line: BlamedLine) -> Shown:
    """A line as it is shown."""
    return Shown(
        line.line, line.text, line.commit, day(line.time), line.author, _WHO.get(line.who, line.who),
        line.session or "", "" if line.step is None else str(line.step), line.model or "", line.prompt or "",
        line.evidence or "",
    )  # fmt: skip


def text(rows: Sequence[Shown], paint: Paint) -> list[str]:
    """One line for each line of the file, below a head."""
    columns = (
        Column("COMMIT"), Column("DAY", rank=6), Column("WHO", least=_COMMIT, rank=1),
        Column("STEP", right=True, rank=4), Column("MODEL", rank=5), Column("EVIDENCE", least=8, rank=3),
        Column("PROMPT", rank=2), Column("LINE", right=True, rank=0),
    )  # fmt: skip
    cells = [
        [
            row.commit[:_COMMIT], row.day, fitted(row.session or row.who, _SESSION), row.step,
            fitted(row.model, _MODEL), GRADES.get(row.evidence, row.evidence),
            fitted(one_line(row.prompt), _PROMPT), str(row.number),
        ]
        for row in rows
    ]  # fmt: skip
    code = [_code(row.text, paint) for row in rows]
    if paint.columns is None:
        head, *body = table(columns, cells, paint)
    else:  # half of the terminal at least is for the code, as far as it needs that
        room = paint.columns - min(max(map(width, code), default=0), paint.columns // 2) - 2
        head, *body = table(columns, cells, paint.within(room))
        code = [fitted(text, paint.columns - width(line) - 2) for text, line in zip(code, body, strict=True)]
    return [head, *(f"{line}  {text}".rstrip() for line, text in zip(body, code, strict=True))]


def _code(line: str, paint: Paint) -> str:
    return paint(line.removesuffix("\r")).expandtabs(8)


_STYLE = """
body{margin:1.5rem;font:14px/1.4 system-ui,sans-serif;color:#1c1e21;background:#fff}
h1{font-size:1.1rem;overflow-wrap:anywhere}
table{border-collapse:collapse;font:12px/1.45 ui-monospace,monospace;margin-top:1rem}
td,th{padding:0 .6rem;vertical-align:top;text-align:left;white-space:nowrap}
th{position:sticky;top:0;background:#fff;border-bottom:1px solid #999}
td.code{white-space:pre;border-left:3px solid #ccc}
td.n{text-align:right;color:#777}
td.prompt{max-width:22rem;overflow:hidden;text-overflow:ellipsis}
tr.first td{border-top:1px solid #ddd}
tr.exact td.code{border-left-color:#1a7f37;background:#f0f9f2}
tr.cleaned td.code{border-left-color:#1a7f37;background:#f0f9f2}
tr.diverged td.code{border-left-color:#b06f00;background:#fdf7ea}
tr.none td.code{border-left-color:#0b62c4}
tr.unknown td.code{border-left-color:#aaa}
.legend span{margin-right:1.2rem}
@media (prefers-color-scheme:dark){
body,th{background:#15171a;color:#d8dbe0}
tr.exact td.code,tr.cleaned td.code{background:#13261a}
tr.diverged td.code{background:#2b2313}
tr.first td{border-top-color:#333}
}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_HEAD = ("commit", "day", "who", "step", "model", "evidence", "prompt", "", "")


def page(title: str, rows: Sequence[Shown], counts: Sequence[tuple[str, int]]) -> Iterator[str]:
    """The lines of an HTML page."""
    safe = _safe(title)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_safe(_POLICY)}">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{safe}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{safe}</h1>"
    yield '<p class="legend">' + "".join(f"<span>{_safe(name)}: {count}</span>" for name, count in counts) + "</p>"
    yield "<table>\n<thead><tr>" + "".join(f"<th>{name}</th>" for name in _HEAD) + "</tr></thead>\n<tbody>"
    above: Shown | None = None
    for row in rows:
        yield _row(row, above)
        above = row
    yield "</tbody>\n</table>\n</body>\n</html>"


def _row(row: Shown, above: Shown | None) -> str:
    grade = GRADES.get(row.evidence, row.evidence) if row.session else row.who
    same = above is not None and above[2:] == row[2:]
    told = ("",) * 7 if same else (
        row.commit[:_COMMIT], row.day, row.session or row.who, row.step, row.model, grade if row.session else "",
        row.prompt,
    )  # fmt: skip
    about = _safe(" · ".join(each for each in (row.commit, row.author, row.session, row.prompt) if each))
    cells = [f"<td>{_safe(cell)}</td>" for cell in told[:6]]
    cells.append(f'<td class="prompt">{_safe(told[6])}</td>')
    cells.append(f'<td class="n">{row.number}</td><td class="code">{_safe(row.text.removesuffix(chr(13)))}</td>')
    kind = "none" if grade == "no session known" else grade if grade in _KINDS else "unknown"
    return f'<tr class="{kind}{"" if same else " first"}" title="{about}">' + "".join(cells) + "</tr>"


_KINDS = frozenset({*GRADES.values(), "none", "unknown"})


def _safe(text: str) -> str:
    """As text of a page: no markup, and nothing that hides or reorders it."""
    return escape(visible(text), quote=True)
