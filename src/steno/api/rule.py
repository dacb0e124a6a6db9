"""Look up the page of a rule, a loss or any other code."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from steno import registry
from steno.contracts import Code
from steno.errors import UsageError

if TYPE_CHECKING:
    from steno.detect.policy import Policy


def rules(policy: Policy | None = None) -> dict[str, Code]:
    """Every code that Steno can report, by code, with those that a policy adds."""
    return registry.codes() | ({} if policy is None else {rule.code: rule for rule in policy.extra})


def rule(name: str, codes: dict[str, Code]) -> Code:
    """The code of a number such as `OTK012`, or of a name; raises `UsageError`."""
    if name.upper() in codes:
        return codes[name.upper()]
    names = {each.name: each for each in codes.values()}
    if name in names:
        return names[name]
    near = get_close_matches(name.upper(), codes, n=1) or get_close_matches(name, names, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else "; `steno rule` lists all"
    raise UsageError(f"no rule {name!r}{meant}")


def named(codes: Iterable[str]) -> dict[str, Code]:
    """Those of some codes that are known, by code.  Loads nothing where there are none."""
    wanted = set(codes)
    return {code: each for code, each in registry.codes().items() if code in wanted} if wanted else {}
