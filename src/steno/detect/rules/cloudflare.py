"""Keys and tokens of Cloudflare."""

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import shown, unlike

_ORIGIN = "v1.0-" + fake(24, HEX) + "-" + fake(146, HEX)

RULES = (
    detector(
        "SEC100",
        "cloudflare-token",
        "A credential of the Cloudflare API that says what it is: of a user (`cfut_`), of an account (`cfat_`), or the"
        " global key (`cfk_`).",
        type="auth_token",
        anchors=("cfut_", "cfat_", "cfk_"),
        pattern=r"cf(?:ut|at|k)_[A-Za-z0-9_-]{44,60}",
        extent=token,
        source="Cloudflare, fundamentals, token formats",
        positives=shown(
            "CLOUDFLARE_API_TOKEN",
            "cfut_" + fake(40) + fake(8, HEX),
            "cfat_" + fake(40) + fake(8, HEX),
            "cfk_" + fake(40) + fake(8, HEX),
        ),
        negatives=unlike("cfut_", "cfut_" + fake(48), "cfk_your_key"),
    ),
    detector(
        "SEC101",
        "cloudflare-origin-key",
        "A key of the Cloudflare origin certificate authority.",
        type="api_key",
        anchors=("v1.0-",),
        pattern=r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,180}",
        source="Cloudflare, fundamentals, get Origin CA keys",
        positives=shown("X_AUTH_USER_SERVICE_KEY", _ORIGIN),
        negatives=unlike("v1.0-", _ORIGIN, "v1.0-rc1", "v1.0-" + fake(24, HEX)),
    ),
)
