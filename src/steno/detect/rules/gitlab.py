"""Tokens of GitLab."""

from steno.detect.rule import detector, fake

RULES = (
    detector(
        "SEC012",
        "gitlab-token",
        "A token of GitLab: personal, project or group access (`glpat-`), deploy (`gldt-`), runner (`glrt-`), job"
        " (`glcbt-`), trigger (`glptt-`), feed (`glft-`), mail (`glimt-`), agent (`glagent-`), OAuth (`gloas-`), SCIM"
        " (`glsoat-`) or feature flags (`glffct-`).",
        type="auth_token",
        anchors=(
            "glpat-",
            "gldt-",
            "glrt-",
            "glcbt-",
            "glptt-",
            "glft-",
            "glimt-",
            "glagent-",
            "gloas-",
            "glsoat-",
            "glffct-",
        ),
        pattern=r"gl[a-z]{2,5}-[A-Za-z0-9_.-]{19,}[A-Za-z0-9]",
        source="GitLab, documentation, token overview, token prefixes",
        positives=(
            "PRIVATE-TOKEN: " + "glpat" + "-" + fake(20),
            "https://oauth2:" + "glpat" + "-" + fake(20) + "@gitlab.com/acme/site.git",
            "runner " + "glrt" + "-" + fake(27) + ".01.0z1a2b3c4",
        ),
        negatives=("glpat-" + fake(12), "glpat-" + "x" * 20, "igloo-glft-" + "a" * 30),
    ),
)
