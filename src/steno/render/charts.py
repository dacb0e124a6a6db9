"""Charts as SVG that needs no script and takes its colours from the page.  Every text in it is escaped.

A chart is as wide as its place: bars and areas stretch, and words stand around them as HTML, so that none is distorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

from msgspec import Struct

from steno.render.terminal import visible

WIDTH, HEIGHT = 1000, 200
_STEPS = (1, 2, 2.5, 5, 10)
_LINES = 4


class Column(Struct, frozen=True):
    """One bar: parts from below to the top, and what is said where somebody points at it."""

    label: str
    parts: tuple[float, ...]
    title: str


def stacked(columns: Sequence[Column], name: str, unit: str = "") -> str:
    """Bars of several parts side by side, with a scale."""
    top = scale(max((sum(column.parts) for column in columns), default=0.0))
    step = WIDTH / max(len(columns), 1)
    gap = min(step * 0.2, 6.0)
    shapes: list[str] = []
    for at, column in enumerate(columns):
        y = float(HEIGHT)
        shapes.append(f"<g><title>{said(column.title)}</title>")
        shapes.append(f'<rect class="ground" x="{at * step:.2f}" y="0" width="{step:.2f}" height="{HEIGHT}"/>')
        for number, part in enumerate(column.parts, 1):
            if part > 0:
                tall = part / top * HEIGHT
                y -= tall
                place = f'x="{at * step + gap / 2:.2f}" y="{y:.2f}" width="{step - gap:.2f}" height="{tall:.2f}"'
                shapes.append(f'<rect class="s{number}" {place}/>')
        shapes.append("</g>")
    return _framed("".join(shapes), columns, top, name, unit)


def _framed(shapes: str, columns: Sequence[Column], top: float, name: str, unit: str) -> str:
    lines = "".join(
        f'<line x1="0" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
        for y in (HEIGHT * number / _LINES for number in range(_LINES + 1))
    )
    marks = "".join(f"<span>{unit}{amount(top * number / _LINES)}</span>" for number in range(_LINES, -1, -1))
    ends = [columns[at].label for at in sorted({0, len(columns) // 2, len(columns) - 1})] if columns else []
    labels = "".join(f"<span>{said(label)}</span>" for label in ends)
    return (
        f'<div class="chart"><div class="scale" aria-hidden="true">{marks}</div>'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" aria-label="{said(name)}">'
        f'<g class="lines">{lines}</g>{shapes}</svg><div class="labels">{labels}</div></div>'
    )


def split(parts: Sequence[tuple[str, float]], most: float) -> str:
    """One bar across: parts by their class, as long as they are of the most."""
    x, shapes = 0.0, []
    for name, part in parts:
        wide = max(part / most * WIDTH, 4.0) if part > 0 and most > 0 else 0.0
        shapes.append(f'<rect class="{name}" x="{x:.1f}" y="0" width="{wide:.1f}" height="10"/>' if wide else "")
        x += wide
    head = f'<svg class="bar" viewBox="0 0 {WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">'
    return head + "".join(shapes) + "</svg>"


def scale(most: float) -> float:
    """A round number that is at least as much."""
    if most <= 0:
        return 1.0
    size = 10.0 ** floor(log10(most))
    return next((step * size for step in _STEPS if step * size >= most), 10 * size)


def amount(value: float) -> str:
    """As a scale has it."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def said(text: str) -> str:
    """A text that a page can hold: escaped, and with what hides or turns text around made visible."""
    return escape(visible(text), quote=True)
