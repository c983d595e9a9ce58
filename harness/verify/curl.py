"""The curl line that repeats a request: safe to paste, without a key's value in it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final

from harness.exchange import Mode, Request
from harness.files import write_atomically
from harness.providers.model import Provider

__all__ = ["Curls", "body_text"]

#: Longer bodies go into a file, where there is a folder for them.
_INLINE: Final = 240
_NOT_SENT: Final = frozenset({"content-length", "host", "accept-encoding", "user-agent"})


@dataclass(frozen=True, slots=True)
class Curls:
    """Writes curl lines for the requests of one server.

    Attributes:
        provider: whose key's header and variable are named.
        folder: gets the bodies that are too long; None to write every body out.
    """

    provider: Provider
    folder: Path | None = None

    def line(self, request: Request, name: str, mode: Mode) -> str:
        """Return the command.

        Args:
            request: as a cassette holds it, so without a key.
            name: of the file of its body, should it be long; made of plain characters.
            mode: of the answer that is wanted.

        Raises:
            ToolwireError: the file cannot be written.
        """
        stream = " -N" if mode is Mode.STREAMING else ""
        words = [f"curl -sS{stream} -X {request.method} {quote(request.url)}"]
        words += [f"-H {quote(f'{key}: {value}')}" for key, value in self._headers(request)]
        if self.provider.key_env:
            scheme = f"{self.provider.auth_scheme} ".lstrip()
            words.append(f'-H "{self.provider.auth_header}: {scheme}${self.provider.key_env}"')
        words.append(f"--data-binary {self._body(request, name)}")
        return " ".join(words)

    def _headers(self, request: Request) -> list[tuple[str, str]]:
        key = self.provider.auth_header.lower() if self.provider.key_env else ""
        kept = [
            (name.lower(), value)
            for name, value in request.headers
            if name.lower() not in {key, *_NOT_SENT}
        ]
        named = {name for name, _ in kept}
        return kept if "content-type" in named else [("content-type", "application/json"), *kept]

    def _body(self, request: Request, name: str) -> str:
        if self.folder is None or len(request.body) <= _INLINE:
            return quote(body_text(request.body))
        path = self.folder / f"{name}.json"
        write_atomically(path, request.body)
        return quote(f"@{path}")


def body_text(body: bytes) -> str:
    """Return a JSON body as text that a terminal cannot be harmed by; the same JSON.

    Outside of its strings JSON has no such characters but white space, so that writing them
    as escapes changes nothing.
    """
    text = body.decode("utf-8", "replace")
    return "".join(_escaped(char) for char in text)


def _escaped(char: str) -> str:
    if char in "\n\r\t":
        return " "
    if unicodedata.category(char)[0] not in "CZ" or char == " ":
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
