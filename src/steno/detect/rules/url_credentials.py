"""Passwords and tokens before the host of an address, whatever its scheme."""

import re

from steno.detect.declare import auth_token, password, value
from steno.detect.judge import drawn
from steno.detect.patterns import ready
from steno.detect.placeholder import placeholder

_HOST = ready(r"[A-Za-z0-9\[$%_{.-]")
_PORT = ready(r"[0-9]{1,5}[?#,].*")


def _password(match: re.Match[str]) -> tuple[int, int] | None:
    """The password, unless it is a port, a version before a digest, or the name again, as in `guest:guest@`.

    It ends where the last host begins, however long it is.
    """
    found, start = match["rest"], match.start("rest")
    end = found.rfind("@")
    while end > 0 and not _HOST.match(found, end + 1):
        end = found.rfind("@", 0, end)
    said = found[: max(end, 0)]
    if not said or said == match["user"] or found.startswith("sha256", end + 1) or _PORT.fullmatch(said):
        return None
    return None if placeholder(said) else (start, start + end)


def _user(match: re.Match[str]) -> tuple[int, int] | None:
    """A name that nobody chose.  The keys in addresses of Sentry are public."""
    return value(match) if drawn(match["v"]) and "sentry" not in match["host"] else None


RULES = (
    password(
        "SEC302 url-password: The password between a user's name and the host of an address:"
        " `scheme://user:password@host`.",
        r"://(?P<user>[^\s:/@?#\"'<>\\]{0,200}):(?P<rest>[^\s/\"'<>\\]+)",
        inside_words=True,
        extent=_password,
        source="IETF, RFC 3986, section 3.2.1",
        positives=(
            "DATABASE_URL=postgres://app:<14>@db.acme.internal:5432/app?sslmode=require",
            "redis://:<14>@10.0.0.5:6379/0",
            "mongodb+srv://svc:<14>@cluster0.acme.mongodb.net/test",
            'create_engine("mysql+pymysql://root:p@<14>@localhost/db")',
            "git clone https://oauth2:<14>@git.acme.dev/a/b.git",
            "amqps://worker:<14>@mq:5671/vhost",
        ),
        negatives=(
            "postgres://user:password@localhost/db",
            "postgres://${DB_USER}:${DB_PASS}@${DB_HOST}/db",
            'f"amqp://{user}:{password}@{host}"',
            "http://localhost:8080/a@b",
            "docker://alpine:3.19@sha256:<64>",
            "https://<user>:<pass>@host",
            "amqp://guest:guest@localhost",
        ),
    ),
    auth_token(
        "SEC303 url-token: A token in place of the user's name in an address: `https://token@host`.",
        r"://(?P<v>[A-Za-z0-9_.~%-]{20,256}):?@(?P<host>[A-Za-z0-9.-]{1,100})",
        inside_words=True,
        extent=_user,
        source="IETF, RFC 3986, section 3.2.1; GitHub, documentation, cloning with a token",
        positives=(
            "git remote add o https://<40>@github.com/a/b.git",
            "https://<32>:@api.acme.dev/v1/charges",
            "pip install git+https://<24>@git.acme.dev/a/b",
        ),
        negatives=(
            "ssh://git@github.com/a/b.git",
            "https://<32 hex>@o1.ingest.sentry.io/2",
            "https://your-personal-access-token-1@github.com/a/b",
        ),
    ),
)
