"""Addresses of machines in networks: IP and MAC."""

from __future__ import annotations

import ipaddress
import re

from steno.detect.declare import identifier
from steno.detect.patterns import ready

_KNOWN_TO_ALL = frozenset(
    {
        "8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "149.112.112.112", "208.67.222.222", "208.67.220.220",
        "1.2.3.4", "2001:4860:4860::8888", "2001:4860:4860::8844", "2606:4700:4700::1111", "2606:4700:4700::1001",
        "2620:fe::fe",
    }
)  # fmt: skip
"""Public name servers and the address of examples: nobody's machine."""

_SMALL = 32
"""Four numbers below this, or three below half of it, are a version or a section far more often than an address."""

_VERSION = ready(
    r"(?:\b(?:v|ver|version|versions|release|rev|revision|build|tag|upgrade|firmware|kernel|section|oid|asn1|chapter"
    r"|package|pkg)"
    r"[\"'`]{0,2}(?:\s{0,2}[:=]\s{0,2}|\s{1,2}|[ _-])?[\"'`v]{0,2}|[=~^<>!]=\s{0,2}|[~^<>]\s?|[A-Za-z0-9)]/"
    r"|[A-Za-z][_-]|[.-])\Z",
    re.IGNORECASE,
)
"""What stands before a version: `v`, `version:`, `==`, `Chrome/`, `name-`."""


def _no_version(before: str) -> bool:
    return _VERSION.search(before) is None


_TAIL = ready(r"\.[0-9A-Za-z]|[-+_][A-Za-z]")


def _version4(match: re.Match[str]) -> tuple[int, int] | None:
    parts = [int(part) for part in match[0].split(".")]
    if (
        max(parts) < _SMALL
        or max(parts[:3]) < _SMALL // 2
        or parts.count(0) > 1
        or match[0] in _KNOWN_TO_ALL
        or _TAIL.match(match.string, match.end(), match.endpos)
    ):
        return None
    return match.span() if _public(match[0]) else None


def _public(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return address.is_global and not address.is_multicast


def _version6(match: re.Match[str]) -> tuple[int, int] | None:
    text = match[0].rstrip(":") if not match[0].endswith("::") else match[0]
    known = (
        text.lower() in _KNOWN_TO_ALL
        or text.count(":") < 2
        or (not any(map(str.isalpha, text)) and "::" not in text and text.count(":") < 7)
    )
    return (match.start(), match.start() + len(text)) if not known and _public(text) else None


_NO_DEVICE = (
    "01005e", "3333", "0180c2", "0242ac", "001122", "aabbcc", "112233", "0123456789ab", "123456789abc",
    "000102030405", "deadbeef",
)  # fmt: skip
"""Multicast groups, containers, and what stands in examples."""


def _device(text: str) -> bool:
    figures = "".join(filter(str.isalnum, text)).lower()
    return len(set(figures)) > 2 and not figures.startswith(_NO_DEVICE)


def _mac(sign: str) -> str:
    return rf"[0-9A-Fa-f]{{2}}(?:{sign}[0-9A-Fa-f]{{2}}){{5,20}}"


_HEX = "[0-9A-Fa-f]"

RULES = (
    identifier(
        "SEC530 public-ipv4-address: A public IPv4 address. Private, loopback, link-local, shared, multicast and "
        "documentation ranges are not masked, nor are netmasks, public name servers, and anything that reads as a "
        "version or an object identifier.",
        r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])",
        gates=tuple(rf"[0-9]\.[0-9]{{{a}}}\.[0-9]{{{b}}}\.[0-9]" for a in (1, 2, 3) for b in (1, 2, 3)),
        lead_in="[0-9.]{0,15}",
        before=_no_version,
        extent=_version4,
        source="IETF, RFC 791, RFC 6890 and RFC 5737; IANA, special-purpose address registry",
        positives=("from 93.184" + ".57.201 port 22", "http://146.70" + ".88.19:8080/x", '"ip": "62.210' + '.140.7"'),
        negatives=(
            "10.0.0.12 and 192.168.1.7",
            "203.0.113.9",
            "version 93.184.57.201",
            "1.3.6.1.4.1.311.21",
            "Chrome/120.0.6099.71",
            "pkg==93.184.57.201",
            "255.255.255.0",
            "8.8.8.8",
            "4.18.2.1",
            "section 8.2.4.44",
            "93.184.57.201-beta",
        ),
    ),
    identifier(
        "SEC531 public-ipv6-address: A public IPv6 address: all of them begin with 2 or 3. The documentation range"
        " and public name servers are not masked.",
        r"[23][0-9A-Fa-f]{3}(?::[0-9A-Fa-f]{0,4}){2,8}",
        gates=("[23][0-9A-Fa-f]{3}:[0-9A-Fa-f:]",),
        before=lambda text: not text.endswith(":"),
        extent=_version6,
        source="IETF, RFC 4291 and RFC 3849; IANA, global unicast allocations",
        positives=(
            "ping 2a01:4f8" + ":c17:b8f::2",
            "[2607:f8b0" + ":4005:80a::200e]:443",
            "2a00:1450:400" + "1:81b:0:0:0:200e up",
        ),
        negatives=("2001:db8::1", "at 2026:11:15", "fe80::1", "file.py:2345:6: error", "2001:4860:4860::8888"),
    ),
    identifier(
        "SEC532 mac-address: The hardware address of a network interface, with colons, dashes or dots. Zeros,"
        " broadcast and well-known examples are not masked.",
        rf"{_mac(':')}|{_mac('-')}|[0-9A-Fa-f]{{4}}(?:\.[0-9A-Fa-f]{{4}}){{2,8}}",
        gates=(
            ":".join([_HEX + "{2}"] * 6),
            "-".join([_HEX + "{2}"] * 6),
            r"\.".join([_HEX + "{4}"] * 3),
        ),
        before=lambda text: not text.endswith((":", "-", ".")),
        extent=lambda match: match.span() if len(match[0]) in (14, 17) and _device(match[0]) else None,
        source="IEEE 802, guidelines for MAC addresses",
        positives=("ether 3c:22" + ":fb:8a:01:9d", "F4-5C-89" + "-B2-77-0E", "0050" + ".56a1.7c3e dynamic"),
        negatives=(
            "00:00:00:00:00:00",
            "ff:ff:ff:ff:ff:ff",
            "3c:22:fb:8a:01:9d:aa:bb:cc",
            "2026-11-15-10-11-12",
            "aa:bb:cc:dd:ee:ff",
            "01:00:5e:00:00:01",
        ),
    ),
)
