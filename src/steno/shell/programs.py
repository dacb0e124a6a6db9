"""The table of programs: which operation each stands for, by subcommand and option.  Knows no trace.

Each row has examples, and each example is a test.  A program that is in no row is `execute`.
"""

from __future__ import annotations

import enum
from functools import cache
from typing import Final

from msgspec import Struct


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


class Strength(enum.IntEnum):
    """How telling a command is of the line that it stands in; the most telling one names the operation of the line.

    What was only looked at comes first and counts least: a read less than a search, since it mostly shows what was
    found.  Then comes what prepares something: files moved, packages fetched and installed, a build.  A line that goes
    on to run something was written for that, and one that runs a check for the check.  New content of a file stays
    when the line is over, whatever else it runs, and a commit or a push is what the checks before it were for.
    """

    SETTING = 0
    """Prepares others or prints: `cd`, `export`, `echo`, `mkdir`."""
    FILTER = 1
    """Works on what others print: `head`, `sort`."""
    READ = 2
    SEARCH = 3
    ASIDE = 4
    """Leaves something behind that serves other commands: `rm`, `cp`, `git add`, a formatter, a scratch file."""
    DOWNLOAD = 5
    INSTALL = 6
    BUILD = 7
    RUN = 8
    VERIFY = 9
    CHANGE = 10
    """An edit, or a file written."""
    RECORD = 11


class Meaning(Struct, frozen=True):
    """What a command does."""

    operation: str
    strength: Strength
    changes: str = ""
    """`repository`, `files` or `remote`, where it changes them and its own name says so."""


class Row(Struct, frozen=True):
    """Programs that mean the same."""

    programs: str
    meaning: Meaning
    examples: tuple[str, ...]
    subcommands: str = ""
    """One of these is the first word that is no option; two words are joined by a dot: `compose.logs`."""
    options: str = ""
    """One of these is given."""
    words: int = 0
    """It has exactly so many words that are no options; any number where this is 0."""


READ: Final = Meaning("read", Strength.READ)
SEARCH: Final = Meaning("search", Strength.SEARCH)
RUN: Final = Meaning("execute", Strength.RUN)
VERIFY: Final = Meaning("verify", Strength.VERIFY)
BUILD: Final = Meaning("verify", Strength.BUILD)
INSTALL: Final = Meaning("install", Strength.INSTALL)
DOWNLOAD: Final = Meaning("download", Strength.DOWNLOAD)
EDIT: Final = Meaning("edit", Strength.CHANGE, "files")
WRITE: Final = Meaning("write", Strength.CHANGE, "files")
SCRATCH: Final = Meaning("write", Strength.ASIDE, "files")
FORMAT: Final = Meaning("edit", Strength.ASIDE, "files")
FILES: Final = Meaning("execute", Strength.ASIDE, "files")
FILTER: Final = Meaning("read", Strength.FILTER)
SETTING: Final = Meaning("execute", Strength.SETTING)
LOOK: Final = Meaning("read", Strength.SETTING)
COMMIT: Final = Meaning("execute", Strength.RECORD, "repository")
STAGE: Final = Meaning("execute", Strength.ASIDE, "repository")
REMOTE: Final = Meaning("execute", Strength.RECORD, "remote")

