"""The page of a rule or code, and its record.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON
from steno.contracts import Code, Rule, Strictness
from steno.render.rulepage import difference, parts
from steno.render.terminal import Paint

_STYLES = {"-": "error", "+": "good"}


def record(code: Code) -> dict[str, JSON]:
    """As JSON, with stable names."""
    known: dict[str, JSON] = {
        "code": code.code,
        "name": code.name,
        "severity": code.severity.value,
        "page": code.page,
    }
    if isinstance(code, Rule):
        known |= {"clause": code.clause, "level": code.level.value, "good": code.good, "bad": code.bad}
        known["difference"] = difference(code)
    return known


def page(code: Code, paint: Paint) -> Iterator[str]:
    """The lines to print."""
    level = f", level {code.level.value}" if isinstance(code, Rule) and code.level is not Strictness.STRICT else ""
    yield paint(f"{code.code} {code.name}", "bold") + paint(f"  ({code.severity.value}{level})", "dim")
    if isinstance(code, Rule) and code.clause:
        yield paint(f"Specification: {code.clause}", "dim")
    yield ""
    if not isinstance(code, Rule):
        yield paint(code.page)
        return
    what, why = parts(code)
    yield paint(what)
    if why:
        yield from ("", paint("Why it matters", "bold"), paint(why))
    yield ""
    yield paint("Example", "bold") + paint("  (- breaks the rule; use + instead)", "dim")
    for line in difference(code):
        yield paint(line, _STYLES.get(line[:1], ""))
