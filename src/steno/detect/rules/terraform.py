"""Secrets of HCP Terraform, Terraform Enterprise and Vagrant Cloud."""

from steno.detect.declare import auth_token, shown, tail

RULE = auth_token(
    "SEC127 terraform-token: A token of HCP Terraform, Terraform Enterprise or Vagrant Cloud: it has"
    " `.atlasv1.` after its first part.",
    r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}",
    anchors=".atlasv1.",
    lead_in=r"[A-Za-z0-9]{14}",
    extent=tail,
    source="HashiCorp, HCP Terraform documentation, API tokens",
    positives=shown("TF_TOKEN_app_terraform_io", "<14>.atlasv1.<67>"),
    negatives=("token.atlasv1.secret", "<14>.atlasv1.<67 a>", "<14>.atlasv1.<20>", "<14>.atlasv2.<67>"),
)
