"""Vendors whose keys have no beginning of their own, and how the keys look where that is known.  Knows no text."""

from __future__ import annotations

import re
from functools import cache

_HEX, _MIXED, _TEXT = "[0-9a-f]", "[A-Za-z0-9]", "[A-Za-z0-9_-]"
UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

_SHAPES = {
    f"{_HEX}{{20}}": "clay_ customer.io customerio uploadcare",
    f"{_HEX}{{24}}": "cloudcraft kucoin",
    f"{_HEX}{{30}}": "datocms plaid_",
    f"{_HEX}{{29,31}}": "weatherapi worldweatheronline",
    f"{_HEX}{{32}}": """
        airbrake alchemy algolia amplitude apilayer assemblyai audd aviationstack azure-openai
        azure_openai azureopenai bugsnag clarifai codacy coinlayer currencylayer customer.io customerio datadog diffbot
        exchangeratesapi facebook fixerio freshsales gyazo helpscout infura ipapi ipgeolocation ipstack jotform
        last.fm lastfm mailgun mailjet mailtrap marketstack mediastack newsapi numverify openweather pagerduty pdflayer
        pivotaltracker positionstack pyowm rebrandly rollbar screenshotlayer scrapestack sentry serpstack
        tmdb_ themoviedb trello twilio userstack vatlayer weatherstack zenserp
    """,
    f"{_HEX}{{40}}": """
        airship appoptics bitly bugherd buildkite circleci cloudsmith codeship coveralls deepgram droneci
        ghostinspector gitea klipfolio lokalise meraki moosend owlbot packagist pipedrive planio raygun redmine
        rubygems semaphoreci sendbird sonar sonarcloud sonarqube wandb wistia
    """,
    f"{_HEX}{{48}}": "packagecloud librato phraseapp",
    f"{_HEX}{{64}}": "codeclimate freshbooks gumroad linode sentry statuspage stackpath trello virustotal",
    UUID: """
        ai21 anypoint appcenter codecov cloudmersive digicert elasticemail heroku hapikey
        launchdarkly opsgenie papertrail postmark scaleway sendbird railway snyk theguardian
    """,
    f"{_MIXED}{{20}}": "codacy eventbrite finnhub freshdesk freshservice roboflow",
    f"{_MIXED}{{22}}": "travis_ travisci",
    f"{_MIXED}{{24}}": "atlassian jira_ jira: vercel",
    f"{_MIXED}{{25}}": "baremetrics messagebird message-bird message_bird",
    f"{_MIXED}{{26}}": "mattermost",
    f"{_MIXED}{{30}}": "twitch",
    f"{_MIXED}{{32}}": """
        accuweather bitbar browshot calorieninjas fastly flickr giphy mailjet newyorktimes new-york-times nytimes
        polygon.io shodan tomtom tradingeconomics
    """,
    f"{_MIXED}{{34}}": "arbiscan bscscan etherscan polygonscan snowtrace",
    f"{_MIXED}{{36}}": "sslmate vultr",
    f"{_MIXED}{{37}}": "cloudflare coveralls",
    f"{_MIXED}{{40}}": "cohere data.gov datagov datadog gitter lemlist nasa_api tiingo",
    f"{_MIXED}{{50}}": "rapidapi",
    f"{_MIXED}{{64}}": "hcloud hetzner",
    "[A-Za-z0-9_+-]{20}": "pagerduty",
    f"{_TEXT}{{22}}": "apollo.io",
    f"{_TEXT}{{32}}": "adobe fastly",
    f"{_TEXT}{{40}}": "cloudflare plivo",
    f"{_TEXT}{{43}}": "contentful",
    f"{_TEXT}{{44}}": "bluemix ibm-cloud ibm_cloud ibmcloud softlayer",
    f"{_TEXT}{{64}}": "confluent disqus_",
    f"{_HEX}{{32}}-{_HEX}{{8}}-{_HEX}{{8}}": "mailgun",
    f"[0-9]{{7,8}}-{_HEX}{{25}}": "pixabay",
    "00[A-Za-z0-9_-]{40}": "okta",
    "b_[A-Za-z0-9=_/-]{44}": "beamer",
    rf"{_MIXED}{{20}}\.{_MIXED}{{20}}": "file.io fileio",
    rf"{_HEX}{{32}}\.{_MIXED}{{16}}": "zhipu bigmodel",
    rf"{_HEX}{{32}}\.{_TEXT}{{24}}": "ollama",
}
"""The shape of a key, and whose keys have it; a vendor may have several."""

