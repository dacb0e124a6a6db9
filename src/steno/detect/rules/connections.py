"""Passwords in connection strings that are no addresses: JDBC, ADO.NET, ODBC, libpq, Oracle."""

import re

from steno.detect.declare import password, value
from steno.detect.patterns import ready

_KEY = (
    r"(?:server|data source|host|hostname|address|addr|user ?id|uid|user|username|user name|database|initial catalog|"
    r"driver|dsn|port|integrated security|encrypt|trustservercertificate|pooling)\s{0,2}="
)
_BEFORE = ready(_KEY + r"[^;\n]{0,120};\s{0,4}\Z", re.ASCII | re.IGNORECASE)
_AFTER = ready(r"[^\s;\"']{0,128};\s{0,4}" + _KEY, re.ASCII | re.IGNORECASE)
_WORD = r"(?:host|hostaddr|user|dbname|port|sslmode)\s?=\s?[^\s,]{1,120}"
_WORD_BEFORE = ready(_WORD + r"[ \t]{1,3}\Z", re.ASCII)
_WORD_AFTER = ready(r"[^\s,]{1,128}[ \t]{1,3}" + _WORD, re.ASCII)
_NEVER = ready(r"\A\b\B")
_REACH = 160


def _among(before: re.Pattern[str], after: re.Pattern[str], match: re.Match[str]) -> tuple[int, int] | None:
    text, start = match.string, match.start()
    near = before.search(text, max(0, start - _REACH), start) or after.match(text, match.start("v"))
    return value(match) if near else None


def _keys(match: re.Match[str]) -> tuple[int, int] | None:
    """The password, where another key of a connection string stands beside it."""
    # What stands before it ends with a semicolon: most texts are told by their last character.
    before = _BEFORE if match.string[max(0, match.start() - 5) : match.start()].rstrip().endswith(";") else _NEVER
    return _among(before, _AFTER, match)


def _words(match: re.Match[str]) -> tuple[int, int] | None:
    return _among(_WORD_BEFORE, _WORD_AFTER, match)


RULES = (
    password(
        "SEC310 jdbc-password: The password among the parameters of a JDBC address.",
        r"jdbc:[^\s\"'<>]{2,300}?[?&;](?:password|pwd)=(?P<v>[^\s\"'&;<>\\]{1,128})",
        caseless=True,
        extent=value,
        source="PostgreSQL, MySQL and Microsoft, JDBC driver documentation, connection properties",
        positives=(
            "jdbc:postgresql://db:5432/app?user=svc&password=<14>",
            "spring.datasource.url=jdbc:mysql://db/app?password=<14>&useSSL=true",
            '"jdbc:sqlserver://db;databaseName=a;user=sa;password=<14>;"',
        ),
        negatives=(
            "jdbc:postgresql://db:5432/app?user=svc&password=${DB_PASSWORD}",
            "jdbc:postgresql://db:5432/app",
            "jdbc:mysql://db/app?password=password",
        ),
    ),
    password(
        "SEC311 connection-string-password: The password in a connection string of ADO.NET, ODBC or OLE DB.",
        r"(?:password|pwd)\s{0,2}=\s{0,2}(?P<v>\{[^}\n\"']{1,128}\}|[^;\s\"'\\<>]{1,128})",
        caseless=True,
        extent=_keys,
        source="Microsoft, ADO.NET documentation, connection string syntax",
        positives=(
            "Server=db;Database=app;User Id=sa;Password=<14>;Encrypt=true",
            '"Driver={ODBC Driver 18};UID=sa;PWD=<14>"',
            "Password=<14>; Host=db; Username=svc",
        ),
        negatives=(
            "Server=db;User Id=sa;Password={password};",
            "Server=db;User Id=sa;Password=your_password;",
            "if password=<14> then",
        ),
    ),
    password(
        "SEC312 libpq-password: The password among the keywords of a PostgreSQL connection.",
        r"password=(?P<v>[^\s\"'\\<>]{1,128})",
        extent=_words,
        source="PostgreSQL, documentation, libpq connection strings",
        positives=(
            'psql "host=db user=app password=<14> dbname=app"',
            "password=<14> host=db",
            "dsn: port=5432 password=<14>",
        ),
        negatives=("host=db user=app password=$PGPASSWORD", "host=%s user=%s password=%s", "password=<14> and more"),
    ),
    password(
        "SEC313 oracle-password: The password between a slash and an at sign, as Oracle's tools take it.",
        r"(?:jdbc:oracle:(?:thin|oci8?):|(?:sqlplus|expdp|impdp|sqlldr)\s{1,3}(?:-[a-z]{1,8}\s{1,3}){0,3})"
        r"[\"'\\]{0,4}[A-Za-z0-9_$#]{1,64}/[\"'\\]{0,4}(?P<v>[^\s@/\"'\\<>]{1,64})[\"'\\]{0,4}@",
        anchors="jdbc:oracle:|sqlplus |expdp |impdp |sqlldr ",
        caseless=True,
        extent=value,
        source="Oracle, JDBC developer's guide, database URLs; SQL*Plus user's guide",
        positives=(
            "jdbc:oracle:thin:app/<14>@//db:1521/ORCL",
            "sqlplus -s system/<14>@db",
            "expdp system/<14>@db full=y",
        ),
        negatives=("jdbc:oracle:thin:@//db:1521/ORCL", "sqlplus scott/tiger@db", "sqlplus $USER/$PASS@db"),
    ),
)
