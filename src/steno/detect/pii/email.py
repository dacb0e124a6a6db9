"""E-mail addresses."""

import re

from steno.detect.rule import Level, detector

_LOCAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-")
_LONGEST = 64
_NOBODY = ("example.com", "example.org", "example.net", "users.noreply.github.com")
_FILES = ("png", "jpg", "jpeg", "gif", "svg", "webp", "js", "ts", "css", "py", "json", "md", "service", "local")
"""What an `@2x` image, a scoped package or a unit of systemd ends in, and no domain does."""


def _address(match: re.Match[str]) -> tuple[int, int] | None:
    """The domain that matched, and the name before it."""
    text, start = match.string, match.start()
    while start > 0 and text[start - 1] in _LOCAL and match.start() - start < _LONGEST:
        start -= 1
    while start < match.start() and text[start] in ".%+-":
        start += 1
    domain = match[0][1:].lower()
    if start == match.start() or domain.rpartition(".")[2] in _FILES or text[start : match.start()] == "git":
        return None  # `git@host.name:path` names no person
    reserved = any(domain == name or domain.endswith("." + name) for name in _NOBODY)
    return None if reserved or domain.endswith((".example", ".invalid", ".test")) else (start, match.end())


RULES = (
    detector(
        "SEC501",
        "email-address",
        "An e-mail address, unless its domain is reserved for examples or is GitHub's no-reply domain.",
        type="email",
        level=Level.PII,
        anchors=("@",),
        pattern=r"@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}",
        extent=_address,
        glued=True,
        source="IETF, RFC 5322 and RFC 2606",
        positives=(
            "Author: Nobody <no.body@steno-mail.dev>",
            "mailto:a+b@mail.steno-mail.co.uk",
            "nobody@steno-mail.dev, or call",
        ),
        negatives=("user@example.com", "logo@2x.png", "git@github.com:acme/site.git", "@property def name.first"),
    ),
)
