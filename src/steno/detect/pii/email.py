"""E-mail addresses."""

import re

from steno.detect.declare import email
from steno.detect.patterns import ready
from steno.detect.pii.context import after

_EXAMPLES = (
    "example.com", "example.org", "example.net", "example.edu", "localhost", "test.com", "domain.com", "domain.org",
    "domain.tld", "yourdomain.com", "mydomain.com", "yourcompany.com", "foo.com", "bar.com", "foo.bar",
)  # fmt: skip
_UNANSWERED = ("users.noreply.github.com", "users.noreply.gitlab.com")
_RESERVED = (".example", ".invalid", ".test", ".localhost", ".local")
_FILES = frozenset(
    {
        "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "avif", "js", "mjs", "cjs", "jsx", "ts", "mts", "tsx",
        "css", "scss", "less", "html", "htm", "xml", "py", "pyi", "json", "jsonl", "md", "mdx", "yml", "yaml", "toml",
        "txt", "lock", "zip", "tar", "gz", "tgz", "whl", "service", "socket", "timer", "target", "mount", "path",
        "local", "swift", "kt", "cpp", "hpp", "vue", "svelte", "ipynb", "sql", "log", "shape", "dtype", "transpose",
        "reshape", "data",
    }
)  # fmt: skip
"""What an `@2x` image, a scoped package, a unit of systemd or a product of matrices ends in, and no domain does."""

_ROLES = ready(
    r"(?:no|donot|do-not|do_not)[._-]?reply.*|.*[._+-]no-?reply|mailer-daemon|git|hg|notifications?|bounces?|.*\[bot\]"
    r"|dependabot|renovate",
    re.IGNORECASE,
)
"""Who sends mail that nobody answers."""

_PACKAGE = ready(r"@v?[0-9]+\.[0-9x]")


def reserved(domain: str) -> bool:
    """Whether a domain belongs to examples and tests."""
    domain = domain.lower()
    return any(domain == name or domain.endswith("." + name) for name in _EXAMPLES) or domain.endswith(_RESERVED)


def personal(local: str, domain: str) -> bool:
    """Whether an address may be somebody's: not one of documentation, not a sender that nobody answers."""
    if reserved(domain) or domain.lower().endswith(_UNANSWERED) or _ROLES.fullmatch(local):
        return False
    return domain.lower().rpartition(".")[2] not in _FILES


def _address(match: re.Match[str]) -> tuple[int, int] | None:
    local, _, domain = match[0].rpartition("@")
    if _PACKAGE.match(match[0], len(local)) or after(match, 2) in (":/", ":~") or not personal(local, domain):
        return None
    return None if after(match) in ("(", "[", "_") else match.span()


RULE = email(
    "SEC501 email-address: An e-mail address. Domains reserved for examples and tests, GitHub's and GitLab's"
    " no-reply domains, senders such as `noreply@`, the user `git`, versions of packages (`name@1.2.3`) and"
    " names of files (`icon@2x.png`) are not masked.",
    r"[A-Za-z0-9_\u00c0-\uffff][A-Za-z0-9_.+\u00c0-\uffff-]{0,63}@"
    r"(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}",
    gates=("[A-Za-z0-9_+-]@[A-Za-z0-9]",),
    lead_in=r"[\w.+-]{0,64}",
    inside_words=True,
    extent=_address,
    source="IETF, RFC 5322 and RFC 2606",
    positives=(
        "Author: Nobody <no.body@steno-mail.dev>",
        "mailto:a+b@mail.steno-mail.co.uk",
        "nobody@steno-mail.dev, or call",
        r"{\"to\":\"x\\nnobody@steno-mail.dev\"}",
    ),
    negatives=(
        "user@example.com",
        "logo@2x.png",
        "git@github.com:acme/site.git",
        "@property def name.first",
        "no-reply@steno-mail.dev",
        "@scope/pkg@1.2.3-rc.one",
        "dev@db.test",
        "scp x deploy@web.steno-mail.dev:/srv",
        "y = w@x.reshape",
        "once\\n@functools.lru_cache",
        "x@functools.lru_cache",
    ),
)
