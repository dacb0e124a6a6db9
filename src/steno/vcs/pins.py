"""What of git's configuration has no say here: each setting with the value it is held at, and why.  Runs nothing.

A repository's configuration comes with the repository, so anybody may have written it.  A setting is pinned where it
lets git run a program, read a file elsewhere, talk to the network, or change an answer that is read here.
"""

from __future__ import annotations

import os
from typing import Final, NamedTuple


class Pin(NamedTuple):
    name: str
    value: str
    why: str


_NOTHING = os.devnull

PINS: Final = (
    # Programs.  None of our commands needs one; should one of them ask, it gets what cannot be run.
    Pin("core.fsmonitor", "false", "runs a program to ask which files have changed"),
    Pin("core.hooksPath", _NOTHING, "names a folder of programs that git runs, also when a note is written"),
    Pin("core.pager", "cat", "runs a program to show output"),
    Pin("core.editor", "false", "runs a program"),
    Pin("core.askPass", "false", "runs a program to ask for a password"),
    Pin("core.sshCommand", "false", "runs a program to reach another machine"),
    Pin("core.alternateRefsCommand", "false", "runs a program to list references of another repository"),
    Pin("credential.helper", "", "runs a program to ask for a password; the empty value forgets all that were named"),
    Pin("gpg.program", "false", "runs a program to look at signatures"),
    Pin("gpg.openpgp.program", "false", "as gpg.program"),
    Pin("gpg.x509.program", "false", "as gpg.program"),
    Pin("gpg.ssh.program", "false", "as gpg.program"),
    Pin("gpg.ssh.defaultKeyCommand", "false", "as gpg.program"),
    Pin("log.showSignature", "false", "runs a program for every signed commit, and prints what it says"),
    Pin("interactive.diffFilter", "cat", "runs a program over a diff"),
    Pin("uploadpack.packObjectsHook", "false", "runs a program when objects are packed"),
    Pin("gc.auto", "0", "starts a collection, which writes to the repository and runs a hook"),
    Pin("maintenance.auto", "false", "as gc.auto"),
    # The network.
    Pin("protocol.allow", "never", "lets git fetch what a partial clone lacks"),
    # Files elsewhere.
    Pin("core.attributesFile", _NOTHING, "reads attributes from a file"),
    Pin("core.excludesFile", _NOTHING, "reads patterns from a file"),
    Pin("mailmap.file", _NOTHING, "reads names of people from a file, which `blame` prints"),
    Pin("mailmap.blob", "", "reads them from an object"),
    Pin("diff.orderFile", _NOTHING, "reads the order of paths from a file"),
    Pin("commit.template", _NOTHING, "reads a message from a file"),
    Pin("fsck.skipList", _NOTHING, "reads objects from a file"),
    Pin("gpg.ssh.allowedSignersFile", _NOTHING, "reads keys from a file"),
    Pin("gpg.ssh.revocationFile", _NOTHING, "as gpg.ssh.allowedSignersFile"),
    # Answers.
    Pin("advice.graftFileDeprecated", "false", "complains about a file that is not tracked"),
    Pin("blame.blankBoundary", "false", "leaves out the id of the first commit"),
    Pin("blame.coloring", "none", "puts colours between what is read"),
    Pin("blame.date", "raw", "spells times in another way"),
    Pin("blame.markIgnoredLines", "false", "marks lines with a character"),
    Pin("blame.markUnblamableLines", "false", "marks lines with a character"),
    Pin("blame.showEmail", "false", "shows an address in place of a name"),
    Pin("blame.showRoot", "true", "marks the lines of the first commit"),
    Pin("color.ui", "false", "puts colours between what is read"),
    Pin("color.diff", "false", "as color.ui"),
    Pin("core.abbrev", "40", "shortens ids"),
    Pin("core.bigFileThreshold", "16m", "decides which files have no diff, and how much memory is taken"),
    Pin("core.deltaBaseCacheLimit", "192m", "decides how much is unpacked again and again"),
    Pin("core.notesRef", "refs/notes/steno", "names other notes"),
    Pin("core.quotePath", "false", "spells names in another way"),
    Pin("core.useReplaceRefs", "false", "shows another object in place of the one that is named"),
    Pin("core.warnAmbiguousRefs", "false", "complains of names"),
    Pin("diff.algorithm", "histogram", "decides which lines a commit added"),
    Pin("diff.colorMoved", "no", "puts colours between what is read"),
    Pin("diff.context", "0", "decides how much stands around a change"),
    Pin("diff.ignoreSubmodules", "none", "leaves out changes"),
    Pin("diff.indentHeuristic", "true", "decides which lines a commit added"),
    Pin("diff.interHunkContext", "0", "joins changes that stand apart"),
    Pin("diff.mnemonicPrefix", "false", "spells names in another way"),
    Pin("diff.noprefix", "false", "spells names in another way"),
    Pin("diff.relative", "false", "leaves out files of other folders"),
    Pin("diff.renameLimit", "1000", "decides which files count as renamed"),
    Pin("diff.renames", "true", "decides which files count as renamed"),
    Pin("diff.submodule", "short", "shows another repository's commits"),
    Pin("diff.suppressBlankEmpty", "false", "spells empty lines in another way"),
    Pin("diff.wsErrorHighlight", "none", "puts colours between what is read"),
    Pin("format.pretty", "medium", "shows commits in another way"),
    Pin("i18n.logOutputEncoding", "UTF-8", "spells text in another way"),
    Pin("log.abbrevCommit", "false", "shortens ids"),
    Pin("log.date", "default", "spells times in another way"),
    Pin("log.decorate", "false", "shows references between what is read"),
    Pin("log.diffMerges", "separate", "shows other changes of a merge"),
    Pin("log.follow", "false", "decides which commits are shown"),
    Pin("log.mailmap", "false", "shows other names than those in the commits"),
    Pin("log.showRoot", "true", "leaves out what the first commit added"),
    Pin("submodule.recurse", "false", "goes into other repositories"),
)  # fmt: skip

BY_OPTION: Final = {
    "blame.ignoreRevsFile": "blame: --no-ignore-revs-file; an empty value does not take back the repository's own",
    "diff.external": "--no-ext-diff",
    "diff.DRIVER.command": "--no-ext-diff",
    "diff.DRIVER.textconv": "--no-textconv",
    "diff.DRIVER.cachetextconv": "--no-textconv",
    "filter.DRIVER.clean": "no command that looks at a work tree is run",
    "filter.DRIVER.smudge": "no command that looks at a work tree is run",
    "filter.DRIVER.process": "no command that looks at a work tree is run",
    "pager.COMMAND": "--no-pager",
    "alias.COMMAND": "a command of git's own cannot be renamed",
    "include.path": "the file is a part of the configuration like others; what git says of it is not repeated",
}
"""What no value takes back, and what does."""

PINNED: Final = tuple(part for pin in PINS for part in ("-c", f"{pin.name}={pin.value}"))
"""As arguments of git."""
