"""A folder of provider files and cassettes of one's own, to which a verified server is added."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from toolwire.cli.writable import check_writable
from toolwire.io.files import write_atomically
from toolwire.io.opening import content
from toolwire.jobs.verify.server import ServerOptions, provider_yaml
from toolwire.model.errors import ToolwireError
from toolwire.providers.model import Target

#: Bytes of a cassette.
_MOST: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Collection:
    """Where a server is added.

    Attributes:
        folder: of the collection; name: id of the provider in it.
    """

    folder: Path
    name: str

    @property
    def providers(self) -> Path:
        """Return the folder of provider files."""
        return self.folder / "providers"

    @property
    def cassettes(self) -> Path:
        """Return the folder of cassettes."""
        return self.folder / "cassettes"

    @property
    def file(self) -> Path:
        """Return the provider file."""
        return self.providers / f"{self.name}.yaml"

    def check(self, *, resume: bool) -> None:
        """Make sure, before anything is asked, that the server can be added.

        Args:
            resume: the file that is there may be of the run that goes on.

        Raises:
            ToolwireError: there is such a provider, which somebody may have completed by hand; or
                nothing can be written there.
        """
        if self.file.exists() and not resume:
            hint = "ask it again with `toolwire audit --providers`, or choose another --name"
            raise ToolwireError("there is a provider of this name", where=str(self.file), hint=hint)
        check_writable((self.providers, self.cassettes))

    def add(self, targets: Iterable[Target], cassettes: Path, made: str) -> None:
        """Write cassettes and, when they are there, the provider file.

        Args:
            targets: of the server, as they were asked.
            cassettes: folder of what they answered.
            made: one line that says how it came about.

        Raises:
            ToolwireError: something cannot be written.
        """
        every = tuple(targets)
        for name in {target.provider.name for target in every}:
            shutil.rmtree(self.cassettes / name, ignore_errors=True)
            for path in sorted((cassettes / name).rglob("*.yaml")):
                place = self.cassettes / path.relative_to(cassettes)
                write_atomically(place, content(path, _MOST))
        write_atomically(self.file, provider_yaml(every, made))

    def audit_line(self, targets: Iterable[Target]) -> str:
        """Return the command that judges what was answered anew, and makes a report of it."""
        names = dict.fromkeys(target.provider.name for target in targets)
        named = [word for name in names for word in ("-p", name)]
        folders = ["--providers", str(self.providers), "--cassettes", str(self.cassettes)]
        return shlex.join(["toolwire", "audit", *folders, *named, "-o", f"{self.name}-report"])


def collection_of(folder: Path | None, server: ServerOptions) -> Collection | None:
    """Return where a server is added; None where it is not.

    Raises:
        ToolwireError: it has no name to be added by.
    """
    if folder is None:
        return None
    if not server.name:
        hint = "name the provider with --name, as in --name acme"
        raise ToolwireError("a provider needs a name", where="--add-to", hint=hint)
    return Collection(folder, server.name)
