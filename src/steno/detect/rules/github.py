"""Tokens of GitHub, which end in a checksum."""

from steno.detect.judge import checksummed
from steno.detect.rule import crc32_base62, detector, fake

_BODY = fake(30)
_SIGNED = _BODY + crc32_base62(_BODY)
_STATELESS = "ghs_" + "123456_" + "eyJhbGciOiJFUzI1NiJ9" + "." + fake(160) + "." + fake(86)

RULES = (
    detector(
        "SEC010",
        "github-token",
        "A token of GitHub: personal (`ghp_`), OAuth (`gho_`), user-to-server (`ghu_`), server-to-server (`ghs_`) or"
        " refresh (`ghr_`). Its last six characters are the CRC-32 of the thirty before, in base 62; one that ends"
        " otherwise is masked where it stands by itself and is no dummy.",
        type="auth_token",
        anchors=("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
        pattern=r"gh[pousr]_[A-Za-z0-9]{36}",
        extent=checksummed,
        glued=True,
        source="GitHub, engineering blog, behind GitHub's new authentication token formats",
        positives=(
            "GITHUB_TOKEN=" + "ghp_" + _SIGNED,
            "https://x-access-token:" + "ghs_" + _SIGNED + "@github.com/acme/site",
            "wrapped" + "gho_" + _SIGNED + "tightly",
        ),
        negatives=(
            "xghp_" + fake(36),
            "ghp_" + "x" * 36,
            "ghp_" + _SIGNED[:-1],
            "ghp_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
        ),
    ),
    detector(
        "SEC011",
        "github-fine-grained-token",
        "A fine-grained personal access token of GitHub.",
        type="auth_token",
        anchors=("github_pat_",),
        pattern=r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
        source="GitHub, documentation, GitHub's token formats",
        positives=(
            "GH_TOKEN=" + "github_" + "pat_" + fake(22) + "_" + fake(59),
            "token " + "github_" + "pat_" + fake(22) + "_" + fake(59),
            '"' + "github_" + "pat_" + fake(22) + "_" + fake(59) + '"',
        ),
        negatives=("github_pat_" + fake(22), "github_pat_your_token", "github_pat_" + fake(22) + "_" + "x" * 59),
    ),
    detector(
        "SEC434",
        "github-stateless-token",
        "A token of the installation of an application at GitHub, as they are since 2026: the number of the application"
        " and a JSON Web Token.",
        type="auth_token",
        anchors=("ghs_",),
        pattern=r"ghs_[0-9]{1,16}_eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{40,}",
        source="GitHub, documentation, generating an installation access token for a GitHub App, stateless format",
        positives=(
            "GITHUB_TOKEN=" + _STATELESS,
            "https://x-access-token:" + _STATELESS + "@github.com/acme/site",
            '"' + _STATELESS + '"',
        ),
        negatives=("ghs_123456_eyJ", _STATELESS[:60], "ghs_123456_eyJhbGciOiJFUzI1NiJ9.claims." + "x" * 86),
    ),
)
