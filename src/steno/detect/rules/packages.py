"""Tokens of package registries."""

from steno.detect.rule import HEX, checksummed, crc32_base62, detector, fake

_BODY = fake(30)
_SIGNED = _BODY + crc32_base62(_BODY)

RULES = (
    detector(
        "SEC022",
        "npm-token",
        "An access token of the npm registry. Its last six characters are the CRC-32 of the thirty before, in base 62;"
        " anything else of that shape is no token.",
        type="auth_token",
        anchors=("npm_",),
        pattern=r"npm_[A-Za-z0-9]{36}",
        extent=checksummed,
        glued=True,
        source="GitHub, changelog, npm has a new access token format",
        positives=(
            "//registry.npmjs.org/:_authToken=" + "npm_" + _SIGNED,
            "NPM_TOKEN=" + "npm_" + _SIGNED,
            "'" + "npm_" + _SIGNED + "'",
        ),
        negatives=("npm_" + fake(36), "npm_config_registry", "npm_" + "x" * 36),
    ),
    detector(
        "SEC023",
        "pypi-token",
        "An upload token of PyPI or TestPyPI: a macaroon that names its index.",
        type="auth_token",
        anchors=("pypi-AgE",),
        pattern=r"pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[A-Za-z0-9_-]{50,}",
        source="PyPI, help, API tokens; Warehouse documentation, macaroons",
        positives=(
            "password = " + "pypi-AgE" + "IcHlwaS5vcmc" + fake(120),
            "TWINE_PASSWORD=" + "pypi-AgE" + "IcHlwaS5vcmc" + fake(150),
            "'" + "pypi-AgE" + "NdGVzdC5weXBpLm9yZw" + fake(120) + "'",
        ),
        negatives=("pypi-AgEIcHlwaS5vcmc", "pypi-" + fake(80), "pypi-AgEIcHlwaS5vcmc" + "x" * 80),
    ),
    detector(
        "SEC024",
        "rubygems-key",
        "A key of the RubyGems API.",
        type="api_key",
        anchors=("rubygems_",),
        pattern=r"rubygems_[0-9a-f]{48}",
        source="RubyGems, guides, API key scopes",
        positives=(
            ":rubygems_api_key: " + "rubygems" + "_" + fake(48, HEX),
            "GEM_HOST_API_KEY=" + "rubygems" + "_" + fake(48, HEX),
            "'" + "rubygems" + "_" + fake(48, HEX) + "'",
        ),
        negatives=("rubygems_api_key", "rubygems_" + fake(40, HEX), "rubygems_" + "0" * 48),
    ),
    detector(
        "SEC025",
        "docker-token",
        "An access token of Docker Hub, personal (`dckr_pat_`) or of an organisation (`dckr_oat_`).",
        type="auth_token",
        anchors=("dckr_pat_", "dckr_oat_"),
        pattern=r"dckr_[po]at_[A-Za-z0-9_-]{27,}",
        source="Docker, documentation, personal and organization access tokens",
        positives=(
            "docker login -p " + "dckr_" + "pat_" + fake(27),
            "DOCKER_TOKEN=" + "dckr_" + "oat_" + fake(32),
            "'" + "dckr_" + "pat_" + fake(27) + "'",
        ),
        negatives=("dckr_pat_your_token", "dckr_pat_" + "x" * 27, "dckr_pat_" + fake(10)),
    ),
)
