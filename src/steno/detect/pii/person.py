"""Names of people, only where the structure around them says that they are: never by the look of a word."""

from __future__ import annotations

import re

from steno.detect.declare import person
from steno.detect.pii.account import NOBODY
from steno.detect.pii.context import after
from steno.detect.pii.email import reserved

UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017e\u0391-\u03a9\u0410-\u042f"
LOWER = "a-z\u00df-\u00f6\u00f8-\u024f\u03b1-\u03c9\u0430-\u044f"
_PART = f"(?:[{UPPER}][{UPPER}{LOWER}'’.-]{{0,24}})"
_LINKS = (
    "van", "von", "de", "da", "di", "del", "della", "der", "den", "dos", "du", "la", "le", "bin", "ibn", "al", "el",
    "ter", "ten", "zu",
)  # fmt: skip
_LINK = f"(?:(?:{'|'.join(_LINKS)}) ){{0,2}}"
NAME = f"{_PART}(?: {_LINK}{_PART}){{0,3}}"
"""One to four words in capitals, with the particles that stand between them."""
FULL = f"{_PART}(?: {_LINK}{_PART}){{1,3}}"
BACKWARDS = f"[{UPPER}{LOWER}'’.-]{{0,24}}[{UPPER}]"
"""A word in capitals, read backwards."""
_CJK = "[\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7a3]{2,8}"

_NOT_PEOPLE = frozenset(
    {
        "claude", "codex", "copilot", "cursor", "gemini", "chatgpt", "gpt", "openai", "anthropic", "github",
        "gitlab", "google", "microsoft", "amazon", "aws", "bot", "dependabot", "renovate", "actions", "automation",
        "system", "admin", "administrator", "root", "user", "test", "tester", "example", "sample", "demo", "unknown",
        "anonymous", "none", "null", "undefined", "true", "false", "string", "str", "text", "integer", "int",
        "number", "float", "boolean", "bool", "object", "array", "list", "dict", "date", "datetime", "optional",
        "required", "any", "void", "char", "varchar", "field", "name", "first", "last", "full", "middle", "your",
        "my", "customer", "client", "person", "team", "support", "service", "company", "organization", "inc", "ltd",
        "llc", "gmbh", "corp", "the", "a", "an", "and", "or", "todo", "tbd", "n/a", "na", "value", "default",
        "empty", "john.doe", "jane.doe", "doe", "lorem", "ipsum", "foo", "bar", "alice", "bob", "model", "models",
        "column", "charfield", "textfield", "here", "new", "old", "this", "that", "merge", "revert", "release",
        "update", "author", "authors", "contributors", "maintainers", "maintainer", "developers", "core", "security",
        "devin", "aider",
    }
)  # fmt: skip
"""Programs, types, placeholders and the names of examples."""


def real(name: str) -> bool:
    """Whether no word of it is a program's, a type's or a placeholder's."""
    words = [word.strip(".'’-").lower() for word in name.split()]
    return sum(map(str.isalpha, name)) > 1 and not any(word in _NOT_PEOPLE or word in NOBODY for word in words)


def _named(match: re.Match[str]) -> tuple[int, int] | None:
    name = match["secret"].rstrip(" ,'’-")
    if "." not in name.rpartition(" ")[2][:-1]:
        name = name.rstrip(".")  # the full stop of a sentence, not of `B.Sc.`
    start = match.start("secret")
    return (start, start + len(name)) if len(name) > 1 and real(name) else None


def _full(match: re.Match[str]) -> tuple[int, int] | None:
    """A name of two words at least, or one in quotation marks: types and fields are single words too."""
    found = _named(match)
    if found and " " not in match["secret"].strip() and match["quote"] == "":
        return None
    rest = after(match)
    return (
        None
        if rest in ("(", "[", "_") or (match["quote"] in ("'", '"') and rest not in ("'", '"', "\\", ""))
        else found
    )


_TITLE = r"(?:M(?:rs?|s|x)\.?|Miss|Dr\.?|Prof\.?|Herr|Frau|Madame|Monsieur|Señora?) "
_GREETED = frozenset(
    {
        "team", "all", "sir", "madam", "mr", "mrs", "ms", "mx", "miss", "dr", "prof", "customer", "customers",
        "friend", "friends", "colleague", "colleagues", "reader", "diary", "hiring", "everyone", "god", "editor",
        "maintainers", "users", "valued", "candidate", "applicant", "imgui", "pygui", "total", "world", "there",
        "again",
    }
)  # fmt: skip
"""Whom letters greet when they greet nobody in particular."""


