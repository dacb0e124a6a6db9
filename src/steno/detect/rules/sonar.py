"""Secrets of SonarQube."""

from steno.detect.declare import SEP, auth_token, opaque, unlike

RULES = (
    auth_token(
        "SEC123 sonar-token: A SonarQube token: of a user (`squ_`), for analysis of a project (`sqp_`) or of"
        " all (`sqa_`), or for a badge (`sqb_`).",
        r"sq[upab]_[0-9a-f]{40}",
        anchors="squ_|sqp_|sqa_|sqb_",
        source="Sonar, SonarQube documentation, generating and using tokens",
        tokens=("squ_<40 hex>", "sqp_<40 hex>", "sqa_<40 hex>"),
        negatives=unlike("squ_", "squ_<40 hex>", "sqa_session", "sqp_<32 hex>"),
    ),
    auth_token(
        "SEC427 sonar-login: A token passed to the SonarQube scanner.",
        r"sonar\.(?:login|token)['\"]?(?:, ?|" + SEP + r")['\"]?(?P<v>[0-9a-f]{40})",
        inside_words=True,
        extent=opaque,
        source="Sonar, documentation, analysis parameters",
        positives=(
            "sonar-scanner -Dsonar.login=<40 hex>",
            "sonar.token: <40 hex>",
            'property "sonar.login", "<40 hex>"',
        ),
        negatives=("sonar.login=admin", "sonar.login=${SONAR_TOKEN}", "sonar.host.url=<40 hex>"),
    ),
)
