"""Tokens of GitLab."""

from steno.detect.judge import token
from steno.detect.rule import detector, fake
from steno.detect.rules.forms import shown, unlike

RULES = (
    detector(
        "SEC012",
        "gitlab-token",
        "A token of GitLab: personal, project or group access (`glpat-`), deploy (`gldt-`), runner (`glrt-`, `glrtr-`),"
        " workspace (`glwt-`), job (`glcbt-`), trigger (`glptt-`), feed (`glft-`), mail (`glimt-`), agent (`glagent-`),"
        " OAuth (`gloas-`), SCIM (`glsoat-`) or feature flags (`glffct-`).",
        type="auth_token",
        anchors=(
            "glpat-",
            "gldt-",
            "glrt-",
            "glrtr-",
            "glwt-",
            "glcbt-",
            "glptt-",
            "glft-",
            "glimt-",
            "glagent-",
            "gloas-",
            "glsoat-",
            "glffct-",
        ),
        pattern=r"gl(?:pat|dt|rtr?|wt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-"
        r"[A-Za-z0-9_-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9}|(?:\.[A-Za-z0-9_-]{20,}){1,2})?",
        source="GitLab, documentation, token overview, token prefixes",
        positives=(
            "PRIVATE-TOKEN: " + "glpat" + "-" + fake(20),
            "https://oauth2:" + "glpat" + "-" + fake(20) + "@gitlab.com/acme/site.git",
            "runner " + "glrt" + "-" + fake(27) + ".01.0z1a2b3c4",
        ),
        negatives=("glpat-" + fake(12), "glpat-" + "x" * 20, "igloo-glft-" + "a" * 30),
    ),
    detector(
        "SEC076",
        "gitlab-registration-token",
        "A registration token for runners of GitLab.",
        type="auth_token",
        anchors=("GR1348941",),
        pattern=r"GR1348941[A-Za-z0-9_-]{20}",
        extent=token,
        source="GitLab, documentation, token overview, runner registration tokens",
        positives=shown("REGISTRATION_TOKEN", "GR1348" + "941" + fake(20)),
        negatives=unlike("GR1348941", "GR1348941" + fake(20), "GR1348941"),
    ),
)
