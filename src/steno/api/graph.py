"""Look at a session as a graph of steps, and at what each part of it cost."""

from __future__ import annotations

from steno.api.view import Desk
from steno.viewer import graph as drawing
from steno.viewer.graph import Drawn, Graph, Nodes, Why
from steno.viewer.masked import Pending
from steno.viewer.spent import Spent, spent
from steno.viewer.view import View


def _of(desk: Desk, view: View) -> Drawn:
    """The graph of a view, made once, and anew when the session has grown."""
    return view.kept("drawn", lambda: Drawn(view, desk.explained(view)))


def graph(desk: Desk, key: str, level: str | None = None) -> Graph | Pending:
    """The whole, without its steps."""
    view = desk.view(key, level)
    return view if isinstance(view, Pending) else view.kept("graph", lambda: drawing.graph(view, _of(desk, view)))


def steps(desk: Desk, key: str, first: int, count: int, level: str | None = None) -> Nodes | Pending:
    """Some steps, from one on."""
    view = desk.view(key, level)
    return view if isinstance(view, Pending) else drawing.nodes(view, _of(desk, view), first, count)


def why(desk: Desk, key: str, n: int, level: str | None = None) -> Why | Pending:
    """How the step of an event came about."""
    view = desk.view(key, level)
    return view if isinstance(view, Pending) else drawing.why(view, _of(desk, view), n)


def tree(desk: Desk, key: str, level: str | None = None) -> list[Spent] | Pending:
    """What turns and sub-agents took and cost."""
    view = desk.view(key, level)
    return view if isinstance(view, Pending) else view.kept("spent", lambda: spent(view))
