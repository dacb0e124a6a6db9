"""Figures on sessions as one page: no script, nothing from elsewhere, light or dark as the reader likes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from steno.render import cost
from steno.render.bars import share, short
from steno.render.charts import Column, said, split, stacked
from steno.render.cost import money
from steno.render.stats import budget_line, moment, money_of, ordered_tools, retried
from steno.render.statsstyle import STYLE
from steno.render.terminal import number_of
from steno.render.times import lasted, zone
from steno.stats import By, Figures, Group
from steno.stats.columns import by_model, columns, dearest, size

if TYPE_CHECKING:
    from steno.api.stats import Counted

Hide = Callable[[str], str]
_MODELS, _ROWS, _TOOLS = 3, 20, 15
_MODELS_ELSE = "others"


def page(found: Counted, hide: Hide) -> str:
    """The whole page.  `hide` masks what stands in it, where that is asked for."""
    figures = found.figures
    days = sorted(figures.days)
    title = f"{days[0]} to {days[-1]}" if days else "No days"
    parts = [*_cards(found), *_charts(figures, hide), *_groups(found, hide), *_tools(figures, hide)]
    parts += [*_waits(figures, hide), *_unknown(figures)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>Steno: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<header><h1>{title}</h1><p>{number_of(len(figures.total.sessions), 'session')}, days in {said(zone())}</p>"
        f"</header>\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def _cards(found: Counted) -> Iterator[str]:
    total = found.figures.total
    sums, uses = total.sums, total.uses
    unpriced = total.unpriced.total()
    cards = [
        ("Cost", money_of(total) or "nothing", "at list prices" + (", only a part is known" if total.is_floor else "")),
        ("Tokens", short(sums.prompt + sums.output), f"{share(total.cache_share) or 'unknown share'} read from cache"),
        ("Requests", f"{sums.requests:,}", f"{short(sums.output)} tokens of answers"),
        ("Not priced", f"{unpriced:,}", "requests, so not in the cost"),
    ]
    if uses.count:
        cards[3:3] = [
            ("Tool calls", f"{uses.count:,}", retried(uses)),
            ("Failed calls", share(uses.failed / uses.count), f"{uses.failed:,} calls"),
        ]
    yield '<section class="cards">'
    yield from (f"<div><p>{label}</p><b>{said(value)}</b><p>{said(more)}</p></div>" for label, value, more in cards)
    yield "</section>\n"
    if found.standing is not None:
        yield f'<p class="budget">{said(budget_line(found.standing))}</p>\n'


def _charts(figures: Figures, hide: Hide) -> Iterator[str]:
    spans = [(first.isoformat(), day) for first, day in columns(figures)]
    if not spans:
        return
    models = dearest(figures, _MODELS)
    priced = [
        Column(label, by_model(day, models), f"{label}: {money(day.usd, floor=day.is_floor)}") for label, day in spans
    ]
    taken = [
        Column(
            label, (day.output, day.fresh + day.cache_write, day.cache_read),
            f"{label}: {short(day.tokens)} tokens, {short(day.cache_read)} read from the cache",
        )
        for label, day in spans
    ]  # fmt: skip
    names = [*map(hide, models), *([_MODELS_ELSE] if len(priced[0].parts) > len(models) else [])]
    days = size(figures)
    per = "day" if days == 1 else f"{days} days"
    yield '<div class="two">'
    yield f"<section><h2>Cost per {per}</h2>{_legend(names)}{stacked(priced, 'Cost', '$')}</section>"
    yield f"<section><h2>Tokens per {per}</h2>{_legend(['answers', 'input', 'read from cache'])}"
    yield f"{stacked(taken, 'Tokens')}</section></div>\n"


def _legend(names: list[str]) -> str:
    items = "".join(f'<span><i class="s{number}"></i>{said(name)}</span>' for number, name in enumerate(names, 1))
    return f'<p class="legend">{items}</p>'


def _groups(found: Counted, hide: Hide) -> Iterator[str]:
    figures = found.figures
    by = figures.by
    groups = cost.ordered(figures.groups, by)
    shown = groups[-_ROWS:] if by in (By.DAY, By.WEEK, By.MONTH) else groups[:_ROWS]
    most = max((group.usd for _, group in shown), default=0.0)
    titles = found.titles if by is By.SESSION else {}
    rows = [(titles.get(name, name), group) for name, group in shown]
    yield f'<section><h2>By {by.value}</h2><table><tr><th>{by.value.capitalize()}</th><th class="wide"></th>'
    yield '<th>Requests</th><th class="more">Tokens</th><th class="more">Cached</th><th class="more">Calls</th>'
    yield '<th class="more">Failed</th><th>Cost</th></tr>'
    yield from (_group(hide(name), group, most) for name, group in rows)
    yield "</table>"
    yield f"<p>{len(shown)} of {len(groups)} shown.</p>" if len(shown) < len(groups) else ""
    yield "</section>\n"


def _group(name: str, group: Group, most: float) -> str:
    sums, uses = group.sums, group.uses
    failed = f'<td class="more failed">{uses.failed:,}</td>' if uses.failed else '<td class="more">0</td>'
    return (
        f'<tr><td class="name">{said(name)}</td><td class="wide">{split([("s2", group.usd)], most)}</td>'
        f'<td>{sums.requests:,}</td><td class="more">{short(sums.prompt + sums.output)}</td>'
        f'<td class="more">{share(group.cache_share)}</td><td class="more">{uses.count:,}</td>{failed}'
        f"<td>{said(money_of(group))}</td></tr>"
    )


def _tools(figures: Figures, hide: Hide) -> Iterator[str]:
    tools = ordered_tools(figures)
    if not tools:
        return
    most = tools[0][1].count
    yield '<section><h2>Tools</h2><p class="legend"><span><i class="worked"></i>worked</span>'
    yield '<span><i class="bad"></i>failed</span></p><table><tr><th>Tool</th><th class="wide"></th><th>Calls</th>'
    yield '<th>Failed</th><th class="more">Rate</th><th class="more">Tried again</th><th>Median</th>'
    yield '<th class="more">Longest</th></tr>'
    for name, uses in tools[:_TOOLS]:
        bars = split([("worked", uses.count - uses.failed), ("bad", uses.failed)], most)
        failed = f'<td class="failed">{uses.failed:,}</td>' if uses.failed else "<td>0</td>"
        yield (
            f'<tr><td class="name code">{said(hide(name))}</td><td class="wide">{bars}</td><td>{uses.count:,}</td>'
            f'{failed}<td class="more">{share(uses.failed / uses.count)}</td><td class="more">{uses.retried:,}</td>'
            f'<td>{_lasted(uses.median)}</td><td class="more">{_lasted(uses.longest)}</td></tr>'
        )
    yield "</table>"
    yield f"<p>{_TOOLS} of {len(tools)} shown.</p>" if len(tools) > _TOOLS else ""
    yield "</section>\n"


def _waits(figures: Figures, hide: Hide) -> Iterator[str]:
    if not figures.waits:
        return
    yield '<div class="two">'
    for kind, title in (("answer", "Longest answers"), ("tool", "Longest tool calls")):
        waits = [wait for wait in figures.waits if wait.kind == kind]
        yield f'<section><h2>{title}</h2><table><tr><th>For</th><th class="more">When</th><th>Took</th></tr>'
        yield from (
            f'<tr><td class="name code">{said(hide(wait.name))}</td><td class="more">{moment(wait)}</td>'
            f"<td>{_lasted(wait.milliseconds)}</td></tr>"
            for wait in waits
        )
        yield "</table></section>"
    yield "</div>\n"


def _unknown(figures: Figures) -> Iterator[str]:
    reasons = list(cost.unknown(figures.total))
    if reasons:
        yield "<section><h2>What is not known</h2>"
        yield from (f'<p class="{"reason" if line.startswith(" ") else ""}">{said(line)}</p>' for line in reasons)
        yield "</section>\n"


def _lasted(milliseconds: int | None) -> str:
    return "" if milliseconds is None else lasted(milliseconds / 1000)
