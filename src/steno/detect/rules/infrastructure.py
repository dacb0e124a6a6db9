"""Tokens of what builds infrastructure and of what keeps its secrets."""

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import shown, tail, unlike

_BODY = fake(32).upper()
_SECRET = "-".join(("A3", _BODY[:6], _BODY[6:12], *(_BODY[i : i + 5] for i in (12, 17, 22, 27))))
_SERVICE = "st." + fake(24, HEX) + "." + fake(32, HEX) + "." + fake(32, HEX)

RULES = (
    detector(
        "SEC127",
        "terraform-token",
        "A token of HCP Terraform, Terraform Enterprise or Vagrant Cloud: it has `.atlasv1.` after its first part.",
        type="auth_token",
        anchors=(".atlasv1.",),
        back=r"[A-Za-z0-9]{14}",
        pattern=r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}",
        extent=tail,
        source="HashiCorp, HCP Terraform documentation, API tokens",
        positives=shown("TF_TOKEN_app_terraform_io", fake(14) + ".atlas" + "v1." + fake(67)),
        negatives=(
            "token.atlasv1.secret",
            fake(14) + ".atlasv1." + "a" * 67,
            fake(14) + ".atlasv1." + fake(20),
            fake(14) + ".atlasv2." + fake(67),
        ),
    ),
    detector(
        "SEC128",
        "pulumi-token",
        "An access token of Pulumi Cloud.",
        type="auth_token",
        anchors=("pul-",),
        pattern=r"pul-[0-9a-f]{40}",
        source="Pulumi, documentation, access tokens",
        positives=shown("PULUMI_ACCESS_TOKEN", "pul-" + fake(40, HEX)),
        negatives=unlike("pul-", "pul-" + fake(40, HEX), "pul-" + fake(32, HEX)),
    ),
    detector(
        "SEC129",
        "doppler-token",
        "A token of Doppler: personal (`dp.pt.`), service (`dp.st.`), service account (`dp.sa.`) or its"
        " identity (`dp.said.`), command line (`dp.ct.`), SCIM (`dp.scim.`) or audit (`dp.audit.`).",
        type="auth_token",
        anchors=("dp.pt.", "dp.st.", "dp.sa.", "dp.said.", "dp.ct.", "dp.scim.", "dp.audit."),
        pattern=r"dp\.(?:pt|st(?:\.[a-z0-9_-]{1,40})?|sa|said|ct|scim|audit)\.[A-Za-z0-9]{40,44}",
        extent=token,
        source="Doppler, documentation, auth token formats; source of the command line tool, revocation",
        positives=shown(
            "DOPPLER_TOKEN",
            "dp." + "pt." + fake(43),
            "dp." + "st." + fake(43),
            "dp." + "st.prd_eu." + fake(40),
            "dp." + "scim." + fake(43),
            "dp." + "said." + fake(43),
        ),
        negatives=unlike("dp.pt.", "dp.pt." + fake(43), "dp.st.dev.token", "dp.ct." + fake(20)),
    ),
    detector(
        "SEC130",
        "infisical-token",
        "A service token of Infisical.",
        type="auth_token",
        anchors=tuple("st." + digit for digit in HEX),
        pattern=r"st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}",
        source="Infisical, documentation, service token",
        positives=shown("INFISICAL_TOKEN", _SERVICE),
        negatives=unlike("st.", _SERVICE, "st.0", "st." + fake(24, HEX) + "." + fake(32, HEX)),
    ),
    detector(
        "SEC131",
        "onepassword-service-token",
        "A token of a service account of 1Password.",
        type="auth_token",
        anchors=("ops_eyJ",),
        pattern=r"ops_eyJ[A-Za-z0-9_=-]{200,}",
        extent=token,
        source="1Password, developer documentation, service accounts",
        positives=shown("OP_SERVICE_ACCOUNT_TOKEN", "ops_" + "eyJ" + fake(700)),
        negatives=unlike("ops_eyJ", "ops_eyJ" + fake(300), "ops_eyJ..."),
    ),
    detector(
        "SEC132",
        "onepassword-secret-key",
        "The secret key of a 1Password account (`A3-`).",
        type="secret",
        anchors=("A3-",),
        pattern=r"A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}",
        extent=token,
        source="1Password, support, about your Secret Key",
        positives=shown("OP_SECRET_KEY", _SECRET),
        negatives=unlike("A3-", _SECRET, "A3-" + fake(6).upper(), "A3-XXXXXX-XXXXXX-XXXXX-XXXXX-XXXXX-XXXXX"),
    ),
)
