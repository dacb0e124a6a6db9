"""Secrets of npm."""

from steno.detect.declare import UUID, around, auth_token, checksummed, value

RULES = (
    auth_token(
        "SEC022 npm-token: An npm registry access token. Its last six characters are the CRC-32 of the"
        " thirty before, in base 62; a token with another ending is masked if it stands alone and is not a dummy.",
        r"npm_[A-Za-z0-9]{36}",
        inside_words=True,
        extent=checksummed,
        source="GitHub, changelog, npm has a new access token format",
        positives=around("npm_<36 signed>", "//registry.npmjs.org/:_authToken={}", "NPM_TOKEN={}", "'{}'"),
        negatives=("xnpm_<36>", "npm_config_registry", "npm_<36 x>"),
    ),
    auth_token(
        "SEC133 npm-legacy-token: An access token of an npm registry of the older kind: a UUID in an `.npmrc` file.",
        r":_authToken=[\"']?(?P<v>" + UUID + ")",
        extent=value,
        source="npm, documentation, npmrc, auth related configuration",
        positives=(
            "//registry.npmjs.org/:_authToken=<uuid>",
            "npm config set //npm.acme.dev/:_authToken=<uuid 2>\n",
            "echo '//registry.npmjs.org/:_authToken=\"<uuid 3>\"' >> ~/.npmrc",
        ),
        negatives=("//registry.npmjs.org/:_authToken=${NPM_TOKEN}", "<uuid>", ":_authToken=<8 0>-0000"),
    ),
)