_OTHERS = """
7shifts abstractapi abuseipdb abyssale accuranker acrcloud activecampaign adafruit adyen affinda airbyte airtable
airvisual akamai alegra aletheia alienvault alphavantage amadeus ambee apacta api2cart apideck apiflash apifonica apify
apimatic apimetrics apiscience apitemplate apollographql appcues appfollow appointedd appsynergy appveyor arcgis_
artifactory artsy_ asana assembla atera_ audd_ authorize.net autodesk autoklose avaza_ avochato axonaut aylien ayrshare
bambora bannerbear baseten beebole besnappy besttime betterstack betteruptime bigcommerce billomat bitbucket
bitcoinaverage bitfinex bitmex bitrise bittrex blablabus blazemeter blitapp blockfrost blocknative bluesnap blynk
bombbomb boostnote borgbase braintree brandfetch brevo browserless browserstack buddyns budibase bugsee buildbuddy
bulbul bulksms buttercms bybit caflou calendarific calendly calorieninja campayn cannyio capsulecrm captaindata
carboninterface cashboard caspio censys centralstationcrm cexio chargebee chargify chartmogul chatfuel checio checkly
checkout.com checkvist cicero clearbit cleverbot clickmeter clickup cliengo clientary clinchpad clockify clockwork_
clockworksms closecrm cloud66 cloudconvert cloudelements cloudflare cloudimage cloudinary cloudplan cloudsight
cloudtables cloverly clustdoc codemagic codequiry coinapi coinbase coinlib coinmarketcap commercejs companyhub
confluence_ conversiontools convertapi convertkit convier copyscape couchbase countrylayer craftmypdf crowdin
crowdstrike cryptocompare currencycloud currencyfreaks currencyscoop currentsapi customerguru d7network dandelion
dareboost databox datafire dataforseo debounce deepai_ deepinfra deepl deepseek delighted detectify detectlanguage dfuse
dialpad diggernaut digitalocean discogs discord_ dnscheck docparser docusign dotdigital dovico dronahq dropbox duply
dwolla dynadot dynalist dyspatch eagleeye easyinsight easypost ecostruxure edamam edenai elevenlabs enablex envoyapi
ethplorer etsy_ everhour exchangerate exportsdk extractorapi faceplusplus fastforex fastspring feedier fetchrss fibery
figma_ filestack finage financialmodelingprep findl finicity fixer.io flatio fleetbase flexport flightapi flightlabs
flightstats flowflu flutterwave fmfw formbucket formcraft formio formsite foursquare frameio freshteam fullcontact
fullstory fusebill gcnotify geckoboard gengo geoapify geocodify geocodio geoipify getemail getgeoapi getgist getresponse
getsandbox gitbook glassnode glitterly gocanvas gocardless goodday goodreads grafana_ graphcms graphhopper greptile
greynoise groovehq gtmetrix guardian_ gupshup habitica happi_ happyscribe harvestapp hellosign helpcrunch hereapi
hightouch hiveage holidayapi holistic honeybadger hotjar html2pdf hubspot huggingface humanity humanloop hunter.io
hybiscus hypertrack iconfinder iexapis iexcloud imagga infermedica influxdb infobip infomaniak insightly instabot
instamojo instantly.ai instatus integromat intercom_ interseller intrinio invoiceocean ipdata_ ipify_ ipinfo ipinfodb
ipquality jiratoken jumpcloud kaggle kagi kanban_ kanbantool karmacrm keen.io keenio keygen kickbox klaviyo klingai
knapsackpro kraken_ kylas lacework languagelayer larksuite leadfeeder lendflow lessannoyingcrm lexigram linenotify
linkpreview liveagent livestorm locationiq loggly loginradius logz.io logzio looker_ loyverse lunchmoney luno_ madkudu
magicbell mailboxlayer mailchimp mailerlite mailersend mailmodo mailsac mandrill mapbox mapquest mavenlink maxmind
meaningcloud meistertask mesibo messari metaapi metrilo midise mindmeister minimax_ mistral_ mixpanel mockaroo
monkeylearn moonclerk moonpay moralis mrticktock myexperiment myfreshworks myintervals nasdaqdatalink nethunt netlify
netsuite neutrinoapi new-relic new_relic newrelic nexmo nftport ngrok nicereply nightfall_ noticeable nozbe nuget
numerai nutritionix nylas oanda_ octopusdeploy ollama omdbapi omnisend onbuka onedesk onelogin onepagecrm onesignal
onfleet onwater oopspam opencage opengraphr openrouter openuv_ optidash optimizely ovhcloud oxylabs pagarme pandadoc
pandascore paperform paralleldots parsehub parseur partnerstack passbase pastebin paydirt paymo_ paymongo paypal_
paystack peopledatalabs pepipost perplexity phantombuster pinata_ pinecone pingdom pinterest planetscale planhat
planview planyo pollsapi poloniex polymarket portainer postageapp posthog postman_ powrbot prodpad prospectcrm
prospectio protocols.io proxycrawl pubnub pulumi purestake pushbullet pushover qase_ qualaroo qualtrics qubole quickbase
quickmetrics quicknode rapid-api rawg_ razorpay reachmail readme.io reallysimplesystems rechargepayments recurly
redislabs refersion replicate_ requestfinance restpack retellai revampcrm ringcentral ritekit roaring_ rockset route4me
rownd runrunit ryver_ salesblink salescookie salesflare salesforce salesmate satismeter saucelabs scalr_ scanii
scrapeowl scraper.ai scraperapi scraperbox scrapfly scrapingant scrapingbee scrapingdog screenshotapi scrutinizer
searchapi securitytrails selectpdf semantria semrush sendgrid sendinblue sendowl sendpulse serpapi serphouse sheety_
sherpadesk shipday shippo shipstation shopify shotstack shutterstock signable signalwire signaturit signnow sigopt
simfin simplesat simplynoted simvoly sinch_ sirv_ siteleaf skrapp skrappio skybiometry skyscanner smartsheet
smartystreets smooch snapsheet snipcart snowflake_ socialblade sonatype sourcegraph sparkpost speechmatics speechtext
splunk_ spoonacular sportradar sportsmonk spotify spotinst squarespace stability.ai stabilityai stackexchange statsig
stitchdata stockdata storecove stormboard stormglass stormpath storyblok storychief strava stripo stytch sugester
sumologic supabase supernotes surveyanyplace surveybot surveymonkey surveysparrow survicate swiftype tallyfy tatum_
tawk.to taxjar teamgate teamviewer teamwork_ tefter telegram telesign teletype telnyx testingbot testrail text2data
textmagic theoddsapi thinkific thousandeyes ticketmaster tickettailor tinyurl tmetric todoist togetherai tokeet tradier
transferwise travelpayouts twelvedata twitter_ tyntec typeform typetalk ubidots uclassify unifyid unplugg unsplash
upcdatabase uplead uproc upstash uptimerobot upwave urlbox urlscan userflow usersnap validators_ valtown vatsense vbout
verifier_ verimail veriphone versioneye viewneo visualcrossing voiceflow voicegain vonage vouchery voyageai vpnapi vyte_
wakatime walkscore weatherbit webflow webscraper websitepulse webz.io whoxy woocommerce workable workato worksnaps
workstack wunderground yandex yelp yext_ ynab yodlee younium yousign zapier_ zendesk zenkit zenrows zerobounce zerossl
zerotier zipapi_ zipbooks zipcodeapi zonka
"""
"""Those of whose keys nothing is known, or who changed how they look more than once."""

