"""Passwords that commands take as arguments, each where its own command takes it."""

import re

from steno.detect.declare import SEP, password, value
from steno.detect.patterns import ready
from steno.detect.placeholder import placeholder

_ARGUMENT = r"[\"'\\]{0,4}(?P<v>[^\s\"'`\\<>|-][^\s\"'`\\<>|]{2,127})"
_UP_TO = r"(?:\s[^\n|;]{0,200}?)?\s"
_REACH = 400
_ASKS = ready(r"\b(?:curl|wget|https? )")


def _after_curl(match: re.Match[str]) -> tuple[int, int] | None:
    """The password, where the command is one that asks the web; containers take `user:group` in the same way."""
    start = match.start()
    asks = _ASKS.search(match.string, max(0, start - _REACH), start)
    return value(match) if asks and match["v"] != match["user"] and not match["v"].isdigit() else None


def _any(match: re.Match[str]) -> tuple[int, int] | None:
    """The password, in whichever of the places it stands."""
    name = match.lastgroup or "v"
    return None if placeholder(match[name]) else match.span(name)


_PASS_OPTION = ready(r"-pass(?:in|out)?[\s\"'=]{1,4}\Z", re.ASCII)


def _after_pass_option(match: re.Match[str]) -> tuple[int, int] | None:
    start = match.start()
    return value(match) if _PASS_OPTION.search(match.string, max(0, start - 12), start) else None


_VARIABLES = (
    "PGPASSWORD", "MYSQL_PWD", "SSHPASS", "REDISCLI_AUTH", "SQLCMDPASSWORD", "BORG_PASSPHRASE", "RESTIC_PASSWORD",
    "RCLONE_CONFIG_PASS", "GNUPG_PASSPHRASE", "SUDO_PASSWORD",
)  # fmt: skip

