"""Headers that a user adds to every request of a run: they go where the key goes, and into no file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from toolwire.io.secrets.known import Known, known
from toolwire.model.errors import ToolwireError

_OPTION: Final = "--header"
#: A field name (RFC 9110, section 5.1).
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}", re.ASCII)
#: A field value that no server reads two ways: visible characters, blanks between.
_VALUE: Final = re.compile(r"[!-~](?:[ \t]*[!-~])*", re.ASCII)
#: The client's own: they say how the message is framed, packed and routed.
_RESERVED: Final = frozenset(
    [
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ]
)
#: Headers whose values are words of a protocol: hidden, they would take evidence with them.
_PUBLIC: Final = frozenset(
    [
        "accept",
        "accept-language",
        "anthropic-beta",
        "anthropic-version",
        "openai-beta",
        "user-agent",
    ]
)


@dataclass(frozen=True, slots=True, repr=False)
class UserHeaders:
    """Names and values as the user gave them; values may be secret, and are in no `repr`."""

    pairs: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, in the order given."""
        return tuple(name for name, _ in self.pairs)

    @property
    def secret(self) -> tuple[str, ...]:
        """Return the names of those whose values may be secret."""
        return tuple(name for name in self.names if name.lower() not in _PUBLIC)

    def secrets(self, plain: Iterable[str] = ()) -> Known:
        """Return the values, and their parts, as what must not be written.

        Args:
            plain: texts that stand in results anyway, as the address and the model's name do.
        """
        texts = tuple(plain)
        values = (value for name, value in self.pairs if name in self.secret)
        parts = (part for value in values for part in (value, *value.split()))
        return known(part for part in parts if not any(part in text for text in texts))

    def over(self, headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """Return a request's headers with these, in place of those of the same names."""
        mine = {name.lower() for name in self.names}
        return (*((k, v) for k, v in headers if k.lower() not in mine), *self.pairs)


NO_HEADERS: Final = UserHeaders()


def user_headers(texts: Iterable[str], key_headers: Iterable[str] = ()) -> UserHeaders:
    """Return the headers of `NAME: VALUE` lines.

    Args:
        texts: as given on the command line.
        key_headers: those that a key may go into, in lower case; () where none is sent.

    Raises:
        ToolwireError: one is no header, is the client's own or would replace the key, or comes
            twice; its value is not repeated.
    """
    pairs: list[tuple[str, str]] = []
    taken = frozenset(key_headers)
    for text in texts:
        name, colon, value = text.partition(":")
        name, value = name.strip(" \t"), value.strip(" \t")
        if not colon or not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            # Not shown: what has no colon may be the value itself.
            hint = "write NAME: VALUE, in ASCII and on one line"
            raise ToolwireError("that is no header", where=_OPTION, hint=hint)
        _check_name(name, {before.lower() for before, _ in pairs}, taken)
        pairs.append((name, value))
    return UserHeaders(tuple(pairs))


def _check_name(name: str, before: set[str], taken: frozenset[str]) -> None:
    lower = name.lower()
    if lower in _RESERVED:
        hint = "leave it out: it says how a request is framed"
        raise ToolwireError(f"{name} is toolwire's own", where=_OPTION, hint=hint)
    if lower in before:
        raise ToolwireError(f"{name} is given twice", where=_OPTION, hint="give it once")
    if lower in taken:
        hint = "give the key by --key-env or by --header, not by both"
        raise ToolwireError(f"the key may go into {name}", where=_OPTION, hint=hint)
