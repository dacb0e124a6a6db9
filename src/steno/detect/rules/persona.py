"""Secrets of Persona."""

from steno.detect.declare import api_key, token

RULE = api_key(
    "SEC395 persona-key: A Persona key, of production or of the sandbox.",
    "(?:persona_production_|persona_sandbox_)[A-Za-z0-9-]{30,}",
    extent=token,
    source="Observed: in use; not compared with Persona, documentation, API keys",
    tokens=("persona_production_<uuid>", "persona_sandbox_<36>"),
)
