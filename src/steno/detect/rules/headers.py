"""Credentials in the headers of a request or an answer, as curl, logs, dictionaries and traces write them."""

import re

from steno.detect.context.values import odd, wordy
from steno.detect.declare import api_key, around, auth_token, cookie, opaque, password, value
from steno.detect.judge import decoded, drawn
from steno.detect.patterns import ready
from steno.detect.placeholder import placeholder

_SEP = r"(?P<sign>[\"'\\]{0,8}\s{0,3}[:=,]\s{0,3})(?P<quote>[\"'\\]{0,8})"
_VALUE = r"(?P<v>[A-Za-z0-9._~+/=|:!@%$*-]{8,})"
_SCHEME = (
    r"(?:bearer|token|(?:[a-z]{1,20}-)?api-?(?:key|token)|[a-z]{1,20}-auth-key|geniekey|sso-key|key|jwt|oauth2?|bot|ssws|"
    r"splunk|snowflake|pveapitoken|zoho-oauthtoken|negotiate|ntlm|hmac|hawk|secret)"
)
_HEADER = ready(r"authorization[\"'\\]{0,8}\s{0,3}[:=,]\s{0,3}[\"'\\]{0,8}\Z", re.ASCII | re.IGNORECASE)
_VARIABLE = ready(r"[A-Z]+(?:_[A-Z]+)+|\$\w+|https?:.*", re.ASCII)
_IDENTIFIER = ready(r"[A-Za-z]++(?:[_.-][A-Za-z]++)*+", re.ASCII)
_NAMING = ("token", "key", "secret", "jwt", "auth", "credential", "credentials", "header", "string", "value")
_PROSE = ready(r"[ \t]+[a-z(]|[(\[]")


