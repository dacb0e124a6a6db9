"""Secrets that code hands to a client beside the account they belong to: `Client("AC…", "…")`, `auth=("svc", "…")`."""

import re

from steno.detect.context.extent import Place
from steno.detect.context.names import Family, Name, Promise
from steno.detect.context.values import secret
from steno.detect.declare import api_key, password
from steno.detect.judge import drawn
from steno.detect.placeholder import placeholder

_PASSWORD = Name(Family.PASSWORD, Promise.FIRM)
_QUOTE = r"\\{0,7}[\"'`]"
_BETWEEN = rf"{_QUOTE}\s{{0,4}},\s{{0,40}}{_QUOTE}"

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


RULES = (
    api_key(
        "SEC456 client-argument: A key or token that a call hands to a client after the name or id of its account:"
        " `algoliasearch('APPID', '…')`.",
        r"(?:client|connect|search|api|sdk|rest|twilio|pusher|nexmo|vonage|plivo|mailjet|cloudinary|configure|"
        rf"initialize|init)\(\s{{0,20}}{_QUOTE}[\w.@:/-]{{1,80}}{_BETWEEN}(?:[\w.@:/-]{{1,80}}{_BETWEEN})?"
        rf"(?P<v>[A-Za-z0-9+/=_.~-]{{16,256}}){_QUOTE}\s{{0,20}}[,)]",
        caseless=True,
        inside_words=True,
        extent=_token,
        source="Algolia, Plivo, Pusher and Mailjet, documentation, API clients",
        positives=(
            "algoliasearch('K4P2X9QWERT', '<32 hex>')",
            'plivo.RestClient("MAZWQ5ZTQ1NDU4", "<40>")',
            "new Pusher('1234567', 'app', '<20>')",
        ),
        negatives=(
            "algoliasearch('APP_ID', 'YOUR_SEARCH_API_KEY')",
            "client('/api/users/list', 'application/json')",
            "re.search('name', 'a much longer text')",
        ),
    ),
    password(
        "SEC457 login-call-argument: The password that a call signs in with, after the name of the user:"
        " `auth=('svc', '…')`.",
        r"(?:auth|auth ?= ?|login|signin|sign_in|authenticate|credentials?)"
        rf"\(\s{{0,20}}{_QUOTE}(?P<user>[\w.@+-]{{1,80}}){_BETWEEN}(?P<v>[^\"'`\\\s]{{4,128}}){_QUOTE}\s{{0,20}}[,)]",
        anchors=_SIGNS_IN,
        caseless=True,
        inside_words=True,
        extent=_password,
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
