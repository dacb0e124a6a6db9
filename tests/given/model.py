"""A stand-in for a model on this machine's own address: it runs one command through its agent's shell, and is done.

It speaks as much of four protocols as real agents need, so that what they hand to their tools can be looked at without
a model and without a network.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_SHELLS = {
    "Bash": "command", "bash": "command", "exec_command": "cmd", "shell_command": "command",
    "run_shell_command": "command",
}  # fmt: skip
"""The tool that runs a command, as agents name it, and the argument that holds the command."""
Event = tuple[str, Any]


class Model:
    """Where it listens, and everything that it was asked."""

    def __init__(self, url: str, asked: list[str]) -> None:
        self.url, self.asked = url, asked


@contextmanager
def model(command: str) -> Iterator[Model]:
    """A model that wants this command run."""
    asked: list[str] = []

    class Handler(_Handler):
        wanted, seen = command, asked

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Model(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wanted: str
    seen: list[str]

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._sent(b'{"data":[],"models":[]}', "application/json")

    def do_POST(self) -> None:
        text = self._body().decode()
        self.seen.append(text)
        body, path = json.loads(text or "{}"), self.path.partition("?")[0]
        said = next((make for end, make in _SPOKEN.items() if end in path), None)
        if said is None or (said is _messages and not body.get("stream")):
            self._sent(b"{}", "application/json")
            return
        events = said(body, *_call(body, text, self.wanted))
        lines = (f"event: {name}\n" * bool(name) + f"data: {json.dumps(data)}\n\n" for name, data in events)
        self._sent("".join(lines).encode(), "text/event-stream")

    def _body(self) -> bytes:
        if self.headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        data = b""
        while size := int(self.rfile.readline().strip() or b"0", 16):
            data += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return data

    def _sent(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _call(body: dict[str, Any], text: str, command: str) -> tuple[str, dict[str, str]]:
    """The tool to call and its arguments; no name where it was called already, or there is none."""
    is_done = any(f'"{key}"' in text for key in ("tool_result", "function_call_output", "functionResponse"))
    is_done = is_done or any(each.get("role") == "tool" for each in body.get("messages", ()))
    name = next((each for each in _names(body) if each in _SHELLS), "")
    if is_done or not name:
        return "", {}
    return name, {_SHELLS[name]: command, **({"description": "look"} if "bash" in name.lower() else {})}


def _names(body: dict[str, Any]) -> Iterator[str]:
    for tool in body.get("tools", ()):
        for each in tool.get("functionDeclarations", [tool.get("function", tool)]):
            yield each.get("name", "")


def _messages(body: dict[str, Any], name: str, args: dict[str, str]) -> list[Event]:
    block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}} if name else {"type": "text", "text": ""}
    delta = {"type": "input_json_delta", "partial_json": json.dumps(args)}
    delta = delta if name else {"type": "text_delta", "text": "Done."}
    message: dict[str, Any] = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
        "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    }  # fmt: skip
    ended = {"stop_reason": "tool_use" if name else "end_turn", "stop_sequence": None}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return [(each["type"], each) for each in events]


def _responses(body: dict[str, Any], name: str, args: dict[str, str]) -> list[Event]:
    item: dict[str, Any] = {"type": "function_call", "call_id": "c1", "name": name, "arguments": json.dumps(args)}
    if not name:
        item = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {"id": "r1"}},
        {"type": "response.output_item.done", "item": item},
        {"type": "response.completed", "response": {"id": "r1", "usage": usage}},
    ]
    return [(each["type"], each) for each in events]


def _completions(body: dict[str, Any], name: str, args: dict[str, str]) -> list[Event]:
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
    delta: dict[str, Any] = {"tool_calls": [call]} if name else {"content": "Done."}
    base = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": body.get("model")}
    ended = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if name else "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    said = {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None}
    return [("", {**base, "choices": [said]}), ("", {**base, "choices": [ended], "usage": usage})]


def _contents(body: dict[str, Any], name: str, args: dict[str, str]) -> list[Event]:
    part = {"functionCall": {"name": name, "args": args}} if name else {"text": "Done."}
    said = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return [("", {"candidates": [said], "usageMetadata": usage})]


_SPOKEN = {
    "/messages": _messages,
    "/responses": _responses,
    "/chat/completions": _completions,
    "treamGenerateContent": _contents,
}
