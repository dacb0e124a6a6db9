"""Secrets that code hands to a client beside the account they belong to: `Client("AC…", "…")`, `auth=("svc", "…")`."""

from __future__ import annotations

import re

from steno.detect.context.extent import Place
from steno.detect.context.names import Family, Name, Promise
from steno.detect.context.values import secret
from steno.detect.judge import drawn, value
from steno.detect.placeholder import placeholder
from steno.detect.rule import HEX, detector, fake

_PASSWORD = Name(Family.PASSWORD, Promise.FIRM)
_QUOTE = r"\\{0,7}[\"'`]"
_BETWEEN = rf"{_QUOTE}\s{{0,4}},\s{{0,40}}{_QUOTE}"
_CLIENTS = (
    "client(", "connect(", "search(", "api(", "sdk(", "rest(", "twilio(", "pusher(", "nexmo(", "vonage(", "plivo(",
    "mailjet(", "cloudinary(", "configure(", "initialize(", "init(",
)  # fmt: skip
_SIGNS_IN = (
    "auth(",
    "auth=(",
    "auth = (",
    "login(",
    "signin(",
    "sign_in(",
    "authenticate(",
    "credentials(",
    "credential(",
)


def _token(match: re.Match[str]) -> tuple[int, int] | None:
    """The last argument, where it looks drawn and is none of the words before it."""
    text = match["v"]
    return match.span("v") if drawn(text) and not placeholder(text) else None


def _password(match: re.Match[str]) -> tuple[int, int] | None:
    text = match["v"]
    real = secret(text, _PASSWORD, Place.VALUE) and text != match["user"]
    return match.span("v") if real else None


_AC = "AC" + fake(32, HEX)

RULES = (
    detector(
        "SEC455",
        "twilio-account-token",
        "The token of an account at Twilio, right after the id of the account.",
        type="auth_token",
        anchors=("AC",),
        pattern=r"A[CK][0-9a-f]{32}[\"'\\]{0,8}\s{0,4}[,:;|]?\s{0,40}[\"'\\]{0,8}(?P<v>[0-9a-f]{32})",
        extent=value,
        source="Twilio, documentation, REST API, authentication with account SID and auth token",
        positives=(
            "Client('" + _AC + "', '" + fake(32, HEX) + "')",
            "curl -u " + _AC + ":" + fake(32, HEX) + " https://api.twilio.com",
            _AC + " " + fake(32, HEX),
        ),
        negatives=(_AC, _AC + ", x", "AC" + fake(20, HEX) + "', '" + fake(32, HEX)),
    ),
    detector(
        "SEC456",
        "client-argument",
        "A key or token that a call hands to a client after the name or id of its account:"
        " `algoliasearch('APPID', '…')`.",
        type="api_key",
        anchors=_CLIENTS,
        pattern=r"(?:client|connect|search|api|sdk|rest|twilio|pusher|nexmo|vonage|plivo|mailjet|cloudinary|configure|"
        rf"initialize|init)\(\s{{0,20}}{_QUOTE}[\w.@:/-]{{1,80}}{_BETWEEN}(?:[\w.@:/-]{{1,80}}{_BETWEEN})?"
        rf"(?P<v>[A-Za-z0-9+/=_.~-]{{16,256}}){_QUOTE}\s{{0,20}}[,)]",
        extent=_token,
        caseless=True,
        glued=True,
        source="Algolia, Plivo, Pusher and Mailjet, documentation, API clients",
        positives=(
            "algoliasearch('K4P2X9QWERT', '" + fake(32, HEX) + "')",
            'plivo.RestClient("MAZWQ5ZTQ1NDU4", "' + fake(40) + '")',
            "new Pusher('1234567', 'app', '" + fake(20) + "')",
        ),
        negatives=(
            "algoliasearch('APP_ID', 'YOUR_SEARCH_API_KEY')",
            "client('/api/users/list', 'application/json')",
            "re.search('name', 'a much longer text')",
        ),
    ),
    detector(
        "SEC457",
        "login-call-argument",
        "The password that a call signs in with, after the name of the user: `auth=('svc', '…')`.",
        type="password",
        anchors=_SIGNS_IN,
        pattern=r"(?:auth|auth ?= ?|login|signin|sign_in|authenticate|credentials?)"
        rf"\(\s{{0,20}}{_QUOTE}(?P<user>[\w.@+-]{{1,80}}){_BETWEEN}(?P<v>[^\"'`\\\s]{{4,128}}){_QUOTE}\s{{0,20}}[,)]",
        extent=_password,
        caseless=True,
        glued=True,
        source="Requests, documentation, authentication; Python, smtplib",
        positives=(
            "requests.get(url, auth=('svc', '" + "Heron" + "-61!'))",
            'HTTPBasicAuth("svc", "' + "Heron" + '-61!")',
            "smtp.login('ops@acme.dev', '" + "wq8" + "Zt2pL')",
        ),
        negatives=(
            "auth=('user', 'password')",
            "smtp.login(user, password)",
            "login('admin', os.environ['PASSWORD'])",
        ),
    ),
)
