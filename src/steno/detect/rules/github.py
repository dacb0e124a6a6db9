"""Tokens of GitHub, which end in a checksum."""

from steno.detect.declare import auth_token, checksummed

RULES = (
    auth_token(
        "SEC010 github-token: A GitHub token: personal (`ghp_`), OAuth (`gho_`), user-to-server (`ghu_`),"
        " server-to-server (`ghs_`) or refresh (`ghr_`). Its last six characters are the CRC-32 of the thirty"
        " before, in base 62; a token with another ending is masked if it stands alone and is not a dummy.",
        r"gh[pousr]_[A-Za-z0-9]{36}",
        anchors="ghp_|gho_|ghu_|ghs_|ghr_",
        inside_words=True,
        extent=checksummed,
        source="GitHub, engineering blog, behind GitHub's new authentication token formats",
        positives=(
            "GITHUB_TOKEN=ghp_<36 signed>",
            "https://x-access-token:ghs_<36 signed>@github.com/acme/site",
            "wrappedgho_<36 signed>tightly",
        ),
        negatives=("xghp_<36>", "ghp_<36 x>", "ghp_<30>3uy3G", "ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"),
    ),
    auth_token(
        "SEC011 github-fine-grained-token: A fine-grained GitHub personal access token.",
        r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
        source="GitHub, documentation, GitHub's token formats",
        positives=("GH_TOKEN=github_pat_<22>_<59>", "token github_pat_<22>_<59>", '"github_pat_<22>_<59>"'),
        negatives=("github_pat_<22>", "github_pat_your_token", "github_pat_<22>_<59 x>"),
    ),
    auth_token(
        "SEC434 github-stateless-token: An installation token of a GitHub App in the form used since 2026: the"
        " number of the app and a JSON Web Token.",
        r"ghs_[0-9]{1,16}_eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{40,}",
        source="GitHub, documentation, generating an installation access token for a GitHub App, stateless format",
        positives=(
            "GITHUB_TOKEN=ghs_123456_eyJhbGciOiJFUzI1NiJ9.<160>.<86>",
            "https://x-access-token:ghs_123456_eyJhbGciOiJFUzI1NiJ9.<160>.<86>@github.com/acme/site",
            '"ghs_123456_eyJhbGciOiJFUzI1NiJ9.<160>.<86>"',
        ),
        negatives=(
            "ghs_123456_eyJ",
            "ghs_123456_eyJhbGciOiJFUzI1NiJ9.<28>",
            "ghs_123456_eyJhbGciOiJFUzI1NiJ9.claims.<86 x>",
        ),
    ),
)