ROWS: Final = (
    # What sets the scene, and what filters
    Row("cd pushd popd export set unset source . alias ulimit umask trap wait sleep true false : exit return shift "
        "local declare readonly typeset break continue read sync clear printf echo mkdir Set-Location Write-Output "
        "Write-Host Start-Sleep Out-Null Out-String ForEach-Object tput eval let shopt disown fg bg jobs",
        SETTING, ("cd src", "sleep 2", "echo hello", "mkdir -p out")),
    Row("pwd which whereis whoami hostname uname date id tty test [ [[ type command dirname basename realpath "
        "readlink Get-Location Test-Path Get-Command Get-Date seq",
        LOOK, ("pwd", "which go", "test -f a.txt", "uname -a")),
    Row("sort uniq cut tr column paste fold fmt rev tac shuf expand awk gawk mawk sed gsed head tail wc nl less more "
        "cat bat jq yq xq base64 comm join tee Select-Object Sort-Object Format-Table Format-List Measure-Object "
        "Where-Object ConvertFrom-Json ConvertTo-Json json.tool",
        FILTER, ("sed -n 1,20p f.txt", "cat f.txt", "head -5 f", "wc -l f", "awk '{print $1}' f",
        "jq .name package.json", "python -m json.tool a.json")),
    Row("sed gsed perl ruby", EDIT, ("sed -i 's/a/b/' f.txt", "sed -i.bak -e s/a/b/ f", "perl -pi -e s/a/b/ f",
        "sed -Ei s/a/b/ f"), options="~i -i.* --in-place*"),
    # Looking
    Row("ls ll dir tree exa eza lsd stat file du df md5 md5sum sha1sum sha256sum shasum cksum xxd od hexdump strings "
        "diff cmp colordiff delta ps top htop free uptime lsof netstat ss env printenv locale history man info tldr "
        "nm otool objdump readelf ldd exiftool identify ffprobe pdftotext pdfinfo zcat gzcat zless lsblk mount "
        "ifconfig ip dig nslookup host ping traceroute journalctl dmesg last w groups getent vmstat iostat sw_vers "
        "system_profiler mdls sysctl nproc arch getconf Get-Content Get-ChildItem Get-Item Get-ItemProperty "
        "Get-Process gc gci Format-Hex Compare-Object Get-FileHash Get-Variable nvidia-smi tokei cloc scc",
        READ, ("ls -la", "tree -L 2", "Get-Content a.txt", "diff a b", "ps aux", "stat f", "du -sh .")),
    Row("grep egrep fgrep zgrep rg ripgrep ag ack find gfind fd fdfind locate mdfind pgrep ast-grep sg "
        "semgrep-search fzf Select-String findstr sls ugrep pt",
        SEARCH, ("grep -rn foo .", "rg --files", "find . -name '*.py'", "fd test",
        "Select-String -Path a.txt -Pattern b")),
    # Files
    Row("kill pkill killall rm rmdir mv cp ln chmod chown touch install rsync scp truncate unlink trash shred tar "
        "gzip gunzip zip unzip xz bzip2 zstd 7z Remove-Item Move-Item Copy-Item Rename-Item New-Item Expand-Archive "
        "Compress-Archive del copy move",
        FILES, ("rm -rf out", "cp a b", "chmod +x run.sh", "unzip a.zip")),
    Row("tar", READ, ("tar tzf a.tgz",), options="-t* t tf tzf tvf tvzf tjf --list"),
    Row("unzip", READ, ("unzip -l a.zip",), options="-l -v -Z"),
    Row("apply_patch applypatch patch", EDIT, ("patch -p1 < a.diff", "apply_patch 'x'")),
    Row("Set-Content Add-Content Out-File Tee-Object", WRITE, ("Set-Content a.txt hello", "Out-File b.txt")),
    Row("gofmt goimports gofumpt rustfmt prettier black isort autopep8 yapf clang-format shfmt stylua autoflake "
        "pyupgrade dprint nixfmt ktlint-format google-java-format taplo swiftformat rubyfmt",
        FORMAT, ("gofmt -w .", "prettier --write src", "black .")),
    Row("gofmt goimports gofumpt shfmt prettier black isort rustfmt clang-format swiftformat taplo nixfmt",
        VERIFY, ("gofmt -l .", "prettier --check src", "black --check .", "prettier -c ."),
        options="-l -d --check --check-only -c --list-different --dry-run --diff --lint"),
    # Git and its hosts
    Row("git", STAGE, ("git add -A", "git checkout main", "git stash", "git reset --hard")),
    Row("git", READ, ("git diff", "git -C x log --oneline", "git status -s", "git show HEAD:a", "git stash list"),
        subcommands="diff log show status blame shortlog describe rev-parse rev-list ls-files ls-tree ls-remote "
        "cat-file reflog merge-base name-rev whatchanged cherry for-each-ref show-ref diff-tree diff-index "
        "diff-files range-diff check-ignore check-attr var version help count-objects annotate difftool stash.list "
        "stash.show worktree.list remote.show remote.get-url bisect.log submodule.status notes.show notes.list "
        "config.list check-ref-format symbolic-ref verify-pack get-tar-commit-id rev-list"),
    Row("git", SEARCH, ("git grep foo",), subcommands="grep"),
    Row("git", VERIFY, ("git fsck", "git verify-commit HEAD"), subcommands="fsck verify-commit verify-tag"),
    Row("git", VERIFY, ("git apply --check a.diff",), subcommands="apply",
        options="--check --stat --numstat --summary"),
    Row("git", EDIT, ("git apply a.diff",), subcommands="apply am"),
    Row("git", DOWNLOAD, ("git clone https://example.com/a.git", "git fetch origin"), subcommands="clone fetch"),
    Row("git", READ, ("git branch", "git branch -a", "git remote -v", "git config --get user.name"),
        subcommands="branch remote config worktree submodule",
        options="-l --list -a --all -r --remotes -v -vv --get --get-all --get-regexp --show-current --contains "
        "--merged --no-merged --points-at --show-origin"),
    Row("git", READ, ("git config user.name", "git config --global gc.auto"), subcommands="config", words=2),
    Row("git", COMMIT, ("git commit -m x", "git merge main", "git rebase main", "git cherry-pick a", "git revert a"),
        subcommands="commit merge rebase cherry-pick revert tag notes pull"),
    Row("git", READ, ("git branch", "git remote", "git tag"),
        subcommands="branch. remote. tag. worktree. submodule. notes."),
    Row("git", READ, ("git tag -l", "git tag --contains HEAD"), subcommands="tag",
        options="-l --list --contains --points-at -n --merged --sort*"),
    Row("git", Meaning("execute", Strength.RECORD, "remote"), ("git push", "git push origin main"),
        subcommands="push"),
    Row("gh glab hub", REMOTE, ("gh pr create --fill", "gh issue comment 3 -b x", "gh release create v1")),
    Row("gh glab hub", READ, ("gh pr view 3", "gh run list", "gh issue list", "gh pr checks", "gh api repos/a/b"),
        subcommands="pr.view pr.list pr.diff pr.checks pr.status issue.view issue.list issue.status run.view "
        "run.list run.watch release.view release.list repo.view repo.list workflow.list workflow.view auth.status "
        "auth.token api status browse gist.view gist.list label.list mr.view mr.list mr.diff ci.view ci.list "
        "ci.status cache.list variable.list secret.list ruleset.view project.list project.view org.list"),
    Row("gh glab", REMOTE, ("gh api -X POST repos/a/b/issues", "gh api graphql -f query=x"), subcommands="api",
        options="-X --method -f -F --field --raw-field --input"),
    Row("gh glab hub", SEARCH, ("gh search code foo",), subcommands="search"),
    Row("gh glab hub", DOWNLOAD, ("gh repo clone a/b", "gh run download 3"),
        subcommands="repo.clone run.download release.download"),
    Row("gh glab hub", STAGE, ("gh pr checkout 3",), subcommands="pr.checkout mr.checkout"),
    # The network
    Row("curl http https xh", READ, ("curl -s https://example.com/a.json", "curl -I https://example.com")),
    Row("curl", RUN, ("curl -X POST https://example.com -d x", "curl -XDELETE https://example.com/a"),
        options="~X -X* --request* -d --data* -F --form* -T --upload-file --json"),
    Row("curl", DOWNLOAD, ("curl -LO https://example.com/a.tgz", "curl -o a.tgz https://example.com/a.tgz",
        "curl -fsSLo a u"), options="~o ~O --output* --remote-name*"),
    Row("wget aria2c youtube-dl yt-dlp", DOWNLOAD, ("wget https://example.com/a.tgz",)),
    Row("wget", READ, ("wget -qO- https://example.com",), options="-qO- -O- --spider -qO"),
    Row("Invoke-WebRequest Invoke-RestMethod iwr irm", READ, ("Invoke-RestMethod https://example.com/a",)),
    Row("Invoke-WebRequest iwr", DOWNLOAD, ("Invoke-WebRequest https://example.com/a -OutFile a",),
        options="-OutFile"),
    # Package managers
    Row("pip pip3 uv poetry pdm pipenv pipx conda mamba micromamba rye hatch easy_install",
        INSTALL, ("pip install x", "uv sync", "poetry add x", "uv pip install x", "uv tool install ruff",
        "conda install x"),
        subcommands="install add sync update upgrade remove uninstall lock create pip.install pip.sync "
        "pip.uninstall tool.install tool.upgrade self.update env.create inject venv python.install pip.compile"),
    Row("pip pip3 uv poetry pdm conda", READ, ("pip list", "pip show x", "uv pip list", "poetry show"),
        subcommands="list show freeze index inspect info tree pip.list pip.show pip.freeze pip.tree env.list "
        "tool.list env.info"),
    Row("pip pip3 poetry uv", VERIFY, ("pip check", "poetry check", "uv build", "poetry build"),
        subcommands="check build pip.check"),
    Row("pip pip3", DOWNLOAD, ("pip download x",), subcommands="download"),
    Row("venv virtualenv ensurepip corepack nvm fnm volta pyenv rbenv asdf rustup sdkman mas flatpak snap nix-env "
        "nix-channel",
        INSTALL, ("python -m venv .venv", "nvm install 20", "rustup component add clippy", "corepack enable")),
    Row("nvm fnm pyenv rbenv asdf rustup volta snap flatpak", LOOK, ("nvm use 20", "nvm ls", "rustup show"),
        subcommands="use ls list show which current versions version shell local global default run"),
    Row("apt apt-get yum dnf apk brew pacman zypper port choco scoop winget emerge pkg nala",
        INSTALL, ("apt-get install -y jq", "brew install jq", "apk add git", "brew bundle"),
        subcommands="install add update upgrade remove uninstall reinstall bundle tap purge autoremove -S -Sy -Syu "
        "dist-upgrade"),
    Row("dpkg rpm", INSTALL, ("dpkg -i a.deb", "rpm -i a.rpm")),
    Row("apt apt-get brew dnf apk pacman choco scoop winget apt-cache dpkg rpm",
        READ, ("brew list", "dpkg -l", "apt show jq"),
        subcommands="list info show leaves outdated deps doctor config policy services.list"),
    Row("dpkg rpm", READ, ("dpkg -l", "rpm -qa"), options="-l -L -s -S -q* --list"),
    Row("npm pnpm yarn bun", INSTALL, ("npm install", "npm ci", "pnpm add x", "yarn add -D x", "bun i",
        "npm uninstall x"),
        subcommands="install i ci add remove rm uninstall un update up upgrade link unlink dedupe prune rebuild "
        "import install-clean fetch set.version"),
    Row("npm pnpm yarn bun", READ, ("npm ls", "npm view x", "pnpm why x", "npm pkg get name"),
        subcommands="ls list ll view info show why outdated root bin prefix whoami config pm.ls explain pkg.get get "
        "pm help licenses fund docs repo query"),
    Row("npm pnpm yarn bun", VERIFY, ("npm test", "pnpm t", "npm audit", "bun test", "bun build a.ts",
        "npm pack --dry-run"), subcommands="test t tst audit build pack doctor"),
    Row("npm pnpm yarn", REMOTE, ("npm publish",), subcommands="publish unpublish deprecate version dist-tag"),
    Row("npm", FORMAT, ("npm pkg set name=x",), subcommands="pkg.set pkg.delete"),
    Row("pip pip3 conda apt apt-cache brew dnf yum apk pacman choco scoop winget npm pnpm yarn cargo docker gem "
        "composer helm",
        SEARCH, ("npm search x", "brew search jq", "cargo search x"), subcommands="search se"),
    Row("gem bundle composer cpan cpanm luarocks opam stack cabal nuget pod carthage mix hex helm cargo-binstall",
        INSTALL, ("gem install x", "bundle install", "composer require x", "pod install", "mix deps.get"),
        subcommands="install update require add upgrade deps.get deps.update local.hex local.rebar remove repo.add "
        "repo.update i deps.unlock archive.install"),
    Row("go", INSTALL, ("go get x", "go mod tidy", "go install x@latest"),
        subcommands="get install mod.tidy mod.init mod.vendor"),
    Row("go", DOWNLOAD, ("go mod download",), subcommands="mod.download"),
    Row("cargo", INSTALL, ("cargo add x", "cargo install x", "cargo update"),
        subcommands="add install update remove fetch"),
    Row("terraform tofu pulumi", INSTALL, ("terraform init",), subcommands="init"),
    Row("mise", INSTALL, ("mise install", "mise use node@20", "mise trust"),
        subcommands="install use upgrade i u trust up"),
    Row("mise", READ, ("mise ls", "mise tasks"),
        subcommands="ls list tasks env current which where doctor config outdated ls-remote"),
    Row("pre-commit lefthook husky", INSTALL, ("pre-commit install",), subcommands="install autoupdate"),
    # Checks: tests, linters, type checkers, builds
    Row("pytest py.test tox nox unittest nose2 behave doctest vitest jest mocha ava jasmine karma cypress playwright "
        "c8 nyc rspec minitest cucumber phpunit pest ctest bats busted gotestsum ginkgo nextest cargo-nextest prove "
        "coverage k6 wdio testcafe xctest lit",
        VERIFY, ("pytest -q tests", "npx vitest run", "python -m unittest", "npx playwright test", "gotestsum ./...")),
    Row("playwright", INSTALL, ("npx playwright install",), subcommands="install install-deps"),
    Row("coverage", READ, ("coverage report",), subcommands="report html xml json"),
    Row("ruff mypy pyright basedpyright pyre pytype ty flake8 pylint pyflakes pycodestyle pydocstyle bandit vulture "
        "lint-imports import-linter py_compile compileall tsc tsgo vue-tsc eslint tslint oxlint xo standard "
        "stylelint htmlhint biome knip depcheck madge publint attw markdownlint markdownlint-cli2 golangci-lint "
        "staticcheck gosec govulncheck errcheck revive rubocop standardrb reek brakeman phpstan psalm phpcs "
        "shellcheck hadolint actionlint yamllint jsonlint sqlfluff checkov tflint tfsec kubeval kubeconform ktlint "
        "detekt swiftlint clang-tidy cppcheck cpplint credo sobelow codespell typos vale lychee semgrep trivy snyk "
        "gitleaks trufflehog pip-audit safety twine commitlint djlint interrogate deptry cargo-deny cargo-audit "
        "slither solhint mythril dmypy",
        VERIFY, ("ruff check .", "mypy src", "npx tsc --noEmit", "npx eslint src", "shellcheck a.sh",
        "golangci-lint run")),
    Row("ruff", FORMAT, ("ruff format .",), subcommands="format"),
    Row("ruff eslint biome rubocop stylelint golangci-lint oxlint markdownlint prettier standard",
        FORMAT, ("ruff check --fix .", "eslint --fix src", "prettier -w ."),
        options="--fix --write -w --autocorrect -A --fix-only --unsafe-fixes"),
    Row("ruff biome", VERIFY, ("ruff format --check .",), options="--check --diff"),
    Row("gcc g++ cc c++ clang clang++ rustc javac kotlinc scalac swiftc ghc ocamlc nvcc ld msbuild cmake ninja meson "
        "bazel buck bazelisk scons gradle gradlew mvn mvnw ant sbt xcodebuild webpack rollup esbuild tsup swc ncc "
        "next nuxt astro hugo jekyll mkdocs sphinx-build wasm-pack pyinstaller goreleaser latexmk pdflatex xelatex "
        "protoc svelte-check svelte-kit solc tsdown",
        BUILD, ("cmake --build out", "xcodebuild -scheme A", "npx vite build", "./gradlew assemble", "mvn package",
        "next build")),
    Row("next nuxt astro hugo jekyll mkdocs gradle gradlew webpack storybook bazel sbt",
        RUN, ("npx vite", "next dev", "./gradlew bootRun", "hugo server"),
        subcommands="dev serve server start preview run bootRun watch deploy gh-deploy publish run.dev run.start "
        "new"),
    Row("vite parcel", BUILD, ("vite build",), subcommands="build"),
    Row("go", VERIFY, ("go test ./...", "go build ./...", "go vet ./...", "go mod verify"),
        subcommands="test build vet mod.verify tool.cover"),
    Row("go", READ, ("go doc fmt", "go list ./...", "go env GOPATH", "go version"),
        subcommands="doc list env version mod.graph mod.why help"),
    Row("go", FORMAT, ("go fmt ./...", "go fix ./..."), subcommands="fmt fix"),
    Row("cargo", VERIFY, ("cargo test", "cargo +nightly build --release", "cargo clippy", "cargo check",
        "cargo fmt --check"),
        subcommands="test build clippy check bench nextest miri doc audit deny udeps llvm-cov tarpaulin b t c hack "
        "machete build-sbf build-bpf test-sbf verify-project semver-checks rustc"),
    Row("cargo", FORMAT, ("cargo fmt", "cargo fix"), subcommands="fmt fix"),
    Row("cargo", READ, ("cargo tree", "cargo metadata"), subcommands="tree metadata info version"),
    Row("dotnet swift zig deno flutter dart anchor forge hardhat truffle mix rebar3 stack cabal dune lein elm "
        "crystal gleam nim dub expo ng ember nest trunk wails tauri rails manage.py artisan buf avm scarb sui aptos "
        "snforge",
        VERIFY, ("dotnet test", "swift build", "deno check a.ts", "flutter analyze", "forge build", "mix test",
        "mix credo", "python manage.py test", "npx hardhat test", "anchor build", "npx ng build"),
        subcommands="test build check deps.compile lint analyze compile typecheck vet ast-check credo dialyzer xref "
        "coverage ct eunit proper dialyze type-check test.watch docs doc audit bench spec build-exe build-lib "
        "format.check doctor coveralls hex.audit deps.audit sobelow snapshot doctest android.lint tsc"),
    Row("mix dotnet deno dart forge swift zig gleam rebar3 buf scarb elm-format",
        FORMAT, ("mix format", "deno fmt", "dart format ."), subcommands="format fmt fix"),
    Row("mix dotnet deno dart forge swift zig gleam buf scarb", VERIFY, ("mix format --check-formatted",
        "deno fmt --check", "dotnet format --verify-no-changes"),
        options="--check-formatted --verify-no-changes --set-exit-if-changed"),
    Row("dotnet flutter dart swift forge anchor expo deno", INSTALL, ("dotnet restore", "flutter pub get",
        "forge install x"),
        subcommands="restore pub.get pub.add install add package.resolve package.update add.package tool.install"),
    Row("docker podman buildah nerdctl docker-compose", BUILD, ("docker build .", "docker compose build"),
        subcommands="build compose.build buildx.build compose.config config bud"),
    Row("docker podman docker-compose", READ, ("docker ps", "docker logs web", "docker compose logs",
        "docker images"),
        subcommands="ps logs images inspect info version stats top port history diff events compose.ps compose.logs "
        "image.ls container.ls volume.ls network.ls image.inspect system.df compose.images volume.inspect "
        "network.inspect"),
    Row("docker podman", DOWNLOAD, ("docker pull alpine",), subcommands="pull compose.pull image.pull"),
    Row("docker podman npm cargo twine", REMOTE, ("docker push a/b", "cargo publish", "twine upload dist/*"),
        subcommands="push publish upload"),
    Row("kubectl oc k9s helm aws gcloud az fly flyctl heroku vercel netlify wrangler railway supabase firebase "
        "launchctl systemctl service terraform tofu pulumi doctl argocd crontab",
        READ, ("kubectl get pods", "kubectl logs web", "aws s3 ls", "vercel ls", "systemctl status nginx",
        "terraform show"),
        subcommands="get describe logs log top explain version list ls status show output state.list state.show "
        "s3.ls whoami inspect env.ls deployments.list print secrets.list tail cluster-info api-resources"),
    Row("terraform tofu pulumi helm kubectl cdk", VERIFY, ("terraform plan", "helm lint x", "terraform validate",
        "kubectl diff -f a"), subcommands="plan validate lint preview template diff synth fmt.-check"),
    Row("terraform tofu", FORMAT, ("terraform fmt",), subcommands="fmt"),
    Row("pre-commit lefthook husky overcommit", VERIFY, ("pre-commit run -a",), subcommands="run"),
    Row("node nodejs ruby php bash sh zsh perl", VERIFY, ("node --check a.js", "bash -n a.sh", "node --test",
        "php -l a.php"), options="--check --test -n --syntax-check"),
    Row("ruby php perl", VERIFY, ("php -l a.php", "ruby -c a.rb"), options="-l -c"),
    Row("sqlite3 psql mysql redis-cli mongosh duckdb", RUN, ("sqlite3 a.db 'select 1'",)),
)  # fmt: skip
"""Of the rows of a program, the last that fits decides, so what is special stands below what is general."""

