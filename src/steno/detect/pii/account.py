"""Names of accounts and hosts that belong to machines, not to people."""

from __future__ import annotations

NOBODY = frozenset(
    {
        "user", "users", "username", "user_name", "yourname", "your_name", "your-name", "yourusername", "name",
        "you", "me", "root", "admin", "administrator", "runner", "ubuntu", "debian", "fedora", "centos", "alpine",
        "arch", "ec2-user", "ec2", "azureuser", "azure-user", "opc", "core", "node", "vscode", "codespace",
        "codespaces", "app", "application", "default", "public", "shared", "all", "all_users", "allusers", "guest",
        "sandbox", "agent", "agents", "build", "builder", "buildbot", "ci", "jenkins", "travis", "circleci",
        "circle", "semaphore", "appveyor", "vagrant", "git", "gitlab", "gitlab-runner", "github", "actions",
        "www-data", "www", "nginx", "apache", "httpd", "http", "docker", "podman", "linuxbrew", "brew", "gitpod",
        "oai", "openai", "claude", "codex", "cursor", "devin", "coder", "model", "containeradministrator",
        "containeruser", "runneradmin", "vssadministrator", "system", "daemon", "nobody", "nobody_", "service",
        "svc", "postgres", "mysql", "redis", "mongodb", "rabbitmq", "elasticsearch", "kafka", "airflow", "jovyan",
        "conda", "mambauser", "miniconda", "anaconda", "python", "perl", "ruby", "go", "java", "php", "rust", "test",
        "tester", "testuser", "test-user", "testing", "tmp", "temp", "dev", "devel", "developer", "development",
        "deploy", "deployer", "deployment", "prod", "production", "staging", "ops", "devops", "steam", "kiosk", "pi",
        "dietpi", "osmc", "demo", "example", "examples", "sample", "foo", "bar", "baz", "foobar", "alice", "bob",
        "xxx", "someone", "somebody", "person", "customer", "client", "home", "host", "hostname", "local",
        "localhost", "localuser", "project", "projects", "workspace", "work", "worker", "repo", "repos", "src",
        "data", "site", "web", "webapp", "website", "server", "backend", "frontend", "mail", "ftp", "sftp", "backup",
        "log", "logs", "cache", "bin", "lib", "library", "microsoft", "windows", "wdagutilityaccount", "desktop",
        "documents", "downloads", "downloadlinks", "appdata", "programdata", "vagrant.vagrant", "sdcard", "oracle",
        "ansible", "terraform", "kubernetes", "kube", "k8s", "spark", "hadoop", "hdfs", "nixbld", "nix", "snap",
        "postmaster", "noreply", "no-reply", "support", "info", "appuser", "nonroot", "nextjs", "bun", "deno",
        "rails", "django", "flask",
    }
)  # fmt: skip
"""Accounts of machines, of images for containers and of documentation, and folders beside the people's."""

NO_HOSTS = frozenset(
    {
        "localhost", "host", "hostname", "server", "machine", "computer", "container", "docker", "sandbox",
        "example", "github", "gitlab", "bitbucket", "remote", "local", "ubuntu", "debian", "fedora", "runner",
        "vscode", "codespace", "raspberrypi", "kali", "penguin", "main", "master", "latest", "next", "beta", "alpha",
        "canary", "dev", "stable", "rc", "staging", "prod", "production", "nightly", "edge",
    }
)  # fmt: skip
"""What stands for a host in documentation, and what stands after the `@` of a package."""
