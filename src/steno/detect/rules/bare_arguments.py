"""Passwords and tokens that commands are given without a telling option: a pipe, a letter, a place."""

import re

from steno.detect.declare import auth_token, password, value
from steno.detect.patterns import ready
from steno.detect.placeholder import placeholder
from steno.detect.rule import Detector

_BARE = r"[^\s\"'`\\<>|;&()/-][^\s\"'`\\<>|;&()]{2,127}"
_ARGUMENT = rf"(?:\\{{0,7}}[\"'](?P<q>[^\"'\\\n]{{3,128}})|(?P<v>{_BARE}))"
_UP_TO = r"(?:\s[^\n|;]{0,200}?)?\s"
_TAKES = (
    r"sudo\s[^\n|;]{0,60}?(?:-[A-Za-z]{0,4}S|--stdin)|(?:sudo\s)?(?:passwd|smbpasswd|chpasswd|cryptsetup|kinit|veracrypt)\b"
    r"|[^\n|;]{0,80}-stdin\b|[^\n|;]{0,80}--with-token\b|(?:wrangler|gh|vercel|fly|flyctl)\ssecrets?\s"
)
"""Commands that read a secret from what is handed to them."""
_BEFORE = ready(rf"(?:{_TAKES})[^\n|;]{{0,80}}\Z", re.ASCII)
_WORDS = ("sudo", "passwd", "cryptsetup", "kinit", "veracrypt", "-stdin", "--with-token", "secret")
"""One of these stands in all that such a command is called with."""
_REACH = 160


def _argument(match: re.Match[str]) -> tuple[int, int] | None:
    """The argument, quoted or not, unless it stands for one; of `name:password`, the password."""
    name = "v" if match["v"] else "q"
    text, start = match[name], match.start(name)
    if "chpasswd" in match[0] and ":" in text:
        start += text.index(":") + 1
        text = text.partition(":")[2]
    text = text.removesuffix("\\n")
    return None if placeholder(text) or " " in text else (start, start + len(text))


def _here(match: re.Match[str]) -> tuple[int, int] | None:
    """A string that the shell hands to a command which reads a secret there."""
    text, start = match.string, match.start()
    low = max(0, start - _REACH)
    if not any(word in text[low:start] for word in _WORDS) or not _BEFORE.search(text, low, start):
        return None
    return _argument(match)


def _options(title: str, tools: str, option: str, source: str, *examples: str) -> Detector:
    """A command that takes its password after a letter; `tools` are its names, parted by bars."""
    return password(
        title,
        rf"(?:{tools})(?:64)?(?:\.exe|\.py)?{_UP_TO}{option}{_ARGUMENT}",
        anchors=tools,
        extent=_argument,
        caseless=True,
        source=source,
        positives=tuple(example.format("<12>") for example in examples),
        negatives=(
            examples[0].format("$PASS"),
            examples[1].format("<password>"),
            examples[2].format("password"),
            tools.partition("|")[0] + " --help",
        ),
    )


