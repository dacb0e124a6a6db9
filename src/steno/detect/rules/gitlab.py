"""Tokens of GitLab."""

from steno.detect.declare import auth_token, shown, token, unlike

RULES = (
    auth_token(
        "SEC012 gitlab-token: A GitLab token: personal, project or group access (`glpat-`), deploy (`gldt-`),"
        " runner (`glrt-`, `glrtr-`), workspace (`glwt-`), job (`glcbt-`), trigger (`glptt-`), feed (`glft-`),"
        " mail (`glimt-`), agent (`glagent-`), OAuth (`gloas-`), SCIM (`glsoat-`) or feature flags (`glffct-`).",
        r"gl(?:pat|dt|rtr?|wt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-"
        r"[A-Za-z0-9_-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9}|(?:\.[A-Za-z0-9_-]{20,}){1,2})?",
        anchors="glpat-|gldt-|glrt-|glrtr-|glwt-|glcbt-|glptt-|glft-|glimt-|glagent-|gloas-|glsoat-|glffct-",
        source="GitLab, documentation, token overview, token prefixes",
        positives=(
            "PRIVATE-TOKEN: glpat-<20>",
            "https://oauth2:glpat-<20>@gitlab.com/acme/site.git",
            "runner glrt-<27>.01.0z1a2b3c4",
        ),
        negatives=("glpat-<12>", "glpat-<20 x>", "igloo-glft-<30 a>"),
    ),
    auth_token(
        "SEC076 gitlab-registration-token: A registration token for runners of GitLab.",
        r"GR1348941[A-Za-z0-9_-]{20}",
        extent=token,
        source="GitLab, documentation, token overview, runner registration tokens",
        positives=shown("REGISTRATION_TOKEN", "GR1348941<20>"),
        negatives=unlike("GR1348941", "GR1348941<20>", "GR1348941"),
    ),
)
