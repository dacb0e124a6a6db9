"""Tells from a name alone whether what stands beside it is a secret.  Knows names, not values."""

from __future__ import annotations

import enum
import re
from functools import lru_cache

from msgspec import Struct

from steno.detect.patterns import deferred


class Family(enum.Enum):
    """What a name says it holds."""

    PASSWORD = enum.auto()
    TOKEN = enum.auto()
    KEY = enum.auto()
    SECRET = enum.auto()


class Promise(enum.IntEnum):
    """How much a name says: the less, the more the value must say itself."""

    VAGUE = 1
    """`key` alone: nothing but a very odd value is believed."""
    LIKELY = 2
    """Any word with `key`, as every vendor names its own."""
    FIRM = 3
    """`api_key`, `client_secret`, `access_token`, `password`."""


class Name(Struct, frozen=True):
    family: Family
    promise: Promise
    loud: bool = False
    """In capitals, as variables of the environment are."""
    phrase: bool = False
    """May hold several words."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = deferred(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", re.ASCII)

_PASSWORDS = frozenset({"password", "passwd", "pwd", "passphrase", "passcode", "passwort", "pass", "pw", "psw", "pswd"})
_GLUED = ("password", "passwd", "passphrase", "passcode", "passwort")
_SECRETS = frozenset({"secret", "credential", "credentials", "pepper"})
_KEYS = _words("""
apikey accesskey secretkey authkey privatekey appkey applicationkey masterkey signingkey encryptionkey sharedkey
servicekey adminkey accountkey sessionkey storagekey subscriptionkey apisecretkey
""")

_ASIDE = _words("""
prod production prd dev development stage staging stg test testing live sandbox local qa uat old new current
previous prev primary secondary backup main default value val raw plain plaintext string str base64 b64 hex
encoded override v us eu ap rw ro readonly b a base
""")
"""Words that may follow the one that counts: `API_KEY_PROD`, `passwordValue`."""

_QUALIFIES = _words("""
api access secret private signing encryption encrypt decrypt decryption master auth authentication authorization
account service app application shared webhook admin session subscription consumer customer deploy storage hmac
jwt cookie aes cipher crypto server integration ingest ingestion license licence developer functions
""")
"""Words that make a key a secret one."""

_VENDORS = _words("""
abuseipdb adyen ai21 airbrake airtable aiven akamai alchemy algolia amadeus amplitude anthropic apollo appcenter
appdynamics arize asana assemblyai atlassian auth0 aws azure backblaze baseten bitbucket bitly bitrise braintree
braintrust branch brave brevo browserless bugsnag buildkite bunny calendly cerebras chargebee circleci clarifai
clearbit clerk clickup cloudflare cloudinary cloudsmith codacy codeclimate codecov cohere coinbase confluent
contentful convex couchbase coveralls crowdin customerio databento databricks datadog dd ddog deepgram deepl
deepseek digitalocean discord docusign doppler drone dropbox dynatrace elastic elevenlabs endorlabs exa fal fastly
figma finnhub firebase firecrawl fireworks flutterwave fly freshdesk front fullcontact gcp gemini genius geonames
ghost gitea github gitlab giphy google grafana greynoise groq harness helicone heroku hetzner hotjar hubspot
huggingface hugging hunter hyperbolic infura instagram intercom ipinfo ipstack jenkins jfrog jira kagi kraken
langfuse langsmith launchdarkly linear lob loggly logrocket logzio mailchimp mailgun mailjet mailtrap mapbox
maxmind messagebird mistral mixpanel mongodb moonshot mux netlify neon newrelic ngrok notion novita npm nuget
nvidia nylas okta onesignal openai openrouter openweather openweathermap opsgenie pagerduty paypal perplexity
pinecone plaid planetscale plivo polygon postmark postman posthog pusher qdrant quay railway rapidapi razorpay
readme recurly replicate resend ringcentral rollbar rubygems runpod salesforce sambanova sauce scaleway segment
sendbird sendgrid sendinblue sentry serpapi serper shodan shopify sinch slack smtp snowflake snyk sonar sonarcloud
splunk spotify square stability statsig stripe sumologic supabase tailscale tavily telegram telnyx tinybird together
travis trello twilio twitch twitter typeform unkey unsplash upstash vercel virustotal voyage vultr weaviate weather
wandb webflow woocommerce workos xai yandex yelp youtube zapier zendesk zhipu zoom
""")
"""Companies whose keys have no shape of their own, or had none once."""

_SAYS_WHOSE = _QUALIFIES | _VENDORS

_NO_KEY = _words("""
public pub pk primary foreign sort sorted sorting partition cache cached object obj row column col dict map index
group grouping lookup dedup dedupe idempotency hot arrow shortcut routing route ordering order hash hashed range
state locale translation i18n message msg label field item json config cfg setting settings option opt env registry
reg parent child unique composite natural surrogate candidate query param parameter header sub by for the a an any
each every this that self host known publishable anon site measurement event enter escape press pressed down up
modifier function fn meta control ctrl alt shift answer data metric feature flag file path name type id node tree
sha sha256 sha1 md5 checksum digest integrity fingerprint etag signature content blob asset image bucket s3 redis
memo attr attribute prop property element react list array tuple set entry pair model table schema entity record
document doc collection left right first last next prev previous min max start end same other another
valid invalid missing unknown expected duplicate required optional final current new old raw string str int num
const var let return val char source target src dst from to in of is on and or not no if use with without
issue project board ticket trace span correlation tracking thread run task job batch build layer
artifact lock mutex semaphore topic stream shard slot region zone bundle module package import export
resource scope namespace context ctx bar turn pinned exclude include selected active hover focus ui menu
nav tab view page slide scene video audio music piano legend chart axis series theme color colour style
""")
"""Words that make a key a place in a table, a button or the public half."""

_NO_TOKEN = _words("""
next page paging pagination continuation continue cancel cancellation cancelation eos bos pad unk sep cls mask
special stop start end prev per max min num number total input output prompt completion cache cached reasoning
image audio resume cursor lexer parser lex parse syntax keyword operator last lookahead expected unexpected peek
word design string comment whitespace eof punctuation delimiter sync change concurrency version etag css theme
color first second third open close left right brace paren type name literal identifier ident text thinking
checkpoint position watch fencing abort interaction idempotency placeholder
highlight semantic mention lock request starting
""")
"""Words that make a token a piece of text, a place in a list or a signal."""

_BEFORE = frozenset({"hash", "hashed", "encrypted", "public", "pub", "sha256", "sha", "md5", "fingerprint", "masked"})
"""Words that say that the value gives nothing away."""


@lru_cache(maxsize=4096)
def judged(name: str, before: str = "") -> Name | None:
    """What a name promises, or None where it names no secret.

    `before` holds the words that stand before the name in the same line, for names written with spaces.
    """
    local = name.rpartition(".")[2]
    words = [word.lower() for word in _WORD().findall(local)]
    while len(words) > 1 and (words[-1] in _ASIDE or words[-1].isdigit()):
        words.pop()
    spaced = [] if len(words) > 1 else [word.lower() for word in before.split()]
    around = [*(word.lower() for word in _WORD().findall(name[: -len(local)])), *spaced]
    if not words or _BEFORE.intersection((*words[:-1], *around)):
        return None
    return _by_last(words, around, loud=local.isupper() and len(local) > 3)


def _by_last(words: list[str], around: list[str], *, loud: bool) -> Name | None:
    last, qualifiers = words[-1], words[:-1]
    if last in _PASSWORDS or last.endswith(_GLUED):
        short = last in {"pass", "pw", "psw", "pswd"}
        promise = Promise.LIKELY if short and not qualifiers else Promise.FIRM
        return Name(Family.PASSWORD, promise, loud, phrase=last.endswith("phrase"))
    if last.endswith("token"):
        glued = last[:-5]
        if _NO_TOKEN.intersection((*qualifiers, *around[-1:], glued)):
            return None
        # What Amazon calls a client token makes a request safe to repeat.
        firm = (qualifiers and qualifiers != ["client"]) or glued or loud or not _SAYS_WHOSE.isdisjoint(around)
        return Name(Family.TOKEN, Promise.FIRM if firm else Promise.LIKELY, loud)
    if last == "pat" and qualifiers:
        return Name(Family.TOKEN, Promise.LIKELY, loud)
    if last in _SECRETS or last.endswith("secret"):
        if qualifiers[-1:] == ["amz"]:
            return None
        return Name(Family.SECRET, Promise.FIRM, loud)
    if last == "salt":
        return Name(Family.SECRET, Promise.FIRM if loud else Promise.LIKELY, loud)
    if words[-3:] in (["private", "key", "id"], ["client", "key", "data"]):
        return Name(Family.KEY, Promise.FIRM, loud)
    return _key(last, qualifiers, around, loud=loud)


def _key(last: str, qualifiers: list[str], around: list[str], *, loud: bool) -> Name | None:
    if last in _KEYS:
        return Name(Family.KEY, Promise.FIRM, loud)
    if last != "key":
        return None
    nearest = (qualifiers or around)[-1:]
    if qualifiers and (nearest[0] in _NO_KEY or nearest[0].isdigit()):
        return None
    if _QUALIFIES.intersection(nearest) or _VENDORS.intersection((*qualifiers, *around)):
        return Name(Family.KEY, Promise.FIRM, loud)
    if not qualifiers:
        return Name(Family.KEY, Promise.VAGUE, loud)
    return Name(Family.KEY, Promise.LIKELY, loud)