TASKS: Final = _names(
    "make gmake just task rake invoke inv poe doit grunt gulp mage rushx yarn pnpm bun nps vp turbo nx"
)
"""Programs whose first word names a task of the project, where no row knows it."""
RUNNERS: Final = {
    "npm": ("run", "run-script"), "pnpm": ("run", "run-script"), "yarn": ("run",), "bun": ("run",),
    "mise": ("run", "r"), "deno": ("task",), "turbo": ("run",), "nx": ("run", "run-many", "affected"),
    "composer": ("run", "run-script"), "pixi": ("run",), "lerna": ("run",),
}  # fmt: skip
"""Programs that name the task behind a word of their own."""
VALUED: Final = {
    "git": frozenset({"-C", "-c", "--git-dir", "--work-tree", "--namespace"}),
    "npm": frozenset({"--prefix", "-w", "--workspace", "-C"}),
    "pnpm": frozenset({"-C", "--dir", "--filter", "-F", "--prefix"}),
    "yarn": frozenset({"--cwd", "--modules-folder"}),
    "bun": frozenset({"--cwd", "--filter"}),
    "make": frozenset({"-C", "-f", "-I", "-o", "-W", "--directory", "--file"}),
    "just": frozenset({"-f", "--justfile", "-d", "--working-directory", "--set"}),
    "mise": frozenset({"-C", "--cd", "-E", "--env", "-j", "--jobs"}),
    "go": frozenset({"-C"}),
    "cargo": frozenset({"--manifest-path", "--config", "-C", "--color"}),
    "docker": frozenset({"-H", "--host", "--context", "-f", "--file", "-p", "--project-name", "--config"}),
    "gh": frozenset({"-R", "--repo", "--hostname"}),
    "kubectl": frozenset({"-n", "--namespace", "--context", "--kubeconfig"}),
    "helm": frozenset({"-n", "--namespace", "--kube-context"}),
    "aws": frozenset({"--profile", "--region", "--output", "--endpoint-url"}),
    "uv": frozenset({"--directory", "--project", "--python", "-p"}),
    "mvn": frozenset({"-f", "-pl", "-P"}),
    "gradle": frozenset({"-p", "-b"}),
    "terraform": frozenset(),
    "dotnet": frozenset(),
}  # fmt: skip
"""The options of a program whose value stands before its first word."""
_CHECKS: Final = _names(
    "test tests testing lint linter check checks typecheck types tsc build builds compile ci verify validate e2e unit "
    "integration spec specs coverage cov vet clippy eslint audit quality qa smoke bench typescript mypy pytest pyright "
    "vitest jest clippy checkstyle conformance dialyzer precommit prepush acceptance bundle fuzz canary"
)
BUILDS: Final = _names(
    "build builds compile deps.compile bundle b build-exe build-lib build-sbf build-bpf compose pack assemble package"
)
"""Checks that are builds."""
_INSTALLS: Final = _names("install setup deps dependencies bootstrap init-deps")
_FORMATS: Final = _names("fmt format fix prettier autofix tidy")
_SCRIPT_CHECKS: Final = _names("test tests lint typecheck verify validate e2e check smoke spec")


