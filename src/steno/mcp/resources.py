"""Sessions as resources: their addresses, and what a list says of each."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

from msgspec import Struct

from steno.api import UsageError
from steno.mcp.answer import Result, on_one_line

SCHEME = "steno://session/"
TEMPLATES = {
    f"{SCHEME}{{id}}": ("Session", "What a session is about, prompt by prompt."),
    f"{SCHEME}{{id}}/events": ("Events of a session", "The first events of a session; get_events reads on."),
}


class Resource(Struct, frozen=True):
    uri: str
    name: str
    description: str

    @classmethod
    def of(cls, row: dict[str, Any]) -> Resource:
        """A row of `list_sessions`, which is masked and inert already."""
        words = [row.get("agent", ""), row.get("project", ""), row.get("active", "")]
        name, about = row.get("title") or row["id"], ", ".join(filter(None, words))
        return cls(f"{SCHEME}{quote(row['id'], safe='')}", on_one_line(name), on_one_line(about))


def address(uri: str) -> tuple[str, str]:
    """The tool that reads an address, and the session's id; raises `UsageError`."""
    rest = uri.removeprefix(SCHEME)
    id, slash, part = rest.partition("/")
    if rest == uri or not id or (slash and part != "events"):
        raise UsageError(f"no resource has this address; there are {' and '.join(TEMPLATES)}")
    return ("get_events" if slash else "get_session"), unquote(id)


class Refused(UsageError):
    """A resource that cannot be read."""


def listed(result: Result) -> tuple[list[Resource], str | None]:
    """A page of the sessions, as things that can be read, and the cursor of the next page."""
    text_of(result)
    content = result["structuredContent"]
    return [Resource.of(row) for row in content["rows"]], content.get("next")


def text_of(result: Result) -> str:
    """The text of a result; raises `Refused` with it where it is an error."""
    text: str = result["content"][0]["text"]
    if result["isError"]:
        raise Refused(text)
    return text
