"""Tokens of sign-in services, tunnels and tools for developers."""

import base64
import re

from steno.detect.judge import SEP, decoded, opaque, token, value
from steno.detect.rule import HEX, detector, fake

_TUNNEL = "eyJhIjoi" + fake(44, HEX).upper() + "LCJ0Ijoi" + fake(48) + "LCJzIjoi" + fake(40) + "9"


def _tunnel(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where it is an object of account, tunnel and secret."""
    said = decoded(match[0])
    return match.span() if said and said.count(b'"') >= 10 and b'"t":"' in said and b'"s":"' in said else None


def _encoded(account: str) -> str:
    said = f'{{"a":"{account}","t":"{fake(36, HEX)}","s":"{fake(48)}"}}'
    return base64.b64encode(said.encode()).decode()


RULES = (
    detector(
        "SEC260",
        "okta-token",
        "An API token of Okta, after the scheme under which it is sent.",
        type="auth_token",
        anchors=("SSWS ",),
        pattern=r"SSWS (?P<v>00[A-Za-z0-9_-]{38,42})",
        extent=opaque,
        source="Okta, developer documentation, create an API token",
        positives=(
            "Authorization: SSWS " + "00" + fake(40),
            '{"Authorization": "SSWS ' + "00" + fake(40) + '"}',
            "-H 'authorization: SSWS " + "00" + fake(40) + "'",
        ),
        negatives=("SSWS ${OKTA_TOKEN}", "SSWS 00" + fake(10), "SSWS 00" + "x" * 40),
    ),
    detector(
        "SEC261",
        "stytch-secret",
        "The secret of a project of Stytch, live or test.",
        type="secret",
        anchors=("secret-live-", "secret-test-"),
        pattern=r"secret-(?:live|test)-[A-Za-z0-9_=-]{32,}",
        extent=token,
        source="Stytch, API reference, authentication",
        positives=(
            "STYTCH_SECRET=" + "secret-" + "live-" + fake(35) + "=",
            'secret: "' + "secret-" + "test-" + fake(35) + '="',
            "-u project:" + "secret-" + "test-" + fake(35) + "=",
        ),
        negatives=("secret-test-key", "secret-live-" + "x" * 35, "project-live-" + fake(36)),
    ),
    detector(
        "SEC262",
        "totp-secret",
        "The secret of a one-time password generator in its address for authenticator apps.",
        type="secret",
        anchors=("otpauth://",),
        pattern=r"otpauth://(?:totp|hotp|steam)/[^\s\"'<>]{0,300}?[?&]secret=(?P<v>[A-Za-z2-7]{16,128})",
        extent=value,
        source="Google Authenticator, wiki, key URI format",
        positives=(
            "otpauth://totp/Acme:nobody?secret=" + fake(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") + "&issuer=Acme",
            "otpauth://hotp/box?counter=0&secret=" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
            "qr('otpauth://totp/x?secret=" + fake(26, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") + "')",
        ),
        negatives=(
            "otpauth://totp/x?secret=${SECRET}",
            "otpauth://totp/Acme:nobody?issuer=Acme",
            "otpauth://totp/x?secret=" + "A" * 32,
        ),
    ),
    detector(
        "SEC263",
        "postman-key",
        "A key of the Postman API.",
        type="api_key",
        anchors=("PMAK-",),
        pattern=r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
        source="Postman, documentation, Postman API authentication",
        positives=tuple(
            before + "PMAK-" + fake(24, HEX) + "-" + fake(34, HEX)
            for before in ("X-Api-Key: ", "POSTMAN_API_KEY=", "'")
        ),
        negatives=("PMAK-" + fake(24, HEX), "PMAK-" + "0" * 24 + "-" + "0" * 34, "PMAK-your-key"),
    ),
    detector(
        "SEC264",
        "postman-collection-key",
        "The access key of a Postman collection.",
        type="api_key",
        anchors=("PMAT-",),
        pattern=r"PMAT-[0-9A-Z]{26}",
        extent=token,
        source="Postman, documentation, share collections with a link",
        positives=tuple(
            before + "PMAT-" + fake(26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
            for before in ("?access_key=", "key: ", "ACCESS_KEY=")
        ),
        negatives=("PMAT-802", "PMAT-" + "X" * 26, "PMAT-" + fake(20, HEX)),
    ),
    detector(
        "SEC265",
        "ngrok-authtoken",
        "The authtoken of an ngrok agent, where it is set.",
        type="auth_token",
        anchors=("authtoken",),
        pattern=r"authtoken(?:" + SEP + r"|\s{1,3})(?P<v>[A-Za-z0-9]{20,30}_[A-Za-z0-9]{18,30})",
        extent=opaque,
        caseless=True,
        source="Observed: in use; not compared with ngrok, documentation, agent configuration file",
        positives=(
            "ngrok config add-authtoken " + "2" + fake(26) + "_" + fake(21),
            "authtoken: " + "2" + fake(26) + "_" + fake(21),
            "NGROK_AUTHTOKEN=" + "1" + fake(26) + "_" + fake(20),
        ),
        negatives=("ngrok config add-authtoken <token>", "authtoken: $NGROK_AUTHTOKEN", "authtoken: " + fake(12)),
    ),
    detector(
        "SEC266",
        "cloudflare-tunnel-token",
        "The token with which a connector joins a Cloudflare tunnel: account, tunnel and secret, encoded.",
        type="auth_token",
        anchors=("eyJhIjoi",),
        pattern=r"eyJhIjoi[A-Za-z0-9+/_-]{100,}",
        extent=_tunnel,
        source="Cloudflare, documentation, tunnel tokens",
        positives=tuple(
            before + _encoded(fake(32, HEX)) for before in ("cloudflared tunnel run --token ", "TUNNEL_TOKEN=", "'")
        ),
        negatives=("eyJhIjoiYiJ9", "eyJhIjoi" + "A" * 160, _TUNNEL),
    ),
)
