"""Secrets of HashiCorp Vault."""

from steno.detect.declare import auth_token, opaque, secret

RULES = (
    auth_token(
        "SEC027 vault-token: A HashiCorp Vault token: service (`hvs.`), batch (`hvb.`) or recovery (`hvr.`).",
        r"hv[sbr]\.[A-Za-z0-9_-]{24,}",
        anchors="hvs.|hvb.|hvr.",
        source="HashiCorp, Vault documentation, tokens",
        positives=("VAULT_TOKEN=hvs.<24>", "Bearer hvb.<140>", "'hvs.<95>'"),
        negatives=("hvs.example", "hvs." + "x" * 30, "self.hvs.length"),
    ),
    secret(
        "SEC431 vault-unseal-key: A key that unseals Vault or OpenBao.",
        r"(?:operator unseal |Unseal Key [0-9]{1,2}: {1,4})"
        r"(?P<v>[A-Za-z0-9+/]{44}={0,2}|[A-Za-z0-9+/]{43}=|[0-9a-f]{64,66})",
        anchors="operator unseal |Unseal Key ",
        extent=opaque,
        source="HashiCorp, Vault documentation, operator init",
        positives=("vault operator unseal <44>", "Unseal Key 1: <44>", "$ bao operator unseal <43>=\n"),
        negatives=("vault operator unseal $KEY", "Unseal Key 1: ", "vault operator unseal " + "a" * 44),
    ),
)
