"""Keys of services that watch programs, measure their use or switch their features."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from string import ascii_lowercase, ascii_uppercase, digits

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.bounds import apart
from steno.detect.rules.forms import UUID, mixed, shown, uuid


def _grafana(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of an object with a key, a name and a number."""
    text = match[0].rstrip("=")
    plain = b64decode(text[: len(text) // 4 * 4])
    return match.span() if b'","n":"' in plain else None


RULES = (
    detector(
        "SEC224",
        "new-relic-key",
        "A key of New Relic: of a user (`NRAK`), to insert (`NRII`) or to query (`NRIQ`). Browser keys are public.",
        type="api_key",
        anchors=("NRAK-", "NRII-", "NRIQ-"),
        pattern=r"NR(?:AK-[A-Z0-9]{27}|I[IQ]-[A-Za-z0-9_-]{32})",
        source="New Relic, documentation, API keys",
        positives=shown(
            "NEW_RELIC_KEY", "NRAK-" + fake(27, digits + ascii_uppercase), "NRII-" + fake(32), "NRIQ-" + fake(32)
        ),
        negatives=("NRJS-" + fake(19, HEX), "NRAK-" + "X" * 27, "NRAK-your-key"),
    ),
    detector(
        "SEC225",
        "new-relic-licence",
        "A licence key of New Relic, with which data is sent.",
        type="api_key",
        anchors=("FFFFNRAL",),
        back=r"[0-9a-z]{32}",
        pattern=r"(?:eu01xx[0-9a-f]{26}|[0-9a-f]{32})FFFFNRAL",
        extent=token,
        source="New Relic, documentation, license keys",
        positives=shown("NEW_RELIC_LICENCE", fake(32, HEX) + "FFFFNRAL", "eu01xx" + fake(26, HEX) + "FFFFNRAL"),
        negatives=("...FFFFNRAL", fake(12, HEX) + "FFFFNRAL", "0" * 32 + "FFFFNRAL"),
    ),
    detector(
        "SEC226",
        "grafana-api-key",
        "An API key of Grafana in its older form: base64 of an object.",
        type="api_key",
        anchors=("eyJrIjoi",),
        pattern=r"eyJrIjoi[A-Za-z0-9+/]{40,400}={0,2}",
        extent=_grafana,
        source="Grafana, documentation, API keys",
        positives=shown(
            "GRAFANA_API_KEY",
            *(
                b64encode(f'{{"k":"{fake(32)}","n":"{name}","id":{number}}}'.encode()).decode()
                for name, number in (("reader", 1), ("backup", 12))
            ),
        ),
        negatives=("eyJrIjoi" + fake(90), "eyJrIjoidiJ9", b64encode(b'{"k":"' + b"v" * 60 + b'"}').decode()),
    ),
    detector(
        "SEC227",
        "sentry-application-token",
        "A token of an application (`sntrya_`) or an integration (`sntryi_`) at Sentry.",
        type="auth_token",
        anchors=("sntrya_", "sntryi_"),
        pattern=r"sntry[ai]_[0-9a-f]{64}",
        source="Sentry, source, types of tokens",
        positives=shown("SENTRY_APPLICATION_TOKEN", "sntrya_" + fake(64, HEX), "sntryi_" + fake(64, HEX)),
        negatives=("sntryi_token", "sntrya_" + fake(20, HEX), "sntryi_" + "0" * 64),
    ),
    detector(
        "SEC228",
        "honeycomb-key",
        "An ingest (`hcaik_`), configuration (`hcalk_`) or management (`hcamk_`) key of Honeycomb, of any of its"
        " regions, which the third letter tells.",
        type="api_key",
        gates=("hc[a-z][ilm]k_",),
        pattern=r"hc[a-z][ilm]k_[a-z0-9]{58}",
        source="Honeycomb, API reference, authentication, API key types",
        positives=shown(
            "HONEYCOMB_KEY",
            "hcaik_01" + fake(56, digits + ascii_lowercase),
            "hcbik_01" + fake(56, digits + ascii_lowercase),
            "hcxlk_01" + fake(56, digits + ascii_lowercase),
        ),
        negatives=("hcaik_xxxxxxxxxxxx", "hcaik_" + fake(20, HEX), "hcaik_" + "x" * 58),
    ),
    detector(
        "SEC229",
        "posthog-key",
        "A key of PostHog: personal (`phx_`), for flags (`phs_`) or OAuth (`pha_`, `phr_`). Project keys are public.",
        type="api_key",
        anchors=("phx_", "phs_", "pha_", "phr_"),
        pattern=r"ph[xsar]_[A-Za-z0-9]{40,}",
        extent=mixed,
        source="PostHog, documentation, API keys",
        positives=shown("POSTHOG_KEY", "phx_" + fake(43), "phs_" + fake(47), "pha_" + fake(43)),
        negatives=("phc_" + fake(43), "phx_" + "x" * 43, "graphs_" + fake(43), "phx_" + fake(12)),
    ),
    detector(
        "SEC230",
        "dynatrace-token",
        "A token of Dynatrace: an access token, a platform token or a secret of an OAuth client.",
        type="auth_token",
        anchors=("dt0c01.", "dt0s0", "dt0s16."),
        pattern=r"dt0(?:c01|s(?:0[1-9]|16))\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}",
        source="Dynatrace, documentation, access tokens, token format",
        positives=shown(
            "DYNATRACE_TOKEN",
            *(
                kind + fake(size, digits + ascii_uppercase) + "." + fake(64, digits + ascii_uppercase)
                for kind, size in (("dt0c01.", 24), ("dt0s16.", 8), ("dt0s02.", 8))
            ),
        ),
        negatives=("dt0c01.ST2EY72KQINMH574WMNVI7YN", "dt0s01.public", "dt0c01." + "X" * 24 + "." + "X" * 64),
    ),
    detector(
        "SEC231",
        "axiom-token",
        "An API (`xaat-`), ingest (`xait-`) or personal (`xapt-`) token of Axiom.",
        type="auth_token",
        anchors=("xaat-", "xapt-", "xait-"),
        pattern=rf"xa(?:at|pt|it)-{UUID}",
        source="Axiom, documentation, tokens",
        positives=shown("AXIOM_TOKEN", "xaat-" + uuid(), "xapt-" + uuid(), "xait-" + uuid()),
        negatives=("xaat-your-token", "xapt-" + fake(12), "xaat-00000000-0000-0000-0000-000000000000"),
    ),
    detector(
        "SEC232",
        "logfire-token",
        "A token of Pydantic Logfire.",
        type="auth_token",
        anchors=("pylf_v",),
        pattern=r"pylf_v[0-9]{1,2}_[a-z]{2,8}_[A-Za-z0-9]{40,}",
        source="Pydantic Logfire, documentation, write and read tokens",
        positives=shown("LOGFIRE_TOKEN", "pylf_v1_us_" + fake(43), "pylf_v1_eu_" + fake(44)),
        negatives=("pylf_v1_us_xxxxx", "pylf_v1_your_logfire_token_here", "pylf_v1_us_" + "x" * 43),
    ),
    detector(
        "SEC233",
        "pagerduty-token",
        "An OAuth token of PagerDuty.",
        type="auth_token",
        anchors=("pdus+_", "pdeu+_"),
        pattern=rf"pd(?:us|eu)\+_[A-Z0-9]{{6,10}}_{UUID}",
        source="Observed: in use; no public specification found",
        positives=shown("PAGERDUTY_TOKEN", "pdus+_0XB" + "PWQQ_" + uuid(), "pdeu+_1XB" + "PWQQ_" + uuid()),
        negatives=("pdus+_", "pdus+_refresh_1", "pdus+_0XBPWQQ_" + fake(12)),
    ),
    detector(
        "SEC234",
        "segment-token",
        "A token of Segment's Public API, which in spite of the name is secret.",
        type="auth_token",
        anchors=("sgp_",),
        pattern=r"sgp_[A-Za-z0-9]{64}",
        extent=mixed,
        source="Observed: in use; not compared with Twilio Segment, documentation, Public API tokens",
        positives=shown("SEGMENT_TOKEN", "sgp_" + fake(64)),
        negatives=("sgp_" + fake(20), "sgp_" + "x" * 64, "msgp_" + fake(64)),
    ),
    detector(
        "SEC235",
        "launchdarkly-key",
        "A key of LaunchDarkly for servers (`sdk-`) or for its API (`api-`). Keys of mobile applications are public.",
        type="api_key",
        anchors=("sdk-", "api-"),
        pattern=rf"(?:sdk|api)-{UUID}",
        before=apart,
        source="LaunchDarkly, documentation, keys",
        positives=shown("LAUNCHDARKLY_KEY", "sdk-" + uuid(), "api-" + uuid()),
        negatives=("mob-" + uuid(), "src/agent-sdk-" + uuid(), "sdk-00000000-0000-0000-0000-000000000000"),
    ),
    detector(
        "SEC236",
        "statsig-key",
        "A key of Statsig for servers (`secret-`) or its console (`console-`). Keys of clients (`client-`) are public.",
        type="api_key",
        anchors=("secret-", "console-"),
        pattern=r"(?:secret|console)-[A-Za-z0-9]{38,48}",
        extent=mixed,
        before=apart,
        source="Statsig, documentation, API keys",
        positives=shown("STATSIG_KEY", "secret-" + fake(43), "console-" + fake(43)),
        negatives=("client-" + fake(43), "secret-" + fake(12), "my-secret-" + fake(43), "secret-" + "x" * 43),
    ),
    detector(
        "SEC237",
        "unleash-token",
        "A token of Unleash: a project, an environment and a hash.",
        type="auth_token",
        anchors=(":production.", ":development.", ":staging.", ":default.", ":*."),
        back=r"(?:\*|\]\[|[A-Za-z0-9_-]{1,80})",
        pattern=r"(?:\*|\[\]|[A-Za-z0-9_-]{1,80}):(?:\*|production|development|staging|default)\.[0-9a-f]{48,64}",
        source="Unleash, documentation, API tokens and client keys",
        positives=shown(
            "UNLEASH_TOKEN",
            "default:production." + fake(56, HEX),
            "*:development." + fake(56, HEX),
            "[]:staging." + fake(64, HEX),
            "*:*." + fake(56, HEX),
        ),
        negatives=("default:production.yaml", "*:development." + "0" * 56, "env:staging." + fake(12, HEX)),
    ),
    detector(
        "SEC435",
        "datadog-token",
        "A token of Datadog that needs no second key, of a person (`ddpat_`) or a service account (`ddsat_`), or an"
        " application key as they are now (`ddapp_`).",
        type="auth_token",
        anchors=("ddpat_", "ddsat_", "ddapp_"),
        pattern=r"dd(?:pat|sat|app)_[A-Za-z0-9_-]{30,}",
        extent=mixed,
        source="Datadog, documentation, personal access tokens compared to other credential types",
        positives=shown("DD_APP_KEY", "ddapp_" + fake(34), "ddpat_" + fake(48), "ddsat_" + fake(48)),
        negatives=("ddapp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "ddpat_" + fake(12), "ddpat_urb_light_large"),
    ),
)
