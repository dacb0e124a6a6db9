"""Names of hosts in private networks, in prompts and in ssh commands."""

from __future__ import annotations

import re

from steno.detect.declare import identifier
from steno.detect.patterns import ready
from steno.detect.pii.account import NO_HOSTS, NOBODY
from steno.detect.pii.context import after

_PRIVATE = ("local", "internal", "corp", "lan", "intranet", "home.arpa")
_NEAR = ready(
    r"(?://|@|\b(?:host|hostname|server|ping|ssh|scp|curl|dig|nslookup|node|endpoint|machine|domain|dns|on|from|to|at"
    r"|peer|upstream)"
    r"[\"'`]{0,2}\s{0,2}[:=]?\s{0,2}[\"'`]{0,2})\Z",
    re.IGNORECASE,
)
_EVERYWHERE = ("metadata.google.internal", "host.docker.internal", "gateway.docker.internal",
    "kubernetes.docker.internal",
               "svc.cluster.local", "cluster.local", "host.containers.internal", "host.lima.internal")  # fmt: skip


_PLAIN = frozenset(
    {"example", "my-app", "myapp", "app", "foo", "test", "localhost", "your-host", "my-host", "host", "name"}
)  # fmt: skip


def _host(match: re.Match[str]) -> tuple[int, int] | None:
    """A dotted name that ends here: code has `settings.local.json`, `threading.local()` and `.env.local` too."""
    text, name = match.string, match[0].lower()
    rest = after(match, 2)
    if rest[:1] in ("(", "_", "-", "=", "[", "<", "$", "{") or re.match(r"\.[A-Za-z0-9_*]", rest):
        return None
    if name.endswith(_EVERYWHERE) or ".." in name:
        return None
    labels = name.split(".")[:-1]
    if name.endswith(".home.arpa"):
        return match.span()
    before = text[max(0, match.start() - 32) : match.start()]
    telling = (
        len(labels) > 1 or any(c.isdigit() or c == "-" for c in labels[0]) or rest[:1] == ":" or _NEAR.search(before)
    )
    plain = labels[0] in _PLAIN
    return match.span() if telling and not plain and not match[0].startswith("-") else None


def _outside(before: str) -> bool:
    """Not the end of a path, a variable or a file name."""
    return not before.endswith((".", "_", "\\", "$", "-", "{", "~")) and not re.search(r"(?:[^/:]|^)/\Z", before)


_FORGES = (
    ".github.com", ".gitlab.com", ".bitbucket.org", ".codeberg.org", ".sr.ht", ".azure.com",
    ".example.com", ".example.org",
)  # fmt: skip
_CONTAINER = ready(r"[0-9a-f]{12}")


def _prompt(match: re.Match[str]) -> tuple[int, int] | None:
    """The user and the host of a prompt or an ssh target; of these, what tells something."""
    user, host = match["user"], match["host"].rstrip(".-")
    bare = host.lower().split(".")[0]
    if (
        bare in NO_HOSTS
        or bare.startswith(("example", "localhost", "your"))
        or _CONTAINER.fullmatch(host)
        or re.match(r"v?[0-9]+(?:\.[0-9x]|\Z)", host)
    ):
        return None
    if f".{host.lower()}".endswith(_FORGES):
        return None
    start = match.start("host") if user.lower() in NOBODY else match.start("user")
    return start, match.start("host") + len(host)


_NAME = r"(?P<user>[A-Za-z_][A-Za-z0-9._-]{0,31})@(?P<host>[A-Za-z0-9][A-Za-z0-9.-]{1,62})"

RULES = (
    identifier(
        "SEC536 private-host-name: The name of a host in a private network: below `.local`, `.internal`, `.corp`,"
        " `.lan`, `.intranet` or `.home.arpa`. A name of two parts must have a digit or a dash in it, or be"
        " where a host is expected, because code has attributes with these names.",
        r"(?:[A-Za-z0-9-]{1,63}\.){1,8}(?:local|internal|corp|lan|intranet|home\.arpa)",
        anchors=tuple(f".{name}" for name in _PRIVATE),
        lead_in=r"[A-Za-z0-9.-]{1,120}",
        before=_outside,
        caseless=True,
        extent=_host,
        source="IETF, RFC 6762 and RFC 8375; ICANN, decision on the private-use domain .internal",
        positives=(
            "ssh nobodys-mac" + "book.local",
            "http://grafana.ops" + ".corp/d/1",
            "db-3.eu.steno" + ".internal:5432",
        ),
        negatives=(
            "threading.local()",
            "settings.local.json",
            "cp .env.local x",
            "~/.local/bin",
            "metadata.google.internal",
            "com.sun.internal.Foo",
        ),
    ),
    identifier(
        "SEC537 shell-prompt-host: The user and the host of a shell prompt or of an ssh, scp or rsync target."
        " Accounts of machines and containers, and documentation examples, are not masked.",
        _NAME + r"(?::[~/][^\n]{0,80}?[$#%>] | [^\n\]]{0,60}\][$#%] ?|:[~/]|:~?[$#] )",
        gates=("[A-Za-z0-9_+-]@[A-Za-z0-9]",),
        lead_in=r"[A-Za-z0-9._-]{0,32}",
        before=lambda text: not text.endswith(("/", "@")) or text.endswith("//"),
        extent=_prompt,
        source="GNU Bash manual, prompts; OpenSSH manual, destinations",
        positives=(
            "nobody7@build-07:~/src$ ls",
            "[nobody7@gpu-box src]$ make",
            "scp x nobody7@web.steno-mail.dev:/srv/x",
        ),
        negatives=(
            "root@3f2a9c1b7d4e:/# ls",
            "git@github.com:acme/site.git",
            "user@localhost:~$ ls",
            "lodash@4.17.21: ok",
        ),
    ),
    identifier(
        "SEC552 ssh-target: The user and the host that an ssh, scp, rsync or sftp command names.",
        r"(?:ssh|scp|sftp|ssh-copy-id|mosh)(?:://| (?:-[A-Za-z]{1,4}(?: [A-Za-z0-9_./~=:-]{1,60})? ){0,4})" + _NAME,
        anchors="ssh |scp |sftp |ssh-copy-id |mosh |ssh://",
        extent=_prompt,
        source="OpenSSH manual, destinations",
        positives=(
            "ssh nobody7@gpu-box",
            "ssh -p 2222 -i ~/.ssh/id nobody7@web.steno-mail.dev uptime",
            "ssh://nobody7@git-9/x",
        ),
        negatives=("ssh user@host", "ssh git@github.com", "the ssh key of x@localhost", "ssh -T git@gitlab.com"),
    ),
)