_EVERYDAY = """
apollo autopilot box branch buffer canny clay close coda column copper crisp dd deel drift enigma envoy fal float
front guru harvest hive hunter impala jira knock line lob loom mercury monday mux neon nimble notion orbit outreach
pendo persona plaid polygon pusher ramp render resend retool rudder samsara segment semaphore shortcut sift sonar
square stitch streak stripe swell tally tines toggl twist vero wave wise wiz wrike xero zoho zoom
"""
"""Words that say something else far more often: they count where their key is named right after them."""

_NAMED = tuple(between + word for between in "_ " for word in ("api", "key", "token", "secret"))

SHAPES: dict[str, tuple[str, ...]] = {}
for _shape, _names in _SHAPES.items():
    for _name in _names.split():
        SHAPES[_name] = (*SHAPES.get(_name, ()), _shape)

_KNOWN = {*SHAPES, *_OTHERS.split()}


def anchors() -> tuple[str, ...]:
    """What to look for: no name that begins with another."""
    names = sorted(_KNOWN | {word + ending for word in _EVERYDAY.split() for ending in _NAMED})
    kept: list[str] = []
    for name in names:
        if not (kept and name.startswith(kept[-1])):
            kept.append(name)
    return tuple(kept)


_WORDS = {name.strip("_:") for name in _KNOWN} | set(_EVERYDAY.split())
_LONGEST = max(map(len, _WORDS))


def vendor(text: str, start: int) -> str | None:
    """The longest name of a vendor that begins here."""
    head = text[start : start + _LONGEST].lower()
    return next((head[:end] for end in range(len(head), 1, -1) if head[:end] in _WORDS), None)


@cache
def shapes(name: str) -> tuple[re.Pattern[str], ...]:
    """How the vendor's keys look; nothing where that is not known."""
    known = SHAPES.get(name) or SHAPES.get(name + "_") or ()
    return tuple(re.compile(shape, re.ASCII | re.IGNORECASE) for shape in known)
