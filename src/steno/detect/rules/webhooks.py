"""Addresses that anyone who has them may send to: the secret is in the path or in the query."""

from string import ascii_lowercase, digits

from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import UUID, shown, uuid

_LOWER = digits + ascii_lowercase
_URL, _HOST = r"(?:https://[A-Za-z0-9.-]{0,80})?", r"(?:[A-Za-z0-9.-]{0,80}//:sptth)?"
"""What stands before the known part of an address, read forwards and backwards."""
_FLOW = (
    "-12.westeurope.logic.azure.com:443/workflows/" + fake(32, HEX) + "/triggers/manual/paths/invoke?api-version=1&sig="
)

RULES = (
    detector(
        "SEC238",
        "teams-webhook",
        "The address of an incoming webhook of Microsoft Teams.",
        type="secret",
        anchors=("webhook.office.com/webhookb2/", "outlook.office.com/webhook/", "outlook.office365.com/webhook/"),
        back=_HOST,
        pattern=rf"{_URL}(?:webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook)/{UUID}@{UUID}"
        rf"/[A-Za-z]{{4,20}}/[0-9a-f]{{32}}/{UUID}[A-Za-z0-9/_-]*",
        source="Microsoft, Teams documentation, incoming webhooks",
        positives=tuple(
            before + "https://" + host + uuid() + "@" + uuid() + "/IncomingWebhook/" + fake(32, HEX) + "/" + uuid()
            for before, host in (
                ("curl -d @card.json ", "acme.webhook.office.com/" + "webhookb2/"),
                ("TEAMS=", "outlook.office.com/" + "webhook/"),
                ('{"url": "', "acme.webhook.office.com/" + "webhookb2/"),
            )
        ),
        negatives=(
            "https://acme.webhook.office.com/webhookb2/",
            "https://outlook.office.com/webhook/<guid>@<guid>/IncomingWebhook/<key>/<guid>",
            "https://outlook.office.com/webhook/" + uuid(),
        ),
    ),
    detector(
        "SEC239",
        "power-automate-webhook",
        "The address that starts a flow of Power Automate or a logic app of Azure, with its signature.",
        type="secret",
        anchors=(".logic.azure.com", ".environment.api.powerplatform.com"),
        back=_HOST,
        pattern=rf"{_URL}\.(?:logic\.azure\.com|environment\.api\.powerplatform\.com)(?::443)?/[!#-&(-;=?-\[\]_a-z~]{{20,400}}?sig=[A-Za-z0-9_%-]{{30,}}",
        glued=True,
        source="Microsoft, Azure Logic Apps documentation, request triggers",
        positives=tuple(before + "https://prod" + _FLOW + fake(43) for before in ("POST ", "FLOW_URL=", '{"uri": "')),
        negatives=(
            "https://prod-12.westeurope.logic.azure.com:443/workflows/",
            "https://prod" + _FLOW + "...",
            "https://prod" + _FLOW + "x" * 43,
        ),
    ),
    detector(
        "SEC240",
        "chat-webhook",
        "The address of a robot or webhook of Google Chat, Feishu or Lark, DingTalk, WeCom or Webex.",
        type="secret",
        anchors=(
            "https://chat.googleapis.com/v1/spaces/",
            "https://open.feishu.cn/open-apis/bot/",
            "https://open.larksuite.com/open-apis/bot/",
            "https://oapi.dingtalk.com/robot/send?",
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/",
            "https://webexapis.com/v1/webhooks/incoming/",
        ),
        pattern=r"https://(?:chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{4,40}/messages\?key=[A-Za-z0-9_-]{30,60}&(?:amp;)?"
        r"token=[A-Za-z0-9_%-]{20,}"
        rf"|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/(?:{UUID}|[0-9a-f]{{32}})"
        r"|oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{64}"
        rf"|qyapi\.weixin\.qq\.com/cgi-bin/webhook/(?:send|upload_media)\?key={UUID}"
        r"|webexapis\.com/v1/webhooks/incoming/[A-Za-z0-9_-]{60,})",
        source="Google Chat, Feishu, Lark, DingTalk, WeCom and Webex, documentation, webhooks and robots",
        positives=shown(
            "CHAT_WEBHOOK",
            "https://chat.googleapis.com/v1/spaces/AAAA" + fake(7) + "/messages?key=" + fake(39) + "&token=" + fake(43),
            "https://open.feishu.cn/open-apis/bot/v2/hook/" + uuid(),
            "https://oapi.dingtalk.com/robot/send?access_token=" + fake(64, HEX),
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=" + uuid(),
            "https://webexapis.com/v1/webhooks/incoming/" + fake(76),
        ),
        negatives=(
            "https://open.feishu.cn/open-apis/bot/v2/hook/xxxxxxxx",
            "https://oapi.dingtalk.com/robot/send?access_token=YOUR_TOKEN",
            "https://chat.googleapis.com/v1/spaces/AAAA/messages",
        ),
    ),
    detector(
        "SEC177",
        "automation-webhook",
        "The address that starts an automation at Zapier, Make or IFTTT.",
        type="secret",
        anchors=("https://hooks.zapier.com/hooks/", "https://hook.", "https://maker.ifttt.com/"),
        pattern=r"https://(?:hooks\.zapier\.com/hooks/catch/[0-9]{4,12}/(?:o?[a-z0-9]{6,12}/?|v/[A-Za-z0-9]{20,})"
        r"|hook\.(?:(?:eu|us)[0-9]\.make\.com|(?:us1\.|eu1\.)?(?:make|integromat)\.com)/[a-z0-9]{32}"
        r"|maker\.ifttt\.com/(?:trigger/[A-Za-z0-9_-]{1,80}/(?:json/)?with/key|use)/[A-Za-z0-9_-]{20,})",
        source="Zapier, Make and IFTTT, documentation, webhooks",
        positives=shown(
            "AUTOMATION_WEBHOOK",
            "https://hooks.zapier.com/hooks/catch/" + "1234567/o" + fake(6, _LOWER) + "/",
            "https://hook.eu1.make.com/" + fake(32, _LOWER),
            "https://maker.ifttt.com/trigger/door_open/with/key/" + fake(22),
        ),
        negatives=(
            "https://hooks.zapier.com/hooks/catch/",
            "https://hook.eu1.make.com/" + "x" * 32,
            "https://maker.ifttt.com/trigger/event/with/key/YOUR_KEY",
        ),
    ),
)