def _addressed(match: re.Match[str]) -> tuple[int, int] | None:
    """A greeting ends in a comma; a title belongs to the name."""
    if match["greeting"] and after(match) != ",":
        return None
    return None if match["name"].split()[0].strip(".,'").lower() in _GREETED else _named(match)


_ROLES = ("Author", "author", "Commit", "Committer", "committer", "Tagger", "tagger", "Merged-by")
_SAID_BY = (
    "igned-off-by", "eviewed-by", "cked-by", "ested-by", "eported-by", "o-authored-by", "o-Authored-By",
    "uggested-by", "o-developed-by", "elped-by",
)  # fmt: skip

_FIELDS = (
    "full_name", "fullname", "full name", "full-name", "first_name", "firstname", "first name", "last_name",
    "lastname", "last name", "surname", "given_name", "givenname", "given name", "family_name", "familyname",
    "family name", "middle_name", "customer_name", "customername", "customer name", "client_name", "client name",
    "contact_name", "contact name", "patient_name", "patient name", "patient:", "employee_name", "employee name",
    "cardholder", "account holder", "account_holder", "real_name", "realname", "legal name", "legal_name",
    "maiden name", "maiden_name", "recipient_name", "sender_name", "owner_name", "person_name", "billing_name",
    "shipping_name", "applicant", "nachname", "vorname", "assignee:", "assigned to:", "reporter:", "requested by:",
    "prepared by:", "manager:", "attendee:", "approver:", "reviewer:", "contact:", "contact person",
    "emergency contact", "customer:",
)  # fmt: skip
"""Fields that hold the name of a person."""

