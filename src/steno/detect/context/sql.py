"""Passwords in statements of SQL that name them by no word for password."""

from __future__ import annotations

import re

from steno.detect.context.extent import Place, value_at, whole
from steno.detect.context.names import Family, Name, Promise
from steno.detect.context.values import secret
from steno.detect.declare import password

_NAME = Name(Family.PASSWORD, Promise.FIRM)


def _identified(match: re.Match[str]) -> tuple[int, int] | None:
    text = match.string
    value = value_at(text, match.end(), match.endpos)
    if value is None or not secret(text[value.start : value.end], _NAME, Place.VALUE):
        return None
    return whole(text, value, match.endpos)


RULE = password(
    "SEC410 sql-identified-by: The password of a user in an SQL statement: `IDENTIFIED BY`, with or without"
    " the plug-in that checks it.",
    r"identified (?:(?:with|via) [\w\"'`]{1,40} (?:by|as|using) |by )(?:password |values )?\\{0,7}[\"']",
    anchors="identified by|identified with|identified via",
    caseless=True,
    extent=_identified,
    source="Oracle, MySQL reference manual, CREATE USER; MariaDB, documentation, CREATE USER",
    positives=(
        "CREATE USER app@'%' IDENTIFIED BY '" + "Heron" + "-61!';",
        "alter user app identified with mysql_native_password by '" + "wq8" + "Zt2pL';",
        'GRANT ALL ON *.* TO x IDENTIFIED BY \\"' + "Heron" + '-61!\\"',
    ),
    negatives=(
        "CREATE USER app IDENTIFIED BY '${DB_PASSWORD}'",
        "the account is identified by 'name'",
        "IDENTIFIED WITH auth_socket",
    ),
)
