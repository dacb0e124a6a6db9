"""Keys of Stripe."""

from steno.detect.declare import api_key, secret

RULES = (
    api_key(
        "SEC020 stripe-key: A secret (`sk_`), restricted (`rk_`) or ephemeral (`ek_`) key of Stripe, live or test."
        " Publishable keys (`pk_`) are public.",
        r"(?:[rse]k|sk_org)_(?:live|test)_[A-Za-z0-9]{16,}",
        anchors="sk_live_|sk_test_|rk_live_|rk_test_|ek_live_|ek_test_|sk_org_live_|sk_org_test_",
        source="Stripe, documentation, API keys",
        positives=("STRIPE_KEY=sk_live_<24>", "stripe.api_key = 'sk_test_<99>'", "curl -u rk_live_<24>:"),
        negatives=("pk_live_<24>", "sk_live_...", "sk_test_<24 x>"),
    ),
    secret(
        "SEC021 webhook-signing-secret: The secret with which Stripe, Svix and others sign what they send to a"
        " webhook.",
        r"whsec_[A-Za-z0-9+/=]{24,}",
        source="Stripe, documentation, webhooks; Standard Webhooks, specification",
        positives=("STRIPE_WEBHOOK_SECRET=whsec_<32>", "'whsec_<64 hex>'", "secret: whsec_<32>="),
        negatives=("whsec_...", "whsec_<32 x>", "whsec_<10>"),
    ),
)
