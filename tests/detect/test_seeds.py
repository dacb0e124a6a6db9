"""What the machine knows is masked from the start, and a short name does not tear the text apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.detect import Level
from steno.detect.seeds import Machine, Reach, Seed, authors, seeds
from steno.detect.spans import SWEPT, Span
from steno.detect.sweep import Sweep
from tests.given.machine import claude, dialogue, steno

KEPT = "Zq7vXw93kLpR" + "t2Ym"
MACHINE = Machine(
    users=("quillfeather",),
    home="/home/qfeather",
    host="otterbox.den.lan",
    authors=("Quill Featherstone", "quill@featherstone.dev"),
    environ={"DEPLOY_TOKEN": KEPT, "SHORT_TOKEN": "abc", "EDITOR": "vim", "PATH": "/usr/bin"},
)


def found(machine: Machine, level: Level, text: str) -> list[str]:
    sweep = Sweep((), names=seeds(machine, level))
    return [span.value for span in sweep.find(text)]


def test_secrets_of_the_environment_count_from_secrets_on_and_names_from_pii_on() -> None:
    secret = Seed("auth_token", KEPT, Reach.ANYWHERE)
    assert seeds(MACHINE, Level.NONE) == ()
    assert seeds(MACHINE, Level.SECRETS) == (secret,)
    assert seeds(MACHINE, Level.PII) == (
        secret,
        Seed("person", "quillfeather", Reach.WORD),
        Seed("person", "qfeather", Reach.WORD),
        Seed("person", "Quill Featherstone", Reach.WORD),
        Seed("email", "quill@featherstone.dev", Reach.WORD),
        Seed("identifier", "otterbox.den.lan", Reach.WORD),
        Seed("identifier", "otterbox", Reach.WORD),
    )


@pytest.mark.parametrize("name", ["root", "runner", "Ubuntu", "node", "x", "", "message", "toolUseResult", "7", "Bash"])
def test_a_name_that_many_machines_have_is_nobodys(name: str) -> None:
    assert seeds(Machine(users=(name,), host=name), Level.PII) == ()


def test_an_address_of_nobody_is_no_seed() -> None:
    assert seeds(Machine(authors=("you@example.com", "Your Name")), Level.PII) == ()


def test_a_personal_name_is_matched_as_a_whole_word() -> None:
    machine = Machine(users=("odalys",))
    text = "odalys and odalysse, by-odalys; \\nodalys_1 /srv/odalys"
    spans = Sweep((), names=seeds(machine, Level.PII)).find(text)
    assert [(span.start, span.end) for span in spans] == [(0, 6), (24, 30), (48, 54)]


@pytest.mark.parametrize("name", ["jo", "will"])
def test_a_short_name_or_a_word_counts_in_paths_and_addresses_only(name: str) -> None:
    machine = Machine(users=(name,))
    assert found(machine, Level.PII, f"{name} goes, {name}. {name}=1 ({name})") == []
    assert found(machine, Level.PII, f"/home/{name}/x C:\\Users\\{name}\\y {name}@box ~{name}") == [name] * 4


def test_a_secret_of_the_environment_is_found_in_every_shape() -> None:
    text = KEPT.encode().hex()
    values = [(seed.type, seed.value) for seed in seeds(MACHINE, Level.SECRETS)]
    assert Sweep(values).find(text) == [Span(0, len(text), "auth_token", SWEPT, KEPT)]


def test_git_authors_are_read_from_the_text_of_a_configuration() -> None:
    config = (
        '[core]\n\tname = not this\n[user]\n\temail = a@b.dev # mine\n\tname = "Ada B"\n[alias]\n\tname = !rm -rf\n'
    )
    assert authors(config) == ("a@b.dev", "Ada B")
    assert authors("[user\nname") == ()


def test_the_commands_look_for_what_the_machine_knows_unless_told_not_to(tmp_path: Path) -> None:
    (tmp_path / ".gitconfig").write_text("[user]\nname = Odalys Vermeer\n")
    prompt = f"ask Odalys Vermeer for {KEPT} at odalys@"
    path = str(claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt=prompt)))

    def out(*args: str) -> str:
        return steno(*args, home=tmp_path, DEPLOY_TOKEN=KEPT, USER="odalys").out

    for command in (("export", path), ("redact", path), ("convert", path, "-t", "open-token")):
        assert KEPT not in out(*command)
        assert "Odalys Vermeer" in out(*command)
        assert KEPT in out(*command, "--no-seeds")
    personal = out("redact", path, "--level", "pii")
    assert [word for word in (KEPT, "Odalys", "odalys") if word in personal] == []
