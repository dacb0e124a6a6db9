"""Secrets of Kerberos: hashes that a password can be guessed from."""

from steno.detect.declare import secret

RULE = secret(
    "SEC428 kerberos-hash: What a Kerberos server encrypted with a user's or a service's password: it can be"
    " guessed offline.",
    r"\$krb5(?:asrep|tgs|pa)\$[0-9]{1,2}\$[^\s\"'`\\<>]{40,}",
    source="RFC 4120, pre-authentication and tickets",
    positives=(
        "$krb5asrep$23$user@ACME.DEV:<32 hex>$<120 hex>",
        "$krb5tgs$23$*svc$ACME.DEV$http/web*$<32 hex>$<120 hex>",
        "$krb5pa$18$user$ACME$<32 hex>$<120 hex>",
    ),
    negatives=("$krb5asrep$", "$krb5tgs$23$*user$realm", "$krb5asrep$23$" + "0" * 60),
)
