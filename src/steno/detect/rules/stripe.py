"""Keys of Stripe."""

from steno.detect.rule import HEX, detector, fake

RULES = (
    detector(
        "SEC020",
        "stripe-key",
        "A secret (`sk_`), restricted (`rk_`) or ephemeral (`ek_`) key of Stripe, live or test. Publishable keys"
        " (`pk_`) are public.",
        type="api_key",
        anchors=(
            "sk_live_",
            "sk_test_",
            "rk_live_",
            "rk_test_",
            "ek_live_",
            "ek_test_",
            "sk_org_live_",
            "sk_org_test_",
        ),
        pattern=r"(?:[rse]k|sk_org)_(?:live|test)_[A-Za-z0-9]{16,}",
        source="Stripe, documentation, API keys",
        positives=(
            "STRIPE_KEY=" + "sk_" + "live_" + fake(24),
            "stripe.api_key = '" + "sk_" + "test_" + fake(99) + "'",
            "curl -u " + "rk_" + "live_" + fake(24) + ":",
        ),
        negatives=("pk_live_" + fake(24), "sk_live_...", "sk_test_" + "x" * 24),
    ),
    detector(
        "SEC021",
        "webhook-signing-secret",
        "The secret with which Stripe, Svix and others sign what they send to a webhook.",
        type="secret",
        anchors=("whsec_",),
        pattern=r"whsec_[A-Za-z0-9+/=]{24,}",
        source="Stripe, documentation, webhooks; Standard Webhooks, specification",
        positives=(
            "STRIPE_WEBHOOK_SECRET=" + "whsec_" + fake(32),
            "'" + "whsec_" + fake(64, HEX) + "'",
            "secret: " + "whsec_" + fake(32) + "=",
        ),
        negatives=("whsec_...", "whsec_" + "x" * 32, "whsec_" + fake(10)),
    ),
)
