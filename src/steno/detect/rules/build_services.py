"""Tokens of services that build, test and check code."""

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import mixed, shown, unlike

_TEAMCITY = "eyJ0eXAiOiAi" + "VENWMiJ9." + fake(36) + "." + fake(48)

RULES = (
    detector(
        "SEC119",
        "circleci-token",
        "A token of CircleCI, personal (`CCIPAT_`) or of a project (`CCIPRJ_`).",
        type="auth_token",
        anchors=("CCIPAT_", "CCIPRJ_"),
        pattern=r"CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}",
        source="CircleCI, documentation, managing API tokens",
        positives=shown(
            "CIRCLE_TOKEN",
            "CCIPAT_" + fake(22) + "_" + fake(40, HEX),
            "CCIPRJ_" + fake(22) + "_" + fake(40, HEX),
        ),
        negatives=unlike("CCIPAT_", "CCIPAT_" + fake(22) + "_" + fake(40, HEX), "CCIPAT_" + fake(22)),
    ),
    detector(
        "SEC120",
        "buildkite-token",
        "A token of Buildkite: of a user (`bkua_`), of an agent's session (`bkaa_`), job (`bkaj_`) or cluster"
        " (`bkct_`).",
        type="auth_token",
        anchors=("bkua_", "bkaa_", "bkaj_", "bkct_"),
        pattern=r"bk(?:ua|aa|aj|ct)_[A-Za-z0-9_.-]{32,400}",
        extent=token,
        source="Buildkite, documentation, token security",
        positives=shown("BUILDKITE_API_TOKEN", "bkua_" + fake(40, HEX), "bkaa_" + fake(70), "bkct_" + fake(48)),
        negatives=unlike("bkua_", "bkua_" + fake(40, HEX), "bkua_your_token"),
    ),
    detector(
        "SEC121",
        "harness-token",
        "A token of Harness, personal (`pat.`) or of a service account (`sat.`).",
        type="auth_token",
        anchors=("pat.", "sat."),
        pattern=r"[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}",
        extent=token,
        source="Harness, documentation, manage API keys",
        positives=shown(
            "HARNESS_API_KEY",
            "pat." + fake(22) + "." + fake(24, HEX) + "." + fake(20),
            "sat." + fake(22) + "." + fake(24, HEX) + "." + fake(20),
        ),
        negatives=unlike("pat.", "pat." + fake(22) + "." + fake(24, HEX) + "." + fake(20), "pat.match.group.name"),
    ),
    detector(
        "SEC122",
        "octopus-key",
        "A key of Octopus Deploy.",
        type="api_key",
        anchors=("API-",),
        pattern=r"API-[A-Z0-9]{25,36}",
        extent=token,
        source="Octopus Deploy, documentation, how to create an API key",
        positives=shown("OCTOPUS_API_KEY", "API-" + fake(26).upper(), "API-" + fake(32).upper()),
        negatives=unlike("API-", "API-" + fake(26).upper(), "API-VERSION-2024-01-01", "API-" + "A" * 30),
    ),
    detector(
        "SEC123",
        "sonar-token",
        "A token of SonarQube: of a user (`squ_`), for analysis of a project (`sqp_`) or of all (`sqa_`), or for a"
        " badge (`sqb_`).",
        type="auth_token",
        anchors=("squ_", "sqp_", "sqa_", "sqb_"),
        pattern=r"sq[upab]_[0-9a-f]{40}",
        source="Sonar, SonarQube documentation, generating and using tokens",
        positives=shown("SONAR_TOKEN", "squ_" + fake(40, HEX), "sqp_" + fake(40, HEX), "sqa_" + fake(40, HEX)),
        negatives=unlike("squ_", "squ_" + fake(40, HEX), "sqa_session", "sqp_" + fake(32, HEX)),
    ),
    detector(
        "SEC124",
        "snyk-token",
        "A token of Snyk that says what it is: of a user (`snyk_uat.`) or of a service account (`snyk_sat.`).",
        type="auth_token",
        anchors=("snyk_uat.", "snyk_sat."),
        pattern=r"snyk_[us]at\.[A-Za-z0-9_-]{6,16}\.[A-Za-z0-9_.-]{20,400}",
        extent=token,
        source="Snyk, documentation, authentication for the API",
        positives=shown(
            "SNYK_TOKEN",
            "snyk_" + "uat." + fake(8, HEX) + "." + fake(60) + "." + fake(43),
            "snyk_" + "sat." + fake(8, HEX) + "." + fake(80),
        ),
        negatives=unlike("snyk_uat.", "snyk_uat." + fake(8, HEX) + "." + fake(60), "snyk_sat.token"),
    ),
    detector(
        "SEC125",
        "teamcity-token",
        "An access token of TeamCity.",
        type="auth_token",
        anchors=("eyJ0eXAiOiAiVENWMiJ9.",),
        pattern=r"eyJ0eXAiOiAiVENWMiJ9\.[A-Za-z0-9_-]{30,50}\.[A-Za-z0-9_-]{40,60}",
        extent=token,
        source="JetBrains, TeamCity documentation, configuring access tokens",
        positives=shown("TEAMCITY_TOKEN", _TEAMCITY),
        negatives=unlike("eyJ0eXAiOiAiVENWMiJ9.", _TEAMCITY, "eyJ0eXAiOiAiVENWMiJ9." + fake(36)),
    ),
    detector(
        "SEC126",
        "socket-security-token",
        "A token of Socket.",
        type="api_key",
        anchors=("sktsec_",),
        pattern=r"sktsec_[A-Za-z0-9_-]{40,}",
        extent=mixed,
        source="Socket, documentation, API tokens",
        positives=shown("SOCKET_SECURITY_API_KEY", "sktsec_" + fake(44) + "_api"),
        negatives=unlike("sktsec_", "sktsec_" + fake(44) + "_api", "sktsec_..."),
    ),
)