def _basic(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of a name, a colon and a password; in the header itself, any that may be one."""
    said = (decoded(match["v"]) or b"").decode(errors="replace")
    name, colon, password = said.partition(":")
    if colon and said.isprintable() and "\ufffd" not in said:
        return None if placeholder(password or name) else match.span("v")
    start = match.start()
    return sent(match) if _HEADER.search(match.string, max(0, start - 32), start) else None


def _bearer(match: re.Match[str]) -> tuple[int, int] | None:
    """What a header sends with a scheme is a literal; elsewhere the value must look drawn."""
    if match["v"].startswith("AWS4-HMAC"):
        return None
    return sent(match) if match["scheme"] else _random(match)


def _random(match: re.Match[str]) -> tuple[int, int] | None:
    span = value(match)
    text = match.string[slice(*span)] if span else ""
    return span if drawn(text) and not _named(text) and not (wordy(text) and not odd(text)) else None


def _header(match: re.Match[str]) -> tuple[int, int] | None:
    """The value of a line of a header, or of a field that quotes it; of one that code computes, what looks drawn."""
    line = ":" in match["sign"] and not match["sign"].startswith(('"', "'", "\\"))
    return sent(match) if line or match["quote"] else _random(match)


def sent(match: re.Match[str]) -> tuple[int, int] | None:
    """The group `v` of a place that sends a credential, unless it stands for one: the place is the evidence."""
    span = value(match)
    text = match.string[slice(*span)] if span else ""
    return span if len(text) >= _LEAST and not _named(text, match.string[match.end() :][:4]) else None


_LEAST = 8


def _named(text: str, after: str = "") -> bool:
    """Whether it names a value, or begins a sentence about one."""
    if _VARIABLE.fullmatch(text):
        return True
    if not _IDENTIFIER.fullmatch(text) or odd(text):
        return False
    return text.lower().endswith(_NAMING) or bool(_PROSE.match(after))


def _cookies(match: re.Match[str]) -> tuple[int, int] | None:
    """From the first value that looks drawn to the last; of a cookie that is being set, its value alone."""
    spans, at = [], match.start("v")
    being_set = match.string[max(0, match.start() - 4) : match.start()].lower() == "set-"
    for pair in match["v"].split(";"):
        name, _, held = pair.partition("=")
        if drawn(held.strip()) and not placeholder(held.strip()):
            start = at + len(name) + 1
            spans.append((start, start + len(held.rstrip())))
        if being_set:
            break
        at += len(pair) + 1
    return (spans[0][0], spans[-1][1]) if spans else None


_NAMES = (
    "x-api-key", "x-apikey", "api-key", "x-auth-token", "x-auth-key", "x-access-token", "x-token", "x-vault-token",
    "private-token", "deploy-token", "job-token", "x-goog-api-key", "x-csrf-token", "x-xsrf-token", "x-csrftoken",
    "x-functions-key", "ocp-apim-subscription-key", "x-rapidapi-key", "dd-application-key", "x-algolia-api-key",
    "x-figma-token", "circle-token", "x-gitlab-token", "x-hasura-admin-secret", "x-parse-master-key",
    "x-parse-rest-api-key", "x-master-key", "x-admin-key", "x-session-token", "x-session-id", "x-client-secret",
    "x-subscription-token", "x-insert-key", "x-query-key", "x-tableau-auth", "x-plex-token", "x-emby-token",
    "x-discourse-api-key", "x-typesense-api-key", "x-meili-api-key", "x-ms-client-secret", "x-jfrog-art-api",
)  # fmt: skip

_SIGNED = (
    "AWS4-HMAC-SHA256 Credential=K/20260101/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date,"
    " Signature=<64 hex>"
)

RULES = (
    password(
        "SEC304 basic-authorization: A name and a password, encoded for the scheme Basic.",
        r"basic\s{1,3}[\"'\\]{0,4}(?P<v>[A-Za-z0-9+/_=-]{8,})",
        anchors="basic ",
        caseless=True,
        extent=_basic,
        source="IETF, RFC 7617",
        positives=(
            "Authorization: Basic bm9ib2R5OjNBSE<>9WZGtyeTVESw==",
            "{'Proxy-Authorization': 'Basic c3ZjOjNBSE9WZGty<>eTVES1JZZm51MThG'}",
            'http.extraheader="AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46M0FIT1<>Zka3J5NURLUllmbnUxOEZOVWJp"',
        ),
        negatives=(
            "Authorization: Basic dXNlcjpwYX<>Nzd29yZA==",
            "Basic authentication needs a name",
            "Authorization: Basic <credentials>",
        ),
    ),
    auth_token(
        "SEC305 bearer-authorization: A token of no known kind in an Authorization header or after `Bearer`.",
        r"(?:authorization"
        + _SEP
        + r"(?:(?P<scheme>"
        + _SCHEME
        + r")(?:\s{1,3}|=)(?:token=|auth=|id=[^\s,]{1,80}, ?(?:mac|sig)=)?[\"'\\]{0,4})?"
        + r"|bearer\s{1,3}[\"'\\]{0,4})"
        + _VALUE,
        anchors="authorization|bearer ",
        caseless=True,
        extent=_bearer,
        source="IETF, RFC 6750; IANA, HTTP authentication schemes",
        positives=(
            "Authorization: Bearer <43>",
            "-H 'authorization: Token <40 hex>'",
            '{"Authorization": "<32>"}',
            "curl --oauth2-bearer x; Bearer <64>",
            "Proxy-Authorization: Bearer QwertzUiopLkjhGfds",
            "Authorization: SSWS <42>",
            "Authorization: Token token=<20 small>",
        ),
        negatives=(
            "Authorization: Bearer ${TOKEN}",
            "Authorization: Bearer your-access-token-123",
            "Authorization: Bearer authentication is required",
            "Authorization: Bearer accessToken",
            "Authorization: Bearer MY_TOKEN",
            "bearer authentication-scheme",
            "Authorization: AWS4-HMAC-SHA256 Credential=x",
        ),
    ),
    password(
        "SEC446 digest-authorization: The answer to a challenge of the scheme Digest: with it and the challenge a"
        " password can be guessed offline.",
        r"digest username=[^\n]{1,600}?\bresponse=\\{0,7}\"?(?P<v>[A-Za-z0-9+/=_-]{20,128})",
        anchors="digest username",
        caseless=True,
        extent=value,
        source="IETF, RFC 7616",
        positives=(
            'Authorization: Digest username="svc", realm="a", nonce="x", uri="/", response="<32 hex>"',
            "authorization: digest username=svc, qop=auth, response=<64 hex>",
            '-H \'Proxy-Authorization: Digest username="svc", response="<32 hex>"\'',
        ),
        negatives=(
            'WWW-Authenticate: Digest realm="a", nonce="x"',
            'Digest username="svc", response="<hash>"',
            "digest username and its response",
        ),
    ),
    api_key(
        "SEC306 key-header: A key or token in a header that providers and gateways use for one.",
        "(?:" + "|".join(_NAMES) + ")" + _SEP + _VALUE,
        caseless=True,
        extent=_header,
        source="OpenAPI Initiative, specification, API keys in headers; providers' API references",
        positives=(
            "X-Api-Key: <32>",
            "curl -H 'PRIVATE-TOKEN: <20>' https://git.acme.dev",
            '{"X-Vault-Token": "<24>"}',
        ),
        negatives=(
            "X-Api-Key: ${API_KEY}",
            "X-Api-Key: your-api-key-here-1",
            'headers["X-Api-Key"] = settings.api_key_1',
        ),
    ),
    auth_token(
        "SEC307 aws-request-signature: The signature in the Authorization header of a request to AWS.",
        r"AWS4-HMAC-SHA256\s{1,3}Credential=[^\s\"']{1,200}\s{0,3}SignedHeaders=[^\s\"']{1,300}\s{0,3}"
        r"Signature=(?P<v>[0-9a-f]{64})",
        extent=opaque,
        source="AWS, API reference, Signature Version 4",
        positives=around(_SIGNED, "Authorization: {}", '"authorization": "{}', "-H 'Authorization: {}"),
        negatives=(
            "AWS4-HMAC-SHA256",
            "AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=<signature>",
            "AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=" + "0" * 64,
        ),
    ),
    cookie(
        "SEC308 cookie-header: Cookie values that look random, in the header that sends or sets them.",
        r"cookie[\"'\\]{0,8}\s{0,3}[:,]\s{0,3}[\"'\\]{0,8}(?P<v>[A-Za-z0-9!#$%&*.^_|~+-]{1,80}=[^\r\n\"'\\<>]{8,4000})",
        anchors='cookie:|cookie"|cookie\'|cookie\\"',
        caseless=True,
        extent=_cookies,
        source="IETF, RFC 6265",
        positives=(
            "Cookie: theme=dark; session=<40>; lang=en",
            "Set-Cookie: sid=<32>; Path=/; HttpOnly",
            "{'cookie': 'auth=<64>'}",
        ),
        negatives=("Cookie: theme=dark; lang=en", "Set-Cookie: session=${SESSION}; Path=/", "cookie: name=value-of-it"),
    ),
    cookie(
        "SEC309 session-cookie: The value of a cookie under a name that frameworks keep sessions in.",
        r"(?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|sessionid|laravel_session|_session_id|_session|"
        r"__(?:Secure|Host)-[A-Za-z0-9_.-]{1,60}|wordpress_logged_in_[0-9a-f]{1,40}|ci_session|csrftoken|XSRF-TOKEN|"
        r"remember_token|remember_user_token|\.ASPXAUTH|\.AspNetCore\.[A-Za-z0-9.]{1,60}|next-auth\.session-token|"
        r"sessionToken|session_token)=(?P<v>[A-Za-z0-9%+/=_.!~|*:-]{16,1000})",
        anchors=(
            "JSESSIONID=|PHPSESSID=|ASP.NET_SessionId=|connect.sid=|sessionid=|laravel_session=|_session_id=|"
            "_session=|__Secure-|__Host-|wordpress_logged_in_|ci_session=|csrftoken=|XSRF-TOKEN=|"
            "remember_token=|remember_user_token=|.ASPXAUTH=|.AspNetCore.|next-auth.session-token=|"
            "sessionToken=|session_token="
        ),
        extent=opaque,
        source="IETF, RFC 6265; Jakarta Servlet, PHP, Django, Express, Laravel and ASP.NET documentation",
        positives=(
            "curl -b 'JSESSIONID=<32 0-9A-F>' https://a",
            "sessionid=<32 small>; csrf=1",
            "__Secure-next-auth.session-token=<80>",
            "connect.sid=s%3A<32>.<43>",
        ),
        negatives=("sessionid=${SESSION}", "PHPSESSID=<6>", "sessionid=request.cookies.get_value_1(name)"),
    ),
)
