"""Secrets of Sonatype Nexus."""

from steno.detect.declare import UUID, auth_token, shown, unlike

RULE = auth_token(
    "SEC139 nexus-token: A token with which a package manager logs in to Sonatype Nexus.",
    r"(?:Npm|Docker)Token\." + UUID,
    source="Sonatype, Nexus Repository documentation, npm security and bearer tokens",
    positives=shown("NPM_AUTH", "NpmToken.<uuid 4>", "DockerToken.<uuid 5>"),
    negatives=unlike("NpmToken.", "NpmToken.<uuid>", "NpmToken.value", "<uuid>"),
)