RULES = (
    person(
        "SEC538 git-author: The name of a person in what git writes: `Author: Name <mail>`, `Signed-off-by:`,"
        " `Co-authored-by:`, `Committer:` and the other trailers, and the names in raw commits. Names of programs"
        " are not masked.",
        r"[A-Za-z-]{6,16}: {1,8}(?P<secret>[^<>\n\[\]\\\"|]{2,60}?) ?<[^<>\n ]{0,120}>",
        anchors=tuple(f"{role}: " for role in (*_ROLES, *_SAID_BY)),
        inside_words=True,
        extent=_named,
        source="Git, documentation of git-log, git-commit and git-interpret-trailers",
        positives=(
            "Author: Nora Feldkamp <n@steno-mail.dev>",
            "Co-authored-by: Ilja van der Meer <i@steno-mail.dev>",
            "Signed-off-by: 田中 太郎 <t@steno-mail.dev>",
        ),
        negatives=(
            "Co-Authored-By: Claude <noreply@anthropic.com>",
            "Author: dependabot[bot] <x@y.z>",
            "Author: the team",
            "Author: %s <%s>",
            "author: string <required>",
        ),
    ),
    person(
        "SEC539 mail-display-name: The name before an e-mail address in angle brackets: `Name <mail>`.",
        rf"(?P<secret>{NAME})\"? ?<[^<>\s@]{{1,64}}@(?P<domain>[A-Za-z0-9.-]{{3,120}})>",
        gates=("[A-Za-z0-9_+-]@[A-Za-z0-9]",),
        lead_in=rf"[\w.+-]{{0,63}}<[ ]?\"?{BACKWARDS}(?: (?:"
        rf"(?:{'|'.join(link[::-1] for link in _LINKS)}) ){{0,2}}{BACKWARDS}){{0,3}}",
        extent=lambda match: None if reserved(match["domain"]) else _named(match),
        source="IETF, RFC 5322, display names",
        positives=(
            'From: "Nora Feldkamp" <n@steno-mail.dev>',
            "by Ilja Brandt <i.b@steno-mail.dev>",
            "* 4f2a91c Zoë Krämer <z@steno-mail.dev> fix",
        ),
        negatives=(
            "Claude <noreply@anthropic.com>",
            "List<a@b.cd>",
            "vector <x@y>",
            "GitHub <noreply@github.com>",
            "Abe <x@example.com>",
        ),
    ),
    person(
        'SEC553 git-author-option: The name of a person in an option or a setting of git: `--author="Name'
        ' <mail>"`, `user.name "Name"`, `GIT_AUTHOR_NAME=Name`.',
        rf"(?:--author|user\.name|GIT_(?:AUTHOR|COMMITTER)_NAME)[ =]\\{{0,7}}[\"']?(?P<secret>{NAME})",
        anchors="--author|user.name|GIT_AUTHOR_NAME|GIT_COMMITTER_NAME",
        extent=_named,
        source="Git, documentation of git-commit and git-config",
        positives=(
            "git commit --author='Nora Feldkamp <n@x>'",
            'git config user.name "Ilja Brandt"',
            "GIT_AUTHOR_NAME=Zora git commit",
        ),
        negatives=("git log --author=claude", "user.name = 'Jane'", "git config user.name", "--author=$NAME"),
    ),
    person(
        "SEC540 person-name-field: The value of a field whose name says that it holds a person's name:"
        " `full_name`, `first_name`, `lastName`, `customer_name`, `surname`, in JSON, YAML, assignments, forms and"
        " XML. Types and placeholders are not masked.",
        r"[a-z]{4,9}[ _-]?(?:names?|holder|to|by|contact|person)?(?:[ _]?name)?"
        r"(?:\\{0,7}[\"'])?[*]{0,2}[ \t]{0,8}"
        r"(?:(?:=>|[:=])[*]{0,2}[ \t]{0,8}\\{0,7}(?P<quote>[\"']?)|>)"
        rf"(?-i:(?P<secret>{FULL}|{NAME}|{_CJK}))",
        anchors=_FIELDS,
        caseless=True,
        inside_words=True,
        extent=_full,
        source="vCard (RFC 6350) and OpenID Connect claims, names of fields for names",
        positives=(
            '{"full_name": "Nora Feldkamp"}',
            "Customer name: Ilja van der Meer",
            "<lastName>Feldkamp</lastName>",
            "first_name='Zoë'",
        ),
        negatives=(
            "first_name = models.CharField()",
            '"full_name": "string"',
            "lastName: String",
            "full_name: acme/site",
            "the full name of the function",
        ),
    ),
    person(
        "SEC541 vcard-name: The name in a vCard or a directory entry: `FN:`, `N:`, `cn=`.",
        rf"(?:FN(?:;[A-Za-z0-9=;-]{{1,40}})?:|cn=|CN=)(?P<secret>{FULL})",
        anchors="FN:|FN;|cn=|CN=",
        extent=_named,
        source="IETF, RFC 6350 and RFC 4519",
        positives=("BEGIN:VCARD\nFN:Nora Feldkamp\n", "FN;CHARSET=UTF-8:Zoë Krämer", "cn=Ilja Brandt,ou=people"),
        negatives=("CN=localhost", "FN: false negatives", "cn=admin,dc=x", "CN=GlobalSign Root CA"),
    ),
    person(
        "SEC542 salutation-name: The name after a form of address: `Dear Ms Feldkamp`, `Mr. Brandt`, `Sehr geehrte"
        " Frau`, `Hello Nora,`.",
        rf"(?:Dear |(?P<greeting>Hi|Hello) |{_TITLE})(?P<secret>(?:{_TITLE}){{0,2}}(?P<name>{NAME}))",
        anchors=("Dear |Hi |Hello |Mr. |Mrs. |Ms. |Mr |Mrs |Ms |Miss |Herr |Frau |Madame |Monsieur |Señora |Señor "),
        extent=_addressed,
        source="common letter writing in English, German, French and Spanish",
        positives=("Dear Ms Feldkamp,", "we met Mr. Brandt", "Sehr geehrte Frau Dr. Krämer,"),
        negatives=(
            "Dear Team,",
            "Dear Sir or Madam",
            "Dear Customer",
            "Dear All,",
            "took 5 ms Total",
            "Hi Claude,",
            "Hello World, again",
        ),
    ),
    person(
        "SEC543 signature-name: The name under a letter: a line of its own after `Best regards,` and the like.",
        rf"[A-Za-zäöüß]{{4,8}}(?: you)?,?[ \t]{{0,3}}(?:\r?\n|\\{{1,8}}[rn]){{1,4}}[ \t]{{0,4}}"
        rf"(?P<secret>{NAME})(?:\r?\n|\\{{1,8}}[rn]|[\"\\]|\Z| ?$)",
        anchors="egards,|incerely,|Cheers,|Thanks,|ruly,|ishes,|Grüßen|Grüße,|ordialement,|aludos,|ank you,",
        inside_words=True,
        extent=_named,
        source="common letter writing in English, German, French and Spanish",
        positives=(
            "Best regards,\nNora Feldkamp\n",
            "Sincerely,\n\nI. Brandt",
            "Mit freundlichen Grüßen\nZoë Krämer\n",
        ),
        negatives=("Best regards,\nThe Team\n", "Thanks,\nand see you", "Regards, the build"),
    ),
)
