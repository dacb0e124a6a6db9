"""Tokens that tell themselves by how they begin: one file per provider or kind of provider."""

from steno.detect.rule import Detector
from steno.detect.rules import (
    anthropic,
    aws,
    cloud,
    github,
    gitlab,
    google,
    jwt,
    language_models,
    openai,
    packages,
    private_key,
    services,
    slack,
    stripe,
)

TOKENS: tuple[Detector, ...] = (
    *anthropic.RULES,
    *openai.RULES,
    *language_models.RULES,
    *github.RULES,
    *gitlab.RULES,
    *aws.RULES,
    *google.RULES,
    *slack.RULES,
    *stripe.RULES,
    *packages.RULES,
    *cloud.RULES,
    *services.RULES,
    *jwt.RULES,
    *private_key.RULES,
)
