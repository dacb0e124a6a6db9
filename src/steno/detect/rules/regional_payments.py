"""Keys and tokens of payment providers of India, Africa, South-East Asia and Latin America."""

from string import ascii_lowercase, digits

from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import shown, uuid

_LOWER = digits + ascii_lowercase

RULES = (
    detector(
        "SEC154",
        "razorpay-key-id",
        "The id of a key of Razorpay, live or test: the user name of its requests.",
        type="api_key",
        anchors=("rzp_live_", "rzp_test_"),
        pattern=r"rzp_(?:live|test)_[A-Za-z0-9]{14}",
        source="Razorpay, documentation, API keys",
        positives=shown("RAZORPAY_KEY_ID", "rzp_" + "live_" + fake(14), "rzp_" + "test_" + fake(14)),
        negatives=("rzp_live_" + fake(8), "rzp_test_" + "x" * 14, "rzp_live_your_key_id"),
    ),
    detector(
        "SEC155",
        "cashfree-secret-key",
        "A secret key of Cashfree Payments, of production or of the sandbox.",
        type="api_key",
        anchors=("cfsk_ma_",),
        pattern=r"cfsk_ma_(?:prod|test)_[0-9a-f]{32}_[0-9a-f]{8}",
        source="Cashfree Payments, documentation, API keys",
        positives=shown(
            "CASHFREE_SECRET_KEY",
            *("cfsk_ma_" + where + "_" + fake(32, HEX) + "_" + fake(8, HEX) for where in ("prod", "test")),
        ),
        negatives=(
            "cfsk_ma_prod_" + fake(32, HEX),
            "cfsk_ma_test_your_key",
            "cfsk_ma_prod_" + "0" * 32 + "_" + "0" * 8,
        ),
    ),
    detector(
        "SEC156",
        "flutterwave-secret-key",
        "A secret or encryption key of Flutterwave, live or test. Public keys begin with `FLWPUBK`.",
        type="api_key",
        anchors=("FLWSECK-", "FLWSECK_TEST"),
        pattern=r"FLWSECK(?:(?:_TEST)?-[0-9a-zA-Z]{32}(?:-[0-9a-z]{8,16})?-X|_TEST[0-9a-f]{12})",
        source="Flutterwave, documentation, API keys",
        positives=shown(
            "FLUTTERWAVE_SECRET_KEY",
            "FLWSECK" + "-" + fake(32, HEX) + "-X",
            "FLWSECK" + "_TEST-" + fake(32, HEX) + "-X",
            "FLWSECK" + "-" + fake(32, HEX) + "-19" + fake(9, HEX) + "vt-X",
            "FLWSECK" + "_TEST" + fake(12, HEX),
        ),
        negatives=("FLWPUBK-" + fake(32, HEX) + "-X", "FLWSECK_TEST-xxx", "FLWSECK-" + "x" * 32 + "-X"),
    ),
    detector(
        "SEC157",
        "xendit-secret-key",
        "A secret key of Xendit, of production or development. Public keys begin with `xnd_public_`.",
        type="api_key",
        anchors=("xnd_production_", "xnd_development_"),
        pattern=r"xnd_(?:production|development)_[A-Za-z0-9]{40,}",
        source="Xendit, documentation, API keys",
        positives=shown("XENDIT_SECRET_KEY", "xnd_production_" + fake(59), "xnd_development_" + fake(62)),
        negatives=("xnd_public_production_" + fake(60), "xnd_production_looks_real", "xnd_development_" + "x" * 60),
    ),
    detector(
        "SEC158",
        "midtrans-server-key",
        "A server key of Midtrans, of production or of the sandbox. Client keys (`Mid-client-`) are public.",
        type="api_key",
        anchors=("Mid-server-", "SB-Mid-server-"),
        pattern=r"(?:SB-)?Mid-server-[A-Za-z0-9_-]{24}",
        source="Midtrans, documentation, access keys",
        positives=shown("MIDTRANS_SERVER_KEY", "SB-" + "Mid-server-" + fake(24), "Mid-" + "server-" + fake(24)),
        negatives=("SB-Mid-client-" + fake(16), "Mid-server-" + fake(12), "SB-Mid-server-" + "x" * 24),
    ),
    detector(
        "SEC159",
        "omise-secret-key",
        "A secret key of Omise, live or test. Public keys begin with `pkey_`.",
        type="api_key",
        anchors=("skey_",),
        pattern=r"skey_(?:test_)?[0-9a-z]{19}",
        source="Omise, documentation, API authentication",
        positives=shown("OMISE_SECRET_KEY", "skey_" + "test_5" + fake(18, _LOWER), "skey_" + "5" + fake(18, _LOWER)),
        negatives=("pkey_test_" + fake(19, _LOWER), "skey_test_fake", "skey_test_" + "x" * 19, "passkey_" + fake(19)),
    ),
    detector(
        "SEC160",
        "wompi-private-key",
        "A private key of Wompi, or a secret with which it signs events or payments. Public keys begin with `pub_`.",
        type="api_key",
        anchors=("prv_prod_", "prv_test_", "prod_events_", "test_events_", "prod_integrity_", "test_integrity_"),
        pattern=r"(?:prv_(?:prod|test)|(?:prod|test)_(?:events|integrity))_[A-Za-z0-9]{32}",
        source="Wompi, documentation, keys and environments",
        positives=shown(
            "WOMPI_PRIVATE_KEY",
            "prv_" + "prod_" + fake(32),
            "prod_" + "integrity_" + fake(32),
            "test_" + "events_" + fake(32),
        ),
        negatives=("pub_prod_" + fake(32), "test_events_are_sent_to_every_listener", "prv_test_" + "x" * 32),
    ),
    detector(
        "SEC161",
        "mercado-pago-token",
        "An access token of Mercado Pago, of production or test. Public keys have a UUID instead.",
        type="auth_token",
        anchors=("APP_USR-", "TEST-"),
        pattern=r"(?:APP_USR|TEST)-[0-9]{12,19}-[0-9]{6}-[0-9a-f]{32}(?:__[A-Z_]{5})?-[0-9]{5,12}",
        source="Mercado Pago, developer documentation, credentials",
        positives=shown(
            "MERCADO_PAGO_TOKEN",
            *(
                kind + "-" + fake(16, digits) + "-" + fake(6, digits) + "-" + fake(32, HEX) + "-" + fake(9, digits)
                for kind in ("APP_USR", "TEST")
            ),
        ),
        negatives=("APP_USR-" + uuid(), "TEST-1234-report.xml", "APP_USR-" + fake(16, digits) + "-" + fake(6, digits)),
    ),
)
