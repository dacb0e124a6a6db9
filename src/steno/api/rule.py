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


def rule(name: str, policy: Policy | None = None) -> Code:
    """The code of a number such as `OTK012`, or of a name; raises `UsageError`."""
    extra = {} if policy is None else {rule.code: rule for rule in policy.extra}
    if (found := extra.get(name.upper()) or registry.code(name.upper())) is not None:
        return found
    codes = rules(policy)
    names = {each.name: each for each in codes.values()}
    if name in names:
        return names[name]
    near = get_close_matches(name.upper(), codes, n=1) or get_close_matches(name, names, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else "; `steno rule` lists all"
    raise UsageError(f"no rule {name!r}{meant}")


def named(codes: Iterable[str]) -> dict[str, Code]:
    """Those of some codes that are known, by code.  Loads only what holds them."""
    return registry.named(codes)
