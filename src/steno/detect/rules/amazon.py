"""Secrets of Amazon."""

from steno.detect.declare import UUID, auth_token, secret, shown, unlike

RULES = (
    auth_token(
        "SEC082 amazon-app-token: A secret of an app that signs in with Amazon (`amzn1.oa2-cs.v1.`), a token it"
        " got (`Atza|`, `Atzr|`), or a token of the Marketplace Web Service (`amzn.mws.`).",
        r"(?:amzn1\.oa2-cs\.v1\.[0-9a-f]{64}|Atz[ar]\|[A-Za-z0-9_-]{60,}|amzn\.mws\." + UUID + ")",
        anchors=("amzn1.oa2-cs.v1.", "Atza|", "Atzr|", "amzn.mws."),
        source="Amazon, Login with Amazon documentation, access and refresh tokens; Selling Partner API, credentials",
        positives=shown("LWA_SECRET", "amzn1.oa2-cs.v1.<64 hex>", "Atzr|IwEB<200>", "amzn.mws.<uuid>"),
        negatives=unlike("Atzr|", "Atzr|<200>", "amzn1.application-oa2-client.<32 hex>", "Atza|..."),
    ),
    secret(
        "SEC165 amazon-client-secret: The secret of a client of Login with Amazon, as used by sellers and by"
        " skills of Alexa.",
        r"amzn1\.oa2-cs\.v1\.[0-9a-f]{64}",
        source="Amazon, Selling Partner API documentation, LWA credentials",
        tokens="amzn1.oa2-cs.v1.<64 hex>",
        negatives=("amzn1.application-oa2-client.<32 hex>", "amzn1.oa2-cs.v1.xxx", "amzn1.oa2-cs.v1.<64 0>"),
    ),
    auth_token(
        "SEC166 amazon-login-token: An access (`Atza`), refresh (`Atzr`) or client (`Atc`) token of Login with Amazon.",
        r"At(?:za|zr|c)\|[A-Za-z0-9_+/=-]{60,}",
        anchors=("Atza|", "Atzr|", "Atc|"),
        source="Amazon, Login with Amazon documentation, access and refresh tokens",
        tokens=("Atza|IwEB<200>", "Atzr|IwEB<250>", "Atc|MQEB<120>"),
        negatives=("Atza|IQEBLjAsAexampleHpi0U", "Atzr|", "Atza|" + "x" * 200),
    ),
)
