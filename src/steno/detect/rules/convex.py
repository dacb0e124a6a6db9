"""Secrets of Convex."""

from steno.detect.declare import secret, tail

RULE = secret(
    "SEC251 convex-deploy-key: A Convex deploy key: the deployment, a bar, and an encoded object.",
    r"(?:prod|dev|preview|project)(?::[a-z0-9-]{2,40})?:[a-z0-9-]{3,64}\|ey[A-Za-z0-9+/=_-]{24,}",
    anchors=("|ey",),
    lead_in=r"[a-z0-9-]{3,64}(?::[a-z0-9-]{2,40}){0,1}:(?:dorp|ved|weiverp|tcejorp)",
    extent=tail,
    source="Convex, documentation, deploy key types",
    positives=(
        "CONVEX_DEPLOY_KEY=prod:brisk-otter-12|eyJ2MiI6I<45>0=",
        "dev:calm-heron-7|eyJ2MiI6I<45>0=",
        "'preview:team:app|eyJ2MiI6I<45>0=",
    ),
    negatives=("prod:brisk-otter-12|", "a|eyJ2MiI6I", "|" + "eyJ2MiI6I" + "A" * 40),
)
