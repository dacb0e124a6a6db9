"""Secrets of Square."""

from steno.detect.declare import apart, auth_token, mixed

RULES = (
    auth_token(
        "SEC141 square-token: An access token (`sq0atp-`) or a secret of an application (`sq0csp-`) of Square. Ids"
        " (`sq0idp-`) are public.",
        r"sq0(?:atp-[A-Za-z0-9_-]{22}|csp-[A-Za-z0-9_-]{43})",
        anchors="sq0atp-|sq0csp-",
        source="Square, developer documentation, access tokens and application credentials",
        tokens=("sq0atp-<22>", "sq0csp-<43>", "sq0csp-<42>_"),
        negatives=("sq0idp-<22>", "sq0atp-<10>", "sq0csp-<43 x>"),
    ),
    auth_token(
        "SEC142 square-oauth-token: A Square access token in the present form.",
        r"EAAA[A-Za-z0-9_-]{60}",
        before=apart,
        extent=mixed,
        source="Square, developer documentation, access tokens",
        tokens=("EAAAE<59>", "EAAAl<59>", "EAAAF<40>-<18>"),
        negatives=("EAAA<30>", "EAAA<60 x>", "data/EAAA<60>", "EAAA<90>"),
    ),
)
