"""Tokens of hosting, secret stores and networks, each with a beginning of its own."""

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import shown, unlike

RULES = (
    detector(
        "SEC026",
        "digitalocean-token",
        "A token of DigitalOcean: personal (`dop_v1_`), OAuth (`doo_v1_`) or refresh (`dor_v1_`).",
        type="auth_token",
        anchors=("dop_v1_", "doo_v1_", "dor_v1_"),
        pattern=r"do[opr]_v1_[0-9a-f]{64}",
        source="DigitalOcean, API reference, authentication",
        positives=tuple(
            before + kind + "_v1_" + fake(64, HEX)
            for before, kind in (("DO_TOKEN=", "dop"), ("Bearer ", "doo"), ("refresh ", "dor"))
        ),
        negatives=("dop_v1_" + fake(20, HEX), "dop_v1_your_token", "dop_v1_" + "0" * 64),
    ),
    detector(
        "SEC027",
        "vault-token",
        "A token of HashiCorp Vault: service (`hvs.`), batch (`hvb.`) or recovery (`hvr.`).",
        type="auth_token",
        anchors=("hvs.", "hvb.", "hvr."),
        pattern=r"hv[sbr]\.[A-Za-z0-9_-]{24,}",
        source="HashiCorp, Vault documentation, tokens",
        positives=("VAULT_TOKEN=" + "hvs." + fake(24), "Bearer " + "hvb." + fake(140), "'" + "hvs." + fake(95) + "'"),
        negatives=("hvs.example", "hvs." + "x" * 30, "self.hvs.length"),
    ),
    detector(
        "SEC028",
        "supabase-key",
        "A secret key (`sb_secret_`) or personal token (`sbp_`) of Supabase.",
        type="api_key",
        anchors=("sb_secret_", "sbp_"),
        pattern=r"(?:sb_secret_[A-Za-z0-9_-]{20,}|sbp_(?:v0_)?[0-9a-f]{40})",
        source="Supabase, documentation, API keys and management API",
        positives=(
            "SUPABASE_KEY=" + "sb_" + "secret_" + fake(31),
            "SUPABASE_ACCESS_TOKEN=" + "sbp_" + fake(40, HEX),
            "'" + "sbp_" + "v0_" + fake(40, HEX) + "'",
        ),
        negatives=("sb_publishable_" + fake(31), "sb_secret_" + "x" * 31, "sbp_" + fake(20, HEX)),
    ),
    detector(
        "SEC029",
        "tailscale-key",
        "A key of Tailscale: for machines, the API, OAuth clients, webhooks or SCIM.",
        type="api_key",
        anchors=("tskey-",),
        pattern=r"tskey-[a-z]{3,10}-[A-Za-z0-9]{10,}(?:-[A-Za-z0-9]{16,})?",
        source="Tailscale, documentation, key prefixes",
        positives=(
            "tailscale up --authkey " + "tskey-" + "auth-" + fake(17) + "-" + fake(32),
            "TS_KEY=" + "tskey-" + "api-" + fake(17) + "-" + fake(32),
            "'" + "tskey-" + "client-" + fake(17) + "-" + fake(32) + "'",
        ),
        negatives=("tskey-auth-", "tskey-auth-" + "x" * 30, "tskey-" + fake(6)),
    ),
    detector(
        "SEC079",
        "porkbun-key",
        "A key of the Porkbun API (`pk1_`), or the secret that goes with it (`sk1_`).",
        type="api_key",
        anchors=("pk1_", "sk1_"),
        pattern=r"[ps]k1_[0-9a-f]{64}",
        source="Porkbun, API documentation, authentication",
        positives=shown("PORKBUN_SECRET_API_KEY", "sk1_" + fake(64, HEX), "pk1_" + fake(64, HEX)),
        negatives=unlike("sk1_", "sk1_" + fake(64, HEX), "disk1_" + fake(64, HEX), "sk1_" + fake(40, HEX)),
    ),
    detector(
        "SEC099",
        "akamai-token",
        "A client or access token of Akamai's EdgeGrid.",
        type="auth_token",
        anchors=("akab-",),
        pattern=r"akab-[a-z0-9]{16}-[a-z0-9]{16}",
        extent=token,
        source="Akamai, developer documentation, set up authentication credentials",
        positives=shown("access_token", "akab-" + fake(16).lower() + "-" + fake(32).lower()[16:]),
        negatives=unlike(
            "akab-",
            "akab-" + fake(16).lower() + "-" + fake(16).lower(),
            "akab-acme.luna.akamaiapis.net",
            "akab-" + fake(16).lower(),
        ),
    ),
)
