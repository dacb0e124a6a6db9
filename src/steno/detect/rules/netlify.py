"""Secrets of Netlify."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC103 netlify-token: A Netlify token: personal (`nfp_`), OAuth (`nfo_`), command line (`nfc_`), user"
    " interface (`nfu_`) or build (`nfb_`).",
    r"nf[pocub]_[A-Za-z0-9_-]{36}",
    anchors="nfp_|nfo_|nfc_|nfu_|nfb_",
    extent=token,
    positives=shown("NETLIFY_AUTH_TOKEN", "nfp_<36>", "nfc_<36>", "nfo_<36>"),
    negatives=unlike("nfp_", "nfp_<36>", "conf_nfc_reader_settings"),
)
