"""The Context Tree: what the model had before it at each of its steps, by the addresses of its parts.

A layer is what one step adds; a view is a layer on top of an earlier view.  Where the log says what follows what, as
rewinds and forks do, views branch; where the context was compacted, they begin anew.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from typing import Final

from msgspec import UNSET

from steno.base.exact import encode
from steno.base.ids import sha256
from steno.formats.opentraces.hashes import layer
from steno.formats.opentraces.plain import text
from steno.formats.opentraces.steps import AGENT, Draft, Drafts
from steno.formats.opentraces.wire import Object
from steno.model import Event, Header, Lifecycle, Thought

_COMPACTED: Final = "compact"

NO_PROMPT, NO_TOOLS = "system_prompt_not_recorded", "tool_definitions_not_recorded"
NO_THOUGHT, SUMMARISED = "reasoning_not_readable", "context_compacted"


class Log:
    """What of a whole log the views of any of its runs rest on."""

    def __init__(self, drafts: Drafts, events: Sequence[Event]) -> None:
        self.above: dict[str, str | None] = {}
        """What each record follows, as the source states it."""
        self.compacted: dict[str | None, list[int]] = {}
        """Where in the log the context of a run was compacted."""
        for position, event in enumerate(events):
            native = event.native
            if native is not UNSET and native not in self.above:
                self.above[native] = None if event.parent is UNSET else event.parent
            if type(event.body) is Lifecycle and _is_compaction(event, event.body):
                self.compacted.setdefault(drafts.run(event), []).append(position)


class Context:
    """The views of one record's steps."""

    def __init__(
        self,
        header: Header,
        log: Log,
        drafts: Sequence[Draft],
        steps: Sequence[Object],
        plain_ids: Container[int] = frozenset(),
    ) -> None:
        """`plain_ids` has the ids of the steps that every encoder spells in the same way."""
        self._header = header
        self.layers: list[str] = []
        """What each step adds."""
        self._nodes: dict[str, None] = {}
        self._leaf: str | None = None
        base = self._base(header)
        parents = _Parents(log, drafts)
        views: list[str] = []
        for index, (draft, step) in enumerate(zip(drafts, steps, strict=True)):
            above = parents.of(index)
            view = base if above is None else views[above]
            if draft.role == AGENT:
                step["context_node_id"] = text(draft.stated("context") or view)
                self._nodes[step["context_node_id"]] = None
                if draft.run == drafts[0].run:
                    self._leaf = step["context_node_id"]
            self.layers.append(layer(step, plain=id(step) in plain_ids))
            views.append(_address([view, self.layers[-1]]))
        self._forks = parents.forks
        self._compacted = sum(len(log.compacted.get(run, ())) for run in {draft.run for draft in drafts})
        thoughts = (event.body for draft in drafts for event in draft.thoughts)
        self._sealed = any(isinstance(body, Thought) and not body.text for body in thoughts)

    def _base(self, header: Header) -> str:
        """What stands before every step: the prompts and the tools."""
        prompts = [sha256(encode(each)) for each in header.system_prompts.values()]
        tools = [sha256(encode(header.tools))] if header.tools else []
        self._below = {*prompts, *tools}
        return _address([prompts, tools])

    def summary(self) -> Object:
        """What the record says of the tree; nothing where the model did not speak."""
        if not self._nodes:
            return {}
        limits = [
            (NO_PROMPT, not self._header.system_prompts),
            (NO_TOOLS, not self._header.tools),
            (NO_THOUGHT, self._sealed),
            (SUMMARISED, self._compacted),
        ]
        return {
            "node_count": len(self._nodes),
            "layer_count": len(self._below.union(self.layers)),
            "active_path_leaf_id": self._leaf,
            "capture_limitations": [word for word, holds in limits if holds],
            "branch_count": self._forks,
            "compaction_count": self._compacted,
        }


class _Parents:
    """Which step stands right before another in the model's view."""

    def __init__(self, log: Log, drafts: Sequence[Draft]) -> None:
        self._log, self._drafts = log, drafts
        self._natives: dict[str, int] = {}
        self._linked: set[str | None] = set()
        """The runs in which the source says what follows what."""
        for index, draft in enumerate(drafts):
            for event in draft.events():
                if event.native is not UNSET:
                    self._natives.setdefault(event.native, index)
                if event.parent is not UNSET:
                    self._linked.add(draft.run)
        self._last: dict[str | None, int] = {}
        self._known: dict[str, int | None] = {}
        self._taken: set[int | None] = set()
        self.forks = 0

    def of(self, index: int) -> int | None:
        """Asked for every step once, in their order."""
        draft = self._drafts[index]
        found = self._by_parent(draft, index) if draft.run in self._linked else self._before(draft)
        self._last[draft.run] = index
        if found is not None and draft.run in self._linked:
            self.forks += found in self._taken
            self._taken.add(found)
        return found

    def _before(self, draft: Draft) -> int | None:
        """The step before it in the same run, unless the context was compacted between them."""
        last = self._last.get(draft.run)
        if last is None:
            return None
        # A compaction between them has a place behind the one and before the other.
        places = self._log.compacted.get(draft.run, [])
        begun = bisect_right(places, self._drafts[last].first)
        return last if begun == bisect_right(places, draft.first) else None

    def _by_parent(self, draft: Draft, index: int) -> int | None:
        parent: object = draft.head.parent
        path: list[str] = []
        found: int | None = None
        seen: set[str] = set()
        while isinstance(parent, str) and parent not in seen:
            if parent in self._known:
                found = self._known[parent]
                break
            seen.add(parent)
            path.append(parent)
            step = self._natives.get(parent)
            if step is not None and step < index:
                found = step
                break
            parent = self._log.above.get(parent)
        self._known.update(dict.fromkeys(path, found))
        return found if found is None or found < index else None


def _is_compaction(event: Event, body: Lifecycle) -> bool:
    return _COMPACTED in body.name and not body.transient and event.echo_of is UNSET


def _address(parts: Iterable[object]) -> str:
    return "sha256:" + sha256(encode(list(parts)))
