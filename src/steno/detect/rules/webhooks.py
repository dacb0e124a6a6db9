"""Addresses that anyone who has them may send to: the secret is in the path or in the query."""

from steno.detect.declare import UUID, secret

_URL, _HOST = r"(?:https://[A-Za-z0-9.-]{0,80})?", r"(?:[A-Za-z0-9.-]{0,80}//:sptth)?"
"""What stands before the known part of an address, read forwards and backwards."""

_TEAMS = "https://acme.webhook.office.com/webhookb2/<uuid>@<uuid>/IncomingWebhook/<32 hex>/<uuid>"
_FLOW = (
    "https://prod-12.westeurope.logic.azure.com:443/workflows/<32 hex>/triggers/manual/paths/invoke?api-version=1&sig="
)

RULES = (
    secret(
        "SEC238 teams-webhook: The address of a Microsoft Teams incoming webhook.",
        rf"{_URL}(?:webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook)/{UUID}@{UUID}"
        rf"/[A-Za-z]{{4,20}}/[0-9a-f]{{32}}/{UUID}[A-Za-z0-9/_-]*",
        anchors="webhook.office.com/webhookb2/|outlook.office.com/webhook/|outlook.office365.com/webhook/",
        lead_in=_HOST,
        source="Microsoft, Teams documentation, incoming webhooks",
        positives=(
            "curl -d @card.json " + _TEAMS,
            "TEAMS=https://outlook.office.com/webhook/<uuid>@<uuid>/IncomingWebhook/<32 hex>/<uuid>",
            '{"url": "' + _TEAMS,
        ),
        negatives=(
            "https://acme.webhook.office.com/webhookb2/",
            "https://outlook.office.com/webhook/<guid>@<guid>/IncomingWebhook/<key>/<guid>",
            "https://outlook.office.com/webhook/<uuid>",
        ),
    ),
    secret(
        "SEC239 power-automate-webhook: The address that starts a Power Automate flow or an Azure logic app,"
        " with its signature.",
        rf"{_URL}\.(?:logic\.azure\.com|environment\.api\.powerplatform\.com)(?::443)?/[!#-&(-;=?-\[\]_a-z~]{{20,400}}?sig=[A-Za-z0-9_%-]{{30,}}",
        anchors=".logic.azure.com|.environment.api.powerplatform.com",
        lead_in=_HOST,
        inside_words=True,
        source="Microsoft, Azure Logic Apps documentation, request triggers",
        positives=(
            "POST " + _FLOW + "<43>",
            "FLOW_URL=" + _FLOW + "<43>",
            '{"uri": "' + _FLOW + "<43>",
        ),
        negatives=(
            "https://prod-12.westeurope.logic.azure.com:443/workflows/",
            _FLOW + "...",
            _FLOW + "<43 x>",
        ),
    ),
    secret(
        "SEC240 chat-webhook: The address of a robot or webhook of Google Chat, Feishu or Lark, DingTalk, WeCom or"
        " Webex.",
        r"https://(?:chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{4,40}/messages\?key=[A-Za-z0-9_-]{30,60}&(?:amp;)?"
        r"token=[A-Za-z0-9_%-]{20,}"
        rf"|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/(?:{UUID}|[0-9a-f]{{32}})"
        r"|oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{64}"
        rf"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/(?:send|upload_media)\?key={UUID}"
        r"|webexapis\.com/v1/webhooks/incoming/[A-Za-z0-9_-]{60,})",
        anchors=(
            "https://chat.googleapis.com/v1/spaces/|https://open.feishu.cn/open-apis/bot/|"
            "https://open.larksuite.com/open-apis/bot/|https://oapi.dingtalk.com/robot/send?|"
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/|https://webexapis.com/v1/webhooks/incoming/"
        ),
        source="Google Chat, Feishu, Lark, DingTalk, WeCom and Webex, documentation, webhooks and robots",
        tokens=(
            "https://chat.googleapis.com/v1/spaces/AAAA<7>/messages?key=<39>&token=<43>",
            "https://open.feishu.cn/open-apis/bot/v2/hook/<uuid>",
            "https://oapi.dingtalk.com/robot/send?access_token=<64 hex>",
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=<uuid>",
            "https://webexapis.com/v1/webhooks/incoming/<76>",
        ),
        negatives=(
            "https://open.feishu.cn/open-apis/bot/v2/hook/xxxxxxxx",
            "https://oapi.dingtalk.com/robot/send?access_token=YOUR_TOKEN",
            "https://chat.googleapis.com/v1/spaces/AAAA/messages",
        ),
    ),
    secret(
        "SEC177 automation-webhook: The address that starts an automation at Zapier, Make or IFTTT.",
        r"https://(?:hooks\.zapier\.com/hooks/catch/[0-9]{4,12}/(?:o?[a-z0-9]{6,12}/?|v/[A-Za-z0-9]{20,})"
        r"|hook\.(?:(?:eu|us)[0-9]\.make\.com|(?:us1\.|eu1\.)?(?:make|integromat)\.com)/[a-z0-9]{32}"
        r"|maker\.ifttt\.com/(?:trigger/[A-Za-z0-9_-]{1,80}/(?:json/)?with/key|use)/[A-Za-z0-9_-]{20,})",
        anchors="https://hooks.zapier.com/hooks/|https://hook.|https://maker.ifttt.com/",
        source="Zapier, Make and IFTTT, documentation, webhooks",
        tokens=(
            "https://hooks.zapier.com/hooks/ca<>tch/1234567/o<6 0-9a-z>/",
            "https://hook.eu1.make.com/<32 0-9a-z>",
            "https://maker.ifttt.com/trigger/door_open/with/key/<22>",
        ),
        negatives=(
            "https://hooks.zapier.com/hooks/catch/",
            "https://hook.eu1.make.com/" + "x" * 32,
            "https://maker.ifttt.com/trigger/event/with/key/YOUR_KEY",
        ),
    ),
)
