"""Secrets of Buildkite."""

from steno.detect.declare import auth_token, shown, token, unlike

RULE = auth_token(
    "SEC120 buildkite-token: A Buildkite token: of a user (`bkua_`), of an agent's session (`bkaa_`), job"
    " (`bkaj_`), cluster (`bkct_`) or registration (`bkar_`), of a package registry (`bkpt_`), or of a portal"
    " (`bkpat_`, `bkps_`).",
    r"bk(?:ua|aa|aj|ct|ar|pt|pat|ps)_[A-Za-z0-9_.-]{32,}",
    extent=token,
    source="Buildkite, documentation, token security",
    positives=shown("BUILDKITE_API_TOKEN", "bkua_<40 hex>", "bkaa_<70>", "bkct_<48>", "bkar_<73>", "bkpat_<54>"),
    negatives=unlike("bkua_", "bkua_<40 hex>", "bkua_your_token"),
)
