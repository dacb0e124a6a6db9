"""Secrets of Docker Hub."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC025 docker-token: A Docker Hub access token, personal (`dckr_pat_`) or of an organisation (`dckr_oat_`).",
    r"dckr_[po]at_[A-Za-z0-9_-]{27,}",
    anchors="dckr_pat_|dckr_oat_",
    source="Docker, documentation, personal and organization access tokens",
    positives=("docker login -p dckr_pat_<27>", "DOCKER_TOKEN=dckr_oat_<32>", "'dckr_pat_<27>'"),
    negatives=("dckr_pat_your_token", "dckr_pat_<27 x>", "dckr_pat_<10>"),
)
