"""Secrets of Polar."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC152 polar-token: A Polar token: of an organisation (`polar_oat_`), a person (`polar_pat_`), or of"
    " the session of a user (`polar_us_`) or a customer (`polar_cst_`).",
    r"polar_(?:oat|pat|cst|us)_[A-Za-z0-9]{32,}",
    source="Polar, source, token prefixes",
    tokens=("polar_oat_<43>", "polar_pat_<43>", "polar_us_<43>"),
    negatives=("polar_oat_test_fake", "polar_oat_<43 x>", "polar_oat_<12>"),
)
