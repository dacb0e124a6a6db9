"""What a Claude Code session was given: the prompts and tools of its model, and the session from which it goes on."""

from __future__ import annotations

from steno.base.exact import JSON
from steno.base.ids import sha256


class Given:
    def __init__(self) -> None:
        self.prompts: dict[str, str] = {}
        self.tools: dict[str, JSON] = {}
        self.origins: dict[str, None] = {}
        """The sessions from which records were copied."""
        self.copied = False
        """Whether this record was copied."""

    def copy(self, origin: JSON) -> None:
        """Take a record's `forkedFrom`, which says where it stood first."""
        session = origin.get("sessionId") if type(origin) is dict else None
        self.copied = type(session) is str and bool(session)
        if type(session) is str and session:
            self.origins[session] = None

    def to_model(self, attachment: JSON) -> None:
        """Take the system prompt and the tools that an attachment holds, as far as they are texts and definitions."""
        if type(attachment) is not dict:
            return
        prompt, tools = attachment.get("systemPrompt"), attachment.get("tools")
        parts = prompt if type(prompt) is list else [prompt]
        for text in map(_text, parts):
            if text:
                self.prompts[sha256(text.encode("utf-8", "surrogatepass"))] = text
        for tool in tools if type(tools) is list else ():
            if type(tool) is dict and type(name := tool.get("name")) is str and name:
                self.tools[name] = tool


def _text(part: JSON) -> str:
    """A block of a prompt, or a bare text."""
    text = part.get("text") if type(part) is dict else part
    return text if type(text) is str else ""
