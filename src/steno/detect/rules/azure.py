"""Keys of Microsoft Azure that carry a mark of their service in a fixed place, and secrets in its strings."""

import re

from steno.detect.declare import api_key, secret, token
from steno.detect.judge import drawn
from steno.detect.patterns import ready
from steno.detect.rule import Detector

_SOURCE = "Microsoft, security utilities, identifiable keys"


def _random(match: re.Match[str]) -> tuple[int, int] | None:
    """The mark and what follows say nothing: what stands before must look drawn."""
    return match.span() if drawn(match[0][:32]) else None


def _marked(
    title: str,
    marks: tuple[str, ...],
    *,
    before: int,
    after: tuple[str, str],
    alphabet: str = "A-Za-z0-9+/",
    source: str = _SOURCE,
) -> Detector:
    """A key whose mark stands that many characters after its beginning; `after` is what follows, and an example."""
    pattern, rest = after
    mark = "|".join(re.escape(each) for each in marks)
    letters = "a-zA-Z0-9+/" if "+" in alphabet else "a-zA-Z0-9"
    key = f"<{before} {letters}>"
    return api_key(
        title,
        f"[{alphabet}]{{{before}}}(?:{mark}){pattern}",
        anchors=marks,
        lead_in=f"[{alphabet}]{{{before}}}",
        extent=_random,
        source=source,
        tokens=tuple(key + each + rest for each in marks),
        negatives=(
            key + marks[0],
            f"<{before - 9} {letters}> {marks[0]}{rest}",
            f"<{before} a>{marks[0]}{rest}",
            key + marks[0][::-1] + rest,
        ),
    )


_LONG = ("[A-Za-z0-9+/]{5}[AQgw]==", "x7Kp2Q==")
_SHORT = ("[A-P][A-Za-z0-9+/]{5}=", "Cx7Kp2=")
_OPEN = ("[A-D][A-Za-z0-9]{5}", "Cx7Kp2")

_PART = r"(?:[A-Za-z]{2,30}=[^;=\s\"'\\]{1,80};){0,6}"
_PART_BACK = r"(?:;[^;=\s\"'\\]{1,80}=[A-Za-z]{2,30}){0,6}"
_REST = r"(?:;[A-Za-z]{2,30}=[^;=\s\"'\\]{1,80}){0,6}"
_KEY = ready(r"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{32})")


def _connection(match: re.Match[str]) -> tuple[int, int] | None:
    """All of the string, where its key looks drawn at random."""
    key = _KEY.search(match[0])
    return match.span() if key and drawn(key[1]) else None


RULES = (
    _marked("SEC087 azure-storage-key: A key of an Azure storage account.", ("+ASt",), before=76, after=_LONG),
    _marked("SEC088 azure-cosmos-key: A key of an Azure Cosmos DB account.", ("ACDb",), before=76, after=_LONG),
    _marked(
        "SEC089 azure-service-key: A key of Azure Batch (`+ABa`), Azure API Management (`APIM`) or Azure Machine"
        " Learning (`+AMC`).",
        ("+ABa", "APIM", "+AMC"),
        before=76,
        after=_LONG,
    ),
    _marked(
        "SEC090 azure-messaging-key: A key of Azure Service Bus (`+ASb`), Event Hubs (`+AEh`) or Relay (`+ARm`).",
        ("+ASb", "+AEh", "+ARm"),
        before=33,
        after=_SHORT,
    ),
    _marked(
        "SEC091 azure-device-key: A key of Azure IoT Hub (`AIoT`), Azure Cache for Redis (`AzCa`) or Event Grid"
        " (`AZEG`).",
        ("AIoT", "AzCa", "AZEG"),
        before=33,
        after=_SHORT,
    ),
    _marked(
        "SEC092 azure-registry-password: A password of an Azure container registry.",
        ("+ACR",),
        before=42,
        after=_OPEN,
    ),
    _marked(
        "SEC093 azure-search-key: An Azure AI Search key, for queries or for administration.",
        ("AzSe",),
        before=42,
        after=_OPEN,
        alphabet="A-Za-z0-9",
    ),
    _marked(
        "SEC094 azure-functions-key: A key of an Azure function or its host.",
        ("AzFu",),
        before=44,
        after=("[A-Za-z0-9_-]{5}[AQgw]==", "x7Kp2" + "Q=="),
        alphabet="A-Za-z0-9_-",
    ),
    _marked(
        "SEC095 azure-annotated-key: A key of Azure OpenAI, Azure AI services and other services, in Microsoft's"
        " common annotated form.",
        ("JQQJ99", "JQQJ9D", "JQQJ9H"),
        before=52,
        after=(
            "[A-Za-z0-9][A-L][A-Za-z0-9]{16}[A-Za-z][A-Za-z0-9]{7}(?:[A-Za-z0-9]{2}==)?",
            "BEACYeBjFXJ3w3AAABACOGx7Kp",
        ),
        alphabet="A-Za-z0-9",
    ),
    _marked(
        "SEC096 azure-devops-token: An Azure DevOps personal access tokenin the form that names its provider.",
        ("AZDO",),
        before=76,
        after=("[A-Za-z0-9]{4}", "x7Kp"),
        alphabet="A-Za-z0-9",
        source="Microsoft, Azure DevOps documentation, personal access tokens, changes to format",
    ),
    secret(
        "SEC097 azure-client-secret: The client secret of an app in Microsoft Entra ID.",
        r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}",
        anchors="7Q~|8Q~",
        lead_in=r"[A-Za-z0-9_~.-]{3}",
        extent=token,
        source=_SOURCE,
        tokens=("k3x8Q~<34>", "~w27Q~<31>"),
        negatives=("k3x8Q~<12>", "k3x8Q~<34 a>", "k3x6Q~<34>"),
    ),
    secret(
        "SEC098 azure-connection-string: An Azure connection string with its key: storage and Cosmos DB"
        " (`AccountKey=`), messaging and IoT (`SharedAccessKey=`). The string is one credential, and its other"
        " parts name the account; all of it is masked.",
        _PART + r"(?:AccountKey=[A-Za-z0-9+/]{86}==|SharedAccessKey=[A-Za-z0-9+/]{43}=)" + _REST,
        anchors="AccountKey=|SharedAccessKey=",
        lead_in=_PART_BACK,
        extent=_connection,
        source="Microsoft, Azure documentation, configure connection strings",
        positives=(
            "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=<86>==;EndpointSuffix=core.windows.net",
            '"Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=<43>="',
            "HostName=acme.azure-devices.net;DeviceId=d1;SharedAccessKey=<43>=\n",
            "the part AccountKey=<86>== alone",
        ),
        negatives=("AccountKey=<key>;", "AccountKey=<86 a>==", "SharedAccessKey=<20>="),
    ),
)
