"""Tokens of places that host sites and services."""

from steno.detect.judge import token
from steno.detect.rule import detector, fake
from steno.detect.rules.forms import mixed, shown, unlike, uuid

RULES = (
    detector(
        "SEC102",
        "vercel-token",
        "A token of Vercel that says what it is: personal (`vcp_`), of an integration (`vci_`), of an app (`vca_`,"
        " `vcr_`), or a key of its AI gateway (`vck_`).",
        type="auth_token",
        anchors=("vcp_", "vci_", "vca_", "vcr_", "vck_"),
        pattern=r"vc[piark]_[A-Za-z0-9]{24,}",
        extent=mixed,
        source="Observed: in use; not compared with Vercel, changelog, token formats and secret scanning",
        positives=shown("VERCEL_TOKEN", "vcp_" + fake(56), "vck_" + fake(56), "vca_" + fake(56), "vci_" + fake(24)),
        negatives=unlike("vcp_", "vcp_" + fake(56), "vcr_cassette_library"),
    ),
    detector(
        "SEC103",
        "netlify-token",
        "A token of Netlify: personal (`nfp_`), OAuth (`nfo_`), command line (`nfc_`), user interface (`nfu_`) or build"
        " (`nfb_`).",
        type="auth_token",
        anchors=("nfp_", "nfo_", "nfc_", "nfu_", "nfb_"),
        pattern=r"nf[pocub]_[A-Za-z0-9_-]{36}",
        extent=token,
        source="Observed: in use; no public specification found",
        positives=shown("NETLIFY_AUTH_TOKEN", "nfp_" + fake(36), "nfc_" + fake(36), "nfo_" + fake(36)),
        negatives=unlike("nfp_", "nfp_" + fake(36), "conf_nfc_reader_settings"),
    ),
    detector(
        "SEC104",
        "heroku-key",
        "A key or token of Heroku that says so.",
        type="api_key",
        anchors=("HRKU-",),
        pattern=r"HRKU-[A-Za-z0-9_-]{36,}",
        extent=token,
        source="Heroku, Dev Center, changelog, upcoming change to OAuth token length",
        positives=shown("HEROKU_API_KEY", "HRKU-" + "AA" + fake(58), "HRKU-" + uuid()),
        negatives=unlike("HRKU-", "HRKU-AA" + fake(58), "HRKU-..."),
    ),
    detector(
        "SEC105",
        "render-key",
        "A key of the Render API.",
        type="api_key",
        anchors=("rnd_",),
        pattern=r"rnd_[A-Za-z0-9]{28,}",
        extent=mixed,
        source="Observed: in use; no public specification found",
        positives=shown("RENDER_API_KEY", "rnd_" + fake(28), "rnd_" + fake(32)),
        negatives=unlike("rnd_", "rnd_" + fake(28), "rnd_seed_2024"),
    ),
    detector(
        "SEC106",
        "fly-token",
        "A token of Fly.io: of a user (`fo1_`), or a macaroon (`fm1r_`, `fm1a_`, `fm2_`).",
        type="auth_token",
        anchors=("fo1_", "fm1r_", "fm1a_", "fm2_"),
        pattern=r"(?:fo1_[A-Za-z0-9_-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{60,})",
        extent=token,
        source="Fly.io, documentation, access tokens",
        positives=shown("FLY_API_TOKEN", "fo1_" + fake(43), "fm2_" + "lJPE" + fake(400) + "==", "fm1r_" + fake(200)),
        negatives=unlike("fo1_", "fo1_" + fake(43), "fm2_", "fm2_carrier_ratio"),
    ),
    detector(
        "SEC107",
        "deno-deploy-token",
        "A token of Deno Deploy, personal (`ddp_`) or of an organization (`ddo_`).",
        type="auth_token",
        anchors=("ddp_", "ddo_"),
        pattern=r"dd[po]_[A-Za-z0-9]{36}",
        extent=token,
        source="Observed: in use; no public specification found",
        positives=shown("DENO_DEPLOY_TOKEN", "ddp_" + fake(36), "ddo_" + fake(36)),
        negatives=unlike("ddp_", "ddp_" + fake(36), "ddo_" + fake(30)),
    ),
)
