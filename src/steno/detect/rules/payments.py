"""Keys and tokens of payment providers."""

from string import ascii_lowercase, digits

from steno.detect.judge import token
from steno.detect.rule import ALNUM, HEX, detector, fake
from steno.detect.rules.bounds import apart
from steno.detect.rules.forms import UUID, mixed, shown, uuid

_LOWER = digits + ascii_lowercase

RULES = (
    detector(
        "SEC141",
        "square-token",
        "An access token (`sq0atp-`) or a secret of an application (`sq0csp-`) of Square. Ids (`sq0idp-`) are public.",
        type="auth_token",
        anchors=("sq0atp-", "sq0csp-"),
        pattern=r"sq0(?:atp-[A-Za-z0-9_-]{22}|csp-[A-Za-z0-9_-]{43})",
        source="Square, developer documentation, access tokens and application credentials",
        positives=shown(
            "SQUARE_TOKEN", "sq0" + "atp-" + fake(22), "sq0" + "csp-" + fake(43), "sq0" + "csp-" + fake(42) + "_"
        ),
        negatives=("sq0idp-" + fake(22), "sq0atp-" + fake(10), "sq0csp-" + "x" * 43),
    ),
    detector(
        "SEC142",
        "square-oauth-token",
        "An access token of Square in the present form.",
        type="auth_token",
        anchors=("EAAA",),
        pattern=r"EAAA[A-Za-z0-9_-]{60}",
        extent=mixed,
        before=apart,
        source="Square, developer documentation, access tokens",
        positives=shown(
            "SQUARE_OAUTH_TOKEN",
            "EAAA" + "E" + fake(59),
            "EAAA" + "l" + fake(59),
            "EAAA" + "F" + fake(40) + "-" + fake(18),
        ),
        negatives=("EAAA" + fake(30), "EAAA" + "x" * 60, "data/EAAA" + fake(60), "EAAA" + fake(90)),
    ),
    detector(
        "SEC143",
        "braintree-access-token",
        "An access token of PayPal Braintree, of production or of the sandbox.",
        type="auth_token",
        anchors=("access_token$",),
        pattern=r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
        source="PayPal Braintree, developer documentation, access tokens",
        positives=shown(
            "BRAINTREE_ACCESS_TOKEN",
            "access_token$" + "production$" + fake(16, _LOWER) + "$" + fake(32, HEX),
            "access_token$" + "sandbox$" + fake(16, _LOWER) + "$" + fake(32, HEX),
        ),
        negatives=(
            "access_token$production$merchant$token",
            "access_token$staging$" + fake(16, _LOWER) + "$" + fake(32, HEX),
            "access_token$sandbox$" + "x" * 16 + "$" + "0" * 32,
        ),
    ),
    detector(
        "SEC144",
        "adyen-api-key",
        "An API key of Adyen.",
        type="api_key",
        anchors=("AQE",),
        pattern=r"AQE[a-z]hm[A-Za-z0-9+/=]{30,200}-[A-Za-z0-9+/=]{43,88}-[!-~]{16}",
        before=apart,
        source="Observed: in use; not compared with Adyen, documentation, API credentials",
        positives=(
            "ADYEN_API_KEY=" + "AQEyhm" + fake(88) + "==-" + fake(43) + "=-" + fake(14) + "{}",
            "x-API-key: " + "AQEqhm" + fake(80) + "=-" + fake(43) + "=-" + fake(10) + "<:mK;2",
            "- " + "AQEwhm" + fake(88) + "-" + fake(43) + "=-" + fake(16),
        ),
        negatives=("AQEyhm" + fake(88), "AQEyhm" + fake(88) + "==-" + fake(20), "SAQEyhm" + fake(40) + "-" + fake(43)),
    ),
    detector(
        "SEC145",
        "plaid-access-token",
        "A token of Plaid for an account at a bank. Public and link tokens live for minutes and are left alone.",
        type="auth_token",
        anchors=("access-production-", "access-development-", "access-sandbox-"),
        pattern=rf"access-(?:production|development|sandbox)-{UUID}",
        source="Plaid, API reference, item access tokens",
        positives=shown(
            "PLAID_ACCESS_TOKEN",
            *("access-" + where + "-" + uuid() for where in ("production", "sandbox", "development")),
        ),
        negatives=("public-sandbox-" + uuid(), "access-sandbox-" + fake(20, HEX), "access-staging-" + uuid()),
    ),
    detector(
        "SEC146",
        "paddle-api-key",
        "An API key of Paddle, live or sandbox.",
        type="api_key",
        anchors=("pdl_live_apikey_", "pdl_sdbx_apikey_", "pdl_apikey_"),
        pattern=r"pdl_(?:live_|sdbx_)?apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}",
        source="Paddle, developer documentation, API keys",
        positives=shown(
            "PADDLE_API_KEY",
            *(
                "pdl_" + kind + "apikey_" + fake(26, _LOWER) + "_" + fake(22) + "_A1b"
                for kind in ("live_", "sdbx_", "")
            ),
        ),
        negatives=(
            "pdl_live_apikey_your_key",
            "pdl_live_apikey_" + fake(26, _LOWER),
            "pdl_live_apikey_" + "x" * 26 + "_" + "x" * 22 + "_xxx",
        ),
    ),
    detector(
        "SEC147",
        "paddle-webhook-secret",
        "The secret with which Paddle signs what it sends to one destination.",
        type="secret",
        anchors=("pdl_ntfset_",),
        pattern=r"pdl_ntfset_[a-z0-9]{26}_[A-Za-z0-9+/]{32}",
        source="Paddle, developer documentation, notification settings",
        positives=shown("PADDLE_WEBHOOK_SECRET", "pdl_ntfset_" + fake(26, _LOWER) + "_" + fake(32)),
        negatives=("pdl_ntfset_" + fake(26, _LOWER), "pdl_ntfset_secret", "pdl_ntfset_" + "0" * 26 + "_" + "x" * 32),
    ),
    detector(
        "SEC148",
        "checkout-com-secret-key",
        "A secret key of Checkout.com, live or sandbox. Public keys begin with `pk_`.",
        type="api_key",
        anchors=("sk_",),
        pattern=r"sk_(?:sbox_)?[a-z2-7]{26}[a-z2-7*#$=]",
        extent=token,
        source="Checkout.com, documentation, API keys",
        positives=shown(
            "CHECKOUT_COM_SECRET_KEY",
            "sk_" + "sbox_" + fake(27, "abcdefghijklmnopqrstuvwxyz234567"),
            "sk_" + fake(27, "qrstuvwxyz234567abcdefghijklmnop"),
            "sk_" + "sbox_" + fake(26, "234567abcdefghijklmnopqrstuvwxyz") + "*",
        ),
        negatives=(
            "pk_sbox_" + fake(27, "abcdefghijklmnopqrstuvwxyz234567"),
            "sk_" + "thisisthenameofafunctionabc",
            "sk_sbox_" + "x" * 27,
            "disk_" + fake(27, "qrstuvwxyz234567abcdefghijklmnop"),
        ),
    ),
    detector(
        "SEC149",
        "gocardless-token",
        "An access token of GoCardless, live or sandbox.",
        type="auth_token",
        anchors=("live_", "sandbox_"),
        pattern=r"(?:live|sandbox)_[A-Za-z0-9_-]{40}",
        extent=mixed,
        before=apart,
        source="Observed: in use; not compared with GoCardless, developer documentation, access tokens",
        positives=shown(
            "GOCARDLESS_TOKEN", "live_" + fake(40), "sandbox_" + fake(40), "live_" + fake(30) + "_" + fake(9)
        ),
        negatives=("live_" + fake(20), "pk_live_" + fake(40), "sandbox_" + "x" * 40, "live_" + fake(70)),
    ),
    detector(
        "SEC150",
        "mollie-live-key",
        "A live API key of Mollie. Its test keys look like the names of tests, and are left to their context.",
        type="api_key",
        anchors=("live_",),
        pattern=r"live_[A-Za-z0-9]{30}",
        extent=mixed,
        before=apart,
        source="Mollie, documentation, authentication",
        positives=shown(
            "MOLLIE_LIVE_KEY", "live_" + fake(30), "live_" + fake(30, ALNUM[::-1]), "live_" + fake(30, ALNUM[5:])
        ),
        negatives=("live_" + fake(20), "pk_live_" + fake(30), "live_" + "x" * 30, "live_" + "A1" * 16),
    ),
    detector(
        "SEC151",
        "sumup-secret-key",
        "A secret API key of SumUp. Public keys begin with `sup_pk_`.",
        type="api_key",
        anchors=("sup_sk_",),
        pattern=r"sup_sk_[A-Za-z0-9]{30,}",
        source="SumUp, developer documentation, API keys",
        positives=shown("SUMUP_SECRET_KEY", "sup_sk_" + fake(32), "sup_sk_" + fake(33)),
        negatives=("sup_pk_" + fake(32), "sup_sk_test", "sup_sk_" + "X" * 32),
    ),
    detector(
        "SEC152",
        "polar-token",
        "A token of Polar: of an organisation (`polar_oat_`), a person (`polar_pat_`), or of the session of a"
        " user (`polar_us_`) or a customer (`polar_cst_`).",
        type="auth_token",
        anchors=("polar_oat_", "polar_pat_", "polar_cst_", "polar_us_"),
        pattern=r"polar_(?:oat|pat|cst|us)_[A-Za-z0-9]{32,}",
        source="Polar, source, token prefixes",
        positives=shown("POLAR_TOKEN", "polar_oat_" + fake(43), "polar_pat_" + fake(43), "polar_us_" + fake(43)),
        negatives=("polar_oat_test_fake", "polar_oat_" + "x" * 43, "polar_oat_" + fake(12)),
    ),
    detector(
        "SEC153",
        "secret-token-uri",
        "A token that says of itself that it is secret, as those of the bank Mercury do.",
        type="auth_token",
        anchors=("secret-token:",),
        pattern=r"secret-token:[A-Za-z0-9_.~%-]{20,}",
        extent=token,
        source="IETF, RFC 8959, the secret-token URI scheme; Mercury, API documentation",
        positives=shown(
            "SECRET_TOKEN_URI",
            "secret-token:" + "mercury_production_wma_" + fake(44) + "_yrucrem",
            "secret-token:" + fake(40),
            "secret-token:" + "E92FB7EB-D882-47A4-A265-0B6135DC842A"[::-1],
        ),
        negatives=("secret-token: see the vault", "secret-token:" + "x" * 40, "secret-token:mercury_production_token"),
    ),
)
