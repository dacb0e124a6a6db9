"""Keys and tokens of Google."""

from steno.detect.declare import api_key, auth_token, mixed, secret, shown, token, unlike

RULES = (
    api_key(
        "SEC015 google-api-key: A Google API key (Maps, Gemini, Firebase and others).",
        r"AIza[A-Za-z0-9_-]{35}",
        source="Google Cloud, documentation, manage API keys",
        positives=("GEMINI_API_KEY=AIza<35>", "?key=AIza<35>", "'AIza<35>'"),
        negatives=("AIza<30>", "AIza<35 x>", "xAIza<35>"),
    ),
    auth_token(
        "SEC016 google-oauth-token: A Google OAuth access token.",
        r"ya29\.[A-Za-z0-9_-]{30,}",
        source="Google, OAuth 2.0 documentation, access tokens",
        positives=("Authorization: Bearer ya29.<120>", '"access_token": "ya29.a0<160>"', "access_token=ya29.<60>"),
        negatives=("ya29.", "ya29.<10>", "ya29.<60 x>"),
    ),
    secret(
        "SEC017 google-client-secret: The secret of a Google OAuth client.",
        r"GOCSPX-[A-Za-z0-9_-]{28}",
        source="Google Cloud, documentation, manage OAuth clients",
        positives=('"client_secret":"GOCSPX-<28>"', "CLIENT_SECRET=GOCSPX-<28>", "'GOCSPX-<28>'"),
        negatives=("GOCSPX-<10>", "GOCSPX-your-secret", "GOCSPX-<28 x>"),
    ),
    auth_token(
        "SEC083 google-refresh-token: A Google OAuth refresh token (`1//`).",
        r"1//0[A-Za-z0-9_-]{40,}",
        extent=mixed,
        source="Google, OAuth 2.0 documentation, refresh tokens",
        positives=shown("refresh_token", "1//0g<100>", "1//03<60>"),
        negatives=unlike("1//0", "1//0<60>", "https://host1//0123456789", "1//0<20>"),
    ),
    auth_token(
        "SEC084 google-authorization-code: An authorization code of Google's OAuth, as it comes back in an address.",
        r"4(?:/|%2F)0A[A-Za-z0-9_-]{40,}",
        extent=mixed,
        source="Google, OAuth 2.0 documentation, authorization codes",
        positives=shown("code", "4/0A<70>", "4%2F0A<70>"),
        negatives=unlike("4/0A", "4/0A<70>", "2024/0A", "4/0A<20>"),
    ),
    api_key(
        "SEC085 google-bound-key: A Google API key that is bound to a service account (`AQ.`).",
        r"AQ\.Ab[A-Za-z0-9_-]{40,}",
        extent=token,
        source="Observed: in use; not compared with Google Cloud, documentation, API keys bound to a service account",
        positives=shown("GOOGLE_API_KEY", "AQ.Ab<48>"),
        negatives=unlike("AQ.Ab", "AQ.Ab<48>", "FAQ.About"),
    ),
    api_key(
        "SEC086 google-hmac-key-id: The access id of a Google Cloud Storage HMAC key.",
        r"GOOG(?:1[A-Z0-9]{56}|[A-Z0-9]{20})",
        extent=token,
        source="Google Cloud, Cloud Storage documentation, HMAC keys",
        positives=shown("GS_ACCESS_KEY_ID", "GOOG1E<55 capital>", "GOOG<20 capital>"),
        negatives=unlike("GOOG", "GOOG<20 capital>", "GOOGLEAPPLICATIONCREDENT", "GOOGL"),
    ),
)
