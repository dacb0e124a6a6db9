"""Secrets of PyPI."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC023 pypi-token: An upload token of PyPI or TestPyPI: a macaroon that names its index.",
    r"pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[A-Za-z0-9_-]{50,}",
    anchors="pypi-AgE",
    source="PyPI, help, API tokens; Warehouse documentation, macaroons",
    positives=(
        "password = pypi-AgEIcHlwaS5vcmc<120>",
        "TWINE_PASSWORD=pypi-AgEIcHlwaS5vcmc<150>",
        "'pypi-AgENdGVzdC5<>weXBpLm9yZw<120>'",
    ),
    negatives=("pypi-AgEIcHlwaS5vcmc", "pypi-<80>", "pypi-AgEIcHlwaS5vcmc<80 x>"),
)
