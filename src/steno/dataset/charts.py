"""Amounts as an SVG of bars that stands by itself: no script, no font, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

_LABEL, _BAR, _ROW = 220, 400, 22
_MOST = 12


def bars(title: str, amounts: Mapping[str, int]) -> str:
    """One bar for each amount, the largest first; those beyond a dozen are one."""
    ordered = sorted(amounts.items(), key=lambda each: (-each[1], each[0]))
    shown = [*ordered[:_MOST]]
    if rest := sum(amount for _, amount in ordered[_MOST:]):
        shown.append((f"{len(ordered) - _MOST} others", rest))
    return drawn(title, shown)


def drawn(title: str, shown: list[tuple[str, int]]) -> str:
    """The bars in the order in which they are given."""
    most = max((amount for _, amount in shown), default=0) or 1
    height = _ROW * (len(shown) + 1) + 8
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LABEL + _BAR + 90} {height}"'
    parts = [
        f'<svg {box} role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="13">',
        f'<text x="0" y="16" font-weight="bold" fill="#777">{escape(title)}</text>',
    ]
    for at, (label, amount) in enumerate(shown, 1):
        y = _ROW * at + 16
        wide = max(1, round(amount / most * _BAR)) if amount else 0
        parts.append(f'<text x="{_LABEL - 8}" y="{y}" text-anchor="end" fill="#777">{escape(_short(label))}</text>')
        parts.append(f'<rect x="{_LABEL}" y="{y - 12}" width="{wide}" height="15" fill="#4878a8"/>')
        parts.append(f'<text x="{_LABEL + wide + 6}" y="{y}" fill="#777">{amount:,}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _short(label: str) -> str:
    return label if len(label) <= 30 else f"{label[:29]}…"
