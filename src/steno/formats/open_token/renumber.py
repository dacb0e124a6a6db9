"""Ids and `seq` of a list of spelled events, after some were put in or taken out."""

from __future__ import annotations

from collections import defaultdict

from steno.base.exact import JSON

Spelled = dict[str, JSON]


def renumbered(events: list[Spelled]) -> list[Spelled]:
    """The events with ids and `seq` from 1, and links that follow; a link to an event that is gone is left out."""
    names: dict[str, str] = {}
    same = True
    for number, event in enumerate(events, 1):
        old, new = event.get("id"), f"evt_{number:06d}"
        same = same and old == new and event.get("seq") == number
        if isinstance(old, str):
            names.setdefault(old, new)
    if same:
        return events
    return [_renamed(event, number, names) for number, event in enumerate(events, 1)]


def _renamed(event: Spelled, number: int, names: dict[str, str]) -> Spelled:
    whole = {**event, "id": f"evt_{number:06d}", "seq": number}
    links = event.get("links")
    if type(links) is dict:
        kept: dict[str, JSON] = {}
        for key, value in links.items():
            if key not in ("parent_id", "replies_to"):
                kept[key] = value
            elif isinstance(value, str) and value in names:
                kept[key] = names[value]
        whole["links"] = kept
        if not kept:
            del whole["links"]
    return whole


def groups(events: list[Spelled]) -> list[list[int]]:
    """The events that can only go together, oldest first: a call and its result, a span, an annotation and its event.

    Events are named by their position.
    """
    leader = list(range(len(events)))

    def find(index: int) -> int:
        while leader[index] != index:
            leader[index] = leader[leader[index]]
            index = leader[index]
        return index

    named: dict[tuple[str, str], int] = {}
    by_id = {event["id"]: index for index, event in enumerate(events)}
    for index, event in enumerate(events):
        links = event.get("links")
        if type(links) is not dict:
            continue
        joined = [
            named.setdefault((key, name), index)
            for key in ("call_id", "span_id")
            if isinstance(name := links.get(key), str)
        ]
        if event.get("type") == "annotation" and isinstance(target := links.get("replies_to"), str):
            joined.append(by_id.get(target, index))
        for other in joined:
            first, second = sorted((find(index), find(other)))
            leader[second] = first
    found: dict[int, list[int]] = defaultdict(list)
    for index in range(len(events)):
        found[find(index)].append(index)
    return [found[first] for first in sorted(found)]
