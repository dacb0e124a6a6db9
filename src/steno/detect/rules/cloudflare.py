"""Keys and tokens of Cloudflare."""

import base64
import re

from steno.detect.declare import api_key, auth_token, shown, token, unlike
from steno.detect.examples import built
from steno.detect.judge import decoded


def _tunnel(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where it is an object of account, tunnel and secret."""
    said = decoded(match[0])
    return match.span() if said and said.count(b'"') >= 10 and b'"t":"' in said and b'"s":"' in said else None


def _encoded() -> str:
    said = built('{"a":"<32 hex>","t":"<36 hex>","s":"<48>"}')
    return base64.b64encode(said.encode()).decode()


RULES = (
    auth_token(
        "SEC100 cloudflare-token: A Cloudflare API credential that says what it is: of a user (`cfut_`), of"
        " an account (`cfat_`), or the global key (`cfk_`).",
        r"cf(?:ut|at|k)_[A-Za-z0-9_-]{44,60}",
        extent=token,
        source="Cloudflare, fundamentals, token formats",
        positives=shown("CLOUDFLARE_API_TOKEN", "cfut_<40><8 hex>", "cfat_<40><8 hex>", "cfk_<40><8 hex>"),
        negatives=unlike("cfut_", "cfut_<48>", "cfk_your_key"),
    ),
    api_key(
        "SEC101 cloudflare-origin-key: A key of the Cloudflare origin certificate authority.",
        r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,180}",
        source="Cloudflare, fundamentals, get Origin CA keys",
        positives=shown("X_AUTH_USER_SERVICE_KEY", "v1.0-<24 hex>-<146 hex>"),
        negatives=unlike("v1.0-", "v1.0-<24 hex>-<146 hex>", "v1.0-rc1", "v1.0-<24 hex>"),
    ),
    auth_token(
        "SEC266 cloudflare-tunnel-token: The token with which a connector joins a Cloudflare tunnel: account,"
        " tunnel and secret, encoded.",
        r"eyJhIjoi[A-Za-z0-9+/_-]{100,}",
        extent=_tunnel,
        source="Cloudflare, documentation, tunnel tokens",
        positives=lambda: tuple(
            before + _encoded() for before in ("cloudflared tunnel run --token ", "TUNNEL_TOKEN=", "'")
        ),
        negatives=("eyJhIjoiYiJ9", "eyJhIjoi<160 A>", "eyJhIjoi<44 0-9A-F>LCJ0Ijoi<48>LCJzIjoi<40>9"),
    ),
)
