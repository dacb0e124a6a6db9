"""Says which extra a missing library comes with.  Imports no library itself."""

from __future__ import annotations

from importlib.util import find_spec


def need(library: str, extra: str) -> None:
    """Raise an ImportError that says what to install, where the library is not there."""
    package = library.partition(".")[0]
    if find_spec(package) is None or find_spec(library) is None:
        raise ImportError(
            f"steno.integrations.{extra} needs the package {library}: "
            f"install it with `pip install 'steno-trace[{extra}]'`",
            name=library,
        )