RULES = (
    password(
        "SEC314 curl-user: The password after a user's name in an argument of curl, HTTPie or wget.",
        r"(?:-[ua]|--user|--proxy-user)[ =]{0,3}[\"'\\]{0,4}(?P<user>[A-Za-z0-9_.@$-]{1,80}):"
        r"(?P<v>[^\s\"'\\<>/][^\s\"'\\<>]{0,127})",
        anchors="-u |-u'|-u\"|--user |--user=|--proxy-user |-a ",
        extent=_after_curl,
        source="curl, manual, --user",
        positives=(
            "curl -u nobody:<12> https://api.acme.dev",
            "curl -s --user 'svc:<12>' https://api.acme.dev",
            "http -a nobody:<12> GET api.acme.dev",
        ),
        negatives=(
            "docker run -u 1000:1000 image",
            'curl -u "$USER:$PASS" https://api.acme.dev',
            "curl -u user:password https://api.acme.dev",
        ),
    ),
    password(
        "SEC315 mysql-argument: The password right after `-p` in a call of a MySQL or MariaDB client.",
        r"(?:mysql|mariadb)[a-z-]{0,12}" + _UP_TO + r"(?:-p|--password=)" + _ARGUMENT,
        extent=value,
        source="MySQL, reference manual, end-user guidelines for password security",
        positives=(
            "mysql -u root -p<12> app",
            "mysqldump -h db -u svc --password=<12> app > a.sql",
            "mariadb -p'<12>' -e 'select 1'",
        ),
        negatives=("mysql -u root -p app", "mysql -u root -p$PASS app", "mysql --port=3306 app"),
    ),
    password(
        "SEC316 password-variable: The password in an environment variable that a command line tool reads.",
        "(?:" + "|".join(_VARIABLES) + ")" + SEP + r"(?P<v>[^\s\"'`\\<>]{3,128})",
        extent=value,
        source="PostgreSQL, MySQL, Redis, restic, Borg and rclone documentation, environment variables",
        positives=("PGPASSWORD=<12> psql -h db", "export MYSQL_PWD='<12>'", '{"RESTIC_PASSWORD": "<12>"}'),
        negatives=("PGPASSWORD=$DB_PASS psql", "PGPASSWORD=${{ secrets.PG }}", 'os.environ["PGPASSWORD"] = password'),
    ),
    password(
        "SEC317 sshpass-argument: The password in a call of sshpass or PuTTY's plink and pscp.",
        r"(?:sshpass\s{1,3}(?:-v\s{1,3})?-p\s{0,3}|(?:plink|pscp|psftp)" + _UP_TO + r"-pw\s{1,3})" + _ARGUMENT,
        anchors="sshpass |plink |pscp |psftp ",
        extent=value,
        source="sshpass(1); PuTTY, manual, -pw",
        positives=("sshpass -p <12> ssh nobody@host", "sshpass -p'<12>' scp a b", "plink -ssh nobody@host -pw <12>"),
        negatives=("sshpass -p $PASS ssh host", "sshpass -f file ssh host", "sshpass -p password ssh host"),
    ),
    password(
        "SEC318 openssl-argument: The password that an OpenSSL call takes after `pass:`.",
        r"pass:" + _ARGUMENT.replace(r"[\"'\\]{0,4}", ""),
        extent=_after_pass_option,
        source="OpenSSL, openssl-passphrase-options(1)",
        positives=(
            "openssl rsa -in k.pem -passin pass:<12>",
            "openssl enc -aes-256-cbc -pass pass:<12> -in a",
            "openssl pkcs12 -export -passout 'pass:<12>'",
        ),
        negatives=("-passin pass:$PASS", "-passin pass:password", "3 tests pass:<12>"),
    ),
    password(
        "SEC319 login-argument: The password in a call that signs in to a registry or a cloud.",
        r"(?:docker|podman|helm registry|registry|nerdctl|buildah|skopeo|az|oc|cf|argocd|kubectl) login"
        + _UP_TO
        + r"(?:-p|--password|--token)[ =]{1,3}"
        + _ARGUMENT,
        anchors=(
            "docker login|podman login|helm registry login|nerdctl login|buildah login|skopeo login|az login|"
            "oc login|cf login|argocd login|kubectl login|registry login"
        ),
        extent=value,
        source="Docker, Podman, Helm, Azure, OpenShift and Cloud Foundry, command line references",
        positives=(
            "docker login -u nobody -p <12> registry.acme.dev",
            "podman login --username=svc --password=<12> quay.io",
            "az login --service-principal -u id --password '<12>'",
        ),
        negatives=(
            "docker login -u nobody --password-stdin",
            "docker login -u nobody -p $TOKEN",
            "docker login -p <password>",
        ),
    ),
    password(
        "SEC320 windows-share-argument: The password in a call of `net use`, `cmdkey` or `psexec`.",
        r"(?:net use\s{1,3}(?:[a-z*]:?\s{1,3})?\\{2,32}[^\s\\]\S{1,120}\s{1,3}"
        r"(?:/user:\S{1,80}\s{1,3}(?P<v>[^\s\"'/<>]\S{2,127})|(?P<w>[^\s\"'/<>]\S{2,127})\s{1,3}/user:)|"
        r"(?:cmdkey(?:\.exe)?|psexec)\s[^\n|;]{0,200}?(?:/pass:|-p\s{1,3})(?P<x>[^\s\"'<>]{3,127}))",
        anchors="net use |cmdkey |cmdkey.exe |psexec ",
        caseless=True,
        extent=_any,
        source="Microsoft, Windows commands, net use and cmdkey; Sysinternals, PsExec",
        positives=(
            "net use Z: \\\\srv\\share /user:ACME\\nobody <12>",
            "net use \\\\srv\\share <12> /user:nobody",
            "cmdkey /add:srv /user:nobody /pass:<12>",
        ),
        negatives=(
            "net use Z: \\\\srv\\share /user:nobody *",
            "net use Z: \\\\srv\\share",
            "cmdkey /add:srv /user:nobody /pass:%PASS%",
        ),
    ),
    password(
        "SEC321 powershell-secure-string: The password that PowerShell is given as plain text to make a secure"
        " string of.",
        r"ConvertTo-SecureString(?:\s{1,3}-(?:string|asplaintext|force)){0,3}\s{1,3}\\{0,7}[\"']"
        r"(?P<v>[^\"'\\\n]{3,200})\\{0,7}[\"']",
        caseless=True,
        extent=value,
        source="Microsoft, PowerShell documentation, ConvertTo-SecureString",
        positives=(
            'ConvertTo-SecureString "<12>" -AsPlainText -Force',
            "ConvertTo-SecureString -String '<12>' -AsPlainText -Force",
            'ConvertTo-SecureString -AsPlainText -Force \\"<12>\\"',
        ),
        negatives=(
            "ConvertTo-SecureString $pw -AsPlainText -Force",
            'ConvertTo-SecureString "$env:PW" -AsPlainText',
            'ConvertTo-SecureString "password" -AsPlainText',
        ),
    ),
    password(
        "SEC322 redis-argument: The password in a call of redis-cli, or in the configuration of a Redis server.",
        r"(?:(?:redis|valkey)-cli" + _UP_TO + r"(?:-a|--pass)|requirepass|masterauth)\s{1,3}" + _ARGUMENT,
        anchors="redis-cli |valkey-cli |requirepass |masterauth ",
        extent=value,
        source="Redis, documentation, redis-cli and configuration file",
        positives=("redis-cli -h db -a <12> ping", "requirepass <12>", "redis-server --requirepass '<12>'"),
        negatives=("redis-cli -a $REDIS_PASSWORD ping", "# requirepass foobared", "redis-cli -h db ping"),
    ),
    password(
        "SEC323 mongo-argument: The password in a call of a MongoDB tool.",
        r"mongo(?:sh|dump|restore|export|import)?" + _UP_TO + r"(?:-p|--password)[ =]{1,3}" + _ARGUMENT,
        anchors="mongosh |mongo |mongodump |mongorestore |mongoexport |mongoimport ",
        extent=value,
        source="MongoDB, documentation, mongosh and database tools",
        positives=(
            "mongosh -u root -p <12> --authenticationDatabase admin",
            "mongodump --uri x --password=<12>",
            "docker exec db mongo -u a -p '<12>'",
        ),
        negatives=("mongosh -u root -p --host db", "mongosh -p $MONGO_PW", "mongodump --port 27017"),
    ),
    password(
        "SEC324 ldap-argument: The password in a call of an LDAP tool.",
        r"ldap(?:search|modify|add|delete|whoami|passwd)" + _UP_TO + r"-w\s{1,3}" + _ARGUMENT,
        anchors="ldapsearch |ldapmodify |ldapadd |ldapdelete |ldapwhoami |ldappasswd ",
        extent=value,
        source="OpenLDAP, ldapsearch(1)",
        positives=(
            "ldapsearch -x -D cn=admin,dc=acme -w <12> -b dc=acme",
            "ldapadd -D cn=admin -w '<12>' -f a.ldif",
            "ldapwhoami -H ldap://d -w <12>",
        ),
        negatives=("ldapsearch -x -D cn=admin -W -b dc=acme", "ldapsearch -w $PW", "ldapadd -w <password>"),
    ),
    password(
        "SEC325 samba-argument: The password after a user's name and a percent sign in a call of a Samba tool.",
        r"(?:smbclient|rpcclient|smbget|net rpc)" + _UP_TO + r"-U\s{0,3}[\"'\\]{0,4}[^\s%\"']{1,64}%"
        r"(?P<v>[^\s\"'\\<>]{3,127})",
        anchors="smbclient |rpcclient |smbget |net rpc ",
        extent=value,
        source="Samba, smbclient(1)",
        positives=(
            "smbclient //srv/share -U nobody%<12>",
            "rpcclient -U 'ACME\\nobody%<12>' srv",
            "smbget -U nobody%<12> smb://srv/a",
        ),
        negatives=("smbclient //srv/share -U nobody", "smbclient -U user%password", "smbclient -U $U%$P"),
    ),
    password(
        "SEC326 sqlcmd-argument: The password in a call of a SQL Server tool.",
        r"(?:sqlcmd|osql|bcp)" + _UP_TO + r"-P\s{0,3}" + _ARGUMENT,
        anchors="sqlcmd |osql |bcp ",
        extent=value,
        source="Microsoft, SQL Server documentation, sqlcmd utility",
        positives=(
            "sqlcmd -S db -U sa -P <12> -Q 'select 1'",
            "/opt/mssql-tools/bin/sqlcmd -U sa -P '<12>'",
            "bcp app.dbo.t out a.csv -U sa -P<12>",
        ),
        negatives=("sqlcmd -S db -E", 'sqlcmd -U sa -P "$SA_PASSWORD"', "sqlcmd -U sa -P <password>"),
    ),
    password(
        "SEC327 sql-user-password: The password that an SQL statement gives a user.",
        r"(?:identified (?:with \S{1,40} )?by|(?:with|encrypted|login) password)\s{1,3}(?:=\s{0,3})?"
        r"\\{0,7}[\"'](?P<v>[^\"'\\\n]{3,128})\\{0,7}[\"']",
        anchors="identified by|with password|encrypted password|login password|identified with",
        caseless=True,
        extent=value,
        source="MySQL, reference manual, CREATE USER; PostgreSQL, documentation, CREATE ROLE",
        positives=(
            "CREATE USER 'a'@'%' IDENTIFIED BY '<12>';",
            "ALTER ROLE app WITH PASSWORD '<12>';",
            "create login x with password = '<12>'",
        ),
        negatives=(
            "IDENTIFIED BY 'password'",
            "ALTER ROLE app WITH PASSWORD :'pw'",
            "CREATE USER a IDENTIFIED BY '${PW}'",
        ),
    ),
    password(
        "SEC328 htpasswd-argument: The password that a call of htpasswd takes in batch mode.",
        r"htpasswd\s{1,3}-(?P<flags>[A-Za-mo-z]{0,6}n[A-Za-z]{0,6}\s{1,3}|[A-Za-mo-z]{1,8}\s{1,3}[^\s-]\S{0,120}\s{1,3})"
        r"(?:-C\s{1,3}[0-9]{1,2}\s{1,3})?[^\s\"'-][^\s\"']{0,63}\s{1,3}" + _ARGUMENT,
        anchors="htpasswd -",
        extent=lambda match: value(match) if "b" in match["flags"].split()[0] else None,
        source="Apache, htpasswd documentation",
        positives=(
            "htpasswd -bc .htpasswd nobody <12>",
            "htpasswd -nbB nobody '<12>'",
            "htpasswd -b /etc/nginx/.htpasswd svc <12>",
        ),
        negatives=("htpasswd -c .htpasswd nobody", "htpasswd -nb user password", "htpasswd -nbB admin $PASS"),
    ),
    password(
        "SEC329 passphrase-argument: The passphrase of a key or a key store in a call of GnuPG, keytool or jarsigner.",
        r"(?:--passphrase|-(?:src|dest)?(?:store|key)pass)[ =]{1,3}" + _ARGUMENT,
        anchors="--passphrase|-storepass|-keypass|-srcstorepass|-deststorepass|-srckeypass",
        extent=value,
        source="GnuPG, gpg(1); Oracle, keytool documentation",
        positives=(
            "gpg --batch --passphrase <12> -d a.gpg",
            "keytool -list -keystore k.jks -storepass <12>",
            "jarsigner -keypass '<12>' a.jar",
        ),
        negatives=("gpg --passphrase-fd 0 -d a.gpg", "keytool -storepass changeit", "keytool -storepass $PASS"),
    ),
)
