"""The curl line that repeats a request: safe to paste, without a key's value in it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.io.files import write_atomically
from toolwire.io.json_text import object_of
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.model.exchange import Mode, Request
from toolwire.providers.model import Provider
from toolwire.transport.signing import SERVICE

#: Longer bodies go into a file, where there is a folder for them.
_INLINE: Final = 120
_NOT_SENT: Final = frozenset({"content-length", "host", "accept-encoding", "user-agent"})
#: What curl's own `accept: */*` allows too, and no server here has been seen to tell apart.
_JSON: Final = "application/json"
_ACCEPTED: Final = frozenset({_JSON, "text/event-stream"})
_SESSION: Final = '-H "x-amz-security-token: $AWS_SESSION_TOKEN"'


def as_sent(request: Request) -> Request:
    """Return a request with the headers that a curl line gives it, before its key."""
    headers = [
        (name.lower(), value)
        for name, value in request.headers
        if name.lower() not in _NOT_SENT
        and not (name.lower() == "accept" and _goes_without_saying(value.lower(), request))
    ]
    if "content-type" not in {name for name, _ in headers}:
        headers.insert(0, ("content-type", _JSON))
    return replace(request, headers=tuple(headers))


def _goes_without_saying(accepted: str, request: Request) -> bool:
    # Who asks for a stream and takes no events wants it on lines, where a format has both (Cohere's v1, TC117).
    on_lines = accepted == _JSON and object_of(sent_of(request)).get("stream") is True
    return accepted in _ACCEPTED and not on_lines


@dataclass(frozen=True, slots=True)
class Curls:
    """Writes curl lines for the requests of one server.

    Attributes:
        provider: whose key's header and variable are named.
        folder: gets the bodies that are too long; None to write every body out.
        region: of AWS, where requests are signed for it; "" where a key is sent.
        session: the keys to sign with are of a session, which has a token.
        own: names of headers that the user added; lines name a variable for each value.
    """

    provider: Provider
    folder: Path | None = None
    region: str = ""
    session: bool = False
    own: tuple[str, ...] = ()

    def lines(self, deviation: ServerDeviation) -> tuple[str, ...]:
        """Return the commands that show a deviation: one, one for each mode, or none.

        What showed and then did not is asked for many times in one line.

        Raises:
            ToolwireError: the file of a body cannot be written.
        """
        name = deviation.rule or deviation.example.case
        return tuple(
            _often(self.line(request, f"{name}.{mode}", mode), again=deviation.again)
            for mode, request in deviation.requests
        )

    def line(self, request: Request, name: str, mode: Mode) -> str:
        """Return the command.

        Args:
            request: as a cassette holds it, so without a key.
            name: of the file of its body, should it be long; made of plain characters.
            mode: of the answer that is wanted.

        Raises:
            ToolwireError: the file cannot be written.
        """
        request = as_sent(request)
        stream = "N" if mode is Mode.STREAMING else ""
        method = "" if request.method == "POST" else f" -X {request.method}"
        words = [f"curl -sS{stream}{method} {quote(request.url)}"]
        words += [f"-H {quote(f'{key}: {value}')}" for key, value in self._headers(request)]
        words += [f'-H "{name}: ${variable_of(name)}"' for name in self.own]
        words += self._admission()
        words.append(f"--data-binary {self._body(request, name)}")
        return " ".join(words)

    def _headers(self, request: Request) -> list[tuple[str, str]]:
        put = {name.lower() for name in self.own}
        if self.provider.key_env:
            put.add(self.provider.auth_header.lower())
        return [(name, value) for name, value in request.headers if name not in put]

    def _admission(self) -> list[str]:
        """Return what lets a request in; the shell puts the key there."""
        if self.region:
            signed = f"--aws-sigv4 aws:amz:{self.region}:{SERVICE}"
            keys = '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"'
            # curl signs a header that is empty, and then does not send it.
            return [signed, keys, *([_SESSION] if self.session else [])]
        if not self.provider.key_env:
            return []
        scheme = f"{self.provider.auth_scheme} ".lstrip()
        return [f'-H "{self.provider.auth_header}: {scheme}${self.provider.key_env}"']

    def _body(self, request: Request, name: str) -> str:
        if self.folder is None or len(request.body) <= _INLINE:
            return quote(body_text(request.body))
        path = self.folder / f"{name}.json"
        write_atomically(path, request.body)
        return quote(f"@{path}")


def variable_of(header: str) -> str:
    """Return the shell variable that stands for the value of a header of the user's own."""
    return "HEADER_" + "".join(char if char.isalnum() else "_" for char in header).upper()


def _often(line: str, *, again: bool | None) -> str:
    return f"for n in $(seq 20); do {line}; done" if again is False else line


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