RULES = (
    password(
        "SEC447 piped-password: The password piped into a command that reads one: `echo … | sudo -S`,"
        " `docker login --password-stdin`, `chpasswd`.",
        rf"(?:echo|printf)\s{{1,3}}(?:-[neE]{{1,3}}\s{{1,3}})?(?:\\{{0,4}}[\"'](?P<q>[^\"'\n]{{3,128}})\\{{0,7}}[\"']"
        rf"|(?P<v>{_BARE}))"
        rf"\s{{0,3}}\|\s{{0,3}}(?:{_TAKES})",
        anchors="echo |printf ",
        extent=_argument,
        source="sudo(8), -S; passwd(1), --stdin; chpasswd(8); Docker, docker login reference",
        positives=(
            "echo <12> | sudo -S apt update",
            "echo '<12>' | docker login -u nobody --password-stdin",
            "printf 'svc:<12>' | sudo chpasswd",
        ),
        negatives=("echo $PASS | sudo -S apt update", "echo <12> | sudo tee /etc/motd", "echo password | sudo -S ls"),
    ),
    password(
        "SEC448 here-string-password: The password that a here-string passes to a command that reads one.",
        r"<<<\s{0,3}" + _ARGUMENT,
        inside_words=True,
        extent=_here,
        source="GNU, Bash reference manual, here strings; sudo(8), -S",
        positives=(
            "sudo -S ls <<< <12>",
            "docker login -u nobody --password-stdin <<< '<12>'",
            'gh auth login --with-token <<< "<12>"',
        ),
        negatives=("sudo -S ls <<< $PASS", "cat <<< <12>", 'sudo -S ls <<< "$(pass show x)"'),
    ),
    _options(
        "SEC449 remote-login-argument: The password in a call that signs in to another machine: PsExec, rdesktop,"
        " FreeRDP, WinRM, NetExec.",
        "psexec|rdesktop|evil-winrm|crackmapexec|netexec|winrs|xfreerdp|wfreerdp|smbmap|cqlsh|ncftpput|ncftpget|twine|"
        "hydra|useradd|usermod",
        r"(?:-p[ :]|/p:)\s{0,3}",
        "Sysinternals, PsExec; rdesktop(1); FreeRDP, command line; Microsoft, winrs; Cassandra, cqlsh; twine",
        "psexec \\\\srv -u nobody -p {} cmd",
        "rdesktop -u nobody -p {} host",
        "xfreerdp /u:nobody /p:{} /v:host",
        "cqlsh -u svc -p '{}' host",
    ),
    _options(
        "SEC450 capital-p-argument: The password after `-P` in a call of zip, unzip, ssh-keygen, mosquitto, ipmitool"
        " or a Sybase client.",
        "zip|unzip|ssh-keygen|mosquitto_pub|mosquitto_sub|ipmitool|isql|tsql",
        r"-[PN]\s{1,3}",
        "zip(1); ssh-keygen(1); mosquitto_pub(1); ipmitool(1); FreeTDS, tsql",
        "zip -r -P {} a.zip b",
        "ssh-keygen -t rsa -N '{}' -f k",
        "ipmitool -H host -U nobody -P {} power status",
    ),
    _options(
        "SEC451 archive-argument: The password right after `-p` in a call of 7-Zip or RAR.",
        "7z|7za|7zr|unrar|rar",
        r"-(?:hp|p)",
        "7-Zip, command line syntax; RARLAB, rar manual",
        "7z a -p{} x.7z y",
        "7z x -p'{}' x.7z",
        "unrar x -p{} a.rar",
    ),
    password(
        "SEC452 positional-password: The password that a command takes as a positional argument: `net user`,"
        " `rabbitmqctl add_user`, `mosquitto_passwd -b`, `lftp -u`, `openssl enc -k`, `schtasks /rp`.",
        r"(?:net user\s{1,3}[\w.-]{1,40}\s{1,3}"
        r"|rabbitmqctl\s{1,3}(?:add_user|change_password|authenticate_user)\s{1,3}[\w.@-]{1,64}\s{1,3}"
        r"|mosquitto_passwd -b\s{1,3}\S{1,200}\s{1,3}[\w.@-]{1,64}\s{1,3}"
        r"|lftp" + _UP_TO + r"-u\s{1,3}[\w.@-]{1,64},"
        r"|openssl enc" + _UP_TO + r"-k\s{1,3}"
        r"|schtasks" + _UP_TO + r"/rp\s{1,3}"
        r"|snmp(?:walk|get)" + _UP_TO + r"-[AX]\s{1,3}"
        r"|http-basic\.\S{1,100}\s{1,3}[\w.@-]{1,64}\s{1,3}"
        r"|bw login\s{1,3}[\w.@+-]{1,64}\s{1,3}"
        r"|db2 connect to\s{1,3}\w{1,40}\s{1,3}user\s{1,3}\w{1,40}\s{1,3}using\s{1,3})" + _ARGUMENT,
        anchors=(
            "net user |rabbitmqctl |mosquitto_passwd -b|lftp |openssl enc |schtasks |snmpwalk |snmpget |"
            "http-basic.|bw login |db2 connect "
        ),
        extent=_argument,
        source="Microsoft, Windows commands; RabbitMQ, rabbitmqctl; mosquitto_passwd(1); lftp(1); openssl-enc(1)",
        positives=(
            "net user nobody <12> /add",
            "rabbitmqctl add_user svc <12>",
            "lftp -u svc,<12> ftp.acme.dev",
            "openssl enc -aes-256-cbc -k '<12>' -in a",
        ),
        negatives=("net user nobody /delete", "rabbitmqctl add_user svc $PASS", "lftp -u svc ftp.acme.dev"),
    ),
    password(
        "SEC453 domain-account-password: The password in `domain/user:password@host`, as the tools of Impacket"
        " take it.",
        r"(?:impacket-\w{1,30}|(?:psexec|wmiexec|smbexec|secretsdump|smbclient|atexec|dcomexec)\.py)"
        + _UP_TO
        + r"[\"']?[\w.-]{1,64}/[\w.$-]{1,64}:(?P<v>[^\s\"'`<>]{3,127})@[\w.-]{1,100}",
        anchors="impacket-|psexec.py|wmiexec.py|smbexec.py|secretsdump.py|smbclient.py|atexec.py|dcomexec.py",
        extent=value,
        source="Fortra, Impacket, examples",
        positives=(
            "impacket-psexec acme/nobody:<12>@10.0.0.5",
            "psexec.py 'acme.dev/nobody:<12>@srv'",
            "secretsdump.py -just-dc acme/svc:<12>@dc1",
        ),
        negatives=(
            "psexec.py acme/nobody@srv",
            "psexec.py acme/user:$PASS@srv",
            "impacket-psexec acme/user:password@srv",
        ),
    ),
    auth_token(
        "SEC454 login-token-argument: The token that a command line tool is signed in with, where no option names"
        " it: `vault login …`, `snyk auth …`, `snyk config set api=…`, `cargo login …`, `ngrok config"
        " add-authtoken …`.",
        r"(?:(?:vault|bao) login\s{1,3}(?:token=)?|snyk auth\s{1,3}"
        r"|snyk config set\s{1,3}(?:api|token)=|cargo login\s{1,3}"
        r"|ngrok\s{1,3}(?:config add-)?authtoken\s{1,3}|wandb login\s{1,3}(?:--relogin\s{1,3})?|doctl auth init"
        + _UP_TO
        + r"-t[ =]{1,3}"
        r"|nuget setapikey\s{1,3}|nuget push"
        + _UP_TO
        + r"(?:-k|--api-key)[ =]{1,3}|poetry config\s{1,3}pypi-token\.\S{1,40}\s{1,3}"
        r"|netlify deploy" + _UP_TO + r"(?:-a|--auth)[ =]{1,3}|rdme login" + _UP_TO + r"--key[ =]{1,3}"
        r"|tailscale up" + _UP_TO + r"--auth-?key[ =]{1,3}|apify login" + _UP_TO + r"-t[ =]{1,3}"
        r"|codecov" + _UP_TO + r"-t[ =]{1,3})" + _ARGUMENT,
        anchors=(
            "vault login |bao login |snyk auth |snyk config set |cargo login |ngrok |wandb login |"
            "doctl auth init |nuget setapikey |nuget push |poetry config |netlify deploy |rdme login |"
            "tailscale up |heroku auth:token |apify login |codecov |percy exec |buildkite-agent start "
        ),
        extent=lambda match: _argument(match) if any(map(str.isdigit, match[0][-128:])) else None,
        source="HashiCorp, vault login; Snyk, snyk auth and config; Cargo, cargo login; ngrok and doctl references",
        positives=(
            "snyk config set api=7b41c2de-90a3-4f6e-8d15-2c0f9be6a374",
            "vault login <26>",
            "cargo login <32>",
            "ngrok config add-authtoken <48>",
        ),
        negatives=(
            "snyk config set api=$SNYK_TOKEN",
            "vault login -method=userpass",
            "cargo login <token>",
            "wandb login now",
        ),
    ),
)