_ENDINGS: Final = (
    ".sh",
    ".bash",
    ".zsh",
    ".py",
    ".js",
    ".mjs",
    ".cjs",
    ".ts",
    ".mts",
    ".tsx",
    ".rb",
    ".pl",
    ".php",
    ".ps1",
    ".lua",
)
_FOLDERS: Final = ("scripts", "script", "bin", "tools", "hack", "ci", ".ci")


class Case(Struct, frozen=True):
    """One row, as it is looked up."""

    meaning: Meaning
    subcommands: frozenset[str]
    options: tuple[str, ...]
    words: int


class Named(Struct, frozen=True):
    """The cases of one program, the special ones first."""

    cases: tuple[Case, ...]
    nested: frozenset[str]
    """First words that another one follows: `pr` in `pr.view`."""
    has_subcommands: bool


@cache
def table() -> dict[str, Named]:
    """What is known of each program."""
    cases: dict[str, list[Case]] = {}
    for row in reversed(ROWS):
        case = Case(row.meaning, frozenset(row.subcommands.split()), tuple(row.options.split()), row.words)
        for program in row.programs.split():
            cases.setdefault(program, []).append(case)
    return {program: _named(tuple(found)) for program, found in cases.items()}


def _named(cases: tuple[Case, ...]) -> Named:
    names = frozenset().union(*(case.subcommands for case in cases))
    return Named(cases, frozenset(name.partition(".")[0] for name in names if "." in name), bool(names))


def task(name: str) -> Meaning:
    """What a task of a project does, as far as its name says so."""
    parts = _parts(name)
    if parts & _FORMATS and not parts & {"check", "verify", "lint", "test"}:
        return FORMAT
    if checks := parts & _CHECKS:
        return BUILD if checks <= BUILDS else VERIFY
    return INSTALL if parts & _INSTALLS else RUN


def script(path: str) -> Meaning:
    """What a script does, as far as its name says so; a program that only lies somewhere is none."""
    folder, _, name = path.replace("\\", "/").rpartition("/")
    if not name.endswith(_ENDINGS) and folder.rpartition("/")[2] not in _FOLDERS:
        return RUN
    parts = _parts(name.partition(".")[0])
    return VERIFY if parts & _SCRIPT_CHECKS else BUILD if parts & {"build", "compile"} else RUN


def _parts(name: str) -> set[str]:
    """The words of a name: `test:ci`, `run_tests`, `lint-fix`."""
    for sign in ":-_./@":
        name = name.replace(sign, " ")
    return set(name.lower().split())
