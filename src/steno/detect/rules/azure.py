"""Keys of Microsoft Azure that carry a mark of their service in a fixed place, and secrets in its strings."""

import re
from string import ascii_letters, digits

from steno.detect.judge import drawn, token
from steno.detect.rule import Detector, detector, fake
from steno.detect.rules.forms import shown

_BASE64 = ascii_letters + digits + "+/"
_SOURCE = "Microsoft, security utilities, identifiable keys"


def _random(match: re.Match[str]) -> tuple[int, int] | None:
    """The mark and what follows say nothing: what stands before must look drawn."""
    return match.span() if drawn(match[0][:32]) else None


def _marked(
    code: str,
    name: str,
    what: str,
    marks: tuple[str, ...],
    *,
    before: int,
    after: tuple[str, str],
    alphabet: str = "A-Za-z0-9+/",
    source: str = _SOURCE,
) -> Detector:
    """A key whose mark stands that many characters after its beginning; `after` is what follows, and an example."""
    pattern, tail = after
    mark = "|".join(re.escape(each) for each in marks)
    letters = _BASE64 if "+" in alphabet else ascii_letters + digits
    key = fake(before, letters)
    return detector(
        code,
        name,
        what,
        type="api_key",
        anchors=marks,
        back=f"[{alphabet}]{{{before}}}",
        pattern=f"[{alphabet}]{{{before}}}(?:{mark}){pattern}",
        extent=_random,
        source=source,
        positives=shown(name.upper().replace("-", "_"), *(key + each + tail for each in marks)),
        negatives=(
            key + marks[0],
            key[: before - 9] + " " + marks[0] + tail,
            "a" * before + marks[0] + tail,
            key + marks[0][::-1] + tail,
        ),
    )


_LONG = ("[A-Za-z0-9+/]{5}[AQgw]==", "x7Kp2" + "Q==")
_SHORT = ("[A-P][A-Za-z0-9+/]{5}=", "C" + "x7Kp2" + "=")
_OPEN = ("[A-D][A-Za-z0-9]{5}", "C" + "x7Kp2")

_PART = r"(?:[A-Za-z]{2,30}=[^;=\s\"'\\]{1,80};){0,6}"
_PART_BACK = r"(?:;[^;=\s\"'\\]{1,80}=[A-Za-z]{2,30}){0,6}"
_REST = r"(?:;[A-Za-z]{2,30}=[^;=\s\"'\\]{1,80}){0,6}"
_KEY = re.compile(r"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{32})")


def _connection(match: re.Match[str]) -> tuple[int, int] | None:
    """All of the string, where its key looks drawn at random."""
    key = _KEY.search(match[0])
    return match.span() if key and drawn(key[1]) else None


RULES = (
    _marked("SEC087", "azure-storage-key", "A key of an Azure storage account.", ("+ASt",), before=76, after=_LONG),
    _marked("SEC088", "azure-cosmos-key", "A key of an Azure Cosmos DB account.", ("ACDb",), before=76, after=_LONG),
    _marked(
        "SEC089",
        "azure-service-key",
        "A key of Azure Batch (`+ABa`), Azure API Management (`APIM`) or Azure Machine Learning (`+AMC`).",
        ("+ABa", "APIM", "+AMC"),
        before=76,
        after=_LONG,
    ),
    _marked(
        "SEC090",
        "azure-messaging-key",
        "A key of Azure Service Bus (`+ASb`), Event Hubs (`+AEh`) or Relay (`+ARm`).",
        ("+ASb", "+AEh", "+ARm"),
        before=33,
        after=_SHORT,
    ),
    _marked(
        "SEC091",
        "azure-device-key",
        "A key of Azure IoT Hub (`AIoT`), Azure Cache for Redis (`AzCa`) or Event Grid (`AZEG`).",
        ("AIoT", "AzCa", "AZEG"),
        before=33,
        after=_SHORT,
    ),
    _marked(
        "SEC092",
        "azure-registry-password",
        "A password of an Azure container registry.",
        ("+ACR",),
        before=42,
        after=_OPEN,
    ),
    _marked(
        "SEC093",
        "azure-search-key",
        "A key of Azure AI Search, for queries or for administration.",
        ("AzSe",),
        before=42,
        after=_OPEN,
        alphabet="A-Za-z0-9",
    ),
    _marked(
        "SEC094",
        "azure-functions-key",
        "A key of an Azure function or its host.",
        ("AzFu",),
        before=44,
        after=("[A-Za-z0-9_-]{5}[AQgw]==", "x7Kp2" + "Q=="),
        alphabet="A-Za-z0-9_-",
    ),
    _marked(
        "SEC095",
        "azure-annotated-key",
        "A key of Azure OpenAI, Azure AI services and other services, in Microsoft's common annotated form.",
        ("JQQJ99", "JQQJ9D", "JQQJ9H"),
        before=52,
        after=(
            "[A-Za-z0-9][A-L][A-Za-z0-9]{16}[A-Za-z][A-Za-z0-9]{7}(?:[A-Za-z0-9]{2}==)?",
            "BEACYeBjFXJ3w3AAABACOGx7Kp",
        ),
        alphabet="A-Za-z0-9",
    ),
    _marked(
        "SEC096",
        "azure-devops-token",
        "A personal access token of Azure DevOps, of the kind that says so.",
        ("AZDO",),
        before=76,
        after=("[A-Za-z0-9]{4}", "x7Kp"),
        alphabet="A-Za-z0-9",
        source="Microsoft, Azure DevOps documentation, personal access tokens, changes to format",
    ),
    detector(
        "SEC097",
        "azure-client-secret",
        "The client secret of an app in Microsoft Entra ID.",
        type="secret",
        anchors=("7Q~", "8Q~"),
        back=r"[A-Za-z0-9_~.-]{3}",
        pattern=r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}",
        extent=token,
        source=_SOURCE,
        positives=shown("AZURE_CLIENT_SECRET", "k3x" + "8Q~" + fake(34), "~w2" + "7Q~" + fake(31)),
        negatives=("k3x8Q~" + fake(12), "k3x8Q~" + "a" * 34, "k3x6Q~" + fake(34)),
    ),
    detector(
        "SEC098",
        "azure-connection-string",
        "A connection string of Azure with its key: storage and Cosmos DB (`AccountKey=`), messaging and IoT"
        " (`SharedAccessKey=`). The string is one credential, and its other parts name the account; all of it is"
        " masked.",
        type="secret",
        anchors=("AccountKey=", "SharedAccessKey="),
        back=_PART_BACK,
        pattern=_PART + r"(?:AccountKey=[A-Za-z0-9+/]{86}==|SharedAccessKey=[A-Za-z0-9+/]{43}=)" + _REST,
        extent=_connection,
        source="Microsoft, Azure documentation, configure connection strings",
        positives=(
            "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey="
            + fake(86)
            + "==;EndpointSuffix=core.windows.net",
            '"Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=' + fake(43) + '="',
            "HostName=acme.azure-devices.net;DeviceId=d1;SharedAccessKey=" + fake(43) + "=\n",
            "the part AccountKey=" + fake(86) + "== alone",
        ),
        negatives=("AccountKey=<key>;", "AccountKey=" + "a" * 86 + "==", "SharedAccessKey=" + fake(20) + "="),
    ),
)
