"""Secrets of one-time passwords by the clock."""

from steno.detect.declare import secret, value

RULE = secret(
    "SEC262 totp-secret: The secret of a one-time password generator in its address for authenticator apps.",
    r"otpauth://(?:totp|hotp|steam)/[^\s\"'<>]{0,300}?[?&]secret=(?P<v>[A-Za-z2-7]{16,128})",
    anchors="otpauth://",
    extent=value,
    source="Google Authenticator, wiki, key URI format",
    positives=(
        "otpauth://totp/Acme:nobody?secret=<32 A-Z2-7>&issuer=Acme",
        "otpauth://hotp/box?counter=0&secret=<16 A-Z2-7>",
        "qr('otpauth://totp/x?secret=<26 A-Z2-7>')",
    ),
    negatives=(
        "otpauth://totp/x?secret=${SECRET}",
        "otpauth://totp/Acme:nobody?issuer=Acme",
        "otpauth://totp/x?secret=" + "A" * 32,
    ),
)
