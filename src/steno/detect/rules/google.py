"""Keys and tokens of Google."""

from steno.detect.rule import detector, fake

RULES = (
    detector(
        "SEC015",
        "google-api-key",
        "A key of a Google API (Maps, Gemini, Firebase and others).",
        type="api_key",
        anchors=("AIza",),
        pattern=r"AIza[A-Za-z0-9_-]{35}",
        source="Google Cloud, documentation, manage API keys",
        positives=("GEMINI_API_KEY=" + "AIza" + fake(35), "?key=" + "AIza" + fake(35), "'" + "AIza" + fake(35) + "'"),
        negatives=("AIza" + fake(30), "AIza" + "x" * 35, "xAIza" + fake(35)),
    ),
    detector(
        "SEC016",
        "google-oauth-token",
        "An access token of Google's OAuth.",
        type="auth_token",
        anchors=("ya29.",),
        pattern=r"ya29\.[A-Za-z0-9_-]{30,}",
        source="Google, OAuth 2.0 documentation, access tokens",
        positives=(
            "Authorization: Bearer " + "ya29." + fake(120),
            '"access_token": "' + "ya29." + "a0" + fake(160) + '"',
            "access_token=" + "ya29." + fake(60),
        ),
        negatives=("ya29.", "ya29." + fake(10), "ya29." + "x" * 60),
    ),
    detector(
        "SEC017",
        "google-client-secret",
        "The secret of an OAuth client of Google.",
        type="secret",
        anchors=("GOCSPX-",),
        pattern=r"GOCSPX-[A-Za-z0-9_-]{28}",
        source="Google Cloud, documentation, manage OAuth clients",
        positives=(
            '"client_secret":"' + "GOCSPX-" + fake(28) + '"',
            "CLIENT_SECRET=" + "GOCSPX-" + fake(28),
            "'" + "GOCSPX-" + fake(28) + "'",
        ),
        negatives=("GOCSPX-" + fake(10), "GOCSPX-your-secret", "GOCSPX-" + "x" * 28),
    ),
)
