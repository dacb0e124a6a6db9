"""Secrets of Vercel."""

from steno.detect.declare import auth_token, mixed, unlike

RULE = auth_token(
    "SEC102 vercel-token: A Vercel token that says what it is: personal (`vcp_`), of an integration"
    " (`vci_`), of an app (`vca_`, `vcr_`), or a key of its AI gateway (`vck_`).",
    r"vc[piark]_[A-Za-z0-9]{24,}",
    anchors="vcp_|vci_|vca_|vcr_|vck_",
    extent=mixed,
    source="Observed: in use; not compared with Vercel, changelog, token formats and secret scanning",
    tokens=("vcp_<56>", "vck_<56>", "vca_<56>", "vci_<24>"),
    negatives=unlike("vcp_", "vcp_<56>", "vcr_cassette_library"),
)
