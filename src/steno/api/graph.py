"""Look at a session as a graph of steps, and at what each part of it cost."""

from __future__ import annotations

from steno.api.view import Desk
from steno.viewer import graph as drawing
from steno.viewer.graph import Drawn, Graph, Nodes, Why
from steno.viewer.masked import Pending
from steno.viewer.spent import Spent, spent
from steno.viewer.view import View


def _of(desk: Desk, view: View) -> Drawn | Pending:
    """The graph of a view, made once, and anew when the session has grown."""
    return desk.worked(view, "drawn", "steps", lambda: Drawn(view, desk.explained(view)))


def graph(desk: Desk, key: str, level: str | None = None) -> Graph | Pending:
    """The whole, without its steps."""
    view = desk.view(key, level)
    if isinstance(view, Pending):
        return view
    drawn = _of(desk, view)
    return drawn if isinstance(drawn, Pending) else view.kept("graph", lambda: drawing.graph(view, drawn))


def steps(desk: Desk, key: str, first: int, count: int, level: str | None = None) -> Nodes | Pending:
    """Some steps, from one on."""
    view = desk.view(key, level)
    if isinstance(view, Pending):
        return view
    drawn = _of(desk, view)
    return drawn if isinstance(drawn, Pending) else drawing.nodes(view, drawn, first, count)


def why(desk: Desk, key: str, n: int, level: str | None = None) -> Why | Pending:
    """How the step of an event came about."""
    view = desk.view(key, level)
    if isinstance(view, Pending):
        return view
    drawn = _of(desk, view)
    return drawn if isinstance(drawn, Pending) else drawing.why(view, drawn, n)


def tree(desk: Desk, key: str, level: str | None = None) -> list[Spent] | Pending:
    """What turns and sub-agents took and cost."""
    view = desk.view(key, level)
    return view if isinstance(view, Pending) else view.kept("spent", lambda: spent(view))
