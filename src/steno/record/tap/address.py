"""Addresses on this machine: where a tap listens and where its server is.  Every other machine is refused."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from steno.contracts import UsageError

_LOCALHOST = "localhost"


class Address(NamedTuple):
    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def hosts(self) -> tuple[str, ...]:
        """The numbers to try.  A name is never looked up: what it leads to is not ours to know."""
        return ("127.0.0.1", "::1") if self.host == _LOCALHOST else (self.host,)


class Endpoint(NamedTuple):
    """Where a server takes its requests."""

    address: Address
    path: str
    query: str


def endpoint(text: str) -> Endpoint:
    """From a URL of this machine; raises `UsageError`."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise UsageError(f"{text!r} is not a URL") from None
    if url.scheme != "http" or not url.hostname or url.username is not None:
        raise UsageError(f"{text!r} is not a plain http URL; expected one like http://127.0.0.1:8000/mcp")
    address = Address(_loopback(url.hostname), 80 if port is None else port)
    return Endpoint(address, url.path or "/", url.query)


def listening(text: str) -> Address:
    """From `HOST:PORT`; raises `UsageError`."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise UsageError(f"{text!r} is not an address; expected one like 127.0.0.1:0")
    return Address(_loopback(host.removeprefix("[").removesuffix("]")), int(port))


def _loopback(host: str) -> str:
    if host.lower() == _LOCALHOST:
        return _LOCALHOST
    try:
        if ip_address(host).is_loopback:
            return host
    except ValueError:
        pass  # a name, which may lead anywhere
    raise UsageError(f"{host!r} is not this machine; a tap connects only to 127.0.0.1, ::1 and localhost")
