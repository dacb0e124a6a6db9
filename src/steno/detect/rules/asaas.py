"""Secrets of Asaas."""

from steno.detect.declare import api_key, mixed

RULE = api_key(
    "SEC388 asaas-key: An Asaas key, of production or of the sandbox.",
    "(?:aact_prod_|aact_hmlg_|aact_)[A-Za-z0-9:+/=]{60,}",
    extent=mixed,
    source="Asaas, documentation, changelog, new prefix of API keys",
    tokens=("aact_prod_<90>", "aact_hmlg_<70>::<36>", "aact_<140>"),
)
